"""A vendor page of the allow-list, asked on loopback: claims come in, and what is no such page says so."""

from dataclasses import replace
from datetime import date

from fab_pipeline.pipeline.collect_live import outcome_of
from fab_pipeline.sources.base import Source
from fab_pipeline.sources.fetching import at
from fab_pipeline.sources.vendors.allowed_pages import AllowedPage, allowed_source
from fab_pipeline_tests.collecting.vendor_server import bytes_answer
from fab_pipeline_tests.pipeline.live import Lab

ADDRESS = "https://story.example/ebay"
STORY = (
    "<html><head><title>Case study: eBay</title></head><body><h1>Case study: eBay</h1><h2>The challenge</h2><p>Many languages.</p>"
    "<h2>The solution</h2><p>eBay trained its large language model on 96 NVIDIA H100 GPUs. Training took 12 days.</p></body></html>"
)


def page_at(at_lab: Lab, **changes: object) -> Source:
    allowed = replace(AllowedPage("ebay_story", ADDRESS, "ebay", "html", 2, date(2026, 11, 30)), **changes)  # pyright: ignore
    source = allowed_source(allowed)
    fetching = replace(at(allowed.fetching, at_lab.server.base), requests_per_second=500)
    return replace(source, fetching_of=lambda: fetching)


def serve(at_lab: Lab, body: str, robots: str = "User-agent: *\nAllow: /\n") -> None:
    at_lab.server.routes["/story.example/ebay"] = bytes_answer(body.encode(), "text/html")
    at_lab.server.routes["/robots.txt"] = bytes_answer(robots.encode(), "text/plain")


def test_a_page_of_the_list_is_asked_once_and_its_claims_are_counted(at_lab: Lab) -> None:
    serve(at_lab, STORY)
    entry = at_lab.collect(page_at(at_lab))
    assert (entry.source, entry.outcome, entry.origin) == ("vendor_ebay_story", "ok", "fetched")
    assert entry.check is not None
    assert entry.check.passed, entry.check.detail
    assert [asked.path for asked in at_lab.server.asked].count("/story.example/ebay") == 1
    assert outcome_of(entry, at_lab.archive).outcome == "ok"


def test_robots_keep_the_session_out(at_lab: Lab) -> None:
    serve(at_lab, STORY, "User-agent: *\nDisallow: /\n")
    entry = at_lab.collect(page_at(at_lab))
    assert entry.outcome != "ok"
    assert [asked.path for asked in at_lab.server.asked].count("/story.example/ebay") == 0


def test_a_page_that_keeps_robots_out_is_blocked_and_claims_nothing(at_lab: Lab) -> None:
    serve(at_lab, "<html><head><title>Just a moment...</title></head><body><p>Checking your browser before you go on.</p></body></html>")
    entry = at_lab.collect(page_at(at_lab))
    assert entry.outcome == "blocked"


def test_another_shape_or_another_vendor_than_declared_is_told(at_lab: Lab) -> None:
    serve(at_lab, STORY)
    shape = at_lab.collect(page_at(at_lab, shape="markdown"))
    vendor = at_lab.collect(page_at(at_lab, vendor="acme"))
    assert shape.check is not None
    assert not shape.check.passed
    assert "stands in html, where markdown is declared" in shape.check.detail
    assert vendor.check is not None
    assert not vendor.check.passed
    assert "no claim of acme" in vendor.check.detail


def test_a_server_that_refuses_is_blocked(at_lab: Lab) -> None:
    serve(at_lab, STORY)
    at_lab.server.routes["/story.example/ebay"] = bytes_answer(b"no", "text/html", 403)
    assert at_lab.collect(page_at(at_lab)).outcome == "blocked"
