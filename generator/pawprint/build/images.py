"""Pieces -> drawings and pictures of single pieces, or of all pieces of a component on one sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pawprint.build.contact_sheet import ContactLook, contact_sheets
from pawprint.core.length import ZERO
from pawprint.draw.lower import Lowering
from pawprint.draw.passes.presentation import Presenter
from pawprint.impose.imposition import Piece, one_up
from pawprint.press.png import render
from pawprint.press.sheet_pdf import write
from pawprint.press.svg_writer import SvgPress

if TYPE_CHECKING:
    from pawprint.build.image_options import ImageOptions
    from pawprint.catalog.model import Component, Game, Record
    from pawprint.draw.ops import Drawing
    from pawprint.faces.composer import Composer

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

    def png(self, drawing: Drawing, dpi: int) -> bytes:
        """*drawing* as a PNG picture, by way of the same PDF as for printing; transparent outside of an outline that is
        no rectangle."""
        page = one_up(Piece(drawing), self._options.bleed, marks=False)[0]
        shaped = self._options.presentation.cut_out and not drawing.outline.is_rectangle(drawing.trim)
        return render(write([page], title=drawing.name, language=self._language), 0, dpi, transparent=shaped)

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
