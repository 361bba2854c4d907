"""Printed files <-> entries of the store. The content of a file is an entry of its own, by its digest."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from pawprint.build.cache.store import Store
from pawprint.press.manifest import Print


def put_prints(store: Store, prints: Iterable[Print]) -> tuple[Any, ...]:
    """Put the content of *prints* into the store, and return all else that is to be known of them as plain values.

    Raises:
        TypeError: there is a value that is not plain.
    """
    result = []
    for made in prints:
        content = sha256(made.data).hexdigest()
        store.put(content, made.data)
        result.append(tuple(_plain(content if name == "data" else getattr(made, name)) for name in Print._fields))
    return tuple(result)


def get_prints(store: Store, entries: Iterable[Any]) -> list[Print] | None:
    """The prints of *entries*; None if the content of one of them is gone."""
    prints = []
    for entry in entries:
        fields = dict(zip(Print._fields, entry, strict=True))
        data = store.get(fields["data"])
        if data is None:
            return None
        prints.append(Print(**{**fields, "data": data}))
    return prints


def _plain(value: Any) -> Any:
    """*value* with nothing in it but the plain types themselves."""
    if value is None or isinstance(value, (bool, bytes)):
        return value
    for kind in (str, int, float):
        if isinstance(value, kind):
            return kind(value)
    if isinstance(value, tuple):
        return tuple(_plain(one) for one in value)
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {_plain(name): _plain(one) for name, one in value.items()}
    raise TypeError(f"{type(value).__name__} is no plain value")
