"""Parts and where they go -> one Picture: joined, clipped, recoloured, and bent a little. Pure geometry.

Widths of strokes are not scaled with the parts, so that a figure has lines of one weight, whatever its parts' sizes.
"""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from pawprint.core.affine import Matrix, matrix_product
from pawprint.core.diagnostics import Findings
from pawprint.core.numbers import whole_number
from pawprint.core.paths import RawPath, place_path, transformed
from pawprint.core.picture import Bitmap, Cluster, ColourName, Gradient, Item, Path, Picture, Shape
from pawprint.graphics.svg.convert import draw_document
from pawprint.graphics.svg.drawing_fonts import DrawingFonts
from pawprint.graphics.svg.svg_report import Refused, SvgReport
from pawprint.graphics.svg.xml_elements import SvgDocument, SvgElement, read_document

# --- figure parts -----------------------------------------------------------------------------------------------------

# An SVG file -> `FigurePart`: a drawing with joints, which say where other parts join, which way and how large.
# An arrow is a `line` without stroke, so it is never seen. `root` is the part's own; `at-wing` is one that a wing may
# stand on, `at-leg.1` and `at-leg.2` are two for legs. A shape called `silhouette` says where patterns may lie.


_ANCHOR = re.compile(r"at-([A-Za-z][\w-]*)(?:\.(\d{1,15}))?")


class Joint(NamedTuple):
    """From a joint (x, y) to where the thing that is joined there ends, in user units."""

    x: float
    y: float
    to_x: float
    to_y: float

    @property
    def length(self) -> float:
        """How large the thing is."""
        return math.hypot(self.to_x - self.x, self.to_y - self.y)

    def under(self, matrix: Matrix) -> "Joint":
        """The arrow, moved by *matrix*."""
        a, b, c, d, e, f = matrix
        x, y, to_x, to_y = self
        return Joint(a * x + c * y + e, b * x + d * y + f, a * to_x + c * to_y + e, b * to_x + d * to_y + f)


@dataclass(frozen=True, slots=True, eq=False)
class FigurePart:
    """A drawing with joints; compared by identity, since each file is parsed once.

    Attributes:
        root: is laid upon the arrow that the part stands on.
        anchors: arrows of other parts to stand on, by name; several of a name in the order of their numbers.
        silhouette: what patterns are clipped to; None where the file has none.
    """

    picture: Picture
    root: Joint
    anchors: Mapping[str, tuple[Joint, ...]]
    silhouette: Path | None

    def arrows(self, name: str) -> tuple[Joint, ...]:
        """The arrows that `wing`, or `leg.2` alone, or `root`, names; none if the part has no such arrow."""
        anchors = (self.root,) if name == "root" else self.anchors.get(name)
        if anchors is None and "." in name:
            name, _, number = name.partition(".")
            several = self.anchors.get(name, ())
            place = whole_number(number)
            anchors = several[place - 1 : place] if place else ()
        return anchors or ()


def read_part(
    data: bytes, name: str, findings: Findings, display_name: str, fonts: DrawingFonts | None = None
) -> FigurePart | None:
    """Read one part; see `pawprint.graphics.svg.convert.read_svg` for the arguments.

    Returns:
        The part; None when anything is wrong with the file, which has been reported as `bad-svg`.
    """
    report = SvgReport(findings, display_name)
    try:
        document = read_document(data, report)
        picture = draw_document(document, report, name, fonts)
        root = _arrow(document, report, "root")
        if root is None and "root" not in document.ids:
            report.add(document.root.at, "the part has no root", '<line id="root" x1="50" y1="92" x2="50" y2="12"/>')
        anchors = _anchors(document, report)
        silhouette = document.ids.get("silhouette")
        if silhouette is not None and not silhouette.outline:
            report.add(silhouette.at, "the silhouette is no shape", "give the id to a path that goes round the part")
    except Refused:
        return None
    if picture is None or root is None or report.failed:
        return None
    clip = None if silhouette is None else place_path(silhouette.outline, _matrix_of(silhouette))
    return FigurePart(picture, root, anchors, clip)


