"""Parts and where they go -> one Picture: joined, clipped, recoloured, and bent a little. Pure geometry.

Widths of strokes are not scaled with the parts, so that a figure has lines of one weight, whatever its parts' sizes.
"""

import math
from collections.abc import Iterable
from typing import Any, NamedTuple, cast

from pawprint.core.affine import Matrix, matrix_product
from pawprint.core.picture import Bitmap, Cluster, ColourName, Gradient, Item, Path, Picture, Shape
from pawprint.faces.coordinates import HUNDREDTHS
from pawprint.faces.figure_parts import FigurePart, Joint
from pawprint.faces.tapered_lines import tapered

#: Coefficients of `Bend`: (y, y², xy) for dx, then (x, x², xy) for dy.
_Six = tuple[float, float, float, float, float, float]


#: For x and for y: the factors of 1, x, y, x², xy, y².
_Warp = tuple[_Six, _Six]


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


class PlacedPart(NamedTuple):
    """A part in its place.

    Attributes:
        matrix: from the part's units to the figure's.
        colours: (name in the part, colour: a palette name or `#rrggbb`) pairs.
        clip: what of it is seen, in the figure's units; None for all.
        opacity: 0..1.
        lines: only shapes without a fill are drawn: the lines of a part, over what lies on it.
        flat: it has the flat look of the recipe.
    """

    part: FigurePart
    matrix: Matrix
    colours: tuple[tuple[ColourName, ColourName], ...] = ()
    clip: tuple[FigurePart, Matrix] | None = None
    opacity: float = 1.0
    lines: bool = False
    flat: bool = False


class FlatLook(NamedTuple):
    """How a figure is drawn that is one of a crowd: in one colour, and perhaps with outlines in another one."""

    fill: ColourName
    line: ColourName | None = None


class Recipe(NamedTuple):
    """All that decides how a figure looks; equal recipes make equal pictures."""

    name: str
    pieces: tuple[PlacedPart, ...]
    line: float
    bend: Bend | None
    flat: FlatLook | None = None
    taper: float = 0.0
    least: float = 0.0


