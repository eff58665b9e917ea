"""dstack's gpuhunt: the hand-kept table of Google TPU prices, and the catalogue of a provider.

Belongs here: telling what was handed in, and what a row of the catalogue prices. The provider is the end of the source name
(`gpuhunt_gcp`). Does not belong here: the providers (`gpuhunt_providers`), the TPU table (`gpuhunt_tpu`), unpacking (`gpuhunt_files`), what
holds for all sources (`quotes`).

Catalogue: https://dstack-gpu-pricing.s3.eu-west-1.amazonaws.com/v3/<provider>/version names the newest version, `catalog_url` the ZIP of
one CSV per provider. `price` is per hour for the whole instance (USD; Seeweb: EUR), `gpu_memory` GiB of one GPU. It was built from
documentation (gpuhunt 0.1.34, _internal/storage.py and models.py; fields as in `CatalogItem`): its rows are `documented` and win nothing.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from fab_pipeline.sources.base import Capture, Parsed, UnreadableCaptureError
from fab_pipeline.sources.fetching import TEXT, ZIP, Answer, Fetching, Integrity, Request, host_of
from fab_pipeline.sources.prices import gpuhunt_tpu
from fab_pipeline.sources.prices.cells import CellError, count_cell, flag_cell, number_cell, text_cell
from fab_pipeline.sources.prices.discounts import without_idle_discounts
from fab_pipeline.sources.prices.duplicates import without_duplicates
from fab_pipeline.sources.prices.forms import form_in
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.gpuhunt_files import BUCKET, catalog_url, csv_files, is_version
from fab_pipeline.sources.prices.gpuhunt_providers import KNOWN_NAMES, PROVIDERS, Seller
from fab_pipeline.sources.prices.json_body import printable
from fab_pipeline.sources.prices.listed_types import agreeing, listed_type
from fab_pipeline.sources.prices.offer import Offer
from fab_pipeline.sources.prices.quotes import market_with_known_currency
from fab_pipeline.sources.prices.refusals import refused_record
from fab_pipeline.sources.prices.table_bytes import Record, read_table
from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.providers import provider

PARSER_VERSION: Final = "gpuhunt/2"
FAMILY: Final = "gpuhunt_"
REQUIRED: Final = ("instance_name", "location", "price", "gpu_count", "gpu_name", "spot")
WRONG_MEMORY: Final[dict[str, float]] = {"MI325X": 288.0}
"""Memories that gpuhunt's own list has wrong (KNOWN_ACCELERATORS of 0.1.34: the MI325X has 256 GB); they say nothing."""

_TPU: Final = re.compile(r"(?:tpu-)?(v2|v3|v4|v5p|v5litepod|v5e|v6e)-(\d+)", re.I)
_CHIPS_PER_CORE_PAIR: Final = frozenset({"v2", "v3", "v4", "v5p"})
"""Generations whose slices are named by TensorCores, two to a chip; the others are named by chips
(https://cloud.google.com/tpu/docs/system-architecture-tpu-vm)."""
_COUNTRY: Final = re.compile(r"[A-Z]{2}")
_DWS_DATA: Final = re.compile(r"(?:dws|calendar)\w*['\"]?\s*[:=]\s*['\"]?(?:true|1)\b")
_NOT_ON_DEMAND: Final = re.compile(r"a4x?-.+|a3-ultragpu-.+|a3-highgpu-[124]g", re.I)
"""Google lists these for reservations, spot and flex-start only; gpuhunt leaves them out since dstackai/gpuhunt PR#176."""


def fetching(provider_name: str) -> Fetching:
    """How the catalogue of one provider is asked: the pointer first, then the version that it names. Only the catalogue is kept."""
    return Fetching(
        first=(Request(f"{BUCKET}/{provider_name}/version"),),
        hosts=frozenset({host_of(BUCKET)}),
        media=TEXT | ZIP,
        following=_catalogue,
        keep=lambda answer: not is_version(answer.body),
        requests_per_second=2,
        integrity=Integrity(min_quotes=3, known_names=(KNOWN_NAMES.get(provider_name, "H100"),)),
    )


