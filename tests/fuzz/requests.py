"""Requests to the preview, and its answers to them, in pieces of any size, but without a network."""

import io
import json
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from fuzz.mutators import mutate_json, text_mutator, words_of

_HEAD = "Host: 127.0.0.1:8765\r\nOrigin: http://127.0.0.1:8765\r\nX-Pawprint-Token: {token}\r\n"


def _get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\n{_HEAD}\r\n".encode()


def _request(path: str, body: bytes) -> bytes:
    head = f"POST {path} HTTP/1.1\r\n{_HEAD}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def _post(path: str, data: Any) -> bytes:
    return _request(path, json.dumps(data).encode())


_CELL = {"component": "animals", "id": "hare", "field": "name.en", "was": "Hare", "text": "Brown hare"}
_CELLS = {"name.fr": "Taupe", "name.en": "Mole", "level": "1", "diet": "plants"}
_ADDED = [
    {"component": "animals", "id": "mole", "behind": "hare", "cells": _CELLS},
    {"component": "animals", "id": "shrew", "behind": "mole", "cells": _CELLS},
    {"component": "animals", "id": "vole", "behind": "vole", "cells": {}},
]
_GONE = [{"component": "animals", "id": "vixen"}]
_VIEW = "lang=en&side=face"
_MOVE = {"component": "animals", "id": "hare", "view": _VIEW, "element": 3, "across": 0.1, "down": 1.0, "at": ""}
_PATHS = (
    "/ /games /game/den /findings/den /records/den /comments/den /picture/den/animals/hare?lang=en "
    "/numbers/den /progress "
    "/picture/den/animals/fox?lang=fr&side=back&bleed=1&scale=2 /elements/den/animals/hare?lang=en "
    "/printers /share /runs "
    "/changes/den?since=build /before/den/animals/hare?lang=en /events /assets/main.js /favicon.ico /print/1/0/1.png "
    "/made/1/x.pdf"
)
_COMMENT = {"do": "add", "piece": "animals/hare", "side": "face", "at": [1, 2.5], "name": "A", "text": "b"}
#: Bodies of requests, by their paths.
BODIES: dict[str, list[Any]] = {
    "/comment/den": [
        _COMMENT, {**_COMMENT, "at": None, "element": "name", "text": "a\nb"}, {"do": "resolve", "key": "00"},
    ],
    "/edit/den": [
        {"do": "save", "changes": [_CELL]}, {"do": "save", "additions": _ADDED, "removals": _GONE}, {"do": "undo"},
        {"do": "save", "changes": [_CELL], "additions": _ADDED[:2]}, {"do": "redo"}, {"do": "move", **_MOVE},
        {"do": "draft", "changes": [_CELL], "component": "animals", "id": "hare", "views": [_VIEW]},
        {"do": "moved draft", **_MOVE, "views": [_VIEW]},
    ],
    "/command/den": [
        {"do": "export", "target": "png", "options": {"lang": "en", "low-ink": True}, "cards": ["animals/hare"]},
        {"do": "build", "options": {"only": "cards", "changed": True}}, {"do": "printed", "options": {}},
    ],
    "/open/place": [{"place": "den/cards.yaml:2:3"}],
}  # fmt: skip
REQUESTS = [
    *map(_get, words_of(_PATHS)),
    *(_post(path, body) for path, bodies in BODIES.items() for body in bodies),
    _post("/play/den", {"do": "offer"}),
]  # fmt: skip
_LINES = (
    "Content-Length: 0\nContent-Length: 5\nContent-Length: -1\nContent-Length: +5\nContent-Length: 9999999999999999\n"
    "Transfer-Encoding: chunked\nHost: 127.0.0.1:8765\nHost: evil.example\nHost:\nConnection: keep-alive\n"
    "Connection: close\nExpect: 100-continue\nContent-Type: application/json\nContent-Type:\nX: \u00e9\n: \n x\n"
    "GET / HTTP/1.1\nGET / HTTP/0.9\nGET /\nPUT / HTTP/1.1\nGET http://[ HTTP/1.1\nGET * HTTP/1.1\nHEAD / HTTP/2.0\n"
    "If-None-Match: *\nSec-Fetch-Site: cross-site\nRange: bytes=0-\nUpgrade: h2c\n\n"
).encode()


def mutate_head(data: bytes, random: Random) -> bytes:
    """Changes the lines of a request, and sends another one behind it now and then."""
    if random.random() < 0.3:
        data += random.choice(REQUESTS)
    words = ["1.0", "1.1", "0.9", "GET", "POST", "HEAD", "Content-Length", "Host", "Transfer-Encoding", "9" * 5000, ":"]
    return text_mutator(words, [_LINES])(data, random)


def mutate_request(data: bytes, random: Random) -> bytes:
    """Changes the head of a request, or the JSON in its body; its length is right again, mostly."""
    head, _, body = data.partition(b"\r\n\r\n")
    if body and random.random() < 0.8:
        body = mutate_json(body, random)
        head = re.sub(rb"Content-Length: \d+", b"Content-Length: %d" % len(body), head)
    else:
        head = text_mutator(["..", "%2f", "%00", "//", "?", "&", "=", "#", "[", "lang", "den", "animals"])(head, random)
    return head + b"\r\n\r\n" + body


