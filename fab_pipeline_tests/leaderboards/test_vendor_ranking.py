"""A rank is printed only as far as comparable claims support it."""

from functools import lru_cache
from pathlib import Path
from time import perf_counter

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fab_pipeline.contracts import VENDOR_RANKING
from fab_pipeline.contracts.words import EXCLUSIONS, RANKING_DIMENSIONS
from fab_pipeline.leaderboards.null_reasons import unexplained
from fab_pipeline.leaderboards.ranking_words import in_words
from fab_pipeline.leaderboards.vendor_ranking import vendor_ranking
from fab_pipeline.vocabulary.ranking import dimensions, goalposts, metrics_needed, thresholds
from fab_pipeline_tests.leaderboards.vendor_claims import Row, claim, frame

NAMES = ("ash", "birch", "cedar", "dogwood", "elm", "fir", "ginkgo", "hazel")


def comparable(vendor: str, level: float, evidence: str = "vendor_claim") -> list[Row]:
    """Five figures that meet those of every other vendor made here; `level` 0 to 1, higher is better in all of them."""
    share = 50 + 49 * level
    own: dict[str, object] = {"evidence_class": evidence}
    return [
        claim(vendor, "max_cluster_accelerators", 1000 * 50**level, **own),
        claim(vendor, "effective_training_time_ratio", share, conditions="万卡集群 30 天", **own),
        claim(vendor, "effective_gpu_utilization", share, span=f"MFU {share}%", **own),
        claim(vendor, "scaling_efficiency", share, conditions="万卡规模", **own),
        claim(vendor, "market_share", share / 2, raw="R", span="以 R 的份额位居西南智算云市场", source_cited="IDC", as_of="2025", **own),
    ]


def chain(evidence: str = "vendor_claim", size: int = len(NAMES)) -> list[Row]:
    return [row for place, name in enumerate(NAMES[:size]) for row in comparable(name, 1 - place / size, evidence)]


@lru_cache(maxsize=1)
def whole() -> pl.DataFrame:
    return vendor_ranking(frame(*chain(), *chain("third_party_evaluation")))


def of(board: pl.DataFrame, vendor: str) -> dict[str, object]:
    return board.row(by_predicate=pl.col("vendor") == vendor, named=True)


def test_a_comparable_chain_prints_every_position():
    for prefix in ("", "third_party_"):
        assert whole()[f"{prefix}position"].to_list() == list(range(1, 9))
        assert whole()[f"{prefix}verdict"].unique().to_list() == ["position"]
        assert of(whole(), "hazel")[f"{prefix}surely_behind"] == "; ".join(NAMES[:-1])
    assert unexplained(VENDOR_RANKING, whole()) == []
    VENDOR_RANKING.schema.validate(whole())


def test_scores_stand_between_fixed_goalposts():
    ash = of(whole(), "ash")
    assert ash["score_low_efficiency_cost"] == ash["score_high_efficiency_cost"] == pytest.approx(0.99)
    assert ash["score_low_industry_track_record"] == pytest.approx(0.495)
    assert (ash["score_low_scale_stability"], ash["score_high_scale_stability"]) == pytest.approx((0.9398, 0.99), abs=1e-4)
    assert ash["score_low_tech_self_developed"] is None


def test_eight_vendors_take_less_than_a_second():
    claims = frame(*chain())
    started = perf_counter()
    vendor_ranking(claims)
    assert perf_counter() - started < 1


def test_a_dimension_that_nobody_can_be_compared_in_leaves_every_position_open():
    rows = [row for row in chain() if row["metric"] != "market_share"]
    board = vendor_ranking(frame(*rows), draws=2000)
    assert board["position"].null_count() == len(NAMES)
    assert "track record: 0 of 1 comparable metrics needed" in str(of(board, "ash")["why_en"])
    assert "行业落地经验：需 1 项可比指标，仅 0 项" in str(of(board, "ash")["why_zh"])


