"""The board `selection_guide`: for each criterion of a buyer's guide the metrics that answer it, and which vendors disclose them.

Belongs here: one row per criterion, metric and disclosing vendor, and one row that says so where no vendor discloses a metric. Does not
belong here: the criteria (see `vocabulary.selection_criteria`), what may be compared (see `claim_gate`), any judgement of a vendor.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts import SELECTION_GUIDE
from fab_pipeline.contracts.derive import typed
from fab_pipeline.contracts.selection import NOBODY
from fab_pipeline.leaderboards.null_reasons import BoardRow
from fab_pipeline.leaderboards.ranking_words import in_words
from fab_pipeline.vocabulary.metrics import Metric, metrics
from fab_pipeline.vocabulary.selection_criteria import Criterion, selection_criteria

Row = Mapping[str, Any]

_ADVICE: Final = ("definition", "guideline")
_AT_LEAST: Final = ("ge", "gt")
_AT_MOST: Final = ("le", "up_to")
_COMPARED: Final = "compared"
_CONDITION: Final = "size_is_a_condition"
"""A size at which another figure holds is no disclosure of a size."""
_UNSOURCED: Final = "article_statement"
"""What an author says without a source discloses nothing of a vendor; vendor_claim_use gives that reason."""


@dataclass(frozen=True)
class _Disclosures:
    """Claims by metric: of vendors, and yardsticks of texts; and what became of claims in `vendor_metrics`."""

    vendors: Mapping[str, Mapping[str, Sequence[Row]]]
    yardsticks: Mapping[str, Sequence[Row]]
    compared: frozenset[str]
    tiers: Mapping[str, str]
    reasons: Mapping[str, tuple[str, ...]]
    vendors_read: int


def selection_guide(claims: pl.DataFrame, use: pl.DataFrame) -> pl.DataFrame:
    """The board.

    Args:
        claims: frame of VENDOR_CLAIMS.
        use: frame of VENDOR_CLAIM_USE: whose word a claim is, and whether it is compared.

    Returns:
        Frame of SELECTION_GUIDE, sorted by key; every metric of every criterion has a row.
    """
    told = _disclosures(claims, use)
    rows = [row for number, criterion in enumerate(selection_criteria(), 1) for row in _rows(number, criterion, told)]
    return typed(SELECTION_GUIDE, rows).sort(SELECTION_GUIDE.key)


def _disclosures(claims: pl.DataFrame, use: pl.DataFrame) -> _Disclosures:
    reasons = {claim: tuple(told.split("; ")) for claim, told in use.select("claim_id", "reasons").drop_nulls().iter_rows()}
    conditions = [claim for claim, told in reasons.items() if _CONDITION in told]
    stated = claims.filter(~pl.col("is_baseline") & (pl.col("value_kind") != "unparsed") & pl.col("metric").is_not_null())
    advice = pl.col("modality").is_in(_ADVICE)
    sourced = pl.col("evidence_class") != _UNSOURCED
    own = (pl.col("entity_kind") == "vendor") & ~pl.col("vendor").str.starts_with("_") & ~advice & sourced
    own &= ~pl.col("claim_id").is_in(conditions)
    vendors: dict[str, dict[str, list[Row]]] = {}
    for row in stated.filter(own & pl.col("duplicate_of").is_null()).sort("claim_id").to_dicts():
        vendors.setdefault(row["metric"], {}).setdefault(row["vendor"], []).append(row)
    yardsticks: dict[str, list[Row]] = {}
    for row in stated.filter(advice & pl.col("value").is_not_null()).sort("value", "claim_id").to_dicts():
        yardsticks.setdefault(row["metric"], []).append(row)
    compared = use.filter(pl.col("use") == _COMPARED)["claim_id"]
    tiers = use.filter(pl.col("evidence").is_not_null()).select("claim_id", "evidence").rows()
    return _Disclosures(vendors, yardsticks, frozenset(compared), dict(tiers), reasons, stated.filter(own)["vendor"].n_unique())


def _rows(number: int, criterion: Criterion, told: _Disclosures) -> Iterator[dict[str, Any]]:
    for name in criterion.metrics:
        disclosing = told.vendors.get(name, {})
        for vendor in sorted(disclosing) or [NOBODY]:
            board = BoardRow()
            _put_criterion(board, number, criterion, metrics()[name])
            _put_vendor(board, vendor, disclosing.get(vendor, ()), told)
            board.put("vendors_disclosing", len(disclosing))
            board.put("vendors_read", told.vendors_read)
            _put_yardsticks(board, disclosing.get(vendor, ()), told.yardsticks.get(criterion.benchmarks.get(name, name), ()))
            _put_reason(board, metrics()[name], disclosing.get(vendor, ()), told)
            yield board.finished(SELECTION_GUIDE)


def _put_criterion(board: BoardRow, number: int, criterion: Criterion, metric: Metric) -> None:
    board.put("criterion", criterion.key)
    board.put("criterion_kind", criterion.kind)
    board.put("criterion_number", number)
    for column in ("advice_en", "advice_zh", "source_title"):
        board.put(column, getattr(criterion, column))
    board.put("criterion_en", criterion.name_en)
    board.put("criterion_zh", criterion.name_zh)
    board.put("metric", metric.name)
    board.put("metric_definition", metric.definition)
    board.put("comparable_if", metric.comparable_if, "never_compared")


def _put_vendor(board: BoardRow, vendor: str, rows: Sequence[Row], told: _Disclosures) -> None:
    board.put("vendor", vendor)
    board.put("disclosed", bool(rows))
    board.put("vendor_en", next((row["vendor_en"] for row in rows if row["vendor_en"]), None), "nobody_discloses")
    chinese = next((row["vendor_zh"] for row in rows if row["vendor_zh"]), None)
    board.put("vendor_zh", chinese, "no_chinese_name" if rows else "nobody_discloses")
    board.put("stated", _listed(map(_as_stated, rows)), "nobody_discloses")
    board.put(
        "evidence", _listed(sorted({told.tiers[row["claim_id"]] for row in rows if row["claim_id"] in told.tiers})), "nobody_discloses"
    )
    board.put("evidence_classes", _listed(sorted({row["evidence_class"] for row in rows})), "nobody_discloses")
    ids = [row["claim_id"] for row in rows]
    board.put("claim_ids", _listed(ids), "nobody_discloses")
    compared = _listed(name for name in ids if name in told.compared)
    board.put("compared_claim_ids", compared, "no_comparable_claim" if rows else "nobody_discloses")


def _put_yardsticks(board: BoardRow, rows: Sequence[Row], yardsticks: Sequence[Row]) -> None:
    board.put("benchmarks", _listed(map(_yardstick, yardsticks)), "no_benchmark")
    board.put("benchmark_claim_ids", _listed(row["claim_id"] for row in yardsticks), "no_benchmark")
    least = max((row for row in yardsticks if row["comparator"] in _AT_LEAST), key=lambda row: row["value"], default=None)
    why = "nobody_discloses" if not rows else "no_figure_beside_benchmark" if least else "no_benchmark"
    board.put("reaches_benchmark", _reaches(rows, least) if least else None, why)


def _reaches(rows: Iterable[Row], least: Row) -> bool | None:
    """True where a figure is certainly at least the yardstick, False where all are certainly below; None where neither is certain."""
    beside = [row for row in rows if row["value"] is not None and row["unit"] == least["unit"]]
    if any(row["comparator"] not in _AT_MOST and row["value"] >= least["value"] for row in beside):
        return True
    below = [row for row in beside if row["comparator"] not in _AT_LEAST and not row["magnitude_class"] and row["value"] < least["value"]]
    return False if beside and len(below) == len(beside) else None


def _put_reason(board: BoardRow, metric: Metric, rows: Sequence[Row], told: _Disclosures) -> None:
    if not rows:
        en = f"none of the {told.vendors_read} vendors whose pages were read discloses it"
        zh = f"已读页面的 {told.vendors_read} 家厂商均未披露"
    elif (figures := _differing(rows)) > 1:
        en = f"disclosed with {figures} different figures, each with its words: none is preferred; see findings and vendor_claim_use"
        zh = f"已披露，但有 {figures} 个不同数值，逐一列出，不作取舍（见 findings 与 vendor_claim_use）"
    elif any(row["claim_id"] in told.compared for row in rows):
        en, zh = "compared with another vendor in vendor_metrics", "已在 vendor_metrics 中与其他厂商比较"
    elif metric.comparable_if is None:
        en, zh = "disclosed; values of this metric are never compared", "已披露；该指标的数值从不比较"
    elif not any(row["value"] is not None for row in rows):
        en, zh = (
            f"disclosed without a figure, so that nothing is compared; two would have to share: {metric.comparable_if}",
            "已披露，但无数值可比",
        )
    else:
        why = dict.fromkeys(code for row in rows for code in told.reasons.get(row["claim_id"], ()))
        said = [in_words(code) for code in why] or [("no other vendor states one under the same conditions", "无他家在同样条件下给出")]
        en = f"disclosed; compared with nobody: {', '.join(words for words, _ in said)}; values must share: {metric.comparable_if}"
        zh = f"已披露；未作比较：{'，'.join(words for _, words in said)}（见 vendor_claim_use）"
    board.put("reason_en", en)
    board.put("reason_zh", zh)


def _differing(rows: Iterable[Row]) -> int:
    """Different figures of one vendor that nothing tells apart: no condition, date, phase or plan, and no "at least" below a best case."""
    figures = [row for row in rows if row["value"] is not None and row["modality"] != "target"]
    said = {(row["unit"], row["conditions"], row["phase"], row["baseline"]) for row in figures}
    least = [row["value"] for row in figures if row["comparator"] in _AT_LEAST]
    most = [row["value"] for row in figures if row["comparator"] in _AT_MOST]
    bracket = len(least) + len(most) == len(figures) and bool(least) and bool(most) and max(least) <= min(most)
    return len({(row["value"], row["value_max"]) for row in figures}) if len(said) == 1 and not bracket else 1


def _as_stated(row: Row) -> str:
    """What the page says, in its own words, with the date that it gives: a figure alone tells neither of what nor since when."""
    words = " ".join((row["span"] or row["raw"]).split()).replace("; ", ", ")
    said = ["no"] if row["value_bool"] is False else []
    said += [row["as_of_text"]] if row["as_of_text"] and row["as_of_text"] not in words else []
    said += ["planned"] if row["modality"] == "target" else []
    return f"{words} ({', '.join(said)})" if said else words


def _yardstick(row: Row) -> str:
    return row["raw"] or row["span"]


def _listed(parts: Iterable[str]) -> str | None:
    return "; ".join(dict.fromkeys(parts)) or None
