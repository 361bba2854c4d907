"""The catalog as read: games, components, records. Frozen, and every value knows where it was written."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from pawprint.catalog.icon_codes import NO_CODES, IconCodes
from pawprint.core.length import Length
from pawprint.core.source import Span
from pawprint.source import reader
from pawprint.source.templates.expressions import ExpressionError

if TYPE_CHECKING:
    from pawprint.catalog.fields import Field

#: What `--only` can name; documents join the list when they are built.
COMPONENT_KINDS = ("cards", "tiles", "tokens", "boards")
#: The kind of a component that is never printed: its records are only looked up by others.
DATA = "data"
#: What `back:` says of records without a back.
NO_BACK = "none"


class Translated(dict[str, str]):
    """A text in each of the game's languages: language -> text."""


class TemplatedText(Translated):
    """A text with expressions, as it is typed: until all records have been read, see `text_templates`."""

    def __str__(self) -> str:
        raise ExpressionError("it is a text with expressions of its own", "name the field that they name")


class ChoiceValue(str):
    """A value of a choice field; `labels` holds its printed name, where the game declares one."""

    labels: Translated | None

    def __new__(cls, value: str, labels: Translated | None = None) -> "ChoiceValue":
        choice = super().__new__(cls, value)
        choice.labels = labels
        return choice


class ChoiceLabel(str):
    """A choice in one language: prints as its id, `.label` is its printed name."""

    label: str

    def __new__(cls, value: str, label: str) -> "ChoiceLabel":
        text = super().__new__(cls, value)
        text.label = label
        return text

    def __getitem__(self, key: Any) -> str:
        return self.label if key == "label" else super().__getitem__(key)


class NounForms(NamedTuple):
    """The grammar of a name in one language.

    Attributes:
        gender: `m` or `f`; empty in a language without genders.
        plural: empty if it is regular.
        article: that it is declared with.
        is_plural: True if the name is a plural, such as `Leaves`.
    """

    gender: str
    singular: str
    plural: str
    article: str
    is_plural: bool


