"""What the form of a page damaged or left out, and what that means for its figures.

Belongs here: findings on statements of kind `rendering`, on number formats, and on what a page does not print beside its recomputed
costs. Does not belong here: finding the damage in the text (the page's reader does).
"""

from collections.abc import Iterator
from typing import Final

from fab_pipeline.leaderboards.findings.common import FindingRow, Message, Subject, figure, finding, some
from fab_pipeline.leaderboards.page_checks.facts import PageFacts, Statement, claims_of, number
from fab_pipeline.leaderboards.page_checks.implied_prices import implied_prices

_EXAMPLES: Final = 3
_ROLES: Final = {
    "model": ("model and organisation", "模型与机构"),
    "size": ("parameters and tokens", "参数与 token"),
    "hardware": ("accelerator, detail, count and duration", "卡型、说明、卡数与工期"),
    "compute": ("compute and cost per token", "算力与单位 token 成本"),
    "cost": ("cost and its note", "成本与注释"),
    "recompute": ("recomputed cost and its ratio", "重算值与比值"),
    "tile": ("labels, figures and notes of tiles", "指标卡的标签、数值与注释"),
}


def rendering_findings(page: PageFacts) -> Iterator[FindingRow]:
    """All findings on the form of one page."""
    for statement in page.having("glued_parts"):
        yield _glued(statement)
    for statement in page.having("unbalanced_brackets", "text_cut"):
        yield _cut(page, statement)
    yield from _groups(page)
    yield from _lost_rows(page)
    for statement in page.having("links_without_address"):
        yield _links(page, statement)
    yield from _formats(page)
    for statement in page.having("mixed_language"):
        yield _language(statement)
    yield from _prices(page)


def _glued(statement: Statement) -> FindingRow:
    parts, parts_zh = _ROLES.get(statement.subject or "", (f"parts of {statement.subject}", f"{statement.subject} 的各部分"))
    shown = ", ".join(f"“{place}”" for place in statement.listed[:_EXAMPLES])
    risky = statement.subject == "hardware"
    count = int(statement.value or 0)
    return finding(
        "parts_glued",
        "warning" if risky else "info",
        statement.about,
        Message(
            f"In {count} places {parts} stand together without a boundary (marked |): {shown}.",
            f"有 {count} 处{parts_zh}连在一起而没有分隔（以 | 标出）：{shown}。",
        ),
        [statement.statement_id],
        stated=float(count),
        effect="read by the closed vocabulary of names; a reader of digits alone would join model number and count"
        if risky
        else "read by known labels",
    )


def _cut(page: PageFacts, statement: Statement) -> FindingRow:
    run_id = statement.run_id or ""
    run = page.by_id.get(run_id)
    name = run["model"] if run else run_id
    text = " ".join(statement.text.split())
    difference = int(abs(statement.value or 0.0))
    side, side_zh = ("closing", "右") if (statement.value or 0.0) < 0 else ("opening", "左")
    fault = f"{difference} {side} bracket(s) without a partner" if difference else "an ellipsis at its end"
    fault_zh = f"有 {difference} 个没有配对的{side_zh}括号" if difference else "以省略号结尾"
    return finding(
        "text_truncated",
        "warning",
        Subject("training_cost", run_id),
        Message(
            f"The {statement.subject} cell of {name} has {fault}: part of “{text}” is lost.",
            f"{name} 的单元格（{_ROLES.get(statement.subject or '', ('', statement.subject))[1]}）{fault_zh}：“{text}”缺了一段。",
        ),
        [statement.statement_id],
        detail=f"{page.capture[:12]}:{statement.subject}",
        quantity={"hardware": "accelerators", "size": "training_tokens", "compute": "accelerator_hours"}.get(statement.subject or ""),
        effect="what the lost words said is unknown; nothing is filled in",
    )


def _groups(page: PageFacts) -> Iterator[FindingRow]:
    """Lines of a card that stand elsewhere, and cards whose mean is gone."""
    orphans = page.having("orphan_group_count")
    for statement in page.having("group_displaced"):
        left = [orphan for orphan in orphans if orphan.value == statement.value]
        beside = f"; “{left[0].text}” is what is left in its place" if left else ""
        beside_zh = f"；原处只剩“{left[0].text}”" if left else ""
        yield finding(
            "block_out_of_place",
            "info",
            statement.about,
            Message(
                f"The card of “{statement.subject}” stands above the table, away from the other cards{beside}.",
                f"“{statement.subject}”的分组卡片跑到了表格上方，与其他卡片分离{beside_zh}。",
            ),
            [statement.statement_id, *(orphan.statement_id for orphan in left)],
            effect="the card is read where it stands",
        )
    lost = [s for s in page.having("group_durations") if s.value and s.subject not in {m.subject for m in page.having("group_mean_days")}]
    if lost:
        names = ", ".join(f"“{statement.subject}”" for statement in lost)
        yield finding(
            "figure_lost",
            "info",
            lost[0].about,
            Message(
                f"The cards of {names} say how many durations their mean has, but the mean itself is missing.",
                f"{names} 的卡片写明平均工期来自几条记录，平均值本身却丢失了。",
            ),
            [statement.statement_id for statement in lost],
            quantity="duration_days",
            effect="no mean can be compared",
        )


