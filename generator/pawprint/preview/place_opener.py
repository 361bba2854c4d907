"""A place that the page shows -> the link that opens it in the user's editor, or the editor itself, opened."""

from __future__ import annotations

import re
from typing import Any

from pawprint.preview.edit_request import json_object, json_text
from pawprint.preview.editors import Editor
from pawprint.preview.project_files import ProjectFiles

#: `file:line` or `file:line:column`.
_PLACE = re.compile(r"(.+?):(\d{1,7})(?::(\d{1,7}))?")


class PlaceOpener:
    """Opens places in files of the project, and no others.

    Args:
        editor: None if places do not open.
    """

    def __init__(self, files: ProjectFiles, editor: Editor | None) -> None:
        self._files, self._editor = files, editor

    @property
    def name(self) -> str:
        """What people call the editor; empty if places do not open."""
        return self._editor.name if self._editor else ""

    @property
    def runs_program(self) -> bool:
        """Whether a request runs a program, for which it needs the token."""
        return self._editor is not None and bool(self._editor.command)

    def request(self, name: str, data: Any) -> dict[str, Any]:
        """The `link` that the page should follow, if any, or the reason why the place was not opened.

        Args:
            name: `place`, the only thing that opens.

        Raises:
            ValueError: the request is not one that the page sends.
        """
        place = json_text(json_object(data).get("place"))
        match = _PLACE.fullmatch(place)
        if name != "place" or match is None or self._editor is None:
            raise ValueError(place)
        path = self._files.find(match[1])
        if path is None:
            return {"link": "", "refused": "this file is not in your project"}
        where = path, int(match[2]), int(match[3] or 1)
        if self._editor.command:
            return {"link": "", "refused": self._editor.run(*where)}
        return {"link": self._editor.link_to(*where), "refused": ""}
