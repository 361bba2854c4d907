"""A folder as it was at a revision of its Git repository, written to another folder; the repository is only read.

A repository may come from a stranger together with its configuration, and that names programs. So none of them is run,
and nothing is fetched.
"""

import os
import subprocess
from pathlib import Path

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


class Incomplete(NoRevision):
    """A repository has the revision, but does not hold all of its files."""

    def __init__(self, revision: str) -> None:
        super().__init__(f"the repository does not hold all files of '{revision}'; a clone without --filter does")


def folder_at(revision: str, folder: Path, into: Path) -> Path:
    """Write *folder* as it was at *revision* into the folder *into*, under its own name.

    Returns:
        where it is now. Links, and whatever else is no plain file, are left out.

    Raises:
        NoRevision: Git is not installed, *folder* is in no repository, or there is no such revision of it.
        Incomplete: the repository is a partial clone, or damaged.
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
    try:
        listed = _git(top, "ls-tree", "-r", "-z", "--full-tree", commit, "--", inside)
    except NoRevision:
        raise Incomplete(revision) from None
    for line in listed.split(b"\0"):
        about, _, path = os.fsdecode(line).partition("\t")
        if about.startswith("100"):  # the mode of plain files
            files.append((about.split()[2], Path(path)))
    if not files:
        raise NoRevision(f"there is no folder {folder.name} at '{revision}'")
    try:
        data = _git(top, "cat-file", "--batch", given="".join(f"{blob}\n" for blob, _ in files).encode())
    except NoRevision:  # an older Git ends where it may not fetch
        raise Incomplete(revision) from None
    start = 0
    for _, name in files:
        end = data.index(b"\n", start)
        about_blob = data[start:end].split()
        if about_blob[1:] == [b"missing"]:
            raise Incomplete(revision)
        size = int(about_blob[2])
        file = into / folder.name / name.relative_to("" if inside == "." else inside)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data[end + 1 : end + 1 + size])
        start = end + 2 + size
    return into / folder.name


def _git(folder: Path, *words: str, given: bytes | None = None) -> bytes:
    """What `git WORDS` says in *folder*."""
    command = [_program(), *_OPTIONS, *words]
    environment = {**os.environ, **_ENVIRONMENT}
    try:
        done = subprocess.run(command, cwd=folder, input=given, capture_output=True, check=False, env=environment)
    except FileNotFoundError:
        raise NoRevision(f"there is no folder {folder.name}") from None
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip().partition("\n")[0]
        known = not reason or "not a git repository" in reason
        raise NoRevision(f"{folder.name} is not in a Git repository" if known else f"{folder.name}: {reason}")
    return done.stdout


def _program() -> str:
    """Where Git is. Windows looks in the current folder first, which may be a stranger's, too."""
    for folder in os.get_exec_path():
        file = Path(folder, "git.exe" if os.name == "nt" else "git")
        if file.is_absolute() and file.is_file() and os.access(file, os.X_OK):
            return str(file)
    raise NoRevision("Git is not installed")
