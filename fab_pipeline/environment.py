"""Single values of the environment, checked: numbers, and the first variable of several that is set.

Belongs here: what a variable's text must look like whatever it is for. Does not belong here: which variables there are (see `settings`,
`network` and `service_settings`).
"""

from collections.abc import Mapping
from typing import Final

from fab_pipeline.errors import FabError

KEY_PREFIX: Final = "FAB_KEY_"
"""How the variable of a source's key begins."""


class SettingsError(FabError):
    """The environment asks for something that cannot be."""


def positive(values: Mapping[str, str], name: str, default: float, most: float = float("inf")) -> float:
    """A positive number from the environment.

    Args:
        values: variables.
        name: of the variable.
        default: where it is absent or empty.
        most: the largest that can be.

    Raises:
        SettingsError: it is no positive number, or too large.
    """
    text = values.get(name)
    if not text:
        return default
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf") or value > most:
        raise SettingsError(f"{name} is {text!r}; it must be a positive number{f', at most {most:g}' if most < float('inf') else ''}")
    return value


def first(values: Mapping[str, str], *names: str) -> str | None:
    """The value of the first of these variables that is set."""
    return next((values[name] for name in names if values.get(name)), None)
