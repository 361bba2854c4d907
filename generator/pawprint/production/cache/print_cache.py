"""Printed files by what stands on their pages: a file whose pages are the same is not made again."""

import io
import pickle
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from pickle import PicklingError
from typing import Any

from pawprint.catalog.model import Game, Record
from pawprint.core.picture import Picture
from pawprint.core.source import Span
from pawprint.pieces.composer import Composer
from pawprint.pieces.layouts import Layouts, Paper
from pawprint.pieces.placed import AnyFace, Face, StoredFace
from pawprint.press.font_metrics import installed_pack
from pawprint.press.manifest import Print
from pawprint.production.cache._face_cache import FaceCache
from pawprint.production.cache._game_cache import get_prints, put_prints
from pawprint.production.cache.source_digests import digest, digest_of, digest_of_all, file_digest, tree
from pawprint.production.cache.store import Store
from pawprint.production.options import BuildOptions
from pawprint.typography.metrics import Shaped
from pawprint.typography.scripts import PACKS
from pawprint.typography.textbox import TextBlock

# --- What stands on a page -> a digest; what is drawn alike has the same one ------------------------------------------

# Values are written as `pickle` does, which is fast, and never read again. Places in sources are left out: they only
# matter where there is a finding, and then nothing is stored.


_FORMAT = 5  # of `pickle`, so that it is the same under all versions of Python


class Digests:
    """Digests of many things; drawings and texts that come again are read once."""

    def __init__(self) -> None:
        self._digests: dict[object, str] = {}

    def of(self, *things: object) -> str:
        """The digest of all *things* together.

        Raises:
            TypeError, AttributeError, pickle.PicklingError: there is something in them that cannot be written.
        """
        return self._hash(things)

    def _hash(self, thing: object) -> str:
        buffer = io.BytesIO()
        _Writer(buffer, self).dump(thing)
        return sha256(buffer.getbuffer()).hexdigest()

    def face(self, face: AnyFace) -> str:
        if face.key and face.shared_key:
            return f"{face.key} {face.shared_key}"
        assert isinstance(face, Face), "a stored face has keys"
        found = self._digests.get(face)
        if found is None:
            found = self._digests[face] = self._hash((face.trim, face.outline, face.shared.items, face.items))
        return found

    def once(self, thing: Any) -> str:
        key = thing.__class__, thing
        found = self._digests.get(key)
        if found is None:
            plain = (
                tuple(thing) if isinstance(thing, tuple) else [getattr(thing, field.name) for field in fields(thing)]
            )
            found = self._digests[key] = self._hash((thing.__class__.__name__, plain))
        return found


class _Writer(pickle.Pickler):
    def __init__(self, buffer: io.BytesIO, digests: Digests) -> None:
        super().__init__(buffer, _FORMAT)
        self.fast = True  # what is the same object twice is written twice, like what is merely equal
        self._digests = digests

    def reducer_override(self, thing: Any) -> Any:
        """How things are written that are no plain values."""
        kind = thing.__class__
        if kind is Span:
            return (tuple, ())
        if kind is Face or kind is StoredFace:
            return (str, (self._digests.face(thing),))
        if kind is TextBlock or kind is Picture or kind is Shaped:
            return (str, (self._digests.once(thing),))
        if hasattr(thing, "cap_height"):  # a typeface, whose file is known elsewhere
            return (str, ("typeface", thing.name))
        return NotImplemented


#: Folders of a game whose files are read before there are pages to set: all of them that counts is in the pages.
_BEFORE = ("rulebook/", "reference/", "scenarios/", "scenes/")


#: Component and id of records.
_Names = tuple[tuple[str, str], ...]


def font_files(layouts: Layouts) -> set[Path]:
    """The font files that *layouts* name, wherever they lie, and those of the font packs that are installed."""
    named = {cut.path for cuts in layouts.fonts.values() for cut in cuts.values()}
    return named.union(cut.path for script in PACKS for cut in installed_pack(script).values())


