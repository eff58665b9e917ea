"""The lock: one writer at a time, none left behind by a killed one, and a line that says who is at work."""

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from fab_pipeline.collecting.lock import LockError, exclusive
from fab_pipeline.settings import Settings

HOLD = """
import sys, time
from pathlib import Path
from fab_pipeline.collecting.lock import exclusive
from fab_pipeline.settings import Settings
with exclusive(Settings(home=Path(sys.argv[1]), shipped=Path()), "the other"):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", shipped=tmp_path)


def test_the_lock_can_be_taken_again_after_it_was_given_back(settings: Settings) -> None:
    for _ in range(2):
        with exclusive(settings, "run"):
            assert settings.lock_file.exists()


def test_an_error_inside_gives_the_lock_back_and_passes(settings: Settings) -> None:
    with pytest.raises(FileNotFoundError), exclusive(settings, "run"):
        raise FileNotFoundError("of the work, not of the lock")
    with exclusive(settings, "run", timeout=0):
        pass


def test_another_process_is_waited_for_named_and_survived(settings: Settings) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLD, str(settings.home)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(LockError) as error, exclusive(settings, "run", timeout=0.2):
            pytest.fail("two held the lock at once")
        assert str(error.value).startswith(f"'the other' (process {holder.pid}, since ")
        assert str(error.value).endswith("was waited for 0.2 s; try again later")
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        with exclusive(settings, "run", timeout=5):
            pass


def test_threads_of_one_process_exclude_each_other(settings: Settings) -> None:
    inside: list[str] = []
    crowded: list[str] = []

    def work(name: str) -> None:
        for _ in range(5):
            with exclusive(settings, name, timeout=20):
                inside.append(name)
                crowded.extend(inside[1:])
                inside.remove(name)

    threads = [threading.Thread(target=work, args=(name,)) for name in ("a", "b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (inside, crowded) == ([], [])


def test_a_folder_that_cannot_hold_a_lock_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("in the way")
    with pytest.raises(LockError, match="cannot lock"), exclusive(Settings(home=tmp_path / "home", shipped=tmp_path), "run"):
        pass
