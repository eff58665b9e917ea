"""The reference page reads as its labelled reading says, and pages that cannot be read say why in one line."""

import json
from pathlib import Path
from typing import Any

import pytest

from fab_pipeline.sources.base import UnreadableCaptureError
from fab_pipeline.sources.disclosures.page_decoding import MAX_PAGE_BYTES
from fab_pipeline.sources.disclosures.training_cost_page import page_rows_json, read_training_page
from fab_pipeline_tests.sources.disclosures.look_alikes import Facts, flattened, html_table

COLUMNS = ["model", "size", "hardware", "compute", "cost", "recompute"]
RUN = Facts("Aurora 70B", "OpenAI", "2025-05", True, 70, None, 15, "NVIDIA H100", 1024, 50, 1_200_000, 3_000_000, 4_000_000)


def quantity(json_quantity: dict[str, Any] | None) -> dict[str, Any] | None:
    return None if json_quantity is None else {name: json_quantity[name] for name in ("value", "min", "max", "qualifier")}


def plain(value: float | None) -> dict[str, Any] | None:
    return None if value is None else {"value": value, "min": None, "max": None, "qualifier": "exact"}


def phases(listed: list[dict[str, Any]] | None, figure: str) -> list[tuple[str, float]] | None:
    return None if listed is None else [(phase["phase"].replace("-", "_"), phase[figure]) for phase in listed]


def test_the_reference_page_reads_as_labelled(shared: Path) -> None:
    labelled = json.loads((shared / "corpus/training_cost_expected.json").read_text("utf-8"))
    page = read_training_page((shared / labelled["source"]).read_bytes())
    rows = page_rows_json(page)
    assert (page.form, page.title, len(rows), page.unread) == ("text", labelled["page"]["title"], 15, ())
    for expected, row in zip(labelled["rows"], rows, strict=True):
        assert {
            "model": row["model"],
            "vendor": row["organization"],
            "date": str(row["released"])[:7],
            "open_weights_badge": row["open_weights"],
            "parameters_total": quantity(row["parameters_total"]),
            "parameters_active": quantity(row["parameters_active"]),
            "tokens": quantity(row["training_tokens"]),
            "tokens_estimated": row["training_tokens_estimated"],
            "tokens_phases": phases(row["training_tokens_phases"], "value"),
            "accelerators": row["accelerators"],
            "hardware_disclosed": row["hardware_disclosed"],
            "accelerator_count": quantity(row["accelerator_count"]),
            "duration_as_printed": row["duration_text"],
            "duration_days": quantity(row["duration_days"]),
            "duration_scope": row["duration_days"]["scope"] if row["duration_days"] else None,
            "duration_phases": phases(row["duration_phases"], "value"),
            "accelerator_hours": quantity(row["accelerator_hours"]),
            "usd_per_million_tokens": row["cost_per_million_tokens_usd"],
            "cost_usd": quantity(row["disclosed_cost_usd"]),
            "cost_estimated": row["disclosed_cost_estimated"],
            "recompute_usd": row["recomputed_cost_usd"],
            "recompute_ratio": row["recomputed_to_disclosed_ratio"],
            "no_recompute_reason": row["recompute_note"],
        } == {
            **{name: expected[name] for name in ("model", "vendor", "date", "open_weights_badge", "tokens", "tokens_estimated")},
            "parameters_total": plain(expected["parameters_total"]),
            "parameters_active": plain(expected["parameters_active"]),
            "tokens_phases": phases(expected["tokens_phases"], "tokens"),
            "accelerators": " + ".join(expected["accelerators"]) or None,
            "hardware_disclosed": expected["hardware_disclosed"],
            "accelerator_count": plain(expected["accelerator_count"]),
            **{name: expected[name] for name in ("duration_as_printed", "duration_days", "duration_scope")},
            "duration_phases": phases(expected["duration_phases"], "days"),
            "accelerator_hours": plain(expected["accelerator_hours"]),
            **{name: expected[name] for name in ("usd_per_million_tokens", "cost_estimated", "recompute_usd", "recompute_ratio")},
            "cost_usd": plain(expected["cost_usd"]),
            "no_recompute_reason": expected["no_recompute_reason"],
        }


def test_the_bundled_page_states_the_same_figures(shared: Path) -> None:
    bundled = Path(__file__).resolve().parents[3] / "data/bundled/pages/training_cost.html"
    if not bundled.is_file():
        pytest.skip("no bundled page")
    of_html = page_rows_json(read_training_page(bundled.read_bytes()))
    of_text = page_rows_json(read_training_page((shared / "seeds/002_0acc6073a44ef908.txt").read_bytes()))
    words = {
        "duration_text",
        "recompute_note",
        "unreadable",
        "hardware_detail",
        "source_url",
        "disclosed_cost_note",
        "accelerator_labels",
        "undisclosed",
    }
    for html, text in zip(of_html, of_text, strict=True):
        assert {name: value for name, value in html.items() if name not in words} == {
            name: value for name, value in text.items() if name not in words
        }


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "empty_file"),
        (b" \n\t ", "empty_file"),
        (b"PAR1\x00\x01\x02", "not_text"),
        (b"\x89PNG\r\n\x1a\n\x00", "not_text"),
        ("页面 | 模型".encode("gb18030"), "wrong_encoding"),
        (flattened([RUN], COLUMNS).decode().encode("utf-8").decode("latin-1").encode("utf-8"), "wrong_encoding"),
        (b"just some words", "no_table_found"),
        (b"<html><body><p>no table</p></body></html>", "no_table_found"),
        (b"| name | colour |\n|---|---|\n| a | red |\n", "no_table_found"),
        (b"|a" * 100_000, "no_table_found"),
        (b"a" * (MAX_PAGE_BYTES + 1), "file_too_large"),
    ],
)
def test_an_unreadable_page_says_why_in_one_line(body: bytes, reason: str) -> None:
    with pytest.raises(UnreadableCaptureError) as error:
        read_training_page(body)
    assert error.value.reason == reason
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030"])
def test_declared_encodings_are_read(encoding: str) -> None:
    text = html_table([RUN], COLUMNS).decode().replace("<head>", '<head><meta charset="gb18030">' if encoding == "gb18030" else "<head>")
    (row,) = read_training_page(text.encode(encoding)).rows
    assert (row.model, row.organization) == ("Aurora 70B", "OpenAI")


def test_the_encoding_may_be_declared_with_the_media_type() -> None:
    body = html_table([RUN], COLUMNS).decode().encode("gb18030")
    assert len(read_training_page(body, "text/html; charset=gb18030").rows) == 1


def test_a_page_cut_off_inside_a_row_keeps_the_rows_before_it() -> None:
    runs = [RUN, Facts("Bison-2", "Mistral", "2025-06", False, 30, None, 9, None, None, None, 5_000_000, None, None)]
    for body, last in ((flattened(runs, COLUMNS), b"5,000"), (html_table(runs, COLUMNS), b"5,000")):
        page = read_training_page(body[: body.index(last) + 5])
        assert [row.model for row in page.rows] == ["Aurora 70B"]
        assert [row.reason for row in page.unread] == ["row_cut_off"]


def test_negative_and_zero_figures_are_no_figures() -> None:
    body = flattened([RUN], COLUMNS).decode().replace("1,200,000", "-1,200,000").replace("$3,000,000", "$0")
    (row,) = read_training_page(body.encode()).rows
    assert (row.accelerator_hours, row.disclosed_cost_usd) == (None, None)
    assert set(row.unreadable) == {"accelerator_hours", "disclosed_cost_usd"}
