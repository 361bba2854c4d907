"""Words -> HTML: emphasis, links and icons, with the spaces and signs that the language wants."""

from collections.abc import Container, Iterable
from html import escape
from itertools import groupby

from pawprint.core.source import Span
from pawprint.documents.content import TERM, TextRun, Words
from pawprint.documents.html.vector_art import PageArt
from pawprint.documents.typeset.structure import is_named
from pawprint.press.web_fonts import UsedCut
from pawprint.typography.languages import set_parts
from pawprint.typography.text_style import TextStyle

#: What a language's rules see of an icon and a new line.
_PLACEHOLDERS = {"icon": "\ufffc", "break": "\n"}
#: The kind of an icon beside its own name.
_NAMED = "named icon"


def set_words(words: Words, language: str) -> Words:
    """*words* with the spaces and signs of *language*."""
    if not words:
        return words
    texts = set_parts([_PLACEHOLDERS.get(run.kind, run.text) for run in words], language)
    return tuple(run._replace(text=text) if run.kind == "text" else run for run, text in zip(words, texts, strict=True))


class HtmlText:
    """Writes the texts of one page.

    Args:
        anchors: what links may lead to; a use of a term that no list explains is plain text.

    Attributes:
        characters: those that the page has in each cut of its fonts.
    """

    def __init__(self, language: str, art: PageArt, anchors: Container[str]) -> None:
        self.language = language
        self._art = art
        self._anchors = anchors
        self.characters: dict[UsedCut, set[str]] = {}

    def plain(self, text: str, style: TextStyle) -> str:
        """A text that the page itself adds."""
        self._note(text, style, False, False)
        return escape(text)

    def html(self, words: Words, style: TextStyle, span: Span) -> str:
        """The inside of an element that has this *style*."""
        parts = []
        runs = [
            run._replace(kind=_NAMED) if run.kind == "icon" and is_named(words, index) else run
            for index, run in enumerate(set_words(words, self.language))
        ]
        for link, linked in groupby(runs, key=lambda run: run.link):
            inside = self._runs(linked, style, span)
            if link.startswith("#"):
                if link[1:] in self._anchors:
                    look = ' class="term"' if link.startswith(f"#{TERM}") else ""
                    inside = f'<a href="{escape(link)}"{look}>{inside}</a>'
            elif link:
                inside = f'<a href="{escape(link)}" rel="noopener noreferrer">{inside}</a>'
            parts.append(inside)
        return "".join(parts).strip()

    def _runs(self, runs: Iterable[TextRun], style: TextStyle, span: Span) -> str:
        parts = []
        for (bold, italic), alike in groupby(runs, key=lambda run: run.style[:2]):
            inside = "".join(self._run(run, style, span) for run in alike)
            if italic and inside.strip():
                inside = f"<em>{inside}</em>"
            if bold and inside.strip():
                inside = f"<strong>{inside}</strong>"
            parts.append(inside)
        return "".join(parts)

    def _run(self, run: TextRun, style: TextStyle, span: Span) -> str:
        if run.kind in ("icon", _NAMED):
            return self._art.icon(run, span, run.kind == _NAMED)
        if run.kind == "break":
            return "<br>"
        self._note(run.text, style, *run.style[:2])
        return escape(run.text, quote=False)

    def _note(self, text: str, style: TextStyle, bold: bool, italic: bool) -> None:
        cut = UsedCut(style.family, style.bold or bold, style.italic or italic)
        self.characters.setdefault(cut, set()).update(text.upper() if style.case == "upper" else text)
