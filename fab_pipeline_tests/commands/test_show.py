"""Commands that read a release."""

import json
import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

import fab_pipeline
from fab_pipeline.contracts import TABLES


def test_show_prints_the_board_and_programs_get_json(cli):
    lines = cli("show", "training_cost", "--format", "json").stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    assert [row["rank"] for row in rows] == list(range(1, 53))
    assert rows[0]["run_id"] == "openai-gpt-4"
    assert rows[0]["accelerator_hours"] == 270_000_000


def test_show_takes_columns_and_says_which_exist(cli):
    assert cli("show", "training_cost", "--columns", "model,rank", "--format", "csv").stdout.startswith("model,rank\n")
    wrong = cli("show", "training_cost", "--columns", "price")
    assert wrong.exit_code == 2
    assert "has no column price; it has rank, run_id" in wrong.stderr


def test_an_unknown_table_is_a_usage_error_of_one_line(cli):
    result = cli("show", "leaderboard")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "there is no table 'leaderboard'" in result.stderr


def test_prices_show_on_one_screen_whose_each_lowest_is(cli):
    text = cli("prices", "H100").stdout
    lines = text.splitlines()
    assert len(lines) <= 40, "one screen"
    by_price = {line.split()[0]: line for line in lines if line.split() and line.split()[0] in {"1.99", "2.59", "3.99", "6.88"}}
    for price, statistic, seller in (
        ("1.99", "lowest_on_demand (any form, pcie 80 GB)", "RunPod Community Cloud"),
        ("2.59", "lowest_on_demand (nvl 94 GB)", "RunPod Community Cloud"),
        ("3.99", "lowest_cluster (any form, sxm 80 GB)", "Lambda"),
        ("6.88", "lowest_hyperscaler (any form, sxm 80 GB)", "AWS"),
    ):
        assert statistic in by_price[price]
        assert seller in by_price[price]
    assert "lowest on-demand price of an eight-accelerator node without marketplaces and resellers" in text
    assert "absent: verda" in text


def test_prices_of_every_form_keep_their_blank_statistics(cli):
    text = cli("prices", "H100", "--all").stdout
    assert text.count("lowest_reserved_36_months") == 5
    assert "NVIDIA H100, form any, any memory" in text


def test_an_accelerator_without_a_quote_says_so(cli):
    assert "no quote is in force" in cli("prices", "H800").stdout


def test_quote_multiplies_hours_by_each_statistic(cli):
    rows = [json.loads(line) for line in cli("quote", "--accelerator", "h100", "--hours", "1000", "--format", "json").stdout.splitlines()]
    priced = [row for row in rows if row["cost_usd"] is not None]
    assert priced
    assert all(row["cost_usd"] == pytest.approx(row["price_per_accelerator_hour_usd"] * 1000) for row in priced)


def test_explain_shows_the_chain_from_cell_to_bytes(cli):
    text = cli("explain", "training_cost", "openai-gpt-4", "recomputed_cost_usd").stdout
    for part in ("rule:", "accelerator_hours", "270,000,000", "hours_exceed_count_times_duration", "quote ", "sha256", "transcribed"):
        assert part in text


def test_explain_says_why_a_cell_is_blank(cli):
    text = cli("explain", "training_cost", "meta-llama-3.1-405b", "duration_days").stdout
    assert "blank because: undisclosed" in text
    assert "54" in text


def test_explain_names_rows_that_exist(cli):
    result = cli("explain", "training_cost", "openai-gpt-99")
    assert result.exit_code == 2
    assert "has no row 'openai-gpt-99'; it has, for example" in result.stderr


def test_sources_have_status_and_age(cli):
    rows = [json.loads(line) for line in cli("sources", "--format", "json").stdout.splitlines()]
    assert {"training_cost_page", "aws", "lambda_page"} <= {row["source"] for row in rows}
    assert "age_days" in cli("sources").stdout


def test_without_a_release_the_error_says_what_to_do(tmp_path, monkeypatch):
    from fab_pipeline_tests.commands.conftest import call

    result = call(tmp_path / "empty", "show", "training_cost")
    assert result.exit_code == 1
    assert "fab-pipeline run" in result.stderr
    assert result.stderr.count("\n") == 1


