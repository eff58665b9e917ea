"""Numerals and their scales: "1,234.5", "16 000", "1.000" (de), "0,5", "3 x 10^8", 十六万, "two million", 1万6千.

Belongs here: the value of one numeral at one place. Does not belong here: the words that qualify it (see `comparators`), ranges and
phrases (see `numbers`), units (see `units`). A malformed number ("1234,567", "-5") is no number.
"""

import re
from typing import Final, NamedTuple

from fab_pipeline.reading import number_words as words
from fab_pipeline.reading.numeral_patterns import ZH_DIGITS, ZH_SCALES, numeral_pattern, scale_pattern
from fab_pipeline.vocabulary.characters import RAISED_DIGITS, lowered

_POWER: Final = r"(?:[eE][+-]?\d{1,2}(?!\d)|\s?[x×*·]\s?10(?:\^\d{1,2}(?!\d)|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}))?"
_DIGITS: Final = re.compile(
    r"(?:\d{1,3}(?:,\d{3})+(?!\d|,\d)(?:\.\d+)?|\d{1,3}(?:['’]\d{3})+(?!\d)|\d{1,3}(?: \d{3})+(?![\d,.])|\d{1,3}(?:\.\d{3}){2,}(?!\d)"
    rf"|0,\d+(?![\d,.])|\d+(?:\.\d+)?(?!,?\d|\.\d)){_POWER}"
)
_CONTINENTAL: Final = re.compile(
    r"(?:\d{1,3}(?:\.\d{3})+(?!\d)(?:,\d+)?|\d{1,3}(?:[ '’]\d{3})+(?!\d)(?:,\d+)?|\d{1,3}(?:,\d{3}){2,}(?!\d)|\d+(?:[.,]\d+)?(?![.,]?\d))"
    + _POWER
)
_TEN_TO: Final = re.compile(r"10\^(\d{1,2})(?!\d)")
_LOWERED: Final = str.maketrans(RAISED_DIGITS, "0123456789")
_LONGEST_ZH: Final = 24
_LARGEST: Final = 1e40
"""Nothing that a text counts is longer or larger; such a run of digits is no number."""
_DOTTED: Final = re.compile(r"[1-9]\d{0,2}\.\d{3}")
_AND_A_HALF: Final = re.compile(r"\s+and\s+(?:a|one)[\s-]half(?![A-Za-z])", re.I)
_TOKEN: Final = re.compile(rf"[\d.,]*\d(?:[eE][+-]?\d+)?|[A-Za-z]+|[{ZH_DIGITS}{ZH_SCALES}]+")
_CUES: Final = {language: re.compile(cues) for language, cues in words.LANGUAGE_CUES.items()}
_ZH_TAIL: Final = re.compile(rf"\s?(\d+(?:\.\d+)?)\s?([{ZH_SCALES}]+)")


class Numeral(NamedTuple):
    """One numeral with its scale.

    Attributes:
        value: the figure; lower end of a vague one.
        high: upper end of a vague one, where it has one.
        kind: digits, word, vague or scale (a bare scale word: 万卡, 千亿参数).
        start: first code point.
        end: behind the last one, scale included.
        scaled: whether a scale word or letter stands with it.
        factor: that scale, 1 without one.
        more: 余, 多 or 几 stands inside: "50多万".
        dotted: "14.000": a thousand in one country and fourteen in another; the value is fourteen.
    """

    value: float
    high: float | None
    kind: str
    start: int
    end: int
    scaled: bool = False
    factor: float = 1.0
    more: bool = False
    dotted: bool = False


_POWER_SIGNS: Final = frozenset("^eE")
_GOES_ON: Final = re.compile(r"\^|[eE][+-]?\d")
"""A power that no count has ("9e307"): the digits before it are no number of their own."""
_ZEROS_FIRST: Final = re.compile(r"0\d")
"""The tail of a number that was torn apart ("16 0000"), or a code: never a quantity."""


