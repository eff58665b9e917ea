"""Which accelerators an instance type has: a hand-kept table with an address for every count."""

from datetime import date

import pytest

from fab_pipeline.sources.prices.identity import identify
from fab_pipeline.vocabulary.instance_types import instance_type, instance_types, without_accelerator


@pytest.mark.parametrize(
    ("cloud", "name", "accelerator", "memory", "form", "count"),
    [
        ("aws", "p5.48xlarge", "NVIDIA H100", 80.0, "sxm", 8),
        ("aws", "p4de.24xlarge", "NVIDIA A100", 80.0, "sxm", 8),
        ("aws", "p3dn.24xlarge", "NVIDIA V100", 32.0, "sxm", 8),
        ("aws", "g6.48xlarge", "NVIDIA L4", 24.0, "pcie", 8),
        ("aws", "trn1.32xlarge", "AWS Trainium1", 32.0, "unknown", 16),
        ("azure", "Standard_ND96isr_H100_v5", "NVIDIA H100", 80.0, "sxm", 8),
        ("azure", "Standard_NC80adis_H100_v5", "NVIDIA H100", 94.0, "nvl", 2),
        ("azure", "Standard_NC24rs_v3", "NVIDIA V100", 16.0, "pcie", 4),
        ("oci", "BM.GPU.A100-v2.8", "NVIDIA A100", 80.0, "sxm", 8),
    ],
)
def test_a_listed_type_has_a_known_number_of_known_accelerators(
    cloud: str, name: str, accelerator: str, memory: float, form: str, count: int
) -> None:
    found = instance_type(cloud, name)
    assert found is not None
    identity = identify(found.accelerator, memory_gb=found.memory_gb, form=found.form)
    assert (identity.label, identity.memory_gb, identity.form, found.count) == (accelerator, memory, form, count)
    assert found.partition == "full"


@pytest.mark.parametrize(("name", "share"), [("Standard_NV6ads_A10_v5", "1/6"), ("Standard_NV4as_v4", "1/8")])
def test_a_share_of_an_accelerator_is_a_fraction(name: str, share: str) -> None:
    found = instance_type("azure", name)
    assert found is not None
    assert (found.partition, found.count) == (f"fraction:{share}", 1)


@pytest.mark.parametrize("printed", ["standard_nc24ads_a100_v4", " Standard_NC24ads_A100_v4 ", "Standard_NC24ads_A100_v4_Promo"])
def test_case_space_and_promotions_do_not_matter(printed: str) -> None:
    assert instance_type("azure", printed) == instance_type("azure", "Standard_NC24ads_A100_v4")


def test_the_name_of_one_cloud_says_nothing_in_another() -> None:
    assert instance_type("azure", "p5.48xlarge") is None
    assert instance_type("aws", "Standard_ND96isr_H100_v5") is None


@pytest.mark.parametrize(
    ("cloud", "name"), [("aws", "m7i.large"), ("aws", "f2.48xlarge"), ("azure", "Standard_D4s_v5"), ("azure", "Standard_NP10s")]
)
def test_families_without_accelerators_are_told_from_unknown_ones(cloud: str, name: str) -> None:
    assert instance_type(cloud, name) is None
    assert without_accelerator(cloud, name)


@pytest.mark.parametrize(
    ("name", "listed"),
    [
        ("Standard_ND96isrf_MI300X_v5", "Standard_ND96isr_MI300X_v5"),
        ("Standard_ND96is_flex_H200_v5", "Standard_ND96isr_H200_v5"),
        ("Standard_ND128is_NDR_GB200_v6", "Standard_ND128isr_GB200_v6"),
        ("Standard_ND96amsrf_A100_v4", "Standard_ND96amsr_A100_v4"),
    ],
)
def test_a_size_of_azure_with_other_additive_features_has_the_same_accelerators(name: str, listed: str) -> None:
    twin, known = instance_type("azure", name), instance_type("azure", listed)
    assert twin is not None
    assert known is not None
    assert twin.name == name
    assert (twin.accelerator, twin.memory_gb, twin.form, twin.count) == (known.accelerator, known.memory_gb, known.form, known.count)


@pytest.mark.parametrize(
    "name", ["Standard_NCC80adis_H100_v5", "Standard_ND48isr_H100_v5", "Standard_ND96isr_H100_v6", "Standard_NC32ads_A10_v4"]
)
def test_another_family_size_or_version_of_azure_is_another_machine(name: str) -> None:
    assert instance_type("azure", name) is None


@pytest.mark.parametrize(
    ("cloud", "name"), [("aws", "p99.48xlarge"), ("aws", "u-p6e-gb200x72"), ("azure", "Standard_ND777_Z1_v9"), ("gcp", "a3-highgpu-8g")]
)
def test_a_type_that_may_have_some_is_not_guessed(cloud: str, name: str) -> None:
    assert instance_type(cloud, name) is None
    assert without_accelerator(cloud, name) is None


def test_every_entry_names_an_accelerator_of_the_list_and_its_source() -> None:
    assert len(instance_types()) > 150
    for entry in instance_types():
        identity = identify(entry.accelerator, memory_gb=entry.memory_gb, form=entry.form)
        assert identity.memory_gb == entry.memory_gb, entry.name
        assert entry.source_url.startswith("https://"), entry.name
        assert date(2018, 1, 1) <= entry.source_date <= date(2026, 12, 31), entry.name
        assert 1 <= entry.count <= 64
