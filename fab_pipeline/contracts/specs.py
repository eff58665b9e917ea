"""Tables about what accelerators can do at most: specifications with their sources, what compute costs at peak, and claims of speed.

Peaks are bounds: nothing reaches them. Dense and sparse rates are never one name, and neither are matrix and vector rates.
"""

from typing import Final

from fab_pipeline.contracts import words
from fab_pipeline.contracts.prices import USD_PER_HOUR
from fab_pipeline.contracts.table import Table, count, day, declare, flag, moment, number, text

_FORMS: Final = (*words.FORM_FACTORS, words.ANY_FORM)
_SPEC_UNIT: Final = "see unit"

SPECIFICATION_FACTS: Final[Table] = declare(
    "specification_facts",
    row="one figure of one text about one accelerator",
    key=("fact_id",),
    published=False,
    columns={
        "fact_id": text("<first 12 of capture_sha256>:<part>:<figure>"),
        "accelerator": text("family label, e.g. 'NVIDIA H100'", required=True),
        "form_factor": text("form", words=words.FORM_FACTORS, required=True),
        "accelerator_memory_gb": number("memory of the part that the figure is about; 0 = any", "GB", minimum=0, required=True),
        "spec": text("which specification", words=words.SPECIFICATIONS, required=True),
        "precision": text("arithmetic precision of a rate", words=words.PRECISIONS, required=True),
        "density": text("dense or sparse, of a rate", words=words.DENSITIES, required=True),
        "value": number("the figure as printed, in `unit`", _SPEC_UNIT, above=0, required=True),
        "unit": text("unit of the specification", required=True),
        "qualifier": text("how it was stated", words=words.QUALIFIERS, required=True),
        "direction": text("directions that a bandwidth between accelerators counts", words=words.DIRECTIONS),
        "as_printed": text("the figure with its unit as it stands there", required=True),
        "stated_by": text("whose word it is", words=words.SPECIFICATION_STATED_BY, required=True),
        "source_title": text("title of the text"),
        "opened": day("day on which somebody opened the text", required=True),
        "stored_copy": flag("true: a stored copy of the page was opened, not the live page", required=True),
        "source": text("source name", required=True),
        "source_url": text("address that somebody opened", required=True),
        "locator": text("where in the text", required=True),
        "origin": text("how the bytes came here", words=words.ORIGINS, required=True),
        "observed_at": moment("when the list was read", required=True),
        "capture_sha256": text("sha256 of the captured bytes", required=True),
        "row_number": count("part of the list, counted from 1", minimum=1, required=True),
        "parser_version": text("version of the parser that read it", required=True),
    },
)

_SPEC_KEY: Final = ("accelerator", "form_factor", "accelerator_memory_gb", "spec", "precision", "density")

SPECIFICATION_SOURCES: Final[Table] = declare(
    "specification_sources",
    row="one figure of one text about one accelerator, and how it stands to the figures of other texts",
    key=("fact_id",),
    columns={
        "fact_id": text("specification_facts.fact_id; of the list of names: accelerators:<accelerator>:<form>"),
        "accelerator": text("family label, e.g. 'NVIDIA H100'", required=True),
        "form_factor": text("form", words=words.FORM_FACTORS, required=True),
        "accelerator_memory_gb": number("memory of the part that the figure is about; 0 = any", "GB", minimum=0, required=True),
        "spec": text("which specification", words=words.SPECIFICATIONS, required=True),
        "precision": text("arithmetic precision of a rate", words=words.PRECISIONS, required=True),
        "density": text("dense or sparse, as the text says", words=words.DENSITIES, required=True),
        "value": number("the figure; both directions together for a bandwidth between accelerators", _SPEC_UNIT, above=0, required=True),
        "unit": text("unit", required=True),
        "qualifier": text("how it was stated", words=words.QUALIFIERS, required=True),
        "direction": text("directions that the text counts", words=words.DIRECTIONS),
        "as_printed": text("the figure with its unit as it stands there"),
        "status": text("how it stands to the others", words=words.SPECIFICATION_STATUS, required=True),
        "board_value": number("what accelerator_specs shows", _SPEC_UNIT, above=0),
        "ratio_to_board": number("value divided by board_value", "1", above=0),
        "stated_by": text("whose word it is", words=words.SPECIFICATION_STATED_BY, required=True),
        "source_title": text("title of the text"),
        "source_url": text("address that somebody opened", required=True),
        "locator": text("where in the text"),
        "opened": day("day on which somebody opened the text, or its own date", required=True),
        "stored_copy": flag("true: a stored copy of the page was opened, not the live page"),
        "null_reasons": text("why columns are null: 'column: code; …'"),
    },
)

