"""How a kind of document looks: what `sheets` reads, and all of typesetting goes by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pawprint.core.colour import BLACK, Colour


class Look(NamedTuple):
    """How a text looks; points.

    Attributes:
        leading: from baseline to baseline.
        before, after: space above and below; the larger of two that meet counts.
        tracking: ems. icon_scale: cap heights.
        fill: the ground of a heading, as wide as its column. rule: width of the line below it; 0 for none.
    """

    family: str = "text"
    size: float = 9.5
    leading: float = 13.0
    bold: bool = False
    italic: bool = False
    case: str = "none"
    tracking: float = 0.0
    ink: Colour = BLACK
    align: str = "left"
    hyphenate: bool = False
    balance: bool = False
    before: float = 0.0
    after: float = 0.0
    icon_scale: float = 1.35
    fallback: str = "text"
    fill: Colour | None = None
    rule: float = 0.0

    def scaled(self, by: float) -> Look:
        """The same, *by* times as large."""
        return self._replace(
            size=self.size * by, leading=self.leading * by, before=self.before * by, after=self.after * by
        )


class TableLook(NamedTuple):
    """How a table looks; points.

    Attributes:
        row: room above and below a row's text. cell: between two columns.
        rule, head_rule: widths of the lines below rows and below the head; 0 for none.
        filled: whether it is as wide as its column.
        icons: height of icons in cells where nothing else stands, in cap heights.
    """

    text: Look
    head: Look
    group: Look
    row: float
    cell: float
    rule: float
    head_rule: float
    filled: bool
    icons: float


class AsideLook(NamedTuple):
    """How a box looks; points. *bar* is the stripe at its left."""

    fill: Colour | None
    bar: Colour | None
    bar_width: float
    pad: float
    radius: float
    title: Look


class ListLook(NamedTuple):
    """How lists look: points, and the sign of a bullet."""

    indent: float
    gap: float
    bullet: str


class Running(NamedTuple):
    """Templates of a running line: at the inner and outer margin, and in the middle."""

    inner: str = ""
    center: str = ""
    outer: str = ""


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
        colours: by role. palette: the game's.
    """

    name: str
    base: Look
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
    head: Running
    foot: Running
    texts: Mapping[str, Look]
    tables: Mapping[str, TableLook]
    asides: Mapping[str, AsideLook]
    list: ListLook
    colours: Mapping[str, Colour]
    palette: Mapping[str, Colour]
    words: Mapping[str, Mapping[str, str]]

    def word(self, name: str, language: str) -> str:
        """A word that documents add themselves; English where it is not translated."""
        known = self.words.get(name, {})
        return known.get(language) or known.get(language[:2]) or known.get("en") or name
