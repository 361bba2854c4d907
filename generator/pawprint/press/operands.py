"""Numbers, matrices and colours -> how content streams write them, each formatted once."""

from pawprint.core.affine import Matrix
from pawprint.core.colour import Colour
from pawprint.core.inks import ProcessInks, SeparatedColour

#: The size at which a table is emptied: figures share most of their coordinates, other drawings do not.
_MAX_ENTRIES = 50_000


class Numbers(dict[float, str]):
    """Numbers as PDF writes them: no exponent, no superfluous zeros. Each is formatted once.

    Args:
        form: a `%` format.
    """

    def __init__(self, form: str) -> None:
        super().__init__()
        self._form = form

    def __missing__(self, value: float) -> str:
        if not -1e6 < value < 1e6:
            raise ValueError(f"{value} is no place on paper")
        text = self._form % value
        if "e" in text:
            text = f"{value:.6f}"
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        if len(self) > _MAX_ENTRIES:
            self.clear()
        text = self[value] = "0" if text == "-0" else text
        return text


class Matrices(dict[Matrix, str]):
    """Transformations as operators."""

    def __init__(self, number: Numbers) -> None:
        super().__init__()
        self._number = number

    def __missing__(self, matrix: Matrix) -> str:
        if len(self) > _MAX_ENTRIES:
            self.clear()
        text = self[matrix] = f"{' '.join(map(self._number.__getitem__, matrix))} cm"
        return text


class InkTable(dict[Colour, str]):
    """Colours as operators, black and greys by one number so that printers keep them free of colour.

    Args:
        grey, colour: the operators for one number and for three.
        inks: that for four process inks. spot: those that choose the colour space of a spot ink, and its share.
        knock_out, overprint: what stands before inks that remove what is below them, or keep it; graphics states that
            each file with inks has.
    """

    def __init__(
        self, grey: str, colour: str, inks: str, spot: tuple[str, str], knock_out: str = "", overprint: str = ""
    ) -> None:
        super().__init__()
        self._grey, self._colour, self._inks, self._spot = grey, colour, inks, spot
        self._before = knock_out, overprint

    def __missing__(self, ink: Colour) -> str:
        if isinstance(ink, SeparatedColour):
            text = self[ink] = self._before[ink.overprint] + self._separated(ink)
            return text
        parts = [f"{part / 255:.3f}".rstrip("0").rstrip(".") for part in ink]
        same = ink.red == ink.green == ink.blue
        text = self[ink] = f"{parts[0]} {self._grey}" if same else f"{' '.join(parts)} {self._colour}"
        return text

    def _separated(self, ink: SeparatedColour) -> str:
        if ink.spot:
            return f"/{spot_space(ink.spot)} {self._spot[0]} 1 {self._spot[1]}"
        return f"{ink_shares(ink.inks)} {self._inks}"


def ink_shares(inks: ProcessInks) -> str:
    """*inks* as four numbers."""
    return " ".join([f"{part:.3f}".rstrip("0").rstrip(".") for part in inks])


def spot_space(spot: str) -> str:
    """What content calls the colour space of a spot ink, in every file."""
    return f"Spot{spot.encode().hex()}"


#: How numbers, transformations and colours are written; the same in all files.
POINTS = Numbers("%.3f")  # a thousandth of a point is a third of a micrometre
EXACT = Numbers("%.6g")  # for what is enlarged later, whatever its units
MATRICES = Matrices(EXACT)
FILLS = InkTable("g", "rg", "k", ("cs", "scn"), "/KnockOut gs ", "/Overprint gs ")
STROKES = InkTable("G", "RG", "K", ("CS", "SCN"), "", "/OverprintStroke gs ")
