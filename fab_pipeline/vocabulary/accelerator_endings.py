"""Where an accelerator's name begins and ends in text, and the memory and form words behind it.

Belongs here: the rules that tell a glued count ("A10025,000", "H800512 卡") from another name ("H1000"), and a glued word ("H100Ai2")
from another model ("A100X"). Does not belong here: the names. All functions work on folded text (see `characters.fold`).
"""

import re
from typing import Final, NamedTuple

from fab_pipeline.vocabulary.accelerator_list import Accelerator

_COUNTED: Final = (
    r"卡|张|块|片|枚|颗|个|台|超?节点|路|柜|GPUs?|NPUs?|TPUs?|XPUs?|cards?|chips?|accelerators?|nodes?|servers?|devices?|units?|racks?|pods?"
    r"|hosts?|machines?|superchips?|boards?|instances?|HGX|DGX"
)
_NUMBER_AHEAD: Final = re.compile(
    rf"""[1-9]\d{{0,2}}(?:,\d{{3}})+(?!\d)                                # 25,000
    | [1-9]\d{{0,2}}(?:[ ]\d{{3}})+\s*(?:{_COUNTED})                      # 16 000 GPUs
    | [1-9]\d{{0,6}}(?:\.\d+)?\s*(?:万|亿|千|百)                           # 2.5 万
    | [1-9]\d{{0,4}}(?:\.\d+)?\s?[KM](?![A-Za-z0-9])                      # 16K
    | [1-9]\d{{0,6}}\s*[+多余]?[\s\-]*(?:{_COUNTED})                       # 512 卡, 96 HGX nodes, 8,960-chip
    | [1-9]\d{{0,2}}\s?[x×*]\s?[A-Z0-9]                                   # 8x B200""",
    re.I | re.X,
)
_GB: Final = r"(\d{1,3})\s?(?:GB|GiB|G(?![A-Za-z]))"
_MEMORY_AHEAD: Final = re.compile(_GB, re.I)
_LETTERS: Final = re.compile(r"[A-Za-zÀ-ÖØ-öø-ɏ]+")
_FORM_AHEAD: Final = re.compile(r"(?:SXM|PCI|NVL|OAM|HGX|DGX|FHHL|HBM|GPU|NPU|Tensor)", re.I)
_VARIANT: Final = re.compile(r"[\s\-_]?(?:Ti|SUPER|D|Laptop|Mobile|Blackwell)(?![A-Za-z])", re.I)
_EQUIVALENT: Final = re.compile(r"s?[\s\-]*(?:equivalents?|equiv\b|等效|当量|等价)", re.I)
_THOUSANDS_AHEAD: Final = re.compile(r",\d{3}(?!\d)")
_LONE_DIGIT: Final = re.compile(r"[^0-9]\d\Z")
_LONG_NAME: Final = 4
_SHORT_WORDS: Final = frozenset({"up", "at", "in", "on", "of", "to"})
"""Short words with which the next part of a cell may begin ("H20up to 4,096 GPUs")."""

_SKIPPED: Final = re.compile(r"[\s\-_(\[/]{0,3}")
_FILLER: Final = re.compile(r"(?:Tensor[\s\-]?Core|GPUs?|NPUs?)(?![A-Za-z])", re.I)
_MEMORY_TYPE: Final = re.compile(r"(?:HBM\de?|GDDR\d[A-Z]?)(?![A-Za-z])|HBM(?![A-Za-z0-9])", re.I)
"""A digit behind the generation begins a glued count ("HBM324,576 卡" are 24,576)."""
_FORM_WORD: Final = re.compile(
    r"SXM(?:\d(?![.,]?\d))?(?:\s?AC\b)?|PCI[\-\s]?E|NVL\d+(?![.,]?\d)|NVL(?!ink)|OAM|HGX|DGX(?!S)|Superchip|FHHL", re.I
)
_RACK: Final = re.compile(r"NVL(?:576|144|72|36|16|8|4|2)(?=[1-9])", re.I)
"""A glued count may follow the size of a rack: "NVL7218,432 GPUs" are 18,432 in racks of 72."""
_SXM: Final = re.compile(r"SXM(?P<digits>\d+)(?P<groups>(?:,\d{3})*|\.\d+(?=\s*万))(?![,.]?\d)", re.I)
_SXM_GENERATIONS: Final = {
    "2": ("P100", "V100"),
    "3": ("V100",),
    "4": ("A100", "A800"),
    "5": ("H100", "H800", "H200", "H20"),
    "6": ("B100", "B200", "B300"),
}
_MOST_GLUED: Final = 400_000
"""Of "SXM516,384" read as 516,384 behind SXM, or as 16,384 behind SXM5: no run had as many accelerators as this."""
_FORM_OF_PREFIX: Final = (
    ("SXM", "sxm"),
    ("PCI", "pcie"),
    ("FHHL", "pcie"),
    ("OAM", "oam"),
    ("SUPER", "superchip"),
    ("HGX", "sxm"),
    ("DGX", "sxm"),
)


class Suffix(NamedTuple):
    """What stands behind a name: where it ends, and what it says of memory and form."""

    end: int
    memory_gb: float | None
    form: str | None