def _lost_rows(page: PageFacts) -> Iterator[FindingRow]:
    expected = page.having("unit_cost_comparable")
    for statement in page.having("unit_cost_rows_present"):
        rows, count = statement.value or 0.0, expected[0].value if expected else None
        if count is not None and rows < count:
            yield finding(
                "rows_lost",
                "warning",
                statement.about,
                Message(
                    f"The table of unit costs announces {figure(count)} rows (“{statement.text}”) and has {figure(rows)}.",
                    f"单位成本表写明 {figure(count)} 条（“{statement.text}”），实际只有 {figure(rows)} 行。",
                ),
                [statement.statement_id, expected[0].statement_id],
                quantity="usd_per_accelerator_hour",
                stated=count,
                expected_low=rows,
                expected_high=rows,
                effect="unit costs are computed from cost and hours; the page's own cannot be compared",
            )


def _links(page: PageFacts, statement: Statement) -> FindingRow:
    count = figure(statement.value or 0.0)
    return finding(
        "provenance_lost",
        "warning",
        statement.about,
        Message(
            f"{count} of {len(page.runs)} rows print “{statement.text}” without an address: their sources cannot be followed.",
            f"{len(page.runs)} 行中有 {count} 行只写了“{statement.text}”而没有链接：来源无从追溯。",
        ),
        [statement.statement_id],
        stated=statement.value,
        effect="source_url is null for these rows",
    )


def _formats(page: PageFacts) -> Iterator[FindingRow]:
    """One column with different numbers of decimals, and one figure written in two ways."""
    for code in ("cost_per_million_tokens_usd", "recomputed_to_disclosed_ratio", "usd_per_accelerator_hour"):
        printed = page.having(code)
        if len({statement.printed.decimals for statement in printed}) > 1:
            yield _format(printed, code)
    for tile in page.having("largest_accelerator_hours"):
        run = page.by_id.get(tile.run_id or "")
        hours = number(run, "accelerator_hours") if run else None
        words: str = (run or {}).get("accelerator_hours_text") or ""
        if run and hours == tile.value and tile.printed.step > 1 and figure(hours or 0.0) in words:
            yield finding(
                "mixed_number_formats",
                "info",
                tile.about,
                Message(f"One figure is printed as “{tile.text}” and as “{words}”.", f"同一数字既写作“{tile.text}”，又写作“{words}”。"),
                [tile.statement_id, *claims_of(run, "accelerator_hours")],
                quantity="accelerator_hours",
                stated=tile.value,
                effect="compared at the coarser of the two",
            )


def _format(printed: list[Statement], code: str) -> FindingRow:
    texts = some((statement.text for statement in printed), ", ")
    message = Message(f"One column has different numbers of decimals: {texts}.", f"同一列的小数位数不一：{texts}。")
    sources = [statement.statement_id for statement in printed]
    return finding(
        "mixed_number_formats",
        "info",
        printed[0].about,
        message,
        sources,
        quantity=code,
        effect="each is compared at its own printed digits",
    )


def _language(statement: Statement) -> FindingRow:
    shown = ", ".join(f"“{text}”" for text in statement.listed[:_EXAMPLES])
    count = figure(statement.value or 0.0)
    return finding(
        "mixed_language",
        "info",
        statement.about,
        Message(f"{count} durations are in English on a Chinese page: {shown}.", f"中文页面里有 {count} 个工期是英文：{shown}。"),
        [statement.statement_id],
        quantity=statement.subject or "",
        stated=statement.value,
        effect="read in both languages",
    )


def _prices(page: PageFacts) -> Iterator[FindingRow]:
    """Recomputed costs whose rent is printed nowhere."""
    unsaid = [implied for implied in implied_prices(page) if implied.printed is None]
    if not unsaid:
        return
    rents = ", ".join(f"{item.accelerator} {'?' if item.price is None else f'${item.price:g}'}" for item in unsaid)
    counts = [number(page.by_id[product.run_id], "accelerator_count") or 0.0 for item in unsaid for product in item.products]
    most = figure(max(counts))
    clusters, clusters_zh = (f", on clusters of up to {most} accelerators", f"，并用于多达 {most} 卡的集群") if max(counts) else ("", "")
    yield finding(
        "price_not_stated",
        "warning",
        unsaid[0].products[0].statement.about,
        Message(
            f"The page prints recomputed costs but no rent: implied are {rents}, without provider, region, form, term or number of"
            f" sources{clusters}.",
            f"页面只有重算值而没有租价：隐含租价为 {rents}，未注明厂商、地区、形态、期限或来源数{clusters_zh}。",
        ),
        [product.statement.statement_id for item in unsaid for product in item.products],
        quantity="rent_usd_per_accelerator_hour",
        arithmetic=some(f"{figure(p.statement.value or 0.0)} / {figure(p.hours)}" for item in unsaid for p in item.products),
        effect="implied rents reproduce the page and never win a statistic",
    )
