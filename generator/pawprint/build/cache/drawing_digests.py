"""What stands on a page -> a digest; what is drawn alike has the same one.

Values are written as `pickle` does, which is fast, and never read again. Places in sources are left out: they only
matter where there is a finding, and then nothing is stored.
"""

import io
import pickle
from dataclasses import fields
from hashlib import sha256
from typing import Any

from pawprint.core.picture import Picture
from pawprint.core.source import Span
from pawprint.faces.placed import AnyFace, Face, StoredFace
from pawprint.typography.metrics import Shaped
from pawprint.typography.textbox import TextBlock

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
        """The digest of a face."""
        if face.key and face.shared_key:
            return f"{face.key} {face.shared_key}"
        assert isinstance(face, Face), "a stored face has keys"
        found = self._digests.get(face)
        if found is None:
            found = self._digests[face] = self._hash((face.trim, face.outline, face.shared.items, face.items))
        return found

    def once(self, thing: Any) -> str:
        """The digest of one drawing, text or word."""
        key = thing.__class__, thing
        found = self._digests.get(key)
        if found is None:
            plain = tuple(thing) if isinstance(thing, tuple) else [getattr(thing, one.name) for one in fields(thing)]
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
