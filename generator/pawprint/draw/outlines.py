"""Outlines of boxes as paths, for clips and cuts."""

from pawprint.core.geometry import Box
from pawprint.core.paths import rectangle
from pawprint.core.picture import Path


def outline(box: Box, radius: float = 0.0) -> Path:
    """The outline of *box*, its corners rounded by *radius* points (at most half of its shorter side)."""
    if radius:
        return tuple(rectangle(box.x, box.y, box.width, box.height, radius, radius))
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    return (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",))
