"""The pages before the sheets of a file: covers and lists, and the test of the second side at the foot of covers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Box, Insets
from pawprint.core.length import mm
from pawprint.draw.passes.presentation import Presentation
from pawprint.faces.cover import cover_label
from pawprint.impose.sheet import Placement, Side

if TYPE_CHECKING:
    from pawprint.catalog.model import Game
    from pawprint.draw.lower import Lowering
    from pawprint.draw.ops import Op
    from pawprint.draw.passes.presentation import Presenter
    from pawprint.faces.composer import Composer
    from pawprint.faces.layouts import Paper
    from pawprint.faces.placed import Face
    from pawprint.impose.plan import Flip

#: The cover's ruler is 100 mm long, and needs a little air.
SMALLEST_COVER = mm(125)

#: The margins left and right of the test, as a part of the width of the paper; the least distance from what is above,
#: and how far it keeps off the margin of the paper, in mm.
_SIDE, _ABOVE, _BELOW = 0.085, 4.0, 1.0

#: Paper of less height than this has no room for pictures of pieces.
_TALL = mm(260)

_STEPS = ("print", "light", "read", "pin", "use")


class CoverPages:
    """Makes pages of faces as large as the paper, for one game in one language.

    Args:
        sparing: makes pages with less ink; None for full colour.
    """

    def __init__(
        self,
        game: Game,
        language: str,
        composer: Composer,
        paper: Paper,
        lowering: Lowering,
        sparing: Presenter | None = None,
    ) -> None:
        self._game, self._language, self._composer = game, language, composer
        self._paper, self._lowering, self._sparing = paper, lowering, sparing
        self._tests: dict[Flip, tuple[tuple[Op, ...], tuple[Op, ...]]] = {}

    def page(self, name: str, fields: dict[str, Any]) -> Side | None:
        """The face *name*; None after a finding, and on paper that is too small for a cover."""
        face = self._face(name, fields)
        return self._page(face) if face else None

    def cover(self, fields: dict[str, Any], flip: Flip | None) -> list[Side]:
        """The face `cover`; where sheets *flip*, with a test of their second side, and with another page behind it that
        keeps the first sheet on a leaf of its own.

        None on paper that is too small for the ruler.
        """
        face = self._face("cover", fields)
        if face is None:
            return []
        cover = self._page(face)
        if flip is None:
            return [cover]
        front, back = self._second_side(face, flip)
        if not front and fields.get("samples"):
            return self.cover({**fields, "samples": ()}, flip)  # the test is worth more than the pictures
        return [cover._replace(ops=front), Side(cover.size, (), back)]

    def _face(self, name: str, fields: dict[str, Any]) -> Face | None:
        size = self._paper.size
        if min(size.width, size.height) < SMALLEST_COVER:
            return None
        if fields.get("samples") and size.height < _TALL:
            fields = {**fields, "samples": ()}
        elif fields.get("samples"):  # pieces are shown where nothing else needs the room
            apart = Findings()
            face = self._composer.with_findings(apart).page(self._game, name, size, self._language, fields)
            if not any(finding.code == "overset" for finding in apart):
                self._composer.findings.extend(apart)
                return face
            fields = {**fields, "samples": ()}
        return self._composer.page(self._game, name, size, self._language, fields)

    def _page(self, face: Face) -> Side:
        size = self._paper.size
        whole = Box(0.0, 0.0, size.width.pt, size.height.pt)
        drawing = self._lowering.drawing(face)
        if self._sparing is not None:
            drawing = self._sparing.drawing(drawing, Presentation(low_ink=True), Insets())
        placement = Placement(drawing, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), whole)
        return Side(size, (placement,), (), cover_label(self._language))

    def _second_side(self, cover: Face, flip: Flip) -> tuple[tuple[Op, ...], tuple[Op, ...]]:
        """The test, on the cover and behind it; nothing where *cover* leaves it no room."""
        from pawprint.faces.placed_bounds import covered_box
        from pawprint.printers.second_side import HEIGHT, LEAST_WIDTH

        size, drawn = self._paper.size, covered_box(cover.items)
        lower = max(self._paper.margin).mm + _BELOW
        top = size.height.mm - lower - HEIGHT - _ABOVE
        if size.width.mm < LEAST_WIDTH or (drawn is not None and drawn.bottom > mm(top).pt):
            return (), ()
        if flip not in self._tests:
            self._tests[flip] = self._test(flip, lower)
        return self._tests[flip]

    def _test(self, flip: Flip, lower: float) -> tuple[tuple[Op, ...], tuple[Op, ...]]:
        from pawprint.build.lettering import lettering
        from pawprint.printers.second_side import SecondSideText, second_side
        from pawprint.typography.printed_words import printed_word

        language, size = self._language, self._paper.size
        steps = tuple(printed_word(f"second side {step}", language) for step in _STEPS)
        text = SecondSideText(printed_word("second side", language), steps, printed_word("second side back", language))
        words = lettering(self._composer.setter, self._lowering, language)
        return second_side(size, flip, text, words, size.width.mm * _SIDE, lower)
