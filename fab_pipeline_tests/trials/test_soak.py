"""The page of figures: one line per trial, rewritten one at a time."""

from pathlib import Path

import pytest

from fab_pipeline_tests.trials.soak import TRIALS, main, page_with, row_of
from fab_pipeline_tests.trials.trial import Figures


def test_a_trial_rewrites_its_own_line_and_leaves_the_others() -> None:
    first, second = Figures("kills", 1, {"runs": 100}, 12.5), Figures("backfill", 2, {"quotes": 180_000}, 40.0)
    page = page_with(page_with("", "kills", row_of("kills", first, 99.6)), "backfill", row_of("backfill", second, 800.0))
    again = page_with(page, "kills", row_of("kills", Figures("kills", 3, {"runs": 7}, 1.0), 50.0))
    lines = [line for line in again.splitlines() if line.startswith("| **")]
    assert [line.split("**")[1] for line in lines] == ["backfill", "kills"]
    assert "quotes 180,000 | 40.0 | 800 MB | 2 |" in lines[0]
    assert "runs 7 | 1.0 | 50 MB | 3 |" in lines[1]
    assert "runs 100" in page


def test_every_trial_is_explained_on_the_page() -> None:
    page = page_with("", "kills", row_of("kills", Figures("kills", 1), 1.0))
    for name in TRIALS:
        assert f"- **{name}**: " in page


@pytest.mark.slow
def test_a_small_trial_of_the_parsers_writes_its_figures(tmp_path: Path, capsys) -> None:
    page = tmp_path / "reliability.md"
    assert main(["--only", "parsers", "--size", "2", "--page", str(page)]) == 0
    printed = capsys.readouterr().out.strip()
    assert printed in page.read_text("utf-8")
    assert printed.startswith("| **parsers** | parsers ")
