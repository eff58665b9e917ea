"""Numbers with their scale and the words that qualify them: "~13T", "15T+", "under two", "5 万以上", "90 至 100".

Belongs here: the grammar of one number phrase. Does not belong here: units (see `measures`), the words (see `lexicon`). A malformed
number ("1234,567", "-5") is no number.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from fab_pipeline.reading import lexicon
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.vocabulary.characters import fold

_DIGITS: Final = (
    r"(?:\d{1,3}(?:,\d{3})+(?!\d|,\d)(?:\.\d+)?|\d{1,3}(?:['’]\d{3})+(?!\d)|\d{1,3}(?: \d{3})+(?![\d,.])|\d{1,3}(?:\.\d{3}){2,}(?!\d)"
    r"|\d+(?:\.\d+)?(?!,?\d|\.\d))(?:[eE][+-]?\d{1,2}(?!\d)|\s?[x×]\s?10\^?\d{1,2}(?!\d))?"
)
_ZH_SCALES: Final = "".join(lexicon.SCALE_WORDS["zh"])
_ZH_DIGITS: Final = "".join(lexicon.NUMBER_WORDS["zh"])
_EN_SCALES: Final = "|".join(sorted(lexicon.SCALE_WORDS["en"], key=len, reverse=True))
_SCALE: Final = re.compile(
    rf"(?:(?P<more>[多余几])(?=[{_ZH_SCALES}]))?"
    rf"(?:\s?(?P<zh>[{_ZH_SCALES}]+)|\s?(?P<en>(?i:{_EN_SCALES}))(?![A-Za-z])"
    rf"|(?P<letter>\s?[KMBT]|[kmbt])(?=$|[^A-Za-z0-9]|(?i:{lexicon.SCALE_LETTER_MAY_PRECEDE}))|\s?(?P<w>[Ww])(?=\s?[\u4e00-\u9fff+]))"
)
_NUMERAL: Final = re.compile(_DIGITS)
_ZH_NUMERAL: Final = re.compile(rf"[{_ZH_DIGITS}十][{_ZH_DIGITS}{_ZH_SCALES}]*|半")
_EN_NUMERAL: Final = re.compile(
    rf"(?<![A-Za-z])(?:{'|'.join(sorted(lexicon.NUMBER_WORDS['en'], key=len, reverse=True))}"
    rf"|half(?: an?)?|an?(?=\s(?:{_EN_SCALES}|{lexicon.AFTER_ARTICLE})(?![A-Za-z])))(?![A-Za-z0-9'-])",
    re.I,
)
_WORD_BEHIND: Final = re.compile(
    r"\s*(?!(?:est(?:imated)?|approx|total|peak|public|third|per|by|in|as|so|for|used|disclosed|reported)(?![A-Za-z])"
    r"|合计|估算|估计|公开|来源|其中|约|含)[A-Za-z\u4e00-\u9fff%]",
    re.I,
)
_AND_A_HALF: Final = re.compile(r"\s+and\s+(?:a|one)[\s-]half(?![A-Za-z])", re.I)
_VAGUE_EN: Final = re.compile(
    rf"(?<![A-Za-z])(?:(?P<word>{'|'.join(lexicon.VAGUE['en'])})(?![A-Za-z])(?:\s(?P<scale>{_EN_SCALES})(?![A-Za-z]))?"
    rf"|(?P<plural>{'|'.join(lexicon.VAGUE['en plurals'])})(?: of)?(?: (?P<of>thousands|millions|billions)(?: of)?)?(?![A-Za-z]))",
    re.I,
)
_VAGUE_ZH: Final = re.compile(rf"(?P<word>{'|'.join(sorted(lexicon.VAGUE['zh'], key=len, reverse=True))})(?P<scale>[{_ZH_SCALES}]*)")
_START: Final = re.compile(r"\d|[" + _ZH_DIGITS + "十半几数好]|(?<![A-Za-z])[A-Za-z]")
_BETWEEN: Final = re.compile(lexicon.BETWEEN, re.I)
_BETWEEN_AND: Final = re.compile(r"\s+and\s+", re.I)
_BETWEEN_BEFORE: Final = re.compile(r"\bbetween\s+\Z|介于\s*\Z", re.I)


def _qualifier_patterns(tables: dict[str, dict[str, str]], *, before: bool) -> dict[str, re.Pattern[str]]:
    patterns: dict[str, re.Pattern[str]] = {}
    for qualifier in ("lower_bound", "upper_bound", "approx"):
        words = "|".join(
            rf"(?<![A-Za-z])(?:{table[qualifier]})" if language == "en" and before else f"(?:{table[qualifier]})"
            for language, table in tables.items()
            if qualifier in table
        )
        patterns[qualifier] = re.compile(rf"(?:{words})\s*\Z" if before else rf"\s*(?:{words})", re.I)
    return patterns


_BEFORE: Final = _qualifier_patterns(lexicon.QUALIFIERS_BEFORE, before=True)
_AFTER: Final = _qualifier_patterns(lexicon.QUALIFIERS_AFTER, before=False)
_LOOK_BACK: Final = 24
_LONGEST_CELL: Final = 400
"""Several readers look for numbers in one cell; longer texts are read once."""


@dataclass(frozen=True)
class NumberPhrase:
    """One number as stated, without its unit.

    Attributes:
        quantity: value, bounds and qualifier.
        start: first code point, a qualifying word included.
        figure_start: first code point of the number itself.
        end: behind its last code point; a qualifying word that directly follows is included.
        scaled: whether a scale word or letter stood with it.
        numeral: whether it was written in digits.
    """

    quantity: Quantity
    start: int
    figure_start: int
    end: int
    scaled: bool
    numeral: bool


class _Scan(NamedTuple):
    low: float
    high: float | None
    qualifier: str | None
    end: int
    scaled: bool
    numeral: bool


def number_phrases(text: str) -> list[NumberPhrase]:
    """All number phrases of a text, from left to right; offsets are code points of `text`."""
    return list(_of_cell(text) if len(text) <= _LONGEST_CELL else _number_phrases(text))


def _number_phrases(text: str) -> tuple[NumberPhrase, ...]:
    folded = fold(text)
    found: list[NumberPhrase] = []
    position = floor = 0
    while hit := _START.search(folded, position):
        phrase = _phrase_at(text, folded, hit.start(), floor)
        if phrase is None:
            position = _behind_token(folded, hit.start())
            continue
        found.append(phrase)
        position = floor = phrase.end
    return tuple(found)


_of_cell = lru_cache(maxsize=4096)(_number_phrases)


def is_bare(text: str, phrase: NumberPhrase) -> bool:
    """Whether a number has no unit: nothing, a bracket or a remark follows it, and not a word of its own."""
    return _WORD_BEHIND.match(fold(text), phrase.end) is None


def qualifier_after(folded: str, position: int) -> tuple[str, int] | None:
    """Qualifying word that directly follows `position` ("+", 以上, "or more"): the qualifier and where the word ends."""
    for qualifier, pattern in _AFTER.items():
        if hit := pattern.match(folded, position):
            return qualifier, hit.end()
    return None


def qualified(quantity: Quantity, qualifier: str | None) -> Quantity:
    """The quantity with a further qualifying word: a bound wins over approx, approx over exact; ranges and vague ones stay."""
    value = quantity.value
    if qualifier is None or value is None or quantity.qualifier not in {"exact", "approx"}:
        return quantity
    if qualifier == "lower_bound":
        return Quantity(value, value, None, qualifier, quantity.scope, quantity.text)
    if qualifier == "upper_bound":
        return Quantity(value, None, value, qualifier, quantity.scope, quantity.text)
    return Quantity(value, None, None, "approx", quantity.scope, quantity.text)


def _phrase_at(text: str, folded: str, start: int, floor: int) -> NumberPhrase | None:
    first = _scan(folded, start)
    if first is None:
        return None
    before, begin = _qualifier_before(folded, start, floor)
    second = _range_end(folded, first, begin)
    if second is not None:
        low = first.low if first.scaled or not second.scaled else first.low * _factor_of(second, folded)
        if low < second.low:
            quantity = Quantity(None, low, second.low, "range", text=text[begin : second.end])
            return NumberPhrase(quantity, begin, start, second.end, first.scaled or second.scaled, first.numeral)
    end = first.end
    if first.qualifier == "vague":
        return NumberPhrase(Quantity(None, first.low, first.high, "vague", text=text[begin:end]), begin, start, end, first.scaled, False)
    after = qualifier_after(folded, end)
    end = after[1] if after else end
    quantity = Quantity(first.low, text=text[begin:end])
    for word in (before, first.qualifier, after[0] if after else None):
        quantity = qualified(quantity, word)
    return NumberPhrase(quantity, begin, start, end, first.scaled, first.numeral)


def _qualifier_before(folded: str, start: int, floor: int) -> tuple[str | None, int]:
    window = max(floor, start - _LOOK_BACK)
    hits = [(hit.start(), qualifier) for qualifier, pattern in _BEFORE.items() if (hit := pattern.search(folded, window, start))]
    longest = min(hits, default=None)
    return (longest[1], longest[0]) if longest else (None, start)


def _range_end(folded: str, first: _Scan, begin: int) -> _Scan | None:
    if first.qualifier == "vague":
        return None
    hit = _BETWEEN.match(folded, first.end)
    if hit is None and _BETWEEN_BEFORE.search(folded, max(0, begin - 12), begin):
        hit = _BETWEEN_AND.match(folded, first.end)
    second = _scan(folded, hit.end()) if hit else None
    return second if second and second.qualifier is None and second.numeral == first.numeral else None


def _factor_of(scan: _Scan, folded: str) -> float:
    hit = re.search(r"(?:[KMBTkmbt]|[A-Za-z]{2,}|[" + _ZH_SCALES + r"]+)\Z", folded[max(0, scan.end - 12) : scan.end])
    return _scale_factor(hit[0]) if hit else 1.0


def _scan(folded: str, start: int) -> _Scan | None:
    if folded[start : start + 1].isdigit():
        return _scan_digits(folded, start)
    if hit := _VAGUE_ZH.match(folded, start) or _VAGUE_EN.match(folded, start):
        return _scan_vague(hit)
    if hit := _ZH_NUMERAL.match(folded, start):
        if folded[start - 1 : start] == "第":
            return None
        return _with_scale(folded, _zh_value(hit[0]), hit.end(), numeral=False)
    if hit := _EN_NUMERAL.match(folded, start):
        value = lexicon.NUMBER_WORDS["en"].get(hit[0].lower(), 0.5 if hit[0].lower().startswith("half") else 1.0)
        return _with_scale(folded, *_and_a_half(folded, value, hit.end()), numeral=False)
    return None


def _and_a_half(folded: str, value: float, end: int) -> tuple[float, int]:
    hit = _AND_A_HALF.match(folded, end)
    return (value + 0.5, hit.end()) if hit else (value, end)


def _scan_digits(folded: str, start: int) -> _Scan | None:
    hit = _NUMERAL.match(folded, start)
    before = folded[start - 1 : start]
    part_of_number = before.isdigit() or (before in {",", "."} and folded[start - 2 : start - 1].isdigit())
    negative = before == "-" and not folded[start - 2 : start - 1].strip()
    if hit is None or part_of_number or negative:
        return None
    if folded[hit.end() : hit.end() + 1] == "^" or before == "^":
        return None
    return _with_scale(folded, *_and_a_half(folded, _digits_value(hit[0]), hit.end()), numeral=True)


def _with_scale(folded: str, value: float, end: int, *, numeral: bool) -> _Scan:
    hit = _SCALE.match(folded, end)
    if hit is None:
        return _Scan(value, None, None, end, False, numeral)
    words = hit["zh"] or hit["en"] or hit["letter"] or hit["w"]
    return _Scan(value * _scale_factor(words.strip()), None, "lower_bound" if hit["more"] else None, hit.end(), True, numeral)


def _scan_vague(hit: re.Match[str]) -> _Scan:
    groups = hit.groupdict()
    word = (groups.get("word") or groups.get("plural") or "").lower()
    low, high = next(table[word] for table in lexicon.VAGUE.values() if word in table)
    scale = groups.get("scale") or (groups.get("of") or "").rstrip("s")
    factor = _scale_factor(scale) if scale else 1.0
    return _Scan(low * factor, None if high is None else high * factor, "vague", hit.end(), bool(scale) or low >= 1e3, False)


def _scale_factor(words: str) -> float:
    lowered = words.lower()
    for table in (lexicon.SCALE_WORDS["letters"], lexicon.SCALE_WORDS["en"]):
        if lowered in table:
            return table[lowered]
    if lowered == "w":
        return 1e4
    factor = 1.0
    for character in words:
        factor *= lexicon.SCALE_WORDS["zh"].get(character, 1.0)
    return factor


def _digits_value(digits: str) -> float:
    plain, _, power = re.sub(r"\s?[x×]\s?10\^?", "e", digits).lower().partition("e")
    thousands = plain.count(".") > 1
    return float(re.sub(r"[,'’ ]", "", plain.replace(".", "") if thousands else plain) + (f"e{power}" if power else ""))


def _zh_value(numeral: str) -> float:
    """Value of a Chinese numeral: 十六万 = 160,000, 两 = 2, 半 = 0.5."""
    if numeral == "半":
        return 0.5
    total, section, digit = 0.0, 0.0, 0.0
    for character in numeral:
        if character in lexicon.NUMBER_WORDS["zh"]:
            digit = digit * 10 + lexicon.NUMBER_WORDS["zh"][character] if digit else lexicon.NUMBER_WORDS["zh"][character]
            continue
        factor = lexicon.SCALE_WORDS["zh"][character]
        if factor < 1e4:
            section, digit = section + (digit or 1.0) * factor, 0.0
            continue
        part = section + digit
        total = (total + part) * factor if total < factor else total + part * factor
        section, digit = 0.0, 0.0
    return total + section + digit


def _behind_token(folded: str, start: int) -> int:
    """Where to go on after a place that starts no number: behind its digits or letters, so that no tail of them is read as a number."""
    hit = re.compile(r"[\d.,]*\d|[A-Za-z]+").match(folded, start)
    return max(hit.end() if hit else 0, start + 1)
