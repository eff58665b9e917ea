"""Total and active parameters."""

import pytest

from fab_pipeline.reading.parameters import read_parameters


@pytest.mark.parametrize(
    ("text", "total", "active"),
    [
        ("405B", 405e9, None),
        ("1760B（MoE，激活 280B）", 1760e9, 280e9),
        ("1760B 参数（MoE，每次激活 280B）", 1760e9, 280e9),
        ("671B total / 37B active", 671e9, 37e9),
        ("671B (37B active)", 671e9, 37e9),
        ("37B active of 671B", 671e9, 37e9),
        ("总参 671B，激活 37B", 671e9, 37e9),
        ("235B-A22B", 235e9, 22e9),
        ("1.6 万亿（激活 490 亿）", 1.6e12, 49e9),
        ("400B (17Bx128E)", 400e9, None),
        ("314B (MoE, 25% active)", 314e9, None),
        ("175 billion", 175e9, None),
        ("0.5B", 0.5e9, None),
    ],
)
def test_total_and_active(text: str, total: float, active: float | None) -> None:
    read = read_parameters(text)
    assert read.total is not None
    assert (read.total.value, read.active.value if read.active else None) == (total, active)


@pytest.mark.parametrize("text", ["8x7B", "405B / 70B / 8B", "MoE", "128 experts"])
def test_no_single_total(text: str) -> None:
    assert read_parameters(text).total is None


def test_qualifiers_stay() -> None:
    read = read_parameters("~1.8T（MoE，16 x 111B）")
    assert read.total is not None
    assert (read.total.value, read.total.qualifier) == (1.8e12, "approx")


def test_a_figure_that_lost_its_scale_is_not_replaced_by_another() -> None:
    read = read_parameters("7.3Bxyz 36T")
    assert (read.total, read.active) == (None, None)
