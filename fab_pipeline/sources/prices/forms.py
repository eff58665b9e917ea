"""The form of an accelerator, where the name of a plan or a card says it.

Belongs here: form words in names that are not names of accelerators ("gpu-h100-sxm_8gpu-128vcpu"). Does not belong here: names of
accelerators with their forms (`vocabulary.accelerators`).
"""

import re
from typing import Final

_FORMS: Final = (
    ("sxm", re.compile(r"(?<![a-z])sxm\d?(?![a-z])", re.I)),
    ("pcie", re.compile(r"(?<![a-z])pci[\s-]?e(?:\d(?:\.\d)?)?(?![a-z])", re.I)),
    ("nvl", re.compile(r"(?<![a-z])nvl(?![a-z\d])", re.I)),
    ("oam", re.compile(r"(?<![a-z])oam(?![a-z])", re.I)),
)


def form_in(text: str) -> str | None:
    """Form that a text names, a word of the contract; None where it names none or several."""
    found = [form for form, pattern in _FORMS if pattern.search(text)]
    return found[0] if len(found) == 1 else None
