"""A glyph of a font, or a word -> its outline."""

from itertools import repeat
from typing import Any

from pawprint.core.picture import Path
from pawprint.typography.metrics import Shaped

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
                -value / em - rise if at % 2 else value / em + start for at, value in enumerate(points)
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