def starts_well(folded: str, start: int, length: int, *, branded: bool) -> bool:
    """Whether a name may begin at `start`, given what stands before it."""
    before = folded[start - 1] if start else ""
    if not (before.isascii() and before.isalnum()) or not folded[start].isascii():
        return True
    if before in "xX" and folded[start - 2 : start - 1].isdigit():
        return True
    if branded:
        return not before.isupper()
    if length < _LONG_NAME:
        return False
    number = re.search(r"(?:^|[^A-Za-z0-9.])\d+\Z", folded[max(0, start - 12) : start])
    return bool(number) or (folded[start].isupper() and bool(re.search(r"[a-z]{2}\Z", folded[max(0, start - 2) : start])))


def ends_well(folded: str, end: int, accelerator: Accelerator, length: int) -> bool:
    """Whether a name may end at `end`: not inside a longer name or number; glued counts, memories and words are fine.

    A last single digit that opens a thousands group ("Gaudi 2,048 cards", "910B4,096 卡") belongs to the count.
    """
    if _EQUIVALENT.match(folded, end):
        return False
    if accelerator.model.startswith(("RTX", "GTX")) and _VARIANT.match(folded, end):
        return False
    after = folded[end : end + 1]
    if after == "." and folded[end + 1 : end + 2].isdigit() and folded[end - 1 : end].isdigit():
        return False
    if after.isdigit():
        memory = _MEMORY_AHEAD.match(folded, end)
        return bool(_NUMBER_AHEAD.match(folded, end)) or bool(memory and float(memory[1]) in accelerator.memories_gb)
    if after.isascii() and after.isalpha():
        return _word_may_follow(folded, end, length)
    return not (_LONE_DIGIT.search(folded, 0, end) and _THOUSANDS_AHEAD.match(folded, end))


def _word_may_follow(folded: str, end: int, length: int) -> bool:
    hit = _LETTERS.match(folded, end)
    word = hit[0] if hit else ""
    if word in {"s", "S"} or _FORM_AHEAD.match(folded, end):
        return True
    return len(word) >= (2 if length >= _LONG_NAME else 3) or word in _SHORT_WORDS


def read_suffix(folded: str, end: int, accelerator: Accelerator, brand: str) -> Suffix:
    """Memory and form words that directly follow a name ending at `end`; `brand` stands before it and may say HGX or DGX."""
    last, memory, form = end, None, None
    position = end
    for _ in range(8):
        skipped = _SKIPPED.match(folded, position)
        at = skipped.end() if skipped else position
        if filler := _FILLER.match(folded, at):
            position = filler.end()
            continue
        if (hit := _MEMORY_AHEAD.match(folded, at)) and float(hit[1]) in accelerator.memories_gb:
            memory = float(hit[1]) if memory is None else memory
        elif hit := _form_word(folded, at, accelerator):
            form = form or _form(hit[0].upper(), accelerator)
        elif not (hit := _MEMORY_TYPE.match(folded, at)):
            break
        last = position = hit.end()
        if folded[position : position + 1] in {")", "]"} and re.search(r"[(\[]", folded[end:at]):
            last = position = position + 1
    return Suffix(last, memory, form or _form_by_words(folded[end:last], accelerator) or _form_of_brand(brand, accelerator))


def _form_word(folded: str, at: int, accelerator: Accelerator) -> re.Match[str] | None:
    """The form word at a place; digits behind SXM are its generation, a glued count, or both.

    Where both readings are possible ("H100 SXM512": 512, or 12 behind SXM5) all of it belongs to the word, so that nothing is counted.
    """
    rack, glued = _RACK.match(folded, at), _SXM.match(folded, at)
    if rack and _NUMBER_AHEAD.match(folded, rack.end()):
        return rack
    if glued is None or (len(glued["digits"]) == 1 and not glued["groups"]):
        return _FORM_WORD.match(folded, at)
    generation, behind = glued["digits"][0], glued["digits"][1:]
    whole = float((glued["digits"] + glued["groups"]).replace(",", "")) * (1e4 if "." in glued["groups"] else 1)
    may_be_generation = accelerator.model in _SXM_GENERATIONS.get(generation, ()) and glued["digits"][1:2] not in {"", "0"}
    may_be_count = whole < _MOST_GLUED and len(glued["digits"]) <= (3 if glued["groups"] else 6)
    if may_be_generation and may_be_count and behind:
        return glued
    return re.compile("SXM" + (generation if may_be_generation else ""), re.I).match(folded, at)


def _form(word: str, accelerator: Accelerator) -> str | None:
    if word.startswith("NVL"):
        form = "nvl" if word == "NVL" else "superchip"
        return form if form in accelerator.forms else None
    return next((form for prefix, form in _FORM_OF_PREFIX if word.startswith(prefix)), None)


def _form_by_words(suffix: str, accelerator: Accelerator) -> str | None:
    words = re.sub(r"[\s\-_]+", " ", suffix).upper()
    return next((form for key, form in accelerator.form_words.items() if re.search(rf"{re.escape(key)}(?![A-Z0-9])", words)), None)


def _form_of_brand(brand: str, accelerator: Accelerator) -> str | None:
    return "sxm" if "sxm" in accelerator.forms and re.search(r"[HD]GX", brand, re.I) else None
