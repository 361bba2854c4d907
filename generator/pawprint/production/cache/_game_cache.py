"""Whole builds of games: if no byte of its sources has changed, a game has the files of its last build."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from pawprint.press.manifest import Print
from pawprint.production.cache.source_digests import digest, file_digest, tree
from pawprint.production.cache.store import Store
from pawprint.production.options import BuildOptions

# --- Printed files <-> entries of the store. The content of a file is an entry of its own, by its digest --------------


def put_prints(store: Store, prints: Iterable[Print]) -> tuple[Any, ...]:
    """Put the content of *prints* into the store, and return all else that is to be known of them as plain values.

    Raises:
        TypeError: there is a value that is not plain.
    """
    result = []
    for printed in prints:
        content = sha256(printed.data).hexdigest()
        store.put(content, printed.data)
        result.append(tuple(_plain(content if name == "data" else getattr(printed, name)) for name in Print._fields))
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
        return tuple(_plain(item) for item in value)
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {_plain(name): _plain(item) for name, item in value.items()}
    raise TypeError(f"{type(value).__name__} is no plain value")


class GameCache:
    """The builds of some games that are asked for in one way.

    Args:
        catalog: the folder that the games are in.
        folders: of the games, by id; where *together*, what is printed of one depends on the others.
        layouts: folders, the most specific first.
        options: what is asked for.

    Raises:
        OSError: a file cannot be read.
    """

    def __init__(
        self,
        store: Store,
        catalog: Path,
        folders: dict[str, Path],
        layouts: Sequence[Path],
        options: BuildOptions,
        together: bool,
    ) -> None:
        self._store, self._catalog = store, catalog
        self._folders, self._layouts, self._options, self._together = folders, layouts, repr(options), together
        self._keys = self._keys_now()

    def _keys_now(self) -> dict[str, str]:
        """game -> key of its build, as everything stands now."""
        layouts = [sorted(tree(folder).items()) for folder in self._layouts]
        games = {name: sorted(tree(folder, self._catalog).items()) for name, folder in self._folders.items()}
        others = sorted(games.items()) if self._together else ()
        return {name: digest("build", name, self._options, layouts, files, others) for name, files in games.items()}

    def find(self) -> dict[str, list[Print]]:
        """game -> its files, for the games that need not be built; of those that stand *together*, all or none."""
        found = {name: prints for name, key in self._keys.items() if (prints := self._prints(key)) is not None}
        return {} if self._together and len(found) < len(self._keys) else found

    def _prints(self, key: str) -> list[Print] | None:
        entry: Any = self._store.get_value(key)
        if entry is None:
            return None
        fonts, prints = entry
        try:
            if any(file_digest(Path(path)) != content for path, content in fonts):
                return None
        except OSError:
            return None
        return get_prints(self._store, prints)

    def built_before(self) -> set[str]:
        """The games that were built in the same way, however much has changed since then."""
        return {name for name in self._folders if self._store.get_value(self._trace(name)) is not None}

    def _trace(self, name: str) -> str:
        return digest("built", str(self._folders[name].resolve()), self._options)

    def put(self, prints: Sequence[Print], games: Iterable[str], fonts: Iterable[Path]) -> None:
        """Store what was made of *games* without any finding, unless a file has changed in the meantime.

        Args:
            fonts: the font files that the layouts name; they may lie elsewhere.
        """
        try:
            if self._keys_now() != self._keys:
                return
            files = tuple((str(path), file_digest(path)) for path in sorted(set(fonts)))
        except OSError:
            return
        for name in games:
            entries = put_prints(self._store, [printed for printed in prints if printed.game == name])
            self._store.put_value(self._keys[name], (files, entries))
            self._store.put_value(self._trace(name), True)
        self._store.trim()
