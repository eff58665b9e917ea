"""One price of one row as an offer, by the words of the declaration and those of the page.

Belongs here: bringing both together. What the page prints beside a price must agree with the declaration: another unit, period, currency
or purchase option means that the page has changed, and the price is rejected with the reason instead of being read wrong. Does not belong
here: finding texts (see `fields`) and what makes a quote (see `quotes`).
"""

from dataclasses import dataclass
from datetime import date

from fab_pipeline.contracts.words import FORM_FACTORS, PURCHASE_OPTIONS, WINNING_PRICE_KINDS
from fab_pipeline.reading.dates import dates
from fab_pipeline.sources.base import Capture
from fab_pipeline.sources.prices.cells import CellError, shown
from fab_pipeline.sources.prices.declared.fields import Found, Row, look_up, needed_text, text_at
from fab_pipeline.sources.prices.declared.money import Printed, currencies_in, is_teaser, marks_of, read_price, without_marks
from fab_pipeline.sources.prices.declared.notes import Footnotes, Meaning
from fab_pipeline.sources.prices.declared.schema import Declaration, PriceSpec, alias_key
from fab_pipeline.sources.prices.declared.units import Holder, currency_of, price_of, unit_of
from fab_pipeline.sources.prices.declared.words import (
    Validity,
    available_of,
    count_of,
    form_of,
    memory_of,
    months_of,
    option_of,
    option_words,
    split_count,
    validity_of,
)
from fab_pipeline.sources.prices.offer import Offer


@dataclass(frozen=True)
class Page:
    """What holds for the whole page."""

    declaration: Declaration
    capture: Capture
    notes: Footnotes
    status: str


def name_of(row: Row, spec: PriceSpec) -> str | None:
    """The accelerator as printed, without footnote marks; None where nothing is printed."""
    return text_at(row, spec, "accelerator")


def read_offer(page: Page, row: Row, spec: PriceSpec, price: Found, number: int) -> Offer:
    """The offer of one price.

    Args:
        page: declaration, capture and footnotes.
        row: the row.
        spec: which of its prices.
        price: what stands there.
        number: number of this price on the page, from 1.

    Raises:
        CellError: why it is none.
    """
    name = name_of(row, spec)
    if name is None:
        raise CellError("name_missing", f"there is the price {shown(price.printed)}, and no name of an accelerator")
    in_name, bare = split_count(name)
    said = [validity_of(price.printed), validity_of(price.heading), validity_of(_dated_title(row))]
    whole_numbers = price.is_data or spec.scale != 1 or currencies_in(price.heading) is not None
    printed = read_price(said[0].rest, spec.decimal, whole_numbers=whole_numbers)
    if printed.kind == "nothing":
        raise CellError("not_offered", f"the page prints {shown(price.printed)} where the price would stand")
    per = unit_of(row, spec, printed, price.heading)
    count = _count(row, spec, in_name, per)
    marks = _marks(row, spec, printed, price.heading)
    meaning = _notes(page, row, spec, printed, price.heading, marks)
    observed = page.capture.observed_at.date()
    said += [days for mark in marks if (days := page.notes.days(mark, observed))]
    option, term = _commitment(row, spec, price.heading, name, meaning)
    kind = meaning.price_kind or _kind(row, spec, printed, price.heading)
    form = text_at(row, spec, "form")
    return Offer(
        row_number=number,
        source=page.declaration.source,
        observed_at=page.capture.observed_at,
        provider=needed_text(row, spec, "provider"),
        accelerator_model=page.declaration.aliases.get(alias_key(name)) or page.declaration.aliases.get(alias_key(bare)) or bare,
        accelerator_count=count,
        price_per_instance_hour=None if kind == "contact" else price_of(row, spec, printed, price.heading, Holder(per, count, term)),
        currency=currency_of(row, spec, printed, price.heading),
        purchase_option=option,
        price_kind=kind,
        text=row.text,
        accelerator_memory_gb=_memory(row, spec, count),
        form_factor=None if form is None else form if form in FORM_FACTORS else form_of(form),
        provider_kind=page.declaration.provider_kind,
        reseller_of=page.declaration.reseller_of,
        region=text_at(row, spec, "region"),
        country=text_at(row, spec, "country"),
        instance_type=text_at(row, spec, "instance_type") or name,
        node_accelerators=count_of(text_at(row, spec, "node_accelerators") or ""),
        interconnect=text_at(row, spec, "interconnect"),
        operating_system=text_at(row, spec, "operating_system"),
        term_months=term,
        available=available_of(text_at(row, spec, "available") or ""),
        effective_from=_effective_from(row, spec, said, observed),
        source_status=page.status,
        source_url=page.declaration.url or page.capture.url,
        locator=f"{row.where}, column {without_marks(price.heading)!r}" if price.heading else row.where,
    )


