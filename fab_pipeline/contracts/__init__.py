"""Contracts: one declaration of each table, from which schemas, docs, datapackage and Dagster metadata derive.

Add a table by declaring it in the module of its subject and listing it here. Nothing here reads a file or imports another room.
"""

from typing import Final

from fab_pipeline.contracts.cases import INDUSTRY_CASES
from fab_pipeline.contracts.ledger import FINDINGS, PAGE_STATEMENTS, QUARANTINE, RELEASE_CHANGES, SOURCES
from fab_pipeline.contracts.prices import ACCELERATOR_PRICES, HELD_PRICES, PRICE_CHANGES, PRICE_INDEX, PRICE_QUOTES
from fab_pipeline.contracts.selection import SELECTION_GUIDE
from fab_pipeline.contracts.specs import (
    ACCELERATOR_SPECS,
    COMPUTE_PRICES,
    SPECIFICATION_FACTS,
    SPECIFICATION_SOURCES,
    SPEED_CLAIMS,
    SPEED_CLAIMS_PER_DOLLAR,
)
from fab_pipeline.contracts.table import Table
from fab_pipeline.contracts.training import (
    DISCLOSURE_COVERAGE,
    TRAINING_BY_ACCELERATOR,
    TRAINING_CLAIMS,
    TRAINING_COST,
    TRAINING_COST_HISTORY,
    UNIT_COMPUTE_COST,
)
from fab_pipeline.contracts.vendor_boards import VENDOR_CLAIM_USE, VENDOR_METRICS, VENDOR_RANKING
from fab_pipeline.contracts.vendors import VENDOR_CLAIMS, VENDOR_PAGES

TABLES: Final[dict[str, Table]] = {
    table.name: table
    for table in (
        ACCELERATOR_PRICES,
        PRICE_CHANGES,
        PRICE_INDEX,
        HELD_PRICES,
        PRICE_QUOTES,
        TRAINING_CLAIMS,
        TRAINING_COST,
        TRAINING_COST_HISTORY,
        UNIT_COMPUTE_COST,
        TRAINING_BY_ACCELERATOR,
        DISCLOSURE_COVERAGE,
        VENDOR_CLAIMS,
        VENDOR_PAGES,
        VENDOR_METRICS,
        VENDOR_CLAIM_USE,
        VENDOR_RANKING,
        SELECTION_GUIDE,
        SPECIFICATION_FACTS,
        SPECIFICATION_SOURCES,
        ACCELERATOR_SPECS,
        COMPUTE_PRICES,
        SPEED_CLAIMS,
        SPEED_CLAIMS_PER_DOLLAR,
        INDUSTRY_CASES,
        PAGE_STATEMENTS,
        FINDINGS,
        QUARANTINE,
        SOURCES,
        RELEASE_CHANGES,
    )
}
