"""Entries: whole or not there, of one version, bounded, and safe with several processes."""

import multiprocessing
import os
from pathlib import Path

import pytest

from pawprint.cli import parameters
from pawprint.core.user_folders import BadFolder, cache_folder
from pawprint.production.cache.store import Store

posix = pytest.mark.skipif(os.name != "posix", reason="rights are another matter there")


def entry(store: Store, key: str = "key") -> Path:
    (path,) = store.root.rglob(key)
    return path


def test_stored_value_is_returned(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache", "1")
    assert store.get("key") is None
    store.put("key", b"some bytes")
    store.put_value("value", ("a", 1, 2.5, None, {"b": b"c"}))
    assert Store(tmp_path / "cache", "1").get("key") == b"some bytes"
    assert store.get_value("value") == ("a", 1, 2.5, None, {"b": b"c"})


def test_other_version_does_not_see_the_value(tmp_path: Path) -> None:
    Store(tmp_path, "1").put("key", b"old")
    assert Store(tmp_path, "2").get("key") is None


def test_damaged_entry_is_missing(tmp_path: Path) -> None:
    store = Store(tmp_path, "1")
    store.put_value("key", ("some", "value"))
    content = entry(store).read_bytes()
    for place in range(len(content)):
        entry(store).write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        assert store.get_value("key") is None
        entry(store).write_bytes(content[:place])
        assert store.get_value("key") is None
    entry(store).write_bytes(content)
    assert store.get_value("key") == ("some", "value")


def test_entry_under_another_name_is_missing(tmp_path: Path) -> None:
    store = Store(tmp_path, "1")
    store.put("key", b"some bytes")
    entry(store).rename(entry(store).with_name("other"))
    assert store.get("other") is None


def test_damaged_value_is_missing(tmp_path: Path) -> None:
    store = Store(tmp_path, "1")
    store.put("key", b"no value")
    assert store.get_value("key") is None


def test_oldest_values_are_removed_first(tmp_path: Path) -> None:
    Store(tmp_path, "old").put("0", bytes(100))
    store = Store(tmp_path, "new", most=600)
    for number in range(1, 5):
        store.put(str(number), bytes(100))
    for number, path in enumerate(sorted(tmp_path.rglob("?"), key=lambda path: path.name)):
        os.utime(path, (number, number))
    assert store.get("1") is not None  # used now, so the youngest
    store.trim()
    left = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert "1" in left
    assert "0" not in left
    assert sum(path.stat().st_size for path in tmp_path.rglob("?")) <= 600
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


def test_values_within_the_bound_stay(tmp_path: Path) -> None:
    store = Store(tmp_path, "1")
    store.put("key", b"some bytes")
    store.trim()
    assert store.get("key") == b"some bytes"


def test_old_leftovers_of_a_killed_process_are_removed(tmp_path: Path) -> None:
    store = Store(tmp_path, "1")
    store.put("key", b"some bytes")
    old, young = (entry(store).with_name(f".key.{name}.part") for name in ("old", "young"))
    for part in (old, young):
        part.write_bytes(b"half")
    os.utime(old, (1, 1))
    store.trim()
    assert not old.exists()
    assert young.exists()


@pytest.mark.parametrize("version", ["1", "2"])
def test_unwritable_folder_caches_nothing(tmp_path: Path, version: str) -> None:
    root = tmp_path / "cache"
    root.mkdir(mode=0o700)
    (root / "1").write_bytes(b"in the way")
    store = Store(root, version)
    store.put("key", b"some bytes")
    store.trim()
    assert store.get("key") == (None if version == "1" else b"some bytes")


def test_file_is_not_a_folder(tmp_path: Path) -> None:
    (tmp_path / "cache").write_bytes(b"")
    with pytest.raises(BadFolder):
        Store(tmp_path / "cache", "1")


@posix
@pytest.mark.parametrize("rights", [0o777, 0o770, 0o702])
def test_folder_that_others_may_write_to_is_refused(tmp_path: Path, rights: int) -> None:
    root = tmp_path / "cache"
    root.mkdir()
    root.chmod(rights)
    with pytest.raises(BadFolder, match="others may write"):
        Store(root, "1")


@posix
def test_new_folder_is_private(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        Store(tmp_path / "cache", "1").put("key", b"")
    finally:
        os.umask(old)
    assert [path.stat().st_mode & 0o777 for path in (tmp_path / "cache", tmp_path / "cache" / "1")] == [0o700] * 2
    Store(tmp_path / "cache", "1")


def work(root: Path, seed: int) -> None:
    store = Store(root, "1", most=20_000)
    for turn in range(60):
        number = (turn * 7 + seed) % 25
        body = store.get(str(number))
        assert body in (None, bytes([number]) * 2000)
        store.put(str(number), bytes([number]) * 2000)
        store.trim()


def test_processes_share_a_folder(tmp_path: Path) -> None:
    processes = [multiprocessing.get_context("spawn").Process(target=work, args=(tmp_path, seed)) for seed in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0, 0]
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.parametrize(
    ("environment", "platform", "folder"),
    [
        ({"PAWPRINT_CACHE": "/here", "XDG_CACHE_HOME": "/xdg"}, "linux", Path("/here")),
        ({"PAWPRINT_CACHE": "", "XDG_CACHE_HOME": "/xdg"}, "linux", Path("/xdg/pawprint")),
        ({"XDG_CACHE_HOME": "not/absolute"}, "linux", Path.home() / ".cache" / "pawprint"),
        ({}, "linux", Path.home() / ".cache" / "pawprint"),
        ({}, "darwin", Path.home() / "Library" / "Caches" / "pawprint"),
        ({"LOCALAPPDATA": "/local"}, "win32", Path("/local/pawprint/cache")),
    ],
)
def test_cache_folder_depends_on_the_environment(environment: dict[str, str], platform: str, folder: Path) -> None:
    assert cache_folder(environment, platform) == folder


def forget_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the present user one whom the system does not know, as `docker run --user 1234` does."""
    import pwd

    def unknown(_: object) -> None:
        raise KeyError

    monkeypatch.delenv("HOME")
    monkeypatch.setattr(pwd, "getpwuid", unknown)


@posix
@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_user_without_a_home_folder_has_no_cache_folder(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    forget_home(monkeypatch)
    with pytest.raises(BadFolder, match="no home folder"):
        cache_folder({}, platform)
    assert cache_folder({"PAWPRINT_CACHE": "/here"}, platform) == Path("/here")


@posix
def test_user_without_a_home_folder_has_no_cache(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    forget_home(monkeypatch)
    for name in ("PAWPRINT_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert parameters.open_cache() is None
    assert "PAWPRINT_CACHE" in capsys.readouterr().err


def test_files_of_other_programs_in_the_folder_stay(tmp_path: Path) -> None:
    letter = tmp_path / "Documents" / "letter.txt"
    letter.parent.mkdir()
    letter.write_bytes(bytes(30_000))
    store = Store(tmp_path, "1", most=20_000)
    for number in range(5):
        store.put(str(number), bytes(10_000))
    store.trim()
    assert letter.exists()
    assert len([*(tmp_path / "1").iterdir()]) == 2, "one entry and the tag"
