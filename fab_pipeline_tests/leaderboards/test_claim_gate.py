"""What may be compared, and why the rest may not: each rule of docs/vendors.md with the claim that shows it."""

import pytest

from fab_pipeline.leaderboards.claim_facets import facet
from fab_pipeline.leaderboards.claim_gate import Judged, judge_claims
from fab_pipeline.vocabulary.comparability import facets, meeting_rules
from fab_pipeline.vocabulary.metrics import metrics
from fab_pipeline_tests.leaderboards.vendor_claims import Row, claim, frame


def judged(row: Row) -> Judged:
    return judge_claims(frame(row))[0]


def key_of(row: Row) -> str | None:
    key = judged(row).key
    return str(key) if key else None


def reasons(row: Row) -> tuple[str, ...]:
    return judged(row).reasons


CLUSTER = claim("a", "max_cluster_accelerators", 2e4)


def test_every_metric_that_has_a_direction_and_a_condition_has_a_rule():
    assert meeting_rules()["scaling_efficiency"].harder == ("cluster_class",)
    assert "accelerator_hour_price" not in meeting_rules()
    assert set(meeting_rules()) <= metrics().keys()
    assert all(metrics()[name].comparable_if for name in meeting_rules())


def test_the_key_says_everything_that_two_figures_share():
    assert key_of(CLUSTER) == (
        "max_cluster_accelerators; unit={accelerator}; evidence=vendor_word; modality=stated; phase=training"
    )  # fmt: skip
    row = claim("a", "total_compute", 4.0, unit="EFLOP/s", precision="FP16", span="运营算力总规模达 4 EFLOP/s 稠密", modality="achieved")
    assert key_of(row) == (
        "total_compute; unit=FLOP/s; evidence=vendor_word; modality=demonstrated; phase=any; "
        "precision=FP16; density=dense; ownership=operated"
    )


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ({"entity_kind": "case"}, "not_a_vendor"),
        ({"vendor": "_article"}, "not_a_vendor"),
        ({"is_baseline": True}, "is_a_baseline"),
        ({"modality": "target"}, "is_a_target"),
        ({"modality": "guideline"}, "is_a_guideline"),
        ({"evidence_class": "article_statement"}, "author_without_source"),
        ({"phase": "inference"}, "not_about_training"),
        ({"ambiguity": "count derived from a list"}, "length_of_a_list"),
        ({"ambiguity": "relative change or percentage points?"}, "relative_or_points"),
    ],
)
def test_a_reason_stands_against_a_claim(cells: dict[str, object], reason: str):
    row = {**CLUSTER, **cells}
    assert reasons(row) == (reason,)
    assert key_of(row) is None


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("effective_gpu_utilization", ("formula_not_stated",)),
        ("supernode_compute", ("precision_not_stated", "density_not_stated")),
        ("training_speedup", ("baseline_not_stated", "model_not_stated", "accelerator_not_stated")),
        ("support_hours", ("never_comparable",)),
        ("revenue", ("no_direction",)),
        ("article_rank", ("position_of_an_article", "never_comparable")),
    ],
)
def test_what_a_metric_needs_and_a_text_does_not_state_equals_nothing(metric: str, expected: tuple[str, ...]):
    assert reasons(claim("a", metric, 5.0)) == expected


def test_a_claim_that_was_not_understood_is_told():
    assert reasons(claim("a", None, 5.0, value_kind="unparsed")) == ("not_understood",)


def test_whose_word_it_is_is_part_of_the_key():
    words = {evidence: key_of({**CLUSTER, "evidence_class": evidence}) for evidence in ("vendor_claim", "media", "third_party_evaluation")}
    assert words["vendor_claim"] == words["media"] != words["third_party_evaluation"]


@pytest.mark.parametrize("words", ["NVIDIA A100", "PyTorch FSDP", "Megatron-LM", "NCCL", "AWS", "DeepSpeed 0.14", "腾讯云"])
def test_a_baseline_is_named_by_a_product_or_a_vendor(words: str):
    assert facet("baseline", claim("a", "training_speedup", 2.0, baseline=words)) is not None


