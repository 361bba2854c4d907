"""How a sheet is printed and cut: paper, flip, bleed, marks. It knows no piece and places none."""

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pawprint.core.geometry import Insets, Size
from pawprint.core.length import ZERO, Length, mm

if TYPE_CHECKING:
    from pawprint.core.piece_outline import DieSheet
    from pawprint.sheets.machine_sheet import MachineSheet

#: The widest bleed between pieces on a sheet; more is wasted paper.
MAX_BLEED = mm(5)

#: What most home printers reach, with a little caution (print-production reference, section 2.1).
NORMAL_MARGIN = Insets.even(mm(5))

#: From the fold to the nearest trim, and the height of a line of 6 pt.
NORMAL_FOLD_GAP = mm(5)
NORMAL_SLUG = mm(2.5)

#: What two sheets of a piece larger than the paper have in common, and what of it goes with each cut at a joint:
#: a cut that is a little off then shows no white.
NORMAL_OVERLAP = mm(10)
CUT_LOSS = mm(1)


class Duplex(enum.Enum):
    """How backs get behind their faces; the values are the words of printer dialogs."""

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    GUTTERFOLD = "gutterfold"  # printed on one side, folded along the middle and glued
    OFF = "off"  # faces only


class Marks(enum.Enum):
    """The marks that guide the knife."""

    CROP = "crop"  # short lines outside the bleed
    GRID = "grid"  # hairlines along every trim, across the pieces
    NONE = "none"


class Flip(enum.Enum):
    """The axis about which a sheet flips, or folds."""

    TURN = "turn"  # vertical axis: sideways, like the page of a book
    TUMBLE = "tumble"  # horizontal axis: head over foot


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SheetPlan:
    """The properties of sheets that do not depend on the size of the pieces.

    Attributes:
        paper: as it lies in the printer dialog, portrait or landscape.
        margin: the unprintable margin on each side of the paper.
        bleed: 0 to 5 mm; neighbours stand two bleeds apart, or share their cut line when it is 0.
        back_bleed: how far backs may bleed where there is room (the outside, the fold); None: as `bleed`.
        fold_gap: least distance from the fold to the nearest trim (gutterfold only).
        slug_height: the height of the strip for name and version; 0 for none.
        die: the places of all pieces, if they are given; the paper is then that of the die.
        overlap: the overlap of neighbouring sheets of a piece larger than the paper; more than two cut losses.
        machine: the requirements of the cutting machine; None for a knife.

    Raises:
        ValueError: a length out of range. A bug in the caller: the command line refuses such values.
    """

    paper: Size
    margin: Insets = NORMAL_MARGIN
    duplex: Duplex = Duplex.LONG_EDGE
    bleed: Length = ZERO
    back_bleed: Length | None = None
    marks: Marks = Marks.CROP
    fold_gap: Length = NORMAL_FOLD_GAP
    slug_height: Length = NORMAL_SLUG
    overlap: Length = NORMAL_OVERLAP
    die: "DieSheet | None" = None
    machine: "MachineSheet | None" = None

    def __post_init__(self) -> None:
        if not ZERO <= self.bleed <= MAX_BLEED:
            raise ValueError(f"bleed is {self.bleed}; it must be 0 to {MAX_BLEED}")
        margin = self.margin
        lengths = (margin.top, margin.right, margin.bottom, margin.left, self.fold_gap, self.slug_height)
        if min(*lengths, self.bleed_of_backs) < ZERO:
            raise ValueError("margins, back bleed, fold gap and slug height must not be negative")
        if self.overlap <= 2 * CUT_LOSS:
            raise ValueError(f"overlap is {self.overlap}; nothing of it is left beside the cuts")

    @property
    def flip(self) -> Flip | None:
        """How the printed sheet flips: None when only one side of the paper is printed.

        Long edge means turn on a portrait (or square) paper and tumble on a landscape one.
        """
        portrait = self.paper.height >= self.paper.width
        match self.duplex:
            case Duplex.LONG_EDGE:
                return Flip.TURN if portrait else Flip.TUMBLE
            case Duplex.SHORT_EDGE:
                return Flip.TUMBLE if portrait else Flip.TURN
            case Duplex.GUTTERFOLD | Duplex.OFF:
                return None

    @property
    def gutter(self) -> Length:
        """Space between neighbours: each owns the half of it."""
        return 2 * self.bleed

    @property
    def bleed_of_backs(self) -> Length:
        """The bleed that backs would like to have."""
        return self.bleed if self.back_bleed is None else self.back_bleed

    @property
    def fold_distance(self) -> Length:
        """From the fold to the nearest trim; the bleed must end before the fold."""
        return max(self.fold_gap, self.bleed)

    @property
    def inset(self) -> Size:
        """The larger of the left and right margins, and of the top and bottom ones; may be 0.

        A grid that keeps these is inside the printable area and can be centred on the paper.
        """
        margin = self.margin
        return Size(max(margin.left, margin.right), max(margin.top, margin.bottom))
