"""What of an HTML page counts as its words: marks of footnotes and what is struck through are none."""

import pytest
from bs4 import BeautifulSoup

from fab_pipeline.sources.disclosures.html_text import visible_text


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ("832,102<sup>2</sup> GPU hours", "832,102 GPU hours"),
        ("768<sup>a</sup> × NVIDIA H100", "768 × NVIDIA H100"),
        ("up to 4,096<sup>[5]</sup> GPUs", "up to 4,096 GPUs"),
        ('$4.6M<sup><a href="#n1">[1, 2]</a></sup>', "$4.6M"),
        ("8.6K GPU hours<sup>†</sup>", "8.6K GPU hours"),
        ("未披露<sup>注 3</sup>", "未披露"),
        ("1.5 × 10<sup>13</sup> tokens", "1.5 × 10^13 tokens"),
        ("15T<sup>+</sup>", "15T +"),
        ("H<sub>2</sub>", "H 2"),
    ],
)
def test_marks_of_footnotes_are_no_digits(markup: str, words: str) -> None:
    assert visible_text(BeautifulSoup(f"<p>{markup}</p>", "lxml")).text == words


@pytest.mark.parametrize("tag", ["del", "s", "strike"])
def test_what_is_struck_through_is_taken_back(tag: str) -> None:
    assert visible_text(BeautifulSoup(f"<p><{tag}>$12M</{tag}> undisclosed</p>", "lxml")).text == "undisclosed"
