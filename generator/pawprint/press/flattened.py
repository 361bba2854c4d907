"""Separated drawings -> the same without transparency, for standards that have none.

A picture of everything up to it, in inks, replaces each transparent object: 600 dots to an inch, as
sharp as a plate. What lies above stays sharp shapes and letters, and so does all outside of the box around it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple, assert_never

from PIL import Image

from pawprint.core.affine import IDENTITY
from pawprint.core.colour import Colour, SeparatedColour
from pawprint.core.geometry import Box
from pawprint.core.length import Length
from pawprint.core.raster import data_uri
from pawprint.graphics import ops
from pawprint.graphics.traverse import DrawOp, flat_ops, map_ops
from pawprint.press.fingerprint import Fingerprints
from pawprint.press.images import has_alpha
from pawprint.press.op_bounds import drawn_box
from pawprint.press.print_profile import PrintProfile
from pawprint.press.separations import PlatePart, separations

if TYPE_CHECKING:
    from pawprint.graphics.ops import Shading


# --- knock out --------------------------------------------------------------------------------------------------------

# Separated drawing -> the same within an ink limit: black removes what is below it where both would be too much.


def knocked_out(drawing: ops.Drawing, over: Image.Image, bleed: Length, dpi: int) -> ops.Drawing:
    """*drawing* without overprinting process inks in the operations that have a dot of *over*; itself if there is none.

    Args:
        over: white where there is too much ink, from the top-left corner of the bleed.
    """
    if not over.getbbox():
        return drawing
    symbols: dict[ops.Symbol, ops.Symbol] = {}
    operations = tuple(
        map_ops([op], _without_overprint, symbols)[0] if _has_dots(op, over, bleed.pt, dpi / 72) else op
        for op in drawing.ops
    )
    if operations == tuple(drawing.ops):
        return drawing
    return replace(drawing, art=ops.Layer(operations), common=ops.nothing())


def _has_dots(op: ops.Op, over: Image.Image, edge: float, dots: float) -> bool:
    box = drawn_box([op], IDENTITY)
    if box is None:
        return False
    left, top, right, bottom = (round((side + edge) * dots) for side in (box.x, box.y, box.right, box.bottom))
    return over.crop((left - 1, top - 1, right + 1, bottom + 1)).getbbox() is not None


def _without_overprint(op: DrawOp) -> ops.Op:
    match op:
        case ops.DrawText():
            return op._replace(ink=_solid(op.ink))
        case ops.DrawBox() | ops.DrawPath():
            fill: Colour | Shading | None = op.paint.fill
            fill = _solid(fill) if isinstance(fill, Colour) else fill
            stroke = op.paint.stroke and _solid(op.paint.stroke)
            return op._replace(paint=op.paint._replace(fill=fill, stroke=stroke))
        case _:
            return op


def _solid(colour: Colour) -> Colour:
    """*colour*, removing the process inks below it; a spot ink keeps its own plate as it was declared."""
    if isinstance(colour, SeparatedColour) and colour.overprint and not colour.spot:
        return SeparatedColour(Colour(*colour), colour.inks)
    return colour


# --- flattened --------------------------------------------------------------------------------------------------------


#: Dots per inch of the pictures.
SHARP = 600
_DOT = 72 / SHARP
#: The largest side of a picture in dots.
_TILE = 2_400


class _Patch(NamedTuple):
    """The picture of the operations before *stop*, in *box*: points from the corner of the bleed, on whole dots."""

    stop: int
    box: Box


def flattened(drawings: Sequence[ops.Drawing], profile: PrintProfile, bleed: Length) -> list[ops.Drawing]:
    """*drawings*, each without transparency. What several of them have below is drawn once.

    Args:
        bleed: how much of the art beyond the trim is shown.
    """
    looks = Fingerprints()
    parts: dict[tuple[str, Box], PlatePart] = {}
    uses: dict[ops.Drawing, list[tuple[_Patch, tuple[str, Box]]]] = {}
    for drawing in drawings:
        uses[drawing] = []
        for patch in _patches(drawing, bleed.pt):
            below = replace(drawing, art=ops.Layer(drawing.ops[: patch.stop]), common=ops.nothing())
            look = looks.of(below)
            for tile in _tiles(patch.box):
                parts.setdefault((look, tile), PlatePart(below, tile))
                uses[drawing].append((_Patch(patch.stop, tile), (look, tile)))
    pictures = separations([*parts.values()], profile, bleed, SHARP)
    paths = {key: _path(picture) for key, picture in zip(parts, pictures, strict=True)}
    return [
        _with_patches(drawing, [(patch, paths[key]) for patch, key in uses[drawing]], bleed.pt) for drawing in drawings
    ]


def spots_lost(drawing: ops.Drawing, bleed: Length) -> set[str]:
    """The spot inks that pictures of process inks would cover."""
    operations, lost = drawing.ops, set()
    for patch in _patches(drawing, bleed.pt):
        box = Box(patch.box.x - bleed.pt, patch.box.y - bleed.pt, patch.box.width, patch.box.height)
        for op in operations[: patch.stop]:
            around = drawn_box([op], IDENTITY)
            if around is not None and around.intersection(box) is not None:
                lost |= {*_spots(op)}
    return lost


def _with_patches(drawing: ops.Drawing, patches: Sequence[tuple[_Patch, str]], bleed: float) -> ops.Drawing:
    """*drawing* with the images at these paths in place of transparent objects."""
    if not patches:
        return drawing
    operations, at, result = drawing.ops, 0, list[ops.Op]()
    for (stop, (x, y, width, height)), path in patches:
        result += [op for op in operations[at:stop] if not _is_transparent(op)]
        result.append(ops.DrawImage(x - bleed, y - bleed, width, height, path))
        at = stop
    return replace(drawing, art=ops.Layer((*result, *operations[at:])), common=ops.nothing())


def _path(picture: Image.Image) -> str:
    out = BytesIO()
    picture.save(out, "TIFF", compression="tiff_adobe_deflate")
    return data_uri(out.getvalue())


def _patches(drawing: ops.Drawing, bleed: float) -> list[_Patch]:
    """One for each transparent operation; one for several that follow each other and overlap."""
    page = Box(-bleed, -bleed, drawing.trim.width.pt + 2 * bleed, drawing.trim.height.pt + 2 * bleed)
    patches: list[_Patch] = []
    for number, op in enumerate(drawing.ops, 1):
        if not _is_transparent(op):
            continue
        around = drawn_box([op], IDENTITY)
        seen = around and around.intersection(page)
        if seen is None:
            continue
        box = _on_dots(Box(seen.x + bleed, seen.y + bleed, seen.width, seen.height), page)
        last = patches[-1] if patches else None
        if last and last.stop == number - 1 and last.box.intersection(box) is not None:
            both = Box.around([last.box, box])
            assert both is not None, "of two boxes"
            patches[-1] = _Patch(number, both)
        else:
            patches.append(_Patch(number, box))
    return patches


def _tiles(box: Box) -> Iterator[Box]:
    """*box* in parts that are not too large for memory."""
    side = _TILE * _DOT
    for row in range(math.ceil(box.height / side)):
        for column in range(math.ceil(box.width / side)):
            x, y = box.x + column * side, box.y + row * side
            yield Box(x, y, min(side, box.right - x), min(side, box.bottom - y))


def _on_dots(box: Box, page: Box) -> Box:
    """*box* up to whole dots, within a page of that size."""
    left, top = math.floor(box.x / _DOT) * _DOT, math.floor(box.y / _DOT) * _DOT
    right = min(math.ceil(box.right / _DOT) * _DOT, page.width)
    bottom = min(math.ceil(box.bottom / _DOT) * _DOT, page.height)
    return Box(left, top, right - left, bottom - top)


def _is_transparent(op: ops.Op) -> bool:
    """True if a part of *op* is transparent."""
    match op:
        case ops.DrawText():
            return False
        case ops.DrawImage():
            return has_alpha(op.path)
        case ops.DrawBox() | ops.DrawPath():
            return op.paint.fill_opacity < 1 or op.paint.stroke_opacity < 1
        case ops.Group():
            return op.opacity < 1 or bool(op.mask) or any(map(_is_transparent, op.ops))
        case ops.Marked() | ops.LowInkRule():
            return any(map(_is_transparent, op.ops))
        case ops.UseSymbol():
            return any(map(_is_transparent, op.symbol.ops))
        case ops.UseDrawing():
            return any(map(_is_transparent, ops.with_operations(op.drawing).ops))
        case _:
            assert_never(op)


def _spots(op: ops.Op) -> Iterator[str]:
    for flat in flat_ops([op]):
        match flat:
            case ops.DrawText():
                colours = [flat.ink]
            case ops.DrawImage():
                colours = []
            case _:
                colours = [colour for colour in (flat.paint.fill, flat.paint.stroke) if isinstance(colour, Colour)]
        yield from (colour.spot for colour in colours if isinstance(colour, SeparatedColour) and colour.spot)
