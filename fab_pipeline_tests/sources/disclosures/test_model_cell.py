"""The cell that names a run, in parts or glued."""

import pytest

from fab_pipeline.sources.disclosures.model_cell import read_model_cell


@pytest.mark.parametrize(
    ("text", "model", "organization", "month", "is_open"),
    [
        ("GPT-4OpenAI · 2023-03", "GPT-4", "OpenAI", "2023-03", None),
        ("Llama 3.1 405B 开放权重Meta · 2024-07", "Llama 3.1 405B", "Meta", "2024-07", True),
        ("Llama 3.1 405BMeta · 2024-07 开放权重", "Llama 3.1 405B", "Meta", "2024-07", True),
        ("Grok 3xAI · 2025-02", "Grok 3", "xAI", "2025-02", None),
        ("MiniMax-M1MiniMax · 2025-06", "MiniMax-M1", "MiniMax", "2025-06", None),
        ("BLOOMBigScience · 2022-07", "BLOOM", "BigScience", "2022-07", None),
        ("Falcon 180BTII · 2023-09", "Falcon 180B", "TII", "2023-09", None),
        ("Yi-34B01.AI · 2023-11", "Yi-34B", "01.AI", "2023-11", None),
        ("文心 4.5百度 · 2025-06", "文心 4.5", "百度", "2025-06", None),
        ("Foo 7BNewLab GmbH · 2025-01", "Foo 7B", "NewLab GmbH", "2025-01", None),
        ("GPT-4 (OpenAI, March 2023)", "GPT-4", "OpenAI", "2023-03", None),
        ("GPT-4 | OpenAI | 2023-03", "GPT-4", "OpenAI", "2023-03", None),
        ("Elm 2 32B\nOpen\nApache-2.0\nAllen AI\n2025-03", "Elm 2 32B", "Allen AI", "2025-03", True),
        ("Oak (17B-128E)\nMeta · 2025-04", "Oak (17B-128E)", "Meta", "2025-04", None),
        ("Ash\nclosed\nOpenAI", "Ash", "OpenAI", None, False),
        ("Ash 2-LclosedGoogle", "Ash 2-L", "Google", None, False),
        ("Ash MaxclosedAlibaba Cloud · 2025-01", "Ash Max", "Alibaba Cloud", "2025-01", False),
        ("Ash 1.5 ProGoogleDec 2024", "Ash 1.5 Pro", "Google", "2024-12", None),
        ("Ash 530BMicrosoft / NVIDIA · 2021-10", "Ash 530B", "Microsoft / NVIDIA", "2021-10", None),
        ("Ash 530B\nMicrosoft / NVIDIA · 2021-10", "Ash 530B", "Microsoft / NVIDIA", "2021-10", None),
        ("Ash 2New Institute / NVIDIA · 2025-02", "Ash 2", "New Institute / NVIDIA", "2025-02", None),
        ("槐 2.0智源研究院、清华大学 · 2021-06", "槐 2.0", "智源研究院、清华大学", "2021-06", None),
        ("Ash 33B Open weights (non-commercial)Meta · Feb 2023", "Ash 33B", "Meta", "2023-02", True),
        ("Ash 98BUnknownScale · Jun 2024", "Ash 98B", "UnknownScale", "2024-06", None),
        ("Ash-401.AI · 2025-07", "Ash-4", "01.AI", "2025-07", None),
        ("ASHLG AI Research · 2025-07", "ASH", "LG AI Research", "2025-07", None),
        ("Ash 2 open weightsMIT · 2025-07", "Ash 2", "MIT", "2025-07", True),
        ("Ash Open sourceDeepSeek · 2025-01", "Ash", "DeepSeek", "2025-01", True),
        ("Ash (open weights)Meta; 2025-01", "Ash", "Meta", "2025-01", True),
        ("Ash 🔓开放权重Meta ・ 2025-01", "Ash", "Meta", "2025-01", True),
        ("Ash / OpenAI · 2023-03", "Ash", "OpenAI", "2023-03", None),
    ],
)
def test_parts_of_the_cell(text: str, model: str, organization: str, month: str | None, is_open: bool | None) -> None:
    cell = read_model_cell(text)
    assert (cell.model, cell.organization, cell.released.iso if cell.released else None, cell.open_weights) == (
        model,
        organization,
        month,
        is_open,
    )


def test_a_name_that_stands_elsewhere_on_the_page_cuts_an_unknown_organisation() -> None:
    glued = "Quokka MaxBrightWater · 2025-01"
    assert read_model_cell(glued).organization is None
    cell = read_model_cell(glued, elsewhere="1 条任务Quokka Max")
    assert (cell.model, cell.organization) == ("Quokka Max", "BrightWater")


def test_a_name_that_stands_elsewhere_cuts_a_known_organisation_that_could_be_its_ending() -> None:
    assert read_model_cell("SUMMIT · 2025-01").organization is None
    cell = read_model_cell("SUMMIT · 2025-01", elsewhere="1 条任务SUM\n")
    assert (cell.model, cell.organization) == ("SUM", "MIT")


def test_a_name_without_organisation_stays_whole() -> None:
    cell = read_model_cell("PaLM 2 · 2023-05", elsewhere="PaLM 2\n")
    assert (cell.model, cell.organization) == ("PaLM 2", None)


def test_an_organisation_column_leaves_the_name_alone() -> None:
    assert read_model_cell("Llama 4 Maverick (17B-128E)", has_organization_column=True).model == "Llama 4 Maverick (17B-128E)"
