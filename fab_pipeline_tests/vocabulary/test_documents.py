"""YAML of others: plain values, and one error where it is none."""

from datetime import date

import pytest
import yaml

from fab_pipeline.vocabulary.documents import parse_yaml


def test_values_are_plain() -> None:
    assert parse_yaml("runs: [{hours: 2_788_000, opened: 2026-11-30, note: ~}]") == {
        "runs": [{"hours": 2_788_000, "opened": date(2026, 11, 30), "note": None}]
    }


@pytest.mark.parametrize("text", ["[" * 50_000, "{a: " * 50_000, "- " * 50_000, "!!python/object/apply:os.getcwd []", "a: &x [*x", "\x07"])
def test_what_is_no_plain_yaml_is_an_error(text: str) -> None:
    with pytest.raises(yaml.YAMLError):
        parse_yaml(text)


def test_a_day_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(ValueError, match="month"):
        parse_yaml("opened: 2026-13-01")
