"""How vendors are ranked as far as claims support it: dimensions, fixed goalposts, thresholds, each with its source.

Belongs here: the list (ranking.yaml) and its checks. Does not belong here: ranking (see `leaderboards.vendor_ranking`).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from fab_pipeline.vocabulary.comparability import meeting_rules
from fab_pipeline.vocabulary.documents import read_document
from fab_pipeline.vocabulary.metrics import DefinitionSource, metrics


@dataclass(frozen=True)
class Dimension:
    """One dimension of the ranking.

    Attributes:
        name: as in vendor_claims.dimension.
        name_en: what people call it, English.
        name_zh: its Chinese name.
        unscored_en: why nothing of it is scored; None where something is.
        unscored_zh: the same in Chinese.
    """

    name: str
    name_en: str
    name_zh: str
    unscored_en: str | None = None
    unscored_zh: str | None = None


@dataclass(frozen=True)
class Goalposts:
    """Fixed ends of a scale, in the base unit of the metric; `worst` may be the larger one."""

    worst: float
    best: float
    log: bool
    source: DefinitionSource

    def score(self, value: float | None, *, toward_best: bool) -> float:
        """Place of a value between the goalposts, 0 to 1; beyond them it is at the nearer one.

        Args:
            value: in the base unit; None is no bound.
            toward_best: where no bound lies.
        """
        if value is None:
            return 1.0 if toward_best else 0.0
        low, high, at = self.worst, self.best, value
        if self.log:
            low, high, at = math.log(low), math.log(high), math.log(value) if value > 0 else -math.inf
        return min(1.0, max(0.0, (at - low) / (high - low)))


@dataclass(frozen=True)
class Thresholds:
    """What is enough evidence; see ranking.yaml."""

    metrics_per_dimension: int
    dimensions: int
    positions: int
    interval_percent: tuple[int, int]
    draws: int
    source: DefinitionSource


@lru_cache(maxsize=1)
def dimensions() -> dict[str, Dimension]:
    """All dimensions by name, in the order of the list."""
    return {
        name: Dimension(name, raw["en"], raw["zh"], raw.get("unscored", {}).get("en"), raw.get("unscored", {}).get("zh"))
        for name, raw in _document()["dimensions"].items()
    }


@lru_cache(maxsize=1)
def goalposts() -> dict[str, Goalposts]:
    """Goalposts by metric.

    Raises:
        ValueError: goalposts of a metric that is never compared, or whose dimension is not scored, or that run the wrong way.
    """
    found = {
        name: Goalposts(float(raw["worst"]), float(raw["best"]), raw["scale"] == "log", _source(raw["source"]))
        for name, raw in _document()["goalposts"].items()
    }
    for name, posts in found.items():
        metric = metrics().get(name)
        known = dimensions().get(metric.dimension or "") if metric else None
        if name not in meeting_rules() or known is None or known.unscored_en:
            raise ValueError(f"ranking.yaml: {name} has goalposts and is never compared, or its dimension is not scored")
        if (posts.best > posts.worst) != (metrics()[name].better == "higher"):
            raise ValueError(f"ranking.yaml: the goalposts of {name} run against its direction")
    return found


@lru_cache(maxsize=1)
def thresholds() -> Thresholds:
    """The declared thresholds."""
    raw = _document()["thresholds"]
    low, high = raw["interval_percent"]
    return Thresholds(
        raw["metrics_per_dimension"], raw["dimensions"], raw["positions"], (low, high), raw["draws"], _source(raw["source"])
    )  # fmt: skip


@lru_cache(maxsize=1)
def metrics_needed() -> Mapping[str, int]:
    """Scored dimension → comparable metrics that it needs: the threshold, or all that have goalposts where there are fewer."""
    scored: dict[str, int] = {}
    for name in goalposts():
        dimension = metrics()[name].dimension or ""
        scored[dimension] = scored.get(dimension, 0) + 1
    return {name: min(scored[name], thresholds().metrics_per_dimension) for name in dimensions() if name in scored}


def _source(key: str) -> DefinitionSource:
    raw = _document()["sources"][key]
    return DefinitionSource(raw["url"], raw["title"])


@lru_cache(maxsize=1)
def _document() -> dict[str, Any]:
    return read_document("ranking")
