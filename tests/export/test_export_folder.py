"""Exports into one folder: whose files they replace."""

from pathlib import Path

import pytest

from pawprint.export.export_folder import RECORD, ExportFolder, ForeignFileError


def write(folder: Path, owner: str, data: bytes, is_shared: bool = True) -> None:
    with ExportFolder(folder, owner, is_shared) as writer:
        writer.export("en/fan.png", data)


def test_export_of_another_game_is_not_replaced(tmp_path: Path) -> None:
    write(tmp_path, "scene garden", b"garden")
    with pytest.raises(ForeignFileError, match="'pawprint export scene garden' wrote it"):
        write(tmp_path, "scene pond", b"pond")
    assert (tmp_path / "en/fan.png").read_bytes() == b"garden"
    write(tmp_path, "scene garden", b"changed")
    assert (tmp_path / "en/fan.png").read_bytes() == b"changed"


def test_equal_files_of_two_exports_stay(tmp_path: Path) -> None:
    write(tmp_path, "scene garden", b"same")
    write(tmp_path, "scene pond", b"same")
    with pytest.raises(ForeignFileError):
        write(tmp_path, "scene pond", b"other")


@pytest.mark.parametrize("record", [None, b"", b"[]", b'{"files": 3}'])
def test_files_without_a_record_are_replaced_in_the_usual_folder_only(tmp_path: Path, record: bytes | None) -> None:
    (tmp_path / "en").mkdir()
    (tmp_path / "en/fan.png").write_bytes(b"old")
    if record is not None:
        (tmp_path / RECORD).write_bytes(record)
    with pytest.raises(ForeignFileError, match="this export did not write it"):
        write(tmp_path, "scene garden", b"new")
    write(tmp_path, "scene garden", b"new", is_shared=False)
    assert (tmp_path / "en/fan.png").read_bytes() == b"new"


def test_failed_export_records_its_files(tmp_path: Path) -> None:
    writer = ExportFolder(tmp_path, "scene garden", True)
    writer.export("en/fan.png", b"first")
    writer.__exit__(RuntimeError)
    write(tmp_path, "scene garden", b"second")
