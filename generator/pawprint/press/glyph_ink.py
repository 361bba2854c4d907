"""Which glyphs of a font show anything, and which characters of a shaped text are left blank by glyphs that do not.

Symbol fonts have letters without outlines, and colour fonts draw elsewhere than in their outlines: a font may have a
glyph for a character and yet lack it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from unicodedata import category

#: Letters, numbers, signs and private characters show something, except these.
_INKED = "LNPSC"
_BLANK = frozenset({"Cc", "Cf", "Cs"})
_FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")


class InkedGlyphs(dict[int, bool]):
    """Whether glyphs of a font show anything, looked up when first needed.

    Args:
        is_coloured: of a font with colours, whether a glyph has them; HarfBuzz then measures these.
    """

    def __init__(self, font: Any, is_coloured: Callable[[int], bool] | None) -> None:
        self._font, self._is_coloured = font, is_coloured

    def __missing__(self, glyph: int) -> bool:
        if self._is_coloured is not None:
            inked = has_outline(self._font, glyph) or self._is_coloured(glyph)
        else:
            extents = self._font.get_glyph_extents(glyph)
            inked = extents is not None and bool(extents.width and extents.height)
        self[glyph] = inked
        return inked


def known_glyphs(face: Any, infos: Sequence[Any]) -> list[int]:
    """The glyph ids of shaped characters, 0 for those that the font lacks.

    HarfBuzz takes ids from the table of characters as they are, and a damaged one names glyphs that do not exist.
    """
    count = face.glyph_count
    return [info.codepoint if info.codepoint < count else 0 for info in infos]


def has_outline(font: Any, glyph: int) -> bool:
    """Whether a glyph has an outline of one colour."""
    from pawprint.press.glyph_outlines import glyph_outline

    return bool(glyph_outline(font, glyph))


def blank_characters(text: str, glyphs: Sequence[tuple[int, int]], inked: Mapping[int, bool]) -> str:
    """The characters of *text* that should show something and do not; those that the font lacks are left out.

    Args:
        glyphs: (glyph, index of the first of its characters) in any order.
    """
    starts = sorted({start for _, start in glyphs})
    shown = {start for glyph, start in glyphs if not glyph or inked[glyph]}
    ends = [*starts[1:], len(text)]
    parts = [text[start:end] for start, end in zip(starts, ends, strict=True) if start not in shown]
    return "".join([letter for part in parts for letter in part if _needs_ink(letter)])


def _needs_ink(letter: str) -> bool:
    kind = category(letter)
    return kind[0] in _INKED and kind not in _BLANK and letter not in _FILLERS
