"""Names of models, SKUs and formats whose digits are no figures: "DeepSeek-V3", "Qwen2.5-72B", "Quantum-2", "FP8", "p4d.24xlarge".

Belongs here: finding them, so that they are masked before numbers are read, and the size that a model's name carries. Does not belong
here: accelerators (a closed list, see `vocabulary.accelerators`). Latin letters are spelled out, because the word class of `re` takes
Chinese for letters.
"""

import re
from typing import Final, NamedTuple

_SIZES_ONLY: Final = re.compile(r"(?<![A-Za-z0-9.])\d+(?:\.\d+)?[BTM]-A\d+(?:\.\d+)?[BM](?![A-Za-z0-9])")
_GLUED_COUNT: Final = re.compile(r"[a-z]{3}(?P<count>\d{1,3}(?:,\d{3})+|\d{3,6})(?=\s*(?:[卡张個个]|GPUs?(?![a-z])|cards|chips))")
"""A count that is glued to the word before it: "Munich512 卡"."""
_TOKEN: Final = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)*(?:(?<=\d)\+(?![\d\s]))?")
_PRODUCT: Final = re.compile(
    r"(?:GTX|RTX|GeForce|Quadro|Tesla|Radeon|Titan|Xeon|EPYC|Core|Ryzen|Snapdragon|SPARCstation)\s(?:[A-Z]{1,2}\d|\d)\d{1,3}[A-Za-z]{0,5}"
    r"|Atlas\s\d{3}[A-Z]?(?:\s[A-Z]\d(?![A-Za-z0-9]))?|\d{3,4}\s?(?:Ti|SUPER|XT)(?![A-Za-z])"
)
"""Cards and processors that no list knows."""
_PRODUCT_WORDS: Final = (
    "TX", "Force", "Quadro", "Tesla", "Radeon", "Titan", "Xeon", "EPYC", "Core", "Ryzen", "Snapd", "SPARC", "Atlas", "Ti", "SUPER", "XT",
)  # fmt: skip
"""One of these is in every such name; most texts have none, and the pattern is dear. So with the others of this module's kind."""
_ADDRESS: Final = re.compile(r"(?:https?://|www\.|arxiv\.org|huggingface\.co|github\.com)[^\s<>\"'）)]*")
_DIGIT: Final = re.compile(r"\d")
_MONEY_OR_FACTOR: Final = re.compile(
    r"(?:USD?|RMB|CNY|EUR|GBP|JPY|NTD?|HKD?|INR|KRW|TWD|[xX]|ca\.|approx\.|est\.|c\.|to|and|of|with|on|for|in|over|about|using|nodes?|GPUs?|cards?|tokens?|hours?|days?)(?=\d)",
    re.I,
)
_SIZE: Final = re.compile(r"(?<![A-Za-z0-9])(?<!\d\.)(\d+(?:\.\d+)?)\s?([BbMTt])(?:il)?(?![A-Za-z0-9])")
_ACTIVE: Final = re.compile(r"(?<![A-Za-z0-9])A(\d+(?:\.\d+)?)\s?([BbMm])(?![A-Za-z0-9])")
_EXPERTS: Final = re.compile(
    r"(?<![A-Za-z0-9])(\d+)\s?[x×X]\s?(\d+(?:\.\d+)?)\s?([BbMm])(?![a-z])|(?<![A-Za-z0-9])(\d+(?:\.\d+)?)([BbMm])[x×X](\d+)E(?![A-Za-z])"
)
_FACTORS: Final = {"m": 1e6, "b": 1e9, "t": 1e12}


class Name(NamedTuple):
    """One name with digits in a text.

    Attributes:
        text: the name as printed.
        start: first code point.
        end: behind its last one.
        size: parameters that the name carries ("BLOOM-176B"), None where it carries none or the size of experts.
        active: active parameters that it carries ("30B-A3B").
    """

    text: str
    start: int
    end: int
    size: float | None
    active: float | None


def names(folded: str) -> list[Name]:
    """Latin words that contain a digit; a currency, a factor or a short word that is glued to a number is none."""
    found: list[Name] = []
    if any(word in folded for word in _PRODUCT_WORDS):
        products = _PRODUCT.finditer(folded)
        found += [Name(hit[0], *hit.span(), None, None) for hit in products if not folded[hit.start() - 1 : hit.start()].isalnum()]
    if "." in folded:
        found += [Name(hit[0], *hit.span(), None, None) for hit in _ADDRESS.finditer(folded)]
    if "-A" in folded:
        found += [Name(hit[0], *hit.span(), *sizes_of(hit[0])) for hit in _SIZES_ONLY.finditer(folded)]
    for hit in _TOKEN.finditer(folded):
        if _DIGIT.search(hit[0]) and not _GLUED_COUNT.search(folded, hit.start(), hit.end() + 8) and not _MONEY_OR_FACTOR.match(hit[0]):
            size, active = sizes_of(hit[0])
            found.append(Name(hit[0], hit.start(), hit.end(), size, active))
    return found


def sizes_of(name: str) -> tuple[float | None, float | None]:
    """Total and active parameters that a name carries: "Qwen3-30B-A3B" 30e9 and 3e9, "Mixtral-8x7B" neither."""
    if _EXPERTS.search(name):
        return None, None
    active = _ACTIVE.search(name)
    sizes = {float(number) * _FACTORS[letter.lower()] for number, letter in _SIZE.findall(name)}
    return (sizes.pop() if len(sizes) == 1 else None), float(active[1]) * _FACTORS[active[2].lower()] if active else None


def expert_spans(folded: str) -> list[tuple[int, int]]:
    """Where sizes of experts stand ("8x7B", "17Bx128E"): they say nothing about the total."""
    return [hit.span() for hit in _EXPERTS.finditer(folded)] if has_factor(folded) else []


def has_factor(folded: str) -> bool:
    """Whether a sign of multiplication, or a letter that may be one, stands in a text; sizes of experts have one."""
    return "x" in folded or "×" in folded or "X" in folded
