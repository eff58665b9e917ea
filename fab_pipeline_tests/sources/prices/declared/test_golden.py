"""The packaged declarations on real captures; skipped where the reference material is not beside the checkout."""

from collections import Counter
from datetime import UTC, date, datetime
from pathlib import Path

import polars as pl

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import typed
from fab_pipeline.leaderboards.quotes_in_force import in_force
from fab_pipeline.sources.base import Parsed
from fab_pipeline_tests.sources.prices.price_pages import quotes, read, reasons


def capture(shared: Path, name: str, source: str, *seen: int) -> Parsed:
    return read(source, (shared / "samples" / name).read_bytes(), datetime(*seen, tzinfo=UTC))


def frame(*parsed: Parsed) -> pl.DataFrame:
    return typed(TABLES["price_quotes"], [row for each in parsed for row in each.rows["price_quotes"]])


def on_demand(parsed: Parsed) -> dict[object, object]:
    return {
        row["instance_type"]: row["price_per_accelerator_hour_usd"]
        for row in parsed.rows["price_quotes"]
        if row["purchase_option"] == "on_demand" and row["price_kind"] == "list" and row["effective_from"] is None
    }


def test_nebius_september_2026(shared: Path) -> None:
    parsed = capture(shared, "prices/raw_captures/nebius_excerpt_2026-09.html", "nebius", 2026, 9, 15)
    assert parsed.rejected == []
    assert on_demand(parsed) == {
        "NVIDIA HGX B300": 7.85,
        "NVIDIA HGX B200": 7.15,
        "NVIDIA HGX H200": 4.5,
        "NVIDIA HGX H100": 3.85,
        "NVIDIA RTX PRO 6000": 1.8,
    }
    announced = {row["instance_type"]: row["price_per_accelerator_hour"] for row in parsed.rows["price_quotes"] if row["effective_from"]}
    assert announced["NVIDIA HGX H100"] == 4.5
    assert announced["NVIDIA HGX B300"] == 9.5
    kinds = Counter(quotes(parsed, "purchase_option", "price_kind"))
    assert kinds == {("on_demand", "list"): 10, ("on_demand", "contact"): 4, ("on_demand", "from_teaser"): 4, ("spot", "from_teaser"): 7}


def test_nebius_announced_price_holds_from_its_day(shared: Path) -> None:
    name = "prices/raw_captures/nebius_excerpt_2026-09.html"
    september, october = capture(shared, name, "nebius", 2026, 9, 30), capture(shared, name, "nebius", 2026, 10, 1)

    def price_on(parsed: Parsed, day: date) -> list[float]:
        held = in_force(frame(parsed), day).filter(pl.col("instance_type") == "NVIDIA HGX H100", pl.col("price_kind") == "list")
        return held["price_per_accelerator_hour_usd"].to_list()

    assert price_on(september, date(2026, 9, 30)) == [3.85]
    assert price_on(september, date(2026, 10, 1)) == [4.5]
    assert price_on(october, date(2026, 10, 1)) == [4.5]


def test_nebius_july_2026(shared: Path) -> None:
    parsed = capture(shared, "pages/nebius_20260712235400.html", "nebius", 2026, 7, 12)
    assert on_demand(parsed) == {
        "NVIDIA HGX B300": 7.85,
        "NVIDIA HGX B200": 7.15,
        "NVIDIA HGX H200": 4.5,
        "NVIDIA HGX H100": 3.85,
        "NVIDIA RTX PRO 6000": 1.8,
    }
    spot = [row for row in quotes(parsed, "purchase_option", "price_kind", "price_per_accelerator_hour") if row[0] == "spot"]
    assert spot == [("spot", "list", price) for price in (4.3, 3.95, 2.45, 2.15, 0.95)] + [
        ("spot", "from_teaser", price) for price in (0.9, 0.74)
    ]
    assert reasons(parsed) == [("NVIDIA GB300 NVL72", "not_offered"), ("NVIDIA GB200 NVL72", "not_offered")]


def test_hyperstack_september_2026(shared: Path) -> None:
    parsed = capture(shared, "prices/raw_captures/hyperstack_excerpt_2026-09.html", "hyperstack", 2026, 9, 29)
    assert parsed.rejected == []
    assert on_demand(parsed) == {
        "NVIDIA A100 NVLink": 1.4,
        "NVIDIA A100": 1.35,
        "NVIDIA L40": 1.0,
        "NVIDIA A6000": 0.5,
        "NVIDIA A4000": 0.15,
        "NVIDIA B200": 6.0,
        "NVIDIA B300": 7.4,
    }
    reserved = [row for row in parsed.rows["price_quotes"] if row["purchase_option"] == "reserved"]
    assert len(reserved) == 12
    assert {row["price_kind"] for row in reserved} == {"from_teaser"}
    forms = {row["instance_type"]: row["form_factor"] for row in reserved if row["accelerator_model"] == "H100"}
    assert forms == {"NVIDIA H100 SXM": "sxm", "NVIDIA H100 NVLink": "pcie", "NVIDIA H100": "pcie"}


def test_lambda_september_2023(shared: Path) -> None:
    parsed = capture(shared, "pages/lambda_20230909194011.html", "lambda_page", 2023, 9, 9)
    assert parsed.rejected == []
    columns = (
        "accelerator_model",
        "accelerator_memory_gb",
        "accelerator_count",
        "purchase_option",
        "term_months",
        "price_per_accelerator_hour",
    )
    assert quotes(parsed, *columns) == [
        ("H100", 80.0, 1, "on_demand", None, 1.99),
        ("H100", 80.0, 8, "on_demand", None, 2.59),
        *(("A100", 40.0, count, "on_demand", None, 1.1) for count in (1, 2, 4, 8)),
        ("A100", 80.0, 8, "on_demand", None, 1.5),
        *(("RTX A6000", 48.0, count, "on_demand", None, 0.8) for count in (1, 2, 4)),
        ("A10", 24.0, 1, "on_demand", None, 0.6),
        ("RTX 6000", 24.0, 1, "on_demand", None, 0.5),
        ("V100", 16.0, 8, "on_demand", None, 0.55),
        ("H100", 80.0, 8, "reserved", 36, 1.89),
        ("H100", 80.0, 8, "reserved", 3, 4.85),
    ]


def test_runpod_august_2026(shared: Path) -> None:
    parsed = capture(shared, "pages/runpod_20260810082317.html", "runpod_page", 2026, 8, 10)
    assert parsed.rejected == []
    assert Counter(row["provider"] for row in parsed.rows["price_quotes"]) == {"RunPod Community Cloud": 19, "RunPod Secure Cloud": 19}
    h100 = [row for row in parsed.rows["price_quotes"] if row["accelerator_model"] == "H100"]
    assert {(row["form_factor"], row["provider_kind"]): row["price_per_accelerator_hour_usd"] for row in h100} == {
        ("nvl", "marketplace"): 2.59,
        ("nvl", "neocloud"): 3.19,
        ("pcie", "marketplace"): 1.99,
        ("pcie", "neocloud"): 2.89,
        ("sxm", "marketplace"): 2.69,
        ("sxm", "neocloud"): 2.99,
    }


def test_captures_keep_the_contract(shared: Path) -> None:
    parsed = capture(shared, "prices/raw_captures/nebius_excerpt_2026-09.html", "nebius", 2026, 9, 15)
    other = capture(shared, "pages/lambda_20230909194011.html", "lambda_page", 2023, 9, 9)
    TABLES["price_quotes"].schema.validate(frame(parsed, other))
