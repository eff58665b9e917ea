"""Why a page shows no recomputed cost."""

import pytest

from fab_pipeline.reading.recompute_reasons import read_reason


@pytest.mark.parametrize(
    ("text", "words", "subject"),
    [
        ("硬件为 H800，没有同类卡型的报价", "no_live_quote", "NVIDIA H800"),
        ("硬件未披露", "accelerator_undisclosed", None),
        ("硬件没有指明，找不到对应的卡型", "accelerator_undisclosed", None),
        ("以同一卡型当月最低的按需价折算", "price_basis_note", None),
        ("没有 GPU 小时", "no_accelerator_hours", None),
        ("按当月最低按需价折算", "price_basis_note", None),
        ("No live quote for GB200", "no_live_quote", "NVIDIA GB200"),
        ("Hardware not specified", "accelerator_undisclosed", None),
        ("GPU hours are not disclosed", "no_accelerator_hours", None),
        ("Priced at today's lowest on-demand rent", "price_basis_note", None),
        ("没有 GPU 小时，也没有同类卡型的报价", "no_accelerator_hours; no_live_quote", None),
        ("见脚注", "other", None),
    ],
)
def test_reasons(text: str, words: str, subject: str | None) -> None:
    said = read_reason(text)
    assert (said.words, said.subject) == (words, subject)
