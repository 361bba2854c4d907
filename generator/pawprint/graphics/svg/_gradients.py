"""Gradients of a drawing: what they are, and how they lie on a shape."""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from pawprint.core.affine import (
    IDENTITY,
    LIMIT,
    CoordinateOverflow,
    Matrix,
    determinant,
    inverse,
    is_similarity,
    is_singular,
    matrix_product,
    rounded,
    without_scale,
)
from pawprint.core.geometry import Box
from pawprint.core.picture import CURRENT, ColourName, Gradient
from pawprint.graphics.svg._profile import GRADIENTS
from pawprint.graphics.svg._svg_values import Faded, Relative
from pawprint.graphics.svg.xml_elements import SvgElement

#: A gradient that repeats is written out over a shape that often at most, in either direction.
_MAX_REPEATS = 40
#: So much longer, in parts of its length, is a gradient that ends in a step.
_STEP = 0.001
_Stop = tuple[float, ColourName, float]


class Ramp(NamedTuple):
    """A gradient before it meets a shape.

    Attributes:
        numbers: x1 y1 x2 y2, or cx cy r fx fy fr; in user units, or in fractions of the shape's bounds if *boxed*.
        stops: offset, colour, opacity.
        spread: `pad`, `reflect` or `repeat`.
    """

    numbers: tuple[float, ...]
    stops: tuple[_Stop, ...]
    boxed: bool
    matrix: Matrix
    spread: str


class Placed(NamedTuple):
    """A gradient on a shape.

    Attributes:
        fill: the gradient, or the colour that it comes down to; None where it draws nothing.
        opacity: of all of it.
        veil: where it fades out: the same gradient in greys, white where it is opaque.
        unscaled: the matrix under which alone both are gradients of a press.
    """

    fill: ColourName | Gradient | None
    opacity: float = 1.0
    veil: Gradient | None = None
    unscaled: Matrix | None = None

    @property
    def is_plain(self) -> bool:
        """True if it is a fill of one shape, without more."""
        return self.fill is not None and self.veil is None and self.unscaled is None


class Ramps:
    """The gradients of a drawing, each read when it is first painted with."""

    def __init__(self, ids: Mapping[str, SvgElement], view: tuple[float, float, float, float]) -> None:
        self._ids, self._view = ids, view
        self._ramps: dict[SvgElement, Ramp | Faded | None] = {}

    def ramp(self, node: SvgElement) -> Ramp | Faded | None:
        """A gradient, or the plain colour that it comes down to; None if it is faulty."""
        if node not in self._ramps:
            self._ramps[node] = self._read(node)
        return self._ramps[node]

    def _read(self, node: SvgElement) -> Ramp | Faded | None:
        values: dict[str, Any] = {}
        children: list[SvgElement] = []
        there: SvgElement | None = node
        while there is not None and there.tag in GRADIENTS:
            # A linear gradient has no use for the centre of a radial one, nor the other way round.
            values = {**there.values, **values}
            children = children or there.children
            there = self._ids.get(there.link or "")
        stops: list[_Stop] = []
        for child in children:
            offset: float = max(child.values.get("offset", 0.0), stops[-1][0] if stops else 0.0)
            stops.append((rounded(offset), *_stop_colour(child)))
        if not stops:
            return None  # SVG: as if it were `none`
        boxed: bool = values.get("gradientUnits", True)
        width, height = (1.0, 1.0) if boxed else self._view[2:]
        diagonal = math.hypot(width, height) / math.sqrt(2)
        if node.tag == "linearGradient":
            # name: (percentage that it is unless given, whole of which it is one)
            sides = {"x1": (0.0, width), "y1": (0.0, height), "x2": (100.0, width), "y2": (0.0, height)}
        else:
            sides = {"cx": (50.0, width), "cy": (50.0, height), "r": (50.0, diagonal), "fr": (0.0, diagonal)}
        found = {
            name: values.get(name, Relative(hundredths, percent=True)).of(whole)  # or as long as it is unless given
            if isinstance(values.get(name, Relative(0.0)), Relative)
            else values[name]
            for name, (hundredths, whole) in sides.items()
        }
        numbers = tuple(found.values())
        if node.tag == "radialGradient":
            focus = (
                values[name].of(whole) if isinstance(values.get(name), Relative) else values.get(name, found[centre])
                for name, centre, whole in (("fx", "cx", width), ("fy", "cy", height))
            )
            numbers = (*numbers[:3], *focus, numbers[3])
        extent = numbers[2] if len(numbers) == 6 else math.dist(numbers[:2], numbers[2:])
        if extent < 1e-6 or len(stops) == 1:  # SVG: then the last colour is everywhere
            return Faded(*stops[-1][1:])
        matrix = values.get("gradientTransform", IDENTITY)
        return Ramp(numbers, tuple(stops), boxed, matrix, values.get("spreadMethod", "pad"))


