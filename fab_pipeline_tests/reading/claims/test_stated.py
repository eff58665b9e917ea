"""What is claimed without a number: offered or refused, in a clause, behind a label, in a cell."""

import pytest

from fab_pipeline.reading.claims.stated import stated


@pytest.mark.parametrize(
    ("words", "context", "metric", "affirmed"),
    [
        ("暂不支持跨地域训练", "", "cross_datacenter_scheduling", False),
        ("Live migration is not supported", "", "other_feature", False),
        ("当前版本不支持自定义镜像导出", "", "other_feature", False),
        ("Nodes cannot be resized after launch", "", "other_feature", False),
        ("Supports spot capacity for batch work", "", "other_feature", True),
        ("支持按标签批量迁移任务", "", "other_feature", True),
        ("Liquid cooling: Not supported", "", "liquid_cooling", False),
        ("断点续训：支持", "", "checkpoint_support", True),
        ("否", "GPU 虚拟化", "gpu_sharing", False),
        ("✓", "Custom images", "other_feature", True),
    ],
)
def test_offered_or_refused(words: str, context: str, metric: str, affirmed: bool):
    assert (metric, affirmed) in [(one.metric.name, one.affirmed) for one in stated(words, context)]


@pytest.mark.parametrize("words", ["是否支持弹性训练？", "在客户的大力支持下", "提供技术支持。", "7x24 小时支持", "our support team"])
def test_questions_and_help_offer_no_feature(words: str):
    assert [one.metric.name for one in stated(words) if one.metric.name == "other_feature"] == []
