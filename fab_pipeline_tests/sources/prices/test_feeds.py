"""Plain price interfaces: each plan is the right price of the right accelerator, or is rejected with its reason."""

import json
from dataclasses import replace

import pytest

from fab_pipeline.sources.base import Parsed
from fab_pipeline.sources.fetching import Answer
from fab_pipeline.sources.prices import linode, vultr
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline_tests.sources.prices import feed_answers as feeds
from fab_pipeline_tests.sources.prices.captures import about, columns, only_quote, only_rejection, quotes, read_json, reasons, refusal
from fab_pipeline_tests.sources.prices.feed_answers import Fields, answer

WHO = ("provider", "provider_kind", "accelerator", "accelerator_memory_gb", "form_factor", "accelerator_count")
PRICE = ("price_per_accelerator_hour", "currency", "purchase_option", "price_kind")


def plans(source: str, *entries: Fields) -> Parsed:
    return read_json(source, answer(source, list(entries)))


def rejection(source: str, plan: Fields) -> str:
    return only_rejection(plans(source, plan)).reason


class TestVerda:
    """Totals of memory, texts as prices, a spot price of its own."""

    def test_memory_is_that_of_all_gpus_and_prices_are_of_the_instance(self) -> None:
        parsed = plans("verda", feeds.verda_type())
        assert parsed.rejected == []
        assert columns(parsed, *WHO) == [("Verda", "neocloud", "NVIDIA H100", 80.0, "sxm", 2)] * 2
        assert columns(parsed, *PRICE) == [(3.65, "USD", "on_demand", "dynamic"), (1.28, "USD", "spot", "dynamic")]

    @pytest.mark.parametrize(
        ("name", "memory", "accelerator", "sold", "form"),
        [
            ("GB300 SXM6 288GB", 576, "NVIDIA GB300", 288.0, "superchip"),
            ("B300 SXM6 268GB", 536, "NVIDIA B300", 288.0, "sxm"),
            ("B200 SXM6 180GB CC", 360, "NVIDIA B200", 180.0, "sxm"),
            ("A100 SXM4 40GB", 80, "NVIDIA A100", 40.0, "sxm"),
            ("RTX6000 Ada 48GB", 96, "NVIDIA RTX 6000 Ada", 48.0, "pcie"),
            ("Tesla V100 16GB", 32, "NVIDIA V100", 16.0, "unknown"),
        ],
    )
    def test_names_of_the_list(self, name: str, memory: int, accelerator: str, sold: float, form: str) -> None:
        plan = feeds.verda_type(name=name, gpu_memory={"size_in_gigabytes": memory}, spot_price=None)
        quote = only_quote(plans("verda", plan))
        assert (quote["accelerator"], quote["accelerator_memory_gb"], quote["form_factor"]) == (accelerator, sold, form)

    @pytest.mark.parametrize("spot", [None, ""])
    def test_without_a_spot_price_there_is_none(self, spot: object) -> None:
        assert columns(plans("verda", feeds.verda_type(spot_price=spot)), "purchase_option") == [("on_demand",)]

    @pytest.mark.parametrize(("spot", "reason"), [("7.30", "spot_not_below_on_demand"), ("0.00", "price_not_positive")])
    def test_a_spot_price_that_is_none_leaves_the_other(self, spot: str, reason: str) -> None:
        parsed = plans("verda", feeds.verda_type(spot_price=spot))
        assert columns(parsed, "purchase_option") == [("on_demand",)]
        assert reasons(parsed) == [(1, reason)]

    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            ({"gpu": {"description": "", "number_of_gpus": 0}}, "no_accelerator"),
            ({"gpu": None}, "no_accelerator"),
            ({"gpu": 2}, "gpu_not_an_object"),
            ({"gpu_memory": {"size_in_gigabytes": 80}}, "memory_mismatch"),
            ({"name": "H900 SXM7", "model": "H900"}, "unknown_accelerator"),
            ({"name": None, "model": None}, "accelerator_model_missing"),
            ({"gpu": {"number_of_gpus": 0.5}}, "partition_not_full"),
            ({"currency": None, "spot_price": None}, "unknown_currency"),
            ({"price_per_hour": "0", "spot_price": None}, "price_not_positive"),
            ({"price_per_hour": None, "spot_price": None}, "price_missing"),
            ({"price_per_hour": "$7.30", "spot_price": None}, "price_not_a_number"),
        ],
    )
    def test_what_is_no_offer(self, changes: Fields, reason: str) -> None:
        assert rejection("verda", feeds.verda_type(**changes)) == reason

    def test_another_currency_is_kept_and_never_converted(self) -> None:
        parsed = plans("verda", feeds.verda_type(currency="eur"))
        assert columns(parsed, "currency", "price_per_accelerator_hour_usd") == [("EUR", None), ("EUR", None)]


