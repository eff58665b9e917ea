"""Of whom a page speaks as a whole, where its headings do not say otherwise.

Belongs here: the order in which the page's own names, listed names and first words are asked. Does not belong here: weighing the page's
own names (see `whose_page`), headings (see `headings`), and how far each subject reaches (see `sections`).
"""

import re
from collections import Counter
from dataclasses import replace
from typing import Final

from fab_pipeline.reading.claims.document import Block, ClaimsPage
from fab_pipeline.reading.claims.headings import NAME_END, NO_NAME, level_of, named_by, ranks, without_ordinal
from fab_pipeline.reading.claims.names_in_titles import name_in, title_parts, without_source
from fab_pipeline.reading.claims.subject import MAKERS, NOBODY, Subject
from fab_pipeline.reading.claims.uses import tells_use, who_acts
from fab_pipeline.reading.claims.whose_page import body_of, customer_of, is_story, last_name_of, listed_or_named, maker_of, organisations
from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.traditional import plain
from fab_pipeline.vocabulary.vendors import Vendor, find_vendors, vendor_of_name

_LONGEST_NAME: Final = 14
_OPENING: Final = 40
_SIDE_BY_SIDE: Final = re.compile(r"与|和|及|、|&|\band\b", re.I)
"""A title that joins two listed names tells of both."""
_READ: Final = 40_000
_RANKING: Final = 2
"""Headings with a rank that make a page a ranking of several."""
_CAPITALS: Final = re.compile(r"(?:(?:How|Why|Inside|Meet|With)\s+)?((?:[A-Z][\w&.\-]*\s+){0,3}[A-Z][\w&.\-]*)(?=\s+[a-z]|\s*[:,]|\s*\Z)")


def tells_cases(page: ClaimsPage) -> bool:
    """Whether a page tells how organisations used accelerators, rather than what vendors offer or who ranks where."""
    return ranks(page) < _RANKING and (is_story(page) or tells_use(page.title, page.text))


def page_subject(page: ClaimsPage) -> Subject:
    """The one organisation that a page is about: its maker, or the customer whose story it tells; else the name it has most often."""
    kind = "case" if tells_cases(page) else "vendor"
    if ranks(page) >= _RANKING:
        return _by_listed_names(page, kind)
    if own := _by_own_names(page, kind):
        return own
    found = _by_listed_names(page, kind)
    if found.vendor is None and found.kind == "vendor":
        found = Subject("vendor", last_name_of(page))
    alone = found.kind == "vendor" and found.vendor is not None and found.vendor.slug not in MAKERS
    return replace(found, alone=alone and not _told_by_headings(page, kind) - {found.vendor})


def _by_own_names(page: ClaimsPage, kind: str) -> Subject | None:
    """The subject that the page itself names, whatever is listed; None where it names none, or tells of several side by side."""
    maker = maker_of(page)
    others = _told_by_headings(page, kind) - {maker}
    named = {vendor for vendor in organisations(page.title or "") if vendor != maker and vendor.slug not in MAKERS}
    if is_story(page):
        if _SIDE_BY_SIDE.search(page.title or "") and len(named) > 1:
            return None
        customer = customer_of(page, maker)
        return Subject("case", customer, alone=True) if customer and not others - {customer} else None
    if maker is None or maker.slug in MAKERS or len(others) > 1:
        return None
    if kind == "case" and named:
        return None
    return Subject(kind, maker, alone=True)


def _by_listed_names(page: ClaimsPage, kind: str) -> Subject:
    """The subject by the listed names of title, publisher and text, then by the beginning or end of the title, then by the first words."""
    head = f"{page.title or ''}\n{page.publisher or ''}"
    names = organisations(head) or [hit.vendor for hit in find_vendors(head)]
    if len({name.slug for name in names}) == 1:
        other = _own_name(page, kind) if names[0].slug in MAKERS else None
        return Subject(kind, listed_or_named(other) if other and not find_accelerators(other) else names[0])
    counted = Counter(vendor for vendor in organisations(page.text[:_READ]) if vendor.slug not in MAKERS)
    first = counted.most_common(2)
    if first and first[0][1] >= 2 and (len(first) == 1 or first[0][1] >= 3 * first[1][1]):
        return Subject(kind, first[0][0])
    told = [found.vendor for block in page.blocks if block.level and (found := _of_heading(page, block, kind))]
    if len(set(told)) > 1:
        return NOBODY
    own = _own_name(page, kind) if not names and len(counted) <= 1 else None
    return _of_own_name(own, kind) if own else _of_first_words(page, kind, several=len(counted) > 1)


def _told_by_headings(page: ClaimsPage, kind: str) -> set[Vendor | None]:
    """Organisations that headings name, but for makers of hardware."""
    told = {found.vendor for block in page.blocks if (found := _of_heading(page, block, kind)) and found.kind != "hardware"}
    return {vendor for vendor in told if vendor and vendor.slug not in MAKERS}


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
    return NOBODY if several or ranks(page) else Subject(kind, None)


def _of_heading(page: ClaimsPage, block: Block, kind: str) -> Subject | None:
    words = page.text[block.start : block.end]
    level = level_of(words, block, marked=page.marked)
    return named_by(words, level, page, is_case=kind == "case") if level else None


def _own_name(page: ClaimsPage, kind: str) -> str | None:
    """Name of an unlisted organisation: of a case, what the title begins with; of a vendor, the publisher, else the title's end."""
    parts = title_parts(page.title)
    if kind == "vendor" and page.publisher and len(page.publisher) <= 30 and _speaks_of(page, page.publisher):
        return page.publisher
    said = next((name for part in parts[:1] if (name := name_in(part, body_of(page), least=2))), None)
    if said:
        return said
    for part in (*parts[:1], *reversed(parts[1:])) if kind == "case" else (*reversed(parts[1:]), *parts[:1]):
        capitals = _CAPITALS.match(without_ordinal(part))
        own = without_ordinal(part)
        name = capitals[1] if capitals else own[: len(NAME_END.split(plain(own))[0])].strip()
        if 2 <= len(name) <= (30 if name.isascii() else _LONGEST_NAME) and not NO_NAME.search(name) and _speaks_of(page, name):
            return name
    return None


def _speaks_of(page: ClaimsPage, name: str) -> bool:
    """Whether the text says a name otherwise than as its own source."""
    return name in without_source(page.text, name)
