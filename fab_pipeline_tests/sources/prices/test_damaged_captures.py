"""Captures changed at random: no parser ever raises anything but its refusal, accepts what breaks the contract, or drops a row."""

import csv
import io
import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fab_pipeline.contracts.words import WINNING_PRICE_KINDS
from fab_pipeline.sources.base import Parsed, Rejected, UnreadableCaptureError
from fab_pipeline.sources.prices.price_bounds import LOWEST_OF_OLD_CARDS_USD, PLAUSIBLE_USD
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline_tests.sources.prices import aws_answers, feed_answers, gcp_answers, look_alikes
from fab_pipeline_tests.sources.prices.captures import about, assert_contract, assert_printable, quotes
from fab_pipeline_tests.sources.prices.tables import csv_table

Items = list[dict[str, object]]

WORDS: Final = (
    "", " ", "-", "null", "NaN", "Infinity", "-1", "0", "0.5", "1e400", "8,20", "$2", "1 Hour", "100 Hours", "3 Years", "0 Years", "Spot",
    "Low Priority", "Windows", "DevTestConsumption", "Reservation", "EUR", "usd", "usgovtexas", "cn-north-1", "2026-13-45", "0001-01-01",
    "9999-12-31T23:59:59-14:00", "2027-01-01T00:00:00Z", "H100", "A100-80GB-160GB", "1g.10gb", "MIG", "p5.48xlarge", "g6f.large",
    "\ud800", "\x00", "a|b|c", "日本", "x" * 3000, "{'Gpus': [{'MemoryInfo': {'SizeInMiB': 1e308}}]}", "[" * 2000, "https://x y",
)  # fmt: skip
JUNK: Final = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from(WORDS),
    st.integers(min_value=-(10**400), max_value=10**400),
    st.floats(),
    st.text(max_size=20),
    st.lists(st.none() | st.integers() | st.lists(st.text(max_size=3), max_size=2), max_size=2),
    st.dictionaries(st.text(max_size=3), st.none() | st.integers(), max_size=2),
)

JSON_ITEMS: Final[dict[str, Items]] = {
    "azure": [
        look_alikes.azure_item(savingsPlan=[{"term": "1 Year", "retailPrice": 6.0}]),
        look_alikes.azure_item(meterName="NC40adsH100v5 Spot", retailPrice=3.0),
        look_alikes.azure_item(type="Reservation", reservationTerm="3 Years", retailPrice=110_000.0),
    ],
    "runpod": [
        look_alikes.runpod_type(secureSpotPrice=1.0, oneMonthPrice=2.0, secureCloud=True, communityCloud=True),
        look_alikes.runpod_type(
            id="NVIDIA L40S", displayName="L40S", memoryInGb=48, lowestPrice={"minimumBidPrice": 0.3, "stockStatus": "Low"}
        ),
    ],
    "vast": [look_alikes.vast_offer(), look_alikes.vast_offer(id=2, num_gpus=4, dph_total=3.9), look_alikes.vast_offer(id=3, machine_id=7)],
    "oracle": [look_alikes.oracle_product(), look_alikes.oracle_product(partNumber="B2", displayName="OCI - Compute - GPU - A10")],
}
"""Items of each interface, by source; all are read as a bare list."""

CSV_ROWS: Final[dict[str, Items]] = {
    "skypilot_verda": [
        look_alikes.skypilot_row(),
        look_alikes.skypilot_row(InstanceType="1H200.141S.44V", AcceleratorCount="1", GpuInfo=""),
    ],
    "skypilot_aws": [look_alikes.skypilot_row(InstanceType="p5.48xlarge", AcceleratorName="H100", AcceleratorCount="8", GpuInfo="")],
    "gpuhunt_nebius": [look_alikes.gpuhunt_row(), look_alikes.gpuhunt_row(spot="True", price="9.6")],
    "aws_history": [look_alikes.aws_pull(), look_alikes.aws_pull(generated_at="2026-09-01T09:30:00+02:00")],
    "azure_history": [look_alikes.azure_pull(), look_alikes.azure_pull(arm_region="eastus")],
    "epoch_prices": [look_alikes.epoch_row(), look_alikes.epoch_row(Notes="p5.48xlarge", Vendor="AWS")],
}

