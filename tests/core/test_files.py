"""A file is either the old one or the new one, whatever happens."""

import errno
import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from pawprint.core.files import (
    _COMPUTER,
    FileInUse,
    FileWriter,
    is_stream,
    package_folder,
    write_atomic,
    write_if_changed,
    write_output,
)

posix = pytest.mark.skipif(os.name != "posix", reason="links and pipes are another matter there")


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def test_file_and_its_folders_are_created(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "sheet.pdf"
    write_atomic(path, b"new")
    assert path.read_bytes() == b"new"
    assert names_in(path.parent) == ["sheet.pdf"]


def test_new_files_have_the_default_permissions(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    write_atomic(tmp_path / "sheet.pdf", b"new")
    assert (tmp_path / "sheet.pdf").stat().st_mode == plain.stat().st_mode


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("error", [OSError("disk full"), KeyboardInterrupt()])
def test_failure_leaves_the_old_file(
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


def test_full_disk_is_an_error_with_the_name_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(number: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match=r"No space left on device: .*file\.txt'") as raised:
        write_atomic(tmp_path / "file.txt", b"x")
    assert raised.value.filename == str(tmp_path / "file.txt")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_full_device_is_an_error_with_its_name() -> None:
    with pytest.raises(OSError, match="/dev/full"):
        write_output(Path("/dev/full"), b"x")


def test_new_file_is_complete_before_it_replaces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_unchanged_file_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    assert write_if_changed(path, b"one")
    os.utime(path, (1, 1))
    assert not write_if_changed(path, b"one")
    assert path.stat().st_mtime == 1
    assert write_if_changed(path, b"two")
    assert path.read_bytes() == b"two"
    assert path.stat().st_mtime > 1


@posix
@pytest.mark.parametrize("write", [write_atomic, write_output])
def test_permissions_of_a_file_are_preserved(tmp_path: Path, write: Callable[[Path, bytes], None]) -> None:
    path = tmp_path / "secret"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write(path, b"new")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", 0o640)


@pytest.mark.parametrize("write", [write_atomic, write_output])
def test_folder_is_not_written_over(tmp_path: Path, write: Callable[[Path, bytes], None]) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder") as caught:
        write(tmp_path / "folder", b"new")
    assert caught.value.filename == str(tmp_path / "folder")
    assert names_in(tmp_path) == ["folder"]


@posix
def test_pipe_in_the_place_of_a_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    os.mkfifo(path)
    with pytest.raises(OSError, match="not an ordinary file"):
        write_atomic(path, b"new")
    assert path.is_fifo()
    assert names_in(tmp_path) == ["sheet.pdf"]


@posix
def test_link_in_the_place_of_a_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"other")
    (tmp_path / "sheet.pdf").symlink_to("other")
    write_atomic(tmp_path / "sheet.pdf", b"new")
    assert not (tmp_path / "sheet.pdf").is_symlink()
    assert ((tmp_path / "sheet.pdf").read_bytes(), (tmp_path / "other").read_bytes()) == (b"new", b"other")


@posix
def test_link_in_the_place_of_the_part_is_not_followed(tmp_path: Path) -> None:
    """Another user of the computer may put one there, because the name of the part can be guessed."""
    (tmp_path / "other").write_bytes(b"other")
    (tmp_path / f".sheet.pdf.{os.getpid()}{_COMPUTER}.part").symlink_to("other")
    write_atomic(tmp_path / "sheet.pdf", b"new")
    assert ((tmp_path / "sheet.pdf").read_bytes(), (tmp_path / "other").read_bytes()) == (b"new", b"other")
    assert names_in(tmp_path) == ["other", "sheet.pdf"]


# --- where a user says --------------------------------------------------------------------------------------


def test_output_is_an_ordinary_file(tmp_path: Path) -> None:
    write_output(tmp_path / "a" / "fox.png", b"one")
    write_output(tmp_path / "a" / "fox.png", b"two")
    assert (tmp_path / "a" / "fox.png").read_bytes() == b"two"
    assert names_in(tmp_path / "a") == ["fox.png"]


@posix
@pytest.mark.parametrize("there", [True, False])
def test_output_follows_links_and_leaves_them(tmp_path: Path, there: bool) -> None:
    real = tmp_path / "elsewhere" / "real.png"
    real.parent.mkdir()
    if there:
        real.write_bytes(b"old and longer")
    (tmp_path / "first").symlink_to("second")
    (tmp_path / "second").symlink_to("elsewhere/real.png")
    write_output(tmp_path / "first", b"new")
    assert real.read_bytes() == b"new"
    assert [(tmp_path / name).readlink().as_posix() for name in ("first", "second")] == ["second", "elsewhere/real.png"]
    assert names_in(real.parent) == ["real.png"]


@posix
def test_link_that_leads_to_itself_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "loop"
    path.symlink_to("loop")
    with pytest.raises(OSError, match="loop"):
        write_output(path, b"new")
    assert path.is_symlink()


@posix
@pytest.mark.parametrize("linked", [False, True])
def test_pipe_is_written_to(tmp_path: Path, linked: bool) -> None:
    pipe = path = tmp_path / "pipe"
    os.mkfifo(pipe)
    if linked:
        path = tmp_path / "link"
        path.symlink_to(pipe)
    assert is_stream(path)
    got: list[bytes] = []
    reader = Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write_output(path, b"new")
    reader.join(10)
    assert got == [b"new"]
    assert pipe.is_fifo()
    assert path.is_symlink() == linked


@posix
def test_device_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "null"
    path.symlink_to("/dev/null")  # a link, for a test that fails should not do harm
    assert is_stream(path)
    write_output(path, b"new")
    assert path.is_symlink()
    assert Path("/dev/null").is_char_device()


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="there is no /dev/stdout here")
@pytest.mark.parametrize("mode", ["wb", "ab", ""])
def test_standard_output_is_written_in_place(tmp_path: Path, mode: str) -> None:
    code = (
        "import sys; from pathlib import Path; from pawprint.core.files import write_output; "
        "print('before', flush=True); write_output(Path(sys.argv[1]), b'picture '); print('after')"
    )
    file = tmp_path / "file"
    file.write_bytes(b"old " if mode == "ab" else b"")
    words = [sys.executable, "-c", code, "/dev/stdout" if mode else "/dev/fd/1"]
    if mode:
        with file.open(mode) as output:
            subprocess.run(words, stdout=output, check=True)
    else:
        file.write_bytes(subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout)
    assert file.read_bytes().split() == [*([b"old"] if mode == "ab" else []), b"before", b"picture", b"after"]


def test_ordinary_file_is_not_a_stream(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert not any(is_stream(path) for path in (tmp_path / "file", tmp_path / "none", tmp_path))


@pytest.mark.parametrize("name", ["__main__", "sys", "no_such_package", "a b", "\0", ""])
def test_unknown_package_has_no_folder(name: str) -> None:
    assert package_folder(name) is None


#: The number of no process.
GONE = 99999999


def test_only_unfinished_files_of_killed_runs_are_removed(tmp_path: Path) -> None:
    minutes_ago, hours_ago = time.time() - 120, time.time() - 7200
    foreign = f"{(int(_COMPUTER) + 1) % 1_000_000:06}"
    removed = {
        f".cards.yaml.{GONE}{_COMPUTER}.part": minutes_ago if os.name == "posix" else hours_ago,
        f".game.{GONE}{_COMPUTER}.part/a/b": hours_ago,
        f".of-this-process.{os.getpid()}{_COMPUTER}.part": hours_ago,
        f".of-another-computer.{GONE}{foreign}.part": hours_ago,
    }
    kept = {
        ".mine.part": hours_ago,
        f".of-this-process-now.{os.getpid()}{_COMPUTER}.part": minutes_ago,
        f".of-another-computer-now.{GONE}{foreign}.part": minutes_ago,
        f".just-killed.{GONE}{_COMPUTER}.part": time.time(),
    }
    for name, date in {**removed, **kept}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"half")
        for changed in (path, *path.parents):
            if changed != tmp_path and changed.is_relative_to(tmp_path):
                os.utime(changed, (date, date))
    write_atomic(tmp_path / "sheet.pdf", b"new")
    assert sorted(names_in(tmp_path)) == sorted([*kept, "sheet.pdf"])


# --- files in use -------------------------------------------------------------------------------------------


@pytest.fixture
def refusals(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Has replacing `open.pdf` fail as on Windows, as often as the only number of the list says."""
    left, replace = [0], Path.replace

    def fail_first(part: Path, target: Path) -> Path:
        if target.name == "open.pdf" and left[0] > 0:
            left[0] -= 1
            raise PermissionError(13, "Access is denied", str(part))
        return replace(part, target)

    monkeypatch.setattr("pawprint.core.files._PAUSES_S", (0.0, 0.0))
    monkeypatch.setattr(Path, "replace", fail_first)
    return left


def test_file_that_is_open_for_a_moment_is_replaced(tmp_path: Path, refusals: list[int]) -> None:
    refusals[:] = [2]
    write_atomic(tmp_path / "open.pdf", b"new")
    assert (tmp_path / "open.pdf").read_bytes() == b"new"


def test_open_file_is_named_and_all_others_are_written(tmp_path: Path, refusals: list[int]) -> None:
    (tmp_path / "open.pdf").write_bytes(b"old")
    refusals[:] = [3]
    writer = FileWriter()
    assert [writer.write(tmp_path / name, b"new") for name in ("a.pdf", "open.pdf", "z.pdf")] == [True, False, True]
    with pytest.raises(FileInUse) as error:
        writer.finish()
    assert error.value.filename == str(tmp_path / "open.pdf")
    assert "another program has this file open" in error.value.strerror
    assert "all other files are written" in error.value.strerror
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "a.pdf": b"new", "open.pdf": b"old", "z.pdf": b"new"
    }  # fmt: skip


def test_file_that_cannot_be_removed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Access is denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    writer = FileWriter()
    writer.remove(tmp_path / "open.pdf")
    with pytest.raises(FileInUse) as error:
        writer.finish()
    assert error.value.filename == str(tmp_path / "open.pdf")


def test_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(FileInUse, match="read-only"):
        write_atomic(path, b"new")
    assert names_in(tmp_path) == ["cards.yaml"]
    assert path.read_bytes() == b"old"
    path.chmod(0o644)
