"""The process that does the slow work of the preview."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from pawprint.preview.worker import Worker
from pawprint.production.options import BuildOptions

SECONDS = 60


@pytest.fixture
def worker(folder: Path) -> Iterator[Worker]:
    started = Worker(Path(), [Path("layouts")])
    yield started
    started.close()
    started._pool.shutdown()


def test_worker_process_checks_and_builds_and_restarts_after_a_kill(worker: Worker, folder: Path) -> None:
    assert worker.check("den").result(SECONDS) == ()
    (process,) = worker._pool._processes  # type: ignore[attr-defined]
    assert process != os.getpid()
    os.kill(process, signal.SIGTERM)
    with pytest.raises(Exception, match="abruptly"):
        worker._pool.submit(os.getpid).result(SECONDS)
    cards = folder / "den/cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("level: 2", "level: many"), encoding="utf-8")
    assert [finding.code for finding in worker.check("den").result(SECONDS)] == ["wrong-type"]
    cards.write_text(cards.read_text(encoding="utf-8").replace("level: many", "level: 2"), encoding="utf-8")
    findings, made = worker.make("den", BuildOptions()).result(SECONDS)
    assert findings == ()
    assert made[0].data.startswith(b"%PDF-")
