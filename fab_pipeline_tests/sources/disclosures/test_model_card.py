"""Model cards: figures of tables and prose, whose they are, and contradictions that both stay."""

from datetime import UTC, datetime

import pytest

from fab_pipeline.contracts import TRAINING_CLAIMS
from fab_pipeline.contracts.derive import typed
from fab_pipeline.leaderboards.claims_to_runs import run_phases, training_runs
from fab_pipeline.sources.base import Capture, Parsed, UnreadableCaptureError
from fab_pipeline.sources.disclosures.card_document import read_card
from fab_pipeline.sources.disclosures.model_card import parse
from fab_pipeline_tests.sources.disclosures.captures import CARD_OF_A_FAMILY, CARD_OF_ONE_MODEL

TEMPLATE = """---
license: apache-2.0
model_name: Wren-1B
---
# Model Card for Wren-1B

- **Developed by:** Nest

- **Hardware Type:** 16 NVIDIA A100 GPUs
- **Hours used:** 48 hours (2 days)
"""
PHASES = """
# Heron

<table><tr><th>Model</th><th>Training Time (GPU hours)</th></tr>
<tr><td>Heron 7B</td><td>Stage 1 pretraining: 120K H100 hours Stage 2 annealing: 30K H100 hours SFT: 640 H100 hours</td></tr></table>
"""


def card(text: str, url: str | None = None) -> Parsed:
    return parse(text.encode(), Capture("model_card", datetime(2026, 11, 30, tzinfo=UTC), "c4" * 32, "ingested", url=url))


def claims(parsed: Parsed) -> list[tuple[object, ...]]:
    return [
        (row["run_id"], row["quantity"], row.get("part"), row.get("value") or row.get("value_text"), row.get("scope"))
        for row in parsed.rows["training_claims"]
    ]


def of(parsed: Parsed, quantity: str) -> list[tuple[object, ...]]:
    return [(run, part, value, scope) for run, name, part, value, scope in claims(parsed) if name == quantity]


def test_hours_of_each_model_of_the_total_and_of_the_prose() -> None:
    assert of(card(CARD_OF_A_FAMILY), "accelerator_hours") == [
        ("aviary-labs-condor-2-9b", None, 612_000.0, "unknown"),
        ("aviary-labs-condor-2-60b", None, 2_400_000.0, "unknown"),
        ("aviary-labs-condor-2", None, 3_020_000.0, "project"),
        ("aviary-labs-condor-2", "unknown", 91_000.0, "project"),
        ("aviary-labs-condor-2", None, 3_100_000.0, "project"),
    ]


def test_sizes_and_tokens_of_the_models_with_hours() -> None:
    parsed = card(CARD_OF_A_FAMILY)
    assert of(parsed, "parameters_total") == [
        ("aviary-labs-condor-2-9b", None, 9.14e9, "unknown"), ("aviary-labs-condor-2-60b", None, 60e9, "unknown"),
    ]  # fmt: skip
    assert of(parsed, "training_tokens") == [
        ("aviary-labs-condor-2-9b", None, 11e12, "unknown"), ("aviary-labs-condor-2-60b", None, 12e12, "unknown"),
    ]  # fmt: skip


def test_hardware_and_date_count_for_every_model() -> None:
    parsed = card(CARD_OF_A_FAMILY)
    assert {(run, value) for run, _, value, _ in of(parsed, "accelerators")} == {
        ("aviary-labs-condor-2-9b", "NVIDIA A100"), ("aviary-labs-condor-2-60b", "NVIDIA A100"),
    }  # fmt: skip
    assert {value for _, _, value, _ in of(parsed, "released")} == {"2026-05-06"}


def test_prose_that_contradicts_its_table_stays() -> None:
    run = "aviary-labs-condor-2.1-60b"
    assert of(card(CARD_OF_ONE_MODEL), "accelerator_hours") == [(run, None, 1_700_000.0, "unknown"), (run, None, 3_100_000.0, "unknown")]


