"""The content of documents: blocks of text, tables and pictures, before they have places on pages."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Union

from pawprint.core.source import Span
from pawprint.pieces.placed import Placed
from pawprint.typography.text_style import PLAIN, RunStyle


class TextRun(NamedTuple):
    """Characters of one style within a line of text.

    Attributes:
        kind: `text`; `icon` (then *text* is its name); `break` (a new line); `reference` (then *text* is one of
            `REFERENCES`, and *link* what it is to), which `cross_references.resolved` makes a text of.
        link: where it leads: `#anchor` within the document, or an address; empty for nowhere.
        said: what an icon is called for those who cannot see it; as its file, if empty. Of a number of a page, the
            title of the part that stands there, for documents without pages.
        page: of a text that is the number of a page, its template: `p. {0}`.
    """

    kind: str
    text: str
    style: RunStyle = PLAIN
    link: str = ""
    said: str = ""
    page: str = ""


#: What a reference prints: the page of its anchor, the number of a figure or table, the number or title of a part,
#: its title, or any name of the target; the pages on which a term is used.
REFERENCES = ("page", "figure", "table", "section", "title", "name", "pages")
#: What the anchors of terms begin with.
TERM = "term-"

#: A text, run by run.
Words = tuple[TextRun, ...]


class BlockArt(NamedTuple):
    """A picture made of placed items, its origin at the top left; points.

    Attributes:
        alt: what it shows, for those who cannot see it; empty for decoration.
        span: where the source asks for it.
        shows: component and id of the pieces in it.
    """

    width: float
    height: float
    items: tuple[Placed, ...]
    alt: str
    span: Span
    shows: tuple[tuple[str, str], ...] = ()


class Heading(NamedTuple):
    """A heading. *level* is 1 to 4; 1 is the title of the document. *anchor* is what links name."""

    level: int
    words: Words
    anchor: str
    span: Span


class Paragraph(NamedTuple):
    """A paragraph.

    Attributes:
        style: one of the style sheet: `body`, `lead`, `small`, `caption`.
        heading: the level of the heading that its first, bold words are; 0 if it has none.
    """

    words: Words
    span: Span
    style: str = "body"
    anchor: str = ""
    heading: int = 0


class Listing(NamedTuple):
    """A list: steps that are *numbered*, or have *letters*, from *start* on; or else bullets."""

    items: tuple[tuple["Block", ...], ...]
    span: Span
    numbered: bool = False
    start: int = 1
    letters: bool = False

    def label(self, position: int) -> str:
        """What stands before the item at *position* (from 0): `3.`, `c.`; empty for a bullet."""
        number = self.start + position
        if self.letters:
            return f"{letter(number)}."
        return f"{number}." if self.numbered else ""


def letter(number: int) -> str:
    """The letters for a *number* from 1 on: a, b, ... z, aa, ab, ..."""
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


class TableColumn(NamedTuple):
    """A column of a table.

    Attributes:
        align: `left`, `center` or `right`.
        width: share of the table's width; 0 lets the contents decide.
    """

    head: Words
    align: str = "left"
    width: float = 0.0


class TableCell(NamedTuple):
    """A cell: text, perhaps with a picture before it.

    Attributes:
        head: it says what its row is about.
        across: columns that it covers, for a row that titles a group.
    """

    words: Words
    art: BlockArt | None = None
    head: bool = False
    across: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class TableBlock:
    """A table. A row with one cell across all columns begins a group.

    Attributes:
        anchor: what references name; such a table is counted ("Table 2").
        number: given by `cross_references.numbered`.
        style: of the style sheet: `plain` (rules between rows), `legend` (no head, pictures left, meanings right),
            `dense` (many short rows: card lists).
    """

    columns: tuple[TableColumn, ...]
    rows: tuple[tuple[TableCell, ...], ...]
    span: Span
    caption: Words = ()
    style: str = "plain"
    anchor: str = ""
    number: int = 0


class FigureBlock(NamedTuple):
    """A numbered picture, or several side by side, with a caption.

    Attributes:
        place: `here`, or `side` (beside the text that follows, if the page is wide enough).
        numbered: whether it is counted ("Figure 3").
        anchor: what references name.
        number: given by `cross_references.numbered`.
    """

    art: tuple[BlockArt, ...]
    caption: Words
    span: Span
    place: str = "here"
    numbered: bool = True
    anchor: str = ""
    number: int = 0


class Gallery(NamedTuple):
    """Pictures in rows that may break between pages, each with words below; for proof sheets."""

    items: tuple[tuple[BlockArt, Words], ...]
    span: Span


class Aside(NamedTuple):
    """Blocks in a tinted box: `note`, `tip`, `example`, or a name of the style sheet. *title* may be empty.

    One with the style `sidebar` stands beside the text that follows.
    """

    blocks: tuple["Block", ...]
    span: Span
    style: str = "note"
    title: Words = ()


class Columns(NamedTuple):
    """Blocks that are set in *number* columns of even height; 1 leaves the columns of the page for full width."""

    blocks: tuple["Block", ...]
    span: Span
    number: int = 2


class ContentsBlock(NamedTuple):
    """The table of contents: headings down to *depth* below the title, 1 to 3, with their pages."""

    span: Span
    depth: int = 2


class PageSection(NamedTuple):
    """Blocks on pages of their own: the `cover`, or the `back` page, which is the last one of a folded booklet."""

    blocks: tuple["Block", ...]
    span: Span
    kind: str


class TermList(NamedTuple):
    """The `glossary` or the `index` of the document; paragraphs by the time that anything is typeset."""

    span: Span
    kind: str


class Break(NamedTuple):
    """A new `page`, `column`, `side` (a right-hand page), `spread` (a left-hand one), `cover` or `back`.

    After `fill`, what follows stands at the foot of its page.
    """

    span: Span
    kind: str = "page"


Block = Union[
    Heading,
    Paragraph,
    Listing,
    TableBlock,
    FigureBlock,
    Gallery,
    Aside,
    Columns,
    PageSection,
    ContentsBlock,
    TermList,
    Break,
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Manuscript:
    """A document before it is typeset.

    Attributes:
        name: of the file that is made: `rulebook`, `reference`, `card-list`, ...
        kind: `rulebook` or `reference`, as `--only` has it.
        title: shown by viewers and in running heads.
        page: words of the front matter about pages (paper, columns, style, ...), for the style sheet to read.
        is_list: a checklist or another document that is not for the table.
        automatic: made of every game without being asked for; it is left out where it cannot be made.
    """

    name: str
    kind: str
    title: str
    language: str
    blocks: tuple[Block, ...]
    page: Mapping[str, Any]
    span: Span
    automatic: bool = False
    is_list: bool = False


# --- Walks over blocks ------------------------------------------------------------------------------------------------


def everything(blocks: Iterable[Block], closed: tuple[type, ...] = ()) -> Iterator[Block]:
    """*blocks* and all blocks inside them, in reading order; nothing from inside of the types *closed*."""
    for block in blocks:
        yield block
        if isinstance(block, closed):
            continue
        if isinstance(block, Listing):
            for item in block.items:
                yield from everything(item, closed)
        elif isinstance(block, Aside | Columns | PageSection):
            yield from everything(block.blocks, closed)


def headings_of(blocks: Iterable[Block], closed: tuple[type, ...] = (Listing,)) -> Iterator[Heading]:
    """The headings of *blocks* in reading order."""
    return (block for block in everything(blocks, closed) if isinstance(block, Heading))


def map_words(blocks: Iterable[Block], change: Callable[[Words], Words]) -> tuple[Block, ...]:
    """The same blocks, with each text replaced by what *change* returns for it."""
    return tuple([_with_words(block, change) for block in blocks])


def _with_words(block: Block, change: Callable[[Words], Words]) -> Block:
    match block:
        case Heading() | Paragraph():
            return block._replace(words=change(block.words))
        case Listing():
            return block._replace(items=tuple(map_words(item, change) for item in block.items))
        case TableBlock():
            return replace(
                block,
                columns=tuple(column._replace(head=change(column.head)) for column in block.columns),
                rows=tuple(tuple(cell._replace(words=change(cell.words)) for cell in row) for row in block.rows),
                caption=change(block.caption),
            )
        case FigureBlock():
            return block._replace(caption=change(block.caption))
        case Gallery():
            return block._replace(items=tuple((art, change(words)) for art, words in block.items))
        case Aside():
            return block._replace(blocks=map_words(block.blocks, change), title=change(block.title))
        case Columns() | PageSection():
            return block._replace(blocks=map_words(block.blocks, change))
    return block


def runs_of(blocks: Iterable[Block]) -> list[TextRun]:
    """All runs of all texts in *blocks*."""
    runs: list[TextRun] = []

    def note(words: Words) -> Words:
        runs.extend(words)
        return words

    map_words(blocks, note)
    return runs
