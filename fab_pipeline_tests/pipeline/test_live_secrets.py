"""A key is sent where it belongs and stands nowhere else: no file, no line, no log, whatever the server does with it."""

import gzip
import json
import logging
import time
from dataclasses import replace
from pathlib import Path

import pytest

from fab_pipeline.pipeline.collect_live import outcome_of
from fab_pipeline.sources.fetching import KeyRule
from fab_pipeline_tests.collecting import vendor_server as vendors
from fab_pipeline_tests.collecting.vendor_server import Asked, Route, VendorServer, Wire, bytes_answer, json_answer
from fab_pipeline_tests.pipeline.live import Lab, lab
from fab_pipeline_tests.sources.prices.look_alikes import azure_item, azure_page, oracle_product

KEY = "sk-live-3f9a77-very-secret"
VARIABLE = "FAB_KEY_LAB"
RULES = [KeyRule(VARIABLE), KeyRule(VARIABLE, "header", "X-API-KEY"), KeyRule(VARIABLE, "query", "key")]
GOOD = {"items": [oracle_product()]}


@pytest.fixture
def keyed(server: VendorServer, tmp_path: Path) -> Lab:
    return lab(server, tmp_path / "home", keys={VARIABLE: KEY}, read_timeout_seconds=2.0)


def everything_written(home: Path) -> bytes:
    """All bytes below a folder, packed ones unpacked too, and all names."""
    found = b""
    for path in sorted(home.rglob("*")):
        found += str(path).encode()
        if path.is_file():
            body = path.read_bytes()
            found += body + (gzip.decompress(body) if path.suffix == ".gz" else b"")
    return found


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.place)
def test_the_key_is_sent_in_its_place_and_the_manifest_does_not_know_it(keyed: Lab, rule: KeyRule) -> None:
    keyed.server.routes[keyed.path("oracle")] = json_answer(GOOD)
    entry = keyed.collect(keyed.source("oracle", key=rule))
    [asked] = keyed.server.asked
    places = (asked.headers.get("authorization"), asked.headers.get("x-api-key"), asked.path.partition("?")[2])
    assert (
        places
        == {
            "bearer": (f"Bearer {KEY}", None, "currencyCode=USD"),
            "header": (None, KEY, "currencyCode=USD"),
            "query": (None, None, f"currencyCode=USD&key={KEY}"),
        }[rule.place]
    )
    assert entry.url == f"{keyed.server.base}{keyed.path('oracle')}?currencyCode=USD"
    assert KEY.encode() not in everything_written(keyed.settings.home)


def silent(wire: Wire, _: Asked) -> None:
    """Say nothing until the client gives up."""
    time.sleep(0.3)
    wire.cut()


def echo(wire: Wire, asked: Asked) -> None:
    """Repeat the request, as error pages do."""
    wire.answer(403, json.dumps([asked.path, asked.headers]).encode(), content_type="application/json", etag=asked.path)


def echo_in_a_good_answer(wire: Wire, asked: Asked) -> None:
    wire.answer(200, json.dumps({**GOOD, "asked": [asked.path, asked.headers]}).encode(), content_type="application/json")


def echo_in_the_type(wire: Wire, asked: Asked) -> None:
    wire.answer(200, b"x", content_type=f"text/{asked.path}{asked.headers.get('authorization', '')}{asked.headers.get('x-api-key', '')}")


def echo_in_a_pause(wire: Wire, asked: Asked) -> None:
    wire.answer(429, b"x", content_type="text/plain", retry_after=f"{KEY}")


def sent_on(wire: Wire, asked: Asked) -> None:
    wire.answer(302, b"", location=f"https://elsewhere.example{asked.path}")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.place)
@pytest.mark.parametrize(
    "route",
    [
        echo,
        echo_in_a_good_answer,
        echo_in_the_type,
        echo_in_a_pause,
        sent_on,
        silent,
        vendors.reset,
        vendors.truncated_gzip(json.dumps(GOOD).encode()),
        bytes_answer(b"x", "text/plain", 500),
        bytes_answer(b"x", "text/plain", 404),
        json_answer(GOOD),
    ],
)
def test_whatever_the_server_does_the_key_is_in_no_file_no_line_and_no_log(
    keyed: Lab, rule: KeyRule, route: Route, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    if route is silent:
        keyed = replace(keyed, settings=replace(keyed.settings, network=replace(keyed.settings.network, read_timeout_seconds=0.1)))
    keyed.server.routes[keyed.path("oracle")] = route
    entry = keyed.collect(keyed.source("oracle", key=rule))
    told = [outcome_of(entry, keyed.archive).line, str(entry), repr(keyed.settings), caplog.text, *capfd.readouterr()]
    assert keyed.server.asked
    assert not [text for text in told if KEY in text]
    assert KEY.encode() not in everything_written(keyed.settings.home)


def test_an_answer_that_repeats_the_key_is_not_kept_and_says_so(keyed: Lab) -> None:
    keyed.server.routes[keyed.path("oracle")] = echo_in_a_good_answer
    entry = keyed.collect(keyed.source("oracle", key=RULES[2]))
    assert (entry.outcome, entry.bytes) == ("rejected", 0)
    assert entry.reason is not None
    assert entry.reason.startswith("key_in_answer: ")


def test_a_next_page_that_carries_the_key_is_followed_and_recorded_without_it(keyed: Lab) -> None:
    path = keyed.path("azure")

    def route(wire: Wire, asked: Asked) -> None:
        following = None if "skip" in asked.path else f"{keyed.server.base}{path}?skip=1"
        wire.answer(200, json.dumps(azure_page(azure_item(), NextPageLink=following)).encode(), content_type="application/json")

    keyed.server.routes[path] = route
    entry = keyed.collect(keyed.source("azure", key=RULES[2], first=(keyed.source("azure").fetching.first[0],)))  # pyright: ignore
    assert entry.outcome == "ok"
    assert [asked.path.count(KEY) for asked in keyed.server.asked] == [1, 1]
    assert KEY.encode() not in everything_written(keyed.settings.home)


def test_another_host_to_which_we_are_sent_gets_no_key(keyed: Lab) -> None:
    with vendors.serving() as other:
        other.routes["/list"] = json_answer(GOOD)
        keyed.server.routes[keyed.path("oracle")] = vendors.moved(f"{other.base}/list")
        entry = keyed.collect(keyed.source("oracle", key=RULES[0]))
        assert entry.outcome == "ok"
        assert [asked.headers.get("authorization") for asked in other.asked] == [None]
    assert keyed.server.asked[0].headers["authorization"] == f"Bearer {KEY}"


def test_a_netrc_of_the_user_is_not_read(keyed: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("default login somebody password hidden\n")
    monkeypatch.setenv("NETRC", str(netrc))
    keyed.server.routes[keyed.path("oracle")] = json_answer(GOOD)
    keyed.collect("oracle")
    assert "authorization" not in keyed.server.asked[0].headers
