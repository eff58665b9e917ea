"""The registry of training runs: its form is checked field by field, and what it says stands where it says."""

import csv
import re
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import pytest
import yaml

from fab_pipeline.pipeline.parsing import Frames, parse_capture
from fab_pipeline.sources.base import Capture
from fab_pipeline_tests.sources.disclosures.captures import REGISTRY_CLAIM, REGISTRY_TEXT

REGISTRY = Path(__file__).resolve().parents[3] / "data" / "registry" / "training_runs.yaml"
CSV = {
    "epoch_all_systems": "epoch-training-cost-trends/data/All ML Systems - full view.csv",
    "epoch_notable": "epoch-notable-2026-01/notable-ai-models.csv",
}


def frames(body: bytes) -> Frames:
    seen = datetime(2026, 11, 30, tzinfo=UTC)
    return parse_capture(body, Capture("registry", seen, sha256(body).hexdigest(), "transcribed", filename="training_runs.yaml"))


def with_claim(claim: str) -> Frames:
    return frames(REGISTRY_TEXT.replace("CLAIM", claim).encode())


def test_a_claim_carries_its_text_place_and_date() -> None:
    (row,) = with_claim(REGISTRY_CLAIM)["training_claims"].to_dicts()
    assert (row["run_id"], row["value"], row["qualifier"], row["scope"]) == ("acme-oak-7b", 1.2e6, "exact", "pretraining")
    assert (row["source_url"], row["locator"]) == ("https://acme.example/card", "table 1, opened 2026-11-30")
    assert (row["stated_by"], row["text_as_printed"], row["derived"]) == ("developer", "1.2M", False)


def test_a_bound_repeats_its_value_and_a_range_has_none() -> None:
    (bound,) = with_claim(REGISTRY_CLAIM.replace("value:", "qualifier: lower_bound, value:"))["training_claims"].to_dicts()
    assert (bound["value"], bound["value_min"], bound["value_max"]) == (1.2e6, 1.2e6, None)
    between = "{quantity: disclosed_cost_usd, as_printed: $7-15M, min: 7000000, max: 15000000, qualifier: range}"
    (span,) = with_claim(between)["training_claims"].to_dicts()
    assert (span["value"], span["value_min"], span["value_max"]) == (None, 7e6, 15e6)


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (REGISTRY_CLAIM.replace("accelerator_hours", "gpu_hours"), "unknown_quantity"),
        (REGISTRY_CLAIM.replace("accelerator_hours", "[accelerator_hours]"), "unknown_quantity"),
        (REGISTRY_CLAIM.replace("pretraining", "[pretraining]"), "unknown_word"),
        (REGISTRY_CLAIM.replace("1200000", '"1.2M"'), "value_not_a_number"),
        (REGISTRY_CLAIM.replace("1200000", "-1"), "value_not_a_number"),
        (REGISTRY_CLAIM.replace("value:", "colour:"), "unknown_field"),
        (REGISTRY_CLAIM.replace(", value: 1200000", ""), "value_missing"),
        (REGISTRY_CLAIM.replace("pretraining", "everything"), "unknown_word"),
        (REGISTRY_CLAIM.replace("1.2M", "x" * 81), "as_printed_missing"),
        ("{quantity: released, as_printed: May 2025, value_text: 2025-05-01}", "value_missing"),
        ("just words", "not_a_mapping"),
    ],
)
def test_a_claim_that_breaks_the_form_is_rejected_with_its_reason(claim: str, reason: str) -> None:
    found = with_claim(f"{claim}, {REGISTRY_CLAIM}")
    assert found["quarantine"].select("row_number", "reason", "row_name").rows() == [(1, reason, "Oak 7B")]
    assert found["training_claims"].height == 1


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("text: card", "text: leaflet", "unknown_text"),
        ("https://acme.example/card", "somewhere", "address_missing"),
        ("opened: 2026-11-30, ", "", "date_missing"),
        ("developer", "my uncle", "unknown_word"),
        ("organization: Acme, ", "", "field_missing"),
        ("[CLAIM]", "[]", "field_missing"),
    ],
)
def test_a_run_that_breaks_the_form_is_rejected_with_its_reason(old: str, new: str, reason: str) -> None:
    found = frames(REGISTRY_TEXT.replace(old, new).replace("CLAIM", REGISTRY_CLAIM).encode())
    assert found["quarantine"]["reason"].to_list() == [reason]


