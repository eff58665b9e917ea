"""Run ids."""

import pytest

from fab_pipeline.reading.identity import run_slug


@pytest.mark.parametrize(
    ("organization", "model", "slug"),
    [
        ("OpenAI", "GPT-4", "openai-gpt-4"),
        ("Meta", "Llama 3.1 405B", "meta-llama-3.1-405b"),
        ("Example consortium", "Test S 30B-A3B", "example-consortium-test-s-30b-a3b"),
        ("百度", "文心 4.5", "百度-文心-4.5"),
        (None, "ＧＰＴ－４", "gpt-4"),
        ("", "", "unnamed"),
    ],
)
def test_slug(organization: str | None, model: str, slug: str) -> None:
    assert run_slug(organization, model) == slug


def test_names_without_latin_letters_stay_apart() -> None:
    assert run_slug("甲", "文心 4.5") != run_slug("甲", "混元 4.5")