def test_hours_used_are_wall_clock() -> None:
    assert claims(card(TEMPLATE)) == [
        ("nest-wren-1b", "accelerator_count", None, 16.0, "unknown"),
        ("nest-wren-1b", "accelerators", None, "NVIDIA A100", None),
        ("nest-wren-1b", "duration_days", None, 2.0, "unknown"),
    ]


def test_stages_of_a_cell_are_parts_and_never_summed() -> None:
    assert [(part, value) for _, part, value, _ in of(card(PHASES), "accelerator_hours")] == [
        (None, 120_000.0), ("pretraining", 120_000.0), ("mid_training", 30_000.0), ("post_training", 640.0),
    ]  # fmt: skip


def test_the_pretraining_is_the_figure_beside_which_the_stages_stand() -> None:
    found = typed(TRAINING_CLAIMS, card(PHASES).rows["training_claims"])
    assert training_runs(found)["accelerator_hours"].to_list() == [120_000.0]
    assert run_phases(found)["scope"].to_list() == ["pretraining", "mid_training", "post_training"]


def test_hours_of_the_pretraining_alone_are_the_figure_of_the_run() -> None:
    text = "# Heron 9B\n\nDeveloped by: Nest\n\nPre-training took 1.5M H100 GPU hours. Fine-tuning took another 2,000 GPU hours."
    (row,) = training_runs(typed(TRAINING_CLAIMS, card(text).rows["training_claims"])).to_dicts()
    assert (row["run_id"], row["accelerator_hours"], row["accelerator_hours_scope"]) == ("nest-heron-9b", 1_500_000.0, "pretraining")


def test_a_chinese_card_names_developer_models_and_total() -> None:
    table = "| 模型 | 训练卡时（GPU 小时） |\n|--|--|\n| 知更鸟-7B | 30万 |\n| 知更鸟-70B | 110万 |\n| 合计 | 140万 |"
    parsed = card(f"# 模型卡：知更鸟\n\n开发者：鸟巢实验室\n\n{table}\n")
    assert of(parsed, "accelerator_hours") == [
        ("鸟巢实验室-知更鸟-7b", None, 300_000.0, "unknown"),
        ("鸟巢实验室-知更鸟-70b", None, 1_100_000.0, "unknown"),
        ("鸟巢实验室-知更鸟", None, 1_400_000.0, "project"),
    ]


def test_the_family_is_what_the_models_of_the_table_share_whatever_the_front_matter_names() -> None:
    rows = card("---\nmodel_name: Condor-2-9B-it\n---\n" + CARD_OF_A_FAMILY).rows["training_claims"]
    assert {row["run_id"] for row in rows if row["of_family"]} == {"aviary-labs-condor-2"}


def test_totals_are_of_the_family_and_make_no_run_and_no_release_date() -> None:
    rows = card(CARD_OF_A_FAMILY).rows["training_claims"]
    assert {(row["run_id"], row["of_family"]) for row in rows} == {
        ("aviary-labs-condor-2-9b", False), ("aviary-labs-condor-2-60b", False), ("aviary-labs-condor-2", True),
    }  # fmt: skip
    assert {row["run_id"] for row in rows if row["quantity"] == "released"} == {"aviary-labs-condor-2-9b", "aviary-labs-condor-2-60b"}
    assert training_runs(typed(TRAINING_CLAIMS, rows)).height == 2


def test_of_table_and_prose_the_table_speaks_for_the_run() -> None:
    row = training_runs(typed(TRAINING_CLAIMS, card(CARD_OF_ONE_MODEL).rows["training_claims"])).row(0, named=True)
    assert (row["accelerator_hours"], row["accelerator_hours_text"]) == (1_700_000.0, "1.7M")


