"""Cells that hold several quantities, cut into one text per quantity: size, hardware and duration, compute, recompute.

Belongs here: the labels that introduce a quantity inside a cell, before or behind its figure. Does not belong here: reading the figures
(see `reading`). A label may be glued to what stands before it ("405B训练 token 15T+", "H100-80GB工期 未披露").
"""

import re
from typing import Final, NamedTuple

from fab_pipeline.reading.disclosure import undisclosed_lead
from fab_pipeline.reading.durations import first_duration_start
from fab_pipeline.reading.hardware import read_hardware
from fab_pipeline.reading.money import amounts
from fab_pipeline.reading.numbers import number_phrases
from fab_pipeline.vocabulary.characters import fold

_TOLD: Final = (
    r"(?:[~≈<>]?\s?\d|[约超未不近一二两三四五六七八九十半]|数[百千万月周天]|n/?a\b|undisclosed|unknown"
    r"|(?:up to|over|about|at least|at most|more than|less than|under|nearly|almost|roughly|around|one|two|three|four|five|six|a)\b)"
)
"""What follows a short label that is a common word as well ("data 36T", "time 未披露")."""
_TOKEN_LABEL: Final = re.compile(
    r"(?:训练|预训练)?\s*(?:token|词元)s?\s*(?:数(?![十百千万亿])|量|总量)?(?![a-z])|(?:pre-?)?training\s+(?:tokens?|data)|训练数据量?|数据量"
    rf"|trained\s+on\b|(?:data|数据)[\s:]*(?={_TOLD})",
    re.I,
)
_DURATION_LABEL: Final = re.compile(
    r"(?:训练)?(?:工期|时长|周期|耗时|用时|历时)|训练时间|(?<!预)训练窗口"
    r"|(?:training\s+)?duration|training\s+(?:time|window)|wall[- ]?clock(?:\s+time)?|trained\s+(?:for|over)"
    rf"|(?<!run)(?<!real)(?<!some)(?<!times)time[\s:]*(?={_TOLD})",
    re.I,
)
_COST_PER_TOKENS_LABEL: Final = re.compile(
    r"每百万\s*(?:训练\s*)?token\s*(?:的)?(?:训练)?\s*(?:成本|费用)?|(?:训练)?(?:成本|费用)\s*[/每]\s*百万\s*token"
    r"|(?:(?:training\s+)?costs?\s+)?(?:per|/)\s*(?:1\s?)?(?:M|million)(?:\s+training)?\s+tokens?",
    re.I,
)
_LABEL_END: Final = r"[\s:：=]*"
_SEGMENT: Final = re.compile(r"\s*[·•|\n]\s*|\s*[;；]\s*")
_EDGE: Final = " \t\n·•|,，;；:：、/"
_EDGE_DASH: Final = re.compile(r"^[-–—]\s+|\s+[-–—]$")
_RATIO: Final = re.compile(r"(\d+(?:\.\d+)?)\s*(?:倍|[x×](?![A-Za-z])|times)", re.I)
_LOOK_AHEAD: Final = 24


class Size(NamedTuple):
    """Words about parameters and about tokens; None where the cell has none."""

    parameters: str | None
    tokens: str | None


class HardwareAndDuration(NamedTuple):
    """Words about hardware and about duration; None where the cell has none."""

    hardware: str | None
    duration: str | None


class Compute(NamedTuple):
    """Words about accelerator-hours, and the printed cost per million tokens."""

    hours: str | None
    cost_per_million_tokens_usd: float | None


class Recompute(NamedTuple):
    """The page's recompute: its result, its ratio to the disclosed cost, or the words that stand in their place."""

    cost_usd: float | None
    ratio: float | None
    reason: str | None


def split_size(text: str) -> Size:
    """Cut a size cell at its label of tokens; without one all of it is about parameters."""
    folded = fold(text)
    label = _TOKEN_LABEL.search(folded)
    if label is None:
        return Size(_words(text), None)
    behind = text[label.end() :]
    lead = re.match(_LABEL_END, fold(behind))
    behind = behind[lead.end() :] if lead else behind
    if undisclosed_lead(behind) is not None or any(phrase.start < _LOOK_AHEAD for phrase in number_phrases(behind)[:1]):
        return Size(_words(text[: label.start()]), _words(behind))
    phrases = [phrase for phrase in number_phrases(text) if phrase.end <= label.start() and not folded[phrase.end : label.start()].strip()]
    if not phrases:
        return Size(_words(text[: label.start()]), _words(behind))
    start = phrases[-1].start
    return Size(_words(text[:start]), _words(text[start : label.start()] + " " + behind))


