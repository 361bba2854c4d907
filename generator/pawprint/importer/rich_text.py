"""Cells with HTML tags, escapes of other programs and stray marks -> rich text of the catalog."""

import html
import re
import unicodedata

from pawprint.typography.markup import has_unclosed_mark

_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)((?:\s[^<>]*)?)/?>")
_ICON = re.compile(r":(?=[a-z][a-z0-9/-]*:)")
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_LINES = ("br", "p", "div", "li", "ul", "ol", "tr", "hr", "n", "nl", "line", "newline")


def to_rich_text(text: str, dropped: set[str]) -> str:
    """*text* as rich text; characters that would be taken for markup are escaped with a backslash.

    Args:
        dropped: collects the names of tags that were left out.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\\13\\", "\n").replace("\\n", "\n")
    text = text.replace("\\", "\\\\").replace("\ufeff", "").replace("\u200b", "")
    text = _ICON.sub(r"\:", text)
    if has_unclosed_mark(text) or re.search(r"(?<![\w*])\*\s|\d\s?\*\s?\d", text):
        text = text.replace("*", r"\*")
    text = _TAG.sub(lambda match: _tag(match, dropped), text)
    text = html.unescape(text)
    text = "".join(sign for sign in text if sign in "\n\t" or unicodedata.category(sign) not in ("Cc", "Cs", "Co"))
    lines = [" ".join(line.split(" ")).strip() for line in text.split("\n")]
    text = re.sub(r"\n{2,}", "\n", "\n".join(lines)).strip("\n")
    text = re.sub(r"\*{4}(?!\*)", "", text)  # <b></b>, and </b><b>
    return re.sub(r"(?<!\\)\*", r"\*", text) if has_unclosed_mark(text) else text


def _tag(match: re.Match[str], dropped: set[str]) -> str:
    name = match[2].lower()
    if name in _MARKS:
        return _MARKS[name]
    if name in _LINES:
        return "\n" if name == "br" or match[1] else "\n• " if name == "li" else "\n"
    dropped.add(name)
    if f"</{name}" in match.string.lower():
        return ""
    glues = re.compile(r"[^\s<]").match(match.string, match.end()) and match.string[: match.start()][-1:].strip()
    return " " if glues else ""


def single_line(text: str) -> str:
    """*text* on one line, for names and other short texts."""
    return " ".join(text.split())
