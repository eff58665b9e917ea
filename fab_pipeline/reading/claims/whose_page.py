"""Whose page it is: the maker that speaks there of itself, or the customer whose story is told; listed anywhere or not.

Belongs here: weighing the names that a page gives (`ClaimsPage.names`, its title) against its text. A portal that prints news about
others is no maker: its name counts only where the text speaks of it. Does not belong here: sections and single sentences (see `sections`,
`subjects`), and finding names in markup (see `sources.vendors.page_names`).
"""

import re
from typing import Final

from fab_pipeline.reading.claims.document import ClaimsPage
from fab_pipeline.reading.claims.names_in_titles import name_in, says, title_parts, without_lead
from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.traditional import plain
from fab_pipeline.vocabulary.vendors import Vendor, find_vendors, vendor_of_name

_STORY: Final = re.compile(
    r"customer (?:success )?stor(?:y|ies)|case stud(?:y|ies)|success stor(?:y|ies)|(?:客户|用户|成功|应用|标杆)(?:案例|故事)|\A案例", re.I
)
_STORY_PATH: Final = re.compile(r"/(?:customers?|customer-stories|case-stud(?:y|ies)|success-stories|cases?)/[^/]+", re.I)
_ACTS: Final[tuple[re.Pattern[str], ...]] = (
    re.compile(r"challenge|opportunity|problem|挑战|痛点|背景", re.I),
    re.compile(r"solution|approach|解决方案|方案", re.I),
    re.compile(r"results?|outcomes?|impact|benefits|成果|成效|效果|收益|价值", re.I),
)
"""Headings of the three acts in which customer stories are told."""
_CUSTOMER_LINE: Final = re.compile(
    r"\s*(?:customer|client|company|客户(?:名称)?|企业名称|用户单位)\s*[:：]\s*(?P<name>[^:：,，|。]{2,30})\s*\Z", re.I
)
_CUSTOMER_BEHIND: Final = re.compile(
    r"\s*(?:助力|携手|赋能|帮助|支持|联合|联手|服务|与|和|×|x|\+|&|helps?|helping|powers?|powering|enables?|and|for|partners? with)\s*",
    re.I,
)
_NEWS: Final = re.compile(r"来源\s*[:：]|记者|责任编辑|责编|本报讯|\d日[电讯]|编辑\s*[:：]|\((?:Reuters|AP|Bloomberg)\)|staff writer", re.I)
_NEWS_NAME: Final = re.compile(
    r"(?:网|报|日报|晚报|周刊|新闻|财经|资讯|头条|社|观察|在线|频道|科技频道)\Z|\b(?:news|times|post|herald|daily|weekly|today|wire|journal|magazine|media|press)\b",
    re.I,
)
_QUOTED: Final = re.compile(r"“[^”]{1,600}”|\"[^\"]{1,600}\"|「[^」]{1,600}」")
_WE: Final = re.compile(
    r"(?<![A-Za-z])(?:we|our)(?![A-Za-z])|(?<![A-Za-z])contact us|get started|我们|我司|本公司|本平台"
    r"|立即(?:试用|咨询|开通|购买|体验)|免费试用|控制台",
    re.I,
)
_OF_THE_SITE: Final = frozenset({"publisher", "site", "logo"})
_READ: Final = 3000
_OPENS: Final = 3
_AGREE: Final = 2
_LONGEST_PART: Final = 30


def is_story(page: ClaimsPage) -> bool:
    """Whether a page says of itself that it is a customer's story: by its title, address, the line above its heading, or its three acts."""
    if _STORY.search(plain(page.title or "")) or _STORY_PATH.search(page.address or ""):
        return True
    lines = [plain(page.text[block.start : block.end]) for block in page.blocks]
    if any(len(line) <= _LONGEST_PART and _STORY.search(line) for line in lines[:_OPENS]):
        return True
    headings = [line for line, block in zip(lines, page.blocks, strict=True) if block.level]
    return sum(any(act.search(heading) for heading in headings) for act in _ACTS) == len(_ACTS)


def customer_of(page: ClaimsPage, maker: Vendor | None) -> Vendor | None:
    """The customer whose story a page tells: named by a line of its own, by the title, or by the first heading."""
    body = body_of(page)
    for block in page.blocks:
        line = _CUSTOMER_LINE.match(page.text[block.start : block.end])
        if line:
            return listed_or_named(line["name"].strip())
    heads = [page.text[block.start : block.end] for block in page.blocks if block.level == 1][:1]
    for part in (*title_parts(page.title), *heads):
        if _STORY.fullmatch(plain(part)):
            continue
        words = _behind_maker(without_lead(part), maker)
        name = name_in(words, body, least=1)
        if name and not _same(name, maker) and not _STORY.search(plain(name)):
            return listed_or_named(name)
    return None


