"""SkyPilot's catalogue: one file per cloud, and what is particular to some of them."""

from collections import Counter
from pathlib import Path

import pytest

from fab_pipeline.contracts.words import WINNING_PRICE_KINDS
from fab_pipeline.sources.base import Parsed
from fab_pipeline.sources.prices.skypilot import CLOUDS
from fab_pipeline_tests.sources.prices.captures import columns, only_quote, only_rejection, quotes, read, read_rows, reasons, refusal
from fab_pipeline_tests.sources.prices.look_alikes import gpu_info, skypilot_row
from fab_pipeline_tests.sources.prices.tables import csv_table


def verda(*rows: dict[str, object]) -> Parsed:
    return read_rows("skypilot_verda", *rows)


def plan(name: str, count: int, mebibytes: int, instance: str, **changes: object) -> dict[str, object]:
    """A row without spot price; `mebibytes` is what SizeInMiB prints."""
    info = gpu_info(name, count, mebibytes)
    return skypilot_row(InstanceType=instance, AcceleratorName=name, AcceleratorCount=count, GpuInfo=info, SpotPrice="", **changes)


def test_both_prices_of_a_row_are_of_the_whole_instance() -> None:
    parsed = verda(skypilot_row())
    assert parsed.rejected == []
    assert columns(parsed, "purchase_option", "price_per_instance_hour", "price_per_accelerator_hour_usd") == [
        ("on_demand", 7.5, 3.75),
        ("spot", 2.5, 1.25),
    ]
    quote = quotes(parsed)[0]
    assert (quote["provider"], quote["price_kind"], quote["source"]) == ("Verda", "dynamic", "skypilot_verda")
    assert (quote["accelerator"], quote["accelerator_memory_gb"], quote["form_factor"]) == ("NVIDIA H200", 141.0, "sxm")
    assert (quote["region"], quote["accelerator_count"], quote["source_status"]) == ("FIN-02", 2, "sampled")
    assert len({quote["quote_id"] for quote in quotes(parsed)}) == 2


def test_a_blank_price_means_not_offered() -> None:
    assert columns(verda(skypilot_row(Price="")), "purchase_option") == [("spot",)]
    assert columns(verda(skypilot_row(SpotPrice="")), "purchase_option") == [("on_demand",)]
    assert only_rejection(verda(skypilot_row(Price="", SpotPrice=""))).reason == "not_offered"


def test_spot_that_is_no_discount_is_left_out() -> None:
    parsed = verda(skypilot_row(SpotPrice="7.5"))
    assert columns(parsed, "purchase_option") == [("on_demand",)]
    assert reasons(parsed) == [(1, "spot_not_below_on_demand")]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"AcceleratorName": "", "AcceleratorCount": "", "GpuInfo": ""}, "no_accelerator"),
        ({"AcceleratorCount": ""}, "accelerator_count_missing"),
        ({"AcceleratorCount": "0.5", "GpuInfo": ""}, "partition_not_full"),
        ({"AcceleratorCount": "two"}, "count_not_a_number"),
        ({"AcceleratorCount": "4"}, "count_mismatch"),
        ({"AcceleratorName": "H200-MIG-1g.18gb"}, "partition_not_full"),
        ({"AcceleratorName": "Z900"}, "unknown_accelerator"),
        ({"AcceleratorName": "A100-80GB"}, "memory_mismatch"),
        ({"InstanceType": ""}, "component_price"),
        ({"Price": "$7.50"}, "price_not_a_number"),
        ({"Price": "0", "SpotPrice": ""}, "price_not_positive"),
        ({"Price": "-7.5", "SpotPrice": ""}, "price_not_positive"),
        ({"Price": "nan"}, "price_not_finite"),
        ({"Price": "7500", "SpotPrice": ""}, "price_implausible"),
    ],
)
def test_a_row_that_prices_no_whole_accelerator_is_rejected(changes: dict[str, object], reason: str) -> None:
    assert only_rejection(verda(skypilot_row(**changes))).reason == reason


def test_a_price_that_never_was_does_not_take_the_spot_price_with_it() -> None:
    parsed = verda(skypilot_row(Price="7500"))
    assert columns(parsed, "purchase_option", "price_per_accelerator_hour_usd") == [("spot", 1.25)]
    assert reasons(parsed) == [(1, "price_implausible")]


def test_newer_files_print_the_memory_of_one_accelerator() -> None:
    parsed = verda(plan("A100-80GB", 1, 81_920, "1A100.22V"), plan("A100-80GB", 8, 81_920, "8A100.176V", Price="12"))
    assert columns(parsed, "accelerator_count", "accelerator_memory_gb") == [(1, 80.0), (8, 80.0)]