def test_every_command_has_help_with_an_example(cli):
    from fab_pipeline.cli import COMMANDS

    for command in set(COMMANDS) - {"read"}:
        result = cli(command, "--help")
        assert result.exit_code == 0
        assert f"Example: fab-pipeline {command}" in " ".join(result.stdout.split())


@pytest.mark.parametrize("table", ["price_changes", "price_quotes", "accelerator_prices", "training_cost_history", "findings", "sources"])
def test_every_row_can_be_explained_by_its_own_key(cli, released, table):
    frame = fab_pipeline.load(table, home=released)
    for values in frame.select(TABLES[table].key).head(3).iter_rows():
        for separator in ("|", " | "):
            result = cli("explain", table, separator.join(map(str, values)))
            assert result.exit_code == 0
            assert result.stdout.startswith(f"{table} {' | '.join(map(str, values))}   (release ")


def test_a_number_of_a_key_may_be_written_short(cli, released):
    row = fab_pipeline.load("accelerator_prices", home=released).filter(pl.col("accelerator_memory_gb") == 80).to_dicts()[0]
    key = [str(row[name]) for name in TABLES["accelerator_prices"].key]
    short = "|".join("80" if part == "80.0" else part for part in key)
    assert cli("explain", "accelerator_prices", short).stdout == cli("explain", "accelerator_prices", "|".join(key)).stdout


def test_a_key_that_is_none_is_one_line(cli):
    for key in ("x", "2026-10-10|NVIDIA H100|any|abc|lowest_cluster|day", "|||||", ""):
        result = cli("explain", "accelerator_prices", key)
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("hours", ["nan", "inf", "-inf", "1e308", "0", "-1", "many"])
def test_hours_that_are_none_are_wrong_usage(cli, hours):
    assert cli("quote", "--accelerator", "H100", "--hours", hours).exit_code == 2


@pytest.mark.parametrize("hours", ["nan", "inf", "1e300", "1e8", "-1"])
def test_a_grace_that_is_none_is_wrong_usage(cli, hours):
    assert cli("prune", "--grace-hours", hours).exit_code == 2


@pytest.mark.parametrize("release", ["x", "", "..", "../../etc", "20200101T000000000000Z-00000000"])
def test_a_release_that_is_none_is_wrong_usage(cli, release):
    for command in (("pin", release), ("diff", release), ("diff", release, release)):
        result = cli(*command)
        assert result.exit_code == 2
        assert "fab-pipeline releases" in result.stderr


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "", "x", "2026-10-10T00:00:00"])
def test_a_time_that_is_none_is_wrong_usage(cli, moment):
    result = cli("run", "--known-at", moment)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "gbk"])
def test_signs_that_an_output_does_not_have_are_escaped(released, encoding):
    script = "import sys; from fab_pipeline.cli import main; main(sys.argv[1:])"
    environment = {**os.environ, "FAB_HOME": str(released), "PYTHONIOENCODING": encoding}
    for arguments in (("show", "training_cost"), ("show", "findings", "--format", "json"), ("explain", "training_cost", "openai-gpt-4")):
        shown = subprocess.run([sys.executable, "-c", script, *arguments], env=environment, capture_output=True, check=False)
        assert (shown.returncode, shown.stderr) == (0, b"")
        if "json" in arguments:
            text = shown.stdout.decode("utf-8" if encoding == "ascii" else encoding)  # click takes ASCII for a slip and writes UTF-8
            assert len([json.loads(line) for line in text.splitlines()]) > 10


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_output_that_is_full_is_one_line(released):
    script = "import sys; from fab_pipeline.cli import main; main(sys.argv[1:])"
    for form in ("table", "csv", "json"):
        with Path("/dev/full").open("wb") as full:
            shown = subprocess.run(
                [sys.executable, "-c", script, "show", "training_cost", "--format", form],
                env={**os.environ, "FAB_HOME": str(released)},
                stdout=full,
                stderr=subprocess.PIPE,
                check=False,
            )
        assert shown.returncode == 1
        assert b"no space left on device" in shown.stderr
        assert b"Traceback" not in shown.stderr
