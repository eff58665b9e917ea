"""Boards over the claims of vendors: what became of each claim, what can be compared, and what order it supports.

A figure becomes an interval here and nowhere else. Third-party evidence and the vendors' own word never meet: not in a key, not in a rank.
"""

from typing import Final

import pandera.polars as pa

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


def _rank_columns(prefix: str, whose: str) -> dict[str, pa.Column]:
    """What one kind of evidence says about the place of a vendor."""
    ranks = f"of {whose}, over all weights and everything that is not known"
    return {
        f"{prefix}verdict": text(f"what {whose} support", words=words.RANKING_VERDICTS, required=True),
        f"{prefix}position": count("most probable rank, where the verdict is position", minimum=1),
        f"{prefix}rank_low": count(f"better end of the 5 to 95 % interval {ranks}", minimum=1),
        f"{prefix}rank_high": count(f"worse end of the 5 to 95 % interval {ranks}", minimum=1),
        f"{prefix}ranked_vendors": count(f"vendors that {whose} speak of", required=True),
        f"{prefix}rank_acceptability": text(f"share of the draws in which it has each rank: '1: 0.125', {LISTED}"),
        f"{prefix}ahead_in": text(f"share of the draws in which it is ahead of each other vendor, {LISTED}"),
        f"{prefix}surely_ahead_of": text(f"vendors that it is ahead of under all weights and whatever is not known, {LISTED}"),
        f"{prefix}surely_behind": text(f"vendors that are ahead of it under all weights and whatever is not known, {LISTED}"),
        f"{prefix}decisive_claims": text(f"claims of the one figure whose loss moves the rank interval most, {LISTED}"),
        f"{prefix}rank_low_without": count("rank_low without that figure", minimum=1),
        f"{prefix}rank_high_without": count("rank_high without that figure", minimum=1),
        f"{prefix}why_en": text("why there is no position, or what it stands on", required=True),
        f"{prefix}why_zh": text("the same in Chinese", required=True),
    }


def _dimension_columns(prefix: str, whose: str) -> dict[str, pa.Column]:
    """The coverage matrix of one kind of evidence, one dimension after the other."""
    columns: dict[str, pa.Column] = {}
    for name, meaning in words.RANKING_DIMENSIONS.items():
        columns[f"{prefix}coverage_{name}"] = count(
            f"different metrics, capabilities and certificates of {meaning} in {whose}", required=True
        )
        columns[f"{prefix}compared_{name}"] = count("of these, metrics with a figure that meets one of another vendor", required=True)
        columns[f"{prefix}score_low_{name}"] = number(
            "lowest score between the goalposts, under any weights inside the dimension", "1", minimum=0
        )
        columns[f"{prefix}score_high_{name}"] = number("highest score between the goalposts", "1", minimum=0)
    return columns


_OWN: Final = "what vendors say of themselves"
_OTHERS: Final = "third parties"

VENDOR_RANKING: Final[Table] = declare(
    "vendor_ranking",
    row="one vendor: coverage per dimension, and its rank interval or 'insufficient evidence'; columns third_party_… stand on third "
    "parties alone, the others on what vendors say of themselves",
    key=("vendor",),
    columns={
        "vendor": text("slug of the vendor"),
        "vendor_zh": text("its Chinese name, where there is one"),
        "vendor_en": text("its English name, else the name as printed", required=True),
        **_rank_columns("", _OWN),
        **_dimension_columns("", _OWN),
        **_rank_columns("third_party_", _OTHERS),
        **_dimension_columns("third_party_", _OTHERS),
        "article_position": text(f"position that a ranking article gives it, as that article's claim and no input, {LISTED}"),
        "article_position_source": text(f"address of that position, else the text that the page repeats, else its claim, {LISTED}"),
        "draws": count("draws behind each rank interval", minimum=1, required=True),
        "null_reasons": text(NULL_REASONS),
    },
)
