"""Whole pages with everything that surrounds a text on real sites: only the text's own figures are claims, and they are of the right name.

The makers, portals and customers are invented and stand in no list; figures of menus, tickers, other articles, comments, promotions and
other products occur nowhere in the text itself.
"""

import re
from typing import Final, NamedTuple

import pytest

from fab_pipeline_tests.sources.vendors.reading import page, read


class Expected(NamedTuple):
    """Of whom a page speaks, and the figures of its own text."""

    kind: str
    vendor: str
    figures: frozenset[float]


PAGES: Final = {
    "halyard_divs.html": Expected("vendor", "halyard-compute", frozenset({12_288, 99.4, 141, 192, 3.1, 4.9, 7, 8})),
    "lishi_portal.html": Expected("vendor", "砺石智算", frozenset({10_240, 98.2, 94, 4, 12, 10_000, 1000})),
    "lingyue_hant.html": Expected("vendor", "嶺岳雲", frozenset({4096, 3.2, 10, 1.21, 99.9})),
    "larkfield_story.html": Expected("case", "larkfield-insurance", frozenset({35, 256, 21, 38, 13e9, 900e9, 71})),
    "morrow_story.html": Expected("case", "morrow-robotics", frozenset({768, 16, 5, 2})),
    "chengjiang_story.html": Expected("case", "澄江汽车", frozenset({1536, 18, 7, 66, 28})),
    "fernhollow_nvidia.html": Expected("vendor", "fernhollow", frozenset({141, 2.85, 80, 2.05, 3072, 99.7})),
    "lengyue_ascend.html": Expected("vendor", "棱岳云", frozenset({6144, 200, 8})),
    "brackenfold_docs.html": Expected("vendor", "brackenfold", frozenset({2560, 1600, 1024, 2, 20})),
    "tidemark.md": Expected("vendor", "tidemark", frozenset({5120, 97.5, 1024, 800})),
    "orrery_product.html": Expected("vendor", "orrery-ai", frozenset({16, 10_000, 24, 15, 0.5, 2})),
}
TEXT: Final = {
    "halyard_divs.html": ("12,288", "99.4%", "$3.10 / GPU-hr", "192 GB", "7 minutes"),
    "lishi_portal.html": ("10,240", "98.2%", "94%", "4 分钟", "12%"),
    "lingyue_hant.html": ("4,096", "3.2 Tbps", "10 分鐘", "1.21", "99.9%"),
    "larkfield_story.html": ("35%", "256 H100", "21 days", "13 billion", "71%", "Customer story"),
    "morrow_story.html": ("768 GPUs", "16 hours", "5 hours", "2% of our hours"),
    "chengjiang_story.html": ("1,536", "18 天", "66%", "28%"),
    "fernhollow_nvidia.html": ("141 GB", "$2.85", "$2.05", "3,072", "99.7%"),
    "lengyue_ascend.html": ("6,144 卡", "200Gb/s", "8 分钟"),
    "brackenfold_docs.html": ("2,560", "1,600 Gbps", "1,024 GPUs", "20 minutes"),
    "tidemark.md": ("5,120", "97.5%", "800 Gb/s"),
    "orrery_product.html": ("10,000 GPUs", "24%", "15 minutes", "Ito Labs"),
}
"""Words of the text itself, none of which may be taken for its surroundings."""


@pytest.mark.parametrize("name", PAGES)
def test_only_the_figures_of_the_text_itself_are_claims(name: str):
    rows, about = page(f"surrounded/{name}")
    given = {float(str(value)) for row in rows for value in (row["value"], row["value_max"]) if value is not None}
    assert given - PAGES[name].figures == set(), "figures of what surrounds the text"
    assert [words for words in TEXT[name] if words not in str(about["extracted_text"])] == []
    assert about["outcome"] == "claims"


def test_what_is_left_out_is_kept_and_told():
    _, about = page("surrounded/halyard_divs.html")
    assert "first 3 months at 40% off" in str(about["surroundings"])
    assert "RTX A4000 workstation, 16 GB, $0.19 / hr" in str(about["surroundings"])
    assert re.search(
        r"; not read: \d{3} characters with \d\d numbers around the text \(menus, other pages, footer\)\Z", str(about["detail"])
    )


