"""What the pages and forms of one document refer to, by name."""

import errno
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import uharfbuzz as hb

from pawprint.graphics.ops import Shading
from pawprint.press._pdf_file import PdfFile, compressed
from pawprint.press.fonts import RealTypeface
from pawprint.press.portable_stream import (
    EncodedText,
    Form,
    GlyphEncoder,
    GraphicsState,
    Need,
    Packed,
    PortableStream,
    SoftMask,
    real,
    thousandths,
)
from pawprint.press.portable_stream import ImageUse as ImageFile
from pawprint.typography.metrics import PART_OF, Typeface

# --- Fonts inside a document: the glyphs that it uses, subset and pinned by HarfBuzz, as composite fonts --------------

# Glyph ids of the font file are kept (unused glyphs become empty), so the codes in the text are those of
# shaping, and a word is written the same way wherever it stands.


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


class EmbeddedFont(EncodedText):
    """A font of a document, with the glyphs of all words on its pages.

    Attributes:
        in_pictures: the name by which pictures refer to it, in which letters are shapes and no text; empty if none do.
    """

    def __init__(self, name: str, typeface: RealTypeface) -> None:
        super().__init__(name, typeface)
        self.in_pictures = ""

    def embed(self, file: PdfFile) -> dict[str, str]:
        """Add the font with the glyphs used so far; name -> the reference to it."""
        typeface = self.typeface
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
        font = f"/Type/Font/Subtype/Type0/BaseFont/{name}/Encoding/Identity-H/DescendantFonts[{descendant}]"
        fonts = {self.name: file.add(f"{font}/ToUnicode {file.add('', self._unicode_map())}")}
        if self.in_pictures:
            blanks = _unicode_map(dict.fromkeys(self._ids, " "))
            fonts[self.in_pictures] = file.add(f"{font}/ToUnicode {file.add('', blanks)}")
        return fonts

    @property
    def _ids(self) -> set[int]:
        return {glyph for glyph, _, _ in self.glyphs}

    def _subset(self) -> tuple[bytes, str]:
        """The font program with the used glyphs, and the tag of the table that holds its outlines."""
        typeface = self.typeface
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
        wish.glyph_set.update(self._ids)
        wish.drop_table_tag_set.update(int.from_bytes(tag.ljust(4).encode(), "big") for tag in _NOT_FOR_PDF)
        if typeface.face.axis_infos:
            wish.pin_all_axes_to_default(typeface.face)
            for axis, value in typeface.file.axes.items():
                wish.pin_axis_location(typeface.face, axis, value)
        try:
            face = wish.subset(typeface.face)
        except RuntimeError:  # of outlines that contradict each other
            raise OSError(errno.EIO, "the font is damaged", str(typeface.file.path)) from None
        if "CFF " in face.table_tags:
            return bytes(face.reference_table("CFF ").data), "CFF "
        return bytes(face.blob.data), "glyf"

    def _shape_of_letters(self) -> str:
        """The measures of the font descriptor."""
        typeface = self.typeface
        font: Any = typeface.font
        boxes = [box for box in map(font.get_glyph_extents, sorted(self._ids)) if box and box.width]
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
            f"/FontBBox[{' '.join(thousandths(corner / typeface.em) for corner in corners)}]"
            f"/ItalicAngle {slant:.0f}/Ascent {thousandths(typeface.ascent)}"
            f"/Descent {thousandths(-typeface.descent)}/CapHeight {thousandths(typeface.cap_height)}"
            f"/XHeight {thousandths(typeface.x_height)}"
            f"/StemV {50 + (weight / 65) ** 2:.0f}"  # a usual estimate; no font states it
        )

    def _width_runs(self) -> str:
        """`first [width width ...]` for each run of neighbouring glyph ids.

        Raises:
            AssertionError: a glyph was set at another width than the font gives it, as in a word of another cut.
        """
        typeface = self.typeface
        parts: list[str] = []
        before = -2
        for glyph, width in sorted({(glyph, width) for glyph, width, _ in self.glyphs}):
            if width != typeface.advance(glyph):
                own, set_at = thousandths(typeface.advance(glyph)), thousandths(width)
                raise AssertionError(
                    f"glyph {glyph} of typeface '{typeface.name}' is {own} wide, and was set at {set_at}"
                )
            if glyph != before + 1:
                parts.append(f"{']' if parts else ''}{glyph}[")
            parts.append(thousandths(width) + " ")
            before = glyph
        return "".join(parts) + "]" if parts else ""

    def _unicode_map(self) -> bytes:
        """The CMap from glyph ids to the characters they stand for."""
        # The same glyph may be a space and a no-break space: the lesser one is the last to be set. What it stands for
        # alone is less than what it stands for as a part of a cluster.
        meanings = {glyph: meaning for glyph, _, meaning in sorted(self.glyphs, reverse=True)}
        return _unicode_map(meanings)


