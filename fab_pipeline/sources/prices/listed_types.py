"""Which accelerators an instance type has, or why its price is none of an accelerator.

Belongs here: the step from the name in a price list to the table of instance types. Does not belong here: the table itself
(`vocabulary/instance_types.yaml`).
"""

from fab_pipeline.sources.prices.cells import CellError
from fab_pipeline.vocabulary.instance_types import InstanceType, instance_type, without_accelerator


def listed_type(cloud: str, name: str | None) -> InstanceType:
    """The instance type of a cloud, as named by its own price list.

    Args:
        cloud: aws, azure or oci.
        name: as printed; None = not said.

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
