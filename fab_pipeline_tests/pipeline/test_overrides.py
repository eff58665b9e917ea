"""The file of decisions about prices: written, read back, checked, and part of what a build is made of."""

from datetime import UTC, date, datetime
from pathlib import Path

import polars as pl
import pytest

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import empty
from fab_pipeline.leaderboards.price_holds import OVERRIDES_SCHEMA
from fab_pipeline.pipeline.boards import OVERRIDES
from fab_pipeline.pipeline.evidence import Horizon, select
from fab_pipeline.pipeline.overrides import OverridesError, overrides_path, read_overrides, write_overrides
from fab_pipeline.pipeline.parsing import PARSED_TABLES
from fab_pipeline.pipeline.pipeline import Pipeline
from fab_pipeline.settings import Settings, repository_folder
from fab_pipeline_tests.pipeline.snapshots import settings_at

DAY = date(2026, 11, 30)
TWO = pl.DataFrame(
    [("a: b|c #1", "released", "确认：官网同价", None, DAY), ("q:1", "held", "no: another price", "A. Reader", DAY)],
    schema=OVERRIDES_SCHEMA,
    orient="row",
)


def at(home: Path, text: str) -> Settings:
    settings = settings_at(home)
    overrides_path(settings).parent.mkdir(parents=True)
    overrides_path(settings).write_text(text, "utf-8")
    return settings


def test_what_is_written_is_read_back(tmp_path: Path):
    settings = settings_at(tmp_path)
    path = write_overrides(settings, TWO)
    assert path == tmp_path / "registry" / "overrides.yaml"
    assert read_overrides(settings).equals(TWO)
    assert path.read_text("utf-8").startswith("# Held-back prices")


def test_the_shipped_decisions_count_until_the_home_has_its_own(tmp_path: Path):
    shipped = Settings(home=tmp_path / "home", shipped=tmp_path / "shipped")
    write_overrides(Settings(home=tmp_path / "shipped", shipped=tmp_path), TWO)
    assert read_overrides(shipped).equals(TWO)
    write_overrides(shipped, TWO.head(1))
    assert read_overrides(shipped).equals(TWO.head(1))


def test_the_file_of_this_repository_can_be_used():
    repository = repository_folder()
    assert repository is not None
    read_overrides(Settings(home=repository / "data", shipped=repository / "data"))


@pytest.mark.parametrize("text", ["", "# nothing\n", "overrides:\n", "overrides: []\n"])
def test_no_decision_is_fine(tmp_path: Path, text: str):
    assert read_overrides(at(tmp_path, text)).is_empty()


ENTRY = "overrides:\n- {key: k, decision: held, reason: r, date: 2026-11-30}\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("overrides: [", "not YAML"),
        ("\x00", "not YAML"),
        ("[]\n", "must hold one key, overrides, with a list"),
        ("overrides: 3\n", "must hold one key, overrides, with a list"),
        ("overrides: []\nmore: 1\n", "must hold one key, overrides, with a list"),
        ("overrides: [3]\n", "entry 1: must be a mapping"),
        (ENTRY.replace("key: k", "name: k"), "entry 1: unknown key name"),
        (ENTRY.replace("reason: r, ", ""), "entry 1: reason is missing"),
        (ENTRY.replace("reason: r", "reason: [r]"), "entry 1: reason must be a text"),
        (ENTRY.replace("key: k", "key: 3"), "entry 1: key must be a text"),
        (ENTRY.replace("held", "kept"), "entry 1: decision is 'kept'; it must be released or held"),
        (ENTRY.replace("held", "[held]"), "entry 1: decision must be a text"),
        (ENTRY.replace("2026-11-30", "soon"), "entry 1: date is 'soon'; it must be a day like 2026-11-30"),
        (ENTRY.replace("2026-11-30", "2026-11-30T10:00:00Z"), "it must be a day like 2026-11-30"),
        (ENTRY + ENTRY.splitlines()[1], "key k has several entries"),
    ],
)
def test_a_bad_file_is_one_line_that_says_where(tmp_path: Path, text: str, said: str):
    with pytest.raises(OverridesError) as raised:
        read_overrides(at(tmp_path, text))
    assert said in str(raised.value)
    assert "overrides.yaml" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_decision_makes_another_build(tmp_path: Path):
    settings = settings_at(tmp_path)
    before = Pipeline(settings).build_key
    write_overrides(settings, TWO)
    assert Pipeline(settings).build_key != before


def test_known_at_hides_decisions_of_later_days():
    parsed = {name: empty(TABLES[name]) for name in PARSED_TABLES} | {OVERRIDES: TWO}
    for known_at, decided in ((datetime(2026, 11, 29, 23, tzinfo=UTC), 0), (datetime(2026, 11, 30, 1, tzinfo=UTC), 2)):
        assert select(parsed, Horizon(known_at=known_at))[OVERRIDES].height == decided
