"""The boards `vendor_metrics` and `vendor_claim_use`: which figures meet, and what became of the rest.

Belongs here: the rows. Inside a key the order is partial: one vendor is better than another only if their intervals do not touch; figures
that overlap leave it open. Does not belong here: the gate (`claim_gate`), the intervals (`vendor_evidence`), any overall order.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts import VENDOR_CLAIM_USE, VENDOR_METRICS
from fab_pipeline.contracts.derive import typed
from fab_pipeline.leaderboards.claim_gate import VENDOR_WORD, Judged, Key, evidence_of, judge_claims
from fab_pipeline.leaderboards.copied_pages import origins
from fab_pipeline.leaderboards.null_reasons import BoardRow
from fab_pipeline.leaderboards.vendor_evidence import Standing, evidence, standings
from fab_pipeline.leaderboards.vendor_intervals import is_better
from fab_pipeline.vocabulary.metrics import metrics

_SIGNS: Final[Mapping[str | None, str]] = {"ge": "≥ ", "gt": "> ", "le": "≤ ", "approx": "~ ", "up_to": "up to ", "eq": "", None: ""}


def vendor_metrics(claims: pl.DataFrame) -> pl.DataFrame:
    """The board.

    Args:
        claims: frame of VENDOR_CLAIMS of the pages in force.

    Returns:
        Frame of VENDOR_METRICS in the order of its key.
    """
    judged = judge_claims(claims)
    pages = origins(one.claim for one in judged)
    found = standings(evidence(judged))
    rows = [_row(key, vendor, vendors, pages) for key, vendors in found.items() for vendor in vendors]
    return typed(VENDOR_METRICS, rows).sort(VENDOR_METRICS.key)


def vendor_claim_use(claims: pl.DataFrame) -> pl.DataFrame:
    """What became of every claim.

    Args:
        claims: frame of VENDOR_CLAIMS of the pages in force.

    Returns:
        Frame of VENDOR_CLAIM_USE with one row for each claim.
    """
    judged = judge_claims(claims)
    keys = [vendors for vendors in standings(evidence(judged)).values() if len(vendors) > 1]
    figures = (one for vendors in keys for standing in vendors.values() for _, members in standing.figures for one in members)
    shared = {one.claim["claim_id"] for one in figures}
    return typed(VENDOR_CLAIM_USE, [_use(one, shared) for one in judged]).sort(VENDOR_CLAIM_USE.key)


def names_of(judged: Iterable[Judged]) -> dict[str, tuple[str | None, str]]:
    """Vendor → Chinese name and English name; where pages write it differently, the first in the order of letters."""
    chinese: dict[str, set[str]] = {}
    english: dict[str, set[str]] = {}
    for one in judged:
        slug = one.claim["vendor"]
        chinese.setdefault(slug, set()).update(filter(None, [one.claim["vendor_zh"]]))
        english.setdefault(slug, set()).update(filter(None, [one.claim["vendor_en"]]))
    return {slug: (min(chinese[slug], default=None), min(english[slug], default=slug)) for slug in chinese}


def printed(one: Judged) -> str:
    """A figure as a person writes it, in the unit that its page prints: "≥ 85 %", "~ 10000 {accelerator} (order of magnitude)"."""
    claim = one.claim
    size = f"{claim['value']:.10g}" + (f" to {claim['value_max']:.10g}" if claim["value_max"] is not None else "")
    unit = "" if claim["unit"] in ("1", None) else f" {claim['unit']}"
    return f"{_SIGNS[claim['comparator']]}{size}{unit}{' (order of magnitude)' if claim['magnitude_class'] else ''}"


def _row(key: Key, vendor: str, vendors: Mapping[str, Standing], pages: Mapping[str, str]) -> dict[str, Any]:
    own, metric = vendors[vendor], metrics()[key.metric]
    claims = [one for _, members in own.figures for one in members]
    captures = {one.claim["capture_sha256"] for one in claims}
    chinese, english = names_of(claims)[vendor]
    row = BoardRow()
    row.put("comparability_key", str(key))
    row.put("vendor", vendor)
    row.put("vendor_zh", chinese, "not_stated")
    row.put("vendor_en", english)
    row.put("metric", key.metric)
    row.put("dimension", metric.dimension, "no_dimension")
    row.put("better", metric.better)
    row.put("unit", key.unit)
    row.put("evidence", key.evidence)
    row.put("modality", key.modality)
    row.put("basis", own.basis)
    shown = own.interval.within(*metric.natural_range)
    row.put("low", shown.low, "no_lower_end")
    row.put("high", shown.high, "no_upper_end")
    row.put("interval", str(shown))
    row.put("as_stated", "; ".join(dict.fromkeys(printed(members[0]) for _, members in own.figures)))
    row.put("figures", len(own.figures))
    row.put("pages", len(captures))
    row.put("sources", 1 if key.evidence == VENDOR_WORD else len({pages[capture] for capture in captures}))
    row.put("as_of", _joined({one.claim["as_of"] for one in claims if one.claim["as_of"]}), "not_stated")
    row.put("vendors_in_key", len(vendors))
    _put_order(row, vendor, vendors, metric.better)
    row.put("claim_ids", _joined({one.claim["claim_id"] for one in claims}))
    return row.finished(VENDOR_METRICS)


def _put_order(row: BoardRow, vendor: str, vendors: Mapping[str, Standing], better: str) -> None:
    own = vendors[vendor].interval
    others = {name: other.interval for name, other in vendors.items() if name != vendor}
    above = {name for name, other in others.items() if is_better(own, other, better)}
    below = {name for name, other in others.items() if is_better(other, own, better)}
    alone = "no_other_vendor" if not others else None
    row.put("better_than", _joined(above), alone or "none_is_surely_worse")
    row.put("worse_than", _joined(below), alone or "none_is_surely_better")
    row.put("undecided_against", _joined(others.keys() - above - below), alone or "all_are_decided")


def _joined(names: Iterable[str]) -> str | None:
    return "; ".join(sorted(names)) or None


def _use(one: Judged, shared: set[str]) -> dict[str, object]:
    claim = one.claim
    if one.key is not None:
        use = "compared" if claim["claim_id"] in shared else "alone"
    else:
        use = "coverage" if one.covers and one.interval is None else "excluded"
    return {
        "claim_id": claim["claim_id"],
        "vendor": claim["vendor"],
        "metric": claim["metric"],
        "dimension": claim["dimension"],
        "use": use,
        "counts_as_coverage": one.covers,
        "reasons": "; ".join(one.reasons) or None,
        "comparability_key": str(one.key) if one.key else None,
        "interval": str(one.interval.within(*metrics()[claim["metric"]].natural_range)) if one.interval else None,
        "evidence": evidence_of(claim),
    }
