"""Pages of documents: operations that say which part of the text they are, links, and the tree of those parts.

A `Marked` within another one interrupts it; within a symbol or a see-through group it means nothing. The press puts
a space between two lines (or distant parts of a line) itself, and joins a word that ends in a `SOFT_HYPHEN` with what
follows. Between its own `Marked`s, an element's children are read in their order.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pawprint.core.geometry import Box, Size
from pawprint.draw.ops import Op, StructureElement


class Link(NamedTuple):
    """A part of a page that leads somewhere.

    Attributes:
        box: points from the top left of the page.
        target: `#anchor`, or an address that begins with https: or mailto:.
        words: what is read out.
        element: the `Link` of the structure that it belongs to.
    """

    box: Box
    target: str
    words: str
    element: StructureElement


class Bookmark(NamedTuple):
    """An entry of a viewer's outline: *page* counts from 0, *y* is in points from the top, *level* from 1."""

    title: str
    level: int
    page: int
    y: float


class Page(NamedTuple):
    """One page, in points from its top left.

    Attributes:
        ops: everything on it. What is not inside of a `Marked` is decoration.
        number: as printed on it; may be empty.
    """

    size: Size
    ops: tuple[Op, ...]
    links: tuple[Link, ...] = ()
    number: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DocumentInfo:
    """A document, ready for a press.

    Attributes:
        structure: of role `DocumentInfo`, the tree of everything that is read, in the order of reading.
        anchors: name -> (page from 0, y in points from its top).
    """

    title: str
    language: str
    pages: tuple[Page, ...]
    structure: StructureElement
    bookmarks: tuple[Bookmark, ...]
    anchors: Mapping[str, tuple[int, float]]