def _stop_colour(stop: SvgElement) -> tuple[ColourName, float]:
    colour: ColourName | Faded = stop.values.get("stop-color", "#000000")
    opacity: float = stop.values.get("stop-opacity", 1.0)
    if colour == CURRENT:
        own = (node.style["color"] for node in (stop, *stop.ancestors) if "color" in node.style)
        colour = next(own, None) or CURRENT
    if isinstance(colour, Faded):
        return colour.colour, colour.opacity * opacity
    return colour, opacity


def placed(ramp: Ramp, bounds: Box, reach: Box, matrix: Matrix) -> Placed:
    """*ramp* on a shape.

    Args:
        bounds: of the shape, in its own units; *reach* is all that is painted, perhaps with its stroke.
        matrix: from these to the units of the picture.
    """
    units = matrix
    if ramp.boxed:
        x, y, width, height = bounds
        if not (width and height):  # SVG: bounds without area have no units to measure in
            return Placed(None)
        matrix = matrix_product(matrix, (width, 0.0, 0.0, height, x, y))
    matrix = matrix_product(matrix, ramp.matrix)
    if is_singular(matrix):
        return Placed(*ramp.stops[-1][1:])
    stops, numbers = ramp.stops, ramp.numbers
    if ramp.spread != "pad":
        stops, numbers = _repeated(ramp, reach.mapped(matrix_product(inverse(matrix), units)))
    stops, numbers = _with_sharp_ends(stops, numbers)
    gradient, unscaled = (_linear if len(numbers) == 4 else _radial)(numbers, matrix)
    if gradient is None:
        return Placed(*stops[-1][1:])
    plain = tuple((offset, colour) for offset, colour, _ in stops)
    opacities = {opacity for _, _, opacity in stops}
    if len(opacities) == 1:
        return Placed(gradient._replace(stops=plain), opacities.pop(), None, unscaled)
    veil = tuple(
        (offset, f"#{round(opacity * 255):02x}{round(opacity * 255):02x}{round(opacity * 255):02x}")
        for offset, _, opacity in stops
    )
    return Placed(gradient._replace(stops=plain), 1.0, gradient._replace(stops=veil), unscaled)


def _with_sharp_ends(
    stops: tuple[_Stop, ...], numbers: tuple[float, ...]
) -> tuple[tuple[_Stop, ...], tuple[float, ...]]:
    """The same gradient, a little longer where two stops at an end make a step: a press paints what lies beyond an end
    in the colour that the gradient has there, not in that of the outer stop."""
    before = _STEP if len(numbers) == 4 and stops[0][0] == stops[1][0] == 0 and stops[0] != stops[1] else 0.0
    after = _STEP if stops[-1][0] == stops[-2][0] == 1 and stops[-1] != stops[-2] else 0.0
    if not (before or after):
        return stops, numbers
    whole = before + 1 + after
    moved = tuple((round((at + before) / whole, 6), colour, seen) for at, colour, seen in stops)
    moved = ((0.0, *moved[0][1:]), *moved, (1.0, *moved[-1][1:]))
    if len(numbers) == 4:
        x1, y1, x2, y2 = numbers
        u, v = x2 - x1, y2 - y1
        return moved, (x1 - u * before, y1 - v * before, x2 + u * after, y2 + v * after)
    cx, cy, r, fx, fy, fr = numbers
    # circles grow evenly from the focus to the rim, and go on like that
    return moved, (cx + (cx - fx) * after, cy + (cy - fy) * after, r + (r - fr) * after, fx, fy, fr)


_NO_STOPS: tuple[tuple[float, ColourName], ...] = ()


