"""Paragraphs that begin with bold words -> headings in the line, as in a list of questions."""

from collections.abc import Iterable

from pawprint.typeset.blocks import Block, Paragraph


def run_in_headings(blocks: Iterable[Block], around: int) -> list[Block]:
    """The same blocks; a paragraph that begins with bold words has them as a heading below one of level *around*."""
    return [
        block._replace(heading=around + 1) if isinstance(block, Paragraph) and block.words[0].bold else block
        for block in blocks
    ]