quickly: Final = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def parsed_or_refused(source: str, body: bytes) -> Parsed | None:
    try:
        parsed = SOURCES[source].parse(body, about(source, body))
    except UnreadableCaptureError as error:
        assert_printable([Rejected(0, error.reason, error.detail)])
        return None
    assert_contract(parsed)
    ids = [quote["quote_id"] for quote in quotes(parsed)]
    assert len(set(ids)) == len(ids)
    for quote in quotes(parsed):
        price = quote["price_per_accelerator_hour_usd"]
        assert quote["partition"] == "full"
        assert (price is None) == (quote["currency"] != "USD")
        if isinstance(price, float) and quote["price_kind"] in WINNING_PRICE_KINDS:
            assert LOWEST_OF_OLD_CARDS_USD <= price <= PLAUSIBLE_USD[1]
    return parsed


def numbers(parsed: Parsed) -> set[object]:
    return {quote["row_number"] for quote in quotes(parsed)} | {entry.row_number for entry in parsed.rejected if entry.row_number}


def places(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Paths to everything inside a JSON value."""
    children: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        children = list(value.items())
    elif isinstance(value, list):
        children = list(enumerate(value))
    return [deeper for key, child in children for deeper in ((*path, key), *places(child, (*path, key)))]


@st.composite
def changed(draw: st.DrawFn, items: Items) -> Items:
    """Items in which one to four values are replaced or taken out."""
    copy: Any = deepcopy(items)
    for _ in range(draw(st.integers(1, 4))):
        *before, last = draw(st.sampled_from(places(copy)))
        parent = copy
        for key in before:
            parent = parent[key]
        if draw(st.booleans()) and isinstance(parent, dict):
            del parent[last]
        else:
            parent[last] = draw(JUNK)
    return copy


@pytest.mark.parametrize("source", JSON_ITEMS)
@quickly
@given(data=st.data())
def test_items_with_wrong_values(source: str, data: st.DataObject) -> None:
    items = data.draw(changed(JSON_ITEMS[source]))
    parsed = parsed_or_refused(source, json.dumps(items).encode())
    assert parsed is not None or all(not isinstance(item, dict) for item in items)
    if parsed is not None:
        assert numbers(parsed) == set(range(1, len(items) + 1))


@quickly
@given(data=st.data())
def test_tpu_tables_with_wrong_values(data: st.DataObject) -> None:
    table: Any = data.draw(changed([look_alikes.tpu_table()]))[0]  # type: ignore[list-item]
    parsed = parsed_or_refused("gpuhunt_gcp", json.dumps(table).encode())
    if parsed is not None:
        rows = [region for regions in table.values() for region in (regions if isinstance(regions, dict) and regions else [None])]
        assert numbers(parsed) == set(range(1, len(rows) + 1))


@quickly
@given(data=st.data())
def test_the_page_data_of_aws_with_wrong_values(data: st.DataObject) -> None:
    entries = data.draw(changed([aws_answers.page_entry(), aws_answers.page_entry(Location="US West (Oregon)")]))
    parsed = parsed_or_refused("aws", json.dumps(aws_answers.page(*entries)).encode())
    assert parsed is not None
    assert numbers(parsed) == {1, 2}


@quickly
@given(data=st.data())
def test_parts_of_google_with_wrong_values(data: st.DataObject) -> None:
    skus = data.draw(changed(list(gcp_answers.A3)))
    assert parsed_or_refused("gcp", json.dumps({"skus": skus}).encode()) is not None


@quickly
@given(data=st.data())
def test_price_list_files_of_aws_with_wrong_cells(data: st.DataObject) -> None:
    rows = [aws_answers.bulk_row(), aws_answers.reserved("40")]
    for _ in range(data.draw(st.integers(1, 4))):
        row = data.draw(st.sampled_from(rows))
        row[data.draw(st.sampled_from(aws_answers.HEADING))] = data.draw(
            st.sampled_from(WORDS) | st.text(st.characters(codec="utf-8"), max_size=30)
        )
    body = aws_answers.bulk(*({name: cell.encode("utf-8", "replace").decode() for name, cell in row.items()} for row in rows))
    parsed = parsed_or_refused("aws_bulk", body)
    if parsed is not None:
        assert numbers(parsed) | {entry.row_number for entry in parsed.rejected} != set()


@pytest.mark.parametrize("source", feed_answers.PLANS)
@quickly
@given(data=st.data())
def test_plans_with_wrong_values(source: str, data: st.DataObject) -> None:
    plans = data.draw(changed(feed_answers.PLANS[source][1]))
    parsed = parsed_or_refused(source, json.dumps(feed_answers.answer(source, plans)).encode())
    assert parsed is not None
    assert numbers(parsed) == set(range(1, len(plans) + 1))


@pytest.mark.parametrize("source", sorted(set(feed_answers.PLANS) - feed_answers.KEYED))
def test_the_order_of_plans_never_matters(source: str) -> None:
    plans = feed_answers.PLANS[source][1]
    there, back = (parsed_or_refused(source, json.dumps(feed_answers.answer(source, order)).encode()) for order in (plans, plans[::-1]))
    assert ordered(there) == ordered(back)


@pytest.mark.parametrize("source", CSV_ROWS)
@quickly
@given(data=st.data())
def test_rows_with_wrong_cells(source: str, data: st.DataObject) -> None:
    rows = deepcopy(CSV_ROWS[source])
    for _ in range(data.draw(st.integers(1, 4))):
        row = data.draw(st.sampled_from(rows))
        row[data.draw(st.sampled_from(sorted(row)))] = data.draw(JUNK | st.text(st.characters(codec="utf-8"), max_size=30))
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerows([list(rows[0]), *(list(row.values()) for row in rows)])
    parsed = parsed_or_refused(source, text.getvalue().encode("utf-8", "replace"))
    if parsed is not None:
        assert set(range(1, len(rows) + 1)) <= numbers(parsed)


@pytest.mark.parametrize("source", look_alikes.every_source())
@quickly
@given(data=st.data())
def test_damaged_bytes(source: str, data: st.DataObject) -> None:
    body = bytearray(look_alikes.every_source()[source])
    for _ in range(data.draw(st.integers(1, 6))):
        start = data.draw(st.integers(0, len(body)))
        length = data.draw(st.integers(0, 8))
        body[start : start + length] = data.draw(st.binary(max_size=8))
    if data.draw(st.booleans()):
        del body[data.draw(st.integers(0, len(body))) :]
    parsed_or_refused(source, bytes(body))


@pytest.mark.parametrize("source", look_alikes.every_source())
@quickly
@given(body=st.binary(max_size=200) | st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_anything_at_all(source: str, body: bytes) -> None:
    parsed_or_refused(source, body)


@pytest.mark.parametrize("source", look_alikes.every_source())
def test_the_answers_of_every_other_source_are_refused_or_give_nothing(source: str) -> None:
    own = {name for name in look_alikes.every_source() if SOURCES[name].parse is SOURCES[source].parse}
    for other, body in look_alikes.every_source().items():
        if other not in own and not (source.startswith("gpuhunt") and other.startswith("gpuhunt")):
            parsed = parsed_or_refused(source, body)
            assert parsed is None or quotes(parsed) == [], other


@pytest.mark.parametrize("source", look_alikes.every_source())
def test_the_same_capture_gives_the_same_rows(source: str) -> None:
    body = look_alikes.every_source()[source]
    assert parsed_or_refused(source, body) == parsed_or_refused(source, body)


def ordered(parsed: Parsed | None) -> list[str]:
    """Quotes without what says where in the capture they stood."""
    assert parsed is not None
    left_out = {"row_number", "quote_id", "locator", "snapshot_id", "capture_sha256"}
    return sorted(str({key: value for key, value in quote.items() if key not in left_out}) for quote in quotes(parsed))


@pytest.mark.parametrize(("source", "body"), [*((name, None) for name in JSON_ITEMS), *((name, csv_table) for name in CSV_ROWS)])
def test_the_order_of_rows_never_matters(source: str, body: Callable[[Items], bytes] | None) -> None:
    rows = CSV_ROWS[source] if body else JSON_ITEMS[source]
    write = body or (lambda items: json.dumps(items).encode())
    assert ordered(parsed_or_refused(source, write(rows))) == ordered(parsed_or_refused(source, write(rows[::-1])))
