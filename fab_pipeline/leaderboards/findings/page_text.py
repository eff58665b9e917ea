"""What the printed words of a row say beside, or against, the figure that was read from them.

Belongs here: figures beside "undisclosed", words in a column of numbers, one duration stated twice, hardware labels that a page puts
together without saying so. Does not belong here: bounds, phases and scopes of the figures themselves (the numeric checks).
"""

import re
from collections.abc import Iterator
from typing import Final

from fab_pipeline.leaderboards.claims_to_runs import NUMBERS
from fab_pipeline.leaderboards.findings.common import FindingRow, Message, Subject, figure, finding, percent
from fab_pipeline.leaderboards.page_checks.facts import PageFacts, Run, claims_of, number
from fab_pipeline.leaderboards.page_checks.printed_groups import Group, group_runs, groups_of
from fab_pipeline.leaderboards.quantities import HOURS_PER_DAY
from fab_pipeline.reading.durations_twice import Restatement, first_amount, restatements
from fab_pipeline.reading.money import amounts
from fab_pipeline.vocabulary.accelerators import by_label, find_accelerators

_Configuration = tuple[str, float | None, str | None]
"""Label, memory in GB, form."""

_DIFFERENT_MEMORY: Final = 1.5
"""Memory sizes that differ by this factor are sold as different products at different rents (A100 40 and 80 GB); our choice."""
_FEWEST_MILLIONS: Final = 2e6
_MILLIONS_OF: Final = re.compile(
    r"(?i)\bmillions\s+of\s+(?:accelerator|gpu|chip|card)[ -](?P<unit>days|hours)|数百万\s*(?:加速器|卡|芯片)?(?P<zh>天|小时)"
)


def text_findings(page: PageFacts) -> Iterator[FindingRow]:
    """All findings on the words of one page's rows."""
    for run in page.runs:
        yield from _beside_undisclosed(page, run)
        yield from _words_for_number(page, run)
        for pair in restatements(run["duration_days_text"] or ""):
            if not pair.agrees:
                yield _stated_twice(page, run, pair)
        yield from _memory(page, run)
    for group in groups_of(page):
        yield from _merged_labels(page, group)


def _about(run: Run) -> Subject:
    return Subject("training_cost", run["run_id"])


def _beside_undisclosed(page: PageFacts, run: Run) -> Iterator[FindingRow]:
    """A duration that the page calls undisclosed, with an amount of time beside the word."""
    text: str = run["duration_days_text"] or ""
    amount = first_amount(text)
    if run["duration_days_status"] != "undisclosed" or amount is None:
        return
    hours, count = number(run, "accelerator_hours"), number(run, "accelerator_count")
    implied = hours / count / HOURS_PER_DAY if hours and count else None
    arithmetic = f"{amount[0]} = {figure(amount[1])} d"
    if implied and hours and count:
        share = percent(amount[1] / implied, 0)
        arithmetic += f"; implied {figure(hours)} / {figure(count)} / 24 = {figure(implied, 1)} d, of which it is {share}"
    yield finding(
        "figure_beside_undisclosed",
        "info",
        _about(run),
        Message(
            f"The duration of {run['model']} is called undisclosed, although “{amount[0]}” stands beside it (“{text}”): it is not taken.",
            f"{run['model']} 的工期写作未披露，旁边却有“{amount[0]}”（“{text}”）：不作为工期采用。",
        ),
        claims_of(run, "duration_days"),
        detail=f"{page.capture[:12]}:duration_days",
        quantity="duration_days",
        stated=amount[1],
        expected_low=implied,
        expected_high=implied,
        arithmetic=arithmetic,
        effect="duration_days stays null; an implied duration is derived and never shown as disclosed",
    )


def _words_for_number(page: PageFacts, run: Run) -> Iterator[FindingRow]:
    for name in NUMBERS:
        if run[f"{name}_status"] != "unreadable":
            continue
        words: str = run[f"{name}_text"] or ""
        other = _other_currency(words) if name == "disclosed_cost_usd" else None
        if other:
            yield _in_other_currency(page, run, words, other)
            continue
        arithmetic = _readings(run, words) if name == "accelerator_hours" else ""
        yield finding(
            "text_in_number_column",
            "warning",
            _about(run),
            Message(
                f"{run['model']} has words where {name} should be a number: “{words}”; they are counted nowhere.",
                f"{run['model']} 的 {name} 处是文字而非数字：“{words}”；不计入任何统计。",
            ),
            claims_of(run, name),
            detail=f"{page.capture[:12]}:{name}",
            quantity=name,
            arithmetic=arithmetic,
            effect=f"{name} stays null, and what is computed from it",
        )


def _other_currency(words: str) -> str | None:
    """Currency of a printed amount that is not in US dollars, None where no amount with a currency is printed."""
    currencies = {money.currency for money in amounts(words)}
    return None if "USD" in currencies or not currencies else next(iter(sorted(str(currency) for currency in currencies)))


