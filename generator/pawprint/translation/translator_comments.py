"""A text to be translated -> what a PO file says about it: its field, its room, other languages, picture and place."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from pawprint.catalog.model import Component, Game
from pawprint.translation.document_texts import DocumentText
from pawprint.translation.text_limits import TextLimit
from pawprint.translation.translatable import CatalogText, TranslatableText
from pawprint.yamlio.reader import MappingNode, Node, ScalarNode


class TranslatorComments:
    """The comments of a PO file.

    Args:
        source: the language that is translated.
        limits: context -> how much text fits.
        pictures: context -> the name of the picture that shows the text.
    """

    def __init__(
        self,
        game: Game,
        language: str,
        source: str,
        layouts: Sequence[Path],
        limits: Mapping[str, TextLimit],
        pictures: Mapping[str, str],
    ) -> None:
        self.game, self.language, self.source, self.limits = game, language, source, limits
        self.pictures = pictures
        self._folders = [game.folder, *layouts]

    def comments(self, text: TranslatableText) -> tuple[str, ...]:
        """The lines about *text*."""
        lines = []
        component, _, path = text.context.partition("/")
        if component in self.game.components:
            about = _about(self.game.components[component], path.partition("/")[2])
            lines += [about] if about else []
        limit = self.limits.get(text.context)
        if limit is not None:
            several = f"in {limit.lines} lines" if limit.lines > 1 else "on one line"
            lines.append(f"room for about {limit.characters} characters {several}")
        if text.most is not None:
            lines.append(f"at most {text.most} characters")
        if isinstance(text, DocumentText):
            lines.append(f"of {text.figure}" if text.figure else text.kind)
        if isinstance(text, DocumentText) or (isinstance(text, CatalogText) and isinstance(text.node, MappingNode)):
            others = [one for one in self.game.languages if one not in (self.source, self.language)]
            lines += [f"{one}: {' '.join(text.texts[one].split())}" for one in others if text.texts.get(one)]
        if text.context in self.pictures:
            lines.append(f"picture: {self.pictures[text.context]}")
        return tuple(lines)

    def place(self, text: TranslatableText) -> tuple[str, int]:
        """The file, below the folder of the game or of the layouts, and the line."""
        folder = next((one for one in self._folders if text.path.is_relative_to(one)), text.path.parent)
        return text.path.relative_to(folder).as_posix(), text.span(self.source).line


def _about(component: Component, path: str) -> str:
    """What the declaration says about the field at *path*, or about the one around it."""
    found = ""
    node: Node | None = component.node.get("fields")
    for name in path.split("."):
        entry = node.get(name) if isinstance(node, MappingNode) else None
        while isinstance(entry, MappingNode):
            about = entry.get("about")
            found = about.text if isinstance(about, ScalarNode) else found
            inner = entry.get("of")
            if inner is None:
                break
            entry = inner
        if entry is not None:
            node = entry.get("fields") if isinstance(entry, MappingNode) else None
    return found