class TestVultr:
    """Plans are read by their names; parts of a card are none."""

    def test_a_plan_has_its_price_in_every_place(self) -> None:
        parsed = plans("vultr", feeds.vultr_plan())
        assert parsed.rejected == []
        assert columns(parsed, *WHO) == [("Vultr", "neocloud", "NVIDIA L40S", 48.0, "pcie", 1)] * 2
        assert columns(parsed, "region", *PRICE) == [
            ("ewr", 1.671, "USD", "on_demand", "list"),
            ("ams", 1.671, "USD", "on_demand", "list"),
        ]

    @pytest.mark.parametrize(
        ("plan", "accelerator", "memory", "count"),
        [
            ("vcg-a100-12c-120g-80vram", "NVIDIA A100", 80.0, 1),
            ("vcg-a100-24c-240g-160vram", "NVIDIA A100", 80.0, 2),
            ("vcg-a16-6c-64g-16vram", "NVIDIA A16", 16.0, 1),
            ("vcg-a40-24c-120g-48vram", "NVIDIA A40", 48.0, 1),
            ("vcg-mi325x-252c-2872g-2048vram", "AMD MI325X", 256.0, 8),
            ("vcg-b200-248c-2826g-1536vram", "NVIDIA B200", 180.0, 8),
        ],
    )
    def test_a_plan_is_read_by_its_name(self, plan: str, accelerator: str, memory: float, count: int) -> None:
        bare = {"id": plan, "hourly_cost": 2.0 * count, "type": "vdm", "locations": ["blr"], "deploy_ondemand": True}
        quote = only_quote(plans("vultr", bare))
        assert (quote["accelerator"], quote["accelerator_memory_gb"], quote["accelerator_count"]) == (accelerator, memory, count)
        assert (quote["price_per_accelerator_hour_usd"], quote["available"]) == (2.0, True)

    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            ({"id": "vcg-a100-1c-6g-4vram", "hourly_cost": 0.123}, "partition_not_full"),
            ({"id": "vcg-a100-6c-60g-40vram"}, "partition_not_full"),
            ({"id": "vcg-mi325x-252c-2872g-1536vram"}, "count_mismatch"),
            ({"id": "vcg-z99-8c-60g-48vram"}, "unknown_accelerator"),
            ({"id": "vcg-l40s-odd"}, "unknown_accelerator"),
            ({"id": "vc2-1c-0.5gb-free", "hourly_cost": 0, "gpu_type": None}, "no_accelerator"),
            ({"id": None}, "instance_type_missing"),
            ({"locations": []}, "not_offered"),
            ({"locations": None}, "not_offered"),
            ({"locations": "ewr"}, "locations_not_a_list"),
            ({"locations": ["ewr"], "deploy_ondemand": False}, "not_offered"),
            ({"locations": ["ewr"], "hourly_cost": 0}, "price_not_positive"),
            ({"locations": ["ewr"], "hourly_cost": None}, "price_missing"),
            ({"locations": ["ewr"], "gpu_count": 2}, "count_mismatch"),
        ],
    )
    def test_what_is_no_offer(self, changes: Fields, reason: str) -> None:
        assert rejection("vultr", feeds.vultr_plan(**changes)) == reason

    def test_machines_have_a_price_while_nobody_else_wants_them(self) -> None:
        parsed = plans("vultr_metal", feeds.vultr_machine())
        assert parsed.rejected == []
        assert columns(parsed, "accelerator", "accelerator_count", *PRICE) == [
            ("NVIDIA H100", 8, 3.2, "USD", "on_demand", "list"),
            ("NVIDIA H100", 8, 2.35, "USD", "spot", "list"),
        ]

    def test_a_machine_that_is_only_sold_preemptible_has_no_other_price(self) -> None:
        parsed = plans("vultr_metal", feeds.vultr_machine(deploy_ondemand=False, deploy_preemptible=True))
        assert columns(parsed, "purchase_option", "available") == [("spot", True)]
        assert reasons(parsed) == [(1, "not_offered")]

    def test_a_machine_with_a100_has_the_cards_of_80_gb(self) -> None:
        plan = feeds.vultr_machine(id="vbm-112c-2048gb-8-a100-gpu", hourly_cost_preemptible=None)
        assert columns(plans("vultr_metal", plan), "accelerator", "accelerator_memory_gb") == [("NVIDIA A100", 80.0)]

    def test_a_machine_whose_name_says_another_card_is_read_by_the_list_of_such_names(self) -> None:
        plan = feeds.vultr_machine(id="vbm-64c-2048gb-8-l40-gpu", hourly_cost_preemptible=None)
        assert columns(plans("vultr_metal", plan), "accelerator", "accelerator_count") == [("NVIDIA L40S", 8)]

    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            ({"id": "vbm-24c-256gb-amd"}, "no_accelerator"),
            ({"id": "vbm-72c-480gb-gb300-gpu"}, "accelerator_count_missing"),
            ({"id": "vbm-256c-3072gb-8-mi325x-gpu", "gpu_count": 8, "gpu_vram_gb": 2304}, "memory_mismatch"),
            ({"gpu_count": 4}, "count_mismatch"),
        ],
    )
    def test_what_is_no_offer_of_a_machine(self, changes: Fields, reason: str) -> None:
        assert rejection("vultr_metal", feeds.vultr_machine(hourly_cost_preemptible=None, **changes)) == reason


