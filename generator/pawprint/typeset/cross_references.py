"""References -> words: numbers of headings, figures and tables; numbers of pages as far as they are known.

Figures and headings have their numbers before anything has a place. The page of an anchor is known once pages are
filled; until then a number of the digits that it had last, or of one digit, keeps its place (`pages` puts in the right
one), so that only a number with another count of digits moves anything.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pawprint.typeset.blocks import (
    TERM,
    Aside,
    Block,
    Columns,
    FigureBlock,
    Heading,
    Listing,
    PageSection,
    Paragraph,
    TableBlock,
    TextRun,
    Words,
)
from pawprint.typeset.map_words import map_words
from pawprint.typeset.structure import titled

#: Between the number of a heading and its words.
_AFTER_NUMBER = "\u2002"


@dataclass(slots=True)
class Numbering:
    """What references of a document may name.

    Attributes:
        kinds: anchor -> `heading`, `figure` or `table`.
        numbers: anchor -> its number, as printed. titles: anchor -> the words of the heading.
    """

    kinds: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, str] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)


def everything(blocks: Sequence[Block]) -> Iterator[Block]:
    """*blocks* and all that is in them, in the order of reading."""
    for block in blocks:
        yield block
        match block:
            case Listing():
                for item in block.items:
                    yield from everything(item)
            case Aside() | Columns() | PageSection():
                yield from everything(block.blocks)


def page_ranges(pages: Sequence[int]) -> str:
    """Numbers of pages, rising, as `2, 5–7`."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    return ", ".join(
        str(run[0]) if len(run) == 1 else f"{run[0]}, {run[1]}" if len(run) == 2 else f"{run[0]}–{run[-1]}"
        for run in runs
    )


def referred_terms(blocks: Sequence[Block]) -> bool:
    """Whether *blocks* list the pages of terms."""
    found: list[TextRun] = []

    def look(words: Words) -> Words:
        found.extend(run for run in words if run.kind == "reference" and run.text == "pages")
        return words

    map_words(blocks, look)
    return bool(found)


def referred_pages(blocks: Sequence[Block]) -> set[str]:
    """The anchors of *blocks* whose pages are printed."""
    found: set[str] = set()

    def look(words: Words) -> Words:
        found.update(run.link.removeprefix("#") for run in words if run.kind == "reference" and run.text == "page")
        return words

    map_words(blocks, look)
    return found


def numbered(blocks: Sequence[Block], headings: bool) -> tuple[tuple[Block, ...], Numbering]:
    """(*blocks* with numbers for figures, for tables with an anchor, and for *headings* if asked; what they are)."""
    counter = _Counter(headings)
    return counter.counted(blocks), counter.numbering


class _Counter:
    def __init__(self, headings: bool) -> None:
        self._headings = headings
        self._levels = [0, 0, 0]
        self._figures = self._tables = 0
        self.numbering = Numbering()

    def counted(self, blocks: Sequence[Block]) -> tuple[Block, ...]:
        return tuple([self._one(block) for block in blocks])

    def _one(self, block: Block) -> Block:
        match block:
            case Heading():
                return self._heading(block)
            case FigureBlock():
                if block.numbered:
                    self._figures += 1
                    self._name("figure", block.anchor, str(self._figures))
                    return block._replace(number=self._figures)
                self._name("figure", block.anchor, "")
            case TableBlock() if block.anchor:
                self._tables += 1
                self._name("table", block.anchor, str(self._tables))
                return replace(block, number=self._tables)
            case Paragraph() if block.anchor:
                self._name("paragraph", block.anchor, "")
            case Listing():
                return block._replace(items=tuple(self.counted(item) for item in block.items))
            case Aside() | Columns() | PageSection():
                return block._replace(blocks=self.counted(block.blocks))
        return block

    def _heading(self, block: Heading) -> Heading:
        self._name("heading", block.anchor, "")
        self.numbering.titles[block.anchor] = titled(block.words)
        if not self._headings or block.level == 1:
            return block
        depth = block.level - 2
        self._levels[depth:] = [self._levels[depth] + 1, *[0] * (2 - depth)]
        number = ".".join(str(level) for level in self._levels[: depth + 1])
        self.numbering.numbers[block.anchor] = number
        return block._replace(words=(TextRun("text", number + _AFTER_NUMBER), *block.words))

    def _name(self, kind: str, anchor: str, number: str) -> None:
        if anchor:
            self.numbering.kinds.setdefault(anchor, kind)
            self.numbering.numbers.setdefault(anchor, number)


def resolved(
    blocks: Sequence[Block],
    numbering: Numbering,
    word: Callable[[str], str],
    pages: Mapping[str, int],
    terms: Mapping[str, Sequence[int]],
) -> tuple[Block, ...]:
    """*blocks* with texts in place of references.

    Args:
        word: `figure`, `table` and `page` in the language of the document, as the style has them.
        pages: anchor -> the page on which it stood last. terms: anchor of a term -> the pages on which it was used.
    """

    def change(words: Words) -> Words:
        if all(run.kind != "reference" for run in words):
            return words
        return tuple([_text(run) if run.kind == "reference" else run for run in words])

    def _text(run: TextRun) -> TextRun:
        anchor = run.link.removeprefix("#")
        kind, title = run.text, numbering.titles.get(anchor, "")
        number = numbering.numbers.get(anchor, "")
        what = numbering.kinds.get(anchor, "")
        if kind == "page":
            template = word("page") if "{0}" in word("page") else "{0}"
            return run._replace(
                kind="text", text=template.replace("{0}", str(pages.get(anchor, 0))), said=title, page=template
            )
        if kind == "pages":
            return run._replace(kind="text", text=page_ranges(terms.get(anchor, ())) or "0", link="")
        if kind == "name":
            kind = what if what in ("figure", "table") and number else "title"
        if kind in ("figure", "table"):
            text = f"{word(kind)}\u00a0{number}"
        elif kind == "section" and number:
            text = number
        else:
            text = title
        return run._replace(kind="text", text=text)

    return map_words(blocks, change)


def with_pages(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """*blocks* with a reference to its page behind each link within the document."""

    def change(words: Words) -> Words:
        if not any(_leads_elsewhere(run) for run in words):
            return words
        made: list[TextRun] = []
        for run, following in zip(words, (*words[1:], None), strict=True):
            made.append(run)
            ends = following is None or following.link != run.link
            if ends and _leads_elsewhere(run):
                around = run._replace(kind="text", link="", said="")
                page = run._replace(kind="reference", text="page")
                made += [around._replace(text=" ("), page, around._replace(text=")")]
        return tuple(made)

    return map_words(blocks, change)


def _leads_elsewhere(run: TextRun) -> bool:
    """Whether a run is a link within the document that does not print a page itself."""
    inside = run.link.startswith("#") and not run.link.startswith(f"#{TERM}")
    return inside and not (run.kind == "reference" and run.text in ("page", "pages"))