def language_of(folded: str) -> str:
    """The continental language ("de", "fr") that a text is written in, "" for any other."""
    for language, cue in _CUES.items():
        if cue.search(folded):
            return language
    return ""


def numeral_at(folded: str, small: str, position: int, language: str = "", *, scales_alone: bool = False) -> Numeral | None:
    """The first numeral at or behind a place; None where there is none.

    Args:
        folded: folded text.
        small: the same in small letters (`characters.lowered`).
        position: where to begin.
        language: as of `language_of`.
        scales_alone: whether a scale word alone is a numeral (万卡); the caller has to see a unit behind it.
    """
    pattern = numeral_pattern(language, scales_alone)
    while hit := pattern.search(small, position):
        found = _numeral(folded, hit, language)
        if found:
            return found
        position = _behind_token(folded, hit.start())
    return None


def numeral_exactly_at(folded: str, position: int, language: str = "", *, scales_alone: bool = False) -> Numeral | None:
    """The numeral that begins at a place."""
    hit = numeral_pattern(language, scales_alone).match(lowered(folded), position)
    return _numeral(folded, hit, language) if hit else None


def _numeral(folded: str, hit: re.Match[str], language: str) -> Numeral | None:
    found = _unchecked(folded, hit, language)
    return found if found and found.value < _LARGEST else None


def _unchecked(folded: str, hit: re.Match[str], language: str) -> Numeral | None:
    start, kind = hit.start(), hit.lastgroup
    if kind == "digit":
        return _digits(folded, start, language)
    if kind == "zh":
        no_number = folded[start - 1 : start] == "第" or len(hit["zh"]) > _LONGEST_ZH
        return None if no_number else _with_scale(folded, zh_value(hit["zh"]), "word", start, hit.end(), language)
    if kind == "scale":
        return Numeral(zh_value(hit["scale"]), None, "scale", start, hit.end(), scaled=True)
    if kind == "scale_word":
        return Numeral(scale_factor(hit["scale_word"], language), None, "scale", start, hit.end(), scaled=True)
    if kind == "word":
        return _word(folded, hit, language)
    word = hit["vague_zh"] or hit["vague_word"] or hit["vague_plural"]
    return _vague(word, hit["vague_scale"] or hit["vague_en_scale"] or (hit["vague_of"] or "").removesuffix("s"), start, hit.end())


def _digits(folded: str, start: int, language: str) -> Numeral | None:
    before = folded[start - 1 : start]
    part_of_number = before.isdigit() or (before in {",", "."} and folded[start - 2 : start - 1].isdigit())
    negative = before == "-" and not folded[start - 2 : start - 1].strip()
    if part_of_number or negative or before == "^":
        return None
    power = _TEN_TO.match(folded, start)
    if power:
        return Numeral(10.0 ** int(power[1]), None, "digits", start, power.end())
    hit = (_CONTINENTAL if language else _DIGITS).match(folded, start)
    if (
        hit is None
        or (folded[hit.end() : hit.end() + 1] in _POWER_SIGNS and _GOES_ON.match(folded, hit.end()))
        or _ZEROS_FIRST.match(hit[0])
    ):
        return None
    value = _value_of_digits(hit[0], language)
    dotted = not language and bool(_DOTTED.fullmatch(hit[0]))
    return _with_scale(folded, value, "digits", start, hit.end(), language, dotted=dotted)


