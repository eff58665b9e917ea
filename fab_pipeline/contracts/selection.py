"""The buyer's guide: which criterion is answered by which metric, and who discloses it.

Advice is that of the text named beside it; figures and capabilities are claims, never our judgement of a vendor.
"""

from typing import Final

from fab_pipeline.contracts import words
from fab_pipeline.contracts.table import Table, count, declare, flag, text

NOBODY: Final = ""
"""`vendor` of the row that says that no vendor discloses a metric."""

SELECTION_GUIDE: Final[Table] = declare(
    "selection_guide",
    row="one buyer's criterion, one metric that answers it, and one vendor that discloses it, or the reason why there is none",
    key=("criterion", "metric", "vendor"),
    columns={
        "criterion": text("name of the criterion"),
        "criterion_kind": text("what kind of criterion", words=words.CRITERION_KINDS, required=True),
        "criterion_number": count("place of the criterion in the guide, counted from 1", minimum=1, required=True),
        "criterion_en": text("what it is called", required=True),
        "criterion_zh": text("the same in Chinese", required=True),
        "advice_en": text("what to look at, as the source of the guide advises", required=True),
        "advice_zh": text("the same in Chinese", required=True),
        "metric": text("name of the vocabulary of metrics"),
        "metric_definition": text("what a figure must mean to count under that name", required=True),
        "comparable_if": text("what two values must share before they may be compared; null: values of this metric are never compared"),
        "vendor": text("slug of a vendor that discloses it; empty where none does"),
        "vendor_en": text("its English name, else the name as printed"),
        "vendor_zh": text("its Chinese name, where there is one"),
        "disclosed": flag("false: no vendor whose pages were read discloses it", required=True),
        "vendors_disclosing": count("vendors that disclose the metric", required=True),
        "vendors_read": count("vendors of whom any claim was read", required=True),
        "stated": text("what each claim says, in the words of its page, with the date it gives, joined by '; '"),
        "evidence": text("whose word it is: third_party, vendor_word, joined by '; '"),
        "evidence_classes": text("evidence classes of the claims, joined by '; '"),
        "claim_ids": text("claims, joined by '; '"),
        "compared_claim_ids": text("of these, claims that vendor_metrics compares with another vendor's, joined by '; '"),
        "benchmarks": text("figures that texts give as a yardstick for the metric, as printed, joined by '; '"),
        "benchmark_claim_ids": text("claims of these, joined by '; '"),
        "reaches_benchmark": flag(
            "whether a figure reaches the highest 'at least' of the yardsticks; by the vendor's own definition of it"
        ),
        "reason_en": text("why nobody is listed, or why the figures are compared with nobody's", required=True),
        "reason_zh": text("the same in Chinese", required=True),
        "source_title": text("text in which the advice stands", required=True),
        "null_reasons": text("why columns are null: 'column: code; …'"),
    },
)
