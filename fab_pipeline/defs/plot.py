"""A small line plot as SVG, without a plotting library: prices over days, in steps, because a price holds until the next one.

Belongs here: from named series to one image that Dagster's Markdown shows. Does not belong here: which series, and plots of the page.
"""

import base64
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from html import escape
from math import ceil, floor, log10
from typing import Final

from fab_pipeline.figures import money_text

Point = tuple[date, float]

WIDTH: Final = 860
HEIGHT: Final = 340
_LEFT: Final = 56
_RIGHT: Final = 190
_TOP: Final = 34
_BOTTOM: Final = 36
_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#7f7f7f")
"""Okabe and Ito's palette (jfly.uni-koeln.de/color, 2008), told apart with every kind of colour vision."""

_LABEL_GAP: Final = 15
_FONT: Final = "font-family='Helvetica,Arial,sans-serif' font-size='12'"


def line_plot(series: Mapping[str, Sequence[Point]], title: str) -> str:
    """An SVG document.

    Args:
        series: points by name, in order of the day; at most as many as there are colours are drawn. Values are not negative.
        title: stands above; names the unit.
    """
    drawn = {name: points for name, points in list(series.items())[: len(_COLOURS)] if points}
    if not drawn:
        return _document(f"<text x='{_LEFT}' y='{HEIGHT / 2}' {_FONT}>nothing to show yet</text>", title)
    days = [day for points in drawn.values() for day, _ in points]
    first, last = min(days), max(*days, min(days) + timedelta(days=1))
    step = _nice(max(value for points in drawn.values() for _, value in points) / 5)
    top = step * ceil(max(value for points in drawn.values() for _, value in points) / step + 1e-9)

    def across(day: date) -> float:
        return _LEFT + (day - first) / (last - first) * (WIDTH - _LEFT - _RIGHT)

    def up(value: float) -> float:
        return HEIGHT - _BOTTOM - value / top * (HEIGHT - _TOP - _BOTTOM)

    rules = "".join(_rule(up(number * step), f"{number * step:g}") for number in range(round(top / step) + 1))
    dates = "".join(_date_mark(across(day), day) for day in _marks(first, last))
    places = _apart({name: up(points[-1][1]) for name, points in drawn.items()})
    lines = "".join(
        _line([(across(day), up(value)) for day, value in points], across(last), colour) + _label(name, places[name], colour, points[-1][1])
        for (name, points), colour in zip(drawn.items(), _COLOURS, strict=False)
    )
    return _document(rules + dates + lines, title)


def markdown_image(svg: str, text: str) -> str:
    """The image inside a Markdown text; `text` stands where images are not shown."""
    return f"![{text}](data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()})"


def _document(inner: str, title: str) -> str:
    head = f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{HEIGHT}' viewBox='0 0 {WIDTH} {HEIGHT}'>"
    heading = f"<text x='{_LEFT}' y='18' {_FONT} font-weight='bold' fill='#111'>{escape(title)}</text>"
    return f"{head}<rect width='100%' height='100%' fill='#fff'/>{heading}{inner}</svg>"


def _rule(y: float, text: str) -> str:
    line = f"<line x1='{_LEFT}' x2='{WIDTH - _RIGHT}' y1='{y:.1f}' y2='{y:.1f}' stroke='#ddd'/>"
    return f"{line}<text x='{_LEFT - 8}' y='{y + 4:.1f}' {_FONT} fill='#555' text-anchor='end'>{text}</text>"


def _date_mark(x: float, day: date) -> str:
    return f"<text x='{x:.1f}' y='{HEIGHT - 12}' {_FONT} fill='#555' text-anchor='middle'>{day.isoformat()}</text>"


def _line(points: Sequence[tuple[float, float]], end: float, colour: str) -> str:
    (x, y), *rest = points
    path = f"M{x:.1f} {y:.1f}" + "".join(f"H{x:.1f}V{y:.1f}" for x, y in rest) + f"H{end:.1f}"
    return f"<path d='{path}' fill='none' stroke='{colour}' stroke-width='2'/>"


def _label(name: str, y: float, colour: str, value: float) -> str:
    return f"<text x='{WIDTH - _RIGHT + 8}' y='{y + 4:.1f}' {_FONT} fill='{colour}'>{escape(name)} {money_text(value)}</text>"


def _apart(wanted: Mapping[str, float]) -> dict[str, float]:
    """Heights of labels, moved down where one would cover another, and up again where the last would fall off."""
    placed: dict[str, float] = {}
    lowest = float("-inf")
    for name, y in sorted(wanted.items(), key=lambda item: item[1]):
        lowest = max(y, lowest + _LABEL_GAP)
        placed[name] = lowest
    too_low = max(0.0, lowest - (HEIGHT - _BOTTOM)) if placed else 0.0
    return {name: y - too_low for name, y in placed.items()}


def _marks(first: date, last: date) -> list[date]:
    days = (last - first).days
    parts = min(4, days)
    return [first + timedelta(days=round(days * number / parts)) for number in range(parts + 1)]


def _nice(step: float) -> float:
    """The next of 1, 2, 2.5, 5 times a power of ten."""
    if step <= 0:
        return 1.0
    power = 10.0 ** floor(log10(step))
    return next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= step * (1 - 1e-9))
