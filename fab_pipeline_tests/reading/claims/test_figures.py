"""Figures of claims: values, units and comparators that the number grammar leaves to words around it; and numbers that state nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fab_pipeline.reading.claims.figure import Figure
from fab_pipeline.reading.claims.figures import figures
from fab_pipeline.reading.claims.lists import listed
from fab_pipeline.reading.claims.sentences import hidden, sentences


def read(words: str) -> list[Figure]:
    return [figure for figure in figures(hidden(words), words) if not figure.bare]


def short(words: str) -> list[tuple[object, ...]]:
    return [(figure.value, figure.value_max, figure.unit, figure.comparator) for figure in read(words)]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("整体周期可压缩至 18 天", (18, None, "d", "up_to")),
        ("有效利用率可达到 93%", (93, None, "%", "up_to")),
        ("业界最高的 6.4T 带宽", (6.4, None, "Tbit/s", "eq")),
        ("速度可达2.5到3倍", (2.5, 3, "1", "up_to")),
        ("5 分钟内恢复训练", (5, None, "min", "le")),
        ("支持万卡级以上集群", (10_000, None, "{accelerator}", "ge")),
        ("使用了最多 96 张 H100", (96, None, "{accelerator}", "up_to")),
        ("将 288 个超节点级联", (288, None, "{supernode}", "eq")),
        ("跨节点 3 层网络", (3, None, "{tier}", "eq")),
        ("40 + 行业的客户", (40, None, "{industry}", "ge")),
        ("由 48 套 DGX H100 系统驱动", (48, None, "{system}", "eq")),
        ("四大核心枢纽", (4, None, "{site}", "eq")),
        ("第三名：某云", (3, None, "{rank}", "eq")),
        ("第五代 NVLink 互联", (5, None, "{generation}", "eq")),
        ("4A 级认证", (4, None, "{A}", "eq")),
        ("为数十万名员工服务", (200_000, 900_000, "{person}", "approx")),
        ("机柜数 1.8 万个", (18_000, None, "{system}", "eq")),
        ("时延降低 30%～50%", (30, 50, "%", "eq")),
        ("训练吞吐提升 up to 2.3x compared with", (2.3, None, "1", "up_to")),
        ("单节点 8 张网卡，每张带宽 400G", (400, None, "Gbit/s", "eq")),
        ("800 Gb/s per GPU of bandwidth", (800, None, "Gbit/s", "eq")),
        ("时延低至 3 微秒", (3, None, "us", "up_to")),
        ("硬件故障率下降 2/3", (2 / 3, None, "1", "eq")),
        ("每卡时 7.2 元起", (7.2, None, "CNY/{GPU}.h", "ge")),
        ("每卡每小时 11.5 元", (11.5, None, "CNY/{GPU}.h", "eq")),
        ("ranked No. 7 on the TOP500", (7, None, "{rank}", "eq")),
        ("four times the throughput", (4, None, "1", "eq")),
        ("存储 IOPS 超过 2000 万", (2e7, None, "{operation}/s", "gt")),
        ("注册开发者突破 90 万，增速加快", (900_000, None, "{developer}", "gt")),
        ("参数规模从百万级到千亿级不等", (1e6, 1e11, "{parameter}", "eq")),
        ("trillion-parameter models", (1e12, None, "{parameter}", "approx")),
        ("training at twice the speed", (2, None, "1", "eq")),
        ("包年价格打七折", (70, None, "%", "eq")),
        ("starting at $1.99 per GPU-hour", (1.99, None, "USD/{GPU}.h", "ge")),
        ("Clusters range from 16 to 512 H100 GPUs", (16, 512, "{accelerator}", "eq")),
        ("支持从 8 卡到 4096 卡弹性扩展", (8, 4096, "{accelerator}", "eq")),
        ("千卡GPU集群", (1000, None, "{accelerator}", "approx")),
        ("已适配 12+ 种 AI 芯片", (12, None, "{accelerator_type}", "ge")),
        ("整体算力提升一倍", (2, None, "1", "eq")),
        ("训练成本减半", (0.5, None, "1", "eq")),
        ("延迟最多可降六成", (60, None, "%", "up_to")),
        ("switch latency as little as 0.6 microseconds", (0.6, None, "us", "up_to")),
        ("3.1 zettaFLOPS of AI compute", (3100, None, "EFLOP/s", "eq")),
        ("Orders of 256 GPUs or more", (256, None, "{accelerator}", "ge")),
        ("traffic running over 400 Gb/s Ethernet", (400, None, "Gbit/s", "eq")),
        ("cut stalls by a factor of six", (6, None, "1", "eq")),
        ("costs a quarter of the list price", (0.25, None, "1", "eq")),
        ("连续4年位列第三", (4, None, "a", "eq")),
        ("连续4年位列第三", (3, None, "{rank}", "eq")),
        ("服务了三十余所高校", (30, None, "{customer}", "gt")),
        ("jobs failed 14 times a month", (14, None, "{time}", "eq")),
    ],
)
def test_value_unit_and_comparator(words: str, expected: tuple[object, ...]):
    assert expected in short(words)


@pytest.mark.parametrize(
    "words",
    [
        "咨询热线：400-820-1234，手机 13800138000",
        "京ICP备2024012345号-2，京公网安备 11010802012345 号",
        "统一社会信用代码 91110108MA01ABCD12",
        "2026 年 3 月 18 日 10:30 发布",
        "Qwen3-32B 与 DeepSeek-V3 已上线 v2.4.1 版本",
        "1. 技术自研能力",
        "第一步，先看需求",
        "不是每家企业都需要几百上千张卡",
        "让成千上万张 GPU 协同",
        "这是一家提供一站式服务的公司",
        "未来三年持续投入",
        "世界 500 强企业",
        "阅读 1.2 万，点赞 300",
        "提供 1V1 服务",
        "ISO 27001、GB/T 46346-2025",
        "网络收敛比 1:1",
        "公司发布 X3 超节点",
        "沪ICP备 22000033 号-1，发布时间 2026-03-09 08:45",
        "服務專線：02-2345-6789",
        "latency between any two GPUs",
        "a year ago",
    ],
)
def test_what_states_no_figure(words: str):
    assert short(words) == []


def test_from_a_to_b_marks_a_as_the_baseline():
    first, second = read("时延从 12.5 微秒压缩至 0.8 微秒")
    assert (first.value, first.is_baseline) == (12.5, True)
    assert (second.value, second.baseline, second.is_baseline) == (0.8, first, False)


@pytest.mark.parametrize(
    "words", ["客户由 300 家增长到 900 家", "吞吐 300 → 900 tokens/s", "from 300 GPUs to 900 GPUs", "scale from 300 to 900 GPUs"]
)
def test_other_ways_to_say_it(words: str):
    assert [(figure.value, figure.is_baseline) for figure in read(words)] == [(300, True), (900, False)]


def test_what_a_figure_is_set_against_is_a_baseline_too():
    assert [(figure.value, figure.is_baseline) for figure in read("3.2T 网络相较 1.6T 网络")] == [(3.2, False), (1.6, True)]


def test_counts_of_lists_are_at_least_their_length_and_none_beside_a_printed_count():
    assert [(one.value, one.unit, one.comparator) for one in listed("已在金融、汽车、教育等多个行业落地")] == [(3, "{industry}", "ge")]
    assert [(one.value, one.unit, one.comparator) for one in listed("分为资源层、平台层和应用层")] == [(3, "{layer}", "eq")]
    assert listed("支持数据并行、张量并行、流水线并行 3 种策略") == []
    assert listed("金融、汽车等 20 多个行业") == []


def test_a_lost_character_inside_a_name_ends_no_sentence():
    assert [one.text for one in sentences('联合发布 "元?八" 一体机。用什么平台?答案是它', 0)] == [
        '联合发布 "元?八" 一体机。',
        "用什么平台?",
        "答案是它",
    ]


@given(st.integers(2, 99_999), st.sampled_from(["张 GPU", " GB", "%", " 倍", " 微秒", " Gbit/s", " 家客户"]))
def test_about_changes_only_the_comparator(number: int, unit: str):
    plain, about = short(f"达到 {number}{unit}"), short(f"达到约 {number}{unit}")
    assert [one[:3] for one in plain] == [one[:3] for one in about]
    assert [one[3] for one in about] == ["approx"]


@given(st.integers(1, 9_999))
def test_full_width_and_spaces_do_not_matter(number: int):
    wide = str(number).translate(str.maketrans("0123456789", "０１２３４５６７８９"))
    assert short(f"支持 {number} 万卡") == short(f"支持 {wide}万卡")
