"""The list of sellers: one name per seller, whatever the spelling, and a kind for each."""

import pytest

from fab_pipeline.contracts.words import PROVIDER_KINDS
from fab_pipeline.vocabulary.providers import provider, providers


@pytest.mark.parametrize(
    ("printed", "name", "kind"),
    [
        ("AWS", "AWS", "hyperscaler"),
        ("amazon web services", "AWS", "hyperscaler"),
        ("Microsoft Azure", "Azure", "hyperscaler"),
        ("GCP", "Google Cloud", "hyperscaler"),
        ("OCI", "Oracle Cloud", "hyperscaler"),
        ("阿里云", "Alibaba Cloud", "hyperscaler"),
        ("Lambda Labs", "Lambda", "neocloud"),
        ("DataCrunch", "Verda", "neocloud"),
        ("RunPod Secure Cloud", "RunPod Secure Cloud", "neocloud"),
        ("RunPod (Community)", "RunPod Community Cloud", "marketplace"),
        ("vast.ai", "Vast.ai", "marketplace"),
        ("VAST AI", "Vast.ai", "marketplace"),
        ("Shadeform", "Shadeform", "reseller"),
    ],
)
def test_a_seller_is_found_under_every_spelling(printed: str, name: str, kind: str) -> None:
    found = provider(printed)
    assert found is not None
    assert (found.name, found.kind) == (name, kind)


def test_a_seller_that_is_not_listed_is_not_guessed() -> None:
    assert provider("Lambada Cloud") is None
    assert provider("") is None


def test_runpod_without_a_word_on_which_cloud_counts_as_the_weaker_of_the_two() -> None:
    found = provider("RunPod")
    assert found is not None
    assert found.kind == "marketplace"


def test_every_entry_has_a_known_kind_and_an_address() -> None:
    for entry in providers():
        assert entry.kind in PROVIDER_KINDS
        assert entry.url.startswith("https://"), entry.name
    names = [entry.name for entry in providers()]
    assert len(set(names)) == len(names)
