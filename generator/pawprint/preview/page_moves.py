"""Requests of the page to move an element -> the layout as it would be, and pictures of the piece with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from pawprint.catalog.model import Game, Record
from pawprint.preview.edit_request import json_numbers, json_text
from pawprint.preview.element_inspection import shown_elements, shown_piece
from pawprint.preview.element_moves import CannotMove, MovedElement, at_place, moved
from pawprint.preview.project_files import ProjectFiles
from pawprint.preview.renderer import Renderer, ViewOptions, requested_view
from pawprint.preview.session import Session

#: The furthest that an element is moved, in millimetres.
_MOST_MM = 1000.0
#: The most pictures that one request may ask for.
_MOST_VIEWS = 64


class PageMoves:
    """Plans moves of elements, and draws pieces as they would be.

    Args:
        files: those that may be written.
    """

    def __init__(self, session: Session, files: ProjectFiles) -> None:
        self._session, self._files = session, files

    def plan(self, name: str, data: Mapping[str, Any]) -> MovedElement:
        """What the move of *data* makes of the layout.

        Raises:
            CannotMove: the element cannot be moved, or is not what the page has shown.
            ValueError, LookupError: the request is not one that the page sends.
        """
        game, record, view = self._shown(name, data, data.get("view"))
        number, across_down = data.get("element"), [data.get("across"), data.get("down")]
        across, down = json_numbers(across_down, 2, _MOST_MM)
        places = self._session.renderer.placements(game, record, view)
        if not isinstance(number, int):
            raise ValueError("not a number")
        if not 0 <= number < len(places) or at_place(places[number]) != json_text(data.get("at")):
            raise CannotMove("the layout has been changed meanwhile")
        stock = self._session.renderer.layouts.stocks[game.components[record.component].stock]
        return moved(places[number], across, down, stock.trim, self._files)

    def draft(self, name: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """The pictures of the piece in each of the `views` after the move of *data*, and its elements in the `view`.

        Raises:
            CannotMove, ValueError, LookupError: as for `plan`.
        """
        views = data.get("views")
        if not isinstance(views, list) or len(views) > _MOST_VIEWS:
            raise ValueError("not a list of views")
        plan = self.plan(name, data)
        renderer = Renderer(self._session.folders, self._session.renderer, True, True, {plan.path: plan.after})
        pictures = []
        for words in views:
            svg, _ = renderer.draw(*self._shown(name, data, words))
            pictures.append(None if svg is None else svg.decode())
        return {
            "pictures": pictures,
            "elements": shown_elements(renderer, *self._shown(name, data, data["view"]), self._files),
        }

    def _shown(self, name: str, data: Mapping[str, Any], words: Any) -> tuple[Game, Record, ViewOptions]:
        view = requested_view({key: values[0] for key, values in parse_qs(json_text(words)).items()})
        return *shown_piece(
            self._session, name, json_text(data.get("component")), json_text(data.get("id")), view
        ), view
