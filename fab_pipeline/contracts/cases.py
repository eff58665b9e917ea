"""The board of published uses of accelerators: what organisations say that they trained, on what, and what that would cost at today's rent.

Belongs here: the declaration. A row of advice (how many accelerators for which size of model) is a guideline and never a run. Columns
that training_cost has, too, have its names, units and rules.
"""

from typing import Final

from fab_pipeline.contracts import words
from fab_pipeline.contracts.table import Table, count, declare, number, quantity, text
from fab_pipeline.contracts.training import NULL_REASONS, TRAINING_COST

LISTED: Final = "joined by '; '"

_AS_IN_TRAINING_COST: Final = (
    "rent_usd_per_accelerator_hour",
    "rent_statistic",
    "rent_price_window",
    "rent_as_of_date",
    "rent_form_factor",
    "rent_accelerator_memory_gb",
    "rent_winning_quote_id",
    "recomputed_cost_usd",
    "recomputed_cost_usd_qualifier",
    "recomputed_cost_low_usd",
    "recomputed_cost_median_usd",
    "recomputed_cost_high_usd",
    "recomputed_cost_high_statistic",
    "recomputed_to_disclosed_ratio",
    "recomputed_to_disclosed_ratio_qualifier",
    "recompute_status",
    "recompute_reasons",
    "proxy_accelerator",
    "proxy_recomputed_cost_usd",
    "implied_accelerator_hours_low",
    "implied_accelerator_hours_high",
    "implied_recomputed_cost_low_usd",
    "implied_recomputed_cost_high_usd",
)

INDUSTRY_CASES: Final[Table] = declare(
    "industry_cases",
    row="one published use of accelerators (organisation, model) with its recompute, or one guideline of a text",
    key=("case_id",),
    columns={
        "case_id": text("slug organisation[-model]; of a guideline: guideline-<parameters>-<accelerators>"),
        "row_kind": text("a case, or advice that is no case", words=words.CASE_ROWS, required=True),
        "use": text("what is told of the accelerators; null for a guideline", words=words.CASE_USES),
        "vendor": text("slug of the organisation, as in vendor_claims"),
        "organization": text("who used them; null for a guideline"),
        "organization_zh": text("its Chinese name, where there is one"),
        "model": text("model or system that the text names"),
        "sector": text("sector that the text shows", words=words.SECTORS),
        "sector_text": text("first words that show it"),
        "accelerators": text("labels joined by ' + '"),
        "accelerator_form_factor": text("form that the text states, or the only form of its accelerator", words=words.FORM_FACTORS),
        "accelerator_memory_gb": number("memory of one accelerator that the text states", "GB", above=0),
        **quantity("accelerator_count", "accelerators: of the run, else of the cluster (see its scope)", "{accelerator}", scope=True),
        "accelerator_count_derived": number("systems or nodes x accelerators in each, as the texts state both; derived", "{accelerator}"),
        "cluster_accelerators": number("accelerators that the cluster has, where the run's own count is known as well", "{accelerator}"),
        **quantity("duration_days", "wall-clock duration of the training", "d", scope=True),
        "installation_days": number("time from installation until training began, or of building; never a duration of training", "d"),
        **quantity("accelerator_hours", "accelerator-hours as stated (days of accelerators x 24)", "{accelerator}.h", scope=True),
        **quantity("training_tokens", "training tokens", "{token}", scope=True),
        **quantity("parameters_total", "parameters; null where the text states two sizes", "{parameter}"),
        **quantity("disclosed_cost_usd", "disclosed cost of the training", "USD", scope=True),
        "disagreeing": text(f"quantities that are stated twice and differently, with every figure as printed, {LISTED}"),
        "outcomes": text(f"what came of it, as claimed: metric and figure as printed, {LISTED}"),
        "guideline": text("the words of a guideline"),
        **{name: TRAINING_COST.schema.columns[name] for name in _AS_IN_TRAINING_COST},
        "evidence_classes": text(f"whose word the claims are, {LISTED}", required=True),
        "pages": count("pages that tell it", minimum=1, required=True),
        "sources": count("independent sources among them: pages that repeat one text are one", minimum=1, required=True),
        "source_url": text(f"addresses of the pages that have one, {LISTED}"),
        "finding_codes": text(f"codes of findings on this row, {LISTED}"),
        "claim_ids": text(f"claims of vendor_claims behind the row, {LISTED}", required=True),
        "null_reasons": text(NULL_REASONS),
    },
)
