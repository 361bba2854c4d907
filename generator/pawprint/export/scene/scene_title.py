"""The title of a game -> operations that write it beside the pieces of a scene, in the font of its rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Box
from pawprint.core.length import ZERO
from pawprint.draw.lower import Lowering
from pawprint.draw.ops import Group, Op
from pawprint.export.scene.table_ground import mixed
from pawprint.faces.placed import PlacedText
from pawprint.typeset.style_reader import sheet_for

if TYPE_CHECKING:
    from pawprint.export.export_source import ExportSource

#: The room around pieces and title, in parts of the shorter side.
_MARGIN = 0.07
#: A picture that is so many times as wide as high has its title at the left of the pieces, and else above them.
_BROAD = 2.2
#: What a title takes of the width or of the height.
_BESIDE, _ABOVE = 0.26, 0.17
#: The largest and the smallest size of a title, in parts of the height of its box.
_SIZES = (0.9, 0.05)
#: Above this luminance a table is light, so that its title is dark.
_LIGHT = 0.3


def scene_rooms(width: float, height: float, with_title: bool) -> tuple[Box, Box]:
    """The rooms for the pieces and for the title of a picture, in its units; the latter is empty without a title."""
    margin = _MARGIN * min(width, height)
    whole = Box(margin, margin, width - 2 * margin, height - 2 * margin)
    if not with_title:
        return whole, Box(0, 0, 0, 0)
    if width > _BROAD * height:
        beside = _BESIDE * whole.width
        title = Box(whole.x, whole.y, beside, whole.height)
        return Box(whole.x + beside + margin, whole.y, whole.width - beside - margin, whole.height), title
    above = _ABOVE * whole.height
    title = Box(whole.x, whole.y, whole.width, above)
    return Box(whole.x, whole.y + above + margin / 2, whole.width, whole.height - above - margin / 2), title


def title_ops(source: ExportSource, box: Box, ground: Colour) -> tuple[Op, ...]:
    """The title of the game with a shadow, as large as there is room in *box*."""
    composer, game, language = source.composer(ZERO), source.game, source.language
    sheet = sheet_for("rulebook", game, composer.layouts, float("inf"), Findings(), None)
    largest, least = (part * box.height for part in _SIZES)
    style = sheet.texts.get("title", sheet.base).text._replace(
        size=largest, min_size=least, leading=1.02, align="center", valign="middle", balance=True
    )

    def written(ink: Colour) -> tuple[Op, ...]:
        block = composer.setter.set(game.title[language], style, box, ink, language, lambda _: None)
        return Lowering().ops((PlacedText(block),))

    is_dark = ground.luminance < _LIGHT
    ink, shade = (mixed(WHITE, ground, 0.04), BLACK) if is_dark else (mixed(BLACK, ground, 0.1), WHITE)
    step, below = box.height * 0.012, written(mixed(shade, ground, 0.15))
    shadow = tuple(
        Group((Group(below, (1.0, 0.0, 0.0, 1.0, step * 0.7 * far, step * far)),), opacity=0.22)
        for far in (2.4, 1.6, 1.0)
    )
    return (*shadow, *written(ink))
