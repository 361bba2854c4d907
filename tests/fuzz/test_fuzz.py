"""Inputs that readers once ended badly on, and a sample of what `run.py` tries."""

import json
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from fuzz.fuzzing import FaultFinder, inputs_of, reduced
from fuzz.mutators import mutate_font, mutate_jpeg, mutate_json, mutate_png, text_mutator
from fuzz.readers import Reader, readers

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="child processes are limited as Linux does")

FOUND = sorted(path for path in (Path(__file__).parent / "found").iterdir() if path.suffix != ".md")
#: Inputs of each reader in an ordinary run, and of those that take long.
INPUTS, FEW = 6, {"import": 0, "pages": 0, "arguments": 3}


@pytest.fixture(scope="module")
def finder(tmp_path_factory: pytest.TempPathFactory) -> FaultFinder:
    return FaultFinder(tmp_path_factory.mktemp("fuzz") / "project")


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.name)
def test_recorded_bad_inputs_end_well(finder: FaultFinder, path: Path) -> None:
    reader = readers()[path.name.rpartition("-")[0]]
    assert finder.run(reader, [path.read_bytes()]) == []


@pytest.mark.parametrize("name", readers())
def test_damaged_inputs_end_properly(finder: FaultFinder, name: str) -> None:
    reader = readers()[name]
    assert finder.warm(reader) == []
    assert finder.run(reader, list(inputs_of(reader, 7, range(FEW.get(name, INPUTS))))) == []


def bad(name: str, read: str = "") -> Reader:
    """A reader that ends badly on inputs with certain words."""

    def reading(data: bytes) -> None:
        if b"error" in data:
            raise ZeroDivisionError
        if b"outside" in data:
            Path("/tmp/pawprint-outside").write_bytes(b"")
        if b"memory" in data:
            bytearray(2_000_000_000)
        if b"program" in data:
            subprocess.run(["true"], check=False)
        while b"time" in data:
            time.monotonic()

    return Reader(name, reading, lambda: [b"good"], text_mutator())


@pytest.mark.parametrize(
    ("word", "signature"),
    [("error", "ZeroDivisionError"), ("outside", "Outside"), ("memory", "MemoryError"), ("program", "Outside"),
     ("time", "more than 1 s")],
)  # fmt: skip
def test_each_bad_end_is_found_among_good_inputs(tmp_path: Path, word: str, signature: str) -> None:
    inputs = [b"good", f"a long {word} here".encode(), b"good", b"good"]
    (found,) = FaultFinder(tmp_path / "project", cpu=1).run(bad("bad"), inputs)
    assert (found.data, found.signature.partition(" in ")[0]) == (inputs[1], signature)


def test_input_is_minimised(tmp_path: Path) -> None:
    finder = FaultFinder(tmp_path / "project")
    (found,) = finder.run(bad("bad"), [b"one two error three four five six"])
    assert reduced(finder, bad("bad"), found).data == b"error"


def test_same_seed_creates_the_same_inputs() -> None:
    reader = readers()["svg"]
    assert list(inputs_of(reader, 3, range(8))) == list(inputs_of(reader, 3, range(8)))
    assert list(inputs_of(reader, 3, range(8)))[5:] == list(inputs_of(reader, 3, range(5, 8)))
    assert list(inputs_of(reader, 3, range(8))) != list(inputs_of(reader, 4, range(8)))


def test_most_changes_preserve_the_format() -> None:
    """So that they are read further than to its beginning."""
    known = readers()
    fonts = [mutate_font(known["font"].seeds()[0], Random(i)) for i in range(50)]
    assert sum(font[:4] in (b"\0\1\0\0", b"wOFF") for font in fonts) > 40
    pictures = [mutate_png(known["png"].seeds()[1], Random(i)) for i in range(50)]
    assert sum(picture.startswith(b"\x89PNG\r\n\x1a\n") for picture in pictures) > 40
    photos = [mutate_jpeg(known["jpeg"].seeds()[1], Random(i)) for i in range(50)]
    assert sum(photo.startswith(b"\xff\xd8\xff") for photo in photos) > 40
    states = [mutate_json(known["printed"].seeds()[0], Random(i)) for i in range(50)]
    assert sum(is_json(state) for state in states) > 30


def is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True
