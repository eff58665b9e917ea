"""What a run would cost at today's rent: recomputed, by proxy, and from its own count and duration.

Belongs here: the cells of training_cost that multiply accelerator-hours by a rent, and the status that says why one is blank. A figure
from a bound is a bound. Does not belong here: what the run states, and which rent there is.
"""

from collections.abc import Mapping
from typing import Any, Final

from fab_pipeline.contracts.words import RECOMPUTE_STATUS
from fab_pipeline.leaderboards.claims_to_runs import quantity_of
from fab_pipeline.leaderboards.null_reasons import BoardRow, needs
from fab_pipeline.leaderboards.quantities import (
    Interval,
    accelerator_hours_of,
    interval,
    quotient,
    scope_status,
    single,
    why_not_single,
)
from fab_pipeline.leaderboards.rent import LOW_STATISTIC, MEDIAN_STATISTIC, RENT_WINDOW, Configuration, Rent, Rents
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.vocabulary.accelerator_proxies import proxy_for

_REASONS_IN_ORDER: Final[tuple[str, ...]] = tuple(status for status in RECOMPUTE_STATUS if status != "recomputed")


def put_recomputed(board: BoardRow, run: Mapping[str, Any], rents: Rents) -> None:
    """Fill rent, recomputed costs, status, proxy and implied figures of a row of TRAINING_COST.

    Args:
        board: the row; its stated cells are not read.
        run: a row of `claims_to_runs.RUNS_SCHEMA`.
        rents: rents of the board's date.
    """
    configuration = priced_configuration(run, rents)
    rent = rents.headline(configuration) if configuration else None
    reasons = _standing_against(run, rent)
    _put_rent(board, run, rent)
    board.put("recompute_status", reasons[0] if reasons else "recomputed")
    board.put("recompute_reasons", "; ".join(reasons) or None, "recomputed")
    _put_costs(board, run, configuration, rents, reasons)
    _put_ratio(board, run)
    _put_proxy(board, run, rents, rent)
    _put_implied(board, run, rent)


def priced_configuration(run: Mapping[str, Any], rents: Rents) -> Configuration | None:
    """The kind of accelerator a run is priced with; None unless it names exactly one accelerator of the vocabulary."""
    if run["accelerator_problem"] is not None:
        return None
    return rents.configuration(run["accelerators"], run["accelerator_form_factor"], run["accelerator_memory_gb"])


def implied_hours(run: Mapping[str, Any]) -> Interval:
    """Accelerator-hours from the run's own count and duration; no ends where one is missing or their scopes differ."""
    count, days = quantity_of(run, "accelerator_count"), quantity_of(run, "duration_days")
    if count is None or days is None or scope_status(count.scope, days.scope) == "scope_mismatch":
        return Interval(None, None)
    return accelerator_hours_of(count, days)


def _standing_against(run: Mapping[str, Any], rent: Rent | None) -> list[str]:
    problem = run["accelerator_problem"]
    holds = {
        "no_accelerator_hours": single(quantity_of(run, "accelerator_hours")) is None,
        "accelerator_undisclosed": problem == "accelerator_undisclosed",
        "accelerator_unmapped": problem == "accelerator_unmapped",
        "no_live_quote": problem is None and rent is None,
    }
    return [reason for reason in _REASONS_IN_ORDER if holds[reason]]


def _put_rent(board: BoardRow, run: Mapping[str, Any], rent: Rent | None) -> None:
    why = run["accelerator_problem"] or "no_live_quote"
    board.put("rent_usd_per_accelerator_hour", rent and rent.usd_per_hour, why)
    board.put("rent_statistic", rent and rent.statistic, why)
    board.put("rent_price_window", RENT_WINDOW if rent else None, why)
    board.put("rent_as_of_date", rent and rent.as_of_date, why)
    board.put("rent_form_factor", rent and rent.configuration.form_factor, why)
    board.put("rent_accelerator_memory_gb", rent.configuration.memory_gb if rent else None, why)
    board.put("rent_winning_quote_id", rent and rent.quote_id, "statistic_has_no_single_quote" if rent else why)


