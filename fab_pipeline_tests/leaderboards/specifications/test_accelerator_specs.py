"""Specifications: the best supported figure is shown, dense and sparse are never one, and every other figure is shown with its status."""

from pathlib import Path

import polars as pl
import pytest

from fab_pipeline.contracts import TABLES
from fab_pipeline.leaderboards.null_reasons import unexplained
from fab_pipeline.leaderboards.specifications.accelerator_specs import accelerator_specs
from fab_pipeline.leaderboards.specifications.specification_sources import specification_sources
from fab_pipeline_tests.leaderboards.specifications.facts import Row, bandwidth, fact, frame, link
from fab_pipeline_tests.sources.vendors.test_specifications import LISTED, frames


def board(*rows: Row) -> pl.DataFrame:
    return accelerator_specs(specification_sources(frame(*rows)))


def row(*rows: Row, **about: object) -> dict[str, object]:
    (found,) = (
        board(*rows)
        .filter(**({"accelerator": "NVIDIA H100", "form_factor": "sxm", "precision": "bf16", "density": "dense"} | about))
        .to_dicts()
    )
    return found


def statuses(*rows: Row) -> dict[str, str]:
    judged = specification_sources(frame(*rows)).filter(pl.col("source_title").is_not_null())
    return dict(zip(judged["source_title"], judged["status"], strict=True))


def test_figures_that_differ_by_rounding_agree_and_the_finest_is_shown() -> None:
    found = row(fact(989, "one"), fact(989.43, "two"), fact(1000, "three", qualifier="approx"))
    assert (found["value"], found["value_low"], found["value_high"]) == (989.43, 989, 1000)
    assert (found["source_url"], found["texts"], found["sources_agree"]) == ("https://two.example/", 4, False)
    assert statuses(fact(989, "one"), fact(989.43, "two")) == {"one": "agrees", "two": "chosen"}


def test_a_sparse_figure_under_the_name_of_a_dense_one_is_rejected_and_shown() -> None:
    sparse = fact(1978.9, "sheet", density="sparse")
    found = row(fact(989.4), sparse, fact(1979, "shop"))
    assert (found["value"], found["value_high"], found["rejected_texts"]) == (989.4, 989.4, 1)
    assert found["other_figures"] == "1979 TFLOP/s (sparse_as_dense, https://shop.example/)"
    assert found["sources_agree"] is True, "a text that is rejected contradicts nobody; the list of names agrees"
    assert row(fact(989.4), sparse, density="sparse")["value"] == 1978.9


def test_twice_the_dense_figure_is_a_sparse_one_even_where_no_text_prints_the_sparse_one() -> None:
    assert statuses(fact(989.4), fact(1970, "shop")) == {"sheet": "chosen", "shop": "sparse_as_dense"}


def test_one_text_that_prints_half_does_not_condemn_what_the_others_print() -> None:
    whole = [fact(989.4, "one"), fact(989, "two"), fact(990, "three")]
    assert statuses(*whole, fact(494.7, "half")) == {"one": "chosen", "two": "agrees", "three": "agrees", "half": "far_off"}


def test_a_vector_rate_among_matrix_rates_is_rejected() -> None:
    vector = fact(133.8, spec="peak_vector_rate")
    assert statuses(fact(989.4, "one"), vector, fact(133, "blog"))["blog"] == "vector_as_matrix"


def test_a_figure_twice_as_large_in_no_known_way_is_far_off_and_stays_out_of_the_range() -> None:
    found = row(fact(989.4), fact(204.9, "database"))
    assert (found["value_low"], found["rejected_texts"]) == (989.4, 1)
    assert statuses(fact(989.4), fact(204.9, "database"))["database"] == "far_off"


def test_the_maker_is_believed_before_many_others() -> None:
    others = [bandwidth(3000, name) for name in ("a", "b", "c")]
    found = row(bandwidth(3350, stated_by="maker"), *others, spec="memory_bandwidth", precision="not_applicable", density="not_applicable")
    assert (found["value"], found["value_low"], found["sources_agree"]) == (3350, 3000, False)


def test_equal_support_for_two_figures_shows_the_range_and_no_figure() -> None:
    found = row(bandwidth(3350), bandwidth(3000, "blog"), spec="memory_bandwidth", precision="not_applicable", density="not_applicable")
    assert (found["value"], found["value_low"], found["value_high"]) == (None, 3000, 3350)
    assert "value: sources_disagree" in str(found["null_reasons"])


