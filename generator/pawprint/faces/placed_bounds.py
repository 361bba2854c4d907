"""Placed items -> the rectangle that they cover, as far as it can be seen."""

from collections.abc import Iterable
from typing import assert_never

from pawprint.core.geometry import Box
from pawprint.core.paths import points_box
from pawprint.faces.placed import Outline, Panel, Placed, PlacedFace, PlacedImage, PlacedPicture, PlacedText, Turned


def covered_box(items: Iterable[Placed]) -> Box | None:
    """The smallest rectangle around *items*, what is clipped away left out; None around nothing."""
    return Box.around([box for item in items if (box := _of(item)) is not None])


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
            box = Box(picture.x, picture.y, picture.width, picture.height).mapped(item.matrix)
            return box if item.clip is None else box.intersection(item.clip)
        case Outline():
            return points_box(item.path)
        case PlacedFace(face):
            return Box(0.0, 0.0, face.trim.width.pt, face.trim.height.pt)
        case Turned():
            box_inside = covered_box(item.items)
            if box_inside is not None and item.clip is not None:
                clip = item.clip if isinstance(item.clip, Box) else points_box(item.clip)
                box_inside = box_inside.intersection(clip) if clip is not None else None
            return None if box_inside is None else box_inside.mapped(item.matrix)
        case _:
            assert_never(item)