def test_the_card_at_somebody_elses_address_is_second_hand() -> None:
    def whose(url: str | None, text: str = CARD_OF_A_FAMILY) -> set[object]:
        return {row["stated_by"] for row in card(text, url).rows["training_claims"]}

    assert whose(None) == whose("https://huggingface.co/aviary-labs/condor-2") == {"developer"}
    assert whose("https://huggingface.co/somebody/condor-2-GGUF") == {"unknown"}
    of_meta = CARD_OF_A_FAMILY.replace("Aviary Labs", "Meta AI").replace("Condor", "Llama")
    assert whose("https://huggingface.co/somebody/llama-2-GGUF", of_meta) == {"third_party"}
    assert whose("https://huggingface.co/meta-llama/Llama-2-9B", of_meta) == {"developer"}


def test_every_claim_has_its_own_id_and_place() -> None:
    for source in (CARD_OF_A_FAMILY, CARD_OF_ONE_MODEL, TEMPLATE, PHASES):
        rows = card(source).rows["training_claims"]
        text = read_card(source.encode()).text
        assert len({row["claim_id"] for row in rows}) == len(rows)
        for row in rows:
            start, end = row["char_start"], row["char_end"]
            assert isinstance(start, int)
            assert isinstance(end, int)
            assert text[start:end] == row["text_as_printed"]


def test_an_address_names_the_organisation_and_the_model() -> None:
    parsed = card("It was trained for 9 days on 32 A100 GPUs.", url="https://huggingface.co/nest/wren-2b")
    assert {run for run, *_ in claims(parsed)} == {"nest-wren-2b"}


@pytest.mark.parametrize(
    ("text", "developer"),
    [
        ("# Wren-7B by Nest Labs", "Nest Labs"),
        ("# Wren-7B\n\nWren-7B is an open language model developed by Nest Labs.", "Nest Labs"),
        ("# Wren-7B\n\nA small language model by Nest Labs.", "Nest Labs"),
        ("# Wren-7B\n\nThis model was built and released by the University of Nest.", "University of Nest"),
        ("# Wren-7B\n\nWe at Nest Labs present Wren-7B.", "Nest Labs"),
        ("# Wren-7B\n\nTrained by the Nest Labs team.", "Nest Labs"),
        ("# 鹪鹩-7B\n\n鹪鹩-7B 由鸟巢实验室研发并开源。", "鸟巢实验室"),
        ("---\nmodel_creator: Nest Labs\n---\n# Wren-7B", "Nest Labs"),
        ("# Wren-7B\n\nWren-7B is a fine-tune of Heron, developed by Pond AI.", None),
        ("# Wren-7B\n\nWren-7B is trained on Seeds, a dataset created by Pond AI.", None),
        ("# Wren-7B\n\nWren-7B was developed by Nest Labs.\n\nWren-7B was released by Pond AI.", None),
    ],
)
def test_the_developer_is_named_by_label_title_or_sentence(text: str, developer: str | None) -> None:
    rows = card(f"{text}\n\nIt took 9 days on 32 A100 GPUs.").rows["training_claims"]
    assert {row["organization"] for row in rows} == {developer}


def test_column_or_section_tells_what_hours_cover() -> None:
    column = "# Wren\n\n| Model | Pre-training time (GPU hours) |\n|--|--|\n| Wren 7B | 129K |"
    section = "# Wren 7B\n\n## Pretraining\n\nIt used 129,024 H100 GPU hours."
    assert [scope for *_, scope in of(card(column), "accelerator_hours")] == ["pretraining"]
    assert {scope for *_, scope in of(card(section), "accelerator_hours")} == {"pretraining"}


def test_a_card_without_figures_says_so() -> None:
    parsed = card("# Finch\n\nA small model for birds.")
    assert (parsed.rows["training_claims"], [rejected.reason for rejected in parsed.rejected]) == ([], ["no_training_figures"])


def test_no_card_at_all_is_unreadable() -> None:
    with pytest.raises(UnreadableCaptureError):
        card("   ")


def test_broken_front_matter_is_no_crash() -> None:
    parsed = card("---\nname: [unclosed\n---\n# Finch\n\nTrained for 9 days on 32 A100 GPUs.")
    assert {run for run, *_ in claims(parsed)} == {"finch"}
