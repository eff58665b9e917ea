"""Terms, options, forms, memories, counts and days as price pages print them."""

from datetime import date

import pytest

from fab_pipeline.sources.prices.declared.words import (
    available_of,
    count_of,
    form_of,
    memory_of,
    months_of,
    option_of,
    split_count,
    validity_of,
)


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("3-years", 36),
        ("3-months", 3),
        ("1 Year price (/hr)", 12),
        ("6-month reserved", 6),
        ("36 mo", 36),
        ("1yr", 12),
        ("12 months (1 year)", 12),
        ("annual commitment", 12),
        ("2 weeks – 1 year", None),
        ("1 year+", None),
        ("1-3 years", None),
        ("6 to 12 months", None),
        ("1 or 3 years", None),
        ("2 weeks", None),
        ("1.5 years", None),
        ("reserved", None),
    ],
)
def test_months_of_a_term(text: str, months: int | None) -> None:
    assert months_of(text) == months


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("On-Demand Price", "on_demand"),
        ("on_demand", "on_demand"),
        ("Pay as you go", "on_demand"),
        ("Preemptible", "spot"),
        ("Spot VM", "spot"),
        ("Reserved Price", "reserved"),
        ("3-year commitment", "reserved"),
        ("On-demand or reserved", None),
        ("Price", None),
    ],
)
def test_purchase_option(text: str, option: str | None) -> None:
    assert option_of(text) == option


@pytest.mark.parametrize(
    ("text", "form"),
    [("SXM5", "sxm"), ("HGX", "sxm"), ("PCIe Gen5", "pcie"), ("NVL", "nvl"), ("NVL72", "superchip"), ("OAM", "oam"), ("NVLink", None)],
)
def test_form(text: str, form: str | None) -> None:
    assert form_of(text) == form


@pytest.mark.parametrize(
    ("text", "memory"),
    [
        ("80 GB", 80),
        ("141", 141),
        ("192GB", 192),
        ("1,536 GB", 1536),
        ("80GB HBM3", 80),
        ("1.5 TB", 1500),
        ("40960 MiB", 40),
        ("40 / 80 GB", None),
        ("", None),
        ("—", None),
    ],
)
def test_memory(text: str, memory: float | None) -> None:
    assert memory_of(text) == memory


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("8", 8),
        ("8x", 8),
        ("×8", 8),
        ("8 GPUs", 8),
        ("8x NVIDIA H100", 8),
        ("1,024", 1024),
        ("64 - 60,000", None),
        ("256+", None),
        ("2x 4x 8x", None),
        ("0", None),
        ("", None),
    ],
)
def test_count(text: str, count: int | None) -> None:
    assert count_of(text) == count


@pytest.mark.parametrize(
    ("name", "split"),
    [
        ("8x NVIDIA H100 SXM", (8, "NVIDIA H100 SXM")),
        ("1 × H200 SXM", (1, "H200 SXM")),
        ("NVIDIA H100x8", (8, "NVIDIA H100")),
        ("AMD Instinct MI300Xx8", (8, "AMD Instinct MI300X")),
        ("H100 SXM (8x)", (8, "H100 SXM")),
        ("H100 SXM, 4 GPUs", (4, "H100 SXM")),
        ("NVIDIA GTX 480", (None, "NVIDIA GTX 480")),
        ("MI300X", (None, "MI300X")),
        ("RTX 4090", (None, "RTX 4090")),
        ("TPU v5e", (None, "TPU v5e")),
    ],
)
def test_count_in_a_name(name: str, split: tuple[int | None, str]) -> None:
    assert split_count(name) == split


@pytest.mark.parametrize(
    ("text", "available"),
    [("https://schema.org/InStock", True), ("OutOfStock", False), ("Sold out", False), ("true", True), ("", None), ("maybe", None)],
)
def test_availability(text: str, available: bool | None) -> None:
    assert available_of(text) is available


@pytest.mark.parametrize(
    ("text", "begins", "ends", "unclear"),
    [
        ("GPU-hour (Effective October 1, 2026)", date(2026, 10, 1), None, False),
        ("until 30 September 2026", None, date(2026, 9, 30), False),
        ("from 2026-10-01 until 2026-12-31", date(2026, 10, 1), date(2026, 12, 31), False),
        ("Effective October 1", None, None, True),
        ("Effective immediately", None, None, True),
        ("from October 1", None, None, True),
        ("On-demand", None, None, False),
    ],
)
def test_days_of_a_price(text: str, begins: date | None, ends: date | None, unclear: bool) -> None:
    validity = validity_of(text)
    assert (validity.begins, validity.ends, validity.unclear) == (begins, ends, unclear)
