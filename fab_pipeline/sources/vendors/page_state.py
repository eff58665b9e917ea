"""What a page says in its scripts: the state that a framework would have shown, JSON-LD, and facts about the page in its head.

Belongs here: finding the JSON, and its prose in order: sentences, fragments of HTML, and records of short values ("99.5%" beside "有效训练
时长") as one line each. Does not belong here: when it counts (only where the elements of the page say little, see `html_page`).
"""

import json
import re
from collections.abc import Iterator
from datetime import date
from typing import Any, Final

from bs4 import BeautifulSoup

from fab_pipeline.reading.dates import read_date
from fab_pipeline.sources.vendors.surrounding_names import is_surrounding_name

_ASSIGNED: Final = re.compile(
    r"(?:window\.|self\.|var\s+|let\s+|const\s+)?(?:__\w+__|__\w+|INITIAL_\w+|BASE_DATA|pageData|initialState|appData)\s*=\s*(?=[{\[])"
)
_LITERAL: Final = re.compile(r'"(?:[^"\\\n]|\\.){8,}"')
_TELLS: Final = re.compile(r"[\u4e00-\u9fff]{4}|[A-Za-z]+ (?:[^\s]+ )+\D{0,9}\d")
"""A string of a script that is shown to people, rather than a message of the script itself."""
_STREAMED: Final = re.compile(r"\A[0-9a-f]{1,4}:(?=[\[{])")
"""What stands before each record of a page that is streamed in strings ("5:[…")."""
_LONGEST_SCRIPT: Final = 1_000_000
_PROSE: Final = re.compile(r"[\u4e00-\u9fff].*[\u4e00-\u9fff]|[A-Za-z]{2,}(?:\s+[^\s]+){3,}", re.S)
_CODE: Final = re.compile(r"https?://\S+\Z|[\w/.\-]+\Z|#[0-9a-f]{3,8}\Z", re.I | re.A)
_FRAGMENT: Final = re.compile(r"<(?:p|div|h[1-6]|li|span|section|table|br)\b", re.I | re.A)
_SKIPPED_KEYS: Final = re.compile(
    r"(?:nav|menu|footer|header|related|recommend\w*|comments?|seo|meta|tracking|analytics|config|i18n|locale|build"
        r"|asset|query|route|env|theme"
    r"|hidden|draft|deleted|ads?)\Z", re.I,
)  # fmt: skip
_PART_KEYS: Final = ("component", "type", "__typename", "blockType")
"""Keys whose value names the part of the page that a record is shown as."""
_LONGEST_RECORD: Final = 120
_DATE_KEYS: Final = ("datePublished", "dateModified", "pubDate", "upDate", "publishTime", "publishedAt", "publish_time")
_DATE_METAS: Final = ("article:published_time", "article:modified_time", "publishdate", "pubdate", "date", "dc.date", "last-modified")
_PRINTED_DATE: Final = re.compile(
    r"(?:发布(?:时间|日期|于)?|更新(?:时间|日期|于)?|最后更新|最近更新|时间|日期|published|updated|last (?:updated"
        r"|modified)|date)\s*(?:on|于)?\s*[:：]?\s*"
    r"(?=(?:19|20)\d\d|[A-Z][a-z]{2,8}\.? \d)", re.I,
)  # fmt: skip


def json_blocks(soup: BeautifulSoup) -> list[tuple[str, Any]]:
    """JSON of the page's scripts, each with its kind: json_ld or script_state. What is no JSON is left out."""
    found: list[tuple[str, Any]] = []
    for script in soup.find_all("script"):
        kind, text = str(script.get("type", "")).lower(), script.get_text()
        if "json" in kind:
            if (value := _loaded(text)) is not None:
                found.append(("json_ld" if "ld+json" in kind else "script_state", value))
            continue
        for hit in _ASSIGNED.finditer(text):
            try:
                value, _ = json.JSONDecoder().raw_decode(text, hit.end())
            except (ValueError, RecursionError):
                continue
            found.append(("script_state", value))
    return found


