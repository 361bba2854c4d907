"""Texts of diagrams -> words in one language, without fonts or faces."""

from collections.abc import Mapping, Sequence
from typing import Any

from pawprint.catalog.model import ChoiceLabel, Game, Record, Translated, localised
from pawprint.documents.declarations import piece_names
from pawprint.play.diagram import DiagramText, DiagramWords, PieceName


class DiagramSpeech:
    """Says the texts of diagrams of *game* in *language*."""

    def __init__(self, game: Game, language: str) -> None:
        self.game, self.language = game, language

    def say(self, part: DiagramText) -> str:
        """*part* in the language."""
        match part:
            case DiagramWords():
                text = self._own(part) or part.texts.get("en", "")
                return text.format(*map(self.say, part.parts))
            case PieceName():
                return self._name(part)
        return str(part)

    def speaks(self, words: DiagramWords) -> bool:
        """True if there is a text for *words* in the language; otherwise the English one is said."""
        return bool(self._own(words))

    def _own(self, words: DiagramWords) -> str:
        return words.texts.get(self.language) or words.texts.get(self.language[:2]) or ""

    def piece_name(self, component: str, identity: str) -> str:
        """The printed name of a piece."""
        return self._name(PieceName(component, identity))

    def piece_text(self, component: str, identity: str, fields: Sequence[str]) -> str:
        """A text of a piece: of a field, or of one inside it; "" if there is none."""
        if fields == ["name"]:
            return self.piece_name(component, identity)
        record = self.game.records.get(component, {}).get(identity)
        value: Any = record.values if record else None
        for step in fields:
            if isinstance(value, Mapping):
                value = value.get(step)
            else:
                value = value[int(step)] if isinstance(value, Sequence) and step.isdecimal() else None
        return value.get(self.language, "") if isinstance(value, Translated) else ""

    def _name(self, named: PieceName) -> str:
        record = self.game.records.get(named.component, {}).get(named.id)
        value = None if record is None else record.values.get(named.field)
        if isinstance(value, Record):  # the clan of a cat, say
            value = value.values.get("name")
        value = value.get(self.language, "") if isinstance(value, Translated) else localised(value, self.language)
        if isinstance(value, ChoiceLabel):
            return value.label
        if value in (None, "") and named.field == "name":
            value = piece_names(self.game).get((named.component, named.id, self.language))
        return str(value) if value not in (None, "") else named.id.replace("-", " ")
