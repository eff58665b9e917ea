"""Claims of speed beside what specifications and prices imply: the numbers, what is compared, and the verdict."""

from datetime import UTC, datetime
from hashlib import sha256

import polars as pl
import pytest

from fab_pipeline.contracts import TABLES, VENDOR_CLAIMS
from fab_pipeline.contracts.derive import empty, polars_schema, typed
from fab_pipeline.leaderboards.null_reasons import unexplained
from fab_pipeline.leaderboards.specifications.speed_claims import speed_claims
from fab_pipeline.leaderboards.specifications.speed_per_dollar import speed_claims_per_dollar
from fab_pipeline.sources.base import Capture
from fab_pipeline.sources.vendors.claims_page import parse
from fab_pipeline_tests.leaderboards.specifications.speeds import DAY, PRICES, SPECS, Row, claim, claims

ARTICLE = """# 为什么选择 H100

在混合精度训练下,H100比A100快约2.2倍;开启FP8后,速度提升达到2.7到3.3倍。

在大语言模型推理上,H100比A100提升了30倍。矩阵运算的吞吐量,H100比高端CPU高出125倍。
"""


def board(*rows: Row) -> pl.DataFrame:
    return speed_claims(claims(*rows), SPECS, PRICES, DAY)


def verdict(value: float, **facts: object) -> str:
    (row,) = board(claim(value, **facts)).to_dicts()
    return str(row["verdict"])


def test_a_claim_stands_beside_both_numbers_of_the_specifications() -> None:
    (row,) = board(claim(2.2, comparator="approx")).to_dicts()
    assert (row["accelerator"], row["baseline_accelerator"], row["baseline_basis"]) == ("NVIDIA H100", "NVIDIA A100", "named")
    assert (row["accelerator_tflops"], row["baseline_tflops"], row["compared_precision"]) == (989.4, 312, "bf16")
    assert row["implied_compute_ratio_low"] == pytest.approx(756 / 312)
    assert row["implied_compute_ratio_high"] == pytest.approx(989.4 / 312)
    assert row["implied_memory_bandwidth_ratio_high"] == pytest.approx(3350 / 1555)
    assert (row["implied_interconnect_ratio"], row["verdict"]) == (1.5, "supported")
    assert (
        row["reason_en"]
        == "dense bf16 (sxm) over bf16 (sxm): 989.4 / 312 TFLOP/s = 3.17; memory bandwidth at most 2.15; 2.2 is not above 3.17"
    )


@pytest.mark.parametrize(
    ("value", "facts", "word"),
    [
        (3.17, {}, "supported"),
        (3.3, {}, "supported_at_lower_precision"),
        (2.7, {"value_max": 3.3, "precision": "FP8"}, "supported"),
        (2.0, {"value_max": 9.0}, "partly_supported"),
        (30, {}, "above_specifications"),
        (30, {"comparator": "up_to"}, "above_specifications"),
        (2.5, {"comparator": "up_to"}, "supported"),
        (2.5, {"comparator": "ge"}, "supported"),
        (12, {"metric": "inference_speedup", "phase": "inference"}, "supported_at_lower_precision"),
        (6, {"precision": "BF16"}, "above_specifications"),
        (6, {"precision": "FP8"}, "supported"),
        (7, {"precision": "FP8"}, "above_specifications"),
        (12, {}, "above_specifications"),
        (30, {"metric": "inference_speedup", "phase": "inference"}, "above_specifications"),
        (2.2, {"product": "H100 PCIe"}, "supported"),
        (3.0, {"product": "H100 PCIe"}, "above_specifications"),
    ],
)
def test_the_verdict_compares_a_claim_with_the_largest_ratio_of_the_rates(value: float, facts: Row, word: str) -> None:
    assert verdict(value, **facts) == word


def test_sparsity_counts_for_inference_only() -> None:
    training, inference = board(claim(2.0), claim(2.0, metric="inference_speedup", phase="inference"))["largest_implied_ratio"].sort()
    assert training == pytest.approx(1978.9 / 312)
    assert inference == pytest.approx(3957.8 / 312)


def test_a_gain_in_per_cent_is_a_ratio_of_one_more() -> None:
    (row,) = board(claim(45, metric="training_performance_gain", unit="%")).to_dicts()
    assert (row["claimed_ratio"], row["verdict"]) == (1.45, "supported")


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"baseline": "a leading CPU"}, "'a leading CPU' names no accelerator of the list: no ratio follows"),
        ({"baseline": None}, "the claim does not say what it is compared with"),
        ({"baseline": "H20"}, "no text with an address prints the peaks of both: NVIDIA H100 / NVIDIA H20"),
    ],
)
def test_without_two_named_accelerators_with_peaks_nothing_is_compared(facts: Row, reason: str) -> None:
    specs = SPECS.filter(pl.col("accelerator").is_in(["NVIDIA H100", "NVIDIA A100"]))
    (row,) = speed_claims(claims(claim(125, **facts)), specs, PRICES, DAY).to_dicts()
    assert (row["verdict"], row["reason_en"], row["largest_implied_ratio"]) == ("not_comparable", reason, None)


