"""The registry of sources: which parser reads a capture, and on what terms.

To add a source: write its module (`parse(body, capture) -> Parsed`), describe it in `vocabulary/sources.yaml`, and add one line here. A
source that can be asked by itself also exports `FETCHING`, and its parser then reads snapshots of several answers too.
Belongs here: the list. Does not belong here: what is known of names that only rows of a price table carry (see `vocabulary.sources`).
"""

from collections.abc import Callable
from typing import Final

from fab_pipeline.sources.answers import reading_answers
from fab_pipeline.sources.base import Parser, Source
from fab_pipeline.sources.disclosures import epoch, model_card, training_cost_page
from fab_pipeline.sources.disclosures import registry as training_runs
from fab_pipeline.sources.fetching import Fetching
from fab_pipeline.sources.prices import (
    aws,
    aws_bulk,
    aws_history,
    azure,
    azure_history,
    cloudrift,
    digitalocean,
    epoch_prices,
    gcp,
    gpuhunt,
    lambda_api,
    linode,
    lium,
    oracle,
    price_table,
    runpod,
    scaleway,
    shadeform,
    skypilot,
    vast,
    verda,
    vultr,
)
from fab_pipeline.sources.prices.declared import page as declared_page
from fab_pipeline.sources.vendors import allowed_pages, claims_page, specifications
from fab_pipeline.vocabulary.sources import source_facts


def _source(
    name: str,
    parse: Parser,
    parser_version: str,
    fetching: Fetching | Callable[[], Fetching | None] | None = None,
    *,
    whole: bool = False,
) -> Source:
    """One entry; `whole`: its parser reads all answers of a snapshot together, because one row needs several of them."""
    facts = source_facts(name)
    return Source(
        name=name,
        kind=facts.kind,
        title=facts.title,
        parse=reading_answers(parse) if facts.kind == "prices" and not whole else parse,
        parser_version=parser_version,
        status=facts.status,
        url=facts.url,
        license=facts.license,
        redistribution=facts.redistribution,
        dated_facts=facts.dated_facts,
        fetching_of=fetching if callable(fetching) else lambda: fetching,
    )


SOURCES: Final[dict[str, Source]] = {
    source.name: source
    for source in (
        _source("training_cost_page", training_cost_page.parse, training_cost_page.PARSER_VERSION),
        _source("vendor_page", claims_page.parse, claims_page.PARSER_VERSION),
        _source("specifications", specifications.parse, specifications.PARSER_VERSION),
        _source("registry", training_runs.parse, training_runs.PARSER_VERSION),
        _source("epoch_models", epoch.parse, epoch.PARSER_VERSION, epoch.FETCHING),
        _source("model_card", model_card.parse, model_card.PARSER_VERSION),
        _source("price_table", price_table.parse, price_table.PARSER_VERSION),
        _source("azure", azure.parse, azure.PARSER_VERSION, azure.FETCHING),
        _source("runpod", runpod.parse, runpod.PARSER_VERSION, runpod.FETCHING),
        _source("vast", vast.parse, vast.PARSER_VERSION, vast.FETCHING),
        _source("oracle", oracle.parse, oracle.PARSER_VERSION, oracle.FETCHING),
        _source("aws", aws.parse, aws.PARSER_VERSION, aws.FETCHING),
        _source("aws_bulk", aws_bulk.parse, aws_bulk.PARSER_VERSION),
        _source("verda", verda.parse, verda.PARSER_VERSION),
        _source("vultr", vultr.parse, vultr.PARSER_VERSION, vultr.FETCHING),
        _source("vultr_metal", vultr.parse_metal, vultr.PARSER_VERSION, vultr.FETCHING_METAL),
        _source("scaleway", scaleway.parse, scaleway.PARSER_VERSION, scaleway.FETCHING),
        _source("linode", linode.parse, linode.PARSER_VERSION, linode.FETCHING),
        _source("cloudrift", cloudrift.parse, cloudrift.PARSER_VERSION, cloudrift.FETCHING),
        _source("lium", lium.parse, lium.PARSER_VERSION, lium.FETCHING),
        _source("lambda_api", lambda_api.parse, lambda_api.PARSER_VERSION, lambda_api.FETCHING),
        _source("digitalocean", digitalocean.parse, digitalocean.PARSER_VERSION, digitalocean.FETCHING),
        _source("gcp", gcp.parse, gcp.PARSER_VERSION, gcp.FETCHING, whole=True),
        _source("shadeform", shadeform.parse, shadeform.PARSER_VERSION, shadeform.FETCHING),
        _source("aws_history", aws_history.parse, aws_history.PARSER_VERSION),
        _source("azure_history", azure_history.parse, azure_history.PARSER_VERSION),
        _source("epoch_prices", epoch_prices.parse, epoch_prices.PARSER_VERSION, epoch_prices.FETCHING),
        *(
            _source(name, declared_page.packaged_parser(name), declared_page.parser_version(page), declared_page.packaged_fetching(name))
            for name, page in declared_page.packaged_pages().items()
        ),
        *(
            _source(f"{skypilot.FAMILY}{cloud}", skypilot.parse, skypilot.PARSER_VERSION, skypilot.fetching(cloud))
            for cloud in skypilot.CLOUDS
        ),
        *(_source(f"{gpuhunt.FAMILY}{name}", gpuhunt.parse, gpuhunt.PARSER_VERSION, gpuhunt.fetching(name)) for name in gpuhunt.PROVIDERS),
        *allowed_pages.allowed_sources(allowed_pages.packaged_pages()),
    )
}
"""Sources that have a parser, by name."""
