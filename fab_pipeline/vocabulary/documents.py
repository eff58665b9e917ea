"""The YAML lists of this package, read: each is of the project's own making and small.

Belongs here: reading them fast. libyaml takes a tenth of the time (1.5 s of every command otherwise); it is not for texts of strangers,
because its depth has no limit. Does not belong here: what a list says.
"""

from importlib import resources
from typing import Any

import yaml

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_document(name: str) -> Any:
    """The document `<name>.yaml` of this package."""
    return yaml.load(resources.files("fab_pipeline.vocabulary").joinpath(f"{name}.yaml").read_text("utf-8"), _Loader)  # noqa: S506 -- a safe loader
