"""Checks across the claims of a run: texts that disagree, units taken for each other, texts judged alone; nothing on claims that agree."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fab_pipeline.leaderboards.findings.claim_sets import claim_findings
from fab_pipeline.reading.quantity import Quantity, approx, at_least, between, exact
from fab_pipeline_tests.leaderboards.claims import Claim, claim, frame, run
from fab_pipeline_tests.leaderboards.findings.test_numeric import Finding, found

RUN = "acme-oak-7b"
CARD = {"source": "card", "source_url": "https://acme.example/card", "stated_by": "developer"}
PRESS = {"source": "press", "source_url": "https://news.example/oak", "stated_by": "third_party"}
TABLE = {"source": "table", "source_url": "https://table.example/all", "stated_by": "third_party"}


def stated(quantity: str, figure: Quantity, origin: dict[str, str], **more: object) -> Claim:
    return claim(RUN, quantity, figure, claim_id=f"{origin['source']}:{quantity}:{figure.text or figure.value}", **origin, **more)


def hours(figure: Quantity, origin: dict[str, str], **more: object) -> Claim:
    return stated("accelerator_hours", figure, origin, **more)


def raised(*claims: Claim | list[Claim]) -> list[Finding]:
    """Findings on the accelerator-hours and other figures; what only says that nothing could be checked is left out."""
    dull = {"identity_not_checkable", "duration_implied_by_hours"}
    return [row for row in found(*claims) if row["code"] not in dull]


def codes(*claims: Claim | list[Claim]) -> list[object]:
    return [row["code"] for row in raised(*claims)]


def test_two_texts_that_disagree_are_shown_with_both_figures_and_the_winner_stays() -> None:
    (row,) = raised(hours(exact(1_200_000.0), CARD), hours(exact(5_100_000.0), PRESS))
    assert (row["code"], row["severity"], row["quantity"], row["stated"]) == (
        "sources_disagree",
        "warning",
        "accelerator_hours",
        5_100_000.0,
    )
    assert (row["expected_low"], row["expected_high"]) == (1_150_000.0, 1_250_000.0)
    assert row["arithmetic"] == "5,100,000 / 1,200,000 = 4.25"
    assert "1,200,000 (developer, card: https://acme.example/card) and 5,100,000 (third_party, press" in str(row["message_en"])
    assert "两处来源的卡时不一致" in str(row["message_zh"])
    assert "the stated figure stays" in str(row["effect"])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(exact(30_840_000.0, "30.84M"), exact(30_800_000.0, "30.8M"), id="rounded"),
        pytest.param(exact(5e6, "5.0M"), exact(5.04e6, "5.04M"), id="rounded to a zero"),
        pytest.param(approx(3e6), exact(3.2e6), id="about"),
        pytest.param(at_least(15e6), exact(15.6e6), id="a lower bound"),
        pytest.param(between(2e6, 4e6), exact(3e6), id="a range"),
        pytest.param(Quantity(2e6, scope="pretraining"), Quantity(5e6, scope="all"), id="two known scopes"),
    ],
)
def test_rounding_bounds_and_scopes_are_no_contradiction(one: Quantity, other: Quantity) -> None:
    assert codes(hours(one, CARD), hours(other, PRESS)) == []


def test_a_smaller_difference_of_unknown_scope_is_information_and_of_one_scope_a_warning() -> None:
    (unsure,) = raised(hours(exact(2.66e6), CARD), hours(exact(2.79e6), PRESS))
    assert unsure["severity"] == "info"
    assert "do not both say what they cover" in str(unsure["message_en"])
    (sure,) = raised(hours(Quantity(2.66e6, scope="all"), CARD), hours(Quantity(2.79e6, scope="all"), PRESS))
    assert sure["severity"] == "warning"


def test_sizes_in_names_are_cut_off() -> None:
    assert codes(stated("parameters_total", exact(72e9), CARD), stated("parameters_total", exact(72.7e9), PRESS)) == []
    assert codes(stated("parameters_total", exact(7e9), CARD), stated("parameters_total", exact(70e9), PRESS)) == ["sources_disagree"]


def test_a_number_that_is_written_out_is_no_coarser_than_about() -> None:
    def count(printed: str, value: float, origin: dict[str, str]) -> Claim:
        return stated("accelerator_count", exact(value, printed), origin)

    assert codes(count("100,000", 100_000.0, CARD), count("80000.0", 80_000.0, PRESS)) == ["sources_disagree"]
    assert codes(count("16,000", 16_000.0, CARD), count("16384.0", 16_384.0, PRESS)) == []
    assert codes(stated("training_tokens", exact(2e12, "2T"), CARD), stated("training_tokens", exact(2.4e12, "2.4T"), PRESS)) == []


def test_durations_are_rounded_in_the_unit_in_which_they_are_printed() -> None:
    def days(printed: str, hours_of_clock: float, origin: dict[str, str]) -> Claim:
        return stated("duration_days", exact(hours_of_clock / 24, printed), origin)

    assert codes(days("4.1", 4.1, CARD), days("4.067", 4.067, PRESS)) == []
    assert codes(days("4.1 hours", 4.1, CARD), days("4.3 hours", 4.3, PRESS)) == ["sources_disagree"]


def test_texts_that_name_different_accelerators() -> None:
    def named(label: str, origin: dict[str, str]) -> Claim:
        return claim(RUN, "accelerators", label, claim_id=f"{origin['source']}:accelerators", **origin)

    (row,) = claim_findings(frame(named("NVIDIA H100", CARD), named("NVIDIA A100", PRESS))).to_dicts()
    assert (row["code"], row["quantity"], row["arithmetic"]) == ("sources_disagree", "accelerators", "NVIDIA H100 ≠ NVIDIA A100")
    assert row["effect"] == "the run is priced as NVIDIA H100; the other claim stays"
    assert claim_findings(frame(named("NVIDIA H100", CARD), named("NVIDIA H100 + NVIDIA H800", PRESS))).is_empty()


def test_one_text_that_states_two_figures_contradicts_itself_once() -> None:
    cell, sentence = hours(exact(7e6, "7.0M"), CARD, place="cell"), hours(exact(39.3e6, "39.3M"), CARD, place="sentence")
    (row,) = raised(cell, sentence, hours(exact(39.3e6, "39.3M"), PRESS))
    assert (row["code"], row["severity"], row["stated"]) == ("stated_twice_differently", "warning", 39.3e6)
    assert row["arithmetic"] == "39,300,000 / 7,000,000 = 5.614"


def test_days_of_accelerators_held_as_hours() -> None:
    rows = raised(hours(exact(2_400_000.0, "2.4M GPU hours"), CARD), hours(exact(100_000.0, "100,000"), PRESS))
    assert [row["code"] for row in rows] == ["days_for_hours", "sources_disagree"]
    assert "×24, days held as hours" in str(rows[0]["message_en"])
    assert rows[0]["stated"] == 100_000.0
    assert "Likely slip: ×24" in str(rows[1]["message_en"])


def test_one_number_under_days_and_under_hours() -> None:
    in_days = hours(Quantity(48e6, 48e6, None, "vague", text="2 million accelerator-days"), CARD)
    in_hours = hours(Quantity(2e6, 2e6, None, "vague", text="2 million accelerator-hours"), PRESS)
    assert codes(in_days, in_hours) == ["days_for_hours", "one_number_two_units"]


@pytest.mark.parametrize("partner", [hours(exact(128_000.0), CARD), stated("duration_days", exact(1000 / 24), CARD)])
def test_hours_of_the_clock_held_as_accelerator_hours(partner: Claim) -> None:
    claims = [stated("accelerator_count", exact(128.0), CARD), partner, hours(exact(1000.0), PRESS)]
    row = next(row for row in raised(*claims) if row["code"] == "wall_clock_taken_for_accelerator_hours")
    assert (row["severity"], row["stated"]) == ("warning", 1000.0)
    assert "×128, wall clock held as accelerator-hours" in str(row["message_en"])
    assert "×128，把墙钟时间当成卡时" in str(row["message_zh"])


FIGURES = {
    "accelerator_hours": (1000.0, 24_000.0, 128_000.0, 3_072_000.0),
    "accelerator_count": (1.0, 8.0, 128.0),
    "duration_days": (1000 / 24, 1000.0, 24_000.0),
    "training_tokens": (70e9, 128_000.0),
    "parameters_total": (70e9, 7e9),
    "disclosed_cost_usd": (1000.0, 128_000.0),
}


@settings(max_examples=30)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(sorted(FIGURES)),
            st.integers(0, 3),
            st.sampled_from([CARD, PRESS, TABLE]),
            st.sampled_from(["exact", "approx", "lower_bound", "vague"]),
            st.sampled_from(["unknown", "pretraining", "all"]),
        ),
        max_size=12,
    )
)
def test_whatever_is_claimed_no_finding_stands_twice(drawn: list[tuple[str, int, dict[str, str], str, str]]) -> None:
    claims: list[Claim] = []
    for number, (quantity, place, origin, qualifier, scope) in enumerate(drawn):
        values = FIGURES[quantity]
        value = values[place % len(values)]
        claims.append(
            claim(RUN, quantity, Quantity(value, value, None, qualifier, scope, f"{value:g} units"), claim_id=f"c{number}", **origin)
        )
    rows = [*found(*claims), *claim_findings(frame(*claims)).to_dicts()]
    ids = [row["finding_id"] for row in rows]
    assert len(set(ids)) == len(ids)
    assert all(row["message_zh"] and row["sources"] for row in rows)


def test_a_run_on_one_accelerator_has_the_clock_for_its_hours() -> None:
    assert codes(run(RUN, accelerator_count=exact(1.0), duration_days=exact(10.0), accelerator_hours=exact(240.0))) == []


def test_one_number_as_tokens_and_as_parameters() -> None:
    (row,) = raised(stated("parameters_total", exact(70e9, "70B"), CARD), stated("training_tokens", exact(70e9, "70B"), PRESS))
    assert (row["code"], row["quantity"]) == ("one_number_two_units", "training_tokens")
    assert codes(stated("parameters_total", exact(1e12, "1T"), CARD), stated("training_tokens", exact(1e12, "1T"), PRESS)) == []


def test_a_text_that_loses_is_still_judged_by_its_own_figures() -> None:
    of_page = [hours(exact(270e6), PRESS), stated("accelerator_count", exact(25_000.0), PRESS), stated("duration_days", exact(90.0), PRESS)]
    rows = raised(*of_page, hours(exact(57e6), TABLE), stated("accelerator_count", exact(25_000.0), CARD), hours(exact(57e6), CARD))
    (alone,) = [row for row in rows if row["code"] == "hours_exceed_count_times_duration"]
    assert (alone["subject_key"], alone["severity"]) == (RUN, "error")
    assert str(alone["message_en"]).startswith("In press, https://news.example/oak alone: 270,000,000 accelerator-hours")
    assert str(alone["message_zh"]).startswith("仅就 press, https://news.example/oak 而言：")
    assert alone["effect"] == "none: the board shows the figure of another claim"


def test_days_of_several_texts_are_counted_differently_which_accuses_nobody() -> None:
    mixed = [hours(exact(88_000.0), CARD), stated("accelerator_count", exact(100.0), CARD), stated("duration_days", exact(41.0), TABLE)]
    (row,) = [row for row in raised(*mixed) if row["code"] == "hours_below_count_times_duration"]
    assert row["severity"] == "info"


def test_operations_of_another_text_may_be_those_of_more_than_the_hours() -> None:
    def used(hours_scope: str, origin: dict[str, str]) -> list[object]:
        own = [hours(Quantity(1000.0, scope=hours_scope), CARD), claim(RUN, "accelerators", "NVIDIA H100", claim_id="card:label", **CARD)]
        return codes(*own, stated("training_compute_flop", exact(1e24), origin))

    assert used("pretraining", TABLE) == []
    assert used("pretraining", CARD) == used("unknown", TABLE) == ["utilisation_above_one"]


def test_the_same_sentence_about_another_model_was_copied() -> None:
    sentence = "Training utilized a cumulative of 39.3 million hours of computation on the hardware described in the table below."
    own = hours(exact(39.3e6, sentence), CARD, capture_sha256="b" * 64)
    other = claim(
        "acme-elm", "accelerator_hours", exact(39.3e6, sentence), claim_id="elm", of_family=True, capture_sha256="c" * 64, **PRESS
    )
    (row,) = claim_findings(frame(own, other)).to_dicts()
    assert (row["code"], row["severity"], row["subject_key"]) == ("same_text_many_sources", "warning", RUN)
    assert "one of the two was copied" in row["message_en"]
    twice = hours(exact(39.3e6, sentence), PRESS, capture_sha256="c" * 64)
    (row,) = claim_findings(frame(own, twice)).to_dicts()
    assert (row["severity"], "they are one source, not two" in row["message_en"]) == ("info", True)


def test_the_same_set_of_figures_is_one_source() -> None:
    def text(origin: dict[str, str], tokens: float) -> list[Claim]:
        return [
            hours(exact(1_234_000.0), origin),
            stated("training_tokens", exact(tokens), origin),
            stated("accelerator_count", exact(2048.0), origin),
        ]

    (row,) = claim_findings(frame(text(CARD, 14.8e12), text(PRESS, 14.8e12))).to_dicts()
    assert (row["code"], row["severity"]) == ("same_text_many_sources", "info")
    assert "the same 3 figures" in row["message_en"]
    assert claim_findings(frame(text(CARD, 14.8e12), text(PRESS, 15e12))).is_empty()


def family(hours_of_all: float, **more: object) -> Claim:
    return claim("acme-oak", "accelerator_hours", Quantity(hours_of_all, scope="project", text=f"{hours_of_all:g}"), of_family=True, **more)


def test_a_total_in_prose_is_held_against_the_total_of_its_table() -> None:
    members = [
        claim("acme-oak-7b", "accelerator_hours", exact(370e3), place="cell", char_start=1, claim_id="7"),
        claim("acme-oak-9b", "accelerator_hours", exact(460e3), place="cell", char_start=2, claim_id="9"),
    ]
    cells = [family(830e3, place="cell", claim_id="t1"), family(86e3, place="cell", part="unknown", claim_id="t2")]
    assert claim_findings(frame(*members, *cells, family(916e3, place="sentence", claim_id="s"))).is_empty()
    (row,) = claim_findings(frame(*members, *cells, family(925e3, place="sentence", claim_id="s"))).to_dicts()
    assert (row["code"], row["subject_table"], row["subject_key"]) == ("stated_twice_differently", "training_claims", "s")
    assert row["arithmetic"].startswith("830,000 + 86,000 = 916,000; 925,000 in prose")


def test_a_total_may_exceed_its_rows_and_never_falls_below_them() -> None:
    members = [
        claim("acme-oak-7b", "accelerator_hours", exact(370e3), place="cell", char_start=1, claim_id="7"),
        claim("acme-oak-9b", "accelerator_hours", exact(460e3), place="cell", char_start=2, claim_id="9"),
    ]
    assert claim_findings(frame(*members, family(990e3, place="cell"))).is_empty()
    (row,) = claim_findings(frame(*members, family(700e3, place="cell"))).to_dicts()
    assert (row["code"], row["arithmetic"]) == ("total_below_its_parts", "370,000 + 460,000 = 830,000")
