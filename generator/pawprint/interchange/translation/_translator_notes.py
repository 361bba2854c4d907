"""A text to be translated -> what a PO file says about it: its field, its room, other languages, picture and place."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pawprint.catalog.model import Component, Game
from pawprint.interchange.translation._text_limits import SetTexts, ShownSide, TextLimit, printed_text
from pawprint.interchange.translation.document_texts import DocumentText
from pawprint.interchange.translation.translatable import CatalogText, TranslatableText
from pawprint.pieces.composer import Composer
from pawprint.source.reader import MappingNode, Node, ScalarNode


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


# --- The texts of a game -> the sides of pieces that show them, and pictures of these for translators -----------------


#: Dots per inch: what is printed small can be read on a screen.
_DPI = 150


def sides_that_show(
    game: Game, texts: Mapping[str, TranslatableText], noted: SetTexts, language: str
) -> dict[str, ShownSide]:
    """Context -> the side of a piece that shows the text: of its own record if that does, or else the first one.

    Args:
        language: the one in which *noted* has the texts.
    """
    shown = noted.shown.get(language, {})
    found = {}
    for context, text in texts.items():
        sides = shown.get(printed_text(game, text, language), ())
        own = [side for side in sides if context.startswith(f"{side.record.component}/{side.record.id}/")]
        if sides:
            found[context] = (own or [*sides])[0]
    return found


def picture_name(side: ShownSide) -> str:
    """The name of the file with the picture of *side*: `animals/fox-face.png`."""
    return f"{side.record.component}/{side.record.id}-{side.name}.png"


def pictures_of(sides: Mapping[str, ShownSide], composer: "Composer", language: str) -> Iterator[tuple[str, bytes]]:
    """Name and content of a PNG file of each of the *sides*."""
    from pawprint.production.images import PieceImages
    from pawprint.production.options import ImageOptions

    named = {picture_name(side): side for side in sides.values()}
    for name, side in sorted(named.items()):
        images = PieceImages(composer, side.game, language, ImageOptions())
        drawing = images.drawing(side.record, side.name)
        if drawing is not None:
            yield name, images.png(drawing, _DPI)
