"""A text to be translated -> what a PO file says about it: its field, its room, other languages, picture and place."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pawprint.catalog.model import Component, Game, Record
from pawprint.core.colour import Colour
from pawprint.core.geometry import Box
from pawprint.core.numbers import whole_number
from pawprint.core.picture import Picture
from pawprint.interchange.translation.document_texts import DocumentText
from pawprint.interchange.translation.translatable import CatalogText, TranslatableText
from pawprint.pieces.boxes.net_drawing import NetDrawer
from pawprint.pieces.composer import Composer
from pawprint.pieces.lower import Lowering
from pawprint.production.box_sheets import nets_of
from pawprint.production.images import PieceImages
from pawprint.production.options import BuildOptions, ImageOptions
from pawprint.source.reader import MappingNode, Node, ScalarNode
from pawprint.typography.text_style import TextStyle
from pawprint.typography.textbox import TextBlock, TextSetter

# --- Faces -> how much text the box of each text takes, and which translations do not fit -----------------------------

#: The largest limit noted, as a multiple of the length of the text; a text with more room needs no limit.
_MAX_GROWTH = 3.0
#: A box as wide as its text, in points, grows with it.
_GROWS = 0.75


class NotedText(NamedTuple):
    """A text as it was set on a face."""

    text: str
    style: TextStyle
    box: Box
    ink: Colour
    scale: float
    icon: Callable[[str], Picture | None]
    block: TextBlock

    @property
    def overset(self) -> bool:
        return bool(self.block.over_width or self.block.over_height)


class TextLimit(NamedTuple):
    """How much text a box takes at the smallest size of its style."""

    characters: int
    lines: int


class ShownSide(NamedTuple):
    """The face or the back of a piece.

    Attributes:
        game: in the edition of the piece.
        name: `face` or `back`.
    """

    game: Game
    record: Record
    name: str


class SetTexts(TextSetter):
    """A setter that notes the texts that it sets.

    Args:
        setter: sets them.

    Attributes:
        noted: language -> text -> how it was set.
        shown: language -> text -> the sides of pieces on which it was set.
        side: on which texts are set now; None if on another thing than a piece.
    """

    def __init__(self, setter: TextSetter) -> None:
        self.__dict__.update(setter.__dict__)
        self.noted: dict[str, dict[str, list[NotedText]]] = {}
        self.shown: dict[str, dict[str, list[ShownSide]]] = {}
        self.side: ShownSide | None = None

    def set(
        self,
        text: str,
        style: TextStyle,
        box: Box,
        ink: Colour,
        language: str,
        icon: Callable[[str], Picture | None],
        scale: float = 1.0,
        inside: bool = True,
    ) -> TextBlock:
        block = super().set(text, style, box, ink, language, icon, scale, inside)
        known = self.noted.setdefault(language, {}).setdefault(text, [])
        if all((known_text.style, known_text.box, known_text.scale) != (style, box, scale) for known_text in known):
            known.append(NotedText(text, style, box, ink, scale, icon, block))
        if self.side is not None:
            sides = self.shown.setdefault(language, {}).setdefault(text, [])
            if not sides or sides[-1] is not self.side:
                sides.append(self.side)
        return block

    def limit(self, noted: NotedText, language: str) -> TextLimit | None:
        """How much text fits where *one* is; None where its box grows with it, or takes far more than it."""
        style = noted.style._replace(size=noted.style.min_size)

        def fits(text: str) -> TextBlock | None:
            block = super(SetTexts, self).set(text, style, noted.box, noted.ink, language, noted.icon, noted.scale)
            return None if block.over_width or block.over_height else block

        natural = self.width(noted.text, noted.style, language, noted.icon, noted.scale)
        if noted.overset or abs(natural - noted.box.width) < _GROWS:
            return None
        words = [word for word in noted.text.split() if word.strip(".,:;!?«»\"'()").isalpha()] or ["mmmm"]
        filler = noted.text + (" " + " ".join(words)) * int(_MAX_GROWTH * (2 + len(noted.text) / len(" ".join(words))))
        low, block = len(noted.text), fits(noted.text)
        high = int(_MAX_GROWTH * max(len(noted.text), 12)) + 1
        while low < high:
            middle = (low + high + 1) // 2
            tried = fits(filler[:middle].rstrip())
            if tried:
                low, block = middle, tried
            else:
                high = middle - 1
        length = low
        if block is None or length > _MAX_GROWTH * max(len(noted.text), 12):
            return None
        return TextLimit(length, len(block.lines))


def set_texts(game: Game, composer: Composer, languages: tuple[str, ...]) -> SetTexts:
    """Compose all faces of *game* in *languages*, and note the texts on them."""
    noted = composer.setter = SetTexts(composer.setter)
    for edition in game.each_edition():
        for record in edition.all_records:
            for language in languages:
                for side in ("face", "back"):
                    noted.side = ShownSide(edition, record, side)
                    composer.side(edition, record, language, side)
        noted.side = None
        if game.node.get("boxes") is not None:
            _set_boxes(edition, composer, languages)
    return noted


def _set_boxes(game: Game, composer: Composer, languages: tuple[str, ...]) -> None:
    boxes = [*nets_of(game, composer, BuildOptions())]
    for language in languages:
        drawer = NetDrawer(composer, game, language, Lowering())
        for nets in boxes:
            drawer.drawings(*nets, False)


def printed_text(game: Game, text: TranslatableText, language: str) -> str:
    """A text of a record as layouts get it, its expressions evaluated; the text as it is typed for any other."""
    typed = text.texts.get(language, "")
    place, _, path = text.context.rpartition("/")
    component, _, identity = place.partition("/")
    record = game.records.get(component, {}).get(identity)
    value: object = record.values if record is not None else None
    for name in path.split(".") if value is not None else ():
        if isinstance(value, tuple):
            number = whole_number(name) or 0
            value = value[number - 1] if 0 < number <= len(value) else None
        else:
            value = value.get(name) if isinstance(value, Mapping) else None
    filled = value.get(language, typed) if isinstance(value, Mapping) else typed
    return game.icons.marked(str(filled))


def overset_texts(game: Game, texts: Mapping[str, TranslatableText], noted: SetTexts, language: str) -> set[str]:
    """The contexts of the texts whose translation does not fit its box."""
    found = noted.noted.get(language, {})
    return {
        context
        for context, text in texts.items()
        if text.texts.get(language)
        and any(noted_text.overset for noted_text in found.get(printed_text(game, text, language), ()))
    }


def text_limits(
    game: Game, texts: Mapping[str, TranslatableText], noted: SetTexts, language: str
) -> dict[str, TextLimit]:
    """Context -> how much text its box takes; of several boxes, the one that takes least."""
    found = noted.noted.get(language, {})
    limits: dict[str, TextLimit] = {}
    known: dict[str, TextLimit | None] = {}
    for context, text in texts.items():
        printed = printed_text(game, text, language)
        if printed not in known:
            every = [
                limit
                for noted_text in found.get(printed, ())
                if (limit := noted.limit(noted_text, language)) is not None
            ]
            known[printed] = min(every, default=None)
        limit = known[printed]
        if limit is not None:
            limits[context] = limit
    return limits


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
            others = [language for language in self.game.languages if language not in (self.source, self.language)]
            lines += [f"{other}: {' '.join(text.texts[other].split())}" for other in others if text.texts.get(other)]
        if text.context in self.pictures:
            lines.append(f"picture: {self.pictures[text.context]}")
        return tuple(lines)

    def place(self, text: TranslatableText) -> tuple[str, int]:
        """The file, below the folder of the game or of the layouts, and the line."""
        folder = next((folder for folder in self._folders if text.path.is_relative_to(folder)), text.path.parent)
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
    result = {}
    for context, text in texts.items():
        sides = shown.get(printed_text(game, text, language), ())
        own = [side for side in sides if context.startswith(f"{side.record.component}/{side.record.id}/")]
        if sides:
            result[context] = (own or [*sides])[0]
    return result


def picture_name(side: ShownSide) -> str:
    """The name of the file with the picture of *side*: `animals/fox-face.png`."""
    return f"{side.record.component}/{side.record.id}-{side.name}.png"


def pictures_of(sides: Mapping[str, ShownSide], composer: "Composer", language: str) -> Iterator[tuple[str, bytes]]:
    """Name and content of a PNG file of each of the *sides*."""
    named = {picture_name(side): side for side in sides.values()}
    for name, side in sorted(named.items()):
        images = PieceImages(composer, side.game, language, ImageOptions())
        drawing = images.drawing(side.record, side.name)
        if drawing is not None:
            yield name, images.png(drawing, _DPI)