def split_hardware(text: str) -> HardwareAndDuration:
    """Cut a hardware cell into hardware and duration: at a label, else at a segment that holds a duration and no hardware."""
    folded = fold(text)
    label = _DURATION_LABEL.search(folded)
    if label:
        lead = re.compile(_LABEL_END).match(folded, label.end())
        return _behind_label(text[: label.start()], text[lead.end() if lead else label.end() :])
    segments = [text[start:end] for start, end in _segments(text)]
    durations = [segment for segment in segments if first_duration_start(segment) is not None and not _is_hardware(segment)]
    if durations:
        rest = " · ".join(segment for segment in segments if segment not in durations)
        return HardwareAndDuration(_words(rest), _words("\n".join(durations)))
    start = first_duration_start(text)
    if start is None:
        return HardwareAndDuration(_words(text), None)
    return HardwareAndDuration(_words(text[:start]), _words(text[start:]))


def split_compute(text: str) -> Compute:
    """Cut a compute cell into accelerator-hours and the printed cost per million tokens."""
    folded = fold(text)
    label = _COST_PER_TOKENS_LABEL.search(folded)
    if label is None:
        return Compute(_words(text), None)
    before, behind = text[: label.start()], text[label.end() :]
    printed = [money for money in amounts(behind) if money.currency == "USD" and not behind[: money.start].strip(" :：=\n~≈约")]
    if printed:
        return Compute(_words(before), printed[0].amount.value)
    left = [money for money in amounts(before) if money.currency == "USD" and not before[money.end :].strip()]
    if left:
        return Compute(_words(before[: left[-1].start]), left[-1].amount.value)
    return Compute(_words(before), None)


def read_recompute(text: str) -> Recompute:
    """Result, ratio, or the reason that stands in their place."""
    money = [found for found in amounts(text) if found.currency == "USD"]
    cost = money[0].amount.value if money else None
    rest = text[money[0].end :] if money else text
    ratio = _RATIO.search(fold(rest))
    if cost is not None or ratio:
        return Recompute(cost, float(ratio[1]) if ratio else None, None)
    return Recompute(None, None, _words(text) if any(character.isalnum() for character in text) else None)


def read_ratio(text: str) -> float | None:
    """The ratio of a column of ratios, with or without 倍 or ×."""
    found = number_phrases(text)
    return found[0].quantity.value if len(found) == 1 else None


def _behind_label(before: str, behind: str) -> HardwareAndDuration:
    """Hardware stands before the label; a later segment behind it is hardware again where it names or counts some."""
    first, *others = [behind[start:end] for start, end in _segments(behind, brackets=True)] or [""]
    hardware = [before]
    duration = [first]
    for segment in others:
        (hardware if _is_hardware(segment) else duration).append(segment)
    return HardwareAndDuration(_words(" · ".join(part for part in hardware if part.strip())), _words("\n".join(duration)))


def _segments(text: str, *, brackets: bool = False) -> list[tuple[int, int]]:
    """Where the segments of a cell stand; with `brackets` a separator inside brackets does not cut."""
    folded = fold(text)
    cuts = [hit.span() for hit in _SEGMENT.finditer(folded) if not (brackets and _inside_brackets(folded, hit.start()))]
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(text)]
    return [(start, end) for start, end in zip(starts, ends, strict=True) if text[start:end].strip()]


def _inside_brackets(folded: str, position: int) -> bool:
    return folded.count("(", 0, position) > folded.count(")", 0, position)


def _is_hardware(segment: str) -> bool:
    hardware = read_hardware(segment)
    return bool(hardware.mentions) or hardware.count is not None


def _words(text: str) -> str | None:
    return _EDGE_DASH.sub("", text.strip(_EDGE)) or (text.strip() or None)
