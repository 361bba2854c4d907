"""Processes that share work, end with the process that started them, and import nothing from the current folder."""

from __future__ import annotations

import os
import signal
import sys
from threading import Thread, active_count
from typing import TYPE_CHECKING, Any, TypeVar

from pawprint.core.programs import guard_children

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.context import BaseContext

C = TypeVar("C")
T = TypeVar("T")
R = TypeVar("R")

#: `WaitForMultipleObjects` of Windows waits for 64 handles, three of which a pool needs for itself.
_MAX_PROCESSES = 61 if sys.platform == "win32" else 4096
_context: Any = None  # in a process of `share_work`


def cores() -> int:
    """The number of processor cores that this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def share_work(work: Callable[[C, T], R], context: C, items: Sequence[T], processes: int) -> Iterator[R]:
    """The results of *work* with *context* and each of the *items*, in their order.

    Where no process can be started, or one is killed, this one does what is left.

    Args:
        work: a function at the top level of its module, or a `partial` of one.
        context: what all items need. On Linux processes have it from the start; elsewhere it is pickled for each.
        items: in the order in which they are begun. They are pickled, and so are the results.
        processes: at most so many work at the same time.
    """
    done = 0
    for result in _shared(work, context, items, min(processes, len(items))):
        yield result
        done += 1
    for item in items[done:]:
        yield work(context, item)


def process_pool(
    processes: int,
    initializer: Callable[..., None] | None = None,
    arguments: tuple[Any, ...] = (),
    method: str = "",
) -> ProcessPoolExecutor:
    """A pool whose processes end with this one, and import nothing from the current folder.

    Args:
        processes: the most that work at the same time, at least 1. Windows has a limit of 61.
        initializer: called in each process with *arguments*.
        method: `spawn`, `fork` or `forkserver`. By default this process is copied where that is safe, as copies need
            not read and import everything again, and new ones are started elsewhere.

    Raises:
        OSError, ImportError, NotImplementedError: this system starts no processes.
    """
    from concurrent.futures import ProcessPoolExecutor

    context = start_context(method or ("fork" if sys.platform == "linux" and active_count() == 1 else "spawn"))
    return ProcessPoolExecutor(min(processes, _MAX_PROCESSES), context, _begin_process, (initializer, *arguments))


def start_context(method: str) -> BaseContext:
    """A way to start processes, `spawn`, `fork` or `forkserver`, that imports nothing from the current folder."""
    from multiprocessing import get_context

    guard_children(copies=method == "fork")
    return get_context(method)


def _begin_process(initializer: Callable[..., None] | None, *arguments: Any) -> None:
    end_with_parent()
    if initializer is not None:
        initializer(*arguments)


def _shared(work: Callable[[C, T], R], context: C, items: Sequence[T], processes: int) -> Iterator[R]:
    """The results as far as other processes find them."""
    from concurrent.futures.process import BrokenProcessPool

    try:
        pool = process_pool(processes, _begin, (context,))
    except (OSError, ImportError, NotImplementedError):  # no semaphores here
        return
    try:
        for future in _submitted(pool, work, items):
            yield future.result()
    except BrokenProcessPool:  # one was killed, perhaps for its memory
        return
    finally:
        pool.shutdown(cancel_futures=True)


def _submitted(pool: ProcessPoolExecutor, work: Callable[[C, T], R], items: Sequence[T]) -> list[Future[R]]:
    """The results to come; none if the system starts no more processes."""
    from multiprocessing import active_children

    others = set(active_children())
    try:
        return [pool.submit(_work_here, work, item) for item in items]
    except OSError:
        for started in set(active_children()) - others:  # nothing would ever end them
            started.terminate()
            started.join()
        return []


def _begin(context: Any) -> None:
    global _context
    _context = context
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C reaches the parent too, which says what there is to say


def _work_here(work: Callable[[Any, T], R], item: T) -> R:
    return work(_context, item)


def end_with_parent() -> None:
    """End this process as soon as the one that started it is gone, even if that was killed.

    Without it the processes of a pool wait forever for work that nothing can send.
    """
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent.sentinel,), name="end-with-parent", daemon=True).start()


def _end_after(sentinel: int) -> None:
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)