ACCELERATOR_SPECS: Final[Table] = declare(
    "accelerator_specs",
    row="one specification of one accelerator, by form, memory, precision and density, from texts with address",
    key=_SPEC_KEY,
    columns={
        "accelerator": text("family label, e.g. 'NVIDIA H100'"),
        "form_factor": text("form", words=words.FORM_FACTORS),
        "accelerator_memory_gb": number("memory of the part, where the figure holds for one size only; 0 = any", "GB", minimum=0),
        "spec": text("which specification; a rate is a bound that nothing reaches", words=words.SPECIFICATIONS),
        "precision": text("arithmetic precision of a rate", words=words.PRECISIONS),
        "density": text("dense or sparse (2:4); never one for the other", words=words.DENSITIES),
        "value": number("the figure with the best support: maker, then who names the maker, then most texts", _SPEC_UNIT, above=0),
        "unit": text("TFLOP/s (integers 10^12 op/s: TOP/s), GB, GB/s or W", required=True),
        "qualifier": text("how it was stated", words=words.QUALIFIERS),
        "direction": text("what the text of the figure says of the directions; `value` is both together", words=words.DIRECTIONS),
        "value_low": number("lowest figure that no check rejects", _SPEC_UNIT, above=0),
        "value_high": number("highest figure that no check rejects", _SPEC_UNIT, above=0),
        "sources_agree": flag("whether all figures that no check rejects are the same within 0.5 %; null with one such text"),
        "texts": count("texts that print a figure", required=True),
        "rejected_texts": count("of these, texts whose figure a general check rejects (see specification_sources.status)", required=True),
        "fact_id": text("figure that is shown"),
        "as_printed": text("as it stands there"),
        "stated_by": text("whose word it is", words=words.SPECIFICATION_STATED_BY),
        "source_title": text("title of the text"),
        "source_url": text("address that somebody opened"),
        "opened": day("day on which somebody opened the text, or its own date"),
        "other_figures": text("figures of other texts that differ, each with its status and address, joined by '; '"),
        "null_reasons": text("why columns are null: 'column: code; …'"),
    },
)

COMPUTE_PRICES: Final[Table] = declare(
    "compute_prices",
    row="one price statistic of one accelerator on the board's date, per 10^15 dense 16-bit operations at 100 % of peak: a lower bound",
    key=("as_of_date", "accelerator", "form_factor", "accelerator_memory_gb", "statistic", "price_window"),
    columns={
        "as_of_date": day("date of the price"),
        "accelerator": text("family label, e.g. 'NVIDIA H100'"),
        "form_factor": text("form; 'any' = all forms and memories together", words=_FORMS),
        "accelerator_memory_gb": number("memory as sold; 0 = not said, or any in a row of form 'any'", "GB", minimum=0),
        "statistic": text("which statistic of accelerator_prices", words=words.STATISTICS),
        "price_window": text("over which time", words=words.PRICE_WINDOWS),
        "usd_per_1e15_dense_bf16_flop_at_peak": number(
            "price_per_accelerator_hour_usd / (peak_dense_tflops × 3600 / 1000): USD per 10^15 dense BF16 floating-point operations if the"
            " accelerator ran at 100 % of its peak all the time; nothing does: a lower bound",
            "USD/PFLOP",
            above=0,
        ),
        "price_per_accelerator_hour_usd": number("the statistic", USD_PER_HOUR, above=0),
        "peak_dense_tflops": number("peak dense 16-bit matrix rate of one accelerator; never a sparse one", "TFLOP/s", above=0),
        "peak_precision": text("precision of that peak: bf16, or the 16-bit figure of parts without a bf16 figure", words=words.PRECISIONS),
        "peak_form_factor": text("form whose peak it is; 'any' where all forms of the accelerator have the same", words=_FORMS),
        "peak_source_url": text("address of the peak"),
        "winning_quote_id": text("quote that sets the statistic"),
        "null_reasons": text("why columns are null: 'column: code; …'"),
    },
)

