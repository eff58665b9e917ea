"""Which claim speaks for a run: the written rules, one by one, and the reason kept for every choice."""

from datetime import timedelta
from itertools import permutations

import polars as pl
import pytest

from fab_pipeline.leaderboards.claim_precedence import REASONS, RULES, claim_choices
from fab_pipeline.reading.quantity import Quantity, approx, at_least, exact
from fab_pipeline_tests.leaderboards.claims import SEEN, UNDISCLOSED, Claim, Words, claim, frame, run

HOURS = "accelerator_hours"


def hours(name: str, stated: object = None, **more: object) -> Claim:
    return claim("acme-one", HOURS, stated or exact(1000.0), claim_id=name, **more)


def verdicts(*claims: Claim) -> dict[str, tuple[bool, str]]:
    return {row["claim_id"]: (row["chosen"], row["reason"]) for row in claim_choices(frame(*claims)).to_dicts()}


def test_the_only_claim_wins() -> None:
    assert verdicts(hours("a")) == {"a": (True, "only_claim")}


@pytest.mark.parametrize(
    ("winner", "loser", "rule"),
    [
        ({"source": "card"}, {"derived": True, "source": "calc", "stated_by": "developer"}, "derived"),
        ({"stated": UNDISCLOSED, "observed_at": SEEN}, {"observed_at": SEEN - timedelta(days=1)}, "superseded"),
        ({}, {"stated": UNDISCLOSED, "source": "card", "stated_by": "developer"}, "status"),
        ({"stated": Words("many")}, {"stated": UNDISCLOSED, "source": "card"}, "status"),
        ({"source": "z"}, {"source": "a", "stated_by": "developer", "correction": "32 nodes of 8", "corrected_value": 256.0}, "corrected"),
        ({"stated_by": "developer", "source": "z"}, {"stated_by": "third_party", "source": "a"}, "stated_by"),
        ({"stated_by": "third_party", "source": "z"}, {"stated_by": "unknown", "source": "a"}, "stated_by"),
        ({"observed_at": SEEN, "source": "z"}, {"observed_at": SEEN - timedelta(days=1), "source": "a"}, "observed_at"),
        ({"stated": exact(1.0), "source": "z"}, {"stated": approx(1.0), "source": "a"}, "qualifier"),
        ({"stated": approx(1.0), "source": "z"}, {"stated": at_least(1.0), "source": "a"}, "qualifier"),
        ({"stated": at_least(1.0), "source": "z"}, {"stated": Quantity(2.0, qualifier="vague"), "source": "a"}, "qualifier"),
        ({"place": "cell", "row_number": 9}, {"place": "sentence", "row_number": 3}, "place"),
        ({"source": "a"}, {"source": "z"}, "source"),
        ({}, {}, "claim_id"),
    ],
)
def test_each_rule_decides_in_turn(winner: Claim, loser: Claim, rule: str) -> None:
    first, second = hours("a-winner", **winner), hours("b-loser", **loser)  # type: ignore[arg-type]
    expected = {"a-winner": (True, rule), "b-loser": (False, rule)}
    assert verdicts(first, second) == expected
    assert verdicts(second, first) == expected


def test_a_sentence_loses_against_cells_of_its_own_text_only() -> None:
    cell = hours("cell", source="z", capture_sha256="b" * 64, place="cell")
    assert verdicts(hours("sentence", source="a", place="sentence"), cell)["sentence"] == (True, "source")


def test_the_total_of_several_models_is_no_figure_of_a_run() -> None:
    total = hours("total", of_family=True, stated_by="developer")
    assert verdicts(total, hours("own")) == {"own": (True, "only_claim"), "total": (False, "family_total")}
    assert set(REASONS) >= set(RULES)


def test_a_derived_claim_never_wins_even_alone() -> None:
    assert verdicts(hours("a", derived=True)) == {"a": (False, "derived")}


def test_figures_of_the_scope_of_the_hours_are_preferred() -> None:
    anchor = hours("hours", Quantity(1000.0, scope="pretraining"))
    whole = claim("acme-one", "disclosed_cost_usd", Quantity(9.0, scope="all"), claim_id="whole", source="a")
    phase = claim("acme-one", "disclosed_cost_usd", Quantity(5.0, scope="pretraining"), claim_id="phase", source="z")
    assert verdicts(anchor, whole, phase) == {"hours": (True, "only_claim"), "phase": (True, "scope"), "whole": (False, "scope")}


def test_phases_follow_the_claim_beside_which_they_stand() -> None:
    chosen = run("acme-one", duration_days=[exact(20.0), ("pretraining", exact(15.0)), ("post_training", exact(5.0))])
    other = [
        row | {"source": "z", "capture_sha256": "b" * 64, "claim_id": f"z{row['claim_id']}"}
        for row in run("acme-one", duration_days=[exact(30.0), ("pretraining", exact(30.0))])
    ]
    phases = claim_choices(frame(chosen, other)).filter(pl.col("part").is_not_null())
    assert dict(zip(phases["claim_id"], phases["chosen"], strict=True)) == {
        "page:acme-one:duration_days:pretraining": True,
        "page:acme-one:duration_days:post_training": True,
        "zpage:acme-one:duration_days:pretraining": False,
    }


def test_the_choice_does_not_depend_on_the_order_of_rows() -> None:
    claims = [
        hours("a", stated_by="third_party", source="epoch"),
        hours("b", approx(900.0), stated_by="developer", source="card"),
        hours("c", stated_by="developer", source="blog"),
        hours("d", UNDISCLOSED),
    ]
    assert len({str(verdicts(*order)) for order in permutations(claims)}) == 1


def test_no_claims_give_no_choices() -> None:
    assert claim_choices(frame()).is_empty()
