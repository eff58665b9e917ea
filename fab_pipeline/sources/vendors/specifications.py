"""Source: our own list of specifications, `data/registry/accelerator_specs.yaml`: figures that a person read in a text that was opened.

    texts:
      <name>: {url, title, opened: <date>, stated_by, stored_copy?, remark?}
    parts:
      - {accelerator, form, memory_gb?, text, locator, figures: [{spec, value, as_printed, precision?, density?, direction?, qualifier?}]}

Belongs here: the form of that file, checked field by field; an entry that breaks it is rejected with its reason, the others stay. Does not
belong here: which of several figures is right (see `leaderboards.specifications`).
"""

from typing import Final

from fab_pipeline.contracts.words import (
    DENSITIES,
    DIRECTIONS,
    FORM_FACTORS,
    PRECISIONS,
    QUALIFIERS,
    SPECIFICATION_STATED_BY,
    SPECIFICATIONS,
)
from fab_pipeline.sources.base import Capture, Parsed, Rejected, Row
from fab_pipeline.sources.curated_list import EntryError, Fields, entries_of, known, printed, text_of, texts_and_entries, word
from fab_pipeline.vocabulary.accelerators import by_label

PARSER_VERSION: Final = "specifications/1"
_RATES: Final = ("peak_matrix_rate", "peak_vector_rate")
_BETWEEN: Final = "interconnect_bandwidth"
_UNITS: Final = {"memory": "GB", "memory_bandwidth": "GB/s", _BETWEEN: "GB/s", "power": "W"}
_NO_RATE: Final = "not_applicable"
_OF_TEXT: Final = frozenset({"url", "title", "opened", "stated_by", "stored_copy", "remark"})
_OF_PART: Final = frozenset({"accelerator", "form", "memory_gb", "text", "locator", "figures"})
_OF_FIGURE: Final = frozenset({"spec", "value", "as_printed", "precision", "density", "direction", "qualifier"})


def parse(body: bytes, capture: Capture) -> Parsed:
    """Rows of `specification_facts`; row numbers count the entries of `parts` from 1.

    Raises:
        UnreadableCaptureError: no YAML, or without `texts` and `parts`; one line.
    """
    texts, parts = texts_and_entries(body, "parts", "the list of specifications", "not_a_list")
    rows: list[Row] = []
    rejected: list[Rejected] = []
    for number, fields in enumerate(parts, 1):
        name = str(fields.get("accelerator")) if isinstance(fields, dict) else None
        try:
            part, shared = _part(fields, texts)
        except EntryError as error:
            rejected.append(Rejected(number, error.reason, error.detail, name=name))
            continue
        for place, figure in enumerate(entries_of(part, "figures"), 1):
            try:
                rows.append(shared | _figure(figure) | _place(capture, number, place))
            except EntryError as error:
                rejected.append(Rejected(number, error.reason, f"figure {place}: {error.detail}", name=name))
    return Parsed({"specification_facts": rows}, rejected)


def _part(fields: object, texts: Fields) -> tuple[Fields, Row]:
    """The entry, and what its figures share."""
    part = known(fields, _OF_PART, "part")
    label = part.get("accelerator")
    if not isinstance(label, str) or by_label(label) is None:
        raise EntryError("accelerator_unknown", f"{label!r} is no label of vocabulary/accelerators.yaml, e.g. 'NVIDIA H100'")
    if not isinstance(part.get("locator"), str):
        raise EntryError("locator_missing", "the part does not say where in the text its figures stand")
    entries_of(part, "figures")
    shared: Row = {
        "accelerator": label,
        "form_factor": word(part, "form", FORM_FACTORS, "unknown"),
        "accelerator_memory_gb": _number(part, "memory_gb") if "memory_gb" in part else 0.0,
        "locator": part["locator"],
    }
    return part, shared | _text(text_of(part, texts, _OF_TEXT, SPECIFICATION_STATED_BY))


def _text(text: Fields) -> Row:
    if not isinstance(text.get("title"), str):
        raise EntryError("title_missing", f"text {text['url']} has no title")
    return {
        "source_url": text["url"],
        "source_title": text["title"],
        "opened": text["opened"],
        "stored_copy": text.get("stored_copy") is True,
        "stated_by": text["stated_by"],
    }


def _figure(fields: object) -> Row:
    figure = known(fields, _OF_FIGURE, "figure")
    spec = word(figure, "spec", SPECIFICATIONS, "")
    is_rate, is_link = spec in _RATES, spec == _BETWEEN
    given = {name for name in ("precision", "density") if name in figure}
    if given != ({"precision", "density"} if is_rate else set()):
        raise EntryError("density_missing", "a rate needs its precision and its density (dense or sparse); nothing else has them")
    if ("direction" in figure) != is_link:
        raise EntryError("direction_missing", "a bandwidth between accelerators needs its direction; nothing else has one")
    precision = word(figure, "precision", PRECISIONS, _NO_RATE)
    return {
        "spec": spec,
        "precision": precision,
        "density": word(figure, "density", DENSITIES, _NO_RATE),
        "value": _number(figure, "value"),
        "unit": _UNITS.get(spec, "TOP/s" if precision.startswith("int") else "TFLOP/s"),
        "qualifier": word(figure, "qualifier", QUALIFIERS, "exact"),
        "direction": word(figure, "direction", DIRECTIONS, "") if is_link else None,
        "as_printed": printed(figure),
    }


def _place(capture: Capture, number: int, place: int) -> Row:
    return {
        "fact_id": f"{capture.sha256[:12]}:{number}:{place}",
        "source": capture.source,
        "origin": capture.origin,
        "observed_at": capture.observed_at,
        "capture_sha256": capture.sha256,
        "row_number": number,
        "parser_version": PARSER_VERSION,
    }


def _number(fields: Fields, name: str) -> float:
    value = fields.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        raise EntryError("value_not_a_number", f"{name} is {value!r}; write a number above zero in the unit of the specification")
    return float(value)
