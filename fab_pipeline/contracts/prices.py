"""Price tables: quotes as read, the named statistics over them, and effective-dated price changes.

Money is in the currency named, never converted. Prices are per hour.
"""

from typing import Final

import polars as pl

from fab_pipeline.contracts import words
from fab_pipeline.contracts.table import Rule, Table, count, day, declare, flag, moment, number, text

USD_PER_HOUR: Final = "USD/{accelerator}.h"


_USD_ONLY_FROM_USD: Final = pl.col("price_per_accelerator_hour_usd").is_null() | (
    (pl.col("currency") == "USD") & (pl.col("partition") == "full")
)
_PRICED_UNLESS_CONTACT: Final = pl.col("price_per_instance_hour").is_not_null() | (pl.col("price_kind") == "contact")

PRICE_QUOTES: Final[Table] = declare(
    "price_quotes",
    row="one price of one offer, as one capture showed it",
    key=("quote_id",),
    published=False,
    columns={
        "quote_id": text("<snapshot_id>:<row_number>, and :<part> where a row states several prices"),
        "snapshot_id": text("<source>-<observed_at>-<first 12 digits of capture_sha256>: one observation of one source", required=True),
        "offer_key": text(
            "the same offer from one day to the next: source, provider, instance type, region, identity, count, option, term, currency",
            required=True,
        ),
        "observed_at": moment("when the price was seen; for a dated fact the day from which it held", required=True),
        "origin": text("how the bytes came here", words=words.ORIGINS, required=True),
        "source": text("source name of the contract, e.g. azure, runpod, aws_history", required=True),
        "source_status": text("how far the reading of this source is proven", words=words.SOURCE_STATUS, required=True),
        "dated_fact": flag(
            "true: valid until the next fact of the offer; false: part of a snapshot, carried at most 3 days", required=True
        ),
        "provider": text("who sells, e.g. AWS, Nebius", required=True),
        "provider_kind": text("what kind of seller", words=words.PROVIDER_KINDS, required=True),
        "reseller_of": text("provider whose capacity is resold, where known"),
        "region": text("the provider's region name; null = one price everywhere or not said"),
        "country": text("ISO 3166-1 alpha-2 code, where the source says so"),
        "market": text("which part of the provider's cloud sells it; only commercial can win", words=words.MARKETS, required=True),
        "instance_type": text("the provider's own name of the instance, plan or card"),
        "accelerator": text("family label that boards group by, e.g. 'NVIDIA H100'", required=True),
        "accelerator_vendor": text("nvidia, amd, google, aws, huawei …", required=True),
        "accelerator_model": text("model without vendor, e.g. 'H100', 'TPU v5p'", required=True),
        "accelerator_memory_gb": number("memory of one accelerator as sold; 0 = not said", "GB", minimum=0, required=True),
        "form_factor": text("form of the accelerator", words=words.FORM_FACTORS, required=True),
        "partition": text("full, mig:<profile> or fraction:<x>", required=True),
        "accelerator_count": count("accelerators of one instance", "{accelerator}", minimum=1, required=True),
        "node_accelerators": count("accelerators of the node the offer lives on, where known", "{accelerator}", minimum=1),
        "interconnect": text("fabric between nodes as printed, where said"),
        "operating_system": text("linux unless said otherwise"),
        "purchase_option": text("commitment", words=words.PURCHASE_OPTIONS, required=True),
        "term_months": count("length of the commitment", "mo", minimum=1),
        "price_kind": text("what kind of price this is; only list, live_offer and dynamic can win", words=words.PRICE_KINDS, required=True),
        "price_per_instance_hour": number("price of the whole instance; null only for price_kind contact", "{currency}/h", above=0),
        "price_per_accelerator_hour": number("instance price divided by accelerator_count", "{currency}/{accelerator}.h", above=0),
        "currency": text("ISO 4217 code", required=True),
        "price_per_accelerator_hour_usd": number("null unless the currency is USD and the partition is full", USD_PER_HOUR, above=0),
        "available": flag("whether it could be rented when seen; null = not said"),
        "effective_from": day("day from which the price holds, where the source announces one"),
        "valid_to": day("last day on which a dated fact is known to hold; null = until the next fact of the offer"),
        "carried_forward": flag("true where a failing source's last good capture stands in, at most 3 days", required=True),
        "source_url": text("address that somebody opened"),
        "locator": text("where in the source: row, section, table, commit"),
        "capture_sha256": text("sha256 of the captured bytes", required=True),
        "row_number": count("row in the capture, counted from 1", minimum=1, required=True),
        "parser_version": text("version of the parser that read it", required=True),
    },
    rules=(
        Rule("usd_only_from_usd", "USD price on a quote in another currency or of a partition", _USD_ONLY_FROM_USD),
        Rule("priced_unless_contact", "no price", _PRICED_UNLESS_CONTACT),
    ),
)

