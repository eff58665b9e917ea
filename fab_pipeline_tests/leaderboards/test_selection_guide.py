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
    told = claim("acme", UTILISATION, 85.0, comparator="ge", raw="85 % and more", span="utilisation of 85 % and more", vendor_zh="顶点")
    board = guide(told, claim("birch", "full_stack"))
    found = board.filter(vendor="acme")
    assert found["criterion"].to_list() == ["effective_utilisation", "efficiency_and_cost", "not_hardware_alone"]
    (row,) = rows_of(board, "effective_utilisation", UTILISATION)
    assert (row["stated"], row["claim_ids"], row["evidence"], row["evidence_classes"]) == (
        "utilisation of 85 % and more",
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
        claim("acme", "max_cluster_accelerators", 1e5),
        claim("birch", "max_cluster_accelerators", 5e4),
        claim("acme", "full_stack", span="全栈自研"),
    )
    acme, birch = rows_of(board, "scale_and_stability", "max_cluster_accelerators")
    assert (acme["compared_claim_ids"], birch["compared_claim_ids"]) == (acme["claim_ids"], birch["claim_ids"])
    (stack,) = rows_of(board, "self_developed_technology", "full_stack")
    assert (stack["stated"], stack["comparable_if"], stack["reason_en"]) == (
        "全栈自研",
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


def test_two_figures_of_one_vendor_are_each_shown_with_their_date_and_none_is_preferred() -> None:
    now = claim("acme", "customers", 1700.0, span="客户达到 1700 家", as_of_text="今年")
    before = claim("acme", "customers", 1300.0, comparator="gt", span="目前已服务 1300 余家", as_of_text="目前")
    (row,) = rows_of(guide(now, before), "track_record", "customers")
    assert set(row["stated"].split("; ")) == {"客户达到 1700 家 (今年)", "目前已服务 1300 余家"}
    assert row["reason_en"].startswith("disclosed with 2 different figures, each with its words: none is preferred")


def test_what_is_denied_or_planned_is_said_to_be_so() -> None:
    board = guide(
        claim("acme", "data_security", value_bool=False, span="暂不提供专属机房"),
        claim("birch", "customers", 90.0, span="90 家客户", modality="target"),
    )
    assert board.filter(vendor="acme")["stated"].unique().to_list() == ["暂不提供专属机房 (no)"]
    assert board.filter(vendor="birch")["stated"].unique().to_list() == ["90 家客户 (planned)"]


def test_an_author_without_a_source_discloses_nothing_for_a_vendor() -> None:
    board = guide(claim("nvidia", "on_demand_access", evidence_class="article_statement"))
    assert board["vendor"].unique().to_list() == [""]


def test_a_floor_below_a_best_case_and_a_plan_beside_what_is_are_no_two_figures() -> None:
    board = guide(
        claim("acme", UTILISATION, 80.0, comparator="ge"),
        claim("acme", UTILISATION, 93.0, comparator="up_to"),
        claim("birch", "customers", 90.0),
        claim("birch", "customers", 900.0, modality="target"),
    )
    assert not [why for why in board["reason_en"] if "different figures" in why]


def test_why_nobody_is_compared_with_is_said_of_the_claims_themselves() -> None:
    board = guide(claim("acme", UTILISATION, 80.0), claim("birch", "max_cluster_accelerators", 4096.0))
    (acme,) = rows_of(board, "effective_utilisation", UTILISATION)
    assert acme["reason_en"].startswith("disclosed; compared with nobody: formula not stated; values must share: the same stated formula")
    assert acme["reason_zh"] == "已披露；未作比较：未说明利用率公式（见 vendor_claim_use）"
    (birch,) = rows_of(board, "scale_and_stability", "max_cluster_accelerators")
    assert "no other vendor states one under the same conditions" in birch["reason_en"]