class TestScaleway:
    """Euros without a label, the zone in the address."""

    ADDRESS = "https://api.scaleway.com/instance/v1/zones/pl-waw-2/products/servers"

    def test_prices_are_euros_though_nothing_says_so_and_are_not_converted(self) -> None:
        body = json.dumps({"servers": {"H100-SXM-2-80G": feeds.scaleway_type()}}).encode()
        parsed = SOURCES["scaleway"].parse(body, about("scaleway", body, url=self.ADDRESS))
        assert parsed.rejected == []
        assert columns(parsed, *WHO) == [("Scaleway", "neocloud", "NVIDIA H100", 80.0, "sxm", 2)]
        assert columns(parsed, *PRICE, "price_per_accelerator_hour_usd", "region", "instance_type") == [
            (3.22, "EUR", "on_demand", "list", None, "pl-waw-2", "H100-SXM-2-80G")
        ]

    @pytest.mark.parametrize(
        ("name", "changes", "accelerator", "memory", "form"),
        [
            ("H100-1-80G", {"gpu": 1, "gpu_info": {"gpu_name": "H100-PCIe", "gpu_memory": 85_520_809_984}}, "NVIDIA H100", 80.0, "pcie"),
            ("L40S-4-48G", {"gpu": 4, "gpu_info": None}, "NVIDIA L40S", 48.0, "pcie"),
            ("L4-2-24G", {"gpu": 2, "gpu_info": None}, "NVIDIA L4", 24.0, "pcie"),
            ("B300-SXM-8-288G", {"gpu": 8, "gpu_info": None}, "NVIDIA B300", 288.0, "sxm"),
            ("RENDER-S", {"gpu": 1, "gpu_info": None}, "NVIDIA P100", 0.0, "unknown"),
        ],
    )
    def test_types_say_their_gpu_in_the_answer_or_in_their_name(
        self, name: str, changes: Fields, accelerator: str, memory: float, form: str
    ) -> None:
        quote = only_quote(read_json("scaleway", {"servers": {name: feeds.scaleway_type(hourly_price=12.0, **changes)}}))
        assert (quote["accelerator"], quote["accelerator_memory_gb"], quote["form_factor"]) == (accelerator, memory, form)

    @pytest.mark.parametrize(
        ("name", "changes", "reason"),
        [
            ("DEV1-S", {"gpu": 0, "gpu_info": None}, "no_accelerator"),
            ("DEV1-S", {"gpu": None, "gpu_info": None}, "no_accelerator"),
            ("H100-SXM-8-80G", {}, "count_mismatch"),
            ("H100-SXM-2-40G", {"gpu_info": {"gpu_name": "H100-SXM", "gpu_memory": 40_000_000_000}}, "memory_mismatch"),
            ("NEW-GPU", {"gpu_info": None}, "unknown_accelerator"),
            ("H100-SXM-2-80G", {"end_of_service": True}, "not_offered"),
            ("H100-SXM-2-80G", {"hourly_price": 0}, "price_not_positive"),
            ("H100-SXM-2-80G", {"hourly_price": None}, "price_missing"),
            ("H100-SXM-2-80G", {"gpu_info": "H100"}, "gpu_info_not_an_object"),
        ],
    )
    def test_what_is_no_offer(self, name: str, changes: Fields, reason: str) -> None:
        assert only_rejection(read_json("scaleway", {"servers": {name: feeds.scaleway_type(**changes)}})).reason == reason


