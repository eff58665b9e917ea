"""`make accuracy`: the readers against the labelled cases in ../shared/corpus, by field and by tag, and against whole labelled pages.

Belongs here: running the scorer that lies beside the cases, and printing. Does not belong here: the cases, counting on pages (see
`page_accuracy`), and what must be reached (see the tests).
"""

import importlib.util
import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from fab_pipeline.reading.sentences.reader import read_disclosure
from fab_pipeline.sources.base import Capture
from fab_pipeline.sources.vendors.claims_page import parse
from fab_pipeline_tests.page_accuracy import OWN_PAGES, lines, score_pages

CORPUS: Final = Path(__file__).resolve().parents[2] / "shared" / "corpus"


def scorer(corpus: Path) -> ModuleType:
    """The scorer beside the cases, as a module."""
    spec = importlib.util.spec_from_file_location("corpus_score", corpus / "score.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError(corpus / "score.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def score_disclosures(corpus: Path) -> dict[str, Any]:
    """What the scorer says of the reader of disclosures: precision, recall, lines to print, tally."""
    score = scorer(corpus)
    cases = score.load(corpus / "disclosures.jsonl")
    got = [{"id": case["id"], "reading": json.loads(json.dumps(read_disclosure(case["text"]).as_json()))} for case in cases]
    return score.score_disclosures(cases, got, by_tag=True)


def read_seed(corpus: Path, name: str) -> list[dict[str, Any]]:
    """Claims of one document of the labelled collection."""
    body = (corpus.parent / "seeds" / name).read_bytes()
    capture = Capture("vendor_page", datetime(2026, 11, 30, tzinfo=UTC), sha256(body).hexdigest(), origin="ingested", filename=name)
    return [{**row, "seed_file": name} for row in parse(body, capture).rows["vendor_claims"]]


def score_claims(corpus: Path) -> dict[str, Any]:
    """What the scorer says of the reader of claims, on the subjects that are labelled; `metric` and `spans` as shares besides.

    The documents tell of more vendors and cases than are labelled: only claims of the labelled ones are scored.
    """
    score = scorer(corpus)
    cases = score.load(corpus / "vendor_claims.jsonl")
    subjects = {case["vendor"] for case in cases}
    read = [row for name in sorted({case["seed_file"] for case in cases}) for row in read_seed(corpus, name)]
    got = [row for row in read if row["vendor"] in subjects]
    out = score.score_claims(cases, got)
    numeric = [case for case in cases if score.is_number(case)]
    spans = [
        max((_overlap(case, row) for row in got if score.is_number(row) and score.same_value(case, row)), default=0.0) for case in numeric
    ]
    others = [case for case in cases if not score.is_number(case)]
    named = [any(row["metric"] == case["metric"] and _overlap(case, row) >= 0.5 for row in got) for case in others]
    right, _, missed = out["info"].c["metric"]
    out |= {
        "metric": right / (right + missed),
        "spans": sum(share >= 0.8 for share in spans) / len(spans),
        "stated": sum(named) / len(named),
    }
    return out


def _overlap(case: dict[str, Any], row: dict[str, Any]) -> float:
    """Common part of two spans of one document, as a share of the shorter."""
    if case["seed_file"] != row["seed_file"]:
        return 0.0
    common = min(case["char_end"], row["char_end"]) - max(case["char_start"], row["char_start"])
    return max(0, common) / min(case["char_end"] - case["char_start"], row["char_end"] - row["char_start"])


def main(folders: Sequence[str] = ()) -> None:
    """Print the tables: of the labelled cases, of our own pages, and of any folder of labelled pages that is named.

    Args:
        folders: folders of pages with labels.jsonl beside them (see `page_accuracy`).
    """
    missing = [folder for folder in folders if not (Path(folder) / "labels.jsonl").is_file()]
    if missing:
        sys.exit(f"accuracy: no labels.jsonl in {', '.join(missing)}; nothing was scored")
    _print_pages("own pages of other makers (written and labelled by who builds the reader, who has seen what it makes of them)", OWN_PAGES)
    for folder in folders:
        _print_pages(f"pages of {folder}", Path(folder))
    if not (CORPUS / "score.py").is_file():
        sys.exit(f"accuracy: the labelled cases are not here: {CORPUS} (disclosures.jsonl and score.py); they were not scored")
    out = score_disclosures(CORPUS)
    print("\nread disclosures, on the labelled cases")
    print("\n".join(out["lines"]))
    print(f"f1={out['f1']:.3f} precision={out['precision']:.3f} recall={out['recall']:.3f}")
    out = score_claims(CORPUS)
    print("\nread claims, on the labelled vendors and cases")
    print("\n".join(out["lines"]))
    print(f"f1={out['f1']:.3f} precision={out['precision']:.3f} recall={out['recall']:.3f} with comparator f1={out['strict_f1']:.3f}")
    print(f"metric {out['metric']:.3f}, spans that overlap by 0.8 {out['spans']:.3f}, yes/no and certificates {out['stated']:.3f}")


def _print_pages(title: str, folder: Path) -> None:
    print(f"read claims, on {title}")
    print("\n".join(lines(score_pages(folder))))


if __name__ == "__main__":
    main(sys.argv[1:])
