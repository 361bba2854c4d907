"""The rulebook of a game -> the titles of its sections, for links from rules to where they are explained."""

import re
from typing import Any

from pawprint.catalog.model import Game

_HEADING = re.compile(r"^#{1,6} +(?P<title>.+?) *\{#(?P<anchor>[\w-]+)\}$", re.MULTILINE)


class RulebookSections:
    """The sections of the rulebook of *game* in *language*; none if there is no such rulebook."""

    def __init__(self, game: Game, language: str) -> None:
        path = game.folder / "rulebook" / f"{language}.md"
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        self.titles = {found["anchor"]: found["title"] for found in _HEADING.finditer(text)}

    def section(self, anchor: str) -> dict[str, Any] | None:
        """Anchor and title of a section; None if there is none."""
        return {"anchor": anchor, "title": self.titles[anchor]} if anchor in self.titles else None
