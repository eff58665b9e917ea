"""Of whom each block of a page speaks: the vendor, case or accelerator of its heading, or nobody (advice, definitions, references).

Belongs here: headings (marked ones, and in plain text those known by their form) and the subject that follows from them. A heading sets the
subject when a name stands in it; a heading of the same or a higher rank without one ends it. Does not belong here: which organisation a
single sentence speaks of (see `subjects`).
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fab_pipeline.reading.claims.document import Block, ClaimsPage
from fab_pipeline.reading.claims.uses import tells_use, who_acts
from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.traditional import plain
from fab_pipeline.vocabulary.vendors import Vendor, find_vendors, vendor_of_name

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
_GUIDE: Final = re.compile(
    r"指南|选型|如何(?:选|科学|评估)|怎么选|怎样选|常见问题|FAQ|问答|注意事项|考量因素|参考文献|参考资料|资料来源|结语"
        r"|总结|写在最后|^.{0,3}最后$|小结|免责|建议|可行路径"
    r"|路径|对比|比较|差距|references?\b|sources\b|conclusion|how to choose|buyer|guide|frequently asked|glossary"
        r"|outlook|展望|背景|前言|引言|导语", re.I | re.A
)  # fmt: skip
_REFERENCES: Final = re.compile(r"参考文献|参考资料|资料来源|references?\s*\Z|sources\s*\Z|延伸阅读|相关阅读|further reading", re.I | re.A)
_NAME_END: Final = re.compile(
    r"[：:，,|（(—?？!！]|\s[-–—]\s|(?:AI|人工智能|大模型|模型|GPU)*\s*(?:训练工厂|训练平台|训练云"
        r"|智算云|智算平台|计算平台|开发平台|数字工厂|超级工厂|大模型平台|云平台"
    r"|平台|云服务|服务平台|工厂|训练服务)|的|如何|怎样|怎么|为什么|用(?=\s?\d)|使用|借助|基于|以(?=\s?\d)|凭什么|正式"
        r"|投运|揭牌|启用|落地|建成|亮相|推出"
        r"|发布|推動|上线|携手|宣布|打造"
        r"|\s(?:launch\w*|unveil\w*|announc\w*|introduc\w*|is|has|uses?|trains?|trained|builds?|built|scales?|cuts?"
        r"|reduces?|runs?|accelerates?)\b"
)  # fmt: skip
_NO_NAME: Final = re.compile(
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
_LONGEST_NAME: Final = 14
_OPENING: Final = 40
_TOLD_AGAIN: Final = 2
"""A heading is an organisation's name where its text says the name again."""
_CAPITALS: Final = re.compile(r"(?:(?:How|Why|Inside|Meet|With)\s+)?((?:[A-Z][\w&.\-]*\s+){0,3}[A-Z][\w&.\-]*)(?=\s+[a-z]|\s*[:,]|\s*\Z)")
_SEVERAL: Final = re.compile(r"\s*(?:与|和|及|、|&|\band\b)\s*")


@dataclass(frozen=True, slots=True)
class Subject:
    """Of whom a text speaks.

    Attributes:
        kind: vendor, case, hardware or article.
        vendor: who; None for article.
        product: product named with it.
        others: further subjects of the same heading.
    """

    kind: str
    vendor: Vendor | None
    product: str | None = None
    others: tuple[Vendor, ...] = ()


NOBODY: Final = Subject("article", None)
MAKERS: Final = frozenset({"nvidia", "amd", "intel", "cisco", "dell", "supermicro", "hpe", "lenovo"})
"""Makers of hardware: their names stand in everybody's sentences."""


@dataclass(frozen=True, slots=True)
class Section:
    """One block with what its headings say about it.

    Attributes:
        block: the block.
        text: its words.
        subject: of whom it speaks.
        heading: the headings above it, joined by " / ".
        is_heading: whether it is a heading itself.
        is_reference: whether it stands among references.
    """

    block: Block
    text: str
    subject: Subject
    heading: str
    is_heading: bool
    is_reference: bool


def sections(page: ClaimsPage) -> list[Section]:
    """The blocks of a page in order, each with its subject."""
    default = page_subject(page)
    is_case = tells_cases(page)
    found: list[Section] = []
    subject, rank, trail, reference = default, 9, "", False
    for block in page.blocks:
        words = page.text[block.start : block.end]
        level = _level(words, block, marked=page.marked)
        if level:
            reference = bool(_REFERENCES.search(words)) or (reference and level > rank)
            named = _named(words, level, page, is_case=is_case)
            if named:
                subject, rank = named, level
            elif _GUIDE.search(words) and not _single(default, is_case=is_case):
                subject, rank = NOBODY, level
            elif level <= rank and rank < 9 and (page.marked or level == 1):
                subject, rank = (default if _single(default, is_case=is_case) else NOBODY), 9
            trail = words if level <= 1 or not trail else f"{trail.split(' / ', maxsplit=1)[0]} / {words}"
        found.append(Section(block, words, subject, trail, bool(level), reference))
    return found


def tells_cases(page: ClaimsPage) -> bool:
    """Whether a page tells how organisations used accelerators, rather than what vendors offer or who ranks where."""
    return _ranks(page) < 2 and tells_use(page.title, page.text)


