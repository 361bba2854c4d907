"""How a piece is shown in a picture or in the preview."""

from dataclasses import dataclass

from pawprint.core.length import ZERO, Length
from pawprint.draw.passes.presentation import Presentation


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageOptions:
    """Which side of a piece is shown, and how.

    Attributes:
        side: `face` or `back`.
        bleed: how much of the art beyond the trim is shown.
        proof: draw trim, bleed and safe outlines.
        low_ink: as it prints with less ink.
        square: leave the art outside of round corners and other outlines.
        sight: one of `pawprint.core.colour_vision.SIMULATIONS`; empty for unchanged colours.
    """

    side: str = "face"
    bleed: Length = ZERO
    proof: bool = False
    low_ink: bool = False
    square: bool = False
    sight: str = ""

    @property
    def presentation(self) -> Presentation:
        """The passes that show it; a picture without bleed has the shape of the piece, if it is not square."""
        return Presentation(
            low_ink=self.low_ink,
            vision=self.sight,
            bleed=self.bleed,
            cut_out=not (self.bleed or self.proof or self.square),
            guides=self.proof,
        )
