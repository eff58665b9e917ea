"""Feeds that were built from documentation, asked at the loopback server: pages, zones and keys, as their declarations say."""

import json
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest

from fab_pipeline.collecting.live import SkippedError
from fab_pipeline.pipeline.parsing import parse_capture
from fab_pipeline.sources.answers import unpack
from fab_pipeline.sources.prices import aws, scaleway
from fab_pipeline_tests.collecting.vendor_server import Asked, Wire, bytes_answer, json_answer
from fab_pipeline_tests.pipeline.live import Lab
from fab_pipeline_tests.sources.prices import aws_answers, documented_pages, feed_answers, gcp_answers
from fab_pipeline_tests.sources.prices.price_pages import page

MARK = "k3y-of-the-lab"


def quotes_of(at_lab: Lab, name: str) -> list[dict[str, object]]:
    [entry] = at_lab.archive.entries(name)
    return parse_capture(at_lab.archive.body(entry), entry.capture)["price_quotes"].to_dicts()


def with_key(at_lab: Lab, variable: str) -> None:
    at_lab.settings = replace(at_lab.settings, network=replace(at_lab.settings.network, keys={variable: MARK}))


def kept(at_lab: Lab) -> bytes:
    """Everything that the archive holds."""
    return b"".join(file.read_bytes() for file in at_lab.settings.captures.rglob("*") if file.is_file())


def test_google_is_asked_page_after_page_and_the_parts_of_a_machine_come_from_several(at_lab: Lab) -> None:
    with_key(at_lab, "FAB_KEY_GCP")
    core, ram, ssd, gpu = gcp_answers.A3

    def catalogue(wire: Wire, asked: Asked) -> None:
        query = parse_qs(urlsplit(asked.path).query)
        assert query["key"] == [MARK]
        first = "pageToken" not in query
        value = {"skus": [core, ram], "nextPageToken": "p/2="} if first else {"skus": [ssd, gpu], "nextPageToken": ""}
        wire.answer(200, json.dumps(value).encode(), content_type="application/json; charset=UTF-8")

    at_lab.server.routes[at_lab.path("gcp")] = catalogue
    entry = at_lab.collect("gcp")
    assert (entry.outcome, len(at_lab.server.asked)) == ("ok", 2)
    [quote] = [row for row in quotes_of(at_lab, "gcp") if row["instance_type"] == "a3-highgpu-8g"]
    assert quote["price_per_instance_hour"] == pytest.approx(gcp_answers.A3_HIGH_8G)
    assert MARK.encode() not in kept(at_lab)


def test_aws_is_asked_location_by_location(at_lab: Lab) -> None:
    def document(location: str) -> bytes:
        return json.dumps(aws_answers.page(aws_answers.page_entry(Location=location), location=location)).encode()

    source = at_lab.source("aws")
    assert source.fetching is not None
    for request, code in zip(source.fetching.first, aws.ASKED, strict=True):
        path = request.url.removeprefix(at_lab.server.base)
        at_lab.server.routes[path] = bytes_answer(document(aws.REGIONS[code]), "application/json")
    entry = at_lab.collect("aws")
    assert len(unpack(at_lab.archive.body(entry))) == len(aws.ASKED)
    assert [row["region"] for row in quotes_of(at_lab, "aws")] == list(aws.ASKED)


def test_scaleway_is_asked_zone_by_zone_and_the_zone_is_that_of_the_address(at_lab: Lab) -> None:
    source = at_lab.source("scaleway")
    assert source.fetching is not None
    for request in source.fetching.first:
        path = request.url.removeprefix(at_lab.server.base)
        at_lab.server.routes[path] = json_answer({"servers": {"H100-SXM-2-80G": feed_answers.scaleway_type()}})
    entry = at_lab.collect("scaleway")
    assert entry.reason is None, entry.reason
    assert [(row["region"], row["currency"]) for row in quotes_of(at_lab, "scaleway")] == [(zone, "EUR") for zone in scaleway.ZONES]


def test_vultrs_cursor_is_followed(at_lab: Lab) -> None:
    def plans(wire: Wire, asked: Asked) -> None:
        last = "cursor" in parse_qs(urlsplit(asked.path).query)
        plan = feed_answers.vultr_plan(id="vcg-a40-24c-120g-48vram" if last else "vcg-l40s-16c-180g-48vram", locations=["ams"])
        value = {"plans": [plan], "meta": {"total": 2, "links": {"next": "" if last else "bmV4dA==", "prev": ""}}}
        wire.answer(200, json.dumps(value).encode(), content_type="application/json")

    at_lab.server.routes[at_lab.path("vultr")] = plans
    at_lab.collect("vultr")
    assert [row["accelerator"] for row in quotes_of(at_lab, "vultr")] == ["NVIDIA L40S", "NVIDIA A40"]


def test_cloudrift_is_asked_for_machines_only(at_lab: Lab) -> None:
    at_lab.server.routes[at_lab.path("cloudrift")] = json_answer({"data": {"instance_types": [feed_answers.cloudrift_type()]}})
    at_lab.collect("cloudrift")
    [asked] = at_lab.server.asked
    assert (asked.method, json.loads(asked.body)["data"]["selector"]) == ("POST", {"ByServiceAndLocation": {"services": ["vm"]}})
    assert quotes_of(at_lab, "cloudrift")


def test_shadeforms_key_goes_into_its_own_header(at_lab: Lab) -> None:
    with_key(at_lab, "FAB_KEY_SHADEFORM")
    at_lab.server.routes[at_lab.path("shadeform")] = json_answer({"instance_types": [feed_answers.shadeform_type()]})
    at_lab.collect("shadeform")
    [asked] = at_lab.server.asked
    assert asked.headers["x-api-key"] == MARK
    assert MARK not in asked.path
    assert MARK.encode() not in kept(at_lab)


@pytest.mark.parametrize(
    ("name", "variable"),
    [
        ("gcp", "FAB_KEY_GCP"),
        ("lambda_api", "FAB_KEY_LAMBDA"),
        ("digitalocean", "FAB_KEY_DIGITALOCEAN"),
        ("shadeform", "FAB_KEY_SHADEFORM"),
    ],
)
def test_without_its_key_a_source_is_skipped_in_one_line(at_lab: Lab, name: str, variable: str) -> None:
    with pytest.raises(SkippedError, match=f"^{name}: it needs a key: set {variable}$"):
        at_lab.collect(name)
    assert at_lab.server.asked == []


def test_coreweaves_page_is_asked_within_robots_txt(at_lab: Lab) -> None:
    row = documented_pages.coreweave_row("NVIDIA HGX H100", "8", "80", "$48.00", "$20.00")
    table = documented_pages.coreweave_table("NORTH AMERICA", documented_pages.COREWEAVE_HEADINGS, [row])
    at_lab.server.routes["/robots.txt"] = bytes_answer(b"User-agent: *\nAllow: /\n", "text/plain")
    at_lab.server.routes[at_lab.path("coreweave")] = bytes_answer(page(table).encode(), "text/html; charset=utf-8")
    entry = at_lab.collect("coreweave")
    assert (entry.outcome, at_lab.server.paths) == ("ok", ["/robots.txt", at_lab.path("coreweave")])
    assert [row["price_per_accelerator_hour_usd"] for row in quotes_of(at_lab, "coreweave")] == [6.0, 2.5]
