"""Requests of the page to change records -> edits of the catalog, each written or refused as a whole, and undone.

A request names records of the game and columns as spreadsheets have them. It cannot name a file: the files are those
that the components of the game are read from. A change carries the value that the page has shown; if the catalog has
another one by now, the request is refused.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.source import Source, Span
from pawprint.preview.watcher import Watcher
from pawprint.yamlio.reader import display_path

if TYPE_CHECKING:
    from pawprint.catalog.incremental_load import LoadCache
    from pawprint.catalog.model import Game
    from pawprint.spreadsheets.columns import SpreadsheetColumn
    from pawprint.spreadsheets.plan_edits import EditPlan
    from pawprint.spreadsheets.table_diff import CellChange, Differences
    from pawprint.spreadsheets.verify_edits import FindingKey

#: The most lines that the answer to an edit shows, and edits that can be undone.
_MOST_LINES, _MOST_UNDO = 12, 200


class EditedValue(NamedTuple):
    """A value on the page: component, id of the record, header of the column (empty for the record as a whole)."""

    component: str
    record: str
    column: str = ""


class SavedEdit(NamedTuple):
    """An edit that was written: path -> the text before and after it."""

    files: Mapping[Path, tuple[str, str]]


class EditRequest:
    """The wanted changes of one request, in the form of differences between tables.

    Args:
        game: as in its files.
        data: the request; see `docs/preview.md` for what the page offers.
        findings: collects what cannot be read, at its place on the page.

    Raises:
        ValueError, LookupError: the request does not have the form that the page sends, or names what is not there.
    """

    def __init__(self, game: Game, data: Mapping[str, Any], findings: Findings) -> None:
        self.game, self.findings = game, findings
        self.found: dict[str, Differences] = {}
        self.removed: list[tuple[str, str]] = []
        self.places: dict[Source, EditedValue] = {}
        self._columns: dict[str, dict[str, SpreadsheetColumn]] = {}
        for change in _objects(data, "changes"):
            self._change(*_words(change, "component", "id", "field", "was", "text"))
        for addition in _objects(data, "additions"):
            component, identity, behind = _words(addition, "component", "id", "behind")
            self._add(EditedValue(component, identity, "id"), behind, _object(addition.get("cells")))
        for removal in _objects(data, "removals"):
            component, identity = _words(removal, "component", "id")
            self._differences(component)
            _ = game.records[component][identity].id
            self.removed.append((component, identity))

    @property
    def differences(self) -> list[Differences]:
        """The differences, component by component."""
        return [*self.found.values()]

    def _differences(self, component: str) -> Differences:
        from pawprint.spreadsheets.columns import columns_of
        from pawprint.spreadsheets.table_diff import Differences

        if component not in self.found:
            declared = self.game.components[component]
            found = Differences(declared, columns_of(self.game, declared))
            self._columns[component] = {column.header: column for column in found.columns if column.kind != "id"}
            self.found[component] = found
        return self.found[component]

    def _span(self, place: EditedValue, text: str) -> Span:
        """The text of a value on the page as a place for findings."""
        source = Source(f"{place.component}/{place.record}", text)
        self.places[source] = place
        found = self._differences(place.component)
        found.places[place.record, place.column or "id"] = span = Span(source, 0, len(text))
        return span

    def _cell(self, place: EditedValue, old: str, text: str) -> CellChange | None:
        from pawprint.spreadsheets.cell_values import parse_cell
        from pawprint.spreadsheets.table_diff import CellChange

        self._differences(place.component)
        column = self._columns[place.component][place.column]
        span = self._span(place, text)
        before = self.findings.count
        node = parse_cell(text, column, span, self.findings)
        return None if self.findings.count > before else CellChange(place.record, column, old, text, node, span)

    def _change(self, component: str, identity: str, header: str, was: str, text: str) -> None:
        from pawprint.spreadsheets.cell_values import cell_text

        found = self._differences(component)
        record, place = self.game.records[component][identity], EditedValue(component, identity, header)
        now = cell_text(record.node, self._columns[component][header])
        change = self._cell(place, now, text)
        if change is None or text == now:
            return
        if now != was:
            message = f"'{header}' of '{identity}' has been changed to '{now}' meanwhile"
            self.findings.add("cannot-edit", message, change.span, "reload the value, and edit that")
            return
        if (component, identity) not in {(name, one.record) for name, one in self._all_changes()}:
            found.places.setdefault((identity, "id"), self._span(EditedValue(component, identity), identity))
        found.changes.append(change)

    def _all_changes(self) -> Iterator[tuple[str, CellChange]]:
        for name, found in self.found.items():
            for change in found.changes:
                yield name, change

    def _add(self, place: EditedValue, behind: str, cells: Mapping[str, Any]) -> None:
        from pawprint.spreadsheets.table_diff import Addition

        component, identity, _ = place
        found = self._differences(component)
        span = self._span(place, identity)
        if identity in self.game.records[component] or identity in {one.record for one in found.additions}:
            self.findings.add("duplicate-id", f"there is a record '{identity}' already", span, "choose another id")
            return
        if not identity:
            self.findings.add("missing-field", "the record has no id", span, "give it one, as in red-fox")
            return
        values = [self._cell(place._replace(column=header), "", _word(text)) for header, text in cells.items()]
        kept = tuple(change for change in values if change is not None and change.node is not None)
        found.additions.append(Addition(identity, kept, behind, span))

    def shown(self, finding: Diagnostic) -> dict[str, Any]:
        """A finding for the page, at the value that it is about."""
        span = finding.span
        place = self.places.get(span.source) if span else None
        return {
            "component": place.component if place else "",
            "id": place.record if place else "",
            "field": place.column if place else "",
            "place": "" if place or span is None else str(span),
            "code": finding.code,
            "severity": finding.severity.value,
            "message": finding.message,
            "help": finding.help,
        }


class PageEdits:
    """Carries out the requests of the page.

    Args:
        watcher: learns what was written, before a request is answered.
    """

    def __init__(self, watcher: Watcher) -> None:
        self._watcher, self._session = watcher, watcher.session
        self._done: dict[str, list[SavedEdit]] = {}
        self._undone: dict[str, list[SavedEdit]] = {}
        self._kept: dict[str, LoadCache] = {}

    def request(self, name: str, data: Any) -> dict[str, Any]:
        """The answer to a request about the game *name*.

        Raises:
            ValueError, LookupError: the request is not one that the page sends.
        """
        data = _object(data)
        does = {"save": self._save, "undo": self._undo, "redo": self._redo, "state": self._state}[_word(data.get("do"))]
        with self._session.lock:
            if self._session.games[name] is None:
                raise LookupError(name)
            return does(name, data)

    def plan(self, name: str, data: Mapping[str, Any]) -> tuple[EditRequest, EditPlan | None]:
        """The changes that a request wants, and what becomes of the files; no plan if something cannot be read.

        Raises:
            ValueError, LookupError: as for `request`.
        """
        from pawprint.catalog.incremental_load import LoadCache
        from pawprint.spreadsheets.plan_edits import plan_edits

        game = self._session.games[name]
        assert game is not None
        request = EditRequest(game, data, Findings())
        if request.findings.failed:
            return request, None
        kept = self._kept.setdefault(name, LoadCache())
        plan = plan_edits(
            game, request.differences, request.removed, request.findings,
            checks=False, known=self._known(name), kept=kept,
        )  # fmt: skip
        return request, plan

    def _known(self, name: str) -> frozenset[FindingKey]:
        """The findings that the game has before an edit."""
        from pawprint.spreadsheets.verify_edits import key_of_finding

        return frozenset(key_of_finding(finding) for finding in self._session.reading_findings(name))

    # -- what the page may ask -----------------------------------------------------------------

    def _save(self, name: str, data: Mapping[str, Any]) -> dict[str, Any]:
        request, plan = self.plan(name, data)
        if plan is None or request.findings.failed:
            return self._answer(name, False, request)
        if plan.files:
            refused = self._write(name, plan.files)
            if refused:
                return self._answer(name, False, request, refused)
            self._done.setdefault(name, []).append(SavedEdit(plan.files))
            del self._done[name][:-_MOST_UNDO]
            self._undone.pop(name, None)
        return self._answer(name, True, request, files=plan.files)

    def _undo(self, name: str, data: Mapping[str, Any]) -> dict[str, Any]:
        return self._back(name, self._done, self._undone)

    def _redo(self, name: str, data: Mapping[str, Any]) -> dict[str, Any]:
        return self._back(name, self._undone, self._done)

    def _state(self, name: str, data: Mapping[str, Any]) -> dict[str, Any]:
        return self._answer(name, True)

    def _back(
        self, name: str, edits: dict[str, list[SavedEdit]], opposite: dict[str, list[SavedEdit]]
    ) -> dict[str, Any]:
        """Write what was there before the last of *edits*, which then counts among the *opposite* ones."""
        if not edits.get(name):
            return self._answer(name, False, refused="there is no edit left")
        files = {path: (after, before) for path, (before, after) in edits[name][-1].files.items()}
        refused = self._write(name, files)
        if refused:
            return self._answer(name, False, refused=refused)
        edits[name].pop()
        opposite.setdefault(name, []).append(SavedEdit(files))
        return self._answer(name, True, files=files)

    def _write(self, name: str, files: Mapping[Path, tuple[str, str]]) -> str:
        """Write *files*, and let the session read them; returns why that is not possible, if so."""
        from pawprint.spreadsheets.plan_edits import EditPlan

        game = self._session.games[name]
        assert game is not None
        home = (game.root or game.folder).resolve()
        if not all(path.resolve().is_relative_to(home) for path in files):
            return "the file is outside of the catalog; nothing was written"
        try:
            EditPlan(files=dict(files)).write()
        except OSError as error:
            return str(error) if error.strerror is None else f"{error.strerror}: {error.filename}; nothing was written"
        self._watcher.wrote({path.resolve() for path in files})
        return ""

    def _answer(
        self,
        name: str,
        ok: bool,
        request: EditRequest | None = None,
        refused: str = "",
        files: Mapping[Path, tuple[str, str]] | None = None,
    ) -> dict[str, Any]:
        return {
            "ok": ok,
            "refused": refused,
            "findings": [request.shown(finding) for finding in request.findings.sorted()] if request else [],
            "lines": changed_lines(files or {}),
            "undo": len(self._done.get(name, ())),
            "redo": len(self._undone.get(name, ())),
        }


def changed_lines(files: Mapping[Path, tuple[str, str]]) -> list[dict[str, str]]:
    """The lines that edits of *files* change: `file:line`, the lines before, and the lines after."""
    lines: list[dict[str, str]] = []
    for path, (before, after) in files.items():
        old, new = before.splitlines(), after.splitlines()
        same = next((at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), None)
        first = min(len(old), len(new)) if same is None else same
        rest = min(len(old), len(new)) - first
        tail = next((at for at in range(rest) if old[-1 - at] != new[-1 - at]), rest)
        was, now = old[first : len(old) - tail], new[first : len(new) - tail]
        for step, i1, i2, j1, j2 in difflib.SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
            if step != "equal" and len(lines) < _MOST_LINES:
                lines.append(
                    {
                        "place": f"{display_path(path)}:{first + j1 + 1}",
                        "before": "\n".join(was[i1:i2][:_MOST_LINES]),
                        "after": "\n".join(now[j1:j2][:_MOST_LINES]),
                    }
                )
    return lines


# -- the form of requests --------------------------------------------------------------------------


def _object(data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise ValueError("not an object")
    return data


def _objects(data: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    several = data.get(name, [])
    if not isinstance(several, list):
        raise ValueError(f"{name} is not a list")
    return [_object(one) for one in several]


def _word(data: Any) -> str:
    if not isinstance(data, str):
        raise ValueError("not a text")
    return data.replace("\r\n", "\n")


def _words(data: Mapping[str, Any], *names: str) -> list[str]:
    return [_word(data.get(name)) for name in names]
