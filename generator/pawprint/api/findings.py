"""Findings as a list that notebooks show as a table."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from pawprint.core.diagnostics import Diagnostic

#: Code of the findings that scripts make.
OWN = "own-check"


class FindingList(tuple[Diagnostic, ...]):
    """Findings, errors first, each by file and place.

    Each has `code`, `severity`, `message`, `help`, `span` (with `source.name`, `line` and `column`) and `pieces`.
    """

    __slots__ = ()

    def __new__(cls, findings: Iterable[Diagnostic] = ()) -> FindingList:
        """The findings in order."""
        return super().__new__(cls, sorted(findings, key=lambda item: (not item.is_error, item.order)))

    @property
    def errors(self) -> FindingList:
        """The findings that are errors: with them, nothing is printed."""
        return FindingList(item for item in self if item.is_error)

    @property
    def failed(self) -> bool:
        """True if any of them is an error, as for the exit code of `pawprint check`."""
        return any(item.is_error for item in self)

    def text(self) -> str:
        """A line for each finding: place, severity, code, message and help."""
        return "\n".join(_line(item) for item in self)

    def annotations(self) -> str:
        """A line for each finding that GitHub Actions shows beside the line of the catalog."""
        lines = []
        for item in self:
            place = f" file={item.span.source.name},line={item.span.line},col={item.span.column}" if item.span else ""
            message = f"{item.message}; {item.help}" if item.help else item.message
            escaped = message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
            lines.append(f"::{item.severity.value}{place}::{escaped}")
        return "\n".join(lines)

    def __add__(self, other: object) -> FindingList:
        return FindingList((*self, *other)) if isinstance(other, Iterable) else NotImplemented

    def __radd__(self, other: object) -> FindingList:
        return self + other

    def __repr__(self) -> str:
        return f"<{len(self)} findings, {len(self.errors)} errors>" if self else "<no findings>"

    def _repr_html_(self) -> str:
        return self.html()

    def html(self) -> str:
        """A table of severity, place, finding and what to do."""
        rows = "".join(
            f"<tr><td>{escape(item.severity.value)}</td><td><code>{escape(_place(item))}</code></td>"
            f"<td>{escape(item.message)}</td><td>{escape(item.help)}</td></tr>"
            for item in self
        )
        head = "<tr><th>severity</th><th>place</th><th>finding</th><th>what to do</th></tr>"
        return f"<table>{head}{rows}</table>" if self else "<p>no findings</p>"


def _place(item: Diagnostic) -> str:
    return f"{item.span.source.name}:{item.span.line}:{item.span.column}" if item.span else ""


def _line(item: Diagnostic) -> str:
    place = f"{_place(item)}: " if item.span else ""
    return f"{place}{item.severity.value}[{item.code}]: {item.message}" + (f"; {item.help}" if item.help else "")
