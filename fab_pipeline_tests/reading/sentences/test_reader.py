"""Each kind of text gives its right values, and null for everything it does not state."""

import pytest

from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.sentences.reader import read_disclosure
from fab_pipeline.reading.sentences.reading import Reading
from fab_pipeline_tests.reading.sentences.fresh_texts import FRESH_TEXTS
from fab_pipeline_tests.reading.sentences.kinds_texts import KINDS_TEXTS
from fab_pipeline_tests.reading.sentences.late_texts import LATE_TEXTS
from fab_pipeline_tests.reading.sentences.more_texts import MORE_TEXTS
from fab_pipeline_tests.reading.sentences.texts import TEXTS, Text

FIELDS = {
    "params": "parameters_total",
    "active": "parameters_active",
    "tokens": "tokens",
    "count": "accelerator_count",
    "days": "duration_days",
    "hours": "accelerator_hours",
    "usd": "cost_usd",
    "flop": "compute_flop",
}


def figure(quantity: Quantity | None) -> str | None:
    """A quantity in the notation of the texts."""
    if quantity is None:
        return None
    low, high = quantity.minimum, quantity.maximum
    match quantity.qualifier:
        case "range":
            return f"{low:.7g}..{high:.7g}"
        case "vague":
            return f"?{low:.7g}" + (f"..{high:.7g}" if high is not None else "")
        case "lower_bound" | "upper_bound":
            return {"lower_bound": ">=", "upper_bound": "<="}[quantity.qualifier] + f"{quantity.value:.11g}"
        case _:
            return ("~" if quantity.qualifier == "approx" else "") + f"{quantity.value:.11g}"


def stated(reading: Reading) -> dict[str, str]:
    """A reading by the short names of the texts."""
    found = {short: figure(reading.quantities.get(name)) for short, name in FIELDS.items()}
    local = reading.cost_local
    found |= {"on": reading.accelerator}
    if local:
        found[local.currency.lower()] = figure(local.amount)
    return {name: value for name, value in found.items() if value is not None}


def normal(expected: dict[str, str]) -> dict[str, str]:
    """Expected figures in one spelling of their numbers."""
    out: dict[str, str] = {}
    for name, value in expected.items():
        sign = next((sign for sign in ("~", ">=", "<=", "?") if value.startswith(sign)), "")
        numbers = value.removeprefix(sign).split("..")
        out[name] = value if name == "on" else sign + "..".join(f"{float(number):.7g}" for number in numbers)
    return out


@pytest.mark.parametrize("text", [*TEXTS, *MORE_TEXTS, *LATE_TEXTS, *FRESH_TEXTS, *KINDS_TEXTS], ids=lambda text: text.text[:40])
def test_a_text(text: Text) -> None:
    assert normal(stated(read_disclosure(text.text))) == normal(text.expected)
