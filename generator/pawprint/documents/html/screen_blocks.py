"""A manuscript -> its blocks for screens: references name their targets, since there are no pages."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pawprint.documents import content
from pawprint.documents.typeset._cross_references import Numbering, numbered, resolved
from pawprint.documents.typeset.structure import plain, titled
from pawprint.documents.typeset.style_reader import DocumentStyle

#: The longest description of a document, in characters.
_DESCRIPTION = 160


def screen_blocks(manuscript: content.Manuscript, sheet: DocumentStyle) -> tuple[content.Block, ...]:
    """The blocks of *manuscript* with a title, and without references."""
    blocks, numbering = numbered(manuscript.blocks, manuscript.page.get("numbered", sheet.numbered))
    uses = _uses(blocks)

    def word(name: str) -> str:
        return sheet.word(name, manuscript.language)

    def change(words: content.Words) -> content.Words:
        if not any(run.page for run in words):
            return words
        return tuple([_titled(run, numbering, word("figure"), word("table")) if run.page else run for run in words])

    blocks = content.map_words(blocks, lambda words: tuple(_with_uses(words, uses)))
    blocks = content.map_words(resolved(blocks, numbering, word, {}, {}), change)
    if not any(heading.level == 1 for heading in content.headings_of(blocks)):
        blocks = (content.Heading(1, (content.TextRun("text", manuscript.title),), "_title", manuscript.span), *blocks)
    return blocks


def _uses(blocks: Iterable[content.Block]) -> dict[str, list[content.Heading]]:
    """Link of a term -> the parts of the document in which it is used."""
    uses: dict[str, list[content.Heading]] = {}
    part: content.Heading | None = None
    for block in content.everything(blocks, (content.Listing,)):
        if isinstance(block, content.Heading):
            part = block if block.level > 1 else part
        elif not isinstance(block, content.Columns | content.PageSection | content.Aside):
            for run in content.runs_of([block]):
                known = uses.setdefault(run.link, []) if _is_term(run) else None
                if known is not None and part is not None and part not in known:
                    known.append(part)
    return uses


def _is_term(run: content.TextRun) -> bool:
    return run.link.startswith(f"#{content.TERM}") and run.kind == "text"


def _with_uses(words: content.Words, uses: Mapping[str, Sequence[content.Heading]]) -> Iterator[content.TextRun]:
    """*words* with the titles of parts in place of the pages on which a term is used."""
    for run in words:
        if run.kind != "reference" or run.text != "pages":
            yield run
            continue
        for number, part in enumerate(uses.get(run.link, ())):
            if number:
                yield content.TextRun("text", ", ")
            yield content.TextRun("text", titled(part.words), link=f"#{part.anchor}")


def _titled(run: content.TextRun, numbering: Numbering, figure: str, table: str) -> content.TextRun:
    """A reference to a page as a reference to the heading, figure or table there."""
    anchor = run.link.removeprefix("#")
    kind, number = numbering.kinds.get(anchor, ""), numbering.numbers.get(anchor, "")
    counted = f"{figure if kind == 'figure' else table}\u00a0{number}" if number else "\u2191"
    return run._replace(text=run.said or counted, page="", said="")


def description(blocks: Iterable[content.Block]) -> str:
    """The first paragraph as plain text, cut after a word; empty if there is none."""
    paragraphs = content.everything(blocks, (content.Listing, content.Aside, content.Columns))
    text = next((plain(block.words) for block in paragraphs if isinstance(block, content.Paragraph)), "")
    if len(text) <= _DESCRIPTION:
        return text
    return text[:_DESCRIPTION].rpartition(" ")[0] + "\u2026"


def anchors_of(blocks: Iterable[content.Block]) -> set[str]:
    """The anchors that links within *blocks* may lead to."""
    anchored = content.Heading | content.Paragraph | content.FigureBlock | content.TableBlock
    return {block.anchor for block in content.everything(blocks) if isinstance(block, anchored)}
