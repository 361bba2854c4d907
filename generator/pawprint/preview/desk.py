"""Folders -> games on a desk: read once, read anew where something was saved, and drawn piece by piece when looked at.

Whatever goes wrong, the last good picture stays: a game that cannot be read leaves the one before in its place, a
piece that cannot be drawn its last picture. One lock guards all, since composing keeps what it has learnt.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import NamedTuple

from pawprint.base.diagnostic import Diagnostic, Findings
from pawprint.base.length import ZERO
from pawprint.catalog.library import load_library
from pawprint.catalog.model import Game, Record
from pawprint.compose.face import Composer
from pawprint.compose.layouts import Layouts
from pawprint.draw.guides import cut_out, with_bleed, with_guides
from pawprint.draw.lower import Lowering
from pawprint.draw.ops import Drawing
from pawprint.draw.sight import Sight
from pawprint.draw.thrift import Thrift
from pawprint.preview.compare import changed_pieces, carried_over
from pawprint.press.svg import SvgPress
from pawprint.workflow import DESIGN_BLEED, Workspace

#: Pictures are remembered up to so many bytes; the ones that were not looked at for longest go first.
MOST_BYTES = 96_000_000
#: A file that is no good may only be half written: how long to wait before it is read once more, in seconds.
PATIENCE = 0.025

#: Folders in which games and layouts keep drawings of all sorts.
_ART = ("art", "icons", "parts", "figures", "images")


class Look(NamedTuple):
    """How a piece is looked at.

    Attributes:
        side: `face` or `back`.
        sight: one of `pawprint.base.vision.SIGHTS`; "" for all colours.
        guides: with bleed, and the outlines of trim, bleed and safe area.
    """

    language: str
    side: str = "face"
    edition: str = ""
    low_ink: bool = False
    sight: str = ""
    guides: bool = False


class Picture(NamedTuple):
    """An SVG file and its tag, which is another one whenever the file is; and whether it is out of date, since the
    piece cannot be drawn as it is now."""

    svg: bytes
    tag: str
    stale: bool


class Change(NamedTuple):
    """What was saved: *pieces* (`component/id`) of *game* look different, or None: any of them may.

    Attributes:
        game: empty for all games.
    """

    game: str
    pieces: tuple[str, ...] | None


class _Table:
    """One game on the desk.

    Attributes:
        game: as it could last be read; None if it never could.
        reading: findings of the last reading.
        piece_findings: of pieces that were composed since.
        older: findings of the last check of everything that may still hold.
        revision: counts what may change pictures.
    """

    def __init__(self) -> None:
        self.game: Game | None = None
        self.reading: tuple[Diagnostic, ...] = ()
        self.piece_findings: dict[str, dict[tuple[str, str], tuple[Diagnostic, ...]]] = {}
        self.older: tuple[Diagnostic, ...] = ()
        self.revision = 0


class Desk:
    """The games of a catalog, ready to be looked at.

    Args:
        catalog, layouts: as for `pawprint.workflow.load`.
        games: only these; all if empty.
        told: called without arguments, with the lock held, when the findings of pieces are others than before.

    Attributes:
        faults: findings that leave nothing to show, such as an unknown game.
    """

    def __init__(
        self,
        catalog: Path,
        layouts: Sequence[Path],
        games: Iterable[str] = (),
        told: Callable[[], None] = lambda: None,
    ) -> None:
        self.lock = RLock()
        self.catalog, self.folders = catalog, tuple(layouts)
        self._told = told
        self._tables: dict[str, _Table] = {}
        self._pictures: OrderedDict[tuple[str, str, Look], tuple[Picture, int]] = OrderedDict()
        self._bytes = 0
        found = Findings()
        wanted = tuple(games)
        library = load_library(catalog, found, wanted)
        names = wanted or tuple(self._game_folders())
        self.faults = tuple(one for one in found.sorted() if one.code == "unknown-game" or not names)
        for name in names if not self.faults else ():
            table = self._tables[name] = _Table()
            table.game = library.games.get(name)
            if table.game is None or found.failed:
                self._read(name)
        self._renew_layouts(fonts=True)

    # -- what there is -----------------------------------------------------------------------

    @property
    def games(self) -> dict[str, Game | None]:
        """The games by id, each as it could last be read."""
        return {name: table.game for name, table in self._tables.items()}

    @property
    def layouts(self) -> Layouts:
        """The layouts as they are now."""
        return self._layouts

    def watched(self) -> list[Path]:
        """The folders in which changes count."""
        return [folder.resolve() for folder in (self.catalog, *self.folders) if folder.is_dir()]

    def _game_folders(self) -> dict[str, Path]:
        if (self.catalog / "game.yaml").is_file():
            return {self.catalog.resolve().name: self.catalog}
        return {path.parent.name: path.parent for path in sorted(self.catalog.glob("*/game.yaml"))}

    # -- changes -----------------------------------------------------------------------------

    def changed(self, paths: Iterable[Path]) -> list[Change]:
        """Read anew what was saved at *paths* (absolute); what may look different now, first what surely does."""
        with self.lock:
            layouts, games = set[str](), set[str]()
            for path in paths:
                for folder in self.folders:
                    if path.is_relative_to(folder.resolve()):
                        layouts.add(path.relative_to(folder.resolve()).as_posix())
                for name, folder in self._folders().items():
                    if path.is_relative_to(folder):
                        inside = path.relative_to(folder).parts
                        if inside[0] in _ART:
                            layouts.add("/".join(inside))
                        else:
                            games.add(name)
            changes = [self._reread(name) for name in sorted(games)]
            if layouts:
                self._renew_layouts(fonts=any(name == "fonts.yaml" or _is_font(name) for name in layouts))
                changes.append(Change("", None))
            return changes

    def _folders(self) -> dict[str, Path]:
        folders = self._game_folders()
        for name, table in self._tables.items():
            if table.game is not None:  # which may have lost its declaration just now
                folders.setdefault(name, table.game.folder)
        return {name: folder.resolve() for name, folder in folders.items() if name in self._tables}

    def _reread(self, name: str) -> Change:
        table = self._tables[name]
        before, known = table.game, {finding.order for finding in table.reading}
        self._read(name)
        if any(finding.order not in known for finding in table.reading):
            time.sleep(PATIENCE)
            table.game = before
            self._read(name)
        table.revision += 1
        table.older = carried_over(table.older, {finding.order for finding in table.reading} | known, before, table.game)
        if before is None or table.game is None or before.node.source.text != table.game.node.source.text:
            self._renew_composer()
            return Change(name, None)
        self._forget()
        pieces = changed_pieces(before, table.game)
        for piece in pieces:
            table.piece_findings.pop(piece, None)
        return Change(name, pieces)

    def _read(self, name: str) -> None:
        """Read a game; one that is broken leaves the last good one in its place."""
        table, found = self._tables[name], Findings()
        game = load_library(self.catalog, found, [name]).games.get(name)
        table.reading = found.sorted()
        good = game is not None and not any(not identity for _, identity in game.unsound)
        if game is not None and (good or table.game is None):
            table.game = game

    # -- composing ---------------------------------------------------------------------------

    def _renew_layouts(self, fonts: bool) -> None:
        self._layout_findings = Findings()
        self._layouts = Layouts(self.folders, self._layout_findings)
        if fonts:
            self._workspace: Workspace | None = None
        self._renew_composer()

    def _renew_composer(self) -> None:
        """Compose with other layouts, or for another declaration of a game."""
        setter = self._composer.setter if getattr(self, "_workspace", None) else None
        self._standing = Findings()
        if self._workspace is None or setter is None:
            library = load_library(self.catalog, Findings(), [next(iter(self._tables), "")])
            self._workspace = Workspace(library, self._layouts, self._standing)
        self._workspace.layouts = self._layouts
        self._composer = _DeskComposer(self._layouts, self._workspace.metrics, self._standing, DESIGN_BLEED)
        if setter is not None:
            self._composer.setter = setter
        self._forget()
        for table in self._tables.values():
            table.revision += 1
            table.piece_findings.clear()

    def _forget(self) -> None:
        self._composer.forget()
        if not hasattr(self, "_press"):
            pass
