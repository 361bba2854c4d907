"""An error of the YAML parser -> its place, and how to correct it."""

import re
from typing import NamedTuple

#: Quoted texts, and comments, which begin after white space or a bracket.
_QUOTED_OR_COMMENT = re.compile(r""""(?:\\.|[^"\\])*"|'(?:''|[^'])*'|(?<![^\s\[{,])#[^\n]*""", re.S)
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3,4}){1,2}(?![0-9a-zA-Z])")
_PAIRS = {"[": "]", "{": "}"}
_UNCLOSED = "what opens here is not closed"
_COLON = "a text that contains ': ' needs quotes around it"


class SyntaxFault(NamedTuple):
    """Where the mistake is, and what to do; *problem* replaces the words of the parser if it is not empty."""

    offset: int
    help: str
    problem: str = ""


class SyntaxState(NamedTuple):
    """What the parser had read when it met an error.

    Attributes:
        offset: where it could not go on.
        context: what it was doing, in its words.
        before: where that began, if it says so.
        opening: where the innermost bracket that is open begins, if there is one.
        last: start and end of the last value that was complete; equal if there was none.
    """

    text: str
    offset: int
    context: str
    before: int | None
    opening: int | None
    last: tuple[int, int]


def syntax_fault(state: SyntaxState) -> SyntaxFault:
    """The mistake behind an error, as far as it can be known."""
    text, offset, before = state.text, state.offset, state.before
    ahead, sign = text[text.rfind("\n", 0, offset) + 1 : offset], text[offset : offset + 1]
    if re.match(r"[ \-]*\t", ahead + sign):
        return SyntaxFault(offset, "indent with spaces; YAML does not allow tabs")
    if "flow" in state.context and state.opening is not None:
        return _in_brackets(text, state.opening, offset)
    if not text[offset:].strip():
        opening = next((place for place in (before, state.opening) if place is not None), len(text))
        if text[opening : opening + 1] in ("[", "{", '"', "'"):
            return SyntaxFault(opening, _UNCLOSED)
    if "quoted" in state.context and "\\" in text[offset - 1 : offset + 1]:
        return SyntaxFault(offset, "write \\\\ for a backslash, or put the text in single quotes")
    begin = offset if before is None or "scanning" not in state.context or "key" in state.context else before
    if text[begin : begin + 1] in tuple("@`*&>|%?,") and not re.search(r"[\]}]\s*$", ahead):
        return SyntaxFault(begin, f"a text that begins with '{text[begin]}' needs quotes around it")
    if before is not None and "simple key" in state.context:
        return SyntaxFault(before, "write a colon and a value after this word, or a dash and a space before it")
    return _after_quotes(text, offset, *state.last) or _in_lines(text, offset, ahead, state.context)


def _in_brackets(text: str, opening: int, offset: int) -> SyntaxFault:
    """The mistake in a list or mapping in brackets, which opens at *opening*."""
    for token in _QUOTED_OR_COMMENT.finditer(text, opening, offset):
        colour = _COLOUR.match(token[0])
        if colour or (token[0][0] == "#" and re.search(r"[\]}]", token[0])):
            help = f"put quotes around the colour: '{colour[0]}'" if colour else "put the text with # in quotes"
            return SyntaxFault(token.start(), help, "# and the rest of the line are a comment")
    sign, inside = text[offset : offset + 1], text[opening + 1 : offset].rstrip()
    if sign in ("]", "}"):
        return SyntaxFault(
            offset, f"the '{text[opening]}' that is open here must be closed with '{_PAIRS[text[opening]]}'"
        )
    below = text.count("\n", opening, offset) > 0
    if not text[offset:].strip() or (below and _indent(text, offset) <= _indent(text, opening)):
        return SyntaxFault(opening, _UNCLOSED)
    if sign == ",":
        return SyntaxFault(offset, "write a value between the commas, or remove one of them")
    if sign == ":":
        behind_value = re.search(r"[^\s:,\[{]\s+(\S+)$", inside)
        if not behind_value:
            return SyntaxFault(offset, _COLON)
        return SyntaxFault(offset, f"a comma is missing before '{behind_value[1]}', or quotes around a text with ': '")
    torn = re.search(r"[^\s:,\[{][^:,\[{]*$", inside)
    if sign in ("[", "{") and torn and text[offset - 1] not in " \n":
        help = f'put the text in quotes, all of it: "{torn[0]}{sign}..."'
        return SyntaxFault(offset - len(torn[0]), help, f"a text without quotes ends at '{sign}'")
    word = re.match(r"""["'\w-]*""", text[offset:])
    named = f" before {word[0]}" if word and word[0] else ""
    more = ", or the quotes do not enclose the whole text" if inside.endswith(('"', "'")) else ""
    return SyntaxFault(offset, f"a comma is missing{named}{more}")


def _after_quotes(text: str, offset: int, start: int, end: int) -> SyntaxFault | None:
    """The mistake if something follows a value that is complete, on its line."""
    quote = text[start : start + 1]
    if start == end or text[end:offset].strip(" ") or quote not in ("'", '"', "[", "{"):
        return None
    if quote in _PAIRS:
        if text[offset] in _PAIRS.values():
            return SyntaxFault(offset, "remove this bracket: none is open here")
        return SyntaxFault(start, f"a text that begins with '{quote}' needs quotes around it")
    if "\n" in text[start:end]:
        line = text.count("\n", 0, end) + 1
        return SyntaxFault(start, f"this quote is not closed before line {line}, where another one opens")
    inside = "'' for an apostrophe" if quote == "'" else '\\" for a quotation mark'
    return SyntaxFault(offset, f"put all of the text in the quotes, and write {inside} inside them")


def _in_lines(text: str, offset: int, ahead: str, context: str) -> SyntaxFault:
    """The mistake in a list or mapping whose lines are indented; *ahead* is on the line before *offset*."""
    sign = text[offset : offset + 1]
    if sign == ":":
        if re.search(r":\s", ahead):
            return SyntaxFault(offset, _COLON)
        above = text[: offset - len(ahead)].rstrip()
        begin = above.rfind("\n") + 1
        joined = re.match(r"[ -]*(?:-(?=\w)|[\w-]+:(?=[^\s:]))", above[begin:])
        if joined:
            return SyntaxFault(begin + joined.end() - 1, f"write a space after this '{joined[0][-1]}'")
        return SyntaxFault(offset, "indent this line less: the line above has a value already, or needs quotes")
    if sign == "-":
        if ahead.strip():
            return SyntaxFault(offset, "begin a list on a new line, below its name")
        return SyntaxFault(offset, "put this dash below the other dashes of its list, or indent it below a name")
    if text[: offset - len(ahead)].rstrip().endswith("\n..."):
        return SyntaxFault(offset, "remove the line ... above, which ends the document")
    if not ahead.strip() and "block" in context:
        return SyntaxFault(offset, "begin this line in the same column as the lines above that belong with it")
    return SyntaxFault(offset, "look at this line and the one above: indentation, quotes and brackets must pair up")


def _indent(text: str, offset: int) -> int:
    line = text[text.rfind("\n", 0, offset) + 1 :]
    return len(line) - len(line.lstrip(" "))
