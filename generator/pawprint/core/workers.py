"""Worker processes that end with the process that started them."""

import os
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread


def end_with_parent() -> None:
    """End this process as soon as the one that started it is gone, even if that was killed.

    For the `initializer` of a pool: without it the processes of a pool wait forever for work that nothing can send.
    """
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent.sentinel,), name="end-with-parent", daemon=True).start()


def _end_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
