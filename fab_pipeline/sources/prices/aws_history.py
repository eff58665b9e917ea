"""AWS on-demand prices since 2022, as karpenter-provider-aws pulled them from the AWS price list.

Belongs here: the columns of that history. Does not belong here: how a history is read (`dated_history`).

CSV with generated_at (when the prices were pulled, with zone), region, instance_type, price_per_instance_hour (Linux, shared tenancy),
currency, and the commit and path of the generated file. Regions cn-* are in CNY, us-gov-* are for governments: both are kept and never
win. https://github.com/aws/karpenter-provider-aws, Apache-2.0.
"""

import re
from collections.abc import Mapping
from typing import Final

from fab_pipeline.sources.base import Capture, Parsed
from fab_pipeline.sources.prices.dated_history import History, parse_history

PARSER_VERSION: Final = "aws_history/1"

_COMMIT: Final = re.compile(r"[0-9a-f]{7,40}")
_PATH: Final = re.compile(r"[\w./-]+\.go")


def parse(body: bytes, capture: Capture) -> Parsed:
    """Quotes of the history; see `dated_history.parse_history`."""
    return parse_history(body, capture, _HISTORY)


def _source_url(cells: Mapping[str, object]) -> str | None:
    commit, path = str(cells.get("commit") or ""), str(cells.get("path") or "")
    if not _COMMIT.fullmatch(commit) or not _PATH.fullmatch(path):
        return None
    return f"https://github.com/aws/karpenter-provider-aws/blob/{commit}/{path}"


_HISTORY: Final = History("AWS", "aws", "region", "instance_type", _source_url, PARSER_VERSION)
