"""Reads files that a stranger may have made: ordinary files only, of a limited size, and JSON of a limited depth."""

import errno
import json
import os
import re
import stat
from pathlib import Path
from typing import Any, NoReturn

#: The most bytes of a JSON file that Pawprint itself writes; a manifest of 10,000 files has 4 MB.
MAX_JSON_BYTES = 50_000_000

#: How deep the lists and mappings of JSON data may be nested; ours are about ten deep.
MAX_JSON_DEPTH = 200

#: Half of a character, as `\\ud83d` in JSON that has no other half: no file can hold it.
_SURROGATE = re.compile("[\ud800-\udfff]")


class FileTooLarge(OSError):
    """A file has more bytes than allowed.

    Attributes:
        size: its bytes, as far as known.
    """

    def __init__(self, path: Path, size: int, most: int) -> None:
        super().__init__(errno.EFBIG, f"it has {size / 1e6:.1f} MB; {most / 1e6:.0f} are allowed", str(path))
        self.size = size


def is_file(path: Path) -> bool:
    """Whether there is a file at *path*; no name that someone could write makes it raise."""
    try:
        return path.is_file()
    except (OSError, ValueError):  # longer than the system allows, or with a NUL
        return False


def read_bounded(path: Path, most: int) -> bytes:
    """The content of an ordinary file of at most *most* bytes.

    Raises:
        FileTooLarge: it has more.
        OSError: it cannot be read, or is no ordinary file: a pipe would wait for ever, a device would never end.
        ValueError: the name of the file is none, because a NUL is in it.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode):
            raise OSError(errno.EINVAL, "it is not an ordinary file", str(path))
        data = file.read(most + 1)
    if len(data) > most:
        raise FileTooLarge(path, max(len(data), state.st_size), most)
    return data


def read_json(path: Path) -> Any:
    """The data of a JSON file.

    Raises:
        OSError: see `read_bounded`.
        ValueError: it is not JSON in UTF-8, is nested too deeply, or has a number or text that no file can hold.
    """
    return parse_json(read_bounded(path, MAX_JSON_BYTES).decode("utf-8"))


def parse_json(text: str) -> Any:
    """The data of JSON text; raises `ValueError` as `read_json` does."""
    try:
        data = json.loads(text, parse_constant=_refuse_constant, parse_float=_finite)
    except RecursionError:
        raise ValueError("the data are nested too deeply") from None
    if text.count("[") + text.count("{") > MAX_JSON_DEPTH and is_deep(data):  # Python 3.14 reads tens of thousands
        raise ValueError("the data are nested too deeply")
    if "\\ud" in text.lower() and _SURROGATE.search(json.dumps(data, ensure_ascii=False)):
        raise ValueError("a text has half of a character")
    return data


def is_deep(data: Any) -> bool:
    """Whether lists and mappings are nested more than `MAX_JSON_DEPTH` deep."""
    level = [data]
    for _ in range(MAX_JSON_DEPTH + 1):
        level = [
            inner
            for one in level
            if isinstance(one, (list, dict))
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return False
    return True


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number of JSON")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{text} is too large")
    return number