def _unicode_map(meanings: Mapping[int, str]) -> bytes:
    """The CMap from glyph ids to *meanings*."""
    rows = [
        f"<{glyph:04X}> <{meaning.removeprefix(PART_OF).encode('utf-16-be').hex().upper()}>"
        for glyph, meaning in sorted(meanings.items())
        if glyph and meaning
    ]
    blocks = [rows[start : start + _ROWS] for start in range(0, len(rows), _ROWS)]
    text = "\n".join("\n".join([f"{len(block)} beginbfchar", *block, "endbfchar"]) for block in blocks)
    return _CMAP.format(blocks=text).encode("ascii")


def _postscript_name(typeface: RealTypeface) -> str:
    """Name of the cut; for a point in a design space as Adobe Technical Note 5902 writes it."""
    face = typeface.face
    name = face.get_name(6) or typeface.name
    if typeface.file.axes:
        family = face.get_name(25) or face.get_name(16) or face.get_name(1) or name
        name = family + "".join(f"_{value:g}{axis}" for axis, value in typeface.file.axes.items())
    return re.sub(r"[^A-Za-z0-9_-]", "", name) or "Font"


# --- resources --------------------------------------------------------------------------------------------------------


#: What glyphs that are written together stand for.
_CLUSTER = re.compile("/ActualText<[0-9A-F]*>")


class Resources:
    """Names in the order in which things are first named; see `pawprint.press.portable_stream.Names`.

    One dictionary serves all pages and forms of a document, since a form that names something its own dictionary lacks
    is drawn without it, in silence.

    Args:
        pictured: forms are pictures, whose letters are no text: extraction finds spaces in their place.

    Attributes:
        forms: with their names and what stands in them, compressed.
    """

    def __init__(self, pictured: bool = False) -> None:
        self._pictured = pictured
        self.fonts: dict[Typeface, EmbeddedFont] = {}
        self.states: dict[tuple[float, float], str] = {}
        self.masks: dict[Form, str] = {}
        self.shadings: dict[Shading, str] = {}
        self.images: dict[str, str] = {}
        self.forms: dict[Form, tuple[str, bytes]] = {}

    def font(self, typeface: Typeface) -> EmbeddedFont:
        """See `Names`."""
        font = self.fonts.get(typeface)
        if font is None:
            font = self.fonts[typeface] = EmbeddedFont(f"F{len(self.fonts) + 1}", real(typeface))
        return font

    def state(self, fill: float, stroke: float) -> str:
        """See `Names`."""
        return self.states.setdefault((fill, stroke), f"G{len(self.states) + 1}")

    def soft_mask(self, form: Form) -> str:
        """See `Names`."""
        self.form(form)
        return self.masks.setdefault(form, f"M{len(self.masks) + 1}")

    def shading(self, shading: Shading) -> str:
        """See `Names`."""
        return self.shadings.setdefault(shading, f"S{len(self.shadings) + 1}")

    def image(self, path: str) -> str:
        """See `Names`."""
        return self.images.setdefault(path, f"I{len(self.images) + 1}")

    def form(self, form: Form) -> str:
        """See `Names`."""
        named = self.forms.get(form)
        if named is None:
            stream = form.content.data if isinstance(form.content, Packed) else self._stream(form.content)
            named = self.forms[form] = f"X{len(self.forms) + 1}", stream
        return named[0]

    def _stream(self, written: PortableStream) -> bytes:
        names = [self._name_within(need) for need in written.needs] if self._pictured else self._names(written)
        text = written.with_names(names)
        if self._pictured and "/ActualText" in text:
            text = _CLUSTER.sub("/ActualText<FEFF0020>", text)
        return compressed(text.encode("latin-1"))

    def _name_within(self, need: Need) -> str:
        """The name of *need* in a picture."""
        name = self._name(need)
        if not isinstance(need, GlyphEncoder):
            return name
        font = self.font(need.typeface)
        font.in_pictures = f"{name}p"
        return font.in_pictures

    def include(self, written: PortableStream) -> str:
        """See `Names`."""
        return written.with_names(self._names(written))

    def _names(self, written: PortableStream) -> list[str]:
        return [self._name(need) for need in written.needs]

    def _name(self, need: Need) -> str:
        match need:
            case Form():
                return self.form(need)
            case GlyphEncoder():
                font = self.font(need.typeface)
                font.take(need)
                return font.name
            case GraphicsState(fill, stroke):
                return self.state(fill, stroke)
            case SoftMask(form):
                return self.soft_mask(form)
            case ImageFile(path):
                return self.image(path)
            case _:
                return self.shading(need)
