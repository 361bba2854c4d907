"""Requests of the page to comment on pieces -> lines of `comments.yaml`; what else is in the file stays as it is."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from pawprint.catalog.comments import FILE, SIDES, PieceComment, comments_of, is_piece, read_comments
from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.files import is_file, read_bounded, write_atomic
from pawprint.core.links import outside
from pawprint.core.source import Source
from pawprint.preview._edit_request import json_numbers, json_object, json_text
from pawprint.preview.watcher import Watcher
from pawprint.source.reader import display_path, read_yaml

#: The largest number of characters of a comment.
MAX_TEXT = 4000
#: The largest number of characters of a name.
MAX_NAME = 80
#: The largest size of the file in bytes.
MAX_BYTES = 1_000_000
#: The length of the period for which requests are counted, in seconds.
PERIOD_S = 60
#: The largest number of requests of a guest in a period.
MAX_PER_GUEST = 10
#: The largest number of requests of all guests in a period.
MAX_REQUESTS = 60
#: The largest coordinate of a comment, in mm.
_MAX_MM = 2000
#: In the folder of a game, for editors; `pawprint schema --write` writes it.
SCHEMA = "schemas/comments.json"
_HEAD = "# What people have said about the pieces, in the preview. Nothing that is printed depends on it.\ncomments:\n"


class TooManyComments(Exception):
    """Guests have sent too many comments within a short time."""


class PieceComments:
    """The comments of the games of a session.

    Args:
        watcher: tells all pages of a new comment.
    """

    def __init__(self, watcher: Watcher) -> None:
        self._watcher, self._session = watcher, watcher.session
        self._requests: deque[tuple[float, str]] = deque()

    def data(self, name: str) -> dict[str, Any]:
        """The comments of the game *name* as plain data.

        Raises:
            KeyError: there is no such game.
        """
        game = self._session.games[name]
        return {"comments": []} if game is None else comments_data(game)

    def request(self, name: str, data: Any, resolves: bool = True, guest: str = "") -> dict[str, Any]:
        """The answer to a request to add, resolve or reopen a comment on a piece of the game *name*.

        Args:
            resolves: whether the one who asks may resolve and reopen comments.
            guest: the address of a guest; empty for the owner, who may send any number.

        Raises:
            ValueError, LookupError: the request is not one that the page sends.
            TooManyComments: guests have sent too many.
        """
        data = json_object(data)
        do = json_text(data.get("do"))
        with self._session.lock:
            if guest:
                self._count(guest)
            game = self._session.games[name]
            if game is None:
                raise LookupError(name)
            findings = Findings()
            known = read_comments(game, findings)
            if findings.failed:
                return {"ok": False, "refused": f"{FILE} has errors; correct it first"}
            path = game.folder / FILE
            before = read_bounded(path, MAX_BYTES).decode("utf-8") if is_file(path) else _beginning(game)
            if do == "add":
                after = _added(before, known, _entry(game, data))
            elif do in ("resolve", "reopen") and resolves:
                comment = {comment.key: comment for comment in known}[json_text(data.get("key"))]
                after = _resolved(before, comment, do == "resolve")
            else:
                raise ValueError(do)
            if guest and len(after) > MAX_BYTES // 2:
                return {"ok": False, "refused": f"{FILE} has no room for more comments of guests"}
            return self._write(game, path, after, [comment.key for comment in known], added=do == "add")

    def _count(self, guest: str) -> None:
        """Count a request of *guest*; raises as `request` does."""
        now = time.monotonic()
        while self._requests and self._requests[0][0] < now - PERIOD_S:
            self._requests.popleft()
        if (
            len(self._requests) >= MAX_REQUESTS
            or [sender for _, sender in self._requests].count(guest) >= MAX_PER_GUEST
        ):
            raise TooManyComments("too many comments within a minute; wait, and send it again")
        self._requests.append((now, guest))

    def _write(self, game: Game, path: Path, text: str, known: list[str], added: bool) -> dict[str, Any]:
        """Write *text* if it has the comments with the keys *known*, and one more if one is *added*."""
        findings = Findings()
        found = [
            comment.key for comment in comments_of(read_yaml(Source(display_path(path), text), findings), findings)
        ]
        as_wanted = found[: len(known)] == known and len(found) == len(known) + added
        if findings.failed or not as_wanted or len(text.encode()) > MAX_BYTES:
            return {"ok": False, "refused": f"it cannot be added to {FILE}; edit that file"}
        if path.is_symlink() or outside(path, game.folder) is not None:
            return {"ok": False, "refused": f"{FILE} is a link; nothing was written"}
        try:
            write_atomic(path, text.encode())
        except OSError as error:
            return {"ok": False, "refused": f"{error.strerror}; nothing was written"}
        self._watcher.publish("comments", game=game.id)
        return {"ok": True, "refused": ""}


def _entry(game: Game, data: Mapping[str, Any]) -> list[str]:
    """The lines of a new comment, without their margin; raises as `request` does."""
    piece, side = json_text(data.get("piece")), json_text(data.get("side"))
    text, person = _clean(json_text(data.get("text"))), _clean(json_text(data.get("name"))).replace("\n", " ")
    if not is_piece(game, piece) or side not in SIDES or not text:
        raise LookupError(piece)
    if len(text) > MAX_TEXT or len(person) > MAX_NAME:
        raise ValueError("too long")
    lines = [f"on: {piece}"]
    point, element = data.get("at"), json_text(data.get("element", ""))
    if len(element) > MAX_NAME or (element and not element.isprintable()):
        raise ValueError(element)
    if point is not None or element:
        lines.append(f"side: {side}")
    if point is not None:
        lines.append(f"at: [{', '.join(f'{round(number, 1):g}' for number in json_numbers(point, 2, _MAX_MM))}]")
    if element:
        lines.append(f"element: {_quoted(element)}")
    lines += [f"name: {_quoted(person)}", f"time: {datetime.now().astimezone():%Y-%m-%d %H:%M}"]
    return [*lines, *_lines_of_text(text), "resolved: false"]


def _beginning(game: Game) -> str:
    """The lines of a new file: where its schema is, if the game has one, and what it is."""
    has_schema = is_file(game.folder / SCHEMA)
    return (f"# yaml-language-server: $schema={SCHEMA}\n" if has_schema else "") + _HEAD


def comments_data(game: Game) -> dict[str, Any]:
    """The comments of *game* as plain data."""
    return {"comments": [_shown(comment) for comment in read_comments(game, Findings())]}


def _shown(comment: PieceComment) -> dict[str, Any]:
    values = {name: value for name, value in comment._asdict().items() if name != "node"}
    return values | {"key": comment.key}


def _added(before: str, known: list[PieceComment], lines: list[str]) -> str:
    """The text of the file with a new comment at its end."""
    before = before if before.strip() else _HEAD
    margin = " " * (_column(before, known[-1]) if known else 4)
    entry = "\n".join(margin + line if line else "" for line in lines)
    return f"{before.rstrip()}\n{margin[2:]}- {entry.lstrip()}\n"


def _first_key(comment: PieceComment) -> int:
    return min(key.start for key in comment.node.keys.values())


def _column(before: str, comment: PieceComment) -> int:
    """How many characters stand before a field of *comment* in its line."""
    first = _first_key(comment)
    return first - (before.rfind("\n", 0, first) + 1)


def _resolved(before: str, comment: PieceComment, resolved: bool) -> str:
    """The text of the file in which *comment* is resolved, or open again."""
    word = "true" if resolved else "false"
    known = comment.node.get("resolved")
    if known is not None:
        return before[: known.span.start] + word + before[known.span.end :]
    first = _first_key(comment)
    in_braces = before[comment.node.start : comment.node.start + 1] == "{"
    end = ", " if in_braces else "\n" + " " * _column(before, comment)
    return f"{before[:first]}resolved: {word}{end}{before[first:]}"


def _clean(text: str) -> str:
    """*text* without characters that YAML or a terminal cannot have."""
    lines = text.replace("\r\n", "\n").replace("\t", " ").split("\n")
    kept = ("".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in line) for line in lines)
    return "\n".join(line.rstrip() for line in kept).strip()


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _lines_of_text(text: str) -> list[str]:
    """A text as lines of YAML: readable ones, where it has several."""
    if "\n" not in text:
        return [f"text: {_quoted(text)}"]
    return ["text: |-", *(f"  {line}" if line else "" for line in text.split("\n"))]
