"""The whole of every long trial, and its figures in `docs/reliability.md`: `make soak`.

Each trial runs in a process of its own, so that its memory is its own. Belongs here: which trials there are, and the page of figures. Does
not belong here: what a trial does.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from fab_pipeline_tests.conftest import REPOSITORY
from fab_pipeline_tests.trials.kills import kill_the_command_line
from fab_pipeline_tests.trials.kills_beside_service import kill_beside_the_service
from fab_pipeline_tests.trials.parsers import mutate_parser
from fab_pipeline_tests.trials.seeds import parsers
from fab_pipeline_tests.trials.thirty_days import DAYS, thirty_days
from fab_pipeline_tests.trials.trial import COMMAND, SEED, Figures, Stopwatch, call, peak_megabytes
from fab_pipeline_tests.trials.year import YEAR, backfill_year

PAGE: Final = REPOSITORY / "docs" / "reliability.md"
CAPTURES_PER_PARSER: Final = 10_000
KILLS: Final = 100
KILLS_BESIDE_SERVICE: Final = 20
SERVICE_PATIENCE: Final = 600.0

_HEADINGS: Final = ("Trial", "Figures", "Seconds", "Peak memory", "Seed", "Commit", "Date", "Machine")
_INTRODUCTION: Final = """# Reliability

What the long trials measured when they were last run. `make soak` runs all of them and rewrites this page; `make soak ONLY=kills` runs one.
CI runs a tenth of each with a fixed seed (`make slow`; a fortieth of the mutated pages, which take longest). A trial that finds a fault
ends with an error and leaves its row as it was. A row counts what was really done (the whole: 10,000 captures per parser, 30 days
rebuilt, 100 kills, 20 beside the service).

"""
_NOTES: Final = """
- **backfill**: a year of archived days of five sources, read again in one `fab-pipeline backfill`. Required: under 60
  seconds; the trial fails above 60 seconds of CPU time, which do not depend on what else the machine does.
- **thirty_days**: a live collection (four vendors on loopback, the clock set by time-machine) and a release on each of thirty days over a
  leap day; a source down for five days, a late snapshot, prices that go from A to B to A. Every day's release, and every day's board as
  of the end, equals one rebuilt from the captures alone, cell by cell.
- **kills**: `kill -9` at random moments of asking servers (`run --live`; vendors on loopback tell another price each time), collecting,
  building and publishing. After each the release that readers have is whole, no snapshot and no live capture is lost, and the next run is
  clean and rests on all of them.
- **kills_beside_service**: the same while `fab-pipeline serve` works on the same data folder; runs of Dagster are killed, too, and every
  fourth command is `run --live`.
- **parsers**: mutated captures (bytes, encodings, JSON trees, tables, markup, archives) of every parser. Each is read or refused within
  a second of CPU time, and one more for each 2,500 rows that it gives; where other processes share the cores, the limit grows with
  the load found at the start (at most three times), and the better of two readings counts. "slowest" is what the slowest took. What is
  accepted keeps its contract, and every price is finite and above zero.

