"""What must be reached on the labelled claims; other vendors and cases of the same documents are kept aside."""

from pathlib import Path

from fab_pipeline_tests.accuracy import score_claims
from fab_pipeline_tests.page_accuracy import OWN_PAGES, score_pages


def test_the_labelled_vendors_and_cases_are_read(shared: Path):
    out = score_claims(shared / "corpus")
    assert out["precision"] >= 0.95
    assert out["recall"] >= 0.95
    assert out["strict_f1"] >= 0.95
    assert out["metric"] >= 0.85
    assert out["spans"] >= 0.95
    assert out["stated"] >= 0.80


def test_our_own_pages_of_other_makers_are_read_and_pages_of_other_kinds_are_not():
    found = score_pages(OWN_PAGES)
    assert found["strict"] / found["labels"] >= 0.9
    assert found["spurious"] / found["given"] <= 0.05
    assert found["metric"] / found["metrics"] >= 0.85
    assert found["vendor"] / found["right"] >= 0.8
    assert found["refused"] == found["others"] == 2
