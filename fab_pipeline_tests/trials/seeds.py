"""Good captures of every parser of the registry, from which mutated ones are made.

Belongs here: which look-alike belongs to which source. A source without one of its own gets those of its parser, else those of its kind:
a parser that is added later is tried from the first day. Does not belong here: what the look-alikes say.
"""

from collections.abc import Callable
from datetime import date
from functools import cache
from typing import Final

from fab_pipeline.sources.answers import Part, pack
from fab_pipeline.sources.base import Source
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline_tests.sources.disclosures import captures as disclosures
from fab_pipeline_tests.sources.disclosures.look_alikes import Facts, flattened, html_blocks, html_table
from fab_pipeline_tests.sources.prices import documented_pages as documented
from fab_pipeline_tests.sources.prices import look_alikes
from fab_pipeline_tests.sources.prices import price_pages as pages
from fab_pipeline_tests.sources.prices.tables import csv_table, json_lines, parquet_table, row
from fab_pipeline_tests.sources.vendors import lists as specifications
from fab_pipeline_tests.trials.world import World

RUNS: Final = [
    Facts("Aurora 70B", "OpenAI", "2025-05", True, 70, None, 15, "NVIDIA H100", 1024, 50, 1_200_000, 3_000_000, 4_000_000),
    Facts("Borealis 600B", "DeepSeek", "2024-12", True, 600, 37, 14, "NVIDIA H800", 2048, 57, 2_800_000, 5_600_000, 8_000_000),
    Facts("Cirrus", "Anthropic", "2026-01", False, None, None, None, None, None, None, None, None, None),
]
COLUMNS: Final = ["model", "size", "hardware", "compute", "cost", "recompute"]
DAY: Final = date(2026, 9, 15)

_NEBIUS: Final = ("Item", "vCPUs", "RAM, GB", "Preemptible, GPU-hour", "On-demand, GPU-hour")
_HYPERSTACK: Final = ("GPU Model ", "VRAM (GB)", "Max pCPUs per GPU", "Max RAM (GB) per GPU", "Pricing Per Hour")
_ARTICLE: Final = (
    "<article><h1>Train faster for less</h1><p>Customers cut training cost by up to 40% compared with on-demand H100 instances.</p>"
    "<p>Our cluster of 1,024 H200 reaches 98.5% goodput, 3.2x the throughput of the previous generation; a node restarts in under 5 "
    "minutes.</p><p>成本降低 30% 以上，训练提速 2 倍。</p></article>"
)


@cache
def seeds() -> dict[str, tuple[bytes, ...]]:
    """Good captures by name of the source; each gives at least one row."""
    offers = [row(), row(accelerator_model="A100", price_per_instance_hour=10.5, instance_type="a100-8")]
    runs = [html_table(RUNS, COLUMNS), html_table(RUNS, COLUMNS, "en"), html_blocks(RUNS, COLUMNS), flattened(RUNS, COLUMNS)]
    own = {name: (body,) for name, body in look_alikes.every_source().items()}
    own |= {name: (pages.page(*parts).encode(),) for name, parts in _pages().items()}
    small = World(1, 1)
    for name in ("azure", "vast"):
        own[name] += (small.answer(name, DAY),)
    return own | {
        "price_table": (csv_table(offers), csv_table(offers, "\t"), json_lines(offers), parquet_table(offers)),
        "training_cost_page": tuple(runs),
        "epoch_models": (disclosures.epoch_table(disclosures.EPOCH_ROW, {**disclosures.EPOCH_ROW, "Model": "Reed-1B"}),),
        "model_card": (disclosures.CARD_OF_A_FAMILY.encode(), disclosures.CARD_OF_ONE_MODEL.encode()),
        "specifications": (specifications.TEXT.replace("FIGURE", f"{specifications.RATE}, {specifications.LINK}").encode(),),
        "registry": (disclosures.REGISTRY_TEXT.replace("CLAIM", disclosures.REGISTRY_CLAIM).encode(),),
    }


def seeds_of(source: Source) -> tuple[bytes, ...]:
    """Captures to start from: the source's own, else those of the same parser, else those of the same kind; and several in one file."""
    known = {name: bodies for name, bodies in seeds().items() if name in SOURCES}
    same = [body for name, bodies in known.items() if parser_of(SOURCES[name]) == parser_of(source) for body in bodies]
    kind = [body for name, bodies in known.items() if SOURCES[name].kind == source.kind for body in bodies]
    bare = known.get(source.name) or tuple(same or kind or [pages.page(_ARTICLE).encode()])
    if parser_of(source) is source.parse:
        return bare
    return (*bare, pack([Part(body, f"https://prices.example/{number}", "application/json") for number, body in enumerate(bare * 2)]))


def parsers() -> dict[str, list[str]]:
    """Names of the sources that each parser of the registry reads, by the first of them."""
    found: dict[Callable[..., object], list[str]] = {}
    for name, source in SOURCES.items():
        found.setdefault(parser_of(source), []).append(name)
    # Of many sources that share a parser those with captures of their own come first: they say which are read.
    return {names[0]: [name for name in names if name in seeds()] or names for names in found.values()}


def parser_of(source: Source) -> Callable[..., object]:
    """The parser itself, without what the registry wraps around it."""
    return getattr(source.parse, "__wrapped__", source.parse)


def _pages() -> dict[str, list[str]]:
    hyperstack = [("NVIDIA H100 SXM", "80", "28", "240", "$2.40"), ("NVIDIA L40", "48", "28", "58", "$1.00")]
    google = [
        documented.google_family("A3 High"),
        documented.google_row("a3-highgpu-8g", "H100 80GB", "8", "$88.49", "$40.1", "$60.2", "$30.9", "$61.6", "$38.7"),
    ]
    offers = [{"@type": "Offer", "name": "Secure Cloud", "price": "3.79", "priceCurrency": "USD"}]
    return {
        "nebius": [pages.nebius_grid("GPU servers", _NEBIUS, [("NVIDIA HGX H100", "16", "200", "$1.25", "$3.85")])],
        "hyperstack": [pages.hyperstack_card("On-Demand GPU", _HYPERSTACK, hyperstack)],
        "lambda_page": [pages.lambda_tab(0, "8x", [("NVIDIA H100 SXM", "80 GB", "208", "1800 GiB", "22 TiB", "$3.99")])],
        "runpod_page": [pages.runpod_row("H200", 141, "3.79", "3.59"), pages.json_ld(pages.product("H200 SXM", *offers))],
        "coreweave": [
            documented.coreweave_table(
                "North America", documented.COREWEAVE_HEADINGS, [documented.coreweave_row("NVIDIA HGX H100", "8", "80", "$49.24", "$19.7")]
            )
        ],
        "crusoe": [documented.crusoe_gpus(documented.crusoe_card("NVIDIA H100", "80GB", "HGX", "$3.90/GPU-hr", "$1.60/GPU-hr"))],
        "google_page": [documented.google_table(google)],
    }
