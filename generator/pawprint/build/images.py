"""Pieces as PNG pictures, one alone or all of a component on one sheet, by way of the same PDF as for printing."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pawprint.core.colour import Colour
from pawprint.core.geometry import Box, Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.draw.lower import Lowering
from pawprint.draw.passes.guides import cut_out, with_bleed, with_guides
from pawprint.draw.passes.low_ink import LowInk
from pawprint.draw.passes.vision import SimulatedVision
from pawprint.faces.placed import PlacedText
from pawprint.impose.imposition import Piece, one_up
from pawprint.impose.sheet import Placement, Side
from pawprint.press.png import render
from pawprint.press.sheet_pdf import write
from pawprint.typography.textbox import TextStyle

if TYPE_CHECKING:
    from pawprint.catalog.model import Component, Game, Record
    from pawprint.draw.ops import Drawing
    from pawprint.faces.composer import Composer
    from pawprint.faces.placed import Face

#: Between the pieces of a contact sheet, and below each for its name; points.
_GAP, _NAME = 6.0, 9.0
_GREY = Colour(90, 90, 90)
_STYLE = TextStyle(size=6, min_size=3, align="center", valign="middle")
#: A contact sheet is so many times as wide as high, if its pieces allow it.
_SHAPE = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageOptions:
    """How a piece is shown.

    Attributes:
        side: `face` or `back`.
        bleed: how much of the art beyond the cut is shown.
        proof: draw trim, bleed and safe outlines.
        low_ink: as it prints with little ink.
        sight: as eyes of one of `pawprint.core.colour_vision.SIMULATIONS` see it; "" for all colours.
    """

    side: str = "face"
    bleed: Length = ZERO
    proof: bool = False
    low_ink: bool = False
    sight: str = ""


class _Shower:
    """Draws pieces of a game in one language as *look* says."""

    def __init__(self, composer: Composer, game: Game, language: str, look: ImageOptions) -> None:
        self._composer = composer
        self._game = game
        self._language = language
        self._look = look
        self._lowering = Lowering()
        self._thrift = LowInk()
        self._sight = SimulatedVision(look.sight) if look.sight else None

    def drawing(self, record: Record) -> Drawing | None:
        """The drawing of one piece; None where there is nothing to draw, or after a finding."""
        composer, look = self._composer, self._look
        side = composer.face if look.side == "face" else composer.back
        face: Face | None = side(self._game, record, self._language)
        if face is None:
            return None
        drawing = self._lowering.drawing(face)
        if look.low_ink:
            drawing = self._thrift.drawing(drawing)
        if self._sight:
            drawing = self._sight.drawing(drawing)
        drawing = with_bleed(drawing, look.bleed)
        if look.proof:
            return with_guides(drawing, face.safe)
        return drawing if look.bleed else cut_out(drawing)


def picture_of(
    composer: Composer, game: Game, record: Record, language: str, look: ImageOptions, dpi: int
) -> bytes | None:
    """One face or back as PNG; None after a finding."""
    drawing = _Shower(composer, game, language, look).drawing(record)
    if drawing is None or composer.findings.failed:
        return None
    page = one_up(Piece(drawing), look.bleed, marks=False)[0]
    return render(write([page], title=drawing.name, language=language), 0, dpi)


def contact_sheet(
    composer: Composer, game: Game, component: Component, language: str, look: ImageOptions, dpi: int
) -> bytes | None:
    """Every piece of *component* on one PNG, in the order of the catalog and with its id; None after a finding, or
    where there is no piece.

    Args:
        dpi: as many as asked for; fewer if the picture would have sides of more than 8,000 pixels.
    """
    shower = _Shower(composer, game, language, look)
    drawn = [(record, shower.drawing(record)) for record in game.pieces(component.name)]
    shown = [(record, drawing) for record, drawing in drawn if drawing is not None]
    if not shown or composer.findings.failed:
        return None
    trim, beyond = shown[0][1].trim, look.bleed.pt
    across, down = trim.width.pt + 2 * beyond + _GAP, trim.height.pt + 2 * beyond + _GAP + _NAME
    columns = min(len(shown), max(1, round(math.sqrt(len(shown) * _SHAPE * down / across))))
    rows = -(-len(shown) // columns)
    placements: list[Placement] = []
    names: list[PlacedText] = []
    for index, (record, drawing) in enumerate(shown):
        x, y = _GAP + index % columns * across, _GAP + index // columns * down
        clip = Box(x, y, across - _GAP, down - _GAP - _NAME)
        placements.append(Placement(drawing, (1.0, 0.0, 0.0, 1.0, x + beyond, y + beyond), clip))
        below = Box(x, clip.bottom, clip.width, _NAME)
        names.append(PlacedText(composer.setter.set(record.id, _STYLE, below, _GREY, language, lambda _: None)))
    size = Size(_points(columns * across + _GAP), _points(rows * down + _GAP))
    sheet = Side(size, tuple(placements), Lowering().ops(tuple(names)))
    most = int(8_000 / max(size.width.pt, size.height.pt) * 72)
    title = f"{game.id} {component.name}"
    return render(write([sheet], title=title, language=language), 0, max(1, min(dpi, most)))


def _points(points: float) -> Length:
    return mm(points * 25.4 / 72)
