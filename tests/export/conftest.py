"""The toy of tests about exports."""

from pathlib import Path

import pytest

from helpers import BACK, WITH_BACK, Toy


@pytest.fixture
def toy(tmp_path: Path, request: pytest.FixtureRequest) -> Toy:
    """Beasts with the elements `FACE` of the test file, and with backs."""
    return Toy(tmp_path, request.module.FACE, game=WITH_BACK, faces=BACK, fonts=True)
