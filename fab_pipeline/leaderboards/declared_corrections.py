"""Declared corrections: figures that somebody else printed wrongly, beside the claims that state them.

Belongs here: putting a correction beside the claim it is about, and the finding that shows both. The claim stays as printed; it only loses
against a claim that nobody corrects (`claim_precedence`, rule "corrected"). Does not belong here: the file (`pipeline.claim_corrections`),
and errors that a general check can show by arithmetic alone.
"""

from collections.abc import Iterator
from typing import Final

import polars as pl

from fab_pipeline.leaderboards.findings.common import FindingRow, Message, Subject, figure, finding, findings_frame
from fab_pipeline.leaderboards.findings.evidence import QUANTITY_EN, QUANTITY_ZH, TABLE

CORRECTIONS_SCHEMA: Final = pl.Schema(
    {
        "run_id": pl.String(),
        "quantity": pl.String(),
        "source": pl.String(),
        "printed_value": pl.Float64(),
        "corrected_value": pl.Float64(),
        "correction": pl.String(),
        "declared_on": pl.Date(),
    }
)
"""One row: what is printed for which run in which source, what is right, who says so (in words, with address and dates), since when."""
WHERE: Final = "; printed "
"""Where a correction's words turn from what is right to where everything stands."""
_SAME: Final = 1e-9


def with_corrections(claims: pl.DataFrame, corrections: pl.DataFrame) -> pl.DataFrame:
    """Claims with `corrected_value` and `correction` where a correction is about exactly what they state.

    A source that mends its figure no longer states what was corrected, and its new claim is free of it.

    Args:
        claims: frame of TRAINING_CLAIMS.
        corrections: frame of CORRECTIONS_SCHEMA; one for each run, quantity, source and printed value.
    """
    if corrections.is_empty():
        return claims
    keys = ["run_id", "quantity", "source"]
    told = corrections.select(*keys, "printed_value", *(pl.col(name).alias(f"_{name}") for name in ("corrected_value", "correction")))
    numbered = claims.with_row_index("_row")
    same = ((pl.col("value") / pl.col("printed_value") - 1).abs() <= _SAME) | (pl.col("value") == pl.col("printed_value"))
    about = numbered.select("_row", "value", *keys).join(told, on=keys).filter(same).unique("_row", keep="first")
    joined = numbered.join(about.select("_row", "_corrected_value", "_correction"), on="_row", how="left", maintain_order="left")
    return joined.with_columns(
        corrected_value=pl.coalesce("_corrected_value", "corrected_value"), correction=pl.coalesce("_correction", "correction")
    ).select(claims.columns)


def correction_findings(claims: pl.DataFrame) -> pl.DataFrame:
    """One finding for each corrected claim, as a frame of FINDINGS."""
    return findings_frame(_findings(claims))


def _findings(claims: pl.DataFrame) -> Iterator[FindingRow]:
    for claim in claims.filter(pl.col("correction").is_not_null()).sort("claim_id").to_dicts():
        printed, right = figure(claim["value"]), figure(claim["corrected_value"])
        name, name_zh = QUANTITY_EN.get(claim["quantity"], claim["quantity"]), QUANTITY_ZH.get(claim["quantity"], claim["quantity"])
        why = claim["correction"].partition(WHERE)[0]
        yield finding(
            "printed_wrongly",
            "warning",
            Subject(TABLE, claim["run_id"]),
            Message(
                f"{claim['source']} states {name} as {printed}; a declared correction says {right}: {why}.",
                f"{claim['source']} 给出的{name_zh}为 {printed}；已登记的更正为 {right}：{why}。",
            ),
            [claim["claim_id"]],
            detail=claim["claim_id"],
            quantity=claim["quantity"],
            stated=claim["value"],
            expected_low=claim["corrected_value"],
            expected_high=claim["corrected_value"],
            arithmetic=_arithmetic(claim["value"], claim["corrected_value"]),
            effect="the claim stays as printed and loses against any claim that nobody corrects; no figure is replaced",
        )


def _arithmetic(printed: float, right: float) -> str:
    if not printed or not right:
        return f"{figure(right)} instead of {figure(printed)}"
    large, small = max(printed, right), min(printed, right)
    return f"{figure(large)} / {figure(small)} = {figure(large / small, 3)}"
