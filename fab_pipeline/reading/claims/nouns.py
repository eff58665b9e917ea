"""Nouns that a bare number counts in claims, and the unit of each: 432 个超节点 = {supernode}, 2 层网络 = {tier}, 30 + 行业 = {industry}.

Belongs here: the table and the one lookup over it. Does not belong here: units of measure, which the number grammar has (see `units`).
"""

import re
from typing import Final

NOUNS: Final[dict[str, str]] = {
    "{accelerator_type}": r"(?:(?<=[种種类類款])|(?<=[种種类類款]\s))(?:以上的?|不同的?)?(?:异构|国产|主流|品牌|型号|AI|\s)*"
    r"(?:芯片|加速卡|GPU|算力(?!中心|服务))"
    r"|(?:kinds|types|brands) of (?:AI )?(?:chips|accelerators|GPUs)",
    "{supernode}": r"超节点|超级节点|super-?nodes?|super-?pods?",
    "{accelerator}": r"(?:AI\s?)?(?:加速卡|算力卡|芯片|GPU|NPU|显卡|卡数?(?!车|位|型|点))",
    "{system}": r"(?:D|H)GX[^，。,\d]{0,8}(?:系统|systems?)|(?:D|H)GX|套系统|系统|整机柜|(?:标准)?机[柜架]|一体机|systems?|racks?"
    r"|cabinets?",
    "{node}": r"(?:计算|训练)?节点|(?:\d{1,2}\s?卡\s?)?(?:GPU|AI)?\s?服务器|nodes?|servers?",
    "{site}": r"(?:核心|国家|算力|智算|数据)?枢纽(?:节点)?"
    r"|(?:国家级?|大型|超大型|区域|新一代|绿色)*(?:智算|数据|计算|算力|超算|超级计算)中心|机房|可用区|园区|基地|地域|region"
    r"|data cent(?:er|re)s?|regions?|(?:availability )?zones?|sites|campuses|locations|facilities",
    "{country}": r"(?:多)?(?:国家(?!级|队)(?:和地区)?|地区|城市|省份?|州)|countries|cities|states",
    "{tier}": r"层(?:胖树|网络|组网|CLOS|架构网络|拓扑)|(?:two|three)?-?tier(?:s|ed)?",
    "{layer}": r"层(?!级|次|面|出)|layers?",
    "{strategy}": r"(?:分布式|混合)?并行(?:训练)?(?:策略|方式|模式|技术)?|parallel(?:ism)? (?:strategies|modes)",
    "{method}": r"(?:对齐|训练|微调)(?:方法|方式|模式|算法)|methods?",
    "{stage}": r"(?:训练)?(?:阶段|环节|步骤)|stages|phases",
    "{mode}": r"(?:计费|供给|服务|部署|算力供给|租用|购买)(?:模式|方式)|(?:billing|pricing) (?:modes|options)",
    "{capability_domain}": r"(?:核心)?能力域|能力项",
    "{dimension}": r"(?:核心|关键)?维度|dimensions",
    "{capability}": r"(?:全局|核心|关键|优化|智能|加速|系统|通信|调度)*(?:能力|技术|优势|特性|功能|引擎|模块|组件|创新|突破|升级)"
    r"|capabilities|features",
    "{platform}": r"(?:应用|核心|业务)?平台|领域|板块|platforms",
    "{industry}": r"(?:个|多个|余个)?(?:重点|细分|垂直|核心)?行业|industries|sectors|verticals",
    "{scenario}": r"(?:业务|应用|行业|典型|落地)*场景|(?:use cases|scenarios|workloads)",
    "{developer}": r"(?:名|位|个)?(?:AI|企业|注册)?开发者|developers",
    "{user}": r"(?:名|位|个)?(?:企业|注册|个人|付费|活跃|终端|C端|月活)*用户|users",
    "{customer}": r"(?:家|个)?(?:企业|行业|政企|付费|头部|大)*(?:客户|企业|机构|单位|公司|医院|银行|高校|车企"
    r"|(?:研究|科研|开发|创业)?团队|实验室|院校|大学|学校|院所|研究[院所])"
    r"|(?:enterprise )?(?:customers|clients|companies|enterprises|organi[sz]ations|businesses|startups|teams|institutions"
    r"|universities"
    r"|hospitals|banks|labs|providers)",
    "{vendor}": r"(?:家|个)?(?:生态|合作|渠道|行业|核心|国产|芯片|主流|算力|智算|技术|云)*(?:合作)?(?:伙伴|厂商|供应商|服务商|ISV)"
    r"|(?:ecosystem )?partners|vendors|ISVs",
    "{application}": r"(?:个|款)?(?:AI|行业|企业级|智能|大模型|原生)*(?:应用|智能体|Agent|助手|机器人)(?!场景)|(?:AI )?(?:applications"
    r"|apps|agents)",
    "{model}": r"(?:个|款)?(?:主流|开源|行业|自研|基础|国产|热门|优质)*(?:大?模型)|(?:open[- ]source |foundation |AI )?models",
    "{task}": r"(?:项|个)?(?:模型)?(?:研发|训练|推理|计算)?(?:任务|作业)|(?:training )?(?:jobs|tasks|runs)",
    "{project}": r"(?:个)?(?:落地|标杆|重点|智算)?(?:项目|案例|工程(?!师)|订单)|projects|deployments",
    "{paper}": r"篇?(?:顶会|学术|国际)?(?:论文)|papers",
    "{standard}": r"项?(?:国家|行业|国际|团体)*标准(?!机|化|件|版)|standards",
    "{award}": r"项?(?:国家级|国际|行业)?(?:大奖|奖项|荣誉|冠军|第一|世界纪录|纪录)|awards|records",
    "{item}": r"项|(?:件|项)?(?:发明|授权|核心|自主)*(?:专利|知识产权|软著|著作权)|patents(?: granted)?",
    "{person}": r"(?:名|位)?(?:研发|技术|专业|服务|算法|全球)*(?:员工|人员|工程师|专家|人才|科学家)|人(?!工|机|民|脸|形|类|力|才"
    r"|气|心)|employees|engineers|people|staff",
    "{certificate}": r"项?(?:权威|安全|合规|国际)*(?:认证|资质|证书)|certifications|certificates",
    "{language}": r"(?:种|门)?(?:编程)?(?:语言|语种|方言)|languages",
    "{operation}/s": r"IOPS",
    "{query}/s": r"QPS|TPS",
    "{frame}": r"帧|frames",
    "{cluster}": r"(?:客户|训练|推理|智算|算力|GPU|AI|大型|超大规模|计算)*集群|(?:GPU |AI |training )?clusters",
    "{nic}": r"(?:\d+\s?[GT](?:b/s|bps|bE|b|B)?\s?)?(?:RoCE|IB|InfiniBand|RDMA|以太网?|智能|高速|\s)*网卡|NICs?",
    "{core}": r"(?:AI|计算|CPU|CUDA|物理)?\s?核心?(?![心算])|(?:AI |CPU |CUDA |compute )?cores",
    "{transistor}": r"个?晶体管|transistors",
    "m2": r"平方米|平米|㎡|square met(?:er|re)s|m²",
    "km": r"公里|千米|km(?![A-Za-z])",
    "{failure}": r"次?(?:意外|硬件|训练|任务)*(?:故障|中断|宕机)"
    r"|(?:unexpected |hardware |job |node )*(?:interruptions|failures|faults|crashes|outages)",
    "{time}": r"次|届",
}
"""First that fits counts; a measure word (个, 种, 款) may stand between number and noun."""