@pytest.mark.parametrize(
    "words", ["业界主流框架", "传统算力部署模式", "其他开源框架", "上一代", "the previous generation", "GPU 云", "CPU"]
)
def test_a_described_baseline_is_not_named(words: str):
    row = claim("a", "compute_cost_reduction", 50.0, baseline=words, span=f"相比{words}成本降低 50%")
    assert facet("baseline", row) is None
    assert reasons(row) == ("baseline_not_named",)


def test_relative_claims_meet_on_the_same_named_baseline_only():
    keys = [
        key_of(claim(vendor, "compute_cost_reduction", 50.0, baseline=words, span=f"较 {words} 成本降低 50%"))
        for vendor, words in (("a", "NVIDIA A100"), ("b", "A100"), ("c", "NVIDIA H100"))
    ]
    assert keys[0] == keys[1] != keys[2]


def test_what_a_figure_is_compared_with_is_no_condition_of_it():
    row = claim("a", "training_speedup", 2.0, baseline="A100", conditions="Llama-70B", span="H100 上训练 Llama-70B 比 A100 快 2 倍")
    assert facet("accelerator", row) == "NVIDIA H100"
    assert facet("model", row) == "llama-70b"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("万卡规模", "10^4"),
        ("在千卡集群上", "10^3"),
        ("on a 16,384-GPU cluster", "10^4"),
        ("on 1,024 H100 GPUs", "10^3"),
        ("512 张 A100", "10^2"),
        ("十万卡", "10^5"),
        ("超大集群", None),
        ("从百卡到千卡", None),
    ],
)
def test_the_class_of_a_cluster_is_read_from_the_conditions(words: str, expected: str | None):
    assert facet("cluster_class", claim("a", "scaling_efficiency", 95.0, conditions=words, span="加速比 95%")) == expected


def test_the_words_behind_a_baseline_say_under_which_conditions():
    row = claim("a", "training_speedup", 2.0, baseline="A100 on Llama-3-70B", span="2x faster than A100 on Llama-3-70B with H100 GPUs")
    assert (facet("baseline", row), facet("model", row), facet("accelerator", row)) == ("nvidiaa100", "llama-3-70b", "NVIDIA H100")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("on Llama-3-70B", "llama-3-70b"),
        ("训练 Qwen3-32B (TP=4)", "qwen3-32b"),
        ("Llama 3 70B pre-training", "llama370b"),
        ("llama-65b", "llama-65b"),
        ("DeepSeek-V3 671B", "deepseek-v3671b"),
        ("GPT-4", "gpt-4"),
        ("a 70B model", None),
        ("training of 70B models", None),
        ("千亿参数模型", None),
        ("from Llama-3-8B to Llama-3-70B", None),
        ("800 GB/s", None),
    ],
)
def test_a_model_is_named_by_its_name(words: str, expected: str | None):
    assert facet("model", claim("a", "training_speedup", 2.0, conditions=words, span="")) == expected


def test_a_condition_that_is_stated_in_two_ways_is_not_clear():
    assert facet("density", claim("a", "total_compute", 1.0, span="稠密 1 EFLOP/s，稀疏 2 EFLOP/s")) is None


def test_a_market_share_is_of_the_market_that_the_words_behind_the_figure_name():
    span = "甲在华北公有云市场占 12%，以 30% 的份额位居西南智算云市场第一"
    row = claim("a", "market_share", 30.0, raw="30%", span=span, evidence_class="analyst_report", source_cited="IDC", as_of="2025")
    assert facet("market", row) == "西南智算云"
    titled = dict(row, span="IDC 报告（中国 AI 公有云市场份额，2024）：2024 年甲市场份额为 30%", conditions="中国 AI 公有云市场份额,2024")
    assert facet("market", titled) == "中国ai公有云"


def test_relative_dates_are_no_period():
    assert facet("period", claim("a", "customers", 5.0, as_of=None, as_of_text="今年")) is None
    assert facet("period", claim("a", "customers", 5.0, as_of="2025", as_of_text="2025 年上半年")) == "2025 上半年"


