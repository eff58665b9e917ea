"""What headings mean."""

import pytest

from fab_pipeline.sources.disclosures.column_roles import column_of, table_score


@pytest.mark.parametrize(
    ("heading", "roles"),
    [
        ("#", {"rank"}),
        ("模型", {"model"}),
        ("模型 / 机构", {"model", "organization"}),
        ("发布机构", {"organization"}),
        ("模型发布时间", {"released"}),
        ("规模", {"size"}),
        ("模型规模", {"size"}),
        ("参数量", {"parameters"}),
        ("激活参数", {"parameters_active"}),
        ("参数与 token", {"parameters", "tokens"}),
        ("硬件与工期", {"hardware", "duration"}),
        ("卡数", {"count"}),
        ("Number of GPUs", {"count"}),
        ("算力", {"compute"}),
        ("披露 GPU 小时", {"compute"}),
        ("Accelerator-hours", {"compute"}),
        ("训练算力（FLOP）", {"other"}),
        ("训练成本", {"cost"}),
        ("每百万 token 训练成本", {"cost_per_tokens"}),
        ("$ / M tokens", {"cost_per_tokens"}),
        ("今日租价重算", {"recompute"}),
        ("Cost at today's rent", {"recompute"}),
        ("倍数", {"ratio"}),
        ("披露", {"link"}),
        ("许可证", {"license"}),
        ("Dataset size", {"tokens"}),
        ("Cluster size", {"count"}),
        ("Hardware quantity", {"count"}),
        ("# chips", {"count"}),
        ("H100-hours", {"compute"}),
        ("H800 小时", {"compute"}),
        ("加速器小时", {"compute"}),
        ("算力硬件", {"hardware"}),
        ("发布方", {"organization"}),
        ("Price per hour", {"other"}),
        ("PF-days", {"other"}),
        ("Compute (petaflop/s-days)", {"other"}),
        ("Months", {"duration"}),
        ("单价（元/卡时）", {"other"}),
        ("", set()),
        ("colour", set()),
    ],
)
def test_roles(heading: str, roles: set[str]) -> None:
    assert column_of(heading).roles == roles


def test_headings_give_scale_unit_and_currency() -> None:
    assert column_of("Parameters (B)").scale == "B"
    assert column_of("训练 token（万亿）").scale == "万亿"
    assert (column_of("Disclosed cost (USD M)").scale, column_of("Disclosed cost (USD M)").dollars) == ("M", True)
    assert (column_of("成本（万美元）").scale, column_of("成本（万美元）").dollars) == ("万", True)
    assert column_of("工期（天）").duration_unit == "天"
    assert (column_of("Training time (h)").duration_unit, column_of("Months").duration_unit) == ("h", "Months")
    assert column_of("GPU hours (M)").hours_unit == "GPU hours"
    assert (column_of("算力").hours_unit, column_of("披露成本").dollars) == ("", False)


def test_a_table_of_runs_has_models_and_figures() -> None:
    assert table_score([column_of(heading) for heading in ("模型", "规模", "算力")]) == 2
    assert table_score([column_of(heading) for heading in ("模型", "算力")]) == 0
    assert table_score([column_of(heading) for heading in ("指标", "规模", "算力")]) == 0
