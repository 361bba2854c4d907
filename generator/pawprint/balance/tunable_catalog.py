"""`tune:` of a catalog -> its tunable fields, and the edited texts of changes; nothing is written."""

from pawprint.balance.repair_search import Repair, TunableField, ValueChange
from pawprint.catalog.incremental_load import LoadCache
from pawprint.catalog.library import load_game
from pawprint.catalog.model import Component, Game, Record
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source, Span
from pawprint.spreadsheets.cell_values import parse_cell, value_of
from pawprint.spreadsheets.columns import SpreadsheetColumn, columns_of
from pawprint.spreadsheets.plan_edits import EditPlan, plan_edits
from pawprint.spreadsheets.table_diff import CellChange, Differences
from pawprint.yamlio.reader import ScalarNode

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
        self._kept = LoadCache()
        load_game(game.folder, Findings(), None, self._kept, game.root)
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
        """The edit of the files that makes the changes of *repair*."""
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
            plan = plan_edits(self.game, [*found.values()], [], findings, kept=self._kept)
            broken = frozenset(one.rule or UNREADABLE for one in findings if one.is_error)
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
