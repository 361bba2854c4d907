"""Which glyphs of a font show anything, and which characters of a shaped text are left blank by glyphs that do not.

Symbol fonts have letters without outlines, and colour fonts draw elsewhere than in their outlines: a font may have a
glyph for a character and yet lack it.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from typing import Any
from unicodedata import category

from pawprint.core.picture import Path
from pawprint.typography.metrics import Shaped

# --- A glyph of a font, or a word -> its outline ----------------------------------------------------------------------


#: M, L, Q, C or Z, and its coordinates in font units, y upwards, filled up with zeros.
Segment = tuple[str, float, float, float, float, float, float]


def glyph_outline(font: Any, glyph: int) -> tuple[Segment, ...]:
    """The outline of a glyph."""
    pen = _Pen()
    font.draw_glyph_with_pen(glyph, pen)
    return tuple((kind, *(*points, *(0.0,) * 6)[:6]) for kind, points in pen.segments)  # type: ignore[misc]


def word_outline(font: Any, em: int, word: Shaped, tracking: float) -> Path:
    """See `pawprint.typography.metrics.Typeface.outline`."""
    path: list[tuple[str | float, ...]] = []
    start = word.start
    for (glyph, advance, kern), rise in zip(word.glyphs, word.rises or repeat(0.0), strict=False):
        x = y = 0.0
        for kind, *points in glyph_outline(font, glyph):
            x1, y1, x2, y2, x3, y3 = (
                -value / em - rise if index % 2 else value / em + start for index, value in enumerate(points)
            )
            match kind:
                case "Z":
                    path.append(("Z",))
                case "M" | "L":
                    path.append((kind, x1, y1))
                    x, y = x1, y1
                case "Q":
                    thirds = (
                        x + (x1 - x) * 2 / 3,
                        y + (y1 - y) * 2 / 3,
                        x2 + (x1 - x2) * 2 / 3,
                        y2 + (y1 - y2) * 2 / 3,
                    )
                    path.append(("C", *thirds, x2, y2))
                    x, y = x2, y2
                case _:
                    path.append(("C", x1, y1, x2, y2, x3, y3))
                    x, y = x3, y3
        start += advance + kern + tracking
    return tuple(path)


class _Pen:
    """Notes what HarfBuzz draws; the names of the methods are those of fontTools' pens."""

    def __init__(self) -> None:
        self.segments: list[tuple[str, tuple[float, ...]]] = []

    def moveTo(self, at: tuple[float, float]) -> None:
        self.segments.append(("M", _rounded(at)))

    def lineTo(self, to: tuple[float, float]) -> None:
        self.segments.append(("L", _rounded(to)))

    def qCurveTo(self, *points: tuple[float, float]) -> None:
        self.segments.append(("Q", _rounded(*points)))

    def curveTo(self, *points: tuple[float, float]) -> None:
        self.segments.append(("C", _rounded(*points)))

    def closePath(self) -> None:
        self.segments.append(("Z", ()))


def _rounded(*points: tuple[float, float]) -> tuple[float, ...]:
    return tuple(float(round(value)) for point in points for value in point)


# --- glyph ink --------------------------------------------------------------------------------------------------------


#: Letters, numbers, signs and private characters show something, except these.
_INKED = "LNPSC"
_BLANK = frozenset({"Cc", "Cf", "Cs"})
_FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")


class InkedGlyphs(dict[int, bool]):
    """True if glyphs of a font show anything, looked up when first needed.

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
    """True if a glyph has an outline of one colour."""

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
