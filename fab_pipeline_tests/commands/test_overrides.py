"""`fab-pipeline overrides`: what is held back, and a person's decisions about it."""

import json
from pathlib import Path

import fab_pipeline
from fab_pipeline_tests.commands.conftest import call


def winner(home: Path) -> dict[str, object]:
    prices = fab_pipeline.load("accelerator_prices", home=home).sort("as_of_date")
    wanted = prices.filter(accelerator="NVIDIA H100", form_factor="any", statistic="lowest_cluster", price_window="day")
    return wanted.tail(1).to_dicts()[0]


def test_a_price_is_held_by_hand_listed_and_cleared_again(own_home: Path):
    before = winner(own_home)
    said = call(
        own_home, "overrides", "hold", str(before["winning_quote_id"]), "--reason", "the page shows another price", "--by", "A. Reader"
    )
    assert said.exit_code == 0
    assert "next: fab-pipeline run" in said.stdout

    assert call(own_home, "run").exit_code == 0
    after = winner(own_home)
    assert after["price_per_accelerator_hour_usd"] > before["price_per_accelerator_hour_usd"]
    rows = [json.loads(line) for line in call(own_home, "overrides", "--format", "json").stdout.splitlines()]
    (row,) = [row for row in rows if row["quote_id"] == before["winning_quote_id"]]
    assert (row["reason"], row["override"], row["override_reason"]) == ("held_by_hand", "held", "the page shows another price")
    assert row["overridden_by"] == "A. Reader"

    assert call(own_home, "overrides", "clear", str(before["winning_quote_id"])).exit_code == 0
    assert call(own_home, "run").exit_code == 0
    assert winner(own_home)["winning_quote_id"] == before["winning_quote_id"]


def test_a_later_decision_about_the_same_key_takes_the_place_of_the_earlier_one(own_home: Path):
    key = str(fab_pipeline.load("price_quotes", home=own_home)["offer_key"][0])
    for decision in ("hold", "release"):
        assert call(own_home, "overrides", decision, key, "--reason", "seen").exit_code == 0
    assert (own_home / "registry" / "overrides.yaml").read_text("utf-8").count("decision: ") == 1


def test_unknown_keys_and_empty_reasons_are_one_line(own_home: Path):
    key = str(fab_pipeline.load("price_quotes", home=own_home)["quote_id"][0])
    for arguments, part in (
        (("release", "nothing", "--reason", "r"), "neither a quote id nor an offer key"),
        (("hold", key, "--reason", "  "), "needs a reason"),
        (("clear", key), "there is no decision about"),
    ):
        result = call(own_home, "overrides", *arguments)
        assert result.exit_code == 2
        assert part in result.stderr
        assert result.stderr.count("\n") == 1


def test_a_broken_file_stops_the_run_with_one_line_that_says_where(own_home: Path):
    (own_home / "registry").mkdir()
    (own_home / "registry" / "overrides.yaml").write_text("overrides: [", "utf-8")
    result = call(own_home, "run")
    assert result.exit_code == 1
    assert "overrides.yaml: not YAML" in result.stderr.splitlines()[-1]