class TestLinode:
    """The accelerator in the label, prices by region."""

    def test_a_type_has_one_price_and_others_by_region(self) -> None:
        parsed = plans("linode", feeds.linode_type())
        assert parsed.rejected == []
        assert columns(parsed, *WHO) == [("Akamai", "neocloud", "NVIDIA RTX 4000 Ada", 20.0, "pcie", 2)] * 2
        assert columns(parsed, "region", *PRICE) == [
            (None, 0.53, "USD", "on_demand", "list"),
            ("de-fra-2", 0.64, "USD", "on_demand", "list"),
        ]

    def test_the_elder_card_is_another_one(self) -> None:
        plan = feeds.linode_type(id="g1-gpu-rtx6000-2", label="Dedicated 64GB + RTX6000 GPU x2", region_prices=[])
        assert columns(plans("linode", plan), "accelerator", "accelerator_memory_gb") == [("NVIDIA RTX 6000", 24.0)]

    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            ({"gpus": 0, "label": "Linode 2GB"}, "no_accelerator"),
            ({"gpus": 0, "class": "accelerated", "label": "NETINT Quadra T1U x1"}, "no_accelerator"),
            ({"price": {"hourly": 0.0, "monthly": 0.0}}, "price_not_positive"),
            ({"price": None}, "price_missing"),
            ({"gpus": 4}, "count_mismatch"),
            ({"label": "RTX4000 Bda x2 Small"}, "unknown_accelerator"),
            ({"label": None}, "accelerator_model_missing"),
        ],
    )
    def test_what_is_no_offer(self, changes: Fields, reason: str) -> None:
        assert rejection("linode", feeds.linode_type(region_prices=[], **changes)) == reason

    def test_a_wrong_price_of_a_region_leaves_the_others(self) -> None:
        parsed = plans("linode", feeds.linode_type(region_prices=[{"hourly": 1.1}, 7, {"id": "id-cgk", "hourly": 1.5}]))
        assert columns(parsed, "region") == [(None,), ("id-cgk",)]
        assert reasons(parsed) == [(1, "region_missing"), (1, "not_an_object")]


class TestCloudRift:
    """Cents per variant and data centre."""

    def test_cents_for_the_whole_variant_in_every_data_centre(self) -> None:
        quote = only_quote(plans("cloudrift", feeds.cloudrift_type()))
        assert tuple(quote[name] for name in WHO) == ("CloudRift", "neocloud", "NVIDIA RTX 4090", 24.0, "pcie", 2)
        assert tuple(quote[name] for name in PRICE) == (0.41, "USD", "on_demand", "list")
        assert (quote["region"], quote["available"], quote["instance_type"]) == ("us-east-nc-nr-1", True, "rtx49-9c-kn.2")

    def test_a_data_centre_without_a_free_node_or_without_a_node(self) -> None:
        variant = feeds.cloudrift_variant(nodes_per_dc={"a": 3, "b": 0, "c": 1}, available_nodes_per_dc={"a": 0})
        parsed = plans("cloudrift", feeds.cloudrift_type(variant))
        assert columns(parsed, "region", "available") == [("a", False), ("c", None)]
        assert reasons(parsed) == [(1, "not_offered")]

    @pytest.mark.parametrize(
        ("variant", "reason"),
        [
            ({"cost_per_hour": 0}, "price_not_positive"),
            ({"cost_per_hour": 0.82}, "price_implausible"),
            ({"cost_per_hour": None}, "price_missing"),
            ({"gpu_count": 0}, "no_accelerator"),
            ({"vram": 2 * 25_769_803_776}, "memory_mismatch"),
            ({"nodes_per_dc": {}}, "not_offered"),
            ({"name": None}, "instance_type_missing"),
        ],
    )
    def test_what_is_no_offer(self, variant: Fields, reason: str) -> None:
        assert rejection("cloudrift", feeds.cloudrift_type(feeds.cloudrift_variant(**variant))) == reason

    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            ({"brand_short": "RTX 9999"}, "unknown_accelerator"),
            ({"brand_short": None}, "accelerator_model_missing"),
            ({"variants": []}, "not_offered"),
        ],
    )
    def test_what_is_no_type(self, changes: Fields, reason: str) -> None:
        assert rejection("cloudrift", feeds.cloudrift_type(**changes)) == reason


