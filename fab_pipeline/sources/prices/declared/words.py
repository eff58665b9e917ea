"""Words of price pages: terms, purchase options, forms, memories, counts and effective dates as printed.

Belongs here: one short text → one value, or nothing where it is not said plainly. Does not belong here: prices (see `money`) and
where the texts stand.
"""

import re
from dataclasses import dataclass
from datetime import date
from typing import Final

from fab_pipeline.reading.dates import date_spans, dates
from fab_pipeline.sources.prices.cells import MAX_COUNT

_LENGTH: Final = re.compile(r"(?<![\d.,])(\d{1,3})\s*[-‐‑ ]?\s*(years?|yrs?|y|months?|mths?|mos?|年|个月)(?![a-z])", re.I)
_OTHER_LENGTH: Final = re.compile(
    r"\d\s*[-‐‑ ]?\s*(?:days?|weeks?|wks?)(?![a-z])|\d\s*(?:(?:[-–—~/,]|to|or|and)\s*\d+|\+|or more)\s*[-‐‑ ]?\s*(?:y|m|年|个月)", re.I
)
_OPEN_LENGTH: Final = re.compile(r"(?:years?|yrs?|months?|mos?)\s*(?:\+|or more|or longer|and up)", re.I)
_ANNUAL: Final = re.compile(r"\b(?:annual|yearly)\s+(?:commit|contract|plan|reserv)", re.I)

_OPTION_WORDS: Final = (
    ("spot", re.compile(r"\bspot\b|pre-?empt|interruptible|竞价|抢占", re.I)),
    (
        "reserved",
        re.compile(
            r"\breserv(?:ed|ation|ations|e)\b|\bcommit(?:ted|ment|ments|s)?\b|\bcontract\b|savings plan|包年|包月|预留"
            r"|\b\d{1,2}[- ]?(?:years?|yrs?|months?|mos?)\b",
            re.I,
        ),
    ),
    ("on_demand", re.compile(r"\bon[- ]?demand\b|pay[- ]as[- ]you[- ]go|\bpayg\b|按需|按量", re.I)),
)
_FORMS: Final = (
    ("superchip", re.compile(r"super-?chip|\bNVL\d+", re.I)),
    ("sxm", re.compile(r"\bSXM\d?\b|\bHGX\b|\bDGX\b", re.I)),
    ("oam", re.compile(r"\bOAM\b", re.I)),
    ("nvl", re.compile(r"\bNVL\b", re.I)),
    ("pcie", re.compile(r"\bPCI[- ]?E", re.I)),
)
_MEMORY: Final = re.compile(r"(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?\s*(GiB|GB|G|TiB|TB|MiB|MB)?(?![A-Za-z0-9])", re.I)
_GIGABYTES: Final = {"tb": 1000.0, "tib": 1024.0, "mb": 1 / 1024, "mib": 1 / 1024}
_COUNT: Final = re.compile(
    r"(?:[x×*]\s*)?(\d{1,3}(?:,\d{3})+|\d+)\s*(?:[x×*]|(?:GPUs?|TPUs?|NPUs?|cards?|chips?|accelerators?|卡|张)(?![A-Za-z]))?", re.I
)
_COUNT_BEFORE: Final = re.compile(r"(\d{1,3})\s*[x×*]\s*(?=[^\W\d_])", re.I)
_COUNT_BEHIND: Final = re.compile(
    r"(?:(?<=\d)|(?<=\d[A-Za-z])|\s+)[x×*]\s?(\d{1,3})$|[\s,(–—-]+(\d{1,3})\s*(?:[x×]|GPUs?|TPUs?|accelerators?|cards?|卡)\)?$", re.I
)
"""H100x8, MI300Xx8, "H100 x8", "H100 (8x)", "H100, 8 GPUs"; not "GTX 480"."""


_BEGINS: Final = re.compile(
    r"(?:\b(?:effective|takes?\s+effect|in\s+effect)(?:\s+(?:from|as of|on))?"
    r"|\bvalid from|\bstarting(?:\s+(?:from|on))?|\bfrom|\bas of|\bbeginning|\bab|自|从)\s*:?\s*$",
    re.I,
)
_ENDS: Final = re.compile(
    r"(?:\buntil|\bthrough|\bvalid (?:to|until|through)|\bends?(?: on)?|\bexpires?(?: on)?|\bbefore|\bbis|截至)\s*:?\s*$", re.I
)
_EFFECTIVE: Final = re.compile(r"\beffective\b|\b(?:takes?|in) effect\b|生效", re.I)


