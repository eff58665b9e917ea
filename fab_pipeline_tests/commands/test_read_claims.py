"""`read claims`: claims on stdout, what the page gave in one line on stderr, the extracted text beside them on request."""

import json
from pathlib import Path

from fab_pipeline_tests.commands.conftest import call
from fab_pipeline_tests.sources.vendors.reading import PAGES


def test_claims_are_json_lines_whose_spans_point_into_the_extracted_text(tmp_path: Path) -> None:
    text = tmp_path / "page.txt"
    result = call(tmp_path, "read", "claims", "--text", str(text), str(PAGES / "english_case.html"))
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert "english_case.html: claims: " in result.stderr
    assert [row["value"] for row in rows if row["metric"] == "accelerators_used"] == [512]
    page = text.read_text("utf-8")
    assert all(page[row["char_start"] : row["char_end"]] == row["span"] for row in rows)


def test_a_page_of_another_kind_says_so_and_prints_nothing(tmp_path: Path) -> None:
    page = tmp_path / "menu.html"
    page.write_text("<html><body><h1>Menu</h1><p>Soup of the day: 12 euros, 30% off.</p></body></html>", "utf-8")
    result = call(tmp_path, "read", "claims", str(page))
    assert (result.exit_code, result.stdout) == (0, "")
    assert "menu.html: no_claims: " in result.stderr


def test_what_is_no_page_is_one_line(tmp_path: Path) -> None:
    page = tmp_path / "empty.html"
    page.write_bytes(b"")
    result = call(tmp_path, "read", "claims", str(page))
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "the file is empty" in result.stderr
