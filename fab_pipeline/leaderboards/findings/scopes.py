"""Figures of one run that cover different parts of its training.

Belongs here: pairs of quantities that meet in a calculation, and figures that a source states phase by phase. Does not belong here: the
identity of hours, count and duration, which has its own check and says itself what its phases mean.
"""

from collections.abc import Iterator
from typing import Final

from fab_pipeline.leaderboards.findings.common import FindingRow, Message, figure, finding
from fab_pipeline.leaderboards.findings.evidence import QUANTITY_EN, QUANTITY_ZH, SCOPE_EN, SCOPE_ZH, Evidence
from fab_pipeline.leaderboards.quantities import UNKNOWN_SCOPE, scope_status, single

_VERBS: Final = {"accelerator_hours": "are", "training_tokens": "are"}
_PAIRS: Final = (
    ("disclosed_cost_usd", "training_tokens"),
    ("disclosed_cost_usd", "accelerator_hours"),
    ("accelerator_hours", "duration_days"),
    ("accelerator_count", "duration_days"),
)
_PARTS: Final = ("pretraining", "mid_training", "long_context", "post_training")


def different_scopes(evidence: Evidence) -> Iterator[FindingRow]:
    """Two figures that meet and are known to cover different parts: the board leaves their quotient or product blank."""
    for first, second in _PAIRS:
        one, other = evidence.quantity(first), evidence.quantity(second)
        if one is None or other is None or scope_status(one.scope, other.scope) != "scope_mismatch":
            continue
        message = Message(
            f"Scopes differ: {QUANTITY_EN[first]} cover{'' if first in _VERBS else 's'} {SCOPE_EN[one.scope]}, {QUANTITY_EN[second]}"
            f" {SCOPE_EN[other.scope]}; they cannot be combined.",
            f"{QUANTITY_ZH[first]}的口径是{SCOPE_ZH[one.scope]}，{QUANTITY_ZH[second]}的口径是{SCOPE_ZH[other.scope]}，不能相互运算。",
        )
        yield finding(
            "scope_mismatch",
            "warning",
            evidence.subject,
            message,
            evidence.claims(first, second),
            detail=f"{first}+{second}",
            quantity=first,
            effect="what would combine the two is null",
        )


def duration_of_one_phase(evidence: Evidence) -> Iterator[FindingRow]:
    """The duration is of one phase, the hours do not say what they cover, and no other phase is stated that would tell."""
    hours, days = evidence.quantity("accelerator_hours"), evidence.quantity("duration_days")
    if hours is None or days is None or hours.scope != UNKNOWN_SCOPE or days.scope not in _PARTS or evidence.phases.get("duration_days"):
        return
    message = Message(
        f"The duration covers {SCOPE_EN[days.scope]} only, while the accelerator-hours do not say what they cover: if they cover more, the"
        " duration of the whole training is longer than stated.",
        f"工期只覆盖{SCOPE_ZH[days.scope]}，而卡时没有说明口径：若卡时覆盖更多阶段，整个训练的工期就比披露的更长。",
    )
    yield finding(
        "scope_mismatch",
        "info",
        evidence.subject,
        message,
        evidence.claims("accelerator_hours", "duration_days"),
        detail="duration_days",
        quantity="duration_days",
        stated=days.value,
        effect="scope_status is scope_unverified; implied_accelerator_hours_* hold for that phase",
    )


def stated_in_phases(evidence: Evidence) -> Iterator[FindingRow]:
    """A figure that the source states in phases: which one the board shows, and what all of them come to."""
    for name, phases in evidence.phases.items():
        shown = evidence.quantity(name)
        parts = {scope: single(part) for scope, part in phases.items()}
        values = [value for value in parts.values() if value is not None]
        if name not in QUANTITY_EN or shown is None or shown.scope == "all" or len(values) < 2 or len(values) < len(parts):
            continue
        total = sum(values)
        sum_of = " + ".join(figure(value) for value in values)
        message = Message(
            f"{QUANTITY_EN[name].capitalize()} {_VERBS.get(name, 'is')} stated in {len(values)} phases; the board shows"
            f" {SCOPE_EN[shown.scope]} ({figure(shown.value or 0.0)}), all phases come to {figure(total)}.",
            f"{QUANTITY_ZH[name]}分 {len(values)} 个阶段披露；榜上是{SCOPE_ZH[shown.scope]}（{figure(shown.value or 0.0)}），"
            f"各阶段合计 {figure(total)}。",
        )
        yield finding(
            "stated_in_phases",
            "info",
            evidence.subject,
            message,
            evidence.claims(name),
            detail=name,
            quantity=name,
            stated=shown.value,
            expected_low=total,
            expected_high=total,
            arithmetic=f"{sum_of} = {figure(total)} ({', '.join(parts)})",
            effect=f"{name} stays the figure of {SCOPE_EN[shown.scope]}",
        )
