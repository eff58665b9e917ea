"""Which table of a page holds runs, and which of its columns holds what where the headings leave it open."""

import pytest

from fab_pipeline.sources.base import UnreadableCaptureError
from fab_pipeline.sources.disclosures.page_statements import page_statements
from fab_pipeline.sources.disclosures.training_cost_page import read_training_page
from fab_pipeline.sources.disclosures.training_page import PageRow
from fab_pipeline_tests.sources.disclosures.page_builder import CAPTURE


def rows(source: str) -> dict[str, PageRow]:
    return {row.model: row for row in read_training_page(source.encode()).rows}


def table(*lines: list[str]) -> str:
    cells = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in line) + "</tr>" for line in lines)
    return f"<html><body><h1>Invented</h1><table>{cells}</table></body></html>"


@pytest.mark.parametrize(
    "source",
    [
        table(["GPU", "Provider", "Price per hour", "Region"], ["H100 SXM", "Lambda", "$2.99", "us"], ["A100", "RunPod", "$1.19", "eu"]),
        table(["Model", "Memory size", "Count", "Price ($/hour)"], ["NVIDIA H100", "80 GB", "8", "$2.99"], ["L4", "24 GB", "1", "$0.4"]),
        table(["型号", "规模", "数量", "单价（元/卡时）"], ["H800", "80GB", "8", "12.5"], ["昇腾 910B", "64GB", "8", "9.9"]),
        table(["GPUs", "VRAM", "RAM", "Price"], ["8x H100", "80 GB", "1.8 TB", "$20.7 / hr"], ["A100", "40 GB", "1 TB", "$1.10/hr"]),
        table(
            ["Plan", "GPU", "# GPUs", "Price"],
            ["Reserve", "H100", "64", "$1.89/H100/hour"],
            ["Go", "H100", "8", "n/a"],
        ),
        "| Model | Size | Price |\n|---|---|---|\n| NVIDIA H200 141GB | 8 GPUs | $3.79 |\n| NVIDIA B200 | 8 GPUs | $5.98 |\n",
    ],
)
def test_a_list_of_prices_is_no_table_of_runs(source: str) -> None:
    with pytest.raises(UnreadableCaptureError) as error:
        read_training_page(source.encode())
    assert error.value.reason == "no_table_found"


@pytest.mark.parametrize("heading", ["Accelerators", "GPUs", "Chips", "# chips", "加速器"])
def test_a_column_of_bare_numbers_holds_counts(heading: str) -> None:
    page = rows(
        table(
            ["Model", "Params", "Hardware", heading, "GPU hours"],
            ["Ibis 7B", "7B", "NVIDIA H100", "1,024", "231K"],
            ["Kite 9B", "9B", "A100-80GB", "up to 2,048", "n/a"],
            ["Lark 2B", "2B", "undisclosed", "undisclosed", "n/a"],
        )
    )
    counts = [row.accelerator_count for row in page.values()]
    assert [(count.value, count.qualifier) if count else None for count in counts] == [(1024, "exact"), (2048, "upper_bound"), None]
    assert page["Kite 9B"].accelerators == ("NVIDIA A100",)


def test_a_cost_that_names_the_rate_it_assumes_is_a_cost() -> None:
    page = rows(table(["Model", "GPU hours", "Cost"], ["Ibis", "2.788M (H800)", "$5.576M (assuming $2/GPU-hour)"]))
    cost, hours = page["Ibis"].disclosed_cost_usd, page["Ibis"].accelerator_hours
    assert (cost.value if cost else None, hours.value if hours else None) == (5.576e6, 2.788e6)


@pytest.mark.parametrize("heading", ["Accelerators", "GPUs", "Chips"])
def test_a_column_of_names_holds_hardware(heading: str) -> None:
    page = rows(
        table(["Model", "Params", heading, "GPU hours"], ["Ibis 7B", "7B", "NVIDIA H100", "231K"], ["Kite", "9B", "1,024 A100", "—"])
    )
    assert (page["Ibis 7B"].accelerators, page["Ibis 7B"].accelerator_count) == (("NVIDIA H100",), None)
    assert page["Kite"].accelerator_count is not None


