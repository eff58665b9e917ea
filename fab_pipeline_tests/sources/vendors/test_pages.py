"""Whole pages of invented makers in the shapes that real pages have: values, units, comparators, metrics, and what is no claim."""

from fab_pipeline_tests.sources.vendors.reading import numbers, page, stated


def test_an_english_case_study():
    rows, about = page("english_case.html")
    assert numbers(rows) == [
        ("customers", 12_000_000, "{customer}", "gt"),
        ("countries_served", 14, "{country}", "eq"),
        ("model_parameters", 34e9, "{parameter}", "eq"),
        ("accelerators_used", 512, "{accelerator}", "eq"),
        ("cluster_nodes", 64, "{node}", "eq"),
        ("accelerators_per_node", 8, "{accelerator}", "eq"),
        ("training_tokens", 2.4e12, "{token}", "eq"),
        ("training_duration", 6, "wk", "approx"),
        ("interconnect_bandwidth", 3.2, "Tbit/s", "eq"),
        ("checkpoint_time", 40, "s", "le"),
        ("training_throughput_ratio", 2.3, "1", "up_to"),
        ("effective_gpu_utilization", 47, "%", "eq"),
        ("compute_cost_reduction", 38, "%", "eq"),
        ("uninterrupted_training_time", 19, "d", "eq"),
        ("effective_training_time_ratio", 99.2, "%", "eq"),
        ("fraud_accuracy_gain", 11, "%", "eq"),
    ]
    assert {(row["vendor"], row["entity_kind"]) for row in rows} == {("harbor-bank", "case")}
    ratio = next(row for row in rows if row["metric"] == "training_throughput_ratio")
    assert (ratio["baseline"], ratio["modality"], ratio["ambiguous"]) == ("the previous A100 cluster", "best_case", True)
    assert str(about["published"]) == "2026-03-12"


def test_navigation_footer_related_articles_and_hidden_offers_are_no_claims():
    rows, about = page("english_case.html")
    text = str(about["extracted_text"])
    for words in ("$1.99", "415-555", "4482913", "70%", "4,096"):
        assert words not in text
    assert not [row for row in rows if row["value"] in {70, 4096, 10_000}]


def test_tiles_list_items_and_cells_of_a_chinese_product_page():
    rows, about = page("tiles_zh.html")
    found = numbers(rows)
    assert found[:7] == [
        ("max_model_parameters", 1e11, "{parameter}", "approx"),
        ("max_cluster_accelerators", 60_000, "{accelerator}", "up_to"),
        ("support_hours", 168, "h/wk", "eq"),
        ("effective_training_time_ratio", 99.3, "%", "eq"),
        ("scaling_efficiency", 96.5, "%", "eq"),
        ("max_cluster_accelerators", 1000, "{accelerator}", "approx"),
        ("interconnect_bandwidth", 3.2, "Tbit/s", "eq"),
    ]
    assert ("power_usage_effectiveness", 1.15, "1", "eq") in found
    assert ("fault_recovery_time", 5, "min", "le") in found
    assert ("inference_throughput_ratio", 3, "1", "ge") in found
    assert ("cost_reduction", 52, "%", "up_to") in found
    assert [row["baseline_value"] for row in rows if row["metric"] == "checkpoint_time"] == [None, 12]
    assert [row["value"] for row in rows if row["metric"] == "nvlink_bandwidth"] == [900, 392]
    assert not [row for row in rows if row["value"] in {4008001234, 688001, 12345678}]
    assert about["outcome"] == "claims"


def test_capabilities_are_yes_and_what_is_denied_is_no():
    rows, _ = page("tiles_zh.html")
    assert {("fault_management", True), ("checkpoint_support", True), ("private_deployment", False)} <= stated(rows)
    certificate = next(row for row in rows if row["metric"] == "certification")
    assert (certificate["evidence_class"], certificate["span"]) == ("certification", "已通过等保三级与 ISO 27001 认证")


def test_traditional_characters():
    rows, _ = page("hant.txt")
    assert numbers(rows) == [
        ("max_cluster_accelerators", 1024, "{accelerator}", "eq"),
        ("total_compute", 1.2, "EFLOP/s", "eq"),
        ("interconnect_bandwidth", 400, "Gbit/s", "eq"),
        ("speed_vs_previous_generation", 2.8, "1", "eq"),
        ("power_usage_effectiveness", 1.18, "1", "up_to"),
        ("max_model_parameters", 1e11, "{parameter}", "approx"),
        ("fault_recovery_time", 3, "min", "le"),
        ("customers", 300, "{customer}", "gt"),
        ("effective_gpu_utilization", 82, "%", "ge"),
        ("cost_reduction", 35, "%", "approx"),
        ("support_hours", 24, "h", "eq"),
    ]
    assert next(row["precision"] for row in rows if row["metric"] == "total_compute") == "FP8"


def test_a_page_full_of_numbers_that_are_no_claims():
    rows, _ = page("traps_zh.html")
    assert numbers(rows) == [
        ("interconnect_bandwidth", 400, "Gbit/s", "eq"),
        ("training_performance_gain", 28, "%", "eq"),
        ("max_cluster_accelerators", 15_000, "{accelerator}", "up_to"),
    ]
    assert [row["raw"] for row in rows if row["value_kind"] == "unparsed"] == [
        "100",
        "3 天",
        "2 台以上节点",
        "不超过 50GB",
        "约 10 分钟",
        "3.2%",
        "120 亿元",
    ]
