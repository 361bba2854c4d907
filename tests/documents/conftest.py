"""The desk at which tests write documents."""

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def desk(tmp_path: Path, request: pytest.FixtureRequest) -> Any:
    """The `Desk` that the test file imports: for pages (`paper.py`) or for texts of a game (`test_manuscripts.py`)."""
    return request.module.Desk(tmp_path)
