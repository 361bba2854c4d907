"""An entry of `stocks.yaml` -> the make of a piece: its size, its outline, and how it is put together."""

from typing import TYPE_CHECKING, NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.core.piece_outline import RECTANGLE, PieceOutline
from pawprint.core.source import Span
from pawprint.yamlio import scalars
from pawprint.yamlio.field_reader import FieldReader
from pawprint.yamlio.reader import Node, ScalarNode

if TYPE_CHECKING:
    from pawprint.core.die_sheet import DieSheet

#: What two sheets of a piece larger than the paper may have in common: less cannot be glued, more is wasted paper.
OVERLAPS = mm(5), mm(40)

#: The flap below each side of a piece that stands.
NORMAL_FOOT = mm(12)

#: Cards of most makers are 0.3 to 0.34 mm thick.
NORMAL_THICKNESS = mm(0.32)
_MOST_THICKNESS = mm(20)


class Stock(NamedTuple):
    """The make of a piece.

    Attributes:
        trim: finished size.
        safe: distance from the cut inside which text may not stand.
        outline: where the face is cut; `outline_of` has that of the back.
        stand: the piece stands: face and back on one strip that is folded at the top.
        foot: of a piece that stands, height of the flap below each side; may be 0.
        overlap: of a piece larger than the paper, what neighbouring sheets have in common; None: as usual.
        bleed: how far art goes beyond the cut unless a build says so; None: as the game says.
        sheet: where pieces are on their sheets; None: wherever most of them fit.
        thickness: of a finished piece, for the boxes that hold it.
    """

    name: str
    trim: Size
    safe: Length
    outline: PieceOutline = RECTANGLE
    stand: bool = False
    foot: Length = ZERO
    overlap: Length | None = None
    bleed: Length | None = None
    sheet: "DieSheet | None" = None
    thickness: Length = NORMAL_THICKNESS

    @property
    def cut(self) -> Size:
        """What is cut out of a sheet: the trim, or the whole strip of a piece that stands."""
        if not self.stand:
            return self.trim
        return Size(self.trim.width, 2 * (self.trim.height + self.foot))

    @property
    def shaped(self) -> bool:
        """Whether straight cuts through the whole sheet do not cut the pieces out."""
        return self.sheet is not None or not self.outline.is_rectangle(self.trim)

    def outline_of(self, side: str) -> PieceOutline:
        """Where a side, `face` or `back`, is cut, as one sees it."""
        return self.outline.mirrored(self.trim) if side == "back" else self.outline


def read_stock(name: str, key: ScalarNode, node: Node, findings: Findings) -> Stock | None:
    """The stock *name*; None after a finding."""
    if scalars.identifier(key, "the name of a stock", findings) is None:  # it is part of file names
        return None
    take = FieldReader(node, f"stock '{name}'", findings)
    trim = take.value("trim", scalars.size, required=True)
    safe, corner = take.length("safe"), take.length("corner")
    safe = mm(3) if safe is None else safe
    outline = None if trim is None else _outline(take, trim, safe, corner or ZERO, key.span)
    stand = take.choice("stand", ("fold",)) is not None
    foot, overlap, thickness = take.length("foot"), take.length("overlap"), take.length("thickness")
    bleed = take.value("bleed", scalars.bleed)
    take.allow("outline", "about", "sheet")
    take.finish()
    if trim is None or outline is None:
        return None
    if stand and not outline.is_sharp_rectangle:
        message = f"stock '{name}' is folded at its top, so its corners must be square"
        findings.add("out-of-range", message, key.span, "leave corner and outline out")
        return None
    if foot is not None and not (stand and ZERO <= foot <= trim.height):
        message = f"stock '{name}' cannot have a foot of {foot}" if stand else f"stock '{name}' does not stand"
        help = "write 0 mm to its height" if stand else "write stand: fold, or leave foot out"
        findings.add("out-of-range", message, take.value_span("foot"), help)
        return None
    if overlap is not None and not OVERLAPS[0] <= overlap <= OVERLAPS[1]:
        message = f"the sheets of stock '{name}' cannot overlap by {overlap}"
        findings.add("out-of-range", message, take.value_span("overlap"), f"write {OVERLAPS[0]} to {OVERLAPS[1]}")
        return None
    if thickness is not None and not ZERO < thickness <= _MOST_THICKNESS:
        message = f"a piece of stock '{name}' is {thickness} thick"
        help = f"write the thickness of one piece, up to {_MOST_THICKNESS}: 0.32 mm"
        findings.add("out-of-range", message, take.value_span("thickness"), help)
        return None
    flap = (NORMAL_FOOT if foot is None else foot) if stand else ZERO
    thick = NORMAL_THICKNESS if thickness is None else thickness
    return Stock(name, trim, safe, outline, stand, flap, overlap, bleed, thickness=thick)


def _outline(take: FieldReader, trim: Size, safe: Length, corner: Length, span: Span) -> PieceOutline | None:
    """The outline within *trim*, its corners rounded by *corner*; None after a finding.

    Args:
        safe: how far text keeps away from the cut. span: of the stock's name.
    """
    short, findings = min(trim.width, trim.height), take.findings
    if safe * 2 >= short or safe < ZERO or not ZERO <= corner * 2 <= short:
        message = f"{take.what}: nothing is left inside its safe area or corners"
        findings.add("out-of-range", message, span, "make them smaller than half of its shorter side")
        return None
    node = take.node_of("outline")
    name = node.text if isinstance(node, ScalarNode) else "" if node else "rectangle"
    if name == "circle" and trim.width != trim.height:
        message = f"{take.what} is a circle, so its sides must be equal"
        findings.add("out-of-range", message, span, "write the diameter twice")
        return None
    if name in ("rectangle", "circle"):
        return PieceOutline(trim.width.half() if name == "circle" else corner)
    from pawprint.faces.outline_reader import read_outline

    return read_outline(take, trim, safe, corner)
