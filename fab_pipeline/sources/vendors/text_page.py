"""Plain text and Markdown → the page that claims are read from.

Belongs here: lines as blocks, and telling Markdown by its marks; Markdown is made HTML by markdown-it and read as such, so that its text
carries no marks. Does not belong here: headings of plain text, which are known by their form when claims are read.
"""

import re
from typing import Final

from markdown_it import MarkdownIt

from fab_pipeline.reading.claims.document import Block, ClaimsPage
from fab_pipeline.sources.vendors.html_page import html_page
from fab_pipeline.sources.vendors.page_bytes import PageText
from fab_pipeline.sources.vendors.page_names import clean_name, legal_names
from fab_pipeline.sources.vendors.page_state import printed_date
from fab_pipeline.sources.vendors.surrounding_names import heads_other_pages

_MARKS: Final = re.compile(
    r"^#{1,6}[ \t]+\S|^[ \t]*(?:[-*+]|\d+\.)[ \t]+\*\*|\*\*[^*\n]+\*\*|^\|.*\|[ \t]*$|\[[^\]\[\n]{1,200}\]\(\S{1,500}\)|^```", re.M
)
"""Every mark looks ahead a bounded way or to the end of its line: a page of 75,000 opening brackets took five seconds."""
_FRONT_MATTER: Final = re.compile(r"\A---\n(.*?)\n---\n", re.S)
_HEADING: Final = re.compile(r"^#{1,6}[ \t]+\S", re.M)
_HEADLINE: Final = 60
_TOLD: Final = re.compile(r"[。；.]\s*\Z")
"""A headline below "相关阅读" is short and ends without a stop."""
_FACT: Final = re.compile(r"^(title|author|date|site)\s*:\s*[\"']?(.+?)[\"']?\s*$", re.M)


def is_markdown(text: str, filename: str | None) -> bool:
    """Whether a text is Markdown: by its file name, by a heading, or by three marks of any kind."""
    named = bool(filename and filename.lower().endswith((".md", ".markdown")))
    return named or bool(_HEADING.search(text)) or len(_MARKS.findall(text)) >= 3


def markdown_page(page: PageText) -> ClaimsPage:
    """The page of a Markdown text; front matter gives title, author and date."""
    front = _FRONT_MATTER.match(page.text)
    facts = dict(_FACT.findall(front[1])) if front else {}
    source = page.text[front.end() :] if front else page.text
    html = MarkdownIt("commonmark", {"html": True}).enable("table").enable("strikethrough").render(source)
    read = html_page(PageText(f"<html><body>{html}</body></html>", page.encoding, page.replaced))
    heading = next((read.text[block.start : block.end] for block in read.blocks if block.level == 1), None)
    return ClaimsPage(
        text=read.text,
        blocks=read.blocks,
        marked=read.marked,
        title=facts.get("title") or heading,
        names=tuple(("site", facts[key]) for key in ("site", "author") if key in facts) + read.names,
        published=printed_date(f"date: {facts['date']}" if "date" in facts else read.text),
        shape="markdown",
        encoding=page.encoding,
        replaced_characters=page.replaced,
        images=read.images,
        surroundings=read.surroundings,
    )


def plain_page(page: PageText) -> ClaimsPage:
    """The page of a plain text: its lines; spans point into the text as it is in the file."""
    blocks: list[Block] = []
    left_out: list[str] = []
    position, beside = 0, False
    for line in page.text.split("\n"):
        words = line.strip()
        beside = heads_other_pages(words) or (beside and len(words) <= _HEADLINE and not _TOLD.search(words))
        if words and beside:
            left_out.append(words)
        elif words:
            start = position + line.index(words[0])
            blocks.append(Block(start, start + len(words)))
        position += len(line) + 1
    first = page.text[blocks[0].start : blocks[0].end] if blocks else None
    return ClaimsPage(
        text=page.text,
        blocks=tuple(blocks),
        marked=False,
        title=first if first and len(first) <= 60 else None,
        names=tuple((where, clean_name(name)) for where, name in legal_names(page.text)),
        published=printed_date(page.text),
        shape="text",
        encoding=page.encoding,
        replaced_characters=page.replaced,
        surroundings="\n".join(left_out),
    )
