"""Which list of specifications speaks: of the list that ships with the project the newest state, of each text the newest capture.

The shipped list is replaced as a whole, so that a figure which was taken out of it is gone; a list that a user hands in adds its texts, and
replaces what an older capture says of the same text. Two states of one day are told apart by when the archive learned of them. Belongs
here: that rule over captures. Does not belong here: which of several texts is right (see `leaderboards.specifications`).
"""

from typing import Final

import polars as pl

_SHIPPED: Final = pl.col("origin") == "transcribed"
_NEWNESS: Final = ("observed_at", "recorded_at", "capture_sha256")


def in_force(facts: pl.DataFrame, recordings: pl.DataFrame) -> pl.DataFrame:
    """The figures that speak.

    Args:
        facts: SPECIFICATION_FACTS of the whole archive within the horizon.
        recordings: frame of `corrections.RECORDINGS_SCHEMA`.

    Returns:
        SPECIFICATION_FACTS in the same order.
    """
    learned = recordings.group_by("capture_sha256").agg(pl.col("recorded_at").max())
    ranked = facts.join(learned, on="capture_sha256", how="left", maintain_order="left").with_columns(
        newness=pl.struct(_NEWNESS).rank("dense")
    )
    shipped = ranked.filter(_SHIPPED).filter(pl.col("newness") == pl.col("newness").max())
    current = pl.concat([shipped, ranked.filter(~_SHIPPED)])
    speaking = current.filter(pl.col("newness") == pl.col("newness").max().over("source_url"))
    return facts.filter(
        pl.struct("fact_id", "observed_at").is_in(speaking.select(pl.struct("fact_id", "observed_at")).to_series().implode())
    )
