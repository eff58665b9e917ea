"""Pages as long as portals print them: read in time, and only what people see of them."""

import time

import pytest

from fab_pipeline_tests.sources.vendors import long_pages
from fab_pipeline_tests.sources.vendors.reading import read
from fab_pipeline_tests.trials.parsers import OTHERS_AT_WORK

SECONDS = 4.0
"""For a portal's page of 770 kB on one idle core."""


def test_navigation_scripts_and_hidden_nodes_of_a_long_page_claim_nothing():
    rows, page = read(long_pages.portal(length=60_000))
    spans = [str(row["span"]) for row in rows]
    assert page["title"] == "霁云智算：万卡集群的一年"
    assert any("线性加速比" in span for span in spans)
    assert not [span for span in spans if "优惠" in span or "频道" in span]
    assert not [row for row in rows if row["value_kind"] == "unparsed"]


@pytest.mark.slow
def test_a_page_of_770_kb_is_read_in_four_seconds():
    body = long_pages.portal()
    started = time.process_time()
    rows, _ = read(body)
    assert time.process_time() - started < SECONDS * OTHERS_AT_WORK
    assert len(rows) > 5_000
