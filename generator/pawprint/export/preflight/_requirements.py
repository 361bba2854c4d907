"""What a print must meet: numbers that services and printers publish, in one form for all checks."""

from dataclasses import dataclass

from pawprint.core.affine import Matrix
from pawprint.core.geometry import Size
from pawprint.core.length import Length
from pawprint.core.piece_outline import PieceOutline

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