def _anchors(document: SvgDocument, report: SvgReport) -> dict[str, tuple[Joint, ...]]:
    numbered: dict[str, list[tuple[int, Joint]]] = {}
    for id in document.ids:
        match = _ANCHOR.fullmatch(id)
        arrow = _arrow(document, report, id) if match else None
        if match and arrow is not None:
            numbered.setdefault(match[1], []).append((int(match[2] or 0), arrow))
    return {name: tuple(arrow for _, arrow in sorted(arrows)) for name, arrows in numbered.items()}


def _arrow(document: SvgDocument, report: SvgReport, id: str) -> Joint | None:
    node = document.ids.get(id)
    if node is None:
        return None
    if node.tag != "line":
        report.add(node.at, f"'{id}' is a {node.tag}, not a line", "an arrow is a line from the joint outwards", "id")
        return None
    outline: RawPath = transformed(node.outline, _matrix_of(node))
    arrow = Joint(*outline[0][1:], *outline[-1][1:]) if len(outline) > 1 else None
    if arrow is None or arrow.length < 1e-3:
        report.add(node.at, f"the arrow '{id}' has no length", "its length is the size of what stands on it", "id")
        return None
    return arrow


def _matrix_of(node: SvgElement | None) -> Matrix:
    """From the units of *node* to those of the file."""
    matrix: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    while node is not None:
        matrix = matrix_product(node.matrix, matrix)
        node = node.parent
    return matrix


# --- An open line of a figure -> the same line as a filled shape that is thin at both ends, as a pen draws it ---------


#: How wide a line is at its ends, as a part of its width.
_TIP = 0.25
#: A line that is shorter than so many of its widths is a dot, which has no ends.
_SHORT = 3.0
#: How far the handles of a single curve lie beyond its edge, so that its middle has the full width.
_BULGE = 1.25

_Point = tuple[float, float]
#: A cubic curve from the point before it: its handles and its end, as x and y of each.
_Curve = tuple[float, float, float, float, float, float]


def tapered(shape: Shape) -> tuple[Shape, ...]:
    """*shape*, a stroke without a fill, as a filled shape; closed lines and dots remain strokes."""
    filled: list[Any] = []
    rest: list[Any] = []
    for line in _lines(shape.path):
        outline = _outline(line[0][1:], _curves(line), shape.width) if line[-1][0] != "Z" else None
        if outline is None:
            rest += line
        else:
            filled += outline
    out: list[Shape] = []
    if filled:
        out.append(Shape(tuple(filled), fill=shape.stroke, fill_opacity=shape.stroke_opacity))
    if rest:
        out.append(shape._replace(path=tuple(rest)))
    return tuple(out)


def _lines(path: Path) -> Iterable[list[Any]]:
    """The lines of *path*, each from its `M` on."""
    line: list[Any] = []
    for segment in path:
        if segment[0] == "M" and line:
            yield line
            line = []
        line.append(segment)
    if line:
        yield line


def _curves(line: list[Any]) -> list[_Curve]:
    """The segments of *line* after its `M`, straight ones as curves too."""
    out: list[_Curve] = []
    x, y = line[0][1:]
    for segment in line[1:]:
        if len(segment) == 7:
            out.append(segment[1:])
            x, y = segment[5:]
        elif len(segment) == 3:
            to_x, to_y = segment[1:]
            dx, dy = to_x - x, to_y - y
            out.append((x + dx * (1 / 3), y + dy * (1 / 3), x + dx * (2 / 3), y + dy * (2 / 3), to_x, to_y))
            x, y = to_x, to_y
    return out