def page_subject(page: ClaimsPage) -> Subject:
    """The one organisation that a page is about: of its title or publisher, else the name that its text has most often."""
    names = [hit.vendor for hit in find_vendors(f"{page.title or ''}\n{page.publisher or ''}")]
    kind = "case" if tells_cases(page) else "vendor"
    if len({name.slug for name in names}) == 1:
        return Subject(kind, names[0])
    counted = Counter(hit.vendor for hit in find_vendors(page.text[:40_000]) if hit.vendor.slug not in MAKERS)
    first = counted.most_common(2)
    if first and first[0][1] >= 2 and (len(first) == 1 or first[0][1] >= 3 * first[1][1]):
        return Subject(kind, first[0][0])
    told = [found.vendor for block in page.blocks if block.level and (found := _of_heading(page, block, kind))]
    if len(set(told)) > 1:
        return NOBODY
    own = _own_name(page, kind) if not names and len(counted) <= 1 else None
    return _of_own_name(own, kind) if own else _of_first_words(page, kind, several=len(counted) > 1)


def _of_own_name(name: str, kind: str) -> Subject:
    """The subject of a page's own name: an accelerator is hardware, whoever's page it is."""
    card = next(iter(find_accelerators(name)), None)
    if card:
        return Subject("hardware", vendor_of_name(card.accelerator.vendor), card.accelerator.model)
    return Subject(kind, vendor_of_name(name))


def _of_first_words(page: ClaimsPage, kind: str, *, several: bool) -> Subject:
    """The subject of a page that neither title nor repetition names: the only name, where it opens the text; else who acts there."""
    first = next(iter(find_vendors(page.text[:_OPENING].lstrip())), None)
    if first and first.start == 0 and not several and first.vendor.slug not in MAKERS:
        return Subject(kind, first.vendor)
    name = who_acts(page.text) if kind == "case" and not page.title else None
    if name:
        return Subject(kind, vendor_of_name(name))
    return NOBODY if several or _ranks(page) else Subject(kind, None)


def _of_heading(page: ClaimsPage, block: Block, kind: str) -> Subject | None:
    return _named(page.text[block.start : block.end], block.level, page, is_case=kind == "case")


def _ranks(page: ClaimsPage) -> int:
    return sum(1 for block in page.blocks if _RANK.match(page.text[block.start : block.end]))


def _single(default: Subject, *, is_case: bool) -> bool:
    return default.vendor is not None and not is_case


def _own_name(page: ClaimsPage, kind: str) -> str | None:
    """Name of an unlisted organisation: of a case, what the title begins with; of a vendor, the publisher, else the title's end."""
    parts = [part.strip() for part in re.split(r"\s*[|_｜–—]\s*|\s-\s|-(?=[\u4e00-\u9fff])", page.title or "") if part.strip()]
    if kind == "vendor" and page.publisher and len(page.publisher) <= 30 and _speaks_of(page, page.publisher):
        return page.publisher
    for part in (*parts[:1], *reversed(parts[1:])) if kind == "case" else (*reversed(parts[1:]), *parts[:1]):
        capitals = _CAPITALS.match(_without_ordinal(part))
        own = _without_ordinal(part)
        name = capitals[1] if capitals else own[: len(_NAME_END.split(plain(own))[0])].strip()
        if 2 <= len(name) <= (30 if name.isascii() else _LONGEST_NAME) and not _NO_NAME.search(name) and _speaks_of(page, name):
            return name
    return None


def _speaks_of(page: ClaimsPage, name: str) -> bool:
    """Whether the text says a name otherwise than as its own source."""
    return name in re.sub(rf"(?:来源|作者|编辑|出处|转自|source|by)\s*[:：]?\s*{re.escape(name)}", "", page.text, flags=re.I)


def _level(words: str, block: Block, *, marked: bool) -> int:
    if marked:
        return block.level
    if len(words) > _LONGEST_HEADING or _SENTENCE_END.search(words) or block.context:
        return 0
    if _RANK.match(words) or _CHAPTER.match(words):
        return 1
    return 0 if _BULLET.match(words) or re.search(r"\d\s*[%倍]|[:：].{18,}", words) else 2


def _named(words: str, level: int, page: ClaimsPage, *, is_case: bool) -> Subject | None:
    marked = page.marked
    rest = _without_ordinal(words)
    ordinal = rest != words.strip()
    head = _NAME_END.split(rest)[0].strip()
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
    named = (told or listed) and not _GUIDE.search(rest) and not any(_A_FIELD.fullmatch(part) for part in _SEVERAL.split(head))
    if named and 2 <= len(head) <= 24 and not _NO_NAME.search(head):
        parts = [vendor_of_name(part) for part in _SEVERAL.split(head) if part]
        return Subject(kind, parts[0], None, tuple(parts[1:]))
    return None


def _without_ordinal(words: str) -> str:
    hit = _ORDINAL.match(words)
    return words[hit.end() :].strip() if hit else words.strip()


def _product(words: str, start: int) -> str | None:
    """What follows a vendor's name in a heading: its product."""
    hit = re.match(r"\s*([A-Za-z][\w .\-]{1,30}|[\u4e00-\u9fff]{2,6}(?=\s?(?:AI|训练|智算|大模型|平台)))", plain(words)[start:])
    return hit[1].strip() if hit else None


def headings(found: Sequence[Section]) -> list[Section]:
    """The headings among the sections."""
    return [section for section in found if section.is_heading]
