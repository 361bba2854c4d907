"""Pieces -> drawings and pictures of single pieces, or of all pieces of a component on one sheet."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pawprint.catalog.model import Component, Game, Record
from pawprint.core.colour import Colour
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.graphics.ops import Drawing, Group, Layer, Op, UseDrawing, outline
from pawprint.graphics.passes.presentation import Presenter
from pawprint.pieces.composer import Composer
from pawprint.pieces.fault_marks import RED
from pawprint.pieces.lower import Lowering
from pawprint.pieces.placed import PlacedText
from pawprint.press.png import render
from pawprint.press.sheet_pdf import write
from pawprint.press.svg_writer import SvgPress
from pawprint.production.options import ImageOptions
from pawprint.sheets.imposition import Piece, one_up
from pawprint.typography.text_style import TextStyle

# --- Drawings of many pieces -> one drawing with all of them, each with its id below ----------------------------------


#: Between the pieces of a contact sheet, and below each for its name; points.
_GAP, _NAME = 6.0, 9.0
_GREY = Colour(90, 90, 90)
_STYLE = TextStyle(size=6, min_size=3, align="center", valign="middle")
#: The width of a contact sheet by its height, if its pieces allow it.
_ASPECT = 1.5


class ContactLook(NamedTuple):
    """How pieces are arranged on contact sheets.

    Attributes:
        columns: as many as make a broad picture if 0.
        rows: of one sheet; all pieces are on one if 0.
        names: whether ids stand below the pieces.
    """

    columns: int = 0
    rows: int = 0
    names: bool = True


def contact_sheets(
    composer: Composer, game: Game, shown: Sequence[tuple[Record, Drawing]], language: str, look: ContactLook
) -> Iterator[Drawing]:
    """Pieces of one size in their order; the id of a piece with an error, which *composer* has found, is red."""
    if not shown:
        return
    faulty = {piece[1:] for finding in composer.findings if finding.is_error for piece in finding.pieces}
    box = shown[0][1].box
    across, down = box.width + _GAP, box.height + _GAP + (_NAME if look.names else 0.0)
    wanted = look.columns or max(1, round(math.sqrt(len(shown) * _ASPECT * down / across)))
    columns = min(len(shown), wanted)
    count = columns * look.rows or len(shown)
    lowering = Lowering()
    for start in range(0, len(shown), count):
        part = shown[start : start + count]
        ops: list[Op] = []
        names: list[PlacedText] = []
        for index, (record, drawing) in enumerate(part):
            x, y = _GAP + index % columns * across, _GAP + index // columns * down
            matrix = (1.0, 0.0, 0.0, 1.0, x - box.x, y - box.y)
            ops.append(Group((UseDrawing(drawing),), matrix, outline(drawing.box)))
            if look.names:
                below = Box(x, y + box.height, box.width, _NAME)
                ink = RED if (record.component, record.id) in game.invalid | faulty else _GREY
                names.append(PlacedText(composer.setter.set(record.id, _STYLE, below, ink, language, lambda _: None)))
        rows = -(-len(part) // columns)
        size = Size(_length(columns * across + _GAP), _length(rows * down + _GAP))
        art = Layer((*ops, *lowering.ops(tuple(names))))
        yield Drawing(f"{game.id} {shown[0][0].component}", size, Insets(), art)


def _length(points: float) -> Length:
    return mm(points * 25.4 / 72)


#: The longest side of a contact sheet in pixels.
_MAX_PIXELS = 8_000


class PieceImages:
    """Drawings and pictures of the pieces of a game in one language; findings go to those of the composer."""

    def __init__(self, composer: Composer, game: Game, language: str, options: ImageOptions) -> None:
        self._composer = composer
        self._game = game
        self._language = language
        self._options = options
        self._lowering = Lowering()
        self._presenter = Presenter()

    def drawing(self, record: Record, side: str = "") -> Drawing | None:
        """The drawing of one side of a piece, with marks where something is at fault; None if it has no such side.

        Args:
            side: `face` or `back`; that of the options if empty.
        """
        side = side or self._options.side
        face = self._composer.side(self._game, record, self._language, side)
        if face is None:
            face = self._composer.placeholder(self._game, record, self._language, side)
        if face is None:
            return None
        return self._presenter.drawing(self._lowering.drawing(face), self._options.presentation, face.safe)

    def pdf(self, drawing: Drawing) -> bytes:
        page = one_up(Piece(drawing), self._options.bleed, marks=False)[0]
        return write([page], title=drawing.name, language=self._language)

    def png(self, drawing: Drawing, dpi: int) -> bytes:
        """*drawing* as a PNG picture, by way of the same PDF as for printing; transparent outside of an outline that is
        no rectangle."""
        shaped = self._options.presentation.cut_out and not drawing.outline.is_rectangle(drawing.trim)
        return render(self.pdf(drawing), 0, dpi, transparent=shaped)

    def svg(self, drawing: Drawing) -> bytes:
        """*drawing* as an SVG file, whose bytes depend on nothing else."""
        return SvgPress().write(drawing)


def picture_of(
    composer: Composer, game: Game, record: Record, language: str, options: ImageOptions, dpi: int
) -> bytes | None:
    """One face or back as PNG, with marks where something is at fault; None if it has no such side, or no size."""
    images = PieceImages(composer, game, language, options)
    drawing = images.drawing(record)
    return None if drawing is None else images.png(drawing, dpi)


def contact_sheet(
    composer: Composer, game: Game, component: Component, language: str, options: ImageOptions, dpi: int
) -> bytes | None:
    """Every piece of *component* on one PNG, in the order of the catalog and with its id, which is red where the piece
    has an error; None where there is no piece.

    Args:
        dpi: as many as asked for; fewer if the picture would have sides of more than 8,000 pixels.
    """
    images = PieceImages(composer, game, language, options)
    drawn = [(record, images.drawing(record)) for record in game.pieces(component.name)]
    shown = [(record, drawing) for record, drawing in drawn if drawing is not None]
    for sheet in contact_sheets(composer, game, shown, language, ContactLook()):
        most = int(_MAX_PIXELS / max(sheet.trim.width.pt, sheet.trim.height.pt) * 72)
        page = one_up(Piece(sheet), ZERO, marks=False)[0]
        return render(write([page], title=sheet.name, language=language), 0, max(1, min(dpi, most)))
    return None
