"""Fonts inside a document: the glyphs that it uses, subset and pinned by HarfBuzz, as composite fonts.

Glyph ids of the font file are kept (unused glyphs become empty), so the codes in the text are those of
shaping, and a word is written the same way wherever it stands.
"""

import re
from hashlib import sha256
from typing import Any

import uharfbuzz as hb

from pawprint.compose.measure import Shaped
from pawprint.press.fonts import RealTypeface
from pawprint.press.objects import PdfFile

#: Tables that a renderer does not need once glyph ids are known (ISO 32000-1, 9.9).
_NOT_FOR_PDF = (
    *("BASE", "DSIG", "GDEF", "GPOS", "GSUB", "JSTF", "MATH", "OS/2", "STAT"),
    *("avar", "cmap", "gasp", "hdmx", "kern", "meta", "name", "post"),
)
#: Rows in one block of a CMap; more are not allowed (Adobe Technical Note 5014).
_ROWS = 100

_CMAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
{blocks}
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""


class EmbeddedFont(dict[Shaped, str]):
    """A font of a document: word -> how the inside of its string is written.

    A word is written when it is first looked up, and its glyphs are embedded then. Between two glyphs that
    kerning moves, the string is closed, the shift written and the string opened again: `ab)30(c`.

    Args:
        name: by which content refers to it: `F1`.
    """

    def __init__(self, name: str, typeface: RealTypeface) -> None:
        super().__init__()
        self.name = name
        self._typeface = typeface
        self._codes: dict[int, str] = {}
        self._widths: dict[int, float] = {}
        self._meanings: dict[int, str] = {}
        blank = typeface.shape(" ")
        self._blank = 0.0 if blank.missing else sum(advance for _, advance, _ in blank.glyphs)
        self._blank_code = "" if blank.missing else self[blank]

    def __missing__(self, word: Shaped) -> str:
        parts = []
        codes = self._codes
        for (glyph, advance, kern), meaning in zip(word.glyphs, self._typeface.characters(word), strict=True):
            code = codes.get(glyph)
            if code is None:
                code = codes[glyph] = _code(glyph)
                self._widths[glyph] = advance
                self._meanings[glyph] = meaning
            elif meaning < self._meanings[glyph]:  # a space before a no-break space, whichever came first
                self._meanings[glyph] = meaning
            parts.append(code)
            if kern:
                parts.append(f"){_thousandths(-kern)}(")
        text = self[word] = "".join(parts)
        return text

    def space(self, width: float) -> str:
        """What joins two words *width* ems apart."""
        extra = self._blank - width
        if abs(extra) < 0.00005:
            return self._blank_code
        return f"{self._blank_code}){_thousandths(extra)}("

    def embed(self, file: PdfFile) -> str:
        """Add the font with the glyphs looked up so far; the reference to it."""
        typeface = self._typeface
        subset, outlines = self._subset()
        tag = sha256(subset).digest()
        name = "".join(chr(65 + byte % 26) for byte in tag[:6]) + "+" + _postscript_name(typeface)
        is_cff = outlines == "CFF "
        kind, codes = ("CIDFontType0", "") if is_cff else ("CIDFontType2", "/CIDToGIDMap/Identity")
        program = file.add("/Subtype/CIDFontType0C" if is_cff else f"/Length1 {len(subset)}", subset)
        descriptor = file.add(
            f"/Type/FontDescriptor/FontName/{name}{self._shape_of_letters()}"
            f"/{'FontFile3' if is_cff else 'FontFile2'} {program}"
        )
        descendant = file.add(
            f"/Type/Font/Subtype/{kind}/BaseFont/{name}{codes}"
            "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
            f"/FontDescriptor {descriptor}/DW 0/W[{self._width_runs()}]"
        )
        unicode = file.add("", self._unicode_map())
        return file.add(
            f"/Type/Font/Subtype/Type0/BaseFont/{name}/Encoding/Identity-H"
            f"/DescendantFonts[{descendant}]/ToUnicode {unicode}"
        )

    def _subset(self) -> tuple[bytes, str]:
        """The font program with the used glyphs, and the tag of the table that holds its outlines."""
        typeface = self._typeface
        flags = hb.SubsetFlags
        wish = hb.SubsetInput()
        wish.flags = (
            flags.RETAIN_GIDS
            | flags.NO_HINTING
            | flags.NO_LAYOUT_CLOSURE
            | flags.NOTDEF_OUTLINE
            | flags.DOWNGRADE_CFF2
            | flags.CFF_IDENTITY_CHARSET
        )
        wish.glyph_set.update(self._codes)
        wish.drop_table_tag_set.update(int.from_bytes(tag.ljust(4).encode(), "big") for tag in _NOT_FOR_PDF)
        if typeface.face.axis_infos:
            wish.pin_all_axes_to_default(typeface.face)
            for axis, value in typeface.file.axes.items():
                wish.pin_axis_location(typeface.face, axis, value)
        face = wish.subset(typeface.face)
        if "CFF " in face.table_tags:
            return bytes(face.reference_table("CFF ").data), "CFF "
        return bytes(face.blob.data), "glyf"

    def _shape_of_letters(self) -> str:
        """The measures of the font descriptor."""
        typeface = self._typeface
        font: Any = typeface.font
        boxes = [box for box in map(font.get_glyph_extents, self._codes) if box and box.width]
        corners = (
            min((box.x_bearing for box in boxes), default=0),
            min((box.y_bearing + box.height for box in boxes), default=0),
            max((box.x_bearing + box.width for box in boxes), default=0),
            max((box.y_bearing for box in boxes), default=0),
        )
        slant = font.get_style_value(hb.StyleTag.SLANT_ANGLE)
        weight = font.get_style_value(hb.StyleTag.WEIGHT)
        italic = slant != 0 or font.get_style_value(hb.StyleTag.ITALIC) == 1
        return (
            f"/Flags {4 + 64 * italic}"  # 4: glyphs outside the Latin set of PDF; 64: italic
            f"/FontBBox[{' '.join(_thousandths(corner / typeface.em) for corner in corners)}]"
            f"/ItalicAngle {slant:.0f}/Ascent {_thousandths(typeface.ascent)}"
            f"/Descent {_thousandths(-typeface.descent)}/CapHeight {_thousandths(typeface.cap_height)}"
            f"/XHeight {_thousandths(typeface.x_height)}"
            f"/StemV {50 + (weight / 65) ** 2:.0f}"  # a usual estimate; no font states it
        )

    def _width_runs(self) -> str:
        """`first [width width ...]` for each run of neighbouring glyph ids."""
        parts: list[str] = []
        before = -2
        for glyph in sorted(self._widths):
            if glyph != before + 1:
                parts.append(f"{']' if parts else ''}{glyph}[")
            parts.append(_thousandths(self._widths[glyph]) + " ")
            before = glyph
        return "".join(parts) + "]" if parts else ""

    def _unicode_map(self) -> bytes:
        """The CMap from glyph ids to the characters they stand for."""
        rows = [
            f"<{glyph:04X}> <{meaning.encode('utf-16-be').hex().upper()}>"
            for glyph, meaning in sorted(self._meanings.items())
            if glyph and meaning
        ]
        blocks = [rows[start : start + _ROWS] for start in range(0, len(rows), _ROWS)]
        text = "\n".join("\n".join([f"{len(block)} beginbfchar", *block, "endbfchar"]) for block in blocks)
        return _CMAP.format(blocks=text).encode("ascii")


def _code(glyph: int) -> str:
    """The two bytes of a glyph id, as they stand in a literal string (ISO 32000-1, 7.3.4.2)."""
    text = chr(glyph >> 8) + chr(glyph & 255)
    return re.sub(r"[()\\]", r"\\\g<0>", text).replace("\r", "\\r")


def _thousandths(ems: float) -> str:
    """*ems* in glyph units, 1000 to the em, with at most one decimal."""
    text = f"{1000 * ems:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _postscript_name(typeface: RealTypeface) -> str:
    """Name of the cut; for a point in a design space as Adobe Technical Note 5902 writes it."""
    face = typeface.face
    name = face.get_name(6) or typeface.name
    if typeface.file.axes:
        family = face.get_name(25) or face.get_name(16) or face.get_name(1) or name
        name = family + "".join(f"_{value:g}{axis}" for axis, value in typeface.file.axes.items())
    return re.sub(r"[^A-Za-z0-9_-]", "", name) or "Font"
