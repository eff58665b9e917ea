"""Small captures in the shapes of Epoch AI's tables, the registry of runs and model cards, in our own words."""

import csv
import io

EPOCH_COLUMNS: tuple[str, ...] = (
    "Model",
    "Organization",
    "Publication date",
    "Parameters",
    "Training compute (FLOP)",
    "Training compute lower bound",
    "Training compute upper bound",
    "Training compute estimation method",
    "Training dataset size (datapoints)",
    "Training time (hours)",
    "Training hardware",
    "Hardware quantity",
    "Training chip-hours",
    "Hardware utilization (MFU)",
    "Training compute cost (2023 USD)",
    "Training compute cost (cloud)",
    "Training compute cost (upfront)",
    "Confidence",
    "Base model",
    "Model accessibility",
)
EPOCH_ROW = {
    "Model": "Willow-9B",
    "Organization": "Acme Labs",
    "Publication date": "2025-02-03",
    "Training compute (FLOP)": "1e23",
    "Training hardware": "NVIDIA H100 SXM5 80GB",
    "Confidence": "Confident",
}


def epoch_table(*rows: dict[str, str]) -> bytes:
    """A table of Epoch AI in its own columns."""
    text = io.StringIO()
    writer: csv.DictWriter[str] = csv.DictWriter(text, EPOCH_COLUMNS)
    writer.writeheader()
    writer.writerows({"Confidence": "Confident", **row} for row in rows)
    return text.getvalue().encode()


REGISTRY_TEXT = """
texts:
  card: {url: "https://acme.example/card", opened: 2026-11-30, stated_by: developer, license: MIT}
runs:
  - {organization: Acme, model: Oak 7B, text: card, locator: table 1, claims: [CLAIM]}
"""
REGISTRY_CLAIM = "{quantity: accelerator_hours, as_printed: 1.2M, value: 1200000, scope: pretraining}"

CARD_OF_A_FAMILY = """
# Condor 2

**Model developers** Aviary Labs

**Model Release Date:** May 6, 2026

| | Training Data | Params | Context | Token count |
| :-- | :-- | :-: | :-: | :-: |
| Condor 2 (text only) | public web | 9B (9.14B) | 64k | Up to 11T tokens |
| | | 60B | 64k | 12T+ |

**Energy** Training utilized a cumulative of **3.1**M GPU hours of computation on A100-80GB (TDP of 400W) hardware, per the table below.

| | Training Time (GPU hours) | Logit Generation Time (GPU hours) | Power (W) |
| :-- | :-: | :-: | :-: |
| Condor 2 9B | 612k | \\- | 400 |
| Condor 2 60B | 2.4M | 0 | 400 |
| Total | 3.02M | 91k | |

| Benchmark | Condor 2 9B | Condor 2 60B |
| :-- | :-: | :-: |
| Reading | 61.2 | 74.5 |
"""
CARD_OF_ONE_MODEL = """
## Model Information

**Model developer:** Aviary Labs

**Energy use** Training utilized a cumulative of 3.1M GPU hours on H100-80GB hardware.

| | Training Time (GPU hours) | Power (W) |
|---|---|---|
| Condor 2.1 60B | 1.7M | 700 |
"""
