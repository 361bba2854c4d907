"""The texts of a game -> the sides of pieces that show them, and pictures of these for translators."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pawprint.catalog.model import Game
from pawprint.translation.text_limits import SetTexts, ShownSide, printed_text
from pawprint.translation.translatable import TranslatableText

if TYPE_CHECKING:
    from pawprint.faces.composer import Composer

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
    from pawprint.build.image_options import ImageOptions
    from pawprint.build.images import PieceImages

    named = {picture_name(side): side for side in sides.values()}
    for name, side in sorted(named.items()):
        images = PieceImages(composer, side.game, language, ImageOptions())
        drawing = images.drawing(side.record, side.name)
        if drawing is not None:
            yield name, images.png(drawing, _DPI)
