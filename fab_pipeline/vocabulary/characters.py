"""Which code points count as the same character for every reader.

Belongs here: `fold`, which maps full-width letters and digits, no-break and thin spaces and the dashes of numbers to one form without
changing the length of a text, so that offsets into the folded text are offsets into the original. Does not belong here: meaning.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

_HYPHENS: Final = "‐‑⁃−﹣－"
_TILDES: Final = "∼～〜⁓"
_DOTS: Final = "・‧•∙"
RAISED_DIGITS: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_HALF_WIDTH: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
"""Unicode's full-width forms of ASCII, in the order of ASCII, and the full-width space."""
_RAISED: Final = re.compile(r"(?:(?P<power>[x×]\s?10)|(?P<ten>(?<![\d.,])10))?(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
"""Behind a bare 10 they may be either; "^" keeps every reader from taking the 10 for a figure."""
_LONGEST_CELL: Final = 400
"""Every reader folds the cell that it reads, so that a cell is folded many times; whole pages are not kept."""
_MARK_SIGNS: Final = re.compile(r"[\[*†‡§]")
_MARK: Final = re.compile(r"(?<=[\w+%)）])(?:\s?\[(?:\d{1,2}|[a-z])\](?!\()|[*†‡§]{1,3}(?=\s*(?:$|[|,;)）\n])|\s[A-Za-z\u4e00-\u9fff]))")
"""A footnote in brackets or a sign behind a word; an asterisk before a digit is a product."""
_CAPITAL: Final = re.compile(r"\\.|\(\?P<|[A-Z]", re.S)
"""A capital of a pattern; an escape ("\\S") and the mark of a named group are none."""
_SAME: Final = {**dict.fromkeys(_HYPHENS, "-"), **dict.fromkeys(_TILDES, "~"), **dict.fromkeys(_DOTS, "·"), "≃": "≈", "≅": "≈"}


def _folded(character: str) -> str:
    same = _SAME.get(character)
    if same is not None:
        return same
    if character in RAISED_DIGITS:  # of a power: all others have become spaces
        return character
    normal = unicodedata.normalize("NFKC", character)
    return normal if len(normal) == 1 else character


class _Folded(dict[int, str]):
    """Code point → its folded form, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        self[code] = _folded(chr(code))
        return self[code]


_FOLDED: Final = _Folded()


def half_width(text: str) -> str:
    """Text of the same length in which full-width letters, digits and signs are the half-width ones.

    The first thing that happens to a text, before anything looks at its signs: so a text means the same in either width.
    """
    return text if text.isascii() else text.translate(_HALF_WIDTH)


def fold(text: str) -> str:
    """Text of the same length in which equal characters are equal: NFKC where it maps one code point to one, and the dashes above.

    Marks of footnotes ("15T¹", "832,102 [2]", "$4.6M*") become spaces; raised digits behind × 10 are a power and stay.
    """
    return _of_cell(text) if len(text) <= _LONGEST_CELL else _fold(text)


def _fold(text: str) -> str:
    text = half_width(text)
    text = _MARK.sub(lambda hit: " " * len(hit[0]), text) if _MARK_SIGNS.search(text) else text
    return text if text.isascii() else _RAISED.sub(_without_marks, text).translate(_FOLDED)


def lowered(folded: str) -> str:
    """Folded text in small letters, of the same length.

    A pattern of many words runs many times faster on it than with `re.IGNORECASE`, which keeps `re` from looking at first letters.
    """
    small = folded.lower()
    return small if len(small) == len(folded) else "".join(c.lower() if len(c.lower()) == 1 else c for c in folded)


_of_cell = lru_cache(maxsize=4096)(_fold)


def caseless(source: str) -> re.Pattern[str]:
    """Pattern that finds in `lowered` text what the source finds with `re.IGNORECASE`."""
    return re.compile(_CAPITAL.sub(lambda hit: hit[0].lower() if hit[0].isalpha() else hit[0], source), re.A)


def _without_marks(hit: re.Match[str]) -> str:
    power, ten, marks = hit["power"] or "", hit["ten"] or "", hit["raised"]
    return power + marks if power else ten + ("^" if ten else " ") * len(marks)
