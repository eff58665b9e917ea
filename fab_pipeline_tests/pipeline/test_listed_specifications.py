"""Which list of specifications speaks: the shipped one as a whole, a user's text by text."""

from datetime import UTC, datetime

import polars as pl

from fab_pipeline.pipeline.corrections import RECORDINGS_SCHEMA
from fab_pipeline.pipeline.listed_specifications import in_force
from fab_pipeline_tests.leaderboards.specifications.facts import Row, fact, frame

MONDAY, TUESDAY = datetime(2026, 11, 30, tzinfo=UTC), datetime(2026, 12, 1, tzinfo=UTC)
NOTHING = pl.DataFrame(schema=RECORDINGS_SCHEMA)


def figure(value: float, text: str, capture: str, seen: datetime = MONDAY, origin: str = "transcribed") -> Row:
    row = fact(value, text, capture_sha256=capture * 64, observed_at=seen, origin=origin)
    return row | {"fact_id": f"{capture}:{text}"}


def speaking(*rows: Row, recorded: tuple[tuple[str, datetime], ...] = ()) -> list[object]:
    recordings = pl.DataFrame([(name * 64, moment) for name, moment in recorded], schema=RECORDINGS_SCHEMA, orient="row")
    return in_force(frame(*rows), recordings)["fact_id"].to_list()


def test_the_shipped_list_is_replaced_as_a_whole():
    old = [figure(1, "kept", "a"), figure(2, "taken_out", "a")]
    assert speaking(*old, figure(3, "kept", "b", TUESDAY)) == ["b:kept"]


def test_two_states_of_one_day_are_told_apart_by_when_they_were_learned():
    rows = (figure(1, "text", "b"), figure(2, "text", "a"))
    assert speaking(*rows, recorded=(("b", MONDAY), ("a", TUESDAY))) == ["a:text"]
    assert speaking(*rows, recorded=(("b", TUESDAY), ("a", MONDAY))) == ["b:text"]


def test_a_user_s_list_adds_texts_and_replaces_what_is_older_of_the_same_text():
    shipped = [figure(1, "sheet", "a"), figure(2, "other", "a")]
    own = [figure(3, "sheet", "u", TUESDAY, "ingested"), figure(4, "mine", "u", TUESDAY, "ingested")]
    assert speaking(*shipped, *own) == ["a:other", "u:sheet", "u:mine"]
    older = figure(5, "sheet", "o", datetime(2026, 11, 1, tzinfo=UTC), "ingested")
    assert speaking(*shipped, older) == ["a:sheet", "a:other"]


def test_nothing_gives_nothing():
    assert in_force(frame(), NOTHING).is_empty()
