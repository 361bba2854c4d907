"""Elements and items of a face -> where they are on it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pawprint.core.affine import IDENTITY, Matrix, matrix_product
from pawprint.core.geometry import Box
from pawprint.core.paths import points_box
from pawprint.graphics.ops import DrawBox, DrawImage, DrawPath
from pawprint.pieces.context import ElementPlace, Makers, NamedElement
from pawprint.pieces.placed import Face, LowInkItems, Placed, PlacedFace, PlacedPicture, PlacedText, Turned


def covered_by_id(placements: Iterable[ElementPlace]) -> dict[str, Box]:
    """The boxes that elements with an id cover; elements with the same id (in a repeat) share a box."""
    boxes: dict[str, Box] = {}
    for placement in placements:
        if placement.element.id:
            known, here = boxes.get(placement.element.id), placement.covered or placement.box.mapped(placement.matrix)
            boxes[placement.element.id] = known.union(here) if known else here
    return boxes


class SingleItem(NamedTuple):
    """A placed item that has no others inside.

    Attributes:
        matrix: maps its units to the face.
        clip: what can be seen of it at most, a rectangle on the face; None for everything.
        maker: the innermost element that placed it; None if that is not known.
    """

    placed: DrawBox | DrawPath | DrawImage | PlacedPicture | PlacedText
    matrix: Matrix
    clip: Box | None
    maker: NamedElement | None


def single_items(
    items: Iterable[Placed],
    makers: Makers,
    matrix: Matrix = IDENTITY,
    clip: Box | None = None,
    maker: NamedElement | None = None,
) -> Iterator[SingleItem]:
    """The single items of *items*, bottom first; those that are clipped away altogether are left out.

    Args:
        makers: as composing has noted them.
        matrix, clip, maker: of what *items* are inside of.
    """
    for item in items:
        found = makers.get(id(item))
        own = maker if found is None else found[1]
        if isinstance(item, Turned):
            inside = matrix_product(matrix, item.matrix)
            outline = None if item.clip is None else points_box(item.clip)
            part = clip
            if outline is not None:
                shown = outline.mapped(inside)
                part = shown if clip is None else shown.intersection(clip)
                if part is None:
                    continue
            yield from single_items(item.items, makers, inside, part, own)
        elif isinstance(item, LowInkItems):
            yield from single_items(item.items, makers, matrix, clip, own)
        elif isinstance(item, PlacedFace):
            face = item.face
            trim = Box(0.0, 0.0, face.trim.width.pt, face.trim.height.pt).mapped(matrix)
            part = trim if clip is None else trim.intersection(clip)
            if part is not None and isinstance(face, Face):
                yield from single_items(face.all_items, makers, matrix, part, own)
        else:
            yield SingleItem(item, matrix, clip, own)
