"""Source: our own registry of training runs, `data/registry/training_runs.yaml`: figures that a person read in a text that was opened.

    texts:
      <name>: {url, opened: <date>, stated_by, license, remark?}
    runs:
      - organization: …
        model: …
        text: <name>
        locator: row or line of the text, for all claims that give none
        claims:
          - {quantity, as_printed, value | min and max | value_text, qualifier, scope?, part?, place?, estimated?, locator?}

Belongs here: the form of that file, checked field by field; one entry that breaks it is rejected with its reason, the others stay. Facts,
no sentences: `as_printed` is the figure with its unit. Does not belong here: figures from memory, and corrections of what somebody
printed wrongly (a general check shows those).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, cast

import yaml

from fab_pipeline.contracts.training import TRAINING_QUANTITIES
from fab_pipeline.contracts.words import PLACES, QUALIFIERS, SCOPES, STATED_BY
from fab_pipeline.reading.identity import run_slug
from fab_pipeline.sources.base import Capture, Parsed, Rejected, Row, UnreadableCaptureError

PARSER_VERSION: Final = "registry/3"
LONGEST_PRINTED: Final = 80
"""Characters of `as_printed`: a figure with its unit, no sentence."""

_LARGEST_FILE: Final = 5 * 1024 * 1024
_TEXT_UNITS: Final = frozenset({"label", "date", "bool", "text"})
_OF_TEXT: Final = frozenset({"url", "opened", "stated_by", "license", "remark"})
_OF_RUN: Final = frozenset({"organization", "model", "text", "locator", "claims"})
_OF_CLAIM: Final = frozenset(
    {"quantity", "as_printed", "value", "min", "max", "value_text", "qualifier", "scope", "part", "estimated", "place", "locator"}
)

Fields = Mapping[str, object]


class _EntryError(ValueError):
    """An entry that breaks the form: reason and one line."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


@dataclass(frozen=True)
class _Run:
    """One entry of `runs`, and what its claims share."""

    number: int
    fields: Fields
    text: Fields
    capture: Capture


def parse(body: bytes, capture: Capture) -> Parsed:
    """Rows of `training_claims`; row numbers count the entries of `runs` from 1.

    Raises:
        UnreadableCaptureError: no YAML, or without `texts` and `runs`; one line.
    """
    texts, runs = _document(body)
    claims: list[Row] = []
    rejected: list[Rejected] = []
    for number, fields in enumerate(runs, 1):
        try:
            run = _run(number, fields, texts, capture)
        except _EntryError as error:
            name = fields.get("model") if isinstance(fields, dict) else None
            rejected.append(Rejected(number, error.reason, error.detail, name=str(name) if name else None))
            continue
        for place, claim in enumerate(cast("Sequence[object]", run.fields["claims"]), 1):
            try:
                claims.append(_claim(run, place, claim))
            except _EntryError as error:
                rejected.append(Rejected(number, error.reason, f"claim {place}: {error.detail}", name=str(run.fields["model"])))
    return Parsed({"training_claims": claims}, rejected)


