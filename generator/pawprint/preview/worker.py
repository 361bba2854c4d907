"""Slow work of the preview in a separate process: full checks, and the PDF files of sheets and documents."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from pawprint.core.diagnostics import Diagnostic
from pawprint.core.length import DESIGN_BLEED
from pawprint.core.user_folders import BadFolder, cache_folder
from pawprint.core.workers import process_pool, start_context
from pawprint.press.manifest import Print
from pawprint.production import pipeline
from pawprint.production.cache.source_digests import version
from pawprint.production.cache.store import Store
from pawprint.production.changes import updates
from pawprint.production.changes.earlier_game import NoRevision, earlier_game, pieces_as_before
from pawprint.production.changes.summary import data
from pawprint.production.options import BuildOptions
from pawprint.production.run import Progress
from pawprint.production.snapshot import BUILT, PRINTED, BadState

_T = TypeVar("_T")
#: Findings, and the files if there were no errors.
Made = tuple[tuple[Diagnostic, ...], list[Print]]


#: What a comparison may be with, beside a Git revision -> the file that remembers it.
REMEMBERED = {"printed": PRINTED, "built": BUILT}
#: The most bytes that say what is being made.
PROGRESS_BYTES = 200
#: In the process that does the work: where it writes what it makes.
_shared: list[Any] = []


class Worker:
    """A single process, started with the first task.

    Args:
        catalog, layouts: as for `pawprint.production.pipeline.load`.
    """

    def __init__(self, catalog: Path, layouts: Sequence[Path]) -> None:
        self._folders = catalog, tuple(layouts)
        self._progress: Any = start_context("spawn").Array("c", PROGRESS_BYTES)
        self._pool = self._started()

    def check(self, game: str) -> Future[tuple[Diagnostic, ...]]:
        """The findings of `pawprint check` for a game."""
        return self._submit(_check, *self._folders, game)

    def make(self, game: str, choice: BuildOptions) -> Future[Made]:
        """The files that `pawprint build` makes of a game, and the findings."""
        return self._submit(_make, *self._folders, game, choice)

    def changes(self, game: str, since: str, out: Path) -> Future[Any]:
        """What has changed in a game; see `change_list`."""
        return self._submit(_changes, *self._folders, game, since, out)

    @property
    def progress(self) -> dict[str, Any]:
        """What is being made or compared, how much of it is done, and how much there is; empty while it rests."""
        word, _, numbers = bytes(self._progress.value).decode(errors="ignore").rpartition("\t")
        done, _, total = numbers.partition("/")
        return {"word": word, "done": int(done), "total": int(total)} if word else {}

    def _submit(self, work: Callable[..., _T], *arguments: Any) -> Future[_T]:
        try:
            return self._pool.submit(work, *arguments)
        except BrokenProcessPool:  # the process was killed: start another one
            self._progress.value = b""
            self._pool = self._started()
            return self._pool.submit(work, *arguments)
        except RuntimeError as error:
            raise CancelledError from error  # it was closed, as the tasks were that had not started

    def _started(self) -> Executor:
        return process_pool(1, _alone, (self._progress,), "spawn")

    def close(self) -> None:
        """End the process; tasks that have not started are cancelled."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def report_to(progress: Any) -> None:
    """Have this process write what it makes into *progress*, an array of bytes that processes share."""
    _shared.append(progress)
    del _shared[:-1]


def _report(word: str, done: int, total: int) -> None:
    numbers = f"\t{done}/{total}".encode()
    for progress in _shared:
        progress.value = word.encode()[: PROGRESS_BYTES - len(numbers)] + numbers


def _alone(progress: Any) -> None:
    """Leave Ctrl-C to the process that started this one, and give way to all other processes."""
    report_to(progress)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)


def _check(catalog: Path, layouts: tuple[Path, ...], game: str) -> tuple[Diagnostic, ...]:
    workspace = pipeline.load(catalog, layouts, [game])
    pipeline.check(workspace)
    return workspace.findings.sorted()


def _make(catalog: Path, layouts: tuple[Path, ...], game: str, choice: BuildOptions) -> Made:
    with _reporting():
        return pipeline.build_all(catalog, layouts, [game], choice, progress=_report)


def _changes(catalog: Path, layouts: tuple[Path, ...], game: str, since: str, out: Path) -> Any:
    with _reporting():
        return change_list(catalog, layouts, game, since, out, _report)


def change_list(catalog: Path, layouts: tuple[Path, ...], game: str, since: str, out: Path, say: Progress) -> Any:
    """What `pawprint changes --format json` lists of a game; a piece also has `drawn`: whether it can be drawn as then.

    Returns:
        `{"message": ...}` if there is nothing to compare with.
    """
    workspace = pipeline.load(catalog, layouts, [game])
    if game not in workspace.library.games:
        return {"message": "The game cannot be read now; the findings say why."}
    try:
        ((before, now),) = updates.changes_since(workspace, since, out, layouts, say, _cache())
    except (NoRevision, BadState) as error:
        return {"message": f"{error}."}
    if before is None:
        return {"message": _nothing(since)}
    found = data(before, now)
    listed = [piece for edition in found["editions"] for piece in edition["pieces"]]
    pieces = {piece["was"] or piece["piece"] for piece in listed if piece["what"] != "new"}
    known = pieces
    if since in REMEMBERED:
        then = earlier_game(workspace.library.games[game], before)
        known = pieces_as_before(
            then, before, pieces, workspace.composer_apart(DESIGN_BLEED, type(workspace.findings)())
        )
    for piece in listed:
        piece["drawn"] = (piece["was"] or piece["piece"]) in known
    return found


def _nothing(since: str) -> str:
    if since == "printed":
        return "There is no record of a printed version. Print the game, then mark it as printed."
    return "The game has not been built yet." if since == "built" else "The game did not exist then."


def _cache() -> Any:
    """The cache of earlier builds; None if its folder cannot be used."""
    try:
        return Store(cache_folder(), version())
    except BadFolder:
        return None


@contextmanager
def _reporting() -> Iterator[None]:
    """Nothing is being made after this."""
    try:
        yield
    finally:
        for progress in _shared:
            progress.value = b""
