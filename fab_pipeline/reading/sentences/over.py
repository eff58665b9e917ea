"""The word "over": more than a figure ("over 2T tokens"), or on, for and during it ("trained over 2T tokens", "12 days over 64 GPUs").

Belongs here: telling the two apart by what stands before the word. Does not belong here: other bounds (see `comparators`).
"""

import re
from dataclasses import replace
from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.quantity import Quantity

_WORDS: Final = ("over", "über")
_ON: Final = {
    "token": re.compile(
        r"(?:train(?:ed|ing)?|learn(?:ed|ing)|it|process(?:ed|ing)?|optimi[sz]ed|model|run|ran|tuned|epochs?|pass(?:es)?|compute)\s*\Z",
        re.I,
    ),
    "accelerator": re.compile(
        r"(?:train|distribut|parallel|spread|scal|shard|split|partition|replicat|SGD|run\b|ran\b|running|optimi)\w*\s*\Z", re.I
    ),
}
"""Words behind which "over" is on, by dimension."""
_MORE_THAN: Final = re.compile(
    r"(?:^|[.;:,(|]|(?<![a-z])(?:took|takes?|taking|lasted|lasting|for|spen[dt]|requir\w+|need\w*|of|in|after|just|well|slightly|consum\w+|was|is|dauerte|dauert|für|nach))\s*\Z",
    re.I,
)
"""Words behind which "over three weeks" is more than three; behind any other it is during three."""
_FAR: Final = 24


def without_over(hidden: str, amount: Amount, previous: Amount | None) -> Amount:
    """The amount, without its bound where "over" is no bound.

    Args:
        hidden: the text with names masked.
        amount: one amount of it.
        previous: the amount before it: "over" between two figures joins them.
    """
    words = hidden[amount.start : amount.figure_start].strip().lower()
    if not words.startswith(_WORDS) or amount.quantity.value is None:
        return amount
    begin = max(0, amount.start - _FAR)
    joins = previous is not None and bool(previous.unit) and not hidden[previous.end : amount.start].strip()
    if amount.dimension == "time":
        on = joins or not _MORE_THAN.search(hidden, begin, amount.start)
    else:
        on = joins or (amount.dimension in _ON and bool(_ON[amount.dimension].search(hidden, begin, amount.start)))
    if not on:
        return amount
    approx = len(words) > len("over") or amount.unit in {"mo", "{GPU}.mo"}
    return replace(amount, comparator="eq", quantity=Quantity(amount.quantity.value, qualifier="approx" if approx else "exact"))
