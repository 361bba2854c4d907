"""Sides of pieces -> findings: the checks that all print services and printers share, in one place."""

import math
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from pawprint.catalog.model import Game, Record
from pawprint.core.affine import Matrix
from pawprint.core.colour import Colour
from pawprint.core.diagnostics import Findings, PieceId, Severity
from pawprint.core.geometry import Box, Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.core.paths import points_box
from pawprint.core.piece_outline import RECTANGLE, PieceOutline
from pawprint.core.polygon import overhang, signed_area
from pawprint.core.raster import image_facts, rgba_pixels
from pawprint.core.source import Span
from pawprint.export._rasters import RasterRequest
from pawprint.export.export_source import BACK, FACE, ExportSource
from pawprint.export.services._deck import DeckPiece, DeckPlan, ServiceDeck, bleed_of, placing, plan_decks
from pawprint.export.services._presets import PDF, Service, read_service
from pawprint.graphics.ops import DrawBox, DrawImage, Drawing, DrawPath, DrawText
from pawprint.graphics.traverse import DrawOp, seen_ops
from pawprint.pieces.composer import Composer
from pawprint.pieces.context import Makers
from pawprint.pieces.image_resolution import coarse_image
from pawprint.pieces.lower import Lowering
from pawprint.pieces.placed import PlacedText
from pawprint.pieces.placements import SingleItem, single_items
from pawprint.press.fonts import RealTypeface
from pawprint.press.op_bounds import right_of
from pawprint.typography.metrics import Typeface

#: Such a share of the bleed that is wanted is no fault: nothing shows if the cut is off by less.
ENOUGH = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirements:
    """What the print of a piece must meet.

    Attributes:
        who: wants it, for messages: `PokerDeck of The Game Crafter`.
        canvas: the size of the whole picture or page, bleed included.
        trim: where it is cut, in the middle of the canvas; *outline* is the shape of the cut.
        safe: how far texts and icons stay away from the cut.
        bleed: how far art must go on beyond it; the canvas may have room for more.
        text: the smallest text, and *line* the thinnest line, in points.
        resolution: the least of raster images, in dots per inch.
        colours: `rgb` or `cmyk`, that raster images are in.
        embeds: fonts are part of the file.
        placing: the matrices from a face and a back to the canvas, in points.
    """

    who: str
    canvas: Size
    trim: Size
    outline: PieceOutline
    safe: Length
    bleed: Length
    text: float = 5.0
    line: float = 0.25
    resolution: int = 250
    colours: str = "rgb"
    embeds: bool = False
    placing: tuple[Matrix, Matrix]

    def to_canvas(self, side: str) -> Matrix:
        """The matrix from a side, `face` or `back`, to the canvas."""
        return self.placing[side == "back"]

    @property
    def corner(self) -> tuple[float, float]:
        """Where the trim begins on the canvas, from its top-left, in points."""
        canvas, trim = self.canvas, self.trim
        return (canvas.width.pt - trim.width.pt) / 2, (canvas.height.pt - trim.height.pt) / 2

    @property
    def least_bleed(self) -> tuple[float, float]:
        """How far across and down art must go on beyond the cut, in points."""
        across, down = self.corner
        return min(across, self.bleed.pt), min(down, self.bleed.pt)


# --- Pixels of a side -> the sides of the cut where the art does not fill the bleed -----------------------------------

# One side of a piece -> its items and the operations that draw them, as they lie on the canvas of a service.


class SideReport:
    """Takes the faults of one side of a piece as findings, each at the element that shows it."""

    def __init__(self, findings: Findings, game: Game, record: Record, language: str, side: str) -> None:
        self.findings, self.game, self.record, self.language, self.side = findings, game, record, language, side
        self._fallback = game.components[record.component].span(side)

    def add(self, code: str, item: SingleItem | None, message: str, help: str, at: Span | None = None) -> None:
        """A finding about *item*; its place is *at*, if that is not where the element is written."""
        maker = None if item is None else item.maker
        fault = message if maker is None else f"{maker.what}: {message}"
        record, language = self.record, self.language
        piece = PieceId(self.game.id, record.component, record.id)
        which = f"{record.id} ({language})" if self.side == "face" else f"{record.id} ({language}, back)"
        span = at or (self._fallback if maker is None else maker.span)
        self.findings.add(code, f"{which}: {fault}", span, help, fault=fault, pieces=(piece,))


