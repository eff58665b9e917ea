"""Places that cannot be written: a small disk, a disk mounted read-only, a folder of somebody else.

Belongs here: making such a place and taking it away again. Does not belong here: what must hold of it.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

NOBODY: Final = 65_534
"""The user "nobody" of Linux."""


@contextmanager
def small_disk(megabytes: int) -> Generator[Path]:
    """A disk of its own; skips the test where nothing may be mounted."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    folder = Path(tempfile.mkdtemp(prefix="small_disk_"))
    try:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder], capture_output=True, check=False)
        if mounted.returncode:
            pytest.skip(f"a small disk cannot be mounted here: {mounted.stderr.decode().strip()}")
        try:
            yield folder
        finally:
            subprocess.run(["umount", "-l", folder], check=True)
    finally:
        folder.rmdir()


def make_read_only(disk: Path) -> None:
    """Let nobody write to a mounted disk any more, not even root."""
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)


def fill(disk: Path, leaving: int) -> Path:
    """Fill a disk but for some bytes; returns the file to remove."""
    filler = disk / "filler"
    free = shutil.disk_usage(disk).free
    filler.write_bytes(b"\0" * max(0, free - leaving))
    return filler


@contextmanager
def folder_of_root(source: Path) -> Generator[Path]:
    """A copy of a data folder that everybody may read and only its owner write; skips where this process is not root."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("only root can become somebody else, with setpriv")
    outside = Path(tempfile.mkdtemp(prefix="foreign_"))
    try:
        home = shutil.copytree(source, outside / "home", symlinks=True)
        subprocess.run(["chmod", "-R", "a+rX", outside], check=True)
        yield home
    finally:
        shutil.rmtree(outside)


def as_nobody() -> tuple[str, ...]:
    """Words before a command that make it run as another user."""
    return ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")
