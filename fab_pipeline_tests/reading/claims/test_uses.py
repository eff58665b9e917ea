"""A page is a case or an offer: what tells of a use is weighed against what is offered (our own short pages: vendors/pages/uses.yaml)."""

from time import process_time
from typing import Any

import pytest
import yaml

from fab_pipeline.reading.claims.uses import tells_use
from fab_pipeline_tests.sources.vendors.reading import PAGES

PAGES_OF_USES: dict[str, dict[str, dict[str, str]]] = yaml.safe_load((PAGES / "uses.yaml").read_text("utf-8"))


def _cases(kind: str) -> list[Any]:
    return [pytest.param(page["title"], page["text"], id=name) for name, page in PAGES_OF_USES[kind].items()]


@pytest.mark.parametrize(("title", "text"), _cases("case"))
def test_a_page_that_tells_what_an_organisation_did_with_accelerators_is_a_case(title: str, text: str):
    assert tells_use(title, text)


@pytest.mark.parametrize(("title", "text"), _cases("vendor"))
def test_a_page_that_tells_what_is_offered_is_none(title: str, text: str):
    assert not tells_use(title, text)


def test_an_offer_that_mentions_a_training_stays_an_offer():
    story = "Larch Bank trained a model on 64 H100 GPUs in 9 days."
    assert tells_use("Larch Bank", story)
    assert not tells_use("Larch Cloud pricing", f"{story} Our customers get support; contact sales. Larch Cloud offers 99.9% uptime.")


@pytest.mark.parametrize("piece", ["9", "1 ", "训练", "trained ", "on 1 ", "天在1张", "从", "Ab "])
def test_weighing_takes_no_time_whatever_a_page_repeats(piece: str):
    begun = process_time()
    tells_use("T", piece * (40_000 // len(piece)))
    assert process_time() - begun < 2, "quadratic in a run of digits"
