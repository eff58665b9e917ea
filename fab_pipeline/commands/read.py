"""Commands that read one file and print what it says, without keeping anything.

`read page`, `read prices`, `read disclosures`, `read claims`.
"""

import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from fab_pipeline.collecting.limits import read_within
from fab_pipeline.commands.output import print_json_lines, user_command
from fab_pipeline.commands.parameters import observation
from fab_pipeline.errors import UsageError
from fab_pipeline.files import one_line, os_reason, write_whole
from fab_pipeline.settings import Settings

if TYPE_CHECKING:
    from fab_pipeline.sources.base import Source

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def read() -> None:
    """Read one file and print what it says as JSON lines; nothing is kept."""


@read.command("page")
@click.argument("file", type=_FILE)
@user_command
def read_page(file: Path) -> None:
    """A training-cost page (HTML or flattened text): one JSON line per run, as the page states it.

    Example: fab-pipeline read page saved_page.html
    """
    from fab_pipeline.sources.disclosures.training_cost_page import page_rows_json, read_training_page

    body = read_within(file, Settings.from_environment())
    print_json_lines(page_rows_json(read_training_page(body)))


@read.command("prices")
@click.option(
    "--source", default="price_table", show_default=True, help="Source whose capture the file is, or a declaration (docs/price_pages.md)."
)
@click.option("--observed-at", "observed_at", help="When it was observed (ISO 8601 with zone); now unless told.")
@click.argument("file", type=_FILE)
@user_command
def read_prices(source: str, observed_at: str | None, file: Path) -> None:
    """One price capture: a JSON line per quote; rejected rows on stderr with reason and row number.

    Example: fab-pipeline read prices --observed-at 2026-10-10T12:00:00Z snapshot.csv

    With a declaration of your own: fab-pipeline read prices --source my_provider.yaml pricing.html
    """
    from fab_pipeline.pipeline.parsing import parse_capture
    from fab_pipeline.sources.base import Capture

    reader = _price_source(source)
    body = read_within(file, Settings.from_environment())
    capture = Capture(reader.name, observation(observed_at), sha256(body).hexdigest(), origin="ingested", filename=one_line(file.name))
    frames = parse_capture(body, capture, reader)
    print_json_lines(frames["price_quotes"].to_dicts())
    print_json_lines(frames["quarantine"].to_dicts(), err=True)
    if frames["price_quotes"].is_empty():
        sys.exit(1)


@read.command("disclosures")
@click.argument("file", type=click.File("rb"), default="-")
@user_command
def read_disclosures(file: BinaryIO) -> None:
    """Texts about training runs: JSON lines {"id", "text"} from FILE or stdin → JSON lines {"id", "reading"}.

    A reading has parameters_total, parameters_active, tokens, accelerator, accelerator_count, duration_days, accelerator_hours, cost_usd,
    cost_local, compute_flop (quantities as {value, min, max, qualifier}; null where the text does not state one), estimated,
    open_weights, scope and stated_by; models and phases where a text has several. A line that cannot be read is a JSON line on stderr.

    Example: echo '{"id": 1, "text": "took 12 days on 64 A100"}' | fab-pipeline read disclosures
    """
    from fab_pipeline.reading.sentences.lines import read_lines

    read_any = rejected_any = False
    for result in read_lines(file):
        print_json_lines([result.row], err=not result.read)
        read_any, rejected_any = read_any or result.read, rejected_any or not result.read
    if not (read_any or rejected_any):
        click.echo('nothing to read: no line has text; expected JSON lines {"id": …, "text": …}', err=True)
    if not read_any:
        sys.exit(1)


@read.command("claims")
@click.option("--observed-at", "observed_at", help="When it was observed (ISO 8601 with zone); now unless told.")
@click.option(
    "--text", "text_file", type=click.Path(dir_okay=False, path_type=Path), help="Also write the extracted text that spans point into."
)
@click.argument("file", type=_FILE)
@user_command
def read_claims(observed_at: str | None, text_file: Path | None, file: Path) -> None:
    """A page about vendors or cases (HTML, Markdown, text): one JSON line per claim; what the page gave, in one line on stderr.

    Example: fab-pipeline read claims vendor_page.html
    """
    from fab_pipeline.contracts import TABLES
    from fab_pipeline.contracts.derive import typed
    from fab_pipeline.contracts.validate import check
    from fab_pipeline.sources.base import Capture
    from fab_pipeline.sources.vendors.claims_page import parse

    body = read_within(file, Settings.from_environment())
    capture = Capture("vendor_page", observation(observed_at), sha256(body).hexdigest(), origin="ingested", filename=one_line(file.name))
    parsed = parse(body, capture)
    table, page = TABLES["vendor_claims"], parsed.rows["vendor_pages"][0]
    checked = check(typed(table, parsed.rows["vendor_claims"]), table)
    print_json_lines(checked.good.to_dicts())
    print_json_lines(checked.rejected.to_dicts(), err=True)
    click.echo(f"{one_line(file.name)}: {page['outcome']}: {page['detail']}", err=True)
    if text_file is not None:
        write_whole(text_file, str(page["extracted_text"]).encode())


def _price_source(name: str) -> "Source":
    """A source of the registry, or the one that a declaration (a YAML file) describes."""
    from fab_pipeline.pipeline.collect import unknown_source
    from fab_pipeline.sources.prices.declared.load import load_declaration
    from fab_pipeline.sources.prices.declared.page import declared_source
    from fab_pipeline.sources.registry import SOURCES

    path = Path(name)
    if path.suffix.lower() in {".yaml", ".yml"}:
        return declared_source(load_declaration(_text_of(path), path.name))
    if name not in SOURCES:
        raise UsageError(f"{unknown_source(name)}; or a declaration of your own: FILE.yaml")
    if SOURCES[name].kind != "prices":
        raise UsageError(f"{name} is a source of {SOURCES[name].kind}, not of prices")
    return SOURCES[name]


def _text_of(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path.name}: byte {error.start + 1:,} is not UTF-8; save the declaration as UTF-8") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {os_reason(error)}") from None
