"""How commands print frames and errors: a table for people, CSV or JSON lines for programs.

Does not belong here: what is printed. Nulls are shown as an em dash in tables and as null or an empty field elsewhere.
"""

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import wraps
from typing import Final, ParamSpec, TypeVar

import click
import polars as pl
from rich.console import Console
from rich.table import Table

from fab_pipeline.errors import FabError
from fab_pipeline.figures import number_text
from fab_pipeline.files import os_reason

P = ParamSpec("P")
R = TypeVar("R")

FORMATS: Final[tuple[str, ...]] = ("table", "csv", "json")
_NULL: Final = "—"
_VERBOSE: Final = "fab_pipeline.verbose"

format_option = click.option(
    "--format", "form", type=click.Choice(FORMATS), default="table", show_default=True, help="How to print: table, csv or JSON lines."
)


facts_option = click.option(
    "--format", "form", type=click.Choice(("table", "json")), default="table", show_default=True, help="For people, or as JSON lines."
)


def user_command(command: Callable[P, R]) -> Callable[P, R]:
    """What every command has: `--verbose`, and a `FabError` or an error of the operating system as one line on stderr and an exit code.

    Any other exception is a bug and keeps its traceback.
    """

    @click.option("--verbose", is_flag=True, expose_value=False, callback=_note_verbose, help="Say more: steps, files, causes of an error.")
    @wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except FabError as error:
            click.echo(f"fab-pipeline: {error}", err=True)
            if error.__cause__ is not None:
                detail(f"because {type(error.__cause__).__name__}: {error.__cause__}")
            sys.exit(error.exit_code)
        except BrokenPipeError:
            raise  # nobody reads any more; click ends quietly
        except OSError as error:
            click.echo(f"fab-pipeline: {os_reason(error)}", err=True)
            sys.exit(1)

    return wrapped


def detail(line: str) -> None:
    """Say something on stderr that only `--verbose` asks for."""
    if is_verbose():
        click.echo(line, err=True)


def is_verbose() -> bool:
    """Whether this command was called with `--verbose`."""
    return bool(click.get_current_context().find_root().meta.get(_VERBOSE))


def print_facts(facts: Mapping[str, object], line: str, form: str) -> None:
    """Print what a command did: one line for people, or one JSON line."""
    if form == "json":
        print_json_lines([facts])
    else:
        click.echo(line)


def _note_verbose(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    ctx.find_root().meta[_VERBOSE] = value


def print_frame(frame: pl.DataFrame, form: str, title: str | None = None, labels: Mapping[str, str] | None = None) -> None:
    """Print a frame in one of `FORMATS`. `labels` shortens column headings in the table form only."""
    if form == "csv":
        click.echo(frame.write_csv(), nl=False)
    elif form == "json":
        print_json_lines(frame.to_dicts())
    else:
        rows = [[_cell(value) for value in row] for row in frame.iter_rows()]
        numeric = [dtype.is_numeric() for dtype in frame.dtypes]
        print_table([(labels or {}).get(name, name) for name in frame.columns], rows, numeric, title)


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]], numeric: Sequence[bool], title: str | None = None) -> None:
    """Print a table for people; on a pipe it is as wide as it needs to be."""
    table = Table(title=title, title_justify="left", header_style="bold", show_edge=False, pad_edge=False)
    for heading, right in zip(headings, numeric, strict=True):
        table.add_column(heading, justify="right" if right else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    Console(width=screen_width()).print(table)


def screen_width() -> int:
    """Columns to print in: those of the terminal; on a pipe as many as a wide table needs."""
    return Console().width if sys.stdout.isatty() else 400


def print_json_lines(rows: Iterable[Mapping[str, object]], err: bool = False) -> None:
    """One JSON object a line; dates and times in ISO 8601."""
    for row in rows:
        click.echo(json.dumps(row, ensure_ascii=False, default=_json), err=err)


def _json(value: object) -> object:
    if isinstance(value, date | datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no JSON form")


def _cell(value: object) -> str:
    match value:
        case None:
            return _NULL
        case bool():
            return "yes" if value else "no"
        case float():
            return number_text(value)
        case int():
            return f"{value:,}"
        case datetime():
            return f"{value:%Y-%m-%d %H:%M}"
        case _:
            return str(value).replace("[", r"\[")
