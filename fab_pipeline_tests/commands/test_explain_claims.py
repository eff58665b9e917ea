"""`explain` on claims: winner, losers, the rule between them, and the total of the family."""

from fab_pipeline.commands.explain_claims import claim_lines
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline_tests.leaderboards.claims import claim, frame


def hours(value: float, **more: object) -> dict[str, object]:
    return claim("acme-oak-2-7b", "accelerator_hours", Quantity(value, text=f"{value:g} GPU hours"), **more)


def test_the_winner_comes_first_and_each_loser_says_by_which_rule_it_lost() -> None:
    lines = list(
        claim_lines(
            frame(
                hours(10.0, claim_id="a", stated_by="third_party", source="table"),
                hours(20.0, claim_id="b", stated_by="developer", source="card", source_url="https://acme.example/card", place="sentence"),
                hours(30.0, claim_id="c", stated_by="developer", source="card", place="cell"),
                hours(50.0, claim_id="t", source="card", of_family=True, model="Oak 2") | {"run_id": "acme-oak-2"},
            ),
            "acme-oak-2-7b",
            ["accelerator_hours"],
        )
    )
    assert [line for line in lines if line.startswith(("  +", "  -"))] == [
        "  + “30 GPU hours” → 30 {accelerator}.h (exact, scope unknown) · developer, card",
        "  - “20 GPU hours” → 20 {accelerator}.h (exact, scope unknown) · developer, card",
        "  - “10 GPU hours” → 10 {accelerator}.h (exact, scope unknown) · third_party, table",
        "  - “50 GPU hours” → 50 {accelerator}.h (exact, scope unknown) · unknown, card, of Oak 2",
    ]
    assert [line.strip().partition(":")[0] for line in lines[2::3]] == ["place", "place", "stated_by", "family_total"]
    assert "https://acme.example/card" in lines[6]


def test_a_run_without_claims_on_the_quantity_says_nothing() -> None:
    assert list(claim_lines(frame(hours(10.0)), "acme-oak-2-7b", ["disclosed_cost_usd"])) == []
