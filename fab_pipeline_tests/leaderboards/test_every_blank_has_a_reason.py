"""The promise of every board: a blank cell says why it is blank. A new board is held to it as soon as it is listed in the contracts."""

from collections.abc import Mapping

import polars as pl
import pytest

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import empty
from fab_pipeline.leaderboards.null_reasons import CODES, COLUMN, NEEDS, read, unexplained
from fab_pipeline.leaderboards.source_board import source_board
from fab_pipeline.pipeline.boards import build_all
from fab_pipeline.reading.quantity import Quantity, approx, at_least, at_most, between, exact
from fab_pipeline_tests.leaderboards.claims import BOARD_DATE, UNDISCLOSED, Words, run
from fab_pipeline_tests.leaderboards.claims import frame as claims_frame
from fab_pipeline_tests.leaderboards.quote_builder import frame as quotes_frame
from fab_pipeline_tests.leaderboards.quote_builder import other, quote
from fab_pipeline_tests.leaderboards.vendor_claims import claim
from fab_pipeline_tests.leaderboards.vendor_claims import frame as vendor_frame

BOARDS = [name for name, table in TABLES.items() if COLUMN in table.columns]

QUOTES = quotes_frame(
    quote("2026-09-30", 3.0),
    quote("2026-10-27", 2.5),
    quote("2026-10-28", 2.0, accelerator_count=8, region=None, instance_type=None),
    quote("2026-10-28", 4.0, **other("Beta", provider_kind="hyperscaler")),
    quote("2026-10-28", 1.0, **other("Gamma", purchase_option="spot", provider_kind="marketplace")),
    quote("2026-10-28", 4.0, **other("Beta", purchase_option="spot", provider_kind="hyperscaler")),
    quote("2026-09-01", 9.0, **other("Delta", accelerator="NVIDIA A100", accelerator_model="A100")),
    quote("2026-10-28", 4.5, **other("Delta", accelerator="NVIDIA H200", accelerator_model="H200")),
)
CLAIMS = claims_frame(
    run("a-whole", accelerators="NVIDIA H100", accelerator_hours=exact(1e6), accelerator_count=exact(8.0), duration_days=exact(10.0)),
    run("a-cost", accelerators="NVIDIA H100", accelerator_hours=exact(1e6), disclosed_cost_usd=approx(2e6), training_tokens=at_least(1e12)),
    run("a-scopes", accelerator_hours=Quantity(1.0, scope="all"), disclosed_cost_usd=Quantity(1.0, scope="pretraining")),
    run("a-export", accelerators="NVIDIA H800", accelerator_hours=at_most(5.0), duration_days=at_most(60.875)),
    run("a-range", accelerators="NVIDIA A100", accelerator_hours=between(1.0, 2.0), accelerator_count=at_least(5.0)),
    run("a-mixed", accelerators="NVIDIA GB200 + NVIDIA GB300", released="2026-04", open_weights="false"),
    run("a-words", accelerators=Words("own ASIC"), accelerator_hours=Words("millions of card-days"), license="MIT"),
    run("a-silent", accelerators=UNDISCLOSED, duration_days=UNDISCLOSED),
)
CASE = {"entity_kind": "case", "modality": "achieved", "evidence_class": "media"}
VENDOR_CLAIMS = vendor_frame(
    claim("acme", "max_cluster_accelerators", 1e4, magnitude_class=True, comparator="approx"),
    claim("birch", "max_cluster_accelerators", 5e5, comparator="up_to"),
    claim("cedar", "effective_gpu_utilization", 50.0, span="MFU 50%", as_of="2026"),
    claim("acme", "article_rank", 1.0, value_kind="rank", evidence_class="media"),
    claim("acme", "full_stack"),
    claim("nvidia", "training_speedup", 1.2, entity_kind="hardware", product="H200", baseline="H100"),
    claim("nvidia", "training_speed_per_dollar", 1.1, entity_kind="hardware", product="H200", baseline="a workstation"),
    claim("elm", "accelerators_used", 8.0, **CASE, span="Elm trained Sapling on 8 NVIDIA H100 GPUs"),
    claim("elm", "accelerator_hours", 100.0, **CASE, comparator="up_to"),
    claim("elm", "model_parameters", 7e9, **CASE),
    claim("elm", "model_parameters", 9e9, **CASE),
    claim("fir", "training_duration", 1.0, unit="mo", **CASE, value_max=2.0),
    claim("_article", "guideline_model_parameters", 7e9, entity_kind="article", modality="guideline"),
    claim("_article", "min_training_config", 8.0, entity_kind="article", modality="guideline"),
    claim("dogwood", "certification", value_kind="text", value_bool=None, evidence_class="certification"),
)


@pytest.fixture(scope="module")
def boards() -> Mapping[str, pl.DataFrame]:
    facts = {"kind": "prices", "title": "t", "source_status": "sampled", "url": None, "license": "CC0", "redistribution": True}
    sources = source_board([{"source": "alpha", **facts}, {"source": "never", **facts}], QUOTES, CLAIMS, empty(TABLES["quarantine"]))
    return build_all({"price_quotes": QUOTES, "training_claims": CLAIMS, "vendor_claims": VENDOR_CLAIMS, "sources": sources}, BOARD_DATE)


@pytest.fixture(scope="module")
def nothing() -> Mapping[str, pl.DataFrame]:
    return build_all({}, BOARD_DATE)


@pytest.mark.parametrize("name", BOARDS)
def test_every_blank_cell_has_a_reason_and_no_filled_cell_has_one(name: str, boards: Mapping[str, pl.DataFrame]) -> None:
    assert not boards[name].is_empty()
    assert unexplained(TABLES[name], boards[name]) == []


@pytest.mark.parametrize("name", BOARDS)
def test_reasons_are_codes_of_the_list(name: str, boards: Mapping[str, pl.DataFrame]) -> None:
    given = {code for cell in boards[name][COLUMN] for codes in read(cell).values() for code in codes}
    assert {code for code in given if not code.startswith(NEEDS)} <= CODES.keys()
    assert {code.removeprefix(NEEDS) for code in given if code.startswith(NEEDS)} <= set(TABLES[name].columns)


@pytest.mark.parametrize("name", BOARDS)
def test_boards_of_nothing_keep_the_promise_too(name: str, nothing: Mapping[str, pl.DataFrame]) -> None:
    assert unexplained(TABLES[name], nothing[name]) == []


@pytest.mark.parametrize("name", list(TABLES))
def test_boards_satisfy_their_contract(name: str, boards: Mapping[str, pl.DataFrame], nothing: Mapping[str, pl.DataFrame]) -> None:
    for built in (boards, nothing):
        if name in built:
            TABLES[name].schema.validate(built[name])
