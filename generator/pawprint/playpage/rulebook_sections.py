"""The rulebook of a game -> the titles of its sections, for links from rules to where they are explained."""

import re
from typing import Any

from pawprint.catalog.model import Game
from pawprint.documents.diagram_speech import DiagramSpeech

_HEADING = re.compile(r"^#{1,6} +(?P<title>.+?) *\{#(?P<anchor>[\w-]+)\}$", re.MULTILINE)
#: In titles: pictures, and the names of pieces.
_ICON = re.compile(r"\{\{ *icon\([^)]*\) *\}\} *|:[a-z-]+: *")
_NAME = re.compile(r"\{\{ *(?P<component>\w+)\.(?P<id>\w+)\.name *\}\}")


class RulebookSections:
    """The sections of the rulebook of *game* in the language of *speech*; none if there is no such rulebook."""

    def __init__(self, game: Game, speech: DiagramSpeech) -> None:
        path = game.folder / "rulebook" / f"{speech.language}.md"
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        self._speech = speech
        self.titles = {found["anchor"]: self._plain(found["title"]) for found in _HEADING.finditer(text)}

    def _plain(self, title: str) -> str:
        """A title without its pictures; "" if it depends on more than names of pieces."""
        plain = _NAME.sub(self._named, _ICON.sub("", title))
        return "" if "{{" in plain else plain

    def _named(self, found: re.Match[str]) -> str:
        return self._speech.piece_name(found["component"].replace("_", "-"), found["id"].replace("_", "-"))

    def section(self, anchor: str) -> dict[str, Any] | None:
        """Anchor and title of a section; None if there is none."""
        return {"anchor": anchor, "title": self.titles[anchor]} if anchor in self.titles else None
