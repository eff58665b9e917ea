"""The claims of the ranking article among the shared seeds, read once."""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import polars as pl

from fab_pipeline.contracts import VENDOR_CLAIMS
from fab_pipeline.contracts.derive import typed
from fab_pipeline.sources.base import Capture
from fab_pipeline.sources.vendors.claims_page import parse
from fab_pipeline_tests.leaderboards.vendor_claims import MOMENT


@lru_cache(maxsize=1)
def article_claims(shared: Path) -> pl.DataFrame:
    """vendor_claims of the article about eight training platforms."""
    (path,) = (shared / "seeds").glob("000_*.txt")
    body = path.read_bytes()
    capture = Capture(source="vendor_page", observed_at=MOMENT, origin="ingested", sha256=sha256(body).hexdigest(), filename=path.name)
    return typed(VENDOR_CLAIMS, parse(body, capture).rows["vendor_claims"])
