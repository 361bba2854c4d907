"""Requests of the page to change records and to move elements -> edits, each written or refused as a whole, and undone.

A request names records of the game and columns as spreadsheets have them, or an element of a piece. It cannot name a
file: the files are those that the components of the game are read from, and the layouts of the project. A change
carries the value that the page has shown; if the files have another one by now, the request is refused.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from pawprint.catalog.library import GameReader
from pawprint.catalog.model import DATA, Game, Record
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.interchange.spreadsheets.plan_edits import EditPlan, FindingKey, key_of_finding, plan_edits
from pawprint.preview._edit_request import EditRequest, json_numbers, json_object, json_text
from pawprint.preview._element_inspection import shown_elements, shown_piece
from pawprint.preview._element_moves import CannotMove, at_place, moved
from pawprint.preview._project_files import ProjectFiles
from pawprint.preview._renderer import Renderer, ViewOptions, requested_view
from pawprint.preview.session import Session
from pawprint.preview.watcher import Watcher
from pawprint.source.reader import display_path

# --- A piece with values that are not saved -> its pictures, and the findings of these values -------------------------


#: The largest number of pictures per request: both sides in every language.
_MAX_VIEWS = 64


class DraftPictures:
    """Draws drafts. It has a renderer of its own, so that nothing that is not saved leaves a finding or a picture.

    Args:
        plan: reads a request about a game and its record; see `PageEdits.plan`.
    """

    def __init__(
        self,
        session: Session,
        plan: Callable[[str, Mapping[str, Any], tuple[str, str]], tuple[EditRequest, EditPlan | None]],
    ) -> None:
        self._session, self._plan = session, plan
        self._renderer: tuple[Renderer, Renderer] | None = None

    def request(self, name: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """The pictures of the piece of *data* as it would be, in each of its `views`, and the findings.

        A picture is None if the draft has errors, or if there is nothing to draw.

        Raises:
            ValueError, LookupError: the request is not one that the page sends.
        """
        component, identity, views = data["component"], data["id"], data["views"]
        if not isinstance(views, list) or len(views) > _MAX_VIEWS:
            raise ValueError("not a list of views")
        if not all(isinstance(word, str) for word in (component, identity, *views)):
            raise ValueError("not texts")
        request, plan = self._plan(name, data, (component, identity))
        pictures: list[str | None] = [None] * len(views)
        found = Findings()
        if plan is not None and plan.after is not None and plan.cells is not None and not request.findings.failed:
            pictures = self._drawn(plan.after, component, identity, views, found)
            request.findings.extend(map(plan.cells.moved, found.sorted()))
        shown = [request.shown(finding) for finding in request.findings.sorted()]
        return {"findings": shown, "pictures": pictures}

    def _drawn(
        self, game: Game, component: str, identity: str, views: Sequence[str], findings: Findings
    ) -> list[str | None]:
        record = game.records[component][identity]
        pictures: list[str | None] = []
        for words in views:
            view = requested_view({name: values[0] for name, values in parse_qs(words).items()})
            if view.language not in game.languages or game.components[component].kind == DATA:
                raise LookupError(view.language)
            shown = game.in_edition(view.edition) if view.edition in game.editions else game
            svg, found, _ = self._current().draw(shown, record, view)
            findings.extend(found)
            pictures.append(None if svg is None else svg.decode())
        self._current().forget_pieces()
        return pictures

    def _current(self) -> Renderer:
        """A renderer with the layouts as the pages of the session have them."""
        latest = self._session.renderer
        if self._renderer is None or self._renderer[0] is not latest:
            self._renderer = latest, Renderer(self._session.folders, latest, drawings=True, images=True)
        return self._renderer[1]


# --- page edits -------------------------------------------------------------------------------------------------------


# --- Requests of the page to move elements -> layouts as they would be, and pictures of the piece with them -----------


#: The longest move of an element, in millimetres.
_MAX_MM = 1000.0
#: The largest number of moves per request.
_MAX_MOVES = 64


class PageMoves:
    """Plans moves of elements, and draws pieces as they would be.

    Args:
        files: those that may be written.
    """

    def __init__(self, session: Session, files: ProjectFiles) -> None:
        self._session, self._files = session, files

    def plan(self, name: str, data: Mapping[str, Any]) -> dict[Path, tuple[Source, Source]]:
        """What the `moves` of *data* make of layouts: real path -> the file before and after them.

        Raises:
            CannotMove: an element cannot be moved, or is not what the page has shown.
            ValueError, LookupError: the request is not one that the page sends.
        """
        now = self._session.renderer
        files: dict[Path, tuple[Source, Source]] = {}
        for move in _several(data.get("moves")):
            move = json_object(move)
            game, record, view = self._shown(name, data, move.get("view"))
            number = move.get("element")
            across, down = json_numbers([move.get("across"), move.get("down")], 2, _MAX_MM)
            if not isinstance(number, int):
                raise ValueError("not a number")
            places = now.placements(game, record, view)
            if not 0 <= number < len(places) or at_place(places[number]) != json_text(move.get("at")):
                raise CannotMove("the layout has been changed meanwhile")
            if files:
                places = self._with(files).placements(game, record, view)
            stock = now.layouts.stocks[game.components[record.component].stock]
            edit = moved(places[number], across, down, stock.trim, self._files)
            files[edit.path] = files.get(edit.path, (edit.before,))[0], edit.after
        return files

    def draft(self, name: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """The pictures of the piece in each of the `views` after the moves of *data*, and its elements in the `view`.

        Raises:
            CannotMove, ValueError, LookupError: as for `plan`.
        """
        views, shown = _several(data.get("views")), self._shown(name, data, data.get("view"))
        renderer = self._with(self.plan(name, data))
        pictures = []
        for words in views:
            svg = renderer.draw(*self._shown(name, data, words)).svg
            pictures.append(None if svg is None else svg.decode())
        elements = shown_elements(renderer, *shown, self._files)
        for element, place in zip(elements, self._session.renderer.placements(*shown), strict=True):
            element["at"] = at_place(place)  # a later request compares it with what is saved
        return {"pictures": pictures, "elements": elements}

    def _with(self, files: Mapping[Path, tuple[Source, Source]]) -> Renderer:
        """What draws pieces with *files* as they would be."""
        texts = {path: after for path, (_, after) in files.items()}
        return Renderer(self._session.folders, self._session.renderer, True, True, texts)

    def _shown(self, name: str, data: Mapping[str, Any], words: Any) -> tuple[Game, Record, ViewOptions]:
        view = requested_view({key: values[0] for key, values in parse_qs(json_text(words)).items()})
        return *shown_piece(
            self._session, name, json_text(data.get("component")), json_text(data.get("id")), view
        ), view


def _several(data: Any) -> list[Any]:
    """A list that is not too long."""
    if not isinstance(data, list) or len(data) > _MAX_MOVES:
        raise ValueError("not a list")
    return data


# --- page edits -------------------------------------------------------------------------------------------------------


#: The largest number of lines in the answer to an edit.
_MAX_LINES = 12
#: The number of edits that can be undone.
_MAX_UNDO = 200
#: The largest number of changes, additions or removals per request; other requests wait for it.
MAX_CHANGES = 5000


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
        self._readers: dict[str, GameReader] = {}
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
            if any(isinstance(value, list) and len(value) > MAX_CHANGES for value in data.values()):
                refused = f"these are more than {MAX_CHANGES:,} changes at once; import a table"
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
        game = self._session.games[name]
        assert game is not None
        request = EditRequest(game, data, Findings())
        if about is not None:
            request.cover(*about)
        if request.findings.failed:
            return request, None
        reader = self._readers.setdefault(name, GameReader(game.folder, game.root))
        plan = plan_edits(
            game, request.differences, request.removed, request.findings,
            checks=False, known=self._known(name), reader=reader, compare=about is None,
        )  # fmt: skip
        return request, plan

    def _known(self, name: str) -> frozenset[FindingKey]:
        """The findings that the game has before an edit."""
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
            del self._done[name][:-_MAX_UNDO]
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
        same = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), None)
        first = min(len(old), len(new)) if same is None else same
        rest = min(len(old), len(new)) - first
        tail = next((n for n in range(rest) if old[-1 - n] != new[-1 - n]), rest)
        was, now = old[first : len(old) - tail], new[first : len(new) - tail]
        for step, i1, i2, j1, j2 in difflib.SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
            if step != "equal" and len(lines) < _MAX_LINES:
                lines.append(
                    {
                        "place": f"{display_path(path)}:{first + j1 + 1}",
                        "before": "\n".join(was[i1:i2][:_MAX_LINES]),
                        "after": "\n".join(now[j1:j2][:_MAX_LINES]),
                    }
                )
    return lines
