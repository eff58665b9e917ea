"""No parser raises, hangs, or accepts what breaks a contract, whatever a capture has become."""

import pytest

from fab_pipeline.pipeline.parsing import parse_capture
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline_tests.sources.prices.captures import about
from fab_pipeline_tests.trials.parsers import capture_of, mutate_parser
from fab_pipeline_tests.trials.seeds import parsers, seeds, seeds_of
from fab_pipeline_tests.trials.trial import SEED

FEW, TENTH, TENTH_OF_PAGES = 20, 1_000, 250
"""Pages take ten times as long as tables and JSON: together they stay under some two minutes."""


def rows_of(source: str, body: bytes) -> int:
    return sum(frame.height for name, frame in parse_capture(body, about(source, body)).items() if name != "quarantine")


@pytest.mark.parametrize("parser", parsers())
def test_a_few_mutated_captures(parser: str) -> None:
    assert mutate_parser(parser, SEED, FEW).counts["captures"] == FEW


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("parser", parsers())
def test_a_tenth_of_the_mutated_captures(parser: str) -> None:
    is_page = any(body.lstrip().startswith(b"<") for body in seeds_of(SOURCES[parsers()[parser][0]]))
    counts = mutate_parser(parser, SEED + 1, TENTH_OF_PAGES if is_page else TENTH).counts
    # The damage must not be so heavy that nothing is read, nor so light that nothing is refused.
    assert counts["read"]
    assert counts["refused"]
    assert counts["rows accepted"]


@pytest.mark.parametrize("source", seeds())
def test_every_capture_to_start_from_is_good(source: str) -> None:
    for body in seeds()[source]:
        assert rows_of(source, body)


@pytest.mark.parametrize("parser", parsers())
def test_every_parser_starts_from_a_capture_that_it_reads(parser: str) -> None:
    source = parsers()[parser][0]
    assert any(rows_of(source, body) for body in seeds_of(SOURCES[source]))


def test_every_source_is_tried_by_its_parser() -> None:
    assert {SOURCES[name].parse for names in parsers().values() for name in names} <= {source.parse for source in SOURCES.values()}
    assert len(parsers()) == len({getattr(source.parse, "__wrapped__", source.parse) for source in SOURCES.values()})


def test_the_same_seed_gives_the_same_damage() -> None:
    assert capture_of("azure", SEED, 7) == capture_of("azure", SEED, 7)
    assert capture_of("azure", SEED, 7) != capture_of("azure", SEED + 1, 7)