def test_a_run_that_discloses_nothing_is_a_run() -> None:
    source = table(["Model", "Org", "Params", "GPU hours"], ["Ibis 7B", "IBM", "7B", "231K"], ["Kite", "xAI", "", ""], ["2024", "", "", ""])
    page = read_training_page(source.encode())
    assert [(row.model, row.organization) for row in page.rows] == [("Ibis 7B", "IBM"), ("Kite", "xAI")]
    assert [(row.cell.text, row.reason) for row in page.unread] == [("2024", "no_figures")]


def test_a_picture_of_a_logo_is_no_name() -> None:
    page = rows(table(["Model", "Params", "GPU hours"], ['<img alt="Acme logo"><b>Ibis 7B</b>', "7B", "231K"]))
    assert list(page) == ["Ibis 7B"]


def test_two_lines_stand_in_the_order_of_their_heading() -> None:
    page = rows(table(["Model", "参数量<br>训练 token", "GPU hours"], ["Ibis", "70B<br>2T", "231K"], ["Kite", "7B<br>未披露", "—"]))
    sizes = {name: (row.parameters_total, row.training_tokens) for name, row in page.items()}
    assert {name: [side.value if side else None for side in pair] for name, pair in sizes.items()} == {
        "Ibis": [70e9, 2e12],
        "Kite": [7e9, None],
    }
    assert page["Kite"].undisclosed >= {"training_tokens"}


def test_short_words_for_scales_in_headings() -> None:
    page = rows(
        table(["Model", "Params (bn)", "Tokens (trn)", "GPU-hours (mn)"], ["Ibis", "1,085", "0.33", "2.79"], ["Kite", "", "?", "—"])
    )
    row = page["Ibis"]
    figures = [figure.value if figure else None for figure in (row.parameters_total, row.training_tokens, row.accelerator_hours)]
    assert figures == [1.085e12, 0.33e12, 2.79e6]


def test_a_cell_of_another_table_is_no_figure_of_a_tile() -> None:
    runs = table(["Model", "Org", "Params", "GPU hours"], ["Ibis", "IBM", "7B", "231K"], ["Kite", "xAI", "9B", "90K"])
    prices = "<table><tr><th>GPU</th><th>Offers</th></tr><tr><td>L4</td><td>{}</td></tr></table><h2>Models</h2>"
    tile = "<p>Models</p><p>{}</p>"
    for before, tiles in ((prices.format(8), []), (prices.format("0.9"), []), (tile.format("2.5"), []), (tile.format(2), [2])):
        page = read_training_page(runs.replace("<h1>Invented</h1>", before).encode())
        said = page_statements(page, CAPTURE)
        assert [statement["value"] for statement in said if statement["code"] == "runs_total"] == tiles


def test_repeated_blocks_may_stand_anywhere() -> None:
    line = "<ul>{}</ul>"
    cells = [["Model", "GPUs", "GPU type", "GPU hours"], ["Ibis 7B", "1,024", "H100", "231K"], ["Kite 9B", "512", "A100", "undisclosed"]]
    page = rows("<html><body>" + "".join(line.format("".join(f"<li>{cell}</li>" for cell in row)) for row in cells) + "</body></html>")
    hours = page["Ibis 7B"].accelerator_hours
    assert (list(page), hours.value if hours else None) == (["Ibis 7B", "Kite 9B"], 231_000)


def test_badges_of_every_row_do_not_turn_a_table() -> None:
    lines = [[f"Ibis {n}B open weights", f"{n}B", "2T", f"{n}00,000 GPU hours"] for n in range(1, 9)]
    page = rows(table(["Model", "Params", "Tokens", "Compute"], *lines))
    assert [row.parameters_total.value for row in page.values() if row.parameters_total] == [n * 1e9 for n in range(1, 9)]


@pytest.mark.parametrize("cell", ["2.1e25 FLOP", "3 phases", "96 nodes"])
def test_the_unit_of_a_heading_goes_to_bare_numbers_only(cell: str) -> None:
    page = rows(
        table(["Model", "Params", "GPU count", "Days", "GPU hours"], ["Ibis", "7B", cell, cell, cell], ["Kite", "9B", "8", "9", "10"])
    )
    ibis, kite = page["Ibis"], page["Kite"]
    assert (ibis.accelerator_count, ibis.duration_days, ibis.accelerator_hours) == (None, None, None)
    assert set(ibis.unreadable) == {"accelerator_count", "duration_days", "accelerator_hours"}
    figures = [figure.value if figure else None for figure in (kite.accelerator_count, kite.duration_days, kite.accelerator_hours)]
    assert figures == [8, 9, 10]
