"""Which of several figures of one field counts: those that agree, a sum that the text writes out, a marked total; else none.

Belongs here: choosing among candidates of one field. Does not belong here: what is a candidate (see the modules of the fields).
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.scopes import scope_words
from fab_pipeline.reading.sentences.scoped import scopes_beside
from fab_pipeline.reading.sentences.sentence import Sentence

_PLUS: Final = re.compile(r"\s*(?:\([^()]{0,60}\)\s*)?(?:\+|plus|加上?)\s*", re.I)
_TOTAL_BEFORE: Final = re.compile(
    r"(?:total(?:s|ing|ling|led|ed)?(?:\s+of)?|in\s+total|altogether|cumulative(?:ly)?|overall|sum(?:ming)?(?:\s+to)?|=|总计|总共|合计|共计|累计|一共|总的?|共"
    r"|insgesamt|au total|計|合計)(?:[^0-9.。;；]{0,24})\Z",
    re.I,
)
_TOTAL_AFTER: Final = re.compile(
    r"\s*(?:[a-z\- ]{0,16}\s)?(?:in\s+total|altogether|overall|total|combined|insgesamt|au total)(?![a-z])", re.I
)
_SENTENCE_END: Final = re.compile(r"[。;；!?！？\n]|\.\s")
_ADDED: Final = re.compile(r"\s*[(（]\s*(?:plus|\+|另加|外加|加上?|另有)\s*(?:about\s|约)?", re.I)
_EITHER: Final = re.compile(r"(?<![A-Za-z])either\s", re.I)
_FEWEST_PARTS: Final = 2
AGREE: Final = 0.02
"""Figures that differ by less are one figure, rounded: "34 万" and "340,416"."""


def pick(sentence: Sentence, found: Sequence[Amount], *, tolerance: float = AGREE) -> Quantity | None:
    """The one figure of a field; None where the text states none, or several that do not agree."""
    found = _without_additions(sentence, summed(sentence, found))
    if not found:
        return None
    if len(found) > 1 and _EITHER.search(sentence.before(found[0])):
        lows = [_low(amount.quantity) for amount in found]
        return Quantity(None, min(lows), None, "vague")
    if agree(found, tolerance):
        return finest(found).quantity
    totals = [amount for amount in found if is_total(sentence, amount)]
    if totals and agree(totals, tolerance):
        return finest(totals).quantity
    whole = _whole(found, tolerance) or _of_pretraining(sentence, found)
    return whole.quantity if whole else None


def _without_additions(sentence: Sentence, found: Sequence[Amount]) -> Sequence[Amount]:
    """Figures without those that a bracket adds to the first: "20T (plus 3.44T mid-training and 201B long-context)"."""
    if len(found) < _FEWEST_PARTS:
        return found
    added = _ADDED.match(sentence.hidden, found[0].end, found[1].start)
    closed = ")" in sentence.hidden[found[0].end : found[-1].start]
    return found[:1] if added and not closed and scopes_beside(sentence, found)[0] in {None, "pretraining"} else found


def clause_of(sentence: Sentence, amount: Amount) -> str:
    """The words of the sentence that an amount stands in."""
    begin = max((hit.end() for hit in _SENTENCE_END.finditer(sentence.hidden, 0, amount.start)), default=0)
    end = _SENTENCE_END.search(sentence.hidden, amount.end)
    return sentence.hidden[begin : end.start() if end else len(sentence.hidden)]


def _of_pretraining(sentence: Sentence, found: Sequence[Amount]) -> Amount | None:
    """The figure of the pre-training where all others are of fine-tuning, which is another run."""
    scopes = scopes_beside(sentence, found)
    if None in scopes:
        scopes = [_scope(clause_of(sentence, amount)) for amount in found]
    others = [scope for scope in scopes if scope != "pretraining"]
    main = [amount for amount, scope in zip(found, scopes, strict=True) if scope == "pretraining"]
    return main[0] if len(main) == 1 and others and set(others) == {"post_training"} else None


def agree(found: Sequence[Amount], tolerance: float = AGREE) -> bool:
    """Whether all figures are one, up to rounding."""
    lows = [_low(amount.quantity) for amount in found]
    highs = [_high(amount.quantity) for amount in found]
    return max(lows) - min(lows) <= tolerance * max(lows) and max(highs) - min(highs) <= tolerance * max(highs)


def finest(found: Sequence[Amount]) -> Amount:
    """Of figures that agree the most finely printed one: in the smallest unit, with the most digits; the first of equals."""
    return max(found, key=_digits)


def is_total(sentence: Sentence, amount: Amount) -> bool:
    """Whether words beside a figure call it the total."""
    return bool(_TOTAL_BEFORE.search(sentence.before(amount)) or _TOTAL_AFTER.match(sentence.after(amount)))


def summed(sentence: Sentence, found: Sequence[Amount]) -> list[Amount]:
    """Figures of one unit that the text adds with a plus are one; a printed result ("= 591") replaces them."""
    out: list[Amount] = []
    for amount in found:
        last = out[-1] if out else None
        plus = last and _PLUS.fullmatch(sentence.hidden, last.end, amount.start)
        if last and plus and last.unit == amount.unit and last.quantity.value is not None and amount.quantity.value is not None:
            value = last.quantity.value + amount.quantity.value
            qualifier = "approx" if "approx" in {last.quantity.qualifier, amount.quantity.qualifier} else "exact"
            out[-1] = replace(amount, start=last.start, figure_start=last.figure_start, quantity=Quantity(value, qualifier=qualifier))
        else:
            out.append(amount)
    return out


def unless(sentence: Sentence, found: Sequence[Amount], trap: Callable[[Sentence, Amount], bool]) -> list[Amount]:
    """Candidates that a trap does not catch."""
    return [amount for amount in found if not trap(sentence, amount)]


def _scope(clause: str) -> str:
    """The one phase that a clause names; "in total" is none."""
    scopes = {word.scope for word in scope_words(clause)} - {"all"}
    return scopes.pop() if len(scopes) == 1 else "unknown"


def _whole(found: Sequence[Amount], tolerance: float) -> Amount | None:
    """The first figure, where it is the sum of all others: "2.79M (2.66M + 120K + 5K)"."""
    rest = sum(_low(other.quantity) for other in found[1:])
    if len(found) > _FEWEST_PARTS and abs(rest - _low(found[0].quantity)) <= tolerance * rest:
        return found[0]
    return None


def _low(quantity: Quantity) -> float:
    return next((number for number in (quantity.value, quantity.minimum, quantity.maximum) if number is not None), 0.0)


def _high(quantity: Quantity) -> float:
    return next((number for number in (quantity.value, quantity.maximum, quantity.minimum) if number is not None), 0.0)


def _digits(amount: Amount) -> tuple[int, float]:
    """Significant digits as printed, then the smaller unit."""
    value = amount.value or 0.0
    digits = len(f"{value:.12g}".replace(".", "").strip("0").split("e")[0])
    return digits, value
