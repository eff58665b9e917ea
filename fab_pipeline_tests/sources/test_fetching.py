"""Declarations of how a source is asked: what cannot be asked is refused when it is declared, and nothing secret stands in them."""

import json

import pytest

from fab_pipeline.sources.base import UnreadableCaptureError
from fab_pipeline.sources.fetching import Answer, Fetching, KeyRule, Request, at, host_of, page
from fab_pipeline.sources.prices import azure, gpuhunt
from fab_pipeline.sources.registry import SOURCES


def test_a_first_request_must_be_on_a_declared_host() -> None:
    with pytest.raises(ValueError, match=r"https://elsewhere\.example/ is not on a declared host"):
        Fetching(first=(Request("https://elsewhere.example/"),), hosts=frozenset({"api.example"}))
    with pytest.raises(ValueError, match="needs a first request"):
        Fetching(first=(), hosts=frozenset({"api.example"}))


def test_a_page_is_asked_once_within_robots_txt() -> None:
    fetching = page("https://cloud.example/pricing")
    assert (fetching.robots, fetching.hosts, fetching.address) == (True, frozenset({"cloud.example"}), "https://cloud.example/pricing")
    assert "text/html" in fetching.media


def test_a_mirror_gets_the_same_questions_below_the_name_of_the_host() -> None:
    moved = at(azure.FETCHING, "http://127.0.0.1:8123")
    assert {request.url.partition("?")[0] for request in moved.first} == {"http://127.0.0.1:8123/prices.azure.com/api/retail/prices"}
    assert {host_of(request.url) for request in moved.first} == moved.hosts == {"127.0.0.1"}
    assert [request.url.partition("?")[2] for request in moved.first] == [request.url.partition("?")[2] for request in azure.FETCHING.first]


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"<html>", b'{"Items": []}', b'{"NextPageLink": null}', b'{"NextPageLink": 7}', b"[" * 99_999]
)
def test_an_answer_without_next_page_is_the_last_one(body: bytes) -> None:
    assert azure.next_page(Answer(azure.FETCHING.first[0], body)) == ()


def test_the_next_page_of_azure_is_where_its_link_points() -> None:
    link = "https://prices.azure.com/api/retail/prices?$skip=1000"
    assert azure.next_page(Answer(azure.FETCHING.first[0], json.dumps({"NextPageLink": link}).encode())) == (Request(link),)


def test_every_declared_address_is_encrypted() -> None:
    fetched = [source.fetching for source in SOURCES.values() if source.fetching]
    assert fetched
    assert all(request.url.startswith("https://") for fetching in fetched for request in fetching.first)


def test_gpuhunts_pointer_leads_to_the_version_beside_it_and_only_the_catalogue_is_kept() -> None:
    fetching = at(gpuhunt.fetching("vultr"), "http://127.0.0.1:8123")
    pointer = Answer(fetching.first[0], b"20261010-4711\n")
    [catalogue] = fetching.following(pointer)
    assert catalogue.url == "http://127.0.0.1:8123/dstack-gpu-pricing.s3.eu-west-1.amazonaws.com/v3/vultr/20261010-4711/catalog.zip"
    assert not fetching.keep(pointer)
    assert fetching.keep(Answer(catalogue, b"PK\x03\x04"))
    assert fetching.following(Answer(catalogue, b"PK\x03\x04")) == ()


def test_a_pointer_that_holds_no_version_leads_nowhere() -> None:
    fetching = gpuhunt.fetching("vultr")
    with pytest.raises(UnreadableCaptureError, match="not a version"):
        fetching.following(Answer(fetching.first[0], b"../../etc/passwd"))


def test_a_key_comes_from_a_variable_of_this_project() -> None:
    with pytest.raises(ValueError, match="FAB_KEY_"):
        KeyRule("AWS_SECRET_ACCESS_KEY")
    with pytest.raises(ValueError, match="one with a name"):
        KeyRule("FAB_KEY_X", "query")
