"""The worked example of docs/price_pages.md gives what the page says it gives."""

import re
from datetime import date

from fab_pipeline.sources.prices.declared.schema import FIELDS
from fab_pipeline_tests.conftest import REPOSITORY
from fab_pipeline_tests.sources.prices.price_pages import quotes, read, reasons

GUIDE = (REPOSITORY / "docs" / "price_pages.md").read_text("utf-8")


def example(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", GUIDE, re.S)
    assert found
    return found[1]


def test_the_worked_example() -> None:
    parsed = read(example("yaml"), example("html"))
    columns = (
        "accelerator_model",
        "accelerator_count",
        "purchase_option",
        "term_months",
        "price_kind",
        "price_per_accelerator_hour",
        "effective_from",
    )
    announced = date(2026, 11, 1)
    assert quotes(parsed, *columns) == [
        ("H100", 8, "on_demand", None, "list", 2.8, None),
        ("H100", 8, "on_demand", None, "list", 3.1, announced),
        ("H100", 8, "reserved", 12, "from_teaser", 2.2, None),
        ("L40S", 1, "on_demand", None, "list", 0.95, None),
        ("L40S", 1, "on_demand", None, "list", 0.95, announced),
        ("L40S", 1, "reserved", 12, "contact", None, None),
        ("B200", 8, "on_demand", None, "list", 6.4, announced),
    ]
    assert reasons(parsed) == [("8x NVIDIA B200", "not_offered")] * 2


def test_every_field_is_explained() -> None:
    assert [name for name in FIELDS if f"`{name}`" not in GUIDE] == []