def _dated_title(row: Row) -> str:
    """The title, where its dates can be relied on: the declaration names it, or it says plainly from when its prices hold."""
    said = validity_of(row.title)
    return row.title if row.titled or (said.begins and not said.unclear and "effective" in row.title.lower()) else ""


def _count(row: Row, spec: PriceSpec, in_name: int | None, per: str) -> int:
    if "count" not in spec.fields:
        if in_name is None and per == "instance":
            raise CellError("count_missing", "the price is for an instance, and nothing says how many accelerators it has")
        return in_name or 1
    text = text_at(row, spec, "count")
    if text is None:
        raise CellError("count_missing", "the page does not say the count where the declaration looks for it")
    count = count_of(text)
    if count is None:
        raise CellError("count_unreadable", f"the count is {shown(text)}, not a whole number of accelerators")
    if in_name not in {None, count}:
        raise CellError("count_mismatch", f"the name says {in_name} accelerators, the count says {count}")
    return count


def _memory(row: Row, spec: PriceSpec, count: int) -> float | None:
    memory = memory_of(text_at(row, spec, "memory") or "")
    return memory / count if memory is not None and spec.memory_of == "instance" else memory


def _marks(row: Row, spec: PriceSpec, printed: Printed, heading: str) -> dict[str, bool]:
    """Footnote marks at heading (False), price and name (True)."""
    found = look_up(spec.fields["accelerator"], row)
    named = marks_of(found.words) if found else ()
    return {**dict.fromkeys(marks_of(heading), False), **dict.fromkeys((*printed.marks, *named), True)}


def _notes(page: Page, row: Row, spec: PriceSpec, printed: Printed, heading: str, marks: dict[str, bool]) -> Meaning:
    """What the footnotes of the marks change. Prices that cannot win are not rejected for a note."""
    total = Meaning()
    for mark, needed in marks.items():
        try:
            meaning = page.notes.meaning(mark, needed=needed)
        except CellError:
            if _kind(row, spec, printed, heading) in WINNING_PRICE_KINDS:
                raise
            continue
        total = Meaning(
            meaning.purchase_option or total.purchase_option,
            meaning.term_months or total.term_months,
            meaning.price_kind or total.price_kind,
        )
    return total


def _commitment(row: Row, spec: PriceSpec, heading: str, name: str, meaning: Meaning) -> tuple[str, int | None]:
    """Purchase option and term. What name, heading or declared title say of another option contradicts the declaration."""
    text = needed_text(row, spec, "purchase_option")
    option = text if text in PURCHASE_OPTIONS else option_of(text)
    if option is None:
        raise CellError("purchase_option_unreadable", f"{shown(text)} does not say whether the price is on demand, spot or reserved")
    for said in (heading, name, row.title if row.titled else ""):
        words = option_words(said)
        if words and option not in words:
            raise CellError(
                "purchase_option_mismatch", f"{shown(said)} speaks of {' and '.join(sorted(words))}, the declaration says {option}"
            )
    option = meaning.purchase_option or option
    if option != "reserved":
        return option, None
    if "term" in spec.fields:
        return option, meaning.term_months or months_of(text_at(row, spec, "term") or "")
    return option, meaning.term_months or months_of(heading) or months_of(row.title if row.titled else "")


def _kind(row: Row, spec: PriceSpec, printed: Printed, heading: str) -> str:
    declared = text_at(row, spec, "price_kind") or "list"
    if printed.kind == "contact" or declared not in WINNING_PRICE_KINDS:
        return "contact" if printed.kind == "contact" else declared
    if printed.kind != "price":
        return printed.kind
    return "from_teaser" if is_teaser(validity_of(heading).rest) else declared


def _effective_from(row: Row, spec: PriceSpec, said: list[Validity], observed: date) -> date | None:
    last = _day(row, spec, "valid_until")
    if last and last < observed:
        raise CellError("price_expired", f"the page says that the price holds until {last}, before it was seen")
    if first := _day(row, spec, "effective_from"):
        return first
    for validity in said:
        if validity.unclear or (validity.unexplained and validity.unexplained > observed and not validity.begins):
            raise CellError("effective_date_unreadable", "the page names a day for this price, and it cannot be read from when it holds")
        if validity.ends and validity.ends < observed:
            raise CellError("price_expired", f"the page says that the price holds until {validity.ends}, before it was seen")
    return next((validity.begins for validity in said if validity.begins), None)


def _day(row: Row, spec: PriceSpec, name: str) -> date | None:
    text = text_at(row, spec, name)
    if not text:
        return None
    found = [printed for printed in dates(text) if printed.precision == "day"]
    if len(found) != 1:
        raise CellError("effective_date_unreadable", f"{shown(text)} does not name one day")
    return found[0].day
