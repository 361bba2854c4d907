"""Catalog and layout folders -> the games that the preview shows, with the picture and the findings of each piece.

A game is read when the session starts, and again when one of its files is saved. A piece is drawn when the page asks
for it. If reading or drawing fails, the last good game or picture remains. One lock guards everything, because the
renderer fills caches while it draws.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from threading import Condition, RLock
from time import monotonic
from typing import NamedTuple

from pawprint.catalog.library import GameReader, find_games, game_folders, load_library
from pawprint.catalog.model import DATA, Game
from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.image_reader import SUFFIXES
from pawprint.pieces.layouts import FONT_SUFFIXES
from pawprint.preview._changed_pieces import FileEdits, RecordSpans, changed_pieces, changed_records, key_of
from pawprint.preview._renderer import Renderer, ViewOptions

# --- edit priority ----------------------------------------------------------------------------------------------------

# An edit comes before other work: while a save is read, and until its pieces are drawn, other pictures wait.
# Pictures of pieces that a page is scrolled to take the interpreter and the session's lock, again and again, just when
# a person who has saved a file waits for one of them.


#: The most seconds for which other pictures wait: while a save is read, and after it, for its pieces to be asked for.
READING_S, DRAWING_S = 1.0, 0.15


class EditPriority:
    """Says which pictures wait for an edit."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._reading = 0
        self._until = 0.0
        self._first: frozenset[str] = frozenset()

    @contextmanager
    def reading(self) -> Iterator[None]:
        """While this lasts, saved files are being read."""
        with self._changed:
            self._reading += 1
            self._until = max(self._until, monotonic() + READING_S)
        try:
            yield
        finally:
            with self._changed:
                self._reading -= 1
                if not self._reading and not self._first:
                    self._until = 0.0
                self._changed.notify_all()

    def draw_first(self, pieces: Collection[str]) -> None:
        """Let other pictures wait a moment for those of *pieces*, `component/id`; for none, no longer."""
        with self._changed:
            self._first = frozenset(pieces)
            self._until = monotonic() + DRAWING_S if pieces else 0.0
            self._changed.notify_all()

    def wait(self, piece: str) -> None:
        """Return when the picture of *piece* may be drawn."""
        with self._changed:
            while (left := self._until - monotonic()) > 0 and (self._reading or piece not in self._first):
                self._changed.wait(left)

    def drawn(self, piece: str) -> None:
        """The picture of *piece* has been drawn; when all have been that come first, the others follow."""
        with self._changed:
            if piece in self._first:
                self._first -= {piece}
                if not self._first and not self._reading:
                    self._until = 0.0
                    self._changed.notify_all()


# --- session ----------------------------------------------------------------------------------------------------------


#: The most bytes of pictures in memory; the least recently used ones are dropped first.
MAX_PICTURE_BYTES = 96_000_000
#: Seconds until a file with errors is read a second time: an editor may not have finished writing it.
REREAD_DELAY_S = 0.025
#: Folders of drawings, in a game's folder as well as among the layouts.
_DRAWING_FOLDERS = ("art", "icons", "parts", "figures", "images")


class PiecePicture(NamedTuple):
    """An SVG file.

    Attributes:
        tag: digest of the file, for the ETag header.
        stale: whether this is the last good picture of a piece that cannot be drawn now.
    """

    svg: bytes
    tag: str
    stale: bool


class SavedChange(NamedTuple):
    """The effect of a saved file.

    Attributes:
        game: id of the game; empty for all games.
        pieces: `component/id` of the pieces that look different; None if any piece may.
    """

    game: str
    pieces: tuple[str, ...] | None


class PieceFinding(NamedTuple):
    """A finding, and `component/id` of its piece; an empty string for no piece."""

    finding: Diagnostic
    piece: str


class _GameState:
    """One game of the session.

    Attributes:
        game: the last version that could be read; None if there was none.
        reading: findings of the last reading.
        piece_findings: findings of the pieces that were drawn since.
        reads: `component/id` of the records that each piece shows, as it was drawn last; None if that is not known.
        checked: findings of the last full check that may still apply.
        revision: increases with every change that may affect pictures.
        outdated: whether the files as they are now cannot be read.
        reader: reads the game; None before the first reading.
    """

    def __init__(self) -> None:
        self.game: Game | None = None
        self.reading: tuple[Diagnostic, ...] = ()
        self.piece_findings: dict[tuple[str, ViewOptions], tuple[Diagnostic, ...]] = {}
        self.reads: dict[tuple[str, ViewOptions], frozenset[str] | None] = {}
        self.checked: tuple[Diagnostic, ...] = ()
        self.revision = 0
        self.outdated = False
        self.reader: GameReader | None = None