def test_older_files_print_the_memory_of_the_node() -> None:
    parsed = verda(
        plan("A100-80GB-80GB", 1, 81_920, "1A100.22V"),
        plan("A100-80GB-160GB", 2, 163_840, "2A100.44V"),
        plan("A100-80GB-640GB", 8, 655_360, "8A100.176V", Price="12"),
        plan("A100-40GB-320GB", 8, 327_680, "8A100.40S.112V", Price="9"),
    )
    assert parsed.rejected == []
    assert columns(parsed, "accelerator", "accelerator_count", "accelerator_memory_gb") == [
        ("NVIDIA A100", 1, 80.0),
        ("NVIDIA A100", 2, 80.0),
        ("NVIDIA A100", 8, 80.0),
        ("NVIDIA A100", 8, 40.0),
    ]


def test_a_size_that_is_sold_both_ways_is_read_in_the_manner_of_its_file() -> None:
    """Two V100 with 32 GB between them, or two of 32 GB: the other rows of the file say which."""
    two = plan("V100", 2, 32_768, "2V100.10V")
    of_totals = verda(two, plan("B200", 8, 8 * 184_320, "8B200.248V", Price="40"))
    assert columns(of_totals, "accelerator", "accelerator_memory_gb") == [("NVIDIA V100", 16.0), ("NVIDIA B200", 180.0)]
    of_each = verda(two, plan("B200", 8, 184_320, "8B200.248V", Price="40"))
    assert columns(of_each, "accelerator", "accelerator_memory_gb") == [("NVIDIA V100", 32.0), ("NVIDIA B200", 180.0)]
    assert columns(verda(two), "accelerator_memory_gb") == [(0.0,)]


def test_device_descriptions_may_be_python_literals() -> None:
    info = "{'Gpus': [{'Name': 'L40S', 'Manufacturer': None, 'Count': 4, 'MemoryInfo': {'SizeInMiB': 46068}}]}"
    row = skypilot_row(InstanceType="l40s.4x", AcceleratorName="L40S", AcceleratorCount="4", GpuInfo=info)
    assert columns(read_rows("skypilot_nebius", row), "accelerator", "accelerator_memory_gb", "form_factor")[0] == (
        "NVIDIA L40S",
        48.0,
        "pcie",
    )


def described(name: str, count: object, size: int, total: int) -> str:
    return str({"Gpus": [{"Name": name, "Count": count, "MemoryInfo": {"SizeInMiB": size}}], "TotalGpuMemoryInMiB": total})


@pytest.mark.parametrize(
    ("name", "count", "info", "memory", "form"),
    [
        ("A100-80GB", 4, described("A100 PCIe", 4, 80, 320), 80.0, "pcie"),
        ("H200", 4, described("H200", 4.0, 141, 564), 141.0, "unknown"),
        ("H100", 1, described("Tesla H100-PCIE-80GB", "1.0", 81_559, 81_559), 80.0, "pcie"),
        ("H100", 8, described("h100", 8.0, 81_559, 81_559).lower(), 80.0, "unknown"),
        ("H100_PCIE_BAREMETAL", 8, described("H100_PCIE_BAREMETAL", 8, 81_920, 655_360), 80.0, "pcie"),
        ("L40S", 4, described("L40S", 1, 49_152, 196_608), 48.0, "pcie"),
        ("RTXPRO6000WS", 2, described("RTXPRO6000WS", 2, 97_887, 195_774), 96.0, "pcie"),
        ("RTX PRO 6000 96GB", 2, described("RTX PRO 6000 96GB", 2.0, 0, 0), 96.0, "pcie"),
        ("H100-80G-SXM5", 8, "", 80.0, "sxm"),
    ],
)
def test_the_manners_of_other_clouds_are_read(name: str, count: int, info: str, memory: float, form: str) -> None:
    """GB for MiB, several spellings of the device, counts as texts, of one device only, totals of nothing."""
    row = skypilot_row(
        InstanceType="plan-7", AcceleratorName=name, AcceleratorCount=count, GpuInfo=info, Price=str(2.0 * count), SpotPrice=""
    )
    quote = only_quote(read_rows("skypilot_spheron", row))
    assert (quote["accelerator_memory_gb"], quote["form_factor"], quote["price_per_accelerator_hour_usd"]) == (memory, form, 2.0)


