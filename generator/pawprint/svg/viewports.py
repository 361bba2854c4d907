"""Views in viewports: the matrix that fits a viewBox into the box of a nested svg, a symbol, an image or a pattern."""

from pawprint.core.affine import Matrix
from pawprint.svg.svg_values import Fitting

#: Of `preserveAspectRatio`.
DEFAULT_FITTING: Fitting = (0.5, 0.5, False)

_Box = tuple[float, float, float, float]


def fitted(view: _Box, box: _Box, fitting: Fitting = DEFAULT_FITTING) -> Matrix:
    """From the units inside *view* to those around *box*; both are x, y, width, height > 0."""
    x, y, width, height = box
    across, down = width / view[2], height / view[3]
    if fitting is None:
        return (across, 0.0, 0.0, down, x - view[0] * across, y - view[1] * down)
    left, above, sliced = fitting
    scale = max(across, down) if sliced else min(across, down)
    x += (width - view[2] * scale) * left
    y += (height - view[3] * scale) * above
    return (scale, 0.0, 0.0, scale, x - view[0] * scale, y - view[1] * scale)
