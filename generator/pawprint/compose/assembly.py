"""Parts and where they go -> one Picture: joined, clipped, recoloured, and bent a little. Pure geometry.

Widths of strokes are not scaled with the parts, so that a figure has lines of one weight, whatever its parts' sizes.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

from pawprint.compose.parts import Arrow, Part
from pawprint.compose.picture import Cluster, ColourName, Gradient, Item, Matrix, Path, Picture, Shape
from pawprint.compose.svgoutline import compose

#: Coefficients of `Bend`: (y, y², xy) for dx, then (x, x², xy) for dy.
_Six = tuple[float, float, float, float, float, float]


class Bend(NamedTuple):
    """Moves every point a little and smoothly, so that what is joined stays joined.

    Attributes:
        x, y: the centre, which stays where it is.
        reach: distance from the centre at which points move by as much as *six* says, in user units.
        six: how far, in user units: dx by y, y², xy; dy by x, x², xy (each as a part of *reach*).
    """

    x: float
    y: float
    reach: float
    six: _Six


class Piece(NamedTuple):
    """A part in its place.

    Attributes:
        matrix: from the part's units to the figure's.
        colours: (name in the part, colour: a palette name or `#rrggbb`) pairs.
        clip: what of it is seen, in the figure's units; None for all.
        opacity: 0..1.
        lines: only shapes without a fill are drawn: the lines of a part, over what lies on it.
    """

    part: Part
    matrix: Matrix
    colours: tuple[tuple[ColourName, ColourName], ...] = ()
    clip: tuple[Part, Matrix] | None = None
    opacity: float = 1.0
    lines: bool = False


class Recipe(NamedTuple):
    """All that decides how a figure looks; equal recipes make equal pictures."""

    name: str
    pieces: tuple[Piece, ...]
    line: float
    bend: Bend | None


def joined(
    root: Arrow, on: Arrow, scale: float = 1.0, turn: float = 0.0, stretch: float = 1.0, mirror: bool = False
) -> Matrix:
    """What lays *root* upon *on*.

    Args:
        scale: times as long as *on*.
        turn: degrees, clockwise, about the joint.
        stretch: times as wide, across the arrow.
        mirror: left and right of the arrow change places.
    """
    angle = math.radians(turn)
    length = root.length
    # Unit vectors along the root, and along its place.
    rx, ry = (root.to_x - root.x) / length, (root.to_y - root.y) / length
    ox, oy = (on.to_x - on.x) / on.length, (on.to_y - on.y) / on.length
    cos, sin = math.cos(angle), math.sin(angle)
    ox, oy = ox * cos - oy * sin, ox * sin + oy * cos
    along = scale * on.length / length
    across = along * stretch * (-1 if mirror else 1)
    a = along * rx * ox + across * ry * oy
    b = along * rx * oy - across * ry * ox
    c = along * ry * ox - across * rx * oy
    d = along * ry * oy + across * rx * ox
    return (a, b, c, d, on.x - a * root.x - c * root.y, on.y - b * root.x - d * root.y)


def assemble(recipe: Recipe) -> Picture:
    """The picture that *recipe* says. Its box is what is drawn, not the figure's frame; coordinates have 2 decimals."""
    items: list[Item] = []
    for piece in recipe.pieces:
        colours = dict(piece.colours)
        shapes = piece.part.picture.items
        if piece.lines:
            shapes = tuple(item for item in shapes if isinstance(item, Shape) and item.fill is None)
        own = _drawn(shapes, piece.matrix, colours, recipe)
        if piece.clip is not None:
            clipper, matrix = piece.clip
            outline = _bent(clipper.silhouette or (), matrix, recipe.bend)
            items.append(Cluster(own, clip=outline, opacity=piece.opacity))
        elif piece.opacity < 1:
            items.append(Cluster(own, opacity=piece.opacity))
        else:
            items += own
    names: set[ColourName] = set()
    spots: list[float] = []
    _look_over(items, names, spots)
    left, right = min(spots[::2], default=0.0), max(spots[::2], default=1.0)
    top, bottom = min(spots[1::2], default=0.0), max(spots[1::2], default=1.0)
    colours_used = tuple(sorted(name for name in names if not name.startswith("#")))
    return Picture(recipe.name, left, top, right - left, bottom - top, tuple(items), colours_used)


