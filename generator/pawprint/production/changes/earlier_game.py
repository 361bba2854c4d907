"""A game and an earlier state of it -> the game with the values that its pieces had then, in memory; no file changes.

A state remembers the values of pieces and the fingerprints of their faces, but no pictures. With the earlier values and
the layouts of today a piece looks as it did then, unless a layout or a drawing has changed; the fingerprints tell.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pawprint.catalog.columns import order_of
from pawprint.catalog.fields import Field
from pawprint.catalog.library import load_game
from pawprint.catalog.model import Game, Record
from pawprint.catalog.plain_values import plain_fields
from pawprint.core.diagnostics import Findings
from pawprint.core.programs import find_program, run_program
from pawprint.core.source import Source
from pawprint.pieces.composer import Composer
from pawprint.production.changes._current import deck_of
from pawprint.production.options import BuildOptions
from pawprint.production.snapshot import Deck, Snapshot, deck_key
from pawprint.source import reader
from pawprint.source.yaml_patch import EntryOrigins, Overlay, Patch
from pawprint.source.yaml_spans import CannotEdit

# A folder as it was at a revision of its Git repository, written to another folder; the repository is only read.
# A repository may come from a stranger together with its configuration, and that names programs. So none of them is
# run, and nothing is fetched.


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


def earlier_game(game: Game, before: Snapshot) -> Game | None:
    """*game* with the values of *before*; None if it cannot be read with them.

    A piece keeps its values of today if the earlier ones cannot be written in its place, and a new piece stays.
    """
    patches: dict[str, Patch] = {}
    for component in game.components.values():
        files = {reader.display_path(game.folder / file): file for file in component.files}
        for record in game.records[component.name].values():
            overlay = _overlay(record, component.fields, _earlier_values(game, record, before))
            source = record.node.span.source
            if not overlay or source.name not in files:
                continue
            try:
                patches.setdefault(files[source.name], Patch(source)).change(
                    record.node, overlay, order_of(component), EntryOrigins()
                )
            except CannotEdit:
                continue
    try:
        texts = {file: patch.result()[0] for file, patch in patches.items()}
    except CannotEdit:
        return None
    return load_game(game.folder, Findings(), texts, root=game.root)


def pieces_as_before(game: Game | None, before: Snapshot, pieces: set[str], composer: Composer) -> set[str]:
    """Those of *pieces*, by the names `component/id`, that look as in *before* if they are drawn of the earlier *game*,
    in every language and edition that *before* has."""
    options = BuildOptions(cards=tuple(sorted(pieces)))
    same = {name for name in pieces if game is not None and any(name in deck.pieces for deck in before.decks.values())}
    for edition in game.each_edition() if game is not None and pieces else ():
        for language in edition.languages:
            deck = before.decks.get(deck_key(edition.other_edition, language))
            if deck is not None:
                now = deck_of(edition, language, composer, options)
                same = {name for name in same if _looks_alike(deck, now, name)}
    return same


def _looks_alike(before: Deck, now: Deck, name: str) -> bool:
    old, new = before.pieces.get(name), now.pieces.get(name)
    return old is None or (new is not None and (old.face, old.back) == (new.face, new.back))


def _earlier_values(game: Game, record: Record, before: Snapshot) -> dict[str, dict[str, Any]]:
    """Field -> language -> value then, of the fields that differ in some language; nested fields have dotted names."""
    earlier: dict[str, Mapping[str, Any]] = {}
    differ: dict[str, None] = {}
    for edition in game.each_edition():
        for language in edition.languages:
            deck = before.decks.get(deck_key(edition.other_edition, language))
            entry = deck.pieces.get(f"{record.component}/{record.id}") if deck else None
            if entry is not None:
                now = plain_fields(record, language, edition.edition)
                earlier[language] = entry.values
                names = [*now, *entry.values]
                differ.update((name, None) for name in names if now.get(name) != entry.values.get(name))
    return {name: {language: values.get(name) for language, values in earlier.items()} for name in differ}


def _overlay(record: Record, fields: Mapping[str, Field], values: Mapping[str, Mapping[str, Any]]) -> Overlay:
    """What is to be written in the place of the fields of *record* that differ."""
    overlay: Overlay = {}
    for name, by_language in values.items():
        *outer, last = name.split(".")
        inside, known = overlay, fields
        for step in outer:
            below = inside.setdefault(step, {})
            if not isinstance(below, dict) or step not in known:
                break
            inside, known = below, known[step].inner or {}
        else:
            field = known.get(last)
            if field is not None and not field.derived:
                inside[last] = _written(field, by_language)
    return overlay


def _written(field: Field, by_language: Mapping[str, Any]) -> reader.Node | Overlay | None:
    if field.type == "text":
        return {language: _node(value) for language, value in by_language.items() if value is not None} or None
    value = next(iter(by_language.values()))
    if value is not None and any(other != value for other in by_language.values()):  # a list of texts
        value = [dict(zip(by_language, items, strict=False)) for items in zip(*by_language.values(), strict=False)]
    return None if value is None else _node(value)


def _node(value: Any) -> reader.Node | None:
    return reader.read_yaml(Source("earlier value", json.dumps(value, ensure_ascii=False)), Findings())
