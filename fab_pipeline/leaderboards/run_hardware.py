"""What a run's hardware claim says: its labels, its group on the board, and the configuration that could be priced.

Belongs here: reading the winning `accelerators` claim with the closed vocabulary. Does not belong here: prices, and the vocabulary.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fab_pipeline.vocabulary.accelerators import by_label, find_accelerators, hardware_group

SEPARATOR: Final = " + "

# No word boundaries: flattened pages glue what follows ("vendor not named50,000 cards").
_NOT_NAMED: Final = re.compile(
    r"not (?:[a-z]+ )?(?:specified|named|disclosed|stated|given|said)(?![a-z])|unspecified|unnamed|undisclosed|unknown"
    r"|未(?:指明|具名|披露|公开|说明|透露|公布)|不(?:详|明)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Hardware:
    """Hardware of one run as its claim states it.

    Attributes:
        labels: family labels, each once, in stated order; empty where none is named.
        group: hardware group of training_by_accelerator.
        form_factor: form that the words give to the single label, where they give one.
        memory_gb: memory that the words give to it, where they give one.
        problem: accelerator_undisclosed, accelerator_unmapped, or None for exactly one accelerator of the vocabulary.
    """

    labels: tuple[str, ...]
    group: str
    form_factor: str | None
    memory_gb: float | None
    problem: str | None


def hardware(labels_text: str | None, printed: str | None, status: str | None) -> Hardware:
    """Hardware of a run.

    Args:
        labels_text: labels of the disclosed claim, joined by " + "; None where none was disclosed.
        printed: the words of the claim, also where it is unreadable.
        status: status of the claim; None where there is no claim.
    """
    labels = split_labels(labels_text)
    form, memory = _configuration(labels, printed)
    group = hardware_group(labels, None if status == "undisclosed" else printed)
    return Hardware(labels, group, form, memory, _problem(labels, printed, status))


def split_labels(labels_text: str | None) -> tuple[str, ...]:
    """Distinct labels of a joined text, in order."""
    return tuple(dict.fromkeys(label.strip() for label in (labels_text or "").split(SEPARATOR) if label.strip()))


def _problem(labels: Sequence[str], printed: str | None, status: str | None) -> str | None:
    """Why the hardware cannot be priced as one kind.

    Words without a name of the vocabulary are unmapped (somebody could add the name), unless they themselves say that nothing is named.
    """
    if not labels:
        named = status == "unreadable" and not _NOT_NAMED.search(printed or "")
        return "accelerator_unmapped" if named else "accelerator_undisclosed"
    entry = by_label(labels[0])
    return "accelerator_unmapped" if len(labels) > 1 or entry is None or entry.family else None


def _configuration(labels: Sequence[str], printed: str | None) -> tuple[str | None, float | None]:
    entry = by_label(labels[0]) if len(labels) == 1 else None
    if entry is None:
        return None, None
    mentions = [mention for mention in find_accelerators(printed or "") if mention.accelerator.label == entry.label]
    forms = {mention.form for mention in mentions if mention.form} or {entry.only_form}
    memories = {mention.memory_gb for mention in mentions if mention.memory_gb}
    return (next(iter(forms)) if len(forms) == 1 else None), (next(iter(memories)) if len(memories) == 1 else None)
