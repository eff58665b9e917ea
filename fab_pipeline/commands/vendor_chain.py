"""The chain of one row of a vendor board: which claims stand behind it and which were left out, each with its words and page.

Belongs here: lines for people, from the tables of a release. Does not belong here: judging a claim.
"""

from collections.abc import Iterator
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts.words import RANKING_DIMENSIONS
from fab_pipeline.publishing.releases import Release

VENDOR_TABLES: Final = ("vendor_metrics", "vendor_claim_use", "vendor_ranking", "industry_cases")
_CLAIM_COLUMNS: Final = ("decisive_claims", "third_party_decisive_claims", "claim_ids")


def vendor_chain(release: Release, table: str, row: dict[str, Any], column: str | None) -> Iterator[str]:
    """Lines below a row.

    Args:
        release: the release to read.
        table: one of `VENDOR_TABLES`.
        row: the row that is explained.
        column: the column that is explained; None for the whole row.
    """
    use = release.read("vendor_claim_use").join(release.read("vendor_claims"), on="claim_id", how="inner", suffix="_claim")
    if table == "vendor_claim_use":
        yield from _listed("claim", use.filter(claim_id=row["claim_id"]))
        return
    if table == "industry_cases":
        yield from _listed("claims", _of(use, row["claim_ids"]), judged=False)
        yield from _findings(release.read("findings").filter(subject_table=table, subject_key=row["case_id"]))
        return
    if table == "vendor_metrics":
        yield from _listed("claims", _of(use, row["claim_ids"]))
        return
    dimension = next((name for name in RANKING_DIMENSIONS if column and column.endswith(name)), None)
    if dimension:
        is_third = str(column).startswith("third_party_")
        own = use.filter(vendor=row["vendor"], dimension=dimension, evidence="third_party" if is_third else "vendor_word")
        yield from _listed("claims", own)
        return
    for name in _CLAIM_COLUMNS:
        if row.get(name) and column in (None, name):
            yield from _listed(name, _of(use, row[name]))


def _of(use: pl.DataFrame, claim_ids: str) -> pl.DataFrame:
    return use.filter(pl.col("claim_id").is_in(claim_ids.split("; ")))


def _findings(findings: pl.DataFrame) -> Iterator[str]:
    for finding in findings.to_dicts():
        yield f"  finding {finding['severity']} {finding['code']}: {finding['message_en']}"
        yield from (f"    {part}" for part in (finding["arithmetic"], finding["effect"]) if part)


def _listed(title: str, claims: pl.DataFrame, *, judged: bool = True) -> Iterator[str]:
    if claims.height:
        yield f"  {title}:"
    for claim in claims.sort("metric", "claim_id").to_dicts():
        figure = f" → {claim['interval']} {claim['si_unit'] or claim['unit'] or ''}".rstrip() if claim["interval"] else ""
        reasons = f": {claim['reasons']}" if claim["reasons"] else ""
        verdict = f"   [{claim['use']}{reasons}]" if judged else ""
        yield f"    {claim['metric'] or 'not understood'}: {claim['span']!r}{figure}{verdict}"
        where = claim["source_url"] or "no address known"
        place = f"characters {claim['char_start']} to {claim['char_end']}"
        read = f"{claim['origin']} {claim['observed_at']:%Y-%m-%d}"
        yield f"      {claim['evidence_class']}, {read}, {where}, {place}, claim {claim['claim_id']}"
