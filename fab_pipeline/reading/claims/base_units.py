"""Units of claims → base units, for comparing figures that were printed in different prefixes.

Belongs here: decimal factors. A month has no fixed length and stays a month; counts, money and rates of counts stay as printed. Does not
belong here: units as words (see `units`).
"""

from typing import Final

_FACTORS: Final[dict[str, tuple[float, str]]] = {
    **{f"{prefix}bit/s": (size, "bit/s") for prefix, size in (("T", 1e12), ("G", 1e9), ("M", 1e6))},
    **{f"{prefix}B/s": (size, "B/s") for prefix, size in (("P", 1e15), ("T", 1e12), ("G", 1e9), ("M", 1e6))},
    **{f"{prefix}B": (size, "B") for prefix, size in (("P", 1e15), ("T", 1e12), ("G", 1e9), ("M", 1e6))},
    **{f"{prefix}FLOP/s": (size, "FLOP/s") for prefix, size in (("E", 1e18), ("P", 1e15), ("T", 1e12), ("G", 1e9), ("", 1.0))},
    **{f"{prefix}W": (size, "W") for prefix, size in (("G", 1e9), ("M", 1e6), ("k", 1e3), ("", 1.0))},
    "ns": (1e-9, "s"), "us": (1e-6, "s"), "ms": (1e-3, "s"), "s": (1.0, "s"), "min": (60.0, "s"), "h": (3600.0, "s"), "d": (86400.0, "s"),
    "wk": (604800.0, "s"), "%": (0.01, "1"), "{GPU}.h": (3600.0, "{GPU}.s"), "{GPU}.d": (86400.0, "{GPU}.s"),
    "{GPU}.wk": (604800.0, "{GPU}.s"),
}  # fmt: skip


def si_value(value: float | None, value_max: float | None, unit: str | None) -> tuple[float | None, float | None, str | None]:
    """Value, upper end and unit in the base unit; a unit without a base stays as it is."""
    if unit is None or value is None:
        return None, None, None
    factor, base = _FACTORS.get(unit, (1.0, unit))
    return value * factor, None if value_max is None else value_max * factor, base