class SeenOp(NamedTuple):
    """An operation, the matrix from its units to the canvas, and the part of the canvas that shows it."""

    op: DrawOp
    matrix: Matrix
    clip: Box | None

    @property
    def scale(self) -> float:
        """How many times as large as it says it is drawn."""
        a, b, c, d, *_ = self.matrix
        return math.sqrt(abs(a * d - b * c))

    @property
    def box(self) -> Box | None:
        op = self.op
        if isinstance(op, DrawText):
            above, below = op.typeface.ascent * op.size, op.typeface.descent * op.size
            box: Box | None = Box(op.x, op.y - above, right_of(op) - op.x, above + below)
        elif isinstance(op, DrawPath):
            box = points_box(op.path)
        else:
            box = Box(op.x, op.y, op.width, op.height)
        if box is None:
            return None
        box = box.mapped(self.matrix)
        return box if self.clip is None else box.intersection(self.clip)


class PlacedSide:
    """One side of a piece as it lies on the canvas: its items, and the operations that draw them."""

    def __init__(
        self, composer: Composer, game: Game, record: Record, language: str, side: str, needs: Requirements
    ) -> None:
        makers: Makers = {}
        items = composer.place_again(game, record, language, side, makers=makers)
        self.needs = needs
        self.items = tuple(single_items(items, makers, needs.to_canvas(side)))
        self._lowering = Lowering()

    def ops(self, item: SingleItem) -> Iterator[SeenOp]:
        for found in seen_ops(self._lowering.ops((item.placed,)), item.matrix, item.clip):
            yield SeenOp(*found)

    def topmost(self, x: float, y: float) -> SingleItem | None:
        """The uppermost item that covers a point of the canvas, as far as rectangles tell."""
        for item in reversed(self.items):
            boxes = (seen.box for seen in self.ops(item))
            if any(box is not None and box.contains(x, y) for box in boxes):
                return item
        return None


#: Dots per inch of the pictures that are looked at.
CHECK_DPI = 80
#: Between two places along the cut; from the cut to the place inside; and from the cut or the edge to those beyond.
_STEP, _IN, _OFF = mm(1).pt, mm(0.2).pt, mm(0.4).pt
#: The number of places in a row without art that is a fault.
_MIN_RUN = 2
#: The same, where art ends along the cut.
_MIN_LINED_RUN = 6
#: Colours that differ by more are different to the eye; those that differ by less are one colour.
_CLEARLY, _SLIGHTLY = 60, 16
#: Corners are cut round: how far from them nothing is looked at.
_CORNER = mm(3).pt
_SEEN, _WHITE = 128, 244
#: The colour of a pixel; None where nothing is drawn.
_Pixel = tuple[int, int, int] | None
#: Reads some pixels of all of a picture, each a number of four bytes.
_Reader = Callable[[memoryview], tuple[int, ...]]


class Probe(NamedTuple):
    """A place along the cut, in points of the canvas.

    Attributes:
        side: `left`, `top`, `right`, `bottom`.
        inside: a point just inside of the cut; *beyond* are those on the way to the edge, each after how far it is
            from the cut.
    """

    side: str
    inside: tuple[float, float]
    beyond: tuple[tuple[float, tuple[float, float]], ...]


def probes(needs: Requirements) -> list[Probe]:
    """The places to look at, in their order along the cut."""
    x, y = needs.corner
    rectangle = needs.outline.is_rectangle(needs.trim)
    outline = RECTANGLE if rectangle else needs.outline
    result: list[Probe] = []
    for polygon in outline.polygons(needs.trim):
        outward = 1.0 if signed_area(polygon) > 0 else -1.0
        for start, end in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
            for side, at, out in _along(start, end, outward, _CORNER if rectangle else 0.0):
                result.append(_probe(needs, side, (at[0] + x, at[1] + y), out))
    return result


