"""Pages without end: nested, or with words and texts that never stop."""

import time

import pytest
from bs4 import BeautifulSoup

from fab_pipeline.sources.base import UnreadableCaptureError
from fab_pipeline.sources.disclosures.training_cost_page import parse as parse_training_page
from fab_pipeline.sources.page_limits import (
    DEEPEST,
    LONGEST_TEXT,
    LONGEST_WORD,
    MANY_ELEMENTS,
    MOST_VALUES,
    require_content,
    require_shallow,
    shorten_texts,
)
from fab_pipeline_tests.sources.disclosures.look_alikes import html_table
from fab_pipeline_tests.sources.prices.captures import about
from fab_pipeline_tests.sources.prices.price_pages import lambda_tab, nebius_grid, page, prices, read, reasons
from fab_pipeline_tests.trials.seeds import COLUMNS, RUNS

LAMBDA_ROW = ("NVIDIA H100 SXM", "80 GB", "208", "1800 GiB", "22 TiB", "$3.99")
HEADINGS = ("Item", "vCPUs", "RAM, GB", "On-demand, GPU-hour")


def soup_of(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "lxml")


def test_elements_may_be_nested_so_deep_and_no_deeper() -> None:
    around = 2  # html and body
    require_shallow(soup_of("<div>" * (DEEPEST - around) + "x"))
    with pytest.raises(UnreadableCaptureError, match="nested more than"):
        require_shallow(soup_of("<div>" * (DEEPEST - around + 1) + "x"))


def test_a_page_may_have_many_elements_if_something_is_in_them() -> None:
    require_content("<p>" * MANY_ELEMENTS)
    require_content("<td>2.50</td>" * (MANY_ELEMENTS + 1))
    with pytest.raises(UnreadableCaptureError, match=r"10,001 elements in 30,003 characters"):
        require_content("<p>" * (MANY_ELEMENTS + 1))


def test_data_without_end_are_refused_before_they_are_read() -> None:
    require_content("[" + "1," * (MOST_VALUES - 2) + "1]")
    with pytest.raises(UnreadableCaptureError, match="holds 2,000,001 values"):
        require_content("{}," * (MOST_VALUES // 2) + "1,")


def test_words_and_texts_without_end_are_cut_and_told() -> None:
    soup = soup_of(f"<p>{'9' * 1000} GPUs</p><p>{'a b ' * 5000}</p><p>{'按小时计费' * 100}</p><script>{'7' * 9000}</script><p>fine</p>")
    (entry,) = shorten_texts(soup)
    assert (entry.row_number, entry.reason) == (0, "text_cut")
    assert entry.detail.startswith("2 texts")
    digits, words, chinese, fine = (p.get_text() for p in soup.find_all("p"))
    assert digits == "9" * LONGEST_WORD + " GPUs"
    assert len(words) == LONGEST_TEXT
    assert chinese == "按小时计费" * 100
    assert fine == "fine"
    assert soup.script is not None
    assert len(str(soup.script.string)) == 9000


def test_an_ordinary_page_is_left_as_it_is() -> None:
    soup = soup_of(page(nebius_grid("GPU servers", HEADINGS, [("NVIDIA HGX H100", "16", "200", "$3.85")])))
    before = str(soup)
    require_shallow(soup)
    assert shorten_texts(soup) == []
    assert str(soup) == before


@pytest.mark.parametrize("endless", ["9" * 100_000, "$1 " * 40_000, "H100 " * 20_000, "1," * 50_000])
def test_an_endless_cell_costs_no_minutes_and_leaves_the_other_rows(endless: str) -> None:
    started = time.process_time()
    rows = [("NVIDIA HGX H100", "16", "200", "$3.85"), ("NVIDIA HGX H200", "16", "200", endless)]
    parsed = read("nebius", page(nebius_grid("GPU servers", HEADINGS, rows)))
    assert prices(parsed)["NVIDIA HGX H100"] == 3.85
    assert "text_cut" in {reason for _, reason in reasons(parsed)}
    assert time.process_time() - started < 5


@pytest.mark.parametrize("endless", ["9" * 60_000, "$1 " * 20_000, "H100 " * 12_000])
def test_an_endless_cell_of_a_training_page_is_one_row_that_cannot_be_read(endless: str) -> None:
    body = html_table(RUNS, COLUMNS).replace(b"NVIDIA H800", endless.encode(), 1)
    started = time.process_time()
    parsed = parse_training_page(body, about("training_cost_page", body))
    assert [entry.reason for entry in parsed.rejected] == ["cell_too_long"]
    assert len({claim["run_id"] for claim in parsed.rows["training_claims"]}) == len(RUNS) - 1
    assert time.process_time() - started < 5


def test_an_endless_line_beside_the_table_of_a_training_page_is_told_and_the_table_read() -> None:
    body = html_table(RUNS, COLUMNS).replace(b"<p>Notes</p>", b"<p>" + b"9" * 50_000 + b"</p><p>Notes</p>", 1)
    started = time.process_time()
    parsed = parse_training_page(body, about("training_cost_page", body))
    assert [(entry.row_number, entry.reason) for entry in parsed.rejected] == [(0, "line_without_end")]
    assert len({claim["run_id"] for claim in parsed.rows["training_claims"]}) == len(RUNS)
    assert time.process_time() - started < 5


def test_wide_headings_over_many_rows_are_joined_once() -> None:
    wide = "".join(f'<td colspan="900" rowspan="3">{number}</td>' for number in range(3))
    rows = "<tr><td>NVIDIA H100</td><td>$2</td></tr>" * 2000
    html = page(f"<table><thead><tr><th>{wide}</th></tr></thead>{rows}</table>", lambda_tab(0, "8x", [LAMBDA_ROW]))
    started = time.process_time()
    assert prices(read("lambda_page", html))["NVIDIA H100 SXM"] == 3.99
    assert time.process_time() - started < 10
