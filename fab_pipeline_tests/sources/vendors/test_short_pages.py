"""Pages of a sentence or two: who acts is told by their first words, a sale by words of selling, an accelerator by the clause it opens."""

import pytest

from fab_pipeline_tests.sources.vendors.reading import numbers, read


@pytest.mark.parametrize(
    ("text", "vendor", "expected"),
    [
        (
            "eBay 为商品标题做了 t-Llama 模型，用 50 个节点训练，每个节点配备 8 张 H100 80GB GPU。",
            "ebay",
            [("cluster_nodes", 50, "{node}", "eq"), ("accelerators_per_node", 8, "{accelerator}", "eq")],
        ),
        (
            "Tidewater trained LEDGER-M, the largest with 2 billion parameters, on up to 96 NVIDIA H100 GPUs.",
            "tidewater",
            [("model_parameters", 2e9, "{parameter}", "eq"), ("accelerators_used", 96, "{accelerator}", "up_to")],
        ),
        (
            "xAI trained Comet-2 on 80,000 NVIDIA H100 chips. It took only 23 days from hardware installation to the start of training.",
            "xai",
            [("accelerators_used", 80_000, "{accelerator}", "eq"), ("time_to_first_training", 23, "d", "eq")],
        ),
        ("特斯拉的 Reed 集群配备约 4 万颗 NVIDIA H100 芯片。", "tesla", [("accelerators_used", 40_000, "{accelerator}", "approx")]),
        ("鴻海訓練 ForestBrain 使用了 96 張 NVIDIA H100。", "hon-hai", [("accelerators_used", 96, "{accelerator}", "eq")]),
    ],
)
def test_a_short_page_about_one_use_is_a_case_of_who_acts(text: str, vendor: str, expected: list[tuple[object, ...]]):
    rows, page = read(text, filename="note.txt")
    assert (page["outcome"], {(row["entity_kind"], row["vendor"]) for row in rows if row["value"] is not None}) == (
        "claims",
        {("case", vendor)},
    )
    assert numbers(rows) == expected


def test_a_short_page_that_sells_is_a_vendor():
    rows, _ = read(
        "Harbor Cloud trained OpenReef on its own cluster. Our platform supports up to 4,096 H100 GPUs for LLM training.", filename="a.txt"
    )
    assert {row["entity_kind"] for row in rows} == {"vendor"}
    assert ("max_cluster_accelerators", 4096, "{accelerator}", "up_to") in numbers(rows)


def test_figures_of_two_accelerators_side_by_side_belong_to_the_one_that_opens_their_clause():
    rows, _ = read("# H200 与 A100 比\nA100 的 NVLink 3.0 带宽为 600GB/s，H200 的 NVLink 4.0 带宽为 900GB/s。", filename="a.md")
    assert [(row["product"], row["metric"], row["value"]) for row in rows if row["unit"] == "GB/s"] == [
        ("A100", "nvlink_bandwidth", 600),
        ("H200", "nvlink_bandwidth", 900),
    ]


def test_a_page_about_an_accelerator_has_no_vendor_of_that_name_and_its_memory_bandwidth_is_not_its_links():
    rows, _ = read("H200 的显存为 141GB HBM3e，显存带宽达到 4.8TB/s，第四代 NVLink 带宽为 900GB/s。", filename="a.txt")
    assert {(row["entity_kind"], row["vendor"], row["product"]) for row in rows} == {("hardware", "nvidia", "H200")}
    assert numbers(rows) == [
        ("accelerator_memory", 141, "GB", "eq"),
        ("memory_bandwidth", 4.8, "TB/s", "eq"),
        ("nvlink_generation", 4, "{generation}", "eq"),
        ("nvlink_bandwidth", 900, "GB/s", "eq"),
    ]


def test_what_stands_around_a_figure():
    rows, _ = read("霁云智算平台支持大模型训练。联系销售：4001-234-567。每年电费降低 9%。通信带宽为 1.6T。", filename="a.txt")
    assert numbers(rows) == [("electricity_cost_reduction", 9, "%", "eq"), ("interconnect_bandwidth", 1.6, "Tbit/s", "eq")]
    assert not [row for row in rows if row["value_kind"] == "unparsed"]


def test_words_inside_a_word_and_numerals_inside_a_name_claim_nothing():
    rows, _ = read("Quay Bank uses a GPU cloud for LLM training. Credit default detection improved by 14%.", filename="a.txt")
    assert not [row for row in rows if row["metric"] == "fault_management"]
    rows, _ = read("# 选型指南\n## 参考文献\n1. 某某网《九章云极打造 Token 平台，谈大模型训练与 GPU 集群》", filename="a.md")
    assert numbers(rows) == []


@pytest.mark.parametrize(
    ("text", "vendor"),
    [
        ("天翼云智算平台单集群规模最大 1.6 万卡，面向大模型训练。", "china-telecom-cloud"),
        ("Crusoe Cloud customers can reserve clusters of up to 8,192 GPUs for LLM training.", "crusoe"),
        ("在千卡规模下训练 Llama2-70B，MFU 达到 47.5%，适合大模型训练集群。", "_unnamed"),
    ],
)
def test_the_only_name_of_a_page_that_opens_it_is_whom_it_is_about(text: str, vendor: str):
    rows, _ = read(text, filename="a.txt")
    assert {(row["entity_kind"], row["vendor"]) for row in rows} == {("vendor", vendor)}


@pytest.mark.parametrize(
    ("words", "metric"),
    [
        ("星屿超节点将 512 张加速卡互联为一台计算机", "supernode_accelerators"),
        ("星屿超节点单柜 96 卡", "supernode_accelerators"),
        ("多个超节点可组成 768 卡的集群", "max_cluster_accelerators"),
        ("超节点之间横向扩展，集群规模 2048 卡", "max_cluster_accelerators"),
        ("1536 卡超节点已经上线", "supernode_accelerators"),
    ],
)
def test_accelerators_of_one_supernode_and_of_many_are_told_apart_by_the_words_of_their_clause(words: str, metric: str):
    rows, _ = read(f"# 星屿智算云训练平台\n\n星屿智算云提供 GPU 集群与大模型训练服务。\n\n{words}。\n", filename="a.md")
    assert metric in {row["metric"] for row in rows if row["unit"] == "{accelerator}"}


def test_a_level_beside_a_comparison_has_no_baseline():
    rows, _ = read("# 星屿智算云训练平台\n\n相比业界平均，训练吞吐提升 40%，GPU 利用率达到 71%。\n", filename="a.md")
    assert {row["raw"]: row["baseline"] for row in rows if row["value"] is not None} == {"40%": "业界平均", "71%": None}


def test_a_heading_of_two_fields_names_nobody():
    body = (
        "# 霁云智算训练平台\n霁云智算支持万卡集群的大模型训练。\n## 科学计算与 AI\n科学计算与 AI 训练统一调度，霁云智算使利用率提升 25%。"
    )
    rows, _ = read(body, filename="a.md")
    assert {row["vendor"] for row in rows} == {"霁云智算"}
