"""Tables about training runs: claims as read, and the boards over them.

A claim is what a source says; a board is a view over claims by written rules. Ratios that we compute are fractions. A null that a
reader sees has its reasons in `null_reasons` ("column: code; column: code").
"""

from typing import Final

from fab_pipeline.contracts import words
from fab_pipeline.contracts.prices import USD_PER_HOUR
from fab_pipeline.contracts.table import Table, count, day, declare, flag, moment, number, quantity, text

NULL_REASONS: Final = "why columns are null: 'column: code; …'"

TRAINING_QUANTITIES: Final[dict[str, str]] = {
    "parameters_total": "{parameter}",
    "parameters_active": "{parameter}",
    "training_tokens": "{token}",
    "accelerators": "label",
    "accelerator_count": "{accelerator}",
    "duration_days": "d",
    "accelerator_hours": "{accelerator}.h",
    "disclosed_cost_usd": "USD",
    "released": "date",
    "open_weights": "bool",
    "license": "text",
    "base_model": "text",
    "training_compute_flop": "FLOP",
    "finetune_compute_flop": "FLOP",
    "hardware_utilization": "1",
    "dataset_size": "{datapoint}",
    "epochs": "{epoch}",
    "training_power_w": "W",
    "estimated_cost_amortized_usd": "USD",
    "estimated_cost_cloud_usd": "USD",
    "estimated_cost_upfront_usd": "USD",
}
"""Unit per quantity. An estimated cost is an aggregator's, by the method that its name says; it is never the disclosed cost of a board."""

TRAINING_CLAIMS: Final[Table] = declare(
    "training_claims",
    row="one claim about one training run",
    key=("claim_id",),
    columns={
        "claim_id": text("<capture id>:<row_number>:<quantity>[:<part>]"),
        "run_id": text("slug organisation-model[-variant]", required=True),
        "model": text("model as printed", required=True),
        "organization": text("who trained it, as printed"),
        "quantity": text("what is claimed", words=tuple(TRAINING_QUANTITIES), required=True),
        "part": text("phase of a figure that is one part of the quantity; null for the figure itself", words=words.SCOPES),
        "of_family": flag("true for the total of several models: kept beside them under the family's name, never a run of a board"),
        "place": text("where in a text of tables and prose it stands", words=words.PLACES),
        "status": text("disclosed, undisclosed or unreadable", words=words.CLAIM_STATUS, required=True),
        "value": number("value in the unit; null for a range, a text or no figure", "see unit"),
        "value_min": number("lower bound", "see unit"),
        "value_max": number("upper bound", "see unit"),
        "value_text": text("value of a text quantity: accelerator labels joined by ' + ', ISO date, true or false, licence"),
        "qualifier": text("how it was stated", words=words.QUALIFIERS),
        "scope": text("what it covers", words=words.SCOPES),
        "unit": text("unit of value", required=True),
        "text_as_printed": text("the words that state it", required=True),
        "estimated": flag("true where the source itself marks it as an estimate"),
        "confidence": text("class of confidence that the source gives the figure, as printed"),
        "method": text("how the source says that it came to the figure"),
        "derived": flag("true where we computed it; never counts as disclosed", required=True),
        "stated_by": text("whose figure it is", words=words.STATED_BY, required=True),
        "corrected_value": number("right figure that a declared correction gives; value stays as printed", "see unit"),
        "correction": text("that correction: arithmetic, what is printed where, who says so, address and date"),
        "source": text("source name", required=True),
        "source_url": text("address that somebody opened"),
        "origin": text("how the bytes came here", words=words.ORIGINS, required=True),
        "observed_at": moment("when the source was read", required=True),
        "capture_sha256": text("sha256 of the captured bytes", required=True),
        "row_number": count("row of the page or file, counted from 1", minimum=1, required=True),
        "char_start": count("start of text_as_printed in the extracted text, in code points"),
        "char_end": count("its end"),
        "locator": text("where in the source"),
        "parser_version": text("version of the parser that read it", required=True),
    },
)