class _Connection:
    """What a handler needs of a connection: the request, and a place for the answer."""

    def __init__(self, request: bytes) -> None:
        self.request, self.answer = request, 0

    def makefile(self, *_: Any) -> io.BytesIO:
        return io.BytesIO()

    def recv_into(self, buffer: Any) -> int:
        size = min(len(buffer), 1 + len(self.request) % 700)
        part, self.request = self.request[:size], self.request[size:]
        buffer[: len(part)] = part
        return len(part)

    def sendall(self, data: bytes) -> None:
        self.answer += len(data)

    def settimeout(self, _: float) -> None:
        """It never waits."""

    def setsockopt(self, *_: Any) -> None:
        """It has no options."""


def _fail(line: str) -> None:
    """Raise what the preview could not answer."""
    raise sys.exception() or AssertionError(line)


@cache
def _server() -> Any:
    """The server of the project in the current folder; of this process only."""
    from concurrent.futures import Executor, Future, ThreadPoolExecutor
    from types import SimpleNamespace

    from pawprint.preview.print_pages import PrintPages
    from pawprint.preview.server import Server, ServerOptions
    from pawprint.preview.session import Session
    from pawprint.preview.watcher import Watcher
    from pawprint.preview.worker import Worker

    def not_made(*_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(LookupError("other readers do this"))
        return future

    class NoWorker(Worker):
        """A worker that does nothing, since its work is that of other readers."""

        def __init__(self) -> None:
            self._progress = SimpleNamespace(value=b"")
            self._folders, self._pool = (Path(), ()), self._started()

        def _started(self) -> Executor:
            pool = ThreadPoolExecutor(1)
            pool.submit = not_made  # type: ignore[method-assign,assignment]
            return pool

    session, worker = Session(Path(), [Path("layouts")]), NoWorker()
    options = ServerOptions(writes=True, editor="vscode", report=_fail)
    server = Server(Watcher(session, worker), PrintPages(session, worker), 0, options)
    server.closing = True
    server.runs.run = server.runs.line  # type: ignore[method-assign]  # no program is started
    return server


def answer(data: bytes) -> None:
    """Have the preview answer a request."""
    from pawprint.preview.server import RequestHandler

    server = _server()
    port = str(server.server_port).encode()
    access = server.comment_access if data.startswith(b"POST /comment") else server.write_access
    data = data.replace(b"{token}", access.token.encode()).replace(b"127.0.0.1:8765", b"127.0.0.1:" + port)
    RequestHandler(_Connection(data), ("127.0.0.1", 1), server)  # type: ignore[arg-type]


def posted(path: str) -> Callable[[bytes], None]:
    """Has the preview answer a request with a body."""
    return lambda body: answer(_request(path, body))


def play(data: bytes) -> None:
    """Have a bundled game answer the requests of a page on which people play: a list that begins with its name."""
    import pawprint.games.play_tables  # noqa: F401 - registers the tables
    from fuzz.readers import bundled_games
    from pawprint.core.files import parse_json
    from pawprint.playtests.page.play_host import PlayHost

    try:
        name, *asked = parse_json(data.decode())
        game = bundled_games()[name]
    except (LookupError, TypeError, ValueError):
        return
    host = PlayHost(game, {})
    for one in asked[:20]:
        json.dumps(host.request(one))


def games_in_play() -> list[bytes]:
    """Lists of requests that begin a game, play it, and look at it in all ways."""
    seats = ["human", "random"]
    table = {"table": "1", "language": "en"}
    deeds: list[dict[str, Any]] = [
        {"do": "bot"}, {"do": "hint"}, {"do": "log"}, {"do": "scenario"}, {"do": "act", "action": "pass"},
        {"do": "why", "targets": ["r1c1", "a"]}, {"do": "undo"}, {"do": "view", "seat": 1}, {"do": "go", "step": 2},
        {"do": "play-on", "seats": seats}, {"do": "bot"},
    ]  # fmt: skip
    played = [{**one, **table} for one in deeds]
    begin = {"do": "new", "edition": "", "seats": ["random", "random"], "seed": "3", "options": {}}
    lists: list[list[Any]] = []
    for name in ("pocket-cats", "food-chain", "lake-ecosystem", "fooden"):
        log = {"format": 1, "game": name, "rules": "", "edition": "", "options": {}, "players": 2, "actions": []}
        lists.append([name, {"do": "offer"}, {**begin, "options": {"mode": "expert"}}, begin, *played])
        lists.append([name, {"do": "open", "text": json.dumps(log)}, *played])
        lists.append([name, {"do": "open", "text": f"game: {name}\nplayers: 2\nseed: 4\n"}, *played])
    return [json.dumps(one).encode() for one in lists]
