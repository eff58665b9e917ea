"""What is doubtful about claims of vendors: two figures for one thing, superseded figures, titles about something else, copies.

Belongs here: findings across claims of any pages. Does not belong here: whether figures of two vendors may meet (`claim_gate`).

Checks
- stated_twice_differently, sources_disagree: one vendor, one metric, two figures, and no stated condition that tells them apart; in one
  text or in two. A warning where both stand in one comparability key and cannot both hold; else for information. "At least 85, up to 95"
  is one statement and no contradiction.
- figure_superseded: the same under equal conditions, with two dates: the older one.
- cited_title_is_about_inference: a claim about training that cites a title about inference.
- same_text_many_sources: pages that repeat one text count as one source.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final

import polars as pl

from fab_pipeline.leaderboards.claim_facets import facet
from fab_pipeline.leaderboards.claim_gate import MODALITY_OF, Judged, evidence_of, is_vendor, judge_claims
from fab_pipeline.leaderboards.copied_pages import origins
from fab_pipeline.leaderboards.findings.common import FindingRow, Message, Subject, finding, findings_frame
from fab_pipeline.leaderboards.vendor_metrics import printed
from fab_pipeline.vocabulary.comparability import meeting_rules

TABLE: Final = "vendor_claims"
_INFERENCE: Final = re.compile(r"推理|推論|inferenc|serving", re.I)
_TRAINING: Final = re.compile(r"训练|訓練|train", re.I)
_NO_EVIDENCE: Final = frozenset(("size_is_a_condition", "length_of_a_list", "not_understood"))


def vendor_findings(claims: pl.DataFrame) -> pl.DataFrame:
    """Findings about claims of vendors.

    Args:
        claims: frame of VENDOR_CLAIMS of the pages in force.

    Returns:
        Frame of FINDINGS about table vendor_claims, sorted by finding_id; each finding once.
    """
    judged = [one for one in judge_claims(claims) if is_vendor(one.claim)]
    pages = origins(one.claim for one in judged)
    found: dict[object, FindingRow] = {}
    for row in (*_two_figures(judged, pages), *_cited_inference(judged), *_copies(judged, pages)):
        found.setdefault(row["finding_id"], row)
    return findings_frame(found.values())


def _two_figures(judged: Iterable[Judged], pages: dict[str, str]) -> Iterator[FindingRow]:
    groups: dict[tuple[str, str, str], list[Judged]] = {}
    for one in judged:
        if _is_figure(one):
            unit = one.claim["si_unit"] or one.claim["unit"] or "1"
            groups.setdefault((one.claim["vendor"], one.claim["metric"], unit), []).append(one)
    for members in groups.values():
        distinct = {(printed(one), facet("period", one.claim), one.key): one for one in reversed(members)}
        for one, other in combinations(sorted(distinct.values(), key=lambda one: one.claim["claim_id"]), 2):
            if one.interval == other.interval or _is_told_apart(one, other) or _is_one_statement(one, other):
                continue
            dates = facet("period", one.claim), facet("period", other.claim)
            if all(dates) and dates[0] != dates[1]:
                yield from _superseded(one, other)
            else:
                yield _disagreement(one, other, pages)


def _is_figure(one: Judged) -> bool:
    claim = one.claim
    is_evidence = not claim["is_baseline"] and claim["modality"] in MODALITY_OF and evidence_of(claim) is not None
    return is_evidence and one.interval is not None and claim["metric"] in meeting_rules() and not _NO_EVIDENCE & set(one.reasons)


def _conditions(one: Judged) -> list[str | None]:
    """What may tell a figure from another one of its metric, dates aside."""
    names = [name for name in meeting_rules()[one.claim["metric"]].share if name != "period"]
    return [facet(name, one.claim) for name in names] + [one.claim[column] for column in ("phase", "precision", "product")]


def _is_told_apart(one: Judged, other: Judged) -> bool:
    pairs = zip(_conditions(one), _conditions(other), strict=True)
    return any(mine is not None and theirs is not None and mine != theirs for mine, theirs in pairs)


def _is_one_statement(one: Judged, other: Judged) -> bool:
    """Whether they are as "at least 85, up to 95": a lower bound and a best case above it."""
    low, high = sorted((one, other), key=lambda judged: judged.claim["comparator"] in ("up_to", "le"))
    kinds = low.claim["comparator"] in ("ge", "gt"), high.claim["comparator"] in ("up_to", "le")
    return all(kinds) and low.claim["value"] <= high.claim["value"]


def _superseded(one: Judged, other: Judged) -> Iterator[FindingRow]:
    """The older of two dated figures, where both state the same of everything that the metric needs."""
    if one.key is None or other.key is None or one.claim["as_of"] == other.claim["as_of"]:
        return
    older, newer = sorted((one, other), key=lambda judged: judged.claim["as_of"])
    vendor, metric, dates = one.claim["vendor"], one.claim["metric"], (older.claim["as_of"], newer.claim["as_of"])
    message = Message(
        f"{vendor} gives {metric} as {printed(older)} for {dates[0]} and {printed(newer)} for {dates[1]}: the older one is superseded.",
        f"{vendor} 的 {metric}：{dates[0]} 为 {printed(older)}，{dates[1]} 为 {printed(newer)}；旧数据已被取代。",
    )
    yield finding(
        "figure_superseded",
        "info",
        Subject(TABLE, older.claim["claim_id"]),
        message,
        (older.claim["claim_id"], newer.claim["claim_id"]),
        detail=newer.claim["claim_id"],
        quantity=metric,
        arithmetic=f"{printed(older)} against {printed(newer)}",
    )


def _disagreement(one: Judged, other: Judged, pages: dict[str, str]) -> FindingRow:
    vendor, metric = one.claim["vendor"], one.claim["metric"]
    same_text = pages[one.claim["capture_sha256"]] == pages[other.claim["capture_sha256"]]
    same_key = one.key is not None and one.key == other.key
    opposed = same_key and _are_opposed(one, other)
    where_en, where_zh = ("one text", "同一文本") if same_text else ("two texts", "两处文本")
    end_en = "they cannot both hold" if opposed else "no stated condition tells them apart"
    end_zh = "两者不能同时成立" if opposed else "文中没有可区分二者的条件"
    message = Message(
        f"{vendor} gives two figures for {metric} in {where_en}, {printed(one)} and {printed(other)}: {end_en}.",
        f"{vendor} 在{where_zh}中给出两个 {metric} 数值：{printed(one)} 与 {printed(other)}；{end_zh}。",
    )
    return finding(
        "stated_twice_differently" if same_text else "sources_disagree",
        "warning" if opposed else "info",
        Subject(TABLE, one.claim["claim_id"]),
        message,
        (one.claim["claim_id"], other.claim["claim_id"]),
        detail=other.claim["claim_id"],
        quantity=metric,
        arithmetic=f"{printed(one)} against {printed(other)}",
        effect="both are shown in vendor_metrics, and the interval there holds both"
        if same_key
        else "none: no board takes them for one thing",
    )


def _are_opposed(one: Judged, other: Judged) -> bool:
    mine, theirs = one.interval, other.interval
    return mine is not None and theirs is not None and (mine.lies_above(theirs) or theirs.lies_above(mine))


def _cited_inference(judged: Iterable[Judged]) -> Iterator[FindingRow]:
    for one in judged:
        claim, title = one.claim, one.claim["source_cited"] or ""
        rule = meeting_rules().get(claim["metric"] or "")
        is_training = claim["phase"] == "training" or (claim["phase"] is None and rule is not None and rule.phase == "training")
        if is_training and _INFERENCE.search(title) and not _TRAINING.search(title):
            message = Message(
                f"{claim['vendor']} states {claim['metric']} of training and cites a title about inference: {title!r}.",
                f"{claim['vendor']} 的 {claim['metric']} 说的是训练，引用的标题却是推理：{title!r}。",
            )
            subject = Subject(TABLE, claim["claim_id"])
            yield finding("cited_title_is_about_inference", "warning", subject, message, [claim["claim_id"]], quantity=claim["metric"])


def _copies(judged: Iterable[Judged], pages: dict[str, str]) -> Iterator[FindingRow]:
    first: dict[str, dict[str, str]] = {}
    for one in judged:
        capture = one.claim["capture_sha256"]
        first.setdefault(pages[capture], {}).setdefault(capture, one.claim["claim_id"])
    for origin, copies in first.items():
        if len(copies) > 1:
            message = Message(
                f"{len(copies)} pages repeat one text or each other's figures: they count as one source.",
                f"{len(copies)} 个页面重复同一文本或彼此的数据，只算一个来源。",
            )
            subject, effect = Subject(TABLE, min(copies.values())), "vendor_metrics.sources counts them once"
            yield finding("same_text_many_sources", "info", subject, message, sorted(copies.values()), detail=origin[:12], effect=effect)