TRAINING_COST: Final[Table] = declare(
    "training_cost",
    row="one training run: what is known and what it would cost at today's rent",
    key=("run_id",),
    columns={
        "rank": count("1..n: accelerator_hours descending, nulls last; then released descending; then model", minimum=1, required=True),
        "run_id": text("slug organisation-model[-variant]"),
        "model": text("model", required=True),
        "organization": text("who trained it"),
        "released": day("release date; first day of the month or year where released_precision says so"),
        "released_precision": text("how exact released is", words=("day", "month", "year")),
        "open_weights": flag("whether the source says that weights are open"),
        "license": text("licence as printed"),
        **quantity("parameters_total", "parameters", "{parameter}"),
        **quantity("parameters_active", "parameters active per token", "{parameter}"),
        **quantity("training_tokens", "training tokens", "{token}", scope=True),
        "accelerators": text("labels joined by ' + '"),
        "accelerator_form_factor": text("form that the run states, or the only form of its accelerator", words=words.FORM_FACTORS),
        "accelerator_memory_gb": number("memory of one accelerator that the run states", "GB", above=0),
        "accelerator_group": text("hardware group of training_by_accelerator"),
        **quantity("accelerator_count", "accelerators used", "{accelerator}", scope=True),
        **quantity("duration_days", "wall-clock duration", "d", scope=True),
        "duration_text": text("duration as printed"),
        **quantity("accelerator_hours", "accelerator-hours", "{accelerator}.h", scope=True),
        **quantity("disclosed_cost_usd", "disclosed cost", "USD", scope=True),
        "disclosed_cost_by": text("whose figure the cost is", words=words.STATED_BY),
        "disclosed_cost_estimated": flag("true where the source marks the cost as an estimate"),
        "cost_per_million_tokens_usd": number("disclosed cost per million training tokens", "USD/{million token}", minimum=0),
        "cost_per_million_tokens_usd_qualifier": text("bound, where an operand is one", words=words.QUALIFIERS),
        "usd_per_accelerator_hour": number("disclosed cost per disclosed accelerator-hour", USD_PER_HOUR, minimum=0),
        "usd_per_accelerator_hour_qualifier": text("bound or approx, where an operand is", words=words.QUALIFIERS),
        "break_even_usd_per_accelerator_hour": number("rent at which renting would cost the disclosed cost", USD_PER_HOUR, minimum=0),
        "rent_usd_per_accelerator_hour": number("rent behind recomputed_cost_usd", USD_PER_HOUR, above=0),
        "rent_statistic": text("statistic of that rent", words=words.STATISTICS),
        "rent_price_window": text("window of that rent", words=words.PRICE_WINDOWS),
        "rent_as_of_date": day("date of that rent"),
        "rent_form_factor": text("form priced; 'any' where the run does not say its form", words=(*words.FORM_FACTORS, words.ANY_FORM)),
        "rent_accelerator_memory_gb": number("memory priced; 0 = any", "GB", minimum=0),
        "rent_winning_quote_id": text("quote behind that rent; null for a median"),
        "recomputed_cost_usd": number(
            "accelerator_hours x headline rent (lowest_cluster, else median, else lowest_on_demand)", "USD", minimum=0
        ),
        "recomputed_cost_usd_qualifier": text("qualifier of accelerator_hours, carried over to all recomputed_*", words=words.QUALIFIERS),
        "recomputed_cost_low_usd": number("accelerator_hours x lowest_on_demand", "USD", minimum=0),
        "recomputed_cost_median_usd": number("accelerator_hours x median_of_provider_lowest", "USD", minimum=0),
        "recomputed_cost_high_usd": number("accelerator_hours x lowest_hyperscaler, else p90_on_demand", "USD", minimum=0),
        "recomputed_cost_high_statistic": text("statistic behind recomputed_cost_high_usd", words=words.STATISTICS),
        "recomputed_to_disclosed_ratio": number("recomputed_cost_usd / disclosed_cost_usd", "1", minimum=0),
        "recomputed_to_disclosed_ratio_qualifier": text("bound or approx, where an operand is", words=words.QUALIFIERS),
        "recompute_status": text("whether and why not", words=words.RECOMPUTE_STATUS, required=True),
        "recompute_reasons": text("all statuses other than recomputed that hold, in order of precedence, joined by '; '"),
        "scope_status": text("whether the figures that meet have the same scope", words=("same", "scope_unverified", "scope_mismatch")),
        "rent_at_release_usd_per_accelerator_hour": number("headline rent on the newest date on or before released", USD_PER_HOUR, above=0),
        "rent_at_release_statistic": text("statistic of that rent", words=words.STATISTICS),
        "rent_at_release_as_of_date": day("date of that rent"),
        "recomputed_cost_at_release_usd": number("accelerator_hours x rent_at_release_usd_per_accelerator_hour", "USD", minimum=0),
        "proxy_accelerator": text("accelerator whose rent stands in, labelled"),
        "proxy_recomputed_cost_usd": number("accelerator_hours x rent of the proxy; never in recomputed_cost_usd", "USD", minimum=0),
        "rentable_at_once": flag("whether one observed offer could hold accelerator_count at once; null = not known"),
        "implied_accelerator_hours_low": number(
            "lowest count x duration x 24 of the run's own figures; derived", "{accelerator}.h", minimum=0
        ),
        "implied_accelerator_hours_high": number(
            "highest count x duration x 24 of the run's own figures; derived", "{accelerator}.h", minimum=0
        ),
        "implied_recomputed_cost_low_usd": number("implied_accelerator_hours_low x headline rent", "USD", minimum=0),
        "implied_recomputed_cost_high_usd": number("implied_accelerator_hours_high x headline rent", "USD", minimum=0),
        "finding_codes": text("codes of findings on this run, joined by '; '"),
        "source": text("source of the accelerator-hours, else of the model", required=True),
        "source_url": text("address that somebody opened"),
        "null_reasons": text(NULL_REASONS),
    },
)

