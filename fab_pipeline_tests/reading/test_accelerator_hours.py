"""Accelerator time in hours."""

import pytest

from fab_pipeline.reading.accelerator_hours import read_accelerator_hours


@pytest.mark.parametrize(
    ("text", "hours", "qualifier"),
    [
        ("270,000,000 GPU 小时", 270e6, "exact"),
        ("2.788M H800 GPU hours", 2.788e6, "exact"),
        ("2.1 million H100-hours", 2.1e6, "exact"),
        ("30.84M GPU-h", 30.84e6, "exact"),
        ("约 280 万 GPU 小时", 2.8e6, "approx"),
        ("39.3M+ GPU hours", 39.3e6, "lower_bound"),
        ("3,000 卡时", 3000, "exact"),
        ("180K个H800 GPU小时", 180e3, "exact"),
        ("1,200 GPU-days", 28_800, "exact"),
        ("832,102² GPU hours", 832_102, "exact"),
        ("832,102 [2] GPU hours", 832_102, "exact"),
        ("832,102* GPU hours", 832_102, "exact"),
        ("1.2M accelerator-days (per the lab)", 28.8e6, "exact"),
    ],
)
def test_hours(text: str, hours: float, qualifier: str) -> None:
    read = read_accelerator_hours(text).quantity
    assert read is not None
    assert (read.value, read.qualifier) == (pytest.approx(hours), qualifier)


@pytest.mark.parametrize("text", ["2.1e25 FLOP", "3,640 PF-days", "1,000 TPU core-hours", "270,000,000", "卡时 1000"])
def test_no_accelerator_hours(text: str) -> None:
    assert read_accelerator_hours(text).quantity is None


@pytest.mark.parametrize(
    "text",
    [
        "预训练 266.4 万 + 上下文扩展 11.9 万 + 后训练 0.5 万 GPU 小时",
        "2.664M pre-training, 0.119M context extension, 0.005M post-training GPU hours",
    ],
)
def test_one_unit_behind_several_phases(text: str) -> None:
    read = read_accelerator_hours(text)
    assert read.quantity is not None
    assert (read.quantity.value, read.quantity.scope, read.quantity.text) == (2.664e6, "pretraining", text)
    assert [(phase.scope, phase.value) for phase in read.phases] == [
        ("pretraining", 2.664e6),
        ("long_context", 119e3),
        ("post_training", 5e3),
    ]
    assert all(phase.text in text for phase in read.phases)


def test_phases_that_cannot_be_told_apart_give_nothing() -> None:
    assert read_accelerator_hours("预训练 200 万 + 30 万 + 后训练 0.5 万 GPU 小时").quantity is None


def test_an_order_of_magnitude_is_vague() -> None:
    read = read_accelerator_hours("millions of accelerator-days").quantity
    assert read is not None
    assert (read.value, read.minimum, read.qualifier) == (None, 48e6, "vague")


def test_phases() -> None:
    read = read_accelerator_hours("2.664M GPU hours pretraining + 119K GPU hours context extension")
    assert read.quantity is not None
    assert (read.quantity.value, read.quantity.scope) == (2.664e6, "pretraining")
    assert [(phase.scope, phase.value) for phase in read.phases] == [("pretraining", 2.664e6), ("long_context", 119e3)]
