"""On how many accelerators a training ran.

Belongs here: counts, cores as chips, single cards. Does not belong here: nodes (see `nodes`), which accelerators they are (see `labels`).
"""

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.comparators import qualified
from fab_pipeline.reading.measures import MASK
from fab_pipeline.reading.numerals import zh_value
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.sentences.choosing import pick
from fab_pipeline.reading.sentences.device_time import cores_per_chip
from fab_pipeline.reading.sentences.labels import label_of
from fab_pipeline.reading.sentences.nodes import behind_memory, in_each_node, is_node_count, is_of_sized_node, one_kind_of_nodes_times, pods
from fab_pipeline.reading.sentences.sentence import Sentence
from fab_pipeline.reading.sentences.used_part import bare_parts, of_run

_ONE_NODE: Final = re.compile(r"(?:single|one|1)[\s\-](?:\S+\s)?(?:node|server|machine|host|box)(?![a-z])|单机|单节点|单台|一台", re.I)
_SINGLE: Final = re.compile(
    rf"(?<![A-Za-z])(?:a|one|only\s+one|just\s+one)?\s*single\s+(?:[A-Za-z\-]+\s+)?(?:{MASK}|GPU|TPU|card|chip)|单(?:张|块|个|片)?\s*(?:{MASK}|卡|GPU|显卡)(?!的?(?:价格|价|功耗|性能|显存|吞吐|算力|效率|成本|每|可|推理|租))",
    re.I,
)
_SERVING: Final = re.compile(
    r"(?:(?<![a-z])(?:model runs? on|fits?|loaded|served?|serving|deploy(?:ed|able)?|inference)(?![a-z])|推理|部署)[^.。;；]{0,24}\Z", re.I
)
_TO_SERVE: Final = re.compile(
    r"\s*(?:\d{2,3}\s?GB\s*)?(?:GPUs?\s*)?(?:to|for)\s+(?:run(?=\s*(?:$|[.,;)]|it\b|the\s+model))|serv|host|load|infer|deploy)", re.I
)
_ABLE: Final = re.compile(r"(?:支持|支撑|扩展[到至]|scal(?:e|es|ing)\s+(?:up\s+)?to|supports?)[\u4e00-\u9fff]{0,6}\s*\Z", re.I)
_NAME_TIMES: Final = re.compile(rf"{MASK}s?\s*(?:GPUs?|cards?|卡)?\s*(?:[(（][^()（）]{{0,16}}[)）])?\s*[x×*]\s*\Z", re.I)
_COUNT_LABEL: Final = re.compile(
    r"(?:数量|卡数|GPU\s*数|(?:GPU|card|chip|hardware)\s+(?:count|quantity)|quantity|(?<![a-z])num(?:ber)?)\s*[:：|=]\s*\Z", re.I
)
_SERVERS_BEFORE: Final = re.compile(r"(\d[\d,]*|[一二两兩三四五六七八九十百]+)\s*台\s*\Z")
_TIMES_BEHIND: Final = re.compile(r"\s*[x×*]")
_PART_OF: Final = re.compile(r"(?<![\d.])(\d[\d,]*)\s+(?:out\s+)?of\s+(?:(?:the|its|our|their|these|those)\s+)?\Z", re.I)
_TIMES_BEFORE: Final = re.compile(r"(?<![\d.,])(\d[\d,]*)\s*(?:nodes?|servers?|节点|台|机)?\s*[x×*]\s*\Z", re.I)


def read_count(sentence: Sentence) -> Quantity | None:
    """How many accelerators; None where no single count is stated."""
    whole = counts(sentence)
    if whole:
        labels = {label_of(sentence, amount) for amount in whole} - {None}
        return None if len(whole) > 1 and len(labels) > 1 else pick(sentence, whole)
    single = _SINGLE.search(sentence.hidden)
    return Quantity(1.0) if single and not _SERVING.search(sentence.hidden, max(0, single.start() - 48), single.start()) else None


