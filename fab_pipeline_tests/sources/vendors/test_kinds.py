"""Short pages of our own, of the field and of other kinds (pages/kinds.yaml): the first give claims, the others none, and say why."""

from typing import Any

import pytest
import yaml

from fab_pipeline_tests.sources.vendors.reading import PAGES, read

KINDS: dict[str, dict[str, str]] = yaml.safe_load((PAGES / "kinds.yaml").read_text("utf-8"))


def _cases(kind: str) -> list[Any]:
    return [pytest.param(text, id=name) for name, text in KINDS[kind].items()]


@pytest.mark.parametrize("text", _cases("field"))
def test_a_page_of_the_field_gives_claims(text: str):
    assert read(text, filename="page.txt")[1]["outcome"] == "claims"


@pytest.mark.parametrize("text", _cases("others"))
def test_a_page_of_another_kind_gives_none_and_says_what_was_weighed(text: str):
    rows, page = read(text, filename="page.txt")
    assert (rows, page["outcome"]) == ([], "no_claims")
    assert str(page["detail"]).startswith("another kind: ")
    assert " of 6 points needed" in str(page["detail"])
