"""No process is left behind, whatever becomes of the one that started it."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_all_start_methods
from pathlib import Path

import pytest

#: Each starts processes, says so, and then waits to be killed.
POOL = """
import sys, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pawprint.core.workers import end_with_parent

if __name__ == "__main__":
    pool = ProcessPoolExecutor(3, get_context(sys.argv[1]), end_with_parent)
    busy = [pool.submit(time.sleep, 600) for _ in range(2)]  # and one that waits for work
    pool.submit(abs, 1).result()
    print("started", flush=True)
    time.sleep(600)
"""
BUILD = """
import time
from pathlib import Path
from pawprint.build import pipeline
from pawprint.build.options import BuildOptions

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
from pawprint.rules.simulation import WorkerPool
from pawprint.rules.simulation_config import SimulationConfig

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
def test_the_processes_of_a_pool_end_with_the_one_that_started_them(tmp_path: Path, method: str, kill: int) -> None:
    ends_whole(POOL, tmp_path, kill, method)


@pytest.mark.parametrize("script", [BUILD, PLAY, PREVIEW], ids=["build", "play", "preview"])
def test_a_command_that_is_ended_leaves_no_process(den: Callable[..., Path], script: str) -> None:
    catalog = str(Path(__file__).parents[2] / "catalog")
    ends_whole(script.replace("CATALOG", repr(catalog)), den(), signal.SIGTERM)
