"""The disk budget of a source: how much of it is spent, a warning before it is, and a refusal when it would be.

Belongs here: counting what lies in the archive, and the pure rule. Does not belong here: recording (see `captures`), and what becomes of
a refused capture (see the collectors). Captures are never removed, so that only a person can make room.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

WARN_FROM: Final = 0.8
"""Share of the budget from which it is worth a line: of a budget spent evenly over a year, ten weeks before the end."""

_SHORT_SHA: Final = 12


@dataclass(frozen=True)
class Verdict:
    """What the budget says about a capture that has come.

    Attributes:
        refusal: why it is not kept, in one line; None = it is.
        warning: one line that the budget is nearly spent; None = it is not.
    """

    refusal: str | None = None
    warning: str | None = None


def verdict(source: str, used: int, adding: int, budget: int) -> Verdict:
    """Whether a capture may be kept.

    Args:
        source: whose capture.
        used: bytes that its captures take.
        adding: bytes that this one would take; 0 where the archive has them already, and then it always may.
        budget: bytes that its captures may take.
    """
    if adding and used + adding > budget:
        spent = f"the captures of {source} take {size(used)} of {size(budget)}, and this one would add {size(adding)}"
        return Verdict(refusal=f"the disk budget is spent: {spent}; raise FAB_SOURCE_BUDGET_BYTES, or keep fewer sources")
    if (after := used + adding) >= WARN_FROM * budget:
        share = f"{after / budget:.0%} of its disk budget of {size(budget)}"
        return Verdict(warning=f"{source}: {share} is spent; then it is no longer collected; raise FAB_SOURCE_BUDGET_BYTES")
    return Verdict()


def nearly_spent(captures: Path, sources: Iterable[str], budget: int) -> dict[str, str]:
    """One line for each of these sources whose budget is nearly spent, or is.

    Args:
        captures: `Settings.captures`; may be absent.
        sources: names of sources that are fetched; files handed in by people have no budget.
        budget: bytes that the captures of one source may take.
    """
    found = {name: verdict(name, stored_bytes(captures, name), 0, budget).warning for name in sources}
    return {name: line for name, line in found.items() if line}


def stored_bytes(captures: Path, source: str) -> int:
    """Bytes on disk that the captures of a source take: each blob once, and the manifests.

    Nothing is opened: manifests are named after the bytes.

    Args:
        captures: `Settings.captures`; may be absent.
        source: name of the source.
    """
    total = 0
    blobs: set[str] = set()
    for manifest in (captures / "observations" / source).glob("*/*.json"):
        total += manifest.stat().st_size
        blobs.add(manifest.stem[-_SHORT_SHA:])
    return total + sum(path.stat().st_size for start in blobs for path in (captures / "blobs" / start[:2]).glob(f"{start}*.gz"))


def size(count: int) -> str:
    """Bytes for people, in powers of 1000."""
    for unit, power in (("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000)):
        if count >= power:
            return f"{count / power:.1f} {unit}"
    return f"{count} B"
