"""Files as a user drops them: price tables in CSV, and a home of its own for each test."""

import csv
import io
from pathlib import Path

from fab_pipeline.pipeline.pipeline import Pipeline
from fab_pipeline.settings import Settings, repository_folder

COLUMNS = (
    "source",
    "provider",
    "provider_kind",
    "observed_at",
    "accelerator_model",
    "form_factor",
    "accelerator_count",
    "instance_type",
    "price_per_instance_hour",
    "currency",
    "purchase_option",
    "price_kind",
)


def offer(**facts: object) -> dict[str, object]:
    """One on-demand H100 node of the neocloud Alpha; name only what differs."""
    row: dict[str, object] = {
        "source": "alpha_prices",
        "provider": "Alpha Cloud",
        "provider_kind": "neocloud",
        "observed_at": "2026-10-12T08:00:00Z",
        "accelerator_model": "H100",
        "form_factor": "sxm",
        "accelerator_count": 8,
        "instance_type": "alpha-h100-8",
        "price_per_instance_hour": 24.0,
        "currency": "USD",
        "purchase_option": "on_demand",
        "price_kind": "list",
    }
    return row | facts


def csv_bytes(*rows: dict[str, object]) -> bytes:
    """A price table of the rows."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue().encode()


def settings_at(home: Path) -> Settings:
    """Settings with an own data folder and the bundled captures of the checkout."""
    repository = repository_folder()
    assert repository is not None
    return Settings(home=home, shipped=repository / "data", lock_timeout_seconds=60)


def released(home: Path) -> Path:
    """A data folder in which the bundled captures were collected, read, built and released."""
    pipeline = Pipeline(settings_at(home))
    pipeline.collect_bundled()
    pipeline.parse_all()
    pipeline.build_all()
    pipeline.release()
    return home