ACCELERATOR_PRICES: Final[Table] = declare(
    "accelerator_prices",
    row="one named statistic of one accelerator on one date",
    key=("as_of_date", "accelerator", "form_factor", "accelerator_memory_gb", "statistic", "price_window"),
    columns={
        "as_of_date": day("UTC day; present for each day on which a price was observed or took effect, and for the board's date"),
        "accelerator": text("family label, e.g. 'NVIDIA H100'"),
        "form_factor": text("form; 'any' = all forms and memories together", words=(*words.FORM_FACTORS, words.ANY_FORM)),
        "accelerator_memory_gb": number("memory as sold; 0 = not said, or any in a row of form 'any'", "GB", minimum=0),
        "statistic": text("which statistic", words=words.STATISTICS),
        "price_window": text("over which time", words=words.PRICE_WINDOWS),
        "price_per_accelerator_hour_usd": number("value of the statistic", USD_PER_HOUR, above=0),
        "winning_quote_id": text("quote that sets a lowest_* value; null for median and percentiles"),
        "provider": text("provider of the winning quote"),
        "region": text("region of the winning quote"),
        "instance_type": text("instance type of the winning quote"),
        "observed_at": moment("when the winning quote was seen; for the others, the newest quote used"),
        "quotes": count("quotes that took part; in month_to_date on the day that set the value, or on the newest day used", required=True),
        "providers": count("their distinct providers; a resold offer counts under the provider whose capacity it is", required=True),
        "sources_expected": text("sources that should have been seen on the date, joined by '; '"),
        "sources_present": text("sources that were, joined by '; '"),
        "null_reasons": text("why columns are null: 'column: code; …'"),
    },
)

PRICE_CHANGES: Final[Table] = declare(
    "price_changes",
    row="one effective-dated price of one offer",
    key=("offer_key", "valid_from"),
    columns={
        "offer_key": text("the offer"),
        "valid_from": day("first day of the price"),
        "valid_to": day("last day of the price; null = nothing has ended it, as far as its source was seen"),
        "source": text("source name", required=True),
        "provider": text("who sells", required=True),
        "region": text("region"),
        "instance_type": text("the provider's name of it"),
        "accelerator": text("family label", required=True),
        "form_factor": text("form", words=words.FORM_FACTORS, required=True),
        "accelerator_memory_gb": number("memory as sold; 0 = not said", "GB", minimum=0, required=True),
        "purchase_option": text("commitment", words=words.PURCHASE_OPTIONS, required=True),
        "term_months": count("length of the commitment", "mo", minimum=1),
        "price_kind": text("kind of price", words=words.PRICE_KINDS, required=True),
        "currency": text("ISO 4217 code", required=True),
        "price_per_accelerator_hour": number("the price", "{currency}/{accelerator}.h", above=0, required=True),
        "previous_price_per_accelerator_hour": number("the price before, where one is known", "{currency}/{accelerator}.h", above=0),
        "change_ratio": number("price divided by the previous one", "1", above=0),
        "quote_id": text("quote that showed it first", required=True),
        "null_reasons": text("why columns are null: 'column: code; …'"),
    },
)

PRICE_INDEX: Final[Table] = declare(
    "price_index",
    row="the change of matched offers of one accelerator from one date to the next: it moves only when prices move",
    key=("as_of_date", "accelerator", "form_factor", "accelerator_memory_gb", "purchase_option"),
    columns={
        "as_of_date": day("UTC day on which an offer of the series holds"),
        "accelerator": text("family label, e.g. 'NVIDIA H100'"),
        "form_factor": text("form; 'any' = all forms and memories together", words=(*words.FORM_FACTORS, words.ANY_FORM)),
        "accelerator_memory_gb": number("memory as sold; 0 = not said, or any in a row of form 'any'", "GB", minimum=0),
        "purchase_option": text("commitment: on_demand or spot", words=words.PURCHASE_OPTIONS),
        "previous_date": day("date of the series before this one"),
        "change_ratio": number("geometric mean over providers of the geometric mean of their matched offers' price ratios", "1", above=0),
        "matched_offers": count("offers with one price now and one on the date before, or at most 30 days before", required=True),
        "matched_providers": count("their providers", required=True),
        "moved_offers": count("matched offers whose price changed", required=True),
        "entered_offers": count("offers without a price before; they move nothing", required=True),
        "left_offers": count("offers of the previous date that are gone; they move nothing", required=True),
        "index": number("chained changes; 100 on index_base_date", "1", above=0, required=True),
        "index_base_date": day("date of the index's start; a new one where no offer could be matched", required=True),
        "null_reasons": text("why columns are null: 'column: code; …'"),
    },
)

HELD_PRICES: Final[Table] = declare(
    "held_prices",
    row="one price that is held back for one reason over one span of days: shown, but it wins no statistic until somebody releases it",
    key=("quote_id", "reason", "held_from"),
    columns={
        "quote_id": text("the quote"),
        "reason": text("which general check holds it back", words=words.HOLD_REASONS),
        "held_from": day("first day of the span"),
        "held_to": day("last day of the span; null = it holds on the board's date"),
        "since": day("day on which the doubt began: of the move, for price_moved_alone; else held_from", required=True),
        "detail": text("one line: what is doubtful, with its figures", required=True),
        "offer_key": text("the offer", required=True),
        "source": text("source name", required=True),
        "provider": text("who sells", required=True),
        "region": text("region"),
        "instance_type": text("the provider's name of it"),
        "accelerator": text("family label", required=True),
        "purchase_option": text("commitment", words=words.PURCHASE_OPTIONS, required=True),
        "currency": text("ISO 4217 code", required=True),
        "price_per_accelerator_hour": number("the price", "{currency}/{accelerator}.h", above=0),
        "compared_price_per_accelerator_hour": number("the price it was compared with", "{currency}/{accelerator}.h", above=0),
        "compared_quote_id": text("quote of that price; null for a median"),
        "observed_at": moment("when the price was seen; for a dated fact the day from which it held", required=True),
        "override": text("what a person decided; null = nobody has, and it is held back", words=words.OVERRIDES),
        "override_reason": text("why"),
        "overridden_by": text("who"),
        "overridden_on": day("when"),
        "null_reasons": text("why columns are null: 'column: code; …'"),
    },
)
