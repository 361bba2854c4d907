"""Raster images at their printed size -> faults of those with too few pixels."""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pawprint.core.affine import IDENTITY, Matrix, matrix_product
from pawprint.core.image_reader import ImageFacts
from pawprint.core.picture import Bitmap, Cluster, Item, Picture
from pawprint.core.raster import image_facts

#: Pixels to the inch below which an image is blurred in any print.
LEAST = 150


class CoarseImage(NamedTuple):
    """The words of a finding."""

    message: str
    help: str


def coarse_image(
    path: str,
    facts: ImageFacts,
    size: tuple[float, float],
    matrix: Matrix,
    least: int = LEAST,
    wanted: str = f"{LEAST} are the least for print",
) -> CoarseImage | None:
    """The fault of the image at *path*; None if it has enough pixels.

    Args:
        size: width and height of its place, which *matrix* maps to points.
        least: the pixels to the inch that it needs, and *wanted* who says so.
    """
    a, b, c, d, *_ = matrix
    width, height = size[0] * math.hypot(a, b), size[1] * math.hypot(c, d)
    if not (width and height):
        return None
    dpi = min(facts.width / width, facts.height / height) * 72
    if dpi >= least - 0.5:
        return None
    name = "an image inside of a drawing" if path.startswith("data:") else f"the image '{Path(path).name}'"
    needed = f"{math.ceil(facts.width * least / dpi)} x {math.ceil(facts.height * least / dpi)}"
    message = f"{name} has {dpi:.0f} pixels to the inch at this size, and {wanted}"
    return CoarseImage(message, f"take one of {needed} pixels, or show it smaller")


def coarse_images(picture: Picture, matrix: Matrix) -> Iterator[CoarseImage]:
    """The faults of the images in a drawing, which *matrix* maps to points."""
    for bitmap, inside in _bitmaps(picture):
        placed = matrix_product(matrix, inside)
        fault = coarse_image(bitmap.path, image_facts(bitmap.path), (bitmap.width, bitmap.height), placed)
        if fault:
            yield fault


@lru_cache(maxsize=4096)
def _bitmaps(picture: Picture) -> tuple[tuple[Bitmap, Matrix], ...]:
    return tuple(_inside(picture.items, IDENTITY))


def _inside(items: Iterable[Item], matrix: Matrix) -> Iterator[tuple[Bitmap, Matrix]]:
    for item in items:
        if isinstance(item, Bitmap):
            yield item, matrix
        elif isinstance(item, Cluster):
            yield from _inside(item.items, matrix_product(matrix, item.matrix))
