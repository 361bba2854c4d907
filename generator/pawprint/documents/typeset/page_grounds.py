"""Names in the styles of pages -> what lies under their text: drawings, and faces as large as the page."""

from pawprint.catalog.model import Game
from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.core.picture import Picture
from pawprint.graphics.ops import Op
from pawprint.pieces.composer import Composer
from pawprint.pieces.lower import Lowering

#: How far grounds go on beyond the edges of a page.
BLEED = mm(3)
#: What the text of a face keeps away from the edges.
_SAFE = mm(3)


class PageGrounds:
    """Finds them for the documents of one game in one language; findings go to those of *composer*."""

    def __init__(self, composer: Composer, game: Game, language: str) -> None:
        self._composer, self._game, self._language = composer, game, language

    def art(self, name: str) -> Picture | None:
        """The drawing *name*."""
        return self._composer.layouts.drawings.picture("art", name, self._game, self._composer.setter.shaper)

    def face(self, name: str, size: Size, lowering: Lowering) -> tuple[Op, ...]:
        """The face *name* as large as a page of that *size*, with its bleed; nothing after a finding."""
        fields = self._game.common_fields(self._language)
        face = self._composer.page(self._game, name, size, self._language, fields, BLEED, _SAFE)
        return () if face is None else lowering.drawing(face).ops
