"""The registry of sources: which parser reads a capture, and on what terms.

To add a source: write its module (`parse(body, capture) -> Parsed`), describe it in `vocabulary/sources.yaml`, and add one line here.
Belongs here: the list. Does not belong here: what is known of names that only rows of a price table carry (see `vocabulary.sources`).
"""

from typing import Final

from fab_pipeline.sources.base import Parser, Source
from fab_pipeline.sources.disclosures import training_cost_page
from fab_pipeline.sources.prices import price_table
from fab_pipeline.vocabulary.sources import source_facts


def _source(name: str, parse: Parser, parser_version: str) -> Source:
    facts = source_facts(name)
    return Source(
        name=name,
        kind=facts.kind,
        title=facts.title,
        parse=parse,
        parser_version=parser_version,
        status=facts.status,
        url=facts.url,
        license=facts.license,
        redistribution=facts.redistribution,
        dated_facts=facts.dated_facts,
    )


SOURCES: Final[dict[str, Source]] = {
    source.name: source
    for source in (
        _source("training_cost_page", training_cost_page.parse, training_cost_page.PARSER_VERSION),
        _source("price_table", price_table.parse, price_table.PARSER_VERSION),
    )
}
"""Sources that have a parser, by name."""
