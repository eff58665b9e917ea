"""What the words around a claim of a case say: the sentence, the model or system named, the sector, and what a figure is a figure of.

Belongs here: reading words. A count can be what a run used or what a cluster has; a time can be a training or an installation. Does not
belong here: figures (read already), putting a case together (see `leaderboards.case_claims`).
"""

import re
from collections import Counter
from functools import lru_cache
from typing import Final, NamedTuple

from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.sectors import sector_patterns
from fab_pipeline.vocabulary.traditional import plain
from fab_pipeline.vocabulary.vendors import find_vendors

_END: Final = re.compile(r"[。！？!?；;\n]|\.(?=\s|\Z)")
_NAME: Final = (
    r"(?P<name>(?<![A-Za-z0-9\-.])[A-Za-z][A-Za-z0-9]*(?:[\-.][A-Za-z0-9]+)*(?:\s\d{1,4}(?:\.\d)?[BM]?(?![\w%.,\-]))?(?![A-Za-z0-9]))"
)
_OPEN: Final = r"[“\"「『'‘]?\s*"
_CLOSE: Final = r"\s*[”\"」』'’]?\s*"
_PATTERNS: Final = tuple(
    re.compile(pattern, re.A)
    for pattern in (
        # the words before the name
        rf"(?:模型|训练了?|训出了?|训成了?|推出了?|发布了?|开发了?|打造了?|研发了?|名为|叫做|系统|超算){_OPEN}{_NAME}",
        rf"\b(?:[Tt]rain(?:s|ed|ing)?|pre-?train(?:s|ed|ing)?|fine-?tun(?:es|ed|ing)|[Dd]evelop(?:s|ed|ing)?|[Bb]uil(?:ds?|t)"
        rf"|[Ll]aunch(?:es|ed)?|[Ii]ntroduc(?:es|ed)|[Rr]eleas(?:es|ed)|called|named|dubbed|models?|supercomputer|behind)"
        rf"\s(?:(?:its|the|a|an|their|own|new|model|models)\s){{0,3}}{_OPEN}{_NAME}",
        r"(?:模型|训练了?|训出了?|推出了?|发布了?|开发了?|名为)[“「『\"](?P<name>[\u4e00-\u9fff]{2,8})[”」』\"]",
        r"[“「『\"](?P<name>[\u4e00-\u9fff]{2,8})[”」』\"]大?(?:语言)?模型",
        # the words behind it
        rf"{_NAME}{_CLOSE}(?:大?(?:语言)?大?模型|系列|超级计算机|超算|集群|的?训练)",
        rf"{_NAME}{_CLOSE},?\s?(?:was (?:pre-?)?trained|is trained|(?:large |language |foundation )*models?\b"
        rf"|supercomputer|cluster|system\b|(?:was|is) (?:launched|powered|built)|, the largest)",
        rf"(?:最大|最小|旗舰)的{_OPEN}{_NAME}(?=[^。]{{0,12}}参数)",
    )
)
_NO_MODEL: Final = frozenset(
    # kinds of hardware and software, tools, formats
    ("ai", "gpu", "gpus", "npu", "cpu", "tpu", "llm", "llms", "ml", "hpc", "moe", "api", "gpt", "ict", "it", "rdma", "roce", "infiniband",
     "ethernet", "nvlink", "kubernetes", "slurm", "transformer", "pytorch", "tensorflow", "jax", "cuda", "nccl", "megatron", "megatron-lm",
     "deepspeed", "fsdp", "lora", "rlhf", "dpo", "fp8", "bf16", "fp16", "dgx", "hgx", "superpod", "basepod", "quantum-2", "hopper",
     "blackwell", "ampere", "token", "tokens", "cloud", "cluster", "machine", "data",
     # words that begin a title or a sentence
     "large", "larger", "smaller", "language", "foundation", "model", "models", "deep", "training", "inference", "industry", "case",
     "study", "customer", "story",
     "the", "its", "a", "an", "our", "own", "new", "this", "that", "these", "those", "their", "it", "he", "she", "we",
     "you", "to", "on", "in", "of", "for", "with", "from", "and", "or", "more", "less", "one", "two", "three", "first")
)  # fmt: skip
_CLUSTER: Final = re.compile(
    r"集群|超算|超级计算机|智算中心|算力中心|数据中心|\bclusters?\b|supercomputer|data cent(?:er|re)|\bsystem\b|fleet", re.I | re.A
)
_USED: Final = re.compile(
    r"训练[^，。,;；]{0,24}(?:用了|使用了|动用|耗用|采用)|(?:用了|使用了|动用)[^，。]{0,30}(?:训练|张|块|个节点)"
    r"|用[^，。]{0,24}(?:训练了|训出|训成|训练出)|训出"
    r"|上[^，。]{0,6}训练了|trained?\b[^.]{0,80}?\b(?:on|with|using|across)\b|ran on|running on|took [^.]{0,30}on",
    re.I | re.A,
)
_INSTALLING: Final = re.compile(
    r"安装|上架|搭建|建成|建设|部署|交付|install\w*|construct\w*|\bdeploy\w*|\bset ?up\b|stood up|bring-?up|delivery|rack\w*|\bbuil[dt]\w*",
    re.I | re.A,
)
_UNTIL: Final = re.compile(
    r"到[^，。]{0,10}(?:训练|上线|投入|投运|启用|运行)|(?:开始|投入|启动)(?:首次)?训练|投产|投运|上线"
    r"|to (?:the )?(?:start|first|begin\w*|operation\w*|training)|until|before (?:the )?(?:first )?training"
    r"|up and running|online|operational|first (?:training|job|workload)|started training|train\w* (?:began|started)",
    re.I | re.A,
)  # fmt: skip
_LABELLED: Final = re.compile(
    r"(?:industry|sector|行业|领域)\s*\**\s*[:：]\s*\**\s*(?P<words>[^\n·|]{2,40})|(?P<zh>[\u4e00-\u9fff]{2,6})(?:行业|业)",
    re.I,
)
_LABEL_WEIGHT: Final = 5


