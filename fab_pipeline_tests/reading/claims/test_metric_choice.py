"""Which metric a figure is of, by the nearest word of the vocabulary; unit and form of the number decide among which."""

import pytest

from fab_pipeline.reading.claims.figures import figures
from fab_pipeline.reading.claims.metric_choice import metric_of
from fab_pipeline.reading.claims.sentences import hidden
from fab_pipeline.vocabulary.traditional import plain


def named(words: str, kind: str = "vendor", phase: str | None = None) -> list[str | None]:
    found = [metric_of(figure, plain(words), (), kind, phase) for figure in figures(hidden(words), words)]
    return [metric.name if metric else None for metric in found]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("GPU 利用率提升至 85%", "effective_gpu_utilization"),
        ("资源利用率提升 30%", "resource_utilization_gain"),
        ("千卡集群线性加速比高达 92%", "scaling_efficiency"),
        ("推理场景综合成本降低 45%", "inference_cost_reduction"),
        ("项目总体拥有成本降幅可达 60%", "tco_reduction"),
        ("以 18.5% 的市场份额", "market_share"),
        ("综合推理吞吐提升 9 倍", "inference_throughput_ratio"),
        ("卡间通信延迟低至 3 微秒", "inter_accelerator_latency"),
        ("平均故障定位时间 2 分钟", "fault_detection_time"),
        ("故障自愈，2 分钟内恢复训练", "fault_recovery_time"),
        ("自动恢复", None),
        ("客户数同比增长 120%", "business_growth"),
        ("96% scaling efficiency at scale", "scaling_efficiency"),
        ("70% lower inference costs", "inference_cost_reduction"),
        ("3x faster training", "training_speedup"),
        ("通信效率提升至 97%", "communication_efficiency"),
        ("The scheduler reduces training time by 35%", "training_time_reduction"),
        ("99.98% cluster uptime", "availability"),
        ("训练吞吐高 15%", "training_throughput_gain"),
        ("训练成本最多可省 45%", "training_cost_reduction"),
        ("19% better power efficiency", "compute_efficiency_gain"),
        ("断点续训耗时 4 分钟", "fault_recovery_time"),
        ("99.98% uptime and lowers training costs by 75%", "training_cost_reduction"),
        ("Interruptions fell by more than 80%", "failure_reduction"),
        ("训练成本减半", "training_cost_reduction"),
        ("The migration took just 9 days", "development_cycle"),
        ("混训集群算力利用率最高 97.6%", "effective_gpu_utilization"),
        ("10x fewer interruptions", "reliability_ratio"),
        ("All-reduce completes 38% faster", "collective_comm_gain"),
    ],
)
def test_the_nearest_word_of_the_right_form(words: str, expected: str | None):
    assert (named(words) or [None])[-1] == expected


def test_a_count_of_accelerators_is_what_its_clause_says_else_what_its_subject_makes_of_it():
    assert named("每个节点配备 8 张 GPU，总共 640 张 GPU", "case") == ["accelerators_per_node", "accelerators_used"]
    assert named("支持 640 张 GPU") == ["max_cluster_accelerators"]
    assert named("建议选择 640 卡", "article") == ["guideline_min_cluster"]


def test_a_figure_that_does_not_say_of_what_is_refined_by_the_phase():
    assert named("成本下降 40%", phase="training") == ["training_cost_reduction"]
    assert named("成本下降 40%") == ["cost_reduction"]


def test_a_word_in_the_next_clause_is_about_the_next_figure():
    assert named("里程提升 2.4 倍，训练成本降低 40%") == [None, "training_cost_reduction"]
