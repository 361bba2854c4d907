"""A small game on a desk."""

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest

from pawprint.build.pipeline import bundled
from pawprint.preview.print_pages import Prints
from pawprint.preview.server import Server
from pawprint.preview.session import Session
from pawprint.preview.watcher import Watcher
from pawprint.preview.worker import Worker


@pytest.fixture
def folder(den: Callable[..., Path]) -> Path:
    """The folder with the games `den` and its layouts, which is the current one."""
    return den()


@pytest.fixture
def desk(folder: Path) -> Session:
    return Session(Path(), [Path("layouts")])


class Served(NamedTuple):
    """A preview that runs."""

    folder: Path
    server: Server
    studio: Watcher

    def edit(self, name: str, old: str, new: str) -> None:
        """Change the first *old* of a file."""
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def served(folder: Path) -> Iterator[Served]:
    """The whole of it, as the command starts it; the bundled layouts lie below."""
    layouts = [Path("layouts"), bundled("layouts")]
    desk, settler = Session(Path(), layouts), Worker(Path(), layouts)
    studio = Watcher(desk, settler)
    server = Server(studio, Prints(desk, settler))
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    studio.watch()
    yield Served(folder, server, studio)
    server.closing = True
    server.shutdown()
    thread.join()
    studio.close()
    server.server_close()
