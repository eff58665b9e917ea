"""One printed amount, and everything of one text that has digits: the types that `amounts` returns.

Belongs here: the types. Does not belong here: reading them (see `amounts`).
"""

from dataclasses import dataclass

from fab_pipeline.reading.names import Name
from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.vocabulary.accelerators import Mention


@dataclass(frozen=True, slots=True)
class Amount:
    """One printed amount.

    Attributes:
        value: the figure in `unit` as printed, scale applied; the lower end of a range; None for "several" (数十万), a class (毫秒级)
            and a date.
        value_max: upper end of a range.
        unit: UCUM-like code as printed ("PFLOP/s", "{GPU}.h", "USD/{GPU}.h", "%", "1"); "" where nothing says the unit.
        comparator: eq, approx, ge, gt, le, lt, up_to, range, several or class.
        kind: number, scale (a scale word alone: 万卡), class (万卡级, 671B 参数级别), several, idiom (翻倍, 七成, 三分之一) or date.
        start: first code point, qualifying words and currency included.
        end: behind the last one, unit, rate and qualifying words included.
        figure_start: first code point of the figure.
        figure_end: behind the figure and its scale.
        quantity: value, bounds and qualifier in the base of the dimension (`units.UnitOf`), as disclosures need them.
        dimension: what it measures, as in `units.UNITS`; "money", "date" or "" further.
        per: code of what a rate is per; None where it is no rate.
        hyphenated: "54-day", "8,960-chip": describes a thing rather than counting it.
        scaled: whether a scale word or letter stands with the figure.
    """

    value: float | None
    value_max: float | None
    unit: str
    comparator: str
    kind: str
    start: int
    end: int
    figure_start: int
    figure_end: int
    quantity: Quantity
    dimension: str = ""
    per: str | None = None
    hyphenated: bool = False
    scaled: bool = False


@dataclass(frozen=True, slots=True)
class AmountsOf:
    """Everything of one text that has digits: its amounts, the accelerators named, and the text as the grammar saw it.

    Attributes:
        folded: the folded text.
        hidden: the same with names of accelerators, models and dates masked.
        amounts: in printed order.
        mentions: accelerators named, in printed order.
        names: other names with digits, in printed order.
    """

    folded: str
    hidden: str
    amounts: tuple[Amount, ...]
    mentions: tuple[Mention, ...]
    names: tuple[Name, ...]
