"""The rulebook of a game -> the titles of its sections, for links from rules to where they are explained."""

import re
from typing import Any

from pawprint.catalog.model import Game
from pawprint.documents.diagram_speech import DiagramSpeech

_HEADING = re.compile(r"^#{1,6} +(?P<title>.+?) *\{#(?P<anchor>[\w-]+)\}$", re.MULTILINE)
#: In titles: pictures, and values of pieces, as `{{ bonus.swarm.name }}` or `{{ year.phases[0].name|lower }}`.
_ICON = re.compile(r"\{\{ *icon\([^)]*\) *\}\} *|:[a-z-]+: *")
_VALUE = re.compile(r"\{\{ *(?P<path>\w+(?:\.\w+|\[\d+\])+)(?P<lower>\|lower)? *\}\}")
#: A short name for a piece.
_SET = re.compile(r"\{% *set (?P<name>\w+) = (?P<piece>\w+\.\w+) *%\}")
_STEP = re.compile(r"\w+")


class RulebookSections:
    """The sections of the rulebook of *game* in the language of *speech*; none if there is no such rulebook."""

    def __init__(self, game: Game, speech: DiagramSpeech) -> None:
        path = game.folder / "rulebook" / f"{speech.language}.md"
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        self._speech = speech
        self._pieces = {found["name"]: _STEP.findall(found["piece"]) for found in _SET.finditer(text)}
        self.titles: dict[str, str] = {}
        above = ""
        for found in _HEADING.finditer(text):
            above = self.titles[found["anchor"]] = self._plain(found["title"]) or above

    def _plain(self, title: str) -> str:
        """A title without its pictures; "" if it depends on more than values of pieces."""
        plain = _VALUE.sub(self._value, _ICON.sub("", title))
        return "" if "{{" in plain else plain

    def _value(self, found: re.Match[str]) -> str:
        first, *steps = _STEP.findall(found["path"])
        component, identity, *fields = *self._pieces.get(first, [first]), *steps
        says = self._speech.piece_text(component.replace("_", "-"), identity.replace("_", "-"), fields)
        return (says.lower() if found["lower"] else says) or found[0]

    def section(self, anchor: str) -> dict[str, Any] | None:
        """Anchor and title of a section; None if there is none."""
        return {"anchor": anchor, "title": self.titles[anchor]} if anchor in self.titles else None
