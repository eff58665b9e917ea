"""The buyer's guide: every metric of every criterion has a row, nobody's row says so, and yardsticks stand beside figures."""

import polars as pl
import pytest

from fab_pipeline.contracts import SELECTION_GUIDE, VENDOR_CLAIMS
from fab_pipeline.contracts.derive import empty, typed
from fab_pipeline.leaderboards.null_reasons import unexplained
from fab_pipeline.leaderboards.selection_guide import selection_guide
from fab_pipeline.leaderboards.vendor_metrics import vendor_claim_use
from fab_pipeline.vocabulary.selection_criteria import selection_criteria
from fab_pipeline_tests.leaderboards.vendor_claims import Row, claim

UTILISATION = "effective_gpu_utilization"
ADVICE: Row = {"entity_kind": "article", "modality": "definition", "evidence_class": "article_statement"}
AVERAGE = claim("_article", UTILISATION, 30.0, comparator="approx", raw="about 30 %", **ADVICE)
GOOD = claim("_article", UTILISATION, 80.0, comparator="ge", raw="80 % or more", **ADVICE)


def guide(*rows: Row) -> pl.DataFrame:
    claims = typed(VENDOR_CLAIMS, rows)
    return selection_guide(claims, vendor_claim_use(claims))


def rows_of(board: pl.DataFrame, criterion: str, metric: str) -> list[Row]:
    return board.filter(criterion=criterion, metric=metric).to_dicts()


def test_each_kind_of_criterion_is_there() -> None:
    kinds = [criterion.kind for criterion in selection_criteria()]
    assert {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)} == {
        "consideration": 5,
        "performance_metric": 4,
        "buyer": 3,
        "billing_mode": 3,
        "caution": 5,
    }


def test_without_claims_every_metric_has_one_row_that_says_that_nobody_discloses_it() -> None:
    board = guide()
    assert board.height == sum(len(criterion.metrics) for criterion in selection_criteria())
    assert (board["vendor"].unique().to_list(), board["disclosed"].any()) == ([""], False)
    assert board["reason_en"].unique().to_list() == ["none of the 0 vendors whose pages were read discloses it"]


def test_a_vendor_stands_under_every_criterion_that_its_claim_answers() -> None:
    told = claim("acme", UTILISATION, 85.0, comparator="ge", raw="85 % and more", vendor_zh="顶点")
    board = guide(told, claim("birch", "full_stack"))
    found = board.filter(vendor="acme")
    assert found["criterion"].to_list() == ["effective_utilisation", "efficiency_and_cost", "not_hardware_alone"]
    (row,) = rows_of(board, "effective_utilisation", UTILISATION)
    assert (row["stated"], row["claim_ids"], row["evidence"], row["evidence_classes"]) == (
        "85 % and more",
        told["claim_id"],
        "vendor_word",
        "vendor_claim",
    )
    assert (row["vendor_zh"], row["vendors_disclosing"], row["vendors_read"]) == ("顶点", 1, 2)


@pytest.mark.parametrize(
    ("value", "comparator", "reaches"),
    [(85.0, "ge", True), (80.0, "eq", True), (95.0, "up_to", None), (45.0, "eq", False), (45.0, "ge", None), (45.0, "up_to", False)],
)
def test_a_figure_stands_beside_the_yardsticks_of_texts(value: float, comparator: str, reaches: bool | None) -> None:
    (row,) = rows_of(guide(AVERAGE, GOOD, claim("acme", UTILISATION, value, comparator=comparator)), "effective_utilisation", UTILISATION)
    assert (row["benchmarks"], row["reaches_benchmark"]) == ("about 30 %; 80 % or more", reaches)
    assert row["benchmark_claim_ids"] == f"{AVERAGE['claim_id']}; {GOOD['claim_id']}"


def test_a_guideline_under_another_name_is_a_yardstick_where_the_guide_says_so() -> None:
    wanted = claim(
        "_article", "guideline_min_cluster", 1e4, comparator="ge", raw="10,000 cards or more", **(ADVICE | {"modality": "guideline"})
    )
    class_word = claim("birch", "max_cluster_accelerators", 1e4, comparator="approx", magnitude_class=True)
    board = guide(wanted, claim("acme", "max_cluster_accelerators", 1e5), class_word)
    found = {row["vendor"]: row["reaches_benchmark"] for row in rows_of(board, "large_buyer", "max_cluster_accelerators")}
    assert found == {"acme": True, "birch": True}


def test_claims_that_meet_another_vendor_s_are_named_and_others_say_why_not() -> None:
    board = guide(
        claim("acme", "max_cluster_accelerators", 1e5), claim("birch", "max_cluster_accelerators", 5e4), claim("acme", "full_stack")
    )
    acme, birch = rows_of(board, "scale_and_stability", "max_cluster_accelerators")
    assert (acme["compared_claim_ids"], birch["compared_claim_ids"]) == (acme["claim_ids"], birch["claim_ids"])
    (stack,) = rows_of(board, "self_developed_technology", "full_stack")
    assert (stack["stated"], stack["comparable_if"], stack["reason_en"]) == (
        "yes",
        None,
        "disclosed; values of this metric are never compared",
    )


def test_advice_articles_baselines_and_repeats_disclose_nothing() -> None:
    board = guide(
        GOOD,
        claim("acme", UTILISATION, 60.0, is_baseline=True),
        claim("acme", UTILISATION, 70.0, duplicate_of="x"),
        claim("ebay", UTILISATION, 71.0, entity_kind="case"),
        claim("_unnamed", UTILISATION, 72.0),
    )
    assert [row["vendor"] for row in rows_of(board, "effective_utilisation", UTILISATION)] == [""]


def test_every_blank_has_its_reason_and_the_order_of_claims_changes_nothing() -> None:
    told = [AVERAGE, GOOD, claim("acme", UTILISATION, 85.0, comparator="ge"), claim("birch", "full_stack"), claim("acme", "data_security")]
    board = guide(*told)
    assert unexplained(SELECTION_GUIDE, board) == []
    assert guide(*reversed(told)).equals(board)
    assert unexplained(SELECTION_GUIDE, selection_guide(empty(VENDOR_CLAIMS), vendor_claim_use(empty(VENDOR_CLAIMS)))) == []
