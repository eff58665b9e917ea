"""Footnotes of a price page: what "2.24*" means is said elsewhere on the page.

Belongs here: finding the note of a mark, and what notes usually say: taxes (nothing changes), a commitment, a floor, a first or last day.
Does not belong here: prices. A note that is not understood is told apart from one that says nothing, because a price under it may be
anything.
"""

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from bs4 import BeautifulSoup, Tag

from fab_pipeline.reading.dates import date_spans, dates
from fab_pipeline.sources.prices.cells import CellError, shown
from fab_pipeline.sources.prices.declared.html import INLINE, spaced_text
from fab_pipeline.sources.prices.declared.money import is_teaser
from fab_pipeline.sources.prices.declared.schema import FootnoteRule
from fab_pipeline.sources.prices.declared.words import Validity, months_of, validity_of

_NOTE_LIMIT: Final = 2_000
_NOTE: Final = re.compile(r"(?:(?<=\s)|^)(?:([*†‡§]+)|\[\^(\w{1,3})\]|\(?(\d{1,2})[.)](?=\s))\s*(.+?)(?=\s(?:[*†‡§]+|\[\^\w{1,3}\])|$)")
_STARTS: Final = re.compile(r"[*†‡§]|\[\^\w|\(?\d{1,2}[.)]\s")
_COMMITTED: Final = re.compile(
    r"(?:requires?|with|for|under|on|assum\w+|after|at)\s+(?:an?\s+|the\s+)?(?:[\w-]+\s+){0,3}(?:commitments?|contracts?|reservations?|terms?)\b",
    re.I,
)
_OTHER_PRICE: Final = re.compile(r"\bdiscount|\blower\b|\bsave\b|\bcheaper\b|\bcan be\b|\bavailable (?:with|for|on)\b", re.I)
_ANOTHER_PRODUCT: Final = re.compile(
    r"\bcommit|\breserv|\bcontract|\bterms?\b|\bspot\b|pre-?empt|\binterrupt|\bminimum\b|\bfrom\b|\bstarting\b|\bup to\b|\bdiscount"
    r"|\bmonth|\byear",
    re.I,
)
"""Words with which a note can turn prices into those of something else."""
_HARMLESS: Final = re.compile(
    r"\btax(?:es)?\b|\bVAT\b|\bGST\b|\bexclud|\bnot includ|\bbilled\b|\bsubject to\b|\bmay vary\b|\bpromotion|\blimited time\b|\brounded\b"
    r"|\bUSD\b|\bU\.?S\.? dollars\b|\bterms (?:and conditions )?apply\b|\bstorage\b|\begress\b|税",
    re.I,
)


@dataclass(frozen=True)
class Meaning:
    """What a note changes for its prices; None: nothing."""

    purchase_option: str | None = None
    term_months: int | None = None
    price_kind: str | None = None


@dataclass
class Footnotes:
    """The notes of one page.

    Attributes:
        rules: those of the declaration; they go before the usual meanings.
        texts: note by mark.
    """

    rules: tuple[FootnoteRule, ...] = ()
    texts: dict[str, str] = field(default_factory=dict[str, str])

    def meaning(self, mark: str, *, needed: bool) -> Meaning:
        """What a mark means.

        Args:
            mark: "*", "**", "1" …
            needed: True for a mark at a price or name, which tells it from the others: its note must be there and be understood. False
                for one at a heading: its note may be missing, or say something that has nothing to do with what the price is for.

        Raises:
            CellError: footnote_missing or footnote_not_understood.
        """
        note = self.texts.get(mark)
        if note is None:
            if needed:
                raise CellError("footnote_missing", f"the price carries the mark {mark!r}, and the page has no note for it")
            return Meaning()
        meaning = self._declared(note) or _usual(validity_of(note).rest)
        if meaning is None and date_spans(note) and validity_of(note).begins:
            return Meaning()
        if meaning is None and not needed and not _ANOTHER_PRODUCT.search(note):
            return Meaning()
        if meaning is None:
            raise CellError("footnote_not_understood", f"the note {mark!r} says {shown(note)}; declare under footnotes what it means")
        return meaning

    def days(self, mark: str, observed: date) -> Validity | None:
        """Days between which a note says that its prices hold ("* Effective November 16, 2026").

        None where it names none, or only such as had come when the page was seen ("* As of November 2026").
        """
        note = self.texts.get(mark, "")
        said, spans, found = validity_of(note), date_spans(note), dates(note)
        begun = said.ends is None and len(spans) == len(found) and all(printed.day <= observed for printed in found)
        return None if begun else said

    def _declared(self, note: str) -> Meaning | None:
        rule = next((rule for rule in self.rules if rule.match.search(note)), None)
        return Meaning(rule.purchase_option, months_of(note), rule.price_kind) if rule else None


def footnotes_of(soup: BeautifulSoup, rules: tuple[FootnoteRule, ...]) -> Footnotes:
    """Notes of a page: texts that begin with a mark; of several for one mark the first counts."""
    texts: dict[str, str] = {}
    for tag in _places_of_marks(soup):
        text = spaced_text(tag)
        if len(text) > _NOTE_LIMIT or not _STARTS.match(text):
            continue
        for hit in _NOTE.finditer(text):
            mark = hit[1] or hit[2] or hit[3]
            if len(hit[4].split()) >= 2:
                texts.setdefault(mark, hit[4])
    return Footnotes(rules, texts)


def _places_of_marks(soup: BeautifulSoup) -> list[Tag]:
    """Elements in which a text or a raised figure could begin a note: the block around it, and it alone; in order, each once."""
    starts = [text.parent for text in soup.strings if _STARTS.match(text.lstrip())]
    marks = [tag.parent for tag in soup.select("sup")]
    found = [place for tag in (*starts, *marks) if tag is not None for place in (_block_of(tag), tag) if place is not None]
    return list({id(tag): tag for tag in found}.values())


def _block_of(tag: Tag) -> Tag | None:
    block = next((parent for parent in (tag, *tag.parents) if parent.name not in INLINE), None)
    return None if block is None or block.name in {"body", "html", BeautifulSoup.ROOT_TAG_NAME} else block


def _usual(note: str) -> Meaning | None:
    if not _OTHER_PRICE.search(note):
        if _COMMITTED.search(note):
            return Meaning("reserved", months_of(re.split(r"\.\s", note)[0]))
        if is_teaser(note):
            return Meaning(price_kind="from_teaser")
    return Meaning() if _HARMLESS.search(note) else None
