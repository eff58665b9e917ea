"""Sectors in which organisations use accelerators, and the words by which a text shows them.

Belongs here: the closed list. Does not belong here: telling the sector of a text (see `reading.case_words`).
"""

import re
from typing import Final

SECTORS: Final[dict[str, str]] = {
    "manufacturing": r"制造|工厂|工业|半导体|manufactur\w*|industrial|factor(?:y|ies)|semiconductor",
    "commerce": r"电商|电子商务|零售|购物|e-?commerce|retail\w*|online marketplace|shopping",
    "finance": r"金融|银行|证券|保险|支付|信贷|financ\w*|bank\w*|insur\w*|payments?|fintech|trading",
    "drug_discovery": r"制药|药物|药企|新药|drug\w*|pharma\w*",
    "life_sciences": r"生命科学|细胞|基因|蛋白质|生物|life sciences?|biolog\w*|genom\w*|protein\w*|cells?\b",
    "health_care": r"医疗|医院|临床|病历|health ?care|hospitals?|clinical|medical|patients?",
    "automotive": r"汽车|自动驾驶|车企|智能驾驶|automotive|self-driving|autonomous (?:driving|vehicles?)|carmaker|vehicles?",
    "telecommunications": r"电信|运营商|通信业|telecom\w*|mobile operator",
    "energy": r"能源|电力|电网|石油|燃气|energy company|oil and gas|power grid|utilit(?:y|ies)\b",
    "media": r"传媒|媒体业|影视|游戏公司|出版|video games?|publish(?:er|ing)|broadcast\w*|news agency",
    "education": r"教育|高校|大学|education|universit(?:y|ies)|school",
    "government": r"政务|政府|公共部门|government|public sector|ministry",
    "science": r"气象|天文|科研机构|气候|weather|climate|astronom\w*|physics|national laborator\w*",
    "logistics": r"物流|航运|航空公司|logistics|shipping|airline",
    "agriculture": r"农业|种植|agricultur\w*|farming",
    "law": r"法律|律所|司法|legal|law firm",
    "software": r"软件公司|软件行业|software company|software industry",
}
"""Sector → words. Our own list; a text that has none of the words has no sector."""


def sector_patterns() -> dict[str, re.Pattern[str]]:
    """Sector → compiled words, for text in simplified characters."""
    return {name: re.compile(words, re.I | re.A) for name, words in SECTORS.items()}
