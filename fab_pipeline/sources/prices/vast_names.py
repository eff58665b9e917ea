"""Vast.ai's names of cards, brought to those of the list of accelerators.

Belongs here: its abbreviations, wherever its names are passed on. Does not belong here: the list itself (`vocabulary/accelerators.yaml`).
"""

import re
from typing import Final

_SPELLINGS: Final = (
    (re.compile(r"^Q (?=RTX|[PG][PV]?\d)"), "Quadro "),
    (re.compile(r"^(G[HB]\d00) SXM$"), r"\1"),
    (re.compile(r"(?<=\d)Ada\b"), " Ada"),
    (re.compile(r"^(RTX PRO \d+) (?:S|SE|WS|WK|MQ|Max-?Q)$", re.I), r"\1"),
    (re.compile(r"^([RG]TX \d{4}) ?S$"), r"\1 SUPER"),
    (re.compile(r"^(RTX \d{4})S Ti$"), r"\1 Ti SUPER"),
)
"""Vast's own short names, brought to those of the list ("Q RTX 8000", "RTX 6000Ada", "RTX PRO 6000 WS")."""


def spelled(name: str) -> str:
    """A name as the list of accelerators has it; other names stay as they are."""
    for pattern, replacement in _SPELLINGS:
        name = pattern.sub(replacement, name)
    return name
