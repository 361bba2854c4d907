"""Fingerprints of drawings: what a review of the manifest compares to see which prints change."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any, assert_never

from pawprint.draw.ops import (
    DrawBox,
    DrawImage,
    Drawing,
    DrawPath,
    DrawText,
    Group,
    Op,
    Paint,
    Shading,
    Symbol,
    UseSymbol,
)


class Fingerprints:
    """Fingerprints of many drawings; what they share is read once."""

    def __init__(self) -> None:
        self._places = _Places()
        self._seen: dict[int, tuple[object, str]] = {}  # with the thing itself, so that its id stays its own
        self._paints: dict[Paint, str] = {}
        self._files: dict[str, str] = {}

    def of(self, drawing: Drawing) -> str:
        """16 hexadecimal digits that depend on what is drawn and how large, and on nothing else.

        A drawing's name is not drawn. Typefaces count by their names, images by their contents; places
        count to 0.00001 units, so that rounding errors of no consequence do not show.

        Raises:
            OSError: an image file cannot be read.
        """
        trim, bleed = drawing.trim, drawing.bleed
        sides = (trim.width, trim.height, bleed.top, bleed.right, bleed.bottom, bleed.left)
        head = " ".join(str(side.grains) for side in sides)
        shared = self._once(drawing.shared, drawing.shared) if drawing.shared else ""
        text = "\n".join([head, self._places[drawing.corner], shared, *self._lines(drawing.ops)])
        return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def _once(self, thing: object, ops: tuple[Op, ...]) -> str:
        """The hash of what *thing* draws."""
        seen = self._seen.get(id(thing))
        if seen is None:
            text = "\n".join(self._lines(ops))
            seen = self._seen[id(thing)] = (thing, sha256(text.encode("utf-8", "surrogatepass")).hexdigest())
        return seen[1]

    def _lines(self, ops: Iterable[Op]) -> list[str]:
        """One line of text for each operation, and one for each change of letters."""
        place = self._places
        lines: list[str] = []
        add = lines.append
        face: object = None
        ink, size, tracking = None, 0.0, 0.0
        for op in ops:
            match op:
                case DrawText():
                    if (
                        op.typeface is not face
                        or op.size != size
                        or (op.ink is not ink and op.ink != ink)
                        or op.tracking != tracking
                    ):
                        face, ink, size, tracking = op.typeface, op.ink, op.size, op.tracking
                        add(f"letters {op.typeface.name} {place[size]} {place[tracking]} {ink}")
                    words = "\x1f".join([word.text for word in op.words])
                    add(f"text {place[op.x]} {place[op.y]} {place[op.gap]} {words}")
                case DrawBox():
                    box = self._list((op.x, op.y, op.width, op.height, op.radius))
                    add(f"box {box} {self._paint(op.paint)}")
                case DrawPath():
                    path = " ".join([f"{kind} {self._list(rest)}" for kind, *rest in op.path])
                    add(f"path {path} {self._paint(op.paint)}")
                case DrawImage():
                    box = self._list((op.x, op.y, op.width, op.height))
                    add(f"image {box} {self._file(op.path)}")
                case UseSymbol():
                    add(f"symbol {self._list(op.matrix)} {self._symbol(op.symbol)}")
                case Group():
                    clip = " ".join([f"{kind} {self._list(rest)}" for kind, *rest in op.clip or ()])
                    add(f"group {self._list(op.matrix)} {place[op.opacity]} {op.clip is None} {clip}")
                    lines += self._lines(op.ops)
                    add("end")
                case _:
                    assert_never(op)
        return lines

    def _list(self, numbers: Iterable[Any]) -> str:
        return " ".join([self._places[number] for number in numbers])

    def _paint(self, paint: Paint) -> str:
        text = self._paints.get(paint)
        if text is None:
            fill = paint.fill
            if isinstance(fill, Shading):
                ends = (fill.x1, fill.y1, fill.x2, fill.y2, -1 if fill.radius is None else fill.radius)
                stops = " ".join(f"{self._places[offset]} {colour}" for offset, colour in fill.stops)
                filled = f"shading {self._list(ends)} {stops}"
            else:
                filled = str(fill)
            line = (paint.width, paint.fill_opacity, paint.stroke_opacity, *paint.dash)
            ends_and_rule = f"{paint.cap} {paint.join} {paint.even_odd}"
            text = self._paints[paint] = f"{filled} {paint.stroke} {ends_and_rule} {self._list(line)}"
        return text

    def _symbol(self, symbol: Symbol) -> str:
        box = (symbol.x, symbol.y, symbol.width, symbol.height)
        return f"{self._list(box)} {self._once(symbol, symbol.ops)}"

    def _file(self, path: str) -> str:
        if path not in self._files:
            self._files[path] = sha256(Path(path).read_bytes()).hexdigest()
        return self._files[path]


def drawing_hash(drawing: Drawing) -> str:
    """The fingerprint of one drawing; `Fingerprints` is faster for several."""
    return Fingerprints().of(drawing)


class _Places(dict[float, str]):
    """Numbers as text, rounded far below what can be printed."""

    def __missing__(self, value: float) -> str:
        text = self[value] = f"{value:.5f}" if abs(value) >= 0.000005 else "0"
        return text