class TestLium:
    """Nodes of other people, rented in part."""

    def test_a_node_is_one_live_offer_of_what_is_free(self) -> None:
        quote = only_quote(plans("lium", feeds.lium_node()))
        assert tuple(quote[name] for name in WHO) == ("Lium", "marketplace", "NVIDIA H100", 80.0, "sxm", 4)
        assert tuple(quote[name] for name in PRICE) == (2.1, "USD", "on_demand", "live_offer")
        assert (quote["node_accelerators"], quote["country"], quote["region"], quote["available"]) == (8, "NO", "NO-03", True)

    def test_the_tier_says_whether_it_is_spot(self) -> None:
        assert columns(plans("lium", feeds.lium_node(tier="spot")), "purchase_option") == [("spot",)]

    def test_memory_printed_a_little_low_is_that_of_the_card(self) -> None:
        quote = only_quote(plans("lium", feeds.lium_node(gpu_model="H200", gpu_memory_gb=140)))
        assert (quote["accelerator"], quote["accelerator_memory_gb"]) == ("NVIDIA H200", 141.0)

    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            ({"tier": "auction"}, "unknown_purchase_option"),
            ({"tier": None}, "unknown_purchase_option"),
            ({"min_rentable_gpu_count": 8}, "not_offered"),
            ({"available_gpu_count": 0}, "not_offered"),
            ({"available_gpu_count": None}, "not_offered"),
            ({"available_gpu_count": 9}, "count_mismatch"),
            ({"price_per_gpu_hour": None}, "price_missing"),
            ({"price_per_gpu_hour": 0, "price_per_node_hour": 0}, "price_not_positive"),
            ({"price_per_node_hour": 2.1}, "price_mismatch"),
            ({"gpu_model": "X9000"}, "unknown_accelerator"),
            ({"gpu_model": None}, "accelerator_model_missing"),
            ({"gpu_memory_gb": 640}, "memory_mismatch"),
            ({"gpu_count": None}, "no_accelerator"),
        ],
    )
    def test_what_is_no_offer(self, changes: Fields, reason: str) -> None:
        assert rejection("lium", feeds.lium_node(**changes)) == reason


class TestLambda:
    """Cents, the same everywhere; memory and form in the description."""

    def test_cents_for_the_instance_the_same_everywhere(self) -> None:
        quote = only_quote(plans("lambda_api", feeds.lambda_type()))
        assert tuple(quote[name] for name in WHO) == ("Lambda", "neocloud", "NVIDIA H100", 80.0, "sxm", 8)
        assert tuple(quote[name] for name in PRICE) == (3.49, "USD", "on_demand", "list")
        assert (quote["instance_type"], quote["region"], quote["available"]) == ("gpu_8x_h100_sxm5", None, True)

    @pytest.mark.parametrize(("regions", "available"), [((), False), (None, None)])
    def test_no_region_with_capacity_is_sold_out_and_no_word_is_none(self, regions: object, available: object) -> None:
        plan = feeds.lambda_type(regions)
        if regions is None:
            del plan["regions_with_capacity_available"]
        assert columns(plans("lambda_api", plan), "available") == [(available,)]

    @pytest.mark.parametrize(
        ("printed", "accelerator", "memory", "form"),
        [
            ("A10 (24 GB PCIe)", "NVIDIA A10", 24.0, "pcie"),
            ("A100 (40 GB SXM4)", "NVIDIA A100", 40.0, "sxm"),
            ("GH200 (96 GB)", "NVIDIA GH200", 96.0, "superchip"),
            ("B200 (180 GB SXM6)", "NVIDIA B200", 180.0, "sxm"),
            ("Tesla V100 (16 GB)", "NVIDIA V100", 16.0, "unknown"),
            ("RTX 6000 (24 GB)", "NVIDIA RTX 6000", 24.0, "pcie"),
            ("RTX A6000 (48 GB)", "NVIDIA RTX A6000", 48.0, "pcie"),
        ],
    )
    def test_memory_and_form_stand_in_the_description(self, printed: str, accelerator: str, memory: float, form: str) -> None:
        quote = only_quote(plans("lambda_api", feeds.lambda_type(gpu_description=printed)))
        assert (quote["accelerator"], quote["accelerator_memory_gb"], quote["form_factor"]) == (accelerator, memory, form)

    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            ({"specs": {"gpus": 0}, "gpu_description": "N/A"}, "no_accelerator"),
            ({"specs": {"gpus": 1}}, "count_mismatch"),
            ({"gpu_description": "H100 (640 GB SXM5)"}, "unknown_accelerator"),
            ({"gpu_description": "X (1 GB)"}, "unknown_accelerator"),
            ({"gpu_description": None}, "accelerator_model_missing"),
            ({"price_cents_per_hour": 0}, "price_not_positive"),
            ({"price_cents_per_hour": 3.49}, "price_implausible"),
            ({"price_cents_per_hour": None}, "price_missing"),
        ],
    )
    def test_what_is_no_offer(self, changes: Fields, reason: str) -> None:
        assert rejection("lambda_api", feeds.lambda_type(**changes)) == reason


