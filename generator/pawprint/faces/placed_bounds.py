"""Placed items -> the rectangle that they cover, as far as it can be seen."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from pawprint.core.geometry import Box
from pawprint.core.picture import Matrix
from pawprint.faces.placed import Outline, Panel, Placed, PlacedFace, PlacedImage, PlacedPicture, PlacedText, Turned


def extent(items: Iterable[Placed]) -> Box | None:
    """The smallest rectangle around *items*, what is clipped away left out; None around nothing."""
    return around([box for item in items if (box := _of(item)) is not None])


def around(boxes: Sequence[Box]) -> Box | None:
    """The smallest rectangle around *boxes*; None around none."""
    if not boxes:
        return None
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


def mapped(box: Box, matrix: Matrix) -> Box:
    """The rectangle around *box* under *matrix*."""
    a, b, c, d, e, f = matrix
    corners = [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    xs, ys = [a * x + c * y + e for x, y in corners], [b * x + d * y + f for x, y in corners]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _of(item: Placed) -> Box | None:
    match item:
        case Panel():
            return item.box
        case PlacedText():
            return item.block.box if item.block.lines or item.block.icons else None
        case PlacedImage():
            return item.clip
        case PlacedPicture():
            picture = item.picture
            box = mapped(Box(picture.x, picture.y, picture.width, picture.height), item.matrix)
            return box if item.clip is None else _common(box, item.clip)
        case Outline():
            points = [part for segment in item.path for part in segment[1:] if isinstance(part, float | int)]
            if not points:
                return None
            xs, ys = points[::2], points[1::2]
            return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        case PlacedFace(face):
            return Box(0.0, 0.0, face.trim.width.pt, face.trim.height.pt)
        case Turned():
            box_inside = extent(item.items)
            if box_inside is not None and item.clip is not None:
                box_inside = _common(box_inside, item.clip)
            return None if box_inside is None else mapped(box_inside, item.matrix)
        case _:
            assert_never(item)


def _common(one: Box, other: Box) -> Box | None:
    left, top = max(one.x, other.x), max(one.y, other.y)
    right, low = min(one.right, other.right), min(one.bottom, other.bottom)
    return Box(left, top, right - left, low - top) if left <= right and top <= low else None
