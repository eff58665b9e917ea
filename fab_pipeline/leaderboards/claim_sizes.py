"""Numbers of accelerators that are no claim of their own: they say at which size another figure holds.

Belongs here: telling such a size from one that is claimed, by what stands around it. Does not belong here: reading sizes (`claim_facets`).
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from fab_pipeline.leaderboards.claim_facets import accelerator_counts
from fab_pipeline.vocabulary.characters import fold
from fab_pipeline.vocabulary.comparability import meeting_rules
from fab_pipeline.vocabulary.metrics import metrics

Claim = Mapping[str, Any]

SIZE: Final = "max_cluster_accelerators"
_WHERE: Final = re.compile(
    r"^\s*(?:在|于|基于)|(?:规模|集群|卡|场景)\s?(?:下|上|中)\s*[，,]?\s*$|^\s*(?:on|at|with|using|across)\b", re.I | re.A
)
"""How words begin or end that say where something else holds."""
_BRACKETS: Final = re.compile(r"\([^()]*\)")
_WHERE_BEFORE: Final = re.compile(r"(?:在|于)\s*$|\b(?:on|at|with|using|across)\s+(?:an?\s+|the\s+|over\s+)?$", re.I | re.A)


def sizes_of_conditions(rows: Iterable[Claim]) -> tuple[set[str], dict[str, float]]:
    """Sizes that are conditions, and what holds at them.

    Args:
        rows: rows of VENDOR_CLAIMS of any pages.

    Returns:
        claim_id of each size that only says where another figure of the same words holds (在千卡规模下加速比达 90%); and, of each such
        figure with one such size, claim_id → accelerators.
    """
    lines: dict[tuple[str, int], list[Claim]] = {}
    for row in rows:
        lines.setdefault((row["capture_sha256"], row["line"]), []).append(row)
    sizes: set[str] = set()
    holds_at: dict[str, set[float]] = {}
    for together in lines.values():
        for size in together:
            if size["metric"] != SIZE or size["value"] is None:
                continue
            figures = [other["claim_id"] for other in together if _is_condition_of(size, other)]
            if figures or _stands_in_brackets(size):
                sizes.add(size["claim_id"])
            for figure in figures:
                holds_at.setdefault(figure, set()).add(size["value"])
    return sizes, {figure: found.pop() for figure, found in holds_at.items() if len(found) == 1}


def _is_condition_of(size: Claim, other: Claim) -> bool:
    if other["metric"] in (SIZE, None) or other["value"] is None:
        return False
    overlap = other["char_start"] < size["char_end"] and size["char_start"] < other["char_end"]
    is_stated = size["value"] in accelerator_counts(other["conditions"] or "")
    return (overlap and is_stated) or (_says_where(size) and (overlap or is_stated))


def _stands_in_brackets(size: Claim) -> bool:
    """Whether the size stands in brackets behind the name of another metric, as in a heading of a table: GPU 加速比（千卡规模）."""
    span, raw = fold(size["span"]), fold(size["raw"] or "")
    bracket = next((hit for hit in _BRACKETS.finditer(span) if raw and raw[:2] in hit[0]), None)
    if bracket is None:
        return False
    label = span[: bracket.start()]
    return any(words.search(label) for name in meeting_rules() if name != SIZE and (words := metrics()[name].words))


def _says_where(size: Claim) -> bool:
    span, raw = fold(size["span"]), fold(size["raw"] or "")
    before, found, _ = span.partition(raw[:4]) if raw else ("", "", "")
    return bool(_WHERE.search(span)) or bool(found and _WHERE_BEFORE.search(before))
