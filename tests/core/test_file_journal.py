"""Files that are written together are all new or all old, also after a run that was killed."""

import json
from pathlib import Path

import pytest

from pawprint.core.file_journal import JOURNAL, finish_writing, write_together


class Killed(BaseException):
    """What ends a run before it can do anything else."""


@pytest.fixture
def interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which a run was killed when one of its two files was in its place."""
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_bytes(b"old")
    replace, unlink = Path.replace, Path.unlink

    def killed(self: Path, target: Path) -> Path:
        if target.name == "b.yaml":
            monkeypatch.setattr(Path, "unlink", lambda *_, **__: None)
            raise Killed
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", killed)
    monkeypatch.setattr("pawprint.core.file_journal._restore", lambda *_: None)
    with pytest.raises(Killed):
        write_together(tmp_path, {tmp_path / "a.yaml": b"new", tmp_path / "b.yaml": b"new"})
    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(Path, "unlink", unlink)
    assert contents(tmp_path) == {"a.yaml": b"new", "b.yaml": b"old"}
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.startswith(".")}


def hidden(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


def test_next_run_finishes_an_interrupted_run(interrupted: Path) -> None:
    finish_writing(interrupted)
    assert contents(interrupted) == {"a.yaml": b"new", "b.yaml": b"new"}
    assert hidden(interrupted) == []


def test_file_in_use_is_finished_by_a_later_run(interrupted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as windows:

        def refuse(part: Path, target: Path) -> Path:
            raise PermissionError(13, "Access is denied", str(target))

        windows.setattr(Path, "replace", refuse)
        finish_writing(interrupted)
    assert contents(interrupted) == {"a.yaml": b"new", "b.yaml": b"old"}
    finish_writing(interrupted)
    assert contents(interrupted) == {"a.yaml": b"new", "b.yaml": b"new"}
    assert hidden(interrupted) == []


def test_files_changed_since_stay_unchanged(interrupted: Path) -> None:
    (interrupted / "b.yaml").write_bytes(b"edited")
    finish_writing(interrupted)
    assert contents(interrupted) == {"a.yaml": b"new", "b.yaml": b"edited"}
    assert hidden(interrupted) == []


@pytest.mark.parametrize("part", ["a.yaml", ".b.yaml.x.part", "../.b.yaml.7.part", ".a.yaml.7.part"])
def test_journal_moves_only_unfinished_files(interrupted: Path, part: str) -> None:
    (interrupted / ".a.yaml.7.part").write_bytes(b"new")
    data = json.loads((interrupted / JOURNAL).read_bytes())
    data["files"] = [["b.yaml", part, *data["files"][1][2:]]]
    (interrupted / JOURNAL).write_text(json.dumps(data), encoding="utf-8")
    finish_writing(interrupted)
    assert contents(interrupted) == {"a.yaml": b"new", "b.yaml": b"old"}
    assert (interrupted / ".a.yaml.7.part").exists()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 1, "files": [["a"]]}', '{"version": 2, "files": []}'])
def test_invalid_journal_changes_nothing(interrupted: Path, text: str) -> None:
    (interrupted / JOURNAL).write_text(text, encoding="utf-8")
    finish_writing(interrupted)
    assert contents(interrupted) == {"a.yaml": b"new", "b.yaml": b"old"}
    assert not (interrupted / JOURNAL).exists()


def test_folders_of_new_files_are_created(tmp_path: Path) -> None:
    write_together(tmp_path, {tmp_path / "new/a.yaml": b"a", tmp_path / "new/inner/b.yaml": b"b"})
    assert {path.name: path.read_bytes() for path in tmp_path.rglob("*.yaml")} == {"a.yaml": b"a", "b.yaml": b"b"}


def test_new_files_are_removed_if_any_file_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "b.yaml").write_bytes(b"old")
    replace = Path.replace

    def full(self: Path, target: Path) -> Path:
        if target.name == "b.yaml":
            raise OSError("disk full")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="disk full"):
        write_together(tmp_path, {tmp_path / "a.yaml": b"new", tmp_path / "b.yaml": b"new"})
    assert contents(tmp_path) == {"b.yaml": b"old"}
    assert hidden(tmp_path) == []
