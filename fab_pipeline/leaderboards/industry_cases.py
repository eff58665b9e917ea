"""The board `industry_cases`: who used which accelerators for what, what that would cost at today's rent, and advice beside it.

Belongs here: the rows. Rents and products are those of training_cost (`recompute`). Does not belong here: which claims make a case
(`case_claims`), which figure speaks (`case_figures`), findings (`findings.cases`).
"""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts import INDUSTRY_CASES
from fab_pipeline.contracts.derive import typed
from fab_pipeline.leaderboards.case_claims import RUN_METRICS, CaseClaim, cases_of
from fab_pipeline.leaderboards.case_figures import Stated
from fab_pipeline.leaderboards.case_guidelines import Guideline, guidelines_of
from fab_pipeline.leaderboards.case_runs import QUANTITIES, CaseRun, case_runs
from fab_pipeline.leaderboards.copied_pages import origins
from fab_pipeline.leaderboards.null_reasons import BoardRow
from fab_pipeline.leaderboards.recompute import put_recomputed
from fab_pipeline.leaderboards.rent import Rents, rents_on
from fab_pipeline.reading.case_words import sector_of
from fab_pipeline.reading.quantity import Quantity

TABLE: Final = "industry_cases"
_SHOWN: Final = tuple(name for name in QUANTITIES if name in INDUSTRY_CASES.columns)
_WITH_SCOPE: Final = frozenset(name for name in _SHOWN if f"{name}_scope" in INDUSTRY_CASES.columns)
_STRUCTURE: Final = RUN_METRICS | {
    "accelerators_per_node",
    "accelerators_per_system",
    "time_to_first_training",
    "construction_time",
    "model_parameters",
    "max_model_parameters",
    "training_cost",
}
"""Metrics that have columns of their own; everything else that has a figure is an outcome."""


def industry_cases(
    claims: pl.DataFrame, pages: pl.DataFrame, prices: pl.DataFrame, findings: pl.DataFrame, board_date: date
) -> pl.DataFrame:
    """The board on one date.

    Args:
        claims: frame of VENDOR_CLAIMS of the pages in force.
        pages: frame of VENDOR_PAGES of the same captures.
        prices: frame of ACCELERATOR_PRICES.
        findings: frame of FINDINGS; those on this table are listed beside their row.
        board_date: UTC date of the rents.

    Returns:
        Frame of INDUSTRY_CASES in the order of its key.
    """
    rents = rents_on(prices, board_date)
    origin = origins(claims.to_dicts())
    codes = _codes(findings)
    runs = case_runs(cases_of(claims, pages), claims)
    rows = [_case_row(run, rents, origin, codes.get(run.case.case_id)) for run in runs]
    rows += [_guideline_row(one, origin, codes.get(one.case_id)) for one in guidelines_of(claims, pages)]
    return typed(INDUSTRY_CASES, rows).sort(INDUSTRY_CASES.key)


def _case_row(run: CaseRun, rents: Rents, origin: Mapping[str, str], codes: str | None) -> dict[str, Any]:
    row, case = BoardRow(), run.case
    row.put("case_id", case.case_id)
    row.put("row_kind", "case")
    row.put("use", _use(run))
    row.put("vendor", case.vendor)
    row.put("organization", case.organization)
    row.put("organization_zh", case.organization_zh, "not_stated")
    row.put("model", case.model, "not_stated")
    sector = sector_of(case.context)
    row.put("sector", sector and sector.name, "not_stated")
    row.put("sector_text", sector and sector.words, "not_stated")
    row.put("accelerators", run.row["accelerators"], "accelerator_undisclosed")
    row.put("accelerator_form_factor", run.machine.form_factor, "not_stated")
    row.put("accelerator_memory_gb", run.machine.memory_gb, "not_stated")
    for name in _SHOWN:
        _put_quantity(row, name, run.figures[name])
    row.put("accelerator_count_derived", run.derived_count, "no_systems_or_nodes")
    row.put("cluster_accelerators", _middle(run.figures["cluster_accelerators"].quantity), "not_stated")
    row.put("installation_days", _middle(run.figures["installation_days"].quantity), "not_stated")
    disagreeing = [f"{name}: {' or '.join(_printed(s))}" for name, s in run.figures.by_name.items() if s.disagrees]
    row.put("disagreeing", "; ".join(disagreeing) or None, "nothing_disagrees")
    outcomes = dict.fromkeys(_outcome(claim) for claim in case.claims if _is_outcome(claim))
    row.put("outcomes", "; ".join(outcomes) or None, "not_stated")
    row.put("guideline", None, "not_a_guideline")
    put_recomputed(row, run.row, rents)
    _put_sources(row, [claim.row for claim in case.claims], origin, codes)
    return row.finished(INDUSTRY_CASES)


