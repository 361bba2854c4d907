"""A field of records with another value -> the edited texts of the catalog, in memory; no file changes."""

from decimal import Decimal
from typing import NamedTuple

from pawprint.catalog.columns import SpreadsheetColumn, columns_of, order_of
from pawprint.catalog.library import GameReader
from pawprint.catalog.model import Component, Game, Record
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Source, Span
from pawprint.interchange.spreadsheets.cell_values import parse_cell, value_of
from pawprint.interchange.spreadsheets.plan_edits import EditPlan, plan_edits
from pawprint.interchange.spreadsheets.table_diff import CellChange, Differences
from pawprint.playtests.balance._repair_search import Repair, TunableField, ValueChange
from pawprint.source import reader
from pawprint.source.reader import ScalarNode
from pawprint.source.yaml_patch import EntryOrigins, Patch
from pawprint.source.yaml_spans import CannotEdit

# --- `tune:` of a catalog -> its tunable fields, and the edited texts of changes; nothing is written ------------------

#: What an edit that cannot be read breaks.
UNREADABLE = "unreadable"


class TunableCatalog:
    """A game with its tunable fields.

    Attributes:
        fields: in the order of the catalog. A fact that comes from a source is none: another value would belie it.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._columns: dict[tuple[str, str], list[SpreadsheetColumn]] = {}
        for component in game.components.values():
            for column in columns_of(game, component):
                path = column.path[:-1] if column.each else column.path
                self._columns.setdefault((component.name, ".".join(path)), []).append(column)
        self.fields = [
            TunableField(component.name, record.id, name, old, values)
            for component in game.components.values()
            for name, values in component.tune.items()
            for record in game.records[component.name].values()
            if (old := self._value(component, record, name)) and not self._is_attested(record, name)
        ]
        self._reader = GameReader(game.folder, game.root)
        self._reader.read(Findings())
        self._plans: dict[Repair, tuple[EditPlan, frozenset[str]]] = {}

    def _value(self, component: Component, record: Record, name: str) -> str:
        """The value as it is written, or its default; empty for a value that differs by edition or is left out."""
        node = value_of(record.node, self._columns[component.name, name][0])
        if node is not None:
            return node.text if isinstance(node, ScalarNode) else ""
        field = component.fields.get(name)
        return "1" if name == "copies" else "" if field is None or field.default is None else str(field.default)

    def _is_attested(self, record: Record, name: str) -> bool:
        source = self.game.sources.get(record.origin.of(name))
        return source is not None and source.kind != "designed"

    def plan(self, repair: Repair) -> EditPlan:
        return self._planned(repair)[0]

    def broken(self, repair: Repair) -> frozenset[str]:
        """The ids of checks that fail because of *repair*; `UNREADABLE` if the game cannot be read with it."""
        return self._planned(repair)[1]

    def texts(self, repair: Repair) -> tuple[tuple[str, str], ...]:
        """(file, text) of the files that are different, for `SimulationConfig.texts`."""
        files = self.plan(repair).files
        return tuple(sorted((path.relative_to(self.game.folder).as_posix(), new) for path, (_, new) in files.items()))

    def after(self, repair: Repair) -> Game | None:
        """The game with the changes; None if it cannot be read."""
        return self.plan(repair).after if repair else self.game

    def _planned(self, repair: Repair) -> tuple[EditPlan, frozenset[str]]:
        if repair not in self._plans:
            found: dict[str, Differences] = {}
            for change in repair:
                component = self.game.components[change.component]
                differences = found.setdefault(component.name, Differences(component, columns_of(self.game, component)))
                differences.changes += self._cells(change)
            findings = Findings()
            plan = plan_edits(self.game, [*found.values()], [], findings, reader=self._reader)
            broken = frozenset(finding.rule or UNREADABLE for finding in findings if finding.is_error)
            self._plans[repair] = plan, broken
        return self._plans[repair]

    def _cells(self, change: ValueChange) -> list[CellChange]:
        """The change as cells of a table: one for each edition, if the value may differ by edition."""
        span = Span(Source("tune", change.new), 0, len(change.new))
        return [
            CellChange(change.record, column, change.old, change.new, node, span)
            for column in self._columns[change.component, change.field]
            for node in [parse_cell(change.new, column, span, Findings())]
        ]


class BadVariant(ValueError):
    """A field or a record that is not there, or a value that it cannot have; the message gives the reason."""


class FieldVariant(NamedTuple):
    """Another value of a field.

    Attributes:
        record: its id; empty for all records of the component.
        value: as in YAML; `+1` and `-1` are added to numbers, within the limits of the field.
    """

    component: str
    record: str
    field: str
    value: str


def read_variant(game: Game, name: str, value: str) -> FieldVariant:
    """The variant with the *name* `COMPONENT.FIELD` or `COMPONENT.RECORD.FIELD`.

    Raises:
        BadVariant: there is no such field.
    """
    component, *rest = name.split(".")
    if component not in game.components:
        raise BadVariant(f"there is no component '{component}'; {suggest(component, game.components)}")
    record, field = ("", *rest) if len(rest) == 1 else (rest[0], ".".join(rest[1:]))
    if record and record not in game.records[component]:
        raise BadVariant(f"there is no '{record}' in '{component}'; {suggest(record, game.records[component])}")
    known = {**game.components[component].fields, "copies": None}
    if field not in known:
        raise BadVariant(f"'{component}' has no field '{field}'; {suggest(field, known)}")
    return FieldVariant(component, record, field, value)


def variant_texts(game: Game, variant: FieldVariant) -> tuple[tuple[str, str], ...]:
    """(file, text) of the files that are different; `load_game` reads them in place of the files.

    Raises:
        BadVariant: the value cannot be written there.
    """
    component = game.components[variant.component]
    files = {reader.display_path(game.folder / file): file for file in component.files}
    patches: dict[str, Patch] = {}
    for record in game.records[variant.component].values():
        if variant.record not in ("", record.id):
            continue
        node = reader.read_yaml(
            Source(f"{variant.component}.{variant.field}", _value(game, record, variant)), Findings()
        )
        source = record.node.span.source
        if node is None or source.name not in files:
            raise BadVariant(f"'{variant.value}' cannot be written to '{record.id}'")
        patch = patches.setdefault(files[source.name], Patch(source))
        try:
            patch.change(record.node, {variant.field: node}, order_of(component), EntryOrigins())
        except CannotEdit as error:
            raise BadVariant(f"'{record.id}' cannot be changed: {error}") from None
    try:
        return tuple((file, patch.result()[0]) for file, patch in sorted(patches.items()))
    except CannotEdit as error:
        raise BadVariant(f"'{variant.component}' cannot be changed: {error}") from None


def _value(game: Game, record: Record, variant: FieldVariant) -> str:
    old = record.copies if variant.field == "copies" else record.values.get(variant.field)
    text = variant.value
    if text[:1] not in "+-" or not text[1:].replace(".", "", 1).isdecimal():
        return text
    if isinstance(old, bool) or not isinstance(old, int | float):
        raise BadVariant(f"'{text}' can only be added to a number, and {variant.field} of '{record.id}' is none")
    new = Decimal(str(old)) + Decimal(text)
    field = game.components[variant.component].fields.get(variant.field)
    least = 0 if field is None else getattr(field, "least", None)  # there are no fewer copies than none
    most = getattr(field, "most", None)
    new = new if least is None else max(new, Decimal(str(least)))
    return str(new if most is None else min(new, Decimal(str(most))))
