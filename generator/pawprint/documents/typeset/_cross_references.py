"""References -> words: numbers of headings, figures and tables; numbers of pages as far as they are known.

Figures and headings have their numbers before anything has a place. The page of an anchor is known once pages are
filled; until then a number of the digits that it had last, or of one digit, keeps its place (`pages` puts in the right
one), so that only a number with another count of digits moves anything.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pawprint.documents import content
from pawprint.documents.typeset.structure import titled
from pawprint.typography.text_style import BOLD

#: Between the number of a heading or rule and its words.
_AFTER_NUMBER = "\u2002"
#: What `numbered` says of a document whose paragraphs have numbers too.
RULES = "rules"


@dataclass(slots=True)
class Numbering:
    """What references of a document may name.

    Attributes:
        kinds: anchor -> `heading`, `paragraph`, `figure` or `table`.
        numbers: anchor -> its number, as printed. titles: anchor -> the words of the heading.
    """

    kinds: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, str] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)


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


def referred_terms(blocks: Sequence[content.Block]) -> bool:
    """True if *blocks* list the pages of terms."""
    return any(run.kind == "reference" and run.text == "pages" for run in content.runs_of(blocks))


def referred_pages(blocks: Sequence[content.Block]) -> set[str]:
    """The anchors of *blocks* whose pages are printed."""
    runs = content.runs_of(blocks)
    return {run.link.removeprefix("#") for run in runs if run.kind == "reference" and run.text == "page"}


def is_numbered(value: object) -> bool:
    """True if *value* may stand for `numbered` in a front matter."""
    return value in (None, RULES) or isinstance(value, bool)


def numbered(blocks: Sequence[content.Block], more: object = None) -> tuple[tuple[content.Block, ...], Numbering]:
    """(*blocks* with numbers for figures and for tables with an anchor; what these numbers are).

    Args:
        more: `numbered` of the front matter. True numbers the headings below the title as well; `RULES` also the
            paragraphs below these headings, in one count with the headings of the next level, and gives letters to
            the items of lists. What is in a box, on a cover or on a back page has no number of this kind.
    """
    counter = _Counter(more is True or more == RULES, more == RULES)
    return counter.counted(blocks), counter.numbering


class _Counter:
    def __init__(self, headings: bool, rules: bool) -> None:
        self._headings = headings
        self._rules = rules
        self._levels = [0, 0, 0, 0]
        self._depth = -1  # of the last heading in `_levels`; below 0 there is none to count under
        self._items = 0  # with letters below the last rule
        self._figures = self._tables = 0
        self.numbering = Numbering()

    def counted(self, blocks: Sequence[content.Block]) -> tuple[content.Block, ...]:
        return tuple([self._one(block) for block in blocks])

    def _one(self, block: content.Block) -> content.Block:
        match block:
            case content.Heading():
                return self._heading(block)
            case content.FigureBlock():
                if block.numbered:
                    self._figures += 1
                    self._name("figure", block.anchor, str(self._figures))
                    return block._replace(number=self._figures)
                self._name("figure", block.anchor, "")
            case content.TableBlock() if block.anchor:
                self._tables += 1
                self._name("table", block.anchor, str(self._tables))
                return replace(block, number=self._tables)
            case content.Paragraph():
                return self._paragraph(block)
            case content.Listing():
                return self._listing(block)
            case content.Columns():
                return block._replace(blocks=self.counted(block.blocks))
            case content.Aside() | content.PageSection():
                return block._replace(blocks=self._without_rules(block.blocks))
        return block

    def _without_rules(self, blocks: Sequence[content.Block]) -> tuple[content.Block, ...]:
        rules, self._rules = self._rules, False
        made = self.counted(blocks)
        self._rules = rules
        return made

    def _paragraph(self, block: content.Paragraph) -> content.Paragraph:
        if not self._rules or self._depth < 0 or block.style != "body" or block.heading or not block.words:
            self._name("paragraph", block.anchor, "")
            return block
        number = self._next(self._depth + 1)
        self._items = 0
        self._name("paragraph", block.anchor, number)
        return block._replace(words=(content.TextRun("text", number + _AFTER_NUMBER, BOLD), *block.words))

    def _listing(self, block: content.Listing) -> content.Listing:
        start, has_letters = self._items + 1, self._rules and self._depth >= 0 and not block.numbered
        items = tuple(self._without_rules(item) for item in block.items)
        if not has_letters:
            return block._replace(items=items)
        self._items += len(items)
        return block._replace(items=items, start=start, letters=True)

    def _next(self, depth: int) -> str:
        """The next number at *depth* of the levels, below those above it."""
        self._levels[depth:] = [self._levels[depth] + 1, *[0] * (len(self._levels) - depth - 1)]
        return ".".join(str(level) for level in self._levels[: depth + 1])

    def _heading(self, block: content.Heading) -> content.Heading:
        self._name("heading", block.anchor, "")
        self.numbering.titles[block.anchor] = titled(block.words)
        if not self._headings or block.level == 1:
            return block
        self._depth, self._items = block.level - 2, 0
        number = self._next(self._depth)
        self.numbering.numbers[block.anchor] = number
        return block._replace(words=(content.TextRun("text", number + _AFTER_NUMBER), *block.words))

    def _name(self, kind: str, anchor: str, number: str) -> None:
        if anchor:
            self.numbering.kinds.setdefault(anchor, kind)
            self.numbering.numbers.setdefault(anchor, number)


def resolved(
    blocks: Sequence[content.Block],
    numbering: Numbering,
    word: Callable[[str], str],
    pages: Mapping[str, int],
    terms: Mapping[str, Sequence[int]],
) -> tuple[content.Block, ...]:
    """*blocks* with texts in place of references.

    Args:
        word: `figure`, `table` and `page` in the language of the document, as the style has them.
        pages: anchor -> the page on which it stood last. terms: anchor of a term -> the pages on which it was used.
    """

    def change(words: content.Words) -> content.Words:
        if all(run.kind != "reference" for run in words):
            return words
        return tuple([_text(run) if run.kind == "reference" else run for run in words])

    def _text(run: content.TextRun) -> content.TextRun:
        anchor = run.link.removeprefix("#")
        kind, title = run.text, numbering.titles.get(anchor, "")
        number = numbering.numbers.get(anchor, "")
        what = numbering.kinds.get(anchor, "")
        if kind == "page":
            template = word("page") if "{0}" in word("page") else "{0}"
            return run._replace(
                kind="text",
                text=template.replace("{0}", str(pages.get(anchor, 0))),
                said=title or number * (what == "paragraph"),
                page=template,
            )
        if kind == "pages":
            return run._replace(kind="text", text=page_ranges(terms.get(anchor, ())) or "0", link="")
        if kind == "name":
            kind = what if what in ("figure", "table") and number else "title"
        if kind in ("figure", "table"):
            text = f"{word(kind)}\u00a0{number}"
        elif number and (kind in ("section", "rule") or what == "paragraph"):
            text = number
        else:
            text = title
        return run._replace(kind="text", text=text)

    return content.map_words(blocks, change)


def with_pages(blocks: Sequence[content.Block]) -> tuple[content.Block, ...]:
    """*blocks* with a reference to its page behind each link within the document."""

    def change(words: content.Words) -> content.Words:
        if not any(_leads_elsewhere(run) for run in words):
            return words
        runs: list[content.TextRun] = []
        for run, following in zip(words, (*words[1:], None), strict=True):
            runs.append(run)
            ends = following is None or following.link != run.link
            if ends and _leads_elsewhere(run):
                around = run._replace(kind="text", link="", said="")
                page = run._replace(kind="reference", text="page")
                runs += [around._replace(text=" ("), page, around._replace(text=")")]
        return tuple(runs)

    return content.map_words(blocks, change)


def _leads_elsewhere(run: content.TextRun) -> bool:
    """True if a run is a link within the document that does not print a page itself."""
    inside = run.link.startswith("#") and not run.link.startswith(f"#{content.TERM}")
    return inside and not (run.kind == "reference" and run.text in ("page", "pages"))
