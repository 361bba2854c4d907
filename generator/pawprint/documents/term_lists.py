"""`[[glossary]]` and `[[index]]` -> paragraphs: the terms of a document, what they mean, and where they are used."""

from collections.abc import Mapping, Sequence

from pawprint.documents.markdown_words import Term
from pawprint.documents.word_forms import sentence, sorting
from pawprint.typeset.blocks import Aside, Block, Columns, PageSection, Paragraph, TermList, TextRun

#: Between the words of an entry and its pages.
_APART = "\u2002"


def with_term_lists(blocks: Sequence[Block], terms: Mapping[str, Term]) -> tuple[Block, ...]:
    """*blocks* with paragraphs in place of lists of terms."""
    kinds = _kinds(blocks)
    return _listed(blocks, terms, "glossary" if "glossary" in kinds else "index") if kinds else tuple(blocks)


def _kinds(blocks: Sequence[Block]) -> set[str]:
    found: set[str] = set()
    for block in blocks:
        if isinstance(block, TermList):
            found.add(block.kind)
        elif isinstance(block, Aside | Columns | PageSection):
            found |= _kinds(block.blocks)
    return found


def _listed(blocks: Sequence[Block], terms: Mapping[str, Term], linked: str) -> tuple[Block, ...]:
    """*blocks* with lists; the entries of the kind *linked* are where uses of a term lead."""
    made: list[Block] = []
    for block in blocks:
        if isinstance(block, TermList):
            order = sorted(terms.items(), key=lambda item: sorting(item[1].name))
            for anchor, term in order:
                made += _entry(term, anchor, block.kind, block.kind == linked)
        elif isinstance(block, Aside | Columns | PageSection):
            made.append(block._replace(blocks=_listed(block.blocks, terms, linked)))
        else:
            made.append(block)
    return tuple(made)


def _entry(term: Term, anchor: str, kind: str, linked: bool) -> list[Block]:
    """The paragraphs of a term: its name, in a glossary what it means, and its pages."""
    name = TextRun("text", sentence(term.name), bold=kind == "glossary")
    pages = (TextRun("text", _APART), TextRun("reference", "pages", link=f"#{anchor}"))
    first: Paragraph | None = None
    rest: list[Block] = []
    if kind == "glossary" and term.blocks:
        first, *rest = [block for block in term.blocks if isinstance(block, Paragraph)]  # type: ignore[assignment]
    words = (name, TextRun("text", ": "), *first.words) if first else (name,)
    made: list[Block] = [Paragraph(words, term.span, kind, anchor if linked else ""), *rest]
    last = made[-1]
    assert isinstance(last, Paragraph)
    return [*made[:-1], last._replace(words=(*last.words, *pages), style=kind)]
