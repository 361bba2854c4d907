"""Fingerprints of drawings: what a review of the manifest compares to see which faces look different.

Operations become plain tuples and those become bytes through `marshal`, whose second format depends on nothing but
the values; that is ten times as fast as text of our own, and the arithmetic behind our numbers is the same everywhere.
"""

import marshal
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, assert_never

from pawprint.core.raster import image_bytes
from pawprint.graphics import ops

#: The last format of `marshal` without references, which would depend on what happens to be one object.
_FORMAT = 2


class Fingerprints:
    """Fingerprints of many drawings; what they share is read once."""

    def __init__(self) -> None:
        self._hashes: dict[ops.Symbol | ops.Layer, str] = {}
        self._paints: dict[ops.Paint, tuple[Any, ...]] = {}
        self._files: dict[str, str] = {}

    def of(self, drawing: ops.Drawing) -> str:
        """16 hexadecimal digits that depend on what is drawn and how large, and on nothing else.

        A drawing's name is not drawn. Typefaces count by their names, images by their contents.

        Raises:
            OSError: an image file cannot be read.
        """
        trim, bleed = drawing.trim, drawing.bleed
        sides = (trim.width, trim.height, bleed.top, bleed.right, bleed.bottom, bleed.left)
        common = self._hash_of(drawing.common) if drawing.common.ops else ""
        outline = drawing.outline.path or drawing.outline.corner.pt
        return _hash((*[side.grains for side in sides], outline, common, self._plain(drawing.art.ops)))[:16]

    def _hash_of(self, shared: ops.Symbol | ops.Layer) -> str:
        """The hash of what *shared* draws."""
        found = self._hashes.get(shared)
        if found is None:
            found = self._hashes[shared] = _hash(self._plain(shared.ops))
        return found

    def _plain(self, operations: Iterable[ops.Op]) -> tuple[Any, ...]:
        """A plain tuple for each operation."""
        plain: list[Any] = []
        add = plain.append
        for op in operations:
            if op.__class__ is ops.DrawText:  # nine of ten are, so they are taken apart the quick way
                x, y, face, size, ink, words, gap, tracking = op
                add((x, y, face.name, size, tuple(ink), "\x1f".join([word.text for word in words]), gap, tracking))
                continue
            match op:
                case ops.DrawBox(x, y, width, height, paint, radius):
                    add(("box", x, y, width, height, self._paint(paint), radius))
                case ops.DrawPath(path, paint):
                    add(("path", path, self._paint(paint)))
                case ops.DrawImage(x, y, width, height, name):
                    add(("image", x, y, width, height, self._file(name)))
                case ops.UseSymbol(symbol, matrix):
                    add(("symbol", self._symbol(symbol), matrix))
                case ops.Group(inner, matrix, clip, opacity):
                    mask = (self._plain(op.mask),) if op.mask else ()
                    add(("group", self._plain(inner), matrix, clip, opacity, *mask))
                case ops.Marked(inner) | ops.LowInkRule(inner):  # has no effect on what is drawn
                    plain += self._plain(inner)
                case ops.UseDrawing(drawing):
                    plain += self._plain(ops.with_operations(drawing).ops)
                case ops.DrawText():
                    raise AssertionError("taken above")
                case _:
                    assert_never(op)
        return tuple(plain)

    def _paint(self, paint: ops.Paint) -> tuple[Any, ...]:
        plain = self._paints.get(paint)
        if plain is None:
            fill: Any = paint.fill
            if isinstance(fill, ops.Shading):
                stops = tuple((offset, tuple(colour)) for offset, colour in fill.stops)
                focus = () if fill.focus is None else (fill.focus,)
                fill = ("shading", fill.x1, fill.y1, fill.x2, fill.y2, stops, fill.radius, *focus)
            elif fill is not None:
                fill = tuple(fill)
            stroke = None if paint.stroke is None else tuple(paint.stroke)
            plain = self._paints[paint] = (fill, stroke, *paint[2:9])
            if (paint.phase, paint.miter) != (0.0, 4.0):
                plain = self._paints[paint] = (*plain, paint.phase, paint.miter)
        return plain

    def _symbol(self, symbol: ops.Symbol) -> tuple[Any, ...]:
        return (symbol.x, symbol.y, symbol.width, symbol.height, self._hash_of(symbol))

    def _file(self, path: str) -> str:
        if path not in self._files:
            self._files[path] = sha256(image_bytes(path)).hexdigest()
        return self._files[path]


def _hash(plain: tuple[Any, ...]) -> str:
    return sha256(marshal.dumps(plain, _FORMAT)).hexdigest()
