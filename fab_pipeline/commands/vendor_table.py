"""The board of vendors as a person reads it in a terminal: the coverage matrix, the rank intervals, and why there is no position.

Belongs here: the choice and shape of what fits a screen. Every figure stands in the table under its own name; `show vendor_ranking
--columns all` prints that.
"""

from typing import Any, Final

import click
import polars as pl

from fab_pipeline.commands.output import print_table
from fab_pipeline.contracts.words import RANKING_DIMENSIONS

_SHORT: Final[dict[str, str]] = {
    "tech_self_developed": "technology",
    "scale_stability": "scale",
    "efficiency_cost": "efficiency",
    "service_ecosystem": "service",
    "industry_track_record": "track record",
}
_NULL: Final = "—"
_NO_POSITION: Final = "none"


def print_ranking(ranking: pl.DataFrame) -> None:
    """Print the board.

    Args:
        ranking: frame of VENDOR_RANKING.
    """
    headings = ["vendor", *(_SHORT.get(name, name) for name in RANKING_DIMENSIONS), "rank", "position", "by third parties", "article says"]
    rows = [_row(row) for row in ranking.to_dicts()]
    title = "vendor_ranking: what each vendor covers (of it comparable), and the rank that its claims support, in the order of names"
    print_table(headings, rows, [False, *(True for _ in RANKING_DIMENSIONS), False, False, False, True], title)
    click.echo(
        "rank: 5 to 95 % over all weights and everything that is not known; a position only where it covers at most two ranks;"
        " none: the evidence is not enough; —: there is none"
    )
    for row in ranking.filter(pl.col("position").is_null()).to_dicts():
        click.echo(f"{row['vendor']}: {row['why_en']}")


def _row(row: dict[str, Any]) -> list[str]:
    cells = [f"{row[f'coverage_{name}']} ({row[f'compared_{name}']})" for name in RANKING_DIMENSIONS]
    return [
        str(row["vendor"]),
        *cells,
        _interval(row, ""),
        str(row["position"] or _NO_POSITION),
        f"{row['third_party_position'] or _NO_POSITION}, {_interval(row, 'third_party_')}",
        str(row["article_position"] or _NULL),
    ]


def _interval(row: dict[str, Any], prefix: str) -> str:
    low, high = row[f"{prefix}rank_low"], row[f"{prefix}rank_high"]
    return _NULL if low is None else f"{low} to {high} of {row[f'{prefix}ranked_vendors']}"
