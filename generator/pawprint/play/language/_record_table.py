"""The records of a game -> numbers for its pieces, and tables with their fields, for the program of the rules.

Each record that the rules play with, or that a field of these leads to, has a number: its kind. A field is a tuple by
kind.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from pawprint.catalog.field_types import RuleSteps
from pawprint.catalog.fields import Field
from pawprint.catalog.model import Game, Record, Translated
from pawprint.core.registry import suggest
from pawprint.play.language import rule_types
from pawprint.source.reader import MappingNode, ScalarNode

# --- Definitions that depend on cards alone, worked out once for all cards --------------------------------------------


class AskedTable:
    """A definition that has no value for some cards: it is worked out where it is asked for."""

    def __init__(self, definition: Callable[..., Any], *cards: int, left: int) -> None:
        self.definition, self.cards, self.left = definition, cards, left

    def __getitem__(self, card: int) -> Any:
        if self.left == 1:
            return self.definition(*self.cards, card)
        return AskedTable(self.definition, *self.cards, card, left=self.left - 1)


def fill_card_tables(
    names: dict[str, Any], tables: Sequence[tuple[str, tuple[rule_types.RuleType, ...]]], components: Sequence[str]
) -> None:
    """Add the tables to the *names* of a program, which has the function `t_TABLE` of each.

    Args:
        tables: the name of each, and the types of its cards.
    """
    for name, types in tables:
        names[name] = card_table(names[f"t_{name}"], types, components)


def card_table(definition: Callable[..., Any], types: Sequence[rule_types.RuleType], components: Sequence[str]) -> Any:
    """A definition of one card, or of two, by kind."""
    first, *others = [[component in type_.components for component in components] for type_ in types]
    try:
        if not others:
            return [_kept(definition(kind)) if fits else None for kind, fits in enumerate(first)]
        inner = [kind for kind, fits in enumerate(others[0]) if fits]
        rows: list[Any] = []
        for kind, fits in enumerate(first):
            row = [None] * len(components) if fits else None
            for other in inner if row is not None else ():
                row[other] = _kept(definition(kind, other))  # type: ignore[index]
            rows.append(row)
    except (LookupError, TypeError, ValueError):
        return AskedTable(definition, left=len(types))
    return rows


def _kept(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


class FieldFault(Exception):
    """A field cannot be used; the message says why."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.message, self.help = message, help


