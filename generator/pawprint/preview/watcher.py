"""Saved files -> events for the pages: watches the folders of a session, and checks each changed game."""

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

from pawprint.catalog.comments import FILE as COMMENTS_FILE
from pawprint.core.diagnostics import Diagnostic
from pawprint.core.image_reader import SUFFIXES
from pawprint.preview.session import Session
from pawprint.preview.worker import Worker

#: Suffixes of the files that matter in a catalog and its layouts; a game's own rules are a program.
WATCHED_SUFFIXES = (".yaml", ".yml", ".svg", ".ttf", ".otf", ".md", ".py", *SUFFIXES)
#: Milliseconds: a save is complete after this long without another change, or at the latest after this long.
DEBOUNCE_STEP_MS, DEBOUNCE_MS = 3, 60
#: Seconds until a new folder is read a second time: its first files may have been written before it was watched.
REREAD_FOLDER_S = 0.3
#: Seconds until the folders are watched again after a failure.
RETRY_S = 1.0
#: Seconds without a save after which the game is checked as a whole.
CHECK_DELAY_S = 0.35


class Watcher:
    """Watches the folders, updates the session, and publishes events to all subscribers.

    Args:
        session: the games.
        worker: checks each changed game as a whole; None for no checks.
    """

    def __init__(self, session: Session, worker: Worker | None) -> None:
        self.session = session
        self._worker = worker
        self._listeners: set[queue.SimpleQueue[str]] = set()
        self._lock = Lock()
        self._stop = Event()
        self._timers: dict[str, Timer] = {}
        self._second_reading: Timer | None = None
        self._watcher: Thread | None = None
        #: What the preview itself has written last: it has been read already.
        self._written: dict[Path, bytes] = {}

    # -- events ------------------------------------------------------------------------------

    def subscribe(self) -> queue.SimpleQueue[str]:
        """A queue that receives all events from now on, as JSON."""
        listener: queue.SimpleQueue[str] = queue.SimpleQueue()
        with self._lock:
            self._listeners.add(listener)
        return listener

    def unsubscribe(self, listener: queue.SimpleQueue[str]) -> None:
        """Send no more events to *listener*."""
        with self._lock:
            self._listeners.discard(listener)

    def publish(self, what: str, **data: Any) -> None:
        """Send an event to all subscribers."""
        event = json.dumps({"what": what, **data})
        with self._lock:
            for listener in self._listeners:
                listener.put(event)

    # -- saves -------------------------------------------------------------------------------

    def watch(self) -> None:
        """Start to watch the folders, in a thread."""
        self._watcher = Thread(target=self._watching, name="watcher", daemon=True)
        self._watcher.start()

    def _watching(self) -> None:
        """Watch until `close`; begin again where the system fails, as when it watches too many files."""
        while not self._stop.is_set():
            try:
                self._watch()
            except (OSError, RuntimeError):
                if not self._stop.wait(RETRY_S):
                    self.saved(self.session.watched())  # files may have been saved meanwhile

    def _watch(self) -> None:
        """Handle saves until `close`.

        Raises:
            OSError, RuntimeError: the system cannot watch the folders.
        """
        from watchfiles import watch

        for saved in watch(
            *self.session.watched(),
            watch_filter=lambda _, path: _counts(Path(path)),
            debounce=DEBOUNCE_MS,
            step=DEBOUNCE_STEP_MS,
            stop_event=self._stop,
            rust_timeout=500,
            raise_interrupt=False,
        ):
            paths = {Path(path) for _, path in saved if not self._has_read(Path(path))}
            if paths:
                self.saved(paths)
            folders = {path for path in paths if path.is_dir()}
            if folders:
                self._second_reading = Timer(REREAD_FOLDER_S, self.saved, (folders,))
                self._second_reading.daemon = True
                self._second_reading.start()

    def saved(self, paths: Iterable[Path]) -> None:
        """Handle files that were saved at *paths* (absolute)."""
        paths = set(paths)
        commented = {path for path in paths if path.name == COMMENTS_FILE}
        if commented:
            self.publish("comments", game="")
            for name in [*self._timers]:
                self.schedule_check(name)
            paths -= commented
            if not paths:
                return
        games = set(self.session.games)
        changes = self.session.files_changed(paths)
        if set(self.session.games) != games:
            self.publish("games")
        for change in changes:
            pieces = None if change.pieces is None else list(change.pieces)
            self.publish("changed", game=change.game, pieces=pieces)
            for name in [change.game] if change.game else self.session.games:
                if name in self._timers:
                    self.schedule_check(name)

    def wrote(self, paths: Iterable[Path]) -> None:
        """Handle files that the preview itself has written at *paths* (absolute), while it holds the session's lock."""
        paths = tuple(paths)
        for path in paths:
            self._written[path] = path.read_bytes()
        self.saved(paths)

    def _has_read(self, path: Path) -> bool:
        """True if *path* is as the preview has written it; an edit that is being written is waited for."""
        with self.session.lock:
            data = self._written.get(path)
            try:
                same = data is not None and path.read_bytes() == data
            except OSError:
                same = False
            if not same:
                self._written.pop(path, None)
            return same

    # -- checks ------------------------------------------------------------------------------

    def schedule_check(self, name: str) -> None:
        """Check the whole game *name* after a pause without saves."""
        if self._worker is None:
            return
        timer = Timer(CHECK_DELAY_S, self._check, (name,))
        timer.daemon = True
        with self._lock:
            if name in self._timers:
                self._timers[name].cancel()
            self._timers[name] = timer
        timer.start()

    def _check(self, name: str) -> None:
        gc.collect()  # now, in a pause; otherwise it might run in the middle of a repaint
        if name not in self.session.games:
            return
        revision = self.session.revision(name)

        def done(future: Future[tuple[Diagnostic, ...]]) -> None:
            try:
                found = future.result()
            except (CancelledError, BrokenProcessPool):
                return
            if self.session.accept_check(name, revision, found):
                self.publish("findings", game=name, settled=True)

        if self._worker is not None and not self._stop.is_set():
            self._worker.check(name).add_done_callback(done)

    def close(self) -> None:
        """Stop watching and checking."""
        self._stop.set()
        for timer in self._timers.values():
            timer.cancel()
        if self._worker is not None:
            self._worker.close()
        if self._watcher is not None:
            self._watcher.join(2)
        if self._second_reading is not None:
            self._second_reading.cancel()
            self._second_reading.join(2)


def _counts(path: Path) -> bool:
    """True if *path* may matter: a file with a watched suffix, or something that is or was a folder."""
    return not path.name.startswith(".") and (not path.suffix or path.suffix.lower() in WATCHED_SUFFIXES)
