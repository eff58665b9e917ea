"""`explain` of a vendor board shows the claims behind a cell, with their words, and why others were left out."""

import pytest

from fab_pipeline.commands.explain import explain_cell
from fab_pipeline.leaderboards.vendor_metrics import vendor_claim_use, vendor_metrics
from fab_pipeline.leaderboards.vendor_ranking import vendor_ranking
from fab_pipeline.publishing.release import publish
from fab_pipeline.publishing.releases import Release
from fab_pipeline.settings import Settings
from fab_pipeline_tests.leaderboards.vendor_claims import claim, frame
from fab_pipeline_tests.publishing.boards import DAY, boards

CLAIMS = frame(
    claim("acme", "max_cluster_accelerators", 1e5, span="支持 10 万卡集群", source_url="https://example.org/acme"),
    claim("birch", "max_cluster_accelerators", 1e4, span="万卡集群"),
    claim("birch", "effective_gpu_utilization", 85.0, span="利用率 85%"),
)


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    tables = boards(
        vendor_claims=CLAIMS,
        vendor_metrics=vendor_metrics(CLAIMS),
        vendor_claim_use=vendor_claim_use(CLAIMS),
        vendor_ranking=vendor_ranking(CLAIMS, draws=100),
    )
    settings = Settings(home=tmp_path_factory.mktemp("vendors"), shipped=Settings.from_environment({}).shipped)
    return publish(tables, [], ["vendor_page-1"], settings, "1.0", DAY)


def test_a_figure_is_shown_with_the_words_that_state_it(release: Release):
    key = vendor_metrics(CLAIMS)["comparability_key"][0]
    text = "\n".join(explain_cell(release, "vendor_metrics", f"{key} | acme", None))
    assert "better_than = birch" in text
    assert "max_cluster_accelerators: '支持 10 万卡集群' → [100000, 100000] {accelerator}   [compared]" in text
    assert "vendor_claim, ingested 2026-11-30, https://example.org/acme, characters" in text


def test_the_coverage_of_a_dimension_lists_its_claims_and_why_they_meet_nobody(release: Release):
    text = "\n".join(explain_cell(release, "vendor_ranking", "birch", "coverage_efficiency_cost"))
    assert "effective_gpu_utilization: '利用率 85%' → [0.85, 0.85] 1   [excluded: formula_not_stated]" in text
    assert "max_cluster" not in text


def test_a_claim_says_what_became_of_it(release: Release):
    claim_id = next(row["claim_id"] for row in vendor_claim_use(CLAIMS).to_dicts() if row["use"] == "excluded")
    text = "\n".join(explain_cell(release, "vendor_claim_use", claim_id, "comparability_key"))
    assert "[excluded: formula_not_stated]" in text
