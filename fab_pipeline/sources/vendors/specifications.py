"""Source: our own list of specifications, `data/registry/accelerator_specs.yaml`: figures that a person read in a text that was opened.

    texts:
      <name>: {url, title, opened: <date>, stated_by, stored_copy?, remark?}
    parts:
      - {accelerator, form, memory_gb?, text, locator, figures: [{spec, value, as_printed, precision?, density?, direction?, qualifier?}]}

Belongs here: the form of that file, checked field by field; an entry that breaks it is rejected with its reason, the others stay. Does not
belong here: which of several figures is right (see `leaderboards.specifications`).
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final, cast

import yaml

from fab_pipeline.contracts.words import (
    DENSITIES,
    DIRECTIONS,
    FORM_FACTORS,
    PRECISIONS,
    QUALIFIERS,
    SPECIFICATION_STATED_BY,
    SPECIFICATIONS,
)
from fab_pipeline.sources.base import Capture, Parsed, Rejected, Row, UnreadableCaptureError
from fab_pipeline.vocabulary.accelerators import by_label

PARSER_VERSION: Final = "specifications/1"
LONGEST_PRINTED: Final = 80
"""Characters of `as_printed`: a figure with its unit, no sentence."""

_LARGEST_FILE: Final = 5 * 1024 * 1024
_RATES: Final = ("peak_matrix_rate", "peak_vector_rate")
_BETWEEN: Final = "interconnect_bandwidth"
_UNITS: Final = {"memory": "GB", "memory_bandwidth": "GB/s", _BETWEEN: "GB/s", "power": "W"}
_NO_RATE: Final = "not_applicable"
_OF_TEXT: Final = frozenset({"url", "title", "opened", "stated_by", "stored_copy", "remark"})
_OF_PART: Final = frozenset({"accelerator", "form", "memory_gb", "text", "locator", "figures"})
_OF_FIGURE: Final = frozenset({"spec", "value", "as_printed", "precision", "density", "direction", "qualifier"})

Fields = Mapping[str, object]


class _EntryError(ValueError):
    """An entry that breaks the form: reason and one line."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


def parse(body: bytes, capture: Capture) -> Parsed:
    """Rows of `specification_facts`; row numbers count the entries of `parts` from 1.

    Raises:
        UnreadableCaptureError: no YAML, or without `texts` and `parts`; one line.
    """
    texts, parts = _document(body)
    rows: list[Row] = []
    rejected: list[Rejected] = []
    for number, fields in enumerate(parts, 1):
        name = str(fields.get("accelerator")) if isinstance(fields, dict) else None
        try:
            part, shared = _part(fields, texts)
        except _EntryError as error:
            rejected.append(Rejected(number, error.reason, error.detail, name=name))
            continue
        for place, figure in enumerate(cast("Sequence[object]", part["figures"]), 1):
            try:
                rows.append(shared | _figure(figure) | _place(capture, number, place))
            except _EntryError as error:
                rejected.append(Rejected(number, error.reason, f"figure {place}: {error.detail}", name=name))
    return Parsed({"specification_facts": rows}, rejected)


