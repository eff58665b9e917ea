"""Lambda's instance types: GET https://cloud.lambda.ai/api/v1/instance-types, with a key.

Belongs here: what an instance type prices. Does not belong here: Lambda's price page (`pages/lambda_page.yaml`), what holds for all
sources (`quotes`).

`data` is an object with one field per type ("gpu_8x_h100_sxm5"). `price_cents_per_hour` is US cents per hour for the whole instance, the
same in every region; `regions_with_capacity_available` lists where one can be had now. Memory and form stand in `gpu_description`
("H100 (80 GB SXM5)"). CPU types stand in the same object, with 0 GPUs.
Reference: https://docs.lambda.ai/api/cloud. Fields as in (read 2026-11-30)
https://github.com/skypilot-org/skypilot/blob/115eca47b7399a0eb0006da29149c0ef4f32e2bc/sky/catalog/data_fetchers/fetch_lambda_cloud.py.
"""

import re
from dataclasses import replace
from typing import Final

from fab_pipeline.sources.base import Capture, Parsed
from fab_pipeline.sources.fetching import Fetching, Integrity, KeyRule, Request
from fab_pipeline.sources.prices.cells import CellError
from fab_pipeline.sources.prices.feeds import KEY, cents, counted, elements, nested, offer_of, only, parse_plans
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.json_body import Item

PARSER_VERSION: Final = "lambda_api/1"
FETCHING: Final = Fetching(
    first=(Request("https://cloud.lambda.ai/api/v1/instance-types"),),
    hosts=frozenset({"cloud.lambda.ai"}),
    key=KeyRule("FAB_KEY_LAMBDA"),
    integrity=Integrity(min_quotes=5, known_names=("H100", "A100")),
)
_TYPE: Final = re.compile(r"gpu_(\d+)x_.+", re.I)


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of an answer.

    Args:
        body: JSON: {"data": {type: {"instance_type": {…}, "regions_with_capacity_available": […]}}}.
        capture: time and source of the prices.

    Raises:
        UnreadableCaptureError: not JSON, cut off, an error answer, or no type; one line.
    """
    return parse_plans(body, Gathering(capture, PARSER_VERSION), "data", _read, ())


def _read(item: Item, gathering: Gathering) -> None:
    about = nested(item, "instance_type")
    count = counted(nested(about, "specs"), "gpus")
    name = only((about.text("name"), item.text(KEY)), "instance_type")
    printed = _TYPE.fullmatch(name)
    if printed is not None and int(printed[1]) != count:
        raise CellError("count_mismatch", f"specs.gpus is {count}, the type is {name!r}")
    accelerator = only((about.text("gpu_description"),), "accelerator_model")
    known = "regions_with_capacity_available" in item.fields
    gathering.add(
        replace(
            offer_of(item, gathering, provider="Lambda", accelerator=accelerator, count=count),
            price_per_instance_hour=cents(about, "price_cents_per_hour"),
            instance_type=name,
            available=bool(elements(item, "regions_with_capacity_available")) if known else None,
        )
    )
