"""Requests to the preview, and its answers to them, without a network."""

import io
import json
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from fuzz.mutators import mutate_json, text_mutator, words_of

_HEAD = "Host: 127.0.0.1:8765\r\nX-Pawprint-Token: {token}\r\n"


def _get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\n{_HEAD}\r\n".encode()


def _post(path: str, data: Any) -> bytes:
    body = json.dumps(data)
    head = f"POST {path} HTTP/1.1\r\n{_HEAD}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return f"{head}{body}".encode()


_CELL = {"component": "animals", "record": "hare", "field": "name", "language": "en", "value": "Brown hare"}
_PATHS = (
    "/ /games /game/den /findings/den /records/den /comments/den /picture/den/animals/hare?lang=en "
    "/numbers/den /progress "
    "/picture/den/animals/fox?lang=fr&side=back&bleed=1&scale=2 /elements/den/animals/hare?lang=en "
    "/printers /share /runs "
    "/changes/den?since=build /before/den/animals/hare?lang=en /events /assets/main.js /favicon.ico /print/1/0/1.png "
    "/made/1/x.pdf"
)
_COMMENT = {"do": "add", "piece": "animals/hare", "side": "face", "at": [1, 2.5], "name": "A", "text": "b"}
REQUESTS = [
    *map(_get, words_of(_PATHS)),
    _post("/edit/den", {"do": "change", "changes": [_CELL], "value": "x"}),
    _post("/edit/den", {"do": "draft", "changes": [_CELL]}),
    _post("/edit/den", {"do": "add", "component": "animals", "id": "mole", "values": {"name": "Mole"}}),
    _post("/edit/den", {"do": "undo"}),
    _post("/edit/den", {"do": "move", "piece": "animals/hare", "element": 2, "by": [0.1, 1.0], "language": "en"}),
    _post("/comment/den", _COMMENT),
    _post("/comment/den", {"do": "resolve", "key": "00"}),
    _post("/command/den", {"do": "export", "kind": "png", "options": {"dpi": "300"}, "pieces": ["animals/hare"]}),
    _post("/open/den", {"path": "den/cards.yaml", "line": 2, "column": 3}),
    _post("/play/den", {"do": "start", "players": 2}),
]  # fmt: skip


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
        return io.BytesIO(self.request)

    def sendall(self, data: bytes) -> None:
        self.answer += len(data)

    def settimeout(self, _: float) -> None:
        """It never waits."""

    def setsockopt(self, *_: Any) -> None:
        """It has no options."""


@cache
def _server() -> Any:
    """The server of the project in the current folder; of this process only."""
    from concurrent.futures import Executor, Future, ThreadPoolExecutor
    from types import SimpleNamespace

    from pawprint.preview.print_pages import PrintPages
    from pawprint.preview.server import Server
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
    server = Server(Watcher(session, worker), PrintPages(session, worker), writes=True, editor="none")
    server.closing = True
    server.runs.run = server.runs.line  # type: ignore[method-assign]  # no program is started
    return server


def answer(data: bytes) -> None:
    """Have the preview answer a request."""
    from pawprint.preview.request_handler import RequestHandler

    server = _server()
    port = str(server.server_port).encode()
    data = data.replace(b"{token}", server.write_access.token.encode()).replace(b"127.0.0.1:8765", b"127.0.0.1:" + port)
    RequestHandler(_Connection(data), ("127.0.0.1", 1), server)  # type: ignore[arg-type]
