"""A component's fields -> the columns of its table."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pawprint.catalog.field_types import Field, Flag, Int, ListOf, Nested, Number, OneOf, Ref, Text
from pawprint.catalog.model import DATA, Component, Game
from pawprint.spreadsheets.yaml_patch import Order


class Column(NamedTuple):
    """A column.

    Attributes:
        head: what stands in the first row: `level`, `name.fr`, `score.per`.
        path: names that lead from a record to the value; the last one is a language or an edition where the value
            may differ by it.
        kind: `id`, `text` (any words), `word` (a choice, an id), `number`, `flag`, `list` (of words or numbers) or
            `tree` (whatever else, in brackets as in YAML).
        each: the languages or editions by which the value may differ; where it does not, it stands alone in the YAML.
        options: the values that there are, if they are few; for drop-downs.
        of: for lists, the kind of their entries.
    """

    head: str
    path: tuple[str, ...]
    kind: str
    each: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    of: str = ""


def columns_of(game: Game, component: Component) -> tuple[Column, ...]:
    """The columns of a component: its id, its fields as they are declared, then what every record has."""
    columns = [Column("id", ("id",), "id"), *_fields(game, component.fields, ())]
    used = {name for record in game.records[component.name].values() for name in record.node.entries}
    if component.kind != DATA or "copies" in used:
        columns += _each("copies", ("copies",), "number", tuple(game.editions))
    if game.editions and (component.kind != DATA or "editions" in used):
        columns.append(Column("editions", ("editions",), "list", of="word"))
    if game.sources:
        columns.append(Column("origin", ("origin",), "tree"))
    return tuple(columns)


def order_of(component: Component) -> Order:
    """The order in which the fields of a record are written."""
    return _order(component.fields, ("id",), ("copies", "editions", "origin"))


def _order(fields: Mapping[str, Field], first: tuple[str, ...] = (), last: tuple[str, ...] = ()) -> Order:
    inner = {name: _order(field.fields or {}) for name, field in fields.items() if isinstance(field, Nested)}
    return Order([*first, *fields, *last], inner)


def _fields(game: Game, fields: Mapping[str, Field], before: tuple[str, ...]) -> Iterator[Column]:
    for name, field in fields.items():
        path = (*before, name)
        head = ".".join(path)
        if field.derived:
            continue
        if isinstance(field, Nested):
            yield from _fields(game, field.fields or {}, path)
        elif isinstance(field, Text) and field.translated:
            yield from _each(head, path, "text", game.languages)
        elif isinstance(field, ListOf) and field.of is not None and _kind(field.of) in ("word", "number", "flag"):
            yield Column(head, path, "list", of=_kind(field.of))
        else:
            yield Column(head, path, _kind(field), options=_options(game, field))


def _each(head: str, path: tuple[str, ...], kind: str, names: tuple[str, ...]) -> list[Column]:
    """A column for each of *names*; a name that is the only one need not be said."""
    if not names:
        return [Column(head, path, kind)]
    return [Column(head if len(names) == 1 else f"{head}.{name}", (*path, name), kind, names) for name in names]


def _kind(field: Field) -> str:
    if isinstance(field, Int | Number):
        return "number"
    if isinstance(field, Flag):
        return "flag"
    if isinstance(field, Text):
        return "tree" if field.translated else "text"
    if isinstance(field, ListOf | Nested):
        return "tree"
    return "word"


def _options(game: Game, field: Field) -> tuple[str, ...]:
    if isinstance(field, OneOf):
        return tuple(str(choice) for choice in field.choices)
    if isinstance(field, Ref):
        return tuple(game.records.get(field.to, ()))
    return ("true", "false") if isinstance(field, Flag) else ()
