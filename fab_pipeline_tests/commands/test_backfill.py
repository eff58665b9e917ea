"""`backfill`: archived captures are read again, and what that changed is shown."""

import json
from pathlib import Path

import polars as pl
import pytest

import fab_pipeline
from fab_pipeline.pipeline import parsed
from fab_pipeline.pipeline.parsing import parse_capture
from fab_pipeline_tests.commands.conftest import call


def test_the_same_code_changes_nothing(own_home: Path):
    before = fab_pipeline.open_release(home=own_home).release_id
    result = call(own_home, "backfill", "--from", "2026-10-10", "--to", "2026-10-10", "--format", "json")
    facts = json.loads(result.stdout)
    assert facts["captures"] >= 1
    assert (facts["changed"], facts["release_id"]) == ([], before)


def test_a_mended_parser_shows_what_it_changed_and_the_release_follows(own_home: Path, monkeypatch: pytest.MonkeyPatch):
    def mended(body, capture):
        frames = parse_capture(body, capture)
        return frames | {"price_quotes": frames["price_quotes"].with_columns(interconnect=pl.lit("read now"))}

    monkeypatch.setattr(parsed, "parse_capture", mended)
    facts = json.loads(call(own_home, "backfill", "--from", "2026-10-10", "--to", "2026-10-10", "--format", "json").stdout)
    (change,) = facts["changed"]
    assert (change["table"], change["change"], change["cells"]) == ("price_quotes", "changed", change["rows"])
    fabric = fab_pipeline.load("price_quotes", home=own_home).filter(pl.col("interconnect") == "read now")
    assert fabric.height == change["rows"]


def test_days_in_the_wrong_order_are_a_usage_error(own_home: Path):
    result = call(own_home, "backfill", "--from", "2026-10-10", "--to", "2026-10-01")
    assert result.exit_code == 2
    assert "--from 2026-10-10 is after --to 2026-10-01" in result.stderr
