"""Slow work of the preview in a separate process: full checks, and the PDF files of sheets and documents."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pawprint.core.diagnostics import Diagnostic
from pawprint.core.workers import end_with_parent

if TYPE_CHECKING:
    from pawprint.build.options import BuildOptions
    from pawprint.press.manifest import Print

_T = TypeVar("_T")
#: Findings, and the files if there were no errors.
Made = tuple[tuple[Diagnostic, ...], "list[Print]"]


class Worker:
    """A single process, started with the first task.

    Args:
        catalog, layouts: as for `pawprint.build.pipeline.load`.
    """

    def __init__(self, catalog: Path, layouts: Sequence[Path]) -> None:
        self._folders = catalog, tuple(layouts)
        self._pool = self._started()

    def check(self, game: str) -> Future[tuple[Diagnostic, ...]]:
        """The findings of `pawprint check` for a game."""
        return self._submit(_check, *self._folders, game)

    def make(self, game: str, choice: BuildOptions) -> Future[Made]:
        """The files that `pawprint build` makes of a game, and the findings."""
        return self._submit(_make, *self._folders, game, choice)

    def _submit(self, work: Callable[..., _T], *arguments: Any) -> Future[_T]:
        try:
            return self._pool.submit(work, *arguments)
        except BrokenProcessPool:  # the process was killed: start another one
            self._pool = self._started()
            return self._pool.submit(work, *arguments)

    def _started(self) -> Executor:
        return ProcessPoolExecutor(1, get_context("spawn"), _alone)

    def close(self) -> None:
        """End the process; tasks that have not started are cancelled."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _alone() -> None:
    """Leave Ctrl-C to the process that started this one, end with that one, and give way to all other processes."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)


def _check(catalog: Path, layouts: tuple[Path, ...], game: str) -> tuple[Diagnostic, ...]:
    from pawprint.build import pipeline

    workspace = pipeline.load(catalog, layouts, [game])
    pipeline.check(workspace)
    return workspace.findings.sorted()


def _make(catalog: Path, layouts: tuple[Path, ...], game: str, choice: BuildOptions) -> Made:
    from pawprint.build import pipeline

    return pipeline.build_all(catalog, layouts, [game], choice)
