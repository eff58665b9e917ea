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

from dataclasses import dataclass
from typing import Final

from fab_pipeline.contracts.training import TRAINING_QUANTITIES
from fab_pipeline.contracts.words import PLACES, QUALIFIERS, SCOPES, STATED_BY
from fab_pipeline.reading.identity import run_slug
from fab_pipeline.sources.base import Capture, Parsed, Rejected, Row
from fab_pipeline.sources.curated_list import (
    EntryError,
    Fields,
    entries_of,
    known,
    optional_word,
    printed,
    text_of,
    texts_and_entries,
    word,
)

PARSER_VERSION: Final = "registry/3"
_TEXT_UNITS: Final = frozenset({"label", "date", "bool", "text"})
_OF_TEXT: Final = frozenset({"url", "opened", "stated_by", "license", "remark"})
_OF_RUN: Final = frozenset({"organization", "model", "text", "locator", "claims"})
_OF_CLAIM: Final = frozenset(
    {"quantity", "as_printed", "value", "min", "max", "value_text", "qualifier", "scope", "part", "estimated", "place", "locator"}
)


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
    texts, runs = texts_and_entries(body, "runs", "the registry", "not_a_registry")
    claims: list[Row] = []
    rejected: list[Rejected] = []
    for number, fields in enumerate(runs, 1):
        try:
            run = _run(number, fields, texts, capture)
        except EntryError as error:
            name = fields.get("model") if isinstance(fields, dict) else None
            rejected.append(Rejected(number, error.reason, error.detail, name=str(name) if name else None))
            continue
        for place, claim in enumerate(entries_of(run.fields, "claims"), 1):
            try:
                claims.append(_claim(run, place, claim))
            except EntryError as error:
                rejected.append(Rejected(number, error.reason, f"claim {place}: {error.detail}", name=str(run.fields["model"])))
    return Parsed({"training_claims": claims}, rejected)


def _run(number: int, fields: object, texts: Fields, capture: Capture) -> _Run:
    run = known(fields, _OF_RUN, "run")
    for name in ("organization", "model", "text"):
        if not isinstance(run.get(name), str) or not str(run[name]).strip():
            raise EntryError("field_missing", f"'{name}' is missing or no text")
    entries_of(run, "claims")
    text = text_of(run, texts, _OF_TEXT, STATED_BY)
    return _Run(number, run, text, capture)


def _claim(run: _Run, place: int, fields: object) -> Row:
    claim = known(fields, _OF_CLAIM, "claim")
    quantity, as_printed = claim.get("quantity"), printed(claim)
    if not isinstance(quantity, str) or quantity not in TRAINING_QUANTITIES:
        raise EntryError("unknown_quantity", f"{quantity!r} is no quantity; they are {', '.join(TRAINING_QUANTITIES)}")
    where = claim.get("locator") or run.fields.get("locator")
    if not isinstance(where, str):
        raise EntryError("locator_missing", "neither the claim nor its run says where in the text it stands")
    unit, capture = TRAINING_QUANTITIES[quantity], run.capture
    row: Row = {
        "claim_id": f"{capture.sha256[:12]}:{run.number}:{place}:{quantity}",
        "run_id": run_slug(str(run.fields["organization"]), str(run.fields["model"])),
        "model": run.fields["model"],
        "organization": run.fields["organization"],
        "quantity": quantity,
        "part": optional_word(claim, "part", SCOPES),
        "place": optional_word(claim, "place", PLACES),
        "status": "disclosed",
        "unit": unit,
        "text_as_printed": as_printed,
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
        raise EntryError("value_missing", "value_text is missing or no text (put dates and true in quotation marks)")
    return {"value_text": claim["value_text"]}


def _figure(claim: Fields) -> Row:
    value, low, high = (_number(claim, name) for name in ("value", "min", "max"))
    qualifier = word(claim, "qualifier", QUALIFIERS, "exact")
    bounded = value is None and low is not None and high is not None
    if (qualifier == "range") != bounded or (value is None and low is None and high is None):
        raise EntryError("value_missing", "a figure has a value; a range has no value, min and max, and the qualifier range")
    low = value if qualifier == "lower_bound" else low
    high = value if qualifier == "upper_bound" else high
    scope = word(claim, "scope", SCOPES, "unknown")
    return {"value": value, "value_min": low, "value_max": high, "qualifier": qualifier, "scope": scope}


def _number(claim: Fields, name: str) -> float | None:
    value = claim.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise EntryError("value_not_a_number", f"{name} is {value!r}; write a number that is not negative, e.g. 1.46e+6")
    return float(value)