def _along(
    start: tuple[float, float], end: tuple[float, float], outward: float, corner: float
) -> Iterator[tuple[str, tuple[float, float], tuple[float, float]]]:
    """The places along one line of the outline: the side of the cut, the point, and the direction outwards."""
    whole = math.dist(start, end)
    length = whole - 2 * corner
    if length <= 0:
        return
    across, down = (end[0] - start[0]) / whole, (end[1] - start[1]) / whole
    out_x, out_y = down * outward, -across * outward
    side = ("left" if out_x < 0 else "right") if abs(out_x) > abs(out_y) else ("top" if out_y < 0 else "bottom")
    count = max(1, round(length / _STEP))
    for index in range(count):
        along = corner + (index + 0.5) * length / count
        yield side, (start[0] + across * along, start[1] + down * along), (out_x, out_y)


def _probe(needs: Requirements, side: str, at: tuple[float, float], out: tuple[float, float]) -> Probe:
    """The probe at one point of the cut; *out* is the direction outwards."""
    across, down = needs.least_bleed
    reach = (abs(out[0]) * across + abs(out[1]) * down) * ENOUGH - _OFF
    steps = max(1, math.ceil((reach - _OFF) / _OFF))
    ways = [_OFF + (reach - _OFF) * step / steps for step in range(steps + 1)] if reach > _OFF else []
    beyond = tuple((way, (at[0] + out[0] * way, at[1] + out[1] * way)) for way in ways)
    return Probe(side, (at[0] - out[0] * _IN, at[1] - out[1] * _IN), beyond)


class Gap(NamedTuple):
    """Art that ends before the edge.

    Attributes:
        at: a point just inside of the cut where it can be seen.
        beyond: how far it goes on beyond the cut, in points.
    """

    at: tuple[float, float]
    beyond: float


def unfilled(png: bytes, needs: Requirements) -> dict[str, Gap]:
    """The sides of the cut where art ends before the edge.

    Art ends where nothing is drawn behind it, or along the cut: where one colour follows on it all the way to the edge,
    from the same distance on in many places side by side.

    Args:
        png: the whole canvas on a transparent ground.
    """
    width, height, data = rgba_pixels(png)

    values = memoryview(data).cast("I")
    known: dict[int, _Pixel] = {}

    def colour(value: int) -> _Pixel:
        if value not in known:
            red, green, blue, alpha = value.to_bytes(4, sys.byteorder)
            known[value] = (red, green, blue) if alpha >= _SEEN else None
        return known[value]

    result: dict[str, Gap] = {}
    bare, lined = _ProbeRun(_MIN_RUN), _ProbeRun(_MIN_LINED_RUN)
    for probe, read in _pixels(needs, width, height):
        seen = read(values)
        if seen.count(seen[0]) == len(seen):  # one colour all the way, or nothing
            bare.add(probe, None)
            lined.add(probe, None)
            continue
        inside = colour(seen[0])
        art = inside is not None and min(inside) < _WHITE
        beyond = [colour(value) for value in seen[2:]] if art else []
        for run, end in ((bare, beyond.index(None) if None in beyond else None), (lined, _end_of_art(inside, beyond))):
            gap = run.add(probe, end)
            if gap is not None and (probe.side not in result or gap.beyond < result[probe.side].beyond):
                result[probe.side] = gap
    return result


@lru_cache(maxsize=32)
def _pixels(needs: Requirements, width: int, height: int) -> Sequence[tuple[Probe, _Reader]]:
    """The probes, each with what reads its pixels in a picture: that inside of the cut twice, and those beyond."""
    across, down = width / needs.canvas.width.pt, height / needs.canvas.height.pt

    def number(point: tuple[float, float]) -> int:
        x = min(max(int(point[0] * across), 0), width - 1)
        y = min(max(int(point[1] * down), 0), height - 1)
        return y * width + x

    result: list[tuple[Probe, _Reader]] = []
    for probe in probes(needs):
        inside = number(probe.inside)
        result.append((probe, itemgetter(inside, inside, *[number(point) for _, point in probe.beyond])))
    return result


