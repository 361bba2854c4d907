"""A limit on the time of calls into code that may never return, such as rules that a user writes.

One thread watches all calls and raises `TimeIsUp` in the thread of a call that takes too long. Where no thread can be
started, as in a browser, there is no limit.
"""

import os
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source, Span

_HELP = "correct the file; docs/python-rules.md says what each method does"
_DATA_HELP = "correct the file; docs/own-rules.md says what each word does"


class RulesFault(Exception):
    """The file with the rules of a game is wrong.

    Args:
        line: in it, from 1; 0 if it is about the whole file.
    """

    def __init__(self, message: str, path: str, line: int, text: str, help: str = "") -> None:
        super().__init__(message, path, line, text, help)
        self.message, self.path, self.line, self.text = message, path, line, text
        self.help = help or (_DATA_HELP if path.endswith(".yaml") else _HELP)

    def __str__(self) -> str:
        return f"{self.message} ({self.path}:{self.line})" if self.line else f"{self.message} ({self.path})"

    def add_to(self, findings: Findings) -> None:
        findings.add("rules-fault", self.message, fault_span(self), self.help)


def fault_span(fault: RulesFault) -> Span:
    """The line of a fault."""
    return span_of_line(fault.path, fault.text, fault.line)


def span_of_line(path: str, text: str, line: int) -> Span:
    """A line of a file without the spaces at its beginning; the beginning of the file if *line* is 0."""
    source = Source(path, text)
    if not line:
        return Span(source, 0, 0)
    words = source.line(line)
    start = source.offset(line) + len(words) - len(words.lstrip())
    return Span(source, start, max(start, source.offset(line) + len(words.rstrip())))


#: Seconds that a call may take.
SECONDS = 10.0
#: Seconds between two looks of the watching thread, and without calls until it ends.
_INTERVAL, _IDLE = 0.1, 5.0


class TimeIsUp(BaseException):
    """A call has taken too long. No `Exception`, so that the code that takes too long does not catch it."""


class TimeLimit:
    """Limits the time within it. A limit within another one has no effect.

    Raises:
        TimeIsUp: *seconds* are over; only Python code is interrupted.
    """

    __slots__ = ("_deadline", "_thread", "_within")

    def __init__(self, seconds: float = 0.0) -> None:
        self._thread = threading.get_ident()
        self._within = _limited.get(self._thread, -1.0) >= 0
        self._deadline = 0.0 if self._within else time.monotonic() + (seconds or SECONDS)

    def __enter__(self) -> "TimeLimit":
        if not self._within:
            _watch()
            with _lock:
                _limited[self._thread] = self._deadline
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._within:
            return
        with _lock:
            late = _limited.pop(self._thread, 0.0) < 0
        if late and kind is not TimeIsUp:  # it is on its way, and would come after the end
            _raise_in(self._thread, None)


#: Thread -> the time when its call must be over; negative once that time is over.
_limited: dict[int, float] = {}
_lock = threading.Lock()
_watching = False


def _watch() -> None:
    global _watching
    if not _watching:
        try:
            _watching = True
            threading.Thread(target=_look, name="time limit", daemon=True).start()
        except RuntimeError:  # there are no threads here
            pass


def _look() -> None:
    global _watching
    idle = 0.0
    while idle < _IDLE:
        time.sleep(_INTERVAL)
        with _lock:
            idle = 0.0 if _limited else idle + _INTERVAL
            now = time.monotonic()
            for thread, deadline in _limited.items():
                if 0 <= deadline < now:
                    _limited[thread] = -1.0
                    _raise_in(thread, TimeIsUp)
            if idle >= _IDLE:
                _watching = False


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise *error* in a thread, or take back what has been raised there."""
    import ctypes

    at = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), at)


def _forget() -> None:
    """In a process that has been forked, no thread watches."""
    global _watching, _lock
    _watching, _lock = False, threading.Lock()
    _limited.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


# --- Code of rules that a user has written -> its result, or a `RulesFault`, within a limit of time -------------------


@contextmanager
def within_rules(path: str, text: str, what: str, line: int = 0) -> Iterator[None]:
    """While code of the file *path* runs.

    Args:
        what: runs, for messages: `act()`.
        line: where that begins, for errors that have no line of their own.

    Raises:
        RulesFault: it has failed, or has taken too long.
    """
    try:
        with TimeLimit():
            yield
    except RulesFault:
        raise
    except SyntaxError as error:
        own = error.filename == path
        raise RulesFault(f"this is not Python: {error.msg}", path, (error.lineno or 0) if own else line, text) from None
    except TimeIsUp as error:
        message = f"{what} has not ended after {SECONDS:g} seconds"
        raise RulesFault(message, path, _line_of(error, path) or line, text) from None
    except RecursionError as error:
        raise RulesFault(f"{what} calls itself without end", path, _line_of(error, path) or line, text) from None
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:  # also what would end the program
        message = f"{what} fails with {type(error).__name__}" + (f": {error}" if str(error) else "")
        raise RulesFault(message, path, _line_of(error, path) or line, text) from None


def _line_of(error: BaseException, path: str) -> int:
    """The line of *path* where *error* was last in it; 0 if it was not."""
    lines = [frame.lineno or 0 for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return lines[-1] if lines else 0
