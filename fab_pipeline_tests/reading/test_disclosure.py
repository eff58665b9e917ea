"""Whether a text discloses anything, and whose figure it is."""

import pytest

from fab_pipeline.reading.disclosure import is_estimated, stated_by, undisclosed_lead


@pytest.mark.parametrize(
    "text",
    [
        "未披露",
        "未披露 （论文分析的是 54 天预训练窗口）",
        "未披露报告验证了算子",
        "（尚未公布）",
        "官方未披露",
        "暂无",
        "undisclosed",
        "undisclosedtraining tokens",
        "Not disclosed (a paper covers 54 days)",
        "N/A (see paper)",
        "unknown",
        "—",
        "— (54 days in a blog)",
        "-",
        "$—",
    ],
)
def test_a_leading_undisclosed_wins(text: str) -> None:
    assert undisclosed_lead(text) is not None


@pytest.mark.parametrize("text", ["", "54 天（起止日期未披露）", "Nonetheless", "— 5", "a cloud, accelerators not specified", "-5"])
def test_anything_else_discloses(text: str) -> None:
    assert undisclosed_lead(text) is None


def test_estimates_and_their_authors() -> None:
    assert is_estimated("公开来源标注为估算")
    assert is_estimated("an estimated $5M")
    assert is_estimated("$3,500,000estimated")
    assert not is_estimated("not an estimate")
    assert stated_by("公开来源标注为估算") == stated_by("estimate by analysts") == "third_party"
    assert stated_by("官方公布") == stated_by("disclosed by the developer") == "developer"
    assert stated_by("") == "unknown"
