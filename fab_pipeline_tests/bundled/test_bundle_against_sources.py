"""Every bundled price against the material it was written down from, where that is at hand.

The reference folder holds real captures and histories. A fact that does not stand there word for word would be an invention.
"""

import csv
import html
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from fab_pipeline.sources.base import Row
from fab_pipeline_tests.bundled.bundle import FOLDER, quotes

LABELS = {"google_page": "gcp", "lambda_page": "lambda"}
GLOBAL = "global"


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def facts(source: str) -> list[Row]:
    found = [fact for fact in quotes("list_price_changes.csv") if fact["source"] == source]
    assert found
    return found


def day(quote: Row) -> str:
    return str(quote["observed_at"])[:10]


def number(quote: Row, name: str = "price_per_instance_hour") -> float:
    value = quote[name]
    assert isinstance(value, float)
    return value


@pytest.fixture(scope="session")
def captures(shared: Path) -> Path:
    return shared / "samples" / "prices" / "raw_captures"


def test_the_day_of_october(captures: Path) -> None:
    seen = {
        (row["source"], row["provider"], row["sku"].strip(), row["region"], row["pricing"]): row
        for row in rows_of(captures / "observations_2026-10-10_excerpt.csv")
    }
    medians = {row["gpu_model"]: row for row in seen.values() if row["source"] == "vast"}
    medians |= {row["gpu_model"]: row for row in rows_of(captures / "observations_2026-10-10_excerpt.csv") if row["source"] == "vast"}
    for quote in quotes("2026-10-10.csv"):
        source = LABELS.get(str(quote["source"]), str(quote["source"]))
        provider = {"Azure": "Microsoft Azure"}.get(str(quote["provider"]), str(quote["provider"]))
        instance = str(quote["instance_type"])
        if "8gpu" in instance:
            instance = f"NVIDIA HGX {quote['accelerator_model']}"
        if source == "vast":
            assert number(quote) in {float(row["usd_per_hour"]) for row in medians.values()}
            continue
        row = seen[source, provider, instance, str(quote["region"] or GLOBAL), str(quote["purchase_option"])]
        assert number(quote, "price_per_accelerator_hour") == pytest.approx(float(row["usd_per_gpu_hour"]), abs=6e-5)
        assert str(quote["observed_at"]) == row["collected_at"].replace("T", " ")


def test_vast_offers_are_the_lowest_of_their_kind(captures: Path) -> None:
    document = json.loads((captures / "vast.json").read_text("utf-8"))
    offers: list[dict[str, Any]] = document["offers"] if isinstance(document, dict) else document
    for quote in (quote for quote in quotes("2026-09-29.csv") if quote["source"] == "vast"):
        position = int(re.match(r"offer (\d+) of 138", str(quote["locator"]))[1])  # type: ignore[index]
        offer = offers[position - 1]
        assert (offer["num_gpus"], round(offer["dph_total"], 6)) == (quote["accelerator_count"], number(quote))
        assert str(quote["instance_type"]) == f"{offer['gpu_name']} {offer['gpu_ram']} MB x{offer['num_gpus']}"
        same = [
            other["dph_total"]
            for other in offers
            if (other["gpu_name"], other["num_gpus"]) == (offer["gpu_name"], offer["num_gpus"])
            and abs(other["gpu_ram"] - offer["gpu_ram"]) < 0.1 * offer["gpu_ram"]
        ]
        assert offer["dph_total"] == min(same)


def test_azure_items_are_linux_and_commercial(captures: Path) -> None:
    document = json.loads((captures / "azure_first62.json").read_text("utf-8"))
    items: list[dict[str, Any]] = document["Items"] if isinstance(document, dict) else document
    taken = [quote for quote in quotes("2026-09-29.csv") if quote["source"] == "azure"]
    for quote in taken:
        item = items[int(re.match(r"item (\d+) of", str(quote["locator"]))[1]) - 1]  # type: ignore[index]
        assert (item["armSkuName"], item["armRegionName"], item["retailPrice"]) == (quote["instance_type"], quote["region"], number(quote))
        assert "Win" not in item["productName"]
        assert "Low Priority" not in item["meterName"]
        assert not item["armRegionName"].startswith("usgov")
        assert ("Spot" in item["meterName"]) == (quote["purchase_option"] == "spot")
    assert sum(quote["purchase_option"] == "on_demand" for quote in taken) == 14


