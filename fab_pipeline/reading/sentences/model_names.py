"""Models as a text names them: names with digits ("Rook-70B"), sizes ("the 7B"), experts ("the 4x22B variant"), Chinese names (盘古 Ultra).

Belongs here: finding them, and whether a text is about several. Does not belong here: which figure is of which model (see `parts`).
"""

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.names import expert_spans
from fab_pipeline.reading.sentences.parameters import ACTS_BEHIND, is_base, is_teacher, parameter_counts
from fab_pipeline.reading.sentences.sentence import Sentence

_MODEL: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Z][A-Za-z]+\s\d+(?:\.\d+)?\s[A-Z][a-z]+|[A-Z][A-Za-z]*[-.]?[A-Za-z]*\d[A-Za-z0-9.\-]*|[A-Za-z]+-[A-Za-z0-9.\-]*\d[A-Za-z0-9.\-]*"
    r"|[A-Z][a-z]+[A-Z]+[A-Za-z]*|[A-Z][a-z]+-[A-Z][A-Za-z]*"
    r"|[A-Z][A-Za-z]+-(?:base|large|small|tiny|mini|medium|x{1,2}l|huge|nano|pro|lite|max|chat|instruct)(?![A-Za-z]))"
)
_NO_MODEL: Final = re.compile(r"(?:GPU|TPU|NPU|FP|BF|INT|DGX|HGX|RTX|TFLOP|PFLOP|Pre-|Post-|Mid-|Long-)", re.I)
_VERSION: Final = re.compile(r"V?\d[\d.]*")
_BRACKET: Final = re.compile(r"\s?[(（\[]\s?")
_HOLE: Final = "\ue001"
JOINT: Final = re.compile(r"\s?(?:/|,|、|and|or|和|与)\s?(?:and\s)?[~≈]?", re.I)
"""Between the members of one list."""
_ARTICLE: Final = re.compile(r"(?<![A-Za-z])(?:the|our|a|an)\s\Z", re.I)
_MODEL_BEHIND: Final = re.compile(r"[\s\-]?(?:models?|variants?|versions?|的?(?:模型|版本|版))", re.I)
_CHINESE: Final = re.compile(
    r"(?:^|(?<=[，,。；;：:、\s(]))(?:而|和|与)?(?!训练|使用|预训|采用|该|本|这|两|整|总|共|约|其|大|小|基础|语言|参数|平均|阶段|第|每|我们|单)"
    r"(?P<name>[\u4e00-\u9fff]{2,5}?(?:\s?-?(?:[A-Z][A-Za-z]+(?:\s\d[\d.]*)?|\d+(?:\.\d+)?(?=\s?(?:大?模型|则|只|仅|共)?(?:用|训|耗|消|花|参|在)))|大模型|模型))"
)
"""Names in Chinese: with a version or a word behind them (文心 4.5, 盘古 Ultra), or called a model (混元大模型)."""
_FEWEST: Final = 2


class ModelName(NamedTuple):
    """A name and its place in the folded text."""

    text: str
    start: int
    end: int


@lru_cache(maxsize=4)
def model_names(sentence: Sentence) -> list[ModelName]:
    """Names of models with their places, each once, in printed order."""
    found = [(hit[0], *hit.span()) for hit in _MODEL.finditer(sentence.folded) if not _NO_MODEL.match(hit[0])]
    found += [(name.text, name.start, name.end) for name in sentence.names if name.size and name.text[0].isdigit()]
    if not sentence.folded.isascii():
        found += [(hit["name"], *hit.span("name")) for hit in _CHINESE.finditer(sentence.folded)]
    kept: list[ModelName] = []
    for name, start, end in sorted(found, key=lambda one: one[1]):
        inside = any(mention.start <= start < mention.end for mention in sentence.mentions)
        excluded = not sentence.hidden[start:end].strip(_HOLE) and not any(known.start == start for known in sentence.names)
        if kept and start < kept[-1].end:
            continue
        if kept and sentence.folded[kept[-1].end : start] == " " and _VERSION.fullmatch(name):
            kept[-1] = ModelName(f"{kept[-1].text} {name}", kept[-1].start, end)
        elif kept and name[0].isdigit() and _BRACKET.fullmatch(sentence.folded, kept[-1].end, start):
            kept[-1] = kept[-1]._replace(end=end)
        elif not inside and not excluded and name not in {other for other, _, _ in kept}:
            kept.append(ModelName(name, start, end))
    return kept


def is_called_by(sentence: Sentence, start: int, end: int) -> bool:
    """Whether what stands there is a model's size used as its name: "the 7B", "70B 模型", "7B took"."""
    before = sentence.hidden[max(0, start - 8) : start]
    return bool(_ARTICLE.search(before) or _MODEL_BEHIND.match(sentence.hidden, end) or ACTS_BEHIND.match(sentence.hidden, end))


def called_by_experts(sentence: Sentence) -> list[tuple[int, int]]:
    """Models that are called by their experts: "the 4x22B variant"; their size is not told."""
    return [span for span in expert_spans(sentence.folded) if is_called_by(sentence, *span)]


@lru_cache(maxsize=4)
def end_of_joint_names(sentence: Sentence) -> int | None:
    """Where "Rook-3B and Rook-9B" ends, if the text names no other model; None where it tells of them one by one."""
    names = model_names(sentence)
    joint = len(names) >= _FEWEST and all(JOINT.fullmatch(sentence.folded, one.end, two.start) for one, two in pairwise(names))
    return names[-1].end if joint else None


@lru_cache(maxsize=4)
def several_sizes(sentence: Sentence) -> bool:
    """Whether the text is about several models of different sizes, so that no figure is of the one run."""
    sizes = {name.size for name in sentence.names if name.size and not is_base(sentence, name.start)}
    sizes |= {
        amount.quantity.value
        for amount in parameter_counts(sentence).total
        if _is_name(sentence, amount) and not is_teacher(sentence, amount)
    }
    return len(sizes) + len(called_by_experts(sentence)) >= _FEWEST


def _is_name(sentence: Sentence, amount: Amount) -> bool:
    return bool(_ARTICLE.search(sentence.before(amount, 8)) or ACTS_BEHIND.match(sentence.hidden, amount.end))
