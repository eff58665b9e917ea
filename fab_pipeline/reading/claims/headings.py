"""Headings of a page: which lines are some, of which rank, and whose name stands in them.

Belongs here: marked headings, those of plain text known by their form, and the organisation or accelerator that one names. Does not belong
here: how far a heading reaches (see `sections`), and whose the page is (see `page_subject`).
"""

import re
from typing import Final

from fab_pipeline.reading.claims.document import Block, ClaimsPage
from fab_pipeline.reading.claims.subject import Subject
from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.traditional import plain
from fab_pipeline.vocabulary.vendors import find_vendors, vendor_of_name

_ORDINAL: Final = re.compile(
    r"\s*(?:第\s?[一二三四五六七八九十\d]+\s?(?:名|位|家)|[一二三四五六七八九十]{1,3}|(?:No\.?|Top|#)\s?\d{1,2}"
        r"|\d{1,2}|[（(][一二三四五六七八九十\d]{1,2}[)）]|(?:客户|用户|典型|应用|标杆)?案例\s?[一二三四五六七八九十\d]*"
    r"|Case(?: study)?\s?\d*)\s*[：:、.．)）|\-—]\s*", re.I | re.A
)  # fmt: skip
_RANK: Final = re.compile(r"\s*(?:第\s?[一二三四五六七八九十\d]+\s?(?:名|位)|(?:No\.?|Top|#)\s?\d{1,2})\s*[：:、.．)\-—]", re.I | re.A)
_CHAPTER: Final = re.compile(r"\s*[一二三四五六七八九十]{1,3}\s*、")
_BULLET: Final = re.compile(r"\s*(?:[•·●▪◆■○*\-–]|\d{1,2}[.、)）]\s|[（(]\d{1,2}[)）])")
_SENTENCE_END: Final = re.compile(r"[。！；;!]|[，,。；;.]\s*\Z")
_LONGEST_HEADING: Final = 48
GUIDE: Final = re.compile(
    r"指南|选型|如何(?:选|科学|评估)|怎么选|怎样选|常见问题|FAQ|问答|注意事项|考量因素|参考文献|参考资料|资料来源|结语"
        r"|总结|写在最后|^.{0,3}最后$|小结|免责|建议|可行路径"
    r"|路径|对比|比较|差距|references?\b|sources\b|conclusion|how to choose|buyer|guide|frequently asked|glossary"
        r"|outlook|展望|背景|前言|引言|导语", re.I | re.A
)  # fmt: skip
NAME_END: Final = re.compile(
    r"[：:，,|（(—?？!！]|\s[-–—]\s|(?:AI|人工智能|大模型|模型|GPU)*\s*(?:训练工厂|训练平台|训练云"
        r"|计算平台|开发平台|数字工厂|超级工厂|大模型平台|云平台"
    r"|平台|云服务|服务平台|工厂|训练服务)|的|如何|怎样|怎么|为什么|用(?=\s?\d)|使用|借助|基于|以(?=\s?\d)|凭什么|正式"
        r"|投运|揭牌|启用|落地|建成|亮相|推出"
        r"|发布|推動|上线|携手|宣布|打造"
        r"|\s(?:launch\w*|unveil\w*|announc\w*|introduc\w*|is|has|uses?|trains?|trained|builds?|built|scales?|cuts?"
        r"|reduces?|runs?|accelerates?)\b"
)  # fmt: skip
NO_NAME: Final = re.compile(
    r"核心|优势|技术|规模|能力|生态|服务|客户|效率|成本|架构|网络|性能|产品|方案|介绍|概述|特性|功能|场景|定位|认证"
        r"|价格|训练|推理|安全|部署|应用|行业|实践|挑战|结果|效果|背景|存储"
    r"|overview|features?|benefits?|challenge|solution|results?|performance|pricing|network|storage|why|what|how|about"
        r"|key|scale|reliab|customers?|specs?|training|inference|the ", re.I | re.A
)  # fmt: skip
_ORGANISATION: Final = re.compile(
    r"(?:云|智算|算力|科技|信息|集团|智能|股份|银行|汽车|研究院|实验室|大学|Cloud|Compute|AI|Labs?|Inc\.?|Technologies|Systems)\s*\Z"
)
_A_FIELD: Final = re.compile(r"AI|HPC|人工智能|(?:科学|高性能|云|智能|超级)计算|大数据|物联网|大?模型|芯片|算力", re.I | re.A)
"""A field of work: a heading about it and another (科学计算与 AI) names nobody."""
_TOLD_AGAIN: Final = 2
"""A heading is an organisation's name where its text says the name again."""
_SEVERAL: Final = re.compile(r"\s*(?:与|和|及|、|&|\band\b)\s*")


def level_of(words: str, block: Block, *, marked: bool) -> int:
    """Rank of a line as a heading: as the page marks it, else by its form; 0 for anything else."""
    if marked:
        return block.level
    if len(words) > _LONGEST_HEADING or _SENTENCE_END.search(words) or block.context:
        return 0
    if _RANK.match(words) or _CHAPTER.match(words):
        return 1
    return 0 if _BULLET.match(words) or re.search(r"\d\s*[%倍]|[:：].{18,}", words) else 2


def named_by(words: str, level: int, page: ClaimsPage, *, is_case: bool) -> Subject | None:
    """The organisation, or else the accelerator, that a heading names; None where it names none."""
    marked = page.marked
    rest = without_ordinal(words)
    ordinal = rest != words.strip()
    head = NAME_END.split(rest)[0].strip()
    kind = "case" if is_case else "vendor"
    mentions = find_vendors(rest)
    in_head = [hit.vendor for hit in mentions if hit.start <= max(4, len(head))]
    if in_head and (ordinal or level == 1 or mentions[0].start <= 1):
        others = tuple(dict.fromkeys(vendor for vendor in in_head if vendor != in_head[0]))
        return Subject(kind, in_head[0], _product(rest, mentions[0].end), others)
    cards = find_accelerators(head, families=True)
    if cards and not mentions and (ordinal or marked):
        return Subject("hardware", vendor_of_name(cards[0].accelerator.vendor), cards[0].accelerator.model)
    told = ordinal and (_RANK.match(words) or re.search(r"[：:]", rest))
    listed = page.text.count(head) >= _TOLD_AGAIN if marked and (ordinal or _ORGANISATION.search(head)) else False
    named = (told or listed) and not GUIDE.search(rest) and not any(_A_FIELD.fullmatch(part) for part in _SEVERAL.split(head))
    if named and 2 <= len(head) <= 24 and not NO_NAME.search(head):
        parts = [vendor_of_name(part) for part in _SEVERAL.split(head) if part]
        return Subject(kind, parts[0], None, tuple(parts[1:]))
    return None


def without_ordinal(words: str) -> str:
    """A heading without its number."""
    hit = _ORDINAL.match(words)
    return words[hit.end() :].strip() if hit else words.strip()


def _product(words: str, start: int) -> str | None:
    """What follows a vendor's name in a heading: its product."""
    hit = re.match(r"\s*([A-Za-z][\w .\-]{1,30}|[\u4e00-\u9fff]{2,6}(?=\s?(?:AI|训练|智算|大模型|平台)))", plain(words)[start:])
    return hit[1].strip() if hit else None


def ranks(page: ClaimsPage) -> int:
    """Number of headings that give a rank (第一名, No. 1)."""
    return sum(1 for block in page.blocks if _RANK.match(page.text[block.start : block.end]))
