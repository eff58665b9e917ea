"""The server that stands for all vendors, and a lab that asks it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fab_pipeline_tests.collecting.vendor_server import VendorServer, serving
from fab_pipeline_tests.pipeline.live import Lab, lab


@pytest.fixture
def server() -> Iterator[VendorServer]:
    with serving() as running:
        yield running


@pytest.fixture
def at_lab(server: VendorServer, tmp_path: Path) -> Lab:
    return lab(server, tmp_path / "home")