@pytest.mark.parametrize(
    ("printed", "accelerator"),
    [("T4g", "NVIDIA T4G"), ("Gaudi HL-205", "Intel Gaudi 1"), ("H100-MEGA", "NVIDIA H100"), ("Trainium", "AWS Trainium1")],
)
def test_skypilots_own_names_are_known(printed: str, accelerator: str) -> None:
    row = skypilot_row(InstanceType="plan-7", AcceleratorName=printed, GpuInfo="", SpotPrice="")
    assert only_quote(read_rows("skypilot_nebius", row))["accelerator"] == accelerator


@pytest.mark.parametrize("cloud", ["seeweb", "scaleway"])
def test_clouds_that_price_in_euros_without_saying_so_never_compare(cloud: str) -> None:
    quote = only_quote(read_rows(f"skypilot_{cloud}", skypilot_row(InstanceType="H200-2", SpotPrice="")))
    assert (quote["currency"], quote["price_per_accelerator_hour"], quote["price_per_accelerator_hour_usd"]) == ("EUR", 3.75, None)


@pytest.mark.parametrize("broken", ["", "{}", "{'Gpus'", "[1, 2]", '{"Gpus": [{"MemoryInfo": 3}]}', "None", "x" * 3000])
def test_a_device_description_that_says_nothing_costs_nothing_or_is_reported(broken: str) -> None:
    parsed = verda(skypilot_row(GpuInfo=broken))
    assert len(quotes(parsed)) == 2 or reasons(parsed) == [(1, "text_too_long")]


def test_an_auction_floor_never_wins() -> None:
    parsed = read_rows("skypilot_mithril", skypilot_row(InstanceType="h200.sxm.2x", Price="2.0", SpotPrice="2.0"))
    assert columns(parsed, "purchase_option", "price_kind") == [("on_demand", "bid_floor"), ("spot", "bid_floor")]
    assert "bid_floor" not in WINNING_PRICE_KINDS


@pytest.mark.parametrize(
    ("cloud", "instance", "kinds"),
    [
        ("vast", "2x-H200", ["estimated", "estimated"]),
        ("lium", "h200-2", ["live_offer", "list"]),
        ("nebius", "gpu-h200-sxm_2gpu", ["list", "list"]),
    ],
)
def test_price_kinds_are_those_of_the_cloud(cloud: str, instance: str, kinds: list[str]) -> None:
    assert [kind for (kind,) in columns(read_rows(f"skypilot_{cloud}", skypilot_row(InstanceType=instance)), "price_kind")] == kinds


def test_google_prices_accelerator_and_host_apart() -> None:
    accelerator = skypilot_row(InstanceType="", Region="us-central1")
    host = skypilot_row(InstanceType="a3-ultragpu-8g", AcceleratorCount="8", GpuInfo="", Region="us-central1")
    bare = skypilot_row(InstanceType="a2-highgpu-1g", AcceleratorName="", AcceleratorCount="", GpuInfo="", Price="0.74")
    parsed = read_rows("skypilot_gcp", accelerator, host, bare, bare | {"InstanceType": "n2-standard-4"})
    assert quotes(parsed) == []
    assert reasons(parsed) == [(1, "component_price"), (2, "component_price"), (3, "component_price"), (4, "no_accelerator")]


def test_runpods_bare_names_are_its_pcie_cards_in_secure_cloud() -> None:
    row = skypilot_row(InstanceType="1x_H100_SECURE", AcceleratorName="H100", AcceleratorCount="1", GpuInfo="", SpotPrice="")
    quote = only_quote(read_rows("skypilot_runpod", row))
    assert (quote["provider"], quote["form_factor"]) == ("RunPod Secure Cloud", "pcie")
    row |= {"InstanceType": "1x_H100-SXM_SECURE", "AcceleratorName": "H100-SXM"}
    assert only_quote(read_rows("skypilot_runpod", row))["form_factor"] == "sxm"


def test_rows_of_a_cloud_with_a_table_of_types_must_agree_with_it() -> None:
    row = skypilot_row(
        InstanceType="p5.48xlarge",
        AcceleratorName="H100",
        AcceleratorCount="8",
        GpuInfo="",
        Price="55.04",
        SpotPrice="",
        Region="us-east-1",
    )
    quote = only_quote(read_rows("skypilot_aws", row))
    assert (quote["form_factor"], quote["accelerator_memory_gb"], quote["price_per_accelerator_hour_usd"]) == ("sxm", 80.0, 6.88)
    assert only_rejection(read_rows("skypilot_aws", row | {"AcceleratorCount": "4"})).reason == "count_mismatch"
    assert only_rejection(read_rows("skypilot_aws", row | {"AcceleratorName": "H200"})).reason == "accelerator_mismatch"
    assert only_rejection(read_rows("skypilot_aws", row | {"AcceleratorName": "H100-PCIE"})).reason == "form_mismatch"
    assert only_rejection(read_rows("skypilot_aws", row | {"InstanceType": "p9.48xlarge"})).reason == "unknown_accelerator"
    assert only_quote(read_rows("skypilot_aws", row | {"Region": "us-gov-west-1"}))["market"] == "government"


