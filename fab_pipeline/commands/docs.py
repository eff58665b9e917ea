"""The command that writes the generated documentation, and checks in CI that it is fresh."""

import click

from fab_pipeline.commands.output import user_command
from fab_pipeline.errors import FabError
from fab_pipeline.settings import repository_folder


@click.command()
@click.option("--check", "only_check", is_flag=True, help="Write nothing; fail if a generated page is stale.")
@user_command
def docs(only_check: bool) -> None:
    """Write the generated pages under docs/ (for developers, in a checkout).

    Example: fab-pipeline docs --check
    """
    repository = repository_folder()
    if repository is None:
        raise FabError("docs are written in a checkout of the project only; this is an installed package")
    for name, text in generated_pages().items():
        page = repository / "docs" / name
        if only_check:
            if not page.is_file() or page.read_text("utf-8") != text:
                raise FabError(f"{page.relative_to(repository)} is stale; run: make docs")
            continue
        page.parent.mkdir(exist_ok=True)
        page.write_text(text, "utf-8")
        click.echo(f"wrote {page.relative_to(repository)}")


def generated_pages() -> dict[str, str]:
    """Text of each generated page by its name under docs/."""
    from fab_pipeline.contracts import TABLES
    from fab_pipeline.contracts.derive import data_dictionary
    from fab_pipeline.sources.describe import sources_page
    from fab_pipeline.sources.registry import SOURCES

    return {"data_dictionary.md": data_dictionary(TABLES.values()), "sources.md": sources_page(SOURCES.values())}
