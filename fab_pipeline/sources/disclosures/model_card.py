"""Source: a model card (Markdown or HTML) as its developer publishes it, with the tables and the prose that state its training.

Belongs here: bytes → rows of `training_claims`. Prose and table that contradict each other are both kept. Nothing is derived.
A card at an address of somebody else than the developer it names states that developer's figures at second hand. Does not
belong here: reading the document (see `card_document`) and its figures (see `card_figures`).
"""

import re
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Final

from fab_pipeline.contracts.training import TRAINING_QUANTITIES
from fab_pipeline.contracts.words import RUN_NUMBERS
from fab_pipeline.reading.identity import is_developer, run_slug
from fab_pipeline.sources.base import Capture, Parsed, Rejected, Row
from fab_pipeline.sources.disclosures.card_document import Card, read_card
from fab_pipeline.sources.disclosures.card_figures import CardFigure, family_of, figures_of
from fab_pipeline.vocabulary.run_names import account_of

PARSER_VERSION: Final = "model_card/6"
_HUB: Final = re.compile(r"https?://(?:huggingface\.co|github\.com)/(?P<owner>[^/?#]+)/(?P<name>[^/?#]+)", re.I)
_STEMS: Final = frozenset({"readme", "model_card", "modelcard", "index", "card"})


def parse(body: bytes, capture: Capture) -> Parsed:
    """Rows of `training_claims` of a captured card; a card that states no figure is one rejected row that says so."""
    card = read_card(body, capture.media_type)
    figures = figures_of(card)
    if not any(figure.name in RUN_NUMBERS for figure in figures):
        return Parsed({"training_claims": []}, [Rejected(0, "no_training_figures", "the card states no figure of a training run")])
    family, organization = _names(card, figures, capture)
    if family is None and any(not figure.model for figure in figures):
        detail = "figures of the whole card, whose model is named neither in a heading nor in its address"
        rejected = [Rejected(0, "model_not_named", detail, text=figure.text) for figure in figures if not figure.model]
        figures = [figure for figure in figures if figure.model]
    else:
        rejected = []
    shared = _Card(family, organization, capture)
    claims = [_claim(figure, figure.model or family or "", shared) for figure in figures]
    claims += _released(card, [str(claim["model"]) for claim in claims if not claim["of_family"]], shared)
    return Parsed({"training_claims": claims}, rejected)


def _names(card: Card, figures: list[CardFigure], capture: Capture) -> tuple[str | None, str | None]:
    """Name of the card's family, and who developed it: as the card says, else as its address does."""
    hub = _HUB.match(capture.url or "")
    models = list(dict.fromkeys(figure.model for figure in figures if figure.model))
    stem = PurePosixPath(capture.filename or "").stem
    declared = card.front_matter.get("model_name")
    family = (
        (family_of(models) if len(models) > 1 else None)
        or (declared if isinstance(declared, str) else None)
        or (models[0] if len(models) == 1 else None)
        or card.title
        or (hub["name"] if hub else None)
        or (stem if stem and stem.lower() not in _STEMS else None)
    )
    return family, card.developer or (hub["owner"] if hub else None)


@dataclass
class _Card:
    """What all claims of one card share, how often each was made, and the models in printed order: each is one row."""

    family: str | None
    organization: str | None
    capture: Capture
    seen: dict[str, int] = field(default_factory=dict[str, int])
    rows: dict[str, int] = field(default_factory=dict[str, int])


def _claim(figure: CardFigure, model: str, card: _Card) -> Row:
    """One row. Where the card has no address its locators begin with its family: by them the archive tells one card from another."""
    capture, run_id, seen = card.capture, run_slug(card.organization, model), card.seen
    key = f"{run_id}:{figure.name}" + (f":{figure.part}" if figure.part else "")
    seen[key] = seen.get(key, 0) + 1
    row: Row = {
        "claim_id": f"{capture.sha256[:12]}:{key}:{seen[key]}",
        "run_id": run_id,
        "model": model,
        "organization": card.organization,
        "quantity": figure.name,
        "part": figure.part,
        "of_family": figure.of_family,
        "place": figure.place,
        "status": "disclosed",
        "unit": TRAINING_QUANTITIES[figure.name],
        "text_as_printed": figure.text,
        "derived": False,
        "stated_by": _whose(card),
        "source": capture.source,
        "source_url": capture.url,
        "origin": capture.origin,
        "observed_at": capture.observed_at,
        "capture_sha256": capture.sha256,
        "row_number": card.rows.setdefault(run_id, len(card.rows) + 1),
        "char_start": figure.start,
        "char_end": figure.start + len(figure.text),
        "locator": f"{card.family or model}: {figure.locator}",
        "parser_version": PARSER_VERSION,
    }
    quantity = figure.quantity
    if quantity is None:
        return row | {"value_text": figure.label}
    return row | {
        "value": quantity.value,
        "value_min": quantity.minimum,
        "value_max": quantity.maximum,
        "qualifier": quantity.qualifier,
        "scope": quantity.scope,
        "estimated": False,
    }


def _whose(card: _Card) -> str:
    """Whose figures these are: a card that was handed in without an address is taken for its developer's own."""
    own = is_developer(card.organization, card.capture.url)
    if own is None:
        return "unknown" if account_of(card.capture.url) else "developer"
    return "developer" if own else "third_party"


def _released(card: Card, models: list[str], shared: _Card) -> list[Row]:
    """The release date that the card prints counts for each of its models."""
    if card.released is None or card.released_at is None:
        return []
    start, end = card.released_at
    printed = CardFigure("", "released", None, None, card.text[start:end], start, "release date", card.released.iso, "sentence")
    return [_claim(printed, model, shared) for model in dict.fromkeys(models)]
