"""The row that every check builds, and how its numbers are written.

Belongs here: the builder of one FINDINGS row, the frame of many, and number formats for arithmetic and messages. Does not belong here:
any check, any threshold.
"""

from collections.abc import Iterable
from typing import NamedTuple, TypedDict, Unpack

import polars as pl

from fab_pipeline.contracts import FINDINGS
from fab_pipeline.contracts.derive import typed

FindingRow = dict[str, object]


class Subject(NamedTuple):
    """What a finding is about: a table of the contract and the key of one of its rows (parts joined by ' | ')."""

    table: str
    key: str


class Message(NamedTuple):
    """One sentence for people, in both languages."""

    en: str
    zh: str


class Facts(TypedDict, total=False):
    """Optional columns of a finding; `detail` tells two findings of one code on one subject apart."""

    detail: str
    quantity: str | None
    stated: float | None
    expected_low: float | None
    expected_high: float | None
    arithmetic: str
    effect: str


def finding(code: str, severity: str, subject: Subject, message: Message, sources: Iterable[str], **facts: Unpack[Facts]) -> FindingRow:
    """One row of FINDINGS.

    Args:
        code: which general check raised it, in snake_case.
        severity: error, warning or info (`contracts.words.SEVERITIES`).
        subject: what it is about.
        message: one sentence in English and in Chinese.
        sources: claim, statement or quote ids it rests on; at least one.
        facts: the optional columns, see `Facts`.

    Raises:
        ValueError: without a source; a finding that rests on nothing must not exist.
    """
    rests_on = list(dict.fromkeys(sources))
    if not rests_on:
        raise ValueError(f"finding {code} on {subject.key} rests on no claim, statement or quote")
    optional: FindingRow = dict(facts)
    detail = optional.pop("detail", None)
    identifier = ":".join(part for part in (code, subject.table, subject.key, detail) if isinstance(part, str) and part)
    return {
        "finding_id": identifier,
        "code": code,
        "severity": severity,
        "subject_table": subject.table,
        "subject_key": subject.key,
        **optional,
        "message_en": message.en,
        "message_zh": message.zh,
        "sources": "; ".join(rests_on),
    }


def findings_frame(rows: Iterable[FindingRow]) -> pl.DataFrame:
    """FINDINGS frame of the rows, sorted by finding_id."""
    return typed(FINDINGS, rows).sort("finding_id")


def figure(value: float, decimals: int = 4) -> str:
    """Plain number with thousands separators; at most `decimals` decimals, trailing zeros dropped: 270,000,000; 7.6923; 0.37."""
    written = f"{value:,.{decimals}f}"
    return written.rstrip("0").rstrip(".") if "." in written else written


def money(value: float, decimals: int = 2) -> str:
    """US dollars: $321,300,000; $7.69."""
    return f"-${figure(-value, decimals)}" if value < 0 else f"${figure(value, decimals)}"


def percent(fraction: float, decimals: int = 1) -> str:
    """A fraction as per cent: 4.928 → 492.8 %."""
    return f"{figure(fraction * 100, decimals)} %"


def some(items: Iterable[str], separator: str = "; ", most: int = 20) -> str:
    """Items joined; of a long list the first ones and how many more there are."""
    listed = list(items)
    more = [f"{len(listed) - most} more"] if len(listed) > most else []
    return separator.join([*listed[:most], *more])


def span(low: float | None, high: float | None, decimals: int = 4) -> str:
    """An interval: '54,000,000–57,000,000', 'at most 60.875', 'at least 15', or one figure where both ends agree."""
    if low is None and high is None:
        raise ValueError("an interval needs at least one end")
    if low is None:
        return f"at most {figure(high or 0.0, decimals)}"
    if high is None:
        return f"at least {figure(low, decimals)}"
    return figure(low, decimals) if low == high else f"{figure(low, decimals)}–{figure(high, decimals)}"
