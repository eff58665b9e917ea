"""What claims of several runs say together: totals of a family against their parts, and texts that were copied from each other.

Belongs here: checks that need more than one run or more than one text at once. Does not belong here: figures of one run (`numeric`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

import polars as pl

from fab_pipeline.leaderboards.claim_precedence import of_families
from fab_pipeline.leaderboards.findings.common import FindingRow, Message, Subject, figure, finding, findings_frame, some
from fab_pipeline.leaderboards.findings.evidence import QUANTITY_EN, QUANTITY_ZH, TABLE, ends, ends_zh
from fab_pipeline.leaderboards.findings.figures import Figure, figure_of, figures, summed
from fab_pipeline.leaderboards.findings.hardware import different_hardware
from fab_pipeline.leaderboards.quantities import Interval

CLAIMS: Final = "training_claims"
_SENTENCE: Final = 60
"""Letters and digits from which an equal sentence is no chance; a figure with its unit has fewer than 30."""
_SHARED: Final = 3
_TELLING: Final = 2
_DIGITS: Final = 3
"""Equal figures that tell of copying: three quantities of a run, two of them with three digits or more. Our own choice."""

Claim = Mapping[str, Any]


def claim_findings(claims: pl.DataFrame) -> pl.DataFrame:
    """Findings on claims of several runs or texts.

    Args:
        claims: frame of TRAINING_CLAIMS.

    Returns:
        Frame of FINDINGS about runs (training_cost) and about claims that are no run's (training_claims), sorted by finding_id.
    """
    return findings_frame([*_totals(claims), *_same_sentence(claims), *_same_figures(claims), *different_hardware(claims)])


def _totals(claims: pl.DataFrame) -> Iterator[FindingRow]:
    """A total that its own text states otherwise, or that is less than its parts."""
    counted = pl.col("value").is_not_null() & (pl.col("status") == "disclosed") & ~pl.col("derived")
    totals = claims.filter(of_families() & counted)
    for (capture, family, quantity), rows in totals.group_by("capture_sha256", "run_id", "quantity", maintain_order=True):
        stated = [figure_of(claim) for claim in rows.sort("claim_id").to_dicts()]
        cells = [one for one in stated if one.claim["place"] != "sentence"]
        whole = summed(cells) if cells else None
        for one in stated:
            if one.claim["place"] == "sentence" and whole is not None and _apart(one.printed, whole):
                yield _total_twice(one, cells, whole)
        of_members = claims.filter(
            ~of_families()
            & counted
            & (pl.col("capture_sha256") == capture)
            & (pl.col("quantity") == quantity)
            & (pl.col("place") == "cell")
            & pl.col("run_id").str.starts_with(f"{family}-")
        ).unique(["run_id", "char_start"], keep="first")
        parts = [figure_of(claim) for claim in of_members.sort("claim_id").to_dicts()]
        if len(parts) > 1 and whole is not None and (low := summed(parts).low) is not None and whole.high is not None and low > whole.high:
            yield _below_parts(cells, parts, whole)


def _total_twice(prose: Figure, cells: Sequence[Figure], whole: Interval) -> FindingRow:
    quantity, model = prose.claim["quantity"], prose.claim["model"]
    addends, come_to = " + ".join(one.shown for one in cells), sum(one.magnitude or 0.0 for one in cells)
    total, share = figure(come_to), figure((prose.magnitude or 0.0) / come_to, 4) if come_to else "no share"
    return finding(
        "stated_twice_differently",
        "warning",
        Subject(CLAIMS, prose.claim["claim_id"]),
        Message(
            f"One text states {QUANTITY_EN[quantity]} of {model} together twice: {prose.shown} in its prose, {addends}"
            f"{f' = {total}' if len(cells) > 1 else ''} in the total of its table.",
            f"同一文本两次给出 {model} 全系列的{QUANTITY_ZH[quantity]}且不一致：正文为 {prose.shown}，表格合计为 {addends}"
            f"{f' = {total}' if len(cells) > 1 else ''}。",
        ),
        [prose.claim["claim_id"], *(one.claim["claim_id"] for one in cells)],
        quantity=quantity,
        stated=prose.magnitude,
        expected_low=whole.low,
        expected_high=whole.high,
        arithmetic=f"{addends} = {total}; {prose.shown} in prose, {share} of it",
        effect="none: the total of several models is no figure of a run",
    )


def _below_parts(cells: Sequence[Figure], parts: Sequence[Figure], whole: Interval) -> FindingRow:
    quantity, model, total = cells[0].claim["quantity"], cells[0].claim["model"], summed(parts)
    return finding(
        "total_below_its_parts",
        "warning",
        Subject(CLAIMS, cells[0].claim["claim_id"]),
        Message(
            f"The total of {QUANTITY_EN[quantity]} of {model} ({ends(whole)}) is less than its rows come to ({ends(total)}).",
            f"{model} 全系列{QUANTITY_ZH[quantity]}的合计（{ends_zh(whole)}）小于各行之和（{ends_zh(total)}）。",
        ),
        [one.claim["claim_id"] for one in (*cells, *parts)],
        quantity=quantity,
        stated=cells[0].magnitude,
        expected_low=total.low,
        expected_high=None,
        arithmetic=f"{some((one.shown for one in parts), ' + ')} = {figure(sum(one.magnitude or 0.0 for one in parts))}",
        effect="none: the total of several models is no figure of a run",
    )


def _same_sentence(claims: pl.DataFrame) -> Iterator[FindingRow]:
    """A sentence that states a figure in two texts: for one run it is one source, for two runs one of them was copied from the other."""
    by_sentence: dict[str, list[Claim]] = {}
    stated = claims.filter((pl.col("status") == "disclosed") & pl.col("value").is_not_null() & ~pl.col("derived"))
    for claim in stated.sort("observed_at", "run_id", "claim_id").to_dicts():
        sentence = re.sub(r"\W+", "", claim["text_as_printed"].casefold())
        if len(sentence) >= _SENTENCE:
            by_sentence.setdefault(f"{claim['quantity']} {sentence}", []).append(claim)
    for alike in by_sentence.values():
        for one, other in combinations(_one_of_each_text(alike), 2):
            about = one if not one["of_family"] else other
            if not about["of_family"]:
                yield _copied_sentence(about, other if about is one else one)


def _one_of_each_text(claims: Sequence[Claim]) -> list[Claim]:
    return list({(claim["capture_sha256"], claim["run_id"]): claim for claim in reversed(claims)}.values())[::-1]


def _copied_sentence(about: Claim, other: Claim) -> FindingRow:
    same_run = about["run_id"] == other["run_id"]
    name, name_zh, model = QUANTITY_EN[about["quantity"]], QUANTITY_ZH[about["quantity"]], other["model"]
    said, said_zh = (
        ("they are one source, not two", "应视为同一来源，而不是两个独立来源")
        if same_run
        else (
            f"there it is about {model}: one of the two was copied, and the figure may be the other model's",
            f"那里说的是 {model}：其中一处是抄来的，数值可能属于另一个模型",
        )
    )
    return finding(
        "same_text_many_sources",
        "info" if same_run else "warning",
        Subject(TABLE, about["run_id"]),
        Message(
            f"The sentence that states {name} ({figure(about['value'])}) stands word for word in another text ({_where(other)}); {said}.",
            f"给出{name_zh}（{figure(about['value'])}）的句子一字不差地出现在另一文本中（{_where(other)}）；{said_zh}。",
        ),
        [about["claim_id"], other["claim_id"]],
        detail=f"{about['quantity']}:{other['claim_id']}",
        quantity=about["quantity"],
        stated=about["value"],
        arithmetic=f"{figure(about['value'])} = {figure(other['value'])}, {len(about['text_as_printed'])} characters alike",
        effect="the agreement of the two is no confirmation; both claims stay",
    )


def _same_figures(claims: pl.DataFrame) -> Iterator[FindingRow]:
    """Two texts that state the same figures of a run, too many and too fine to meet by chance."""
    for run_id, by_quantity in figures(claims).items():
        texts: dict[tuple[str, str], dict[str, Figure]] = {}
        for quantity, stated in by_quantity.items():
            for one in stated:
                texts.setdefault(one.text, {}).setdefault(quantity, one)
        for (text, own), (beside, others) in combinations(texts.items(), 2):
            alike = [name for name in own if name in others and own[name].quantity.value is not None and _equal(own[name], others[name])]
            telling = [name for name in alike if min(own[name].digits, others[name].digits) >= _DIGITS]
            if text[1] != beside[1] and len(alike) >= _SHARED and len(telling) >= _TELLING:
                yield _copied_figures(run_id, [(own[name], others[name]) for name in alike])


def _equal(one: Figure, other: Figure) -> bool:
    return one.quantity.value == other.quantity.value and one.digits == other.digits


def _copied_figures(run_id: str, alike: Sequence[tuple[Figure, Figure]]) -> FindingRow:
    first, second = alike[0]
    listed = ", ".join(f"{QUANTITY_EN[one.claim['quantity']].removeprefix('the ')} {one.shown}" for one, _ in alike)
    listed_zh = "、".join(f"{QUANTITY_ZH[one.claim['quantity']]} {one.shown}" for one, _ in alike)
    return finding(
        "same_text_many_sources",
        "info",
        Subject(TABLE, run_id),
        Message(
            f"Two texts state the same {len(alike)} figures ({listed}): {_where(first.claim)} and {_where(second.claim)}; they are"
            " one source, not two.",
            f"两处文本给出同样的 {len(alike)} 个数值（{listed_zh}）：{_where(first.claim)} 与 {_where(second.claim)}；应视为同一来源。",
        ),
        [claim.claim["claim_id"] for pair in alike for claim in pair],
        detail=f"{first.claim['source']}:{second.claim['source']}:{second.claim['capture_sha256'][:12]}",
        arithmetic=f"{len(alike)} of {len(alike)} quantities alike",
        effect="the agreement of the two is no confirmation; both claims stay",
    )


def _where(claim: Claim) -> str:
    return f"{claim['source']}, {claim['source_url'] or claim['locator'] or claim['model']}"


def _apart(one: Interval, other: Interval) -> bool:
    lows, highs = (one.low, other.low), (one.high, other.high)
    if None in lows or None in highs:
        return False
    return max(low for low in lows if low is not None) > min(high for high in highs if high is not None)
