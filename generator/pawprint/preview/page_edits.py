"""Requests of the page to change records and to move elements -> edits, each written or refused as a whole, and undone.

A request names records of the game and columns as spreadsheets have them, or an element of a piece. It cannot name a
file: the files are those that the components of the game are read from, and the layouts of the project. A change
carries the value that the page has shown; if the files have another one by now, the request is refused.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.preview.edit_request import EditRequest, json_object, json_text
from pawprint.preview.element_moves import CannotMove
from pawprint.preview.page_moves import PageMoves
from pawprint.preview.project_files import ProjectFiles
from pawprint.preview.watcher import Watcher
from pawprint.yamlio.reader import display_path

if TYPE_CHECKING:
    from pawprint.catalog.incremental_load import LoadCache
    from pawprint.preview.draft_pictures import DraftPictures
    from pawprint.spreadsheets.plan_edits import EditPlan
    from pawprint.spreadsheets.verify_edits import FindingKey

#: The most lines that the answer to an edit shows, and edits that can be undone.
_MOST_LINES, _MOST_UNDO = 12, 200
#: The most changes, additions or removals of one request, which keeps others waiting.
MOST_CHANGES = 5000


class SavedEdit(NamedTuple):
    """An edit that was written: path -> the text before and after it."""

    files: Mapping[Path, tuple[str, str]]


class PageEdits:
    """Carries out the requests of the page.

    Args:
        watcher: learns what was written, before a request is answered.
        files: those of the project; of layouts, only these are written.
    """

    def __init__(self, watcher: Watcher, files: ProjectFiles) -> None:
        self._watcher, self._session, self._files = watcher, watcher.session, files
        self._moves = PageMoves(self._session, files)
        self._done: dict[str, list[SavedEdit]] = {}
        self._undone: dict[str, list[SavedEdit]] = {}
        self._kept: dict[str, LoadCache] = {}
        self._drafts: DraftPictures | None = None

    def request(self, name: str, data: Any) -> dict[str, Any]:
        """The answer to a request about the game *name*.

        Raises:
            ValueError, LookupError: the request is not one that the page sends.
        """
        data = json_object(data)
        kinds = {"save": self._save, "undo": self._undo, "redo": self._redo, "draft": self._draft}
        kinds |= {"move": self._move, "moved draft": self._moved_draft}
        carry_out = kinds[json_text(data.get("do"))]
        with self._session.lock:
            if self._session.games[name] is None:
                raise LookupError(name)
            if any(isinstance(value, list) and len(value) > MOST_CHANGES for value in data.values()):
                refused = f"these are more than {MOST_CHANGES:,} changes at once; import a table"
                return self._answer(name, False, refused=refused)
            return carry_out(name, data)

    def plan(
        self, name: str, data: Mapping[str, Any], about: tuple[str, str] | None = None
    ) -> tuple[EditRequest, EditPlan | None]:
        """The changes that a request wants, and what becomes of the files; no plan if something cannot be read.

        Args:
            about: for a plan that will not be written, component and id of the record that will be shown; findings
                can be at all of its values, not only at those that change.

        Raises:
            ValueError, LookupError: as for `request`.
        """
        from pawprint.catalog.incremental_load import LoadCache
        from pawprint.spreadsheets.plan_edits import plan_edits

        game = self._session.games[name]
        assert game is not None
        request = EditRequest(game, data, Findings())
        if about is not None:
            request.cover(*about)
        if request.findings.failed:
            return request, None
        kept = self._kept.setdefault(name, LoadCache())
        plan = plan_edits(
            game, request.differences, request.removed, request.findings,
            checks=False, known=self._known(name), kept=kept, compare=about is None,
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
        return self._saved(name, plan.files, request)

    def _saved(
        self, name: str, files: Mapping[Path, tuple[str, str]], request: EditRequest | None = None
    ) -> dict[str, Any]:
        """The answer after an edit of *files*, which is written if it changes any."""
        if files:
            refused = self._write(name, files)
            if refused:
                return self._answer(name, False, request, refused)
            self._done.setdefault(name, []).append(SavedEdit(files))
            del self._done[name][:-_MOST_UNDO]
            self._undone.pop(name, None)
        return self._answer(name, True, request, files=files)

    def _move(self, name: str, data: Mapping[str, Any]) -> dict[str, Any]:
        try:
            plan = self._moves.plan(name, data)
        except CannotMove as error:
            return self._answer(name, False, refused=str(error))
        return self._saved(
            name, {path: (old.text, new.text) for path, (old, new) in plan.items() if old.text != new.text}
        )

    def _moved_draft(self, name: str, data: Mapping[str, Any]) -> dict[str, Any]:
        try:
            return self._moves.draft(name, data) | {"refused": ""}
        except CannotMove as error:
            return {"refused": str(error), "pictures": [], "elements": None}

    def _undo(self, name: str, data: Mapping[str, Any]) -> dict[str, Any]:
        return self._back(name, self._done, self._undone)

    def _redo(self, name: str, data: Mapping[str, Any]) -> dict[str, Any]:
        return self._back(name, self._undone, self._done)

    def _draft(self, name: str, data: Mapping[str, Any]) -> dict[str, Any]:
        from pawprint.preview.draft_pictures import DraftPictures

        if self._drafts is None:
            self._drafts = DraftPictures(self._session, self.plan)
        return self._drafts.request(name, data)

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
        homes = [(game.root or game.folder).resolve(), *self._files.layout_folders]
        if not all(any(path.resolve().is_relative_to(home) for home in homes) for path in files):
            return "the file is outside of the catalog and its layouts; nothing was written"
        try:
            EditPlan(files=dict(files)).write(game.folder)
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
        references = request.shown_references() if request and not ok else []
        findings = request.findings.sorted() if request else []
        return {
            "ok": ok,
            "refused": refused,
            "references": references,
            "findings": [
                request.shown(finding)
                for finding in findings
                if request and not (references and finding.code == "unknown-reference")
            ],
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
