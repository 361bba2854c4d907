"""Makes the pictures in `img/` from the two games in `gallery/`, with Pawprint alone.

    python docs/make_pictures.py            all of them
    python docs/make_pictures.py panel      those whose names contain the word

Run it after a change of the gallery or of how things are drawn, and look at what it made.
"""

import struct
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from pawprint import workflow
from pawprint.base.length import mm
from pawprint.base.shapes import Box
from pawprint.compose import face  # noqa: F401  (the kinds of elements enter the registry)
from pawprint.compose.element import KINDS
from pawprint.press.png import render
from pawprint.printrun import Choice

HERE = Path(__file__).resolve().parent
PICTURES = HERE / "img"

_HEAD = b"\x89PNG\r\n\x1a\n"


def pictures() -> Iterator[tuple[str, Callable[[], bytes]]]:
    """(file name, what makes it) of every picture."""
    for kind in KINDS:
        yield f"element-{kind}.png", lambda kind=kind: piece("gallery", kind, 200)
    yield "garden-toad.png", lambda: piece("garden", "toad", 130)
    yield "extends.png", lambda: piece("gallery", "pair", 95)
    yield "proof.png", lambda: piece("garden", "toad", 130, bleed=3, proof=True)
    yield "cover.png", lambda: sheet(0, 72, paper="A4", cover=True, crop=Box(20, 40, 555, 395))
    yield "sheet-crop.png", lambda: sheet(0, 70, marks="crop", bleed=2)
    yield "sheet-grid.png", lambda: sheet(0, 70, marks="grid")
    yield "sheet-gutterfold.png", lambda: sheet(0, 70, duplex="gutterfold")


def piece(game: str, name: str, dpi: int, bleed: float = 0, proof: bool = False) -> bytes:
    """What `pawprint show GAME NAME` makes."""
    loaded = load(game)
    (record,) = loaded.library.games[game].find(name)
    png = workflow.picture_of(loaded, loaded.library.games[game], record, "en", "face", dpi, mm(bleed), proof)
    return said(png, loaded)


def sheet(
    page: int,
    dpi: int,
    *,
    paper: str = "A5",
    bleed: float = 0,
    marks: str = "crop",
    duplex: str = "long-edge",
    cover: bool = False,
    crop: Box | None = None,
) -> bytes:
    """A page of what `pawprint build garden` makes, or a part of it."""
    loaded = load("garden")
    cards = () if cover else ("toad", "heron")
    choice = Choice(cards=cards, paper=paper, duplex=duplex, marks=marks, bleed=mm(bleed), cover=cover)
    made = next(workflow.build(loaded, choice), None)
    return said(render(made.data, page, dpi, crop) if made else None, loaded)


def load(game: str) -> workflow.Workspace:
    """A game of the gallery, with its layouts over the bundled ones."""
    gallery = HERE / "gallery"
    return workflow.load(gallery / "catalog", [gallery / "layouts", workflow.bundled("layouts")], [game])


def said(png: bytes | None, loaded: workflow.Workspace) -> bytes:
    """The picture, or an end with what was found."""
    if png is None or len(loaded.findings):
        raise SystemExit("\n".join(f"{finding.span}: {finding.message}" for finding in loaded.findings.sorted()))
    return png


# --- smaller files ------------------------------------------------------------------------------------------


def packed(png: bytes) -> bytes:
    """The picture in fewer bytes: its 256 most common colours, and the nearest of them in place of all others."""
    width, height, pixels = unpacked(png)
    points = [pixels[at : at + 3] for at in range(0, len(pixels), 3)]
    common = [colour for colour, _ in Counter(points).most_common(256)]
    index = {colour: number for number, colour in enumerate(common)}
    for colour in points:
        if colour not in index:
            index[colour] = min(range(256), key=lambda number: apart(colour, common[number]))
    rows = bytes(index[colour] for colour in points)
    lines = b"".join(b"\0" + rows[at : at + width] for at in range(0, len(rows), width))
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", b"".join(common)),
        (b"IDAT", zlib.compress(lines, 9)),
        (b"IEND", b""),
    ]
    return _HEAD + b"".join(
        struct.pack(">I4s", len(body), kind) + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in parts
    )


def apart(one: bytes, other: bytes) -> int:
    """How different two colours are."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def unpacked(png: bytes) -> tuple[int, int, bytes]:
    """Width, height and RGB of a PNG as Pawprint writes it: its rows are unfiltered."""
    chunks: dict[bytes, bytes] = {}
    at = len(_HEAD)
    while at < len(png):
        length, kind = struct.unpack_from(">I4s", png, at)
        chunks[kind] = chunks.get(kind, b"") + png[at + 8 : at + 8 + length]
        at += 12 + length
    width, height = struct.unpack_from(">II", chunks[b"IHDR"])
    lines = zlib.decompress(chunks[b"IDAT"])
    step = 3 * width + 1
    return width, height, b"".join(lines[row * step + 1 : (row + 1) * step] for row in range(height))


def main(words: list[str]) -> None:
    """Make the pictures whose names contain one of *words*; all if there is none."""
    PICTURES.mkdir(exist_ok=True)
    for name, make in pictures():
        if not words or any(word in name for word in words):
            data = packed(make())
            (PICTURES / name).write_bytes(data)
            sys.stdout.write(f"{name}  {len(data) / 1000:.1f} kB\n")


if __name__ == "__main__":
    main(sys.argv[1:])
