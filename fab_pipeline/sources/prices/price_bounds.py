"""Bounds of a price that somebody pays per accelerator-hour; outside are sentinels and slips of unit.

Belongs here: bounds that hold whatever others ask. Does not belong here: prices held against each other (`discounts`, and `price_holds` of
the leaderboards).
"""

from typing import Final

from fab_pipeline.sources.prices.cells import CellError
from fab_pipeline.vocabulary.accelerators import by_label

PLAUSIBLE_USD: Final = (0.05, 100.0)
"""Source: https://github.com/ewyluda/gpu-price-index/blob/ab49c8081de81f1dae5f8f7e7d46af80b68c35d6/docs/methodology.md (bounds)."""
LOWEST_OF_OLD_CARDS_USD: Final = 0.01
"""Hosts of marketplaces ask a few cents for cards that nobody trains on any more (Vast.ai, GTX 1660 and the like); our own choice. They are
told by having no peak in the list of accelerators."""


def check_plausible(price: float, kind: str, accelerator: str) -> None:
    """Raise CellError price_implausible for a price in USD per accelerator-hour that nobody pays.

    Args:
        price: per accelerator and hour.
        kind: price kind; only an offer that is there to be taken may be as low as those of old cards.
        accelerator: label of the list.
    """
    entry = by_label(accelerator)
    old = kind == "live_offer" and entry is not None and entry.largest_dense_bf16_tflops is None
    lowest, highest = LOWEST_OF_OLD_CARDS_USD if old else PLAUSIBLE_USD[0], PLAUSIBLE_USD[1]
    if not lowest <= price <= highest:
        raise CellError("price_implausible", f"{price:g} USD per accelerator-hour is outside {lowest:g}–{highest:g}")
