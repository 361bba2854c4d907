"""Texts -> strips: what all blocks of a document share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pawprint.core.colour import Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Span
from pawprint.documents.content import BlockArt, TextRun, Words
from pawprint.documents.typeset._paragraphs import Line, ParagraphSetter
from pawprint.documents.typeset._strips import Anchor, Column, Flowed, Strip, anchored
from pawprint.documents.typeset.structure import Mark, marked, plain
from pawprint.documents.typeset.style_reader import BlockStyle, DocumentStyle
from pawprint.graphics.ops import Op
from pawprint.typography.languages import is_right_to_left
from pawprint.typography.text_style import BOLD

#: The most characters of a text that a message quotes.
_EXCERPT = 30


@dataclass(eq=False, kw_only=True)
class TextFlow:
    """Makes strips of the texts of one document.

    Attributes:
        sheet: the style of the document.
        draw: the operations of a picture.
        height: of a whole column, in points; nothing may be higher.
        scale: factor on all sizes of text and pictures.
        page: the kind of the pages that are being set, `cover` or `back`, whose texts may have styles of their own; or
            empty.
    """

    sheet: DocumentStyle
    shaper: ParagraphSetter
    draw: Callable[[BlockArt], tuple[Op, ...]]
    findings: Findings
    height: float
    scale: float = 1.0
    page: str = ""
    _styles: dict[str, BlockStyle] = field(default_factory=dict)

    @property
    def is_right_to_left(self) -> bool:
        """True if columns run from the right to the left."""
        return is_right_to_left(self.shaper.language)

    def style(self, name: str) -> BlockStyle:
        """The text style *name* at the document's scale; that of the body if the sheet has none."""
        if self.page and f"{self.page}-{name}" in self.sheet.texts:
            name = f"{self.page}-{name}"
        style = self._styles.get(name)
        if style is None:
            texts = self.sheet.texts
            own = texts.get(name) or texts.get("body") or self.sheet.base
            style = self._styles[name] = own.scaled(self.scale)
        return style

    def colour(self, role: str) -> Colour | None:
        """A colour of the sheet by its role."""
        return self.sheet.colours.get(role)

    def paragraph(
        self,
        words: Words,
        style: BlockStyle,
        span: Span,
        column: Column,
        role: str = "P",
        first: tuple[int, float] = (0, 0.0),
    ) -> Flowed:
        """The lines of a text; *first* is a number of lines at its beginning, and their width."""
        element, marks = marked(role, words, style.ink, self.colour("link") or style.ink)
        strips = strips_of(self.lines(words, style, marks, span, column.width, first), style, span, column)
        return strips, [element] if strips else []

    def run_in(self, words: Words, level: int, style: BlockStyle, span: Span, column: Column) -> Flowed:
        """The lines of a text whose first, bold words are a heading of that level."""
        after = (at for at, run in enumerate(words) if run.kind == "text" and not run.style.bold and run.text.strip())
        lead = next(after, len(words))
        link = self.colour("link") or style.ink
        heading, first = marked(f"H{level}", words[:lead], style.ink, link)
        text, others = marked("P", words[lead:], style.ink, link)
        lines = self.lines(words, style, [*first, *others], span, column.width)
        strips = anchored(strips_of(lines, style, span, column), Anchor(level, plain(words[:lead]), ""))
        elements = [heading, text] if words[lead:] else [heading]
        return strips, elements if strips else []

    def lines(
        self,
        words: Words,
        style: BlockStyle,
        marks: Sequence[Mark],
        span: Span,
        width: float,
        first: tuple[int, float] = (0, 0.0),
    ) -> tuple[Line, ...]:
        """The lines of a text; a finding if a line is too wide."""
        lines, over = self.shaper.lines(self.shaper.shape(words, style.text, marks, span), width, first)
        if over:
            excerpt = plain(words)
            excerpt = excerpt if len(excerpt) <= _EXCERPT else excerpt[: _EXCERPT - 1] + "…"
            message = f"the text '{excerpt}' is {over / 72 * 25.4:.1f} mm too wide for its column"
            self.findings.add("overset", message, span, "shorten its longest word, or give it more room")
        return lines


def counted(sheet: DocumentStyle, language: str, kind: str, number: int, caption: Words) -> Words:
    """The *caption* of a `figure` or `table` with its number before it, if that is not 0."""
    if not number:
        return caption
    return (TextRun("text", f"{sheet.word(kind, language)} {number}{'. ' if caption else ''}", BOLD), *caption)


def strips_of(lines: Sequence[Line], style: BlockStyle, span: Span, column: Column) -> list[Strip]:
    """A strip for each line; two lines at least stay together at either end."""
    last = len(lines) - 1
    return [
        Strip(
            style.leading,
            (line.fragment.moved(column.x, baseline(style)),),
            span,
            before=0.0 if number else style.before,
            after=style.after if number == last else 0.0,
            keep=number in (1, last) and number > 0,
            snap=number == 0 and not column.inside,
            frames=column.frames,
            whole=column.whole,
        )
        for number, line in enumerate(lines)
    ]


def baseline(style: BlockStyle) -> float:
    """The depth of a baseline below the top of its leading: capitals and tails together are in the middle."""
    return (style.leading + 0.5 * style.text.size) / 2 + 0.08 * style.text.size