def test_wide_intervals_leave_positions_open():
    rows = [dict(row, comparator="up_to") for row in chain()]
    board = vendor_ranking(frame(*rows), draws=2000)
    assert board["position"].null_count() == len(NAMES)
    assert (board["rank_high"] - board["rank_low"]).min() > thresholds().positions


def test_one_figure_more_than_needed_or_not_decides_whether_a_position_hangs_on_it():
    claims = frame(*chain(size=4))
    board = vendor_ranking(claims, draws=2000)
    first = of(board, "ash")
    assert first["position"] == 1
    lost = str(first["decisive_claims"]).split("; ")
    without = of(vendor_ranking(claims.filter(~pl.col("claim_id").is_in(lost)), draws=2000), "ash")
    assert (without["rank_low"], without["rank_high"]) == (first["rank_low_without"], first["rank_high_without"])
    assert without["position"] is None


def test_copies_of_a_figure_are_left_out_together():
    claims = frame(*chain(size=3), *(dict(row, capture_sha256="0" * 64) for row in chain(size=3)))
    assert all(len(str(cell).split("; ")) == 2 for cell in vendor_ranking(claims, draws=500)["decisive_claims"])


def test_capabilities_certificates_and_figures_count_as_coverage_of_whose_word_they_are():
    rows = [
        claim("ash", "full_stack"), claim("ash", "full_stack"), claim("ash", "self_developed_os"), claim("ash", "customers", 5.0),
        claim("ash", "certification", value_kind="text", value_bool=None, evidence_class="certification"),
        claim("ash", "superlative_claim", value_kind="superlative", value_bool=None),
    ]  # fmt: skip
    ash = of(vendor_ranking(frame(*rows), draws=100), "ash")
    assert [ash[f"coverage_{name}"] for name in RANKING_DIMENSIONS] == [2, 0, 0, 0, 1]
    assert [ash[f"third_party_coverage_{name}"] for name in RANKING_DIMENSIONS] == [0, 0, 0, 1, 0]
    assert (ash["verdict"], ash["third_party_verdict"], ash["ranked_vendors"]) == ("insufficient evidence", "insufficient evidence", 1)


def test_a_vendor_that_nobody_speaks_of_has_no_rank_there():
    board = vendor_ranking(frame(claim("ash", "full_stack")), draws=100)
    assert of(board, "ash")["third_party_verdict"] == "no evidence"
    assert of(board, "ash")["third_party_rank_low"] is None


def test_the_position_in_an_article_is_shown_and_moves_nothing():
    ranked = [
        claim(name, "article_rank", float(place), value_kind="rank", evidence_class="media", page="article", source_url="https://example.org/a")
        for place, name in enumerate(reversed(NAMES), 1)
    ]  # fmt: skip
    board, without = (vendor_ranking(frame(*chain(), *more), draws=500) for more in (ranked, []))
    assert board["article_position"].to_list() == [str(place) for place in range(8, 0, -1)]
    assert set(board["article_position_source"]) == {"https://example.org/a"}
    apart = pl.exclude("article_position", "article_position_source", "null_reasons")
    assert board.select(apart).equals(without.select(apart))


def test_the_list_of_goalposts_is_about_comparable_metrics_of_scored_dimensions():
    assert metrics_needed() == {"scale_stability": 2, "efficiency_cost": 2, "industry_track_record": 1}
    assert list(dimensions()) == list(RANKING_DIMENSIONS)
    assert all(posts.source.url.startswith("http") for posts in goalposts().values())
    posts = goalposts()["max_cluster_accelerators"]
    assert [posts.score(value, toward_best=False) for value in (None, 0, 1, 1000, 1e5, 1e9)] == pytest.approx([0, 0, 0, 0.6, 1, 1])
    assert goalposts()["communication_overhead_ratio"].score(0.25, toward_best=False) == 0.75


def test_a_vendor_that_is_only_mentioned_has_no_row():
    praised = claim("birch", "superlative_claim", value_kind="superlative", value_bool=None)
    assert vendor_ranking(frame(claim("ash", "full_stack"), praised), draws=100)["vendor"].to_list() == ["ash"]


def test_boards_of_nothing_are_empty():
    assert vendor_ranking(frame()).is_empty()


