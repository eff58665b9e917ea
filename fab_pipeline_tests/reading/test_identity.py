"""Run ids: which names are one run, which never are, and who owns an address."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fab_pipeline.reading.identity import is_developer, run_slug


@pytest.mark.parametrize(
    ("organization", "model", "slug"),
    [
        ("OpenAI", "GPT-4", "openai-gpt-4"),
        ("Meta", "Llama 3.1 405B", "meta-llama-3.1-405b"),
        ("Example consortium", "Test S 30B-A3B", "example-consortium-test-s-30b-a3b"),
        ("文学社", "文心 4.5", "文学社-文心-4.5"),
        (None, "ＴＥＳＴ－４", "test-4"),
        ("", "", "unnamed"),
        ("Université", "Modèle 3", "universite-modele-3"),
        ("Acme", "ViT-Huge/14", "acme-vit-huge-14"),
    ],
)
def test_slug(organization: str | None, model: str, slug: str) -> None:
    assert run_slug(organization, model) == slug


@pytest.mark.parametrize(
    ("organization", "model"),
    [
        ("Meta AI", "Llama 3.1-405B"),
        ("Meta Platforms", "Meta-Llama-3.1-405B"),
        ("facebook", "Llama3.1 405B"),
        ("meta-llama", "Llama 3.1 405 B"),
        ("Meta", "meta-llama/Llama-3.1-405B"),
        ("Meta AI,University of Elsewhere", "LLAMA 3.1 405b"),
        (None, "meta-llama/Llama-3.1-405B-Instruct"),
        (None, "Llama 3.1 405B"),
        ("Meta", "Llama-3.1-405B-hf"),
    ],
)
def test_names_of_one_run_become_one_id(organization: str | None, model: str) -> None:
    assert run_slug(organization, model) == "meta-llama-3.1-405b"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("Meta", "Llama 2 13B"), ("Meta", "Llama 2 70B")),
        (("Meta", "Llama 3.1 70B"), ("Meta", "Llama 3.3 70B")),
        (("DeepSeek", "DeepSeek-V2"), ("DeepSeek", "DeepSeek-V3")),
        (("DeepSeek", "DeepSeek-V3"), ("DeepSeek", "DeepSeek-V3-0324")),
        (("OpenAI", "GPT-4 (Mar 2023)"), ("OpenAI", "GPT-4 (Jun 2023)")),
        (("Huawei", "PanGu-α"), ("Huawei", "PanGu-Σ")),
        (("Acme", "Grove"), ("Acme", "Grove+")),
        (("Acme", "Grove 7B"), ("Acme", "Grove 7B Instruct")),
        (("Meta", "Llama 2 7B"), ("Meta", "Llama 27B")),
        (("Acme", "Oak 4"), ("Acme", "Oak 4o")),
        ((None, "Llama-3.1-Grove-70B"), ("Meta", "Llama 3.1 70B")),
        (("甲", "文心 4.5"), ("甲", "混元 4.5")),
        ((None, "知更鸟-7B"), (None, "云雀-7B")),
        (("甲", "知更鸟 Turbo"), ("甲", "云雀 Turbo")),
    ],
)
def test_different_runs_stay_apart(one: tuple[str | None, str], other: tuple[str | None, str]) -> None:
    assert run_slug(*one) != run_slug(*other)


def test_base_and_tuned_model_are_one_run_only_where_the_card_says_so() -> None:
    assert run_slug("DeepSeek", "DeepSeek-V3-Base") == run_slug("deepseek-ai", "DeepSeek V3") == "deepseek-deepseek-v3"
    assert run_slug(None, "meta-llama/Llama-3.2-11B-Vision-Instruct") == run_slug("Meta", "Llama 3.2-vision 11B")
    assert run_slug("Alibaba", "Qwen2.5-72B-Instruct") != run_slug("Qwen", "Qwen 2.5 72B")


def test_the_name_of_the_organisation_in_front_is_dropped_but_not_that_of_the_family() -> None:
    assert run_slug("NVIDIA", "NVIDIA-Nemotron-3-Ultra") == run_slug("nvidia", "Nemotron 3 Ultra") == "nvidia-nemotron-3-ultra"
    assert run_slug("Mistral AI", "Mistral Large 2") == "mistral-mistral-large-2"


@given(st.text(max_size=60), st.text(max_size=60))
def test_an_id_is_its_own_name_and_any_text_has_one(organization: str, model: str) -> None:
    slug = run_slug(organization, model)
    assert slug
    assert slug == run_slug(organization, model.replace(" ", "-")) or "/" in model


@pytest.mark.parametrize(
    ("organization", "address", "expected"),
    [
        ("Meta", "https://huggingface.co/meta-llama/Llama-3.1-405B", True),
        ("Meta", "https://huggingface.co/somebody/Llama-3.1-405B-GGUF", False),
        ("Meta AI", "https://ai.meta.com/blog/a-post/", True),
        ("Meta", "https://huggingface.co/mistralai/Mistral-7B-v0.1", False),
        ("Aviary Labs Ltd", "https://github.com/aviary-research/condor", True),
        ("Aviary Labs", "https://github.com/other-labs/condor", None),
        ("Aviary Labs", "https://huggingface.co/meta-llama/condor", None),
        ("Meta", "https://news.example/llama", None),
        ("Meta", None, None),
        (None, "https://huggingface.co/meta-llama/Llama-3.1-405B", None),
    ],
)
def test_whose_an_address_is(organization: str | None, address: str | None, expected: bool | None) -> None:
    assert is_developer(organization, address) is expected
