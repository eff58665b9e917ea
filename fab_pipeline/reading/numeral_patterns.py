"""Patterns of numerals, made from the word tables: where one may begin, and which scale may follow.

Belongs here: compiled patterns per language. Does not belong here: what they mean (see `numerals`) and the words (see `number_words`).
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from fab_pipeline.reading import number_words as words

ZH_SCALES: Final = "".join(words.SCALE_WORDS["zh"])
ZH_DIGITS: Final = "".join(words.NUMBER_WORDS["zh"])
_MORE: Final = "多余餘几幾"
_NOUNS_WITH_COUNT: Final = "参參个個卡函指次倍负步系人常整户戶總总"
"""What 数 follows where it is the end of a noun (参数, 用户数) and not "several"."""
_CLASSIFIERS: Final = "个個名家天周月年台张張块塊款项項倍次小"
_COUNTED: Final = "gpu|tpu|npu|card|chip|node|hour|day|week|month|year"
"""What a number in words may be joined to: "eight-GPU", "three-week"."""
_TENS: Final = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"


def _longest_first(names: Iterable[str]) -> str:
    return "|".join(sorted((re.escape(name) for name in names), key=len, reverse=True))


@lru_cache(maxsize=4)
def scale_pattern(language: str) -> re.Pattern[str]:
    """Scale words behind a numeral, by group: zh, long (German and French), words, letter or w (万)."""
    latin = _longest_first({**words.SCALE_WORDS["en"], **words.SCALE_WORDS.get(language, {})})
    latin = rf"(?:{latin})\.?" if language == "de" else latin
    return re.compile(
        rf"(?:(?P<more>[{_MORE}])(?=[{ZH_SCALES}]))?"
        rf"(?:\s?(?P<zh>[{ZH_SCALES}]+)|[\s-]?(?P<long>{words.LONG_SCALE_ANYWHERE})(?![A-Za-z])"
        rf"|[\s-]?(?P<words>(?i:(?:hundred |thousand )?(?:{latin})))(?![A-Za-z])"
        rf"|(?P<letter>\s?[KMBT]|[kmbt])(?=$|[^A-Za-z0-9]|(?i:{words.SCALE_LETTER_MAY_PRECEDE}))"
        rf"|\s?(?P<w>[Ww])(?=\s?(?:[\u4e00-\u9fff+]|[GgNnTt][Pp][Uu](?![A-Za-z])))(?!\s?(?:的?功|的?耗|电|散热|瓦)))"
    )


@lru_cache(maxsize=8)
def numeral_pattern(language: str, scales_alone: bool) -> re.Pattern[str]:
    """Where a numeral may begin, by group: digit, zh, scale, vague_zh, vague_word, vague_plural or word; on small letters."""
    en_scales = _longest_first(words.SCALE_WORDS["en"])
    numbers = _longest_first({**words.NUMBER_WORDS["en"], **words.NUMBER_WORDS.get(language, {})})
    several = "|".join(sorted((word for word in words.VAGUE["zh"] if len(word) > 1), key=len, reverse=True))
    single = "".join(word for word in words.VAGUE["zh"] if len(word) == 1)
    vague_zh = rf"{several}|(?<![{_NOUNS_WITH_COUNT}])[{single}](?=[{ZH_SCALES}{_CLASSIFIERS}])"
    alone = (
        rf"(?P<scale>(?:[百千万萬亿億兆][{ZH_SCALES}]{{0,2}}|十[{ZH_SCALES}]{{1,2}})(?![{ZH_DIGITS}{ZH_SCALES}]))|" if scales_alone else ""
    )
    alone_de = r"(?P<scale_word>(?:millionen|milliarden|billionen)(?=\s[a-z]))|" if scales_alone and language == "de" else ""
    return re.compile(
        rf"(?P<digit>\d)|(?=[\u3007\u4e00-\u9fff\uac00-\ud7af])(?:(?P<vague_zh>{vague_zh})(?P<vague_scale>[{ZH_SCALES}]*)"
        rf"|{alone}(?P<zh>(?:[{ZH_DIGITS}十]|[百千](?=[{ZH_DIGITS}十]))[{ZH_DIGITS}{ZH_SCALES}]*|半))"
        rf"|(?<![a-z])(?=[a-z])(?:{alone_de}(?P<vague_word>{'|'.join(words.VAGUE['en'])})(?![a-z])(?:\s(?P<vague_en_scale>{en_scales})(?![a-z]))?"
        rf"|(?P<vague_plural>{'|'.join(words.VAGUE['en plurals'])})(?: of)?"
        r"(?: (?P<vague_of>thousands|millions|billions)(?: of)?)?(?![a-z])"
        rf"|(?P<word>(?:{_TENS})[- ](?:one|two|three|four|five|six|seven|eight|nine)|{numbers}"
        rf"|half(?: an?)?|an?(?=\s(?:{en_scales}|{words.AFTER_ARTICLE})(?![a-z])))(?![a-z0-9'])(?!-(?!{_COUNTED})))",
    )
