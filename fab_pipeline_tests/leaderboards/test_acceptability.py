"""The method of ranking, held against exact enumeration where that is possible, and against what it promises everywhere else."""

from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fab_pipeline.leaderboards.acceptability import Acceptability, Criterion, Scores, Span

NEEDED = {"one": 1, "two": 1}
FIRST = Criterion("one", "m", "i", "m of one")
SECOND = Criterion("two", "m", "j", "m of two")


def points(one: float | None, two: float | None) -> Scores:
    values = {FIRST: one, SECOND: two}
    return {known: Span(value, value) for known, value in values.items() if value is not None}


def exact_shares(alternatives: dict[str, tuple[float, float]]) -> dict[str, dict[int, float]]:
    """Rank shares under all weights of two dimensions: between two crossings of the straight lines the order stays."""
    crossings = {0.0, 1.0}
    for (a, b), (c, d) in permutations(alternatives.values(), 2):
        slope = (a - c) - (b - d)
        if slope and 0 < (weight := (d - b) / slope) < 1:
            crossings.add(weight)
    shares: dict[str, dict[int, float]] = {name: {} for name in alternatives}
    for left, right in pairwise(sorted(crossings)):
        middle = (left + right) / 2
        value = {name: middle * one + (1 - middle) * two for name, (one, two) in alternatives.items()}
        for name in alternatives:
            rank = 1 + sum(other > value[name] for other in value.values())
            shares[name][rank] = shares[name].get(rank, 0.0) + right - left
    return shares


@pytest.mark.parametrize(
    "alternatives",
    [
        {"a": (0.9, 0.1), "b": (0.2, 0.8)},
        {"a": (0.9, 0.1), "b": (0.2, 0.8), "c": (0.6, 0.5)},
        {"a": (1.0, 0.0), "b": (0.0, 1.0), "c": (0.5, 0.4), "d": (0.3, 0.9)},
        {"a": (0.9, 0.9), "b": (0.5, 0.5), "c": (0.1, 0.1)},
    ],
)
def test_rank_shares_are_those_of_exact_enumeration(alternatives: dict[str, tuple[float, float]]):
    analysis = Acceptability(NEEDED, 10_000, "oracle")
    scores = {name: points(*pair) for name, pair in alternatives.items()}
    for name, shares in exact_shares(alternatives).items():
        found = analysis.ranks(scores, name).shares
        assert all(found.get(rank, 0.0) == pytest.approx(shares.get(rank, 0.0), abs=0.02) for rank in range(1, len(alternatives) + 1))


def test_an_unknown_dimension_is_anything():
    # One is 0.5 ahead where both are known. With the weight w of that dimension uniform, and the difference t of two fill-ins
    # triangular on [-1, 1], the share is the integral over w of P((1 - w) t > -0.5 w).
    steps = 20_000
    lacks = [min(1.0, 0.5 * w / (1 - w)) for w in ((n + 0.5) / steps for n in range(steps))]
    expected = sum(1 - (1 - lack) ** 2 / 2 for lack in lacks) / steps
    found = Acceptability(NEEDED, 10_000, "oracle").ranks({"a": points(0.75, None), "b": points(0.25, None)}, "a").wins["b"]
    assert found == pytest.approx(expected, abs=0.02)


def test_a_span_counts_as_anything_within_it():
    low, high = {FIRST: Span(0.0, 1.0), SECOND: Span(0.5, 0.5)}, {FIRST: Span(0.75, 0.75), SECOND: Span(0.5, 0.5)}
    assert Acceptability(NEEDED, 10_000, "oracle").ranks({"a": low, "b": high}, "a").wins["b"] == pytest.approx(0.25, abs=0.02)


def test_equals_share_a_rank():
    ranks = Acceptability(NEEDED, 100, "ties").ranks({"a": points(0.5, 0.5), "b": points(0.5, 0.5), "c": points(0.1, 0.1)}, "a")
    assert ranks.shares == {1: 1.0}
    assert ranks.wins == {"b": 0.0, "c": 1.0}


def test_a_figure_that_only_one_has_counts_for_nobody():
    analysis = Acceptability({"one": 1}, 10_000, "alone")
    assert analysis.ranks({"a": points(1.0, None), "b": {}}, "a").wins["b"] == pytest.approx(0.5, abs=0.02)


def test_two_bounds_from_harder_conditions_do_not_meet():
    derived = {FIRST: Span(0.9, 1.0, own=False)}
    analysis = Acceptability({"one": 1}, 100, "derived")
    assert analysis.meeting(derived, derived) == {}
    assert analysis.meeting(derived, points(0.5, None)) == {"one": (FIRST,)}


