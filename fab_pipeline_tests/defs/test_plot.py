"""The plot: steps, each line labelled with its last value, labels that do not cover each other, and nothing that is no XML."""

import base64
import re
from datetime import date, timedelta
from itertools import pairwise
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from fab_pipeline.defs.plot import HEIGHT, WIDTH, line_plot, markdown_image

DAY = date(2026, 10, 1)
SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]  # noqa: S314 - made here


def test_a_price_holds_until_the_next_one():
    svg = line_plot({"H100": [(DAY, 1.0), (DAY + timedelta(days=10), 2.0)]}, "USD")
    (path,) = re.findall(r"d='([^']+)'", svg)
    assert re.fullmatch(r"M56\.0 [\d.]+H670\.0V[\d.]+H670\.0", path)


def test_each_line_is_named_with_its_last_value_and_the_axes_bear_days_and_amounts():
    said = texts(line_plot({"H100": [(DAY, 1.0), (DAY + timedelta(days=10), 2.0)], "A100": [(DAY, 0.5)]}, "USD per hour"))
    assert {"USD per hour", "H100 2.00", "A100 0.50", "2026-10-01", "2026-10-11", "0", "2"} <= set(said)


def test_labels_of_equal_values_stand_apart():
    svg = line_plot({name: [(DAY, 1.0)] for name in ("A", "B", "C")}, "USD")
    heights = sorted(float(y) for y in re.findall(r"x='678' y='([\d.]+)'", svg))
    assert all(below - above >= 15 for above, below in pairwise(heights))


def test_without_points_it_says_so():
    assert "nothing to show yet" in texts(line_plot({"H100": []}, "USD"))


def test_names_are_escaped():
    assert "a < b & c 1.00" in texts(line_plot({"a < b & c": [(DAY, 1.0)]}, "USD"))


def test_markdown_holds_the_whole_image():
    text = markdown_image("<svg/>", "prices")
    assert text.startswith("![prices](data:image/svg+xml;base64,")
    assert base64.b64decode(text.split("base64,")[1][:-1]) == b"<svg/>"


@given(st.lists(st.tuples(st.integers(0, 3000), st.floats(0, 1e6)), min_size=1, max_size=30, unique_by=lambda point: point[0]))
def test_every_point_lies_inside_the_frame(points: list[tuple[int, float]]):
    svg = line_plot({"x": [(DAY + timedelta(days=day), value) for day, value in sorted(points)]}, "USD")
    (path,) = re.findall(r"d='([^']+)'", svg)
    across = [float(x) for x in re.findall(r"[MH]([-\d.]+)", path)]
    up = [float(y) for y in re.findall(r"[V ]([-\d.]+)", path)]
    assert all(0 <= x <= WIDTH for x in across)
    assert all(0 <= y <= HEIGHT for y in up)