WORD_UNITS: Final = frozenset({"{item}", "{layer}", "{customer}", "{person}", "{time}", "{system}", "{model}", "{node}", "{accelerator}"})
"""Units that the number grammar gives for a measure word alone; a noun behind it knows better (十余家厂商 are vendors)."""

_DIMENSIONS: Final[dict[str, str]] = {"{accelerator}": "accelerator", "{node}": "node"}
_MEASURE_WORD: Final = (
    r"\s*(?:\+|余|多|＋)?\s*(?:[个個种種类類款项項座台套家名位条处所张块支]|分钟级)?(?:以上的?)?\s*(?:[十百千万]{1,3}卡级?的?)?(?:服务|合作|覆盖|累计|接入|入驻"
    r"|注册|支持|落地|付费)?"
)
_NOUN: Final = re.compile(
    _MEASURE_WORD
    + r"(?:of\s+)?(?:[a-z\-]+\s+){0,2}?(?:"
    + "|".join(f"(?P<n{index}>{words})" for index, words in enumerate(NOUNS.values()))
    + r")(?![A-Za-z])",
    re.I | re.A,
)
_COUNT_OF: Final = re.compile(
    r"([^，,。；;：\s\d]{1,12})(?:数量?|总数|总量|number)\s?(?:已|将)?(?:经)?(?:达到?|为|是|超过?|突破|约|近|共|逾|增至|[:：])*\s*\Z"
)
_COUNTS: Final = re.compile(r"\b(?:max\w*\.?|number of|total)\s|最大[^，,]{0,12}数|总数", re.I)
"""Words of a label that says what it counts, whatever stands behind: "Max GPUs per job", "Standard"."""
_LABEL_ENDS: Final = re.compile(
    r"(?:s|per \w+|each|/ ?\w+|数|数量|总数|规模|覆盖|以上|\s|worldwide|globally|served|supported|in total|total"
    r"|[（(][^（）()]*[)）])*[\W_]*\Z",
    re.I | re.A,
)
_MEASURED: Final = re.compile(r"\s*(?:余|多)?\s*[个家款项台套座名篇件位所间支门]")
_EACH: Final = re.compile(r"每\s?[个台家座套]?\s?\Z")
_STANDS_ALONE: Final = re.compile(r"\s*(?:以上|左右|余|\+)?\s*(?=[，,。；;、)）]|\Z)")
_MANY: Final = re.compile(r"[万亿]|\d{3}")
"""A count large enough to be no number of a thing ("节点 3")."""
_NOUN_BESIDE: Final = re.compile(
    r"(?:大?模型|客户|用户|应用|智能体|专利|项目|节点|服务器|开发者|场景|论文|员工|机柜|数据中心|高校|企业|机构|医院|银行|伙伴|厂商|城市|团队|IOPS|QPS)\s*(?:超过?|近|约|达到?|共|逾)?\s*\Z"
)
_ANYWHERE: Final = re.compile("|".join(f"(?P<n{index}>{words})" for index, words in enumerate(NOUNS.values())), re.I | re.A)
_UNITS: Final = tuple(NOUNS)


