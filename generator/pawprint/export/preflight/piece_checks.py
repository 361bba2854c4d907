"""One side of a piece -> findings: what is too close to the cut or ends there, is too small, thin or coarse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pawprint.core.colour import Colour
from pawprint.core.geometry import Box
from pawprint.core.length import Length
from pawprint.core.polygon import overhang
from pawprint.draw.ops import DrawBox, DrawImage, DrawPath, DrawText
from pawprint.export.preflight.font_checks import check_font
from pawprint.export.preflight.image_checks import check_image
from pawprint.export.preflight.requirements import ENOUGH
from pawprint.faces.placed import Panel, PlacedImage, PlacedText

if TYPE_CHECKING:
    from pawprint.export.preflight.placed_side import PlacedSide, SeenOp, SideReport
    from pawprint.export.preflight.requirements import Requirements
    from pawprint.faces.single_items import SingleItem

#: Points that the eye does not see: 0.1 mm.
_HAIR = 0.28
#: So much nearer to the cut is no fault: what is made for 3 mm serves for an eighth of an inch.
_SLACK = Length.of(0.2, "mm").pt
#: Lighter than this in all colours: paper; where it ends is not seen.
_PAPER = 248


def check_side(side: PlacedSide, report: SideReport) -> set[str]:
    """Report the faults of a side that its items show.

    Returns:
        the sides of the cut, such as `left`, where an item is known to end.
    """
    ended: set[str] = set()
    for item in side.items:
        seen = list(side.ops(item))
        if item.maker is not None and item.maker.essential:
            _check_safe(side.needs, item, seen, report)
        _check_sizes(side.needs, item, seen, report)
        ended |= _check_ends(side.needs, item, report)
    return ended


def _check_safe(needs: Requirements, item: SingleItem, seen: list[SeenOp], report: SideReport) -> None:
    """Report an item outside of the safe zone."""
    if isinstance(item.placed, PlacedText):
        block = item.placed.block
        boxes = [block.box.mapped(item.matrix)] if block.lines or block.icons else []
    else:
        boxes = [box for one in seen if (box := one.box) is not None]
    around = Box.around(boxes)
    if around is None:
        return
    over = _over(needs, around) if needs.outline.is_rectangle(needs.trim) else _over_shape(needs, seen or [])
    if over > _SLACK:
        amount = Length.of(over, "pt").mm
        report.add(
            "outside-safe-area",
            item,
            f"it comes {amount:.1f} mm closer to the cut than the {needs.safe.mm:g} mm that {needs.who} keeps free",
            "move it inwards, so that a cut that is off does not touch it",
        )


def _over(needs: Requirements, box: Box) -> float:
    """By how much a box stands out of the safe zone of a rectangle."""
    left, top = (edge + needs.safe.pt for edge in needs.corner)
    right, bottom = needs.canvas.width.pt - left, needs.canvas.height.pt - top
    return max(left - box.x, top - box.y, box.right - right, box.bottom - bottom)


def _over_shape(needs: Requirements, seen: list[SeenOp]) -> float:
    """By how much what is drawn stands out of the safe zone of another shape."""
    x, y = needs.corner
    safe = needs.outline.polygons(needs.trim, -needs.safe.pt)
    boxes = [box for one in seen if (box := one.box) is not None]
    if not safe:
        return needs.safe.pt if boxes else 0.0
    found = [overhang((box.x - x, box.y - y, box.right - x, box.bottom - y), safe) for box in boxes]
    return max(found, default=0.0)


def _check_sizes(needs: Requirements, item: SingleItem, seen: list[SeenOp], report: SideReport) -> None:
    """Report text that is too small, lines that are too thin, images that are too coarse."""
    text = min((one.op.size * one.scale for one in seen if isinstance(one.op, DrawText)), default=needs.text)
    if text < needs.text - 0.01:
        message = f"text of {text:.1f} pt is smaller than the {needs.text:g} pt that {needs.who} prints legibly"
        report.add("too-fine", item, message, "shorten the text, or give its box more room or a larger min_size")
    line = min((width for one in seen if (width := _line_width(one)) > 0), default=needs.line)
    if line < needs.line - 0.005:
        message = f"a line of {line:.2f} pt is thinner than the {needs.line:g} pt that {needs.who} prints reliably"
        report.add("too-fine", item, message, "draw it wider")
    for one in seen:
        if isinstance(one.op, DrawImage):
            check_image(needs, item, one, report)
        elif isinstance(one.op, DrawText) and needs.embeds:
            check_font(item, one.op.typeface, report)


def _line_width(seen: SeenOp) -> float:
    """The width of a line in points; 0 for none, and for one along a shape of its own colour."""
    op = seen.op
    if not isinstance(op, DrawBox | DrawPath):
        return 0.0
    paint = op.paint
    if paint.stroke is None or not paint.stroke_opacity or paint.stroke == paint.fill:
        return 0.0
    return paint.width * seen.scale


def _check_ends(needs: Requirements, item: SingleItem, report: SideReport) -> set[str]:
    """Report a panel or image that ends at the cut or shortly beyond it, and say on which sides."""
    placed = item.placed
    a, b, c, d, *_ = item.matrix
    if not isinstance(placed, Panel | PlacedImage) or ((b or c) and (a or d)) or not needs.outline.is_sharp_rectangle:
        return set()
    if isinstance(placed, Panel) and (not placed.opacity or _is_paper(placed) or _is_round(placed)):
        return set()
    box: Box | None = (placed.box if isinstance(placed, Panel) else placed.clip).mapped(item.matrix)
    if item.clip is not None and box is not None:
        box = box.intersection(item.clip)
    if box is None:
        return set()
    width, height = needs.canvas.width.pt, needs.canvas.height.pt
    across, down = needs.corner
    inside = box.right > across and box.x < width - across and box.bottom > down and box.y < height - down
    least_across, least_down = needs.least_bleed
    ends = {  # how far it reaches beyond each side of the cut, of how much
        "left": (across - box.x, least_across),
        "top": (down - box.y, least_down),
        "right": (box.right - (width - across), least_across),
        "bottom": (box.bottom - (height - down), least_down),
    }
    found = {name for name, (beyond, bleed) in ends.items() if inside and -_HAIR < beyond < bleed * ENOUGH}
    if found:
        beyond = max(0.0, min(ends[name][0] for name in found))
        report_end(needs, item, sorted(found, key=list(ends).index), beyond, report)
    return found


def report_end(
    needs: Requirements, item: SingleItem | None, sides: list[str], beyond: float, report: SideReport
) -> None:
    """The finding about art that ends *beyond* points behind the cut on these sides."""
    bleed = max(Length.of(edge, "pt").mm for edge in needs.least_bleed)
    where = " and ".join([", ".join(sides[:-1]), sides[-1]] if len(sides) > 1 else sides)
    amount = f"{Length.of(beyond, 'pt').mm:.1f} mm behind it" if beyond > _HAIR else "there"
    report.add(
        "bleed-missing",
        item,
        f"its art reaches the cut and ends {amount} ({where}); {needs.who} wants {bleed:.1f} mm of it beyond the cut",
        "write bleeds: true, or make it larger on these sides",
    )


def _is_round(panel: Panel) -> bool:
    """Whether it is a disc, which touches a side in one point only."""
    return panel.radius > 0.45 * min(panel.box.width, panel.box.height)


def _is_paper(panel: Panel) -> bool:
    """Whether where it ends cannot be seen on paper."""
    colours = [panel.fill, panel.stroke if panel.stroke_width else None]
    return all(colour is None or (isinstance(colour, Colour) and min(colour) >= _PAPER) for colour in colours)
