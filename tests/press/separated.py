"""Separated pages for the tests of files for a press."""

from functools import cache
from pathlib import Path

from pawprint.core.colour import BLACK, WHITE, Colour, DeclaredColour, ProcessInks
from pawprint.core.geometry import Box, Size
from pawprint.core.length import mm
from pawprint.graphics.ops import DrawBox, Op, Paint
from pawprint.graphics.passes.separation import Separation
from pawprint.press.file_metadata import COATED_PROFILE
from pawprint.press.pdfx import PrintIntent
from pawprint.press.print_profile import PrintProfile
from pawprint.press.sheet_pdf import write
from pawprint.sheets.sheet import Side
from press import sample

YELLOW, FOIL = Colour(240, 200, 30), DeclaredColour(Colour(212, 175, 55), ProcessInks(0, 0.2, 0.8, 0.1), "Foil", True)
CUT = DeclaredColour(Colour(230, 0, 126), ProcessInks(0, 1, 0, 0), "die-cut", True)
CARD_BOX = Box(3 * sample.MM, 3 * sample.MM, sample.CARD.width.pt, sample.CARD.height.pt)


@cache
def profile() -> PrintProfile:
    return PrintProfile(COATED_PROFILE.read_bytes())


def separated_file(sides: tuple[Side, ...], standard: str = "x4") -> bytes:
    """A file for a press with *sides*, which are separated here."""
    separation = Separation(profile())
    pages = [
        side._replace(
            placements=tuple(one._replace(drawing=separation.drawing(one.drawing)) for one in side.placements),
            ops=separation.ops(side.ops),
        )
        for side in sides
    ]
    intent = PrintIntent(profile(), "FOGRA39", standard, separation.spots)
    return write(pages, title="Épreuve", language="fr", intent=intent)


def card_side(*ops: Op) -> Side:
    """A page with one card, in points of the card, and its bleed of 3 mm."""
    placed = sample.placed(sample.drawing(*ops), 3, 3, bleed=3)
    return Side(Size(mm(46), mm(66)), (placed,), (), "Card", CARD_BOX, CARD_BOX.inset(-3 * sample.MM))


def card_with_black_text() -> Side:
    """Black and white text on a yellow ground, a foil and a die line."""
    face = sample.book().typeface("text")
    width, height = sample.CARD.width.pt, sample.CARD.height.pt
    return card_side(
        sample.box(-9, -9, 140, 200, YELLOW),
        sample.text(face, "MMM", 10, 30, 24),
        sample.text(face, "MMM", 10, 60, 24, WHITE),
        DrawBox(10, 80, 40, 40, Paint(fill=FOIL)),
        DrawBox(60, 80, 40, 40, Paint(stroke=BLACK, width=1)),
        DrawBox(0, 0, width, height, Paint(stroke=CUT, width=0.25)),
    )


def sample_file(image: Path | None = None) -> bytes:
    """Sheets in which everything that exists stands at least once."""
    return separated_file((*sample.sides(sample.book(), image), card_with_black_text()))
