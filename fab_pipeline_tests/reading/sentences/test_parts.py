"""Several models and several phases of one text are kept apart, each with its own figures."""

import pytest

from fab_pipeline.reading.sentences.reader import read_disclosure
from fab_pipeline.reading.sentences.reading import Part
from fab_pipeline_tests.reading.sentences.test_reader import FIELDS, figure

SHORT = {name: short for short, name in FIELDS.items()}

MODELS = [
    (
        "Corvid-13B took 21 days and Corvid-70B took 52 days.",
        {"Corvid-13B": {"params": "13000000000", "days": "21"}, "Corvid-70B": {"params": "70000000000", "days": "52"}},
    ),
    (
        "The 7B was trained on 2T tokens, the 34B on 3.5T tokens.",
        {"7B": {"params": "7000000000", "tokens": "2e+12"}, "34B": {"params": "34000000000", "tokens": "3.5e+12"}},
    ),
    (
        "7B 模型训练用时 9 天，72B 模型训练用时 40 天",
        {"7B": {"params": "7000000000", "days": "9"}, "72B": {"params": "72000000000", "days": "40"}},
    ),
    (
        "Onyx 2 Pro (480B-A22B) used 36T tokens, Onyx 2 Air (106B-A12B) 23T tokens",
        {
            "Onyx 2 Pro": {"params": "4.8e+11", "active": "22000000000", "tokens": "3.6e+13"},
            "Onyx 2 Air": {"params": "1.06e+11", "active": "12000000000", "tokens": "2.3e+13"},
        },
    ),
    (
        "Rook-base has 220M parameters and Rook-large has 770M parameters",
        {"Rook-base": {"params": "220000000"}, "Rook-large": {"params": "770000000"}},
    ),
    (
        "The 6x21B variant needed 290K GPU-hours, the 9B one 52K",
        {"6x21B": {"hours": "290000"}, "9B": {"params": "9000000000", "hours": "52000"}},
    ),
    ("the 8B took 11 days, the 90B 44", {"8B": {"params": "8000000000", "days": "11"}, "90B": {"params": "90000000000", "days": "44"}}),
    (
        "盘古 Ultra 用了 5,120 张卡训练 50 天，盘古 Pro 用了 1,024 张卡训练 12 天",
        {"盘古 Ultra": {"count": "5120", "days": "50"}, "盘古 Pro": {"count": "1024", "days": "12"}},
    ),
    (
        "8B 用了 6.5 万 GPU 小时，90B 则用了 83 万",
        {"8B": {"params": "8000000000", "hours": "65000"}, "90B": {"params": "90000000000", "hours": "830000"}},
    ),
    (
        "Rook-8B took 65K GPU hours, Rook-90B 830K",
        {"Rook-8B": {"params": "8000000000", "hours": "65000"}, "Rook-90B": {"params": "90000000000", "hours": "830000"}},
    ),
    (
        "Training took 5 days for the 1B model and 17 days for the 7B model",
        {"1B": {"params": "1000000000", "days": "5"}, "7B": {"params": "7000000000", "days": "17"}},
    ),
]

PHASES = [
    (
        "Pre-training: 1.9M GPU hours. Context extension: 80K GPU hours. Post-training: 12K GPU hours.",
        {"pretraining": {"hours": "1900000"}, "long_context": {"hours": "80000"}, "post_training": {"hours": "12000"}},
    ),
    (
        "Pre-training ran on 512 H100s for 20 days and SFT on 64 H100s for 30 hours.",
        {"pretraining": {"count": "512", "days": "20"}, "post_training": {"count": "64", "days": "1.25"}},
    ),
    (
        "18T pre-training tokens, followed by 1.1T tokens of annealing",
        {"pretraining": {"tokens": "1.8e+13"}, "mid_training": {"tokens": "1.1e+12"}},
    ),
    (
        "20T training tokens (plus 3T mid-training and 200B long-context)",
        {"pretraining": {"tokens": "2e+13"}, "mid_training": {"tokens": "3e+12"}, "long_context": {"tokens": "2e+11"}},
    ),
    ("第一阶段 1.4T，第二阶段 0.2T tokens", {"stage_1": {"tokens": "1.4e+12"}, "stage_2": {"tokens": "2e+11"}}),
    (
        "Stage I: 5 days on 64 H100s; Stage II: 2 days on 32 H100s",
        {"stage_1": {"days": "5", "count": "64"}, "stage_2": {"days": "2", "count": "32"}},
    ),
    (
        "第一阶段使用 128 张 A100 训练 10 天，第二阶段使用 64 张 A100 训练 4 天",
        {"stage_1": {"count": "128", "days": "10"}, "stage_2": {"count": "64", "days": "4"}},
    ),
    (
        "36 hours of supervised fine-tuning followed 24 days of pretraining",
        {"post_training": {"days": "1.5"}, "pretraining": {"days": "24"}},
    ),
    (
        "先在 512 张 H800 上预训练 26 天，再用 64 张 H800 微调 3 天",
        {"pretraining": {"count": "512", "days": "26"}, "post_training": {"count": "64", "days": "3"}},
    ),
]  # fmt: skip


def by_name(parts: tuple[Part, ...]) -> dict[str | None, dict[str, str | None]]:
    """Figures of parts in the notation of the texts."""
    return {part.name: {SHORT[field]: figure(quantity) for field, quantity in part.quantities.items()} for part in parts}


@pytest.mark.parametrize(("text", "expected"), MODELS, ids=lambda value: value[:30] if isinstance(value, str) else "")
def test_models(text: str, expected: dict[str, dict[str, str]]) -> None:
    assert by_name(read_disclosure(text).models) == expected


@pytest.mark.parametrize(("text", "expected"), PHASES, ids=lambda value: value[:30] if isinstance(value, str) else "")
def test_phases(text: str, expected: dict[str, dict[str, str]]) -> None:
    assert by_name(read_disclosure(text).phases) == expected


def test_phases_on_other_cards_have_their_own_days() -> None:
    parts = read_disclosure("for 20 days on 128 V100 GPUs, followed by 6 days on 64 A100 GPUs").phases
    assert [(part.accelerator, part.quantities["accelerator_count"].value, part.quantities["duration_days"].value) for part in parts] == [
        ("NVIDIA V100", 128.0, 20.0), ("NVIDIA A100", 64.0, 6.0),
    ]  # fmt: skip


def test_hours_that_name_their_cards_name_them_for_their_model() -> None:
    reading = read_disclosure("The rose-90b run consumed 1.7 million H100-hours, while rose-9b took 160,000 A100-hours")
    assert (reading.accelerator, [part.accelerator for part in reading.models]) == (None, ["NVIDIA H100", "NVIDIA A100"])
