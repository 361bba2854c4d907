"""A draft -> its blocks for screens: figures and parts have their numbers, and references name what they lead to, since
there are no pages."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pawprint.documents.typeset._cross_references import Numbering, numbered, resolved
from pawprint.documents.typeset._document_style import DocumentStyle
from pawprint.documents.typeset._map_words import map_words
from pawprint.documents.typeset.blocks import (
    TERM,
    Aside,
    Block,
    Columns,
    Draft,
    FigureBlock,
    Heading,
    Listing,
    PageSection,
    Paragraph,
    TableBlock,
    TextRun,
    Words,
)
from pawprint.documents.typeset.structure import plain, titled

#: The longest description of a document, in characters.
_DESCRIPTION = 160


def screen_blocks(draft: Draft, sheet: DocumentStyle) -> tuple[Block, ...]:
    """The blocks of *draft* with a title, and without references."""
    blocks, numbering = numbered(draft.blocks, draft.page.get("numbered", sheet.numbered))
    uses: dict[str, list[Heading]] = {}
    _note_uses(blocks, uses, None)

    def word(name: str) -> str:
        return sheet.word(name, draft.language)

    def change(words: Words) -> Words:
        if not any(run.page for run in words):
            return words
        return tuple([_titled(run, numbering, word("figure"), word("table")) if run.page else run for run in words])

    blocks = map_words(blocks, lambda words: tuple(_with_uses(words, uses)))
    blocks = map_words(resolved(blocks, numbering, word, {}, {}), change)
    if not any(heading.level == 1 for heading in headings_of(blocks)):
        blocks = (Heading(1, (TextRun("text", draft.title),), "_title", draft.span), *blocks)
    return blocks


def _note_uses(blocks: Iterable[Block], uses: dict[str, list[Heading]], part: Heading | None) -> Heading | None:
    """Add to *uses* the parts in which each term is used; returns the part that is begun last."""

    def look(words: Words) -> Words:
        for run in words:
            known = uses.setdefault(run.link, []) if run.link.startswith(f"#{TERM}") and run.kind == "text" else None
            if known is not None and part is not None and part not in known:
                known.append(part)
        return words

    for block in blocks:
        if isinstance(block, Heading):
            part = block if block.level > 1 else part
        elif isinstance(block, Columns | PageSection | Aside):
            part = _note_uses(block.blocks, uses, part)
        else:
            map_words([block], look)
    return part


def _with_uses(words: Words, uses: Mapping[str, Sequence[Heading]]) -> Iterator[TextRun]:
    """*words* with the titles of parts in place of the pages on which a term is used."""
    for run in words:
        if run.kind != "reference" or run.text != "pages":
            yield run
            continue
        for number, part in enumerate(uses.get(run.link, ())):
            if number:
                yield TextRun("text", ", ")
            yield TextRun("text", titled(part.words), link=f"#{part.anchor}")


def _titled(run: TextRun, numbering: Numbering, figure: str, table: str) -> TextRun:
    """The reference to a page as one to what is there."""
    anchor = run.link.removeprefix("#")
    kind, number = numbering.kinds.get(anchor, ""), numbering.numbers.get(anchor, "")
    counted = f"{figure if kind == 'figure' else table}\u00a0{number}" if number else "\u2191"
    return run._replace(text=run.said or counted, page="", said="")


def headings_of(blocks: Iterable[Block]) -> Iterator[Heading]:
    """The headings of *blocks*, in their order."""
    for block in blocks:
        if isinstance(block, Heading):
            yield block
        elif isinstance(block, Columns | PageSection | Aside):
            yield from headings_of(block.blocks)


def description(blocks: Iterable[Block]) -> str:
    """The first paragraph as plain text, cut after a word; empty where there is none."""
    text = next((plain(words) for words in _paragraphs(blocks)), "")
    if len(text) <= _DESCRIPTION:
        return text
    return text[:_DESCRIPTION].rpartition(" ")[0] + "\u2026"


def _paragraphs(blocks: Iterable[Block]) -> Iterator[Words]:
    for block in blocks:
        if isinstance(block, Paragraph):
            yield block.words
        elif isinstance(block, PageSection):
            yield from _paragraphs(block.blocks)


def anchors_of(blocks: Iterable[Block]) -> set[str]:
    """What links within *blocks* may lead to."""
    found: set[str] = set()
    for block in blocks:
        if isinstance(block, Heading | Paragraph | FigureBlock | TableBlock):
            found.add(block.anchor)
        elif isinstance(block, Listing):
            for item in block.items:
                found |= anchors_of(item)
        elif isinstance(block, Columns | PageSection | Aside):
            found |= anchors_of(block.blocks)
    return found
