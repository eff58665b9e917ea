"""Accelerator names: what is found, what is not, and where a name ends in glued text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fab_pipeline.vocabulary.accelerators import (
    CUSTOM_ASIC_GROUP,
    UNDISCLOSED_GROUP,
    Accelerator,
    accelerators,
    by_label,
    find_accelerators,
    hardware_group,
)
from fab_pipeline.vocabulary.characters import fold

GENERATION_IS_A_TRAILING_DIGIT = {"Trainium", "Inferentia", "Gaudi", "Kunlun", "MTIA"}


def labels(text: str, *, families: bool = False) -> list[str]:
    return [mention.accelerator.label for mention in find_accelerators(text, families=families)]


@pytest.mark.parametrize(
    ("text", "label", "printed"),
    [
        ("NVIDIA A10025,000 卡", "NVIDIA A100", "NVIDIA A100"),
        ("H8002,048 卡", "NVIDIA H800", "H800"),
        ("H202,048 卡", "NVIDIA H20", "H20"),
        ("H2002,048 卡", "NVIDIA H200", "H200"),
        ("A1025,000 GPUs", "NVIDIA A10", "A10"),
        ("H100512 卡", "NVIDIA H100", "H100"),
        ("H10016K GPUs", "NVIDIA H100", "H100"),
        ("NVIDIA H1002.5 万卡", "NVIDIA H100", "NVIDIA H100"),
        ("NVIDIA H100-80GB16,000 cards", "NVIDIA H100", "NVIDIA H100-80GB"),
        ("A10080GB", "NVIDIA A100", "A10080GB"),
        ("Google TPUv5pmultiple pods", "Google TPU v5p", "Google TPUv5p"),
        ("NVIDIA H100Jülich", "NVIDIA H100", "NVIDIA H100"),
        ("NVIDIA GB200long-context", "NVIDIA GB200", "NVIDIA GB200"),
        ("AWS Trainium264 chips", "AWS Trainium2", "AWS Trainium2"),
        ("Ascend 910B11,000 NPUs", "Huawei Ascend 910B", "Ascend 910B"),
        ("Ascend 910B2 64GB", "Huawei Ascend 910B", "Ascend 910B2 64GB"),
        ("华为昇腾910B4,096 卡", "Huawei Ascend 910B", "华为昇腾910B"),
        ("用2048块H800训练", "NVIDIA H800", "H800"),
        ("Ｈ１００ 80ＧＢ", "NVIDIA H100", "Ｈ１００ 80ＧＢ"),
    ],
)
def test_a_name_ends_where_a_glued_count_or_word_begins(text: str, label: str, printed: str) -> None:
    mention = find_accelerators(text)[0]
    assert (mention.accelerator.label, mention.text) == (label, printed)
    assert text[mention.start : mention.end] == printed


@pytest.mark.parametrize(
    "text",
    [
        "H1000",
        "B2000",
        "A1000 卡",
        "RTX A1100",
        "A100Z",
        "H100T",
        "p4d.24xlarge",
        "P4 instances",
        "t4g.small",
        "30B-A3B",
        "122B-A10B",
        "910B parameters",
        "RTX 4090 Laptop GPU",
        "50,000 H100-equivalents",
        "等效计算 H100 当量",
        "Gaudi 2,048 cards",
        "AI ASIC superpods",
        "MI300",
        "TPU v5",
    ],
)
def test_an_unknown_name_gives_nothing(text: str) -> None:
    assert labels(text) == []


@pytest.mark.parametrize(
    ("text", "label", "memory_gb", "form"),
    [
        ("NVIDIA H100 80GB HBM3", "NVIDIA H100", 80, "sxm"),
        ("H100 SXM", "NVIDIA H100", None, "sxm"),
        ("HGX H100", "NVIDIA H100", None, "sxm"),
        ("H100 NVL", "NVIDIA H100", None, "nvl"),
        ("NVIDIA H100 NVLink", "NVIDIA H100", None, None),
        ("A100-SXM4-40GB", "NVIDIA A100", 40, "sxm"),
        ("NVIDIA A100 80GB PCIe", "NVIDIA A100", 80, "pcie"),
        ("80GB A100 GPUs", "NVIDIA A100", 80, None),
        ("A100 PCIe 40/80GB", "NVIDIA A100", None, "pcie"),
        ("A100 240GB RAM", "NVIDIA A100", None, None),
        ("8x H100 80GB SXM5", "NVIDIA H100", 80, "sxm"),
        ("gpu_8x_h100_sxm5", "NVIDIA H100", None, "sxm"),
        ("BM.GPU.A100-v2.8", "NVIDIA A100", None, None),
        ("Standard_ND96isr_H100_v5", "NVIDIA H100", None, None),
        ("NVIDIA B300 SXM6 AC", "NVIDIA B300", None, "sxm"),
        ("AMD Instinct MI300X OAM", "AMD MI300X", None, "oam"),
        ("GB200 NVL72", "NVIDIA GB200", None, "superchip"),
        ("L40S 48GB", "NVIDIA L40S", 48, None),
        ("NVIDIA RTX 6000 Ada Generation", "NVIDIA RTX 6000 Ada", None, None),
        ("NVIDIA RTX PRO 6000 Blackwell Server Edition", "NVIDIA RTX PRO 6000", None, None),
        ("Intel Habana Gaudi2", "Intel Gaudi 2", None, None),
        ("TPU v6e Trillium", "Google TPU v6e", None, None),
    ],
)
def test_price_rows_give_memory_and_form_where_they_say_so(text: str, label: str, memory_gb: float | None, form: str | None) -> None:
    (mention,) = find_accelerators(text)
    assert (mention.accelerator.label, mention.memory_gb, mention.form) == (label, memory_gb, form)


def test_several_names_are_found_in_printed_order() -> None:
    assert labels("NVIDIA GB200 and GB300 NVL72") == ["NVIDIA GB200", "NVIDIA GB300"]
    assert labels("TPU v4 and v5e") == ["Google TPU v4", "Google TPU v5e"]
    assert labels("昇腾 910B/910C") == ["Huawei Ascend 910B", "Huawei Ascend 910C"]


def test_families_are_found_on_request_only() -> None:
    assert labels("Google TPU pods") == []
    assert labels("Google TPU pods", families=True) == ["Google TPU"]
    assert labels("Google TPU v5p", families=True) == ["Google TPU v5p"]


def test_look_alikes_are_models_of_their_own() -> None:
    assert labels("H800, A800, H20, H100, A100, H200") == [f"NVIDIA {model}" for model in ("H800", "A800", "H20", "H100", "A100", "H200")]


def test_groups_of_the_board() -> None:
    assert hardware_group(["NVIDIA GB200", "NVIDIA GB300"]) == "NVIDIA GB200 / GB300"
    assert hardware_group(["Google TPU v4"]) == hardware_group(["Google TPU"]) == "Google TPU"
    assert hardware_group(["NVIDIA H100"]) == "NVIDIA H100"
    assert hardware_group(["NVIDIA A100", "NVIDIA H100"]) == "NVIDIA A100 + NVIDIA H100"
    assert hardware_group([], "AI ASIC pods, vendor not named") == hardware_group([], "自研芯片集群") == CUSTOM_ASIC_GROUP
    assert hardware_group([], "a public cloud, accelerators not specified") == hardware_group([]) == UNDISCLOSED_GROUP


def test_every_figure_has_a_source() -> None:
    for entry in accelerators():
        assert bool(entry.sources) == bool(entry.memories_gb or entry.dense_bf16_tflops), entry.label
        assert all(source.url.startswith("https://") for source in entry.sources), entry.label


def test_every_entry_is_found_by_its_label() -> None:
    for entry in accelerators():
        assert by_label(entry.label) is entry
        assert labels(entry.label, families=True) == [entry.label]


def test_figures_of_the_list() -> None:
    peaks = {label: entry.largest_dense_bf16_tflops for label in ("NVIDIA A100", "NVIDIA B200", "NVIDIA A16") if (entry := by_label(label))}
    assert peaks == {"NVIDIA A100": 312, "NVIDIA B200": 2250, "NVIDIA A16": None}
    assert (mi325x := by_label("AMD MI325X")) is not None
    assert mi325x.memories_gb == (256,)


@settings(deadline=None)
@given(
    st.sampled_from([entry for entry in accelerators() if entry.model not in GENERATION_IS_A_TRAILING_DIGIT]),
    st.integers(min_value=1000, max_value=999_999),
    st.sampled_from(["{:,} 卡", "{:,} GPUs", "{:,}"]),
)
def test_a_count_glued_to_any_name_does_not_change_the_name(entry: Accelerator, count: int, layout: str) -> None:
    number = layout.format(count)
    (mention,) = find_accelerators(entry.label + number, families=True)
    assert (mention.accelerator, mention.text) == (entry, entry.label)


@settings(deadline=None)
@given(st.sampled_from(accelerators()))
def test_full_width_names_are_the_same_names(entry: Accelerator) -> None:
    wide = "".join(chr(ord(character) + 0xFEE0) if "!" <= character <= "~" else character for character in entry.label)
    assert labels(wide, families=True) == [entry.label]
    assert len(fold(wide)) == len(wide)
