"""The chain of one row about specifications, speeds or a buyer's criterion: which texts and claims stand behind it.

Belongs here: lines for people, from the tables of a release. Does not belong here: comparing figures or claims.
"""

from collections.abc import Iterator
from typing import Any, Final

import polars as pl

from fab_pipeline.figures import number_text
from fab_pipeline.publishing.releases import Release

CHAINED_TABLES: Final = ("accelerator_specs", "compute_prices", "speed_claims", "speed_claims_per_dollar", "selection_guide")
_KEY: Final = ("accelerator", "form_factor", "accelerator_memory_gb", "spec", "precision", "density")
_RATES: Final = "peak_matrix_rate"
_BANDWIDTHS: Final = ("memory_bandwidth", "interconnect_bandwidth")
_SHOWN: Final = ("chosen", "undecided")


def specification_chain(release: Release, table: str, row: dict[str, Any]) -> Iterator[str]:
    """Lines below a row.

    Args:
        release: the release to read.
        table: one of `CHAINED_TABLES`.
        row: the row that is explained.
    """
    if table == "selection_guide":
        yield from _claims(release, "claims", row["claim_ids"])
        yield from _claims(release, "yardsticks", row["benchmark_claim_ids"])
        return
    if table == "accelerator_specs":
        yield from _texts(release, pl.all_horizontal(pl.col(name) == row[name] for name in _KEY))
        return
    if table == "compute_prices":
        rate = (
            (pl.col("precision") == row["peak_precision"]) & (pl.col("density") == "dense") & (pl.col("value") == row["peak_dense_tflops"])
        )
        yield from _texts(release, (pl.col("accelerator") == row["accelerator"]) & (pl.col("spec") == _RATES) & rate)
        return
    yield from _claims(release, "claim", row["claim_id"])
    compared = [row.get(name) for name in ("compared_precision", "baseline_precision") if row.get(name)]
    of_rate = (pl.col("spec") == _RATES) & (pl.col("density") == "dense") & pl.col("precision").is_in(compared)
    used = pl.col("accelerator").is_in([row["accelerator"], row["baseline_accelerator"]])
    yield from _texts(release, used & pl.col("status").is_in(_SHOWN) & (of_rate | pl.col("spec").is_in(_BANDWIDTHS)))


def _texts(release: Release, which: pl.Expr) -> Iterator[str]:
    figures = release.read("specification_sources").filter(which).sort(*_KEY, "fact_id").to_dicts()
    if figures:
        yield "  figures of texts:"
    for figure in figures:
        of_rate = [figure["precision"], figure["density"]] if figure["density"] != "not_applicable" else []
        what = " ".join([figure["accelerator"], figure["form_factor"], figure["spec"], *of_rate])
        printed = f", printed {figure['as_printed']!r}" if figure["as_printed"] else ""
        yield f"    {what}: {number_text(figure['value'])} {figure['unit']}{printed}   [{figure['status']}]"
        copy = " (a stored copy)" if figure["stored_copy"] else ""
        yield f"      {figure['stated_by']}, {figure['source_url']}, {figure['locator'] or 'no place kept'}, of {figure['opened']}{copy}"


def _claims(release: Release, title: str, claim_ids: str | None) -> Iterator[str]:
    claims = release.read("vendor_claims").filter(pl.col("claim_id").is_in((claim_ids or "").split("; "))).sort("claim_id").to_dicts()
    if claims:
        yield f"  {title}:"
    for claim in claims:
        yield f"    {claim['vendor']}, {claim['metric']}: {claim['span']!r}   [{claim['evidence_class']}, {claim['modality']}]"
        place = f"characters {claim['char_start']} to {claim['char_end']}"
        where = claim["source_url"] or "no address known"
        yield f"      {claim['origin']} {claim['observed_at']:%Y-%m-%d}, {where}, {place}, claim {claim['claim_id']}"
