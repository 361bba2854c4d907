"""What goes wrong in rules that a user has written -> a finding at the line of their file."""

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source, Span

_HELP = "correct the file; docs/python-rules.md says what each method does"
_DATA_HELP = "correct the file; docs/own-rules.md says what each word does"


class RulesFault(Exception):
    """The file with the rules of a game is wrong.

    Args:
        line: in it, from 1; 0 if it is about the whole file.
    """

    def __init__(self, message: str, path: str, line: int, text: str, help: str = "") -> None:
        super().__init__(message, path, line, text, help)
        self.message, self.path, self.line, self.text = message, path, line, text
        self.help = help or (_DATA_HELP if path.endswith(".yaml") else _HELP)

    def __str__(self) -> str:
        return f"{self.message} ({self.path}:{self.line})" if self.line else f"{self.message} ({self.path})"

    def add_to(self, findings: Findings) -> None:
        findings.add("rules-fault", self.message, fault_span(self), self.help)


def fault_span(fault: RulesFault) -> Span:
    """The line of a fault."""
    return span_of_line(fault.path, fault.text, fault.line)


def span_of_line(path: str, text: str, line: int) -> Span:
    """A line of a file without the spaces at its beginning; the beginning of the file if *line* is 0."""
    source = Source(path, text)
    if not line:
        return Span(source, 0, 0)
    words = source.line(line)
    start = source.offset(line) + len(words) - len(words.lstrip())
    return Span(source, start, max(start, source.offset(line) + len(words.rstrip())))