class Origin(NamedTuple):
    """The sources of the facts of a record: names of the game's sources.

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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Record:
    """One kind of card, tile or token as the catalog states it; `copies` of it are printed.

    Compared by identity: an id is unique within its component. `values` holds every declared field; texts are
    `Translated`, references are Records, lists are tuples, nested records are dicts.

    Attributes:
        copies: printed in every edition that *by_edition* does not name.
        editions: the only ones that have it; all if empty.
        grammar: language -> the forms of its name, where they are declared.
    """

    component: str
    id: str
    copies: int
    values: Mapping[str, Any]
    origin: Origin
    node: reader.MappingNode
    by_edition: Mapping[str, int] = field(default_factory=dict)
    editions: tuple[str, ...] = ()
    grammar: Mapping[str, NounForms] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def exists_in(self, edition: str) -> bool:
        """True if the record is in *edition*; a game without editions has all records."""
        return not self.editions or not edition or edition in self.editions

    def copies_in(self, edition: str) -> int:
        """The number of copies printed in *edition*."""
        return self.by_edition.get(edition, self.copies) if self.exists_in(edition) else 0

    def span(self, *path: str | int) -> Span:
        """The place of the value at *path*, or of the part of the path that exists in the file."""
        node: reader.Node = self.node
        for step in path:
            if isinstance(node, reader.MappingNode) and step in node.entries:
                node = node.entries[str(step)]
            elif isinstance(node, reader.SequenceNode) and isinstance(step, int) and step < len(node.items):
                node = node.items[step]
            else:
                break
        if node is self.node:
            identity = self.node.get("id")
            return identity.span if identity else node.span
        return node.span

    def __repr__(self) -> str:
        return f"Record({self.component}/{self.id})"


class RecordView:
    """A record in one language and edition, as templates and layouts see it: `{{ name }}`, `{{ item.level }}`.

    Args:
        reads: takes each record whose fields are looked at, this one and those that it leads to.
    """

    __slots__ = ("_edition", "_fields", "_language", "_reads", "_record")

    def __init__(self, record: Record, language: str, edition: str = "", reads: set[Record] | None = None) -> None:
        self._record = record
        self._language = language
        self._edition = edition
        self._reads = reads
        self._fields: dict[str, Any] | None = None

    def fields(self) -> dict[str, Any]:
        """All fields in this language, with `id`, `copies` and `component`."""
        if self._reads is not None:
            self._reads.add(self._record)
        if self._fields is None:
            record, language, edition, reads = self._record, self._language, self._edition, self._reads
            fields = {name: localised(value, language, edition, reads) for name, value in record.values.items()}
            fields["id"] = record.id
            fields["copies"] = record.copies_in(edition)
            fields["component"] = record.component
            self._fields = fields
        return self._fields

    @property
    def record(self) -> Record:
        """The record behind the view."""
        return self._record

    def __getitem__(self, name: str) -> Any:
        return self.fields()[name]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, RecordView):
            return self._record is other._record
        return self._record.id == other

    def __hash__(self) -> int:
        return hash(self._record.id)

    def __str__(self) -> str:
        return self._record.id

    __repr__ = __str__  # a list of records prints as their ids, too


def localised(value: Any, language: str, edition: str = "", reads: set[Record] | None = None) -> Any:
    """*value* with every text in *language* and every record as a `RecordView`; without records that *edition* lacks.

    Args:
        reads: see `RecordView`.
    """
    kind = value.__class__
    if kind is Translated:
        return value.get(language, "")
    if kind is tuple:
        return tuple(
            [
                localised(item, language, edition, reads)
                for item in value
                if item.__class__ is not Record or item.exists_in(edition)
            ]
        )
    if kind is Record:
        return RecordView(value, language, edition, reads) if value.exists_in(edition) else None
    if kind is dict:
        return {name: localised(item, language, edition, reads) for name, item in value.items()}
    if kind is ChoiceValue:
        return ChoiceLabel(value, value.labels.get(language, value) if value.labels else value)
    return value


class Component(NamedTuple):
    """A set of pieces of one make: the same fields and stock, and faces and backs by the same rule.

    Attributes:
        kind: one of `COMPONENT_KINDS`, or `DATA`.
        title: printed name of the component, per language.
        stock: name of a stock in the layouts; empty for data.
        faces, backs: names of faces in the layouts, several where a field decides; empty where there are none.
        fields: name -> declaration, in the order declared.
        node: its declaration in `game.yaml`; *valid*: whether all of its fields could be read.
        editions: the only ones that have it; all if empty.
        products: name of a print service -> name of the product that it is there, where the game says so.
        tune: field -> the values that `pawprint play --fix` may try.
    """

    name: str
    kind: str
    title: Translated
    files: tuple[str, ...]
    stock: str
    faces: tuple[str, ...]
    backs: tuple[str, ...]
    fields: Mapping[str, "Field"]
    node: reader.MappingNode
    valid: bool = True
    editions: tuple[str, ...] = ()
    products: Mapping[str, str] = MappingProxyType({})
    tune: Mapping[str, tuple[str, ...]] = MappingProxyType({})

    def span(self, *path: str) -> Span:
        """The place of the value at *path* of the declaration, or of the part of the path that exists."""
        node: reader.Node = self.node
        for step in path:
            if not isinstance(node, reader.MappingNode) or step not in node.entries:
                break
            node = node.entries[step]
        return node.span

    def sides(self, side: str) -> tuple[str, ...]:
        """The names of its `face` or `back`."""
        return self.faces if side == "face" else self.backs


class SetupPart(NamedTuple):
    """Components whose pieces lie together.

    Attributes:
        components: their names.
        spread: each piece has a place of its own, face up; otherwise all of them are one pile.
        by: a field, each of whose values has a pile of its own; `id` for a pile of each kind; empty for one pile.
        face_up: of a pile.
        title: the name of the pile; None for that of its component.
    """

    components: tuple[str, ...]
    spread: bool = False
    by: str = ""
    face_up: bool = False
    title: Translated | None = None


#: What `kind:` of a source may be.
SOURCE_KINDS = ("seed", "external", "designed")


class SourceNote(NamedTuple):
    """A source of facts.

    Attributes:
        kind: `seed` (a document that the game comes from), `external` (a public page) or `designed`.
    """

    name: str
    kind: str
    title: Translated


class Edition(NamedTuple):
    """One of several ways in which a game is printed.

    Attributes:
        title: printed name, per language.
        about: its differences in words; may be empty.
    """

    name: str
    title: Translated
    about: Translated


class Declaration(NamedTuple):
    """The content of a `game.yaml`; see `Game`."""

    id: str
    title: Translated
    version: str
    languages: tuple[str, ...]
    components: dict[str, Component]
    sources: dict[str, SourceNote]
    credits: Translated
    facts: Mapping[str, Any]
    node: reader.MappingNode
    editions: dict[str, Edition]
    icons: IconCodes
    setup: tuple[SetupPart, ...]
    draft_languages: tuple[str, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """One game in one of its editions: its declaration and all its records.

    Attributes:
        folder: where its files are.
        root: the catalog folder, which links of its files must not lead out of; None where any place will do.
        languages: codes in the order declared; the first one is the default.
        draft_languages: unfinished translations, printed only if asked for; see `ReadContext`.
        records: component -> id -> record, in the order of the files; those of all editions.
        editions: by name, the default one first; none for most games.
        edition: the one that this is; empty for a game that has none.
        facts: further numbers of the declaration that checks may use: `players`, `rules`.
        icons: codes in its texts that are printed as icons.
        setup: how its pieces lie on a virtual table; components that are not named there lie as usual.
        invalid: (component, id) of the records that have a fault of their own, and (component, "") of the components
            whose records are not all there or not all valid. What they show elsewhere only follows from that.
    """

    id: str
    title: Translated
    version: str
    languages: tuple[str, ...]
    folder: Path
    components: Mapping[str, Component]
    sources: Mapping[str, SourceNote]
    records: Mapping[str, Mapping[str, Record]]
    credits: Translated
    facts: Mapping[str, Any]
    node: reader.MappingNode
    invalid: frozenset[tuple[str, str]] = frozenset()
    editions: Mapping[str, Edition] = field(default_factory=dict)
    edition: str = ""
    root: Path | None = None
    icons: IconCodes = NO_CODES
    setup: tuple[SetupPart, ...] = ()
    draft_languages: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Game({self.id}{f', {self.edition}' if self.edition else ''})"

    def in_edition(self, edition: str) -> "Game":
        """The same game in *edition*, which it must have."""
        if edition == self.edition:
            return self
        known = self.memory("editions")
        if edition not in known:
            known[edition] = replace(self, edition=edition)
        game: Game = known[edition]
        return game

    def each_edition(self, edition: str = "") -> tuple["Game", ...]:
        """The game in each of its editions, or in *edition* alone: nothing if it does not have that."""
        if not self.editions:
            return () if edition else (self,)
        return tuple(self.in_edition(name) for name in self.editions if edition in ("", name))

    @cached_property
    def _memories(self) -> dict[str, dict[Any, Any]]:
        return {}

    def memory(self, what: str) -> dict[Any, Any]:
        """Room for what others work out about the game and would work out again; it lives as long as the game."""
        return self._memories.setdefault(what, {})

    @property
    def bleed(self) -> Length | None:
        """The bleed of art beyond the cut, unless a build or a stock sets its own."""
        bleed: Length | None = self.facts.get("bleed")
        return bleed

    def printed_languages(self, wanted: Collection[str] = ()) -> tuple[str, ...]:
        """Its languages of *wanted*, drafts too; all but the drafts if that is empty."""
        return tuple(language for language in self.all_languages if language in wanted) if wanted else self.languages

    @property
    def all_languages(self) -> tuple[str, ...]:
        """Its languages, and those that are drafts."""
        return (*self.languages, *self.draft_languages)

    @property
    def authors(self) -> tuple[str, ...]:
        """The names of its authors."""
        return tuple(self.facts.get("authors") or ())

    @property
    def engine(self) -> str:
        """The name of the rules engine that can play it, or the path of its own one; empty if it names none."""
        rules = self.facts.get("rules")
        name = str(rules.get("engine") or "") if isinstance(rules, dict) else ""
        return (self.folder / name).as_posix() if name.endswith((".py", ".yaml")) else name

    @property
    def other_edition(self) -> str:
        """The name of its edition; empty for the default one, and for a game that has none."""
        return "" if self.edition == next(iter(self.editions), "") else self.edition

    def full_title(self, language: str) -> str:
        """The title, with that of another edition than the default one after it."""
        more = self.other_edition
        return f"{self.title[language]} · {self.editions[more].title[language]}" if more else self.title[language]

    def common_fields(self, language: str) -> dict[str, Any]:
        """The names that templates can use besides the fields of a record."""
        edition = self.editions.get(self.edition)
        return {
            "language": language,
            "game": self.title[language],
            "version": self.version,
            "edition": self.edition,
            "edition_title": edition.title[language] if edition else "",
        }

    def pieces(self, component: str) -> tuple[Record, ...]:
        """The records of *component* in this edition, in order."""
        return tuple(record for record in self.records.get(component, {}).values() if record.exists_in(self.edition))

    @cached_property
    def all_records(self) -> tuple[Record, ...]:
        """Every record of this edition, component by component."""
        return tuple(record for component in self.records for record in self.pieces(component))

    def find(self, identity: str) -> Iterator[Record]:
        """Pieces called *identity* (`toad`, or `organisms/toad` where the id alone is not enough); data are none."""
        component, _, name = identity.rpartition("/")
        for record in self.all_records:
            printed = self.components[record.component].kind != DATA
            if printed and record.id == name and component in ("", record.component):
                yield record


class Library(NamedTuple):
    """Every game of a catalog folder, by id."""

    folder: Path
    games: Mapping[str, Game]
