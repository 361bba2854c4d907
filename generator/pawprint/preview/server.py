"""The HTTP server of the preview page.

It listens on the loopback address, or on one for guests, and answers those whom its `VisitorAccess` lets in.

It serves only data from memory: no part of an address becomes a file path. The content security policy lets the page
load nothing from elsewhere.
"""

from __future__ import annotations

import io
import json
import os
import queue
import re
import socket
import sys
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from socketserver import TCPServer
from threading import BoundedSemaphore
from typing import Any
from urllib.parse import parse_qs, urlsplit

from pawprint import __version__
from pawprint.core.colour import SIMULATIONS
from pawprint.core.page_policy import NEVER, content_policy
from pawprint.preview._command_runs import PASSIVE, CommandRuns
from pawprint.preview._comparisons import Comparisons
from pawprint.preview._element_inspection import elements_data
from pawprint.preview._numbers_data import numbers_data
from pawprint.preview._page_data import findings_data, game_data, overview, tables_data
from pawprint.preview._page_edits import PageEdits
from pawprint.preview._piece_comments import PieceComments, TooManyComments
from pawprint.preview._play_tables import PlayTables
from pawprint.preview._project_files import ProjectFiles
from pawprint.preview._renderer import requested_view
from pawprint.preview.editors import DEFAULT, NO_EDITOR, PlaceOpener, read_editor
from pawprint.preview.print_pages import DPI, LARGE_DPI, PagesRequest, PrintPages
from pawprint.preview.sharing import invitation
from pawprint.preview.visitor_access import COMMENT_PLACEHOLDER, THIS_COMPUTER, VisitorAccess, WriteAccess
from pawprint.preview.watcher import Watcher
from pawprint.sheets.printers.profile_files import known_printers, printers_folder

# --- An HTTP server with limits: of connections, each of which has a thread, and of time for each request -------------


#: The most connections at a time. A browser opens about six for each page.
MAX_CONNECTIONS = 200
#: Seconds for the head of a request, which a new connection begins at once, and for the body.
HEAD_S, BODY_S = 10, 30
#: Seconds that a connection may be unused after a request; a browser opens it again.
IDLE_S = 120


class TimedReader(io.RawIOBase):
    """Reads from *connection* until the time is up, which is a `TimeoutError`, however its bytes are spread."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self.allow(0)

    def allow(self, seconds: float) -> None:
        """Set the time that is left for all that is read from now on."""
        self._end = time.monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(left)
        return self._connection.recv_into(buffer)


class LimitedServer(ThreadingHTTPServer):
    """A server that closes connections beyond `MAX_CONNECTIONS` at once.

    Attributes:
        report: prints one line about a request that could not be answered.
    """

    report: Callable[[str], None] = staticmethod(lambda line: None)
    daemon_threads = True
    request_queue_size = 64  # a browser asks for all scripts at once, and more than the usual 5 would be turned away
    allow_reuse_address = os.name != "nt"  # on Windows, two servers would share the port

    def __init__(self, address: tuple[str, int], handler: Any) -> None:
        self._free = BoundedSemaphore(MAX_CONNECTIONS)
        super().__init__(address, handler)

    def server_bind(self) -> None:
        """Bind the socket; unlike the method that this one replaces, ask no name server."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a connection in a thread of its own, if there are not too many already."""
        if not self._free.acquire(blocking=False):
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:  # no thread could be started
            self._free.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer a connection until it is closed."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report what went wrong, but for browsers that close the connection before the response is complete."""
        error = sys.exception()
        if not isinstance(error, OSError):
            self.report(f"a connection was closed: {type(error).__name__}: {error}")


# --- request handler --------------------------------------------------------------------------------------------------


_MEDIA_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_JSON = "application/json; charset=utf-8"
#: The largest request of the page on which people play, which may bring the log of a game.
_MAX_BYTES = 4_000_000
_LENGTH = re.compile("[0-9]{1,9}")
_FRAMES = "frame-ancestors 'none'"
_POLICY = content_policy(script_src="'self'", style_src="'self'", img_src="'self' data:", connect_src="'self'")
#: Seconds between two comments on an idle event stream, which reveal closed connections.
_HEARTBEAT_S = 10


class _NotFound(Exception):
    """The address leads to nothing."""


