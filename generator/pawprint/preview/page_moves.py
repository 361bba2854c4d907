"""Requests of the page to move elements -> layouts as they would be, and pictures of the piece with them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from pawprint.catalog.model import Game, Record
from pawprint.core.source import Source
from pawprint.preview.edit_request import json_numbers, json_object, json_text
from pawprint.preview.element_inspection import shown_elements, shown_piece
from pawprint.preview.element_moves import CannotMove, at_place, moved
from pawprint.preview.project_files import ProjectFiles
from pawprint.preview.renderer import Renderer, ViewOptions, requested_view
from pawprint.preview.session import Session

#: The furthest that an element is moved, in millimetres.
_MOST_MM = 1000.0
#: The most pictures that one request may ask for, and moves that it may have.
_MOST = 64


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
            across, down = json_numbers([move.get("across"), move.get("down")], 2, _MOST_MM)
            if not isinstance(number, int):
                raise ValueError("not a number")
            places = now.placements(game, record, view)
            if not 0 <= number < len(places) or at_place(places[number]) != json_text(move.get("at")):
                raise CannotMove("the layout has been changed meanwhile")
            if files:
                places = self._with(files).placements(game, record, view)
            stock = now.layouts.stocks[game.components[record.component].stock]
            one = moved(places[number], across, down, stock.trim, self._files)
            files[one.path] = files.get(one.path, (one.before,))[0], one.after
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
    if not isinstance(data, list) or len(data) > _MOST:
        raise ValueError("not a list")
    return data
