"""The order in which a page prints its rows: which keys explain it best, and where it breaks.

Every pair of neighbouring rows is decided by the first key in which they differ; a blank comes last. The keys that decide most pairs
rightly are taken for the page's order if they explain at least half of the pairs and break in at most a fifth of those they decide.
Belongs here: finding the keys, breaks and ties. Does not belong here: the order of our boards.
"""

from collections.abc import Callable, Iterator
from datetime import date
from itertools import pairwise
from typing import Final, NamedTuple

from fab_pipeline.leaderboards.findings.common import FindingRow, Message, figure, finding
from fab_pipeline.leaderboards.page_checks.facts import PageFacts, Run, Statement, claims_of, number
from fab_pipeline.leaderboards.page_checks.verdict import FAILS, HOLDS, Verdict, not_checkable

_EXPLAINED_FROM: Final = 0.5
_BREAKS_TO: Final = 0.2
_BREAK_COSTS: Final = 2
"""A break weighs as much as two pairs in order: keys that fit everything but one pair still beat keys that decide little. Our choice."""

Value = float | date | str


class _Key(NamedTuple):
    """One sort key: its name, direction, and the value of a row."""

    name: str
    words: tuple[str, str]
    descending: bool
    value: Callable[[Run], Value | None]


class _Fit(NamedTuple):
    """How a list of keys fits: pairs in order, pairs against it, pairs that tie in every key."""

    keys: tuple[_Key, ...]
    right: int
    breaks: tuple[tuple[Run, Run, _Key], ...]
    ties: int

    @property
    def score(self) -> tuple[int, int]:
        """Best first: pairs in order less what breaks cost, then fewer keys."""
        return self.right - _BREAK_COSTS * len(self.breaks), -len(self.keys)


def _figure_key(name: str, words: tuple[str, str], *, descending: bool = True) -> _Key:
    return _Key(name, words, descending, lambda run: number(run, name))


def _date_key(words: tuple[str, str], *, descending: bool) -> _Key:
    return _Key("released", words, descending, lambda run: run["released"])


def _text_key(name: str, words: tuple[str, str]) -> _Key:
    return _Key(name, words, False, lambda run: run[name].lower() if run[name] else None)


_KEYS: Final[tuple[_Key, ...]] = (
    _figure_key("accelerator_hours", ("accelerator-hours, descending", "卡时降序")),
    _date_key(("release date, descending", "发布时间降序"), descending=True),
    _figure_key("disclosed_cost_usd", ("cost, descending", "成本降序")),
    _figure_key("parameters_total", ("parameters, descending", "参数量降序")),
    _figure_key("accelerator_count", ("accelerators, descending", "卡数降序")),
    _figure_key("training_tokens", ("training tokens, descending", "训练 token 数降序")),
    _date_key(("release date, ascending", "发布时间升序"), descending=False),
    _text_key("model", ("model name", "模型名")),
    _text_key("organization", ("organisation", "机构名")),
)


def order_verdicts(page: PageFacts) -> Iterator[Verdict]:
    """Verdicts on the printed order, and on what the page says of it."""
    for statement in page.having("row_order"):
        yield _verdict(statement, _best(page), "no order by hours, date, cost, size or name fits half of the rows")
    for statement in page.having("order_stated"):
        keys = tuple(next(key for key in _KEYS if key.name == name) for name in statement.listed if name in {key.name for key in _KEYS})
        yield _verdict(statement, _fit(page, keys) if keys else None, "the order is stated by something that the rows do not print")


def _best(page: PageFacts) -> _Fit | None:
    candidates = [(key,) for key in _KEYS] + [(first, second) for first in _KEYS for second in _KEYS if first.name != second.name]
    best = max((_fit(page, keys) for keys in candidates), key=lambda fit: fit.score)
    decided = best.right + len(best.breaks)
    explained = best.right >= _EXPLAINED_FROM * (len(page.runs) - 1)
    return best if decided and explained and len(best.breaks) <= _BREAKS_TO * decided else None


def _fit(page: PageFacts, keys: tuple[_Key, ...]) -> _Fit:
    right, breaks, ties = 0, list[tuple[Run, Run, _Key]](), 0
    for first, second in pairwise(page.runs):
        decided = next(((key, order) for key in keys if (order := _compare(key, first, second)) != 0), None)
        if decided is None:
            ties += 1
        elif decided[1] > 0:
            right += 1
        else:
            breaks.append((first, second, decided[0]))
    return _Fit(keys, right, tuple(breaks), ties)


def _compare(key: _Key, first: Run, second: Run) -> int:
    """1 where the first belongs before the second, -1 where after, 0 where they tie."""
    one, other = key.value(first), key.value(second)
    if one == other:
        return 0
    if one is None or other is None:
        return 1 if other is None else -1
    larger = one > other  # pyright: ignore[reportOperatorIssue] -- both are values of one key, hence of one type
    return 1 if larger == key.descending else -1


def _verdict(statement: Statement, fit: _Fit | None, otherwise: str) -> Verdict:
    if fit is None:
        return not_checkable(statement, otherwise)
    keys = " then ".join(key.words[0] for key in fit.keys)
    arithmetic = f"{fit.right} neighbouring pairs in order, {len(fit.breaks)} against it, {fit.ties} tie"
    if not fit.breaks:
        return Verdict(statement, HOLDS, None, keys, arithmetic)
    return Verdict(statement, FAILS, None, keys, arithmetic, (_finding(statement, fit, keys, arithmetic),))


def _finding(statement: Statement, fit: _Fit, keys: str, arithmetic: str) -> FindingRow:
    listed = "; ".join(f"{_shown(first, key)} stands before {_shown(second, key)}" for first, second, key in fit.breaks)
    listed_zh = "；".join(f"{_shown(first, key)} 排在 {_shown(second, key)} 之前" for first, second, key in fit.breaks)
    keys_zh = "、再按".join(key.words[1] for key in fit.keys)
    undefined = f"; neighbours that tie in no defined order: {fit.ties}" if fit.ties else ""
    undefined_zh = f"；另有 {fit.ties} 对并列，先后未定义" if fit.ties else ""
    claims = [claim for first, second, key in fit.breaks for run in (first, second) for claim in _claims(run, key)]
    return finding(
        "order_differs",
        "info",
        statement.about,
        Message(f"The rows stand by {keys}, except that {listed}{undefined}.", f"各行按{keys_zh}排列，例外：{listed_zh}{undefined_zh}。"),
        [statement.statement_id, *claims],
        quantity=fit.breaks[0][2].name,
        stated=float(len(fit.breaks)),
        expected_low=0.0,
        expected_high=0.0,
        arithmetic=arithmetic,
        effect="none on the boards: they are ordered by hours, date and name",
    )


def _claims(run: Run, key: _Key) -> list[str]:
    return [] if key.name in {"model", "organization"} else claims_of(run, key.name)


def _shown(run: Run, key: _Key) -> str:
    value = key.value(run)
    shown = figure(value) if isinstance(value, float) else f"{value:%Y-%m}" if isinstance(value, date) else "blank"
    return run["model"] if isinstance(value, str) else f"{run['model']} ({shown})"