def _drawn(items: Iterable[Item], matrix: Matrix, colours: dict[str, str], recipe: Recipe) -> tuple[Item, ...]:
    out: list[Item] = []
    for item in items:
        if isinstance(item, Cluster):
            inner = compose(matrix, item.matrix)
            clip = None if item.clip is None else _bent(item.clip, inner, recipe.bend)
            out.append(Cluster(_drawn(item.items, inner, colours, recipe), clip=clip, opacity=item.opacity))
            continue
        fill = item.fill
        if isinstance(fill, Gradient):
            fill = _ramp(fill, matrix, colours)
        elif fill is not None:
            fill = colours.get(fill, fill)
        stroke = item.stroke if item.stroke is None else colours.get(item.stroke, item.stroke)
        path = _bent(item.path, matrix, recipe.bend)
        out.append(item._replace(path=path, fill=fill, stroke=stroke, width=round(item.width * recipe.line, 2)))
    return tuple(out)


def _ramp(gradient: Gradient, matrix: Matrix, colours: dict[str, str]) -> Gradient:
    a, b, c, d, e, f = matrix
    x1, y1, x2, y2, stops, radius = gradient
    size = math.sqrt(abs(a * d - b * c))
    start = round(a * x1 + c * y1 + e, 2), round(b * x1 + d * y1 + f, 2)
    end = (0.0, 0.0) if radius is not None else (round(a * x2 + c * y2 + e, 2), round(b * x2 + d * y2 + f, 2))
    seen = tuple((offset, colours.get(name, name)) for offset, name in stops)
    return Gradient(*start, *end, seen, None if radius is None else round(radius * size, 2))


def _bent(path: Path, matrix: Matrix, bend: Bend | None) -> Path:
    """*path* under *matrix*, then bent. A hundred thousand points of a deck come by here."""
    a, b, c, d, e, f = matrix
    if bend is None:
        cx = cy = p1 = p2 = p3 = q1 = q2 = q3 = 0.0
        by = 1.0
    else:
        cx, cy, reach, (p1, p2, p3, q1, q2, q3) = bend
        by = 1 / reach
    out: list[tuple[str | float, ...]] = []
    for segment in path:
        numbers: list[str | float] = [segment[0]]
        for i in range(1, len(segment), 2):
            px, py = segment[i], segment[i + 1]
            x = a * px + c * py + e  # type: ignore[operator]
            y = b * px + d * py + f  # type: ignore[operator]
            u, v = (x - cx) * by, (y - cy) * by
            uv = u * v
            numbers.append(round((x + p1 * v + p2 * v * v + p3 * uv) * 100) / 100)
            numbers.append(round((y + q1 * u + q2 * u * u + q3 * uv) * 100) / 100)
        out.append(tuple(numbers))
    return tuple(out)


def _look_over(items: Iterable[Item], names: set[ColourName], spots: list[float]) -> None:
    """Gather the colours of *items*, and points (x, y, x, y, ...) between which they lie."""
    for item in items:
        if isinstance(item, Cluster):
            _look_over(item.items, names, spots)
            continue
        if isinstance(item.fill, Gradient):
            names.update(name for _, name in item.fill.stops)
        elif item.fill is not None:
            names.add(item.fill)
        half = 0.0
        if item.stroke is not None:
            names.add(item.stroke)
            half = item.width
        _bound(item, half, spots)


def _bound(shape: Shape, half: float, spots: list[float]) -> None:
    xs = [number for segment in shape.path for number in segment[1::2]]
    ys = [number for segment in shape.path for number in segment[2::2]]
    if xs:
        spots += (min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half)  # type: ignore[operator]
