"""Single files: where what stands on the pages is the same, so is the file, whatever led there."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from pickle import PicklingError

from pawprint.cache.inputs import digest, file_digest, tree
from pawprint.cache.plain import Digests
from pawprint.cache.prints import keep_prints, kept_prints
from pawprint.cache.store import Store
from pawprint.catalog.model import Game
from pawprint.choice import Choice
from pawprint.compose.layouts import Layouts
from pawprint.press.manifest import Print

#: Folders of a game whose files are read before there are pages to set: all of them that counts is in the pages.
_BEFORE = ("rulebook/", "reference/", "scenarios/")


def font_files(layouts: Layouts) -> set[Path]:
    """The font files that *layouts* name, wherever they lie."""
    return {cut.path for cuts in layouts.fonts.values() for cut in cuts.values()}


class Files:
    """The files of one game.

    Args:
        choice: how they are printed; in which languages makes no difference to any of them.
    """

    def __init__(self, store: Store, game: Game, layouts: Layouts, choice: Choice) -> None:
        self._store = store
        self._game, self._layouts, self._choice = game, layouts, replace(choice, languages=())
        self._digests = Digests()
        self._ground = self._look()
        self._made: list[tuple[str, list[Print]]] = []

    def _look(self) -> str:
        """A digest of all that every file may depend on beside its content; empty where that cannot be read."""
        records = {file for component in self._game.components.values() for file in component.files}
        try:
            own = tree(self._game.folder)
            layouts = [sorted(tree(folder).items()) for folder in self._layouts.folders]
            fonts = [file_digest(path) for path in sorted(font_files(self._layouts))]
        except OSError:
            return ""
        own = {name: one for name, one in own.items() if name not in records and not name.startswith(_BEFORE)}
        return digest(self._game.id, self._game.edition, own, layouts, fonts, repr(self._choice))

    def key(self, *content: object) -> str:
        """The key of a file with this *content*; empty where it cannot be told."""
        try:
            return digest("file", self._ground, self._digests.of(*content)) if self._ground else ""
        except (TypeError, AttributeError, PicklingError):
            return ""

    def find(self, key: str) -> list[Print] | None:
        """What was made with *key*; None if that is not known any more."""
        entry = self._store.get_value(key) if key else None
        return None if entry is None else kept_prints(self._store, entry)

    def keep(self, key: str, prints: Iterable[Print]) -> None:
        """Keep what was made without a finding."""
        if key:
            self._made.append((key, list(prints)))

    def close(self) -> None:
        """Put what was made into the store, unless a file has changed in the meantime."""
        if self._made and self._look() == self._ground:
            for key, prints in self._made:
                self._store.put_value(key, keep_prints(self._store, prints))
        self._made = []
        self._store.trim()