class TestDigitalOcean:
    """Totals of memory, contracts and programmes."""

    def test_memory_is_that_of_all_gpus_and_every_region_is_an_offer(self) -> None:
        parsed = plans("digitalocean", feeds.digitalocean_size())
        assert parsed.rejected == []
        assert columns(parsed, *WHO) == [("DigitalOcean", "neocloud", "AMD MI300X", 192.0, "oam", 8)] * 2
        assert columns(parsed, "region", "available", *PRICE) == [
            ("nyc2", True, 2.05, "USD", "on_demand", "list"),
            ("tor1", True, 2.05, "USD", "on_demand", "list"),
        ]

    @pytest.mark.parametrize(
        ("model", "amount", "accelerator"),
        [("nvidia_rtx6000_ada", 48, "NVIDIA RTX 6000 Ada"), ("nvidia_h100", 80, "NVIDIA H100"), ("nvidia_l40s", 48, "NVIDIA L40S")],
    )
    def test_models_are_vendor_and_name(self, model: str, amount: int, accelerator: str) -> None:
        info = {"count": 1, "vram": {"amount": amount, "unit": "gib"}, "model": model}
        parsed = plans("digitalocean", feeds.digitalocean_size(gpu_info=info, price_hourly=2.2, regions=["tor1"]))
        assert columns(parsed, "accelerator", "accelerator_memory_gb") == [(accelerator, float(amount))]

    def test_a_price_under_a_contract_is_reserved(self) -> None:
        parsed = plans("digitalocean", feeds.digitalocean_size(slug="gpu-mi300x8-1536gb-contracted", regions=["nyc2"]))
        assert columns(parsed, "purchase_option", "term_months") == [("reserved", None)]

    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            ({"gpu_info": None}, "no_accelerator"),
            ({"regions": []}, "not_offered"),
            ({"slug": "gpu-mi300x1-192gb-devcloud"}, "restricted_offer"),
            ({"price_hourly": 0, "regions": ["nyc2"]}, "price_not_positive"),
            ({"price_hourly": None, "regions": ["nyc2"]}, "price_missing"),
            (
                {"gpu_info": {"count": 8, "vram": {"amount": 192, "unit": "gib"}, "model": "amd_mi300x"}, "regions": ["a"]},
                "memory_mismatch",
            ),
            ({"gpu_info": {"count": 8, "vram": {"amount": 1536, "unit": "mib"}, "model": "amd_mi300x"}}, "unknown_unit"),
            ({"gpu_info": {"count": 8, "model": "nvidia_mi300x"}, "regions": ["a"]}, "vendor_mismatch"),
            ({"gpu_info": {"count": 8, "model": "nvidia_x999"}, "regions": ["a"]}, "unknown_accelerator"),
        ],
    )
    def test_what_is_no_offer(self, changes: Fields, reason: str) -> None:
        assert rejection("digitalocean", feeds.digitalocean_size(**changes)) == reason

    def test_a_size_that_cannot_be_had_keeps_its_price_and_says_so(self) -> None:
        assert columns(plans("digitalocean", feeds.digitalocean_size(available=False, regions=["a"])), "available") == [(False,)]


