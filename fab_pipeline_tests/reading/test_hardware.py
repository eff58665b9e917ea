"""Accelerators, their count, and what else stands in a hardware cell."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fab_pipeline.reading.hardware import read_count, read_hardware
from fab_pipeline.vocabulary.accelerators import Accelerator, accelerators


@pytest.mark.parametrize(
    ("text", "labels", "count"),
    [
        ("NVIDIA A10024,000 卡", ("NVIDIA A100",), 24_000),
        ("NVIDIA B20064 HGX 8x B200 nodes512 卡", ("NVIDIA B200",), 512),
        ("NVIDIA B200Nordic AI Cloud, Oslo768 卡", ("NVIDIA B200",), 768),
        ("NVIDIA H100-80GB16,384 卡", ("NVIDIA H100",), 16_384),
        ("Google TPU v46,144 chips", ("Google TPU v4",), 6144),
        ("Huawei Ascend 910B8,192 NPUs", ("Huawei Ascend 910B",), 8192),
        ("2,048 × H800", ("NVIDIA H800",), 2048),
        ("H100 x 512", ("NVIDIA H100",), 512),
        ("16,384 H100 80GB", ("NVIDIA H100",), 16_384),
        ("10 万卡 H100", ("NVIDIA H100",), 100_000),
        ("2048块H800", ("NVIDIA H800",), 2048),
        ("AI ASIC podsvendor withheld40,000 卡", (), 40_000),
        ("Colossus 2100,000 卡", (), 100_000),
        ("8 x H100 nodes, 64 GPUs", ("NVIDIA H100",), 64),
        ("每节点 8 卡，共 2,048 卡", (), 2048),
        ("Google TPUv5pseveral 8,960-chip pods", ("Google TPU v5p",), None),
        ("256 nodes x 8 H800", ("NVIDIA H800",), None),
        ("NVIDIA H100Example Lab clusters", ("NVIDIA H100",), None),
        ("NVIDIA H100-80GB HBM324,576 卡", ("NVIDIA H100",), 24_576),
        ("H200-141GB HBM3e4,096 卡", ("NVIDIA H200",), 4096),
        ("GB200 NVL7218,432 GPUs", ("NVIDIA GB200",), 18_432),
        ("GB200 NVL728,192 卡", ("NVIDIA GB200",), 8192),
        ("TPU v54,096 chips", ("Google TPU",), 4096),
        ("昇腾 910C384 超节点8,192 卡", ("Huawei Ascend 910C",), 8192),
        ("NVIDIA V1003,072 GPUsSummit", ("NVIDIA V100",), 3072),
        ("2,500 H100 and 2,500 A100", ("NVIDIA H100", "NVIDIA A100"), None),
        ("NVIDIA H100 (16,384)", ("NVIDIA H100",), 16_384),
        ("GH200: 4,096", ("NVIDIA GH200",), 4096),
        ("H100 80", ("NVIDIA H100",), None),
        ("256 卡 × 4 个集群", (), None),
        ("H100 SXM2048 卡", ("NVIDIA H100",), 2048),
        ("H100 SXM16,384 卡", ("NVIDIA H100",), 16_384),
        ("H100 SXM516,384 卡", ("NVIDIA H100",), 16_384),
        ("H100 SXM512 卡", ("NVIDIA H100",), None),
        ("A100-SXM425,000 卡", ("NVIDIA A100",), 25_000),
        ("A100 SXM1.6 万卡", ("NVIDIA A100",), 16_000),
        ("H100 SXM51.6 万卡", ("NVIDIA H100",), 16_000),
        ("V100 SXM2 32GB 512 卡", ("NVIDIA V100",), 512),
        ("GB200 NVL72512 卡", ("NVIDIA GB200",), 512),
        ("GB200 NVL721.6 万卡", ("NVIDIA GB200",), 16_000),
        ("昇腾 910B1.6 万卡", ("Huawei Ascend 910B",), 16_000),
        ("H20up to 4,096 GPUs", ("NVIDIA H20",), 4096),
        ("8 台 × 8 卡 A100", ("NVIDIA A100",), None),
        ("3,072 of 37,888 MI250X", ("AMD MI250X",), None),
        ("384 H100s (48 nodes)", ("NVIDIA H100",), 384),
        ("48 nodes (384 H100s)", ("NVIDIA H100",), 384),
        ("3 pods of 8,960 TPU v5p", ("Google TPU v5p",), None),
        ("128 nodes of 8 H100", ("NVIDIA H100",), None),
        ("TPU v4-2048 and v5p-512 slices", ("Google TPU v4", "Google TPU v5p"), None),
        ("a cloud, accelerators not specified", (), None),
    ],
)
def test_names_and_counts(text: str, labels: tuple[str, ...], count: float | None) -> None:
    read = read_hardware(text)
    assert read.disclosed
    assert (read.labels, read.count.value if read.count else None) == (labels, count)


def test_a_leading_undisclosed_makes_the_rest_a_remark() -> None:
    read = read_hardware("未披露报告提到 NVIDIA GPU 与 2,000 张昇腾 NPU")
    assert (read.disclosed, read.labels, read.count) == (False, (), None)


def test_a_count_may_follow_an_undisclosed_name() -> None:
    read = read_hardware("未披露10,000 卡")
    assert (read.disclosed, read.count.value if read.count else None) == (False, 10_000)


def test_the_size_of_a_cluster_keeps_its_scope() -> None:
    read = read_hardware("cluster of 100,000 GPUs")
    assert read.count is not None
    assert (read.count.value, read.count.scope) == (100_000, "cluster")


def test_an_undisclosed_count_is_told() -> None:
    assert read_hardware("NVIDIA H100 · 卡数未披露").count_undisclosed
    assert read_hardware("NVIDIA H100").count_undisclosed is False


def test_detail_is_what_is_left() -> None:
    assert read_hardware("NVIDIA B20064 HGX 8x B200 nodes512 卡").detail == "64 HGX 8x B200 nodes"
    assert read_hardware("NVIDIA A10024,000 卡").detail is None


@pytest.mark.parametrize(("text", "count"), [("25,000", 25_000), ("~16,384", 16_384), ("10 万", 100_000), ("2048 H800", 2048)])
def test_a_column_of_counts(text: str, count: float) -> None:
    read = read_count(text)
    assert read is not None
    assert read.value == count


@settings(deadline=None)
@given(
    st.sampled_from([entry for entry in accelerators() if not entry.family]),
    st.integers(min_value=1000, max_value=999_999),
    st.sampled_from(["{:,} 卡", "{:,} GPUs", "{:,} cards", "{:,} 张"]),
)
def test_a_count_glued_to_any_name_is_read(entry: Accelerator, count: int, layout: str) -> None:
    read = read_hardware(entry.label + layout.format(count))
    assert (read.labels, read.count.value if read.count else None) == ((entry.label,), count)
