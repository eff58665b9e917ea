"""The board of vendors in a terminal: one line a vendor, and why there is no position."""

import pytest

from fab_pipeline.commands.vendor_table import print_ranking
from fab_pipeline.leaderboards.vendor_ranking import vendor_ranking
from fab_pipeline_tests.leaderboards.vendor_claims import claim, frame


def test_each_vendor_has_a_line_of_coverage_and_one_that_says_why_it_has_no_position(capsys: pytest.CaptureFixture[str]):
    rows = [claim("acme", "full_stack"), claim("acme", "article_rank", 3.0, value_kind="rank"), claim("birch", "customers", 5.0)]
    print_ranking(vendor_ranking(frame(*rows), draws=100))
    lines = capsys.readouterr().out.splitlines()
    (acme,) = (line for line in lines if line.startswith("acme "))
    assert [cell.strip() for cell in acme.split("│")] == [
        "acme", "1 (0)", "0 (0)", "0 (0)", "0 (0)", "0 (0)", "1 to 2 of 2", "none", "none, —", "3",
    ]  # fmt: skip
    assert any(line.startswith("birch: rank 1 to 2 of 2") and "track record: 0 of 1" in line for line in lines)
