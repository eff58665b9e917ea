"""Counts that follow from a list and are not printed: "能源、制造、交通、医疗等多个行业" names at least four industries.

Belongs here: lists whose last word says what they list, of the few kinds that vendors compare (industries, kinds of accelerators,
methods, stages, modes, layers). Such a count is marked as derived from a list and never enters a board. Does not belong here: printed
numbers.
"""

import re
from typing import Final

from fab_pipeline.reading.claims.figure import Figure

_ITEM: Final = r"[^，,。；;：:、（()）\s]{1,12}"
_SEPARATED: Final = rf"{_ITEM}(?:\s?、\s?{_ITEM}){{1,11}}?(?:\s?(?:、|和|与|及|以及)\s?{_ITEM})?"
_LISTS: Final[tuple[tuple[str, str, str], ...]] = (
    ("{industry}", "ge", rf"(?P<list>{_SEPARATED})\s?等(?:多个|众多|多|各|各个|重点|关键|核心)*\s?(?:行业|领域)"),
    ("{mode}", "ge",
        rf"(?P<list>{_SEPARATED})\s?等?(?:多种|多样|灵活)*\s?(?:的)?(?:算力)?(?:供给|计费|付费|部署|交付)(?:方式"
        rf"|模式)?(?=[，,。；;]|\Z)"),
    ("{accelerator_type}", "ge",
        r"(?P<list>(?:[GNTDXV]PU|FPGA|ASIC)(?:\s?[、/和与及]\s?(?:[GNTDXV]PU|FPGA|ASIC)){1,5})\s?等?(?:多元|多种"
        r"|各类)?(?:异构)"),
    ("{method}", "ge",
        r"(?P<list>(?:SFT|RLHF|RLAIF|DPO|PPO|GRPO|KTO|ORPO|RFT|Online\s?DPO)(?:\s?[、/和与及,]\s?(?:SFT|RLHF|RLAIF|DPO|PPO"
        r"|GRPO|KTO|ORPO|RFT|Online\s?DPO)){1,9})"),
    ("{stage}", "ge",
        r"(?P<list>(?:数据处理|预训练|模型预训练|精调|模型精调|微调|模型微调|强化学习|评测|推理|部署"
        r"|后训练)(?:\s?[、和与及]\s?(?:数据处理|预训练|模型精调|模型微调|精调|微调|强化学习|评测|推理|部署"
        r"|后训练)){1,7})\s?等(?:全流程|阶段|环节|全链路)"),
    ("{strategy}", "eq", r"(?P<list>[\u4e00-\u9fff]{1,4}并行(?:\s?[、和与及]\s?[\u4e00-\u9fff]{1,4}并行){2,5})"
        r"(?!\s?等?\s?(?:共|这)?[\d一二三四五六七八九]+\s?[种大类個个项])"),
    ("{layer}", "eq", r"(?P<list>[^，,。；;：:、\s分为]{1,6}层(?:\s?[、和与及]\s?[^，,。；;：:、\s]{1,6}层){1,7})"),
)  # fmt: skip
_CUT: Final = re.compile(r"\s*(?:、|/|和|与|及|以及|,)\s*")
_LEAD: Final = re.compile(r"^.*?(?:支持|提供|包括|涵盖|覆盖|已在|在|面向|服务于?|分为|为|可实现|实现|针对)")
_FEWEST: Final = 3
_PRINTED: Final = re.compile(r"\d|[一二三四五六七八九十百千]\s?(?:余|多)?\s?[大个種种类]")
_MATCHERS: Final = tuple((unit, comparator, re.compile(source, re.I | re.A)) for unit, comparator, source in _LISTS)


def listed(folded: str) -> list[Figure]:
    """Counts of the lists of a sentence; a list beside a printed count gives none."""
    found: list[Figure] = []
    for unit, comparator, pattern in _MATCHERS:
        for hit in pattern.finditer(folded):
            items = _LEAD.sub("", hit["list"]) if unit in {"{industry}", "{mode}"} else hit["list"]
            number = len([item for item in _CUT.split(items) if item])
            start = hit.start("list") + len(hit["list"]) - len(items)
            if number >= _FEWEST and not _PRINTED.search(folded[start : hit.end()]):
                word = "eq" if comparator == "eq" or not re.search("等", folded[start : hit.end() + 2]) else "ge"
                found.append(Figure(float(number), None, unit, word, False, start, hit.end(), "list"))
    return found
