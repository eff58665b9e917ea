"""From pages to positions: where third parties measured all vendors alike, each has its place; with one figure less it has none."""

from hashlib import sha256

import polars as pl

from fab_pipeline.contracts import VENDOR_CLAIMS
from fab_pipeline.contracts.derive import typed
from fab_pipeline.leaderboards.vendor_ranking import vendor_ranking
from fab_pipeline.sources.base import Capture
from fab_pipeline.sources.vendors.claims_page import parse
from fab_pipeline_tests.leaderboards.vendor_claims import MOMENT

VENDORS = ("火山引擎", "京东云", "金山云", "天翼云", "移动云")
SLUGS = ["volcengine", "jd-cloud", "kingsoft-cloud", "china-telecom-cloud", "china-mobile-cloud"]
MEASURED = "第三方机构实测显示，"
PARAGRAPHS = (
    MEASURED + "{name}单集群支持 {cards} 张 GPU 训练。",
    MEASURED + "在万卡集群上，30 天的有效训练时间占比为 {time}%。",
    MEASURED + "万卡规模训练加速比为 {scaling}%。",
    MEASURED + "GPU 有效利用率（MFU）为 {mfu}%。",
    "IDC 报告显示，2025 年{name}在中国智算服务市场的份额为 {share}%。",
)


def ranked(paragraphs: tuple[str, ...]) -> pl.DataFrame:
    claims = [row for place, name in enumerate(VENDORS) for row in read(place, name, paragraphs)]
    return vendor_ranking(typed(VENDOR_CLAIMS, claims), draws=1000)


def read(place: int, name: str, paragraphs: tuple[str, ...]) -> list[dict[str, object]]:
    facts = {"name": name, "cards": 50_000 - 9000 * place, "time": 99 - 2 * place, "scaling": 97 - 3 * place, "mfu": 55 - 4 * place}
    text = "".join(f"<p>{paragraph.format(share=30 - 5 * place, **facts)}</p>" for paragraph in paragraphs)
    body = f"<html><head><meta charset='utf-8'></head><body><h1>{name}智算平台</h1>{text}</body></html>".encode()
    capture = Capture("vendor_page", MOMENT, sha256(body).hexdigest(), "ingested", media_type="text/html", filename=f"{place}.html")
    return parse(body, capture).rows["vendor_claims"]


def test_a_measured_chain_of_pages_prints_every_position():
    board = ranked(PARAGRAPHS)
    assert dict(board.select("vendor", "third_party_position").iter_rows()) == {slug: place for place, slug in enumerate(SLUGS, 1)}
    assert board["position"].null_count() == len(VENDORS)


def test_without_the_market_shares_nothing_says_who_did_the_work():
    board = ranked(PARAGRAPHS[:-1])
    assert board["third_party_position"].null_count() == len(VENDORS)
    assert all("track record: 0 of 1 comparable metrics needed" in why for why in board["third_party_why_en"])


def test_best_cases_print_no_position():
    board = ranked(tuple(paragraph.replace("为 {", "最高达 {").replace("支持 ", "最多支持 ") for paragraph in PARAGRAPHS))
    assert board["third_party_position"].null_count() == len(VENDORS)