def _linear(numbers: tuple[float, ...], matrix: Matrix) -> tuple[Gradient | None, Matrix | None]:
    a, b, c, d, e, f = matrix
    by = determinant(matrix)
    # Lines of equal colour stay at right angles to the axis only if the axis goes the way of a normal:
    # by the inverse transpose. A skewed gradient is thus an exact one, not one between moved points.
    x1, y1, x2, y2 = numbers
    square = (x2 - x1) ** 2 + (y2 - y1) ** 2
    u, v = (x2 - x1) / square, (y2 - y1) / square
    u, v = (d * u - b * v) / by, (a * v - c * u) / by
    square = u * u + v * v
    x, y = a * x1 + c * y1 + e, b * x1 + d * y1 + f
    x1, y1, x2, y2 = _within(x, y, x + u / square, y + v / square)
    return (Gradient(x1, y1, x2, y2, _NO_STOPS) if (x1, y1) != (x2, y2) else None), None


def _radial(numbers: tuple[float, ...], matrix: Matrix) -> tuple[Gradient | None, Matrix | None]:
    cx, cy, r, fx, fy, fr = numbers
    unscaled = None
    if not is_similarity(matrix):
        unscaled = without_scale(matrix)
        matrix = matrix_product(inverse(unscaled), matrix)
    a, b, c, d, e, f = matrix
    scale = math.sqrt(abs(a * d - b * c))
    x, y, radius = _within(a * cx + c * cy + e, b * cx + d * cy + f, r * scale)
    focus = None
    if (fx, fy, fr) != (cx, cy, 0.0):
        away = math.hypot(fx - cx, fy - cy)
        if away > r * 0.999:  # SVG 1.1: a focus outside is moved to the edge
            fx, fy = cx + (fx - cx) * r * 0.999 / away, cy + (fy - cy) * r * 0.999 / away
        at = _within(a * fx + c * fy + e, b * fx + d * fy + f, fr * scale)
        focus = (at[0], at[1], at[2])
    return (Gradient(x, y, 0.0, 0.0, _NO_STOPS, radius, focus) if radius else None), unscaled


def _repeated(ramp: Ramp, reach: Box) -> tuple[tuple[_Stop, ...], tuple[float, ...]]:
    """The stops of a gradient that goes on beyond its ends, over all of *reach*, and its new ends."""
    corners = [(x, y) for x in (reach.x, reach.right) for y in (reach.y, reach.bottom)]
    numbers = ramp.numbers
    if len(numbers) == 4:
        x1, y1, x2, y2 = numbers
        square = (x2 - x1) ** 2 + (y2 - y1) ** 2
        along = [((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / square for x, y in corners]
        first, last = math.floor(min(along)), math.ceil(max(along))
    else:
        cx, cy, r, fx, fy, _ = numbers
        most = max(math.hypot(x - cx, y - cy) for x, y in corners)
        first, last = 0, math.ceil(most / max(r - math.hypot(fx - cx, fy - cy), r / 50))
    first, last = max(first, -_MAX_REPEATS), min(max(last, first + 1), _MAX_REPEATS)
    last = max(last, first + 1)
    stops: list[_Stop] = []
    for turn in range(first, last):
        backwards = ramp.spread == "reflect" and turn % 2 == 1
        once = [(1 - at, colour, seen) for at, colour, seen in reversed(ramp.stops)] if backwards else [*ramp.stops]
        once = [(0.0, *once[0][1:]), *once, (1.0, *once[-1][1:])]
        stops += [((turn - first + at) / (last - first), colour, seen) for at, colour, seen in once]
    if len(numbers) == 4:
        x1, y1, x2, y2 = numbers
        u, v = x2 - x1, y2 - y1
        return tuple(stops), (x1 + u * first, y1 + v * first, x1 + u * last, y1 + v * last)
    cx, cy, r, fx, fy, fr = numbers
    # circles grow evenly from the focus to the rim, and go on like that
    return tuple(stops), (fx + (cx - fx) * last, fy + (cy - fy) * last, fr + (r - fr) * last, fx, fy, fr)


def _within(*numbers: float) -> tuple[float, ...]:
    if max(numbers) >= LIMIT or min(numbers) <= -LIMIT:
        raise CoordinateOverflow
    return tuple(rounded(number) for number in numbers)
