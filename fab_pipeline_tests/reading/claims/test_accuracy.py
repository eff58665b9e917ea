"""What must be reached on the labelled claims; other vendors and cases of the same documents are kept aside."""

from pathlib import Path

from fab_pipeline_tests.accuracy import score_claims


def test_the_labelled_vendors_and_cases_are_read(shared: Path):
    out = score_claims(shared / "corpus")
    assert out["precision"] >= 0.95
    assert out["recall"] >= 0.95
    assert out["strict_f1"] >= 0.95
    assert out["metric"] >= 0.85
    assert out["spans"] >= 0.95
    assert out["stated"] >= 0.80
