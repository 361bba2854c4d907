"""A desk, what watches its folders, and those who look on: saves go in, news come out."""

from __future__ import annotations

import gc
import json
import queue
from collections.abc import Iterable
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from threading import Event, Lock, Thread, Timer
from typing import Any

from pawprint.core.diagnostics import Diagnostic
from pawprint.preview.session import Session
from pawprint.preview.worker import Worker

#: What counts among the files of a catalog and its layouts.
ENDINGS = (".yaml", ".yml", ".svg", ".png", ".jpg", ".jpeg", ".ttf", ".otf", ".md")
#: Milliseconds without a further change after which a save counts as done; and the most that are waited for that.
STEP, LONGEST = 3, 60
#: Seconds after which a folder that has come is read once more: its files may have come before it was watched.
SETTLED = 0.3
#: Seconds without a save after which everything is checked.
QUIET = 0.35


class Watcher:
    """Watches, reads anew, and tells everyone who listens.

    Args:
        desk: the games.
        settler: checks them as a whole after each change; None: nobody does.
    """

    def __init__(self, desk: Session, settler: Worker | None) -> None:
        self.desk = desk
        self._settler = settler
        self._listeners: set[queue.SimpleQueue[str]] = set()
        self._lock = Lock()
        self._stop = Event()
        self._timers: dict[str, Timer] = {}
        self._watcher: Thread | None = None

    # -- news --------------------------------------------------------------------------------

    def listen(self) -> queue.SimpleQueue[str]:
        """A queue that gets all news from now on, as JSON."""
        listener: queue.SimpleQueue[str] = queue.SimpleQueue()
        with self._lock:
            self._listeners.add(listener)
        return listener

    def leave(self, listener: queue.SimpleQueue[str]) -> None:
        """No more news to *listener*."""
        with self._lock:
            self._listeners.discard(listener)

    def tell(self, what: str, **more: Any) -> None:
        """Send news to everyone."""
        news = json.dumps({"what": what, **more})
        with self._lock:
            for listener in self._listeners:
                listener.put(news)

    # -- saves -------------------------------------------------------------------------------

    def watch(self) -> None:
        """Begin to watch the folders."""
        self._watcher = Thread(target=self._watching, name="watcher", daemon=True)
        self._watcher.start()

    def _watching(self) -> None:
        from watchfiles import watch

        for saved in watch(
            *self.desk.watched(),
            watch_filter=lambda _, path: _counts(Path(path)),
            debounce=LONGEST,
            step=STEP,
            stop_event=self._stop,
            rust_timeout=500,
            raise_interrupt=False,
        ):
            paths = {Path(path) for _, path in saved}
            self.saved(paths)
            folders = {path for path in paths if path.is_dir()}
            if folders:
                again = Timer(SETTLED, self.saved, (folders,))
                again.daemon = True
                again.start()

    def saved(self, paths: Iterable[Path]) -> None:
        """Something was saved at *paths*, absolute."""
        games = set(self.desk.games)
        changes = self.desk.changed(paths)
        if set(self.desk.games) != games:
            self.tell("games")
        for change in changes:
            pieces = None if change.pieces is None else list(change.pieces)
            self.tell("changed", game=change.game, pieces=pieces)
            for name in [change.game] if change.game else self.desk.games:
                if name in self._timers:
                    self.look_over(name)

    # -- checks ------------------------------------------------------------------------------

    def look_over(self, name: str) -> None:
        """Check the whole game *name* in a moment, unless something is saved until then."""
        if self._settler is None:
            return
        timer = Timer(QUIET, self._check, (name,))
        timer.daemon = True
        with self._lock:
            if name in self._timers:
                self._timers[name].cancel()
            self._timers[name] = timer
        timer.start()

    def _check(self, name: str) -> None:
        gc.collect()  # now, when nobody waits for a picture; by itself it might come in the middle of a repaint
        if name not in self.desk.games:
            return
        revision = self.desk.revision(name)

        def done(future: Future[tuple[Diagnostic, ...]]) -> None:
            try:
                found = future.result()
            except (CancelledError, BrokenProcessPool):
                return
            if self.desk.settle(name, revision, found):
                self.tell("findings", game=name, settled=True)

        if self._settler is not None and not self._stop.is_set():
            self._settler.check(name).add_done_callback(done)

    def close(self) -> None:
        """Stop watching and checking."""
        self._stop.set()
        for timer in self._timers.values():
            timer.cancel()
        if self._settler is not None:
            self._settler.close()
        if self._watcher is not None:
            self._watcher.join(2)


def _counts(path: Path) -> bool:
    """Whether something at *path* may matter: a file of a known sort, or what may be, or have been, a folder."""
    return not path.name.startswith(".") and (not path.suffix or path.suffix.lower() in ENDINGS)
