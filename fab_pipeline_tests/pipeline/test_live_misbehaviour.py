"""Servers that misbehave: the run ends soon, names the source and the reason, and what was known before stays known."""

import gzip
import itertools
import json
import time
from pathlib import Path

import pytest

from fab_pipeline.pipeline.collect_live import outcome_of
from fab_pipeline_tests.collecting import vendor_server as vendors
from fab_pipeline_tests.collecting.vendor_server import Asked, Route, Wire, bytes_answer, json_answer
from fab_pipeline_tests.pipeline.live import Lab, lab
from fab_pipeline_tests.sources.prices.look_alikes import azure_item, azure_page, oracle_product

GOOD = {"items": [oracle_product(), oracle_product(partNumber="B900002", displayName="OCI - Compute - GPU - A100 - v2")]}
BODY = json.dumps(GOOD).encode()
CHALLENGE = b"<html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>"


def ask(at_lab: Lab, route: Route, name: str = "oracle"):
    at_lab.server.routes[at_lab.path(name)] = route
    at_lab.server.asked.clear()
    return at_lab.collect(name)


@pytest.mark.parametrize(
    ("route", "outcome", "code"),
    [
        (bytes_answer(b"no", "text/plain", 403), "blocked", "http_403"),
        (bytes_answer(b"no", "text/plain", 412), "blocked", "http_412"),
        (bytes_answer(b"slower", "text/plain", 429, retry_after="3600"), "blocked", "http_429"),
        (bytes_answer(CHALLENGE, "text/html", 503), "blocked", "http_503"),
        (bytes_answer(CHALLENGE, "text/html"), "blocked", "challenge_page"),
        (bytes_answer(b"hi", "text/html", cf_mitigated="challenge"), "blocked", "challenge_page"),
        (bytes_answer(b"<html>We are closed</html>", "text/html"), "rejected", "wrong_content_type"),
        (bytes_answer(BODY, "application/json", content_encoding="br"), "rejected", "unknown_encoding"),
        (bytes_answer(b"", "application/json"), "empty", "empty_answer"),
        (bytes_answer(b" \n", "application/json"), "empty", "empty_answer"),
        (json_answer({"items": []}), "empty", "no_rows"),
        (bytes_answer(b"gone", "text/plain", 404), "failed", "http_404"),
        (bytes_answer(b"odd", "text/plain", 206), "failed", "http_206"),
        (bytes_answer(b"oops", "text/plain", 500), "failed", "http_500"),
        (lambda wire, _: wire.begin(304), "failed", "http_304"),
        (vendors.truncated_gzip(BODY), "failed", "cut_off"),
        (vendors.broken_off(BODY), "failed", "cut_off"),
        (bytes_answer(b"not gzip at all", "application/json", content_encoding="gzip"), "failed", "damaged_compression"),
        (vendors.reset, "failed", "connection_lost"),
        (vendors.moved("https://elsewhere.example/prices"), "failed", "host_not_declared"),
        (vendors.moved("file:///etc/passwd"), "failed", "host_not_declared"),
        (vendors.moved("http://127.0.0.1@elsewhere.example/"), "failed", "host_not_declared"),
        (vendors.flood(), "rejected", "too_large"),
        (vendors.flood(503), "rejected", "too_large"),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_recorded_with_its_reason_and_never_as_no_offers(at_lab: Lab, route: Route, outcome: str, code: str) -> None:
    before = ask(at_lab, bytes_answer(BODY, "application/json"))
    began = time.monotonic()
    entry = ask(at_lab, route)
    assert time.monotonic() - began < 15
    assert entry.outcome == outcome
    assert entry.reason is not None
    assert entry.reason.startswith(f"{code}: ")
    assert "\n" not in entry.reason
    line = outcome_of(entry, at_lab.archive)
    assert (line.source, line.outcome) == ("oracle", outcome)
    assert f"the last good capture is of {before.observed_at:%Y-%m-%d}" in line.line
    assert [known.outcome for known in at_lab.archive.entries("oracle")] == ["ok", outcome]
    assert at_lab.archive.body(before) == BODY


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504, 520, 529])
def test_a_server_in_trouble_is_asked_again(at_lab: Lab, status: int) -> None:
    entry = ask(at_lab, vendors.one_after_the_other(bytes_answer(b"later", "text/plain", status), bytes_answer(BODY, "application/json")))
    assert (entry.outcome, len(at_lab.server.asked)) == ("ok", 2)


