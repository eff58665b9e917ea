"""Plans in the manner of each interface that was built from documentation, written for the tests: shapes as documented, own figures."""

from collections.abc import Mapping
from typing import Final

Fields = dict[str, object]


def verda_type(**changes: object) -> Fields:
    """Two H100 with SXM modules, dynamic and spot price."""
    entry: Fields = {
        "best_for": [],
        "cpu": {"description": "60 CPU", "number_of_cores": 60},
        "currency": "usd",
        "description": "Dedicated Hardware Instance",
        "gpu": {"description": "2x H100 SXM5 80GB", "number_of_gpus": 2},
        "gpu_memory": {"description": "160GB GPU RAM", "size_in_gigabytes": 160},
        "id": "11111111-2222-4333-8444-555555555555",
        "instance_type": "2H100.80S.60V",
        "manufacturer": "NVIDIA",
        "memory": {"description": "240GB RAM", "size_in_gigabytes": 240},
        "model": "H100",
        "name": "H100 SXM5 80GB",
        "p2p": "900 GB/s",
        "price_per_hour": "7.30",
        "spot_price": "2.56",
        "storage": {"description": "dynamic"},
    }
    return {**entry, **changes}


def vultr_plan(**changes: object) -> Fields:
    """A whole L40S in two places."""
    plan: Fields = {
        "id": "vcg-l40s-16c-180g-48vram",
        "vcpu_count": 16,
        "ram": 184_320,
        "disk": 1200,
        "disk_count": 1,
        "bandwidth": 10_240,
        "monthly_cost": 1222.0,
        "hourly_cost": 1.671,
        "type": "vcg",
        "locations": ["ewr", "ams"],
        "gpu_vram_gb": 48,
        "gpu_type": "NVIDIA_L40S",
    }
    return {**plan, **changes}


def vultr_machine(**changes: object) -> Fields:
    """Eight H100, also as long as nobody else wants them."""
    plan: Fields = {
        "id": "vbm-112c-2048gb-8-h100-gpu",
        "cpu_count": 112,
        "cpu_model": "Platinum 8480+",
        "ram": 2_097_152,
        "disk": 960,
        "monthly_cost": 16_800.0,
        "hourly_cost": 25.6,
        "monthly_cost_preemptible": 12_600.0,
        "hourly_cost_preemptible": 18.8,
        "type": "NVMe",
        "locations": ["sea"],
    }
    return {**plan, **changes}


def scaleway_type(**changes: object) -> Fields:
    """Two H100 with SXM modules; the name of the type is the key of its field."""
    entry: Fields = {
        "monthly_price": 4700.0,
        "hourly_price": 6.44,
        "alt_names": [],
        "ncpus": 32,
        "gpu": 2,
        "gpu_info": {"gpu_manufacturer": "NVIDIA", "gpu_name": "H100-SXM", "gpu_memory": 85_520_809_984},
        "ram": 257_698_037_760,
        "arch": "x86_64",
        "baremetal": False,
        "end_of_service": False,
    }
    return {**entry, **changes}


def linode_type(**changes: object) -> Fields:
    """Two RTX 4000 Ada, dearer in one region."""
    entry: Fields = {
        "id": "g2-gpu-rtx4000a2-s",
        "label": "RTX4000 Ada x2 Small",
        "class": "gpu",
        "gpus": 2,
        "accelerated_devices": 0,
        "vcpus": 8,
        "memory": 32_768,
        "disk": 524_288,
        "price": {"hourly": 1.06, "monthly": 710.0},
        "region_prices": [{"id": "de-fra-2", "hourly": 1.28, "monthly": 850.0}],
        "addons": {"backups": {"price": {"hourly": 0.04, "monthly": 20.0}}},
    }
    return {**entry, **changes}


def cloudrift_variant(**changes: object) -> Fields:
    """Two cards for 82 cents."""
    variant: Fields = {
        "name": "rtx49-9c-kn.2",
        "gpu_count": 2,
        "cpu_count": 18,
        "dram": 103_079_215_104,
        "vram": 25_769_803_776,
        "disk": 536_870_912_000,
        "cost_per_hour": 82,
        "nodes_per_dc": {"us-east-nc-nr-1": 6},
        "available_nodes_per_dc": {"us-east-nc-nr-1": 2},
    }
    return {**variant, **changes}


def cloudrift_type(*variants: object, **changes: object) -> Fields:
    entry: Fields = {
        "name": "rtx49-9c-kn",
        "brand_short": "RTX 4090",
        "manufacturer": "NVIDIA",
        "cost_per_hour": 41,
        "variants": list(variants) or [cloudrift_variant()],
    }
    return {**entry, **changes}


