"""Source names of the contract, families of names, and a user's own names."""

import pytest

from fab_pipeline.contracts.words import SOURCE_STATUS
from fab_pipeline.vocabulary.sources import is_source_name, listed_sources, source_facts

OF_THE_CONTRACT = [
    "azure",
    "aws",
    "aws_bulk",
    "runpod",
    "runpod_page",
    "vast",
    "oracle",
    "verda",
    "vultr",
    "vultr_metal",
    "scaleway",
    "linode",
    "cloudrift",
    "lium",
    "lambda_api",
    "lambda_page",
    "nebius",
    "hyperstack",
    "coreweave",
    "crusoe",
    "google_page",
    "gcp",
    "digitalocean",
    "shadeform",
    "aws_history",
    "azure_history",
    "epoch_prices",
]


def test_every_source_name_of_the_contract_is_listed() -> None:
    assert [name for name in OF_THE_CONTRACT if name not in listed_sources()] == []
    assert {"skypilot_*", "gpuhunt_*"} <= set(listed_sources())


def test_every_listed_source_has_title_terms_and_status() -> None:
    for name, facts in listed_sources().items():
        assert facts.title, name
        assert facts.license, name
        assert facts.status in SOURCE_STATUS


def test_a_family_stands_for_its_members() -> None:
    facts = source_facts("skypilot_lambda")
    assert (facts.name, facts.title, facts.license) == ("skypilot_lambda", "SkyPilot catalogue: lambda", "Apache-2.0")
    assert source_facts("gpuhunt_gcp").dated_facts


def test_another_name_is_a_users_own_source_of_prices() -> None:
    facts = source_facts("my_price_list")
    assert (facts.kind, facts.title, facts.status, facts.url) == ("prices", "ingested", "sampled", None)


def test_terms_that_forbid_redistribution_are_kept() -> None:
    assert not source_facts("verda").redistribution
    assert source_facts("azure").redistribution


@pytest.mark.parametrize("name", ["azure", "aws_bulk", "skypilot_lambda", "x1"])
def test_a_name_is_snake_case(name: str) -> None:
    assert is_source_name(name)


@pytest.mark.parametrize("name", ["", "Azure", "my source", "_a", "a__b", "a-b", "1a", "../x", "a" * 65, "名"])
def test_anything_else_is_not_a_name(name: str) -> None:
    assert not is_source_name(name)


def test_every_source_says_unit_currency_what_it_carries_and_its_traps() -> None:
    for name, facts in listed_sources().items():
        assert facts.unit, name
        assert facts.currency, name
        assert facts.carries, name
        assert facts.traps, name
