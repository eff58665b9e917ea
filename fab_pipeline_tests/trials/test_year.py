"""A backfill of archived days is one run, and fast."""

from pathlib import Path

import pytest

from fab_pipeline_tests.trials.parsers import OTHERS_AT_WORK
from fab_pipeline_tests.trials.trial import SEED
from fab_pipeline_tests.trials.year import backfill_year

CPU_SECONDS_A_DAY = 60 / 365
START_SECONDS = 8.0
"""Imports, the captures that ship, and the boards: the same for a month and for a year."""


@pytest.mark.slow
def test_a_tenth_of_a_year_of_five_sources_is_read_within_a_tenth_of_a_minute(tmp_path: Path) -> None:
    days = 36
    figures = backfill_year(tmp_path, SEED, days)
    # Time of the processor, not of the clock: others may share the machine, and its caches. Measured for a whole year: docs/reliability.md.
    assert isinstance(used := figures.counts["CPU seconds"], float)
    assert used < (START_SECONDS + days * CPU_SECONDS_A_DAY) * OTHERS_AT_WORK