def _put_costs(board: BoardRow, run: Mapping[str, Any], configuration: Configuration | None, rents: Rents, reasons: list[str]) -> None:
    hours = quantity_of(run, "accelerator_hours")
    figure = single(hours)
    chosen = {
        "recomputed_cost_usd": rents.headline(configuration) if configuration else None,
        "recomputed_cost_low_usd": rents.get(configuration, LOW_STATISTIC) if configuration else None,
        "recomputed_cost_median_usd": rents.get(configuration, MEDIAN_STATISTIC) if configuration else None,
        "recomputed_cost_high_usd": rents.high(configuration) if configuration else None,
    }
    for column, rent in chosen.items():
        cost = None if rent is None or figure is None else figure * rent.usd_per_hour
        board.put(column, cost, *(reasons or ["no_quote"]))
    board.put("recomputed_cost_usd_qualifier", hours.qualifier if hours and board.cells["recomputed_cost_usd"] is not None else None)
    high = chosen["recomputed_cost_high_usd"] if board.cells["recomputed_cost_high_usd"] is not None else None
    board.put("recomputed_cost_high_statistic", high and high.statistic, needs("recomputed_cost_high_usd"))


def _put_ratio(board: BoardRow, run: Mapping[str, Any]) -> None:
    hours, recomputed = quantity_of(run, "accelerator_hours"), board.cells["recomputed_cost_usd"]
    cost = None if hours is None or recomputed is None else Quantity(recomputed, qualifier=hours.qualifier, scope=hours.scope)
    ratio = quotient(("recomputed_cost_usd", cost), ("disclosed_cost_usd", quantity_of(run, "disclosed_cost_usd")))
    board.put("recomputed_to_disclosed_ratio", ratio.value, *ratio.reasons)
    board.put("recomputed_to_disclosed_ratio_qualifier", ratio.qualifier)


def _put_proxy(board: BoardRow, run: Mapping[str, Any], rents: Rents, own: Rent | None) -> None:
    """A labelled figure for an accelerator without a rent of its own."""
    problem, stated = run["accelerator_problem"], quantity_of(run, "accelerator_hours")
    hours = single(stated)
    proxy = proxy_for(run["accelerators"]) if problem is None and own is None else None
    board.put("proxy_accelerator", proxy and proxy.proxy, problem or ("own_rent_available" if own else "no_proxy_defined"))
    if proxy is None:
        board.put("proxy_recomputed_cost_usd", None, needs("proxy_accelerator"))
        return
    configuration = rents.configuration(proxy.proxy, run["accelerator_form_factor"], run["accelerator_memory_gb"])
    rent = rents.headline(configuration)
    missing = [
        *([why_not_single("accelerator_hours", stated)] if hours is None else []),
        *(["no_live_quote"] if rent is None else []),
    ]
    board.put("proxy_recomputed_cost_usd", hours * rent.usd_per_hour if hours is not None and rent else None, *missing)


def _put_implied(board: BoardRow, run: Mapping[str, Any], rent: Rent | None) -> None:
    count, days = quantity_of(run, "accelerator_count"), quantity_of(run, "duration_days")
    missing = [needs(name) for name, quantity in (("accelerator_count", count), ("duration_days", days)) if quantity is None]
    if any(quantity and quantity.qualifier == "vague" and not interval(quantity).known for quantity in (count, days)):
        missing.append("vague_has_no_value")
    if count and days and scope_status(count.scope, days.scope) == "scope_mismatch":
        missing.append("scope_mismatch")
    for end, hours, open_end in zip(("low", "high"), implied_hours(run), ("no_lower_bound", "no_upper_bound"), strict=True):
        column, cost = f"implied_accelerator_hours_{end}", f"implied_recomputed_cost_{end}_usd"
        board.put(column, hours, *(missing or [open_end]))
        blanks = ((needs(column), hours is None), (needs("rent_usd_per_accelerator_hour"), rent is None))
        board.put(cost, hours * rent.usd_per_hour if hours is not None and rent else None, *(code for code, holds in blanks if holds))
