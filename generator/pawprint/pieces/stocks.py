"""An entry of `stocks.yaml` -> the make of a piece: its size, its outline, and how it is put together."""

from typing import NamedTuple

from pawprint.core import polygon
from pawprint.core.affine import CoordinateOverflow
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.core.paths import path_bounds, place_path
from pawprint.core.picture import Path
from pawprint.core.piece_outline import RECTANGLE, DieSheet, PieceOutline
from pawprint.core.source import Span
from pawprint.graphics.svg.grammar import BadValue, read_path
from pawprint.source import scalars
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode

# --- The `outline` and `corner` of a stock -> where its pieces are cut ------------------------------------------------


#: What an outline may be called; all other shapes are described.
NAMES = ("rectangle", "circle", "hexagon", "triangle")
_EXAMPLE = "write [[0, 0], [100, 0], [50, 100]]"
#: The most points of an outline whose curves are lines.
_MAX_POINTS = 2_000


def read_outline(reader: FieldReader, trim: Size, safe: Length, corner: Length) -> PieceOutline | None:
    """The outline within *trim*, its corners rounded by *corner*, unless it is a rectangle or a circle; None after a
    finding.

    Args:
        reader: the reader of the stock.
        safe: the distance of text from the cut.
    """
    node = reader.node_of("outline")
    if node is None:
        return None
    if isinstance(node, MappingNode):
        path = _shape(FieldReader(node, f"the outline of {reader.what}", reader.findings), trim)
    else:
        name = reader.choice("outline", NAMES)
        path = None if name is None else _named(name, trim)
    return None if path is None else _checked(path, node, reader.what, safe, corner, reader.findings)


def _named(name: str, trim: Size) -> Path:
    """A hexagon with corners at the ends of the longer side of *trim*, or a triangle with a corner at the top."""
    if name == "triangle":
        return _polygon(polygon.regular(3), trim)
    return _polygon(polygon.regular(6, 30 if trim.width > trim.height else 0), trim)


def _polygon(points: tuple[polygon.Point, ...], trim: Size) -> Path:
    """*points* of the unit square as a path in points."""
    return polygon.closed_path([tuple((x * trim.width.pt, y * trim.height.pt) for x, y in points)])


def _shape(reader: FieldReader, trim: Size) -> Path | None:
    """The outline that a mapping describes."""
    before = reader.findings.count
    sides, turn = reader.integer("sides", 3, 24), reader.number("turn", -360, 360)
    points, text = reader.node_of("points"), reader.text("path")
    reader.finish()
    if reader.findings.count > before:
        return None
    if sum(given is not None for given in (sides, points, text)) != 1:
        message = f"{reader.what} is 'sides', 'points' or 'path'"
        reader.findings.add("wrong-type", message, reader.span, "write one of them: {sides: 5}")
        return None
    if turn is not None and sides is None:
        reader.findings.add(
            "wrong-type", f"{reader.what} has no sides to turn", reader.value_span("turn"), "leave turn out"
        )
        return None
    if sides is not None:
        return _polygon(polygon.regular(sides, turn or 0.0), trim)
    return _free(reader, points, trim) if points is not None else _drawn(reader, text or "", trim)


def _free(reader: FieldReader, node: Node, trim: Size) -> Path | None:
    """A polygon whose *points* are percentages of the trim."""
    points: list[polygon.Point] = []
    what = f"'points' of {reader.what}"
    for item in node.items if isinstance(node, SequenceNode) else [node]:
        pair = item.items if isinstance(item, SequenceNode) else []
        if len(pair) != 2:
            reader.findings.add("wrong-type", f"{what} takes pairs of percentages", item.span, _EXAMPLE)
            return None
        x, y = (scalars.number(number, what, reader.findings) for number in pair)
        if x is None or y is None:
            return None
        if not (0 <= x <= 100 and 0 <= y <= 100):
            message = f"{what}: [{x:g}, {y:g}] is outside of the trim"
            reader.findings.add("bad-outline", message, item.span, "write percentages of the trim, 0 to 100")
            return None
        points.append((x / 100, y / 100))
    if len(points) < 3:
        reader.findings.add("wrong-type", f"{what} takes three corners or more", node.span, _EXAMPLE)
        return None
    return _polygon(tuple(points), trim)