def noun_in(words: str) -> str | None:
    """Unit of the last noun of some words, e.g. of a column's heading or a tile's label; None: no noun of the table."""
    found = [(hit.end(), -len(hit[0]), hit.lastgroup) for hit in _ANYWHERE.finditer(words) if hit.lastgroup]
    return _UNITS[int(max(found)[2][1:])] if found else None


def noun_of_label(words: str) -> str | None:
    """Unit of the noun that a label ends with; "NVIDIA HGX H100, vCPUs" counts no systems."""
    last = max((hit.end() for hit in _ANYWHERE.finditer(words)), default=0)
    return noun_in(words) if last and (_LABEL_ENDS.match(words, last) or _COUNTS.search(words)) else None


def noun_before(text: str, position: int, end: int) -> str | None:
    """Unit of the noun whose number stands from a place to another: 机柜数 2.4 万个, 客户数量已超过 300; None: no such noun."""
    hit = _COUNT_OF.search(text, max(0, position - 24), position)
    alone = _MEASURED.match(text, end) or (_STANDS_ALONE.match(text, end) and _MANY.search(text, position, end))
    beside = _NOUN_BESIDE.search(text, max(0, position - 10), position) if alone else None
    if beside and _EACH.search(text, 0, beside.start()):
        beside = None  # 每台服务器 8 个网口: the number is of what follows
    return noun_in(hit[1]) if hit else noun_in(beside[0]) if beside else None


def noun_at(text: str, position: int) -> tuple[str, int, str] | None:
    """Unit, end and dimension of the noun at a place, a measure word and two Latin adjectives before it allowed; None: no noun."""
    hit = _NOUN.match(text, position)
    if hit is None or hit.lastgroup is None:
        return None
    unit = _UNITS[int(hit.lastgroup[1:])]
    return unit, hit.end(), _DIMENSIONS.get(unit, "count")
