"""Why a cell of a board is blank: the codes, how they are written, and how to find a blank without a reason.

Belongs here: the format of every `null_reasons` column ("column: code; column: code", a column repeated for each code that holds) and
the closed list of codes of all boards. Does not belong here: deciding which code holds; each board knows that of its own cells.

One rule for companions: `x_min`, `x_max`, `x_qualifier` and `x_scope` of a column `x` need no reason of their own. Where `x` is null its
reason speaks for them; where `x` is a figure a blank companion says that nothing of the kind was stated.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import polars as pl

from fab_pipeline.contracts.table import Table

COLUMN: Final = "null_reasons"
COMPANION_SUFFIXES: Final[tuple[str, ...]] = ("_min", "_max", "_qualifier", "_scope")
NEEDS: Final = "needs_"

CODES: Final[Mapping[str, str]] = {
    "undisclosed": "the source says that it does not disclose this",
    "not_stated": "no source says anything about it",
    "unreadable_text": "the source has words here that are not a figure; they are kept in the claim",
    "range_has_no_value": "stated as a range: see the bounds",
    "vague_has_no_value": "stated as an order of magnitude only",
    "no_price_until_release": "no price of this accelerator is known from on or before the release",
    "no_upper_bound": "an operand is a lower bound: the product has no upper end",
    "no_lower_bound": "an operand is an upper bound: the product has no lower end",
    "bounds_oppose": "the operands are bounds in opposite directions: the quotient is neither at least nor at most anything",
    "scope_mismatch": "the figures that would meet cover different parts of the training",
    "nothing_to_compare": "no two figures of the run meet in a calculation",
    "division_by_zero": "the divisor is zero",
    "no_accelerator_hours": "no single accelerator-hours figure is disclosed",
    "accelerator_undisclosed": "the accelerator is not disclosed or not named",
    "accelerator_unmapped": "the accelerator is unknown to the vocabulary, or there are several kinds",
    "no_live_quote": "no quote for the accelerator is in force on the date",
    "no_quote": "this statistic has no quote on the date",
    "no_source_in_force": "no price source was expected or present on the date",
    "no_earlier_price": "no earlier price of the offer is known",
    "no_earlier_date": "the series begins on this date",
    "no_matched_offer": "no offer has a price both now and in the days before",
    "currency_changed": "the earlier price is in another currency, and money is never converted",
    "still_in_force": "the price still holds",
    "still_held_back": "the price is still held back",
    "no_override": "nobody has released it or held it by hand",
    "held_by_hand": "a person decided; nothing was compared",
    "no_commitment": "the offer has no term",
    "address_not_known": "the source has no address",
    "never_observed": "nothing of the source has been seen yet",
    "never_asked": "the source has not been asked live yet",
    "no_earlier_observation": "the source was seen once only",
    "statistic_has_no_single_quote": "a median or a percentile belongs to no single quote",
    "own_rent_available": "the accelerator's own rent is known; no proxy is needed",
    "no_proxy_defined": "the written table of proxies has none for this accelerator",
    "offer_size_unknown": "no observed offer of that size is known, which does not prove that there is none",
    "recomputed": "nothing stands against a recomputation",
    "no_finding": "no check raised anything on this run",
    "no_duration": "no member discloses a duration",
    "only_bounds": "durations are bounds or ranges, which are never averaged",
    "scopes_differ": "durations cover different parts of the training and are never averaged together",
    "no_run": "no run meets the measure",
    "no_accelerator_named": "no member names an accelerator",
    "no_dimension": "the metric informs no dimension of the ranking",
    "no_lower_end": "the figures have no lower end: stated as at most, or as a best case",
    "no_upper_end": "the figures have no upper end: stated as at least, or a best case of which less is better",
    "no_published_goalposts": "nothing of the dimension has published ends of a scale: coverage only",
    "too_few_comparable_figures": "fewer comparable metrics than the declared threshold",
    "insufficient_evidence": "the claims support no position: see `why`",
    "no_evidence_of_this_kind": "nobody of this kind says anything about the vendor",
    "no_single_figure_moves_it": "no figure alone moves the rank interval",
    "in_no_ranking_article": "no ranking article that was read places it",
    "no_other_vendor": "no other vendor stands in this key",
    "none_is_surely_worse": "no other vendor's interval lies wholly on the worse side",
    "none_is_surely_better": "no other vendor's interval lies wholly on the better side",
    "all_are_decided": "every other vendor's interval lies wholly on one side",
    "sources_disagree": "texts print different figures, and none has more support than another",
    "one_text": "only one text prints a figure",
    "no_other_figure": "no text prints another figure",
    "no_link": "the specification is no bandwidth between accelerators",
    "not_kept": "the list that holds the figure does not keep it",
    "no_peak": "no text with an address prints the peak",
    "forms_have_different_peaks": "offers of several forms stand behind the statistic, and their peaks differ",
    "baseline_not_named": "the claim names no accelerator that it is compared with",
    "no_specification": "no text with an address prints the specification of both accelerators",
    "not_per_dollar": "the claim is about speed, not about speed per money",
    "never_compared": "the vocabulary compares no values of this metric",
    "nobody_discloses": "no vendor whose pages were read says anything about it",
    "author_without_source": "the author of a text says it, neither the vendor nor somebody named",
    "no_comparable_claim": "no claim of the row meets one of another vendor: see reason",
    "no_benchmark": "no text gives a yardstick of at least so much",
    "no_figure_beside_benchmark": "no figure in the unit of the yardstick, or one that is open on the side that would decide",
    "no_chinese_name": "no Chinese name is known",
    "no_address": "the page has no known address",
    "no_systems_or_nodes": "no number of systems or nodes is stated with the accelerators in each",
    "nothing_disagrees": "no quantity is stated twice and differently",
    "stated_twice_differently": "the texts state two figures that cannot both be right: see `disagreeing`",
    "is_a_guideline": "the row is advice, and no run",
    "not_a_guideline": "the row is a case, and no advice",
}
"""Code → meaning. A further family is `needs_<column>`: computed from that column, which is null for its own reason."""


@dataclass
class BoardRow:
    """One row of a board while it is being filled: every cell comes with the codes that hold if it is blank."""

    cells: dict[str, Any] = field(default_factory=dict[str, Any])
    reasons: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    def put(self, column: str, value: object, *reasons: str) -> None:
        """Fill a cell; `reasons` count only if the value is None."""
        self.cells[column] = value
        self.reasons[column] = reasons

    def finished(self, table: Table) -> dict[str, Any]:
        """The cells with `null_reasons`."""
        return {**self.cells, COLUMN: write(table, self.cells, self.reasons)}


def needs(column: str) -> str:
    """Code of a cell that is computed from `column`, which is null."""
    return f"{NEEDS}{column}"


def write(table: Table, row: Mapping[str, Any], reasons: Mapping[str, Iterable[str]]) -> str | None:
    """The `null_reasons` cell of a row: for each null column, in declared order, every code given for it.

    Args:
        table: declares the order of the columns.
        row: the cells; a column that is missing is null.
        reasons: column → codes that hold if it is null; entries of columns that are filled are left out.

    Returns:
        "column: code; column: code", or None where nothing is null.
    """
    parts = [
        f"{column}: {code}"
        for column in table.columns
        if column != COLUMN and row.get(column) is None
        for code in dict.fromkeys(reasons.get(column, ()))
    ]
    return "; ".join(parts) or None


def expression(table: Table, codes: Mapping[str, str | pl.Expr]) -> pl.Expr:
    """`write` for a whole frame at once: the `null_reasons` column from one code per column (a code, or an expression that gives it)."""
    parts = [
        pl.when(pl.col(column).is_null()).then(pl.format("{}: {}", pl.lit(column), pl.lit(code) if isinstance(code, str) else code))
        for column in table.columns
        if (code := codes.get(column)) is not None
    ]
    written = pl.concat_str(parts, separator="; ", ignore_nulls=True)
    return pl.when(written != "").then(written).alias(COLUMN)


def read(cell: str | None) -> dict[str, list[str]]:
    """Column → codes of one `null_reasons` cell."""
    found: dict[str, list[str]] = {}
    for part in (cell or "").split("; "):
        column, separator, code = part.partition(": ")
        if separator:
            found.setdefault(column, []).append(code)
    return found


def unexplained(table: Table, frame: pl.DataFrame) -> list[str]:
    """Blank cells without a reason, as "key column"; empty for a board that keeps the promise.

    Also lists reasons given for cells that are filled, as "key column: filled": a reason that lies is as bad as none.
    """
    faults: list[str] = []
    for row in frame.to_dicts():
        key = " | ".join(str(row[column]) for column in table.key)
        given = read(row[COLUMN])
        blank = {column for column in table.columns if row[column] is None and column != COLUMN}
        faults += [f"{key} {column}" for column in table.columns if column in blank - given.keys() and not is_companion(table, column)]
        faults += [f"{key} {column}: filled" for column in given if column not in blank]
    return faults


def is_companion(table: Table, column: str) -> bool:
    """Whether the column qualifies another one of the table (see the module's docstring)."""
    return any(column.endswith(suffix) and column.removesuffix(suffix) in table.columns for suffix in COMPANION_SUFFIXES)
