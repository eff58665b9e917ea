"""YAML: the lists of this package, and the one loader for the lists, cards and corrections of others.

Belongs here: reading them fast and safely. libyaml takes a tenth of the time of pure Python (1.5 s of every command otherwise, and 1.5 s
for a damaged list of 100 kB), and refuses what is nested more than a thousand deep. Does not belong here: what a list says.
"""

from importlib import resources
from typing import Any

import yaml

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_document(name: str) -> Any:
    """The document `<name>.yaml` of this package."""
    return parse_yaml(resources.files("fab_pipeline.vocabulary").joinpath(f"{name}.yaml").read_text("utf-8"))


def parse_yaml(text: str) -> Any:
    """The value of a YAML text: plain values, lists and mappings, never objects.

    Raises:
        yaml.YAMLError: it is no YAML, or nested without end.
        ValueError: a number or a date is none.
    """
    return yaml.load(text, _Loader)  # noqa: S506 -- a safe loader
