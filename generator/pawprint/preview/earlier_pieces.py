"""A game and a time -> pictures of its pieces as they were then: printed, built, or at a Git revision."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import NamedTuple

from pawprint.build.snapshot import BUILT, PRINTED, BadState, read_state
from pawprint.catalog.model import Game
from pawprint.preview.renderer import Renderer, ViewOptions
from pawprint.preview.session import Session

#: What a comparison may be with, beside a Git revision -> the file that remembers it.
REMEMBERED = {"printed": PRINTED, "built": BUILT}

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


class EarlierPieces:
    """Draws pieces as they were.

    Args:
        session: the games as they are now.
        out: the folder of builds, with what is remembered of each game.
    """

    def __init__(self, session: Session, out: Path) -> None:
        self._session, self._out = session, out
        self._known: dict[tuple[str, str], _Earlier] = {}
        self._lock = Lock()

    def picture(self, name: str, since: str, piece: str, view: ViewOptions) -> bytes | None:
        """The SVG file of one side of the piece `component/id`; None if it was not there, or is not known any more.

        Raises:
            KeyError: there is no such game.
            NoRevision: there is no such revision of the catalog.
        """
        with self._lock:
            earlier = self._earlier(name, since)
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
        from pawprint.changes.earlier_game import earlier_game

        try:
            before = read_state(self._out / name / REMEMBERED[since])
        except BadState:
            before = None
        now = self._session.games[name]
        game = earlier_game(now, before) if now and before else None
        return _Earlier(revision, game, Renderer(self._session.folders), None)

    def _committed(self, name: str, since: str) -> _Earlier:
        from pawprint.build import pipeline
        from pawprint.changes.git_revision import NoRevision
        from pawprint.changes.updates import workspace_at

        folder = TemporaryDirectory(prefix="pawprint-")
        now = pipeline.load(self._session.catalog, self._session.folders, [name])
        try:
            then = workspace_at(since, now, self._session.folders, Path(folder.name))
        except NoRevision:
            folder.cleanup()
            raise
        return _Earlier(0, then.library.games.get(name), Renderer(then.layouts.folders), folder)
