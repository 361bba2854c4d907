"""Reading a game made of a few lines."""

from collections.abc import Callable
from pathlib import Path

import pytest

from catalog.toy import Read, read_toy


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Read]:
    """See `read_toy`; in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return read_toy