def test_a_pause_that_the_server_asks_for_is_kept(at_lab: Lab) -> None:
    began = time.monotonic()
    slower = bytes_answer(b"slower", "text/plain", 429, retry_after="1")
    entry = ask(at_lab, vendors.one_after_the_other(slower, bytes_answer(BODY, "application/json")))
    assert entry.outcome == "ok"
    assert time.monotonic() - began >= 1


@pytest.mark.parametrize("header", ["soon", "", "-5", "Thu, 01 Jan 1970 00:00:00 GMT", "9" * 400])
def test_a_pause_that_cannot_be_read_stops_nothing(at_lab: Lab, header: str) -> None:
    odd = bytes_answer(b"slower", "text/plain", 503, retry_after=header)
    entry = ask(at_lab, vendors.one_after_the_other(odd, bytes_answer(BODY, "application/json")))
    assert entry.outcome in {"ok", "failed"}


def test_a_pause_longer_than_the_limit_means_that_the_server_is_left_alone(at_lab: Lab) -> None:
    entry = ask(at_lab, bytes_answer(b"slower", "text/plain", 429, retry_after="3600"))
    assert len(at_lab.server.asked) == 1
    assert entry.reason is not None
    assert entry.reason.endswith("and to wait 3600")


@pytest.mark.parametrize("route", [vendors.slow_bytes(30), vendors.slow_headers(30)])
def test_slow_bytes_end_with_the_deadline_of_the_source(server: vendors.VendorServer, tmp_path: Path, route: Route) -> None:
    hurried = lab(server, tmp_path / "home", source_deadline_seconds=1.0)
    began = time.monotonic()
    entry = ask(hurried, route)
    assert time.monotonic() - began < 15
    assert (entry.outcome, entry.reason is not None and entry.reason.startswith("deadline_passed: ")) == ("failed", True)


def test_a_silent_server_times_out(server: vendors.VendorServer, tmp_path: Path) -> None:
    hurried = lab(server, tmp_path / "home", read_timeout_seconds=0.1)
    entry = ask(hurried, lambda wire, _: time.sleep(1))
    assert (entry.outcome, entry.reason is not None and entry.reason.startswith("timed_out: ")) == ("failed", True)


def test_nobody_listening_is_one_line(at_lab: Lab) -> None:
    source = at_lab.source("oracle")
    at_lab.server.server_close()
    at_lab.server.shutdown()
    entry = at_lab.collect(source)
    assert (entry.outcome, entry.bytes) == ("failed", 0)
    assert entry.reason is not None
    assert "the connection was refused" in entry.reason


def test_a_bomb_is_stopped_while_it_streams(at_lab: Lab) -> None:
    entry = ask(at_lab, vendors.bomb(200_000_000))
    assert (entry.outcome, entry.bytes) == ("rejected", 0)
    assert entry.reason is not None
    assert entry.reason.startswith("too_large: ")


def test_a_packed_answer_of_several_members_is_read_whole(at_lab: Lab) -> None:
    packed = gzip.compress(BODY[:50]) + gzip.compress(BODY[50:])
    entry = ask(at_lab, bytes_answer(packed, "application/json", content_encoding="gzip"))
    assert at_lab.archive.body(entry) == BODY


def test_a_redirect_within_the_declared_hosts_is_followed(at_lab: Lab) -> None:
    at_lab.server.routes["/new/place"] = bytes_answer(BODY, "application/json")
    entry = ask(at_lab, vendors.moved("/new/place"))
    assert (entry.outcome, entry.url) == ("ok", f"{at_lab.server.base}{at_lab.path('oracle')}?currencyCode=USD")


def test_a_redirect_in_a_circle_ends(at_lab: Lab) -> None:
    entry = ask(at_lab, vendors.moved(at_lab.path("oracle")))
    assert entry.reason is not None
    assert entry.reason.startswith("too_many_redirects: ")


def test_a_question_that_is_sent_elsewhere_is_not_asked_again(at_lab: Lab) -> None:
    entry = ask(at_lab, vendors.moved("/elsewhere"), "runpod")
    assert (entry.outcome, len(at_lab.server.asked)) == ("failed", 1)


def endless(at_lab: Lab, link: str) -> Route:
    numbers = itertools.count(1)

    def route(wire: Wire, asked: Asked) -> None:
        path = link.format(number=next(numbers), path=asked.path)
        body = azure_page(azure_item(), NextPageLink=f"{at_lab.server.base}{path}")
        wire.answer(200, json.dumps(body).encode(), content_type="application/json")

    return route