def _end_of_art(inside: _Pixel, beyond: list[_Pixel]) -> int | None:
    """The first step from which everything has a single colour that the art inside of the cut lacks, or None."""
    if len(beyond) < 2 or beyond[-1] is None or not _differ(inside, beyond[-1], _CLEARLY):
        return None
    end = len(beyond)
    while end and not _differ(beyond[end - 1], beyond[-1], _SLIGHTLY):
        end -= 1
    return end if end <= len(beyond) - 2 else None


def _differ(first: _Pixel, second: _Pixel, by: int) -> bool:
    if first is None or second is None:
        return first is not second
    return max(abs(a - b) for a, b in zip(first, second, strict=True)) > by


class _ProbeRun:
    """Probes side by side at which art ends, all at about the same distance from the cut.

    Args:
        least: how many of them are a fault, and no speck.
    """

    def __init__(self, least: int) -> None:
        self._least = least
        self._probes: list[tuple[Probe, int]] = []

    def add(self, probe: Probe, end: int | None) -> Gap | None:
        """The gap that *probe* belongs to, if there are enough probes; *end* is the step at which art ends there."""
        run = self._probes
        if run and (end is None or run[-1][0].side != probe.side or abs(run[0][1] - end) > 1):
            run.clear()
        if end is None:
            return None
        run.append((probe, end))
        if len(run) < self._least:
            return None
        first = min(step for _, step in run)
        return Gap(probe.inside, probe.beyond[first - 1][0] if first else 0.0)


# --- Checks -----------------------------------------------------------------------------------------------------------

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
    if isinstance(item.placed, PlacedText):
        block = item.placed.block
        boxes = [block.box.mapped(item.matrix)] if block.lines or block.icons else []
    else:
        boxes = [box for drawn in seen if (box := drawn.box) is not None]
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
    boxes = [box for drawn in seen if (box := drawn.box) is not None]
    if not safe:
        return needs.safe.pt if boxes else 0.0
    found = [overhang((box.x - x, box.y - y, box.right - x, box.bottom - y), safe) for box in boxes]
    return max(found, default=0.0)


def _check_sizes(needs: Requirements, item: SingleItem, seen: list[SeenOp], report: SideReport) -> None:
    """Report text that is too small, lines that are too thin, images that are too coarse."""
    text = min((drawn.op.size * drawn.scale for drawn in seen if isinstance(drawn.op, DrawText)), default=needs.text)
    if text < needs.text - 0.01:
        message = f"text of {text:.1f} pt is smaller than the {needs.text:g} pt that {needs.who} prints legibly"
        report.add("too-fine", item, message, "shorten the text, or give its box more room or a larger min_size")
    line = min((width for drawn in seen if (width := _line_width(drawn)) > 0), default=needs.line)
    if line < needs.line - 0.005:
        message = f"a line of {line:.2f} pt is thinner than the {needs.line:g} pt that {needs.who} prints reliably"
        report.add("too-fine", item, message, "draw it wider")
    for drawn in seen:
        if isinstance(drawn.op, DrawImage):
            check_image(needs, item, drawn, report)
        elif isinstance(drawn.op, DrawText) and needs.embeds:
            check_font(item, drawn.op.typeface, report)


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
    """True if it is a disc, which touches a side in one point only."""
    return panel.radius > 0.45 * min(panel.box.width, panel.box.height)