def _guideline_row(one: Guideline, origin: Mapping[str, str], codes: str | None) -> dict[str, Any]:
    row = BoardRow()
    for name in INDUSTRY_CASES.columns:
        row.put(name, None, "is_a_guideline")
    row.put("case_id", one.case_id)
    row.put("row_kind", "guideline")
    row.put("accelerators", one.accelerators, "accelerator_undisclosed")
    _put_quantity(row, "parameters_total", Stated(one.parameters))
    _put_quantity(row, "accelerator_count", Stated(one.count))
    row.put("guideline", one.words)
    row.put("recompute_status", "no_accelerator_hours")
    row.put("recompute_reasons", "no_accelerator_hours")
    _put_sources(row, one.claims, origin, codes)
    return row.finished(INDUSTRY_CASES)


def _use(run: CaseRun) -> str:
    count = run.figures["accelerator_count"].quantity
    if run.is_told_of or (count is not None and count.scope != "cluster" and not run.installs_only):
        return "training_run"
    return "cluster" if count is not None or run.derived_count is not None or run.figures["systems"].quantity else "other"


def _put_quantity(row: BoardRow, name: str, stated: Stated) -> None:
    quantity = stated.quantity
    why = "stated_twice_differently" if stated.disagrees else "not_stated"
    if quantity is not None and quantity.value is None:
        why = "range_has_no_value" if quantity.qualifier == "range" else "vague_has_no_value"
    row.put(name, quantity and quantity.value, why)
    row.put(f"{name}_min", quantity and quantity.minimum)
    row.put(f"{name}_max", quantity and quantity.maximum)
    row.put(f"{name}_qualifier", quantity and quantity.qualifier)
    if name in _WITH_SCOPE:
        row.put(f"{name}_scope", quantity and quantity.scope)


def _put_sources(row: BoardRow, claims: Iterable[Mapping[str, Any]], origin: Mapping[str, str], codes: str | None) -> None:
    rows = list(claims)
    captures = {claim["capture_sha256"] for claim in rows}
    row.put("evidence_classes", "; ".join(sorted({claim["evidence_class"] for claim in rows})))
    row.put("pages", len(captures))
    row.put("sources", len({origin[capture] for capture in captures}))
    row.put("source_url", "; ".join(sorted({claim["source_url"] for claim in rows if claim["source_url"]})) or None, "no_address")
    row.put("finding_codes", codes, "no_finding")
    row.put("claim_ids", "; ".join(sorted({claim["claim_id"] for claim in rows})))


def _middle(quantity: Quantity | None) -> float | None:
    return quantity.value if quantity is not None else None


def _printed(stated: Stated) -> list[str]:
    return [figure.quantity.text for figure in stated.figures]


def _is_outcome(claim: CaseClaim) -> bool:
    row = claim.row
    return claim.counts and row["value"] is not None and row["metric"] is not None and row["metric"] not in _STRUCTURE


def _outcome(claim: CaseClaim) -> str:
    row = claim.row
    return f"{row['metric']}: {row['raw'] or row['span']}{' (ambiguous)' if row['ambiguous'] else ''}".replace(";", ",")


def _codes(findings: pl.DataFrame) -> dict[str, str]:
    own = findings.filter(pl.col("subject_table") == TABLE)
    listed = own.group_by("subject_key").agg(pl.col("code").unique().sort().str.join("; "))
    return dict(zip(listed["subject_key"].to_list(), listed["code"].to_list(), strict=True))