@pytest.mark.parametrize("name", PAGES)
def test_they_are_of_the_maker_or_customer_whom_the_page_itself_names(name: str):
    rows, _ = page(f"surrounded/{name}")
    expected = PAGES[name]
    wrong = [
        (row["entity_kind"], row["vendor"], row["raw"]) for row in rows if row["value"] is not None and row["vendor"] != expected.vendor
    ]
    assert wrong == []
    assert {row["entity_kind"] for row in rows if row["value"] is not None} == {expected.kind}


@pytest.mark.parametrize(
    ("head", "body", "vendor"),
    [
        (
            "<title>Kestrel Compute opens a site - DC Weekly</title><meta property='og:site_name' content='DC Weekly'>",
            "<h1>Kestrel Compute opens a site</h1><p>AI cloud Kestrel Compute has 9,216 GPUs for training large models.</p>"
            "<p>The site of Kestrel Compute runs at a PUE of 1.09.</p>",
            "kestrel-compute",
        ),
        (
            "<title>华为云发布新集群_科技_晨星网</title><meta property='og:site_name' content='晨星网'>",
            "<h1>华为云发布新集群</h1><p>来源：晨星网</p><p>华为云表示，大模型训练集群支持 13 万卡。</p>",
            "huawei-cloud",
        ),
        (
            "<title>H100 clusters</title><script type='application/ld+json'>"
            '{"@type": "Product", "name": "H100 cluster", "brand": {"@type": "Brand", "name": "Aurelia Cloud"}}</script>',
            "<h1>H100 clusters</h1><p>Up to 2,000 NVIDIA H100 for LLM training.</p><h2>NVIDIA H100</h2><p>Each has 80 GB of memory.</p>",
            "aurelia-cloud",
        ),
        (
            "<title>Tarn Trains Weather Model With NVIDIA H100 GPUs | NVIDIA Customer Story</title>",
            "<h1>Tarn Trains Weather Model</h1><p>Tarn trained a model on 64 NVIDIA H100 GPUs. NVIDIA helped Tarn.</p>",
            "tarn",
        ),
        (
            "<title>Quillon Cloud helps Brightwater Motors train 3x faster</title><meta property='og:site_name' content='Quillon Cloud'>"
            "<link rel='canonical' href='https://quillon.example/customers/brightwater'>",
            "<h1>Quillon Cloud helps Brightwater Motors train 3x faster</h1>"
            "<p>With Quillon Cloud, Brightwater Motors trains on 512 GPUs.</p>",
            "brightwater-motors",
        ),
        (
            "<title>Cluster sizes | Vellum Cloud Documentation</title>",
            "<h1>Cluster sizes</h1><p>A training cluster has up to 512 nodes of 8 GPUs.</p>"
            "<div>Copyright © 2026 Vellum Cloud. Built with Docs 3.</div>",
            "vellum-cloud",
        ),
    ],
    ids=["a trade paper", "a portal", "a brand and its chips", "the chip maker's story", "maker first", "documentation"],
)
def test_the_name_is_weighed_against_the_text(head: str, body: str, vendor: str):
    rows, _ = read(f"<html><head>{head}</head><body>{body}</body></html>")
    assert {row["vendor"] for row in rows if row["value"] is not None} == {vendor}


def test_links_that_are_cards_of_products_stay_and_lists_of_headlines_go():
    cards = "<div><a href='/a'><h3>H100 SXM</h3><span>80 GB</span><span>$1.99/hr</span></a>"
    cards += "<a href='/b'><h3>H200</h3><span>$2.79/hr</span></a></div>"
    headlines = "<div><a href='/1'>Rents of GPUs fell 40%</a><a href='/2'>Is a cluster of 900 GPUs enough?</a></div>"
    _, about = read(f"<html><body><h1>Pricing</h1><p>Train models on our GPU clusters.</p>{cards}{headlines}</body></html>")
    assert "$2.79/hr" in str(about["extracted_text"])
    assert str(about["surroundings"]) == "Rents of GPUs fell 40% Is a cluster of 900 GPUs enough?"


def test_the_publisher_of_a_customers_story_is_told_beside_it():
    assert page("surrounded/larkfield_story.html")[1]["publisher"] == "Quillon Cloud"


def test_headlines_beside_a_recipe_make_it_no_page_about_training():
    rows, about = page("surrounded/soup.html")
    assert [row["raw"] for row in rows if row["value"] is not None] == []
    assert about["outcome"] == "no_claims"
