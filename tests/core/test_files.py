"""A file is either the old one or the new one, whatever happens."""

import os
from pathlib import Path

import pytest

from pawprint.core.files import write_atomic, write_if_changed


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def test_a_file_and_its_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "sheet.pdf"
    write_atomic(path, b"new")
    assert path.read_bytes() == b"new"
    assert names_in(path.parent) == ["sheet.pdf"]


def test_permissions_are_those_of_any_new_file(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    write_atomic(tmp_path / "sheet.pdf", b"new")
    assert (tmp_path / "sheet.pdf").stat().st_mode == plain.stat().st_mode


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("error", [OSError("disk full"), KeyboardInterrupt()])
def test_a_failure_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: BaseException
) -> None:
    path = tmp_path / "sheet.pdf"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(type(error)):
        write_atomic(path, b"new and longer")
    assert path.read_bytes() == b"old"
    assert names_in(tmp_path) == ["sheet.pdf"], "nothing is left behind"


def test_the_new_file_is_complete_before_it_replaces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sheet.pdf"
    path.write_bytes(b"old")
    steps: list[str] = []
    fsync, replace = os.fsync, os.replace

    def synced(handle: int) -> None:
        steps.append("fsync")
        fsync(handle)

    def replaced(source: Path, target: Path) -> None:
        steps.append("replace")
        assert Path(source).parent == path.parent, "in the same folder, so that it is one step"
        assert (Path(source).read_bytes(), path.read_bytes()) == (b"new", b"old")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    write_atomic(path, b"new")
    assert steps == ["fsync", "replace"]


def test_an_unchanged_file_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    assert write_if_changed(path, b"one")
    os.utime(path, (1, 1))
    assert not write_if_changed(path, b"one")
    assert path.stat().st_mtime == 1
    assert write_if_changed(path, b"two")
    assert path.read_bytes() == b"two"
    assert path.stat().st_mtime > 1
