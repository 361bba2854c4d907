"""What stands on a page -> operations: its ground, lines of text, pictures, links."""

import math
from collections.abc import Iterator, Mapping

from pawprint.core.colour import WHITE, Colour
from pawprint.core.geometry import Box, Size
from pawprint.core.picture import CURRENT, Picture
from pawprint.draw.lower import Lowering
from pawprint.draw.ops import DrawBox, DrawText, Group, Marked, Op, Paint, StructureElement, UseSymbol
from pawprint.draw.structure_ops import Link
from pawprint.typeset import page_grounds
from pawprint.typeset.column_breaks import ColumnExtent
from pawprint.typeset.document_style import DocumentStyle, PageStyle
from pawprint.typeset.page_grounds import PageGrounds
from pawprint.typeset.strips import ArtInk, BoxInk, IconPiece, Ink, LineInk, Mark, PageInk, SetLine, TextPiece
from pawprint.typography.metrics import Shaped

#: How far grounds go on beyond the edges of a page; points.
BLEED = page_grounds.BLEED.pt
#: Words of a lesser contrast with white stand on a dark ground, where icons have their colour.
_DARK = 3.0


class Pen:
    """Draws what stands on one page; what belongs to one element and follows one another is marked together."""

    def __init__(
        self, lowering: Lowering, sheet: DocumentStyle, size: Size, anchors: Mapping[str, tuple[int, float]]
    ) -> None:
        self._lowering = lowering
        self._sheet = sheet
        self._size, self._width, self._height = size, size.width.pt, size.height.pt
        self._anchors = anchors
        self._below: list[Op] = []
        self._ops: list[tuple[StructureElement | None, Op]] = []
        self.links: list[Link] = []

    def finished(self) -> list[Op]:
        """All operations of the page."""
        ops: list[Op] = list(self._below)
        run: list[Op] = []
        owner: StructureElement | None = None
        for element, op in [*self._ops, (None, None)]:
            if element is not owner or op is None:
                if run:
                    ops += [Marked(tuple(run), owner)] if owner is not None else run
                run, owner = [], element
            if op is not None:
                run.append(op)
        return ops

    def ground(self, style: PageStyle, grounds: PageGrounds) -> None:
        """What lies under the text: a colour, and a face or a drawing."""
        page = Box(-BLEED, -BLEED, self._width + 2 * BLEED, self._height + 2 * BLEED)
        if style.fill is not None:
            self._below.append(DrawBox(*page, Paint(style.fill)))
        if style.face:
            self._below += grounds.face(style.face, self._size, self._lowering)
            return
        picture = grounds.art(style.art) if style.art else None
        if picture is None:
            return
        colours = {**self._sheet.palette, CURRENT: self._sheet.base.ink, **dict(style.colours)}
        symbol = self._lowering.symbol(
            picture, tuple((name, colours.get(name, self._sheet.base.ink)) for name in picture.colours)
        )
        for box in _places(style, page, picture.height / picture.width):
            scale = box.width / picture.width
            matrix = (scale, 0.0, 0.0, scale, box.x - picture.x * scale, box.y - picture.y * scale)
            self._below.append(UseSymbol(symbol, matrix))

    def frame(self, x: float, y: float, extent: ColumnExtent) -> None:
        """A tinted box."""
        frame = extent.frame
        left, top, height = x + frame.x, y + extent.top, extent.bottom - extent.top
        if frame.fill is not None:
            self._below.append(DrawBox(left, top, frame.width, height, Paint(frame.fill), frame.radius))
        if frame.bar is not None and frame.bar_width:
            self._below.append(DrawBox(left + frame.bar_start, top, frame.bar_width, height, Paint(frame.bar)))

    def draw(self, ink: Ink, x: float, y: float, decoration: bool = False) -> None:
        """Draw *ink* of a strip whose column begins at *x* and whose top is *y*; *decoration* is not read out."""
        match ink:
            case LineInk():
                self._line(ink.line, x + ink.x + ink.line.x, y + ink.y, decoration)
            case ArtInk():
                self._art(ink, x, y, decoration)
            case BoxInk():
                box = ink.box._replace(x=ink.box.x + x, y=ink.box.y + y)
                self._ops.append((None, self._bled(box) if ink.bleeds else box))
            case PageInk():
                self._number(ink, x, y)

    def _bled(self, box: DrawBox) -> DrawBox:
        """A box that goes on to the edges of the page beside it."""
        margins = self._sheet.margins
        white = max(margins.inner, margins.outer) + 1.0
        left, right = box.x, box.x + box.width
        if left < white:
            left = -BLEED
        if right > self._width - white:
            right = self._width + BLEED
        return box._replace(x=left, width=right - left)

    def _line(self, line: SetLine, x: float, y: float, decoration: bool) -> None:
        boxes: dict[StructureElement, tuple[float, float, Mark]] = {}
        for piece in line.pieces:
            mark = piece.mark
            element = None if decoration else mark.element
            if isinstance(piece, IconPiece):
                op = self._icon(piece.picture, x + piece.box.x, y + piece.box.y, piece.box.height, mark.ink)
                left, right = x + piece.box.x, x + piece.box.right
            else:
                left, right = x + piece.x, x + piece.x + piece.width
                words = self._paged(piece) if mark.page else piece.words
                op = DrawText(left, y, piece.face, line.size, mark.ink, words, piece.gap, line.tracking)
            self._ops.append((element, op))
            if mark.link and element is not None:
                known = boxes.get(element)
                boxes[element] = (known[0] if known else left, right, mark)
        for element, (left, right, mark) in boxes.items():
            if mark.link.startswith("#") and mark.link[1:] not in self._anchors:
                continue
            top = y - line.ascent * 0.9
            box = Box(left, top, right - left, line.ascent * 0.9 + line.descent)
            self.links.append(Link(box, mark.link, mark.words, element))

    def _paged(self, piece: TextPiece) -> tuple[Shaped, ...]:
        """A reference to a page, with the number of the page on which its anchor stands."""
        place = self._anchors.get(piece.mark.link.removeprefix("#"))
        if place is None:
            return piece.words
        return (piece.face.shape(piece.mark.page.replace("{0}", str(place[0] + 1))),)

    def _icon(self, picture: Picture, x: float, y: float, height: float, ink: Colour) -> Op:
        scale = height / picture.height
        sheet = self._sheet
        own = sheet.icons.get(picture.name) if ink.contrast(WHITE) >= _DARK else None
        colours = tuple(
            (name, own or ink if name == CURRENT else sheet.palette.get(name, ink)) for name in picture.colours
        )
        matrix = (scale, 0.0, 0.0, scale, x - picture.x * scale, y - picture.y * scale)
        return UseSymbol(self._lowering.symbol(picture, colours), matrix)

    def _art(self, ink: ArtInk, x: float, y: float, decoration: bool) -> None:
        ops = self._lowering.ops(ink.art.items)
        placed = Group(ops, (ink.scale, 0.0, 0.0, ink.scale, x + ink.x, y + ink.y))
        self._ops.append((None if decoration else ink.element, placed))

    def _number(self, ink: PageInk, x: float, y: float) -> None:
        place = self._anchors.get(ink.anchor)
        if place is None:
            return
        word = ink.face.shape(str(place[0] + 1))
        dot = ink.face.shape(".")
        right = x + ink.x
        start = right - word.width * ink.size
        step = (dot.width + 0.25) * ink.size
        first = x + ink.start + 0.6 * ink.size
        last = start - 0.5 * ink.size
        count = int((last - first) / step)
        if count > 1:
            words = (dot,) * count
            begin = right - ink.size * 2.2 - step * count  # dots stand below one another
            if begin < first:
                words = words[1:]
                begin += step
            if words:
                gap = step - dot.width * ink.size
                self._ops.append((None, DrawText(begin, y + ink.y, ink.face, ink.size, ink.dots, words, gap)))
        text = DrawText(start, y + ink.y, ink.face, ink.size, ink.mark.ink, (word,), 0.0)
        self._ops.append((ink.mark.element, text))
        if self.links and self.links[-1].element is ink.mark.element:  # the line is a link up to its number
            link = self.links[-1]
            self.links[-1] = link._replace(box=link.box._replace(width=right - link.box.x))


def _places(style: PageStyle, page: Box, ratio: float) -> Iterator[Box]:
    """Where a drawing stands that is *ratio* times as high as it is wide."""
    match style.place:
        case "top" | "bottom" | "tile":
            wide = style.width or page.width
            high = wide * ratio
            rows = math.ceil(page.height / high - 1e-6) if style.place == "tile" else 1
            top = page.bottom - high if style.place == "bottom" else page.y
            for row in range(rows):
                for column in range(math.ceil(page.width / wide - 1e-6)):
                    yield Box(page.x + column * wide, top + row * high, wide, high)
        case _:
            wide = max(page.width, page.height / ratio)
            yield Box(page.x + (page.width - wide) / 2, page.y + (page.height - wide * ratio) / 2, wide, wide * ratio)
