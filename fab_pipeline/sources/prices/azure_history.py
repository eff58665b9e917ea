"""Azure on-demand prices since 2023, as karpenter-provider-azure pulled them from the Azure Retail Prices API.

Belongs here: the columns of that history. Does not belong here: how a history is read (`dated_history`).

CSV with generated_at (when the prices were pulled), arm_region, arm_sku_name, price_per_instance_hour (USD, Linux, consumption), currency
and the commit of the generated file. Some pulls share a day; a price that its vendor got wrong (polandcentral ND96amsr_A100_v4, 7.692 in
2025) is kept as it was listed. https://github.com/Azure/karpenter-provider-azure, Apache-2.0.
"""

import re
from collections.abc import Mapping
from typing import Final

from fab_pipeline.sources.base import Capture, Parsed
from fab_pipeline.sources.prices.dated_history import History, parse_history

PARSER_VERSION: Final = "azure_history/1"

_COMMIT: Final = re.compile(r"[0-9a-f]{7,40}")
_PATH: Final = "pkg/providers/pricing/zz_generated.pricing.go"


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of the history; see `dated_history.parse_history`."""
    return parse_history(body, capture, _HISTORY)


def _source_url(cells: Mapping[str, object]) -> str | None:
    commit = str(cells.get("commit") or "")
    return f"https://github.com/Azure/karpenter-provider-azure/blob/{commit}/{_PATH}" if _COMMIT.fullmatch(commit) else None


_HISTORY: Final = History("Azure", "azure", "arm_region", "arm_sku_name", _source_url, PARSER_VERSION)