def _drawn(reader: FieldReader, text: str, trim: Size) -> Path | None:
    """The path data *text*, which may be in any units, stretched into the trim."""
    span = reader.value_span("path")
    try:
        raw = read_path(text)
        bounds = path_bounds(raw) if raw else None
        if bounds is None or bounds.width <= 0 or bounds.height <= 0:
            message = f"the path of {reader.what} encloses nothing"
            reader.findings.add("bad-outline", message, span, "write the path data of one closed shape: M0 0H9L5 9Z")
            return None
        across, down = trim.width.pt / bounds.width, trim.height.pt / bounds.height
        return place_path(raw, (across, 0.0, 0.0, down, -bounds.x * across, -bounds.y * down))
    except (BadValue, CoordinateOverflow) as error:
        message = error.message if isinstance(error, BadValue) else "its numbers are too large"
        help = (error.help if isinstance(error, BadValue) else "") or "write path data as in the d of an SVG path"
        reader.findings.add("bad-outline", f"the path of {reader.what}: {message}", span, help)
        return None


def _checked(
    path: Path, node: Node, what: str, safe: Length, corner: Length, findings: Findings
) -> PieceOutline | None:
    """The outline *path*, with round corners; None after a finding."""
    polygons = polygon.flattened(path)
    message, help = "", "draw it as one closed line"
    if len(polygons) != 1:
        message = f"the outline of {what} has {len(polygons)} parts; it can be only one"
    elif len(polygons[0]) > _MAX_POINTS:
        message, help = f"the outline of {what} has more than {_MAX_POINTS} points", "simplify it"
    elif polygon.crosses_itself(polygons[0]):
        message, help = f"the outline of {what} crosses or touches itself", "draw it round the piece once"
    elif len(polygons[0]) < 3 or abs(polygon.signed_area(polygons[0])) < 1:
        message = f"the outline of {what} encloses nothing"
    elif len(polygon.grown(polygons[0], -safe.pt)) != 1:
        message = f"nothing, or more than one part, is left inside the safe area of {what}"
        help = "make safe smaller, or the outline wider"
    elif corner:
        rounded = polygon.with_round_corners(polygons[0], corner.pt)
        if len(rounded) == 1:
            return PieceOutline(path=polygon.closed_path(rounded))
        message, help = f"the outline of {what} is too narrow for corners of {corner}", "make corner smaller"
    if message:
        findings.add("bad-outline", message, node.span, help)
        return None
    closed = path if path[-1] == ("Z",) else (*path, ("Z",))
    return PieceOutline(path=closed)


# --- stocks -----------------------------------------------------------------------------------------------------------


#: What two sheets of a piece larger than the paper may have in common: less cannot be glued, more is wasted paper.
OVERLAPS = mm(5), mm(40)

#: The flap below each side of a piece that stands.
NORMAL_FOOT = mm(12)

#: Cards of most makers are 0.3 to 0.34 mm thick.
NORMAL_THICKNESS = mm(0.32)
_MAX_THICKNESS = mm(20)


class Stock(NamedTuple):
    """The make of a piece.

    Attributes:
        trim: finished size.
        safe: distance from the cut inside which text may not stand.
        outline: where the face is cut; `outline_of` has that of the back.
        stand: the piece stands: face and back on one strip that is folded at the top.
        foot: the height of the flap below each side of a standing piece; may be 0.
        overlap: the overlap of neighbouring sheets, for a piece larger than the paper; None for the default.
        bleed: how far art goes beyond the cut unless a build says so; None: as the game says.
        sheet: where pieces are on their sheets; None: wherever most of them fit.
        thickness: the thickness of a finished piece, for the boxes that hold it.
    """

    name: str
    trim: Size
    safe: Length
    outline: PieceOutline = RECTANGLE
    stand: bool = False
    foot: Length = ZERO
    overlap: Length | None = None
    bleed: Length | None = None
    sheet: DieSheet | None = None
    thickness: Length = NORMAL_THICKNESS

    @property
    def cut(self) -> Size:
        """The size that is cut out of a sheet: the trim, or the whole strip of a standing piece."""
        if not self.stand:
            return self.trim
        return Size(self.trim.width, 2 * (self.trim.height + self.foot))

    @property
    def shaped(self) -> bool:
        """True if straight cuts through the whole sheet do not cut the pieces out."""
        return self.sheet is not None or not self.outline.is_rectangle(self.trim)

    def outline_of(self, side: str) -> PieceOutline:
        """The outline of a side, `face` or `back`, as seen from that side."""
        return self.outline.mirrored(self.trim) if side == "back" else self.outline


