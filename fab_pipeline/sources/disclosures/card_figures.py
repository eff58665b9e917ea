"""Figures of a model card: which model of its tables and prose states which quantity.

Belongs here: columns of GPU hours, parameters and tokens; prose that counts for the whole family; names of models. Does not belong here:
the document (see `card_document`) and rows of claims (see `model_card`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fab_pipeline.reading.amounts import amounts
from fab_pipeline.reading.parameters import read_parameters
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.scopes import UNKNOWN, scope_of
from fab_pipeline.reading.sentences.reader import read_disclosure
from fab_pipeline.reading.tokens import read_token_count
from fab_pipeline.sources.disclosures.card_document import Card, CardSentence
from fab_pipeline.sources.disclosures.page_grid import Grid, GridCell

_HOURS: Final = re.compile(r"(?:GPU|TPU|NPU|accelerator|chip|[AHBV]\d{2,3})s?[\s\-]*hours?|卡时|GPU\s*小时", re.I)
_NOT_TRAINING: Final = re.compile(r"logit|inference|generation|evaluation|推理|评测", re.I)
_PARAMETERS: Final = re.compile(r"param|参数|model\s+size", re.I)
_ACTIVE: Final = re.compile(r"activ|激活", re.I)
_TOKENS: Final = re.compile(r"token|词元", re.I)
_TOTAL_ROW: Final = re.compile(r"\s*(?:total|sum|all\s+models|合计|总计)\b", re.I)
_BRACKET: Final = re.compile(r"\s*[(（][^()（）]*[)）]")
_SIZE: Final = re.compile(r"\d+(?:\.\d+)?\s?[BMT](?![A-Za-z])")
_REFINED: Final = re.compile(r"\s*\S+\s*[(（]\s*(\d[\d.]*\s?[BMT])\s*[)）]\s*\Z")
_ROLE: Final = re.compile(r"[(（]\s*(activated|active|total|激活|总)\s*[)）]", re.I)
_LATER_STAGES: Final = re.compile(r"after\s+(?:the\s+)?pre-?training|subsequent\s+(?:training\s+)?stages|预训练(?:之)?后", re.I)
_PROSE: Final = {
    "accelerator_hours": "accelerator_hours",
    "duration_days": "duration_days",
    "accelerator_count": "accelerator_count",
    "tokens": "training_tokens",
    "cost_usd": "disclosed_cost_usd",
}
_PHASES: Final = frozenset({"pretraining", "mid_training", "long_context", "post_training"})
_TOGETHER: Final = "project"
"""Scope of figures over several models."""
_TRAINING: Final = re.compile(r"train|训练|hours\s+used|hardware\s+type|GPU|TPU", re.I)


@dataclass(frozen=True)
class CardFigure:
    """One figure of one model of a card.

    Attributes:
        model: as printed; "" for the card's family.
        name: quantity of the contract; "accelerators" has words and no figure.
        quantity: the figure.
        part: phase, where the figure is one part of the quantity.
        text: the words that state it.
        start: their place in the text of the card.
        locator: where that is, for people.
        label: accelerators, for that quantity.
        place: cell of a table, or sentence of the prose.
    """

    model: str
    name: str
    quantity: Quantity | None
    part: str | None
    text: str
    start: int
    locator: str
    label: str | None = None
    place: str = "cell"

    @property
    def of_family(self) -> bool:
        """Whether this is the total of several models."""
        return not self.model and self.quantity is not None and self.quantity.scope == _TOGETHER


def figures_of(card: Card) -> list[CardFigure]:
    """All figures of a card: of its tables, then of its prose."""
    found = [figure for number, grid in enumerate(card.grids, 1) for figure in _of_grid(grid, number, card.section_at(grid.spans[0][0]))]
    with_hours = {figure.model for figure in found if figure.name == "accelerator_hours" and figure.model}
    if with_hours:
        found = [figure for figure in found if figure.model in with_hours or not figure.model]
    return list(_with_figures([*found, *_of_prose(card, sorted(with_hours))]))


def _with_figures(found: Sequence[CardFigure]) -> Iterator[CardFigure]:
    """All figures; where a model has a quantity in phases only, the pre-training, else the first of them, is its figure too."""
    of_runs = [figure for figure in found if not figure.of_family]
    whole = {(figure.model, figure.name) for figure in of_runs if figure.part is None}
    for part in sorted(of_runs, key=lambda figure: figure.part != "pretraining"):
        key = (part.model, part.name)
        if key not in whole and part.part != UNKNOWN:
            whole.add(key)
            yield replace(part, part=None)
    yield from found


def family_of(models: Sequence[str]) -> str | None:
    """What the names of several models begin with: "Llama 3.1" of "Llama 3.1 8B" and "Llama 3.1 70B"."""
    words = [re.split(r"(?<=\w)(?=[\s\-])", model) for model in models]
    shared = 0
    while words and all(len(one) > shared and one[shared] == words[0][shared] for one in words):
        shared += 1
    return "".join(words[0][:shared]).strip(" -") or None if words else None


def _of_grid(grid: Grid, number: int, section: str) -> Iterator[CardFigure]:
    headings = [cell.text for cell in grid.headings]
    hours = [index for index, heading in enumerate(headings) if index and _HOURS.search(heading)]
    sizes = [index for index, heading in enumerate(headings) if index and _PARAMETERS.search(heading)]
    tokens = [index for index, heading in enumerate(headings) if index and _TOKENS.search(heading)]
    first = ""
    for position, row in enumerate(grid.rows, 1):
        first = row[0].text if row and row[0].text else first
        model = "" if _TOTAL_ROW.match(first) else _model(first, [row[index].text for index in sizes if index < len(row)])
        where = f"table {number}, row {position}"
        for index in hours:
            if index < len(row):
                yield from _hours(model, row[index], headings[index], where, section)
        if not model:
            continue
        for index in sizes:
            if index < len(row):
                yield from _sizes(model, row[index], headings[index], where)
        for index in tokens:
            if index < len(row) and (count := read_token_count(row[index].text)):
                yield CardFigure(model, "training_tokens", count, None, row[index].text, row[index].start, where)


def _model(first: str, sizes: Sequence[str]) -> str:
    """The model of a row: its name without remarks; the size, where only another cell tells it ("Llama 3.1 (text only)", "8B")."""
    name = " ".join(_BRACKET.sub("", first).split())
    size = next((hit[0] for text in sizes if (hit := _SIZE.match(text.strip()))), None)
    other = len({hit[0] for text in sizes for hit in _SIZE.finditer(_BRACKET.sub("", text))}) > 1
    return f"{name} {size}" if name and size and not other and not _SIZE.search(name) and not _ACTIVE.search("".join(sizes)) else name


def _one_phase(*words: str) -> str:
    """The phase that the first of several words names: of a cell, else of its heading, else of its section."""
    scopes = (scope_of(one) for one in words)
    return next((scope for scope in scopes if scope in _PHASES), UNKNOWN)


def _hours(model: str, cell: GridCell, heading: str, where: str, section: str) -> Iterator[CardFigure]:
    """Hours of a cell. Where it states stages, each is a part; of one figure its words, column or section tell what it covers."""
    text = cell.text if _HOURS.search(cell.text) else f"{cell.text} GPU hours"
    stated = [amount for amount in amounts(text) if amount.dimension == "accelerator_time" and amount.quantity.value]
    other = bool(_NOT_TRAINING.search(heading))
    end = 0
    for amount in stated:
        scope = scope_of(text[end : amount.start]) if len(stated) > 1 else _one_phase(cell.text, heading, section)
        part = scope if len(stated) > 1 or other else None
        quantity = replace(amount.quantity, scope=_TOGETHER if not model else scope)
        words = cell.text[max(0, amount.start) : amount.end].strip() or cell.text
        yield CardFigure(model, "accelerator_hours", quantity, part, words, cell.start + amount.start, f"{where}, {heading}")
        end = amount.end


def _sizes(model: str, cell: GridCell, heading: str, where: str) -> Iterator[CardFigure]:
    refined = _REFINED.match(cell.text)
    read = read_parameters(refined[1] if refined else _ROLE.sub(r" \1,", cell.text))
    active = read.active or (read.total if _ACTIVE.search(heading) else None)
    total = None if _ACTIVE.search(heading) else read.total
    for name, quantity in (("parameters_total", total), ("parameters_active", active)):
        if quantity:
            yield CardFigure(model, name, quantity, None, cell.text, cell.start, where)


def _of_prose(card: Card, models: Sequence[str]) -> Iterator[CardFigure]:
    """Figures of sentences: of the one model of the card, else of the family; accelerators count for every model of the table."""
    owner, scope = (models[0], UNKNOWN) if len(models) == 1 else ("", _TOGETHER if models else UNKNOWN)
    stated: set[tuple[str, float | None, float | None, str | None]] = set()
    for number, sentence in enumerate(card.sentences, 1):
        if not _TRAINING.search(sentence.text):
            continue
        reading = read_disclosure(sentence.text)
        quantities = {_PROSE[name]: quantity for name, quantity in reading.quantities.items() if name in _PROSE}
        if models:
            quantities = {name: quantity for name, quantity in quantities.items() if name == "accelerator_hours"}
        for name, quantity in quantities.items():
            part, whose = _phase(sentence, scope, card.section_at(sentence.start))
            key = (name, quantity.value, quantity.minimum, part)
            if key not in stated:
                stated.add(key)
                stands = (part, sentence.text, sentence.start, f"sentence {number}", None, "sentence")
                yield CardFigure(owner, name, replace(quantity, scope=whose), *stands)
        if reading.accelerator and (quantities or not models):
            for model in models or ("",):
                if ("accelerators", None, None, model) not in stated:
                    stated.add(("accelerators", None, None, model))
                    stands = (None, sentence.text, sentence.start, f"sentence {number}", _labels(reading.accelerator), "sentence")
                    yield CardFigure(model, "accelerators", None, *stands)


def _phase(sentence: CardSentence, scope: str, section: str) -> tuple[str | None, str]:
    """The part and the scope of a figure in prose."""
    if scope != UNKNOWN:
        return None, scope
    if _LATER_STAGES.search(sentence.text):
        return "post_training", "post_training"
    of_words = scope_of(sentence.text)
    of_words = _one_phase(section) if of_words == UNKNOWN else of_words
    return (None, of_words) if of_words in {UNKNOWN, "all"} else (of_words, of_words)


def _labels(label: str) -> str:
    """Labels without the memory of the cards."""
    return " + ".join(dict.fromkeys(re.sub(r"\s\d+GB\Z", "", one) for one in label.split(" + ")))
