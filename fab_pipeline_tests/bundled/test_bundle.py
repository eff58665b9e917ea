"""The bundle: complete, readable without loss, addressed, and nothing in it that is known not to be a price."""

from datetime import date
from itertools import pairwise

import pytest

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import typed
from fab_pipeline.contracts.words import ORIGINS, WINNING_PRICE_KINDS
from fab_pipeline_tests.bundled.bundle import FOLDER, bundled, price_files, quotes

OCTOBER = "2026-10-10.csv"
OWN_LIST_SINCE_2024 = {"gpuhunt_gcp"}
SEEN_IN_2026 = {"aws_history", "azure_history", "coreweave", "lambda_page", "nebius", "oracle"}


def test_the_manifest_names_every_file_and_every_file_is_there() -> None:
    there = {str(path.relative_to(FOLDER)) for folder in ("pages", "prices") for path in (FOLDER / folder).rglob("*") if path.is_file()}
    assert {item.entry["file"] for item in bundled()} == there | {"../registry/training_runs.yaml", "../registry/accelerator_specs.yaml"}


def test_every_entry_says_where_it_comes_from() -> None:
    for item in bundled():
        assert item.entry["origin"] == "transcribed"
        assert item.entry["origin"] in ORIGINS
        assert item.entry["locator"]
        assert item.entry["license"]
        assert item.entry["url"] or item.entry["url_reason"]


@pytest.mark.parametrize("name", sorted(price_files()))
def test_no_row_is_lost_on_the_way(name: str) -> None:
    assert price_files()[name].rejected == []
    TABLES["price_quotes"].schema.validate(typed(TABLES["price_quotes"], quotes(name)))


def test_quote_ids_are_unique_over_all_files() -> None:
    ids = [quote["quote_id"] for name in price_files() for quote in quotes(name)]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("name", sorted(price_files()))
def test_every_price_has_its_address_and_its_place(name: str) -> None:
    for quote in quotes(name):
        assert str(quote["source_url"]).startswith("https://"), quote["quote_id"]
        assert len(str(quote["locator"])) > 10, quote["quote_id"]
        assert quote["origin"] == "transcribed"


def test_october_has_enough_offers_of_enough_providers() -> None:
    offers = quotes(OCTOBER)
    assert len(offers) >= 60
    assert len({offer["provider"] for offer in offers}) >= 10
    assert {offer["purchase_option"] for offer in offers} == {"on_demand", "spot"}
    assert {1, 8} <= {offer["accelerator_count"] for offer in offers}


def test_there_are_labelled_prices_that_never_win() -> None:
    kinds = {quote["price_kind"] for name in price_files() for quote in quotes(name)}
    assert {"estimated", "from_teaser"} <= kinds - set(WINNING_PRICE_KINDS)


def test_october_has_several_days_with_other_prices() -> None:
    """So that the month to date is another number than the day."""
    secure: dict[str, dict[object, object]] = {"2026-10-01.csv": {}, OCTOBER: {}}
    for name, prices in secure.items():
        own = (quote for quote in quotes(name) if quote["provider"] == "RunPod Secure Cloud")
        prices.update((quote["offer_key"], quote["price_per_accelerator_hour"]) for quote in own)
    both = secure["2026-10-01.csv"].keys() & secure[OCTOBER].keys()
    assert any(secure["2026-10-01.csv"][key] < secure[OCTOBER][key] for key in both)


def test_what_is_known_not_to_be_a_price_is_not_there() -> None:
    for name in price_files():
        for quote in quotes(name):
            runpod = str(quote["provider"]).startswith("RunPod")
            assert not (runpod and quote["price_per_accelerator_hour"] == 0.5)
            assert not (quote["region"] == "polandcentral" and quote["price_per_instance_hour"] == 7.692)
            assert "Mithril" not in str(quote["provider"])


def test_dated_facts_reach_2026_or_are_a_publishers_own_list_or_are_closed() -> None:
    facts = quotes("list_price_changes.csv")
    assert all(fact["dated_fact"] for fact in facts)
    newest: dict[object, dict[str, object]] = {}
    for fact in facts:
        if fact["offer_key"] not in newest or fact["observed_at"] > newest[fact["offer_key"]]["observed_at"]:  # type: ignore[operator]
            newest[fact["offer_key"]] = fact
    open_ones = [fact for fact in newest.values() if fact["valid_to"] is None]
    assert {fact["source"] for fact in open_ones} == SEEN_IN_2026 | OWN_LIST_SINCE_2024
    assert all(fact["purchase_option"] == "on_demand" for fact in open_ones if fact["source"] in SEEN_IN_2026)
    assert not [fact for fact in open_ones if fact["accelerator"] in {"NVIDIA H800", "NVIDIA A800"}]


def test_a_fact_is_closed_only_at_the_end_of_its_chain() -> None:
    chains: dict[object, list[dict[str, object]]] = {}
    for fact in quotes("list_price_changes.csv"):
        chains.setdefault(fact["offer_key"], []).append(fact)
    for chain in chains.values():
        ordered = sorted(chain, key=lambda fact: str(fact["observed_at"]))
        assert all(fact["valid_to"] is None for fact in ordered[:-1]), ordered[0]["offer_key"]
        prices = [fact["price_per_instance_hour"] for fact in ordered]
        assert all(before != after for before, after in pairwise(prices)), ordered[0]["offer_key"]


@pytest.mark.parametrize(
    ("source", "instance", "region", "steps"),
    [
        ("aws_history", "p5.48xlarge", "us-east-1", [("2023-07-31", 98.32), ("2025-06-23", 55.04)]),
        ("aws_history", "p4d.24xlarge", "us-east-1", [("2023-01-30", 32.7726), ("2025-06-23", 21.957642)]),
        ("azure_history", "Standard_ND96isr_MI300X_v5", "westus3", [("2024-10-29", 98.32), ("2024-12-13", 88.488), ("2025-05-16", 48.0)]),
        ("nebius", "NVIDIA HGX H100", None, [("2026-02-11", 2.95), ("2026-07-12", 3.85), ("2026-10-01", 4.5)]),
        (
            "lambda_page",
            "gpu_8x_h100_sxm_80gb",
            None,
            [("2023-09-09", 20.72), ("2024-01-29", 27.92), ("2024-09-01", 23.92), ("2026-10-01", 31.92)],
        ),
    ],
)
def test_the_steps_of_well_known_prices(source: str, instance: str, region: str | None, steps: list[tuple[str, float]]) -> None:
    found = [
        (fact["observed_at"].date(), fact["price_per_instance_hour"])  # type: ignore[attr-defined]
        for fact in quotes("list_price_changes.csv")
        if (fact["source"], fact["instance_type"], fact["region"], fact["purchase_option"]) == (source, instance, region, "on_demand")
    ]
    assert sorted(found) == [(date.fromisoformat(day), price) for day, price in steps]


def test_the_bundle_is_small() -> None:
    assert sum(len(item.body) for item in bundled()) < 1_000_000
