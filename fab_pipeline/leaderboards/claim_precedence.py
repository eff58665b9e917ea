"""Which claim speaks for a run where several state the same quantity: the written rule, and the record of every choice.

For each run and quantity the claims are compared by these rules, in this order; the first that tells two claims apart decides:

1. `derived`      a figure that a source states, before one that we computed; a derived claim never wins.
2. `superseded`   what a text says now, before what the same text (source and address) said earlier.
3. `status`       a figure, before words that are not a figure, before "undisclosed".
4. `corrected`    a figure that nobody corrects, before one that a declared correction calls wrong.
5. `scope`        the scope of the run's accelerator-hours (else of its cost), where that is known: figures that meet should match.
6. `stated_by`    the developer, before a third party, before unknown.
7. `observed_at`  newer, before older.
8. `qualifier`    exact, before approx, before a bound or range, before vague.
9. `place`        of one text the cell of a table, before a sentence: the table says whose the figure is.
10. `source`      by name, then `claim_id`: the choice never depends on the order of rows.

A claim about one phase (`part`) is never the run's figure: it follows the claim beside which it stands. The total of several models
(`of_family`) is no figure of any run.
Belongs here: the rule. Does not belong here: what a board makes of the winners.
"""

from collections.abc import Mapping
from typing import Final

import polars as pl

RULES: Final[tuple[str, ...]] = (
    "derived",
    "superseded",
    "status",
    "corrected",
    "scope",
    "stated_by",
    "observed_at",
    "qualifier",
    "place",
    "source",
    "claim_id",
)
ONLY_CLAIM: Final = "only_claim"
PHASE: Final = "phase"
FAMILY_TOTAL: Final = "family_total"
REASONS: Final[Mapping[str, str]] = {
    "derived": "a stated figure goes before one that we computed",
    "superseded": "the same text says something newer",
    "status": "a figure goes before words without one",
    "corrected": "a figure that nobody corrects goes before one that is declared wrong",
    "scope": "figures that meet should cover the same part of the training",
    "stated_by": "the developer goes before a third party, both before unknown",
    "observed_at": "newer goes before older",
    "qualifier": "exact goes before about, before a bound, before an order of magnitude",
    "place": "in one text the cell of a table goes before a sentence",
    "source": "equal by all rules; by name of the source",
    "claim_id": "equal by all rules; by place in the source",
    ONLY_CLAIM: "no other claim states it",
    PHASE: "a figure of one phase stands beside the claim of its row",
    FAMILY_TOTAL: "the total of several models is no figure of a run",
}
"""Verdicts in words, for people."""

_STATUS: Final = {"disclosed": 0, "unreadable": 1, "undisclosed": 2}
_STATED_BY: Final = {"developer": 0, "third_party": 1, "unknown": 2}
_QUALIFIER: Final = {"exact": 0, "approx": 1, "lower_bound": 2, "upper_bound": 2, "range": 2, "vague": 3}
_LAST: Final = 9
_ANCHORS: Final[tuple[str, ...]] = ("accelerator_hours", "disclosed_cost_usd")
"""Quantities whose scope the others should match, the first known one counts."""

CHOICES_SCHEMA: Final = pl.Schema(
    {
        "run_id": pl.String(),
        "quantity": pl.String(),
        "part": pl.String(),
        "claim_id": pl.String(),
        "chosen": pl.Boolean(),
        "reason": pl.String(),
    }
)


def claim_choices(claims: pl.DataFrame) -> pl.DataFrame:
    """Every claim with the verdict on it.

    Args:
        claims: frame of TRAINING_CLAIMS.

    Returns:
        run_id, quantity, part, claim_id, chosen, reason; sorted by run_id, quantity, part, then winner first and claim_id. The reason of a
        claim that lost is the rule that decided against it; of a winner, the rule that beat the runner-up, or `only_claim`; of a claim
        about a phase, `phase` (chosen, where it stands beside the winner); of a total of several models, `family_total`.
    """
    if claims.is_empty():
        return pl.DataFrame(schema=CHOICES_SCHEMA)
    totals = claims.filter(of_families())
    claims = claims.filter(~of_families())
    ranked = _with_rules(claims, pl.lit(None, dtype=pl.String))
    anchors = _anchor_scopes(ranked)
    ranked = _with_rules(claims, pl.col("run_id").replace_strict(anchors, default=None, return_dtype=pl.String))
    whole = _judged(ranked.filter(pl.col("part").is_null()))
    return (
        pl.concat([whole.select(*CHOICES_SCHEMA), _phases(ranked, whole), _totals(totals)])
        .sort("run_id", "quantity", "part", "chosen", "claim_id", descending=[False, False, False, True, False], nulls_last=False)
        .select(pl.col(name).cast(dtype) for name, dtype in CHOICES_SCHEMA.items())
    )


