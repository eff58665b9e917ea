"""Which accelerators an instance type has, or why its price is none of an accelerator.

Belongs here: the step from the name in a price list to the table of instance types, and holding a row against that table. Does not belong
here: the table itself (`vocabulary/instance_types.yaml`).
"""

from fab_pipeline.sources.prices.cells import CellError
from fab_pipeline.sources.prices.identity import Identity, identify
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


def agreeing(
    listed: InstanceType, name: str, *, count: int | None = None, memory_gb: float | None = None, form: str | None = None
) -> Identity:
    """Identity of the accelerators of a listed type, where what a row says of them agrees.

    Args:
        listed: from the table.
        name: accelerator as the row prints it.
        count: accelerators of the instance; None = the row does not say, as below.
        memory_gb: of one accelerator.
        form: word of the contract.

    Raises:
        CellError: partition_not_full, accelerator_mismatch, memory_mismatch, form_mismatch or count_mismatch.
    """
    if listed.partition != "full":
        raise CellError("partition_not_full", f"{listed.name} has a share of one accelerator ({listed.partition})")
    own = identify(name, memory_gb=memory_gb, form=form)
    known = identify(listed.accelerator, memory_gb=listed.memory_gb, form=listed.form)
    if own.label != known.label:
        raise CellError("accelerator_mismatch", f"the row is about {own.label}, {listed.name} has {known.label}")
    if own.memory_gb and own.memory_gb != known.memory_gb:
        raise CellError("memory_mismatch", f"the row says {own.memory_gb:g} GB, {listed.name} has {known.memory_gb:g} GB")
    if "unknown" not in {own.form, known.form} and own.form != known.form:
        raise CellError("form_mismatch", f"the row says {own.form}, {listed.name} has the {known.form} card")
    if count is not None and count != listed.count:
        raise CellError("count_mismatch", f"the row says {count} accelerators, {listed.name} has {listed.count}")
    return known
