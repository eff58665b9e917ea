"""`fab_pipeline.load`: the reader's door."""

import subprocess
import sys
from pathlib import Path

import pytest

import fab_pipeline
from fab_pipeline.errors import FabError
from fab_pipeline.settings import Settings
from fab_pipeline_tests.publishing.boards import coverage, publish_coverage


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FAB_HOME", str(tmp_path))
    return tmp_path


def publish(home: Path, **runs: int) -> str:
    return publish_coverage(Settings(home=home, shipped=home), **runs).release_id


def test_a_table_of_the_current_release(home: Path) -> None:
    publish(home, runs=15)
    assert fab_pipeline.load("disclosure_coverage").equals(coverage(runs=15))
    publish(home, runs=14)
    assert fab_pipeline.load("disclosure_coverage").equals(coverage(runs=14))
    assert fab_pipeline.load("price_quotes").is_empty()


def test_all_tables(home: Path) -> None:
    publish(home, runs=15)
    tables = fab_pipeline.load_all()
    assert {"training_cost", "release_changes", "findings"} <= tables.keys()
    assert tables["disclosure_coverage"].equals(coverage(runs=15))


def test_an_open_release_does_not_move_with_the_pointer(home: Path) -> None:
    first = publish(home, runs=15)
    release = fab_pipeline.open_release()
    publish(home, runs=14)
    assert release.release_id == first
    assert release.read("disclosure_coverage").equals(coverage(runs=15))
    assert fab_pipeline.open_release(first).read("disclosure_coverage").equals(coverage(runs=15))


def test_another_data_folder_can_be_named(home: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    publish(other, runs=3)
    assert fab_pipeline.load("disclosure_coverage", home=other).equals(coverage(runs=3))
    with pytest.raises(FabError, match=f"there is no release in {home} yet"):
        fab_pipeline.load("disclosure_coverage")


def test_the_version_is_the_package_s() -> None:
    assert fab_pipeline.__version__[0].isdigit()


def test_opening_a_release_imports_nothing_heavy(home: Path) -> None:
    publish(home, runs=15)
    script = (
        "import sys, fab_pipeline\n"
        "assert 'polars' not in sys.modules\n"
        "fab_pipeline.load('training_cost')\n"
        "print(sorted({'pandera', 'dagster', 'pyarrow', 'requests'} & sys.modules.keys()))"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n"
