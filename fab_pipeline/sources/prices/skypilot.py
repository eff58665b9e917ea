"""SkyPilot's catalogue, one CSV per cloud: https://github.com/skypilot-org/skypilot-catalog, catalogs/v8/<cloud>/vms.csv.

Belongs here: what a row of those files prices. The cloud is the end of the source name (`skypilot_verda`). Does not belong here: what is
particular to a cloud (`skypilot_clouds`), memory in the names of accelerators (`skypilot_memory`), what holds for all sources (`quotes`).

`Price` and `SpotPrice` are per hour for the whole instance, in USD but for two clouds; a blank one means not offered. A row may say
nothing of accelerators: then it prices none. Rules of the fetchers that make the files:
https://github.com/skypilot-org/skypilot/tree/master/sky/catalog/data_fetchers (1.0.0.dev20261027).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fab_pipeline.sources.base import Capture, Parsed, UnreadableCaptureError
from fab_pipeline.sources.fetching import TEXT, Fetching, Integrity, Request
from fab_pipeline.sources.prices.cells import CellError, count_cell, number_cell, shown, text_cell
from fab_pipeline.sources.prices.discounts import without_idle_discounts
from fab_pipeline.sources.prices.duplicates import without_duplicates
from fab_pipeline.sources.prices.forms import form_in
from fab_pipeline.sources.prices.gathering import Gathering
from fab_pipeline.sources.prices.identity import identify
from fab_pipeline.sources.prices.json_body import printable
from fab_pipeline.sources.prices.listed_types import agreeing, listed_type
from fab_pipeline.sources.prices.offer import Offer
from fab_pipeline.sources.prices.quotes import market_with_known_currency
from fab_pipeline.sources.prices.refusals import refused_record
from fab_pipeline.sources.prices.skypilot_clouds import CLOUDS, Cloud
from fab_pipeline.sources.prices.skypilot_memory import Device, MemoryStyle, device_of, memory_style
from fab_pipeline.sources.prices.table_bytes import Record, read_table
from fab_pipeline.sources.prices.vast_names import spelled
from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.instance_types import InstanceType
from fab_pipeline.vocabulary.providers import provider

PARSER_VERSION: Final = "skypilot/2"
FAMILY: Final = "skypilot_"
_VAST_PLAN: Final = re.compile(r"\d+x-(.+)-\d+-\d+")
_GOOGLE_HOST: Final = re.compile(r"(?:[ag]\d+x?|ct\d\w*)-", re.I)
"""Machine types that come with accelerators, which the file prices apart (https://cloud.google.com/compute/docs/gpus)."""
REQUIRED: Final = ("instancetype", "acceleratorname", "acceleratorcount", "price", "region")


def fetching(cloud: str) -> Fetching:
    """How the file of one cloud is asked."""
    return Fetching(
        first=(Request(f"https://raw.githubusercontent.com/skypilot-org/skypilot-catalog/master/catalogs/v8/{cloud}/vms.csv"),),
        hosts=frozenset({"raw.githubusercontent.com"}),
        media=TEXT,
        requests_per_second=2,
        integrity=Integrity(min_quotes=3, known_names=("H100",)),
    )


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of one cloud's file.

    Args:
        body: CSV with the catalogue's columns.
        capture: its source names the cloud.

    Raises:
        UnreadableCaptureError: no CSV, no columns of the catalogue, or no row; one line.
    """
    cloud_name = capture.source.removeprefix(FAMILY)
    table = read_table(body, capture)
    missing = [name for name in REQUIRED if name not in table.columns]
    if missing:
        raise UnreadableCaptureError("missing_columns", f"the file lacks columns of SkyPilot's catalogue: {', '.join(missing)}")
    if not table.records:
        raise UnreadableCaptureError("no_rows", "the catalogue has a header and no row; a cloud that offers nothing has no file")
    gathering = Gathering(capture, PARSER_VERSION)
    cloud = CLOUDS.get(cloud_name, Cloud())
    records = [_named_by_plan(record) for record in table.records] if cloud.named_by_plan else table.records
    reader = _Reader(cloud_name, cloud, gathering, memory_style(_devices(records)))
    gathering.remark_unread(name for name in table.columns if "price" in name and name not in {"price", "spotprice"})
    for record in records:
        reader.read(record)
    return gathering.parsed(without_duplicates, without_idle_discounts)


def _named_by_plan(record: Record) -> Record:
    """A row of Vast's file with the name that stands in its plan ("2x-RTX_4070S_Ti-32-65536")."""
    plan = _VAST_PLAN.fullmatch(str(record.cells.get("instancetype") or "").strip())
    if plan is None:
        return record
    return replace(record, cells={**record.cells, "acceleratorname": spelled(plan[1].replace("_", " "))})


def _devices(records: Sequence[Record]) -> list[Device]:
    found: list[Device] = []
    for record in records:
        try:
            device = device_of(record.cells)
        except CellError:
            continue
        if device:
            found.append(device)
    return found


@dataclass(frozen=True)
class _Reader:
    """Reads rows of one cloud."""

    name: str
    cloud: Cloud
    gathering: Gathering
    style: MemoryStyle

    def read(self, record: Record) -> None:
        """Both prices of a row, or why it has none."""
        if record.fault is not None:
            self._reject(record, CellError(*record.fault))
            return
        try:
            base = self._offer(record)
            prices = [(column, number_cell("price_per_instance_hour", record.cells.get(column))) for column in ("price", "spotprice")]
        except CellError as error:
            self._reject(record, error)
            return
        if all(price is None for _, price in prices):
            self._reject(record, CellError("not_offered", "Price and SpotPrice are blank: neither is offered"))
        for column, price in prices:
            if price is not None:
                self.gathering.add(self._priced(base, column, price))

    def _priced(self, base: Offer, column: str, price: float) -> Offer:
        spot = column == "spotprice"
        return replace(
            base,
            price_per_instance_hour=price,
            purchase_option="spot" if spot else "on_demand",
            price_kind=self.cloud.spot_kind if spot else self.cloud.kind,
            part="spot" if spot else None,
        )

    def _offer(self, record: Record) -> Offer:
        cells = record.cells
        device = device_of(cells)
        instance = text_cell("instance_type", cells.get("instancetype"))
        if self.name == "gcp" and (device or _GOOGLE_HOST.match(instance or "")):
            raise CellError("component_price", "the price is of the accelerator or of its host alone; they are priced apart")
        if instance is None:
            raise CellError("component_price", "InstanceType is blank: the price is of the accelerator without its host")
        listed = listed_type(self.cloud.types, instance) if self.cloud.types else None
        if listed is not None and listed.partition != "full":
            raise CellError("partition_not_full", f"{instance} has a share of one accelerator ({listed.partition})")
        if device is None and listed is not None:  # The fetchers do not know the newest types, the table does.
            name, memory, form, count = listed.accelerator, listed.memory_gb, listed.form, listed.count
        elif device is None:
            raise CellError("no_accelerator", "AcceleratorName is blank: the price is of a machine without accelerators")
        else:
            count = _count(cells)
            name, memory, form = self._identity(device, (instance, cells), count, listed)
        region, zone = text_cell("region", cells.get("region")), text_cell("availability_zone", cells.get("availabilityzone"))
        capture, seller = self.gathering.capture, self._provider()
        market = market_with_known_currency(seller, region or zone)
        return Offer(
            row_number=record.number,
            source=capture.source,
            observed_at=capture.observed_at,
            provider=seller,
            accelerator_model=name,
            accelerator_count=count,
            price_per_instance_hour=None,
            currency=self.cloud.currency,
            purchase_option="on_demand",
            price_kind=self.cloud.kind,
            text=printable(record.text),
            accelerator_memory_gb=memory,
            form_factor=form,
            reseller_of=self._reseller_of(instance),
            region=zone or region,
            market=market,
            instance_type=instance,
            source_status=self.gathering.source_status,
            source_url=capture.url,
            locator=record.locator,
        )

    def _identity(
        self, device: Device, plan: tuple[str, Mapping[str, object]], count: int, listed: InstanceType | None
    ) -> tuple[str, float | None, str | None]:
        """Name, memory and form; where the instance type is known, or a plan names an accelerator, the row must agree with it."""
        instance, cells = plan
        upstream = text_cell("upstream_cloud_id", cells.get("upstreamcloudid")) or ""
        name, memory = self.style.resolve(device, instance, count)
        form = form_in(name) or form_in(instance) or form_in(device.described) or form_in(upstream)
        form = form or (self.cloud.forms or {}).get(device.name) or _verda_form(self.name, instance)
        if not self.cloud.named_by_plan:
            _check_plans(identify(name, memory_gb=memory).label, instance, upstream)
        if listed is not None:
            agreeing(listed, name, count=count, memory_gb=memory, form=form)
            memory, form = listed.memory_gb, listed.form
        identify(name, memory_gb=memory, form=form)
        return name, memory, form

    def _provider(self) -> str:
        named = self.cloud.provider or self.name
        found = provider(named)
        return found.name if found else named

    def _reseller_of(self, instance: str) -> str | None:
        """Whose machine a reseller's plan is: some begin the name of a plan with it ("crusoe_L40Sx2", "nebius__1xH100_80GB")."""
        owner = provider(instance.partition("_")[0]) if self.name in {"shadeform", "primeintellect"} else None
        return owner.name if owner else None

    def _reject(self, record: Record, error: CellError) -> None:
        self.gathering.rejected.append(refused_record(record, error, "instancetype", "acceleratorname"))


def _count(cells: Mapping[str, object]) -> int:
    stated = number_cell("accelerator_count", cells.get("acceleratorcount"))
    if stated is None:
        raise CellError("accelerator_count_missing", "AcceleratorCount is blank")
    if 0 < stated < 1:
        raise CellError("partition_not_full", f"AcceleratorCount is {stated:g}: a share of one accelerator")
    count = count_cell("accelerator_count", stated)
    if count is None:
        raise CellError("accelerator_count_missing", f"AcceleratorCount is {shown(stated)}")
    return count


def _check_plans(label: str, *plans: str) -> None:
    """Some files write the name of a like accelerator ("L40" for the plan "g3-l40s-large"); a plan may leave out its edition ("Ada")."""
    for plan in plans:
        named = {mention.accelerator.label for mention in find_accelerators(plan)}
        if named and not any(set(other.split()) <= set(label.split()) for other in named):
            raise CellError(
                "accelerator_mismatch", f"AcceleratorName is {label}, the plan {shown(plan)} names {' and '.join(sorted(named))}"
            )


def _verda_form(cloud: str, instance: str) -> str | None:
    """Verda writes the memory with an S for the SXM module ("8H100.80S.176V").

    toolshedlabs-hash/gpu-price-feed@3371c7b lists the same plans as "H100 80GB SXM" and "H200 141GB SXM" (2026-10-01).
    """
    parts = instance.split(".")
    return "sxm" if cloud == "verda" and any(part[:-1].isdigit() and part.endswith("S") for part in parts) else None