def test_a_size_that_is_only_the_condition_of_another_figure_is_not_claimed():
    words = "千卡规模下加速比达 90%"
    size = claim("a", "max_cluster_accelerators", 1e3, raw="千卡", span=words, char_start=5, char_end=20)
    rate = claim("a", "scaling_efficiency", 90.0, conditions="千卡规模", span=words, char_start=5, char_end=20)
    elsewhere = claim("a", "max_cluster_accelerators", 1e3, raw="千卡", span="支持千卡集群", char_start=40, char_end=50)
    found = {one.claim["claim_id"]: one.reasons for one in judge_claims(frame(size, rate, elsewhere))}
    assert found[f"{size['claim_id']}:1"] == ("size_is_a_condition",)
    assert found[f"{elsewhere['claim_id']}:1"] == ()


@pytest.mark.parametrize(
    ("span", "reason"),
    [
        ("MFU of 52% on a 4,096-GPU cluster", ("size_is_a_condition",)),
        ("a 4,096-GPU cluster reaches 52% MFU", ()),
    ],
)
def test_in_english_a_size_behind_on_or_at_is_a_condition(span: str, reason: tuple[str, ...]):
    size = claim("a", "max_cluster_accelerators", 4096.0, raw="4,096-GPU", span=span, char_start=0, char_end=40)
    rate = claim("a", "effective_gpu_utilization", 52.0, span=span, char_start=0, char_end=40)
    found = {one.claim["claim_id"]: one.reasons for one in judge_claims(frame(size, rate))}
    assert found[f"{size['claim_id']}:1"] == reason


def test_a_figure_holds_at_the_size_that_its_sentence_names_elsewhere():
    words = "effective training time ratio of 96% over 30 days"
    size = claim("a", "max_cluster_accelerators", 1e4, raw="10,000-GPU", span="30 days on a 10,000-GPU cluster", char_start=40, char_end=70)
    rate = claim("a", "effective_training_time_ratio", 96.0, span=words, char_start=0, char_end=50)
    keys = [str(one.key) for one in judge_claims(frame(size, rate)) if one.key]
    assert len(keys) == 1
    assert keys[0].endswith("cluster_class=10^4; window=30days")


@pytest.mark.parametrize(
    ("span", "reason"), [("GPU 加速比（千卡规模）", ("size_is_a_condition",)), ("大规模集群（千卡级）", ()), ("集群（支持千卡）", ())]
)
def test_a_size_in_brackets_behind_another_metric_is_a_condition(span: str, reason: tuple[str, ...]):
    assert reasons(claim("a", "max_cluster_accelerators", 1e3, raw="千卡", span=span)) == reason


def test_so_is_a_size_that_a_sentence_begins_with_to_say_where_its_figure_holds():
    where = claim("a", "max_cluster_accelerators", 1e4, raw="万卡", span="在万卡集群上", line=7)
    heading = claim("b", "max_cluster_accelerators", 1e4, raw="万卡", span="万卡级集群训练能力", line=8)
    rates = [claim(v, "scaling_efficiency", 95.0, conditions="万卡规模", line=line) for v, line in (("a", 7), ("b", 8))]
    found = {one.claim["claim_id"]: one.reasons for one in judge_claims(frame(where, heading, *rates))}
    assert found[f"{where['claim_id']}:1"] == ("size_is_a_condition",)
    assert found[f"{heading['claim_id']}:1"] == ()


@pytest.mark.parametrize(
    ("row", "covers"),
    [
        (claim("a", "full_stack"), True),
        (claim("a", "full_stack", value_bool=False), False),
        (claim("a", "certification", value_kind="text", value_bool=None), True),
        (claim("a", "superlative_claim", value_kind="superlative", value_bool=None), False),
        (claim("a", "price_performance", value_kind="qualitative", value_bool=None), False),
        (claim("a", "customers", 5.0), True),
        (claim("a", "customers", 5.0, modality="target"), False),
        (claim("a", "memory_type", value_kind="text", value_bool=None), False),
    ],
)
def test_capabilities_and_certificates_count_as_coverage_and_praise_does_not(row: Row, covers: bool):
    assert judged(row).covers is covers


def test_every_facet_has_a_chinese_name_and_a_way_to_be_read_or_is_known_to_have_none():
    unreadable = {name for name in facets() if facet(name, claim("a", "customers", 5.0, span="")) is not None}
    assert unreadable == set()
    assert all(known.name_zh for known in facets().values())
