"""Whatever a server says, byte for byte: one observation with a known outcome and one line, never a traceback."""

import json
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from fab_pipeline.contracts.words import LIVE_OUTCOMES
from fab_pipeline.pipeline.collect_live import outcome_of
from fab_pipeline.pipeline.pipeline import Pipeline
from fab_pipeline_tests.collecting.vendor_server import Asked, VendorServer, Wire, serving
from fab_pipeline_tests.pipeline.live import lab
from fab_pipeline_tests.sources.prices.look_alikes import oracle_product

GOOD = json.dumps({"items": [oracle_product()]}).encode()
HEADER_TEXT = st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f\x85"), max_size=40)
HEADERS = st.lists(
    st.tuples(
        st.sampled_from(
            ["Content-Type", "Content-Encoding", "Content-Length", "Transfer-Encoding", "Location", "Retry-After", "ETag", "Last-Modified"]
        ),
        HEADER_TEXT
        | st.sampled_from(["application/json", "gzip", "chunked", "7", "0", "/", "//", "http://[", "http://127.0.0.1:99999/", "\x1b[31m"]),
    ),
    max_size=4,
)
STATUS_LINES = st.sampled_from([200, 204, 206, 301, 302, 304, 307, 401, 403, 404, 429, 451, 500, 503, 600, 999]).map(
    lambda status: f"HTTP/1.1 {status} X".encode()
) | st.binary(max_size=30)
BODIES = st.binary(max_size=60) | st.just(GOOD)


def raw(status_line: bytes, headers: list[tuple[str, str]], body: bytes) -> bytes:
    lines = [status_line, *(f"{name}: {value}".encode("latin-1") for name, value in headers), b"Connection: close", b"", b""]
    return b"\r\n".join(lines) + body


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STATUS_LINES, HEADERS, BODIES)
@example(b"HTTP/1.1 200 OK", [("Content-Type", "application/json"), ("Content-Encoding", "gzip")], GOOD)
@example(b"HTTP/1.1 302 X", [("Location", "http://[")], b"")
@example(b"HTTP/1.1 429 X", [("Retry-After", "\x1b[31mnever")], b"")
@example(b"HTTP/1.1 200 OK", [("Transfer-Encoding", "chunked")], b"zz\r\n")
@example(b"HTTP/1.1 200 OK", [("Content-Length", "-5")], GOOD)
def test_any_answer_is_one_observation_and_one_line(
    tmp_path: Path, status_line: bytes, headers: list[tuple[str, str]], body: bytes
) -> None:
    def say(wire: Wire, _: Asked) -> None:
        wire.wfile.write(raw(status_line, headers, body))
        wire.cut()

    with serving() as server:
        place = lab(server, tmp_path / "home", read_timeout_seconds=0.2, source_deadline_seconds=1.0)
        server.routes[place.path("oracle")] = say
        before = len(place.archive.entries())
        entry = place.collect("oracle", {})
        assert len(place.archive.entries()) == before + 1
    assert entry.outcome in LIVE_OUTCOMES
    assert (entry.outcome == "ok") or entry.reason
    line = outcome_of(entry, place.archive).line
    assert line.isprintable()
    assert all(text.isprintable() for text in (entry.reason or "", entry.url or ""))


def test_what_was_collected_so_can_be_parsed_and_built(server: VendorServer, tmp_path: Path) -> None:
    """Refused answers with bytes are in quarantine; those of which nothing came are in the table of sources only."""
    place = lab(server, tmp_path / "home")
    outcomes = {"oracle": 403, "vast": 500, "runpod": 200}
    for name, status in outcomes.items():
        server.routes[place.path(name)] = lambda wire, _, status=status: wire.answer(
            status, b"<html>Just a moment" if status != 500 else b"", content_type="text/html"
        )
        place.collect(name)
    pipeline = Pipeline(place.settings)
    pipeline.parse_prices()
    quarantine = pipeline.evidence["quarantine"]
    assert dict(quarantine.select("source", "reason").iter_rows()) == {"oracle": "http_403", "runpod": "challenge_page"}
    board = {row["source"]: row["last_outcome"] for row in pipeline.evidence["sources"].to_dicts()}
    assert board == {"oracle": "blocked", "runpod": "blocked", "vast": "failed"}
