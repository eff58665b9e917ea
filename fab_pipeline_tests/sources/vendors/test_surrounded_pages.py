"""Whole pages with everything that surrounds a text on real sites: only the text's own figures are claims, and they are of the right name.

The makers, portals and customers are invented and stand in no list; figures of menus, tickers, other articles, comments, promotions and
other products occur nowhere in the text itself.
"""

import re
from typing import Final, NamedTuple

import pytest

from fab_pipeline_tests.sources.vendors.reading import page


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


def test_the_publisher_of_a_customers_story_is_told_beside_it():
    assert page("surrounded/larkfield_story.html")[1]["publisher"] == "Quillon Cloud"


def test_headlines_beside_a_recipe_make_it_no_page_about_training():
    rows, about = page("surrounded/soup.html")
    assert [row["raw"] for row in rows if row["value"] is not None] == []
    assert about["outcome"] == "no_claims"
