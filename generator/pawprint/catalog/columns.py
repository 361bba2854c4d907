"""A component's fields -> the columns of its table."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from pawprint.catalog.fields import Field, field_at
from pawprint.catalog.model import DATA, Component, Game
from pawprint.source.yaml_patch import PatchOrder


class SpreadsheetColumn(NamedTuple):
    """A column.

    Attributes:
        header: the text of the first row: `level`, `name.fr`, `score.per`.
        path: names that lead from a record to the value; the last one is a language or an edition where the value
            may differ by it.
        kind: `id`, `text` (any words), `word` (a choice, an id), `number`, `flag`, `list` (of words or numbers) or
            `tree` (whatever else, in brackets as in YAML).
        each: the languages or editions by which the value may differ; where it does not, it stands alone in the YAML.
        options: the values that there are, if they are few; for drop-downs.
        of: for lists, the kind of their entries.
        typed: the value that a person means who types a text into a cell.
    """

    header: str
    path: tuple[str, ...]
    kind: str
    each: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    of: str = ""
    typed: Callable[[str], str] = str


def columns_of(game: Game, component: Component) -> tuple[SpreadsheetColumn, ...]:
    """The columns of a component: its id, its fields as they are declared, then what every record has."""
    columns = [SpreadsheetColumn("id", ("id",), "id"), *_fields(game, component.fields, ())]
    used = {name for record in game.records[component.name].values() for name in record.node.entries}
    if component.kind != DATA or "copies" in used:
        columns += _each("copies", ("copies",), "number", tuple(game.editions))
    if game.editions and (component.kind != DATA or "editions" in used):
        columns.append(SpreadsheetColumn("editions", ("editions",), "list", of="word"))
    if "grammar" in used:
        columns.append(SpreadsheetColumn("grammar", ("grammar",), "tree"))
    if game.sources:
        columns.append(SpreadsheetColumn("origin", ("origin",), "tree"))
    return tuple(columns)


def field_of_column(component: Component, column: SpreadsheetColumn) -> Field | None:
    """The declared field of *column*; None for what every record has."""
    *before, name = column.path[:-1] if column.each else column.path
    around = field_at(component.fields, before)
    return (around.inner if around else component.fields).get(name)


def order_of(component: Component) -> PatchOrder:
    """The order in which the fields of a record are written."""
    return _order(component.fields, ("id",), ("grammar", "copies", "editions", "assumes", "origin"))


def _order(fields: Mapping[str, Field], first: tuple[str, ...] = (), last: tuple[str, ...] = ()) -> PatchOrder:
    inner = {name: _order(field.inner) for name, field in fields.items() if field.inner}
    return PatchOrder([*first, *fields, *last], inner)


def _fields(game: Game, fields: Mapping[str, Field], before: tuple[str, ...]) -> Iterator[SpreadsheetColumn]:
    for name, field in fields.items():
        path = (*before, name)
        head = ".".join(path)
        if field.derived:
            continue
        if field.inner:
            yield from _fields(game, field.inner, path)
        elif field.entry is not None and not field.entry.by_language and field.entry.cell in ("word", "number", "flag"):
            yield SpreadsheetColumn(head, path, "list", of=field.entry.cell)
        elif field.by_language:
            yield from _each(head, path, field.cell, game.languages)
        else:
            options = () if field.cell == "tree" else field.possible_values(game.records) or ()
            yield SpreadsheetColumn(head, path, field.cell, options=tuple(options), typed=field.typed)


def _each(head: str, path: tuple[str, ...], kind: str, names: tuple[str, ...]) -> list[SpreadsheetColumn]:
    """A column for each of *names*; an only name may be omitted."""
    if not names:
        return [SpreadsheetColumn(head, path, kind)]
    return [
        SpreadsheetColumn(head if len(names) == 1 else f"{head}.{name}", (*path, name), kind, names) for name in names
    ]
