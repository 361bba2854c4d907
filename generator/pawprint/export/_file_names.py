"""A pattern such as `{component}-{id}-{side}` -> the paths of the files of pieces, which all systems accept."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from string import Formatter
from typing import Any

from pawprint.catalog.model import RecordView
from pawprint.core.files import is_device_name
from pawprint.export.export_source import ExportPiece, ExportSource

#: What a pattern may name: the word -> whether it is a number.
PARTS = {
    **dict.fromkeys(("game", "edition", "language", "component", "id", "name", "side"), False),
    **dict.fromkeys(("number", "copy"), True),
}
#: How a part is added to a pattern, which is the star.
_ADDED = {
    "id": "*-{id}",
    "side": "*-{side}",
    "copy": "*-{copy}",
    "component": "{component}/*",
    "language": "{language}/*",
}
#: Characters that Windows does not allow in names, and those that no terminal shows.
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]+')
#: Bytes of a name; file systems allow 255, and copies add to them.
_LONGEST = 150


class NamePattern:
    """Gives the files of pieces their paths.

    Args:
        pattern: words in braces are those of `PARTS`, slashes make folders; `{number:03}` has leading zeros.
        apart: the parts that tell files apart, of id, side, copy, component and language. They are added if *pattern*
            does not name them.

    Raises:
        ValueError: the pattern cannot be read; the message says why.
    """

    def __init__(self, pattern: str, apart: Iterable[str] = ()) -> None:
        named = _named(pattern)
        for part in apart:
            if part not in named and not (part in ("id", "component") and "number" in named):
                pattern = _ADDED[part].replace("*", pattern)
        self._pattern = pattern
        self._given: set[str] = set()

    def path(self, parts: Mapping[str, str | int], suffix: str) -> str:
        """The path of a file, relative and with slashes; another one each time."""
        safe = {word: part if isinstance(part, int) else _safe(part) for word, part in parts.items()}
        steps = [_step(step) for step in self._pattern.format(**safe).split("/")]
        stem = "/".join(step for step in steps if step)
        path, count = f"{stem}.{suffix}", 1
        while path.casefold() in self._given:  # texts may be equal, or differ in what is replaced
            count += 1
            path = f"{stem}-{count}.{suffix}"
        self._given.add(path.casefold())
        return path


class PieceNames:
    """Names the files of the pieces of *source*.

    Args:
        pattern, apart: see `NamePattern`; component and language tell files apart if there are several of them.
        copies: each copy has a file of its own.
    """

    def __init__(self, source: ExportSource, pattern: str, apart: tuple[str, ...], suffix: str, copies: bool) -> None:
        game, languages = source.game, source.options.languages
        if len([*source.components]) > 1:
            apart += ("component",)
        if len([language for language in game.languages if not languages or language in languages]) > 1:
            apart += ("language",)
        self._pattern = NamePattern(pattern, (*apart, "copy") if copies else apart)
        self._source, self._suffix, self._copies = source, suffix, copies
        self._last: object = None
        self._number = 0

    def entries(self, piece: ExportPiece, side: str, **more: int) -> list[dict[str, Any]]:
        """What a manifest says of the files of a side of *piece*, one or one for each copy; `file` is the path.

        Args:
            side: empty for files of all sides.
        """
        record, source = piece.record, self._source
        if record is not self._last:
            self._last, self._number = record, self._number + 1
        name = RecordView(record, source.language, source.game.edition).fields().get("name")
        own = {"component": piece.component.name, "id": record.id}
        parts: dict[str, str | int] = {
            **own,
            "game": source.game.id,
            "edition": source.game.edition,
            "language": source.language,
            "name": name if isinstance(name, str) and name else record.id,
            "side": side,
            "number": self._number,
        }
        entries: list[dict[str, Any]] = []
        for copy in range(1, piece.copies + 1 if self._copies else 2):
            count = {"copy": copy} if self._copies else {"copies": piece.copies}
            path = self._pattern.path({**parts, "copy": copy}, self._suffix)
            entries.append({"file": path, **own, **({"side": side} if side else {}), **count, **more})
        return entries


def _named(pattern: str) -> set[str]:
    """The words in braces.

    Raises:
        ValueError: there are others than those of `PARTS`, or none can be read.
    """
    try:
        parts = [
            (word if how is None else f"{word}!{how}", form)
            for _, word, form, how in Formatter().parse(pattern)
            if word is not None
        ]
    except ValueError:
        raise ValueError(f"'{pattern}' has a brace without its other one") from None
    for word, form in parts:
        if word not in PARTS:
            raise ValueError(f"'{{{word}}}' is unknown; there are {', '.join(f'{{{part}}}' for part in PARTS)}")
        if form and not (PARTS[word] and re.fullmatch(r"0?\d", form)):
            raise ValueError(f"'{{{word}:{form}}}' cannot be written; numbers may be {{number:03}}")
    return {word for word, _ in parts}


def _safe(text: str) -> str:
    return _FORBIDDEN.sub("-", unicodedata.normalize("NFC", text)).strip()


def _step(name: str) -> str:
    """A name of a file or folder that all systems accept; empty if nothing is left of it."""
    name = _FORBIDDEN.sub("-", name).strip().rstrip(".").lstrip(".").strip()
    name = name.encode("utf-8", "replace")[:_LONGEST].decode("utf-8", "ignore").rstrip(". ")
    return f"_{name}" if is_device_name(name) else name