def _is_paper(panel: DrawBox) -> bool:
    """True if where it ends cannot be seen on paper."""
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
        span = component.span("back")
        if deck.product.sides == 1 and component.backs:
            message = f"component '{component.name}' has backs, and {what} is printed on one side only"
            help = "take a product with two sides, or leave the backs out"
            findings.add("backs-differ", message, span, help, severity=Severity.WARNING)
        bare = [piece.record.id for piece in pieces if piece.back is None]
        if deck.product.sides == 2 and 0 < len(bare) < len(pieces):
            have = f"{len(pieces) - len(bare)} of {len(pieces)} pieces of component '{component.name}' have a back"
            message = f"{have}, and '{bare[0]}' {'and others have' if len(bare) > 1 else 'has'} none"
            which = tuple(PieceId(game, component.name, identity) for identity in bare)
            findings.add("backs-differ", message, span, "give all of them a back, or none", pieces=which)


def _check_names(deck: ServiceDeck, service: Service, findings: Findings) -> None:
    """Report names that do not sort as the deck does: people upload files in the order of their names."""
    backs = dict.fromkeys(piece.back_file for piece in deck.pieces if piece.back is not None)
    for kind, files in (("faces", [piece.face_file for piece in deck.pieces]), ("backs", list(backs))):
        ordered = sorted(files)
        if files != ordered:
            wrong = next(file for file, other in zip(files, ordered, strict=True) if file != other)
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
    requests = (_request(side) for side in checked)
    for side, png in zip(checked, source.rasters(requests), strict=True):
        report = SideReport(findings, source.game, side.record, source.language, side.side)
        placed = PlacedSide(composer, source.game, side.record, source.language, side.side, side.needs)
        ended = check_side(placed, report)
        gaps = {edge: gap for edge, gap in unfilled(png, side.needs).items() if edge not in ended}
        if gaps:
            worst = min(gaps.values(), key=lambda gap: gap.beyond)
            report_end(side.needs, placed.topmost(*worst.at), list(gaps), worst.beyond, report)


def _request(side: CheckedSide) -> RasterRequest:
    return RasterRequest.at_resolution(side.drawing, CHECK_DPI, transparent=True)


# --- A service and its decks -> what they must meet, and the checks of all of it --------------------------------------


def requirements(service: Service, piece: DeckPiece, side: str = FACE) -> Requirements:
    """What the print of one side of *piece* must meet."""
    product = piece.fit.product
    trim = product.trim or product.canvas
    outline = RECTANGLE
    if product.outline == "circle":
        outline = PieceOutline(trim.width.half())
    elif product.outline != "rectangle":
        outline = piece.outline.mirrored(piece.trim) if side == BACK else piece.outline
    return Requirements(
        who=service.title if service.any_size else f"{product.name} of {service.title}",
        canvas=product.canvas,
        trim=trim,
        outline=outline,
        safe=product.safe,
        bleed=service.bleed,
        text=service.text,
        line=service.line,
        resolution=service.resolution,
        colours=service.colours,
        embeds=service.form == PDF,
        placing=(placing(piece.fit, piece.trim, FACE), placing(piece.fit, piece.trim, BACK)),
    )


def check_pages(source: ExportSource, name: str, bleed: Length) -> None:
    """Report what one page for each side of each piece suffers from.

    Args:
        name: of a service that makes all sizes.
    """
    service = read_service(source.workspace.layouts, name, source.workspace.findings)
    if service is not None:
        with_bleed = replace(service, bleed=bleed)
        check_decks(source, with_bleed, plan_decks(source, with_bleed))


def check_decks(source: ExportSource, service: Service, plan: DeckPlan) -> None:
    """Report what the decks suffer from."""
    sides: list[CheckedSide] = []
    bleed = ZERO
    for deck in plan.decks:
        check_deck(deck, service, source.game.id, source.workspace.findings)
        checked: set[str] = set()
        for piece in deck.pieces:
            bleed = max(bleed, bleed_of(piece.fit, piece.trim))
            for side, drawing, file in piece.sides:
                if file not in checked:
                    checked.add(file)
                    sides.append(CheckedSide(piece.record, side, drawing, requirements(service, piece, side)))
    preflight(source, sides, bleed)
