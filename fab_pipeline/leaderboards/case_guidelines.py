"""Advice on size: how many accelerators for which size of model. It is a row beside the cases and never a run.

Belongs here: pairing sizes and counts that one passage of advice states. Does not belong here: judging the advice.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import polars as pl

from fab_pipeline.leaderboards.case_claims import sentence_of
from fab_pipeline.leaderboards.case_figures import CaseClaim, quantity_of_claim
from fab_pipeline.leaderboards.run_hardware import SEPARATOR
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.traditional import plain

_SIZES: Final = frozenset({"guideline_model_parameters", "model_parameters", "max_model_parameters"})
_COUNTS: Final = frozenset(
    {"min_training_config", "guideline_min_cluster", "accelerators_used", "max_cluster_accelerators", "total_accelerators"}
)
_BOUNDS: Final = frozenset({"ge", "gt", "le"})
_AT_LEAST: Final = re.compile(r"至少|不少于|不低于|最少|最小|起步|起配|at least|smallest|no fewer than|a minimum of|or more", re.I)


@dataclass(frozen=True)
class Guideline:
    """One piece of advice.

    Attributes:
        parameters: size of the model.
        count: accelerators advised.
        accelerators: labels that its words name, joined by ' + '; None where they name none.
        words: the sentences.
        claims: rows of VENDOR_CLAIMS behind it.
    """

    parameters: Quantity
    count: Quantity
    accelerators: str | None
    words: str
    claims: tuple[Mapping[str, Any], ...]

    @property
    def case_id(self) -> str:
        """Told by its two figures."""
        size = self.parameters.value or self.parameters.minimum or 0.0
        return f"guideline-{size / 1e9:g}b-{self.count.value or self.count.minimum or 0.0:.0f}"


def guidelines_of(claims: pl.DataFrame, pages: pl.DataFrame) -> list[Guideline]:
    """The advice of all pages, sorted by id; advice that pages repeat is one row with all its claims.

    Args:
        claims: frame of VENDOR_CLAIMS.
        pages: frame of VENDOR_PAGES of the same captures.
    """
    texts = dict(pages.select("capture_sha256", "extracted_text").iter_rows())
    advising = claims.filter(pl.col("modality") == "guideline").select("capture_sha256", "line").unique()
    passages = claims.join(advising, on=["capture_sha256", "line"], how="semi").sort("capture_sha256", "char_start")
    found: dict[str, Guideline] = {}
    for (capture, _), group in passages.group_by("capture_sha256", "line", maintain_order=True):
        for one in _pairs(group.to_dicts(), texts.get(str(capture), "")):
            known = found.get(one.case_id)
            found[one.case_id] = one if known is None else replace(known, claims=known.claims + one.claims)
    return [found[case_id] for case_id in sorted(found)]


def _pairs(rows: Sequence[dict[str, Any]], text: str) -> Iterator[Guideline]:
    """Each size with the count that follows it before the next size; else with the last count before it that no size has taken."""
    sizes = [place for place, row in enumerate(rows) if row["metric"] in _SIZES and row["value"] is not None]
    counts = [place for place, row in enumerate(rows) if row["metric"] in _COUNTS and row["value"] is not None]
    taken: set[int] = set()
    for place, following in zip(sizes, [*sizes[1:], len(rows)], strict=False):
        behind = [other for other in counts if place < other < following]
        before = [other for other in counts if other < place and other not in taken]
        chosen = behind[0] if behind else before[-1] if before else None
        if chosen is not None:
            taken.add(chosen)
            yield _guideline(rows[place], rows[chosen], text)


def _advised(row: dict[str, Any], words: str) -> Quantity:
    """A figure of advice; "models of the 35B class" are about 35B here, where nothing is measured."""
    bound = row["comparator"] if row["comparator"] in _BOUNDS else "approx"
    comparator = bound if row["magnitude_class"] else row["comparator"]
    if row["metric"] in _COUNTS and comparator in ("eq", None) and _AT_LEAST.search(plain(row["span"])):
        comparator = "ge"
    measured = {**row, "magnitude_class": False, "comparator": comparator}
    return quantity_of_claim(CaseClaim(measured, words, None))


def _guideline(size: dict[str, Any], count: dict[str, Any], text: str) -> Guideline:
    sentences = list(dict.fromkeys(sentence_of(row, text) for row in sorted((size, count), key=lambda row: row["char_start"])))
    words = " ".join(sentences)
    labels = dict.fromkeys(mention.accelerator.label for mention in find_accelerators(words))
    parameters, accelerators = (_advised(row, words) for row in (size, count))
    return Guideline(parameters, accelerators, SEPARATOR.join(labels) or None, words, (size, count))
