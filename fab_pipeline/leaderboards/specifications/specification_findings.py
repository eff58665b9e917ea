"""Findings about specifications and claims of speed: texts that contradict each other, and claims above what specifications allow.

Checks
- sparse_as_dense, vector_as_matrix, half_of_both_directions, far_off (warning): a text's figure that `judging` rejects.
- sources_disagree (warning): different figures of equal support, of which none is shown.
- speed_above_specifications (warning): a claim of speed above the largest ratio of any rate.

Does not belong here: the rules themselves (`judging`, `implied`).
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import polars as pl

from fab_pipeline.leaderboards.findings.common import FindingRow, Message, Subject, figure, finding, findings_frame, some
from fab_pipeline.leaderboards.specifications.judging import same

Row = Mapping[str, Any]

_SAYS: Final[Mapping[str, tuple[str, str]]] = {
    "sparse_as_dense": ("is called dense and is the sparse figure", "称为稠密，实为稀疏数值"),
    "vector_as_matrix": ("is called a matrix rate and is the vector rate", "称为矩阵算力，实为向量算力"),
    "half_of_both_directions": ("does not say that it counts one direction only", "未说明只计单向"),
    "far_off": ("is at least twice or at most half of it", "相差一倍以上"),
}
_BINARY: Final = ("KiB to KB", "MiB to MB", "GiB to GB", "TiB to TB")
"""Ratios of binary to decimal prefixes, 1024^n to 1000^n (IEC 80000-13): 95 GiB are 102 GB."""
_OF_BYTES: Final = ("memory", "memory_bandwidth", "interconnect_bandwidth")
_KEY: Final = ("accelerator", "form_factor", "accelerator_memory_gb", "spec", "precision", "density")


def specification_findings(sources: pl.DataFrame, specs: pl.DataFrame, speeds: pl.DataFrame) -> pl.DataFrame:
    """All findings about specifications and claims of speed.

    Args:
        sources: frame of SPECIFICATION_SOURCES.
        specs: frame of ACCELERATOR_SPECS.
        speeds: frame of SPEED_CLAIMS.

    Returns:
        Frame of FINDINGS, sorted by finding_id.
    """
    rejected = sources.filter(pl.col("status").is_in(list(_SAYS)))
    undecided = sources.filter(pl.col("status") == "undecided")
    above = speeds.filter(pl.col("verdict") == "above_specifications")
    rows = [*map(_rejected, rejected.to_dicts()), *_undecided(specs, undecided), *map(_above, above.to_dicts())]
    return findings_frame(rows)


def _rejected(row: Row) -> FindingRow:
    english, chinese = _SAYS[row["status"]]
    value, board = f"{figure(row['value'])} {row['unit']}", row["board_value"]
    shown = f"{figure(board)} {row['unit']}" if board else "a range"
    shown_zh = shown if board else "区间"
    what = _what(row)
    return finding(
        row["status"],
        "warning",
        Subject("specification_sources", row["fact_id"]),
        Message(
            f"{what}: {value} in {row['source_url']} {english}; the board shows {shown}",
            f"{what}：{row['source_url']} 的 {value} {chinese}；榜单采用 {shown_zh}",
        ),
        [row["fact_id"]],
        quantity=row["spec"],
        stated=row["value"],
        expected_low=board,
        expected_high=board,
        arithmetic=f"{figure(row['value'])} / {figure(board)} = {figure(row['ratio_to_board'], 2)}" if board else f"{value} beside {shown}",
        effect="it takes no part in accelerator_specs, and is listed in other_figures",
    )


def _undecided(specs: pl.DataFrame, sources: pl.DataFrame) -> Iterable[FindingRow]:
    for row in specs.filter(pl.col("value").is_null()).to_dicts():
        alike = sources.filter(pl.all_horizontal(pl.col(name) == row[name] for name in _KEY))
        low, high = figure(row["value_low"]), figure(row["value_high"])
        likely_en, likely_zh, ratio = _likely_reason(row)
        yield finding(
            "sources_disagree",
            "warning",
            Subject("accelerator_specs", " | ".join(str(row[name]) for name in _KEY)),
            Message(
                f"{_what(row)}: texts of equal standing print {low} and {high} {row['unit']}{likely_en}",
                f"{_what(row)}：同等可信的来源分别给出 {low} 与 {high} {row['unit']}{likely_zh}",
            ),
            alike["fact_id"].to_list(),
            quantity=row["spec"],
            expected_low=row["value_low"],
            expected_high=row["value_high"],
            arithmetic=some(f"{figure(each['value'])} ({each['source_url']})" for each in alike.to_dicts()) + ratio,
            effect="accelerator_specs shows the range and no figure; nothing is computed from it",
        )


def _likely_reason(row: Row) -> tuple[str, str, str]:
    """What two figures of bytes have to do with each other: words in English and Chinese, and the arithmetic; empty for nothing."""
    ratio = row["value_high"] / row["value_low"]
    for power, name in enumerate(_BINARY, 1):
        if row["spec"] in _OF_BYTES and same(ratio, 1.024**power):
            shown, zh = f"1024^{power} / 1000^{power} = {figure(1.024**power, 3)}", name.replace(" to ", " 与 ")
            return (
                f"; their ratio is that of {name}: the likely reason is that one of them counts binary units",
                f"；两者之比正是 {zh} 之比：可能其中一处按二进制单位计",
                f"; {figure(row['value_high'])} / {figure(row['value_low'])} = {figure(ratio, 3)}, {shown}",
            )
    return "", "", ""


def _above(row: Row) -> FindingRow:
    rates = f"{figure(row['accelerator_tflops'])} / {figure(row['baseline_tflops'])}"
    return finding(
        "speed_above_specifications",
        "warning",
        Subject("speed_claims", row["claim_id"]),
        Message(
            f"{row['accelerator']} over {row['baseline_accelerator']}: {row['reason_en']}",
            f"{row['accelerator']} 对 {row['baseline_accelerator']}：{row['reason_zh']}",
        ),
        [row["claim_id"]],
        quantity=row["metric"],
        stated=row["claimed_ratio"],
        expected_high=row["largest_implied_ratio"],
        arithmetic=f"{rates} = {figure(row['implied_compute_ratio_high'], 2)}",
        effect="the claim is shown with its verdict; nothing is computed from it",
    )


def _what(row: Row) -> str:
    of_rate = f" {row['precision']} {row['density']}" if row["density"] != "not_applicable" else ""
    memory = f" {figure(row['accelerator_memory_gb'])} GB" if row["accelerator_memory_gb"] else ""
    return f"{row['accelerator']} {row['form_factor']}{memory} {row['spec']}{of_rate}"
