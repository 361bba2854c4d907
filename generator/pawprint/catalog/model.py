"""The catalog as read: games, components, records. Frozen, and every value knows where it was written."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from pawprint.base import reader
from pawprint.base.source import Span

if TYPE_CHECKING:
    from pawprint.catalog.checks import Check
    from pawprint.catalog.fields import Field

#: What `--only` can name; documents join the list when they are built.
KINDS = ("cards", "tiles", "tokens", "boards")


class Translated(dict[str, str]):
    """A text in each of the game's languages: language -> text."""


class Choice(str):
    """A value of a choice field; `labels` holds its printed name, where the game declares one."""

    labels: Translated | None

    def __new__(cls, value: str, labels: Translated | None = None) -> "Choice":
        choice = super().__new__(cls, value)
        choice.labels = labels
        return choice


class Label(str):
    """A choice in one language: prints as its id, `.label` is its printed name."""

    label: str

    def __new__(cls, value: str, label: str) -> "Label":
        text = super().__new__(cls, value)
        text.label = label
        return text


class Origin(NamedTuple):
    """Where the facts of a record come from: names of the game's sources.

    Attributes:
        default: for every field not named in *fields*.
        fields: dotted path (`level`, `prey.snail`) -> source.
    """

    default: str = ""
    fields: Mapping[str, str] = MappingProxyType({})

    def of(self, path: str) -> str:
        """The source of *path*; falls back from `prey.snail` to `prey` to the default."""
        while path:
            if path in self.fields:
                return self.fields[path]
            path = path.rpartition(".")[0]
        return self.default


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """One kind of card, tile or token as the catalog states it; `copies` of it are printed.

    Compared by identity: an id is unique within its component. `values` holds every declared field; texts are
    `Translated`, references are Records, lists are tuples, nested records are dicts.
    """

    component: str
    id: str
    copies: int
    values: Mapping[str, Any]
    origin: Origin
    node: reader.Mapping

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def span(self, *path: str | int) -> Span:
        """Where the value at *path* is written; as much of the path as exists in the file."""
        node: reader.Node = self.node
        for step in path:
            if isinstance(node, reader.Mapping) and step in node.entries:
                node = node.entries[str(step)]
            elif isinstance(node, reader.Sequence) and isinstance(step, int) and step < len(node.items):
                node = node.items[step]
            else:
                break
        if node is self.node:
            identity = self.node.get("id")
            return identity.span if identity else node.span
        return node.span

    def __repr__(self) -> str:
        return f"Record({self.component}/{self.id})"


class View:
    """A record in one language, as templates and layouts see it: `{{ name }}`, `{{ item.level }}`."""

    __slots__ = ("_fields", "_language", "_record")

    def __init__(self, record: Record, language: str) -> None:
        self._record = record
        self._language = language
        self._fields: dict[str, Any] | None = None

    def fields(self) -> dict[str, Any]:
        """All fields in this language, with `id`, `copies` and `component`."""
        if self._fields is None:
            record, language = self._record, self._language
            fields = {name: in_language(value, language) for name, value in record.values.items()}
            fields["id"] = record.id
            fields["copies"] = record.copies
            fields["component"] = record.component
            self._fields = fields
        return self._fields

    @property
    def record(self) -> Record:
        """The record behind the view."""
        return self._record

    def __getattr__(self, name: str) -> Any:
        try:
            return self.fields()[name]
        except KeyError:
            raise AttributeError(name) from None

    def __getitem__(self, name: str) -> Any:
        return self.fields()[name]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, View):
            return self._record is other._record
        return self._record.id == other

    def __hash__(self) -> int:
        return hash(self._record.id)

    def __str__(self) -> str:
        return self._record.id


def in_language(value: Any, language: str) -> Any:
    """*value* with every text in *language* and every record as a `View`."""
    kind = value.__class__
    if kind is Translated:
        return value.get(language, "")
    if kind is tuple:
        return tuple([in_language(item, language) for item in value])
    if kind is Record:
        return View(value, language)
    if kind is dict:
        return {name: in_language(item, language) for name, item in value.items()}
    if kind is Choice:
        return Label(value, value.labels.get(language, value) if value.labels else value)
    return value


class Component(NamedTuple):
    """A set of pieces of one make: the same fields, stock, face and back.

    Attributes:
        kind: one of `KINDS`.
        title: printed name of the component, per language.
        stock, face, back: names of a stock and of faces in the layouts; no back if empty.
        fields: name -> declaration, in the order declared.
        node: its declaration in `game.yaml`.
        sound: whether all of its fields could be read.
    """

    name: str
    kind: str
    title: Translated
    files: tuple[str, ...]
    stock: str
    face: str
    back: str
    fields: Mapping[str, "Field"]
    node: reader.Mapping
    sound: bool = True

    def span(self, *path: str) -> Span:
        """Where the value at *path* of the declaration is written; as much of the path as exists."""
        node: reader.Node = self.node
        for step in path:
            if not isinstance(node, reader.Mapping) or step not in node.entries:
                break
            node = node.entries[step]
        return node.span


class SourceNote(NamedTuple):
    """Something that facts are taken from.

    Attributes:
        kind: `seed` (a document that the game comes from), `external` (a public page) or `designed`.
    """

    name: str
    kind: str
    title: Translated


@dataclass(frozen=True)
class Game:
    """One game: its declaration and all its records.

    Attributes:
        folder: where its files are.
        languages: codes in the order declared; the first one is the default.
        records: component -> id -> record, in the order of the files.
        facts: further numbers of the declaration that checks may use: `players`, `rules`.
        unsound: (component, id) of the records that have a fault of their own, and (component, "") of the components
            whose records are not all there or not all sound. What they show elsewhere only follows from that.
    """

    id: str
    title: Translated
    version: str
    languages: tuple[str, ...]
    folder: Path
    components: Mapping[str, Component]
    sources: Mapping[str, SourceNote]
    records: Mapping[str, Mapping[str, Record]]
    checks: tuple["Check", ...]
    credits: Translated
    facts: Mapping[str, Any]
    node: reader.Mapping
    unsound: frozenset[tuple[str, str]] = frozenset()

    def pieces(self, component: str) -> tuple[Record, ...]:
        """The records of *component*, in order."""
        return tuple(self.records.get(component, {}).values())

    @cached_property
    def all_records(self) -> tuple[Record, ...]:
        """Every record of the game, component by component."""
        return tuple(record for records in self.records.values() for record in records.values())

    def find(self, identity: str) -> Iterator[Record]:
        """Records called *identity* (`toad`, or `organisms/toad` where the id alone is not enough)."""
        component, _, name = identity.rpartition("/")
        for record in self.all_records:
            if record.id == name and component in ("", record.component):
                yield record


class Library(NamedTuple):
    """Every game of a catalog folder, by id."""

    folder: Path
    games: Mapping[str, Game]
