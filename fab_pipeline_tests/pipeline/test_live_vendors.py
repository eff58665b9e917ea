"""Each vendor's wire format: what is asked, page after page, and the quotes that come of it."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from fab_pipeline.pipeline.parsing import parse_capture
from fab_pipeline.sources.answers import MEDIA_TYPE, unpack
from fab_pipeline.sources.prices import runpod, vast
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline_tests.collecting.vendor_server import Asked, Wire, bytes_answer, json_answer
from fab_pipeline_tests.pipeline.live import CONTACT, Lab
from fab_pipeline_tests.sources.prices import price_pages as pages
from fab_pipeline_tests.sources.prices.look_alikes import (
    azure_item,
    azure_page,
    every_source,
    gpuhunt_row,
    runpod_answer,
    runpod_type,
    vast_offer,
    zip_file,
)
from fab_pipeline_tests.sources.prices.tables import csv_table


def quotes_of(at_lab: Lab, name: str) -> list[dict[str, object]]:
    [entry] = at_lab.archive.entries(name)
    return parse_capture(at_lab.archive.body(entry), entry.capture)["price_quotes"].to_dicts()


def test_azure_is_asked_per_family_and_its_pages_are_followed_to_the_end(at_lab: Lab) -> None:
    """Three families of two pages each: six answers are one capture, in the order in which they were asked for."""
    path = at_lab.path("azure")

    def prices(wire: Wire, asked: Asked) -> None:
        query = parse_qs(urlsplit(asked.path).query)
        family = next(family for family in ("NC", "ND", "NV") if f"Standard_{family}" in query["$filter"][0])
        page = int(query.get("$skip", ["0"])[0])
        following = f"{at_lab.server.base}{asked.path}&$skip=1" if page == 0 else None
        item = azure_item(armRegionName=f"{family.lower()}{page}")
        wire.answer(200, json.dumps(azure_page(item, NextPageLink=following)).encode(), content_type="application/json; charset=utf-8")

    at_lab.server.routes[path] = prices
    entry = at_lab.collect("azure")
    assert (entry.outcome, entry.status, entry.origin, entry.media_type) == ("ok", 200, "fetched", MEDIA_TYPE)
    assert [row["region"] for row in quotes_of(at_lab, "azure")] == ["nc0", "nc1", "nd0", "nd1", "nv0", "nv1"]
    parts = unpack(at_lab.archive.body(entry))
    assert [part.url.removeprefix(at_lab.server.base) for part in parts] == at_lab.server.paths
    quarantine = parse_capture(at_lab.archive.body(entry), entry.capture)["quarantine"]
    assert quarantine.filter(quarantine["reason"] == "pages_missing").is_empty()


def test_runpod_gets_its_query_as_json_and_the_manifest_says_what_was_asked(at_lab: Lab) -> None:
    at_lab.server.routes[at_lab.path("runpod")] = json_answer(runpod_answer(runpod_type()))
    entry = at_lab.collect("runpod")
    [asked] = at_lab.server.asked
    assert (asked.method, json.loads(asked.body)) == ("POST", {"query": runpod.QUERY})
    assert entry.locator is not None
    assert json.loads(entry.locator.removeprefix("POST ")) == {"query": runpod.QUERY}
    assert {row["provider"] for row in quotes_of(at_lab, "runpod")} == {"RunPod Secure Cloud", "RunPod Community Cloud"}


def test_vast_is_searched_without_the_default_limit(at_lab: Lab) -> None:
    at_lab.server.routes[at_lab.path("vast")] = json_answer({"offers": [vast_offer()]})
    at_lab.collect("vast")
    [asked] = at_lab.server.asked
    search = json.loads(asked.body)
    assert search == vast.SEARCH
    assert search["limit"] >= 1000
    assert quotes_of(at_lab, "vast")


def test_gpuhunts_pointer_is_followed_and_only_the_catalogue_is_kept(at_lab: Lab) -> None:
    pointer = at_lab.path("gpuhunt_nebius")
    catalogue = pointer.replace("/version", "/20261010-4711/catalog.zip")
    body = zip_file({"nebius.csv": csv_table([gpuhunt_row()])})
    at_lab.server.routes[pointer] = bytes_answer(b"20261010-4711\n", "binary/octet-stream")
    at_lab.server.routes[catalogue] = bytes_answer(body, "application/zip", etag='"v1"')
    entry = at_lab.collect("gpuhunt_nebius")
    assert (at_lab.server.paths, entry.url) == ([pointer, catalogue], at_lab.server.base + catalogue)
    assert at_lab.archive.body(entry) == body
    assert len(quotes_of(at_lab, "gpuhunt_nebius")) == 1


def test_a_pointer_to_nowhere_is_one_line(at_lab: Lab) -> None:
    at_lab.server.routes[at_lab.path("gpuhunt_nebius")] = bytes_answer(b"../../secret", "text/plain")
    entry = at_lab.collect("gpuhunt_nebius")
    assert entry.outcome == "rejected"
    assert entry.reason is not None
    assert entry.reason.startswith("not_a_version: ")


def test_a_page_is_asked_within_robots_txt(at_lab: Lab) -> None:
    grid = pages.nebius_grid("NVIDIA GPU Instances", ["Item", "vCPUs", "RAM, GB", "GPU-hour"], [["NVIDIA HGX H200", "16", "200", "$4.10"]])
    at_lab.server.routes["/robots.txt"] = bytes_answer(b"User-agent: *\nDisallow: /private\n", "text/plain")
    at_lab.server.routes[at_lab.path("nebius")] = bytes_answer(pages.page(grid).encode(), "text/html; charset=utf-8")
    entry = at_lab.collect("nebius")
    assert at_lab.server.paths == ["/robots.txt", at_lab.path("nebius")]
    assert (entry.outcome, entry.media_type) == ("ok", "text/html")
    assert [row["accelerator"] for row in quotes_of(at_lab, "nebius")] == ["NVIDIA H200"]


@pytest.mark.parametrize("name", sorted(set(every_source()) & {name for name, source in SOURCES.items() if source.fetching}))
def test_every_parser_reads_what_its_own_questions_bring(at_lab: Lab, name: str) -> None:
    """Whatever is asked, and wherever, the answer is the look-alike of that source."""
    source = at_lab.source(name, key=None, robots=False)
    assert source.fetching is not None
    media = sorted(source.fetching.media)[0]
    for request in source.fetching.first:
        path = request.url.removeprefix(at_lab.server.base).partition("?")[0]
        at_lab.server.routes[path] = bytes_answer(every_source()[name], media)
    if name.startswith("gpuhunt_"):
        at_lab.server.routes[at_lab.path(name)] = bytes_answer(b"20261010-1", "text/plain")
        at_lab.server.routes[at_lab.path(name).replace("/version", "/20261010-1/catalog.zip")] = bytes_answer(every_source()[name], media)
    entry = at_lab.collect(source)
    assert (entry.outcome, entry.reason) == ("ok", None)
    assert entry.check is not None
    assert entry.check.quotes == len(quotes_of(at_lab, name)) > 0
    assert {row["origin"] for row in quotes_of(at_lab, name)} == {"fetched"}


def test_servers_are_told_who_asks_and_how_to_reach_them(at_lab: Lab) -> None:
    at_lab.server.routes[at_lab.path("oracle")] = bytes_answer(every_source()["oracle"], "application/json")
    at_lab.collect("oracle")
    [asked] = at_lab.server.asked
    assert asked.headers["user-agent"].startswith("fab-pipeline/")
    assert asked.headers["user-agent"].endswith(f"(+{CONTACT})")
