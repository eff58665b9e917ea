"""What the Dagster UI shows of the vendor boards."""

from fab_pipeline.contracts import VENDOR_CLAIMS, VENDOR_METRICS, VENDOR_RANKING
from fab_pipeline.contracts.derive import empty
from fab_pipeline.defs.vendor_view import coverage_matrix, meetings, vendor_metadata
from fab_pipeline.leaderboards.vendor_metrics import vendor_claim_use, vendor_metrics
from fab_pipeline.leaderboards.vendor_ranking import vendor_ranking
from fab_pipeline_tests.leaderboards.vendor_claims import claim, frame

CLAIMS = frame(
    claim("acme", "max_cluster_accelerators", 1e5),
    claim("birch", "max_cluster_accelerators", 1e4, comparator="up_to"),
    claim("birch", "full_stack"),
    claim("birch", "article_rank", 1.0, value_kind="rank", evidence_class="media"),
)


def test_the_coverage_matrix_has_a_line_per_vendor_with_what_is_covered_and_compared():
    lines = coverage_matrix(vendor_ranking(CLAIMS, draws=100)).splitlines()
    assert [line.count("|") for line in lines] == [10] * 4
    assert lines[2].startswith("| Acme | 0 (0) | 1 (1) | 0 (0) | 0 (0) | 0 (0) | 1 to 2 of 2 | insufficient evidence | — |")
    assert lines[3].startswith("| Birch | 1 (0) | 1 (1) |")
    assert lines[3].endswith("| 1 |")


def test_the_keys_in_which_vendors_meet_are_shown_with_their_intervals():
    lines = meetings(vendor_metrics(CLAIMS)).splitlines()
    assert len(lines) == 4
    assert lines[2].endswith("| acme | 100000 {accelerator} | [100000, 100000] | stated | birch |")
    assert lines[3].endswith("| birch | up to 10000 {accelerator} | [1, 10000] | stated | — |")


def test_boards_of_nothing_say_so():
    assert coverage_matrix(empty(VENDOR_RANKING)) == "No page about a vendor was read."
    assert meetings(empty(VENDOR_METRICS)) == "No two vendors can be compared in anything."


def test_each_vendor_board_has_its_own_metadata_and_no_other_table_has():
    assert vendor_metadata("vendor_claim_use", vendor_claim_use(CLAIMS))["claims_compared"].value == 2
    assert set(vendor_metadata("vendor_ranking", vendor_ranking(CLAIMS, draws=100))) == {"coverage", "positions"}
    assert set(vendor_metadata("vendor_metrics", vendor_metrics(CLAIMS))) == {"compared"}
    assert vendor_metadata("vendor_claims", empty(VENDOR_CLAIMS)) == {}
