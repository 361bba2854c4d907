"""Bytes that have passed are not judged again; any others are."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from judged_files import JudgedFiles, Memory

FILES = [("a.pdf", b"a"), ("b.pdf", b"b")]


def judged(
    record: Path,
    files: Iterable[tuple[str, bytes]] = FILES,
    judge: str = "judge 1",
    test: bytes = b"test",
    memory: Memory | None = None,
    refused: str = "",
) -> list[str]:
    """The names of the files that are judged, up to one that is *refused*."""
    names = []
    for name, _ in JudgedFiles(record, test, memory).unseen(judge, files):
        names.append(name)
        if name == refused:
            break
    return names


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A record of both files."""
    path = tmp_path / "judged" / "test.txt"
    with monkeypatch.context() as patch:
        patch.setenv("PAWPRINT_UPDATE_GOLDEN", "1")
        assert judged(path) == ["a.pdf", "b.pdf"]
    return path


def test_accepted_file_is_not_judged_again(record: Path) -> None:
    assert judged(record) == []
    assert judged(record, [("other-name.pdf", b"a")]) == []


def test_changed_bytes_judge_or_test_cause_a_new_judgement(record: Path) -> None:
    assert judged(record, [("a.pdf", b"a"), ("b.pdf", b"c")]) == ["b.pdf"]
    assert judged(record, judge="judge 2") == ["a.pdf", "b.pdf"]
    assert judged(record, test=b"stricter") == ["a.pdf", "b.pdf"]


def test_file_that_is_refused_is_not_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWPRINT_UPDATE_GOLDEN", "1")
    record = tmp_path / "test.txt"
    assert judged(record, refused="b.pdf") == ["a.pdf", "b.pdf"]
    assert not record.exists()


def test_record_changes_only_on_request_and_forgets_deleted_files(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = record.read_bytes()
    assert judged(record, [("c.pdf", b"c")]) == ["c.pdf"]
    assert record.read_bytes() == before
    monkeypatch.setenv("PAWPRINT_UPDATE_GOLDEN", "1")
    assert judged(record, [("c.pdf", b"c")]) == ["c.pdf"]
    assert [line.split()[1] for line in record.read_text(encoding="utf-8").splitlines()] == ["c.pdf"]


def test_machine_remembers_what_has_passed_on_it(tmp_path: Path) -> None:
    class Kept(dict[str, object]):
        def set(self, key: str, value: object) -> None:
            self[key] = value

    memory, record = Kept(), tmp_path / "test.txt"
    assert judged(record, memory=memory, refused="b.pdf") == ["a.pdf", "b.pdf"]
    assert judged(record, memory=memory) == ["b.pdf"]
    assert judged(record, memory=memory) == []
