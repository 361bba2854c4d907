"""Faces by what they are made from: one that is stored is not composed, drawn or written again.

A face depends on the ground, which `print_cache` digests (the layouts, the fonts, and all that lies in the game's
folder but its records), on its
own record, and on the records that are read on the way, which are known from when it was composed last. From all of
them comes its key. Two things are stored by that key: its fingerprint, and what the press has written of it.
"""

from collections.abc import Callable, Iterable
from typing import Any

from pawprint.build.cache.record_digests import digest_of
from pawprint.build.cache.source_digests import digest
from pawprint.build.cache.store import Store
from pawprint.build.cache.streams import StreamCache
from pawprint.catalog.model import Component, Game, Record
from pawprint.typography.metrics import Typeface

#: The most that is stored of one game in one language: bytes of content, and fingerprints. Beyond that, those are
#: dropped that this build does not use, the ones that were not used for the longest time first.
MAX_BYTES, MAX_FINGERPRINTS = 24_000_000, 20_000

#: Component and id.
_Name = tuple[str, str]


class FaceCache:
    """What is stored of the faces of one game in one language, by digests of what they are made from.

    Args:
        ground: a digest of all that every face depends on.
        typeface: opens the typeface of that name. Raises KeyError or ValueError where it cannot.

    Attributes:
        fingerprints: those of drawings, by the keys of drawings; new ones are added.
        contents: what was written, by the keys of layers; read when it is first needed. New content is added.
    """

    def __init__(
        self, store: Store, game: Game, language: str, ground: str, typeface: Callable[[str], Typeface]
    ) -> None:
        self._store, self._language, self._edition, self._ground = store, language, game.edition, ground
        self._name = digest("faces", game.id, game.edition, language, ground)
        index: Any = store.get_value(self._name) or ({}, {})
        # What was read for each side, when it was composed last.
        self._reads: dict[tuple[str, str, str], tuple[_Name, ...]] = index[0]
        self.fingerprints: dict[str, str] = index[1]
        self._before = len(self.fingerprints)
        self._known = {_owner(key) for key in self.fingerprints}
        self._used: set[str] = set()
        self._own: dict[Record, str] = {}
        name = self._name_of_contents = digest("contents", self._name)
        # Without this cache in it: in a circle all contents would stay in memory.
        self.contents = StreamCache(lambda: store.get_value(name) or ({}, {}), typeface)

    # -- keys --------------------------------------------------------------------------------------------------

    def shared_key(self, component: Component, layout: str) -> str:
        """The key of what all sides of *component* have in common that are drawn by the face file *layout*."""
        key = digest("common", self._ground, self._language, layout, component.stock)[:32]
        self._used.add(key)
        return key

    def find(self, game: Game, record: Record, side: str) -> str:
        """The key of a face that is stored; empty if it must be composed."""
        names = self._reads.get((record.component, record.id, side))
        reads = [] if names is None else [game.records.get(component, {}).get(name) for component, name in names]
        if names is None or None in reads:
            return ""
        key = self._key(record, side, reads)  # type: ignore[arg-type]
        if key not in self._known:
            return ""
        self._used.add(key)
        return key

    def add(self, record: Record, side: str, reads: Iterable[Record]) -> str:
        """The key of a face that was composed from *record*, and from the records that it *reads* on the way."""
        others = sorted((one for one in reads if one is not record), key=lambda one: (one.component, one.id))
        self._reads[record.component, record.id, side] = tuple((one.component, one.id) for one in others)
        key = self._key(record, side, others)
        self._used.add(key)
        return key

    def _key(self, record: Record, side: str, reads: Iterable[Record]) -> str:
        own = [self._digest(one) for one in (record, *reads)]
        return digest("face", self._ground, self._language, self._edition, side, own)[:32]

    def _digest(self, record: Record) -> str:
        known = self._own.get(record)
        if known is None:
            known = self._own[record] = digest_of(record, self._language, self._edition)
        return known

    # -- to the store ------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Put what is new into the store."""
        if len(self.fingerprints) > self._before:
            rest = [key for key in self.fingerprints if _owner(key) not in self._used]
            stored = rest[max(len(self.fingerprints) - MAX_FINGERPRINTS, 0) :]
            stored += [key for key in self.fingerprints if _owner(key) in self._used]
            self._store.put_value(self._name, (self._reads, {key: self.fingerprints[key] for key in stored}))
        if self.contents.is_new:
            contents = self.contents.packed(lambda key: _owner(key) in self._used, MAX_BYTES)
            self._store.put_value(self._name_of_contents, contents)


def _owner(key: str) -> str:
    """Of the key of a drawing or of what was written: that of the face, or of what faces have in common."""
    return key.split(" ", 1)[0]