class RequestHandler(BaseHTTPRequestHandler):
    """Answers the requests of one connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # otherwise the body waits for the header to be acknowledged, up to 40 ms
    timeout = HEAD_S
    server: Server

    def setup(self) -> None:
        super().setup()
        self.rfile.close()
        self._bytes = TimedReader(self.connection)
        self._bytes.allow(self.timeout)
        self.rfile = self._buffered = io.BufferedReader(self._bytes)
        self._is_first = True

    def handle_one_request(self) -> None:
        """Answer a request. If it takes too long to arrive, the connection is closed."""
        self._is_answered = False
        try:
            if not self._is_first:
                self._bytes.allow(IDLE_S)
                self._buffered.peek(1)
                self._bytes.allow(self.timeout)
            self._is_first = False
            super().handle_one_request()
        except (ConnectionError, TimeoutError):
            self.close_connection = True
        except Exception as error:
            self.close_connection = True
            self.server.report(f"cannot answer {self.requestline!a:.200}: {type(error).__name__}: {error!s:.200}")
            if not self._is_answered:
                self._headers_buffer: list[bytes] = []
                self._send(HTTPStatus.INTERNAL_SERVER_ERROR, b"the preview failed; its terminal says why", "text/plain")

    def parse_request(self) -> bool:
        """Read the head of a request, and refuse one that is not clear."""
        if not super().parse_request():
            return False
        self.connection.settimeout(IDLE_S)
        if not self._is_clear():
            self.send_error(HTTPStatus.BAD_REQUEST)
            return False
        return True

    def _is_clear(self) -> bool:
        """True if all readers of the head agree on its host, its address, and the end of its body."""
        lengths = self.headers.get_all("Content-Length", [])
        if "Transfer-Encoding" in self.headers or len(lengths) > 1 or len(self.headers.get_all("Host", [])) > 1:
            return False
        if any(not _LENGTH.fullmatch(length) or (self.command == "GET" and int(length)) for length in lengths):
            return False
        try:
            urlsplit(self.path)
        except ValueError:  # of `http://[`
            return False
        return True

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer a request that is none; its texts are not repeated."""
        self.close_connection = True
        self._send(HTTPStatus(code), HTTPStatus(code).phrase.encode(), "text/plain")

    def do_GET(self) -> None:
        path = self._answered_path()
        if path is None:
            self.close_connection = True
            self._send(HTTPStatus.FORBIDDEN, b"open the address that the preview has printed", "text/plain")
            return
        if self.server.access.lacks_slash(self.path):
            self._send(HTTPStatus.PERMANENT_REDIRECT, b"", "text/plain", {"Location": self.server.address})
            return
        query = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        try:
            route = _ROUTES.get(path[0])
            if route is None or route.__code__.co_argcount != len(path) + 1:
                raise _NotFound
            data = route(self, query, *path[1:])
            if data is not None:
                self._json(data)
        except (_NotFound, LookupError, StopIteration, ValueError):
            self._send(HTTPStatus.NOT_FOUND, b"there is nothing here", "text/plain")
        except (CancelledError, BrokenExecutor):  # the preview ends, or its worker was killed
            self._send(HTTPStatus.SERVICE_UNAVAILABLE, b"this was not made; ask again", "text/plain")

    def do_POST(self) -> None:
        path = self._answered_path()
        length = int(self.headers.get("Content-Length", -1))
        kind = self.headers.get("Content-Type", "").partition(";")[0]
        refused = ""
        # Pages of other sites can send forms here, but no JSON
        if path is None or kind != "application/json" or not 0 <= length <= _MAX_BYTES:
            refused = "only the page of the preview may ask this"
        elif path[0] == "run" and self.server.access.is_for_guests:
            refused = "guests cannot have commands run"
        elif path[0] in ("edit", "run") or (path[0] == "open" and self.server.opener.runs_program):
            refused = self.server.write_access.refusal(self.headers)
        elif path[0] == "comment":
            refused = self.server.comment_access.refusal(self.headers)
        if refused or path is None:
            self.close_connection = True
            self._send(HTTPStatus.FORBIDDEN, refused.encode(), "text/plain")
            return
        self._bytes.allow(BODY_S)
        body = self.rfile.read(length)
        self.connection.settimeout(IDLE_S)
        answers = {"play": self.server.play_tables.request, "edit": self.server.page_edits.request}
        answers |= {"command": self.server.runs.line, "run": self.server.runs.run, "open": self.server.opener.request}
        guest = str(self.client_address[0]) if self.server.access.is_for_guests else ""
        resolves = self.server.write_access.allowed
        answers["comment"] = partial(self.server.comments.request, resolves=resolves, guest=guest)
        try:
            _, name = path
            self._json(answers[path[0]](name, json.loads(body)))
        except (LookupError, ValueError, RecursionError):
            self._send(HTTPStatus.NOT_FOUND, b"there is nothing here", "text/plain")
        except TooManyComments as error:
            self._send(HTTPStatus.TOO_MANY_REQUESTS, str(error).encode(), "text/plain")

    def _answered_path(self) -> list[str] | None:
        """The parts of the path; None for a request that gets no answer."""
        return self.server.access.parts(self.path, self.headers, self.server.server_port)

    # -- responses: each sends its answer, or returns data to be sent as JSON ----------------

    def _asset(self, query: dict[str, str], name: str) -> None:
        self._send(HTTPStatus.OK, self.server.assets[name], _MEDIA_TYPES[name.rpartition(".")[2]])

    def _games(self, query: dict[str, str]) -> Any:
        data = {"games": overview(self.server.session), "version": __version__, "sights": [*SIMULATIONS]}
        return data | {"editor": self.server.opener.name, "shared": self.server.guests is not None}

    def _game(self, query: dict[str, str], name: str) -> None:
        self._json(game_data(self.server.session, name, query.get("edition", "")))
        if "watch" in query:
            self.server.watcher.schedule_check(name)

    def _records(self, query: dict[str, str], name: str) -> Any:
        try:
            return tables_data(self.server.session, name, query.get("component", ""), query.get("id", ""))
        except LookupError:
            if name not in self.server.session.games:
                raise
            return {"components": None}  # a record may have gone while its piece is shown

    def _printers(self, query: dict[str, str]) -> Any:
        try:
            return {"printers": known_printers(printers_folder())}
        except OSError:
            return {"printers": []}

    def _share(self, query: dict[str, str]) -> Any:
        guests = self.server.guests
        if guests is None:
            raise _NotFound
        return invitation(guests.address, guests.write_access.allowed)

    def _built_file(self, query: dict[str, str], index: str, name: str) -> None:
        try:
            data, kind = self.server.runs.file(int(index), name)
        except OSError:  # it was removed meanwhile
            raise _NotFound from None
        self._send(HTTPStatus.OK, data, kind, {} if kind in PASSIVE else {"Content-Disposition": "attachment"})

    def _before(self, query: dict[str, str], name: str, component: str, identity: str) -> None:
        view = requested_view(query)
        svg = self.server.comparisons.before(name, query["since"], f"{component}/{identity}", view)
        if svg is None:
            self._send(HTTPStatus.NO_CONTENT, b"", "")
        else:
            self._send(HTTPStatus.OK, svg, _MEDIA_TYPES["svg"], {"ETag": _tag_of(svg)})

    def _picture(self, query: dict[str, str], name: str, component: str, identity: str) -> None:
        view = requested_view(query)
        shown, findings_changed = self.server.session.picture(name, f"{component}/{identity}", view)
        if findings_changed:
            self.server.watcher.publish("findings", game=name, settled=False)
        if shown is None:
            if name not in self.server.session.games or "/" in component + identity:
                raise _NotFound
            gone = not self.server.session.has(name, f"{component}/{identity}")
            self._send(HTTPStatus.NO_CONTENT, b"", "", {"X-Gone": "1"} if gone else None)
            return
        more = {"ETag": f'"{shown.tag}{"-stale" if shown.stale else ""}"', "X-Stale": "1" if shown.stale else "0"}
        if "revision" in query:  # after an edit, the page asks for another address
            more["Cache-Control"] = "private, max-age=86400"
        self._send_if_new(shown.svg, _MEDIA_TYPES["svg"], more)

    def _elements(self, query: dict[str, str], name: str, component: str, identity: str) -> Any:
        view = requested_view(query)
        try:
            return elements_data(self.server.session, name, component, identity, view, self.server.files)
        except LookupError:
            if name not in self.server.session.games:
                raise
            return {"elements": None}  # a record may have gone while its piece is shown

    def _prints(self, query: dict[str, str], what: str, name: str) -> Any:
        request = PagesRequest(
            what, name, query["lang"], query.get("edition", ""), query.get("paper", "A4"), query.get("ink") == "low"
        )
        return self.server.print_pages.files(request)

    def _print(self, query: dict[str, str], number: str, index: str, name: str) -> None:
        prints = self.server.print_pages
        if name.endswith(".pdf"):
            self._send(HTTPStatus.OK, prints.pdf(int(number), int(index)), "application/pdf")
        else:
            dpi = LARGE_DPI if query.get("dpi") == str(LARGE_DPI) else DPI
            page = prints.page(int(number), int(index), int(name.removesuffix(".png")), dpi)
            self._send_if_new(page, "image/png", {"ETag": _tag_of(page)})

    def _rulebook(self, query: dict[str, str], name: str) -> None:
        page = self.server.print_pages.rulebook(name, query.get("lang", ""), query.get("edition", ""))
        # It brings the rest of its content security policy, as a file does that is opened from disk
        self._send(HTTPStatus.OK, page, _MEDIA_TYPES["html"], {"Content-Security-Policy": f"{NEVER}; {_FRAMES}"})

    def _events(self, query: dict[str, str]) -> None:
        """Stream events until the browser closes the connection."""
        listener = self.server.watcher.subscribe()
        self.close_connection = True
        try:
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Cache-Control", "no-store")
            self._is_answered = True
            self.end_headers()
            self.wfile.write(b"retry: 700\n: hello\n\n")
            while not self.server.closing:
                try:
                    event = f"data: {listener.get(timeout=_HEARTBEAT_S)}\n\n"
                except queue.Empty:
                    event = ": still here\n\n"
                self.wfile.write(event.encode())
        except OSError:
            pass
        finally:
            self.server.watcher.unsubscribe(listener)

    # -- writing -----------------------------------------------------------------------------

    def _json(self, data: Any) -> None:
        self._send(HTTPStatus.OK, json.dumps(data, ensure_ascii=False).encode(), _JSON)

    def _send_if_new(self, body: bytes, kind: str, more: dict[str, str]) -> None:
        """Send *body*, unless the browser has it with the same tag."""
        if self.headers.get("If-None-Match") == more["ETag"]:
            self._send(HTTPStatus.NOT_MODIFIED, b"", "", more)
        else:
            self._send(HTTPStatus.OK, body, kind, more)

    def _send(self, status: HTTPStatus, body: bytes, kind: str, more: dict[str, str] | None = None) -> None:
        self.send_response(status)
        headers = {
            "Cache-Control": "no-store",
            "Content-Security-Policy": f"{_POLICY}; {_FRAMES}",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            **(more or {}),
        }
        if self.close_connection:
            headers["Connection"] = "close"
        if kind:
            headers["Content-Type"] = kind
        if status not in (HTTPStatus.NOT_MODIFIED, HTTPStatus.NO_CONTENT):
            headers["Content-Length"] = str(len(body))
        for name, value in headers.items():
            self.send_header(name, value)
        self._is_answered = True
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Do not log requests."""


def _tag_of(body: bytes) -> str:
    return f'"{sha256(body).hexdigest()[:16]}"'


#: First part of an address -> the answer to GET; its other arguments are the query and the parts that follow.
_ROUTES: dict[str, Any] = {
    "": lambda self, query: self._asset(query, "index.html"),
    "assets": RequestHandler._asset,
    "favicon.ico": lambda self, query: self._asset(query, "icon.svg"),
    "games": RequestHandler._games,
    "game": RequestHandler._game,
    "findings": lambda self, query, name: findings_data(self.server.session, name),
    "records": RequestHandler._records,
    "comments": lambda self, query, name: self.server.comments.data(name),
    "picture": RequestHandler._picture,
    "elements": RequestHandler._elements,
    "numbers": lambda self, query, name: numbers_data(self.server.session, name, query),
    "prints": RequestHandler._prints,
    "print": RequestHandler._print,
    "progress": lambda self, query: self.server.print_pages.progress,
    "comparisons": lambda self, query, name: {"since": self.server.comparisons.possible(name)},
    "changes": lambda self, query, name: self.server.comparisons.changes(name, query["since"]),
    "before": RequestHandler._before,
    "printers": RequestHandler._printers,
    "share": RequestHandler._share,
    "runs": lambda self, query: self.server.runs.state(),
    "made": RequestHandler._built_file,
    "rulebook": RequestHandler._rulebook,
    "events": RequestHandler._events,
}


# --- The server: what the answers need --------------------------------------------------------------------------------


#: The usual folder of builds.
OUT = Path("output")
#: The port of the page, so that bookmarks keep working; as many ports after it are tried.
DEFAULT_PORT, NEXT_PORTS = 8765, 9


@dataclass(frozen=True)
class ServerOptions:
    """How a server answers.

    Attributes:
        writes: whether the page may change records of the catalog.
        comments: whether the page may comment even if it may not write.
        out: the folder of builds, with what is remembered of printed games.
        folders: the options that say where the catalog and the layouts are, for commands that the page has run.
        editor: opens places; see `read_editor`.
        access: whom it answers. Guests can have no command run and no editor opened.
        report: prints one line about a request that could not be answered.
    """

    writes: bool = False
    comments: bool = False
    out: Path = OUT
    folders: tuple[str, ...] = ()
    editor: str = DEFAULT
    access: VisitorAccess = THIS_COMPUTER
    report: Callable[[str], None] = lambda line: None


class Server(LimitedServer):
    """Serves the page, the pictures and the events of a session.

    Args:
        port: 0 for any free port.
        guests: the server for guests, whose address the page shows.

    Raises:
        OSError: the port is taken, or this computer does not have the address.
    """

    def __init__(
        self,
        watcher: Watcher,
        print_pages: PrintPages,
        port: int = 0,
        options: ServerOptions = ServerOptions(),
        guests: Server | None = None,
    ) -> None:
        self.report = options.report
        self.access, self.guests = options.access, guests
        self.write_access = WriteAccess(options.writes)
        self.comment_access = WriteAccess(options.writes or options.comments)
        self.comments = PieceComments(watcher)
        self.files = ProjectFiles(watcher.session)
        self.page_edits = PageEdits(watcher, self.files)
        self.watcher, self.session, self.print_pages = watcher, watcher.session, print_pages
        self.play_tables = PlayTables(self.session)
        self.comparisons = Comparisons(self.session, print_pages.worker, options.out)
        self.runs = CommandRuns(self.session, options.out, options.folders)
        self.opener = PlaceOpener(self.files, read_editor(NO_EDITOR if self.access.is_for_guests else options.editor))
        assets = [files("pawprint.preview") / "assets", files("pawprint.playtests.page") / "assets"]
        self.assets = {
            entry.name: entry.read_bytes() for folder in assets for entry in folder.iterdir() if entry.is_file()
        }
        page = self.comment_access.page(self.assets["index.html"], COMMENT_PLACEHOLDER)
        page = self.write_access.page(page)
        self.assets["index.html"] = (
            page.replace(b" lang=", b" data-guest lang=", 1) if self.access.is_for_guests else page
        )
        self.closing = False
        self.address_family = socket.getaddrinfo(self.access.host, port, type=socket.SOCK_STREAM)[0][0]
        super().__init__((self.access.host, port), RequestHandler)

    @property
    def address(self) -> str:
        """The address of the page."""
        return self.access.address(self.server_port)

    def end_streams(self) -> None:
        """Let the streams of events end, because the server is about to close."""
        self.closing = True

    def server_close(self) -> None:
        """Close the socket, and remove temporary files."""
        super().server_close()
        if hasattr(self, "comparisons"):
            self.comparisons.close()
            self.runs.close()


def started_server(
    watcher: Watcher,
    print_pages: PrintPages,
    port: int | None = None,
    options: ServerOptions = ServerOptions(),
    guests: Server | None = None,
) -> Server:
    """A server on *port*; by default on the usual port, or else on one of the next, or on any free one.

    Raises:
        OSError: *port* is taken.
    """
    if port is not None:
        return Server(watcher, print_pages, port, options, guests)
    for usual in range(DEFAULT_PORT, DEFAULT_PORT + NEXT_PORTS + 1):
        with suppress(OSError):
            return Server(watcher, print_pages, usual, options, guests)
    return Server(watcher, print_pages, 0, options, guests)
