"""The page over HTTP, to this machine alone.

It listens on the loopback address, answers only those who call it by a local name (a page from elsewhere could
otherwise have its own name lead here), refuses what other sites ask for, and serves nothing but what it made itself:
no path is ever joined to a folder. The page may load nothing from outside.
"""

from __future__ import annotations

import json
import queue
import sys
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from pawprint import __version__
from pawprint.core.colour_vision import SIGHTS
from pawprint.preview.page_data import findings_data, game_data, overview
from pawprint.preview.print_pages import PagesRequest, Prints
from pawprint.preview.renderer import ViewOptions
from pawprint.preview.watcher import Watcher

HOST = "127.0.0.1"
_LOCAL = ("127.0.0.1", "localhost", "[::1]")
_KINDS = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_JSON = "application/json; charset=utf-8"
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
#: Seconds between two signs of life to listeners, which find those that have gone.
_PULSE = 10


class _NotThere(Exception):
    """There is nothing at an address."""


class Server(ThreadingHTTPServer):
    """Serves a studio.

    Args:
        port: 0 for a free one.

    Raises:
        OSError: the port is taken.
    """

    daemon_threads = True

    def __init__(self, studio: Watcher, prints: Prints, port: int = 0) -> None:
        self.studio, self.prints = studio, prints
        folder = files("pawprint.preview") / "assets"
        self.assets = {entry.name: entry.read_bytes() for entry in folder.iterdir() if entry.is_file()}
        self.closing = False
        super().__init__((HOST, port), _Handler)

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{HOST}:{self.server_port}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that goes away in the middle of an answer is nothing to report."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # a body that waits for its head to be received would be 40 ms late
    server: Server

    def do_GET(self) -> None:
        if not self._is_welcome():
            self._send(HTTPStatus.FORBIDDEN, b"this page is for this machine alone", "text/plain")
            return
        url = urlsplit(self.path)
        steps = [unquote(step) for step in url.path.strip("/").split("/")]
        words = {name: values[0] for name, values in parse_qs(url.query).items()}
        answer: Callable[[list[str], dict[str, str]], None] | None = {
            "": self._page,
            "assets": self._asset,
            "favicon.ico": self._page_icon,
            "games": self._games,
            "game": self._game,
            "findings": self._findings,
            "picture": self._picture,
            "prints": self._prints,
            "print": self._print,
            "events": self._events,
        }.get(steps[0])
        try:
            if answer is None:
                raise _NotThere
            answer(steps[1:], words)
        except (_NotThere, LookupError, StopIteration, ValueError):
            self._send(HTTPStatus.NOT_FOUND, b"there is nothing here", "text/plain")

    def _is_welcome(self) -> bool:
        name, _, port = self.headers.get("Host", "").rpartition(":")
        if name not in _LOCAL or port != str(self.server.server_port):
            return False
        site = self.headers.get("Sec-Fetch-Site", "none")
        return site in ("none", "same-origin") or self.headers.get("Sec-Fetch-Mode") == "navigate"

    # -- answers -----------------------------------------------------------------------------

    def _page(self, steps: list[str], words: dict[str, str]) -> None:
        self._send(HTTPStatus.OK, self.server.assets["index.html"], _KINDS["html"])

    def _page_icon(self, steps: list[str], words: dict[str, str]) -> None:
        self._asset(["icon.svg"], words)

    def _asset(self, steps: list[str], words: dict[str, str]) -> None:
        (name,) = steps
        self._send(HTTPStatus.OK, self.server.assets[name], _KINDS[name.rpartition(".")[2]])

    def _games(self, steps: list[str], words: dict[str, str]) -> None:
        data = {"games": overview(self.server.studio.desk), "version": __version__, "sights": [*SIGHTS]}
        self._json(data)

    def _game(self, steps: list[str], words: dict[str, str]) -> None:
        (name,) = steps
        self._json(game_data(self.server.studio.desk, name, words.get("edition", "")))
        if "watch" in words:
            self.server.studio.look_over(name)

    def _findings(self, steps: list[str], words: dict[str, str]) -> None:
        (name,) = steps
        self._json(findings_data(self.server.studio.desk, name))

    def _picture(self, steps: list[str], words: dict[str, str]) -> None:
        name, component, identity = steps
        look = ViewOptions(
            language=words.get("lang", ""),
            side="back" if words.get("side") == "back" else "face",
            edition=words.get("edition", ""),
            low_ink=words.get("ink") == "low",
            sight=words["sight"] if words.get("sight") in SIGHTS else "",
            guides="guides" in words,
        )
        shown, news = self.server.studio.desk.picture(name, f"{component}/{identity}", look)
        if news:
            self.server.studio.tell("findings", game=name, settled=False)
        if shown is None:
            if not self.server.studio.desk.has(name, f"{component}/{identity}"):
                raise _NotThere
            self._send(HTTPStatus.NO_CONTENT, b"", "")
            return
        tag = f'"{shown.tag}{"-stale" if shown.stale else ""}"'
        more = {"ETag": tag, "X-Stale": "1" if shown.stale else "0"}
        if self.headers.get("If-None-Match") == tag:
            self._send(HTTPStatus.NOT_MODIFIED, b"", "", more)
        else:
            self._send(HTTPStatus.OK, shown.svg, _KINDS["svg"], more)

    def _prints(self, steps: list[str], words: dict[str, str]) -> None:
        what, name = steps
        wish = PagesRequest(
            what, name, words["lang"], words.get("edition", ""), words.get("paper", "A4"), words.get("ink") == "low"
        )
        self._json(self.server.prints.files(wish))

    def _print(self, steps: list[str], words: dict[str, str]) -> None:
        number, index, what = steps
        prints = self.server.prints
        if what.endswith(".pdf"):
            self._send(HTTPStatus.OK, prints.pdf(int(number), int(index)), "application/pdf")
        else:
            page = prints.page(int(number), int(index), int(what.removesuffix(".png")))
            self._send(HTTPStatus.OK, page, "image/png")

    def _events(self, steps: list[str], words: dict[str, str]) -> None:
        """News as they come, until the browser leaves."""
        listener = self.server.studio.listen()
        self.close_connection = True
        try:
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(b"retry: 700\n: hello\n\n")
            while not self.server.closing:
                try:
                    news = f"data: {listener.get(timeout=_PULSE)}\n\n"
                except queue.Empty:
                    news = ": still here\n\n"
                self.wfile.write(news.encode())
        except OSError:
            pass
        finally:
            self.server.studio.leave(listener)

    # -- writing -----------------------------------------------------------------------------

    def _json(self, data: Any) -> None:
        self._send(HTTPStatus.OK, json.dumps(data, ensure_ascii=False).encode(), _JSON)

    def _send(self, status: HTTPStatus, body: bytes, kind: str, more: dict[str, str] | None = None) -> None:
        self.send_response(status)
        headers = {
            "Cache-Control": "no-store",
            "Content-Security-Policy": _POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            **(more or {}),
        }
        if kind:
            headers["Content-Type"] = kind
        if status not in (HTTPStatus.NOT_MODIFIED, HTTPStatus.NO_CONTENT):
            headers["Content-Length"] = str(len(body))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are nobody's business."""
