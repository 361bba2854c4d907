"""Faces by what they are made from: one that is stored is not composed, drawn or written again.

A face depends on the ground, which `print_cache` digests (the layouts, the fonts, and all that lies in the game's
folder but its records), on its
own record, and on the records that are read on the way, which are known from when it was composed last. From all of
them comes its key. Two things are stored by that key: its fingerprint, and what the press has written of it.
"""

import io
import pickle
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from functools import cached_property
from hashlib import sha256
from typing import Any

from pawprint.catalog.model import Component, Game, Record
from pawprint.core.colour import Colour
from pawprint.core.geometry import Box
from pawprint.graphics.ops import Shading
from pawprint.press.portable_stream import (
    Form,
    GlyphEncoder,
    GraphicsState,
    ImageUse,
    Packed,
    PortableStream,
    SoftMask,
    real,
)
from pawprint.production.cache.source_digests import digest, digest_of
from pawprint.production.cache.store import Store
from pawprint.typography.metrics import Typeface

# --- What was written of layers <-> bytes. Forms, which many layers have in common, are stored apart ------------------


_FORMAT = 5  # of `pickle`, so that it is the same under all versions of Python
#: All that entries may be made of, beside plain values: nothing else is loaded, and nothing is run.
_CLASSES = {
    (known.__module__, known.__name__): known
    for known in (Box, Colour, GraphicsState, ImageUse, Packed, PortableStream, Shading, SoftMask)
}


class _Writer(pickle.Pickler):
    """Names fonts with their glyphs, and forms, in place of writing them."""

    def __init__(self, buffer: io.BytesIO, digest: Callable[[Form], str]) -> None:
        super().__init__(buffer, _FORMAT)
        self._digest = digest

    def persistent_id(self, thing: Any) -> Any:
        if isinstance(thing, Form):
            return "form", self._digest(thing)
        if isinstance(thing, GlyphEncoder):
            return "letters", thing.typeface.name, tuple(sorted(thing.glyphs))
        return None


class _Reader(pickle.Unpickler):
    def __init__(self, body: bytes, named: Callable[..., Form | GlyphEncoder]) -> None:
        super().__init__(io.BytesIO(body))
        self._named = named

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _CLASSES:
            raise pickle.UnpicklingError(f"{module}.{name} is in no entry")
        return _CLASSES[module, name]

    def persistent_load(self, thing: tuple[Any, ...]) -> Form | GlyphEncoder:
        return self._named(*thing)


class StreamCache(MutableMapping[str, PortableStream]):
    """Content by key; nothing of it is read before it is asked for.

    Args:
        load: returns what is stored, as `packed` has made it: key -> content, and digest -> form, as bytes.
        typeface: opens the typeface of that name. Raises KeyError or ValueError where it cannot.
    """

    def __init__(
        self, load: Callable[[], tuple[dict[str, bytes], dict[str, bytes]]], typeface: Callable[[str], Typeface]
    ) -> None:
        self._load = load
        self._typeface = typeface
        self._read: dict[str, PortableStream] = {}
        self._new: dict[str, PortableStream] = {}
        self._forms: dict[str, Form] = {}
        self._digests: dict[Form, str] = {}

    @cached_property
    def _stored(self) -> tuple[dict[str, bytes], dict[str, bytes]]:
        return self._load()

    @property
    def is_new(self) -> bool:
        """True if there is something that was not stored."""
        return bool(self._new)

    def __getitem__(self, key: str) -> PortableStream:
        known = self._read.get(key)
        if known is None:
            try:
                known = self._read[key] = _Reader(self._stored[0][key], self._named).load()
            except (ValueError, EOFError, TypeError, IndexError, AttributeError, pickle.UnpicklingError) as error:
                raise KeyError(key) from error
        return known

    def __setitem__(self, key: str, written: PortableStream) -> None:
        self._read[key] = self._new[key] = written

    def __delitem__(self, key: str) -> None:
        raise TypeError("what was written stays")

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys((*self._stored[0], *self._new))

    def __len__(self) -> int:
        return len({*self._stored[0], *self._new})

    def packed(self, most: int) -> tuple[dict[str, bytes], dict[str, bytes]]:
        """Everything to be stored; if that is more than *most* bytes, only what was asked for or is new."""
        entries = self._stored[0] | {key: self._bytes(written) for key, written in self._new.items()}
        forms = self._stored[1]
        if sum(map(len, entries.values())) + sum(map(len, forms.values())) <= most:
            return entries, forms
        used = {*self._digests.values()}
        return {key: entries[key] for key in self._read}, {name: body for name, body in forms.items() if name in used}

    def _bytes(self, thing: object) -> bytes:
        buffer = io.BytesIO()
        _Writer(buffer, self._digest).dump(thing)
        return buffer.getvalue()

    def _digest(self, form: Form) -> str:
        name = self._digests.get(form)
        if name is None:
            body = self._bytes((form.box, form.content, form.flat))
            name = self._digests[form] = sha256(body).hexdigest()
            self._stored[1][name] = body
        return name

    def _named(self, kind: str, name: str, glyphs: tuple[Any, ...] = ()) -> Form | GlyphEncoder:
        if kind == "letters":
            return GlyphEncoder(real(self._typeface(name)), more=glyphs)
        known = self._forms.get(name)
        if known is None:
            known = self._forms[name] = Form(*_Reader(self._stored[1][name], self._named).load())
            self._digests[known] = name
        return known


#: The most that is stored of one game in one language: bytes of content, and fingerprints. If there is more, only what
#: this build uses is stored.
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
        others = sorted(
            (read_record for read_record in reads if read_record is not record),
            key=lambda read_record: (read_record.component, read_record.id),
        )
        self._reads[record.component, record.id, side] = tuple(
            (read_record.component, read_record.id) for read_record in others
        )
        key = self._key(record, side, others)
        self._used.add(key)
        return key

    def _key(self, record: Record, side: str, reads: Iterable[Record]) -> str:
        own = [self._digest(read_record) for read_record in (record, *reads)]
        return digest("face", self._ground, self._language, self._edition, side, own)[:32]

    def _digest(self, record: Record) -> str:
        known = self._own.get(record)
        if known is None:
            known = self._own[record] = digest_of(record, self._language, self._edition)
        return known

    # -- to the store ------------------------------------------------------------------------------------------

    def close(self) -> None:
        if len(self.fingerprints) > self._before:
            stored = self.fingerprints
            if len(stored) > MAX_FINGERPRINTS:
                stored = {key: value for key, value in stored.items() if _owner(key) in self._used}
            self._store.put_value(self._name, (self._reads, stored))
        if self.contents.is_new:
            self._store.put_value(self._name_of_contents, self.contents.packed(MAX_BYTES))


def _owner(key: str) -> str:
    """Of the key of a drawing or of what was written: that of the face, or of what faces have in common."""
    return key.split(" ", 1)[0]
