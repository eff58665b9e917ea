"""HTML → the page that claims are read from.

Belongs here: text and blocks by elements, headings by their tags, what a cell of a table is about, and the page's script state where its
elements say little. Does not belong here: which elements are taken out (see `page_body`), JSON (see `page_state`), reading claims.
"""

import re
from bisect import bisect_right
from typing import Any, Final

from bs4 import BeautifulSoup
from bs4.element import Tag

from fab_pipeline.reading.claims.document import Block, ClaimsPage
from fab_pipeline.sources.disclosures.html_text import HEADINGS, HtmlText, visible_text
from fab_pipeline.sources.page_limits import require_content, require_shallow
from fab_pipeline.sources.vendors import page_state
from fab_pipeline.sources.vendors.page_body import without_surroundings
from fab_pipeline.sources.vendors.page_bytes import PageText
from fab_pipeline.sources.vendors.page_names import page_address, page_names

_LITTLE: Final = 400
"""Characters of visible text below which a page is shown by its scripts."""
_LONE: Final = re.compile(r"[\ud800-\udfff]")
"""Half of a character, as JSON of a script may have it ("\\ud83d"); no file can hold it."""
_ICON: Final = re.compile(r"icon|logo|avatar|qrcode|sprite|spacer|pixel|badge|tracking", re.I | re.A)
_BOLD: Final = frozenset({"strong", "b"})
_LONGEST_HEADING: Final = 60


def html_page(page: PageText) -> ClaimsPage:
    """The page of an HTML text.

    Raises:
        UnreadableCaptureError: it has elements without end.
    """
    require_content(page.text)
    soup = BeautifulSoup(page.text, "lxml")
    require_shallow(soup)
    data = page_state.json_blocks(soup)
    title = _title(soup)
    whole = visible_text(soup).text if len(page.text) < 200_000 else ""
    names, address = page_names(soup, data, whole), page_address(soup)
    scripted = page_state.literals(soup) if len(whole) < _LITTLE and not any(page_state.prose(value) for _, value in data) else []
    surroundings = without_surroundings(soup)
    text = visible_text(soup)
    published = page_state.published(soup, data, text.text or whole) or page_state.printed_date(whole)
    blocks, words, shape = _blocks(soup, text), text.text, "html"
    if len(words) < _LITTLE:
        words, blocks, shape = _with_state(words, blocks, [*data, *(("script_state", value) for value in scripted)])
    lost = len(_LONE.findall(words))
    return ClaimsPage(
        text=_LONE.sub("\ufffd", words),
        blocks=tuple(blocks),
        marked=any(block.level for block in blocks),
        title=_LONE.sub("\ufffd", title) if title else None,
        names=tuple((where, _LONE.sub("\ufffd", name)) for where, name in names),
        address=address or None,
        published=published,
        shape=shape,
        encoding=page.encoding,
        replaced_characters=page.replaced + lost,
        surroundings=surroundings,
        images=sum(1 for image in soup.find_all("img") if _is_picture(image)),
    )


def _title(soup: BeautifulSoup) -> str | None:
    for tag in soup.find_all("meta"):
        if tag.get("property") == "og:title" and str(tag.get("content", "")).strip():
            return str(tag["content"]).strip()
    title = soup.find("title")
    return " ".join(title.get_text().split()) or None if title else None


def _is_picture(image: Tag) -> bool:
    address = str(image.get("src") or image.get("data-src") or image.get("data-original") or "")
    small = str(image.get("width", "")).isdigit() and int(str(image["width"])) < 100
    return bool(address) and not small and not _ICON.search(f"{address} {image.get('class', '')} {image.get('alt', '')}")


def _blocks(soup: BeautifulSoup, text: HtmlText) -> list[Block]:
    levels = _levels(soup, text)
    contexts = _cell_contexts(soup, text)
    blocks: list[Block] = []
    position = 0
    for line in text.text.split("\n"):
        start, end = position, position + len(line)
        position = end + 1
        if line.strip():
            blocks.append(Block(start, end, levels.get(start, 0), contexts.get(start, "")))
    return _tiles(text.text, blocks)


def _levels(soup: BeautifulSoup, text: HtmlText) -> dict[int, int]:
    """Start of a line → level of the heading that it is; a paragraph that is bold as a whole and short is a heading of level 6."""
    found: dict[int, int] = {}
    for tag in soup.find_all([*HEADINGS, *_BOLD]):
        start, end = _trimmed(text, tag)
        if start >= end:
            continue
        if tag.name in HEADINGS:
            found[start] = int(tag.name[1])
        elif end - start <= _LONGEST_HEADING and _is_line(text.text, start, end) and start not in found:
            found[start] = 6
    return found


def _trimmed(text: HtmlText, tag: Tag) -> tuple[int, int]:
    start, end = text.spans.get(id(tag), (0, 0))
    words = text.text[start:end]
    return start + len(words) - len(words.lstrip()), end - (len(words) - len(words.rstrip()))


