"""A data folder that something has damaged: what can be rebuilt is rebuilt, what cannot is one line, and readers keep reading."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import fab_pipeline
from fab_pipeline_tests.commands.conftest import call
from fab_pipeline_tests.pipeline.snapshots import csv_bytes, offer


def ingest(home: Path, folder: Path, **facts: object):
    file = folder / "alpha.csv"
    file.write_bytes(csv_bytes(offer(**facts)))
    return call(home, "ingest", str(file))


@pytest.mark.parametrize("damage", [b"{", b"null"], ids=["cut", "another shape"])
def test_state_that_is_damaged_is_made_anew(own_home: Path, damage: bytes):
    before = fab_pipeline.open_release(home=own_home).release_id
    for name in ("parsed.json", "builds.json"):
        (own_home / "state" / name).write_bytes(damage)
    assert call(own_home, "run").exit_code == 0
    assert fab_pipeline.open_release(home=own_home).release_id == before


def test_one_entry_of_another_type_loses_nothing(own_home: Path):
    before = fab_pipeline.open_release(home=own_home).release_id
    index = own_home / "state" / "parsed.json"
    listed = json.loads(index.read_bytes())
    listed[0]["files"] = {"price_quotes": [5]}
    index.write_text(json.dumps(listed))
    assert call(own_home, "run").exit_code == 0
    assert fab_pipeline.open_release(home=own_home).release_id == before


def overwritten(path: Path) -> None:
    """The first half overwritten; the footer, with the hash of the data that should be there, stays."""
    data = path.read_bytes()
    half = len(data) // 2
    path.write_bytes(b"PAR1" + b"Z" * (half - 4) + data[half:])


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-50])


@pytest.mark.parametrize("damage", [overwritten, cut], ids=["overwritten", "cut"])
def test_damaged_tables_in_the_making_are_built_again(own_home: Path, tmp_path: Path, damage: Callable[[Path], None]):
    for path in (own_home / "tables").glob("*.parquet"):
        damage(path)
    assert ingest(own_home, tmp_path).exit_code == 0
    release = fab_pipeline.open_release(home=own_home)
    assert release.damage() is None
    assert release.read("training_cost").height == 52


@pytest.mark.parametrize(("table", "damage"), [("price_quotes", cut), ("training_claims", overwritten)])
def test_damaged_history_is_one_line_that_names_the_file(own_home: Path, tmp_path: Path, table: str, damage: Callable[[Path], None]):
    before = fab_pipeline.open_release(home=own_home).release_id
    path = min((own_home / "history" / table).rglob("*.parquet"))
    damage(path)
    result = ingest(own_home, tmp_path)
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1].startswith(f"fab-pipeline: {path} cannot be read: ")
    assert "remove it and run again" in result.stderr
    assert fab_pipeline.open_release(home=own_home).release_id == before
    path.unlink()
    assert call(own_home, "run").exit_code == 0


def test_a_lost_history_is_parsed_again(own_home: Path):
    before = fab_pipeline.load("training_cost", home=own_home)
    shutil.rmtree(own_home / "history")
    assert call(own_home, "run").exit_code == 0
    assert fab_pipeline.load("training_cost", home=own_home).equals(before)
    assert call(own_home, "explain", "training_cost", "openai-gpt-4", "rent_usd_per_accelerator_hour").exit_code == 0


def test_where_the_pointer_is_damaged_the_releases_are_still_listed_and_one_can_be_pinned(own_home: Path):
    release_id = fab_pipeline.open_release(home=own_home).release_id
    (own_home / "latest.json").write_text("{")
    shown = call(own_home, "show", "training_cost")
    assert shown.exit_code == 1
    assert "fab-pipeline releases" in shown.stderr
    listed = [json.loads(line) for line in call(own_home, "releases", "--format", "json").stdout.splitlines()]
    assert [(row["release_id"], row["current"]) for row in listed] == [(release_id, False)]
    assert call(own_home, "pin", release_id).exit_code == 0
    assert fab_pipeline.open_release(home=own_home).release_id == release_id


def test_a_lock_note_that_cannot_be_written_stops_nobody(own_home: Path):
    (own_home / "state" / "lock.json").unlink()
    (own_home / "state" / "lock.json").mkdir()
    assert call(own_home, "prune").exit_code == 0


def test_the_home_of_an_unknown_user_is_one_line():
    result = call(Path("~nobody_of_that_name/data"), "show", "training_cost")
    assert result.exit_code == 1
    assert result.stderr == "fab-pipeline: FAB_HOME is '~nobody_of_that_name/data': there is no such user; write the whole path\n"
