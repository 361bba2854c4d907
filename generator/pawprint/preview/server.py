"""The HTTP server of the preview page.

It listens on the loopback address, or on one for guests, and answers those whom its `VisitorAccess` lets in;
`request_handler.py` has the answers.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

from pawprint.preview._command_runs import CommandRuns
from pawprint.preview._comparisons import Comparisons
from pawprint.preview._page_edits import PageEdits
from pawprint.preview._piece_comments import PieceComments
from pawprint.preview._play_tables import PlayTables
from pawprint.preview._project_files import ProjectFiles
from pawprint.preview._request_handler import AnsweringServer, RequestHandler
from pawprint.preview.editors import DEFAULT, NO_EDITOR, PlaceOpener, read_editor
from pawprint.preview.print_pages import PrintPages
from pawprint.preview.visitor_access import COMMENT_PLACEHOLDER, THIS_COMPUTER, VisitorAccess, WriteAccess
from pawprint.preview.watcher import Watcher

#: The usual folder of builds.
OUT = Path("output")
#: The port of the page, so that bookmarks keep working; as many ports after it are tried.
DEFAULT_PORT, NEXT_PORTS = 8765, 9


class Server(AnsweringServer):
    """Serves the page, the pictures and the events of a session.

    Args:
        port: 0 for any free port.
        writes: whether the page may change records of the catalog.
        out: the folder of builds, with what is remembered of printed games.
        folders: the options that say where the catalog and the layouts are, for commands that the page has run.
        editor: opens places; see `read_editor`.
        comments: whether the page may comment even if it may not write.
        access: whom it answers. Guests can have no command run and no editor opened.
        guests: the server for guests, whose address the page shows.
        report: prints one line about a request that could not be answered.

    Raises:
        OSError: the port is taken, or this computer does not have the address.
    """

    def __init__(
        self,
        watcher: Watcher,
        print_pages: PrintPages,
        port: int = 0,
        *,
        writes: bool = False,
        out: Path = OUT,
        folders: Sequence[str] = (),
        editor: str = DEFAULT,
        comments: bool = False,
        access: VisitorAccess = THIS_COMPUTER,
        guests: Server | None = None,
        report: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.report = report
        self.access, self.guests = access, guests
        self.write_access = WriteAccess(writes)
        self.comment_access, self.comments = WriteAccess(writes or comments), PieceComments(watcher)
        self.files = ProjectFiles(watcher.session)
        self.page_edits = PageEdits(watcher, self.files)
        self.watcher, self.session, self.print_pages = watcher, watcher.session, print_pages
        self.play_tables = PlayTables(self.session)
        self.comparisons = Comparisons(self.session, print_pages.worker, out)
        self.runs = CommandRuns(self.session, out, folders)
        self.opener = PlaceOpener(self.files, read_editor(NO_EDITOR if access.is_for_guests else editor))
        assets = [files("pawprint.preview") / "assets", files("pawprint.playtests.page") / "assets"]
        self.assets = {
            entry.name: entry.read_bytes() for folder in assets for entry in folder.iterdir() if entry.is_file()
        }
        page = self.comment_access.page(self.assets["index.html"], COMMENT_PLACEHOLDER)
        page = self.write_access.page(page)
        self.assets["index.html"] = page.replace(b" lang=", b" data-guest lang=", 1) if access.is_for_guests else page
        self.closing = False
        self.address_family = socket.getaddrinfo(access.host, port, type=socket.SOCK_STREAM)[0][0]
        super().__init__((access.host, port), RequestHandler)

    def end_streams(self) -> None:
        """Let the streams of events end, because the server is about to close."""
        self.closing = True

    def server_close(self) -> None:
        """Close the socket, and remove temporary files."""
        super().server_close()
        if hasattr(self, "comparisons"):
            self.comparisons.close()
            self.runs.close()


def started_server(watcher: Watcher, print_pages: PrintPages, port: int | None = None, **options: Any) -> Server:
    """A server with *options* on *port*; by default on the usual port, or else on one of the next, or on any free one.

    Raises:
        OSError: *port* is taken.
    """
    if port is not None:
        return Server(watcher, print_pages, port, **options)
    for usual in range(DEFAULT_PORT, DEFAULT_PORT + NEXT_PORTS + 1):
        with suppress(OSError):
            return Server(watcher, print_pages, usual, **options)
    return Server(watcher, print_pages, **options)