def test_the_ranking_article_supports_no_order(shared: Path):
    from fab_pipeline_tests.leaderboards.article import article_claims

    board = vendor_ranking(article_claims(shared))
    assert board.height == 8
    assert set(board["verdict"]) == {"insufficient evidence"}
    assert board["rank_low"].to_list() == [1] * 8
    assert board["rank_high"].to_list() == [8] * 8
    assert board["surely_ahead_of"].null_count() == 8
    assert sorted(board["article_position"]) == [str(place) for place in range(1, 9)]
    assert board["third_party_position"].null_count() == 8
    assert sum(board[f"coverage_{name}"].sum() for name in RANKING_DIMENSIONS) > 100
    assert sum(board[f"compared_{name}"].sum() for name in RANKING_DIMENSIONS) == 6


FEW = settings(max_examples=15, deadline=None)
ROWS = st.lists(st.sampled_from([*chain(size=4), *chain("third_party_evaluation", size=4)]), min_size=8, max_size=30, unique_by=str)


def small(rows: list[Row]) -> pl.DataFrame:
    return vendor_ranking(frame(*rows), draws=200)


@FEW
@given(ROWS)
def test_removing_the_vendors_word_leaves_what_third_parties_support(rows: list[Row]):
    third = [row for row in rows if row["evidence_class"] == "third_party_evaluation"]
    columns = ["vendor", *(column for column in VENDOR_RANKING.columns if column.startswith("third_party_"))]
    kept = small(third)
    assert small(rows).join(kept, on="vendor", how="semi").select(columns).equals(kept.select(columns))


@FEW
@given(ROWS, st.floats(0, 1))
def test_another_vendor_changes_no_order_between_two(rows: list[Row], level: float):
    before, after = small(rows), small([*rows, *comparable("zelkova", level)])
    for column in ("surely_ahead_of", "surely_behind", "ahead_in"):
        assert between(after, column) == between(before, column)


def between(board: pl.DataFrame, column: str) -> set[tuple[str, str]]:
    pairs = {(row["vendor"], other) for row in board.to_dicts() for other in (row[column] or "").split("; ") if other}
    return {pair for pair in pairs if not any(name.startswith("zelkova") for name in pair)}


@FEW
@given(ROWS, st.integers(0, 29), st.floats(0.1, 0.9))
def test_a_worse_claim_never_raises_its_vendor(rows: list[Row], which: int, factor: float):
    row = rows[which % len(rows)]
    value = row["value"]
    assert isinstance(value, float)
    worse = claim(
        str(row["vendor"]),
        str(row["metric"]),
        value * factor,
        **{k: row[k] for k in ("conditions", "span", "raw", "source_cited", "as_of", "evidence_class")},
    )
    prefix = "third_party_" if row["evidence_class"] == "third_party_evaluation" else ""
    before = of(small(rows), str(row["vendor"]))
    for changed in ([*rows, worse], [worse if one is row else one for one in rows]):
        after = of(small(changed), str(row["vendor"]))
        assert after[f"{prefix}rank_low"] >= before[f"{prefix}rank_low"]  # type: ignore[operator]
        assert after[f"{prefix}rank_high"] >= before[f"{prefix}rank_high"]  # type: ignore[operator]


@FEW
@given(ROWS, st.integers(0, 1000))
def test_the_order_of_the_claims_changes_no_byte(rows: list[Row], seed: int):
    claims = frame(*rows)
    assert vendor_ranking(claims, draws=200).equals(vendor_ranking(claims.sample(fraction=1.0, shuffle=True, seed=seed), draws=200))


def test_no_code_stands_in_the_words_for_people():
    assert all(in_words(code) for code in EXCLUSIONS if not code.startswith("<"))
    assert in_words("cluster_class_not_stated") == ("cluster class not stated", "未说明集群规模级别")
    board = vendor_ranking(frame(*(row for row in chain() if row["metric"] != "market_share")), draws=100)
    assert not [why for why in (*board["why_en"], *board["why_zh"]) if "_" in why]
