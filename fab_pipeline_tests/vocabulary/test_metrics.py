"""The vocabulary of metrics: consistent with itself, and with the collection of labelled claims."""

import csv
from pathlib import Path

import pytest

from fab_pipeline.contracts.words import RANKING_DIMENSIONS
from fab_pipeline.vocabulary.metrics import capabilities, default_metric, metrics, numeric_metrics


def test_every_metric_has_a_definition_and_a_dimension_of_the_contract():
    for metric in metrics().values():
        assert len(metric.definition) > 10, metric.name
        assert metric.dimension is None or metric.dimension in RANKING_DIMENSIONS, metric.name


def test_numbers_have_units_and_capabilities_have_words():
    assert all(metric.units for metric in metrics().values() if metric.kind in {"number", "rank"})
    assert [metric.name for metric in capabilities() if not metric.words] == ["other_feature"]  # the grammar of offering finds it


def test_a_relative_figure_is_never_compared_without_its_baseline():
    assert metrics()["training_speedup"].comparable_if == "the same named baseline, model and hardware"
    assert metrics()["resource_utilization_gain"].comparable_if is None


def test_unit_and_form_choose_the_candidates():
    names = {metric.name for metric in numeric_metrics("%", "cut")}
    assert "inference_cost_reduction" in names
    assert "market_share" not in names


def test_a_count_of_accelerators_means_another_thing_for_a_case_than_for_a_vendor():
    kinds = ("vendor", "case", "guide")
    names = [metric.name for kind in kinds if (metric := default_metric("{accelerator}", kind))]
    assert names == ["max_cluster_accelerators", "accelerators_used", "guideline_min_cluster"]


def test_words_do_not_reach_over_a_comma():
    words = metrics()["training_duration"].words
    assert words
    assert [hit[0] for hit in words.finditer("训练，故障恢复时间")] == ["训练"]


def test_every_name_of_the_labelled_collection_is_there(shared: Path):
    with (shared / "corpus" / "metric_vocabulary.csv").open(encoding="utf-8") as file:
        names = {row["metric"] for row in csv.DictReader(file)}
    assert names <= set(metrics())


@pytest.mark.parametrize("maker", ["华为", "百度", "浪潮", "腾讯", "阿里", "商汤", "九章", "火山", "Huawei", "Baidu"])
def test_no_maker_is_named_in_the_words(maker: str):
    assert not [metric.name for metric in metrics().values() if metric.words and maker in metric.words.pattern]
