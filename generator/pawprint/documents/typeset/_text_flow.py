"""Texts -> strips: what all blocks of a document share."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pawprint.core.colour import Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Span
from pawprint.documents.content import TextRun, Words
from pawprint.documents.typeset._document_style import BlockStyle, DocumentStyle
from pawprint.documents.typeset._paragraphs import ParagraphSetter
from pawprint.documents.typeset._strips import Frame, LineInk, Mark, SetLine, Sign, Strip, Unit
from pawprint.documents.typeset.structure import marked, plain
from pawprint.graphics.ops import StructureElement
from pawprint.typography.text_style import BOLD


class Room(NamedTuple):
    """Where blocks are set: from *x* of the column on, *width* points wide; the boxes around them, and the *unit* that
    they are parts of."""

    x: float
    width: float
    frames: tuple[Frame, ...] = ()
    inside: bool = False  # of a list or box, where nothing snaps to the grid
    unit: Unit | None = None


class TextFlow:
    """Makes strips of the texts of one document.

    Args:
        sheet: how it looks. scale: factor on all sizes of text and pictures.
        height: of a whole column, in points; nothing may be higher.
    """

    def __init__(
        self,
        sheet: DocumentStyle,
        shaper: ParagraphSetter,
        language: str,
        findings: Findings,
        height: float,
        scale: float = 1.0,
    ) -> None:
        self.sheet = sheet
        self.shaper = shaper
        self.language = language
        self.findings = findings
        self.height = height
        self.scale = scale
        #: The kind of the pages that are being set: `cover` or `back`; its texts may have styles of their own.
        self.page = ""
        self._styles: dict[str, BlockStyle] = {}

    def style(self, name: str) -> BlockStyle:
        """The text style *name* at the document's scale; body's where there is none."""
        if self.page and f"{self.page}-{name}" in self.sheet.texts:
            name = f"{self.page}-{name}"
        style = self._styles.get(name)
        if style is None:
            texts = self.sheet.texts
            own = texts.get(name) or texts.get("body") or self.sheet.base
            style = self._styles[name] = own.scaled(self.scale)
        return style

    def colour(self, role: str) -> Colour | None:
        """A colour of the sheet."""
        return self.sheet.colours.get(role)

    def counted(self, kind: str, number: int, caption: Words) -> Words:
        """The *caption* of a `figure` or `table` with its number before it, if that is not 0."""
        if not number:
            return caption
        label = f"{self.sheet.word(kind, self.language)} {number}"
        return (TextRun("text", label + (". " if caption else ""), BOLD), *caption)

    def paragraph(
        self,
        words: Words,
        style: BlockStyle,
        span: Span,
        room: Room,
        role: str = "P",
        first: tuple[int, float] = (0, 0.0),
    ) -> tuple[list[Strip], list[StructureElement]]:
        """The lines of a text; no single line of it is left alone at the end or beginning of a column."""
        link = self.colour("link") or style.ink
        element, marks = marked(role, words, style.ink, link)
        lines = self.lines(words, style, marks, span, room.width, first)
        strips = strips_of(lines, style, span, room)
        return strips, [element] if strips else []

    def run_in(
        self, words: Words, level: int, style: BlockStyle, span: Span, room: Room
    ) -> tuple[list[Strip], list[StructureElement]]:
        """The lines of a text whose first, bold words are a heading of that level."""
        plain_ones = (
            at for at, run in enumerate(words) if run.kind == "text" and not run.style.bold and run.text.strip()
        )
        lead = next(plain_ones, len(words))
        link = self.colour("link") or style.ink
        heading, first = marked(f"H{level}", words[:lead], style.ink, link)
        text, others = marked("P", words[lead:], style.ink, link)
        strips = strips_of(self.lines(words, style, [*first, *others], span, room.width), style, span, room)
        if not strips:
            return [], []
        sign = Sign(level, plain(words[:lead]), "")
        return [replace(strips[0], signs=(sign,)), *strips[1:]], [heading, text] if words[lead:] else [heading]

    def lines(
        self,
        words: Words,
        style: BlockStyle,
        marks: Sequence[Mark],
        span: Span,
        width: float,
        first: tuple[int, float] = (0, 0.0),
    ) -> tuple[SetLine, ...]:
        """The lines of a text; a finding where one is too wide."""
        lines, over = self.shaper.lines(self.shaper.shape(words, style.text, marks, span), width, first)
        if over:
            excerpt = plain(words)
            excerpt = excerpt if len(excerpt) <= 30 else excerpt[:29] + "…"
            self.findings.add(
                "overset",
                f"the text '{excerpt}' is {over / 72 * 25.4:.1f} mm too wide for its column",
                span,
                "shorten its longest word, or give it more room",
            )
        return lines


def strips_of(lines: Sequence[SetLine], style: BlockStyle, span: Span, room: Room) -> list[Strip]:
    """A strip for each line; two lines at least stay together at either end."""
    last = len(lines) - 1
    return [
        Strip(
            style.leading,
            (LineInk(room.x, baseline(style, line), line),),
            span,
            before=0.0 if number else style.before,
            after=style.after if number == last else 0.0,
            keep=number in (1, last) and number > 0,
            snap=number == 0 and not room.inside,
            frames=room.frames,
            unit=room.unit,
        )
        for number, line in enumerate(lines)
    ]


def baseline(style: BlockStyle, line: SetLine) -> float:
    """Where a line's baseline stands below the top of its leading: capitals and tails together in the middle."""
    return (style.leading + 0.5 * style.text.size) / 2 + 0.08 * style.text.size