def read_stock(name: str, key: ScalarNode, node: Node, findings: Findings) -> Stock | None:
    """The stock *name*; None after a finding."""
    if scalars.identifier(key, "the name of a stock", findings) is None:  # it is part of file names
        return None
    reader = FieldReader(node, f"stock '{name}'", findings)
    trim = reader.value("trim", scalars.size, required=True)
    safe, corner = reader.length("safe"), reader.length("corner")
    safe = mm(3) if safe is None else safe
    outline = None if trim is None else _outline(reader, trim, safe, corner or ZERO, key.span)
    stand = reader.choice("stand", ("fold",)) is not None
    foot, overlap, thickness = reader.length("foot"), reader.length("overlap"), reader.length("thickness")
    bleed = reader.value("bleed", scalars.bleed)
    reader.allow("outline", "about", "sheet")
    reader.finish()
    if trim is None or outline is None:
        return None
    if stand and not outline.is_sharp_rectangle:
        message = f"stock '{name}' is folded at its top, so its corners must be square"
        findings.add("out-of-range", message, key.span, "leave corner and outline out")
        return None
    if foot is not None and not (stand and ZERO <= foot <= trim.height):
        message = f"stock '{name}' cannot have a foot of {foot}" if stand else f"stock '{name}' does not stand"
        help = "write 0 mm to its height" if stand else "write stand: fold, or leave foot out"
        findings.add("out-of-range", message, reader.value_span("foot"), help)
        return None
    if overlap is not None and not OVERLAPS[0] <= overlap <= OVERLAPS[1]:
        message = f"the sheets of stock '{name}' cannot overlap by {overlap}"
        findings.add("out-of-range", message, reader.value_span("overlap"), f"write {OVERLAPS[0]} to {OVERLAPS[1]}")
        return None
    if thickness is not None and not ZERO < thickness <= _MAX_THICKNESS:
        message = f"a piece of stock '{name}' is {thickness} thick"
        help = f"write the thickness of one piece, up to {_MAX_THICKNESS}: 0.32 mm"
        findings.add("out-of-range", message, reader.value_span("thickness"), help)
        return None
    flap = (NORMAL_FOOT if foot is None else foot) if stand else ZERO
    thick = NORMAL_THICKNESS if thickness is None else thickness
    return Stock(name, trim, safe, outline, stand, flap, overlap, bleed, thickness=thick)


def _outline(reader: FieldReader, trim: Size, safe: Length, corner: Length, span: Span) -> PieceOutline | None:
    """The outline within *trim*, its corners rounded by *corner*; None after a finding.

    Args:
        safe: how far text keeps away from the cut. span: of the stock's name.
    """
    short, findings = min(trim.width, trim.height), reader.findings
    if safe * 2 >= short or safe < ZERO or not ZERO <= corner * 2 <= short:
        message = f"{reader.what}: nothing is left inside its safe area or corners"
        findings.add("out-of-range", message, span, "make them smaller than half of its shorter side")
        return None
    node = reader.node_of("outline")
    name = node.text if isinstance(node, ScalarNode) else "" if node else "rectangle"
    if name == "circle" and trim.width != trim.height:
        message = f"{reader.what} is a circle, so its sides must be equal"
        findings.add("out-of-range", message, span, "write the diameter twice")
        return None
    if name in ("rectangle", "circle"):
        return PieceOutline(trim.width.half() if name == "circle" else corner)

    return read_outline(reader, trim, safe, corner)
