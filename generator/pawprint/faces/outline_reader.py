"""The `outline` and `corner` of a stock -> where its pieces are cut."""

from pawprint.core.affine import CoordinateOverflow
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Size
from pawprint.core.length import Length
from pawprint.core.paths import path_bounds, place_path
from pawprint.core.picture import Path
from pawprint.core.piece_outline import PieceOutline
from pawprint.core.polygon import (
    Point,
    closed_path,
    crosses_itself,
    flattened,
    grown,
    regular,
    signed_area,
    with_round_corners,
)
from pawprint.svg.grammar import BadValue, read_path
from pawprint.yamlio import scalars
from pawprint.yamlio.field_reader import FieldReader
from pawprint.yamlio.reader import MappingNode, Node, SequenceNode

#: What an outline may be called; all other shapes are described.
NAMES = ("rectangle", "circle", "hexagon", "triangle")
_EXAMPLE = "write [[0, 0], [100, 0], [50, 100]]"
#: The most points of an outline whose curves are lines.
_MOST_POINTS = 2_000


def read_outline(take: FieldReader, trim: Size, safe: Length, corner: Length) -> PieceOutline | None:
    """The outline within *trim*, its corners rounded by *corner*, unless it is a rectangle or a circle; None after a
    finding.

    Args:
        take: the stock. safe: how far text keeps away from the cut.
    """
    node = take.node_of("outline")
    if node is None:
        return None
    if isinstance(node, MappingNode):
        path = _shape(FieldReader(node, f"the outline of {take.what}", take.findings), trim)
    else:
        name = take.choice("outline", NAMES)
        path = None if name is None else _named(name, trim)
    return None if path is None else _checked(path, node, take.what, safe, corner, take.findings)


def _named(name: str, trim: Size) -> Path:
    """A hexagon with corners at the ends of the longer side of *trim*, or a triangle with a corner at the top."""
    if name == "triangle":
        return _polygon(regular(3), trim)
    return _polygon(regular(6, 30 if trim.width > trim.height else 0), trim)


def _polygon(points: tuple[Point, ...], trim: Size) -> Path:
    """*points* of the unit square as a path in points."""
    return closed_path([tuple((x * trim.width.pt, y * trim.height.pt) for x, y in points)])


def _shape(take: FieldReader, trim: Size) -> Path | None:
    """The outline that a mapping describes."""
    before = take.findings.count
    sides, turn = take.integer("sides", 3, 24), take.number("turn", -360, 360)
    points, text = take.node_of("points"), take.text("path")
    take.finish()
    if take.findings.count > before:
        return None
    if sum(given is not None for given in (sides, points, text)) != 1:
        message = f"{take.what} is 'sides', 'points' or 'path'"
        take.findings.add("wrong-type", message, take.span, "write one of them: {sides: 5}")
        return None
    if turn is not None and sides is None:
        take.findings.add("wrong-type", f"{take.what} has no sides to turn", take.value_span("turn"), "leave turn out")
        return None
    if sides is not None:
        return _polygon(regular(sides, turn or 0.0), trim)
    return _free(take, points, trim) if points is not None else _drawn(take, text or "", trim)


def _free(take: FieldReader, node: Node, trim: Size) -> Path | None:
    """A polygon whose *points* are percentages of the trim."""
    points: list[Point] = []
    what = f"'points' of {take.what}"
    for item in node.items if isinstance(node, SequenceNode) else [node]:
        pair = item.items if isinstance(item, SequenceNode) else []
        if len(pair) != 2:
            take.findings.add("wrong-type", f"{what} takes pairs of percentages", item.span, _EXAMPLE)
            return None
        x, y = (scalars.number(number, what, take.findings) for number in pair)
        if x is None or y is None:
            return None
        if not (0 <= x <= 100 and 0 <= y <= 100):
            message = f"{what}: [{x:g}, {y:g}] is outside of the trim"
            take.findings.add("bad-outline", message, item.span, "write percentages of the trim, 0 to 100")
            return None
        points.append((x / 100, y / 100))
    if len(points) < 3:
        take.findings.add("wrong-type", f"{what} takes three corners or more", node.span, _EXAMPLE)
        return None
    return _polygon(tuple(points), trim)


def _drawn(take: FieldReader, text: str, trim: Size) -> Path | None:
    """The path data *text*, which may be in any units, stretched into the trim."""
    span = take.value_span("path")
    try:
        raw = read_path(text)
        bounds = path_bounds(raw) if raw else None
        if bounds is None or bounds.width <= 0 or bounds.height <= 0:
            message = f"the path of {take.what} encloses nothing"
            take.findings.add("bad-outline", message, span, "write the path data of one closed shape: M0 0H9L5 9Z")
            return None
        across, down = trim.width.pt / bounds.width, trim.height.pt / bounds.height
        return place_path(raw, (across, 0.0, 0.0, down, -bounds.x * across, -bounds.y * down))
    except (BadValue, CoordinateOverflow) as error:
        message = error.message if isinstance(error, BadValue) else "its numbers are too large"
        help = (error.help if isinstance(error, BadValue) else "") or "write path data as in the d of an SVG path"
        take.findings.add("bad-outline", f"the path of {take.what}: {message}", span, help)
        return None


def _checked(
    path: Path, node: Node, what: str, safe: Length, corner: Length, findings: Findings
) -> PieceOutline | None:
    """The outline *path*, with round corners; None after a finding."""
    polygons = flattened(path)
    message, help = "", "draw it as one closed line"
    if len(polygons) != 1:
        message = f"the outline of {what} has {len(polygons)} parts; it can be only one"
    elif len(polygons[0]) > _MOST_POINTS:
        message, help = f"the outline of {what} has more than {_MOST_POINTS} points", "simplify it"
    elif crosses_itself(polygons[0]):
        message, help = f"the outline of {what} crosses or touches itself", "draw it round the piece once"
    elif len(polygons[0]) < 3 or abs(signed_area(polygons[0])) < 1:
        message = f"the outline of {what} encloses nothing"
    elif len(grown(polygons[0], -safe.pt)) != 1:
        message = f"nothing, or more than one part, is left inside the safe area of {what}"
        help = "make safe smaller, or the outline wider"
    elif corner:
        rounded = with_round_corners(polygons[0], corner.pt)
        if len(rounded) == 1:
            return PieceOutline(path=closed_path(rounded))
        message, help = f"the outline of {what} is too narrow for corners of {corner}", "make corner smaller"
    if message:
        findings.add("bad-outline", message, node.span, help)
        return None
    closed = path if path[-1] == ("Z",) else (*path, ("Z",))
    return PieceOutline(path=closed)