class Session:
    """The games of a catalog and the pictures of their pieces.

    Args:
        catalog, layouts: as for `pawprint.production.pipeline.load`.
        games: ids of the games to show; all if empty.

    Attributes:
        startup_findings: findings that leave nothing to show, such as an unknown game.
    """

    def __init__(self, catalog: Path, layouts: Sequence[Path], games: Iterable[str] = ()) -> None:
        self.lock = RLock()
        self.priority = EditPriority()
        self.catalog, self.folders = catalog, tuple(layouts)
        self._states: dict[str, _GameState] = {}
        self._pictures: OrderedDict[tuple[str, str, ViewOptions], tuple[PiecePicture | None, int]] = OrderedDict()
        self._bytes = 0
        self._wanted = tuple(dict.fromkeys(games))
        names = self._wanted or tuple(game_folders(catalog))
        found = Findings()
        if not names or not set(names) <= set(game_folders(catalog)):
            load_library(catalog, found, self._wanted)
        self.startup_findings = found.sorted()
        for name in () if self.startup_findings else names:
            self._states[name] = _GameState()
            self._read(name)
        self._renderer = Renderer(self.folders)

    @property
    def games(self) -> dict[str, Game | None]:
        """Id -> the last version of the game that could be read; None if there was none."""
        return {name: state.game for name, state in self._states.items()}

    @property
    def papers(self) -> tuple[str, ...]:
        """The names of the papers that the layouts define."""
        return tuple(self._renderer.layouts.papers)

    def sizes(self, game: Game) -> dict[str, tuple[float, float, float]]:
        """Component -> width, height and radius of its corners in mm; -1 in place of the radius for pieces that are no
        rectangles or discs. Without components whose stock is unknown."""
        sizes: dict[str, tuple[float, float, float]] = {}
        for component in game.components.values():
            stock = self._renderer.layouts.stocks.get(component.stock)
            if stock is not None:
                radius = -1.0 if stock.outline.path else stock.outline.corner.mm
                sizes[component.name] = (stock.trim.width.mm, stock.trim.height.mm, radius)
        return sizes

    def watched(self) -> list[Path]:
        """The folders to watch."""
        return [folder.resolve() for folder in (self.catalog, *self.folders) if folder.is_dir()]

    def has(self, name: str, piece: str) -> bool:
        """True if the game *name* has a piece `component/id`, whether or not it can be drawn."""
        game = self.games.get(name)
        component, _, identity = piece.partition("/")
        return game is not None and identity in game.records.get(component, {})

    def outdated(self, name: str) -> bool:
        """True if the files of the game *name* cannot be read as they are now, so that an earlier version is shown."""
        return self._states[name].outdated

    def revision(self, name: str) -> int:
        """A number that increases with every change that may affect the pictures of the game *name*."""
        return self._states[name].revision

    @property
    def renderer(self) -> Renderer:
        """What draws the pieces now; it is another one after an edit of a layout."""
        return self._renderer

    def reading_findings(self, name: str) -> tuple[Diagnostic, ...]:
        """The findings of the last reading of the game *name*."""
        return self._states[name].reading

    # -- saved files -------------------------------------------------------------------------

    def files_changed(self, paths: Iterable[Path]) -> list[SavedChange]:
        """Read the files at *paths* (absolute) again, and return what may look different now."""
        with self.priority.reading(), self.lock:
            saved = list(paths)
            changes: list[SavedChange] = []
            if any(path.name == "game.yaml" or not path.suffix for path in saved):
                changes = self._gathered()
            layouts = drawn = fonts = images = False
            games: list[str] = []
            homes = self._homes()
            for path in saved:
                for folder in self.folders:
                    top = _top(path, folder.resolve())
                    if top is not None:
                        layouts = True
                        images = images or path.suffix.lower() in SUFFIXES
                        drawn = drawn or top in _DRAWING_FOLDERS or not path.suffix
                        fonts = fonts or path.name == "fonts.yaml" or path.suffix.lower() in FONT_SUFFIXES
                for name, home in homes.items():
                    top = _top(path, home)
                    if top in _DRAWING_FOLDERS:
                        layouts = drawn = True
                        images = images or path.suffix.lower() in SUFFIXES or not path.suffix
                    elif top is not None and name not in games:
                        games.append(name)
            changes += [self._reread(name) for name in games]
            if layouts:
                before = None if fonts else self._renderer
                self._renderer = Renderer(self.folders, before, drawings=not drawn, images=not images)
                for state in self._states.values():
                    state.revision += 1
                    state.piece_findings.clear()
                    state.reads.clear()
                    state.checked = ()
                changes.append(SavedChange("", None))
            few = [change.pieces for change in changes if change.pieces is not None]
            self.priority.draw_first([] if len(few) < len(changes) else [piece for pieces in few for piece in pieces])
            return changes

    def _gathered(self) -> list[SavedChange]:
        """Add games whose folders are new, and drop those whose folders are gone."""
        homes = self._homes()
        states = {name: state for name, state in self._states.items() if homes[name].is_dir()}
        new = [
            name
            for name in game_folders(self.catalog)
            if name not in states and (not self._wanted or name in self._wanted)
        ]
        if not new and len(states) == len(self._states):
            return []
        states.update({name: _GameState() for name in new})
        self._states = {
            name: states[name] for name in sorted(states)
        }  # a new dict: other threads may be reading the old one
        for name in new:
            self._read(name)
        self._renderer = Renderer(self.folders, self._renderer)  # there may be new drawings
        return [SavedChange(name, None) for name in new]

    def _homes(self) -> dict[str, Path]:
        """The folder of each game, including one whose `game.yaml` is missing for the moment."""
        single = (self.catalog / "game.yaml").is_file() or set(self._states) == {self.catalog.resolve().name}
        return {name: (self.catalog if single else self.catalog / name).resolve() for name in self._states}

    def _reread(self, name: str) -> SavedChange:
        state = self._states[name]
        before, known = state.game, state.reading
        self._read(name)
        if {finding.order for finding in state.reading} - {finding.order for finding in known}:
            time.sleep(REREAD_DELAY_S)
            self._read(name)
        after = state.game
        state.revision += 1
        gone = {finding.order for finding in (*known, *state.reading)}
        edits = FileEdits(before, after)
        state.checked = edits.still_valid(state.checked, gone)
        if before is None or after is None or before.node.source.text != after.node.source.text:
            # Layouts depend on how fields are declared.
            self._renderer = Renderer(self.folders, self._renderer, drawings=True, images=True)
            state.piece_findings.clear()
            state.reads.clear()
            return SavedChange(name, None)
        self._renderer.forget_pieces()
        pieces = self._changed(name, before, after)
        state.piece_findings = {
            key: edits.still_valid(found, gone)
            for key, found in state.piece_findings.items()
            if found and key[0] not in pieces
        }
        return SavedChange(name, pieces)

    def _changed(self, name: str, before: Game, after: Game) -> tuple[str, ...]:
        """The pieces of a game that may look different. The pictures of others stay valid: the records that they show
        are known, and are as they were."""
        state, differ = self._states[name], changed_records(before, after)
        keys = {*map(key_of, differ)} | {
            f"{component}/{identity}"
            for component, records in before.records.items()
            for identity in records.keys() - after.records.get(component, {}).keys()
        }
        same = {drawn for drawn, reads in state.reads.items() if reads is not None and not reads & keys}
        for key, (picture, at) in self._pictures.items():
            if key[0] == name and key[1:] in same and at == state.revision - 1:
                self._pictures[key] = picture, state.revision
        other = {piece for piece, _ in state.reads.keys() - same if keys and self.has(name, piece)}
        known = {piece for piece, _ in same} - other
        first = [piece for piece in changed_pieces(after, differ) if piece not in known]
        return (*first, *sorted(other.difference(first)))

    def _read(self, name: str) -> None:
        """Read a game; keep the last good version if it cannot be read."""
        state, found = self._states[name], Findings()
        game = None
        for folder in find_games(self.catalog, found, [name]).values():
            state.reader = state.reader or GameReader(folder, self.catalog)
            game = state.reader.read(found)
        state.reading = found.sorted()
        state.outdated = game is None or (state.game is not None and _has_lost(state.game, game))
        if not state.outdated:
            state.game = game

    # -- pictures ----------------------------------------------------------------------------

    def picture(self, name: str, piece: str, view: ViewOptions) -> tuple[PiecePicture | None, bool]:
        """The picture of the piece `component/id` of a game, and whether drawing it changed the findings.

        The picture is None if there is no such piece or side, or if the piece could never be drawn. While an edit is
        read, and until its pieces are drawn, others wait a moment.
        """
        self.priority.wait(piece)
        try:
            return self._picture(name, piece, view)
        finally:
            self.priority.drawn(piece)

    def _picture(self, name: str, piece: str, view: ViewOptions) -> tuple[PiecePicture | None, bool]:
        with self.lock:
            state = self._states.get(name)
            game = state.game if state else None
            if state is None or game is None or view.language not in game.languages:
                return None, False
            key = (name, piece, view)
            shown, at = self._pictures.get(key, (None, -1))
            if at == state.revision:
                self._pictures.move_to_end(key)
                return shown, False
            component, _, identity = piece.partition("/")
            record = game.records.get(component, {}).get(identity)
            if record is None or game.components[component].kind == DATA:
                return None, False
            if view.edition in game.editions:
                game = game.in_edition(view.edition)
            before = state.piece_findings.get((piece, view), ()), len(self._renderer.layout_findings())
            svg, found, state.reads[piece, view] = self._renderer.draw(game, record, view)
            changed = before != (found, len(self._renderer.layout_findings()))
            state.piece_findings[piece, view] = found
            if svg is not None:
                shown = PiecePicture(svg, sha256(svg).hexdigest()[:16], False)
            elif shown is not None:
                shown = shown._replace(stale=bool(found) or bool(state.reading))
            self._keep(key, shown, state.revision)
            return shown, changed

    def _keep(self, key: tuple[str, str, ViewOptions], picture: PiecePicture | None, revision: int) -> None:
        before, _ = self._pictures.pop(key, (None, 0))
        self._bytes += (len(picture.svg) if picture else 0) - (len(before.svg) if before else 0)
        self._pictures[key] = (picture, revision)
        while self._bytes > MAX_PICTURE_BYTES and len(self._pictures) > 1:
            _, (oldest, _) = self._pictures.popitem(last=False)
            self._bytes -= len(oldest.svg) if oldest else 0

    # -- findings ----------------------------------------------------------------------------

    def accept_check(self, name: str, revision: int, found: Sequence[Diagnostic]) -> bool:
        """Take over the findings of a full check of a game; False if the game has changed since *revision*."""
        with self.lock:
            state = self._states.get(name)
            if state is None or state.revision != revision:
                return False
            state.checked = tuple(found)
            known = {finding.order for finding in found}
            state.piece_findings = {  # findings that the check does not confirm are outdated
                key: tuple(finding for finding in some if finding.order in known)
                for key, some in state.piece_findings.items()
            }
            return True

    def findings(self, name: str) -> list[PieceFinding]:
        """The known findings of a game and of the layouts, by place."""
        with self.lock:
            state = self._states[name]
            owners: dict[tuple[str, int, str, str], str] = {}
            all_found = Findings()
            all_found.extend((*self._renderer.layout_findings(), *state.reading))
            for (piece, _), found in state.piece_findings.items():
                all_found.extend(found)
                for finding in found:
                    owners.setdefault(finding.order, piece)
            all_found.extend(state.checked)
            records = RecordSpans(state.game) if state.game and all_found else None
            return [
                PieceFinding(finding, (records.piece(finding.span) if records else "") or owners.get(finding.order, ""))
                for finding in all_found.sorted()
            ]


def _top(path: Path, root: Path) -> str | None:
    """The first part of *path* below *root*; empty if it is *root* itself. None if the path does not matter: it is
    elsewhere, or it has no suffix and is not a folder (a temporary file of an editor)."""
    if not path.is_relative_to(root):
        return None
    if not path.suffix and path != root and path.name not in (*_DRAWING_FOLDERS, "faces") and not path.is_dir():
        return None
    return next(iter(path.relative_to(root).parts), "")


def _has_lost(before: Game, after: Game) -> bool:
    """True if a component has lost all its records, because their file could not be read."""
    return any(before.records.get(name) and not after.records.get(name) for name in after.components)
