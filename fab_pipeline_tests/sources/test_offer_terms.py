"""What a row says of its instance against the name of that instance."""

import csv
import io
from datetime import UTC, datetime

import pytest

from fab_pipeline.sources.base import Capture
from fab_pipeline.sources.prices import price_table

ROW = {
    "source": "my_list",
    "provider": "AWS",
    "observed_at": "2026-11-20T10:00:00Z",
    "accelerator_model": "H100",
    "accelerator_count": "8",
    "price_per_instance_hour": "55.04",
    "currency": "USD",
    "purchase_option": "on_demand",
    "price_kind": "list",
    "instance_type": "p5.48xlarge",
    "operating_system": "",
}


def _reasons(**cells: str) -> list[str]:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(ROW))
    writer.writeheader()
    writer.writerow({**ROW, **cells})
    capture = Capture("price_table", datetime(2026, 11, 21, tzinfo=UTC), "0" * 64, "ingested", filename="t.csv")
    return [entry.reason for entry in price_table.parse(text.getvalue().encode(), capture).rejected]


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ({"accelerator_model": "A100"}, "accelerator_mismatch"),
        ({"accelerator_count": "4"}, "count_mismatch"),
        (
            {"provider": "Azure", "instance_type": "Standard_NV6ads_A10_v5", "accelerator_model": "A10", "accelerator_count": "1"},
            "partition_not_full",
        ),
        ({"operating_system": "Microsoft Windows Server 2022"}, "windows_price"),
        ({"instance_type": "p5.48xlarge Windows"}, "windows_price"),
        ({"instance_type": "p5.48xlarge Spot"}, "purchase_option_mismatch"),
        ({"instance_type": "p5.48xlarge (reserved)"}, "purchase_option_mismatch"),
    ],
)
def test_a_row_that_contradicts_its_instance_is_no_quote(cells: dict[str, str], reason: str) -> None:
    assert _reasons(**cells) == [reason]


@pytest.mark.parametrize(
    "cells",
    [
        {},
        {"instance_type": "p99.metal"},
        {"provider": "Lambda", "accelerator_count": "4"},
        {"instance_type": "p5.48xlarge Spot", "purchase_option": "spot"},
        {"instance_type": "hotspot-8", "operating_system": "RHEL"},
    ],
)
def test_a_row_that_agrees_or_has_an_unlisted_instance_is_a_quote(cells: dict[str, str]) -> None:
    assert _reasons(**cells) == []
