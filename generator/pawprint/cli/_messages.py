"""Messages that several commands print, and how a command ends with an error."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from pawprint.cli._report import write_findings
from pawprint.cli._terminal import is_visible, warn
from pawprint.core.diagnostics import Diagnostic, Findings, PieceId

if TYPE_CHECKING:
    from pawprint.press.manifest import Print

_MAX_VALUE_LENGTH = 40
#: The largest number of pieces that are named; of more, only the number is given.
_MAX_NAMES = 6


def report(findings: Iterable[Diagnostic], consequence: str = "") -> None:
    """Write *findings* to standard error. If one is an error, print *consequence* and end the command with code 1."""
    if write_all(findings):
        if consequence:
            warn(consequence)
        raise typer.Exit(1)


def write_all(findings: Iterable[Diagnostic]) -> bool:
    """Write *findings* to standard error; whether one is an error."""
    collected = Findings()
    collected.extend(findings)
    write_findings(collected.sorted(), "text", sys.stderr)
    return collected.failed


def faulty_pieces(findings: Iterable[Diagnostic]) -> Iterator[str]:
    """For each game a line about its pieces with errors, and one about how to look at them; none if none is known."""
    found = dict.fromkeys(piece for finding in findings if finding.is_error for piece in finding.pieces)
    games: dict[str, list[PieceId]] = {}
    for piece in found:
        games.setdefault(piece.game, []).append(piece)
    for game, pieces in games.items():
        ids = Counter(piece.id for piece in pieces)
        names = [piece.id if ids[piece.id] == 1 else f"{piece.component}/{piece.id}" for piece in pieces]
        more = [f"{len(names) - _MAX_NAMES} more"] if len(names) > _MAX_NAMES + 1 else []
        shown = names[:_MAX_NAMES] if more else names
        *first, last = [*shown, *more]
        listed = f"{', '.join(first)} and {last}" if first else last
        yield f"{plural(len(names), 'piece')} of {game} {'has' if len(names) == 1 else 'have'} errors: {listed}"
        yield f"see one with 'pawprint show {game} {names[0]}', and all with 'pawprint build {game} --draft'"


def fail(message: str, help: str = "") -> NoReturn:
    """Print an error without a place, and end the command with code 1."""
    warn(f"error: {message}")
    if help:
        warn(f"  = help: {help}")
    raise typer.Exit(1)


def plural(count: int, noun: str) -> str:
    """A number of things: `1 sheet`, `3 sheets`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def picture_folder(printed: "Print") -> tuple[str, str] | None:
    """Game and folder of a file that is a picture of a document; None for any other file."""
    return (printed.game, printed.name.rpartition("/")[0]) if printed.name.endswith(".svg") else None


def file_line(path: Path, printed: "Print", pictures: int = 0) -> str:
    """The line about a file that was written.

    Args:
        pictures: of a document, in a folder beside it.
    """
    if not printed.pages:
        beside = f", {plural(pictures, 'picture')}" if pictures and printed.name.endswith(".md") else ""
        return f"{path.as_posix()}  {_size(len(printed.data))}{beside}"
    size = f"{plural(printed.sheets, 'sheet')} of {printed.paper}"
    if not printed.sheets:
        size = plural(printed.pages, "page") + (f" of {printed.paper}" if printed.paper else "")
    pieces = f", {plural(printed.pieces, 'piece')}" if printed.sheets and printed.pieces else ""
    return f"{path.as_posix()}  {size}{pieces}"


def first_to_print(out: Path, prints: "Sequence[Print]") -> str:
    """The line about what to print first; empty if there is only one kind of files."""
    printed: dict[str, set[str]] = {}
    for made in prints:
        if made.pages:
            printed.setdefault(made.folder, set()).add(made.game)
    names = {
        folder: (out / (games.pop() if len(games) == 1 else "GAME") / folder).as_posix()
        for folder, games in printed.items()
    }
    if "sheets" not in names or len(names) < 2:
        return ""
    later = [f"then {names['documents']}"] if "documents" in names else []
    later += [f"{names['lists']} is for checking"] if "lists" in names else []
    return "; ".join([f"print {names['sheets']} first, at 100%", *later])


def _size(count: int) -> str:
    """A number of bytes: `96 kB`, `1.2 MB`."""
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{max(count / 1000, 1):.0f} kB"


def short_value(text: str) -> str:
    """A value on one line, shortened, without characters that control the terminal."""
    text = " ".join(text.split())
    text = "".join([sign if is_visible(sign) else "\N{REPLACEMENT CHARACTER}" for sign in text])
    short = text if len(text) <= _MAX_VALUE_LENGTH else text[: _MAX_VALUE_LENGTH - 1] + "…"
    return short or "(nothing)"
