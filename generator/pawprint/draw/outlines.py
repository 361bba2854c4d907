"""Outlines of boxes as paths, for clips and cuts."""

from pawprint.core.geometry import Box
from pawprint.core.picture import Path

#: Distance of a control point from its end, in radii, that makes a cubic curve a quarter of a circle (to 0.03 %).
_KAPPA = 0.5522847498


def outline(box: Box, radius: float = 0.0) -> Path:
    """The outline of *box*, its corners rounded by *radius* points (at most half of its shorter side)."""
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    if not radius:
        return (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",))
    r, k = radius, radius * (1 - _KAPPA)
    return (
        ("M", left + r, top), ("L", right - r, top), ("C", right - k, top, right, top + k, right, top + r),
        ("L", right, bottom - r), ("C", right, bottom - k, right - k, bottom, right - r, bottom),
        ("L", left + r, bottom), ("C", left + k, bottom, left, bottom - k, left, bottom - r),
        ("L", left, top + r), ("C", left, top + k, left + k, top, left + r, top), ("Z",),
    )  # fmt: skip