def test_oracle_parts_are_priced_per_accelerator(captures: Path) -> None:
    items = {item["partNumber"]: item for item in json.loads((captures / "oracle.json").read_text("utf-8"))["items"]}
    parts = [quote for quote in (*quotes("2026-10-01.csv"), *facts("oracle")) if str(quote["locator"]).startswith("part ")]
    assert len({quote["instance_type"] for quote in parts}) == 16
    for quote in parts:
        item = items[str(quote["instance_type"]).partition(" ")[0]]
        assert (item["metricName"], item["serviceCategory"]) == ("GPU Per Hour", "Compute - GPU")
        assert item["currencyCodeLocalizations"][0]["prices"][0]["value"] == number(quote)
        assert quote["accelerator_count"] == 1


def _cells(path: Path) -> list[str]:
    text = re.sub(r"<[^>]+>", "|", path.read_text("utf-8"))
    return [cell.strip() for cell in html.unescape(text).split("|") if cell.strip()]


def _stands_in_row(cells: list[str], name: str, price: float, width: int = 6) -> bool:
    printed = {f"${price:.2f}", f"from ${price:.2f}"}
    return any(printed & set(cells[index : index + width]) for index, cell in enumerate(cells) if cell == name)


def test_nebius_pages(shared: Path, captures: Path) -> None:
    july = _cells(shared / "samples" / "pages" / "nebius_20260712235400.html")
    september = _cells(captures / "nebius_excerpt_2026-09.html")
    for quote in quotes("2026-07-12.csv"):
        if "8gpu" not in str(quote["instance_type"]) and "L40S" not in str(quote["instance_type"]):
            assert _stands_in_row(july, str(quote["instance_type"]), number(quote))
    for fact in facts("nebius"):
        name = f"NVIDIA HGX {fact['accelerator_model']}"
        each = number(fact, "price_per_accelerator_hour")
        if day(fact) == "2026-07-12":
            assert _stands_in_row(july, name, each)
        if day(fact) == "2026-10-01":
            assert _stands_in_row(september, name, each)


def test_teasers_are_printed_as_teasers(shared: Path) -> None:
    cells = _cells(shared / "samples" / "pages" / "nebius_20260712235400.html")
    teasers = [quote for quote in quotes("2026-07-12.csv") if quote["price_kind"] == "from_teaser"]
    assert len(teasers) == 4
    for quote in teasers:
        assert f"from ${number(quote):.2f}" in cells


def test_runpod_page(shared: Path) -> None:
    text = (shared / "samples" / "pages" / "runpod_20260810082317.html").read_text("utf-8")
    document = json.loads(re.search(r"<script[^>]*ld\+json[^>]*>(.*?)</script>", text, re.S)[1])  # type: ignore[index]
    printed = {(owner, offer["name"]): float(offer["price"]) for owner, offer in _offers(document, "")}
    for quote in quotes("2026-08-10.csv"):
        assert printed[f"{quote['instance_type']} GPU on Runpod", str(quote["provider"]).removeprefix("RunPod ")] == number(quote)


def _offers(value: Any, owner: str) -> Iterable[tuple[str, dict[str, Any]]]:
    if isinstance(value, dict):
        if value.get("@type") == "Offer":
            yield owner, value
        for inner in value.values():
            yield from _offers(inner, value.get("name", owner))
    elif isinstance(value, list):
        for inner in value:
            yield from _offers(inner, owner)


def test_the_scrape_of_february(shared: Path) -> None:
    folder = shared / "samples" / "prices" / "becloudready" / "2026-02-11"
    printed = {
        provider: [row["price_per_hour_usd"] for row in rows_of(next(folder.glob(f"{provider}_*.csv")))]
        for provider in ("coreweave", "lambda", "nebius", "runpod", "crusoe")
    }
    for quote in quotes("2026-02-11.csv"):
        provider = str(quote["source"]).removesuffix("_page")
        price = number(quote) if provider == "coreweave" else number(quote, "price_per_accelerator_hour")
        assert any(float(text) == pytest.approx(price) for text in printed[provider] if text), quote["locator"]


def test_aws_history(shared: Path) -> None:
    history = {
        (row["region"], row["instance_type"], row["generated_at"][:10], row["commit"]): row
        for row in rows_of(shared / "samples" / "prices" / "karpenter_aws" / "aws_ondemand_accelerated_history.csv")
    }
    for fact in facts("aws_history"):
        commit, _, path = str(fact["source_url"]).partition("/blob/")[2].partition("/")
        row = history[str(fact["region"]), str(fact["instance_type"]), day(fact), commit]
        assert (float(row["price_per_instance_hour"]), row["currency"], row["path"]) == (number(fact), fact["currency"], path)


