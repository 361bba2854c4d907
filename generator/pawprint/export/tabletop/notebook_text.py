"""The documents of a game -> pages of plain text with [b] and [i], as the notebook of Tabletop Simulator shows them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from pawprint.core.length import ZERO
from pawprint.documents.drafts import drafts
from pawprint.hypertext.screen_blocks import screen_blocks
from pawprint.typeset.blocks import (
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
from pawprint.typeset.structure import plain, read_out
from pawprint.typeset.style_reader import sheet_for

if TYPE_CHECKING:
    from pawprint.export.export_source import ExportSource

#: The kinds of documents that players read.
_KINDS = ("rulebook", "reference")
#: The game's font has no narrow spaces.
_NARROW = "\N{NARROW NO-BREAK SPACE}"

_EMPTY_LINES, _BLANKS = re.compile(r"\n\s*\n\s*\n"), re.compile(" +")


class NotebookPage(NamedTuple):
    """A page of a notebook; its lines end with a newline.

    Attributes:
        document: the name of the document, as files have it; *title* is another one for each page.
    """

    document: str
    title: str
    text: str


def notebook_pages(source: ExportSource) -> Iterator[NotebookPage]:
    """The rulebook and the reference sheets of the game, without their figures; not the lists that check its box."""
    game, composer = source.game, source.composer(ZERO)
    findings = composer.findings
    titles: Counter[str] = Counter()
    for draft in drafts(game, source.language, composer, findings, _KINDS):
        if draft.is_list:
            continue
        style = str(draft.page.get("style") or draft.kind)
        sheet = sheet_for(style, game, composer.layouts, float("inf"), findings, draft.span)
        text = "\n".join(_lines(screen_blocks(draft, sheet)))
        titles[draft.title] += 1
        number = titles[draft.title]
        title = draft.title if number == 1 else f"{draft.title} {number}"
        yield NotebookPage(draft.name, title, _EMPTY_LINES.sub("\n\n", text).strip() + "\n")


def _lines(blocks: Iterable[Block], lead: str = "") -> Iterator[str]:
    """The lines of *blocks*, an empty one after each block.

    Args:
        lead: what the first line begins with; the others are indented as far.
    """
    for block in blocks:
        for line in _block(block):
            yield lead + line if line else ""
            lead = " " * len(lead)
        if lead == "":
            yield ""


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading(level, words):
            title = plain(words)
            yield f"[b]{title.upper() if level < 3 else title}[/b]"
        case Paragraph(words):
            yield _marked(words)
        case Listing(items):
            for position, item in enumerate(items):
                yield from _lines(item, f"{block.label(position) or '-'} ")
        case TableBlock():
            heads = [plain(column.head) for column in block.columns]
            if any(heads):
                yield f"[b]{' | '.join(heads)}[/b]"
            for row in block.rows:
                yield " | ".join(_marked(cell.words) for cell in row)
        case FigureBlock(_, caption):
            if caption:
                yield f"[i]{plain(caption)}[/i]"
        case Aside(inner, _, _, title):
            if title:
                yield f"[b]{plain(title)}[/b]"
            yield from _lines(inner)
        case Columns(inner) | PageSection(inner):
            yield from _lines(inner)
        case Gallery(items):
            for _, words in items:
                yield _marked(words)
        case _:  # contents, lists of terms and breaks, which a notebook has no use for
            return


def _marked(words: Words) -> str:
    """*words* with marks for bold and italic letters."""
    line = ""
    for run, text in read_out(words):
        if core := text.strip(" "):
            lead, _, trail = text.partition(core)
            core = f"[i]{core}[/i]" if run.italic else core
            text = lead + (f"[b]{core}[/b]" if run.bold else core) + trail
        line += text
    return _BLANKS.sub(" ", line.replace(_NARROW, "\N{NO-BREAK SPACE}")).strip()
