"""Of whom a text speaks.

Belongs here: the type, and the makers of hardware, whose names stand in everybody's sentences. Does not belong here: finding out (see
`whose_page`, `sections`, `subjects`).
"""

from dataclasses import dataclass
from typing import Final

from fab_pipeline.vocabulary.vendors import Vendor


@dataclass(frozen=True, slots=True)
class Subject:
    """Of whom a text speaks.

    Attributes:
        kind: vendor, case, hardware or article.
        vendor: who; None for article.
        product: product named with it.
        others: further subjects of the same heading.
        alone: whether every sentence is its own, whoever else it names: on a maker's own page, and in the story of one customer.
    """

    kind: str
    vendor: Vendor | None
    product: str | None = None
    others: tuple[Vendor, ...] = ()
    alone: bool = False


NOBODY: Final = Subject("article", None)
MAKERS: Final = frozenset({"nvidia", "amd", "intel", "cisco", "dell", "supermicro", "hpe", "lenovo"})
"""Makers of hardware: their names stand in everybody's sentences."""
