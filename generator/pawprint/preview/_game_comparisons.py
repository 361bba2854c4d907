"""What has changed in a game, for the page: the list, made in the worker process, and pictures of the pieces before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pawprint.preview._earlier_pieces import EarlierPieces
from pawprint.preview._renderer import ViewOptions
from pawprint.preview.session import Session
from pawprint.preview.worker import Worker
from pawprint.production.changes.earlier_game import NoRevision
from pawprint.production.snapshot import BUILT, PRINTED


class Comparisons:
    """Compares games with earlier states of themselves.

    Args:
        session: the games as they are now.
        worker: the process that makes the lists.
        out: the folder of builds.
    """

    def __init__(self, session: Session, worker: Worker, out: Path) -> None:
        self._session, self._worker, self._out = session, worker, out
        self._earlier = EarlierPieces(session, out)

    def possible(self, name: str) -> list[str]:
        """What a game can be compared with: `printed` and `built`, where that is remembered, and `git`.

        Raises:
            KeyError: there is no such game.
        """

        self._session.revision(name)
        home = self._session.catalog.resolve()
        found = {"printed": self._out / name / PRINTED, "built": self._out / name / BUILT}
        known = [since for since, path in found.items() if path.is_file()]
        return [*known, *(["git"] if any((folder / ".git").exists() for folder in (home, *home.parents)) else [])]

    def changes(self, name: str, since: str) -> Any:
        """What has changed in a game *since* `printed`, `built` or a Git revision; see `change_list`.

        Raises:
            KeyError: there is no such game.
        """
        self._session.revision(name)
        return self._worker.changes(name, since, self._out).result()

    def close(self) -> None:
        """Remove temporary files."""
        self._earlier.close()

    def before(self, name: str, since: str, piece: str, view: ViewOptions) -> bytes | None:
        """The picture of a piece as it was; see `EarlierPieces.picture`. None if there is no such revision."""

        try:
            return self._earlier.picture(name, since, piece, view)
        except NoRevision:
            return None