def of_families() -> pl.Expr:
    """Whether a claim is the total of several models."""
    return pl.col("of_family").fill_null(value=False)


def _totals(totals: pl.DataFrame) -> pl.DataFrame:
    return totals.with_columns(chosen=pl.lit(value=False), reason=pl.lit(FAMILY_TOTAL)).select(*CHOICES_SCHEMA)


def _with_rules(claims: pl.DataFrame, anchor: pl.Expr) -> pl.DataFrame:
    newest_of_source = pl.col("observed_at").max().over("run_id", "quantity", "source", "source_url")
    in_one_text = ("run_id", "quantity", "capture_sha256")
    beside_cell = (pl.col("place") == "cell").any().over(in_one_text)
    scope_matters = anchor.is_not_null() & (pl.col("status") == "disclosed")
    return claims.with_columns(
        _rank_derived=pl.col("derived").cast(pl.Int64),
        _rank_superseded=(pl.col("observed_at") < newest_of_source).cast(pl.Int64),
        _rank_status=_ranked("status", _STATUS),
        _rank_corrected=pl.col("correction").is_not_null().cast(pl.Int64),
        _rank_scope=pl.when(scope_matters).then((pl.col("scope") != anchor).fill_null(value=True).cast(pl.Int64)).otherwise(0),
        _rank_stated_by=_ranked("stated_by", _STATED_BY),
        _rank_observed_at=-pl.col("observed_at").dt.epoch("us"),
        _rank_qualifier=_ranked("qualifier", _QUALIFIER),
        _rank_place=((pl.col("place") == "sentence") & beside_cell).fill_null(value=False).cast(pl.Int64),
        _rank_source=pl.col("source").rank("dense").cast(pl.Int64),
        _rank_claim_id=pl.col("claim_id").rank("dense").cast(pl.Int64),
    )


def _ranked(column: str, order: Mapping[str, int]) -> pl.Expr:
    return pl.col(column).replace_strict(order, default=_LAST, return_dtype=pl.Int64)


def _judged(candidates: pl.DataFrame) -> pl.DataFrame:
    """Candidates with `chosen` and `reason`; per run and quantity the first by all rules wins, unless it is derived."""
    group = ["run_id", "quantity"]
    ordered = candidates.sort(*group, *(f"_rank_{rule}" for rule in RULES))
    place = pl.int_range(pl.len()).over(group)
    lost_by = pl.coalesce(
        *(pl.when(pl.col(f"_rank_{rule}") != pl.col(f"_rank_{rule}").first().over(group)).then(pl.lit(rule)) for rule in RULES)
    )
    judged = ordered.with_columns(_place=place, _lost_by=lost_by)
    derived = pl.col("derived")
    return judged.with_columns(
        chosen=(pl.col("_place") == 0) & ~derived,
        reason=pl.when(derived)
        .then(pl.lit("derived"))
        .when(pl.col("_place") > 0)
        .then(pl.col("_lost_by"))
        .otherwise(pl.col("_lost_by").shift(-1).over(group).fill_null(ONLY_CLAIM)),
    )


def _anchor_scopes(ranked: pl.DataFrame) -> dict[str, str]:
    """Run → known scope of its winning accelerator-hours, else of its winning cost."""
    winners = _judged(ranked.filter(pl.col("part").is_null() & pl.col("quantity").is_in(_ANCHORS))).filter(
        pl.col("chosen") & pl.col("scope").is_not_null() & (pl.col("scope") != "unknown")
    )
    scopes: dict[str, str] = {}
    for quantity in reversed(_ANCHORS):
        chosen = winners.filter(pl.col("quantity") == quantity)
        scopes |= dict(zip(chosen["run_id"].to_list(), chosen["scope"].to_list(), strict=True))
    return scopes


def _phases(ranked: pl.DataFrame, whole: pl.DataFrame) -> pl.DataFrame:
    """Claims about phases: chosen where run, quantity, capture and row are the winner's."""
    beside = ["run_id", "quantity", "capture_sha256", "row_number"]
    winners = whole.filter(pl.col("chosen")).select(*beside, pl.lit(value=True).alias("chosen"))
    return (
        ranked.filter(pl.col("part").is_not_null())
        .join(winners.unique(), on=beside, how="left")
        .with_columns(pl.col("chosen").fill_null(value=False) & ~pl.col("derived"), reason=pl.lit(PHASE))
        .select(*CHOICES_SCHEMA)
    )
