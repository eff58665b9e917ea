"""What one text discloses about training runs: the type that the reader of sentences returns.

Belongs here: fields and their printed form. Does not belong here: reading (see the sibling modules).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from fab_pipeline.reading.quantity import Quantity

QUANTITIES: Final = (
    "parameters_total",
    "parameters_active",
    "tokens",
    "accelerator_count",
    "duration_days",
    "accelerator_hours",
    "cost_usd",
    "compute_flop",
)
"""Quantities of one run: counts, days, hours of one accelerator, US dollars, floating-point operations."""


@dataclass(frozen=True, slots=True)
class LocalCost:
    """A cost in a currency other than the US dollar, as printed; never converted."""

    amount: Quantity
    currency: str


@dataclass(frozen=True, slots=True)
class Part:
    """One of several models or phases that a text states apart.

    Attributes:
        name: model or phase as the text names it; None where it does not.
        quantities: its figures by field.
        accelerator: label of its accelerators, where the text gives it one of its own.
    """

    name: str | None
    quantities: Mapping[str, Quantity]
    accelerator: str | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """One text's disclosures. A field is None where the text does not state it, or states several that do not agree.

    Attributes:
        quantities: figures of the one run that the text is about, by field of `QUANTITIES`.
        accelerator: labels of the accelerators joined by " + ".
        cost_local: cost in another currency.
        estimated: the figures are planned, assumed, hypothetical or somebody else's estimate.
        open_weights: the text says that weights are public.
        scope: what the figures cover (`contracts.words.SCOPES`); None where the text does not say.
        stated_by: developer, third_party or unknown.
        models: several models with their own figures.
        phases: several phases with their own figures.
    """

    quantities: Mapping[str, Quantity] = field(default_factory=dict[str, Quantity])
    accelerator: str | None = None
    cost_local: LocalCost | None = None
    estimated: bool = False
    open_weights: bool = False
    scope: str | None = None
    stated_by: str = "unknown"
    models: tuple[Part, ...] = ()
    phases: tuple[Part, ...] = ()

    def as_json(self) -> dict[str, object]:
        """The form that `read disclosures` prints: every field, then models and phases where a text has several."""
        out: dict[str, object] = {name: _quantity_json(self.quantities.get(name)) for name in QUANTITIES}
        out["accelerator"] = self.accelerator
        local = self.cost_local
        out["cost_local"] = {"amount": local.amount.value or local.amount.minimum, "currency": local.currency} if local else None
        out |= {"estimated": self.estimated, "open_weights": self.open_weights or None, "scope": self.scope, "stated_by": self.stated_by}
        if self.models:
            out["models"] = [_part_json(part, "model") for part in self.models]
        if self.phases:
            out["phases"] = [_part_json(part, "phase") for part in self.phases]
        return out


def _quantity_json(quantity: Quantity | None) -> dict[str, float | str | None] | None:
    if quantity is None:
        return None
    return {"value": quantity.value, "min": quantity.minimum, "max": quantity.maximum, "qualifier": quantity.qualifier}


def _part_json(part: Part, kind: str) -> dict[str, object]:
    out: dict[str, object] = {kind: part.name}
    if part.accelerator:
        out["accelerator"] = part.accelerator
    return out | {name: _quantity_json(quantity) for name, quantity in part.quantities.items()}