class TestShadeform:
    """Other clouds' machines, region by region."""

    def test_a_resold_machine_names_its_owner_in_every_region(self) -> None:
        parsed = plans("shadeform", feeds.shadeform_type())
        assert parsed.rejected == []
        assert columns(parsed, *WHO) == [("Shadeform", "reseller", "NVIDIA A100", 80.0, "pcie", 1)] * 2
        assert columns(parsed, "region", "available", "reseller_of", *PRICE) == [
            ("canada-1", True, "Hyperstack", 1.48, "USD", "on_demand", "list"),
            ("norway-1", False, "Hyperstack", 1.48, "USD", "on_demand", "list"),
        ]

    def test_countries_stand_before_the_town_and_containers_are_offers_of_their_own(self) -> None:
        parsed = plans("shadeform", feeds.shadeform_type(), feeds.shadeform_type(deployment_type="container", hourly_price=120))
        assert parsed.rejected == []
        assert columns(parsed, "instance_type", "country", "price_per_accelerator_hour_usd") == [
            ("hyperstack n3-A100x1", "CA", 1.48),
            ("hyperstack n3-A100x1", "NO", 1.48),
            ("hyperstack n3-A100x1 (container)", "CA", 1.2),
            ("hyperstack n3-A100x1 (container)", "NO", 1.2),
        ]

    def test_spot_has_its_own_price_in_its_region_or_none(self) -> None:
        regions = [
            {"region": "us-1", "available": True, "rental_type": "on_demand"},
            {"region": "us-1", "available": True, "rental_type": "spot", "hourly_price": "36"},
            {"region": "us-2", "available": True, "rental_type": "spot"},
            {"region": "us-3", "available": True, "rental_type": "auction"},
        ]
        parsed = plans("shadeform", feeds.shadeform_type(availability=regions))
        assert columns(parsed, "region", "purchase_option", "price_per_accelerator_hour_usd") == [
            ("us-1", "on_demand", 1.48),
            ("us-1", "spot", 0.36),
        ]
        assert reasons(parsed) == [(1, "price_missing"), (1, "unknown_purchase_option")]

    @pytest.mark.parametrize(
        ("gpu", "memory", "interconnect", "accelerator", "form"),
        [
            ("H100", 80, "sxm5", "NVIDIA H100", "sxm"),
            ("H100_sxm5", 80, "sxm5", "NVIDIA H100", "sxm"),
            ("A6000", 48, "pcie", "NVIDIA RTX A6000", "pcie"),
            ("RTX4090", 24, "pcie", "NVIDIA RTX 4090", "pcie"),
            ("H200", 141, "", "NVIDIA H200", "unknown"),
        ],
    )
    def test_names_and_forms(self, gpu: str, memory: int, interconnect: str, accelerator: str, form: str) -> None:
        about = {"gpu_type": gpu, "vram_per_gpu_in_gb": memory, "interconnect": interconnect}
        parsed = plans("shadeform", feeds.shadeform_type(about))
        assert set(columns(parsed, "accelerator", "form_factor", "accelerator_memory_gb")) == {(accelerator, form, float(memory))}

    @pytest.mark.parametrize(
        ("about", "changes", "reason"),
        [
            ({"num_gpus": 0}, {}, "no_accelerator"),
            ({"num_gpus": 0.5}, {}, "partition_not_full"),
            ({}, {"availability": []}, "not_offered"),
            ({}, {"cloud": None}, "cloud_missing"),
            ({"gpu_type": None}, {}, "accelerator_model_missing"),
            ({"gpu_type": "X9"}, {}, "unknown_accelerator"),
            ({"vram_per_gpu_in_gb": 48}, {}, "memory_mismatch"),
        ],
    )
    def test_what_is_no_offer(self, about: Fields, changes: Fields, reason: str) -> None:
        assert rejection("shadeform", feeds.shadeform_type(about, **changes)) == reason

    @pytest.mark.parametrize(
        ("about", "changes", "reason"),
        [
            ({}, {"hourly_price": 0}, "price_not_positive"),
            ({}, {"hourly_price": None}, "price_missing"),
            ({}, {"hourly_price": 1.48}, "price_implausible"),
        ],
    )
    def test_what_is_no_offer_in_any_region(self, about: Fields, changes: Fields, reason: str) -> None:
        parsed = plans("shadeform", feeds.shadeform_type(about, **changes))
        assert quotes(parsed) == []
        assert reasons(parsed) == [(1, reason)] * 2


@pytest.mark.parametrize(
    ("printed", "memory", "accelerator"),
    [
        ("RTX 3090", 24, "NVIDIA RTX 3090"),
        ("RTX 4090", 24, "NVIDIA RTX 4090"),
        ("RTX 4070 Ti SUPER", 16, "NVIDIA RTX 4070 Ti SUPER"),
        ("RTX 5090", 32, "NVIDIA RTX 5090"),
        ("A4000", 16, "NVIDIA RTX A4000"),
        ("A4500", 20, "NVIDIA RTX A4500"),
        ("A5000", 24, "NVIDIA RTX A5000"),
        ("A5500", 24, "NVIDIA RTX A5500"),
        ("A6000", 48, "NVIDIA RTX A6000"),
        ("RTX 6000 Ada Generation", 48, "NVIDIA RTX 6000 Ada"),
        ("RTX PRO 6000 Blackwell Server Edition", 96, "NVIDIA RTX PRO 6000"),
        ("RTXPro6000", 96, "NVIDIA RTX PRO 6000"),
        ("L4", 24, "NVIDIA L4"),
        ("L40", 48, "NVIDIA L40"),
        ("L40S", 48, "NVIDIA L40S"),
        ("A10 Tensor Core GPU", 24, "NVIDIA A10"),
        ("NVIDIA A16", 16, "NVIDIA A16"),
        ("A30", 24, "NVIDIA A30"),
        ("A40", 48, "NVIDIA A40"),
        ("Tesla T4", 16, "NVIDIA T4"),
        ("Tesla P100", 16, "NVIDIA P100"),
        ("Tesla V100 Tensor Core GPU", 32, "NVIDIA V100"),
        ("AMD 7900XTX", 24, "AMD Radeon RX 7900 XTX"),
    ],
)
def test_cards_of_workstations_and_games_are_known(printed: str, memory: int, accelerator: str) -> None:
    quote = only_quote(plans("lium", feeds.lium_node(gpu_model=printed, gpu_memory_gb=memory)))
    assert (quote["accelerator"], quote["accelerator_memory_gb"]) == (accelerator, float(memory))


