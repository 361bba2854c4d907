"""Strips: the parts of a column that are never divided, each with its operations.

A line of text, a row of a table, or a figure with its caption is a strip. A strip knows what must stay with it; its
place on a page is found later (`_column_breaks.fill`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pawprint.core.colour import Colour
from pawprint.core.source import Span
from pawprint.graphics.ops import DrawBox, Op, Paint, StructureElement
from pawprint.graphics.traverse import Link


class PageNumber(NamedTuple):
    """The number of the page of *anchor*, which is known when all pages are filled.

    Attributes:
        template: `p. {0}`.
        dots: the x at which dots to the number begin, and their colour; the number then ends at the x of its text.
    """

    anchor: str
    template: str = "{0}"
    dots: tuple[float, Colour] | None = None


class PaintItem(NamedTuple):
    """An operation, and the element of the document's structure that it belongs to; None for decoration.

    Attributes:
        page: the number that a text is.
        bleeds: a box reaches to the edges of the page.
    """

    op: Op
    element: StructureElement | None = None
    page: PageNumber | None = None
    bleeds: bool = False


class Fragment(NamedTuple):
    """Operations with a common origin: a line of text (from the left of its baseline), a picture, or a box; points.

    Attributes:
        ascent: of the typeface of a line; 0 for pictures and boxes.
    """

    x: float
    y: float
    items: tuple[PaintItem, ...]
    links: tuple[Link, ...] = ()
    ascent: float = 0.0

    def moved(self, x: float, y: float) -> "Fragment":
        """The same, moved."""
        return self._replace(x=self.x + x, y=self.y + y)


def box(x: float, y: float, width: float, height: float, colour: Colour, bleeds: bool = False) -> Fragment:
    """A rule or a tint; one that *bleeds* reaches to the edges of the page."""
    return Fragment(x, y, (PaintItem(DrawBox(0.0, 0.0, width, height, Paint(colour)), bleeds=bleeds),))


class Frame(NamedTuple):
    """A box around strips that follow one another; it may go on in the next column.

    Attributes:
        x, width: from the left of the column.
        padding: between the box and its strips, above and below.
        fill: of the box. bar: of the stripe at its side, *bar_width* wide. bar_right: on its right-hand side.
        number: tells boxes apart that look alike.
    """

    number: int
    x: float
    width: float
    padding: float
    fill: Colour | None
    bar: Colour | None
    bar_width: float
    radius: float
    bar_right: bool = False

    def boxes(self, x: float, top: float, bottom: float) -> list[DrawBox]:
        """The ground and the stripe, for a column that begins at *x*."""
        left, height = x + self.x, bottom - top
        boxes: list[DrawBox] = []
        if self.fill is not None:
            boxes.append(DrawBox(left, top, self.width, height, Paint(self.fill), self.radius))
        if self.bar is not None and self.bar_width:
            start = self.width - self.bar_width if self.bar_right else 0.0
            boxes.append(DrawBox(left + start, top, self.bar_width, height, Paint(self.bar)))
        return boxes


class Anchor(NamedTuple):
    """A heading or another target of links. *level* is that of the heading, for bookmarks and running heads, or 0."""

    level: int
    title: str
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class WholeBlock:
    """A table, list or box, which pages divide only where they must; the *penalty* of a table is 1."""

    penalty: float


class Column(NamedTuple):
    """The column, or the part of it, in which blocks are set; points.

    Attributes:
        x: from the left of the whole column.
        frames: boxes around the blocks. whole: the table, list or box that they are part of.
        inside: of a list or box, where nothing snaps to the grid and no figure floats.
    """

    x: float
    width: float
    frames: tuple[Frame, ...] = ()
    inside: bool = False
    whole: WholeBlock | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """A part of a column that is never divided; points.

    Attributes:
        before, after: space above and below, of which the larger one counts between two strips.
        fragments: from the top left of the strip; x from the left of the column.
        keep: it stays with the strip above.
        floats: it may go to the top of the next column, while text goes on.
        snap: it begins on the grid of lines.
        force: what begins here, as a `Break` has it; with `fill`, the foot of the page.
        frames: boxes around it, the outermost first.
        repeat: drawn above it where it begins a column: the head of a table that goes on.
        smaller: the same, if there is little room: each lower than the one before.
        whole: the outermost table, list or box that it is part of.
    """

    height: float
    fragments: tuple[Fragment, ...]
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
    anchors: tuple[Anchor, ...] = ()
    whole: WholeBlock | None = None

    @property
    def line(self) -> Fragment | None:
        """Its first line of text."""
        return next((fragment for fragment in self.fragments if fragment.ascent), None)


#: The strips of blocks, and their elements in reading order.
Flowed = tuple[list[Strip], list[StructureElement]]


def kept_together(strips: Sequence[Strip]) -> list[Strip]:
    """The *strips*, each of which stays with the one above."""
    return [replace(strip, keep=True) if number else strip for number, strip in enumerate(strips)]


def with_space(strips: Sequence[Strip], before: float | None = None, after: float | None = None) -> list[Strip]:
    """The *strips* with another space above the first and below the last; None leaves it."""
    spaced = list(strips)
    if spaced and before is not None:
        spaced[0] = replace(spaced[0], before=before)
    if spaced and after is not None:
        spaced[-1] = replace(spaced[-1], after=after)
    return spaced


def anchored(strips: Sequence[Strip], *anchors: Anchor) -> list[Strip]:
    """The *strips*, the first of which begins with *anchors*; those without a name and a level are left out."""
    named = tuple(anchor for anchor in anchors if anchor.name or anchor.level)
    return [replace(strips[0], anchors=(*strips[0].anchors, *named)), *strips[1:]] if strips and named else list(strips)


def stacked(strips: Iterable[Strip], y: float = 0.0) -> tuple[list[Fragment], float]:
    """The fragments of *strips*, one right below the other from *y* on, and the y of their end."""
    fragments: list[Fragment] = []
    for strip in strips:
        fragments += [fragment.moved(0.0, y) for fragment in strip.fragments]
        y += strip.height
    return fragments, y
