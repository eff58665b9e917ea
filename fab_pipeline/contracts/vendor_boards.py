"""Boards over the claims of vendors: what became of each claim, what can be compared, and what order it supports.

A figure becomes an interval here and nowhere else. Third-party evidence and the vendors' own word never meet: not in a key, not in a rank.
"""

from typing import Final

from fab_pipeline.contracts import words
from fab_pipeline.contracts.table import Table, count, declare, flag, number, text
from fab_pipeline.contracts.training import NULL_REASONS

LISTED: Final = "joined by '; '"

VENDOR_CLAIM_USE: Final[Table] = declare(
    "vendor_claim_use",
    row="one claim of vendor_claims and what became of it: no claim is dropped silently",
    key=("claim_id",),
    columns={
        "claim_id": text("as in vendor_claims"),
        "vendor": text("slug of the subject", required=True),
        "metric": text("name of the vocabulary of metrics; null where the claim was not understood"),
        "dimension": text("dimension of the ranking that the metric informs, if any", words=words.RANKING_DIMENSIONS),
        "use": text("what became of it", words=words.CLAIM_USES, required=True),
        "counts_as_coverage": flag("whether the vendor has something to say about the dimension by it", required=True),
        "reasons": text(f"why it is not compared, {LISTED}: codes of the words 'exclusions'; null where nothing stands against it"),
        "comparability_key": text("key of vendor_metrics that it enters; null where a reason stands against it"),
        "interval": text("what its figure allows, in base unit: [10000, 100000) for 万卡级; null without a figure"),
        "evidence": text("whose word it is; null for an author's own statement", words=words.EVIDENCE_TIERS),
    },
)

VENDOR_METRICS: Final[Table] = declare(
    "vendor_metrics",
    row="one vendor's interval inside one comparability key: figures meet nowhere else",
    key=("comparability_key", "vendor"),
    columns={
        "comparability_key": text("metric, base unit, evidence, modality, phase and every condition that the metric needs, joined by '; '"),
        "vendor": text("slug of the vendor"),
        "vendor_zh": text("its Chinese name, where there is one"),
        "vendor_en": text("its English name, else the name as printed", required=True),
        "metric": text("name of the vocabulary of metrics", required=True),
        "dimension": text("dimension of the ranking that the metric informs, if any", words=words.RANKING_DIMENSIONS),
        "better": text("higher or lower", words=("higher", "lower"), required=True),
        "unit": text("base unit of low and high", required=True),
        "evidence": text("whose word it is", words=words.EVIDENCE_TIERS, required=True),
        "modality": text("demonstrated (reached) or stated (a capability or a best case)", words=("demonstrated", "stated"), required=True),
        "basis": text("why the vendor stands in this key", words=words.COMPARISON_BASES, required=True),
        "low": number("lower end of the hull of its figures; null where they have none", "see unit"),
        "high": number("upper end of the hull of its figures; null where they have none", "see unit"),
        "interval": text("the same as a person writes it, open ends included", required=True),
        "as_stated": text(f"every different figure as printed, {LISTED}: shown side by side and never averaged", required=True),
        "figures": count("different figures of the vendor inside the key", minimum=1, required=True),
        "pages": count("pages that state them", minimum=1, required=True),
        "sources": count(
            "independent sources: one for a vendor's own word; pages that repeat each other's numbers are one", minimum=1, required=True
        ),
        "as_of": text(f"dates that the figures hold for, {LISTED}; null where none is stated"),
        "vendors_in_key": count("vendors that stand in this key", minimum=1, required=True),
        "better_than": text(f"vendors of the key whose every value is worse, {LISTED}"),
        "worse_than": text(f"vendors of the key whose every value is better, {LISTED}"),
        "undecided_against": text(f"vendors of the key whose interval overlaps, {LISTED}"),
        "claim_ids": text(f"claims behind the figures, {LISTED}", required=True),
        "null_reasons": text(NULL_REASONS),
    },
)
