"""An edit comes before other work: while a save is read, and until its pieces are drawn, other pictures wait.

Pictures of pieces that a page is scrolled to take the interpreter and the session's lock, again and again, just when
a person who has saved a file waits for one of them.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from threading import Condition
from time import monotonic

#: The most seconds for which other pictures wait: while a save is read, and after it, for its pieces to be asked for.
READING_S, DRAWING_S = 1.0, 0.15


class EditPriority:
    """Says which pictures wait for an edit."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._reading = 0
        self._until = 0.0
        self._first: frozenset[str] = frozenset()

    @contextmanager
    def reading(self) -> Iterator[None]:
        """While this lasts, saved files are being read."""
        with self._changed:
            self._reading += 1
            self._until = max(self._until, monotonic() + READING_S)
        try:
            yield
        finally:
            with self._changed:
                self._reading -= 1
                if not self._reading and not self._first:
                    self._until = 0.0
                self._changed.notify_all()

    def draw_first(self, pieces: Collection[str]) -> None:
        """Let other pictures wait a moment for those of *pieces*, `component/id`; for none, no longer."""
        with self._changed:
            self._first = frozenset(pieces)
            self._until = monotonic() + DRAWING_S if pieces else 0.0
            self._changed.notify_all()

    def wait(self, piece: str) -> None:
        """Return when the picture of *piece* may be drawn."""
        with self._changed:
            while (left := self._until - monotonic()) > 0 and (self._reading or piece not in self._first):
                self._changed.wait(left)

    def drawn(self, piece: str) -> None:
        """The picture of *piece* has been drawn; when all have been that come first, the others follow."""
        with self._changed:
            if piece in self._first:
                self._first -= {piece}
                if not self._first and not self._reading:
                    self._until = 0.0
                    self._changed.notify_all()