def literals(soup: BeautifulSoup) -> list[Any]:
    """What the strings of scripts say, where no script is JSON by itself: JSON inside of a string (streamed pages), else the string."""
    found: list[Any] = []
    for script in soup.find_all("script"):
        if script.get("src") or "json" in str(script.get("type", "")).lower():
            continue
        for hit in _LITERAL.finditer(script.get_text()[:_LONGEST_SCRIPT]):
            try:
                text = json.loads(hit[0])
            except ValueError:
                continue
            value = _loaded(_STREAMED.sub("", text))
            if isinstance(value, (dict, list)):
                found.append(value)
            elif _TELLS.search(text):
                found.append(text)
    return found


def prose(value: Any) -> list[str]:
    """Sentences, fragments of HTML and short records of a JSON value, in its order."""
    return list(_prose(value))


def published(soup: BeautifulSoup, blocks: list[tuple[str, Any]], text: str) -> date | None:
    """Date that the page gives for itself: JSON, the head, or words such as 更新时间 in its text."""
    for _, value in blocks:
        for record in records(value):
            for key in _DATE_KEYS:
                if (found := read_date(str(record.get(key) or ""))) and found.precision == "day":
                    return found.day
    printed = read_date(meta(soup, _DATE_METAS) or "")
    return printed.day if printed and printed.precision == "day" else printed_date(text)


def printed_date(text: str) -> date | None:
    """Date behind words such as 更新时间, 发布于, "Published"."""
    for hit in _PRINTED_DATE.finditer(text):
        found = read_date(text[hit.end() : hit.end() + 24])
        if found and found.precision == "day" and found.start == 0:
            return found.day
    return None


def meta(soup: BeautifulSoup, names: tuple[str, ...]) -> str | None:
    """Content of the first of these facts that the head of a page states."""
    for tag in soup.find_all("meta"):
        name = str(tag.get("property") or tag.get("name") or tag.get("itemprop") or "").lower()
        content = str(tag.get("content", "")).strip()
        if name in names and content:
            return content
    return None


def _loaded(text: str) -> Any:
    try:
        return json.loads(re.sub(r"^\s*(?:<!--|/\*.*?\*/|<!\[CDATA\[)|(?:-->|\]\]>)\s*\Z", "", text))
    except (ValueError, RecursionError):
        return None


def records(value: Any) -> Iterator[dict[str, Any]]:
    """All objects of a JSON value, at any depth."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            yield item
            stack.extend(item.values())
        elif isinstance(item, list):
            stack.extend(item)


def _prose(root: Any) -> Iterator[str]:
    stack: list[Any] = [root]
    while stack:
        value = stack.pop()
        if isinstance(value, str):
            if _is_prose(value):
                yield value.strip()
        elif isinstance(value, dict):
            if any(is_surrounding_name(str(value.get(key) or "-")) for key in _PART_KEYS):
                continue
            record = _short_record(value)
            if record:
                yield record
            else:
                stack.extend(
                    item for key, item in reversed(value.items()) if not _SKIPPED_KEYS.match(str(key)) and not is_surrounding_name(str(key))
                )
        elif isinstance(value, list):
            stack.extend(reversed(value))


def _is_prose(text: str) -> bool:
    return bool(_FRAGMENT.search(text)) or (bool(_PROSE.search(text)) and not _CODE.match(text.strip()))


def _short_record(record: dict[str, Any]) -> str | None:
    """Values of a record of two to four short fields of which one has a figure: a tile of a page."""
    values = [
        str(value)
        for key, value in record.items()
        if isinstance(value, (str, int, float)) and not isinstance(value, bool) and not _is_key(key)
    ]
    line = " ".join(value.strip() for value in values)
    if len(values) != len([v for v in record.values() if v not in (None, "")]) and any(
        isinstance(v, (dict, list)) for v in record.values()
    ):
        return None
    figures = [value for value in values if re.search(r"\d", value)]
    words = [value for value in values if re.search(r"[\u4e00-\u9fff]{2}|[A-Za-z]{3}", value)]
    short = 2 <= len(values) <= 5 and len(line) <= _LONGEST_RECORD and not any(_FRAGMENT.search(value) for value in values)
    return line if short and figures and words else None


def _is_key(key: str) -> bool:
    return bool(
        re.search(
            r"(?:^|_)(?:id|key|type|href|url|link|icon|img|image|src|class|style|order|sort|slug|color|__typename)\Z", key, re.I | re.A
        )
    )
