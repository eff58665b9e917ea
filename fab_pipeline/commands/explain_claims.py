"""Which claim speaks for a run, which lost and by which rule: the part of `explain` about claims.

Belongs here: claims of a run as lines for people, in the order of the rules. Does not belong here: the rules (`claim_precedence`), quotes
and the cell itself (`explain`).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import polars as pl

from fab_pipeline.figures import number_text
from fab_pipeline.leaderboards.claim_precedence import FAMILY_TOTAL, REASONS, RULES, claim_choices

_LONGEST_QUOTE: Final = 90
_MARKS: Final = {True: "+", False: "-"}

Claim = Mapping[str, object]


def claim_lines(claims: pl.DataFrame, run_id: str, quantities: Sequence[str]) -> Iterator[str]:
    """Lines on the claims of a run about some quantities: winner first, then those that lost, then totals of its family.

    Args:
        claims: frame of TRAINING_CLAIMS of the release.
        run_id: the run.
        quantities: what to tell about.
    """
    of_run = claims.filter((pl.col("run_id") == run_id) & pl.col("quantity").is_in(quantities))
    if of_run.is_empty():
        return
    yield f"  claims (+ chosen, - not; rules in order: {', '.join(RULES)}):"
    for claim in _with_verdicts(of_run).to_dicts():
        yield f"  {_MARKS[bool(claim['chosen'])]} {_said(claim, several=len(quantities) > 1)}"
        yield f"      {claim['reason']}: {REASONS[str(claim['reason'])]}"
        yield f"      {claim_address(claim)}"
        if claim["correction"]:
            yield f"      corrected: {_number(claim['corrected_value'])} is right; {claim['correction']}"
    for total in _totals(claims, of_run, run_id, quantities).to_dicts():
        yield f"  - {_said(total, several=len(quantities) > 1)}, of {total['model']}"
        yield f"      {FAMILY_TOTAL}: {REASONS[FAMILY_TOTAL]}"
        yield f"      {claim_address(total)}"


def claim_address(row: Claim) -> str:
    """Where the bytes behind a claim or quote are: address, place, day, capture."""
    where = row.get("source_url") or "no address known"
    locator = f", {row['locator']}" if row.get("locator") else ""
    bytes_of = f"row {row['row_number']} of sha256 {str(row['capture_sha256'])[:12]}…"
    return f"{row['origin']} {row['observed_at']:%Y-%m-%d}, {where}{locator}, {bytes_of}"


def _with_verdicts(claims: pl.DataFrame) -> pl.DataFrame:
    choices = claim_choices(claims).select("claim_id", "chosen", "reason")
    order = {rule: -place for place, rule in enumerate(RULES)}
    late = pl.col("reason").replace_strict(order, default=1, return_dtype=pl.Int64)
    return claims.join(choices, on="claim_id", how="left").sort(
        pl.col("quantity"), pl.col("part").is_not_null(), ~pl.col("chosen"), late, pl.col("claim_id")
    )


def _totals(claims: pl.DataFrame, of_run: pl.DataFrame, run_id: str, quantities: Sequence[str]) -> pl.DataFrame:
    """Totals of several models that stand in the same captures, under the name with which the run's begins."""
    begins = pl.lit(run_id).str.starts_with(pl.col("run_id") + "-")
    return claims.filter(
        pl.col("of_family").fill_null(value=False)
        & begins
        & pl.col("quantity").is_in(quantities)
        & pl.col("capture_sha256").is_in(of_run["capture_sha256"].unique().to_list())
    ).sort("quantity", "claim_id")


def _said(claim: Claim, *, several: bool) -> str:
    words = " ".join(str(claim["text_as_printed"]).split())
    quote = words if len(words) <= _LONGEST_QUOTE else f"{words[:_LONGEST_QUOTE]}…"
    part = f" ({claim['part']})" if claim["part"] else ""
    name = f"{claim['quantity']}{part}: " if several or part else ""
    return f"{name}“{quote}” → {_value(claim)} · {claim['stated_by']}, {claim['source']}"


def _value(claim: Claim) -> str:
    if claim["status"] != "disclosed":
        return str(claim["status"])
    if claim["value_text"] is not None:
        return str(claim["value_text"])
    bounds = [f"{name} {_number(claim[f'value_{name}'])}" for name in ("min", "max") if claim[f"value_{name}"] is not None]
    estimated = ", marked as an estimate" if claim["estimated"] else ""
    return f"{_number(claim['value'])} {claim['unit']} ({', '.join([str(claim['qualifier']), *bounds])}, scope {claim['scope']}{estimated})"


def _number(value: object) -> str:
    return number_text(value) if isinstance(value, float) else "no value"
