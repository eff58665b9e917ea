"""Pages about vendors and cases → rows of vendor_claims and vendor_pages.

Belongs here: the steps from bytes to rows: which reader a page needs, what a page without claims says about itself, ids and units of
rows. Does not belong here: reading sentences (see `reading.claims`).
"""

import re
from bisect import bisect_left
from typing import Final

from fab_pipeline.reading.claims.base_units import si_value
from fab_pipeline.reading.claims.claim import Claim
from fab_pipeline.reading.claims.document import ClaimsPage
from fab_pipeline.reading.claims.reader import read_claims
from fab_pipeline.reading.claims.relevance import relevance
from fab_pipeline.sources.base import Capture, Parsed, Row, UnreadableCaptureError
from fab_pipeline.sources.disclosures.page_decoding import is_html
from fab_pipeline.sources.disclosures.training_cost_page import read_training_page
from fab_pipeline.sources.vendors.html_page import html_page
from fab_pipeline.sources.vendors.page_bytes import page_text
from fab_pipeline.sources.vendors.text_page import is_markdown, markdown_page, plain_page

PARSER_VERSION: Final = "2"
_BLOCKED: Final = re.compile(
    r"验证码|安全验证|人机验证|访问(?:过于频繁|被拒绝|受限)|Just a moment|Access Denied|Checking your browser"
        r"|are you (?:a )?(?:human|robot)|verify you are human|enable JavaScript and cookies"
    r"|unusual traffic|Attention Required|Request blocked", re.I | re.A
)  # fmt: skip
_OF_RUNS: Final = re.compile(
    r"披露(?:美元)?成本|披露\s?GPU\s?小时|训练成本榜|disclosed (?:cost|compute|GPU)|training cost (?:board"
    r"|leaderboard)|cost of training runs",
    re.I,
)
_FEWEST_RUNS: Final = 3
_LONGEST_BLOCK_PAGE: Final = 1500
_LITTLE_TEXT: Final = 300
_NUMBER: Final = re.compile(r"\d[\d.,]*")


def read_page(body: bytes, media_type: str | None = None, filename: str | None = None) -> ClaimsPage:
    """The page of some bytes.

    Args:
        body: HTML, Markdown or plain text.
        media_type: as declared with them.
        filename: tells Markdown.

    Raises:
        UnreadableCaptureError: the bytes are no page.
    """
    page = page_text(body, media_type)
    if is_html(page.text, media_type):
        return html_page(page)
    return markdown_page(page) if is_markdown(page.text, filename) else plain_page(page)


def parse(body: bytes, capture: Capture) -> Parsed:
    """Claims of one page, and the page itself.

    Raises:
        UnreadableCaptureError: the bytes are no page.
    """
    page = read_page(body, capture.media_type, capture.filename)
    claims = [] if _is_blocked(page) or _lists_runs(body, page) else read_claims(page)
    rows = _rows(page, claims, capture)
    return Parsed(rows={"vendor_claims": rows, "vendor_pages": [_page_row(page, claims, capture)]})


def outcome(page: ClaimsPage, claims: list[Claim]) -> tuple[str, str]:
    """What a page gave, as a word of `contracts.words.PAGE_OUTCOMES` and one line for people."""
    numbers = sum(claim.value is not None for claim in claims)
    if any(claim.value_kind != "unparsed" for claim in claims):
        pictures = f"; {page.images} pictures of the body are not read" if page.images else ""
        return "claims", f"{len(claims)} claims, {numbers} of them with a number{pictures}"
    if _is_blocked(page):
        return "blocked", "the page keeps robots out and shows nothing of its content; open it in a browser and save it"
    if page.images and len(page.text) < _LITTLE_TEXT:
        return "image_only", f"the body is {page.images} pictures and {len(page.text)} characters: what the pictures say is not read"
    return "no_claims", _why_nothing(page)


def _why_nothing(page: ClaimsPage) -> str:
    """Why a page that was read claims nothing."""
    if not page.text.strip():
        return "the page has no text of its own, its scripts make it; open it in a browser and save it"
    if _OF_RUNS.search(page.text):
        return "a table of training runs, which claims nothing about a vendor or case; read it with: fab-pipeline read page"
    read = f"{len(page.text):,} characters were read"
    weighed = relevance(page.weighed_text)
    if not weighed.is_of_the_field:
        return f"another kind: {read}, which are not about training infrastructure ({weighed})"
    return f"{read} and claim nothing about training infrastructure"


