"""Text for the terminal: the only module that prints, so that no text of a catalog or a file controls the terminal."""

import os
import re
import sys
from typing import Any, TextIO

#: Characters that control a terminal, end a line, or change the direction of the text after them.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
#: Characters that Python does not call printable, but that good typography uses.
_SPACES_AND_HYPHENS = frozenset("\u00a0\u202f\u00ad")


def say(*lines: str) -> None:
    """Print *lines* on standard output."""
    _write(sys.stdout, lines)


def warn(*lines: str) -> None:
    """Print *lines* on standard error."""
    _write(sys.stderr, lines)


def write_json(data: Any) -> None:
    """Print *data* on standard output as JSON, for other programs: every character as it is."""
    import json

    json.dump(data, sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


def _write(stream: TextIO, lines: tuple[str, ...]) -> None:
    stream.writelines(f"{without_control(line)}\n" for line in lines)
    stream.flush()


def without_control(text: str) -> str:
    """*text* with U+FFFD for each character that controls the terminal; tabs and ends of lines are kept."""
    return text if text.isprintable() else _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def is_visible(sign: str) -> bool:
    """True if a character can be seen, or belongs to good typography."""
    return sign.isprintable() or sign in _SPACES_AND_HYPHENS


def open_streams() -> None:
    """Make the three standard streams usable: UTF-8, and the null device for one that the caller has closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            from pathlib import Path

            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - it stays open
        elif mode == "w" and hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
