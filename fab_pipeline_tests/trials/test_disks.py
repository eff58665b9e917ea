"""Full disk, read-only folder, clock set back: one clear line, the last release intact, and all is well once the cause is gone."""

import shutil
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from click.testing import CliRunner, Result

import fab_pipeline
from fab_pipeline.cli import main
from fab_pipeline_tests.trials.attacked import SETTLED, Home
from fab_pipeline_tests.trials.disks import as_nobody, fill, folder_of_root, make_read_only, small_disk
from fab_pipeline_tests.trials.trial import Ran, call, whole_release

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

KILOBYTES = (0, 64, 512)
"""Left free on the full disk: each stops a run somewhere else."""


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("released") / "home"
    assert call(home, "run").code == 0
    return home


def require_one_clear_line(ran: Ran, *words: str) -> None:
    assert ran.code == 1, ran.err
    assert "Traceback" not in ran.err
    (line,) = ran.complaint
    assert any(word in line for word in words), line


def test_a_full_disk_is_one_line_and_keeps_the_last_release(released: Path) -> None:
    with small_disk(64) as disk:
        home = Home(shutil.copytree(released, disk / "home", symlinks=True))
        stopped = 0
        for kilobytes in KILOBYTES:
            before = whole_release(home.folder)
            home.drop(4)
            time.sleep(SETTLED)
            filler = fill(disk, kilobytes * 1024)
            ran = call(home.folder, "run")
            if ran.code:
                stopped += 1
                require_one_clear_line(ran, "no space left on device; free some space")
                assert whole_release(home.folder) == before
            home.require_nothing_lost()
            assert call(home.folder, "show", "training_cost").code == 0
            filler.unlink()
            assert call(home.folder, "run").code == 0
            home.require_all_released()
        assert stopped >= 2


def test_a_disk_mounted_read_only_is_one_line_and_readers_go_on(released: Path) -> None:
    with small_disk(64) as disk:
        home = shutil.copytree(released, disk / "home", symlinks=True)
        before = whole_release(home)
        make_read_only(disk)
        require_one_clear_line(call(home, "run"), "cannot be written: read-only file system")
        assert whole_release(home) == before
        assert call(home, "show", "training_cost").code == 0


def test_a_folder_of_somebody_else_is_one_line_and_readers_go_on(released: Path) -> None:
    with folder_of_root(released) as home:
        before = whole_release(home)
        for arguments in (["run"], ["ingest", str(home / "latest.json")]):
            require_one_clear_line(call(home, *arguments, prefix=as_nobody()), "cannot be written: permission denied")
        assert whole_release(home) == before
        assert call(home, "show", "training_cost", prefix=as_nobody()).code == 0


def invoke(home: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), env={"FAB_HOME": str(home)})


def test_a_clock_set_back_is_one_line_and_releases_keep_their_order(released: Path, tmp_path: Path) -> None:
    home = Home(shutil.copytree(released, tmp_path / "home", symlinks=True))
    before = whole_release(home.folder)
    home.drop(3)
    time.sleep(SETTLED)
    with time_machine.travel(datetime.now(UTC) + timedelta(hours=1), tick=True):
        assert "clock" not in invoke(home.folder, "run").stderr
    ahead = whole_release(home.folder)
    assert ahead > before

    home.drop(3)
    time.sleep(SETTLED)
    back = invoke(home.folder, "run")  # an hour before the last release was built
    (line,) = [line for line in back.stderr.splitlines() if " clock " in line]
    assert line.endswith("was built; set the clock right")
    assert back.exit_code == 0
    assert whole_release(home.folder) > ahead
    home.require_all_released()
    assert invoke(home.folder, "doctor").exit_code == 1


def test_what_a_clock_set_back_takes_for_the_future_is_refused_in_one_line(released: Path, tmp_path: Path) -> None:
    home = Home(shutil.copytree(released, tmp_path / "home", symlinks=True))
    before = whole_release(home.folder)
    home.drop(1)
    (snapshot,) = home.inbox.glob("*.csv")
    with time_machine.travel(datetime(2026, 10, 20, tzinfo=UTC), tick=True):
        refused = invoke(home.folder, "ingest", str(snapshot))
    assert refused.exit_code == 1
    assert "observed_in_future" in refused.stderr
    (line,) = [line for line in refused.stderr.splitlines() if line.startswith("fab-pipeline: ")]
    assert line.endswith("and the last release stays")
    assert whole_release(home.folder) == before
    assert fab_pipeline.open_release(home=home.folder).release_id == before
