"""`explain` of specifications, speeds and criteria: texts and claims with their words, places and days."""

import pytest

KEY = "NVIDIA H100 | sxm | 0 | peak_matrix_rate | bf16 | dense"


def test_a_specification_shows_every_text_and_how_it_stands_to_the_others(cli):
    text = cli("explain", "accelerator_specs", KEY, "value").stdout
    assert "989.4 TFLOP/s, printed 'BF16 matrix 989.4'   [chosen]" in text
    assert "https://glennklockwood.com/garden/processors/h100" in text
    assert "of 2026-12-01 (a stored copy)" in text


def test_the_price_of_compute_shows_its_peak_and_its_offer(cli):
    text = cli("explain", "compute_prices", "2026-10-10 | NVIDIA H100 | any | 0 | lowest_cluster | day").stdout
    assert "NVIDIA H100 sxm peak_matrix_rate bf16 dense: 989.4 TFLOP/s" in text
    assert "quote " in text


def test_a_claim_of_speed_shows_its_words_and_the_figures_used(cli):
    listed = cli("show", "speed_claims", "--columns", "claim_id,verdict", "--format", "csv").stdout.splitlines()[1:]
    above = next(line.partition(",")[0] for line in listed if line.endswith("above_specifications"))
    text = cli("explain", "speed_claims", above).stdout
    assert "  claim:" in text
    assert "NVIDIA A100 sxm peak_matrix_rate bf16 dense: 312 TFLOP/s" in text
    assert "sparse" not in text.partition("figures of texts:")[2]


@pytest.mark.parametrize("vendor", ["datacanvas"])
def test_a_criterion_shows_claims_and_yardsticks(cli, vendor):
    text = cli("explain", "selection_guide", f"effective_utilisation | effective_gpu_utilization | {vendor}").stdout
    claims, yardsticks = text.partition("  claims:")[2].split("  yardsticks:")
    assert "[vendor_claim, " in claims
    assert yardsticks.count("article_statement, definition") == 2
