"""Messages that several commands print, and how a command ends with an error."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from pawprint.cli.report import write_findings
from pawprint.core.diagnostics import Diagnostic, Findings

if TYPE_CHECKING:
    from pawprint.press.manifest import Print

_MAX_VALUE_LENGTH = 40


def report(findings: Iterable[Diagnostic], consequence: str = "") -> None:
    """Write *findings* to standard error. If one is an error, print *consequence* and end the command with code 1."""
    if not isinstance(findings, Findings):
        collected = Findings()
        collected.extend(findings)
        findings = collected
    write_findings(findings.sorted(), "text", sys.stderr)
    if findings.failed:
        if consequence:
            print(consequence, file=sys.stderr)
        raise typer.Exit(1)


def fail(message: str, help: str = "") -> NoReturn:
    """Print an error without a place, and end the command with code 1."""
    print(f"error: {message}", file=sys.stderr)
    if help:
        print(f"  = help: {help}", file=sys.stderr)
    raise typer.Exit(1)


def plural(count: int, noun: str) -> str:
    """A number of things: `1 sheet`, `3 sheets`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def file_line(path: Path, made: "Print") -> str:
    """The line about a file that was written."""
    size = f"{plural(made.sheets, 'sheet')} of {made.paper}"
    if not made.sheets:
        size = plural(made.pages, "page") + (f" of {made.paper}" if made.paper else "")
    pieces = f", {plural(made.pieces, 'piece')}" if made.sheets and made.pieces else ""
    return f"{path.as_posix()}  {size}{pieces}"


def short_value(text: str) -> str:
    """A value on one line, shortened, without characters that control the terminal."""
    text = " ".join(text.split())
    text = "".join(
        character if character.isprintable() or character in "\u00a0\u202f" else "\N{REPLACEMENT CHARACTER}"
        for character in text
    )
    short = text if len(text) <= _MAX_VALUE_LENGTH else text[: _MAX_VALUE_LENGTH - 1] + "…"
    return short or "(nothing)"
