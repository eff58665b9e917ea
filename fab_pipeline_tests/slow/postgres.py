"""A real PostgreSQL server on loopback, with a password, in a folder of its own under /tmp; stopped and removed in the end.

PostgreSQL refuses to run as root: there it runs as Debian's user `postgres`.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import pytest

from fab_pipeline_tests.slow.services import free_port, until

PASSWORD = "geheim/ß@1"  # noqa: S105 - of a server that lives for a minute
"""With signs that an address must escape."""


@dataclass(frozen=True)
class Postgres:
    """A running server."""

    port: int
    log: Path

    def url(self, password: str = PASSWORD, scheme: str = "postgresql") -> str:
        return f"{scheme}://fab:{quote(password, safe='')}@127.0.0.1:{self.port}/postgres"


@contextmanager
def postgres() -> Iterator[Postgres]:
    """Make a database cluster and run a server on it."""
    programs = {name: _program(name) for name in ("initdb", "postgres")}
    folder = Path(tempfile.mkdtemp(prefix="fab-postgres-", dir="/tmp"))
    try:
        (folder / "password").write_text(PASSWORD)
        user = _unprivileged(folder)
        data, port = folder / "data", free_port()
        locale = {"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]}
        make = [programs["initdb"], "-D", str(data), "-U", "fab", "-A", "scram-sha-256", f"--pwfile={folder / 'password'}", "--no-sync"]
        subprocess.run([*user, *make], check=True, capture_output=True, timeout=120, env=locale, cwd=folder)
        lean = {"port": port, "listen_addresses": "127.0.0.1", "unix_socket_directories": folder, "fsync": "off", "shared_buffers": "32MB"}
        options = [part for name, value in lean.items() for part in ("-c", f"{name}={value}")]
        log = folder / "log"
        with log.open("wb") as output:
            serve = [*user, programs["postgres"], "-D", str(data), *options]
            process = subprocess.Popen(serve, stdout=output, stderr=subprocess.STDOUT, env=locale, cwd=folder, start_new_session=True)
        try:
            until(lambda: "ready to accept connections" in log.read_text() or process.poll() is not None, 60, "PostgreSQL", log)
            assert process.poll() is None, log.read_text()
            yield Postgres(port, log)
        finally:
            process.send_signal(signal.SIGQUIT)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _program(name: str) -> str:
    """Debian keeps the server's programs beside the path."""
    found = shutil.which(name) or next(
        (str(path) for path in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)), None
    )
    if found is None:
        pytest.skip("needs Debian's postgresql")
    return found


def _unprivileged(folder: Path) -> list[str]:
    """How to run something as a user that PostgreSQL accepts, who owns the folder."""
    if os.geteuid() != 0:
        return []
    user = pwd.getpwnam("postgres")
    for path in (folder, folder / "password"):
        os.chown(path, user.pw_uid, user.pw_gid)
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", "--"]
