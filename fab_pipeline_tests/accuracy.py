"""`make accuracy`: the readers against the labelled cases in ../shared/corpus, by field and by tag.

Belongs here: running the scorer that lies beside the cases. Does not belong here: the cases, and what must be reached (see the tests).
"""

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from fab_pipeline.reading.sentences.reader import read_disclosure

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


def main() -> None:
    """Print the tables, or say where the cases belong."""
    if not (CORPUS / "score.py").is_file():
        sys.exit(f"accuracy: the labelled cases are not here: {CORPUS} (disclosures.jsonl and score.py); nothing was scored")
    out = score_disclosures(CORPUS)
    print("read disclosures, on the labelled cases")
    print("\n".join(out["lines"]))
    print(f"f1={out['f1']:.3f} precision={out['precision']:.3f} recall={out['recall']:.3f}")


if __name__ == "__main__":
    main()
