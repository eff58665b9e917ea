"""Whether a page, or a sentence that nobody's section holds, is about infrastructure for training models at all.

Belongs here: the words that tell. A page about fashion, football or phones has numbers too, and claims nothing here. Does not belong
here: what is claimed.
"""

import re
from typing import Final

from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.traditional import plain

_CORE: Final = re.compile(
    r"智算|算力(?![^，,。]{0,8}TOPS)|(?<![\d.])[万千]卡|[万千百十\d]\s?卡(?=级|规模|集群|的|以|，|,|。|$|\s)|加速卡|超节点|(?:GPU|NPU|AI"
        r"|训练|训推|千卡|万卡)\s?集群"
    r"|(?:大|语言)?模型(?:的)?(?:预)?训练|训练(?:工厂|大模型|模型|框架)|分布式训练|NVLink|RDMA|RoCE|Infini[Bb]and|[ZEPT]FLOPS|(?:zetta|exa|peta)flops|MFU|HBM|AI\s?(?:加速)?芯片|FP8\s?训练"
    r"|GPU\s?(?:小时|利用率|天|hours?|utili\w+|cloud|clusters?|memory)|AI (?:cloud|infrastructure|training|cluster|server|factory)"
    r"|(?:model|distributed|large-scale|AI|LLM) training|training (?:clusters?|throughput|runs?|jobs?|cost|server)"
        r"|train\w* [^.]{0,30}(?:models?|LLMs?)\b"
    r"|断点续训|有效训练|(?<![A-Za-z])MoE(?![A-Za-z])"
    r"|large language models?|supercomput\w+|super-?clusters?\b|超级计算机|foundation models?|GPUs\b", re.I | re.A
)  # fmt: skip
_WEAK: Final = re.compile(
    r"GPU|NPU|大模型|大语言模型|训练(?:平台|任务|效率|成本)|预训练|推理(?:服务|性能|吞吐|加速|成本|速度|引擎|时延|延迟)|token|LLM"
        r"|inference|fine-?tun\w+|pre-?train\w+|checkpoint|检查点"
    r"|数据中心|云(?:服务|平台|计算)|data cent(?:er|re)s?|cloud", re.I | re.A
)  # fmt: skip
_OF_MODELS: Final = re.compile(
    r"大语言模型|大模型|预训练|训练(?:平台|任务|效率|成本)|推理(?:服务|性能|吞吐|加速|成本|速度|引擎|时延|延迟)|LLM|inference|fine-?tun|pre-?train",
    re.I | re.A,
)
"""Weak words about training and running models; two different ones are enough."""
_IN_SENTENCE: Final = re.compile(
    r"集群|吞吐|显存|网络|带宽|时延|利用率|加速比|\bclusters?\b|throughput|utili[sz]ation|bandwidth|latency|\bnodes?\b"
    r"|training|compute|checkpoint|uptime",
    re.I | re.A,
)
_COUNTED: Final = re.compile(
    r"\d\s?[万千百kKMm]?\s?(?:多)?(?:张|颗|块|枚|片|(?:[A-Z][A-Z0-9\-]{1,10}\s){0,3}(?:chips?|cards?|GPUs?|accelerators?|systems?)\b)",
    re.I | re.A,
)
"""Accelerators that are counted."""
_CONSUMER: Final = re.compile(
    r"续航|轻薄本|笔记本电脑|游戏本|刷新率|摄像头|端侧|battery|laptops?\b|notebook pc|\d\s?Hz\b|webcam|gaming", re.I | re.A
)
"""Words of things that people carry about, which have a GPU too."""
_READ: Final = 60_000
_PIECE: Final = 400


def is_about_infrastructure(text: str) -> bool:
    """Whether a page speaks of training infrastructure.

    Two words of the field, or one and a word near it, or two about training and running models, or a data-centre accelerator beside one of
    them or counted.
    """
    folded = plain(text[:_READ])
    core = {hit[0].lower() for hit in _CORE.finditer(folded)}
    weak = {hit[0].lower() for hit in _WEAK.finditer(folded)}
    if len(core) >= 2:
        return True
    if _CONSUMER.search(folded):
        return False
    if (core and weak - core) or len({hit[0].lower() for hit in _OF_MODELS.finditer(folded)}) >= 2:
        return True
    named = any(find_accelerators(text[start : start + _PIECE]) for start in range(0, min(len(text), _READ), _PIECE))
    return named and bool(core or weak or _COUNTED.search(folded))


def speaks_of_infrastructure(folded: str, heading: str) -> bool:
    """Whether a sentence or its heading uses words of the field."""
    near = f"{folded}\n{plain(heading)}"
    return bool(_CORE.search(near) or _WEAK.search(near) or _IN_SENTENCE.search(folded) or find_accelerators(folded))
