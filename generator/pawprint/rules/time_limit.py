"""A limit on the time of calls into code that may never return, such as rules that a user writes.

One thread watches all calls and raises `TimeIsUp` in the thread of a call that takes too long. Where no thread can be
started, as in a browser, there is no limit.
"""

import os
import threading
import time
from types import TracebackType

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
    """Start the watching thread, unless it is there."""
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
