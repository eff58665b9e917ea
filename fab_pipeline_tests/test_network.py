"""Settings of live collecting: who asks, through what, with which keys; wrong ones are one line without a secret in it."""

from pathlib import Path

import pytest

from fab_pipeline.environment import SettingsError
from fab_pipeline.network import Network


def test_without_anything_nobody_is_asked() -> None:
    network = Network.from_environment({})
    assert (network.contact, network.proxy, network.ca_bundle, dict(network.keys)) == (None, None, None, {})
    with pytest.raises(SettingsError, match="FAB_CONTACT"):
        _ = network.introduction


@pytest.mark.parametrize("contact", ["ops@lab.example", "https://lab.example/about-our-robot"])
def test_servers_are_told_whom_to_write_to(contact: str) -> None:
    assert Network.from_environment({"FAB_CONTACT": contact}).introduction.endswith(f"(+{contact})")


def test_own_variables_come_before_the_usual_ones(tmp_path: Path) -> None:
    bundle = tmp_path / "ca.pem"
    bundle.touch()
    usual = {"HTTPS_PROXY": "http://usual.example:3128", "NO_PROXY": "a.example", "REQUESTS_CA_BUNDLE": str(bundle)}
    network = Network.from_environment(usual)
    assert (network.proxy, network.no_proxy, network.ca_bundle) == ("http://usual.example:3128", "a.example", bundle)
    own = Network.from_environment(usual | {"FAB_PROXY": "http://own.example:3128", "FAB_NO_PROXY": "b.example"})
    assert (own.proxy, own.no_proxy) == ("http://own.example:3128", "b.example")


def test_keys_are_read_and_never_shown() -> None:
    network = Network.from_environment({"FAB_KEY_LAB": " secret-1 ", "FAB_KEY_EMPTY": " ", "OTHER_KEY": "secret-2"})
    assert dict(network.keys) == {"FAB_KEY_LAB": "secret-1"}
    assert "secret" not in repr(network)


def test_a_proxy_with_a_password_is_never_shown() -> None:
    assert "hidden" not in repr(Network.from_environment({"FAB_PROXY": "http://me:hidden@proxy.example:3128"}))


@pytest.mark.parametrize(
    ("variable", "value", "secret"),
    [
        ("FAB_CONTACT", "just me", None),
        ("FAB_CONTACT", "ops@lab.example\r\nX-Evil: 1", None),
        ("FAB_USER_AGENT", "Füchslein", None),
        ("FAB_PROXY", "proxy.example:hidden", "hidden"),
        ("FAB_CA_BUNDLE", "/nowhere/ca.pem", None),
        ("FAB_KEY_LAB", "se\ncret", "se\ncret"),
        ("FAB_MIRROR", "ftp://mirror.example", None),
        ("FAB_READ_TIMEOUT_SECONDS", "soon", None),
        ("FAB_SOURCE_DEADLINE_SECONDS", "0", None),
    ],
)
def test_what_cannot_be_is_one_line_that_names_the_variable(variable: str, value: str, secret: str | None) -> None:
    with pytest.raises(SettingsError) as caught:
        Network.from_environment({variable: value})
    assert variable in str(caught.value)
    assert "\n" not in str(caught.value)
    assert secret is None or secret not in str(caught.value)
