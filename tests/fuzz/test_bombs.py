"""A sample of `bombs.py`: one input of each kind of file, and those that once were too expensive."""

import sys
from pathlib import Path

import pytest

from fuzz.bombs import BOMBS, Bomb, run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are limited as Linux does")

SAMPLE = (
    *(
        "aliases of aliases",
        "one field 200,000 times",
        "20,000 editions",
        "a power of powers",
        "a QR code that just fits",
    ),
    *("clip paths that name each other", "a PNG with 300 megabytes too many", "a WOFF font of 300 megabytes"),
    *("JSON 900 deep", "15,000 new rows", "questions in steps twice, 40 times"),
)


@pytest.mark.parametrize("name", SAMPLE)
def test_bomb_ends_within_its_limits(name: str, tmp_path: Path) -> None:
    assert run(BOMBS[name], tmp_path).complaint == ""


def test_excess_of_memory_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fuzz.bombs.MEMORY", 1_000_000)
    assert run(Bomb(("--version",), dict), tmp_path).complaint == "took more than 1 MB"