def _value_of_digits(digits: str, language: str) -> float:
    if digits.isdecimal():
        return float(digits)
    plain, _, power = re.sub(r"\s?[x×*·]\s?10\^?(?=[\d⁰¹²³⁴⁵⁶⁷⁸⁹])", "e", digits).translate(_LOWERED).lower().partition("e")
    if language:
        plain = plain.replace(".", "") if re.fullmatch(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?", plain) else plain
        plain = plain.replace(",", "" if plain.count(",") > 1 else ".")
    else:
        plain = plain.replace(".", "") if plain.count(".") > 1 else plain
        plain = plain.replace(",", ".") if plain.startswith("0,") and plain.count(",") == 1 else plain
    return float(re.sub(r"[,'’ ]", "", plain) + (f"e{power}" if power else ""))


def _word(folded: str, hit: re.Match[str], language: str) -> Numeral | None:
    word = hit[0].lower()
    tens, _, ones = word.replace(" ", "-").partition("-")
    table = words.NUMBER_WORDS
    value = table["en"].get(word) or table.get(language, {}).get(word)
    if value is None and ones in table["en"]:
        value = table["en"][tens] + table["en"][ones]
    if value is None:
        value = 0.5 if word.startswith("half") else 1.0
    return _with_scale(folded, value, "word", hit.start(), hit.end(), language)


def _vague(word: str, scale: str | None, start: int, end: int) -> Numeral:
    low, high = next(table[word.lower()] for table in words.VAGUE.values() if word.lower() in table)
    factor = scale_factor(scale) if scale else 1.0
    return Numeral(low * factor, None if high is None else high * factor, "vague", start, end, bool(scale) or low >= 1e3, factor)


def _with_scale(folded: str, value: float, kind: str, start: int, end: int, language: str, *, dotted: bool = False) -> Numeral:
    half = _AND_A_HALF.match(folded, end)
    if half:
        value, end = value + 0.5, half.end()
    hit = scale_pattern(language).match(folded, end)
    if hit is None:
        return Numeral(value, None, kind, start, end, dotted=dotted)
    name = (hit["zh"] or hit["long"] or hit["words"] or hit["letter"] or hit["w"]).strip()
    factor = scale_factor(name, "de" if hit["long"] and language != "fr" else language)
    value, end = value * factor, hit.end()
    if hit["zh"]:
        value, end = _zh_compound(folded, value, factor, end)
    return Numeral(value, None, kind, start, end, scaled=True, factor=factor, more=bool(hit["more"]))


def _zh_compound(folded: str, value: float, factor: float, end: int) -> tuple[float, int]:
    """The smaller parts that directly follow: 2亿3000万, 1万6千."""
    while tail := _ZH_TAIL.match(folded, end):
        smaller = scale_factor(tail[2])
        if smaller >= factor or float(tail[1]) * smaller >= factor:
            break
        value, factor, end = value + float(tail[1]) * smaller, smaller, tail.end()
    return value, end


def scale_factor(name: str, language: str = "") -> float:
    """Factor of a scale word, letter or chain of Chinese ones ("万亿", "hundred thousand"); 1 for anything else."""
    factor = 1.0
    for piece in name.lower().split():
        known = words.SCALE_WORDS.get(language, {}).get(piece.rstrip(".")) or next(
            (words.SCALE_WORDS[table][piece] for table in ("letters", "en") if piece in words.SCALE_WORDS[table]), None
        )
        if known is None and piece == "w":
            known = 1e4
        if known is None:
            known = zh_value(piece) if all(character in ZH_SCALES for character in piece) else 1.0
        factor *= known
    return factor


def zh_value(numeral: str) -> float:
    """Value of a Chinese numeral: 十六万 = 160,000, 两 = 2, 半 = 0.5, 千亿 = 1e11, 百十五億 = 11.5e9."""
    if numeral == "半":
        return 0.5
    total, section, digit = 0.0, 0.0, 0.0
    for character in numeral:
        if character in words.NUMBER_WORDS["zh"]:
            digit = digit * 10 + words.NUMBER_WORDS["zh"][character] if digit else words.NUMBER_WORDS["zh"][character]
            continue
        factor = words.SCALE_WORDS["zh"][character]
        if factor < 1e4:
            section, digit = section + (digit or 1.0) * factor, 0.0
            continue
        part = section + digit or (0.0 if total else 1.0)
        total = (total + part) * factor if total < factor else total + part * factor
        section, digit = 0.0, 0.0
    return total + section + digit


def _behind_token(folded: str, start: int) -> int:
    """Where to go on after a place that starts no number: behind its digits, so that no tail of them is read as a number."""
    hit = _TOKEN.match(folded, start)
    return max(hit.end() if hit else 0, start + 1)
