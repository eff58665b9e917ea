"""What a page calls its maker: names in its head, its JSON-LD, its legal line, its logo and its address.

Belongs here: reading these places, and cutting what is no part of a name (Inc., 股份有限公司, Docs, 帮助中心). Does not belong here: which
of them is the maker of what the text tells, rather than a portal that prints it (see `reading.claims.whose_page`).
"""

import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlsplit

from bs4 import BeautifulSoup

from fab_pipeline.sources.vendors.page_state import meta, records

_ORGANISATIONS: Final = frozenset(
    {"Organization", "Corporation", "LocalBusiness", "NewsMediaOrganization", "OnlineBusiness", "WebSite", "Brand"}
)
"""Types of schema.org whose name is a maker's or a site's (Organization and its kinds)."""
_LEGAL: Final = re.compile(
    r"(?:©|\(c\)|\bcopyright\b|版[权權]所有)(?:\s*(?:©|\(c\)|copyright|版[权權]所有"
    r"|\d{4}(?:\s*[-–—~至]\s*(?:\d{4}|present|now|今))?年?|by|[,，:：]))*\s*"
    r"(?P<behind>[^\d\s©|｜·•。，,;；<>][^|｜·•。;；<>\n©]{1,60})|(?P<before>[\w&（）() ]{2,30}?)\s*版[权權]所有",
    re.I,
)
_LEGAL_END: Final = re.compile(
    r"\s*(?:[.,，]?\s*(?:all rights|保留|版[权權]|[^\s,，]{0,4}ICP|隐私|隱私|客服|[电電][话話]"
    r"|統一|统一|privacy|terms|trademark|registered)|(?<=[A-Za-z]{2})\.\s"
    r"|\s{2,}|\u3000|or its affiliates|及其关联).*\Z",
    re.I | re.S,
)
_LOGO: Final = re.compile(r"\s*(?:\b(?:home\s?page|home|logo|brand|icon|white|black|dark|light|svg)\b|标志|徽标|图标|商标|首页)\s*", re.I)
_FORM: Final = re.compile(
    r"[\s,，.]*(?:\b(?:inc|incorporated|corp|corporation|co|company|ltd|limited|llc"
    r"|plc|gmbh|ag|s\.?a|b\.?v|pte|pty)\b\.?|(?:股份|责任|責任)?有限(?:责任|責任)?公司"
    r"|(?:集团|集團)?(?:股份)?公司)(?:[\s,，.]*(?:inc|ltd|limited|llc)\b\.?)*\s*\Z",
    re.I,
)
_PART: Final = re.compile(
    r"\s*(?:\b(?:docs?|documentation|blog|newsroom|news|help cent(?:er|re)|support"
    r"|developers?|customer stor(?:y|ies)|case stud(?:y|ies)|official site|website)"
    r"|(?:帮助|幫助|文档|文檔|新闻|新聞|开发者|開發者|产品|產品|资源|客户|支持)(?:中心|社区|文档|案例)|官方?网站?|官方?網站?|官网|博客|客户(?:案例|故事))\s*\Z",
    re.I,
)
_LONGEST: Final = 40


def page_names(soup: BeautifulSoup, data: list[tuple[str, Any]], text: str) -> tuple[tuple[str, str], ...]:
    """(where, name) of every place that names the maker of a page: publisher, site, legal, logo, host; the strongest first.

    Args:
        soup: the whole page.
        data: JSON of its scripts.
        text: its whole visible text, with the footer.
    """
    found = [("publisher", name) for name in _publishers(data)]
    found += [("site", meta(soup, (name,)) or "") for name in ("og:site_name", "application-name", "apple-mobile-web-app-title")]
    found += legal_names(text)
    for image in soup.find_all("img"):
        if re.search(
            r"\blogo\b|标志|徽标",
            f"{image.get('class', '')} {image.get('id', '')} {alt}" if (alt := str(image.get("alt", ""))) else "",
            re.I,
        ):
            found.append(("logo", _LOGO.sub(" ", alt)))
            break
    found.append(("host", host_name(page_address(soup))))
    cleaned = [(where, clean_name(name)) for where, name in found]
    return tuple(dict.fromkeys((where, name) for where, name in cleaned if 2 <= len(name) <= _LONGEST))


def legal_names(text: str) -> list[tuple[str, str]]:
    """The names behind © or beside 版权所有 in the last lines of a text."""
    hits = list(_LEGAL.finditer(text[-2000:]))
    names = [_LEGAL_END.sub("", hit["behind"] or hit["before"]) for hit in hits]
    return [("legal", name) for name in names if not re.match(r"\s*(?:all rights|保留)", name, re.I)]


def clean_name(name: str) -> str:
    """A name without its legal form, without the part of the site, and without what stands behind a bar."""
    words = re.split(r"\s*[|｜_–—·]\s*|\s-\s", " ".join(name.split()).strip(" .,，:：\"'“”"))[0]
    for _ in range(3):
        words = _PART.sub("", _FORM.sub("", words)).strip(" .,，:：&")
    return words


def page_address(soup: BeautifulSoup) -> str:
    """The address that a page gives for itself."""
    link = soup.find("link", rel="canonical")
    return str(link.get("href", "")) if link else meta(soup, ("og:url",)) or ""


def host_name(url: str) -> str:
    """The label of an address that names its owner: "acme" of https://docs.acme.com.cn/x."""
    try:
        labels = (urlsplit(url).hostname or "").split(".")
    except ValueError:
        return ""
    known = [label for label in labels[:-1] if label not in {"www", "com", "co", "net", "org", "gov", "edu", "ac", "docs", "blog", "help"}]
    return known[-1] if known else ""


def _publishers(data: list[tuple[str, Any]]) -> Iterator[str]:
    """Names of organisations in JSON-LD: of the publisher first, then of the page's own organisation or site."""
    found = [record for kind, value in data if kind == "json_ld" for record in records(value)]
    for record in found:
        for key in ("publisher", "author", "brand", "manufacturer", "provider"):
            named = record.get(key)
            if isinstance(named, dict) and named.get("@type") != "Person" and isinstance(named.get("name"), str):
                yield str(named["name"])
    for record in found:
        if record.get("@type") in _ORGANISATIONS and isinstance(record.get("name"), str):
            yield str(record["name"])