SPEED_CLAIMS: Final[Table] = declare(
    "speed_claims",
    row="one claim that one accelerator is so many times as fast as another, beside what specifications imply",
    key=("claim_id",),
    columns={
        "claim_id": text("vendor_claims.claim_id"),
        "accelerator": text("the accelerator that is called faster", required=True),
        "metric": text("metric of the claim", required=True),
        "phase": text("which work it is about", words=words.CLAIM_PHASES),
        "precision": text("precision stated with it"),
        "per_dollar": flag("whether it is about speed per money: see speed_claims_per_dollar", required=True),
        "claimed_ratio": number("ratio as claimed; the lower end of a range", "1", above=0, required=True),
        "claimed_ratio_high": number("upper end of a range; equal to claimed_ratio for one figure", "1", above=0, required=True),
        "comparator": text("how it was stated; up_to is an upper bound", words=words.COMPARATORS),
        "baseline_as_printed": text("what it is compared with, as printed"),
        "baseline_accelerator": text("accelerator that the baseline names; null where it names none"),
        "baseline_basis": text("where the baseline is from", words=("named", "same_line", "none"), required=True),
        "compared_precision": text("precision of the faster accelerator's rate", words=words.PRECISIONS),
        "baseline_precision": text("precision of the other's rate", words=words.PRECISIONS),
        "accelerator_tflops": number("dense matrix rate of the faster one; highest of its forms", "TFLOP/s", above=0),
        "baseline_tflops": number("dense matrix rate of the other; lowest of its forms", "TFLOP/s", above=0),
        "implied_compute_ratio_low": number("lowest ratio of dense matrix rates over forms that both have", "1", above=0),
        "implied_compute_ratio_high": number("highest such ratio", "1", above=0),
        "implied_memory_bandwidth_ratio_low": number("lowest ratio of memory bandwidths over the same forms", "1", above=0),
        "implied_memory_bandwidth_ratio_high": number("highest such ratio", "1", above=0),
        "implied_interconnect_ratio": number("highest ratio of bandwidths between accelerators over the same forms", "1", above=0),
        "largest_implied_ratio": number(
            "largest ratio of any rate: of the above, and, where the claim states no precision, of the faster one's lower precisions to the"
            " other's 16-bit rate; for inference also with sparsity, which training cannot use",
            "1",
            above=0,
        ),
        "verdict": text("whether the specifications allow it", words=words.SPEED_VERDICTS, required=True),
        "reason_en": text("why, with the numbers, English", required=True),
        "reason_zh": text("why, with the numbers, Chinese", required=True),
        "spec_sources": text("addresses of the specifications used, joined by '; '"),
        "vendor": text("subject of the claim", required=True),
        "evidence_class": text("whose word it is", words=words.EVIDENCE_CLASSES, required=True),
        "ambiguous": flag("whether the claim can be read in more than one way", required=True),
        "span": text("the words that state it", required=True),
        "source_url": text("address of the claim"),
        "null_reasons": text("why columns are null: 'column: code; …'"),
    },
)

SPEED_CLAIMS_PER_DOLLAR: Final[Table] = declare(
    "speed_claims_per_dollar",
    row="one claim of speed under one price statistic: what it means per dollar, and what specifications and prices imply",
    key=("claim_id", "statistic"),
    columns={
        "claim_id": text("speed_claims.claim_id"),
        "statistic": text("statistic by which both accelerators are priced, any form, window day", words=words.STATISTICS),
        "as_of_date": day("date of the prices", required=True),
        "accelerator": text("the accelerator that is called faster", required=True),
        "baseline_accelerator": text("the other one", required=True),
        "accelerator_price_usd": number("its price", USD_PER_HOUR, above=0, required=True),
        "baseline_price_usd": number("the other's price", USD_PER_HOUR, above=0, required=True),
        "price_ratio": number("accelerator_price_usd / baseline_price_usd", "1", above=0, required=True),
        "claimed_per_dollar_ratio": number(
            "a claim of speed divided by price_ratio; a claim per dollar as claimed", "1", above=0, required=True
        ),
        "claimed_per_dollar_ratio_high": number("the same for the upper end of the claim", "1", above=0, required=True),
        "speedup_needed": number("speedup that the claim per dollar needs at these prices: claim × price_ratio", "1", above=0),
        "implied_per_dollar_ratio_low": number("lowest implied compute ratio divided by price_ratio", "1", above=0),
        "implied_per_dollar_ratio_high": number("highest implied compute ratio divided by price_ratio", "1", above=0),
        "largest_implied_per_dollar_ratio": number("largest_implied_ratio divided by price_ratio", "1", above=0),
        "verdict": text("of a claim per dollar: whether specifications and these prices allow it", words=words.SPEED_VERDICTS),
        "null_reasons": text("why columns are null: 'column: code; …'"),
    },
)
