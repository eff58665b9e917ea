"""Claims about organisations that used accelerators → cases: one per organisation and model or system named.

Belongs here: which claims belong together, and the words around each. A claim belongs to the model that its own sentence names, else to
the one that the text named last of that organisation; a name of which no figure of a run is told (a family, a product of the future)
belongs to the main one. Does not belong here: which figure speaks (see `case_figures`), costs.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import polars as pl

from fab_pipeline.reading.case_words import main_model, named_models, sentence_at
from fab_pipeline.reading.identity import run_slug

RUN_METRICS: Final = frozenset(
    {
        "accelerators_used",
        "max_cluster_accelerators",
        "total_accelerators",
        "systems_used",
        "cluster_nodes",
        "training_duration",
        "accelerator_hours",
        "accelerator_days",
        "training_tokens",
    }
)
"""Metrics of the vocabulary that tell of a run or of a cluster."""
_LINES_ABOVE: Final = 4
"""How far above its first claim the heading of an organisation is looked for."""
_NO_EVIDENCE: Final = frozenset({"guideline", "definition", "target"})


@dataclass(frozen=True)
class CaseClaim:
    """One claim with the sentence in which it stands, and the model that the sentence names."""

    row: Mapping[str, Any]
    sentence: str
    model: str | None

    @property
    def counts(self) -> bool:
        """Whether it is evidence: no plan, advice or definition, and not the number that another is compared with."""
        return self.row["modality"] not in _NO_EVIDENCE and not self.row["is_baseline"]


@dataclass
class Case:
    """One organisation and one model or system of it.

    Attributes:
        vendor: slug of the organisation.
        organization: its English name, else as printed.
        organization_zh: its Chinese name, where there is one.
        model: name of the model or system; None where the text names none.
        claims: claims about it, in the order of pages and places.
        context: what the pages say around them, for the sector.
    """

    vendor: str
    organization: str
    organization_zh: str | None
    model: str | None
    claims: list[CaseClaim] = field(default_factory=list[CaseClaim])
    context: str = ""

    @property
    def case_id(self) -> str:
        """Slug of the organisation and the model."""
        return run_slug(self.vendor, self.model) if self.model else self.vendor


def cases_of(claims: pl.DataFrame, pages: pl.DataFrame) -> list[Case]:
    """The cases of all pages, sorted by their ids.

    Args:
        claims: frame of VENDOR_CLAIMS.
        pages: frame of VENDOR_PAGES of the same captures: the text that the claims stand in.
    """
    texts = _texts(pages)
    by_vendor: dict[str, list[CaseClaim]] = {}
    contexts: dict[str, list[str]] = {}
    told = claims.filter((pl.col("entity_kind") == "case") & ~pl.col("vendor").str.starts_with("_"))
    for (vendor, capture), group in told.sort("vendor", "capture_sha256", "char_start").group_by(
        "vendor", "capture_sha256", maintain_order=True
    ):
        rows = group.to_dicts()
        title, text = texts.get(str(capture), ("", ""))
        context = _context(title, text, rows, claims.filter(pl.col("capture_sha256") == capture))
        contexts.setdefault(str(vendor), []).append(context)
        by_vendor.setdefault(str(vendor), []).extend(_with_models(rows, text, context))
    cases: list[Case] = []
    for vendor, found in by_vendor.items():
        cases += _split(vendor, found, "\n".join(contexts[vendor]))
    return sorted(cases, key=lambda case: case.case_id)


def sentence_of(row: Mapping[str, Any], text: str) -> str:
    """The sentence of a claim; its span where the text is not kept."""
    return sentence_at(text, row["char_start"], row["char_end"]) or row["span"]


def _texts(pages: pl.DataFrame) -> dict[str, tuple[str, str]]:
    columns = ("capture_sha256", "title", "extracted_text")
    return {sha: (title or "", text) for sha, title, text in pages.select(columns).iter_rows()}


def _context(title: str, text: str, own: list[dict[str, Any]], page: pl.DataFrame) -> str:
    """Lines of an organisation on a page: where it has claims and what stands between, or the whole page where it is alone on it."""
    others = page.filter(pl.col("vendor") != own[0]["vendor"]).filter(pl.col("entity_kind") == "case")
    if others.is_empty() and (page["vendor"] == own[0]["vendor"]).sum() * 2 >= page.height:
        return f"{title}\n{text}"
    lines, foreign = text.split("\n"), set(page.filter(pl.col("vendor") != own[0]["vendor"])["line"].to_list())
    mine = sorted({row["line"] for row in own})
    kept = _heading_above(lines, mine[0], foreign, own[0])
    for before, line in zip([None, *mine], mine, strict=False):
        between = range(line if before is None else before + 1, line)
        kept += [lines[one - 1] for one in between if not foreign.intersection(between)]
        shared = dict.fromkeys(sentence_of(row, text) for row in own if row["line"] == line)
        kept += list(shared) if line in foreign or line > len(lines) else [lines[line - 1]]
    return "\n".join(kept)


def _heading_above(lines: list[str], first: int, foreign: set[int], row: Mapping[str, Any]) -> list[str]:
    """Lines from the nearest one above the first claim that has the organisation's name, without passing a claim of somebody else."""
    names = [name for name in (row["vendor_en"], row["vendor_zh"]) if name]
    for line in range(first - 1, max(0, first - 1 - _LINES_ABOVE), -1):
        if line in foreign:
            break
        if any(name in lines[line - 1] for name in names):
            return lines[line - 1 : first - 1]
    return []


def _with_models(rows: Iterable[dict[str, Any]], text: str, context: str) -> list[CaseClaim]:
    """Claims of one organisation on one page with the model of each: of its sentence, else the one named last before it."""
    found: list[CaseClaim] = []
    known = {named.name for named in named_models(context)}
    carried: str | None = None
    for row in rows:
        sentence = sentence_of(row, text)
        own = [named.name for named in named_models(sentence) if named.name in known]
        written = [name for name in known if name in sentence]
        carried = own[-1] if len(own) == 1 else max(written, key=len) if written else carried
        found.append(CaseClaim(row, sentence, carried))
    return found


def _split(vendor: str, claims: list[CaseClaim], context: str) -> list[Case]:
    first = claims[0].row
    groups: dict[str | None, list[CaseClaim]] = {}
    for claim in claims:
        groups.setdefault(claim.model, []).append(claim)
    runs = {model: _weight(group) for model, group in groups.items() if model and _weight(group)}
    main = max(runs, key=lambda model: (runs[model], model)) if runs else main_model(context)
    cases: dict[str | None, Case] = {}
    for model, group in groups.items():
        own = model if model in runs else main
        case = cases.setdefault(own, Case(vendor, first["vendor_en"] or vendor, first["vendor_zh"], own, context=context))
        case.claims.extend(group)
    return list(cases.values())


def _weight(group: Iterable[CaseClaim]) -> int:
    """How many figures of a run a group has."""
    return sum(claim.row["metric"] in RUN_METRICS and claim.counts for claim in group)