TRAINING_COST_HISTORY: Final[Table] = declare(
    "training_cost_history",
    row="one training run on one date under one statistic and window",
    key=("run_id", "as_of_date", "statistic", "price_window"),
    columns={
        "run_id": text("training_cost.run_id"),
        "as_of_date": day("accelerator_prices.as_of_date"),
        "statistic": text("statistic of the rent", words=words.STATISTICS),
        "price_window": text("window of the rent", words=words.PRICE_WINDOWS),
        "accelerator": text("accelerator priced", required=True),
        "form_factor": text("form priced", words=(*words.FORM_FACTORS, words.ANY_FORM), required=True),
        "accelerator_memory_gb": number("memory priced; 0 = any", "GB", minimum=0, required=True),
        "accelerator_hours": number("accelerator-hours", "{accelerator}.h", minimum=0, required=True),
        "rent_usd_per_accelerator_hour": number("rent on the date", USD_PER_HOUR, above=0, required=True),
        "recomputed_cost_usd": number("product of the two", "USD", minimum=0, required=True),
    },
)

UNIT_COMPUTE_COST: Final[Table] = declare(
    "unit_compute_cost",
    row="one run that discloses both cost and accelerator-hours",
    key=("run_id",),
    columns={
        "rank": count("1..n by usd_per_accelerator_hour, ascending; nulls last", minimum=1, required=True),
        "run_id": text("training_cost.run_id"),
        "model": text("model", required=True),
        "organization": text("who trained it"),
        "accelerators": text("labels joined by ' + '"),
        "disclosed_cost_usd": number("disclosed cost", "USD", minimum=0, required=True),
        "disclosed_cost_usd_qualifier": text("how it was stated", words=words.QUALIFIERS),
        "disclosed_cost_usd_scope": text("what it covers", words=words.SCOPES),
        "disclosed_cost_by": text("whose figure it is", words=words.STATED_BY),
        "disclosed_cost_estimated": flag("true where the source marks it as an estimate"),
        "accelerator_hours": number("accelerator-hours", "{accelerator}.h", minimum=0, required=True),
        "accelerator_hours_qualifier": text("how they were stated", words=words.QUALIFIERS),
        "accelerator_hours_scope": text("what they cover", words=words.SCOPES),
        "usd_per_accelerator_hour": number("quotient; null where the scopes differ", USD_PER_HOUR, minimum=0),
        "usd_per_accelerator_hour_qualifier": text("bound or approx, where an operand is", words=words.QUALIFIERS),
        "scope_status": text(
            "same, scope_unverified or scope_mismatch", words=("same", "scope_unverified", "scope_mismatch"), required=True
        ),
        "comparable": flag("true where the scopes agree and both figures are exact or approx", required=True),
        "finding_codes": text("codes of findings on this run, joined by '; '"),
        "null_reasons": text(NULL_REASONS),
    },
)

TRAINING_BY_ACCELERATOR: Final[Table] = declare(
    "training_by_accelerator",
    row="one hardware group of runs",
    key=("accelerator_group",),
    columns={
        "rank": count("1..n by runs, descending; named hardware before undisclosed", minimum=1, required=True),
        "accelerator_group": text("group label, e.g. 'NVIDIA GB200 / GB300'"),
        "runs": count("runs in the group", minimum=1, required=True),
        "members": text("models joined by '; '", required=True),
        "member_labels": text("distinct accelerator labels with memory as printed, joined by '; '"),
        "runs_with_duration": count("runs with a duration that is a figure, a bound or a range", required=True),
        "duration_values": text("'model: value qualifier scope' of each, joined by '; '"),
        "duration_days_mean": number("mean over exact or approx values of one scope; null otherwise", "d", minimum=0),
        "duration_days_mean_runs": count("runs in that mean"),
        "duration_days_mean_scope": text("their scope", words=words.SCOPES),
        "null_reasons": text(NULL_REASONS),
    },
)

DISCLOSURE_COVERAGE: Final[Table] = declare(
    "disclosure_coverage",
    row="one coverage figure",
    key=("measure",),
    columns={
        "measure": text(
            "'runs', 'open_weights', one dimension ('accelerator_hours'), exactly these dimensions ('only:cost+hours'),"
            " or at least these ('with:cost+hours')"
        ),
        "runs": count("runs that meet the measure", required=True),
        "runs_total": count("runs of the board", required=True),
        "share": number("runs / runs_total", "1", minimum=0),
        "members": text("models joined by '; '"),
        "null_reasons": text(NULL_REASONS),
    },
)