Full disk, read-only folder and a clock set back are short, and run whole in CI (`fab_pipeline_tests/trials/test_disks.py`).
"""


def backfill(folder: Path, seed: int, size: int) -> Figures:
    """A year of days."""
    figures = backfill_year(folder, seed, size)
    assert isinstance(used := figures.counts["CPU seconds"], float)
    assert used < 60, f"{used} s of CPU time"  # by the clock only where nobody else shares the machine
    return figures


def lived(folder: Path, seed: int, size: int) -> Figures:
    """Thirty days."""
    return thirty_days(folder / "home", folder, seed, size)


def kills(folder: Path, seed: int, size: int) -> Figures:
    """The command line alone."""
    return kill_the_command_line(folder, seed, size)


def kills_beside_service(folder: Path, seed: int, size: int) -> Figures:
    """The command line and the service at once."""
    from fab_pipeline_tests.slow.test_daemon import service

    home = folder / "home"
    assert call(home, "run").code == 0
    with service([*COMMAND, "serve"], home, folder) as running:
        running.wait_until_up()
        return kill_beside_the_service(home, running.log, seed, size, SERVICE_PATIENCE)


def mutated(_folder: Path, seed: int, size: int) -> Figures:
    """All parsers, on all cores; each is told of as it ends, and a fault of one does not keep the others from ending."""
    figures = Figures("parsers", seed)
    names = list(parsers())
    parts: list[Figures] = []
    faults: list[str] = []
    with Stopwatch(figures), ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        running = {pool.submit(mutate_parser, name, seed, size): name for name in names}
        for done in as_completed(running):
            try:
                parts.append(done.result())
                print(f"{running[done]}: {parts[-1].counts}, {parts[-1].seconds:.0f} s", file=sys.stderr, flush=True)
            except AssertionError as fault:
                faults.append(str(fault))
                print(f"{running[done]}: FAILED: {fault}", file=sys.stderr, flush=True)
    assert not faults, "; ".join(faults)
    summed = ("captures", "read", "refused", "rows accepted", "rows rejected")
    figures.counts = {"parsers": len(names)} | {name: sum(int(str(part.counts[name])) for part in parts) for name in summed}
    figures.counts["slowest (s)"] = max(float(str(part.counts["slowest (s)"])) for part in parts)
    return figures


@dataclass(frozen=True)
class Trial:
    """One trial: what it does, and how large the whole of it is."""

    run: Callable[[Path, int, int], Figures]
    size: int


TRIALS: Final[dict[str, Trial]] = {
    "backfill": Trial(backfill, YEAR),
    "thirty_days": Trial(lived, DAYS),
    "kills": Trial(kills, KILLS),
    "kills_beside_service": Trial(kills_beside_service, KILLS_BESIDE_SERVICE),
    "parsers": Trial(mutated, CAPTURES_PER_PARSER),
}


def measured(name: str, seed: int, size: int) -> tuple[Figures, float]:
    """One trial, and the largest memory of its processes in megabytes."""
    with tempfile.TemporaryDirectory(prefix="soak_") as folder:
        figures = TRIALS[name].run(Path(folder), seed, size)
    return figures, peak_megabytes()


def row_of(name: str, figures: Figures, megabytes: float) -> str:
    """The line of a trial in the table of figures."""
    told = ", ".join(f"{what} {value:,}" if isinstance(value, int) else f"{what} {value}" for what, value in figures.counts.items())
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    facts = (
        f"**{name}**",
        told,
        f"{figures.seconds:,}",
        f"{megabytes:,.0f} MB",
        str(figures.seed),
        commit.stdout.strip() or "unknown",
        f"{datetime.now(UTC):%Y-%m-%d}",
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}",
    )
    return f"| {' | '.join(facts)} |"


def page_with(text: str, name: str, row: str) -> str:
    """The page of figures with the line of one trial written anew; the lines of the others stay."""
    rows = {line.split("**")[1]: line for line in text.splitlines() if line.startswith("| **")} | {name: row}
    head = [f"| {' | '.join(_HEADINGS)} |", "|" + "---|" * len(_HEADINGS)]
    return _INTRODUCTION + "\n".join([*head, *(rows[trial] for trial in TRIALS if trial in rows)]) + "\n" + _NOTES


def main(arguments: list[str] | None = None) -> int:
    """Run trials and write their figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=list(TRIALS), help="one trial; all unless told")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--size", type=int, help="how large; the whole unless told")
    parser.add_argument("--page", type=Path, default=PAGE)
    told = parser.parse_args(arguments)
    for name in [told.only] if told.only else TRIALS:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            try:
                figures, megabytes = pool.submit(measured, name, told.seed, told.size or TRIALS[name].size).result()
            except AssertionError as fault:
                print(f"{name} found a fault: {fault}", file=sys.stderr)
                return 1
        row = row_of(name, figures, megabytes)
        print(row, flush=True)
        page = told.page.read_text("utf-8") if told.page.is_file() else ""
        told.page.write_text(page_with(page, name, row), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
