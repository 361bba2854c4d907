"""A game and a time (printed, built, or a Git revision) -> what has changed since, and pictures of the pieces then."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, NamedTuple

from pawprint.catalog.model import Game
from pawprint.preview._renderer import Renderer, ViewOptions
from pawprint.preview.session import Session
from pawprint.preview.worker import REMEMBERED, Worker
from pawprint.production import pipeline
from pawprint.production.changes.earlier_game import NoRevision, earlier_game
from pawprint.production.changes.updates import workspace_at
from pawprint.production.snapshot import BadState, read_state

#: The most earlier states in memory; the oldest are dropped.
MAX_STATES = 6


class _Earlier(NamedTuple):
    """An earlier state of a game.

    Attributes:
        revision: of the game as it is now, to which this was compared.
        folder: with the files of a Git revision; None for other states.
    """

    revision: int
    game: Game | None
    renderer: Renderer
    folder: TemporaryDirectory[str] | None


class Comparisons:
    """Compares games with earlier states of themselves.

    Args:
        session: the games as they are now.
        worker: the process that makes the lists of changes.
        out: the folder of builds, with what is remembered of each game.
    """

    def __init__(self, session: Session, worker: Worker, out: Path) -> None:
        self._session, self._worker, self._out = session, worker, out
        self._known: dict[tuple[str, str], _Earlier] = {}
        self._lock = Lock()

    def possible(self, name: str) -> list[str]:
        """What a game can be compared with: `printed` and `built`, where that is remembered, and `git`.

        Raises:
            KeyError: there is no such game.
        """
        self._session.revision(name)
        home = self._session.catalog.resolve()
        known = [since for since, file in REMEMBERED.items() if (self._out / name / file).is_file()]
        return [*known, *(["git"] if any((folder / ".git").exists() for folder in (home, *home.parents)) else [])]

    def changes(self, name: str, since: str) -> Any:
        """What has changed in a game *since* `printed`, `built` or a Git revision; see `change_list`.

        Raises:
            KeyError: there is no such game.
        """
        self._session.revision(name)
        return self._worker.changes(name, since, self._out).result()

    def before(self, name: str, since: str, piece: str, view: ViewOptions) -> bytes | None:
        """The SVG file of one side of the piece `component/id` as it was; None if it, or the revision, is not known.

        Raises:
            KeyError: there is no such game.
        """
        with self._lock:
            try:
                earlier = self._earlier(name, since)
            except NoRevision:
                return None
            game = earlier.game
            component, _, identity = piece.partition("/")
            record = game.records.get(component, {}).get(identity) if game else None
            if game is None or record is None or view.language not in game.languages:
                return None
            if view.edition in game.editions:
                game = game.in_edition(view.edition)
            return earlier.renderer.draw(game, record, view).svg

    def _earlier(self, name: str, since: str) -> _Earlier:
        revision = self._session.revision(name)
        known = self._known.get((name, since))
        if known is None or (known.revision != revision and known.folder is None):
            known = self._remembered(name, since, revision) if since in REMEMBERED else self._committed(name, since)
            self._keep((name, since), known)
        return known

    def _keep(self, key: tuple[str, str], state: _Earlier) -> None:
        self._drop(key)
        self._known[key] = state
        while len(self._known) > MAX_STATES:
            self._drop(next(iter(self._known)))

    def _drop(self, key: tuple[str, str]) -> None:
        state = self._known.pop(key, None)
        if state is not None and state.folder is not None:
            state.folder.cleanup()

    def close(self) -> None:
        """Remove the files of Git revisions."""
        with self._lock:
            for key in [*self._known]:
                self._drop(key)

    def _remembered(self, name: str, since: str, revision: int) -> _Earlier:
        try:
            before = read_state(self._out / name / REMEMBERED[since])
        except BadState:
            before = None
        now = self._session.games[name]
        game = earlier_game(now, before) if now and before else None
        return _Earlier(revision, game, Renderer(self._session.folders), None)

    def _committed(self, name: str, since: str) -> _Earlier:
        folder = TemporaryDirectory(prefix="pawprint-")
        now = pipeline.load(self._session.catalog, self._session.folders, [name])
        try:
            then = workspace_at(since, now, self._session.folders, Path(folder.name))
        except NoRevision:
            folder.cleanup()
            raise
        return _Earlier(0, then.library.games.get(name), Renderer(then.layouts.folders), folder)