def _outline(start: _Point, curves: list[_Curve], width: float) -> list[Any] | None:
    """The edge of a line that is as wide as *width* but at its ends; None for what has no direction."""
    nodes = [start, *(curve[4:] for curve in curves)]
    if not curves or sum(map(math.dist, nodes, nodes[1:])) < _SHORT * width:
        return None
    last = len(curves)
    half = 100 * width / 2  # distances from the line are in hundredths as well
    tip = half * _TIP
    inner = half * (_BULGE if last == 1 else 1)
    # One side is drawn there, the other one back; both are found on the way there.
    x, y = start
    across_x, across_y = _normal(x, y, *curves[0][:2])
    there: list[Any] = [("M", round(100 * x + across_x * tip) / 100, round(100 * y + across_y * tip) / 100)]
    back: list[Any] = [("Z",)]
    far = tip
    for number, (x1, y1, x2, y2, to_x, to_y) in enumerate(curves, 1):
        dx, dy = across_x * inner, across_y * inner
        behind = (
            round(100 * x1 - dx) / 100,
            round(100 * y1 - dy) / 100,
            round(100 * x - across_x * far) / 100,
            round(100 * y - across_y * far) / 100,
        )
        ahead = (round(100 * x1 + dx) / 100, round(100 * y1 + dy) / 100)
        across_x, across_y = _normal(x2, y2, *(nodes[-1] if number == last else curves[number][:2]))
        dx, dy = across_x * inner, across_y * inner
        far = tip if number == last else half
        x, y = to_x, to_y
        end = (round(100 * x + across_x * far) / 100, round(100 * y + across_y * far) / 100)
        there.append(("C", *ahead, round(100 * x2 + dx) / 100, round(100 * y2 + dy) / 100, *end))
        back.append(("C", round(100 * x2 - dx) / 100, round(100 * y2 - dy) / 100, *behind))
    back.append(("L", round(100 * x - across_x * tip) / 100, round(100 * y - across_y * tip) / 100))
    return there + back[::-1]


def _normal(x: float, y: float, to_x: float, to_y: float) -> _Point:
    """Across the direction from one point to another one, one unit long."""
    dx, dy = to_x - x, to_y - y
    length = math.hypot(dx, dy) or 1.0
    return (-dy / length, dx / length)


# --- figure geometry --------------------------------------------------------------------------------------------------


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
    for segment in cast(tuple[Any, ...], path):
        if len(segment) == 7:
            kind, x1, y1, x2, y2, x3, y3 = segment
            xx1, xy1, yy1 = x1 * x1, x1 * y1, y1 * y1
            xx2, xy2, yy2 = x2 * x2, x2 * y2, y2 * y2
            xx3, xy3, yy3 = x3 * x3, x3 * y3, y3 * y3
            out.append(
                (
                    kind,
                    round(a0 + a1 * x1 + a2 * y1 + a3 * xx1 + a4 * xy1 + a5 * yy1) / 100,
                    round(b0 + b1 * x1 + b2 * y1 + b3 * xx1 + b4 * xy1 + b5 * yy1) / 100,
                    round(a0 + a1 * x2 + a2 * y2 + a3 * xx2 + a4 * xy2 + a5 * yy2) / 100,
                    round(b0 + b1 * x2 + b2 * y2 + b3 * xx2 + b4 * xy2 + b5 * yy2) / 100,
                    round(a0 + a1 * x3 + a2 * y3 + a3 * xx3 + a4 * xy3 + a5 * yy3) / 100,
                    round(b0 + b1 * x3 + b2 * y3 + b3 * xx3 + b4 * xy3 + b5 * yy3) / 100,
                )
            )
        elif len(segment) == 3:
            kind, x, y = segment
            xx, xy, yy = x * x, x * y, y * y
            out.append(
                (
                    kind,
                    round(a0 + a1 * x + a2 * y + a3 * xx + a4 * xy + a5 * yy) / 100,
                    round(b0 + b1 * x + b2 * y + b3 * xx + b4 * xy + b5 * yy) / 100,
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
