"""Bundled pages of vendors and cases: readable, honest about where they come from, in other words than the text they repeat."""

import re
from functools import lru_cache
from pathlib import Path

import polars as pl
import pytest

from fab_pipeline.contracts import VENDOR_CLAIMS
from fab_pipeline.contracts.derive import typed
from fab_pipeline.leaderboards.vendor_metrics import vendor_claim_use
from fab_pipeline.leaderboards.vendor_ranking import vendor_ranking
from fab_pipeline.sources.base import Row
from fab_pipeline.sources.vendors.claims_page import parse
from fab_pipeline_tests.bundled.bundle import Bundled, bundled

FIGURES = {
    "datacanvas.html": ("datacanvas", {85, 95, 21, 68, 71.4, 70, 13.1, 10.2}),
    "tencent_cloud.md": ("tencent-cloud", {3.2, 20, 40, 2.6, 108, 70, 100_000}),
    "alibaba_cloud.html": ("alibaba-cloud", {128, 150, 800, 50, 48, 96, 671e9}),
    "baidu_ai_cloud.html": ("baidu-ai-cloud", {30, 95, 96, 460_000, 770_000, 24.6}),
    "huawei_cloud.html": ("huawei-cloud", {384, 300, 67, 50, 432, 160_000, 30, 250, 1714, 1300}),
    "sensetime.html": ("sensetime", {99.46, 15, 3000, 40_400, 1_000_000}),
    "inspur_information.html": ("inspur-information", {20, 90, 0.62, 14.45, 1}),
    "volcengine.md": ("volcengine", {3, 1.2, 50, 30, 168, 100}),
    "hon_hai.html": ("hon-hai", {120, 4, 2688, 98e9, 128_000}),
    "ebay.html": ("ebay", {60, 8, 480, 1e12, 7e9, 70e9, 340_000, 25, 30}),
    "revolut.md": ("revolut", {70e6, 1e9, 64, 2.3, 65, 41}),
    "recursion.html": ("recursion", {63, 4, 50e6}),
    "czi.txt": ("czi", {1000}),
    "xai.html": ("xai", {100_000, 19}),
    "tesla.txt": ("tesla", {100_000}),
}


@lru_cache(maxsize=1)
def pages() -> dict[str, tuple[Bundled, Row, list[Row]]]:
    found = {}
    for item in bundled():
        if item.entry["source"] == "vendor_page":
            rows = parse(item.body, item.capture).rows
            found[item.path.name] = item, rows["vendor_pages"][0], rows["vendor_claims"]
    return found


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_the_figures_of_a_page_are_read_as_claims_of_its_subject(name: str) -> None:
    vendor, figures = FIGURES[name]
    read = {claim["value"] for claim in pages()[name][2] if str(claim["vendor"]).startswith(vendor)}
    assert figures - read == set()


def test_every_shape_of_page_is_there_and_read_as_what_it_is() -> None:
    seen = {name: (page["shape"], page["encoding"], page["outcome"]) for name, (_, page, _) in pages().items()}
    assert seen["alibaba_cloud.html"] == ("script_state", "utf-8", "claims")
    assert seen["huawei_cloud.html"] == ("html", "gb18030", "claims")
    assert seen["training_platforms.html"] == ("html", "utf-8", "claims")
    assert b"charset=gb2312" in pages()["training_platforms.html"][0].body
    assert seen["tencent_cloud.md"][0] == "markdown"
    assert seen["czi.txt"][0] == "text"
    assert seen["inspur_information_poster.html"][2] == "image_only"
    assert [name for name, (_, _, outcome) in seen.items() if outcome != "claims"] == ["inspur_information_poster.html"]


def test_what_nobody_sees_is_not_read() -> None:
    page = pages()["sensetime.html"][1]
    assert "99.46" in str(page["extracted_text"])
    assert not re.search(r"旧版文案|供编辑参考", str(page["extracted_text"]))


def test_a_reconstruction_says_so_names_no_address_and_names_its_text() -> None:
    for name, (item, page, claims) in pages().items():
        assert (item.entry["url"], page["source_url"], page["origin"]) == (None, None, "transcribed"), name
        assert "reconstruction" in str(page["locator"])
        assert page["published"] is None, "a date that no text prints would be an invention"
        assert {claim["copied_from"] for claim in claims} <= {page["copied_from"]}
    texts = [page["copied_from"] for _, page, _ in pages().values()]
    assert sorted(map(str, texts)).count("None") == 1
    assert len(set(texts) - {None}) == 2


def test_phone_and_licence_numbers_are_nobodys() -> None:
    for name, (item, _, _) in pages().items():
        text = item.body.decode("gb18030" if name == "huawei_cloud.html" else "utf-8")
        for number in re.findall(r"(?:备|证|B2-|热线|电话|电話|Call|客服)\D{0,4}(\d[\d\-]{4,})", text):
            assert number.count("0") >= 4, (name, number)


def test_the_pages_are_written_in_other_words(shared: Path) -> None:
    seeds = "".join((shared / "seeds" / name).read_text("utf-8") for name in ("000_ed25d9a712970ece.txt", "003_443b4b9889a4345c.txt"))
    for name, (_, page, _) in pages().items():
        for line in str(page["extracted_text"]).split("\n"):
            copied = [line[at : at + 24] for at in range(len(line) - 23) if line[at : at + 24] in seeds]
            assert [piece for piece in copied if len(re.findall(r"[\u4e00-\u9fff]", piece)) > 12] == [], name


def test_the_pages_support_no_order_of_vendors_and_say_why() -> None:
    claims = typed(VENDOR_CLAIMS, [claim for _, _, read in pages().values() for claim in read])
    board = vendor_ranking(claims, draws=1000)
    listed = board.filter(pl.col("article_position").is_not_null())
    assert listed.height == 8
    assert set(listed["article_position_source"]) == {"a ranking of eight training platforms of 2026"}
    assert set(board["verdict"]) == {"insufficient evidence"}
    assert (board["rank_high"] - board["rank_low"]).min() == board.height - 1
    assert all("of 2 comparable metrics needed" in why for why in board["why_en"])
    assert set(vendor_claim_use(claims)["claim_id"]) == set(claims["claim_id"])