def maker_of(page: ClaimsPage) -> Vendor | None:
    """The maker whose own page it is; None for a portal's report about others, and where nothing names one.

    A name counts where the text says it too; on a page that speaks as "we", or whose title is not about somebody else, also where it is the
    site's or two places agree on it.
    """
    body = body_of(page)
    own = _speaks_of_itself(body)
    news = bool(_NEWS.search(page.text[:_READ]))
    parts = [part for part in title_parts(page.title) if len(part) <= _LONGEST_PART]
    for where, name in page.names:
        printed = _as_printed(name, where, page, parts)
        if printed is None or _told_of_another(page, body, name):
            continue
        if says(body, name):
            return listed_or_named(printed)
        if news or _NEWS_NAME.search(name):
            continue
        places = {other for other, again in page.names if _agree(name, again)} | {"title" for part in parts if _agree(name, part)}
        known = where in _OF_THE_SITE or len(places) >= _AGREE
        if known and (own or not _tells_of(page, body, name)):
            return listed_or_named(printed)
    return None


def last_name_of(page: ClaimsPage) -> Vendor | None:
    """The end of the title, legal line or address of a page that speaks as "we", where nothing else names its maker."""
    if not _speaks_of_itself(body_of(page)) or _NEWS.search(page.text[:_READ]):
        return None
    names = [part for part in title_parts(page.title)[1:][-1:] if len(part) <= _LONGEST_PART and not _STORY.search(plain(part))]
    names += [name for where, name in page.names if where in {"legal", "host"}]
    names = [name for name in names if not _NEWS_NAME.search(name)]
    return listed_or_named(names[0]) if names else None


def body_of(page: ClaimsPage) -> str:
    """The text without the lines that repeat the title."""
    title = page.title or ""
    lines = [page.text[block.start : block.end] for block in page.blocks]
    firsts = {page.text[block.start : block.end] for block in page.blocks if block.level == 1}
    return "\n".join(line for line in lines if line not in firsts and not (len(line) > 8 and line in title) and line != title)


def listed_or_named(name: str) -> Vendor:
    """The listed vendor that a name begins with, else one named as printed."""
    hit = next(iter(find_vendors(name)), None)
    return hit.vendor if hit and hit.start == 0 else vendor_of_name(name)


def organisations(words: str) -> list[Vendor]:
    """Listed names in a title, without those that are a chip's name there (昇腾, NVIDIA H200)."""
    cards = find_accelerators(words, families=True)
    return [hit.vendor for hit in find_vendors(words) if not any(card.start <= hit.start < card.end for card in cards)]


def _speaks_of_itself(body: str) -> bool:
    return bool(_WE.search(_QUOTED.sub("", body)))


def _tells_of(page: ClaimsPage, body: str, name: str) -> bool:
    """Whether the title begins with somebody else, of whom the text goes on to speak."""
    actor = next((found for part in title_parts(page.title)[:1] if (found := name_in(part, body, least=2))), None)
    return actor is not None and not _agree(actor, name)


def _told_of_another(page: ClaimsPage, body: str, name: str) -> bool:
    """Whether the title begins with another listed organisation, of which the text speaks more often than of this name."""
    first = next(iter(find_vendors(without_lead(page.title or ""))), None)
    if first is None or first.start > _OPENS or first.vendor not in organisations(without_lead(page.title or "")):
        return False
    if _same(name, first.vendor) or listed_or_named(name) == first.vendor:
        return False
    return sum(hit.vendor == first.vendor for hit in find_vendors(body[:40_000])) > says(body, name)


def _as_printed(name: str, where: str, page: ClaimsPage, parts: list[str]) -> str | None:
    """The form of a name that people read: of a host, what the title or text prints for it."""
    if where not in {"host", "legal"}:
        return name
    forms = [part for part in parts if _agree(name, part)] + [
        other for place, other in page.names if place not in {"host", "legal"} and _agree(name, other)
    ]
    if where == "legal":
        return min([*forms, name], key=len)
    if forms:
        return min(forms, key=len)
    letters = r"[ \-]?".join(re.sub(r"[^a-z0-9]", "", name.lower()))
    hit = re.search(rf"(?<![A-Za-z]){letters}(?![A-Za-z])", page.text, re.I)
    return hit[0] if hit and not hit[0].islower() else None


def _agree(one: str, other: str) -> bool:
    """Whether two names are one, or one is the beginning of the other."""
    short, long = sorted((_squash(one), _squash(other)), key=len)
    return len(short) >= (4 if short.isascii() else 2) and long.startswith(short) and len(long) <= 3 * len(short)


def _same(name: str, vendor: Vendor | None) -> bool:
    return vendor is not None and any(_agree(name, form) for form in (vendor.name, vendor.name_zh or "", *vendor.aliases) if form)


def _squash(name: str) -> str:
    return re.sub(r"[\W_]+", "", plain(name).lower())


def _behind_maker(words: str, maker: Vendor | None) -> str:
    """What stands behind "Maker helps" at the beginning of a title."""
    for form in (maker.name, maker.name_zh or "", *maker.aliases) if maker else ():
        if form and words.startswith(form):
            hit = _CUSTOMER_BEHIND.match(words, len(form))
            return words[hit.end() :] if hit else words
    return words
