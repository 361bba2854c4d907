"""A small game in a preview session, and a running server."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from http.server import HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import pytest

from pawprint.preview.print_pages import PrintPages
from pawprint.preview.server import Server, ServerOptions
from pawprint.preview.session import Session
from pawprint.preview.watcher import Watcher
from pawprint.preview.worker import Worker, report_to
from pawprint.production.pipeline import bundled
from preview.browser import Browser


@pytest.fixture
def folder(den: Callable[..., Path]) -> Path:
    """The folder with the games `den` and its layouts, which is the current one."""
    return den()


@pytest.fixture
def session(folder: Path) -> Session:
    return Session(Path(), [Path("layouts")])


class ThreadWorker(Worker):
    """A worker that is a thread: a process takes a second to start, and tests of the page need none of their own."""

    def _started(self) -> Executor:
        return ThreadPoolExecutor(1, initializer=report_to, initargs=(self._progress,))

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


@contextmanager
def running(server: HTTPServer) -> Iterator[None]:
    """Have *server* answer for as long as this lasts."""
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def visited(server: Server) -> Iterator[Server]:
    """Have *server* answer for as long as this lasts. Browsers leave its pages first, before it ends."""
    with running(server):
        try:
            yield server
        finally:
            for browser in Browser.running:
                browser.leave(server.address)
            server.end_streams()


@contextmanager
def previewed(catalog: Path, layouts: list[Path], **options: Any) -> Iterator[tuple[Server, Watcher]]:
    """The preview as the command starts it but for its worker, with `ServerOptions`."""
    session, worker = Session(catalog, layouts), ThreadWorker(catalog, layouts)
    watcher = Watcher(session, worker)
    try:
        with visited(Server(watcher, PrintPages(session, worker), 0, ServerOptions(**options))) as server:
            yield server, watcher
    finally:
        watcher.close()


class Served(NamedTuple):
    """A running preview."""

    folder: Path
    server: Server
    watcher: Watcher

    def edit(self, name: str, old: str, new: str) -> None:
        """Change the first *old* of a file."""
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def served(folder: Path) -> Iterator[Served]:
    """A preview that may write, with the bundled layouts below the game's own."""
    with previewed(Path(), [Path("layouts"), bundled("layouts")], writes=True) as (server, watcher):
        watcher.watch()
        yield Served(folder, server, watcher)


@pytest.fixture
def read_only(served: Served) -> Iterator[Served]:
    """A second server for the same preview, which may not write."""
    with visited(Server(served.watcher, served.server.print_pages)) as server:
        yield served._replace(server=server)


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Browser]:
    """The page with both pieces painted."""
    browser.errors.clear()
    browser.requests.clear()
    browser.size(1280, 900)
    browser.open(served.server.address)
    browser.wait("document.querySelectorAll('.picture.shown').length === 2")
    yield browser
    browser.leave(served.server.address)
    if not (served.folder / "den").is_dir():  # its findings may have been asked for as it went, and the answer is 404
        browser.errors[:] = [error for error in browser.errors if "/findings/den" not in error]
    assert browser.errors == []
