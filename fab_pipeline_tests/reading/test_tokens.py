"""Token counts and their phases."""

import pytest

from fab_pipeline.reading.tokens import read_tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("~13T （估算）", (13e12, None, None, "approx")),
        ("15T+", (15e12, 15e12, None, "lower_bound")),
        ("18T tokens", (18e12, None, None, "exact")),
        ("1.5 万亿 token", (1.5e12, None, None, "exact")),
        ("300B", (300e9, None, None, "exact")),
        ("14.8T (14,800B)", (14.8e12, None, None, "exact")),
        ("2T–3T", (None, 2e12, 3e12, "range")),
        ("366,000,000,000", (366e9, None, None, "exact")),
        ("2T (4K context)", (2e12, None, None, "exact")),
        ("450B (106B unique)", (450e9, None, None, "exact")),
        ("约 7 万亿（含 1.5 万亿合成）", (7e12, None, None, "approx")),
        ("3.6T (3.1T + 500B continued pre-training)", (3.6e12, None, None, "exact")),
        ("15T+ (35T planned)", (15e12, 15e12, None, "lower_bound")),
        ("15.6T¹", (15.6e12, None, None, "exact")),
        ("1.5×10¹³", (1.5e13, None, None, "exact")),
    ],
)
def test_a_token_count(text: str, expected: tuple[float | None, float | None, float | None, str]) -> None:
    quantity = read_tokens(text).quantity
    assert quantity is not None
    assert (quantity.value, quantity.minimum, quantity.maximum, quantity.qualifier) == expected


@pytest.mark.parametrize("text", ["300", "20TB", "3 epochs", "3.9T + 150B", "10¹³ tokens", "about as many as before"])
def test_no_token_count(text: str) -> None:
    assert read_tokens(text).quantity is None


def test_phases_of_a_token_budget() -> None:
    read = read_tokens("12T (plus 1.5T mid-training and 90B long-context)")
    assert read.quantity is not None
    assert (read.quantity.value, read.quantity.scope) == (12e12, "pretraining")
    assert [(phase.scope, phase.value) for phase in read.phases] == [
        ("pretraining", 12e12),
        ("mid_training", 1.5e12),
        ("long_context", 90e9),
    ]