def _left_out(page: ClaimsPage) -> str:
    """What stands around the text of a page and was not read, told in numbers."""
    if not page.surroundings:
        return ""
    numbers = len(_NUMBER.findall(page.surroundings))
    return f"; not read: {len(page.surroundings):,} characters with {numbers} numbers around the text (menus, other pages, footer)"


def _is_blocked(page: ClaimsPage) -> bool:
    return len(page.text) < _LONGEST_BLOCK_PAGE and bool(_BLOCKED.search(f"{page.title or ''}\n{page.text}"))


def _lists_runs(body: bytes, page: ClaimsPage) -> bool:
    """Whether a page is a table of training runs, whose figures are no claims of a vendor or case."""
    if not _OF_RUNS.search(page.text):
        return False
    try:
        return len(read_training_page(body).rows) >= _FEWEST_RUNS
    except UnreadableCaptureError:
        return False


def _rows(page: ClaimsPage, claims: list[Claim], capture: Capture) -> list[Row]:
    rows: list[Row] = []
    first: dict[tuple[object, ...], str] = {}
    ends = [place for place, sign in enumerate(page.text) if sign == "\n"]
    for number, claim in enumerate(claims, 1):
        row = _row(page, claim, capture, f"{capture.sha256[:12]}:{number:04}", bisect_left(ends, claim.start) + 1)
        key = (row["vendor"], row["metric"], row["value"], row["value_max"], row["value_bool"], row["unit"])
        if claim.value is not None or claim.value_kind == "boolean":
            row["duplicate_of"] = first.get(key)
            first.setdefault(key, str(row["claim_id"]))
        rows.append(row)
    return rows


def _row(page: ClaimsPage, claim: Claim, capture: Capture, claim_id: str, line: int) -> Row:
    vendor = claim.subject.vendor
    base, base_max, base_unit = si_value(claim.value, claim.value_max, claim.unit)
    return {
        "claim_id": claim_id,
        "entity_kind": claim.subject.kind,
        "vendor": vendor.slug if vendor else "_article" if claim.subject.kind == "article" else "_unnamed",
        "vendor_zh": vendor.name_zh if vendor else None,
        "vendor_en": vendor.name if vendor else None,
        "product": claim.product,
        "metric": claim.metric.name if claim.metric else None,
        "value_kind": claim.value_kind,
        "raw": claim.raw,
        "value": claim.value,
        "value_max": claim.value_max,
        "value_bool": claim.value_bool,
        "value_text": claim.value_text,
        "unit": claim.unit,
        "si_value": base,
        "si_value_max": base_max,
        "si_unit": base_unit,
        "comparator": claim.comparator,
        "magnitude_class": claim.magnitude_class,
        "precision": claim.precision,
        "phase": claim.phase,
        "baseline": claim.baseline,
        "baseline_value": claim.baseline_value,
        "is_baseline": claim.is_baseline,
        "conditions": claim.conditions,
        "as_of": claim.as_of.iso,
        "as_of_text": claim.as_of.words,
        "modality": claim.modality,
        "dimension": claim.metric.dimension if claim.metric else None,
        "evidence_class": claim.evidence_class,
        "source_cited": claim.source_cited,
        "entities": "; ".join(claim.entities) or None,
        "ambiguous": bool(claim.ambiguity),
        "ambiguity": "; ".join(claim.ambiguity) or None,
        "duplicate_of": None,
        "span": page.text[claim.start : claim.end],
        "char_start": claim.start,
        "char_end": claim.end,
        "line": line,
        "source": capture.source,
        "source_url": capture.url,
        "copied_from": capture.copied_from,
        "origin": capture.origin,
        "observed_at": capture.observed_at,
        "capture_sha256": capture.sha256,
        "parser_version": PARSER_VERSION,
    }


def _page_row(page: ClaimsPage, claims: list[Claim], capture: Capture) -> Row:
    word, detail = outcome(page, claims)
    detail += _left_out(page)
    return {
        "capture_sha256": capture.sha256,
        "source": capture.source,
        "outcome": word,
        "detail": detail,
        "shape": page.shape,
        "encoding": page.encoding,
        "replaced_characters": page.replaced_characters,
        "title": page.title,
        "publisher": page.publisher,
        "published": page.published,
        "claims": sum(claim.value_kind != "unparsed" for claim in claims),
        "unparsed": sum(claim.value_kind == "unparsed" for claim in claims),
        "images": page.images,
        "extracted_text": page.text,
        "surroundings": page.surroundings or None,
        "source_url": capture.url,
        "locator": capture.locator,
        "copied_from": capture.copied_from,
        "origin": capture.origin,
        "observed_at": capture.observed_at,
    }
