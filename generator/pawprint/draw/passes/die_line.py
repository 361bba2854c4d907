"""Lines that are no print: where a die cuts and folds, as spot inks that overprint."""

from pawprint.core.colour import Colour
from pawprint.core.inks import DeclaredColour, ProcessInks
from pawprint.core.picture import Path
from pawprint.draw.ops import DrawPath, Paint

#: The usual names of these inks.
CUT, CREASE = "die-cut", "Crease"
#: Of a line, in points.
_WEIGHT = 0.25
_CUT_SHOWN = Colour(230, 0, 126), ProcessInks(0.0, 1.0, 0.0, 0.0)
_CREASE_SHOWN = Colour(0, 158, 224), ProcessInks(1.0, 0.0, 0.0, 0.0)


def cut_line(path: Path, ink: str = CUT) -> DrawPath:
    """A line along which the die cuts.

    Args:
        ink: the name of the spot ink that the print shop asks for.
    """
    return DrawPath(path, Paint(stroke=DeclaredColour(*_CUT_SHOWN, ink, True), width=_WEIGHT))


def crease_line(path: Path, ink: str = CREASE) -> DrawPath:
    """A line that the die creases, to be folded."""
    return DrawPath(path, Paint(stroke=DeclaredColour(*_CREASE_SHOWN, ink, True), width=_WEIGHT))
