"""Findings about vendors as a reader of a release meets them: a page is ingested, and the release tells what is doubtful about it."""

from pathlib import Path

import polars as pl

import fab_pipeline
from fab_pipeline_tests.commands.conftest import call

PAGE = """<html><head><title>苍梧智算平台 - 大模型训练云</title></head><body><h1>苍梧智算平台</h1>
<p>截至 2024 年底，苍梧智算平台付费客户 320 家。截至 2025 年底，苍梧智算平台付费客户 510 家。</p>
<p>据《云上推理服务降本实践》，大模型训练成本降低 60%。</p></body></html>
"""


def test_superseded_figures_and_a_training_claim_that_cites_inference_stand_in_the_release(own_home: Path, tmp_path: Path):
    file = tmp_path / "cangwu.html"
    file.write_text(PAGE, "utf-8")
    assert call(own_home, "ingest", "--source", "vendor_page", str(file)).exit_code == 0

    release = fab_pipeline.open_release(home=own_home)
    found = {row["code"]: row for row in release.read("findings").to_dicts() if "苍梧" in row["message_en"]}
    assert set(found) == {"figure_superseded", "cited_title_is_about_inference"}
    assert "320 {customer} for 2024 and 510 {customer} for 2025: the older one is superseded" in found["figure_superseded"]["message_en"]
    cited = found["cited_title_is_about_inference"]
    assert (cited["severity"], cited["quantity"]) == ("warning", "training_cost_reduction")
    claims = release.read("vendor_claims").filter(pl.col("claim_id") == cited["subject_key"])
    assert claims["source_cited"].to_list() == ["《云上推理服务降本实践》"]

    shown = call(own_home, "show", "findings").stdout
    assert "figure_superseded" in shown
    assert "cited_title_is_about_inference" in shown
