"""Commands that read a release."""

import json

import polars as pl
import pytest

import fab_pipeline


def test_show_prints_the_board_and_programs_get_json(cli):
    lines = cli("show", "training_cost", "--format", "json").stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    assert [row["rank"] for row in rows] == list(range(1, 16))
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


def test_prices_show_every_named_lowest_with_its_owner(cli, released):
    text = cli("prices", "H100").stdout
    prices = fab_pipeline.load("accelerator_prices", home=released).filter(
        pl.col("accelerator") == "NVIDIA H100", pl.col("form_factor") == "any", pl.col("price_window") == "day"
    )
    newest = prices.filter(pl.col("as_of_date") == pl.col("as_of_date").max())
    for row in newest.filter(pl.col("winning_quote_id").is_not_null()).to_dicts():
        assert row["statistic"] in text
        assert row["provider"] in text


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
