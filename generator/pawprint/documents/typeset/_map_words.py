"""Blocks -> the same blocks with each text replaced by what a function returns for it."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from pawprint.documents.typeset.blocks import (
    Aside,
    Block,
    Columns,
    FigureBlock,
    Gallery,
    Heading,
    Listing,
    PageSection,
    Paragraph,
    TableBlock,
    Words,
)

Change = Callable[[Words], Words]


def map_words(blocks: Iterable[Block], change: Change) -> tuple[Block, ...]:
    """The same blocks, with each text replaced by what *change* returns for it."""
    return tuple(_changed(block, change) for block in blocks)


def _changed(block: Block, change: Change) -> Block:
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
