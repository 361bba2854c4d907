"""Runs a function in a child process of its own, with limits of time and memory, and catches what it prints."""

import gc
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

#: Bytes that a child may take beyond what it has at its start, and bytes of one file that it may write.
MEMORY, FILE_SIZE = 1_000_000_000, 500_000_000
#: Seconds of CPU, and seconds by the clock, that a child may take.
CPU, WALL = 10, 300


class Outcome(NamedTuple):
    """How a child process ended.

    Attributes:
        code: its exit code; negative for the signal that ended it.
        output: what it printed, on both streams.
        seconds: of CPU.
    """

    code: int
    output: str
    seconds: float

    @property
    def traceback(self) -> str:
        """The traceback that it printed; empty if it printed none."""
        start = self.output.find("Traceback (most recent call last)")
        return "" if start < 0 else self.output[start:]


def run_forked(work: Callable[[], int], cpu: int = CPU, memory: int = MEMORY) -> Outcome:
    """Run *work*, which returns an exit code, in a child process."""
    output = os.memfd_create("output")
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if not child:
        _run_and_exit(work, output, cpu, memory)
    _, status, used = os.wait4(child, 0)
    with os.fdopen(output, "rb") as file:
        file.seek(0)
        printed = file.read(1_000_000).decode("utf-8", "replace")
    return Outcome(os.waitstatus_to_exitcode(status), printed, used.ru_utime + used.ru_stime)


def _run_and_exit(work: Callable[[], int], output: int, cpu: int, memory: int) -> None:
    """Run *work* and end this process, whatever happens in it."""
    code = 70
    try:
        signal.alarm(WALL)
        limit_process(cpu, memory)
        for stream in (1, 2):
            os.dup2(output, stream)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
        code = work()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def limit_process(cpu: int, memory: int) -> None:
    """Limit the time and the memory of this process from now on, and search for no garbage in what it shares."""
    gc.freeze()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * os.sysconf("SC_PAGE_SIZE") + memory
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limit_time(cpu)


def limit_time(cpu: int) -> None:
    """Let this process take so many seconds of CPU from now on; SIGXCPU ends it then."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + cpu + 1, resource.RLIM_INFINITY))


def run_command(arguments: Sequence[str]) -> int:
    """Run `pawprint` with *arguments* in this process, and return its exit code.

    Raises:
        BaseException: what the command does not catch, which a user would see as a traceback.
    """
    from pawprint.__main__ import main

    sys.argv = ["pawprint", *arguments]
    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0
