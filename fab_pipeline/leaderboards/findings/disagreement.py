"""One quantity of one run, stated differently: by two texts, or twice by one text.

Belongs here: comparing the figure that the board shows with every other claim of the same quantity, where their scopes may meet; a
difference that rounding explains is none. The likely slip is named where the ratio tells one. Does not belong here: which claim is shown
(`claim_precedence`), figures of one cell that are written twice (`page_text`).
"""

from collections.abc import Iterator
from typing import Final

from fab_pipeline.leaderboards.findings.common import FindingRow, Message, figure, finding
from fab_pipeline.leaderboards.findings.evidence import QUANTITY_EN, QUANTITY_ZH, Evidence, hours_effect
from fab_pipeline.leaderboards.findings.figures import Figure
from fab_pipeline.leaderboards.findings.likely_slips import between_claims, in_words
from fab_pipeline.leaderboards.quantities import Interval, scope_status, single

FAR_APART: Final = 2.0
"""Ratio from which two figures that do not say what they cover are warned of; below, different scopes would explain as much. Our choice:
pre-training is rarely less than half of a training."""


def stated_differently(evidence: Evidence) -> Iterator[FindingRow]:
    """One finding for each text that contradicts the figure shown, and one where the text of that figure contradicts itself.

    A text that only repeats what the text of the figure states elsewhere is no second contradiction.
    """
    for quantity, stated in evidence.figures.items():
        shown = next((one for one in stated if one.claim["claim_id"] == evidence.run[f"{quantity}_claim_id"]), None)
        if shown is None:
            continue
        told: set[tuple[str, str]] = set()
        own = [one for one in stated if one.text == shown.text and one.contradicts(shown)]
        for other in stated:
            repeats = other.text != shown.text and any(not one.contradicts(other) for one in own)
            if other.text not in told and shown.contradicts(other) and not repeats:
                told.add(other.text)
                yield _finding(evidence, quantity, shown, other)


def ratio_of(one: Figure, other: Figure) -> float | None:
    """The larger over the smaller figure; None without two figures."""
    first, second = one.magnitude, other.magnitude
    return max(first, second) / min(first, second) if first and second else None


def whose(shown: Figure) -> str:
    """Who states a figure and where, in a few words: "developer, registry: https://…"."""
    address = f": {shown.claim['source_url']}" if shown.claim["source_url"] else ""
    return f"{shown.claim['stated_by']}, {shown.claim['source']}{address}"


def effect_of(evidence: Evidence, quantity: str, other: Figure) -> str:
    """What the board would show with the other figure."""
    value = single(other.quantity)
    if quantity == "accelerator_hours" and value is not None:
        return hours_effect(evidence, Interval(value, value))
    return f"{quantity} stays the figure that the rules of precedence choose; the other one stays as a claim"


def _finding(evidence: Evidence, quantity: str, shown: Figure, other: Figure) -> FindingRow:
    twice = shown.text == other.text
    ratio = ratio_of(shown, other)
    same_scope = scope_status(shown.quantity.scope, other.quantity.scope) == "same"
    smaller = min(shown.magnitude or 0.0, other.magnitude or 0.0)
    slip = in_words(between_claims(ratio, smaller, single(evidence.quantity("accelerator_count")), quantity) if ratio else [])
    name, name_zh = QUANTITY_EN[quantity], QUANTITY_ZH[quantity]
    unsure = "" if same_scope else " They do not both say what they cover."
    unsure_zh = "" if same_scope else "二者并未都说明口径。"
    if twice:
        message = Message(
            f"One text states {name} twice: {shown.shown} ({_place(shown)}) and {other.shown} ({_place(other)}).{unsure}{slip['en']}",
            f"同一文本两次给出{name_zh}且不一致：{shown.shown}（{_place(shown)}）与 {other.shown}（{_place(other)}）。"
            f"{unsure_zh}{slip['zh']}",
        )
    else:
        message = Message(
            f"Two texts disagree on {name}: {shown.shown} ({whose(shown)}) and {other.shown} ({whose(other)}).{unsure}{slip['en']}",
            f"两处来源的{name_zh}不一致：{shown.shown}（{whose(shown)}）与 {other.shown}（{whose(other)}）。{unsure_zh}{slip['zh']}",
        )
    serious = twice or same_scope or (ratio or 0.0) >= FAR_APART
    return finding(
        "stated_twice_differently" if twice else "sources_disagree",
        "warning" if serious else "info",
        evidence.subject,
        message,
        [shown.claim["claim_id"], other.claim["claim_id"]],
        detail=f"{quantity}:{other.claim['claim_id']}",
        quantity=quantity,
        stated=other.magnitude,
        expected_low=shown.printed.low,
        expected_high=shown.printed.high,
        arithmetic=_arithmetic(shown, other, ratio),
        effect=effect_of(evidence, quantity, other),
    )


def _place(shown: Figure) -> str:
    return str(shown.claim["locator"] or shown.claim["place"] or f"row {shown.claim['row_number']}")


def _arithmetic(shown: Figure, other: Figure, ratio: float | None) -> str:
    ends = [figure(max(shown.magnitude or 0.0, other.magnitude or 0.0)), figure(min(shown.magnitude or 0.0, other.magnitude or 0.0))]
    return f"{ends[0]} / {ends[1]} = {figure(ratio, 3)}" if ratio else f"{shown.shown} against {other.shown}"
