"""Sides of pieces -> findings: the checks that all print services and printers share, in one place."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from pawprint.catalog.model import Record
from pawprint.core.colour import Colour
from pawprint.core.diagnostics import Findings, PieceId, Severity
from pawprint.core.geometry import Box
from pawprint.core.length import Length
from pawprint.core.polygon import overhang
from pawprint.core.raster import image_facts
from pawprint.export._rasters import RasterRequest
from pawprint.export.export_source import ExportSource
from pawprint.export.preflight._bleed_check import CHECK_DPI, PlacedSide, SeenOp, SideReport, unfilled
from pawprint.export.preflight._requirements import ENOUGH, Requirements
from pawprint.export.services._deck import ServiceDeck
from pawprint.export.services._presets import Service
from pawprint.graphics.ops import DrawBox, DrawImage, Drawing, DrawPath, DrawText
from pawprint.pieces.image_resolution import coarse_image
from pawprint.pieces.placed import PlacedText
from pawprint.pieces.placements import SingleItem
from pawprint.press.fonts import RealTypeface
from pawprint.typography.metrics import Typeface

# --- A font on a piece -> a finding if its maker does not allow it inside of a PDF file -------------------------------


def check_font(item: SingleItem, typeface: Typeface, report: SideReport) -> None:
    """Report a font that may not be embedded."""
    if not isinstance(typeface, RealTypeface) or typeface.may_be_embedded:
        return
    report.add(
        "font-restricted",
        item,
        f"the font '{typeface.name}' says that it may not be embedded, and the file for the printer needs it inside",
        "take another font, or ask its maker for a licence to embed it",
    )


# --- A raster image on a piece -> findings about its resolution and its colours ---------------------------------------


def check_image(needs: Requirements, item: SingleItem, seen: SeenOp, report: SideReport) -> None:
    """Report an image with too few pixels for its size, or in colours that the service does not take."""
    op = seen.op
    if not isinstance(op, DrawImage):
        return
    try:
        image = image_facts(op.path)
    except ValueError:
        return  # composing has said so
    wanted = f"{needs.who} wants {needs.resolution}"
    fault = coarse_image(op.path, image, (op.width, op.height), seen.matrix, needs.resolution, wanted)
    if fault:
        report.add("low-resolution", item, *fault)
    if image.mode == "CMYK" and needs.colours == "rgb":
        name = "an image inside of a drawing" if op.path.startswith("data:") else f"the image '{Path(op.path).name}'"
        message = f"{name} is in printing inks (CMYK), and {needs.who} takes the colours of screens"
        report.add("image-colours", item, message, "save it as sRGB, so that you see what is printed")


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
    if not isinstance(placed, DrawBox | DrawImage) or ((b or c) and (a or d)) or not needs.outline.is_sharp_rectangle:
        return set()
    if isinstance(placed, DrawBox) and (not placed.paint.fill_opacity or _is_paper(placed) or _is_round(placed)):
        return set()
    box: Box | None = placed.box.mapped(item.matrix)
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


def _is_round(panel: DrawBox) -> bool:
    """Whether it is a disc, which touches a side in one point only."""
    return panel.radius > 0.45 * min(panel.box.width, panel.box.height)


def _is_paper(panel: DrawBox) -> bool:
    """Whether where it ends cannot be seen on paper."""
    colours = [panel.paint.fill, panel.paint.stroke if panel.paint.width else None]
    return all(colour is None or (isinstance(colour, Colour) and min(colour) >= _PAPER) for colour in colours)


# Decks -> findings: faces without backs, backs that are not printed, names that put the pieces into another order.


def check_deck(deck: ServiceDeck, service: Service, game: str, findings: Findings) -> None:
    """Report what the pieces of a deck together suffer from."""
    _check_backs(deck, service, game, findings)
    _check_names(deck, service, findings)


def _check_backs(deck: ServiceDeck, service: Service, game: str, findings: Findings) -> None:
    what = f"{deck.product.name} of {service.title}"
    for component in deck.components:
        pieces = [piece for piece in deck.pieces if piece.component is component]
        at = component.span("back")
        if deck.product.sides == 1 and component.backs:
            message = f"component '{component.name}' has backs, and {what} is printed on one side only"
            help = "take a product with two sides, or leave the backs out"
            findings.add("backs-differ", message, at, help, severity=Severity.WARNING)
        bare = [piece.record.id for piece in pieces if piece.back is None]
        if deck.product.sides == 2 and 0 < len(bare) < len(pieces):
            have = f"{len(pieces) - len(bare)} of {len(pieces)} pieces of component '{component.name}' have a back"
            message = f"{have}, and '{bare[0]}' {'and others have' if len(bare) > 1 else 'has'} none"
            which = tuple(PieceId(game, component.name, one) for one in bare)
            findings.add("backs-differ", message, at, "give all of them a back, or none", pieces=which)


def _check_names(deck: ServiceDeck, service: Service, findings: Findings) -> None:
    """Report names that do not sort as the deck does: people upload files in the order of their names."""
    backs = dict.fromkeys(piece.back_file for piece in deck.pieces if piece.back is not None)
    for kind, files in (("faces", [piece.face_file for piece in deck.pieces]), ("backs", list(backs))):
        ordered = sorted(files)
        if files != ordered:
            wrong = next(one for one, other in zip(files, ordered, strict=True) if one != other)
            message = f"the {kind} of '{deck.name}' sort in another order than the deck has, from {wrong} on"
            help = "begin names of the print service with the number: '{number:04}-{id}-{side}'"
            findings.add("names-out-of-order", message, service.span, help)
            return


class CheckedSide(NamedTuple):
    """One side of a piece that is going to be printed.

    Attributes:
        drawing: the whole canvas; its trim is the canvas, and it has no bleed of its own.
        needs: what its print must meet.
    """

    record: Record
    side: str
    drawing: Drawing
    needs: Requirements


def preflight(source: ExportSource, sides: Iterable[CheckedSide], bleed: Length) -> None:
    """Report what a print of *sides* would suffer from, each fault with its piece and the element that shows it.

    Args:
        bleed: that the drawings are composed with.
    """
    checked = list(sides)
    composer, findings = source.composer(bleed), source.workspace.findings
    requests = (_request(one) for one in checked)
    for one, png in zip(checked, source.rasters(requests), strict=True):
        report = SideReport(findings, source.game, one.record, source.language, one.side)
        placed = PlacedSide(composer, source.game, one.record, source.language, one.side, one.needs)
        ended = check_side(placed, report)
        gaps = {edge: gap for edge, gap in unfilled(png, one.needs).items() if edge not in ended}
        if gaps:
            worst = min(gaps.values(), key=lambda gap: gap.beyond)
            report_end(one.needs, placed.topmost(*worst.at), list(gaps), worst.beyond, report)


def _request(one: CheckedSide) -> RasterRequest:
    return RasterRequest.at_resolution(one.drawing, CHECK_DPI, transparent=True)