def _catalogue(answer: Answer) -> tuple[Request, ...]:
    """The file that a version pointer names, beside the pointer; after the file there is nothing."""
    if not answer.request.url.endswith("/version"):
        return ()
    name = answer.request.url.rsplit("/", 2)[1]
    url = catalog_url(name, answer.body[:64].decode("latin-1"))
    return (Request(f"{answer.request.url.removesuffix('/version')}/{url.removeprefix(f'{BUCKET}/{name}/')}"),)


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of the TPU table or of a provider's catalogue.

    Args:
        body: JSON (the TPU table), ZIP (the catalogue) or CSV (one file of it).
        capture: its source names the provider.

    Raises:
        UnreadableCaptureError: none of these, damaged, or without rows; one line.
    """
    start = body.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if start in {b"{", b"["}:
        return gpuhunt_tpu.parse(body, capture)
    if is_version(body):
        name = capture.source.removeprefix(FAMILY)
        url = catalog_url(name, body.decode("latin-1"))
        raise UnreadableCaptureError("version_pointer", f"this is the version pointer; the prices are at {url}")
    gathering = Gathering(capture, PARSER_VERSION)
    offset = 0
    for filename, content in csv_files(body):
        table = read_table(content, replace(capture, filename=filename))
        name = _provider_of_file(filename, capture)
        missing = [name for name in REQUIRED if name not in table.columns]
        if missing:
            raise UnreadableCaptureError("missing_columns", f"{filename} lacks columns of gpuhunt's catalogue: {', '.join(missing)}")
        gathering.remark_unread(name for name in table.columns if "price" in name and name != "price")
        for record in table.records:
            _add(record, offset + record.number, (name, filename), gathering)
        offset += len(table.records)
    if not offset:
        raise UnreadableCaptureError("no_rows", "the catalogue has no row; a provider that offers nothing has no catalogue")
    return gathering.parsed(without_duplicates, without_idle_discounts)


def _provider_of_file(filename: str, capture: Capture) -> str:
    """Older catalogues hold the files of all providers, each named after its own."""
    stem = filename.rpartition("/")[2].lower().removesuffix(".csv")
    return stem if stem in PROVIDERS else capture.source.removeprefix(FAMILY)


def _add(record: Record, number: int, file: tuple[str, str], gathering: Gathering) -> None:
    locator = f"{file[1]} {record.locator}"
    try:
        if record.fault is not None:
            raise CellError(*record.fault)
        gathering.add(_offer(record, number, (file[0], locator), gathering))
    except CellError as error:
        entry = refused_record(record, error, "instance_name", "gpu_name")
        gathering.rejected.append(replace(entry, row_number=number, locator=locator))


def _offer(record: Record, number: int, place: tuple[str, str], gathering: Gathering) -> Offer:
    cells, (name, locator) = record.cells, place
    seller = PROVIDERS.get(name, Seller())
    gpu, count = _accelerator(cells)
    memory = number_cell("gpu_memory", cells.get("gpu_memory")) or None
    if memory is not None and WRONG_MEMORY.get(gpu) == memory:
        memory = None
    instance = text_cell("instance_name", cells.get("instance_name"))
    listed = listed_type(seller.types, instance) if seller.types else None
    form = _form(gpu, instance or "")
    if listed:
        agreeing(listed, gpu, count=count, memory_gb=memory if listed.partition == "full" else None, form=form)
        form = listed.form
    location = text_cell("location", cells.get("location"))
    provider_name = _provider(name, location)
    spot = flag_cell("spot", cells.get("spot"))
    if spot is None:
        raise CellError("purchase_option_missing", "spot is blank: the price may be interruptible or not")
    _check_flags(cells)
    if name == "gcp" and not spot and instance and _NOT_ON_DEMAND.fullmatch(instance):
        raise CellError("not_sold_on_demand", f"Google prices {instance} on demand but does not sell it so")
    return Offer(
        row_number=number,
        source=f"{FAMILY}{name}",
        observed_at=gathering.capture.observed_at,
        provider=provider_name,
        accelerator_model=gpu,
        accelerator_count=count,
        price_per_instance_hour=number_cell("price_per_instance_hour", cells.get("price")),
        currency=seller.currency,
        purchase_option="spot" if spot else "on_demand",
        price_kind=seller.spot_kind if spot else seller.kind,
        text=printable(record.text),
        accelerator_memory_gb=memory,
        form_factor=form,
        region=location,
        market=market_with_known_currency(provider_name, location),
        instance_type=instance,
        dated_fact=False,
        source_status="documented",
        source_url=gathering.capture.url,
        locator=locator,
    )


def _accelerator(cells: Mapping[str, object]) -> tuple[str, int]:
    """Name and number of accelerators; slices of TPUs are counted in chips."""
    count = number_cell("accelerator_count", cells.get("gpu_count"))
    gpu = text_cell("gpu_name", cells.get("gpu_name"))
    if not count or gpu is None:
        raise CellError("no_accelerator", "gpu_count or gpu_name is blank: the price is of a machine without accelerators")
    if 0 < count < 1:
        raise CellError("partition_not_full", f"gpu_count is {count:g}: a share of one accelerator")
    whole = count_cell("accelerator_count", count) or 1
    tpu = _TPU.fullmatch(gpu)
    if tpu is None:
        return gpu, whole
    generation, size = tpu[1].lower(), int(tpu[2])
    chips = size // 2 if generation in _CHIPS_PER_CORE_PAIR else size
    if chips < 1:
        raise CellError("partition_not_full", f"{gpu} is less than one chip")
    return f"TPU {'v5e' if generation == 'v5litepod' else generation}", chips * whole


def _form(gpu: str, instance: str) -> str | None:
    """Form that the name of the instance tells; some are the name of the card ("NVIDIA H100 80GB HBM3")."""
    same = {mention.accelerator.label for mention in find_accelerators(gpu)}
    named = [mention.form for mention in find_accelerators(instance) if mention.accelerator.label in same and mention.form]
    return form_in(gpu) or form_in(instance) or (named[0] if named else None)


def _check_flags(cells: Mapping[str, object]) -> None:
    flags, data = (str(cells.get(column) or "").lower() for column in ("flags", "provider_data"))
    if "dws" in flags or "calendar" in flags or _DWS_DATA.search(data):
        raise CellError("capacity_block_price", "the price is of capacity booked for given days, not of an instance on demand")


def _provider(name: str, location: str | None) -> str:
    """Seller; RunPod's Community Cloud is told by a country in place of a data centre."""
    if name == "runpod":
        return "RunPod Community Cloud" if location and _COUNTRY.fullmatch(location) else "RunPod Secure Cloud"
    found = provider(name)
    return found.name if found else name
