"""`layouts.yaml` -> folders of layouts that come from elsewhere: another folder or a ZIP archive, at a pinned digest.

Shared layouts lie between those of the project and the bundled ones. What they contain is compared with the digest
each time, so that no change of theirs changes the pieces of a project in silence.
"""

import hashlib
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from pawprint.core.diagnostics import Findings
from pawprint.core.files import ArchiveTooLarge, move_into_place, part_of, read_bounded, unzip
from pawprint.core.user_folders import BadFolder, cache_folder
from pawprint.source import reader
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import Node, SequenceNode

FILE = "layouts.yaml"
#: The size limit of shared layouts, packed and unpacked.
MAX_BYTES = 200_000_000
MAX_FILES = 5_000
#: How digests begin, by the name of the algorithm.
_ALGORITHM = "sha256:"
_LEFT_OUT = ("__pycache__",)


class _Unusable(Exception):
    """Layouts that cannot be read; the text completes a message."""


def with_shared(folders: Sequence[Path], findings: Findings) -> tuple[Path, ...]:
    """The folders of layouts, each followed by those that its `layouts.yaml` names.

    Args:
        folders: the most specific first.
    """
    searched: list[Path] = []
    for folder in folders:
        if folder not in searched:
            searched.append(folder)
        if (folder / FILE).is_file():
            searched += [shared for shared in _shared(folder, findings) if shared not in searched]
    return tuple(searched)


def _shared(folder: Path, findings: Findings) -> Iterator[Path]:
    node = reader.read_yaml_file(folder / FILE, findings, folder)
    if node is None:
        return
    file = FieldReader(node, f"file {FILE}", findings)
    layouts = file.node_of("layouts", required=True)
    file.finish()
    entries: Sequence[Node] = layouts.items if isinstance(layouts, SequenceNode) else [layouts] if layouts else []
    for entry in entries:
        shared = _read_entry(entry, folder, findings)
        if shared is not None:
            yield shared


def _read_entry(node: Node, folder: Path, findings: Findings) -> Path | None:
    """The folder of one entry; None after a finding."""
    entry = FieldReader(node, "shared layouts", findings)
    name, digest = entry.text("from", required=True), entry.text("digest")
    at, digest_at = entry.value_span("from"), entry.value_span("digest")
    entry.finish()
    if name is None:
        return None
    if "://" in name:
        findings.add(
            "bad-declaration",
            f"shared layouts come from a file or folder, not from {name}",
            at,
            "download it, and name the file",
        )
        return None
    path = folder / name
    try:
        files = _files(path)
    except FileNotFoundError:
        findings.add(
            "file-missing", f"there are no shared layouts {name}", at, "correct the path, which begins in this folder"
        )
        return None
    except (_Unusable, OSError) as error:
        findings.add(
            "file-unreadable",
            f"the shared layouts {name} cannot be used: {error}",
            at,
            "name a folder or ZIP archive with layouts",
        )
        return None
    actual = digest_of(files)
    if digest != actual:
        if digest is None:
            message, help = f"the shared layouts {name} have no digest", f"write digest: {actual}"
        else:
            message = f"the shared layouts {name} are not those with this digest"
            help = f"look at what has changed in them; to take them, write {actual}"
        findings.add("layouts-changed", message, digest_at or at, help)
        return None
    return path if path.is_dir() else _unpacked(files, actual, findings)


def _files(path: Path) -> Mapping[str, bytes]:
    """The files of a folder or archive by their paths in it.

    Raises:
        FileNotFoundError: there is nothing.
        OSError: it cannot be read.
        _Unusable: it is neither, or has too much in it.
    """
    if path.is_dir():
        files: dict[str, bytes] = {}
        left = MAX_BYTES
        for inner in sorted(path.rglob("*")):
            if inner.is_file() and not _is_left_out(inner.relative_to(path)):
                files[inner.relative_to(path).as_posix()] = data = read_bounded(inner, left)
                left -= len(data)
                if len(files) > MAX_FILES:
                    raise _Unusable(f"they have more than {MAX_FILES:,} files")
        return files
    data = read_bounded(path, MAX_BYTES)
    try:
        packed = unzip(data, MAX_BYTES, MAX_FILES)
    except ArchiveTooLarge:
        raise _Unusable("the archive is too large") from None
    except Exception:  # a damaged archive can raise anything
        raise _Unusable("the file is no ZIP archive, or is damaged") from None
    return _without_top(packed)


def _without_top(packed: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """The files of an archive; those of a single folder in it as if they were not in that folder."""
    names = [PurePosixPath(name) for name in packed if not name.endswith("/")]
    if any(name.is_absolute() or ".." in name.parts or "\\" in str(name) or ":" in str(name) for name in names):
        raise _Unusable("a path in the archive leads out of it")
    tops = {name.parts[0] for name in names if len(name.parts) > 1}
    alone = len(tops) == 1 and all(len(name.parts) > 1 for name in names)
    inside = {(str(PurePosixPath(*name.parts[1:])) if alone else str(name)): packed[str(name)] for name in names}
    return {name: data for name, data in inside.items() if not _is_left_out(PurePosixPath(name))}


def _is_left_out(path: PurePosixPath | Path) -> bool:
    return any(part.startswith(".") or part in _LEFT_OUT for part in path.parts)


def digest_of(files: Mapping[str, bytes]) -> str:
    """The digest of the names and contents of *files*, the same for a folder and an archive of it."""
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name}\0{len(files[name])}\0".encode())
        digest.update(files[name])
    return _ALGORITHM + digest.hexdigest()


def _unpacked(files: Mapping[str, bytes], digest: str, findings: Findings) -> Path | None:
    """The folder in the cache with the files of an archive, written if it is not there."""
    try:
        folder = cache_folder() / "layouts" / digest.removeprefix(_ALGORITHM)
        if folder.is_dir() and digest_of(_files(folder)) == digest:
            return folder
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        part = part_of(folder)
        for name, data in files.items():
            (part / name).parent.mkdir(parents=True, exist_ok=True)
            (part / name).write_bytes(data)
        move_into_place(part, folder)
    except (OSError, BadFolder) as error:
        findings.add(
            "file-unreadable",
            f"the shared layouts cannot be unpacked: {error}",
            None,
            "unpack the archive, and name the folder",
        )
        return None
    return folder
