"""A folder as it was at a revision of its Git repository, written to another folder; the repository is only read."""

import os
import subprocess
from pathlib import Path


class NoRevision(Exception):
    """A folder cannot be had as it was at a revision; says why."""


def folder_at(revision: str, folder: Path, into: Path) -> Path:
    """Write *folder* as it was at *revision* into the folder *into*, under its own name.

    Returns:
        where it is now. Links, and whatever else is no plain file, are left out.

    Raises:
        NoRevision: Git is not installed, *folder* is in no repository, or there is no such revision of it.
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
    files: list[tuple[str, Path]] = []
    for line in _git(top, "ls-tree", "-r", "-z", "--full-tree", commit, "--", inside).split(b"\0"):
        about, _, path = os.fsdecode(line).partition("\t")
        if about.startswith("100"):  # the mode of plain files
            files.append((about.split()[2], Path(path)))
    if not files:
        raise NoRevision(f"there is no folder {folder.name} at '{revision}'")
    data = _git(top, "cat-file", "--batch", given="".join(f"{blob}\n" for blob, _ in files).encode())
    start = 0
    for _, name in files:
        end = data.index(b"\n", start)
        size = int(data[start:end].split()[2])
        file = into / folder.name / name.relative_to("" if inside == "." else inside)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data[end + 1 : end + 1 + size])
        start = end + 2 + size
    return into / folder.name


def _git(folder: Path, *words: str, given: bytes | None = None) -> bytes:
    """What `git WORDS` says in *folder*."""
    plain = {**os.environ, "LC_ALL": "C"}  # so that what it says is English
    try:
        done = subprocess.run(["git", *words], cwd=folder, input=given, capture_output=True, check=False, env=plain)
    except FileNotFoundError:
        raise NoRevision("Git is not installed, or the folder is not there") from None
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip().partition("\n")[0]
        known = not reason or "not a git repository" in reason
        raise NoRevision(f"{folder.name} is not in a Git repository" if known else f"{folder.name}: {reason}")
    return done.stdout
