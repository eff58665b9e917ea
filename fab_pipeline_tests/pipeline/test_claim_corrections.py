"""data/registry/corrections.yaml: its form is checked, and the file that ships keeps it."""

from pathlib import Path

import pytest

from fab_pipeline.pipeline.claim_corrections import CorrectionsError, read_corrections
from fab_pipeline.settings import Settings

ENTRY = """
corrections:
- organization: Acme AI
  model: Oak 7B
  quantity: accelerator_count
  printed: {source: epoch_models, value: 8, as_printed: "8.0", url: "https://table.example/all", locator: row 3}
  right: 256
  arithmetic: 32 nodes of 8
  says: developer
  evidence: {url: "https://acme.example/paper", locator: section 2, opened: 2026-12-01}
  declared: 2026-12-01
"""


def at(folder: Path, text: str) -> Settings:
    (folder / "registry").mkdir()
    (folder / "registry" / "corrections.yaml").write_text(text, "utf-8")
    return Settings(home=folder, shipped=folder)


def test_an_entry_becomes_a_correction_of_one_printed_figure(tmp_path: Path) -> None:
    (row,) = read_corrections(at(tmp_path, ENTRY)).to_dicts()
    assert (row["run_id"], row["quantity"], row["source"]) == ("acme-ai-oak-7b", "accelerator_count", "epoch_models")
    assert (row["printed_value"], row["corrected_value"]) == (8.0, 256.0)
    assert row["correction"] == (
        "32 nodes of 8; printed “8.0” at https://table.example/all, row 3; said by developer at https://acme.example/paper, section 2,"
        " opened 2026-12-01"
    )


def test_no_file_and_an_empty_one_correct_nothing(tmp_path: Path) -> None:
    assert read_corrections(Settings(home=tmp_path, shipped=tmp_path)).is_empty()
    assert read_corrections(at(tmp_path, "corrections: []\n")).is_empty()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("  arithmetic: 32 nodes of 8\n", "", "entry 1: arithmetic is missing"),
        ("right: 256", "right: many", "right is 'many'; it must be a number"),
        ("right: 256", "right: 8", "another figure than the printed one"),
        ("quantity: accelerator_count", "quantity: accelerators", "quantity is 'accelerators'; it must be one of"),
        ("says: developer", "says: somebody", "says is 'somebody'"),
        ("source: epoch_models", "source: azure", "is no source of claims about runs"),
        ('url: "https://acme.example/paper"', "url: a paper", "no address that somebody can open"),
        ("opened: 2026-12-01", "opened: soon", "evidence: opened is 'soon'; it must be a day"),
        ("  declared: 2026-12-01", "  declared: 2026-12-01\n  note: x", "unknown key note"),
        ("32 nodes of 8", "word " * 40, "facts in at most 160"),
        ("corrections:", "correction:", "must hold one key"),
        ("- organization", "- [", "not YAML"),
    ],
)
def test_what_breaks_the_form_is_one_line_that_names_the_entry(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert ENTRY.count(old) == 1
    with pytest.raises(CorrectionsError, match=said) as raised:
        read_corrections(at(tmp_path, ENTRY.replace(old, new)))
    assert "\n" not in str(raised.value)


def test_two_corrections_of_one_figure_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CorrectionsError, match="several corrections"):
        read_corrections(at(tmp_path, ENTRY + ENTRY.partition("corrections:\n")[2]))


def test_the_file_that_ships_keeps_the_form() -> None:
    repository = Path(__file__).resolve().parents[2]
    shipped = read_corrections(Settings(home=repository / "data", shipped=repository / "data"))
    assert shipped.filter(shipped["run_id"] == "meta-llama-3.3-70b")["corrected_value"].unique().to_list() == [7_000_000.0]
