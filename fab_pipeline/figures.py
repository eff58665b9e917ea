"""Figures as people read them, in the terminal and in the Dagster UI: one rule for numbers, one for hourly prices.

Does not belong here: figures for machines (they stay numbers), and tables.
"""


def number_text(value: float) -> str:
    """A number for people: thousands separated, at most four decimals below a thousand and none from there on."""
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:,.4f}".rstrip("0").rstrip(".")


def money_text(value: float) -> str:
    """An hourly price for people: at least two decimals, at most four."""
    whole, _, decimals = f"{value:,.4f}".partition(".")
    return f"{whole}.{decimals.rstrip('0'):0<2}"