def _document(body: bytes) -> tuple[Fields, Sequence[Fields]]:
    if len(body) > _LARGEST_FILE:
        raise UnreadableCaptureError("file_too_large", f"the registry has {len(body):,} bytes; {_LARGEST_FILE:,} are read")
    try:
        document: object = yaml.safe_load(body.decode("utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError) as error:
        line = " ".join(str(error).split())[:200]
        raise UnreadableCaptureError("not_yaml", f"the registry is not YAML in UTF-8: {line}") from error
    fields = cast("Fields", document) if isinstance(document, dict) else {}
    texts, runs = fields.get("texts"), fields.get("runs")
    if not isinstance(texts, dict) or not isinstance(runs, list) or not runs:
        raise UnreadableCaptureError("not_a_registry", "the registry needs a mapping 'texts' and a list 'runs' with an entry")
    return cast("Fields", texts), cast("Sequence[Fields]", runs)


def _run(number: int, fields: object, texts: Fields, capture: Capture) -> _Run:
    run = _known(fields, _OF_RUN, "run")
    for name in ("organization", "model", "text"):
        if not isinstance(run.get(name), str) or not str(run[name]).strip():
            raise _EntryError("field_missing", f"'{name}' is missing or no text")
    if not isinstance(run.get("claims"), list) or not run["claims"]:
        raise _EntryError("field_missing", "'claims' is missing, no list or empty")
    if run["text"] not in texts:
        raise _EntryError("unknown_text", f"'{run['text']}' is not listed under texts")
    text = _known(texts[str(run["text"])], _OF_TEXT, f"text {run['text']}")
    if not str(text.get("url", "")).startswith(("https://", "http://")):
        raise _EntryError("address_missing", f"text {run['text']} has no address (url)")
    opened = text.get("opened")
    if not isinstance(opened, date):
        raise _EntryError("date_missing", f"text {run['text']} has no date on which somebody opened it (opened: 2026-11-30)")
    if text.get("stated_by") not in STATED_BY:
        raise _EntryError("unknown_word", f"text {run['text']}: stated_by must be one of {', '.join(STATED_BY)}")
    return _Run(number, run, text, capture)


def _claim(run: _Run, place: int, fields: object) -> Row:
    claim = _known(fields, _OF_CLAIM, "claim")
    quantity, printed = claim.get("quantity"), claim.get("as_printed")
    if quantity not in TRAINING_QUANTITIES:
        raise _EntryError("unknown_quantity", f"{quantity!r} is no quantity; they are {', '.join(TRAINING_QUANTITIES)}")
    if not isinstance(printed, str) or not printed.strip() or len(printed) > LONGEST_PRINTED:
        raise _EntryError("as_printed_missing", f"as_printed is missing, no text, or longer than {LONGEST_PRINTED} characters")
    where = claim.get("locator") or run.fields.get("locator")
    if not isinstance(where, str):
        raise _EntryError("locator_missing", "neither the claim nor its run says where in the text it stands")
    unit, capture = TRAINING_QUANTITIES[str(quantity)], run.capture
    row: Row = {
        "claim_id": f"{capture.sha256[:12]}:{run.number}:{place}:{quantity}",
        "run_id": run_slug(str(run.fields["organization"]), str(run.fields["model"])),
        "model": run.fields["model"],
        "organization": run.fields["organization"],
        "quantity": quantity,
        "part": _word(claim, "part", SCOPES, None),
        "place": _word(claim, "place", PLACES, None),
        "status": "disclosed",
        "unit": unit,
        "text_as_printed": printed,
        "estimated": claim.get("estimated") is True,
        "derived": False,
        "stated_by": run.text["stated_by"],
        "method": run.text.get("remark"),
        "source": capture.source,
        "source_url": run.text["url"],
        "origin": capture.origin,
        "observed_at": capture.observed_at,
        "capture_sha256": capture.sha256,
        "row_number": run.number,
        "locator": f"{where}, opened {run.text['opened']}",
        "parser_version": PARSER_VERSION,
    }
    return row | (_words(claim) if unit in _TEXT_UNITS else _figure(claim))


def _words(claim: Fields) -> Row:
    if not isinstance(claim.get("value_text"), str):
        raise _EntryError("value_missing", "value_text is missing or no text (put dates and true in quotation marks)")
    return {"value_text": claim["value_text"]}


def _figure(claim: Fields) -> Row:
    value, low, high = (_number(claim, name) for name in ("value", "min", "max"))
    qualifier = _word(claim, "qualifier", QUALIFIERS, "exact")
    bounded = value is None and low is not None and high is not None
    if (qualifier == "range") != bounded or (value is None and low is None and high is None):
        raise _EntryError("value_missing", "a figure has a value; a range has no value, min and max, and the qualifier range")
    low = value if qualifier == "lower_bound" else low
    high = value if qualifier == "upper_bound" else high
    scope = _word(claim, "scope", SCOPES, "unknown")
    return {"value": value, "value_min": low, "value_max": high, "qualifier": qualifier, "scope": scope}


def _number(claim: Fields, name: str) -> float | None:
    value = claim.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise _EntryError("value_not_a_number", f"{name} is {value!r}; write a number that is not negative, e.g. 1.46e+6")
    return float(value)


def _word(claim: Fields, name: str, words: Mapping[str, str], otherwise: str | None) -> str | None:
    word = claim.get(name, otherwise)
    if word is not None and word not in words:
        raise _EntryError("unknown_word", f"{name} is {word!r}; it must be one of {', '.join(words)}")
    return cast("str | None", word)


def _known(fields: object, names: frozenset[str], what: str) -> Fields:
    if not isinstance(fields, dict):
        raise _EntryError("not_a_mapping", f"the {what} is no mapping")
    entry = cast("Fields", fields)
    strange = sorted(str(name) for name in entry if name not in names)
    if strange:
        raise _EntryError("unknown_field", f"the {what} has the field {', '.join(strange)}; fields are {', '.join(sorted(names))}")
    return entry
