"""Folders of a session are watched until the preview is closed, and no longer."""

import time
from pathlib import Path
from threading import Timer
from threading import enumerate as threads

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
