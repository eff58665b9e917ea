"""The command line: assembles the commands of `fab_pipeline.commands`.

A command's module is imported when the command is called, so that `fab-pipeline --help` and small commands start fast, and nothing but
`dev` and `serve` imports Dagster.
"""

import io
import sys
from importlib import import_module
from typing import Final

import click

from fab_pipeline import __version__

COMMANDS: Final[dict[str, str]] = {
    "run": "run",
    "show": "show",
    "explain": "show",
    "prices": "show",
    "quote": "show",
    "sources": "sources",
    "read": "read",
    "reproduce": "reproduce",
    "ingest": "run",
    "backfill": "backfill",
    "releases": "releases",
    "diff": "releases",
    "pin": "releases",
    "prune": "releases",
    "dev": "service",
    "serve": "service",
    "overrides": "overrides",
    "doctor": "doctor",
    "docs": "docs",
}
"""Each command and its module under `fab_pipeline.commands`, in the order of --help."""


class _Commands(click.Group):
    """A group that imports a command's module when the command is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"fab_pipeline.commands.{COMMANDS[cmd_name]}"), cmd_name)
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="fab-pipeline")
def main() -> None:
    """What training runs disclosed, what an accelerator-hour costs, and what contradicts what.

    Start with: fab-pipeline run
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal or pipe that has no "≥" or "卡" gets its escape, not a traceback


if __name__ == "__main__":
    main()
