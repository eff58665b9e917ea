"""`read prices` with a declaration: a price page of one's own, without a line of Python."""

import json
from pathlib import Path

import pytest
from click.testing import Result

from fab_pipeline_tests.commands.conftest import call
from fab_pipeline_tests.sources.prices.price_pages import nebius_grid, page, table

DECLARATION = """
source: acme
provider: Acme Compute
provider_kind: neocloud
currency: USD
per: accelerator
blocks:
  - name: rates
    accelerator: {column: gpu}
    prices:
      - {column: price, purchase_option: on_demand}
"""


def read_prices(home: Path, source: str, html: str) -> Result:
    file = home / "pricing.html"
    file.write_text(html, "utf-8")
    return call(home, "read", "prices", "--source", source, "--observed-at", "2026-10-10T12:00:00Z", str(file))


def declared(home: Path, text: str) -> str:
    path = home / "acme.yaml"
    path.write_text(text, "utf-8")
    return str(path)


def test_quotes_go_to_stdout_and_rejected_rows_to_stderr(tmp_path: Path) -> None:
    html = page(table(("GPU", "Price"), [("NVIDIA H100 SXM", "$2.49"), ("Mystery card", "$1.00"), ("NVIDIA B200", "—")]))
    result = read_prices(tmp_path, declared(tmp_path, DECLARATION), html)
    assert result.exit_code == 0
    (quote,) = [json.loads(line) for line in result.stdout.splitlines()]
    assert (quote["source"], quote["accelerator"], quote["price_per_accelerator_hour_usd"]) == ("acme", "NVIDIA H100", 2.49)
    assert quote["observed_at"] == "2026-10-10T12:00:00+00:00"
    rejected = [json.loads(line) for line in result.stderr.splitlines()]
    assert [(row["row_number"], row["row_name"], row["reason"]) for row in rejected] == [
        (2, "Mystery card", "unknown_accelerator"),
        (3, "NVIDIA B200", "not_offered"),
    ]


def test_a_packaged_page_is_read_by_its_name(tmp_path: Path) -> None:
    result = read_prices(tmp_path, "nebius", page(nebius_grid("GPUs", ("Item", "On-demand, GPU-hour"), [("NVIDIA HGX H100", "$4.50")])))
    assert result.exit_code == 0
    assert json.loads(result.stdout)["price_per_accelerator_hour_usd"] == 4.5


def test_a_page_that_has_changed_is_one_rejected_line(tmp_path: Path) -> None:
    result = read_prices(tmp_path, declared(tmp_path, DECLARATION), "<html><body><h1>New pricing</h1></body></html>")
    assert result.exit_code == 1
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert json.loads(line)["reason"] == "no_rows"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            DECLARATION.replace("column: gpu", "colum: gpu"),
            "acme.yaml, line 9: blocks[0].accelerator.colum is not a known key; did you mean column?",
        ),
        ("source: [", "acme.yaml, line 1: not YAML"),
    ],
)
def test_a_wrong_declaration_is_one_line_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    result = read_prices(tmp_path, declared(tmp_path, text), page())
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"fab-pipeline: {message}")
    assert len(result.stderr.splitlines()) == 1


def test_a_declaration_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    missing = read_prices(tmp_path, str(tmp_path / "nowhere.yaml"), page())
    assert (missing.exit_code, len(missing.stderr.splitlines())) == (2, 1)
    (tmp_path / "acme.yaml").write_bytes(b"provider: Z\xfcrich")
    garbled = read_prices(tmp_path, str(tmp_path / "acme.yaml"), page())
    assert (garbled.exit_code, len(garbled.stderr.splitlines())) == (2, 1)
