"""Fixtures shared by all tests."""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("any machine", deadline=None)  # a busy one may take a second for an example
settings.load_profile("any machine")

REPOSITORY = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder of reference material beside the repository; tests that need it skip where it is absent."""
    folder = REPOSITORY.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the reference material is not beside this checkout")
    return folder
