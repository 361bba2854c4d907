"""What pages are filled with: strips, one below the other, none of which is ever divided.

A line of text is a strip, a row of a table is one, a figure with its caption is one. A strip knows what may not be
parted from it; where it stands is found later (`fill`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Union

from pawprint.core.colour import Colour
from pawprint.core.geometry import Box
from pawprint.core.picture import Picture
from pawprint.core.source import Span
from pawprint.documents.content import BlockArt
from pawprint.graphics.ops import DrawBox, StructureElement
from pawprint.typography.metrics import Shaped, Typeface


class Mark(NamedTuple):
    """What a part of a line belongs to: its element (None: decoration), where it leads, its colour; *page* as that of
    a `TextRun`."""

    element: StructureElement | None
    ink: Colour
    link: str = ""
    words: str = ""
    page: str = ""


class TextPiece(NamedTuple):
    """Words of one typeface on a line; x in points from its left, *gap* between two words."""

    x: float
    width: float
    face: Typeface
    words: tuple[Shaped, ...]
    gap: float
    mark: Mark


class IconPiece(NamedTuple):
    """An icon on a line: its box, x from the left of the line and y from its baseline."""

    box: Box
    picture: Picture
    mark: Mark


class SetLine(NamedTuple):
    """A line of text, *width* points wide; its left-hand end stands at *x* of the room it was set in."""

    x: float
    width: float
    pieces: tuple[TextPiece | IconPiece, ...]
    size: float
    tracking: float
    ascent: float
    descent: float


class LineInk(NamedTuple):
    """A line of text on the baseline *y*."""

    x: float
    y: float
    line: SetLine


class ArtInk(NamedTuple):
    """A picture, its top left at (x, y)."""

    x: float
    y: float
    art: BlockArt
    scale: float
    element: StructureElement | None


class BoxInk(NamedTuple):
    """Decoration: a rule, a tint; one that *bleeds* goes on to the edges of the page."""

    box: DrawBox
    bleeds: bool = False


class PageInk(NamedTuple):
    """The number of the page on which *anchor* stands, with its right-hand end at *x* on the baseline *y*; dots lead
    to it from *start*."""

    x: float
    y: float
    start: float
    anchor: str
    face: Typeface
    size: float
    mark: Mark
    dots: Colour


Ink = Union[LineInk, ArtInk, BoxInk, PageInk]


class Frame(NamedTuple):
    """A box around strips that follow one another; it may go on in the next column.

    Attributes:
        x, width: from the left of the column.
        above, below: room between the box and what is in it.
        fill: of the box. bar: of the stripe at its side, *bar_width* wide. bar_right: on its right-hand side.
        number: tells boxes apart that look alike.
    """

    number: int
    x: float
    width: float
    above: float
    below: float
    fill: Colour | None
    bar: Colour | None
    bar_width: float
    radius: float
    bar_right: bool = False

    @property
    def bar_start(self) -> float:
        """How far from *x* the stripe is."""
        return self.width - self.bar_width if self.bar_right else 0.0


class Sign(NamedTuple):
    """A heading that strips begin with: for bookmarks, running heads and links. *level* is 0 for an anchor alone."""

    level: int
    title: str
    anchor: str


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """A table, list or box, which pages divide only where they must: *weight* says how bad that is, 1 for a table."""

    weight: float


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """A part of a column that is never divided; points.

    Attributes:
        before, after: space above and below, of which the larger one counts between two strips.
        inks: what is drawn, from the top left of the strip; x from the left of the column.
        span: what it comes from.
        keep: it may not be parted from the strip above.
        floats: it may go to the top of the next column, while text goes on.
        snap: it begins on the grid of lines.
        force: what begins here, as a `Break` has it; with `fill`, the foot of the page.
        frames: boxes that it is in, the outermost first.
        repeat: drawn above it where it begins a column: the head of a table that goes on.
        smaller: the same, if there is little room: each lower than the one before.
        signs: headings and anchors that begin here.
        unit: what it is a part of, the outermost one.
    """

    height: float
    inks: tuple[Ink, ...]
    span: Span
    before: float = 0.0
    after: float = 0.0
    keep: bool = False
    floats: bool = False
    snap: bool = False
    force: str = ""
    frames: tuple[Frame, ...] = ()
    repeat: "Strip | None" = None
    smaller: tuple["Strip", ...] = ()
    signs: tuple[Sign, ...] = ()
    unit: Unit | None = None


def kept_together(strips: Sequence[Strip]) -> list[Strip]:
    """The *strips*, none of which may be parted from the one above."""
    return [replace(strip, keep=True) if number else strip for number, strip in enumerate(strips)]


def with_space(strips: Sequence[Strip], before: float | None = None, after: float | None = None) -> list[Strip]:
    """The *strips* with another space above the first and below the last; None leaves it."""
    made = list(strips)
    if made and before is not None:
        made[0] = replace(made[0], before=before)
    if made and after is not None:
        made[-1] = replace(made[-1], after=after)
    return made


def anchored(strips: Sequence[Strip], anchor: str) -> list[Strip]:
    """The *strips*, the first of which links may name as *anchor*, if it is not empty."""
    made = list(strips)
    if made and anchor:
        made[0] = replace(made[0], signs=(*made[0].signs, Sign(0, "", anchor)))
    return made