@pytest.mark.parametrize(("body", "reason"), [(b"{", "not_yaml"), (b"\xff", "not_yaml"), (b"runs: 3", "not_a_registry")])
def test_what_is_no_registry_is_unreadable_in_one_line(body: bytes, reason: str) -> None:
    assert frames(body)["quarantine"].select("row_number", "reason").rows() == [(0, reason)]


def test_the_registry_holds_forty_runs_and_no_entry_breaks_the_form() -> None:
    found = frames(REGISTRY.read_bytes())
    assert found["quarantine"].is_empty()
    assert found["training_claims"]["run_id"].n_unique() >= 40


@lru_cache(maxsize=4)
def _listed(path: Path) -> list[dict[str, str]]:
    csv.field_size_limit(2**24)
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def _rows(path: Path) -> dict[str, dict[str, str]]:
    return {row["Model"]: row for row in _listed(path)}


def _lines(samples: Path, url: str) -> list[str]:
    """Lines of a Markdown file that lies beside the checkout."""
    folder = "deepseek-v3" if "DeepSeek-V3" in url else "meta-llama-models"
    return (samples / folder / re.sub(r".*/blob/[0-9a-f]+/", "", url)).read_text("utf-8").split("\n")


def test_every_locator_that_is_at_hand_shows_the_printed_figure(shared: Path) -> None:
    document = yaml.safe_load(REGISTRY.read_text("utf-8"))
    samples, read = shared / "samples" / "disclosures", 0
    for run in document["runs"]:
        url = document["texts"][run["text"]]["url"]
        for claim in run["claims"]:
            where, printed = claim.get("locator") or run["locator"], claim["as_printed"]
            if run["text"] in CSV:
                hit = re.fullmatch(r"row (.+), column (.+)", where)
                assert hit, where
                words = " ".join(_rows(samples / CSV[run["text"]])[hit[1]][hit[2]].split())
            elif "meta-llama/llama-models" in url or "DeepSeek-V3" in url:
                words = _lines(samples, url)[int(where.removeprefix("line ")) - 1]
            else:
                continue
            read += 1
            assert printed in words, f"{run['model']}: {printed!r} does not stand at {where}"
    assert read >= 90


def _words_at(samples: Path, stands: dict[str, str]) -> tuple[str, str]:
    """The model of a locator's row, "" for a line, and the words of its cells or line."""
    if line := re.match(r"line (\d+)", stands["locator"]):
        return "", _lines(samples, stands["url"])[int(line[1]) - 1]
    hit = re.match(r"row (\d+), columns? (.+)", stands["locator"])
    assert hit, stands["locator"]
    row = _listed(samples / CSV["epoch_all_systems"])[int(hit[1]) - 1]
    columns = [name for name in row if re.search(rf"(?:^| and ){re.escape(name)}(?:$| and |,)", hit[2])]
    assert columns, stands["locator"]
    return " ".join(row["Model"].split()), " ".join(row[name] for name in columns)


def test_every_locator_of_a_correction_shows_what_was_printed_and_what_corrects_it(shared: Path) -> None:
    """The wrong figure stands where the correction says; a number of its arithmetic stands where the evidence is."""
    samples = shared / "samples" / "disclosures"
    corrections = yaml.safe_load((REGISTRY.parent / "corrections.yaml").read_text("utf-8"))["corrections"]
    for entry in corrections:
        model, words = _words_at(samples, entry["printed"])
        assert entry["printed"]["as_printed"] in words, entry["printed"]["locator"]
        assert model in {"", entry["model"]}
        named, evidence = _words_at(samples, entry["evidence"])
        assert named in {"", entry["model"]}
        figures = {figure.replace(",", "") for figure in re.findall(r"\d[\d,.]*\d|\d", entry["arithmetic"])}
        stand = {figure.replace(",", "") for figure in re.findall(r"\d[\d,.]*\d|\d", evidence)}
        assert figures & stand, f"{entry['model']}: nothing of {entry['arithmetic']!r} stands at {entry['evidence']['locator']}"
    assert len(corrections) >= 8
