"""Folders -> games on a desk: read once, read anew where something was saved, and drawn piece by piece when looked at.

Whatever goes wrong, the last good picture stays: a game that cannot be read leaves the one before in its place, a
piece that cannot be drawn its last picture. One lock guards all, since composing keeps what it has learnt.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import NamedTuple

from pawprint.catalog.folders import game_folders
from pawprint.catalog.incremental_load import Kept
from pawprint.catalog.library import load_library
from pawprint.catalog.model import DATA, Game
from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.preview.changed_pieces import Edits, Places, changed_pieces
from pawprint.preview.renderer import Renderer, ViewOptions

#: Pictures are remembered up to so many bytes; the ones that were not looked at for longest go first.
MOST_BYTES = 96_000_000
#: A file that is no good may only be half written: how long to wait before it is read once more, in seconds.
PATIENCE = 0.025
#: Folders in which a game, as well as layouts, may keep drawings of all sorts.
_DRAWN = ("art", "icons", "parts", "figures", "images")
#: Endings of pictures made of pixels.
_IMAGES = (".png", ".jpg", ".jpeg")


class PiecePicture(NamedTuple):
    """An SVG file and its tag, which is another one whenever the file is.

    Attributes:
        stale: whether it shows the piece as it was, since it cannot be drawn as it is.
    """

    svg: bytes
    tag: str
    stale: bool


class SavedChange(NamedTuple):
    """What was saved.

    Attributes:
        game: its id; empty for all games.
        pieces: `component/id` of what surely looks different, where anything else hardly does; None: any may.
    """

    game: str
    pieces: tuple[str, ...] | None


class PieceFinding(NamedTuple):
    """A finding, and `component/id` of the piece that it belongs to; empty for none."""

    finding: Diagnostic
    piece: str


class _Table:
    """One game on the desk.

    Attributes:
        game: as it could last be read; None if it never could.
        reading: findings of the last reading.
        of_pieces: findings of pieces that were composed since.
        older: findings of the last check of everything, as far as they may still hold.
        revision: counts what may change pictures.
        kept: what reading it has left for the next time.
    """

    def __init__(self) -> None:
        self.game: Game | None = None
        self.reading: tuple[Diagnostic, ...] = ()
        self.of_pieces: dict[tuple[str, ViewOptions], tuple[Diagnostic, ...]] = {}
        self.older: tuple[Diagnostic, ...] = ()
        self.revision = 0
        self.kept = Kept()


class Session:
    """The games of a catalog, ready to be looked at.

    Args:
        catalog, layouts: as for `pawprint.build.pipeline.load`.
        games: only these; all if empty.

    Attributes:
        faults: findings that leave nothing to show, such as an unknown game.
    """

    def __init__(self, catalog: Path, layouts: Sequence[Path], games: Iterable[str] = ()) -> None:
        self.lock = RLock()
        self.catalog, self.folders = catalog, tuple(layouts)
        self._tables: dict[str, _Table] = {}
        self._pictures: OrderedDict[tuple[str, str, ViewOptions], tuple[PiecePicture | None, int]] = OrderedDict()
        self._bytes = 0
        self._wanted = tuple(dict.fromkeys(games))
        names = self._wanted or tuple(game_folders(catalog))
        found = Findings()
        if not names or not set(names) <= set(game_folders(catalog)):
            load_library(catalog, found, self._wanted)
        self.faults = found.sorted()
        for name in () if self.faults else names:
            self._tables[name] = _Table()
            self._read(name)
        self._easel = Renderer(self.folders)

    @property
    def games(self) -> dict[str, Game | None]:
        """The games by id, each as it could last be read; None if it never could."""
        return {name: table.game for name, table in self._tables.items()}

    @property
    def papers(self) -> tuple[str, ...]:
        """The names of the papers that the layouts know."""
        return tuple(self._easel.layouts.papers)

    def sizes(self, game: Game) -> dict[str, tuple[float, float, float]]:
        """Component -> width, height and radius of its corners in mm; without those whose stock is unknown."""
        sizes: dict[str, tuple[float, float, float]] = {}
        for component in game.components.values():
            stock = self._easel.layouts.stocks.get(component.stock)
            if stock is not None:
                sizes[component.name] = (stock.trim.width.mm, stock.trim.height.mm, stock.corner.mm)
        return sizes

    def watched(self) -> list[Path]:
        """The folders in which changes count."""
        return [folder.resolve() for folder in (self.catalog, *self.folders) if folder.is_dir()]

    def has(self, name: str, piece: str) -> bool:
        """Whether there is a piece `component/id` in the game *name*, drawn or not."""
        game = self.games.get(name)
        component, _, identity = piece.partition("/")
        return game is not None and identity in game.records.get(component, {})

    def revision(self, name: str) -> int:
        """Counts what may change the pictures of the game *name*."""
        return self._tables[name].revision

    # -- changes -----------------------------------------------------------------------------

    def changed(self, paths: Iterable[Path]) -> list[SavedChange]:
        """Read anew what was saved at *paths* (absolute), and say what may look different now."""
        with self.lock:
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
                        images = images or path.suffix.lower() in _IMAGES
                        drawn = drawn or top in _DRAWN or not path.suffix
                        fonts = fonts or path.name == "fonts.yaml" or path.suffix.lower() in (".ttf", ".otf")
                for name, home in homes.items():
                    top = _top(path, home)
                    if top in _DRAWN:
                        layouts = drawn = True
                        images = images or path.suffix.lower() in _IMAGES or not path.suffix
                    elif top is not None and name not in games:
                        games.append(name)
            changes += [self._reread(name) for name in games]
            if layouts:
                before = None if fonts else self._easel
                self._easel = Renderer(self.folders, before, drawings=not drawn, images=not images)
                for table in self._tables.values():
                    table.revision += 1
                    table.of_pieces.clear()
                    table.older = ()
                changes.append(SavedChange("", None))
            return changes

    def _gathered(self) -> list[SavedChange]:
        """Take in the games whose folders are new, and leave out those whose folders are gone."""
        homes = self._homes()
        tables = {name: table for name, table in self._tables.items() if homes[name].is_dir()}
        new = [
            name
            for name in game_folders(self.catalog)
            if name not in tables and (not self._wanted or name in self._wanted)
        ]
        if not new and len(tables) == len(self._tables):
            return []
        tables.update({name: _Table() for name in new})
        self._tables = {name: tables[name] for name in sorted(tables)}  # a new one: others may be looking at the old
        for name in new:
            self._read(name)
        self._easel = Renderer(self.folders, self._easel)  # drawings that were not there may be there now
        return [SavedChange(name, None) for name in new]

    def _homes(self) -> dict[str, Path]:
        """The folder of each game, one without its declaration (just now) included."""
        single = (self.catalog / "game.yaml").is_file() or set(self._tables) == {self.catalog.resolve().name}
        return {name: (self.catalog if single else self.catalog / name).resolve() for name in self._tables}

    def _reread(self, name: str) -> SavedChange:
        table = self._tables[name]
        before, known = table.game, table.reading
        self._read(name)
        if {finding.order for finding in table.reading} - {finding.order for finding in known}:
            time.sleep(PATIENCE)
            self._read(name)
        after = table.game
        table.revision += 1
        gone = {finding.order for finding in (*known, *table.reading)}
        edits = Edits(before, after)
        table.older = edits.carried_over(table.older, gone)
        if before is None or after is None or before.node.source.text != after.node.source.text:
            # Layouts know how fields are declared.
            self._easel = Renderer(self.folders, self._easel, drawings=True, images=True)
            table.of_pieces.clear()
            return SavedChange(name, None)
        self._easel.forget_pieces()
        pieces = changed_pieces(before, after)
        table.of_pieces = {
            key: edits.carried_over(found, gone)
            for key, found in table.of_pieces.items()
            if found and key[0] not in pieces
        }
        return SavedChange(name, pieces)

    def _read(self, name: str) -> None:
        """Read a game; one that is broken leaves the last good one in its place."""
        table, found = self._tables[name], Findings()
        game = load_library(self.catalog, found, [name], {name: table.kept}).games.get(name)
        table.reading = found.sorted()
        if game is not None and not (table.game and _has_lost(table.game, game)):
            table.game = game

    # -- pictures ----------------------------------------------------------------------------

    def picture(self, name: str, piece: str, look: ViewOptions) -> tuple[PiecePicture | None, bool]:
        """The picture of the piece `component/id` of a game, and whether findings are others now than before.

        None where there is no such piece or side, or nothing could ever be drawn.
        """
        with self.lock:
            table = self._tables.get(name)
            game = table.game if table else None
            if table is None or game is None or look.language not in game.languages:
                return None, False
            key = (name, piece, look)
            shown, at = self._pictures.get(key, (None, -1))
            if at == table.revision:
                self._pictures.move_to_end(key)
                return shown, False
            component, _, identity = piece.partition("/")
            record = game.records.get(component, {}).get(identity)
            if record is None or game.components[component].kind == DATA:
                return None, False
            if look.edition in game.editions:
                game = game.in_edition(look.edition)
            standing = len(self._easel.told())
            svg, found = self._easel.draw(game, record, look)
            news = table.of_pieces.get((piece, look), ()) != found or len(self._easel.told()) != standing
            table.of_pieces[piece, look] = found
            if svg is not None:
                shown = PiecePicture(svg, sha256(svg).hexdigest()[:16], False)
            elif shown is not None:
                shown = shown._replace(stale=bool(found) or bool(table.reading))
            self._keep(key, shown, table.revision)
            return shown, news

    def _keep(self, key: tuple[str, str, ViewOptions], picture: PiecePicture | None, revision: int) -> None:
        before, _ = self._pictures.pop(key, (None, 0))
        self._bytes += (len(picture.svg) if picture else 0) - (len(before.svg) if before else 0)
        self._pictures[key] = (picture, revision)
        while self._bytes > MOST_BYTES and len(self._pictures) > 1:
            _, (oldest, _) = self._pictures.popitem(last=False)
            self._bytes -= len(oldest.svg) if oldest else 0

    # -- findings ----------------------------------------------------------------------------

    def settle(self, name: str, revision: int, found: Sequence[Diagnostic]) -> bool:
        """Take what a check of everything found in a game at *revision*; whether it is still that one."""
        with self.lock:
            table = self._tables.get(name)
            if table is None or table.revision != revision:
                return False
            table.older = tuple(found)
            known = {finding.order for finding in found}
            table.of_pieces = {  # what the check does not tell was not so any more; whose the others are stays known
                key: tuple(finding for finding in some if finding.order in known)
                for key, some in table.of_pieces.items()
            }
            return True

    def findings(self, name: str) -> list[PieceFinding]:
        """What is wrong with a game and the layouts, as far as it is known, by place."""
        with self.lock:
            table = self._tables[name]
            owners: dict[tuple[str, int, str, str], str] = {}
            all_found: dict[tuple[str, int, str, str], Diagnostic] = {}
            for finding in (*self._easel.told(), *table.reading):
                all_found.setdefault(finding.order, finding)
            for (piece, _), found in table.of_pieces.items():
                for finding in found:
                    all_found.setdefault(finding.order, finding)
                    owners.setdefault(finding.order, piece)
            for finding in table.older:
                all_found.setdefault(finding.order, finding)
            places = Places(table.game) if table.game and all_found else None
            return [
                PieceFinding(finding, (places.piece(finding.span) if places else "") or owners.get(order, ""))
                for order, finding in sorted(all_found.items())
            ]


def _top(path: Path, root: Path) -> str | None:
    """The first step from *root* to what was saved at *path*, empty if that is *root* itself; None where it is of no
    matter: elsewhere, or the passing file of an editor. Only folders have no ending."""
    if not path.is_relative_to(root):
        return None
    if not path.suffix and path != root and path.name not in (*_DRAWN, "faces") and not path.is_dir():
        return None
    return next(iter(path.relative_to(root).parts), "")


def _has_lost(before: Game, after: Game) -> bool:
    """Whether a file with records could not be read at all, so that the game is better shown as it was before."""
    return any(before.records.get(name) and not after.records.get(name) for name in after.components)