def lium_node(**changes: object) -> Fields:
    """Eight H100 of which four are free."""
    node: Fields = {
        "id": "0aa0aa00-1bb1-4cc2-8dd3-4ee4ee5ff66a",
        "gpu_model": "H100 80GB HBM3",
        "gpu_count": 8,
        "available_gpu_count": 4,
        "price_per_gpu_hour": 2.1,
        "min_rentable_gpu_count": 1,
        "gpu_memory_gb": 80,
        "cpu_count": 208,
        "ram_gb": 1900,
        "disk_gb": 9000,
        "tier": "secure",
        "country": "Norway",
        "country_code": "NO",
        "region": "03",
        "city": "Oslo",
        "rent_url": "https://lium.io/browse-pods/0aa0aa00-1bb1-4cc2-8dd3-4ee4ee5ff66a",
        "price_per_node_hour": 16.8,
    }
    return {**node, **changes}


def lambda_type(regions: object = ("us-south-1",), **changes: object) -> Fields:
    """Eight H100; the name of the type is also the key of its field."""
    about: Fields = {
        "name": "gpu_8x_h100_sxm5",
        "description": "8x H100 (80 GB SXM5)",
        "gpu_description": "H100 (80 GB SXM5)",
        "price_cents_per_hour": 2792,
        "specs": {"vcpus": 208, "memory_gib": 1800, "storage_gib": 22_528, "gpus": 8},
    }
    places = [{"name": name, "description": "somewhere"} for name in regions] if isinstance(regions, tuple) else regions
    return {"instance_type": {**about, **changes}, "regions_with_capacity_available": places}


def digitalocean_size(**changes: object) -> Fields:
    """Eight MI300X in two places."""
    size: Fields = {
        "slug": "gpu-mi300x8-1536gb",
        "memory": 1_966_080,
        "vcpus": 160,
        "disk": 2046,
        "price_monthly": 12_200.0,
        "price_hourly": 16.4,
        "regions": ["nyc2", "tor1"],
        "available": True,
        "description": "AMD MI300X - 8X",
        "gpu_info": {"count": 8, "vram": {"amount": 1536, "unit": "gib"}, "model": "amd_mi300x"},
        "disk_info": [{"type": "local", "size": {"amount": 2046, "unit": "gib"}}],
    }
    return {**size, **changes}


def shadeform_type(about: Mapping[str, object] | None = None, **changes: object) -> Fields:
    """One A100 of Hyperstack, free in one of two regions."""
    configuration: Fields = {
        "memory_in_gb": 120,
        "storage_in_gb": 750,
        "vcpus": 28,
        "num_gpus": 1,
        "gpu_type": "A100_80G",
        "interconnect": "pcie",
        "vram_per_gpu_in_gb": 80,
        "gpu_manufacturer": "nvidia",
        "nvlink": False,
        "os_options": ["ubuntu22.04_cuda12.2_shade_os"],
    }
    entry: Fields = {
        "cloud": "hyperstack",
        "shade_instance_type": "A100_80G",
        "cloud_instance_type": "n3-A100x1",
        "configuration": {**configuration, **(about or {})},
        "hourly_price": 148,
        "deployment_type": "vm",
        "availability": [
            {"region": "canada-1", "available": True, "display_name": "CA, Montreal"},
            {"region": "norway-1", "available": False, "display_name": "NO, Oslo"},
        ],
    }
    return {**entry, **changes}


PLANS: Final[dict[str, tuple[str, list[Fields]]]] = {
    "verda": ("", [verda_type(), verda_type(instance_type="1V100.6V", name="Tesla V100 16GB", gpu={"number_of_gpus": 0})]),
    "vultr": ("plans", [vultr_plan(), vultr_plan(id="vc2-1c-1gb", type="vc2", hourly_cost=0.007)]),
    "vultr_metal": ("plans_metal", [vultr_machine(), vultr_machine(id="vbm-256c-2048gb-8-mi300x-gpu", locations=["ord"])]),
    "scaleway": ("servers", [scaleway_type(), scaleway_type(gpu=0, gpu_info=None)]),
    "linode": ("data", [linode_type(), linode_type(id="g6-nanode-1", label="Nanode 1GB", gpus=0)]),
    "cloudrift": ("data.instance_types", [cloudrift_type(), cloudrift_type(name="rtx59", brand_short="RTX 5090")]),
    "lium": ("nodes", [lium_node(), lium_node(id="other", tier="spot", price_per_gpu_hour=1.0, price_per_node_hour=8.0)]),
    "lambda_api": ("data", [lambda_type(), lambda_type(specs={"gpus": 0}, name="cpu_4x_general")]),
    "digitalocean": ("sizes", [digitalocean_size(), digitalocean_size(slug="s-1vcpu-1gb", gpu_info=None)]),
    "shadeform": ("instance_types", [shadeform_type(), shadeform_type(cloud="crusoe")]),
}
"""Where the plans of a source stand in its answer, and two of them."""
KEYED: Final = frozenset({"scaleway", "lambda_api"})
"""Sources whose plans are fields of an object."""


def answer(source: str, plans: list[Fields]) -> object:
    """The whole answer of a source with these plans."""
    place, _ = PLANS[source]
    value: object = {f"H100-SXM-2-8{number}G": plan for number, plan in enumerate(plans)} if source in KEYED else plans
    for name in reversed(place.split(".") if place else []):
        value = {name: value}
    return value
