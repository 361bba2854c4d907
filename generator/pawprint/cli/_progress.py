"""Progress of a build: a bar on a terminal, plain lines elsewhere."""

import sys
import time
from typing import TYPE_CHECKING, Any

from pawprint.cli._terminal import warn, without_control

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

#: Seconds until the bar appears. Loading its library takes a tenth of a second, so short work goes without.
_DELAY_S = 0.5


class Progress:
    """Called with the name of the current task, the number of steps done, and the number of all steps.

    Args:
        estimate: the bar says how long it will take, too; for steps that are equally long.
    """

    def __init__(self, quiet: bool, estimate: bool = False) -> None:
        self._quiet, self._estimate = quiet, estimate
        self._live = sys.stderr.isatty()
        self._started = time.monotonic()
        self._bar: Bar | None = None
        self._task: Any = None

    def __call__(self, what: str, done: int, total: int) -> None:
        if self._quiet:
            return
        if not self._live:
            if done == total:
                warn(f"  {what}")
            return
        if self._bar is None:
            if time.monotonic() - self._started < _DELAY_S:
                return
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                Progress,
                ProgressColumn,
                TextColumn,
                TimeElapsedColumn,
                TimeRemainingColumn,
            )

            name = TextColumn("{task.description}", markup=False)
            columns: list[ProgressColumn] = [name, BarColumn(), TimeElapsedColumn()]
            if self._estimate:
                columns += [TextColumn("{task.completed:,} of {task.total:,}, left:"), TimeRemainingColumn()]
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._bar.start()
            self._task = self._bar.add_task("", total=total)
        self._bar.update(self._task, description=without_control(what), completed=done, total=total)

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()