class PrintCache:
    """The printed files of one game that are stored, and the faces on them.

    Args:
        composer: of the faces; faces are not stored if it finds something.
        options: how they are printed; in which languages makes no difference to any of them.
    """

    def __init__(self, store: Store, game: Game, composer: Composer, options: BuildOptions) -> None:
        self._store = store
        self._game, self._composer, self._options = game, composer, replace(options, languages=())
        self._layouts = composer.layouts
        self._digests = Digests()
        self._before = composer.findings.count
        self._ground = self._source_digests()
        self._made: list[tuple[str, list[Print]]] = []
        self._faces: list[FaceCache] = []
        self._shown: dict[str, _Names] = {}

    def _source_digests(self) -> tuple[str, str] | None:
        """Digests of the source files that faces and pages may depend on, but those of records, and of those that are
        read before there are pages; None if one cannot be read."""
        records = {file for component in self._game.components.values() for file in component.files}
        try:
            own = tree(self._game.folder, self._game.root)
            layouts = [sorted(tree(folder).items()) for folder in self._layouts.folders]
            fonts = [file_digest(path) for path in sorted(font_files(self._layouts))]
        except OSError:
            return None
        own = {name: value for name, value in own.items() if name not in records}
        sources = {name: value for name, value in own.items() if name.startswith(_BEFORE)}
        rest = {name: value for name, value in own.items() if name not in sources}
        return digest(self._game.id, self._game.edition, rest, layouts, fonts), digest(sources)

    def faces(self, language: str) -> FaceCache | None:
        if self._ground is None:
            return None
        # Images are known by their paths.
        places = [str(folder.resolve()) for folder in (self._game.folder, *self._layouts.folders)]
        ground = digest(self._ground[0], places, self._composer.bleed.grains, self._composer.draft)
        faces = FaceCache(self._store, self._game, language, ground, self._composer.metrics.named)
        self._faces.append(faces)
        return faces

    def key(self, *content: object) -> str:
        """The key of a file with this *content*; empty where it cannot be told."""
        try:
            return self._key("file", self._digests.of(*content))
        except (TypeError, AttributeError, PicklingError):
            return ""

    def key_of_documents(self, language: str, kinds: tuple[str, ...], paper: Paper) -> str:
        """The key of all documents of these *kinds*; empty where it cannot be told."""
        sources = self._ground[1] if self._ground else ""
        return self._key("documents", language, kinds, repr(paper), sources, digest_of_all(self._game, language))

    @cached_property
    def _identities(self) -> _Names:
        return tuple((component, name) for component, records in self._game.records.items() for name in records)

    def _key(self, *parts: object) -> str:
        return digest(*parts, self._ground[0], repr(self._options)) if self._ground else ""

    def find(self, key: str) -> list[Print] | None:
        """The files that were made with *key*; None if they are not stored."""
        entry = self._store.get_value(key) if key else None
        return None if entry is None else get_prints(self._store, entry)

    def find_or_make(self, key: str, make: Callable[[], Iterable[Print]]) -> list[Print]:
        """The files that were made with *key*, or else those that *make* makes.

        They are stored if making them finds nothing and no error has been found before, because an error may be the
        reason why a file is not among them.
        """
        stored = self.find(key)
        return self._make(lambda: key, make) if stored is None else stored

    def find_or_make_showing(self, key: str, language: str, make: Callable[[], Iterable[Print]]) -> list[Print]:
        """The same for files with faces of pages, which may show records in *language* that *key* does not tell.

        Which ones is known from when the files were made last.
        """
        index = digest("shown", key, self._identities) if key else ""
        names: _Names | None = self._store.get_value(index) if index else None
        stored = None if names is None else self.find(self._key_showing(key, language, names))
        if stored is not None:
            return stored

        def key_of_made() -> str:
            names = self._shown[index] = self._names_of(noted)
            return self._key_showing(key, language, names)

        with self._composer.noting_reads() as noted:
            return self._make(key_of_made if key else str, make)

    def _key_showing(self, key: str, language: str, names: _Names) -> str:
        """*key* for what the records say that are called *names*, all of which there are."""
        records = [self._game.records[component][name] for component, name in names]
        return digest(key, [digest_of(record, language, self._game.edition) for record in records])

    def _names_of(self, noted: Iterable[frozenset[Record] | None]) -> _Names:
        """The names of the records that were read; those of all records where one of them cannot be told."""
        reads: set[Record] = set()
        for records in noted:
            if records is None:
                return self._identities
            reads |= records
        return tuple(sorted((record.component, record.id) for record in reads))

    def _make(self, key_of_made: Callable[[], str], make: Callable[[], Iterable[Print]]) -> list[Print]:
        findings = self._composer.findings
        before = findings.count
        made = list(make())
        if findings.count == before and not findings.failed:
            key = key_of_made()
            if key:
                self._made.append((key, made))
        return made

    def close(self) -> None:
        """Put what was made into the store, unless a file has changed in the meantime."""
        if (self._made or self._faces) and self._source_digests() == self._ground:
            for index, names in self._shown.items():
                self._store.put_value(index, names)
            for key, prints in self._made:
                self._store.put_value(key, put_prints(self._store, prints))
            for faces in self._faces if self._composer.findings.count == self._before else ():
                faces.close()
        self._made, self._faces, self._shown = [], [], {}
        self._store.trim()
