"""`run`, `ingest`, `releases`, `diff`, `pin`, `prune`, `doctor`, `read` as a user meets them."""

import json
from pathlib import Path

import fab_pipeline
from fab_pipeline_tests.commands.conftest import call
from fab_pipeline_tests.pipeline.snapshots import csv_bytes, offer


def ingest(home: Path, folder: Path, **facts: object):
    file = folder / "alpha.csv"
    file.write_bytes(csv_bytes(offer(**facts)))
    return call(home, "ingest", str(file))


def test_run_prints_board_date_quarantine_findings_release_and_what_next(own_home: Path):
    result = call(own_home, "run")
    assert result.exit_code == 0
    for part in ("GPT-4", "board date", "quarantine", "findings", "release", "next", "nothing changed"):
        assert part in result.output


def test_run_gives_programs_one_json_line(own_home: Path):
    facts = json.loads(call(own_home, "run", "--format", "json").stdout)
    assert facts["runs"] == 52
    assert facts["changed"] is False
    assert facts["release_id"] == fab_pipeline.open_release(home=own_home).release_id


def test_run_of_an_earlier_day_and_back(own_home: Path):
    assert json.loads(call(own_home, "run", "--as-of", "2026-10-04", "--format", "json").stdout)["board_date"] == "2026-10-04"
    assert json.loads(call(own_home, "run", "--format", "json").stdout)["board_date"] > "2026-10-04"


def test_run_before_the_first_price_is_one_line(own_home: Path):
    result = call(own_home, "run", "--as-of", "1999-01-01")
    assert result.exit_code == 1
    assert "no price was observed on or before 1999-01-01" in result.stderr


def test_known_at_needs_a_zone(own_home: Path):
    result = call(own_home, "run", "--known-at", "2026-10-10T12:00:00")
    assert result.exit_code == 2
    assert "has no time zone" in result.stderr


def test_a_snapshot_makes_a_release_that_diff_explains_and_pin_goes_back(own_home: Path, tmp_path: Path):
    first = fab_pipeline.open_release(home=own_home).release_id
    assert ingest(own_home, tmp_path).exit_code == 0
    second = fab_pipeline.open_release(home=own_home).release_id
    assert second > first

    changes = [json.loads(line) for line in call(own_home, "diff", "--format", "json").stdout.splitlines()]
    assert {"training_cost", "accelerator_prices"} <= {change["table"] for change in changes}
    listed = [json.loads(line) for line in call(own_home, "releases", "--format", "json").stdout.splitlines()]
    assert [(row["release_id"], row["current"]) for row in listed] == [(second, True), (first, False)]

    assert call(own_home, "pin", first).exit_code == 0
    assert fab_pipeline.open_release(home=own_home).release_id == first


def test_prune_keeps_what_is_young(own_home: Path, tmp_path: Path):
    ingest(own_home, tmp_path)
    assert "removed 0 releases" in call(own_home, "prune", "--keep", "1").stdout
    assert call(own_home, "doctor").exit_code == 0


def test_read_prices_prints_quotes_and_rejected_rows_apart(own_home: Path, tmp_path: Path):
    file = tmp_path / "alpha.csv"
    file.write_bytes(csv_bytes(offer(), offer(price_per_instance_hour=0, instance_type="free")))
    result = call(own_home, "read", "prices", str(file))
    assert result.exit_code == 0
    quotes = [json.loads(line) for line in result.stdout.splitlines()]
    rejected = [json.loads(line) for line in result.stderr.splitlines()]
    assert [quote["price_per_accelerator_hour_usd"] for quote in quotes] == [3.0]
    assert [(row["reason"], row["row_number"], row["row_name"]) for row in rejected] == [("price_not_positive", 2, "free")]


def test_doctor_is_content_with_a_good_installation(own_home: Path):
    result = call(own_home, "doctor")
    assert result.exit_code == 0
    assert "WRONG" not in result.stdout


def test_a_day_that_has_not_come_has_no_board(own_home: Path):
    result = call(own_home, "run", "--as-of", "9999-12-31")
    assert result.exit_code == 2
    assert result.stderr == "fab-pipeline: 9999-12-31 is in the future; --as-of is a day whose prices could be seen\n"
