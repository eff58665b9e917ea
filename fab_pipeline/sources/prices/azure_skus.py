"""Which accelerators an Azure size has, or why its price is none of an accelerator.

Belongs here: the step from `armSkuName` to the table of instance types, for the price interface and for the dated history. Does not
belong here: the table itself (`vocabulary/instance_types.yaml`).
"""

from fab_pipeline.sources.prices.cells import CellError
from fab_pipeline.vocabulary.instance_types import InstanceType, instance_type, without_accelerator

Size = InstanceType

CLOUD = "azure"


def size_of(name: str | None) -> Size:
    """The size of a name.

    Raises:
        CellError: instance_type_missing, no_accelerator, or unknown_accelerator for a size of the N family that is not in the table.
    """
    return listed_type(CLOUD, name)


def listed_type(cloud: str, name: str | None) -> InstanceType:
    """The instance type of a cloud, as named by its own price list.

    Raises:
        CellError: instance_type_missing, no_accelerator, or unknown_accelerator for a type that may have one and is not in the table.
    """
    if name is None:
        raise CellError("instance_type_missing", "the item names no instance type")
    listed = instance_type(cloud, name)
    if listed is not None:
        return listed
    instead = without_accelerator(cloud, name)
    if instead is not None:
        raise CellError("no_accelerator", f"{name!r} has no accelerator of the list: {instead}")
    raise CellError("unknown_accelerator", f"{name!r} is not in the table of instance types; add it to vocabulary/instance_types.yaml")
