"""What Epoch's hardware prices say of the hardware: its name, and the instance types, memories and counts in notes and descriptions.

Belongs here: bringing the columns "Hardware model", "Notes", "Cloud GPU description" and "Number of GPUs" of one row together. They were
filled in by hand and contradict each other in places ("NVIDIA Tesla P4" beside "P100 (16 GB)"): then the row is rejected. Does not belong
here: prices and dates (`epoch_prices`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from fab_pipeline.sources.prices.cells import CellError, count_cell, is_blank, text_cell
from fab_pipeline.sources.prices.identity import identify
from fab_pipeline.sources.prices.listed_types import agreeing
from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.instance_types import InstanceType, instance_type

NOTES_LIMIT: Final = 1000
NAME_LIMIT: Final = 120

_STATION: Final = re.compile(r"\bDGXS\b")
"""Epoch calls any V100 by the name of the DGX Station's card; it says nothing of the form that a cloud rents out."""
_BARE_MEMORY: Final = re.compile(r"^\s*(\d{2,3})\s?GB\b")
_AWS: Final = re.compile(r"\b(?:p|g|gr|inf|trn|dl)\d[\w-]*\.(?:metal|\d*x?large)\b")
_AZURE: Final = re.compile(r"(?<![A-Za-z0-9])N[CDVG]\d+[a-z]*(?:[ _](?:A100|H100|H200|A10|T4|MI300X))?(?:[ _]v\d)?\b")
_ORACLE: Final = re.compile(r"\b(?:BM|VM)\.GPU[\w.-]*\d\b")
_GOOGLE: Final = re.compile(r"\b(?:a\d|n1|g\d)-[a-z]+-\d+g?\b")


@dataclass(frozen=True)
class Hardware:
    """What a row says of its hardware.

    Attributes:
        model: name of the accelerator.
        memory_gb: of one accelerator; None = not said.
        form: word of the contract; None = not said.
        count: accelerators of the instance; 1 where nothing is said.
        instance: instance type, or else the description; None where there is neither.
    """

    model: str
    memory_gb: float | None
    form: str | None
    count: int
    instance: str | None


def hardware_of(cells: Mapping[str, object]) -> Hardware:
    """Hardware of one row.

    Raises:
        CellError: an unknown name, or columns that contradict each other (accelerator_mismatch, memory_mismatch, form_mismatch,
            count_mismatch).
    """
    printed = text_cell("accelerator_model", cells.get("hardware_model"))
    if printed is None:
        raise CellError("accelerator_model_missing", "Hardware model is empty")
    model = " ".join(_STATION.sub("", printed).split())
    notes = _text(cells.get("notes"))
    description = _text(cells.get("cloud_gpu_description"))
    memory = _described_memory(model, description)
    identify(model, memory_gb=memory)
    named, listed = _instance(f"{notes} {description}")
    count, form = count_cell("accelerator_count", cells.get("number_of_gpus")), None
    if listed:
        agreeing(listed, model, count=count, memory_gb=memory)
        count, memory, form = listed.count, listed.memory_gb, listed.form
    return Hardware(model, memory, form, count or 1, named or _first_line(cells.get("cloud_gpu_description"))[:NAME_LIMIT] or None)


def _text(value: object) -> str:
    """A text of several lines as one, shortened; notes hold whole e-mails at times."""
    return "" if is_blank(value) or not isinstance(value, str) else text_cell("notes", value[:NOTES_LIMIT]) or ""


def _first_line(value: object) -> str:
    return _text(value.strip().splitlines()[0]) if isinstance(value, str) and value.strip() else ""


def _described_memory(model: str, description: str) -> float | None:
    """Memory that the description states for the same accelerator ("A100 (80 GB)", "80GB")."""
    labels = {mention.accelerator.label for mention in find_accelerators(model)}
    mentions = find_accelerators(description) if "://" not in description else []
    others = {mention.accelerator.label for mention in mentions} - labels
    if labels and others:
        raise CellError("accelerator_mismatch", f"the model is {model!r}, the description says {description[:60]!r}")
    stated = next((mention.memory_gb for mention in mentions if mention.memory_gb), None)
    bare = _BARE_MEMORY.match(description)
    return stated or (float(bare[1]) if bare else None)


def _instance(text: str) -> tuple[str | None, InstanceType | None]:
    """Instance type that a text names, and what is known of it."""
    for cloud, pattern, prefix in (("aws", _AWS, ""), ("azure", _AZURE, "Standard_"), ("oci", _ORACLE, ""), ("", _GOOGLE, "")):
        for hit in pattern.finditer(text):
            name = prefix + hit[0].replace(" ", "_")
            listed = instance_type(cloud, name)
            if listed or not cloud:
                return name, listed
    return None, None
