"""Figures meet inside one key only; the order inside a key is partial; every claim is accounted for."""

from pathlib import Path
from random import Random

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fab_pipeline.contracts import VENDOR_CLAIM_USE, VENDOR_METRICS
from fab_pipeline.leaderboards.null_reasons import unexplained
from fab_pipeline.leaderboards.vendor_metrics import vendor_claim_use, vendor_metrics
from fab_pipeline_tests.leaderboards.vendor_claims import Row, claim, frame


def efficiency(vendor: str, value: float, cards: str, **cells: object) -> Row:
    return claim(vendor, "scaling_efficiency", value, conditions=f"{cards}规模", span=f"加速比 {value}%", **cells)


def cluster(vendor: str, value: float, **cells: object) -> Row:
    return claim(vendor, "max_cluster_accelerators", value, **cells)


def order(board: pl.DataFrame) -> dict[str, str | None]:
    return dict(board.select("vendor", "better_than").iter_rows())


def test_disjoint_intervals_of_one_key_are_ordered_and_others_are_left_open():
    board = vendor_metrics(frame(cluster("a", 5e5), cluster("b", 1e4, magnitude_class=True, comparator="approx"), cluster("c", 9e4)))
    assert order(board) == {"a": "b; c", "b": None, "c": None}
    assert dict(board.select("vendor", "undecided_against").iter_rows()) == {"a": None, "b": "c", "c": "b"}
    assert unexplained(VENDOR_METRICS, board) == []


def test_where_less_is_better_the_smaller_figure_is_better():
    rows = [
        claim(v, "uninterrupted_training_time", 3.0, unit="d", conditions="万卡") if v == "x"
        else claim(v, "fault_recovery_time", t, unit="min", conditions="万卡集群", span="GPU 故障恢复")
        for v, t in (("a", 3.0), ("b", 9.0))
    ]  # fmt: skip
    assert order(vendor_metrics(frame(*rows))) == {"a": "b", "b": None}


def test_two_figures_of_one_vendor_are_shown_and_span_an_interval():
    board = vendor_metrics(frame(cluster("a", 1e4), cluster("a", 5e4, page="other"), cluster("b", 3e4))).filter(vendor="a")
    assert board["interval"].to_list() == ["[10000, 50000]"]
    assert board["as_stated"].to_list() == ["10000 {accelerator}; 50000 {accelerator}"]
    assert (board["figures"].item(), board["pages"].item()) == (2, 2)
    assert board["undecided_against"].to_list() == ["b"]


def test_the_same_number_said_often_by_its_vendor_is_one_source():
    board = vendor_metrics(frame(*(cluster("a", 1e4, page=f"copy {n}") for n in range(5))))
    assert (board["figures"].item(), board["pages"].item(), board["sources"].item()) == (1, 5, 1)


def test_third_parties_that_repeat_each_others_numbers_are_one_source():
    def page(name: str, *, own: float) -> list[Row]:
        measured = {"page": name, "evidence_class": "third_party_evaluation"}
        return [cluster("a", value, **measured) for value in (1e4, own)] + [
            claim("a", "customers", value, **measured) for value in (7.0, 8.0, 9.0)
        ]

    board = vendor_metrics(
        frame(*page("one", own=1e4), *page("copy", own=1e4), cluster("a", 1e4, page="own", evidence_class="third_party_evaluation"))
    )
    assert (board["pages"].item(), board["sources"].item()) == (3, 2)


def test_pages_that_are_known_to_repeat_one_text_are_one_source():
    measured: dict[str, object] = {"evidence_class": "third_party_evaluation", "copied_from": "a report of 2026"}
    board = vendor_metrics(
        frame(
            *(cluster("a", 1e4, page=page, **measured) for page in "pq"), cluster("a", 1e4, page="r", **{**measured, "copied_from": None})
        )
    )
    assert (board["pages"].item(), board["sources"].item()) == (3, 2)


def test_third_party_evidence_and_a_vendors_word_never_meet():
    board = vendor_metrics(frame(cluster("a", 1e5), cluster("b", 1e4, evidence_class="third_party_evaluation")))
    assert board["vendors_in_key"].to_list() == [1, 1]
    assert board["better_than"].null_count() == 2


def test_a_better_figure_under_a_harder_condition_is_better():
    board = vendor_metrics(frame(efficiency("a", 95.0, "万卡"), efficiency("b", 90.0, "千卡")))
    rows = {(row["vendor"], row["basis"]): row for row in board.to_dicts()}
    assert rows["a", "dominance"]["interval"] == "[0.95, ∞)"
    assert rows["a", "dominance"]["better_than"] == "b"
    assert "cluster_class=10^3" in rows["a", "dominance"]["comparability_key"]
    assert rows["a", "stated"]["vendors_in_key"] == 1


