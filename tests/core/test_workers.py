"""Processes share work, all of which is done whatever becomes of them; none is left behind."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import active_children, get_all_start_methods, get_context
from pathlib import Path

import pytest

from pawprint.core.workers import cores, share_work

#: Each starts processes, says so, and then waits to be killed.
POOL = """
import sys, time
from pawprint.core.workers import process_pool

if __name__ == "__main__":
    pool = process_pool(3, method=sys.argv[1])
    busy = [pool.submit(time.sleep, 600) for _ in range(2)]  # and one that waits for work
    pool.submit(abs, 1).result()
    print("started", flush=True)
    time.sleep(600)
"""
BUILD = """
import time
from pathlib import Path
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions

def wait(*_):
    print("started", flush=True)
    time.sleep(600)

if __name__ == "__main__":
    pipeline.build_all(Path(), [Path("layouts")], ["den"], BuildOptions(), jobs=2, progress=wait)
"""
PLAY = """
import time
from pathlib import Path
from pawprint.games.food_chain.rules import FoodChain
from pawprint.play.simulation import WorkerPool
from pawprint.play.simulation_config import SimulationConfig

def wait(*_):
    print("started", flush=True)
    time.sleep(600)

if __name__ == "__main__":
    with WorkerPool(2) as pool:
        config = SimulationConfig(CATALOG + "/food-chain", FoodChain, "", "", (), 2, ("random",), 0)
        pool.play([(config, 0, 400)], wait)
"""
PREVIEW = """
import time
from pathlib import Path
from pawprint.preview.worker import Worker

if __name__ == "__main__":
    worker = Worker(Path(), [Path("layouts")])
    worker.check("den").result()
    print("started", flush=True)
    time.sleep(600)
"""
KILLS = [signal.SIGTERM, *([signal.SIGKILL] if hasattr(signal, "SIGKILL") else [])]


def ends_whole(script: str, folder: Path, kill: int, *words: str) -> None:
    """Run *script*, kill its process, and see that all processes that it has started end.

    They share its standard output, which therefore ends with the last of them.
    """
    path = folder / "script.py"
    path.write_text(script, encoding="utf-8")
    command = [sys.executable, path, *words]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, start_new_session=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"started\n"
            process.send_signal(kill)
            process.communicate(timeout=20)
        finally:
            with suppress(ProcessLookupError, AttributeError):
                os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.parametrize("kill", KILLS)
@pytest.mark.parametrize("method", get_all_start_methods())
def test_processes_of_a_pool_end_with_their_parent(tmp_path: Path, method: str, kill: int) -> None:
    ends_whole(POOL, tmp_path, kill, method)


@pytest.mark.parametrize("script", [BUILD, PLAY, PREVIEW], ids=["build", "play", "preview"])
def test_command_that_is_ended_leaves_no_process(den: Callable[..., Path], script: str) -> None:
    catalog = str(Path(__file__).parents[2] / "catalog")
    ends_whole(script.replace("CATALOG", repr(catalog)), den(), signal.SIGTERM)


def times(factor: int, number: int) -> tuple[int, bool]:
    """A product, and whether the process that began the test found it."""
    return factor * number, os.environ["TESTED"] == str(os.getpid())


def times_or_killed(factor: int, number: int) -> tuple[int, bool]:
    """See `times`; another process does not survive the number 3."""
    here = os.environ["TESTED"] == str(os.getpid())
    if number == 3 and not here:
        os.kill(os.getpid(), signal.SIGTERM)
    return factor * number, here


def faulty(_: int, number: int) -> int:
    if number == 2:
        raise ValueError(f"not {number}")
    return number


@pytest.fixture
def tested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESTED", str(os.getpid()))


def products(results: list[tuple[int, bool]]) -> list[int]:
    return [product for product, _ in results]


def test_results_are_in_the_order_of_the_items(tested: None) -> None:
    results = [*share_work(times, 7, range(20), 3)]
    assert products(results) == [7 * number for number in range(20)]
    assert not any(here for _, here in results)


def test_work_of_a_killed_process_is_done_here(tested: None) -> None:
    results = [*share_work(times_or_killed, 7, range(8), 2)]
    assert products(results) == [7 * number for number in range(8)]
    assert results[3] == (21, True)


def test_error_is_returned() -> None:
    with pytest.raises(ValueError, match="not 2"):
        [*share_work(faulty, 0, range(4), 2)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are no copies here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_parent_does_all_work_if_the_system_starts_no_more_processes(
    tested: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    fork, started = os.fork, []

    def fork_once() -> int:
        if started:
            raise BlockingIOError("Resource temporarily unavailable")
        started.append(fork())
        return started[-1]

    monkeypatch.setattr("pawprint.core.workers.start_context", lambda _: get_context("fork"))
    monkeypatch.setattr(os, "fork", fork_once)
    assert [*share_work(times, 7, range(4), 2)] == [(7 * number, True) for number in range(4)]
    assert started
    assert not active_children()


def test_no_semaphores(tested: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def lack(*_: object) -> None:
        raise NotImplementedError("system provides too few semaphores")

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", lack)
    assert [*share_work(times, 7, range(2), 2)] == [(0, True), (7, True)]


def test_core_count_is_positive() -> None:
    assert 1 <= cores() <= 4096