def test_one_direction_counts_twice_and_a_bare_half_is_told() -> None:
    about = {"spec": "interconnect_bandwidth", "precision": "not_applicable", "density": "not_applicable"}
    found = row(link(900, "one"), link(450, "two", "one_direction"), **about)
    assert (found["value"], found["sources_agree"], found["direction"]) == (900, True, "both_directions")
    assert statuses(link(900), link(450, "blog", "not_said"))["blog"] == "half_of_both_directions"


def test_a_bound_that_the_figure_keeps_contradicts_nothing() -> None:
    at_least = bandwidth(2000, "brief", stated_by="maker", qualifier="lower_bound")
    found = row(at_least, bandwidth(2039), spec="memory_bandwidth", precision="not_applicable", density="not_applicable")
    assert (found["value"], found["value_low"], found["sources_agree"]) == (2039, 2039, True)


def test_a_16_bit_peak_of_the_list_of_names_is_bfloat16_only_where_a_text_prints_bfloat16() -> None:
    peaks = board(fact(989.4)).filter(pl.col("accelerator").is_in(["NVIDIA H100", "NVIDIA V100"]) & (pl.col("form_factor") == "pcie"))
    assert dict(peaks.select("accelerator", "precision").rows()) == {"NVIDIA H100": "bf16", "NVIDIA V100": "fp16_or_bf16"}


def test_no_row_mixes_densities_precisions_or_forms() -> None:
    rows = board(fact(989.4), fact(1978.9, density="sparse"), fact(1978.9, precision="fp8"), fact(756, form_factor="pcie"))
    mine = rows.filter(pl.col("accelerator") == "NVIDIA H100").filter(pl.col("form_factor") != "nvl")
    assert mine.select("form_factor", "precision", "density", "value").rows() == [
        ("pcie", "bf16", "dense", 756.0),
        ("sxm", "bf16", "dense", 989.4),
        ("sxm", "bf16", "sparse", 1978.9),
        ("sxm", "fp8", "dense", 1978.9),
    ]


@pytest.fixture(scope="module")
def shipped() -> pl.DataFrame:
    return accelerator_specs(specification_sources(frames(Path(LISTED).read_text("utf-8"))["specification_facts"]))


@pytest.mark.parametrize(
    ("accelerator", "form", "spec", "precision", "density", "value"),
    [
        ("NVIDIA H100", "sxm", "peak_matrix_rate", "bf16", "dense", 989.4),
        ("NVIDIA H100", "sxm", "peak_matrix_rate", "bf16", "sparse", 1978.9),
        ("NVIDIA H100", "sxm", "peak_matrix_rate", "fp8", "dense", 1978.9),
        ("NVIDIA H100", "pcie", "peak_matrix_rate", "bf16", "dense", 756),
        ("NVIDIA H100", "nvl", "peak_matrix_rate", "bf16", "dense", 835.5),
        ("NVIDIA A100", "sxm", "peak_matrix_rate", "bf16", "dense", 312),
        ("NVIDIA A100", "sxm", "interconnect_bandwidth", "not_applicable", "not_applicable", 600),
        ("NVIDIA H100", "sxm", "interconnect_bandwidth", "not_applicable", "not_applicable", 900),
        ("NVIDIA B200", "sxm", "peak_matrix_rate", "fp8", "dense", 4500),
        ("AMD MI300X", "oam", "peak_matrix_rate", "bf16", "dense", 1307.4),
    ],
)
def test_what_ships_says_the_known_figures(
    shipped: pl.DataFrame, accelerator: str, form: str, spec: str, precision: str, density: str, value: float
) -> None:
    found = shipped.filter(accelerator=accelerator, form_factor=form, spec=spec, precision=precision, density=density)
    assert found["value"].to_list() == [value]


def test_no_dense_rate_that_ships_is_as_large_as_its_sparse_one(shipped: pl.DataFrame) -> None:
    rates = shipped.filter(spec="peak_matrix_rate").pivot("density", index=["accelerator", "form_factor", "precision"], values="value")
    assert rates.filter((pl.col("sparse") / pl.col("dense") - 2).abs() > 0.02).is_empty()


def test_every_blank_has_its_reason(shipped: pl.DataFrame) -> None:
    assert unexplained(TABLES["accelerator_specs"], shipped) == []
