"""What the form of a page damaged or left out."""

from fab_pipeline.leaderboards.findings.common import FindingRow
from fab_pipeline.leaderboards.findings.rendering import rendering_findings
from fab_pipeline.reading.quantity import exact
from fab_pipeline_tests.leaderboards.claims import run
from fab_pipeline_tests.leaderboards.page_checks.page_facts import Said, page_of, prints, says

BROOK = run("acme-brook", accelerators="NVIDIA H100", accelerator_hours=exact(2e6, "2,000,000 GPU hours"), accelerator_count=exact(4096))


def found(*said: Said) -> dict[object, FindingRow]:
    return {row["code"]: row for row in rendering_findings(page_of([BROOK, run("acme-lake", open_weights="true")], *said))}


def damage(code: str, value: float | None = None, **more: object) -> Said:
    return says(code, value, kind="rendering", **more)


def test_glued_hardware_is_a_warning_because_digits_would_join() -> None:
    rows = found(damage("glued_parts", 2, subject="hardware", value_text="NVIDIA A100|25,000 卡; NVIDIA H800|2,048 卡"))
    assert rows["parts_glued"]["severity"] == "warning"
    assert "“NVIDIA A100|25,000 卡”" in str(rows["parts_glued"]["message_en"])
    assert found(damage("glued_parts", 2, subject="model", value_text="Brook|Acme"))["parts_glued"]["severity"] == "info"


def test_an_unbalanced_bracket_means_lost_text() -> None:
    row = found(damage("unbalanced_brackets", -1, subject="hardware", run_id="acme-brook"))["text_truncated"]
    assert (row["subject_table"], row["subject_key"], row["quantity"]) == ("training_cost", "acme-brook", "accelerators")
    assert "1 closing bracket" in str(row["message_en"])
    assert "ellipsis" in str(found(damage("text_cut", subject="model", run_id="acme-lake"))["text_truncated"]["message_en"])


def test_a_card_out_of_place_names_what_is_left_of_it() -> None:
    torn = says("orphan_group_count", 3, "9 条3 条任务", kind="rendering")
    row = found(damage("group_displaced", 3, subject="NVIDIA H100"), torn)["block_out_of_place"]
    assert "“9 条3 条任务” is what is left" in str(row["message_en"])


def test_a_mean_announced_and_not_printed() -> None:
    durations = says("group_durations", 2, kind="group", subject="NVIDIA H100")
    assert "figure_lost" in found(durations)
    assert "figure_lost" not in found(durations, says("group_mean_days", 30, kind="group", subject="NVIDIA H100"))
    assert "figure_lost" not in found(says("group_durations", 0, kind="group", subject="NVIDIA H100"))


def test_rows_of_the_unit_cost_table() -> None:
    announced = says("unit_cost_comparable", 3)
    assert found(announced, damage("unit_cost_rows_present", 1))["rows_lost"]["expected_high"] == 1
    assert "rows_lost" not in found(announced, damage("unit_cost_rows_present", 3))


def test_links_without_an_address() -> None:
    row = found(damage("links_without_address", 2))["provenance_lost"]
    assert "2 of 2 rows" in str(row["message_en"])


def test_one_column_in_two_number_formats() -> None:
    prices = [
        prints("acme-brook", "cost_per_million_tokens_usd", 4.0, "$4"),
        prints("acme-lake", "cost_per_million_tokens_usd", 7.69, "$7.69"),
    ]
    assert "mixed_number_formats" in found(*prices)
    same = prints("acme-brook", "cost_per_million_tokens_usd", 4.0, "$4.00")
    assert "mixed_number_formats" not in found(same, prices[1])
    assert "mixed_number_formats" in found(says("largest_accelerator_hours", 2e6, "最大算力2.0M", run_id="acme-brook"))


def test_recomputed_costs_without_a_rent() -> None:
    product = prints("acme-brook", "recomputed_cost_usd", 4_980_000, "$4,980,000")
    row = found(product)["price_not_stated"]
    assert "NVIDIA H100 $2.49" in str(row["message_en"])
    assert "up to 4,096 accelerators" in str(row["message_en"])
    rent = says("rent_usd_per_accelerator_hour", 2.49, "H100 $2.49", kind="sentence", subject="NVIDIA H100")
    assert "price_not_stated" not in found(product, rent)


def test_english_durations_on_a_chinese_page() -> None:
    row = found(damage("mixed_language", 2, subject="duration_days", value_text="~3 months; 2 weeks"))["mixed_language"]
    assert row["quantity"] == "duration_days"


def test_an_undamaged_page_raises_nothing() -> None:
    assert found(says("runs_total", 2)) == {}
