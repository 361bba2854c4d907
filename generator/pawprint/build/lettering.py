"""Words on sheets that are no faces, set in the fonts of the layouts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pawprint.faces.placed import PlacedText

if TYPE_CHECKING:
    from pawprint.core.colour import Colour
    from pawprint.core.geometry import Box
    from pawprint.draw.lower import Lowering
    from pawprint.draw.ops import Op
    from pawprint.typography.text_style import TextStyle
    from pawprint.typography.textbox import TextSetter


def lettering(
    setter: TextSetter, lowering: Lowering, language: str
) -> Callable[[str, TextStyle, Box, Colour], tuple[Op, ...]]:
    """What sets a text in *language* into a box, in points."""

    def words(text: str, style: TextStyle, box: Box, ink: Colour) -> tuple[Op, ...]:
        return lowering.ops((PlacedText(setter.set(text, style, box, ink, language, lambda _: None)),))

    return words