def test_a_share_of_an_accelerator_is_called_so_whatever_the_description_counts() -> None:
    row = skypilot_row(
        InstanceType="g6f.large", AcceleratorName="L4", AcceleratorCount="0.125", GpuInfo=described("L4", 1, 2_861, 2_861), Price="0.2"
    )
    assert only_rejection(read_rows("skypilot_aws", row)).reason == "partition_not_full"


def test_a_type_that_the_fetcher_does_not_know_has_the_accelerators_of_the_table() -> None:
    row = skypilot_row(
        InstanceType="Standard_ND96isr_H200_v5", AcceleratorName="", AcceleratorCount="", GpuInfo="", Price="84.8", SpotPrice=""
    )
    quote = only_quote(read_rows("skypilot_azure", row))
    assert (quote["accelerator"], quote["form_factor"], quote["accelerator_count"]) == ("NVIDIA H200", "sxm", 8)
    assert quote["price_per_accelerator_hour_usd"] == 10.6
    assert only_rejection(read_rows("skypilot_azure", row | {"InstanceType": "Standard_D4s_v5"})).reason == "no_accelerator"


def test_the_market_is_that_of_the_region_and_a_zone_does_not_hide_it() -> None:
    row = skypilot_row(InstanceType="p4d.24xlarge", AcceleratorName="A100", AcceleratorCount="8", GpuInfo="", Price="24", SpotPrice="")
    quote = only_quote(read_rows("skypilot_aws", row | {"Region": "us-gov-west-1", "AvailabilityZone": "usgw1-az1"}))
    assert (quote["region"], quote["market"]) == ("usgw1-az1", "government")
    assert only_rejection(read_rows("skypilot_aws", row | {"Region": "cn-north-1"})).reason == "currency_not_stated"


def test_a_plan_that_names_another_accelerator_is_not_believed() -> None:
    row = skypilot_row(
        InstanceType="latitude__8xL40_48GB",
        AcceleratorName="L40",
        AcceleratorCount="8",
        GpuInfo="",
        SpotPrice="",
        UpstreamCloudId="g3-l40s",
    )
    assert only_rejection(read_rows("skypilot_primeintellect", row)).reason == "accelerator_mismatch"
    ada = row | {"InstanceType": "massedcompute_RTX6000Adax8", "AcceleratorName": "RTX6000Ada", "UpstreamCloudId": ""}
    assert only_quote(read_rows("skypilot_primeintellect", ada))["accelerator"] == "NVIDIA RTX 6000 Ada"
    pro = ada | {"InstanceType": "latitude_RTX6000PROx8", "AcceleratorName": "RTXPRO6000"}
    assert only_quote(read_rows("skypilot_primeintellect", pro))["accelerator"] == "NVIDIA RTX PRO 6000"


def test_the_name_of_the_capacity_that_is_resold_may_tell_the_form() -> None:
    row = skypilot_row(InstanceType="lambdalabs__2xH200", SpotPrice="", UpstreamCloudId="gpu_2x_h200_sxm5")
    assert only_quote(read_rows("skypilot_primeintellect", row))["form_factor"] == "sxm"


@pytest.mark.parametrize(
    ("plan_name", "printed", "mebibytes", "accelerator", "memory"),
    [
        ("2x-RTX_4070S_Ti-32-65536", "RTX4070", 32_752, "NVIDIA RTX 4070 Ti SUPER", 16.0),
        ("2x-RTX_3060_Ti-32-65536", "RTX3060", 16_384, "NVIDIA RTX 3060 Ti", 8.0),
        ("2x-A100_PCIE-32-65536", "A100", 163_840, "NVIDIA A100", 80.0),
    ],
)
def test_vasts_plans_name_what_the_accelerator_column_cuts_off(
    plan_name: str, printed: str, mebibytes: int, accelerator: str, memory: float
) -> None:
    row = skypilot_row(
        InstanceType=plan_name, AcceleratorName=printed, GpuInfo=described(printed, 2, mebibytes, mebibytes), Price="0.5", SpotPrice=""
    )
    quote = only_quote(read_rows("skypilot_vast", row))
    assert (quote["accelerator"], quote["accelerator_memory_gb"], quote["price_kind"]) == (accelerator, memory, "estimated")


