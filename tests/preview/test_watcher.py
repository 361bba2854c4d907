"""Folders of a session are watched until the preview is closed, and no longer."""

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from threading import enumerate as threads
from typing import Any

import pytest

from pawprint.preview import watcher as watching
from pawprint.preview.session import Session
from pawprint.preview.watcher import Watcher


def test_closed_preview_reads_no_folder_a_second_time(
    session: Session, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "REREAD_FOLDER_S", 60)
    others = {thread for thread in threads() if isinstance(thread, Timer)}

    def waiting() -> bool:
        return any(isinstance(thread, Timer) for thread in threads() if thread not in others)

    watcher = Watcher(session, None)
    watcher.watch()
    try:
        for number in range(200):  # folders are only seen once the watching has begun
            (folder / f"lair{number}").mkdir()
            time.sleep(0.05)
            if waiting():
                break
        assert waiting(), "a new folder is read twice"
    finally:
        watcher.close()
    assert not waiting()


def test_watching_begins_again_after_a_failure(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the system watches too many files; what was saved meanwhile is read."""
    calls: list[tuple[Path, ...]] = []

    def fails_once(*folders: Path, **options: Any) -> Iterator[set[Any]]:
        calls.append(folders)
        if len(calls) == 1:
            raise OSError("inotify limit reached")
        options["stop_event"].wait(5)
        return iter(())

    monkeypatch.setattr("watchfiles.watch", fails_once)
    monkeypatch.setattr(watching, "RETRY_S", 0.01)
    watched = Watcher(session, None)
    saved: list[set[Path]] = []
    monkeypatch.setattr(watched, "saved", lambda paths: saved.append(set(paths)))
    watched.watch()
    for _ in range(500):
        if len(calls) > 1:
            break
        time.sleep(0.01)
    watched.close()
    assert len(calls) == 2
    assert saved == [set(calls[0])]