@lru_cache(maxsize=4)
def counts(sentence: Sentence) -> list[Amount]:
    """Candidates: counts of accelerators of the whole run, in printed order."""
    candidates = sentence.of("accelerator")
    servers = [product for amount in candidates if (product := _servers_of(sentence, amount))]
    found = [
        amount
        for amount in candidates
        if not (
            is_node_count(sentence, amount)
            or is_of_sized_node(sentence, amount)
            or _serves(sentence, amount)
            or _SERVERS_BEFORE.search(sentence.before(amount, 16))
        )
    ]
    of_node = [amount for amount in found if in_each_node(sentence, amount)]
    whole = [_part(sentence, _as_class(amount)) for amount in found if amount not in of_node and not amount.hyphenated]
    whole += [replace(amount, quantity=amount.quantity.scaled(1 / (cores_per_chip(sentence) or 1))) for amount in _cores(sentence)]
    whole += _behind_name(sentence)
    whole = of_run(sentence, whole + bare_parts(sentence))
    whole = [_capability(sentence, _times(sentence, amount)) for amount in whole]
    products = one_kind_of_nodes_times(sentence, of_node) + pods(sentence, sentence.of("accelerator"))
    if not whole and not products and of_node and _ONE_NODE.search(sentence.hidden):
        return of_node
    return whole or products or servers


def _serves(sentence: Sentence, amount: Amount) -> bool:
    """Whether the model runs on these cards once it is trained."""
    return bool(_SERVING.search(sentence.before(amount)) or _TO_SERVE.match(sentence.hidden, behind_memory(sentence, amount)))


def _cores(sentence: Sentence) -> list[Amount]:
    return sentence.of("core") if cores_per_chip(sentence) else []


def _as_class(amount: Amount) -> Amount:
    """A class word (万卡) gives an order of magnitude."""
    if amount.kind not in {"scale", "class"} or amount.quantity.qualifier != "approx" or amount.quantity.value is None:
        return amount
    return replace(amount, quantity=Quantity(None, amount.quantity.value, None, "vague"))


def _times(sentence: Sentence, amount: Amount) -> Amount:
    """A count that a factor precedes: "16 x 8 A100"."""
    hit = _TIMES_BEFORE.search(sentence.hidden, max(0, amount.start - 24), amount.start)
    return replace(amount, quantity=amount.quantity.scaled(float(hit[1].replace(",", "")))) if hit else amount


def _behind_name(sentence: Sentence) -> list[Amount]:
    """Counts behind what they count or behind a label: "A100 80GB GPU x 4", "H800 × 2,048", 数量：1024."""
    return [
        amount
        for amount in sentence.of("")
        if (_NAME_TIMES.search(sentence.before(amount)) or (sentence.mentions and _COUNT_LABEL.search(sentence.before(amount))))
        and not _TIMES_BEHIND.match(sentence.hidden, amount.end)
        and amount.kind == "number"
    ]


def _servers_of(sentence: Sentence, amount: Amount) -> Amount | None:
    """Servers of so many cards: 4台8卡A100服务器 and 四台八卡服务器 are 32."""
    hit = _SERVERS_BEFORE.search(sentence.before(amount, 16))
    if hit is None:
        return None
    servers = float(hit[1].replace(",", "")) if hit[1][0].isdigit() else zh_value(hit[1])
    return replace(amount, quantity=amount.quantity.scaled(servers))


def _capability(sentence: Sentence, amount: Amount) -> Amount:
    """What a platform can hold is a ceiling: "scales to 4,096 GPUs", 可支持单集群 12.8 万卡."""
    able = _ABLE.search(sentence.before(amount, 16))
    return replace(amount, quantity=qualified(amount.quantity, "upper_bound")) if able else amount


def _part(sentence: Sentence, amount: Amount) -> Amount:
    """Of "3,072 of the 37,888 GPUs" the run used the first."""
    hit = _PART_OF.search(sentence.hidden, max(0, amount.start - 24), amount.start)
    return replace(amount, quantity=Quantity(float(hit[1].replace(",", "")))) if hit else amount
