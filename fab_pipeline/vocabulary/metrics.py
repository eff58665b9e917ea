"""What pages of training infrastructure claim: the controlled vocabulary of metrics, and the words by which sentences are recognised.

Belongs here: the lists (metrics.yaml: what is claimed with a number; metric_words.yaml: by which words a number is known;
capabilities.yaml: what is claimed without one) and the lookups over them. Does not belong here: finding a claim in a sentence (see
`reading.claims`), and what may be compared (see `leaderboards`).
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from fab_pipeline.vocabulary.characters import caseless
from fab_pipeline.vocabulary.documents import read_document

METRIC_KINDS: Final[tuple[str, ...]] = ("number", "rank", "boolean", "text", "category", "superlative", "qualitative")
FORMS: Final[tuple[str, ...]] = ("level", "gain", "cut", "ratio")
SUBJECT_KINDS: Final[tuple[str, ...]] = ("vendor", "case", "guide", "hardware")


@dataclass(frozen=True)
class DefinitionSource:
    """Where a definition stands: address and title."""

    url: str
    title: str


@dataclass(frozen=True)
class Metric:
    """One entry of the vocabulary.

    Attributes:
        name: as in vendor_claims.metric.
        kind: number, rank, boolean, text, category, superlative or qualitative.
        units: UCUM-like units, "currency" and "currency/h" for money; empty where it has no number.
        form: level, gain, cut (positive numbers) or ratio.
        dimension: dimension of a vendor ranking that it informs; None: none of them.
        better: higher, lower or none.
        comparable_if: what two values must share before they may be compared; None: never.
        definition: what a figure must mean to count under this name.
        source: where the definition stands; None: our own wording.
        words: pattern by which a sentence in small letters is known to be about it; None: only its unit tells.
    """

    name: str
    kind: str
    units: tuple[str, ...]
    form: str
    dimension: str | None
    better: str
    comparable_if: str | None
    definition: str
    source: DefinitionSource | None
    words: re.Pattern[str] | None

    @property
    def natural_range(self) -> tuple[float | None, float | None]:
        """Least and greatest value that a figure of it can have by its kind, in the base unit; None where there is none.

        Counts and ranks begin with one, shares and cuts run from 0 to 1, other quantities begin with nothing; a gain may be a loss.
        """
        if self.form == "gain" or not self.units:
            return None, None
        if self.units == ("%",):
            return 0.0, 1.0
        counted = self.form == "level" and all(unit.startswith("{") and "/" not in unit for unit in self.units)
        return (1.0 if counted else 0.0), None


@lru_cache(maxsize=1)
def metrics() -> dict[str, Metric]:
    """All metrics by name, numeric ones first, in the order of the lists.

    Raises:
        ValueError: the lists contradict themselves.
    """
    numeric, words, stated = _document("metrics"), _document("metric_words"), _document("capabilities")
    patterns = {name: _words(source) for name, source in words["words"].items()}
    unknown = sorted(set(patterns) - set(numeric["metrics"]))
    if unknown:
        raise ValueError(f"metric_words.yaml: no such metric: {', '.join(unknown)}")
    sources = {key: DefinitionSource(raw["url"], raw["title"]) for key, raw in numeric["sources"].items()}
    dimensions = {**numeric["dimensions"], None: None}
    found: dict[str, Metric] = {}
    for name, raw in [*numeric["metrics"].items(), *stated["capabilities"].items()]:
        if name in found:
            raise ValueError(f"metrics: {name} is listed twice")
        pattern = patterns.get(name) or (_words(raw["words"]) if "words" in raw else None)
        found[name] = _metric(name, raw, sources, dimensions, pattern)
    return found


@lru_cache(maxsize=1)
def capabilities() -> tuple[Metric, ...]:
    """Metrics that are claimed without a number, in the order of the list."""
    return tuple(metrics()[name] for name in _document("capabilities")["capabilities"])


@lru_cache(maxsize=256)
def numeric_metrics(unit: str, form: str) -> tuple[Metric, ...]:
    """Metrics that a number of this unit and form may be, in the order of the list.

    Args:
        unit: a unit as in `Metric.units`.
        form: level, gain, cut or ratio.
    """
    return tuple(metric for metric in metrics().values() if unit in metric.units and metric.form == form)


def default_metric(unit: str, subject_kind: str) -> Metric | None:
    """What a number of a unit is where no word decides."""
    name = _document("metric_words")["defaults"].get(unit, {}).get(subject_kind)
    return metrics()[name] if name else None


def _words(source: str) -> re.Pattern[str]:
    """Pattern of a list; "." stands for any character of the same clause."""
    return caseless(source.replace(".{", "[^,，。;；]{"))


@lru_cache(maxsize=8)
def _document(name: str) -> dict[str, Any]:
    return read_document(name)


def _metric(
    name: str,
    raw: dict[str, Any],
    sources: dict[str, DefinitionSource],
    dimensions: dict[str | None, str | None],
    pattern: re.Pattern[str] | None,
) -> Metric:
    form = raw.get("form", "level")
    if raw["kind"] not in METRIC_KINDS or form not in FORMS or raw["dimension"] not in dimensions:
        raise ValueError(f"metrics: {name} has an unknown kind, form or dimension")
    return Metric(
        name=name,
        kind=raw["kind"],
        units=tuple(raw.get("unit", ())),
        form=form,
        dimension=dimensions[raw["dimension"]],
        better=raw.get("better", "none"),
        comparable_if=raw.get("comparable"),
        definition=raw["definition"],
        source=sources[raw["source"]] if "source" in raw else None,
        words=pattern,
    )