def joined(
    root: Joint, on: Joint, scale: float = 1.0, turn: float = 0.0, stretch: float = 1.0, mirror: bool = False
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
        flat = recipe.flat if piece.flat else None
        if flat is not None and flat.line is not None:
            shapes, colours = tuple(_outlined(shapes, flat.fill, flat.line)), {}
        own = _drawn(shapes, piece.matrix, colours, recipe)
        if flat is not None and flat.line is None:
            own = tuple(_flattened(own, flat.fill))
        if piece.clip is not None:
            clipper, matrix = piece.clip
            outline = _warped(clipper.silhouette or (), _warp(matrix, recipe.bend))
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
    warp = _warp(matrix, recipe.bend)
    for item in items:
        if isinstance(item, Cluster):
            inner = matrix_product(matrix, item.matrix)
            clip = None if item.clip is None else _warped(item.clip, _warp(inner, recipe.bend))
            mask = _drawn(item.mask, inner, colours, recipe)
            own = _drawn(item.items, inner, colours, recipe)
            out.append(Cluster(own, clip=clip, opacity=item.opacity, mask=mask))
            continue
        if isinstance(item, Bitmap):
            out.append(Cluster((item,), matrix))
            continue
        fill = item.fill
        if isinstance(fill, Gradient):
            fill = _ramp(fill, matrix, colours)
        elif fill is not None:
            fill = colours.get(fill, fill)
        stroke = item.stroke if item.stroke is None else colours.get(item.stroke, item.stroke)
        width = max(round(item.width * recipe.line, 2), recipe.least)
        shape = Shape(_warped(item.path, warp), fill, stroke, width, *item[4:])
        if fill is None and item.width <= recipe.taper and not item.dash:
            out += tapered(shape)
        else:
            out.append(shape)
    return tuple(out)


def _flattened(items: Iterable[Item], colour: ColourName) -> Iterable[Item]:
    """*items* in one *colour*; the outline of a shape that has been filled before is drawn with it."""
    out: dict[Path, Shape] = {}
    for item in items:
        if isinstance(item, Cluster):
            yield item._replace(items=tuple(_flattened(item.items, colour)))
        elif isinstance(item, Shape):
            before = out.get(item.path, item)
            fill = None if item.fill is None and before.fill is None else colour
            stroked = before if item.stroke is None else item
            out[item.path] = stroked._replace(fill=fill, stroke=None if stroked.stroke is None else colour)
    yield from out.values()


def _outlined(items: tuple[Item, ...], fill: ColourName, line: ColourName) -> Iterable[Item]:
    """*items* filled with *fill*, their outlines in *line*; what has no outline, such as a shadow, is left out."""
    outlines = {item.path for item in items if isinstance(item, Shape) and item.stroke is not None}
    for item in items:
        if isinstance(item, Cluster):
            yield item._replace(items=tuple(_outlined(item.items, fill, line)))
        elif isinstance(item, Shape) and item.path in outlines:
            stroke = None if item.stroke is None else line
            yield item._replace(fill=None if item.fill is None else fill, stroke=stroke)


def _ramp(gradient: Gradient, matrix: Matrix, colours: dict[str, str]) -> Gradient:
    a, b, c, d, e, f = matrix
    x1, y1, x2, y2, stops, radius, focus = gradient
    size = math.sqrt(abs(a * d - b * c))
    start = round(a * x1 + c * y1 + e, 2), round(b * x1 + d * y1 + f, 2)
    end = (0.0, 0.0) if radius is not None else (round(a * x2 + c * y2 + e, 2), round(b * x2 + d * y2 + f, 2))
    seen = tuple((offset, colours.get(name, name)) for offset, name in stops)
    if focus is not None:
        x, y, reach = focus
        focus = round(a * x + c * y + e, 2), round(b * x + d * y + f, 2), round(reach * size, 2)
    return Gradient(*start, *end, seen, None if radius is None else round(radius * size, 2), focus)


def _warp(matrix: Matrix, bend: Bend | None) -> _Warp:
    """*matrix*, then *bend*, as one polynomial for each coordinate, in hundredths of a unit."""
    a, b, c, d, e, f = (part * 100 for part in matrix)
    if bend is None:
        return (e, a, c, 0.0, 0.0, 0.0), (f, b, d, 0.0, 0.0, 0.0)
    # u and v, the distances from the centre as parts of the reach, by the part's own x and y.
    x, y, reach, (p1, p2, p3, q1, q2, q3) = bend
    u0, u1, u2 = (matrix[4] - x) / reach, matrix[0] / reach, matrix[2] / reach
    v0, v1, v2 = (matrix[5] - y) / reach, matrix[1] / reach, matrix[3] / reach
    p1, p2, p3, q1, q2, q3 = (part * 100 for part in (p1, p2, p3, q1, q2, q3))
    return (
        (
            e + p1 * v0 + p2 * v0 * v0 + p3 * u0 * v0,
            a + p1 * v1 + p2 * 2 * v0 * v1 + p3 * (u0 * v1 + u1 * v0),
            c + p1 * v2 + p2 * 2 * v0 * v2 + p3 * (u0 * v2 + u2 * v0),
            p2 * v1 * v1 + p3 * u1 * v1,
            p2 * 2 * v1 * v2 + p3 * (u1 * v2 + u2 * v1),
            p2 * v2 * v2 + p3 * u2 * v2,
        ),
        (
            f + q1 * u0 + q2 * u0 * u0 + q3 * u0 * v0,
            b + q1 * u1 + q2 * 2 * u0 * u1 + q3 * (u0 * v1 + u1 * v0),
            d + q1 * u2 + q2 * 2 * u0 * u2 + q3 * (u0 * v2 + u2 * v0),
            q2 * u1 * u1 + q3 * u1 * v1,
            q2 * 2 * u1 * u2 + q3 * (u1 * v2 + u2 * v1),
            q2 * u2 * u2 + q3 * u2 * v2,
        ),
    )


def _warped(path: Path, warp: _Warp) -> Path:
    """*path*, every point moved by *warp*. A hundred thousand of them come by here for a deck, so nothing is shared
    between its lines that could be written out."""
    (a0, a1, a2, a3, a4, a5), (b0, b1, b2, b3, b4, b5) = warp
    out: list[Any] = []
    hundredths = HUNDREDTHS
    for segment in cast(tuple[Any, ...], path):
        if len(segment) == 7:
            kind, x1, y1, x2, y2, x3, y3 = segment
            xx1, xy1, yy1 = x1 * x1, x1 * y1, y1 * y1
            xx2, xy2, yy2 = x2 * x2, x2 * y2, y2 * y2
            xx3, xy3, yy3 = x3 * x3, x3 * y3, y3 * y3
            out.append(
                (
                    kind,
                    hundredths[round(a0 + a1 * x1 + a2 * y1 + a3 * xx1 + a4 * xy1 + a5 * yy1)],
                    hundredths[round(b0 + b1 * x1 + b2 * y1 + b3 * xx1 + b4 * xy1 + b5 * yy1)],
                    hundredths[round(a0 + a1 * x2 + a2 * y2 + a3 * xx2 + a4 * xy2 + a5 * yy2)],
                    hundredths[round(b0 + b1 * x2 + b2 * y2 + b3 * xx2 + b4 * xy2 + b5 * yy2)],
                    hundredths[round(a0 + a1 * x3 + a2 * y3 + a3 * xx3 + a4 * xy3 + a5 * yy3)],
                    hundredths[round(b0 + b1 * x3 + b2 * y3 + b3 * xx3 + b4 * xy3 + b5 * yy3)],
                )
            )
        elif len(segment) == 3:
            kind, x, y = segment
            xx, xy, yy = x * x, x * y, y * y
            out.append(
                (
                    kind,
                    hundredths[round(a0 + a1 * x + a2 * y + a3 * xx + a4 * xy + a5 * yy)],
                    hundredths[round(b0 + b1 * x + b2 * y + b3 * xx + b4 * xy + b5 * yy)],
                )
            )
        else:
            out.append(segment)
    return tuple(out)


def _look_over(items: Iterable[Item], names: set[ColourName], spots: list[float]) -> None:
    """Gather the colours of *items*, and points (x, y, x, y, ...) between which they lie."""
    for item in items:
        if isinstance(item, Cluster):
            _look_over(item.items, names, spots)
            _look_over(item.mask, names, [])
            continue
        if isinstance(item, Bitmap):
            spots += (item.x, item.y, item.x + item.width, item.y + item.height)
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
