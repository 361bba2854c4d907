"""Python as it is being written: lines with the places in the YAML that they come from."""

import re
from typing import NamedTuple

from pawprint.core.source import Span

#: What functions of a program read of the state, by the name that stands for it.
_SHORTCUTS = {"z": "s.places", "v": "s.v", "f": "s.f", "points": "s.points"}


class ProgramLine(NamedTuple):
    """A line, indented by so many levels."""

    depth: int
    text: str
    span: Span | None


class FunctionText:
    """A function of the program, line by line."""

    def __init__(self, head: str, span: Span | None = None) -> None:
        self.head = head
        self.lines: list[ProgramLine] = []
        self.depth = 1
        self.span = span

    def add(self, text: str, span: Span | None = None) -> None:
        """A line at the depth of now."""
        self.lines.append(ProgramLine(self.depth, text, span or self.span))

    def all_lines(self) -> list[ProgramLine]:
        """The whole function, with the shortcuts that it uses."""
        body = "\n".join(line.text for line in self.lines)
        used = [name for name in _SHORTCUTS if re.search(rf"(?<![\w.]){name}\[", body)]
        head = [ProgramLine(0, self.head, self.span)]
        if used:
            head.append(ProgramLine(1, "; ".join(f"{name} = {_SHORTCUTS[name]}" for name in used), self.span))
        return [*head, *(self.lines or [ProgramLine(1, "pass", self.span)])]


class ProgramText:
    """All functions of a program, in order."""

    def __init__(self) -> None:
        self.functions: list[FunctionText] = []

    def lines(self) -> list[ProgramLine]:
        """The lines of all functions."""
        return [line for function in self.functions for line in function.all_lines()]
