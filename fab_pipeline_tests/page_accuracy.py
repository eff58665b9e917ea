"""The reader of claims against whole labelled pages: a folder of pages with labels.jsonl beside them.

Belongs here: reading a folder and counting what is right. A label is a line in the form of ../shared/corpus/vendor_claims.jsonl, of which
`seed_file` (name of the page), `vendor`, `span`, `value`, `value_max`, `unit`, `comparator`, `metric` are used; `optional: true` is a
figure that is neither needed nor wrong. A page without labels is of another kind. Does not belong here: the pages.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from difflib import SequenceMatcher
from hashlib import sha256
from math import isclose
from pathlib import Path
from typing import Any, Final

from fab_pipeline.reading.claims.base_units import si_value
from fab_pipeline.sources.base import Capture
from fab_pipeline.sources.vendors.claims_page import parse
from fab_pipeline.vocabulary.vendors import slug_of, vendor_of_name

OWN_PAGES: Final = Path(__file__).parent / "sources" / "vendors" / "makers"
_ENDINGS: Final = frozenset({".html", ".htm", ".txt", ".md"})
_OVERLAP: Final = 0.5

Row = Mapping[str, Any]


def score_pages(folder: Path) -> Counter[str]:
    """Counts over all pages of a folder.

    Returns:
        `labels` (numbers that must be read), `right` (value and unit), `strict` (comparator as well), `given` (numbers that were read),
        `spurious`; of the right ones `metric` of `metrics`, `vendor`; `others` (pages of another kind) and `refused` (without any claim).
    """
    labels = [json.loads(line) for line in (folder / "labels.jsonl").read_text("utf-8").splitlines() if line.strip()]
    found: Counter[str] = Counter()
    for path in sorted(path for path in folder.iterdir() if path.suffix in _ENDINGS):
        own = [label for label in labels if label["seed_file"] == path.name and _is_number(label)]
        rows = _read(path)
        if not any(label["seed_file"] == path.name for label in labels):
            found.update({"others": 1, "refused": not rows})
        found.update(_counted(own, [row for row in rows if _is_number(row)]))
    return found


def lines(found: Mapping[str, int]) -> Iterator[str]:
    """The counts as people read them."""
    yield f"value and unit {_share(found, 'right', 'labels')}, with the comparator {_share(found, 'strict', 'labels')}"
    yield f"spurious numbers {_share(found, 'spurious', 'given')}"
    yield f"of the right ones: metric {_share(found, 'metric', 'metrics')}, vendor {_share(found, 'vendor', 'right')}"
    yield f"pages of another kind without any claim {_share(found, 'refused', 'others')}"


def _counted(labels: Sequence[Row], rows: Sequence[Row]) -> Counter[str]:
    pairs = sorted(
        (
            (bool(label.get("optional")), -_alike(label["span"], row["span"]), _comparator(label) != _comparator(row), i, j)
            for i, label in enumerate(labels)
            for j, row in enumerate(rows)
            if _same(label, row) and _alike(label["span"], row["span"]) >= _OVERLAP
        )
    )
    taken: dict[int, int] = {}
    for *_, i, j in pairs:
        if i not in taken and j not in taken.values():
            taken[i] = j
    needed = [i for i, label in enumerate(labels) if not label.get("optional")]
    right = [(labels[i], rows[taken[i]]) for i in needed if i in taken]
    named = [(label, row) for label, row in right if label["metric"]]
    return Counter(
        labels=len(needed),
        right=len(right),
        strict=sum(_comparator(label) == _comparator(row) for label, row in right),
        given=len(rows),
        spurious=len(rows) - len(taken),
        metrics=len(named),
        metric=sum(row["metric"] in (label["metric"], *label.get("metric_alternatives", ())) for label, row in named),
        vendor=sum(_names(row["vendor"], label["vendor"]) for label, row in right),
    )


def _read(path: Path) -> list[Row]:
    body = path.read_bytes()
    capture = Capture("vendor_page", datetime(2026, 12, 1, tzinfo=UTC), sha256(body).hexdigest(), origin="ingested", filename=path.name)
    return [row for row in parse(body, capture).rows["vendor_claims"] if row["value_kind"] != "unparsed"]


def _is_number(row: Row) -> bool:
    return isinstance(row.get("value"), (int, float)) and row["value_kind"] in {"number", "class", "rank"}


def _same(label: Row, row: Row) -> bool:
    low, high, unit = _base(label)
    given_low, given_high, given_unit = _base(row)
    ends = high is None if given_high is None else high is not None and isclose(high, given_high, rel_tol=1e-6)
    return unit == given_unit and isclose(low, given_low, rel_tol=1e-6) and ends


def _base(row: Row) -> tuple[float, float | None, str | None]:
    value, most, unit = si_value(row["value"], row.get("value_max"), row["unit"])
    return (row["value"], row.get("value_max"), row["unit"]) if value is None else (value, most, unit)


def _comparator(row: Row) -> str:
    return row["comparator"] or "eq"


def _alike(one: str, other: str) -> float:
    """Share of the shorter of two spans that stands in the other as one piece."""
    one, other = ("".join(words.split()).casefold().replace("*", "") for words in (one, other))
    if not one or not other:
        return 0.0
    size = SequenceMatcher(None, one, other, autojunk=False).find_longest_match(0, len(one), 0, len(other)).size
    return size / min(len(one), len(other))


def _names(slug: str, name: str) -> bool:
    return slug in {name, slug_of(name), vendor_of_name(name).slug}


def _share(found: Mapping[str, int], part: str, whole: str) -> str:
    return f"{found[part]} of {found[whole]}" + (f" ({found[part] / found[whole]:.3f})" if found[whole] else "")
