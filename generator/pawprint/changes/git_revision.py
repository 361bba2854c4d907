"""A folder as it was at a revision of its Git repository, written to another folder; the repository is only read.

A repository may come from a stranger together with its configuration, and that names programs. So none of them is run,
and nothing is fetched.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from pawprint.core.programs import find_program, run_program

#: What Git is asked with: no monitor, hook or pager.
_OPTIONS = ("--no-pager", "-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}")
#: It fetches nothing, by any protocol, and asks nothing; what it says is English.
_ENVIRONMENT = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "LC_ALL": "C",
}


class NoRevision(Exception):
    """A folder cannot be had as it was at a revision; says why."""


class BadRepository(NoRevision):
    """A repository has the revision, but its files cannot be had from it; says why."""


def folder_at(revision: str, folder: Path, into: Path) -> Path:
    """Write *folder* as it was at *revision* into the folder *into*, under its own name.

    Returns:
        where it is now. Links, and whatever else is no plain file, are left out.

    Raises:
        NoRevision: Git is not installed, *folder* is in no repository, or there is no such revision of it.
        BadRepository: it is a partial clone, or damaged.
    """
    folder = folder.resolve()
    if revision.startswith("-") or not revision.strip():
        raise NoRevision(f"'{revision}' is no revision")
    top = Path(os.fsdecode(_git(folder, "rev-parse", "--show-toplevel")).rstrip("\r\n")).resolve()
    try:
        commit = _git(top, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}").decode().strip()
    except NoRevision:
        raise NoRevision(f"'{revision}' is no revision of the repository of {folder.name}") from None
    inside = folder.relative_to(top).as_posix()
    files = dict(_listed(revision, top, commit, inside))
    if not files:
        raise NoRevision(f"there is no folder {folder.name} at '{revision}'")
    there = Path(os.path.normpath(into / folder.name))
    for name, data in zip(files, _contents(revision, top, files.values()), strict=True):
        file = Path(os.path.normpath(there / name))
        if not file.is_relative_to(there):  # Git makes no such names, but takes them from others
            raise BadRepository(f"at '{revision}' the file {name.as_posix()} leads out of the folder {folder.name}")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return there


def _listed(revision: str, top: Path, commit: str, inside: str) -> Iterator[tuple[Path, str]]:
    """(path within the folder *inside*, object) of each plain file there."""
    try:
        listed = _git(top, "ls-tree", "-r", "-z", "--full-tree", commit, "--", inside)
    except NoRevision:
        raise _incomplete(revision) from None
    for line in listed.split(b"\0"):
        about, _, path = os.fsdecode(line).partition("\t")
        if about.startswith("100"):  # the mode of plain files
            yield Path(path).relative_to("" if inside == "." else inside), about.split()[2]


def _contents(revision: str, top: Path, blobs: Iterable[str]) -> Iterator[bytes]:
    """The content of each object."""
    try:
        data = _git(top, "cat-file", "--batch", given="".join(f"{blob}\n" for blob in blobs).encode())
    except NoRevision:  # an older Git ends where it may not fetch
        raise _incomplete(revision) from None
    start = 0
    while start < len(data):
        end = data.index(b"\n", start)
        about = data[start:end].split()
        if about[1:] == [b"missing"]:
            raise _incomplete(revision)
        size = int(about[2])
        yield data[end + 1 : end + 1 + size]
        start = end + 2 + size


def _incomplete(revision: str) -> BadRepository:
    return BadRepository(f"the repository does not hold all files of '{revision}'; a clone without --filter does")


def _git(folder: Path, *words: str, given: bytes | None = None) -> bytes:
    """What `git WORDS` says in *folder*."""
    program = find_program("git")
    if program is None:
        raise NoRevision("Git is not installed")
    try:
        done = run_program(program, *_OPTIONS, *words, cwd=folder, input=given, env=_ENVIRONMENT)
    except FileNotFoundError:
        raise NoRevision(f"there is no folder {folder.name}") from None
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip().partition("\n")[0]
        known = not reason or "not a git repository" in reason
        raise NoRevision(f"{folder.name} is not in a Git repository" if known else f"{folder.name}: {reason}")
    return done.stdout
