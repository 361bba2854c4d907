"""Separated drawings -> the same without transparency, for standards that have none.

Where something can be seen through, a picture of everything up to it, in inks, takes its place: 600 dots to an inch, as
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
from pawprint.graphics.ops import (
    DrawBox,
    DrawImage,
    Drawing,
    DrawPath,
    DrawText,
    Group,
    Layer,
    LowInkRule,
    Marked,
    Op,
    Symbol,
    UseDrawing,
    UseSymbol,
    nothing,
    with_operations,
)
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


def knocked_out(drawing: Drawing, over: Image.Image, bleed: Length, dpi: int) -> Drawing:
    """*drawing* without overprinting process inks in the operations that have a dot of *over*; itself if there is none.

    Args:
        over: white where there is too much ink, from the top-left corner of the bleed.
    """
    if not over.getbbox():
        return drawing
    symbols: dict[Symbol, Symbol] = {}
    ops = tuple(
        map_ops([op], _without_overprint, symbols)[0] if _has_dots(op, over, bleed.pt, dpi / 72) else op
        for op in drawing.ops
    )
    return drawing if ops == tuple(drawing.ops) else replace(drawing, art=Layer(ops), common=nothing())


def _has_dots(op: Op, over: Image.Image, edge: float, dots: float) -> bool:
    box = drawn_box([op], IDENTITY)
    if box is None:
        return False
    left, top, right, bottom = (round((side + edge) * dots) for side in (box.x, box.y, box.right, box.bottom))
    return over.crop((left - 1, top - 1, right + 1, bottom + 1)).getbbox() is not None


def _without_overprint(op: DrawOp) -> Op:
    match op:
        case DrawText():
            return op._replace(ink=_solid(op.ink))
        case DrawBox() | DrawPath():
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


def flattened(drawings: Sequence[Drawing], profile: PrintProfile, bleed: Length) -> list[Drawing]:
    """*drawings*, each without transparency. What several of them have below is drawn once.

    Args:
        bleed: how much of the art beyond the trim is shown.
    """
    looks = Fingerprints()
    parts: dict[tuple[str, Box], PlatePart] = {}
    uses: dict[Drawing, list[tuple[_Patch, tuple[str, Box]]]] = {}
    for drawing in drawings:
        uses[drawing] = []
        for patch in _patches(drawing, bleed.pt):
            below = replace(drawing, art=Layer(drawing.ops[: patch.stop]), common=nothing())
            look = looks.of(below)
            for tile in _tiles(patch.box):
                parts.setdefault((look, tile), PlatePart(below, tile))
                uses[drawing].append((_Patch(patch.stop, tile), (look, tile)))
    pictures = separations([*parts.values()], profile, bleed, SHARP)
    paths = {key: _path(picture) for key, picture in zip(parts, pictures, strict=True)}
    return [
        _with_patches(drawing, [(patch, paths[key]) for patch, key in uses[drawing]], bleed.pt) for drawing in drawings
    ]


def spots_lost(drawing: Drawing, bleed: Length) -> set[str]:
    """The spot inks that pictures of process inks would cover."""
    ops, lost = drawing.ops, set()
    for patch in _patches(drawing, bleed.pt):
        box = Box(patch.box.x - bleed.pt, patch.box.y - bleed.pt, patch.box.width, patch.box.height)
        for op in ops[: patch.stop]:
            around = drawn_box([op], IDENTITY)
            if around is not None and around.intersection(box) is not None:
                lost |= {*_spots(op)}
    return lost


def _with_patches(drawing: Drawing, patches: Sequence[tuple[_Patch, str]], bleed: float) -> Drawing:
    """*drawing* with the images at these paths in place of what can be seen through."""
    if not patches:
        return drawing
    ops, at, result = drawing.ops, 0, list[Op]()
    for (stop, (x, y, width, height)), path in patches:
        result += [op for op in ops[at:stop] if not _is_transparent(op)]
        result.append(DrawImage(x - bleed, y - bleed, width, height, path))
        at = stop
    return replace(drawing, art=Layer((*result, *ops[at:])), common=nothing())


def _path(picture: Image.Image) -> str:
    out = BytesIO()
    picture.save(out, "TIFF", compression="tiff_adobe_deflate")
    return data_uri(out.getvalue())


def _patches(drawing: Drawing, bleed: float) -> list[_Patch]:
    """One for each operation one can see through; one for several that follow each other and overlap."""
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


def _is_transparent(op: Op) -> bool:
    """Whether what is below *op* can be seen through a part of it."""
    match op:
        case DrawText():
            return False
        case DrawImage():
            return has_alpha(op.path)
        case DrawBox() | DrawPath():
            return op.paint.fill_opacity < 1 or op.paint.stroke_opacity < 1
        case Group():
            return op.opacity < 1 or bool(op.mask) or any(map(_is_transparent, op.ops))
        case Marked() | LowInkRule():
            return any(map(_is_transparent, op.ops))
        case UseSymbol():
            return any(map(_is_transparent, op.symbol.ops))
        case UseDrawing():
            return any(map(_is_transparent, with_operations(op.drawing).ops))
        case _:
            assert_never(op)


def _spots(op: Op) -> Iterator[str]:
    for one in flat_ops([op]):
        match one:
            case DrawText():
                colours = [one.ink]
            case DrawImage():
                colours = []
            case _:
                colours = [colour for colour in (one.paint.fill, one.paint.stroke) if isinstance(colour, Colour)]
        yield from (colour.spot for colour in colours if isinstance(colour, SeparatedColour) and colour.spot)
