"""What is placed and said -> plain values, equal where they are drawn alike, and a digest of them.

Places in sources are left out: they only matter where there is a finding, and then nothing is kept.
"""

import marshal
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from hashlib import sha256
from typing import Any

from pawprint.base.source import Span
from pawprint.compose.measure import Shaped
from pawprint.compose.picture import Picture, Shape

_FORMAT = 2  # of `marshal`: the last one that depends on nothing but the values
_PLAIN = (str, int, float, bool, bytes, type(None))


class Plain:
    """Makes values plain; drawings and words that come again are read once."""

    def __init__(self) -> None:
        self._seen: dict[int, tuple[object, Any]] = {}  # with the thing itself, so that its id stays its own

    def digest(self, *things: object) -> str:
        """The digest of all *things* together.

        Raises:
            TypeError: there is something in them that is not known here.
        """
        return _hash(self.of(things))

    def of(self, thing: Any) -> Any:
        """*thing* of nothing but tuples and plain values.

        Raises:
            TypeError: as for `digest`.
        """
        kind = thing.__class__
        if kind in _PLAIN:
            return thing
        if kind is tuple or kind is list:
            return tuple([self.of(one) for one in thing])
        if kind is Span:
            return ()
        if kind is Shape:  # its path is plain, and most of a drawing
            path, fill, *rest = thing
            return ("Shape", path, self.of(fill), *rest)
        if kind is Picture or kind is Shaped:
            return self._once(thing)
        if isinstance(thing, tuple) and hasattr(thing, "_fields"):
            return (kind.__name__, *[self.of(one) for one in thing])
        if isinstance(thing, Mapping):
            return ("mapping", *[(self.of(name), self.of(one)) for name, one in thing.items()])
        if is_dataclass(thing):
            return self._fields(thing)
        if hasattr(thing, "shape") and hasattr(thing, "cap_height"):  # a typeface, whose file is known elsewhere
            return ("typeface", thing.name)
        if isinstance(thing, str):
            return str(thing)
        raise TypeError(f"nobody has said what a {kind.__name__} is made of")

    def _fields(self, thing: Any) -> Any:
        return (thing.__class__.__name__, *[self.of(getattr(thing, field.name)) for field in fields(thing)])

    def _once(self, thing: Any) -> Any:
        known = self._seen.get(id(thing))
        if known is None:
            known = self._seen[id(thing)] = (thing, _hash(self._fields(thing)))
        return known[1]


def _hash(plain: Any) -> str:
    return sha256(marshal.dumps(plain, _FORMAT)).hexdigest()
