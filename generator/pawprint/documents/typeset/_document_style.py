"""How a kind of document looks: what `sheets` reads, and all of typesetting goes by."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pawprint.core.colour import BLACK, Colour
from pawprint.typography.text_style import TextStyle


class BlockStyle(NamedTuple):
    """How a block of text looks; points.

    Attributes:
        text: of its words and lines.
        before, after: space above and below; the larger of two that meet counts.
        fill: the ground of a heading, as wide as its column. rule: width of the line below it; 0 for none.
        bleeds: the ground goes on to the edges of the page.
    """

    text: TextStyle
    ink: Colour = BLACK
    before: float = 0.0
    after: float = 0.0
    fill: Colour | None = None
    rule: float = 0.0
    bleeds: bool = False

    @property
    def leading(self) -> float:
        """From baseline to baseline."""
        return self.text.leading * self.text.size

    def scaled(self, by: float) -> BlockStyle:
        """The same, *by* times as large."""
        text = self.text._replace(size=self.text.size * by)
        return self._replace(text=text, before=self.before * by, after=self.after * by)

    def centred(self) -> BlockStyle:
        """The same, its lines centred."""
        return self._replace(text=self.text._replace(align="center"))


class TableStyle(NamedTuple):
    """How a table looks; points.

    Attributes:
        row: room above and below a row's text. cell: between two columns.
        rule, head_rule: widths of the lines below rows and below the head; 0 for none.
        filled: whether it is as wide as its column.
        icons: height of icons in cells where nothing else stands, in cap heights.
    """

    text: BlockStyle
    head: BlockStyle
    group: BlockStyle
    row: float
    cell: float
    rule: float
    head_rule: float
    filled: bool
    icons: float


class AsideStyle(NamedTuple):
    """How a box looks; points. *bar* is the stripe at its left."""

    fill: Colour | None
    bar: Colour | None
    bar_width: float
    pad: float
    radius: float
    title: BlockStyle


class ListStyle(NamedTuple):
    """How lists look: points, and the sign of a bullet."""

    indent: float
    gap: float
    bullet: str


class Running(NamedTuple):
    """Templates of a running line: at the inner and outer margin, and in the middle."""

    inner: str = ""
    center: str = ""
    outer: str = ""


class PageStyle(NamedTuple):
    """What lies under the text of a page.

    Attributes:
        fill: its ground. art: the name of a drawing on it, `None` for that of a more general style.
        face: a face that is composed as large as the page, in place of the drawing; `None` as for `art`.
        place: `cover` (as large as the page), `top`, `bottom` (along that edge), or `tile` (all over the page).
        width: of a drawing that is repeated along an edge or over the page, points; 0 for that of the page.
        colours: of the drawing, by the names that it uses.
        running: whether head and foot are printed.
    """

    fill: Colour | None = None
    art: str | None = None
    place: str = "cover"
    width: float = 0.0
    colours: tuple[tuple[str, Colour], ...] = ()
    running: bool | None = None
    face: str | None = None


#: The pages that have styles of their own, the more special ones last.
PAGE_KINDS = ("all", "left", "right", "first", "last", "cover", "back")


class Margins(NamedTuple):
    """White round the text, in points."""

    top: float
    bottom: float
    inner: float
    outer: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentStyle:
    """How a kind of document looks on paper of one size; points.

    Attributes:
        base: text that no style is given for.
        size: of body text. smallest, largest: what it may become in a document that must fit its pages.
        grid: lines of text stand on multiples of it; 0 for no grid.
        columns, narrowest: so many columns, if none is narrower.
        numbered: whether headings have numbers. link_pages: whether links are followed by their pages.
        pages: by the words of `PAGE_KINDS`. icons: colours of icons in texts; those of the words for all others.
        stretch: how much of themselves spaces may grow so that a page is full. shrink: what a figure may
            become so that it need not go to the next column. sidebar: the width of a box beside text.
        colours: by role. palette: the game's.
    """

    name: str
    base: BlockStyle
    size: float
    smallest: float
    largest: float
    grid: float
    margins: Margins
    mirrored: bool
    columns: int
    narrowest: float
    gutter: float
    balance: bool
    numbered: bool
    link_pages: bool
    head: Running
    foot: Running
    pages: Mapping[str, PageStyle]
    icons: Mapping[str, Colour]
    stretch: float
    sidebar: float
    shrink: float
    texts: Mapping[str, BlockStyle]
    tables: Mapping[str, TableStyle]
    asides: Mapping[str, AsideStyle]
    list: ListStyle
    colours: Mapping[str, Colour]
    palette: Mapping[str, Colour]
    words: Mapping[str, Mapping[str, str]]

    def page(self, kinds: Collection[str]) -> PageStyle:
        """What the pages of all *kinds* that a page is of say together; the more special one decides."""
        made = PageStyle(running=True)
        for kind in PAGE_KINDS:
            style = self.pages.get(kind) if kind == "all" or kind in kinds else None
            if style is None:
                continue
            if style.art is None:
                style = style._replace(art=made.art, place=made.place, width=made.width, colours=made.colours)
            if style.face is None:
                style = style._replace(face=made.face)
            running = made.running if style.running is None else style.running
            made = style._replace(fill=style.fill or made.fill, running=running)
        return made

    def word(self, name: str, language: str) -> str:
        """A word that documents add themselves; English where it is not translated."""
        known = self.words.get(name, {})
        return known.get(language) or known.get(language[:2]) or known.get("en") or name
