"""Faces by what they are made from: one that is stored is not composed, drawn or written again.

A face depends on the ground, which `print_cache` digests (the layouts, the fonts, and all that lies in the game's
folder but its records), on its
own record, and on the records that are read on the way, which are known from when it was composed last. From all of
them comes its key. Two things are stored by that key: its fingerprint, and what the press has written of it.
"""

import marshal
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
    Need,
    Packed,
    PortableStream,
    SoftMask,
    real,
)
from pawprint.production.cache.source_digests import digest, digest_of
from pawprint.production.cache.store import Store
from pawprint.typography.metrics import Typeface

# --- streams ----------------------------------------------------------------------------------------------------------

# What was written of layers <-> plain bytes. Forms, which many layers have in common, are stored by themselves.


_FORMAT = 2  # of `marshal`: the last one that depends on nothing but the values


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
        """Whether there is something that was not stored."""
        return bool(self._new)

    def __getitem__(self, key: str) -> PortableStream:
        known = self._read.get(key)
        if known is None:
            try:
                known = self._read[key] = self._written(marshal.loads(self._stored[0][key]))
            except (ValueError, EOFError, TypeError, IndexError) as error:
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

    def packed(self, is_used: Callable[[str], bool], most: int) -> tuple[dict[str, bytes], dict[str, bytes]]:
        """Everything to be stored: what is used, and, as long as all of it together has no more than
        *most* bytes, the rest."""
        entries = self._stored[0] | {
            key: marshal.dumps(self._plain(written), _FORMAT) for key, written in self._new.items()
        }
        entries = dict(sorted(entries.items(), key=lambda entry: is_used(entry[0])))
        size = sum(map(len, entries.values())) + sum(map(len, self._stored[1].values()))
        if size <= most:
            return entries, self._stored[1]
        entries = {key: body for key, body in entries.items() if is_used(key)}
        forms: set[str] = set()
        for body in entries.values():
            self._reach(marshal.loads(body), forms)
        return entries, {name: body for name, body in self._stored[1].items() if name in forms}

    def _reach(self, plain: Any, forms: set[str]) -> None:
        for kind, *parts in plain[2]:
            if kind in ("form", "mask") and parts[0] not in forms:
                forms.add(parts[0])
                _, content, _ = marshal.loads(self._stored[1][parts[0]])
                if not isinstance(content, bytes):
                    self._reach(content, forms)

    # -- to plain values ---------------------------------------------------------------------------------------

    def _plain(self, written: PortableStream) -> tuple[Any, ...]:
        return written.parts, written.gaps, tuple([self._plain_need(need) for need in written.needs])

    def _plain_need(self, need: Need) -> tuple[Any, ...]:
        match need:
            case GlyphEncoder():
                return "letters", need.typeface.name, tuple(sorted(need.glyphs))
            case GraphicsState():
                return ("state", *need)
            case ImageUse():
                return ("image", *need)
            case Form():
                return "form", self._digest(need)
            case SoftMask(form):
                return "mask", self._digest(form)
            case _:
                stops = tuple([(offset, tuple(colour)) for offset, colour in need.stops])
                return "shading", need.x1, need.y1, need.x2, need.y2, stops, need.radius, need.focus

    def _digest(self, form: Form) -> str:
        name = self._digests.get(form)
        if name is None:
            content = form.content
            plain = content.data if isinstance(content, Packed) else self._plain(content)
            body = marshal.dumps((tuple(form.box), plain, form.flat), _FORMAT)
            name = sha256(body).hexdigest()
            self._stored[1][name] = body
            self._digests[form] = name
        return name

    # -- and back ----------------------------------------------------------------------------------------------

    def _written(self, plain: Any) -> PortableStream:
        parts, gaps, needs = plain
        return PortableStream(parts, gaps, tuple([self._need(*need) for need in needs]))

    def _need(self, kind: str, *parts: Any) -> Need:
        match kind:
            case "letters":
                return GlyphEncoder(real(self._typeface(parts[0])), more=parts[1])
            case "state":
                return GraphicsState(*parts)
            case "image":
                return ImageUse(*parts)
            case "form":
                return self._form(parts[0])
            case "mask":
                return SoftMask(self._form(parts[0]))
            case _:
                x1, y1, x2, y2, stops, radius, focus = parts
                return Shading(x1, y1, x2, y2, tuple([(at, Colour(*colour)) for at, colour in stops]), radius, focus)

    def _form(self, name: str) -> Form:
        known = self._forms.get(name)
        if known is None:
            box, plain, flat = marshal.loads(self._stored[1][name])
            content = Packed(plain) if isinstance(plain, bytes) else self._written(plain)
            known = self._forms[name] = Form(Box(*box), content, flat)
            self._digests[known] = name
        return known


# --- face cache -------------------------------------------------------------------------------------------------------


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
