"""What to do with a file that was put in by hand and gave nothing: why that is, and which reader would read it.

Belongs here: one line for people. Does not belong here: recording and parsing the file.
"""

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from shlex import quote

import polars as pl

from fab_pipeline.files import one_line
from fab_pipeline.sources.base import Capture, UnreadableCaptureError
from fab_pipeline.sources.vendors import claims_page

VENDOR_PAGE = "vendor_page"


def why_unusable(quotes: pl.DataFrame, pages: pl.DataFrame) -> str:
    """Why a file changes no release.

    Args:
        quotes: frame of PRICE_QUOTES of the file.
        pages: frame of VENDOR_PAGES of the file.
    """
    if quotes.height:
        return f"none of its {quotes.height} quotes has a price in USD, and money is never converted; they are kept and win nothing"
    if pages.height:
        return f"no claim was read: {pages['detail'][0]}"
    return "no row can be used; it is in quarantine with the reasons"


def better_source(file: Path) -> str | None:
    """What to call instead, where a file that its reader could not use is a page with claims; None where it is none."""
    body = file.read_bytes()
    capture = Capture(VENDOR_PAGE, datetime.now(UTC), sha256(body).hexdigest(), origin="ingested", filename=one_line(file.name))
    try:
        claims = claims_page.parse(body, capture).rows["vendor_claims"]
    except UnreadableCaptureError:
        return None
    if not claims:
        return None
    told = f"read as a page about a vendor or a case it gives {len(claims)} claims"
    return f"{told}: fab-pipeline ingest --source {VENDOR_PAGE} {quote(one_line(str(file)))}"