@pytest.mark.parametrize(
    ("harder", "easier"),
    [
        (efficiency("a", 90.0, "万卡"), efficiency("b", 95.0, "千卡")),
        (efficiency("a", 95.0, "万卡", comparator="up_to"), efficiency("b", 90.0, "千卡")),
        (efficiency("a", 95.0, "千卡"), efficiency("b", 90.0, "万卡")),
    ],
)
def test_a_worse_figure_a_best_case_or_an_easier_condition_dominates_nothing(harder: Row, easier: Row):
    assert (
        vendor_metrics(frame(harder, easier)).filter(vendor="a")["better_than"].null_count()
        == vendor_metrics(frame(harder, easier)).filter(vendor="a").height
    )


def test_what_was_reached_bounds_what_is_possible():
    board = vendor_metrics(frame(cluster("a", 5e4, modality="achieved"), cluster("b", 1e4)))
    assert board.filter(vendor="a", basis="dominance")["better_than"].to_list() == ["b"]


def test_every_claim_is_accounted_for():
    rows = [
        cluster("a", 1e4), cluster("b", 1e4), claim("a", "full_stack"), claim("a", "customers", 5.0), efficiency("a", 90.0, "万卡"),
        claim("_article", "article_rank", 1.0, entity_kind="article"), claim("a", None, 3.0, value_kind="unparsed"),
    ]  # fmt: skip
    use = vendor_claim_use(frame(*rows))
    assert use.height == len(rows)
    assert dict(use["use"].value_counts().iter_rows()) == {"compared": 2, "alone": 1, "coverage": 1, "excluded": 3}
    assert use.filter((pl.col("use") == "excluded") & pl.col("reasons").is_null()).is_empty()
    VENDOR_CLAIM_USE.schema.validate(use)


def test_claims_that_meet_by_dominance_are_compared():
    use = vendor_claim_use(frame(efficiency("a", 95.0, "万卡"), efficiency("b", 90.0, "千卡")))
    assert use["use"].to_list() == ["compared", "compared"]


def test_boards_of_nothing_are_empty():
    assert vendor_metrics(frame()).is_empty()
    assert vendor_claim_use(frame()).is_empty()


VENDORS = st.sampled_from(["a", "b", "c"])
CLAIMS = st.one_of(
    st.builds(
        lambda vendor, value, evidence, comparator, page: cluster(
            vendor, value * 1e4, evidence_class=evidence, comparator=comparator, page=page
        ),
        VENDORS,
        st.integers(1, 9).map(float),
        st.sampled_from(["vendor_claim", "media", "third_party_evaluation", "article_statement"]),
        st.sampled_from(["eq", "ge", "up_to", "approx"]),
        st.sampled_from(["p", "q"]),
    ),
    st.builds(efficiency, VENDORS, st.integers(80, 99).map(float), st.sampled_from(["百卡", "千卡", "万卡"])),
)


@given(st.lists(CLAIMS, max_size=12), st.randoms())
def test_the_order_of_the_claims_changes_nothing(rows: list[Row], random: Random):
    claims = frame(*rows)
    shuffled = claims.sample(fraction=1.0, shuffle=True, seed=random.randrange(1000))
    assert vendor_metrics(claims).equals(vendor_metrics(shuffled))
    assert vendor_claim_use(claims).equals(vendor_claim_use(shuffled))


@given(st.lists(CLAIMS, max_size=12))
def test_removing_the_vendors_word_leaves_third_party_evidence_as_it_was(rows: list[Row]):
    claims = frame(*rows)
    without = claims.filter(~pl.col("evidence_class").is_in(["vendor_claim", "media"]))
    third = pl.col("evidence") == "third_party"
    assert vendor_metrics(claims).filter(third).equals(vendor_metrics(without).filter(third))


@given(st.lists(CLAIMS, max_size=10), st.lists(CLAIMS, max_size=4))
def test_another_vendor_changes_no_order_between_two(rows: list[Row], more: list[Row]):
    before = pairs(vendor_metrics(frame(*rows)))
    after = pairs(vendor_metrics(frame(*rows, *(dict(row, vendor="z", vendor_en="Z") for row in more))))
    assert {pair for pair in after if "z" not in pair} == before


def pairs(board: pl.DataFrame) -> set[tuple[str, str]]:
    return {
        (row["vendor"], worse) for row in board.to_dicts() for worse in (row["better_than"] or "").split("; ") if worse
    }  # fmt: skip


def test_on_the_ranking_article_two_metrics_have_figures_that_meet(shared: Path):
    from fab_pipeline_tests.leaderboards.article import article_claims

    board = vendor_metrics(article_claims(shared)).filter(pl.col("vendors_in_key") > 1)
    assert dict(board.group_by("metric").agg(pl.col("vendor").unique().len()).iter_rows()) == {
        "max_cluster_accelerators": 4,
        "scaling_efficiency": 2,
    }
    assert pairs(board) == {("baidu-ai-cloud", "inspur-information")}
    assert set(board["evidence"]) == {"vendor_word"}