def test_azure_history(shared: Path) -> None:
    rows = rows_of(shared / "samples" / "prices" / "karpenter_azure" / "azure_ondemand_Nseries_history.csv")
    history = {(row["arm_region"], row["arm_sku_name"], row["commit"]): row for row in rows}
    for fact in facts("azure_history"):
        commit = str(fact["source_url"]).partition("/blob/")[2].partition("/")[0]
        row = history[str(fact["region"]), str(fact["instance_type"]), commit]
        assert (float(row["price_per_instance_hour"]), row["generated_at"][:10]) == (number(fact), day(fact))
    newest = max(row["generated_at"][:10] for row in rows)
    last: dict[tuple[str, str], str] = {}
    for row in rows:
        offer = (row["arm_region"], row["arm_sku_name"])
        last[offer] = max(last.get(offer, ""), row["generated_at"][:10])
    for fact in facts("azure_history"):
        if fact["valid_to"] is not None:
            assert str(fact["valid_to"]) == last[str(fact["region"]), str(fact["instance_type"])] < newest


def test_tpu_prices(shared: Path) -> None:
    folder = shared / "samples" / "prices" / "gpuhunt_tpu"
    files = {"c8bb9a7": "tpu_pricing_c8bb9a7.json", "edc13c0": "tpu_pricing_edc13c0.json", "b707e74": "tpu_pricing.json"}
    dates = {"c8bb9a7": "2024-06-11", "edc13c0": "2024-12-20", "b707e74": "2024-12-23"}
    for fact in facts("gpuhunt_gcp"):
        commit = str(fact["source_url"]).partition("/blob/")[2].partition("/")[0]
        product, region, column = str(fact["locator"]).partition(";")[0].split(", ", 2)
        assert json.loads((folder / files[commit]).read_text("utf-8"))[product][region][column] == number(fact)
        assert (day(fact), fact["region"]) == (dates[commit], region)


def test_epoch_rows(shared: Path) -> None:
    rows = rows_of(shared / "samples" / "prices" / "epoch_hardware_prices" / "Hardware prices.csv")
    columns = {None: "Price per chip-hour (on-demand)", 12: "Price per chip-hour (1-year CUD)", 36: "Price per chip-hour (3-year CUD)"}
    cited = [fact for fact in quotes("list_price_changes.csv") if str(fact["locator"]).startswith("Epoch AI hardware prices, row")]
    assert len(cited) > 20
    for fact in cited:
        row = rows[int(re.search(r"row (\d+)", str(fact["locator"]))[1]) - 2]  # type: ignore[index]
        assert row["Price date"] == day(fact)
        assert float(row[columns[fact["term_months"]]]) == pytest.approx(number(fact, "price_per_accelerator_hour"), abs=0.0051)  # type: ignore[index]


def test_lambda_page_of_2023(shared: Path) -> None:
    cells = _cells(shared / "samples" / "pages" / "lambda_20230909194011.html")
    old = [fact for fact in facts("lambda_page") if day(fact) == "2023-09-09" and fact["purchase_option"] == "on_demand"]
    assert len(old) == 4
    for fact in old:
        assert f"${number(fact):.2f} / hr" in cells
    assert "$1.89/H100/hour" in cells


def test_the_page_states_the_figures_of_its_source_in_other_words(shared: Path) -> None:
    page = re.sub(r"<[^>]+>", "\n", (FOLDER / "pages" / "training_cost.html").read_text("utf-8"))
    expected = json.loads((shared / "corpus" / "training_cost_expected.json").read_text("utf-8"))
    for row in expected["rows"]:
        printed = [row["model"], row["vendor"], row["date"], row["compute_as_printed"]]
        printed += [f"${row[name]:,}" for name in ("cost_usd", "recompute_usd") if row[name]]
        printed += [f"{row['accelerator_count']:,} 卡"] if row["accelerator_count"] else []
        assert [text for text in printed if text not in page] == []
    source = (shared / "seeds" / "002_0acc6073a44ef908.txt").read_text("utf-8")
    copied = [line for line in page.split("\n") for start in range(len(line) - 20) if _chinese(line[start : start + 20], source)]
    assert copied == []


def _chinese(piece: str, source: str) -> bool:
    return piece in source and len(re.findall(r"[\u4e00-\u9fff]", piece)) > 8
