"""Tiles: a short label with one figure ("披露 GPU 小时 6", "15 models tracked"), also where label, figure and note are glued.

Belongs here: which labels are known, and reading one tile from one line. Does not belong here: tiles whose label and figure stand on
different lines (the page reader puts them together) and checking.
"""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from fab_pipeline.reading.figures import PrintedFigure, leading_figure
from fab_pipeline.reading.statements import compiled

_DISCLOSED: Final = r"(?:已)?(?:披露|公开|公布)(?:了|的)?\s*"
_DISCLOSED_EN: Final = r"(?:disclos(?:ed|e|es|ing)|report(?:ed|ing)?|publish(?:ed|ing)?|known|with)"
_WHO_EN: Final = r"(?:(?:models|runs|rows|entries)\s+(?:that\s+)?)?"
_HOURS_EN: Final = r"(?:gpu|accelerator|chip|card|device)[ -]?hours?"
_OF_MODELS: Final = r"(?:的)?(?:模型|条目|记录|任务)?(?:数量?|总数)?"


def _disclosed(noun_zh: str, noun_en: str) -> tuple[str, ...]:
    return (
        _DISCLOSED + noun_zh + _OF_MODELS,
        noun_zh + r"(?:已)(?:披露|公开|公布)" + _OF_MODELS,
        rf"(?i){_WHO_EN}{_DISCLOSED_EN}\s+{noun_en}",
        rf"(?i){noun_en}\s+{_DISCLOSED_EN}",
    )


def _scoped(pattern: str) -> str:
    """The pattern as one alternative: flags in force for all of it become flags of a group."""
    return f"(?i:{pattern.removeprefix('(?i)')})" if pattern.startswith("(?i)") else f"(?:{pattern})"


LABELS: Final[dict[str, tuple[str, ...]]] = {
    "runs_total": (
        r"(?:共)?(?:收录|覆盖|纳入|统计|跟踪)(?:的)?(?:模型|条目|训练|任务|项目)(?:总?数|数量)?",
        r"(?:模型|条目|任务|记录)(?:总数|数量|数)",
        r"(?i)(?:total\s+)?(?:models|training\s+runs|runs|entries)(?:\s+(?:tracked|listed|covered|included|in\s+total))?",
    ),
    "open_weights": (r"(?:开放|开源)权重(?:的)?(?:模型)?(?:数量?)?", r"(?i)(?:models\s+with\s+)?open[ -]weights?(?:\s+models)?"),
    "largest_accelerator_hours": (
        r"(?:已)?(?:披露|公开|公布)?(?:的)?(?:最大|最高|最多)(?:的)?(?:单次)?(?:训练)?\s*(?:算力|GPU\s*小时|卡时|加速器小时)(?:数)?",
        rf"(?i)(?:largest|biggest|highest|most)\s+(?:disclosed\s+|published\s+|reported\s+)?(?:training\s+)?(?:compute|{_HOURS_EN})(?:\s+disclosed)?",
    ),
    "recomputable": (
        r"(?:可|能)(?:用|按|以)?\s*(?:今日|今天|当日|当前|现在)?(?:的)?\s*(?:租价|租金|价格)?\s*(?:重算|折算|复算)(?:的)?(?:模型)?",
        r"(?i)(?:can\s+be\s+)?re-?(?:comput|pric)(?:able|ed)(?:\s+(?:at|with)\s+today['’]?s?\s+(?:\w+\s+)?(?:rent|rents|prices?))?",
    ),
    "accelerator_hours_disclosed": _disclosed(r"(?:GPU|加速器|卡|芯片)\s*[·-]?(?:小时|时)(?:数)?", _HOURS_EN),
    "cost_disclosed": _disclosed(r"(?:美元|训练)?(?:成本|费用)", r"(?:a\s+)?(?:usd\s+|dollar\s+|training\s+)?costs?"),
    "accelerator_count_disclosed": _disclosed(r"卡数", r"(?:gpu|accelerator|chip|card)\s+counts?"),
    "duration_disclosed": _disclosed(r"(?:工期|训练时长)", r"(?:training\s+)?durations?"),
    "organizations_total": (
        r"(?:收录|覆盖)?(?:厂商|机构)(?:总数|数量|数)?",
        r"(?i)(?:vendors|labs|organi[sz]ations)(?:\s+(?:covered|tracked|listed))?",
    ),
}
_LONGEST_LABEL: Final = 60
_LABELS: Final = compiled(LABELS)
_ANY_LABEL: Final = re.compile("|".join(_scoped(pattern) for patterns in LABELS.values() for pattern in patterns))
"""Most lines of a page start with no label: one look tells."""


class Label(NamedTuple):
    """A known label at the start of a text: what it counts and where it ends."""

    code: str
    end: int


class Tile(NamedTuple):
    """One tile read from one line; offsets in the line. `end` is the end of label and figure, before a note."""

    code: str
    figure: PrintedFigure
    end: int


def label_at_start(text: str) -> Label | None:
    """The longest known label that the text starts with."""
    lead = len(text) - len(text.lstrip())
    start = text[lead : lead + _LONGEST_LABEL]
    if not _ANY_LABEL.match(start):
        return None
    ends = [
        Label(code, lead + match.end()) for code, patterns in _LABELS.items() for pattern in patterns if (match := pattern.match(start))
    ]
    return max(ends, key=lambda label: label.end, default=None)


def label_alone(text: str) -> Label | None:
    """A label with nothing after it but punctuation."""
    label = label_at_start(text)
    return label if label and not text[label.end :].strip(" :：") else None


def figure_alone(text: str, names: Iterable[str] = ()) -> PrintedFigure | None:
    """A figure with nothing after it, or with "of n" or "/ n" after it: "6", "270.0M", "6 / 15"."""
    figure = leading_figure(text, names)
    if figure is None:
        return None
    rest = text[figure.end :].strip()
    return figure if not rest or re.fullmatch(r"(?i)(?:条|个|款)|(?:/|of)\s*\d+", rest) else None


def read_tile(text: str, names: Iterable[str] = ()) -> Tile | None:
    """A tile in one line: the label, then its figure, or the figure, then its label and at most a note."""
    known = tuple(names)
    label = label_at_start(text)
    if label:
        figure = leading_figure(text[label.end :], known)
        return Tile(label.code, _moved(figure, label.end), label.end + figure.end) if figure else None
    figure = leading_figure(text, known)
    if figure is None:
        return None
    label = label_at_start(text[figure.end :])
    return Tile(label.code, figure, figure.end + label.end) if label else None


def _moved(figure: PrintedFigure, by: int) -> PrintedFigure:
    return PrintedFigure(figure.value, figure.step, figure.decimals, figure.start + by, figure.end + by)