def _document(body: bytes) -> tuple[Fields, Sequence[object]]:
    if len(body) > _LARGEST_FILE:
        raise UnreadableCaptureError("file_too_large", f"the list of specifications has {len(body):,} bytes; {_LARGEST_FILE:,} are read")
    try:
        document: object = yaml.safe_load(body.decode("utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError) as error:
        line = " ".join(str(error).split())[:200]
        raise UnreadableCaptureError("not_yaml", f"the list of specifications is not YAML in UTF-8: {line}") from error
    fields = cast("Fields", document) if isinstance(document, dict) else {}
    texts, parts = fields.get("texts"), fields.get("parts")
    if not isinstance(texts, dict) or not isinstance(parts, list) or not parts:
        raise UnreadableCaptureError("not_a_list", "the list of specifications needs a mapping 'texts' and a list 'parts' with an entry")
    return cast("Fields", texts), cast("Sequence[object]", parts)


def _part(fields: object, texts: Fields) -> tuple[Fields, Row]:
    """The entry, and what its figures share."""
    part = _known(fields, _OF_PART, "part")
    label = part.get("accelerator")
    if not isinstance(label, str) or by_label(label) is None:
        raise _EntryError("accelerator_unknown", f"{label!r} is no label of vocabulary/accelerators.yaml, e.g. 'NVIDIA H100'")
    if part.get("text") not in texts:
        raise _EntryError("unknown_text", f"'{part.get('text')}' is not listed under texts")
    if not isinstance(part.get("locator"), str):
        raise _EntryError("locator_missing", "the part does not say where in the text its figures stand")
    if not isinstance(part.get("figures"), list) or not part["figures"]:
        raise _EntryError("field_missing", "'figures' is missing, no list or empty")
    shared: Row = {
        "accelerator": label,
        "form_factor": _word(part, "form", FORM_FACTORS, "unknown"),
        "accelerator_memory_gb": _number(part, "memory_gb") if "memory_gb" in part else 0.0,
        "locator": part["locator"],
    }
    return part, shared | _text(str(part["text"]), texts)


def _text(name: str, texts: Fields) -> Row:
    text = _known(texts[name], _OF_TEXT, f"text {name}")
    if not str(text.get("url", "")).startswith(("https://", "http://")):
        raise _EntryError("address_missing", f"text {name} has no address (url)")
    if not isinstance(text.get("opened"), date):
        raise _EntryError("date_missing", f"text {name} has no date on which somebody opened it (opened: 2026-11-30)")
    if not isinstance(text.get("title"), str):
        raise _EntryError("title_missing", f"text {name} has no title")
    return {
        "source_url": text["url"],
        "source_title": text["title"],
        "opened": text["opened"],
        "stored_copy": text.get("stored_copy") is True,
        "stated_by": _word(text, "stated_by", SPECIFICATION_STATED_BY, None),
    }


def _figure(fields: object) -> Row:
    figure = _known(fields, _OF_FIGURE, "figure")
    spec = _word(figure, "spec", SPECIFICATIONS, None)
    printed = figure.get("as_printed")
    if not isinstance(printed, str) or not printed.strip() or len(printed) > LONGEST_PRINTED:
        raise _EntryError("as_printed_missing", f"as_printed is missing, no text, or longer than {LONGEST_PRINTED} characters")
    is_rate, is_link = spec in _RATES, spec == _BETWEEN
    given = {name for name in ("precision", "density") if name in figure}
    if given != ({"precision", "density"} if is_rate else set()):
        raise _EntryError("density_missing", "a rate needs its precision and its density (dense or sparse); nothing else has them")
    if ("direction" in figure) != is_link:
        raise _EntryError("direction_missing", "a bandwidth between accelerators needs its direction; nothing else has one")
    precision = _word(figure, "precision", PRECISIONS, _NO_RATE)
    return {
        "spec": spec,
        "precision": precision,
        "density": _word(figure, "density", DENSITIES, _NO_RATE),
        "value": _number(figure, "value"),
        "unit": _UNITS.get(spec, "TOP/s" if precision.startswith("int") else "TFLOP/s"),
        "qualifier": _word(figure, "qualifier", QUALIFIERS, "exact"),
        "direction": _word(figure, "direction", DIRECTIONS, None) if is_link else None,
        "as_printed": printed,
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
        raise _EntryError("value_not_a_number", f"{name} is {value!r}; write a number above zero in the unit of the specification")
    return float(value)


def _word(fields: Fields, name: str, words: Mapping[str, str], otherwise: str | None) -> str:
    word = fields.get(name, otherwise)
    if not isinstance(word, str) or word not in words:
        raise _EntryError("unknown_word", f"{name} is {word!r}; it must be one of {', '.join(words)}")
    return word


def _known(fields: object, names: frozenset[str], what: str) -> Fields:
    if not isinstance(fields, dict):
        raise _EntryError("not_a_mapping", f"the {what} is no mapping")
    entry = cast("Fields", fields)
    strange = sorted(str(name) for name in entry if name not in names)
    if strange:
        raise _EntryError("unknown_field", f"the {what} has the field {', '.join(strange)}; fields are {', '.join(sorted(names))}")
    return entry
