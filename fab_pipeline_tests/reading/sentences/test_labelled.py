"""The labelled cases, where they lie beside the checkout: what must be reached, pooled and by field."""

from pathlib import Path
from typing import Any

import pytest

from fab_pipeline_tests.accuracy import score_disclosures

ENOUGH = 35
"""Cases of a field above which it must be right on its own."""


@pytest.fixture(scope="module")
def scored(shared: Path) -> dict[str, Any]:
    return score_disclosures(shared / "corpus")


def test_all_fields_pooled(scored: dict[str, Any]) -> None:
    assert (scored["precision"] >= 0.97, scored["recall"] >= 0.92) == (True, True), scored["lines"]


def test_every_field_with_enough_cases(scored: dict[str, Any]) -> None:
    weak = {}
    for field, (right, wrong, missing) in scored["tally"].c.items():
        if right + missing >= ENOUGH and (right / (right + wrong) < 0.93 or right / (right + missing) < 0.85):
            weak[field] = (right, wrong, missing)
    assert weak == {}


def test_the_qualifier_is_right(scored: dict[str, Any], shared: Path) -> None:
    """Of quantities whose figure is right at least 95 % have the right qualifier."""
    import json

    from fab_pipeline.reading.sentences.reader import read_disclosure

    right = asked = 0
    for line in (shared / "corpus" / "disclosures.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        for field, quantity in read_disclosure(case["text"]).quantities.items():
            label = case["expected"].get(field)
            if isinstance(label, dict) and _number(label) == pytest.approx(
                _figure(quantity.value, quantity.minimum, quantity.maximum), rel=0.005
            ):
                asked, right = asked + 1, right + (label["qualifier"] == quantity.qualifier)
    assert asked > 200
    assert right / asked >= 0.95


def _number(label: dict[str, Any]) -> float:
    return _figure(label["value"], label["min"], label["max"])


def _figure(*bounds: float | None) -> float:
    return next(float(bound) for bound in bounds if bound is not None)
