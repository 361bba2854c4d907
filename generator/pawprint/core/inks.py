"""Colours that know the inks that print them; in files without inks they are colours as all others."""

from typing import NamedTuple

from pawprint.core.colour import Colour


class ProcessInks(NamedTuple):
    """Shares of the four process inks, each 0 (none) to 1 (solid)."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def total(self) -> float:
        """All four together, 0 to 4."""
        return sum(self)


NO_INK = ProcessInks(0.0, 0.0, 0.0, 0.0)
BLACK_INK = ProcessInks(0.0, 0.0, 0.0, 1.0)


class _InkColour(Colour):
    """A colour with inks, which count when it is compared.

    Args:
        colour: what it looks like on a screen.
    """

    inks: ProcessInks | None
    spot: str
    overprint: bool

    def __new__(
        cls, colour: Colour, inks: ProcessInks | None = None, spot: str = "", overprint: bool = False
    ) -> "_InkColour":
        self = super().__new__(cls, *colour)
        self.inks, self.spot, self.overprint = inks, spot, overprint
        return self

    def __getnewargs__(self) -> tuple[Colour, ProcessInks | None, str, bool]:
        return (Colour(*self), *self._printed)

    @property
    def _printed(self) -> tuple[ProcessInks | None, str, bool]:
        return self.inks, self.spot, self.overprint

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and tuple(self) == tuple(other) and self._printed == other._printed

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((*self, *self._printed))


class DeclaredColour(_InkColour):
    """A colour whose inks a palette declares.

    Attributes:
        inks: None to convert the colour as all others.
        spot: the name of an ink of its own; empty for none.
        overprint: the inks below it are kept.
    """


class SeparatedColour(_InkColour):
    """A colour as it is printed.

    Attributes:
        inks: process inks; with a *spot*, those that show it where there is no such ink.
        spot, overprint: see `DeclaredColour`.
    """

    inks: ProcessInks