def test_pages_without_end_are_counted(at_lab: Lab) -> None:
    path = at_lab.path("azure")
    at_lab.server.routes[path] = endless(at_lab, path + "?$skip={number}")
    entry = at_lab.collect(at_lab.source("azure", max_pages=7))
    assert (entry.outcome, len(at_lab.server.asked)) == ("failed", 7)
    assert entry.reason is not None
    assert entry.reason.startswith("too_many_pages: ")
    assert entry.bytes > 0  # what had come is kept as evidence


@pytest.mark.parametrize("link", ["{path}", "/prices.azure.com/api/retail/prices?again"])
def test_pages_that_lead_back_are_noticed(at_lab: Lab, link: str) -> None:
    at_lab.server.routes[at_lab.path("azure")] = endless(at_lab, link)
    entry = at_lab.collect("azure")
    assert entry.reason is not None
    assert entry.reason.startswith("paging_loop: ")
    assert len(at_lab.server.asked) <= 4


def test_a_next_page_on_another_host_is_not_asked(at_lab: Lab) -> None:
    entry = ask(at_lab, json_answer(azure_page(azure_item(), NextPageLink="https://elsewhere.example/prices")), "azure")
    assert entry.reason is not None
    assert entry.reason.startswith("host_not_declared: https://elsewhere.example/prices")


def test_a_list_of_which_a_page_is_missing_is_no_list(at_lab: Lab) -> None:
    """The first page came, the second did not: nothing of it is read, all of it is kept."""
    path = at_lab.path("azure")

    def route(wire: Wire, asked: Asked) -> None:
        if "skip" in asked.path:
            wire.answer(404, b"", content_type="text/plain")
        else:
            page = azure_page(azure_item(), NextPageLink=f"{at_lab.server.base}{path}?$skip=1")
            wire.answer(200, json.dumps(page).encode(), content_type="application/json")

    at_lab.server.routes[path] = route
    entry = at_lab.collect("azure")
    assert (entry.outcome, entry.check) == ("failed", None)
    assert b"NC40ads" in at_lab.archive.body(entry)


@pytest.mark.parametrize(
    ("robots", "outcome", "code"),
    [
        (bytes_answer(b"User-agent: *\nDisallow: /", "text/plain"), "blocked", "robots_disallowed"),
        (bytes_answer(b"User-agent: fab-pipeline\nDisallow: /nebius.com/prices", "text/plain"), "blocked", "robots_disallowed"),
        (bytes_answer(b"User-agent: *\nCrawl-delay: 3600", "text/plain"), "blocked", "robots_delay"),
        (bytes_answer(b"User-agent: *\nCrawl-delay: 30", "text/plain"), "failed", "deadline_passed"),
        (bytes_answer(b"down", "text/plain", 500), "failed", "robots_unknown"),
        (vendors.reset, "failed", "robots_unknown"),
    ],
)
def test_a_page_that_robots_may_not_ask_for_is_not_asked_for(at_lab: Lab, robots: Route, outcome: str, code: str) -> None:
    at_lab.server.routes["/robots.txt"] = robots
    entry = ask(at_lab, bytes_answer(b"<html>prices</html>", "text/html"), "nebius")
    assert (entry.outcome, entry.reason is not None and entry.reason.partition(":")[0]) == (outcome, code)
    assert at_lab.path("nebius") not in at_lab.server.paths


def test_a_host_without_robots_txt_allows_everything(at_lab: Lab) -> None:
    ask(at_lab, bytes_answer(b"<html>prices</html>", "text/html"), "nebius")
    assert at_lab.server.paths == ["/robots.txt", at_lab.path("nebius")]


def test_a_page_behind_a_bot_wall_is_blocked_although_its_status_is_fine(at_lab: Lab) -> None:
    entry = ask(at_lab, bytes_answer(CHALLENGE, "text/html"), "nebius")
    assert entry.outcome == "blocked"
    assert entry.reason is not None
    assert entry.reason.startswith("blocked_page: ")


def test_a_page_that_has_changed_is_kept_to_be_read_by_a_later_reader(at_lab: Lab) -> None:
    entry = ask(at_lab, bytes_answer(b"<html><body><p>All new</p></body></html>", "text/html"), "nebius")
    assert (entry.outcome, entry.check is not None and entry.check.passed) == ("ok", False)
    line = outcome_of(entry, at_lab.archive)
    assert line.outcome == "unread"
    assert "no row of nebius found" in line.line