def _in_other_currency(page: PageFacts, run: Run, words: str, currency: str) -> FindingRow:
    return finding(
        "cost_in_other_currency",
        "info",
        _about(run),
        Message(
            f"The cost of {run['model']} is printed in {currency} (“{words}”): it is not converted and stands in no column of dollars.",
            f"{run['model']} 的成本以 {currency} 给出（“{words}”）：不做换算，因此不计入美元列。",
        ),
        claims_of(run, "disclosed_cost_usd"),
        detail=f"{page.capture[:12]}:disclosed_cost_usd",
        quantity="disclosed_cost_usd",
        effect="disclosed_cost_usd stays null, and what is computed from it",
    )


def _readings(run: Run, words: str) -> str:
    """What "millions of accelerator-days" would mean read as days and as hours, on the row's own count, parameters and tokens."""
    match = _MILLIONS_OF.search(words)
    if match is None:
        return ""
    count, tokens = number(run, "accelerator_count"), number(run, "training_tokens")
    parameters = number(run, "parameters_active") or number(run, "parameters_total")
    parts: list[str] = []
    for unit, factor in (("days", HOURS_PER_DAY), ("hours", 1.0)):
        hours = _FEWEST_MILLIONS * factor
        part = f"at least {figure(_FEWEST_MILLIONS)} accelerator-{unit} = {figure(hours)} h"
        if count:
            part += f" = {figure(hours / count / HOURS_PER_DAY, 1)} d on {figure(count)}"
        if parameters and tokens:
            part += f", at most {figure(6 * parameters * tokens / hours / 3600 / 1e12, 0)} TFLOP/s each for 6ND"
        parts.append(part)
    return f"{'; '.join(parts)}: the unit decides by a factor of 24"


def _stated_twice(page: PageFacts, run: Run, pair: Restatement) -> FindingRow:
    between = f"{figure(pair.low, 2)} to {figure(pair.high, 2)}" if pair.high > pair.low else figure(pair.low, 2)
    between_zh = between.replace(" to ", "–")
    share = percent(abs(pair.days - min(max(pair.days, pair.low), pair.high)) / pair.days)
    return finding(
        "stated_twice_differently",
        "info" if pair.rounding else "warning",
        _about(run),
        Message(
            f"The duration of {run['model']} is stated twice: “{pair.first}” is {figure(pair.days, 2)} d, “{pair.second}” is {between} d.",
            f"{run['model']} 的工期有两种说法：“{pair.first}”为 {figure(pair.days, 2)} 天，“{pair.second}”为 {between_zh} 天。",
        ),
        claims_of(run, "duration_days"),
        detail=f"{page.capture[:12]}:duration_days",
        quantity="duration_days",
        stated=pair.days,
        expected_low=pair.low,
        expected_high=pair.high,
        arithmetic=f"“{pair.second}” = {between} d; “{pair.first}” = {figure(pair.days, 2)} d; apart by {share}",
        effect="duration_days stays as stated first" + (", within the rounding of its unit" if pair.rounding else ""),
    )


def _memory(page: PageFacts, run: Run) -> Iterator[FindingRow]:
    """A priced accelerator that is sold with very different memory, and the row does not say which."""
    entry = by_label(run["accelerators"] or "")
    priced = page.of_run(run["run_id"], "recomputed_cost_usd")
    if priced is None or entry is None or run["accelerator_memory_gb"] is not None or not entry.memories_gb:
        return
    if max(entry.memories_gb) / min(entry.memories_gb) < _DIFFERENT_MEMORY:
        return
    sizes = ", ".join(figure(size) for size in entry.memories_gb)
    yield finding(
        "configuration_not_stated",
        "info",
        _about(run),
        Message(
            f"{run['model']} is priced as {entry.label}, which is sold with {sizes} GB; the row does not say which.",
            f"{run['model']} 按 {entry.label} 计价，而该卡有 {sizes} GB 几种规格，行中未注明。",
        ),
        [priced.statement_id, *claims_of(run, "accelerators")],
        detail=page.capture[:12],
        quantity="accelerators",
        effect="the board prices it with the form-agnostic row",
    )


def _merged_labels(page: PageFacts, group: Group) -> Iterator[FindingRow]:
    """Different configurations of one accelerator under one heading: with and without a memory, or with different ones."""
    labels = {
        run["run_id"]: statement for run in group_runs(page, group) if (statement := page.of_run(run["run_id"], "accelerator_labels"))
    }
    by_family: dict[str, dict[frozenset[_Configuration], str]] = {}
    for run_id, statement in labels.items():
        family: str = page.by_id[run_id]["accelerators"] or ""
        by_family.setdefault(family, {}).setdefault(_configurations(statement.listed), statement.text)
    for family, printed in by_family.items():
        if family and len(printed) > 1:
            shown = ", ".join(f"“{label}”" for label in printed.values())
            yield finding(
                "labels_merged",
                "info",
                (group.counted or group.members or next(iter(labels.values()))).about,
                Message(
                    f"The group “{group.name}” puts {shown} together without saying so.", f"分组“{group.name}”把 {shown} 合为一组而未说明。"
                ),
                [statement.statement_id for statement in labels.values()],
                detail="labels",
                quantity="accelerators",
                effect="training_by_accelerator lists the labels as printed in member_labels",
            )


def _configurations(labels: list[str]) -> frozenset[_Configuration]:
    return frozenset(
        (mention.accelerator.label, mention.memory_gb, mention.form)
        for label in labels
        for mention in find_accelerators(label, families=True)
    )
