"""Small fonts for tests: letters without ink, and letters in colours."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

EM = 1000


def box(x: int, y: int, width: int, height: int) -> Any:
    """A glyph that is a rectangle."""
    pen = TTGlyphPen(None)
    pen.moveTo((x, y))
    pen.lineTo((x, y + height))
    pen.lineTo((x + width, y + height))
    pen.lineTo((x + width, y))
    pen.closePath()
    return pen.glyph()


def built(
    folder: Path,
    characters: Mapping[str, str],
    outlines: Mapping[str, Any],
    colours: Mapping[str, Any] | None = None,
    name: str = "made.ttf",
) -> Path:
    """A font file.

    Args:
        characters: character -> the name of its glyph.
        outlines: the glyphs that have an outline.
        colours: what `FontBuilder.setupCOLR` takes; the palette is red, green at half opacity, blue.
    """
    glyphs = list(dict.fromkeys([".notdef", *characters.values(), *outlines]))
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder(glyphs)
    builder.setupCharacterMap({ord(character): glyph for character, glyph in characters.items()})
    builder.setupGlyf({glyph: outlines.get(glyph) or TTGlyphPen(None).glyph() for glyph in glyphs})
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (EM, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Made", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    if colours:
        builder.setupCOLR(colours)
        builder.setupCPAL([[(1, 0, 0, 1), (0, 1, 0, 0.5), (0, 0, 1, 1)]])
    builder.save(folder / name)
    return folder / name
