"""The project's own JSON files read back: what was written comes back typed, and any damage is one kind of error."""

import json
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from fab_pipeline.stored_facts import ShapeError, StoredFacts, stored_object, stored_objects

FACTS = {
    "name": "x",
    "nothing": None,
    "rows": 3,
    "whole": True,
    "at": "2026-10-10T12:00:00+00:00",
    "files": ["a", "b"],
    "inner": {"k": "v"},
    "each": [{"k": 1}],
}


def test_values_come_back_as_they_were_written() -> None:
    facts = stored_object(json.dumps(FACTS).encode())
    assert (facts.text("name"), facts.optional_text("name"), facts.optional_text("nothing")) == ("x", "x", None)
    assert (facts.count("rows"), facts.optional_count("rows"), facts.optional_count("nothing")) == (3, 3, None)
    assert facts.flag("whole") is True
    assert facts.moment("at") == datetime(2026, 10, 10, 12, tzinfo=UTC)
    assert facts.texts("files") == ("a", "b")
    assert facts.inner("inner").text("k") == "v"
    assert [item.count("k") for item in facts.each("each")] == [1]


@pytest.mark.parametrize(
    "damage",
    [b"", b"{", b"[]", b"null", b"5", b"\xff\xfe", b"[" * 100_000],
    ids=["empty", "cut", "list", "null", "number", "no text", "deep"],
)
def test_a_file_that_holds_no_object(damage: bytes) -> None:
    with pytest.raises(ShapeError):
        stored_object(damage)


@pytest.mark.parametrize("damage", [b"{}", b"null", b"[1]", b'["a"]', b"[[]]"])
def test_a_file_that_holds_no_list_of_objects(damage: bytes) -> None:
    with pytest.raises(ShapeError):
        stored_objects(damage)


@pytest.mark.parametrize(
    ("wrong", "get"),
    [
        (5, lambda facts: facts.text("x")),
        (5, lambda facts: facts.optional_text("x")),
        ("5", lambda facts: facts.count("x")),
        (True, lambda facts: facts.count("x")),
        (-1, lambda facts: facts.count("x")),
        (1, lambda facts: facts.flag("x")),
        (5, lambda facts: facts.moment("x")),
        ("yesterday", lambda facts: facts.moment("x")),
        ("2026-10-10T12:00:00", lambda facts: facts.moment("x")),
        ("a", lambda facts: facts.texts("x")),
        ([1], lambda facts: facts.texts("x")),
        ([], lambda facts: facts.inner("x")),
        ({}, lambda facts: facts.each("x")),
        ("there", lambda facts: facts.text("y")),
    ],
)
def test_a_value_of_another_type_is_found_out(wrong: object, get: Callable[[StoredFacts], object]) -> None:
    with pytest.raises(ShapeError):
        get(StoredFacts({"x": wrong}))
