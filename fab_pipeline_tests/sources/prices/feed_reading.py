"""Helpers of the tests of plain price interfaces: from plans to what their parser makes of them."""

from typing import Final

from fab_pipeline.sources.base import Parsed
from fab_pipeline_tests.sources.prices.captures import only_rejection, read_json
from fab_pipeline_tests.sources.prices.feed_answers import Fields, answer

WHO: Final = ("provider", "provider_kind", "accelerator", "accelerator_memory_gb", "form_factor", "accelerator_count")
PRICE: Final = ("price_per_accelerator_hour", "currency", "purchase_option", "price_kind")


def plans(source: str, *entries: Fields) -> Parsed:
    return read_json(source, answer(source, list(entries)))


def rejection(source: str, plan: Fields) -> str:
    return only_rejection(plans(source, plan)).reason
