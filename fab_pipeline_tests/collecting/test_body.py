"""Bodies unpacked while they stream, and addresses shown without what is secret in them."""

import gzip
import io
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fab_pipeline.collecting.addresses import check_step, is_loopback, public, with_key
from fab_pipeline.collecting.body import beginning, read_body
from fab_pipeline.collecting.faults import AnswerFault
from fab_pipeline.sources.fetching import KeyRule

BY_QUERY = KeyRule("FAB_KEY_LAB", "query", "key")


class Wire(io.BytesIO):
    """Raw bytes of an answer."""

    def read(self, amt: int | None = None, decode_content: bool | None = None) -> bytes:
        return super().read(amt)


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=4))
def test_packed_or_not_the_same_bytes_come_out(members: list[bytes]) -> None:
    whole = b"".join(members)
    assert read_body(Wire(whole), None, len(whole)) == whole
    assert read_body(Wire(b"".join(gzip.compress(member) for member in members)), "gzip", len(whole)) == whole


@given(st.binary(min_size=1, max_size=300), st.data())
def test_a_packed_body_is_whole_or_a_fault(body: bytes, data: st.DataObject) -> None:
    packed = gzip.compress(body)
    cut = data.draw(st.integers(1, len(packed) - 1))
    with pytest.raises(AnswerFault) as fault:
        read_body(Wire(packed[:cut]), "gzip", 1000)
    assert fault.value.reason == "cut_off"


@given(st.binary(max_size=300))
def test_any_bytes_said_to_be_packed_are_read_or_a_fault(noise: bytes) -> None:
    with suppress(AnswerFault):
        read_body(Wire(noise), "gzip", 1000)
    assert len(beginning(Wire(noise), "gzip", 10)) <= 10


@pytest.mark.parametrize("encoding", [None, "gzip"])
def test_one_byte_too_many_is_too_large(encoding: str | None) -> None:
    body = b"0" * 1001
    with pytest.raises(AnswerFault, match="too_large"):
        read_body(Wire(gzip.compress(body) if encoding else body), encoding, 1000)
    assert beginning(Wire(gzip.compress(body) if encoding else body), encoding, 10) == b"0" * 10


@given(st.from_regex(r"[A-Za-z0-9_-]{8,40}", fullmatch=True), st.sampled_from(["", "?a=1", "?key=old", "?a=1&KEY=old&b=2", "?a=key&b"]))
def test_a_key_in_an_address_is_sent_once_and_shown_never(key: str, query: str) -> None:
    url, headers = with_key(f"https://prices.example/list{query}", {}, BY_QUERY, key)
    assert headers == {}
    assert url.lower().count("key=") == 1
    shown = public(url, BY_QUERY)
    assert f"key={key}" not in shown
    assert "old" not in shown
    assert public(shown, BY_QUERY) == shown


def test_names_and_passwords_in_an_address_are_not_shown() -> None:
    assert public("https://me:hidden@prices.example/list#part", None) == "https://prices.example/list"


@given(st.text(max_size=60))
def test_any_text_is_an_address_that_may_be_shown_in_one_line_and_is_not_asked(text: str) -> None:
    shown = public(text, BY_QUERY)
    assert "\n" not in shown
    with pytest.raises(AnswerFault):
        check_step(shown, frozenset({"prices.example"}))


@pytest.mark.parametrize(
    ("url", "loopback"),
    [
        ("http://127.0.0.1:80/", True),
        ("http://[::1]/", True),
        ("http://localhost/", True),
        ("http://127.0.0.1.evil.example/", False),
        ("https://x/", False),
    ],
)
def test_what_is_on_this_machine(url: str, loopback: bool) -> None:
    assert is_loopback(url) is loopback
