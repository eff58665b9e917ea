"""Nodes and what each holds: "16 nodes with 8 A100 each", "four 8xH100 nodes", "24 nodes (8-GPU)", "two 4,096-chip pods".

Belongs here: which counts are of nodes or of one node, and nodes times the cards of one. Does not belong here: counts of a run (see
`hardware`).
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.measures import MASK
from fab_pipeline.reading.numerals import numeral_exactly_at
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.sentences.sentence import Sentence
from fab_pipeline.vocabulary.accelerators import Mention

_NODE_WORD: Final = (
    r"(?:nodes?|servers?|hosts?|machines?|systems?|boxes|superpods?|pods?|racks?|slices?"
    r"|节点|節點|服务器|伺服器|台|机柜|ノード|Server[n]?|Knoten)"
)
_NODES_BEHIND: Final = re.compile(
    rf"(?:\s*[(（][^()（）]{{0,30}}[)）])?(?:-\d+)?[\s\-]*(?:\d+\s?GB?\s*)?(?:GPU\s*)?{_NODE_WORD}(?![a-z])", re.I
)
_EACH_BEFORE: Final = re.compile(
    r"(?:with|w/|having|containing|holding|of|mit\s+je(?:weils)?|je(?:weils)?|mit|à|avec|chacun|每(?:个|個|台|节点|服务器|机|一)*(?:节点|服务器|机器|机)?(?:配备|配置|搭载|有|含|装)?(?:了)?"
    r"|各(?:有|配|配备)?|each|[x×*,(（:])\s*(?:jeweils\s+)?(?:equipped\s+with\s+)?\Z",
    re.I,
)
_EACH_AFTER: Final = re.compile(
    rf"\s*[)）]?\s*(?:GPUs?\s*)?(?:each|apiece|je\s+|(?:per|/|in\s+each|in\s+every|on\s+each|a)\s*{_NODE_WORD}|每(?:个|台)?{_NODE_WORD})(?![a-z])",
    re.I,
)
_EACH_NODE_BEFORE: Final = re.compile(
    rf"(?:(?:per|each|every)\s+{_NODE_WORD}[\s:,]*(?:has|have|with|contains|consists\s+of|comprises|is\s+equipped\s+with|equipped\s+with|houses|:)?\s*|(?<![a-z])(?:nodes|servers|machines|boxes)\s+(?:of|with|holding)\s*|单机|单节点|每(?:个|台)?{_NODE_WORD}[\u4e00-\u9fff]{{0,3}}\s*)\Z",
    re.I,
)
_JEWEILS: Final = re.compile(r"(?<![A-Za-z])(?:jeweils|each\s+(?:equipped\s+)?(?:with|having|containing))\s+\Z", re.I)
_NEAR: Final = 30
_SIZED: Final = re.compile(rf"\s?[x×]\s?{MASK}")
"""Behind the cards of one node: "four 8xH100 nodes"; in "96 HGX 8x B200 nodes" as well."""
_OF_ONE_SIZE: Final = re.compile(r"([A-Za-z]+|\d[\d,]*)(?:\s+(?:[HD]GX\s+)?|\s*[x×*]\s*)\Z")
_NODES_TIMES: Final = re.compile(rf"\s*{_NODE_WORD}\s*[x×*]\s*(\d[\d,]*)", re.I)
_ANY_NODE: Final = re.compile(_NODE_WORD, re.I)
_IN_BRACKETS: Final = re.compile(r"\s*\(\s*")


def nodes_times(sentence: Sentence) -> list[Amount]:
    """Of several counts of nodes that hold equally many: each times that many ("16/32 nodes, each with 8 GPUs")."""
    if len(_nodes(sentence)) <= 1:
        return []
    held = {amount.quantity.value for amount in sentence.of("accelerator") if in_each_node(sentence, amount)}
    size = held.pop() if len(held) == 1 else None
    return [replace(node, quantity=node.quantity.scaled(size), dimension="accelerator") for node in _nodes(sentence)] if size else []


def is_node_count(sentence: Sentence, amount: Amount) -> bool:
    """Whether what is counted are nodes that bear the name of their cards: "96个DGX-A100（40G）节点"."""
    if _SIZED.match(sentence.hidden, amount.figure_end):
        return False
    mention = _named(sentence, amount)
    end = max(amount.end, mention.end if mention else 0)
    dgx = (
        mention is not None
        and mention.text.upper().startswith(("DGX", "HGX"))
        and not sentence.hidden[end:].lstrip().upper().startswith("GPU")
    )
    return dgx or bool(_NODES_BEHIND.match(sentence.hidden, end))


def is_of_sized_node(sentence: Sentence, amount: Amount) -> bool:
    """Whether a count is of one node that is called by it: "an 8×A100 node"."""
    mention = _named(sentence, amount) if _SIZED.match(sentence.hidden, amount.figure_end) else None
    return mention is not None and bool(_NODES_BEHIND.match(sentence.hidden, max(amount.end, mention.end)))


def _named(sentence: Sentence, amount: Amount) -> Mention | None:
    """The accelerators that a count names."""
    return next((m for m in sentence.mentions if amount.figure_end <= m.end and m.start <= amount.end), None)


def in_each_node(sentence: Sentence, amount: Amount) -> bool:
    """Whether a count is of what one node holds: "16 nodes with 8 A100 each", "nodes of 8"."""
    before = sentence.before(amount)
    each = _EACH_AFTER.match(sentence.hidden, behind_memory(sentence, amount)) and _ANY_NODE.search(sentence.hidden)
    if each or _EACH_NODE_BEFORE.search(before) or _JEWEILS.search(before):
        return True
    node = next((other for other in reversed(_nodes(sentence)) if other.end <= amount.start), None)
    between = sentence.hidden[node.end : amount.start] if node else ""
    return node is not None and len(between) < _NEAR and "(" not in between.replace("(each", "") and bool(_EACH_BEFORE.search(between))


def behind_memory(sentence: Sentence, amount: Amount) -> int:
    """The end of a count with the name and the memory of what it counts."""
    mention = next((m for m in sentence.mentions if m.start <= amount.end <= m.end), None)
    end = max(amount.end, mention.end if mention else 0)
    hit = re.compile(r"s?\s*(?:GPUs?)?").match(sentence.hidden, end)
    return hit.end() if hit else end


@lru_cache(maxsize=4)
def _nodes(sentence: Sentence) -> list[Amount]:
    return sentence.of("node", "pod") + [amount for amount in sentence.of("accelerator") if is_node_count(sentence, amount)]


def one_kind_of_nodes_times(sentence: Sentence, of_node: Sequence[Amount]) -> list[Amount]:
    """Nodes times the accelerators of one."""
    nodes, held = _nodes(sentence), {amount.quantity.value for amount in of_node}
    if len(nodes) != 1 or len(held) != 1 or nodes[0].quantity.value is None or of_node[0].quantity.value is None:
        return []
    return [replace(nodes[0], quantity=nodes[0].quantity.scaled(of_node[0].quantity.value), dimension="accelerator")]


def pods(sentence: Sentence, found: Sequence[Amount]) -> list[Amount]:
    """Pods of one size: "multiple 8960-chip pods", "two 4,096-chip pods", "a 2048-GPU cluster"."""
    out: list[Amount] = []
    for amount in found:
        if not (amount.hyphenated or is_of_sized_node(sentence, amount)) or amount.quantity.value is None:
            continue
        times = _nodes_of(sentence, amount)
        if times is not None:
            out.append(replace(amount, quantity=amount.quantity.scaled(times)))
            continue
        before = _OF_ONE_SIZE.search(sentence.hidden, max(0, amount.start - 24), amount.start)
        number = numeral_exactly_at(sentence.hidden, before.start()) if before else None
        if number is None or number.end > amount.start:
            out.append(amount)
        elif number.kind == "vague":
            out.append(replace(amount, quantity=Quantity(None, number.value * amount.quantity.value, None, "vague")))
        else:
            out.append(replace(amount, quantity=amount.quantity.scaled(number.value)))
    return out


def _nodes_of(sentence: Sentence, amount: Amount) -> float | None:
    """How many nodes of this size stand behind it, or before its bracket: "8-GPU node × 16", "16 nodes (8-GPU)"."""
    if behind := _NODES_TIMES.match(sentence.hidden, amount.end):
        return float(behind[1].replace(",", ""))
    node = next((one for one in sentence.of("node") if _IN_BRACKETS.fullmatch(sentence.hidden, one.end, amount.start)), None)
    return node.quantity.value if node else None
