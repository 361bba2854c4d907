"""Texts with an outline, a shadow, or words of another look -> operations.

Outlines and shadows are paths, not letters: a reader that extracts the text finds it once.
"""

from collections.abc import Iterator, Mapping

from pawprint.core.colour import Colour
from pawprint.core.picture import Path
from pawprint.draw.ops import DrawPath, DrawText, Op, Paint
from pawprint.faces.placed import TextEffects
from pawprint.typography.textbox import Fragment, TextBlock

#: Where an underline is below the baseline, and its width; ems.
UNDERLINE_DEPTH, UNDERLINE_WIDTH = 0.13, 0.06

#: A line join with round corners, as PDF numbers it.
_ROUND = 1


def effect_ops(block: TextBlock, effects: TextEffects) -> Iterator[Op]:
    """What lies below the letters of *block*: shadows, then outlines."""
    paths = [path for y, fragments in block.lines for one in fragments for path in _word_paths(block, one, y)]
    if effects.shadow is not None:
        across, down = effects.across, effects.down
        for path in paths:
            yield DrawPath(_moved(path, 1.0, across, down), Paint(effects.shadow))
    if effects.stroke is not None and effects.width > 0:
        paint = Paint(None, effects.stroke, 2 * effects.width, cap=_ROUND, join=_ROUND)
        for path in paths:
            yield DrawPath(path, paint)


def marked_ops(block: TextBlock, inks: Mapping[str, Colour]) -> Iterator[Op]:
    """The words of *block* in their colours, and the lines below those that are underlined."""
    size, tracking = block.size, block.tracking
    for y, fragments in block.lines:
        for one in fragments:
            ink = inks.get(one.colour, block.ink)
            if one.underlined:
                under = y + UNDERLINE_DEPTH * size
                line: Path = (("M", one.x, under), ("L", one.x + _width(block, one), under))
                yield DrawPath(line, Paint(None, ink, UNDERLINE_WIDTH * size))
            yield DrawText(one.x, y, one.typeface, size, ink, one.words, one.gap, tracking)


def _width(block: TextBlock, fragment: Fragment) -> float:
    words = sum(word.width * block.size + block.tracking * len(word.glyphs) for word in fragment.words)
    return words + (len(fragment.words) - 1) * (fragment.gap + block.tracking) - block.tracking


def _word_paths(block: TextBlock, fragment: Fragment, y: float) -> Iterator[Path]:
    x = fragment.x
    for word in fragment.words:
        path = fragment.typeface.outline(word, block.tracking / block.size)
        if path:
            yield _moved(path, block.size, x, y)
        x += word.width * block.size + block.tracking * (len(word.glyphs) + 1) + fragment.gap


def _moved(path: Path, scale: float, x: float, y: float) -> Path:
    """*path*, scaled and then moved."""
    return tuple(
        (kind, *(value * scale + (y if at % 2 else x) for at, value in enumerate(numbers)))  # type: ignore[operator]
        for kind, *numbers in path
    )