def _is_line(text: str, start: int, end: int) -> bool:
    before, behind = text[max(0, start - 1) : start], text[end : end + 1]
    return before in {"", "\n"} and behind in {"", "\n"} and "\n" not in text[start:end]


def _cell_contexts(soup: BeautifulSoup, text: HtmlText) -> dict[int, str]:
    """Start of a cell's line → headings of its row and column."""
    found: dict[int, str] = {}
    for table in soup.find_all("table"):
        if table.find("table"):
            continue  # it lays out the page
        rows = [row.find_all(["td", "th"], recursive=False) for row in table.find_all("tr")]
        heads = [" ".join(cell.get_text(" ").split()) for cell in rows[0]] if rows and len(rows) > 1 else []
        pairs = bool(rows) and all(len(row) == 2 and row[1].name == "td" for row in rows)
        heads = [] if pairs else heads
        for row in rows if pairs else rows[1:]:
            label = " ".join(row[0].get_text(" ").split()) if row else ""
            for column, cell in enumerate(row):
                start, end = _trimmed(text, cell)
                head = heads[column] if column < len(heads) and len(heads) == len(row) else ""
                if start < end and (column or head):
                    found[start] = f"{label if column else ''} {head}".strip()
    return found


_FIGURE_ONLY: Final = re.compile(
    r"(?=.{1,24}\Z)[^\u4e00-\u9fffA-Za-z]{0,3}(?:(?:约|近|超过?|逾|高达|最高|可达|over|up to|more than|>|~|≈)\s?)?"
    r"\$?\d[\d,.]*\s?(?:[万亿千百KMBTkx×%+倍PEGW]|张|卡|家|个|项|款|年|天|分钟|小时|秒|ms|us|ns|µs|min|h(?![a-z])|[TGP]B(?:/s|ps)?"
        r"|[TGE]?bps|Gb/s|[EPT]FLOPS|以上|余|级|\s|/)*\Z", re.I | re.A
)  # fmt: skip
_LONGEST_LABEL: Final = 40


def _tiles(text: str, blocks: list[Block]) -> list[Block]:
    """Figures that stand alone get the short line beside them as context: the one behind, else the one before."""
    found: list[Block] = []
    figures = [bool(_FIGURE_ONLY.match(text[block.start : block.end].strip())) for block in blocks]
    for index, block in enumerate(blocks):
        context = block.context
        if figures[index] and not context:
            behind = _label(text, blocks, figures, index + 1)
            before = _label(text, blocks, figures, index - 1)
            tiles_begin_with_figure = index == 0 or not before or (index >= 2 and figures[index - 2])
            context = (behind or before) if tiles_begin_with_figure or not before else (before if not behind else f"{behind} {before}")
        found.append(Block(block.start, block.end, 0 if figures[index] else block.level, context))
    return found


def _label(text: str, blocks: list[Block], figures: list[bool], index: int) -> str:
    if not 0 <= index < len(blocks) or figures[index]:
        return ""
    words = text[blocks[index].start : blocks[index].end].strip()
    return words if len(words) <= _LONGEST_LABEL else ""


def _with_state(words: str, blocks: list[Block], data: list[tuple[str, Any]]) -> tuple[str, list[Block], str]:
    """Visible text and what the scripts add to it; shape of what was added."""
    lines: list[tuple[str, int]] = []
    shape = "html"
    seen = set(words.split("\n"))
    for kind in ("script_state", "json_ld"):
        for found, value in data:
            if found != kind:
                continue
            for piece in page_state.prose(value):
                for line, level in _lines(piece):
                    if line not in seen:
                        seen.add(line)
                        lines.append((line, level))
        if lines:
            shape = kind
            break
    added, position = [], len(words) + 1 if words else 0
    for line, level in lines:
        added.append(Block(position, position + len(line), level))
        position += len(line) + 1
    joined = "\n".join(([words] if words else []) + [line for line, _ in lines])
    return joined, blocks + added, shape


def _lines(piece: str) -> list[tuple[str, int]]:
    """Lines of one piece of prose with their heading levels; a fragment of HTML is read as one."""
    if "<" not in piece:
        return [(line.strip(), 0) for line in piece.split("\n") if line.strip()]
    soup = BeautifulSoup(piece, "lxml")
    without_surroundings(soup)
    text = visible_text(soup)
    starts = _levels(soup, text)
    lines = text.text.split("\n")
    places = [sum(len(line) + 1 for line in lines[:index]) for index in range(len(lines))]
    keys = sorted(starts)
    found: list[tuple[str, int]] = []
    for line, place in zip(lines, places, strict=True):
        if line.strip():
            at = bisect_right(keys, place) - 1
            found.append((line.strip(), starts[keys[at]] if at >= 0 and keys[at] == place else 0))
    return found