@pytest.mark.parametrize("source", feeds.PLANS)
class TestEveryFeed:
    """What holds for all of them."""

    def test_a_body_that_breaks_off_is_refused_in_one_line(self, source: str) -> None:
        body = json.dumps(answer(source, feeds.PLANS[source][1])).encode()
        assert refusal(source, body[: len(body) // 2]) == "broken_json"

    @pytest.mark.parametrize(
        ("value", "reason"),
        [
            ({"error": {"code": "unauthorized"}}, "source_error"),
            ({"other": 1}, "not_a_price_list"),
            ([], "no_rows"),
            (7, "not_a_price_list"),
        ],
    )
    def test_an_answer_without_plans_is_refused_in_one_line(self, source: str, value: object, reason: str) -> None:
        assert refusal(source, json.dumps(value).encode()) == reason

    def test_what_is_no_plan_is_rejected_alone(self, source: str) -> None:
        plan = feeds.PLANS[source][1][0]
        parsed = read_json(source, answer(source, [plan, "no plan"]))  # type: ignore[list-item]
        assert quotes(parsed) != []
        assert reasons(parsed) == [(2, "not_an_object")]

    def test_its_quotes_are_documented_only(self, source: str) -> None:
        parsed = read_json(source, answer(source, feeds.PLANS[source][1]))
        assert {quote["source_status"] for quote in quotes(parsed)} == {"documented"}


GOES_ON: dict[str, tuple[Fields, str]] = {
    "digitalocean": (
        {"links": {"pages": {"next": "https://api.digitalocean.com/v2/sizes?page=2"}}},
        "https://api.digitalocean.com/v2/sizes?page=2",
    ),
    "linode": ({"page": 1, "pages": 2, "results": 700}, f"{linode.ADDRESS}&page=2"),
    "vultr": ({"meta": {"total": 700, "links": {"next": "bmV4dA==", "prev": ""}}}, f"{vultr.ADDRESS}&cursor=bmV4dA%3D%3D"),
    "vultr_metal": ({"meta": {"total": 700, "links": {"next": "b/c", "prev": ""}}}, f"{vultr.ADDRESS_METAL}&cursor=b%2Fc"),
}
"""What an answer says whose list goes on, and where it goes on."""


@pytest.mark.parametrize("source", GOES_ON)
class TestPages:
    """Lists that go on in another answer."""

    def page(self, source: str, **fields: object) -> bytes:
        whole = answer(source, feeds.PLANS[source][1])
        assert isinstance(whole, dict)
        return json.dumps({**whole, **fields}).encode()

    def following(self, source: str, body: bytes) -> list[str]:
        fetching = SOURCES[source].fetching
        assert fetching is not None
        return [request.url for request in fetching.following(Answer(fetching.first[0], body))]

    def test_the_next_page_is_asked_for(self, source: str) -> None:
        fields, address = GOES_ON[source]
        assert self.following(source, self.page(source, **fields)) == [address]

    @pytest.mark.parametrize(
        "body", [b"", b"<html>", b"[]", b'{"meta": 5, "links": [], "page": 2, "pages": 2}', b'{"page": true, "pages": "x"}']
    )
    def test_an_answer_that_names_none_is_the_last(self, source: str, body: bytes) -> None:
        assert self.following(source, body) == []

    def test_a_page_that_is_missing_is_said_and_one_of_a_snapshot_is_not(self, source: str) -> None:
        body = self.page(source, **GOES_ON[source][0])
        capture = about(source, body)
        alone, together = (
            SOURCES[source].parse(body, capture),
            SOURCES[source].parse(body, replace(capture, other_answers=frozenset({"x"}))),
        )
        assert reasons(alone)[0] == (0, "pages_missing")
        assert quotes(alone) == quotes(together)
        assert (0, "pages_missing") not in reasons(together)
