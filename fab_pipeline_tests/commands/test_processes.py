"""Processes side by side: a signal, or the end of one, ends all of them and what they started."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]
LEAVES_A_CHILD = [
    sys.executable,
    "-c",
    f"import subprocess; print(subprocess.Popen({SLEEP!r}).pid, flush=True); import time; time.sleep(60)",
]
ENDS = [sys.executable, "-c", "import time; time.sleep(0.3)"]


def supervised(*commands: list[str]) -> subprocess.Popen[str]:
    named = {f"process {number}": command for number, command in enumerate(commands)}
    said = "lambda name, line: print(line, flush=True)"
    code = f"import sys; from fab_pipeline.commands.processes import supervise; sys.exit(supervise({named!r}, {said}))"
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_all_processes_and_what_they_started(number: signal.Signals):
    supervisor = supervised(LEAVES_A_CHILD)
    assert supervisor.stdout is not None
    grandchild = int(supervisor.stdout.readline())
    supervisor.send_signal(number)
    assert supervisor.wait(20) == 0
    assert not running(grandchild)


def test_when_one_process_ends_by_itself_the_others_are_ended_and_the_exit_code_says_so():
    supervisor = supervised(ENDS, LEAVES_A_CHILD)
    out, err = supervisor.communicate(timeout=20)
    assert supervisor.returncode == 1
    assert "process 0 ended by itself with code 0" in err
    assert not running(int(out))


def test_a_long_line_and_bytes_that_are_no_text_are_heard_too():
    code = "import sys; sys.stdout.buffer.write(b'x' * 200_000 + b'\\n\\xff end')"
    out, _ = supervised([sys.executable, "-c", code]).communicate(timeout=20)
    assert (out.count("x"), out.splitlines()[-1]) == (200_000, "\N{REPLACEMENT CHARACTER} end")


def running(pid: int) -> bool:
    """Whether a process is there and not merely unburied."""
    for _ in range(20):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        stat = Path(f"/proc/{pid}/stat")
        if stat.is_file() and stat.read_text().rsplit(")", 1)[1].split()[0] == "Z":
            return False
        time.sleep(0.1)
    return True
