"""The type of a claim as read from a page.

Belongs here: the type, whose fields are those of table vendor_claims that follow from the page alone (see contracts/vendors.py). Does
not belong here: reading.
"""

from dataclasses import dataclass
from typing import Final

from fab_pipeline.reading.claims.subject import Subject
from fab_pipeline.reading.claims.surroundings import UNDATED, AsOf
from fab_pipeline.vocabulary.metrics import Metric

LONGEST_SPAN: Final = 80
"""Code points of a span; longer clauses are cut around the figure."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim; `start` and `end` are places in the extracted text, everything else as in table vendor_claims."""

    subject: Subject
    metric: Metric | None
    value_kind: str
    start: int
    end: int
    modality: str
    evidence_class: str
    raw: str | None = None
    value: float | None = None
    value_max: float | None = None
    value_bool: bool | None = None
    value_text: str | None = None
    unit: str | None = None
    comparator: str | None = None
    magnitude_class: bool = False
    is_baseline: bool = False
    baseline_value: float | None = None
    precision: str | None = None
    phase: str | None = None
    baseline: str | None = None
    conditions: str | None = None
    as_of: AsOf = UNDATED
    source_cited: str | None = None
    entities: tuple[str, ...] = ()
    ambiguity: tuple[str, ...] = ()
    product: str | None = None
