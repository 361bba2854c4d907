"""Operations -> all the operations inside them; the one loop for passes that treat each operation by itself."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, assert_never

from pawprint.core.affine import Matrix, matrix_product
from pawprint.core.geometry import Box, Size
from pawprint.core.paths import points_box
from pawprint.graphics.ops import (
    DrawBox,
    DrawImage,
    Drawing,
    DrawPath,
    DrawText,
    Group,
    Layer,
    LowInkRule,
    Marked,
    Op,
    StructureElement,
    Symbol,
    UseDrawing,
    UseSymbol,
    with_operations,
)

# --- structure ops ----------------------------------------------------------------------------------------------------

# Pages of documents: operations that say which part of the text they are, links, and the tree of those parts.
# A `Marked` within another one interrupts it; within a symbol or a see-through group it means nothing. The press puts
# a space between two lines (or distant parts of a line) itself, and joins a word that ends in a `SOFT_HYPHEN` with what
# follows. Between its own `Marked`s, an element's children are read in their order.


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


# --- traverse ---------------------------------------------------------------------------------------------------------


#: An operation that draws something itself.
DrawOp = DrawBox | DrawPath | DrawText | DrawImage


def flat_ops(ops: Iterable[Op]) -> Iterator[DrawOp]:
    """All operations that draw, in drawing order, inside groups, symbols and drawings as well."""
    for op in ops:
        match op:
            case DrawBox() | DrawPath() | DrawText() | DrawImage():
                yield op
            case Group() | Marked() | LowInkRule():
                yield from flat_ops(op.ops)
            case UseSymbol():
                yield from flat_ops(op.symbol.ops)
            case UseDrawing():
                yield from flat_ops(with_operations(op.drawing).ops)
            case _:
                assert_never(op)


def seen_ops(ops: Iterable[Op], matrix: Matrix, clip: Box | None) -> Iterator[tuple[DrawOp, Matrix, Box | None]]:
    """Like `flat_ops`, each with the matrix that it is drawn under, and the rectangle that can be seen of it at most.

    Args:
        clip: what can be seen of all of them, in the units that *matrix* leads to; None for everything.
    """
    for op in ops:
        match op:
            case DrawBox() | DrawPath() | DrawText() | DrawImage():
                yield op, matrix, clip
            case Group():
                inside = matrix_product(matrix, op.matrix)
                outline = None if op.clip is None else points_box(op.clip)
                part = clip if outline is None else within(clip, outline.mapped(inside))
                if op.clip is None or part is not None:
                    yield from seen_ops(op.ops, inside, part)
            case Marked() | LowInkRule():
                yield from seen_ops(op.ops, matrix, clip)
            case UseSymbol():
                symbol, inside = op.symbol, matrix_product(matrix, op.matrix)
                part = within(clip, Box(symbol.x, symbol.y, symbol.width, symbol.height).mapped(inside))
                if part is not None:
                    yield from seen_ops(symbol.ops, inside, part)
            case UseDrawing():
                part = within(clip, op.drawing.box.mapped(matrix))
                if part is not None:
                    yield from seen_ops(with_operations(op.drawing).ops, matrix, part)
            case _:
                assert_never(op)


def within(clip: Box | None, box: Box) -> Box | None:
    """The part of *box* that a clip shows; None if it shows none. No *clip* shows everything."""
    return box if clip is None else box.intersection(clip)


def map_ops(ops: Iterable[Op], change: Callable[[DrawOp], Op], symbols: dict[Symbol, Symbol]) -> tuple[Op, ...]:
    """*ops* with each operation that draws replaced by what *change* makes of it.

    Args:
        symbols: those that were changed before, so that a symbol stays one symbol.
    """

    def changed(op: Op) -> Op:
        match op:
            case DrawBox() | DrawPath() | DrawText() | DrawImage():
                return change(op)
            case Group() | Marked() | LowInkRule():
                return op._replace(ops=map_ops(op.ops, change, symbols))
            case UseSymbol():
                symbol = op.symbol
                if symbol not in symbols:
                    symbols[symbol] = replace(symbol, ops=map_ops(symbol.ops, change, symbols))
                return op._replace(symbol=symbols[symbol])
            case UseDrawing():
                return UseDrawing(map_drawing(with_operations(op.drawing), change, symbols))
            case _:
                assert_never(op)

    return tuple(changed(op) for op in ops)


def map_drawing(drawing: Drawing, change: Callable[[DrawOp], Op], symbols: dict[Symbol, Symbol]) -> Drawing:
    """*drawing* with its operations changed; see `map_ops`."""
    art, common = (Layer(map_ops(layer.ops, change, symbols)) for layer in (drawing.art, drawing.common))
    return replace(drawing, art=art, common=common)
