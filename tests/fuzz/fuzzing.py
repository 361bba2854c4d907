"""Runs many inputs of a reader in child processes, and finds those that it should not end as it does.

A child reads one input after the other and notes in shared memory which one it is at. If it ends, the next child goes
on behind that one. So a process is made for hundreds of inputs, as long as all is well.
"""

import importlib
import json
import mmap
import os
import resource
import signal
import struct
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from fuzz.forked import limit_process
from fuzz.project import make_project
from fuzz.readers import Reader

#: Seconds of CPU that one input may take, and bytes that a child may take beyond what it has at its start.
CPU, MEMORY = 10, 1_000_000_000
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES = {
    "os.rename": 2,
    "os.link": 2,
    "os.symlink": 2,
    "os.remove": 1,
    "os.mkdir": 1,
    "os.rmdir": 1,
    "os.truncate": 1,
}
#: What no reader does.
_FORBIDDEN = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "socket.connect", "pty.spawn")


class Fault(NamedTuple):
    """An input that a reader should not end as it does.

    Attributes:
        data: the input.
        signature: what all inputs have in common that end alike: the kind of exception, and where.
        details: a traceback, if there is one.
    """

    reader: str
    data: bytes
    signature: str
    details: str = ""


def inputs_of(reader: Reader, seed: int, numbers: Iterable[int]) -> Iterator[bytes]:
    """The inputs with these *numbers*, which depend only on them and *seed*."""
    seeds = reader.seeds()
    for number in numbers:
        random = Random(f"{reader.name} {seed} {number}")
        yield reader.mutate(random.choice(seeds), random)


class FaultFinder:
    """Runs inputs of readers.

    Args:
        place: a folder for the project of the child processes.
        cpu: seconds that one input may take.
    """

    def __init__(self, place: Path, cpu: int = CPU) -> None:
        self._place, self._cpu = place, cpu
        self._shared = mmap.mmap(-1, 8)

    def warm(self, reader: Reader) -> list[Fault]:
        """Import here what *reader* imports, so that each child has it; the fault of its first seed."""
        modules = os.memfd_create("modules")

        def read(data: bytes) -> None:
            try:
                reader.read(data)
            finally:
                os.pwrite(modules, "\n".join(sys.modules).encode(), 0)

        found = self.run(reader._replace(read=read), list(reader.seeds()[:1]))
        for name in os.pread(modules, os.fstat(modules).st_size, 0).decode().splitlines():
            if name not in sys.modules and "__mp_main__" not in name:
                with suppress(ImportError):
                    importlib.import_module(name)
        os.close(modules)
        return found

    def run(self, reader: Reader, inputs: Sequence[bytes]) -> list[Fault]:
        """The faults of *inputs*."""
        found: list[Fault] = []
        first = 0
        while first < len(inputs):
            notes = os.memfd_create("notes")
            child = os.fork()
            if not child:
                self._read_all(reader, inputs, first, notes)
            _, status = os.waitpid(child, 0)
            at = struct.unpack("<q", self._shared[:8])[0]
            with os.fdopen(notes, "rb") as file:
                file.seek(0)
                for line in file:
                    number, signature, details = json.loads(line)
                    found.append(Fault(reader.name, inputs[number], signature, details))
            if os.WIFSIGNALED(status) or os.WEXITSTATUS(status):
                end = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else f"exit {status}"
                name = f"more than {self._cpu} s" if end in ("SIGPROF", "SIGXCPU") else end
                found.append(Fault(reader.name, inputs[at], name))
                first = at + 1
            else:
                first = len(inputs)
        return found

    def _read_all(self, reader: Reader, inputs: Sequence[bytes], first: int, notes: int) -> None:
        """Read *inputs* from the one with the number *first*, and end this process."""
        code = 70
        try:
            self._begin()
            for number in range(first, len(inputs)):
                self._shared[:8] = struct.pack("<q", number)
                signal.setitimer(signal.ITIMER_PROF, self._cpu)
                end = _ended(reader, inputs[number])
                if end:
                    os.write(notes, json.dumps([number, *end]).encode() + b"\n")
            code = 0
        except BaseException:
            os.write(2, traceback.format_exc().encode())
        finally:
            os._exit(code)

    def _begin(self) -> None:
        """Prepare this process: its folder, its streams and its limits."""
        make_project(self._place)
        os.chdir(self._place)
        os.environ |= {
            "PAWPRINT_CACHE": str(self._place / "cache"),
            "PAWPRINT_CONFIG": str(self._place / "config"),
            "TMPDIR": str(self._place),
        }
        tempfile.tempdir = None
        limit_process(1_000_000, MEMORY)
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000_000, 50_000_000))
        silent = os.open(os.devnull, os.O_RDWR)
        os.dup2(silent, 1)
        sys.stdout = open(silent, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - until the process ends
        sys.stderr = sys.stdout
        sys.dont_write_bytecode = True  # of modules that a reader imports: none of its own files
        sys.addaudithook(_watch(self._place))


class Outside(BaseException):
    """A reader changes a file that is none of its own, or starts a program."""


def _watch(place: Path) -> Callable[[str, tuple[Any, ...]], None]:
    """An audit hook for changes of files outside of *place*."""
    root = os.path.realpath(place) + os.sep

    def check(event: str, path: Any) -> None:
        if isinstance(path, int) or os.fsdecode(path) == os.devnull:
            return
        whole = Path(os.fsdecode(path)).absolute()
        whole = Path(os.path.realpath(whole.parent)) / whole.name
        if not f"{whole}{os.sep}".startswith(root):
            raise Outside(f"{event} {path!r}")

    def audit(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            if arguments[2] & _WRITES:
                check(event, arguments[0])
        elif event in _CHANGES:
            for path in arguments[: _CHANGES[event]]:
                check(event, path)
        elif event in _FORBIDDEN:
            raise Outside(event)

    return audit


def _ended(reader: Reader, data: bytes) -> tuple[str, str] | None:
    """The signature and the traceback of the exception that an input raises."""
    try:
        reader.read(data)
    except BaseException as error:
        frames = traceback.extract_tb(error.__traceback__)
        ours = [frame for frame in frames if "/pawprint/" in frame.filename] or frames
        place = f"{ours[-1].filename.rpartition('/pawprint/')[2]}:{ours[-1].name}"
        return f"{type(error).__name__} in {place}", "".join(traceback.format_exception(error, limit=-12))[-4000:]
    return None


def reduced(finder: FaultFinder, reader: Reader, fault: Fault, most: int = 400) -> Fault:
    """The smallest input found that ends as *fault* does, after at most *most* runs."""
    best, size, runs = fault.data, max(1, len(fault.data) // 2), 0
    while size and runs < most:
        tries = [best[:at] + best[at + size :] for at in range(0, len(best), size)][: most - runs]
        runs += len(tries)
        shorter = [
            one for one in tries if any(found.signature == fault.signature for found in finder.run(reader, [one]))
        ]
        if shorter:
            best = min(shorter, key=len)
            size = min(size, max(1, len(best) // 2))
        else:
            size //= 2
    return fault._replace(data=best)