def test_azures_shares_of_an_accelerator_have_no_quote() -> None:
    row = skypilot_row(InstanceType="Standard_NV6ads_A10_v5", AcceleratorName="A10", AcceleratorCount="1", GpuInfo="", Price="0.9")
    assert only_rejection(read_rows("skypilot_azure", row)).reason == "partition_not_full"


def test_a_resellers_plan_names_whose_machine_it_is() -> None:
    parsed = read_rows("skypilot_shadeform", skypilot_row(InstanceType="hyperstack_H200x2", SpotPrice=""))
    quote = only_quote(parsed)
    assert (quote["provider"], quote["provider_kind"], quote["reseller_of"]) == ("Shadeform", "reseller", "Hyperstack")
    assert (
        only_quote(read_rows("skypilot_shadeform", skypilot_row(InstanceType="excesssupply_H200x2", SpotPrice="")))["reseller_of"] is None
    )
    prime = read_rows("skypilot_primeintellect", skypilot_row(InstanceType="nebius__2xH200_141GB__32__400", SpotPrice=""))
    assert only_quote(prime)["reseller_of"] == "Nebius"


def test_a_column_of_prices_that_is_not_known_is_told() -> None:
    assert reasons(verda(skypilot_row(SpotPrice="") | {"LongTermPrice": "1.5"})) == [(0, "column_not_read")]


def test_zones_are_offers_of_their_own() -> None:
    rows = [skypilot_row(AvailabilityZone=zone, SpotPrice="") for zone in ("eu-1a", "eu-1b")]
    assert columns(verda(*rows), "region") == [("eu-1a",), ("eu-1b",)]


def test_repeated_rows_count_once_and_contradictions_not_at_all() -> None:
    parsed = verda(skypilot_row(SpotPrice=""), skypilot_row(SpotPrice=""))
    assert (len(quotes(parsed)), reasons(parsed)) == (1, [(2, "duplicate_row")])
    parsed = verda(skypilot_row(SpotPrice=""), skypilot_row(SpotPrice="", Price="9"))
    assert (quotes(parsed), reasons(parsed)) == ([], [(1, "conflicting_duplicate"), (2, "conflicting_duplicate")])


def test_a_row_that_breaks_off_is_reported_with_its_line() -> None:
    body = csv_table([skypilot_row(), skypilot_row(InstanceType="1H200.141S.44V")]).rsplit(b",", 5)[0]
    parsed = read("skypilot_verda", body)
    assert {quote["row_number"] for quote in quotes(parsed)} == {1}
    assert [number for number, _ in reasons(parsed)] == [2]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "empty_file"),
        (b"InstanceType,vCPUs,Price,Region\r\n1H200,2,3,FIN-01\r\n", "missing_columns"),
        (csv_table([skypilot_row()]).split(b"\r\n")[0] + b"\r\n", "no_rows"),
    ],
)
def test_a_file_that_is_not_the_catalogue_is_refused(body: bytes, reason: str) -> None:
    assert refusal("skypilot_verda", body) == reason


def test_every_cloud_of_the_list_has_a_known_seller() -> None:
    row = skypilot_row(InstanceType="h200.2x", SpotPrice="")
    for cloud in CLOUDS:
        found = {reason for _, reason in reasons(read_rows(f"skypilot_{cloud}", row))}
        assert "unknown_provider" not in found, cloud


def test_the_captured_verda_file_never_takes_the_memory_of_the_node_for_that_of_one(shared: Path) -> None:
    parsed = read("skypilot_verda", (shared / "samples/prices/skypilot_catalog/verda_vms_000c1d0b.csv").read_bytes())
    assert len(quotes(parsed)) == 33
    assert Counter(reason for _, reason in reasons(parsed)) == {"no_accelerator": 11}
    memories = {(name, memory) for name, memory in columns(parsed, "accelerator", "accelerator_memory_gb")}
    assert {("NVIDIA B300", 288.0), ("NVIDIA H100", 80.0)} <= memories
    assert max(memory for _, memory in memories if isinstance(memory, float)) <= 288.0


def test_the_captured_mithril_file_holds_floors_only(shared: Path) -> None:
    parsed = read("skypilot_mithril", (shared / "samples/prices/skypilot_catalog/mithril_vms_1f9eb0c2.csv").read_bytes())
    assert len(quotes(parsed)) == 8
    assert {kind for (kind,) in columns(parsed, "price_kind")} == {"bid_floor"}
    assert parsed.rejected == []
