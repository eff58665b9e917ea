"""Whether a page, or a sentence that nobody's section holds, is about infrastructure for training models at all.

Belongs here: the words that tell. A page about fashion, football or phones has numbers too, and claims nothing here. Does not belong
here: what is claimed.
"""

import re
from typing import Final

from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.traditional import plain

_STRONG: Final = re.compile(
    r"算力|智算|(?<![A-Za-z])GPU|(?<![A-Za-z])NPU|加速卡|万卡|千卡|超节点|大模型训练|模型训练|训练平台|训练集群"
        r"|训练工厂|分布式训练|預?預訓練|模型訓練|預訓練|推理(?:服务|性能|吞吐|加速)|AI\s?(?:云|基础设施|infrastructure"
        r"|cloud|cluster)"
    r"|Infini[Bb]and|NVLink|RDMA|RoCE|HBM|FLOPS|MFU|accelerator (?:hours|cluster)|(?:model|distributed|large-scale"
        r"|AI) training|LLM|large language model|大语言模型|supercomput\w+|超级计算|inference"
    r"|fine-?tun\w+|pre-?train\w+|训练|訓練|token", re.I | re.A
)  # fmt: skip
_CORE: Final = re.compile(
    r"算力|智算|(?<![A-Za-z])[GNT]PU|加速卡|[万千百]卡|超节点|训练(?:平台|集群|工厂|框架|任务|效率|成本)|模型(?:训练"
    r"|訓練)|NVLink|RDMA|FLOPS|AI (?:cloud|infrastructure|cluster|training)|model training|training cluster"
    r"|large language model|supercomput\w+",
    re.I | re.A,
)
_IN_SENTENCE: Final = re.compile(
    r"集群|吞吐|显存|网络|带宽|时延|利用率|加速比|\bclusters?\b|throughput|utili[sz]ation|bandwidth|latency|\bnodes?\b"
    r"|training|compute|checkpoint|uptime",
    re.I | re.A,
)
_FEWEST: Final = 3
_KINDS: Final = 2
_READ: Final = 60_000
_PIECE: Final = 400


def is_about_infrastructure(text: str) -> bool:
    """Whether a page speaks of training infrastructure: three words of the field, two of them different, or an accelerator and one."""
    folded = plain(text[:_READ])
    hits = [hit[0].lower() for hit in _STRONG.finditer(folded)]
    core = {hit[0].lower() for hit in _CORE.finditer(folded)}
    named = any(find_accelerators(text[start : start + _PIECE]) for start in range(0, min(len(text), _READ), _PIECE))
    return (len(hits) >= _FEWEST and len(set(hits)) >= _KINDS and bool(core or named)) or (named and bool(hits))


def speaks_of_infrastructure(folded: str, heading: str) -> bool:
    """Whether a sentence or its heading uses words of the field."""
    return bool(_STRONG.search(folded) or _IN_SENTENCE.search(folded) or _STRONG.search(plain(heading)) or find_accelerators(folded))