class Named(NamedTuple):
    """One naming of a model or system: the name, and where it starts in the text."""

    name: str
    start: int


class Sector(NamedTuple):
    """A sector of the closed list, and the first words that show it."""

    name: str
    words: str


def sentence_at(text: str, start: int, end: int) -> str:
    """The sentence around some words; a line end closes it, too."""
    left = 0
    for hit in _END.finditer(text, 0, start):
        left = hit.end()
    right = _END.search(text, end)
    return text[left : right.start() if right else len(text)].strip()


def named_models(text: str) -> list[Named]:
    """Models and systems that a text names by the words around them, in printed order; no accelerator, vendor or tool is one."""
    folded = plain(text)
    taken = [(hit.start, hit.end) for hit in find_accelerators(text)] + [(hit.start, hit.end) for hit in find_vendors(text)]
    found: dict[int, str] = {}
    for pattern in _PATTERNS:
        for hit in pattern.finditer(folded):
            name, start = hit["name"].rstrip("."), hit.start("name")
            inside = any(left <= start < right or start <= left < start + len(name) for left, right in taken)
            if not inside and _is_name(name):
                found[start] = max(found.get(start, ""), name, key=len)
    return [Named(name, start) for start, name in sorted(found.items())]


def main_model(text: str) -> str | None:
    """The model or system that a text names most often; of equals the first."""
    counted = Counter(named.name for named in named_models(text))
    return max(counted, key=counted.__getitem__) if counted else None


def sector_of(text: str) -> Sector | None:
    """The sector whose words a text has most often; None where none leads."""
    folded = plain(text)
    points: Counter[str] = Counter()
    first: dict[str, str] = {}
    labels = [hit["words"] or hit["zh"] for hit in _LABELLED.finditer(folded)]
    for name, words in _sectors().items():
        hits = words.findall(folded)
        points[name] = len(hits) + _LABEL_WEIGHT * sum(bool(words.search(label)) for label in labels)
        if hits:
            first[name] = hits[0]
    (best, most), (_, second) = points.most_common(2)
    return Sector(best, first[best]) if most > second and best in first else None


def is_of_a_run(clause: str, sentence: str) -> bool:
    """Whether a count is what a run used; else it is what a cluster has. The clause of the count speaks first, then its sentence."""
    for words in map(plain, (clause, sentence)):
        if _USED.search(words):
            return True
        if _CLUSTER.search(words):
            return False
    return True


def is_installation(sentence: str) -> bool:
    """Whether a time of the sentence is one of installing or building until something runs, rather than of a training."""
    folded = plain(sentence)
    return bool(_INSTALLING.search(folded) and _UNTIL.search(folded))


def _is_name(name: str) -> bool:
    first = name.split(maxsplit=1)[0]
    marked = any(sign.isupper() or sign.isdigit() or not sign.isascii() for sign in first)
    return len(first) > 1 and first.lower() not in _NO_MODEL and marked


@lru_cache(maxsize=1)
def _sectors() -> dict[str, re.Pattern[str]]:
    return sector_patterns()
