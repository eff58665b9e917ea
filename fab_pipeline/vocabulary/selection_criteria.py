"""What a buyer of training infrastructure is advised to look at: criteria, each with the metrics that answer it.

Belongs here: the list (selection_criteria.yaml) and its loading. Does not belong here: who discloses what (see `leaderboards`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from fab_pipeline.contracts.words import CRITERION_KINDS
from fab_pipeline.vocabulary.documents import read_document
from fab_pipeline.vocabulary.metrics import metrics

_LANGUAGES: Final = {"en", "zh"}


@dataclass(frozen=True)
class Criterion:
    """One criterion.

    Attributes:
        key: its name in snake_case.
        kind: word of `contracts.words.CRITERION_KINDS`.
        name_en: what it is called, English.
        name_zh: the same, Chinese.
        advice_en: what to look at, English.
        advice_zh: the same, Chinese.
        metrics: names of the vocabulary of metrics that answer it.
        benchmarks: metric → metric under which texts print a guideline for it; a metric that is not here is its own.
        source_title: text in which the advice stands.
    """

    key: str
    kind: str
    name_en: str
    name_zh: str
    advice_en: str
    advice_zh: str
    metrics: tuple[str, ...]
    benchmarks: Mapping[str, str]
    source_title: str


@lru_cache(maxsize=1)
def selection_criteria() -> tuple[Criterion, ...]:
    """All criteria, in the order of the list.

    Raises:
        ValueError: a criterion has an unknown kind, no metric, or a metric that the vocabulary does not have.
    """
    document: dict[str, Any] = read_document("selection_criteria")
    return tuple(_criterion(key, raw, document["source"]["title"]) for key, raw in document["criteria"].items())


def _criterion(key: str, raw: dict[str, Any], source_title: str) -> Criterion:
    benchmarks: dict[str, str] = raw.get("benchmarks", {})
    strange = [name for name in (*raw["metrics"], *benchmarks, *benchmarks.values()) if name not in metrics()]
    if strange or not raw["metrics"] or raw["kind"] not in CRITERION_KINDS or not set(benchmarks) <= set(raw["metrics"]):
        raise ValueError(f"selection_criteria.yaml: {key} has an unknown kind, no metrics, or strange ones: {', '.join(strange)}")
    if any(set(raw[field]) != _LANGUAGES for field in ("name", "advice")):
        raise ValueError(f"selection_criteria.yaml: name and advice of {key} need en and zh, and nothing else (quote texts with a comma)")
    return Criterion(
        key=key,
        kind=raw["kind"],
        name_en=raw["name"]["en"],
        name_zh=raw["name"]["zh"],
        advice_en=raw["advice"]["en"],
        advice_zh=raw["advice"]["zh"],
        metrics=tuple(raw["metrics"]),
        benchmarks=benchmarks,
        source_title=source_title,
    )
