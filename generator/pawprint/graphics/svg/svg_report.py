"""Findings about one drawing: knows where in the file an attribute of an element is."""

import re

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source, Span

#: Most findings of one file; further ones are dropped.
MAX_FINDINGS = 50

_TAG = re.compile(r"<([^\s/>]*)")
_ATTRIBUTE = re.compile(r"""\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")


class Refused(Exception):
    """The file cannot be read any further; why has been reported."""


class SvgReport:
    """The findings of one drawing: knows where in the text an attribute of an element stands.

    Args:
        findings: takes them.
        name: how messages call the file.
    """

    def __init__(self, findings: Findings, name: str) -> None:
        self._findings = findings
        self._source = Source(name, "")
        self._raw = b""
        self._seen: set[tuple[int, str]] = set()
        self._noted: set[tuple[int, str]] = set()

    @property
    def failed(self) -> bool:
        """True if there are any faults."""
        return bool(self._seen)

    def open(self, text: str, raw: bytes) -> None:
        """From now on places are meant in *text*; *raw* is the same in UTF-8."""
        self._source, self._raw = Source(self._source.name, text), raw

    def add(
        self,
        at: int,
        message: str,
        help: str = "",
        attribute: str = "",
        start: int = 0,
        end: int | None = None,
        *,
        by_name: bool = False,
    ) -> None:
        """Note what is wrong with the element or other markup at byte *at*.

        Args:
            attribute: the attribute meant; or a property, which may be written in `style`.
            start, end: the characters meant of its value; all of them by default.
            by_name: whether its name is meant instead.

        Raises:
            Refused: there are enough of them.
        """
        if (at, message) in self._seen:  # once per place, however often `use` comes along
            return
        self._seen.add((at, message))
        self._findings.add("bad-svg", message, self._span(at, attribute, start, end, by_name), help)
        if len(self._seen) >= MAX_FINDINGS:
            more = f"these are the first {MAX_FINDINGS} faults of the drawing; there may be more"
            self._findings.add("bad-svg", more, self._span(at), "correct these first")
            raise Refused

    def note(self, at: int, message: str, help: str = "", code: str = "svg-as-pixels") -> None:
        """Note how something is printed that cannot be drawn as it is written; this is no fault."""
        if (at, message) not in self._noted and len(self._noted) < MAX_FINDINGS:
            self._noted.add((at, message))
            self._findings.add(code, message, self._span(at), help)

    def refuse(self, at: int, message: str, help: str = "") -> Refused:
        """Note what makes reading on pointless; the caller raises what it gets."""
        self.add(at, message, help)
        return Refused()

    def line(self, at: int) -> int:
        """The line of byte *at*, from 1."""
        return self._source.place(self._offset(at))[0]

    def _offset(self, at: int) -> int:
        return len(self._raw[: max(at, 0)].decode("utf-8", "replace"))

    def _span(
        self,
        at: int,
        attribute: str = "",
        start: int = 0,
        end: int | None = None,
        by_name: bool = False,
    ) -> Span:
        text, offset = self._source.text, self._offset(at)
        tag = _TAG.match(text, offset)
        if not tag:
            return Span(self._source, offset, min(offset + 1, len(text)))
        place = tag.span(1)
        position = tag.end()
        while attribute and (match := _ATTRIBUTE.match(text, position)):
            position = match.end()
            begin, stop = match.span(2 if match[2] is not None else 3)
            if match[1] == attribute and by_name:
                return Span(self._source, *match.span(1))
            if match[1] == attribute:
                # An entity, or a line end of two characters, makes the text longer than its value.
                exact = "&" not in text[begin:stop] and "\r" not in text[begin:stop]
                if exact and end is not None:
                    return Span(self._source, begin + start, begin + min(end, stop - begin))
                return Span(self._source, begin + start if exact else begin, stop)
            if match[1] == "style":
                property = re.compile(rf"(?<![\w-]){re.escape(attribute)}(?=\s*:)").search(text, begin, stop)
                place = property.span() if property else place
        return Span(self._source, *place)