class RecordTable:
    """All records that the rules can name.

    Attributes:
        played: how many of the kinds are pieces; they come first.
        kinds: id -> kind, of pieces.
        lenient: whether the rules may name cards that the game does not have.

    Args:
        copies: how many copies of a record are played with, if not those of the edition.
    """

    def __init__(
        self,
        game: Game,
        components: Iterable[str],
        copies: Callable[[Record], int] | None = None,
        lenient: bool = False,
    ) -> None:
        self.game, self.lenient = game, lenient
        self._copies = copies
        records = [record for name in components for record in game.pieces(name)]
        self.played = len(records)
        for record in records:
            records += (linked for linked in _links(record) if linked not in records)
        self.records: list[Record] = records
        self.ids = [record.id for record in records]
        self.components = [record.component for record in records]
        self.copies = [self.copies_of(record) for record in records[: self.played]]
        self.kinds = {record.id: kind for kind, record in enumerate(records[: self.played])}
        #: By card of a forest, which is one copy: its kind; and by kind, the first of its cards.
        self.kind_of = self.pieces()
        self.first_node = [sum(self.copies[:kind]) for kind in range(self.played)]
        self._numbers = {record: kind for kind, record in enumerate(records)}

    def repeated(self) -> str:
        """An id that two pieces have; "" if there is none."""
        return next((name for name, count in Counter(self.ids[: self.played]).items() if count > 1), "")

    def pieces(self) -> list[int]:
        return [kind for kind, copies in enumerate(self.copies) for _ in range(copies)]

    @cached_property
    def _others(self) -> dict[tuple[str, str], int]:
        """Component and id of the records that are no pieces -> kind."""
        numbered = enumerate(zip(self.components, self.ids, strict=True))
        return {key: kind for kind, key in numbered if kind >= self.played}

    def kind_named(self, name: str, components: Iterable[str]) -> int | None:
        """The kind of a piece by its id, or of another record of these *components*; None if there is none."""
        found = self.kinds.get(name)
        if found is not None:
            return found
        return next(
            (self._others[component, name] for component in components if (component, name) in self._others), None
        )

    def values(self, path: tuple[str, ...]) -> tuple[Any, ...]:
        """The field at *path*, by kind; None where a record has none."""
        return tuple(self._value(record, path) for record in self.records)

    def _value(self, record: Record, path: tuple[str, ...]) -> Any:
        return self._plain(self.copies_of(record) if path == ("copies",) else _at(record, path))

    def copies_of(self, record: Record) -> int:
        return record.copies_in(self.game.edition) if self._copies is None else self._copies(record)

    def declared(self, path: tuple[str, ...]) -> Any:
        """A value below `rules` in `game.yaml`.

        Raises:
            FieldFault: there is none, or several.
        """
        found: Any = self.game.node.get("rules")
        for step in path:
            entries = found.entries if isinstance(found, MappingNode) else {}
            if step not in entries:
                help = suggest(step, entries, "it has") if entries else "declare it there"
                raise FieldFault(f"'rules' in game.yaml has no '{'.'.join(path)}'", help)
            found = entries[step]
        if not isinstance(found, ScalarNode):
            raise FieldFault(f"'rules.{'.'.join(path)}' is no single value", "name a number or a word in it")
        if found.text in ("true", "false"):
            return found.text == "true"
        return int(found.text) if re.fullmatch(r"-?[0-9]{1,9}", found.text) else found.text

    def _plain(self, value: Any) -> Any:
        if isinstance(value, Record):
            return self._numbers.get(value)
        if isinstance(value, tuple | list):
            return tuple(self._plain(item) for item in value if not isinstance(item, Record) or item in self._numbers)
        return str(value) if isinstance(value, str) and not isinstance(value, RuleSteps) else value

    def type_of(self, components: Iterable[str], path: tuple[str, ...], anyway: bool = False) -> rule_types.RuleType:
        """The type of the field at *path* of records of these *components*.

        Args:
            anyway: whether some of them may lack it.

        Raises:
            FieldFault: they have no such field, or not all of them, or it is nothing for rules.
        """
        name = ".".join(path)
        found: rule_types.RuleType | None = None
        known = sorted(components)
        for component in known:
            records = [record for record in self.records if record.component == component]
            typed = self._type_in(component, path, records)
            if typed is None or (not anyway and any(self._value(record, path) is None for record in records)):
                if anyway:
                    continue
                if typed is None and len(known) == 1:
                    fields = [*self.game.components[component].fields, "copies"]
                    raise FieldFault(f"the {component} have no field '{name}'", suggest(path[-1], fields, "fields are"))
                lacking = next((record.id for record in records if self._value(record, path) is None), component)
                help = f"say what counts for those without: default(card.{name}, 0); or say which cards a zone holds"
                raise FieldFault(f"not all cards have '{name}': '{lacking}' has none", help)
            joined = typed if found is None else found.joined(typed)
            if joined is None:
                raise FieldFault(f"the field '{name}' is of another type in {component}", "name them differently")
            found = joined
        if found is None:
            raise FieldFault(f"no card has a field '{name}'", "look at the fields in game.yaml")
        return found

    def _type_in(self, component: str, path: tuple[str, ...], records: list[Record]) -> rule_types.RuleType | None:
        if path == ("copies",):
            return rule_types.NUMBER_TYPE
        declared = self.game.components[component].fields
        field: Field | None = None
        for step in path:
            field = declared.get(step)
            if field is None:
                break
            declared = field.inner
        if field is not None:
            return self._type_of_field(field, path)
        if self.game.components[component].fields:
            return None
        values = [_at(record, path) for record in records]  # nothing is declared for cards of a scenario
        return self._type_of_values([value for value in values if value is not None])

    def _type_of_field(self, field: Field, path: tuple[str, ...]) -> rule_types.RuleType:
        if field.type in ("int", "number"):
            return rule_types.NUMBER_TYPE
        if field.type == "flag":
            return rule_types.FLAG_TYPE
        if field.type == "text" and not field.translated:  # type: ignore[attr-defined]
            return rule_types.RuleType(rule_types.TEXT)
        if field.type in ("choice", "id"):
            values = {str(choice) for choice in getattr(field, "choices", ())}
            return rule_types.RuleType(rule_types.TEXT, values=frozenset(values) or None)
        if field.type == "ref":
            return rule_types.RuleType(rule_types.PIECE, None, frozenset([field.to]))  # type: ignore[attr-defined]
        if field.type == "list" and field.entry is not None:
            return rule_types.list_of(self._type_of_field(field.entry, path))
        if field.type == "inverse":
            others = {value.component for record in self.records for value in _some(record.values.get(path[0]))}
            return rule_types.list_of(
                rule_types.RuleType(rule_types.PIECE, None, frozenset(others or {*self.components}))
            )
        if field.type == "steps":
            return rule_types.RuleType("steps")
        name = path[-1]
        help = f"if it has few values, declare them: {name}: {{type: choice, choices: [one, other]}}"
        raise FieldFault(f"the field '{'.'.join(path)}' is a {field.type}, with which rules cannot work", help)

    def _type_of_values(self, values: Sequence[Any]) -> rule_types.RuleType | None:
        """The type of a field with these values; that of an empty list is a list of cards."""
        if not values:
            return None
        if any(isinstance(value, Record) for value in values):
            return rule_types.RuleType(
                rule_types.PIECE, None, frozenset(record.component for record in _some(tuple(values)))
            )
        if all(isinstance(value, tuple | list) for value in values):
            cards = rule_types.RuleType(rule_types.PIECE, None, frozenset(self.components))
            return rule_types.list_of(self._type_of_values([item for value in values for item in value]) or cards)
        if isinstance(values[0], bool):
            return rule_types.RuleType(rule_types.FLAG)
        if isinstance(values[0], int | float):
            return rule_types.RuleType(rule_types.NUMBER)
        return rule_types.RuleType(rule_types.TEXT) if isinstance(values[0], str) else None


def _at(record: Record, path: tuple[str, ...]) -> Any:
    value: Any = record.values
    for step in path:
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _some(value: Any) -> list[Record]:
    return [item for item in (value if isinstance(value, tuple) else (value,)) if isinstance(item, Record)]


def _links(record: Record) -> list[Record]:
    found: list[Record] = []
    queue: list[Any] = [*record.values.values()]
    while queue:
        value = queue.pop()
        if isinstance(value, Record):
            found.append(value)
        elif isinstance(value, Translated):
            continue
        elif isinstance(value, Mapping):
            queue += value.values()
        elif isinstance(value, tuple | list):
            queue += value
    return found[::-1]


def table_data(value: Any) -> Any:
    """What tables have, as plain data in a fixed order; records by their ids."""
    if isinstance(value, Mapping):
        return {str(key): table_data(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [table_data(item) for item in value]
    if isinstance(value, frozenset | set):
        return sorted(map(str, value))
    return value if value is None or isinstance(value, bool | int) else str(getattr(value, "id", value))
