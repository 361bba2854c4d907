"""Words -> CommonMark: emphasis, links, icons as small pictures; what would be a sign of Markdown is escaped."""

import re
from collections.abc import Callable, Container
from itertools import groupby

from pawprint.core.source import Span
from pawprint.hypertext.html_text import set_words
from pawprint.typeset.blocks import TextRun, Words

#: The picture of an icon, as Markdown.
WriteIcon = Callable[[TextRun, Span], str]

_SIGNS = re.compile(r"([\\`*_\[\]<>|~$])|&(?=#?\w+;)")
#: At the beginning of a block: signs of headings, lists, quotes and rules.
_BEGINNING = re.compile(r"(?:[#+\-=]|\d{1,9}(?=[.)]))")


def escaped(text: str) -> str:
    """*text* as Markdown that prints it, within a block."""
    return _SIGNS.sub(lambda match: f"\\{match[0]}", text)


def begun(line: str) -> str:
    """A line that begins a block and is a text."""
    match = _BEGINNING.match(line)
    if match is None:
        return line
    end = match.end() if line[0].isdigit() else 0
    return f"{line[:end]}\\{line[end:]}"


class MarkdownText:
    """Writes the texts of one document.

    Args:
        anchors: what links may lead to.
    """

    def __init__(self, language: str, write_icon: WriteIcon, anchors: Container[str]) -> None:
        self._language, self._write_icon, self._anchors = language, write_icon, anchors

    def line(self, words: Words, span: Span) -> str:
        """*words* on one line; a new line within them is `<br>`."""
        parts = []
        for link, linked in groupby(set_words(words, self._language), key=lambda run: run.link):
            inside = self._runs(list(linked), span)
            if link and (not link.startswith("#") or link[1:] in self._anchors) and inside.strip():
                inside = f"[{inside}]({_address(link)})"
            parts.append(inside)
        return " ".join("".join(parts).split(" ")).strip()

    def _runs(self, runs: list[TextRun], span: Span) -> str:
        groups = [
            (bold, italic, "".join(self._run(run, span) for run in alike))
            for (bold, italic), alike in groupby(runs, key=lambda run: (run.bold, run.italic))
        ]
        parts = []
        for number, (bold, italic, text) in enumerate(groups):
            before, after = groups[number - 1 : number] or [_NOTHING], groups[number + 1 : number + 2] or [_NOTHING]
            parts.append(_emphasised(text, bold, italic, _end(before[0], -1), _end(after[0], 0)))
        return "".join(parts)

    def _run(self, run: TextRun, span: Span) -> str:
        if run.kind == "icon":
            return self._write_icon(run, span)
        return "<br>" if run.kind == "break" else escaped(run.text.replace("\n", " "))


#: A character that has marks of its own.
_MARKED = "*"
#: Nothing beside a text.
_NOTHING = (False, False, "")


def _end(group: tuple[bool, bool, str], at: int) -> str:
    """The first or last character of a group; `_MARKED` where marks are."""
    bold, italic, text = group
    end = text[at:][:1] if at < 0 else text[:1]
    return _MARKED if (bold or italic) and end.strip() else end


def _emphasised(text: str, bold: bool, italic: bool, before: str, after: str) -> str:
    """*text* with the marks of its looks, which touch words and not spaces.

    Args:
        before, after: the characters beside it, or `_MARKED`; where asterisks would not be read as marks, tags are.
    """
    inside = text.strip()
    if not inside or not (bold or italic):
        return text
    left, right = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    stuck = _MARKED in (before if not left else "", after if not right else "")
    stuck |= (before.isalnum() and not left and not inside[0].isalnum()) or (
        after.isalnum() and not right and not inside[-1].isalnum()
    )
    for wanted, mark, tag in ((italic, "*", "em"), (bold, "**", "strong")):
        if wanted:
            inside = f"<{tag}>{inside}</{tag}>" if stuck else f"{mark}{inside}{mark}"
    return f"{left}{inside}{right}"


def _address(link: str) -> str:
    return f"<{link}>" if re.search(r"[\s()<>]", link) else link
