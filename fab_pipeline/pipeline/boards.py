"""Which board is built from which tables: the one list that the command line, Dagster and the release share.

To add a board: declare its table in `contracts/`, write its pure function in `leaderboards/`, and add one `Step` here, after the steps
it reads from. Nothing else needs to know. Does not belong here: how a board is computed, and any file.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

import polars as pl

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import empty
from fab_pipeline.leaderboards.accelerator_prices import accelerator_prices
from fab_pipeline.leaderboards.claims_to_runs import training_runs
from fab_pipeline.leaderboards.declared_corrections import correction_findings
from fab_pipeline.leaderboards.disclosure_coverage import disclosure_coverage
from fab_pipeline.leaderboards.findings.cases import case_findings
from fab_pipeline.leaderboards.findings.claim_sets import claim_findings
from fab_pipeline.leaderboards.findings.numeric import numeric_findings
from fab_pipeline.leaderboards.findings.statements import statement_findings
from fab_pipeline.leaderboards.findings.vendors import vendor_findings
from fab_pipeline.leaderboards.industry_cases import industry_cases
from fab_pipeline.leaderboards.price_changes import price_changes
from fab_pipeline.leaderboards.price_findings import price_findings
from fab_pipeline.leaderboards.price_holds import OVERRIDES_SCHEMA, held_back, held_prices
from fab_pipeline.leaderboards.price_index import price_index
from fab_pipeline.leaderboards.quotes_in_force import in_force
from fab_pipeline.leaderboards.selection_guide import selection_guide
from fab_pipeline.leaderboards.specifications.accelerator_specs import accelerator_specs
from fab_pipeline.leaderboards.specifications.compute_prices import compute_prices
from fab_pipeline.leaderboards.specifications.specification_findings import specification_findings
from fab_pipeline.leaderboards.specifications.specification_sources import specification_sources
from fab_pipeline.leaderboards.specifications.speed_claims import speed_claims
from fab_pipeline.leaderboards.specifications.speed_per_dollar import speed_claims_per_dollar
from fab_pipeline.leaderboards.training_by_accelerator import training_by_accelerator
from fab_pipeline.leaderboards.training_cost import training_cost
from fab_pipeline.leaderboards.training_cost_history import training_cost_history
from fab_pipeline.leaderboards.unit_compute_cost import unit_compute_cost
from fab_pipeline.leaderboards.vendor_metrics import vendor_claim_use, vendor_metrics
from fab_pipeline.leaderboards.vendor_ranking import vendor_ranking

Frames = Mapping[str, pl.DataFrame]

EVIDENCE: Final[tuple[str, ...]] = (
    "price_quotes",
    "training_claims",
    "page_statements",
    "vendor_claims",
    "vendor_pages",
    "specification_facts",
    "quarantine",
    "sources",
)
"""Tables that come from captures alone; everything else is computed from them."""

OVERRIDES: Final = "price_overrides"
"""Decisions of people about prices (`price_holds.OVERRIDES_SCHEMA`); no table of its own, handed to every step beside its inputs."""


@dataclass(frozen=True)
class Step:
    """One board: the table it fills, the tables it reads, and how."""

    table: str
    inputs: tuple[str, ...]
    build: Callable[[Frames, date], pl.DataFrame]


def _findings(frames: Frames, board_date: date) -> pl.DataFrame:
    claims, statements, prices = frames["training_claims"], frames["page_statements"], frames["accelerator_prices"]
    runs = training_runs(claims)
    return pl.concat(
        [
            numeric_findings(claims, runs, prices, board_date),
            claim_findings(claims),
            correction_findings(claims),
            statement_findings(claims, statements),
            price_findings(frames["price_quotes"], frames["held_prices"], board_date),
            vendor_findings(frames["vendor_claims"]),
            specification_findings(frames["specification_sources"], frames["accelerator_specs"], frames["speed_claims"]),
            case_findings(frames["vendor_claims"], frames["vendor_pages"], prices, board_date),
        ]
    )


STEPS: Final[tuple[Step, ...]] = (
    Step("held_prices", ("price_quotes",), lambda f, day: held_prices(f["price_quotes"], day, f[OVERRIDES])),
    Step(
        "accelerator_prices",
        ("price_quotes", "held_prices"),
        lambda f, day: accelerator_prices(f["price_quotes"], day, held_back(f["held_prices"])),
    ),
    Step(
        "price_index",
        ("price_quotes", "held_prices"),
        lambda f, day: price_index(f["price_quotes"], day, held_back(f["held_prices"])),
    ),
    Step("price_changes", ("price_quotes",), lambda f, _: price_changes(f["price_quotes"])),
    Step("specification_sources", ("specification_facts",), lambda f, _: specification_sources(f["specification_facts"])),
    Step("accelerator_specs", ("specification_sources",), lambda f, _: accelerator_specs(f["specification_sources"])),
    Step(
        "speed_claims",
        ("vendor_claims", "accelerator_specs", "accelerator_prices"),
        lambda f, day: speed_claims(f["vendor_claims"], f["accelerator_specs"], f["accelerator_prices"], day),
    ),
    Step(
        "findings",
        (
            *("training_claims", "page_statements", "accelerator_prices", "price_quotes", "held_prices", "vendor_claims", "vendor_pages"),
            *("specification_sources", "accelerator_specs", "speed_claims"),
        ),
        _findings,
    ),
    Step(
        "training_cost",
        ("training_claims", "accelerator_prices", "findings", "price_quotes"),
        lambda f, day: training_cost(
            training_runs(f["training_claims"]), f["accelerator_prices"], f["findings"], day, in_force(f["price_quotes"], day)
        ),
    ),
    Step(
        "training_cost_history",
        ("training_cost", "accelerator_prices"),
        lambda f, _: training_cost_history(f["training_cost"], f["accelerator_prices"]),
    ),
    Step("unit_compute_cost", ("training_cost",), lambda f, _: unit_compute_cost(f["training_cost"])),
    Step(
        "training_by_accelerator",
        ("training_cost", "training_claims"),
        lambda f, _: training_by_accelerator(f["training_cost"], f["training_claims"]),
    ),
    Step("disclosure_coverage", ("training_cost",), lambda f, _: disclosure_coverage(f["training_cost"])),
    Step(
        "industry_cases",
        ("vendor_claims", "vendor_pages", "accelerator_prices", "findings"),
        lambda f, day: industry_cases(f["vendor_claims"], f["vendor_pages"], f["accelerator_prices"], f["findings"], day),
    ),
    Step("vendor_metrics", ("vendor_claims",), lambda f, _: vendor_metrics(f["vendor_claims"])),
    Step("vendor_claim_use", ("vendor_claims",), lambda f, _: vendor_claim_use(f["vendor_claims"])),
    Step("vendor_ranking", ("vendor_claims",), lambda f, _: vendor_ranking(f["vendor_claims"])),
    Step(
        "selection_guide",
        ("vendor_claims", "vendor_claim_use"),
        lambda f, _: selection_guide(f["vendor_claims"], f["vendor_claim_use"]),
    ),
    Step(
        "compute_prices",
        ("accelerator_prices", "accelerator_specs"),
        lambda f, day: compute_prices(f["accelerator_prices"], f["accelerator_specs"], day),
    ),
    Step(
        "speed_claims_per_dollar",
        ("vendor_claims", "accelerator_specs", "accelerator_prices"),
        lambda f, day: speed_claims_per_dollar(f["vendor_claims"], f["accelerator_specs"], f["accelerator_prices"], day),
    ),
)

RELEASE_TABLES: Final[tuple[str, ...]] = tuple(name for name, table in TABLES.items() if table.published and name != "release_changes")
"""Tables that a release carries; release_changes is computed while publishing."""


def build_all(evidence: Frames, board_date: date) -> dict[str, pl.DataFrame]:
    """Every board from the evidence tables, in order; returns evidence and boards together."""
    frames = {name: evidence.get(name, empty(TABLES[name])) for name in EVIDENCE}
    overrides = {OVERRIDES: evidence.get(OVERRIDES, pl.DataFrame(schema=OVERRIDES_SCHEMA))}
    for step in STEPS:
        frames[step.table] = step.build({name: frames[name] for name in step.inputs} | overrides, board_date)
    return frames
