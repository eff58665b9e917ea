"""Training-cost pages for tests, rendered from facts: HTML by elements, or flattened with glued cells. All runs are invented.

`Facts` is what a run discloses; `cells` words it in Chinese or English; the renderers lay the cells out.
"""

from dataclasses import dataclass

ENGLISH = {
    "model": "Model",
    "size": "Scale",
    "hardware": "Hardware and duration",
    "compute": "Compute",
    "cost": "Disclosed cost",
    "recompute": "Recomputed at today's rent",
}
CHINESE = {
    "model": "模型",
    "size": "规模",
    "hardware": "硬件与工期",
    "compute": "算力",
    "cost": "披露成本",
    "recompute": "今日租价重算",
}
WORDS = {
    "zh": {
        "none": "未披露",
        "open": "开放权重",
        "tokens": "训练 token ",
        "cards": " 卡",
        "time": "工期 ",
        "hours": " GPU 小时",
        "unit": "每百万 token 训练成本 ",
    },
    "en": {
        "none": "undisclosed",
        "open": "open weights",
        "tokens": "training tokens ",
        "cards": " cards",
        "time": "duration ",
        "hours": " GPU hours",
        "unit": "cost per million training tokens ",
    },
}


@dataclass(frozen=True)
class Facts:
    """One invented run; None where it discloses nothing. Numbers in plain units."""

    model: str
    organization: str
    month: str
    open_weights: bool
    billions: int | None
    active_billions: int | None
    trillion_tokens: int | None
    accelerator: str | None
    count: int | None
    days: int | None
    hours: int | None
    dollars: int | None
    recomputed: int | None


def cells(run: Facts, language: str) -> dict[str, list[str]]:
    """Parts of each cell, as elements would hold them."""
    words = WORDS[language]
    none = words["none"]
    wording = "（MoE，激活 {}B）" if language == "zh" else " (MoE, {}B active)"
    active = "" if run.active_billions is None else wording.format(run.active_billions)
    days = none if run.days is None else f"{run.days} 天" if language == "zh" else f"{run.days} days"
    count = [] if run.count is None else [f"{run.count:,}{words['cards']} · {words['time']}{days}"]
    return {
        "model": [run.model, *([words["open"]] if run.open_weights else []), f"{run.organization} · {run.month}"],
        "size": [
            none if run.billions is None else f"{run.billions}B{active}",
            words["tokens"] + (none if run.trillion_tokens is None else f"{run.trillion_tokens}T"),
        ],
        "hardware": [run.accelerator or none, *(count or [words["time"] + days])],
        "compute": [none if run.hours is None else f"{run.hours:,}{words['hours']}", words["unit"] + "—"],
        "cost": [none if run.dollars is None else f"${run.dollars:,}"],
        "recompute": ["—" if run.recomputed is None else f"${run.recomputed:,}"],
    }


def headings(columns: list[str], language: str) -> list[str]:
    """Headings of the columns, after a column of ranks."""
    return ["#", *((CHINESE if language == "zh" else ENGLISH)[column] for column in columns)]


def flattened(runs: list[Facts], columns: list[str], language: str = "zh", *, one_line: bool = True) -> bytes:
    """A flattened page: parts of a cell are glued, cells parted by bars."""
    names = headings(columns, language)
    lines = ["Invented page", f"{len(runs)} rows| " + " | ".join(names) + " |", "|" + "---|" * len(names)]
    for rank, run in enumerate(runs, 1):
        glued = ["".join(cells(run, language)[column]) for column in columns]
        if one_line:
            lines.append(f"| {rank} | " + " | ".join(glued) + " |")
        else:
            lines += [f"| {rank} |", *(f"{cell} |" for cell in glued)]
    return "\n".join([*lines, "Groups", "Notes"]).encode()


def html_table(runs: list[Facts], columns: list[str], language: str = "zh") -> bytes:
    """An HTML page with a table; every part of a cell is an element."""
    head = "".join(f"<th>{name}</th>" for name in headings(columns, language))
    body = "".join(
        f"<tr><td>{rank}</td>" + "".join(f"<td>{_spans(cells(run, language)[column])}</td>" for column in columns) + "</tr>"
        for rank, run in enumerate(runs, 1)
    )
    return _html(f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")


def html_blocks(runs: list[Facts], columns: list[str], language: str = "zh") -> bytes:
    """An HTML page whose table is made of blocks."""
    rows = [[f"<div>{name}</div>" for name in headings(columns, language)]]
    for rank, run in enumerate(runs, 1):
        parts = cells(run, language)
        rows.append([f"<div>{rank}</div>", *(f"<div>{_spans(parts[column])}</div>" for column in columns)])
    return _html('<div class="board">' + "".join(f'<div class="line">{"".join(row)}</div>' for row in rows) + "</div>")


def _spans(parts: list[str]) -> str:
    return "".join(f"<span>{part}</span>" for part in parts)


def _html(body: str) -> bytes:
    return f"<!doctype html><html><head><title>Invented</title></head><body><h1>Invented page</h1>{body}<p>Notes</p></body></html>".encode()