@dataclass(frozen=True)
class Validity:
    """Days that a text names for its price.

    Attributes:
        begins: first day.
        ends: last day.
        unclear: the text speaks of an effective day that cannot be read.
        unexplained: the latest date of which the text does not say what it means.
        rest: the text without these words.
    """

    begins: date | None = None
    ends: date | None = None
    unclear: bool = False
    unexplained: date | None = None
    rest: str = ""


def months_of(text: str) -> int | None:
    """Months of a term: "3-years" is 36, "1 Year price (/hr)" 12. None where none, several or an open one ("1 year+") is named."""
    if _OTHER_LENGTH.search(text) or _OPEN_LENGTH.search(text):
        return None
    found = {int(number) * (12 if unit.lower().startswith(("y", "年")) else 1) for number, unit in _LENGTH.findall(text)}
    if not found and _ANNUAL.search(text):
        return 12
    return found.pop() if len(found) == 1 and min(found) > 0 else None


def option_words(text: str) -> set[str]:
    """Purchase options that a text speaks of."""
    return {option for option, pattern in _OPTION_WORDS if pattern.search(text)}


def option_of(text: str) -> str | None:
    """The one purchase option that a text names; the word of the contract counts too."""
    words = option_words(text.replace("_", " "))
    return words.pop() if len(words) == 1 else None


def form_of(text: str) -> str | None:
    """Form of an accelerator; None where the text names none ("NVLink" says nothing: cards have bridges)."""
    return next((form for form, pattern in _FORMS if pattern.search(text)), None)


def memory_of(text: str) -> float | None:
    """Memory in GB; None unless the text holds exactly one number."""
    found = [hit for hit in _MEMORY.finditer(text) if not text[: hit.start()].rstrip().endswith(("HBM", "GDDR"))]
    if len(found) != 1:
        return None
    whole, decimals, unit = found[0].groups()
    number = float(f"{whole.replace(',', '')}.{decimals or 0}")
    return number * _GIGABYTES.get((unit or "gb").lower(), 1.0) or None


def count_of(text: str) -> int | None:
    """Accelerators: "8", "8x", "×8", "8 GPUs", "8x NVIDIA H100". None where a range or something else is printed."""
    hit = _COUNT.fullmatch(text.strip()) or _COUNT_BEFORE.match(text.strip())
    number = int(hit[1].replace(",", "")) if hit else 0
    return number if 1 <= number <= MAX_COUNT else None


def split_count(name: str) -> tuple[int | None, str]:
    """Count and name of "8x NVIDIA H100", "8 × H100 SXM" and "NVIDIA H100x8"; a name without a count stays as it is."""
    before = _COUNT_BEFORE.match(name)
    if before:
        return int(before[1]) or None, name[before.end() :].strip()
    behind = _COUNT_BEHIND.search(name)
    if behind:
        return int(behind[1] or behind[2]) or None, name[: behind.start()].strip()
    return None, name


def available_of(text: str) -> bool | None:
    """Whether a text says that an offer can be taken; None where it says neither."""
    word = re.sub(r"[^a-z]", "", text.rpartition("/")[2].lower())
    if word in {"true", "yes", "instock", "available", "limitedavailability"}:
        return True
    return False if word in {"false", "no", "outofstock", "soldout", "unavailable", "discontinued", "notavailable"} else None


def validity_of(text: str) -> Validity:
    """Days that a text names: "GPU-hour (Effective October 1, 2026)", "until 30 September 2026".

    A date without a day or year, or the word effective without a readable date, is unclear: such a price is neither of today nor of a
    known day.
    """
    begins = ends = unexplained = None
    rest = text
    found = dates(text)
    unclear = len(date_spans(text)) > len(found)
    for printed in reversed(found):
        before = text[: printed.start]
        begin, end = _BEGINS.search(before), _ENDS.search(before)
        hit = begin or end
        if hit is None:
            unexplained = max(printed.day, unexplained or printed.day)
            continue
        unclear = unclear or printed.precision != "day"
        begins, ends = (printed.day, ends) if begin else (begins, printed.day)
        rest = f"{rest[: hit.start()]} {rest[printed.end :]}"
    unclear = unclear or (begins is None and bool(_EFFECTIVE.search(text)))
    return Validity(begins, ends, unclear, unexplained, rest)
