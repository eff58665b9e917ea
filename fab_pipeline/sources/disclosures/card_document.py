"""A model card as a document: Markdown or HTML → text, tables, sentences, and what it says of its model.

Belongs here: front matter, rendering, the model's name, its release date, sections. Does not belong here: who developed it (see
`card_developer`), figures (see `card_figures`) and claims (see `model_card`).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

import yaml
from markdown_it import MarkdownIt

from fab_pipeline.reading.dates import PrintedDate, read_date
from fab_pipeline.sources.disclosures.card_developer import developer_of, model_in
from fab_pipeline.sources.disclosures.page_decoding import decode_page, is_html
from fab_pipeline.sources.disclosures.page_grid import Grid, bounded
from fab_pipeline.sources.disclosures.training_page_html import read_html
from fab_pipeline.vocabulary.documents import parse_yaml

_FRONT_MATTER: Final = re.compile(r"\A---[ \t]*\n(.*?)\n---[ \t]*(?:\n|\Z)", re.S)
_RELEASED: Final = re.compile(
    r"(?:Model\s+)?(?:Release\s+Date|Released(?:\s+on)?|发布日期|发布时间)\s*[:：]?\s*(?P<date>[^\n]{4,40})", re.I
)
_TITLE: Final = re.compile(r"(?:Model\s+Card\s+(?:for|of)\s+|模型卡[:：]\s*)?(?P<name>.+?)(?:\s+Model\s+Card)?\s*\Z", re.I)
_NO_NAME: Final = re.compile(r"(?:model\s+(?:information|details|card|summary)|overview|introduction|readme|\d+\.?\s)", re.I)
_SENTENCE: Final = re.compile(r"[^\n]+?(?:(?<=[a-z0-9)\]%])[.!?](?=\s|$)|[。！？]|(?=\n)|$)")
_LONGEST_NAME: Final = 60


@dataclass(frozen=True)
class CardSentence:
    """One sentence outside the tables and its place in the text."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Card:
    """A model card.

    Attributes:
        text: the extracted text that places refer to.
        front_matter: the YAML before the text, empty where there is none.
        grids: tables in printed order.
        sentences: prose in printed order.
        title: name in the first heading, None where that names no model.
        developer: who developed the model, as printed.
        released: release date, as exact as printed, and where it stands.
        released_at: place of the release date.
        headings: places of the headings.
    """

    text: str
    front_matter: Mapping[str, object]
    grids: tuple[Grid, ...]
    sentences: tuple[CardSentence, ...]
    title: str | None
    developer: str | None
    released: PrintedDate | None
    released_at: tuple[int, int] | None
    headings: tuple[tuple[int, int], ...] = ()

    def section_at(self, place: int) -> str:
        """The heading under which a place of the text stands; "" before the first."""
        above = [(start, end) for start, end in self.headings if end <= place]
        return self.text[above[-1][0] : above[-1][1]] if above else ""


def read_card(body: bytes, media_type: str | None = None) -> Card:
    """Parse a card.

    Raises:
        UnreadableCaptureError: as `decode_page` and `read_html` do.
    """
    source = decode_page(body, media_type)
    found = _FRONT_MATTER.match(source)
    markup = source[found.end() :] if found else source
    html = markup if _is_whole_html(markup, media_type) else MarkdownIt("commonmark", {"html": True}).enable("table").render(markup)
    page = read_html(html if "<body" in html.lower() else f"<html><body>{html}</body></html>")
    declared = _yaml(found[1]) if found else {}
    text, grids = page.text.text, tuple(bounded(grid) for grid in page.grids)
    released = _RELEASED.search(text)
    printed = read_date(released["date"]) if released else None
    place = (released.start("date") + printed.start, released.start("date") + printed.end) if released and printed else None
    return Card(
        text,
        declared,
        grids,
        _sentences(text, grids),
        _title(page.title) if page.headings else None,
        developer_of(text, page.title if page.headings else None, declared),
        printed,
        place,
        tuple(sorted(page.headings)),
    )


def _is_whole_html(markup: str, media_type: str | None) -> bool:
    """Whether this is a page and not Markdown with tables in HTML."""
    return is_html(markup, media_type) and bool(re.search(r"<(?:html|body|head)\b", markup[:4096], re.I))


def _yaml(source: str) -> Mapping[str, object]:
    try:
        loaded = parse_yaml(source)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    return cast("Mapping[str, object]", loaded) if isinstance(loaded, dict) else {}


def _title(title: str | None) -> str | None:
    hit = _TITLE.match(model_in(title.strip(" #*"))) if title else None
    name = hit["name"].strip(" *:：") if hit else ""
    return name if name and len(name) <= _LONGEST_NAME and not _NO_NAME.match(name) else None


def _sentences(text: str, grids: Sequence[Grid]) -> tuple[CardSentence, ...]:
    spans = [span for grid in grids for span in grid.spans]
    return tuple(
        CardSentence(hit[0].strip(), hit.start(), hit.end())
        for hit in _SENTENCE.finditer(text)
        if hit[0].strip() and not any(start < hit.end() and hit.start() < end for start, end in spans)
    )