def test_a_dimension_needs_as_many_different_metrics_as_declared():
    other = Criterion("one", "n", "k", "n of one")
    again = Criterion("one", "m", "l", "m of one, elsewhere")
    analysis = Acceptability({"one": 2}, 100, "needed")
    same = dict.fromkeys((FIRST, again), Span(0.5, 0.5))
    assert analysis.meeting(same, same) == {}
    both = dict.fromkeys((FIRST, other), Span(0.5, 0.5))
    assert analysis.meeting(both, both) == {"one": (FIRST, other)}


def test_what_was_said_and_what_was_reached_are_one_indicator():
    reached, said = (Criterion("one", "m", "same", name) for name in ("modality=demonstrated", "modality=stated"))
    both = dict.fromkeys((reached, said), Span(0.5, 0.5))
    assert Acceptability({"one": 1}, 100, "indicator").meeting(both, both) == {"one": (reached,)}


def test_being_surely_ahead_needs_every_dimension():
    analysis = Acceptability(NEEDED, 100, "sure")
    assert analysis.surely_ahead(points(0.9, 0.5), points(0.1, 0.5))
    assert not analysis.surely_ahead(points(0.9, None), points(0.1, 0.5))
    assert not analysis.surely_ahead(points(0.5, 0.5), points(0.5, 0.5))
    assert not analysis.surely_ahead(points(0.9, 0.4), points(0.1, 0.5))


def test_the_same_seed_gives_the_same_shares_on_every_machine():
    ranks = Acceptability(NEEDED, 1000, "pinned").ranks({"a": points(0.9, 0.1), "b": points(0.2, 0.8), "c": points(0.5, None)}, "a")
    assert ranks.shares == {1: 0.473, 2: 0.341, 3: 0.186}


UNITS = st.integers(0, 10).map(lambda n: n / 10)
SPANS = st.tuples(UNITS, UNITS).map(lambda pair: Span(min(pair), max(pair)))
ALTERNATIVES = st.dictionaries(
    st.sampled_from("abcd"), st.dictionaries(st.sampled_from([FIRST, SECOND]), SPANS, max_size=2), min_size=2, max_size=4
)
FEW = settings(max_examples=40)


@FEW
@given(ALTERNATIVES, st.dictionaries(st.sampled_from([FIRST, SECOND]), SPANS))
def test_another_alternative_changes_no_byte_between_two(alternatives: dict[str, Scores], more: Scores):
    before, after = (Acceptability(NEEDED, 200, "property") for _ in range(2))
    for name in alternatives:
        wins = after.ranks({**alternatives, "z": more}, name).wins
        assert {other: share for other, share in wins.items() if other != "z"} == before.ranks(alternatives, name).wins


@FEW
@given(ALTERNATIVES, st.integers(0, 1), st.integers(1, 10))
def test_a_worse_value_never_raises_a_rank(alternatives: dict[str, Scores], which: int, by: int):
    known, name = (FIRST, SECOND)[which], min(alternatives)
    own = alternatives[name].get(known, Span(0.0, 1.0))
    worse = Span(max(0.0, own.low - by / 10), max(0.0, own.high - by / 10))
    if known not in alternatives[name]:
        return
    analysis = Acceptability(NEEDED, 200, "property")
    before = analysis.ranks(alternatives, name)
    after = analysis.ranks({**alternatives, name: {**alternatives[name], known: worse}}, name)
    assert all(after.quantile(percent) >= before.quantile(percent) for percent in (1, 5, 25, 50, 75, 95, 99))
    assert all(after.wins[other] <= share for other, share in before.wins.items())


@FEW
@given(ALTERNATIVES)
def test_the_order_of_the_input_changes_nothing(alternatives: dict[str, Scores]):
    turned = {name: dict(reversed(scores.items())) for name, scores in reversed(alternatives.items())}
    one, other = (Acceptability(NEEDED, 200, "property") for _ in range(2))
    for name in sorted(alternatives):
        assert one.ranks(alternatives, name) == other.ranks(turned, name)


@FEW
@given(ALTERNATIVES)
def test_who_is_surely_ahead_is_ahead_in_every_draw(alternatives: dict[str, Scores]):
    analysis = Acceptability(NEEDED, 200, "property")
    for one, other in permutations(alternatives, 2):
        if analysis.surely_ahead(alternatives[one], alternatives[other]):
            assert analysis.ranks(alternatives, other).wins[one] == 0.0
