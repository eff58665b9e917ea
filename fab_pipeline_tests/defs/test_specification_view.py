"""Boards about specifications in the Dagster UI: what is doubtful is seen without opening a file."""

from fab_pipeline.contracts import SELECTION_GUIDE, SPECIFICATION_SOURCES, VENDOR_CLAIMS
from fab_pipeline.contracts.derive import empty, typed
from fab_pipeline.defs.specification_view import rejected_figures, specification_metadata, undisclosed, verdicts
from fab_pipeline.leaderboards.selection_guide import selection_guide
from fab_pipeline.leaderboards.specifications.specification_sources import specification_sources
from fab_pipeline.leaderboards.specifications.speed_claims import speed_claims
from fab_pipeline.leaderboards.vendor_metrics import vendor_claim_use
from fab_pipeline_tests.leaderboards.specifications.facts import fact, frame
from fab_pipeline_tests.leaderboards.specifications.speeds import DAY, PRICES, SPECS, claim, claims

SOURCES = specification_sources(frame(fact(989.4), fact(1979, "shop")))
SPEEDS = speed_claims(claims(claim(30)), SPECS, PRICES, DAY)
GUIDE = selection_guide(empty(VENDOR_CLAIMS), vendor_claim_use(typed(VENDOR_CLAIMS, [])))


def test_rejected_figures_are_listed_with_their_text():
    (row,) = rejected_figures(SOURCES).splitlines()[2:]
    assert row == "| NVIDIA H100 | sxm | peak_matrix_rate | bf16 | 1979.0 | sparse_as_dense | 989.4 | https://shop.example/ |"
    assert rejected_figures(empty(SPECIFICATION_SOURCES)) == "No figure contradicts another."


def test_verdicts_stand_in_both_languages():
    (row,) = verdicts(SPEEDS).splitlines()[2:]
    assert "| above_specifications |" in row
    assert "高于任何规格之比的最大值" in row
    assert verdicts(SPEEDS.clear()) == "No page claims a speed of one accelerator over another."


def test_a_long_list_ends_with_how_many_more_there_are():
    text = undisclosed(GUIDE)
    assert text.splitlines()[2] == "| Technology of its own 技术自研能力 | collective_comm_gain |"
    assert text.endswith(f"and {GUIDE.height - 40} more")


def test_each_board_says_what_it_holds_and_others_say_nothing():
    assert set(specification_metadata("specification_sources", SOURCES)) == {"rejected_figures", "texts"}
    assert set(specification_metadata("speed_claims", SPEEDS)) == {"verdicts"}
    assert specification_metadata("selection_guide", empty(SELECTION_GUIDE))["vendors"].value == 0
    assert specification_metadata("vendor_claims", empty(VENDOR_CLAIMS)) == {}
