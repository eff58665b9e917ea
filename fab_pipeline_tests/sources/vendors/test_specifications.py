"""The list of specifications: its form is checked field by field, and every figure has an address, a place and a day."""

from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from fab_pipeline.pipeline.parsing import Frames, parse_capture
from fab_pipeline.sources.base import Capture
from fab_pipeline_tests.sources.vendors.lists import LINK, RATE, TEXT

LISTED = Path(__file__).resolve().parents[3] / "data" / "registry" / "accelerator_specs.yaml"


def frames(text: str) -> Frames:
    body = text.encode()
    seen = datetime(2026, 12, 1, tzinfo=UTC)
    return parse_capture(body, Capture("specifications", seen, sha256(body).hexdigest(), "transcribed", filename="accelerator_specs.yaml"))


def with_figure(figure: str) -> Frames:
    return frames(TEXT.replace("FIGURE", figure))


def test_a_figure_carries_its_text_place_and_day() -> None:
    (row,) = with_figure(RATE)["specification_facts"].to_dicts()
    assert (row["accelerator"], row["form_factor"], row["accelerator_memory_gb"]) == ("NVIDIA H100", "sxm", 0)
    assert (row["spec"], row["precision"], row["density"], row["value"], row["unit"]) == (
        "peak_matrix_rate",
        "bf16",
        "dense",
        989.4,
        "TFLOP/s",
    )
    assert (row["source_url"], row["source_title"], row["locator"]) == ("https://maker.example/sheet", "Data sheet", "table 1")
    assert (row["opened"], row["stored_copy"], row["stated_by"]) == (date(2026, 11, 30), False, "maker")


def test_integers_are_operations_and_a_link_keeps_the_direction_that_was_printed() -> None:
    integers = RATE.replace("bf16", "int8")
    facts = with_figure(f"{integers}, {LINK}")["specification_facts"]
    assert facts.select("unit", "value", "direction").rows() == [("TOP/s", 989.4, None), ("GB/s", 450, "one_direction")]


@pytest.mark.parametrize(
    ("figure", "reason"),
    [
        (RATE.replace(", density: dense", ""), "density_missing"),
        (RATE.replace("dense", "thick"), "unknown_word"),
        (RATE.replace("bf16", "bf15"), "unknown_word"),
        (RATE.replace("bf16", "[bf16]"), "unknown_word"),
        (RATE.replace("value: 989.4", "value: about 989"), "value_not_a_number"),
        (RATE.replace("value: 989.4", "value: .nan"), "value_not_a_number"),
        (RATE.replace("value: 989.4", "value: 0"), "value_not_a_number"),
        (RATE.replace("value:", "worth:"), "unknown_field"),
        (RATE.replace("989.4 teraFLOPS", "x" * 81), "as_printed_missing"),
        (LINK.replace("direction: one_direction, ", ""), "direction_missing"),
        ("{spec: memory, density: dense, precision: fp8, value: 80, as_printed: 80 GB}", "density_missing"),
        ("eighty", "not_a_mapping"),
    ],
)
def test_a_figure_that_breaks_the_form_is_rejected_and_the_others_stay(figure: str, reason: str) -> None:
    found = with_figure(f"{figure}, {RATE}")
    assert found["quarantine"].select("row_number", "reason", "row_name", "table").rows() == [
        (1, reason, "NVIDIA H100", "specification_facts")
    ]
    assert found["specification_facts"].height == 1


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("NVIDIA H100", "NVIDIA H1000", "accelerator_unknown"),
        ("form: sxm", "form: cube", "unknown_word"),
        ("form: sxm", "form: [sxm]", "unknown_word"),
        ("text: sheet", "text: leaflet", "unknown_text"),
        ("text: sheet", "text: {a: b}", "unknown_text"),
        ("https://maker.example/sheet", "memory", "address_missing"),
        ("opened: 2026-11-30, ", "", "date_missing"),
        ("title: Data sheet, ", "", "title_missing"),
        ("stated_by: maker", "stated_by: my uncle", "unknown_word"),
        ("[FIGURE]", "[]", "field_missing"),
    ],
)
def test_a_part_that_breaks_the_form_is_rejected(old: str, new: str, reason: str) -> None:
    found = frames(TEXT.replace(old, new).replace("FIGURE", RATE))
    assert found["quarantine"]["reason"].to_list() == [reason]
    assert found["specification_facts"].is_empty()


@pytest.mark.parametrize(("text", "reason"), [("a: [", "not_yaml"), ("texts: {}", "not_a_list"), ("- 1", "not_a_list"), ("", "not_a_list")])
def test_what_is_no_list_is_one_line(text: str, reason: str) -> None:
    assert frames(text)["quarantine"].select("row_number", "reason").rows() == [(0, reason)]


def test_the_list_that_ships_keeps_its_form_and_every_figure_was_opened() -> None:
    found = frames(LISTED.read_text("utf-8"))
    assert found["quarantine"].is_empty()
    facts = found["specification_facts"]
    assert facts.height > 150
    assert facts["source_url"].str.starts_with("https://").all()
    about = ("source_url", "accelerator", "form_factor", "accelerator_memory_gb", "spec", "precision", "density", "value")
    assert not facts.select(about).is_duplicated().any()
