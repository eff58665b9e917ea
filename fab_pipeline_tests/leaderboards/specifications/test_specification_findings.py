"""Findings about specifications: which figure a check rejects, where none can be shown, and claims above every ratio."""

import polars as pl
import pytest

from fab_pipeline.contracts import FINDINGS
from fab_pipeline.leaderboards.specifications.accelerator_specs import accelerator_specs
from fab_pipeline.leaderboards.specifications.specification_findings import specification_findings
from fab_pipeline.leaderboards.specifications.specification_sources import specification_sources
from fab_pipeline.leaderboards.specifications.speed_claims import speed_claims
from fab_pipeline_tests.leaderboards.specifications.facts import Row, bandwidth, fact, frame
from fab_pipeline_tests.leaderboards.specifications.speeds import DAY, PRICES, SPECS, claim, claims


def findings(*facts: Row, told: tuple[Row, ...] = ()) -> pl.DataFrame:
    sources = specification_sources(frame(*facts))
    raised = specification_findings(sources, accelerator_specs(sources), speed_claims(claims(*told), SPECS, PRICES, DAY))
    FINDINGS.schema.validate(raised)
    return raised


def test_a_sparse_figure_under_the_name_of_a_dense_one_is_a_finding_on_that_figure() -> None:
    (row,) = findings(fact(989.4), fact(1979, "shop")).to_dicts()
    assert (row["code"], row["subject_table"], row["stated"], row["expected_high"]) == (
        "sparse_as_dense",
        "specification_sources",
        1979,
        989.4,
    )
    assert row["arithmetic"] == "1,979 / 989.4 = 2"
    assert "https://shop.example/" in row["message_en"]
    assert "稠密" in row["message_zh"]


def test_figures_of_equal_support_are_one_finding_that_names_all_texts() -> None:
    (row,) = findings(bandwidth(3350), bandwidth(3000, "blog")).to_dicts()
    assert (row["code"], row["expected_low"], row["expected_high"]) == ("sources_disagree", 3000, 3350)
    assert row["subject_key"] == "NVIDIA H100 | sxm | 0.0 | memory_bandwidth | not_applicable | not_applicable"
    assert len(row["sources"].split("; ")) == 2


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [(80.0, 85.9, "GiB to GB"), (1600.0, 1678.0, "MiB to MB"), (7.0, 7.697, "TiB to TB"), (3350.0, 3000.0, None), (80.0, 84.9, None)],
)
def test_binary_against_decimal_units_is_named_as_the_likely_reason_and_nothing_is_corrected(one: float, other: float, kind: str | None):
    (row,) = findings(bandwidth(one), bandwidth(other, "blog")).to_dicts()
    assert ("the likely reason is that one of them counts binary units" in row["message_en"]) is (kind is not None)
    assert kind is None or (f"ratio is that of {kind}" in row["message_en"] and "按二进制单位计" in row["message_zh"])
    assert kind != "GiB to GB" or row["arithmetic"].endswith("; 85.9 / 80 = 1.074, 1024^3 / 1000^3 = 1.074")
    assert {row["expected_low"], row["expected_high"]} == {one, other}


def test_a_rejected_figure_beside_a_range_is_a_finding_too() -> None:
    codes = findings(fact(800.0, "one"), fact(700.0, "two"), fact(133.0, "blog"), fact(133.8, "sheet", spec="peak_vector_rate"))
    assert "vector_as_matrix" in codes["code"].to_list()


def test_a_claim_above_every_ratio_is_a_finding_and_others_are_none() -> None:
    raised = findings(fact(989.4), told=(claim(30), claim(2.2, char_start=9)))
    assert raised.select("code", "stated").rows() == [("speed_above_specifications", 30.0)]


def test_agreement_raises_nothing() -> None:
    assert findings(fact(989.4), fact(989, "two")).is_empty()