def test_a_claim_without_a_baseline_takes_the_one_that_its_line_named_before_and_says_so() -> None:
    rows = board(claim(2.2), claim(2.7, baseline=None, char_start=30), claim(1.9, baseline=None, char_start=60, line=2))
    assert dict(rows.select("claimed_ratio", "baseline_basis").rows()) == {2.2: "named", 2.7: "same_line", 1.9: "none"}
    assert rows.filter(claimed_ratio=2.7)["reason_en"].item().endswith("the baseline is the one that the line names before")


def test_what_is_no_claim_of_one_accelerator_over_another_has_no_row() -> None:
    others = [
        claim(2.6, product="AngelPTM"),
        claim(2.2, is_baseline=True),
        claim(2.2, duplicate_of="x", char_start=9),
        claim(80, metric="accelerator_memory", unit="GB"),
        claim(2.2, product="H100 and H200", char_start=12),
    ]
    assert board(*others).is_empty()


def test_a_claim_per_dollar_is_judged_by_the_prices_of_the_day() -> None:
    (row,) = board(claim(3, metric="training_speed_per_dollar")).to_dicts()
    assert (row["per_dollar"], row["verdict"]) == (True, "above_specifications")
    assert "prices $4 / $1.75 = 2.29 (median_of_provider_lowest)" in row["reason_en"]
    without = speed_claims(claims(claim(3, metric="training_speed_per_dollar")), SPECS, PRICES.clear(), DAY).to_dicts()[0]
    assert (without["verdict"], without["reason_en"]) == ("not_comparable", "no price statistic has both accelerators")


def test_each_statistic_that_has_both_accelerators_gives_a_ratio_per_dollar() -> None:
    rows = speed_claims_per_dollar(claims(claim(2.2)), SPECS, PRICES, DAY)
    cheapest = rows.filter(statistic="lowest_on_demand").to_dicts()[0]
    assert (cheapest["accelerator_price_usd"], cheapest["baseline_price_usd"], cheapest["price_ratio"]) == (3.0, 1.5, 2.0)
    assert cheapest["claimed_per_dollar_ratio"] == pytest.approx(1.1)
    assert cheapest["implied_per_dollar_ratio_high"] == pytest.approx(989.4 / 312 / 2)
    assert rows.filter(statistic="lowest_hyperscaler")["price_ratio"].to_list() == [2.5]
    assert "lowest_spot" not in rows["statistic"].to_list()


def test_a_claim_per_dollar_says_which_speedup_it_needs() -> None:
    rows = speed_claims_per_dollar(claims(claim(3, metric="training_speed_per_dollar")), SPECS, PRICES, DAY)
    found = {row["statistic"]: (row["speedup_needed"], row["verdict"]) for row in rows.to_dicts()}
    assert found["lowest_on_demand"] == (6.0, "supported_at_lower_precision")
    assert found["lowest_hyperscaler"] == (7.5, "above_specifications")


def test_an_article_is_read_and_judged_as_a_whole() -> None:
    body = ARTICLE.encode()
    capture = Capture("vendor_page", datetime(2026, 12, 1, tzinfo=UTC), sha256(body).hexdigest(), "ingested", filename="h100.md")
    told = typed(VENDOR_CLAIMS, parse(body, capture).rows["vendor_claims"])
    found = speed_claims(told, SPECS, PRICES, DAY).select("claimed_ratio", "claimed_ratio_high", "baseline_basis", "verdict").rows()
    assert found == [
        (2.2, 2.2, "named", "supported"),
        (2.7, 3.3, "same_line", "supported"),
        (30, 30, "named", "above_specifications"),
        (125, 125, "none", "not_comparable"),
    ]


def test_every_blank_has_its_reason_and_no_claims_give_empty_boards() -> None:
    told = claims(claim(2.2), claim(3, metric="training_speed_per_dollar"), claim(125, baseline="CPU"), claim(2, baseline=None, line=3))
    assert unexplained(TABLES["speed_claims"], speed_claims(told, SPECS, PRICES, DAY)) == []
    assert unexplained(TABLES["speed_claims_per_dollar"], speed_claims_per_dollar(told, SPECS, PRICES, DAY)) == []
    nothing = speed_claims(empty(VENDOR_CLAIMS), SPECS, PRICES, DAY)
    assert nothing.schema == polars_schema(TABLES["speed_claims"])
