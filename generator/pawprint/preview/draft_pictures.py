"""A piece with values that are not saved -> its pictures, and the findings of these values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from pawprint.catalog.model import DATA, Game
from pawprint.core.diagnostics import Findings
from pawprint.preview.edit_request import EditRequest
from pawprint.preview.renderer import Renderer, requested_view
from pawprint.preview.session import Session

if TYPE_CHECKING:
    from pawprint.spreadsheets.plan_edits import EditPlan

#: The most pictures that one request may ask for: both sides in every language.
_MOST_VIEWS = 64


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
        if not isinstance(views, list) or len(views) > _MOST_VIEWS:
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
