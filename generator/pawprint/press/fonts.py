"""Real fonts, measured and shaped by HarfBuzz straight from their files.

Variable fonts are used as they are: the axes are set when a font is opened and pinned when it is embedded,
so there is nothing to prepare and nothing to keep on disk. HarfBuzz is imported with the first font.
"""

import os
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import normalize

from pawprint.core.picture import Path as Outline
from pawprint.core.picture import Picture
from pawprint.press._colour_glyphs import TABLES, is_coloured, letter_picture
from pawprint.press._glyph_ink import InkedGlyphs, blank_characters, known_glyphs
from pawprint.typography.metrics import SOFT_HYPHEN, Shaped, Typeface
from pawprint.typography.scripts import pack_of

if TYPE_CHECKING:
    from pawprint.press._script_shaping import GlyphCluster


# --- A WOFF or WOFF2 file -> the font in it, within bounds of memory and time -----------------------------------------

# fontTools unpacks the tables. It decompresses without a bound and builds the outlines of WOFF2 in Python, so the sizes
# that a file declares, and what they cost, are checked first.


#: The most bytes in all tables of a font, in its file and unpacked. Noto Sans CJK has 20 MB.
MAX_BYTES = 40_000_000
#: What building the outlines of WOFF2 may cost, in bytes that fontTools copies: about ten seconds. It takes as long for
#: a byte of outlines as for copying so many, and copies what is left of a stream for each glyph, contour or component.
MAX_WORK, _OUTLINE_WORK = 1e11, 28_000

#: Signature -> the length of the header, and where its metadata and private data begin, which are not read.
_HEADERS = {b"wOFF": (44, 24), b"wOF2": (48, 28)}


class UnpackError(ValueError):
    """Why a font cannot be unpacked: what follows its name in a message."""


def unpacked_font(path: Path) -> bytes:
    """The TrueType or OpenType font in a WOFF or WOFF2 file.

    Raises:
        UnpackError: it is damaged or too large.
        OSError: it cannot be read.
    """
    from fontTools.ttLib import TTFont

    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise _too_large()
    size, extras = _HEADERS[data[:4]]
    data = data[:extras] + bytes(size - extras) + data[size:]
    out = BytesIO()
    try:
        _check_sizes(data, size)
        with TTFont(BytesIO(data), recalcTimestamp=False, recalcBBoxes=False) as font:
            font.flavor = None
            font.save(out, reorderTables=None)
    except UnpackError:
        raise
    except Exception as error:  # a damaged file fails in any of fontTools' readers and decompressors
        raise UnpackError("is damaged") from error
    return out.getvalue()


def _too_large() -> UnpackError:
    return UnpackError(f"has more than {MAX_BYTES // 1_000_000} MB when unpacked")


def _check_sizes(data: bytes, header: int) -> None:
    """Raises `UnpackError` if the tables of a file are too large, or are not as large as the file declares."""
    from fontTools.ttLib.sfnt import WOFFDirectoryEntry
    from fontTools.ttLib.woff2 import WOFF2DirectoryEntry

    is_woff2 = data[:4] == b"wOF2"
    file = BytesIO(data)
    file.seek(header)
    (count,) = struct.unpack_from(">H", data, 12)
    entries: list[Any] = []
    for _ in range(count):
        entries.append(WOFF2DirectoryEntry() if is_woff2 else WOFFDirectoryEntry())
        entries[-1].fromFile(file)
    if sum([max(entry.length, entry.origLength) for entry in entries]) > MAX_BYTES:
        raise _too_large()
    if is_woff2:
        import brotli

        (packed,) = struct.unpack_from(">I", data, 20)
        whole = sum([entry.length for entry in entries])
        start = file.tell()
        tables = brotli.Decompressor().process(data[start : start + packed], output_buffer_limit=whole + 1)
        if len(tables) != whole:
            raise UnpackError("is damaged: it declares another size than it has")
        _check_outlines(tables, entries)
        return
    for entry in entries:
        packed_table = data[entry.offset : entry.offset + entry.length]
        if entry.length != entry.origLength:
            unpacking = zlib.decompressobj()
            if len(unpacking.decompress(packed_table, entry.origLength + 1)) != entry.origLength:
                raise UnpackError("is damaged: it declares another size than it has")


def _check_outlines(tables: bytes, entries: list[Any]) -> None:
    """Raises `UnpackError` if building the outlines of a WOFF2 file would take too long."""
    start = work = 0
    built = {str(entry.tag) for entry in entries if entry.transformed}
    for entry in entries:
        if entry.tag == "glyf" and built & {"glyf", "hmtx"}:
            work += _OUTLINE_WORK * entry.length
        if entry.tag == "glyf" and "glyf" in built:
            _, _, glyphs, _, _, points, _, _, components, *_ = struct.unpack_from(">4H7I", tables, start)
            points, components = min(points, entry.length), min(components, entry.length)
            work += 3 * glyphs * entry.length + points * points + components * components
        start += entry.length
    if work > MAX_WORK:
        raise UnpackError("has too many outlines to unpack; save it as TTF")


# --- fonts ------------------------------------------------------------------------------------------------------------


#: Characters that many fonts lack, and what is drawn instead; text extraction still finds a space or hyphen.
STAND_INS = {"\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2011": "-"}
#: Width in ems of a thin or narrow space that a font does not have.
THIN = 0.2
_THIN_SPACES = "\u2009\u202f"

#: Before the script in the name of a typeface of a font pack; no family is called so.
_PACK = "pack "

#: Behind the name of a typeface whose small letters are small capitals.
_SMALL_CAPS = " in small capitals"

#: Where the table OS/2 has `fsType`, and the value of its lowest four bits that forbids embedding.
_LICENCE, _RESTRICTED = 8, 0x0002

_CUTS = ("regular", "bold", "italic", "bold-italic")
#: For each wish, the cuts that may stand in, best first: slant is given up before weight.
_NEAREST = {
    "regular": ("regular", "italic", "bold", "bold-italic"),
    "bold": ("bold", "bold-italic", "regular", "italic"),
    "italic": ("italic", "regular", "bold-italic", "bold"),
    "bold-italic": ("bold-italic", "bold", "italic", "regular"),
}


#: The weights of cuts that are not bold and bold, of a variable font without `axes`.
_WEIGHTS = (400.0, 700.0)
#: How an uncompressed font begins: TrueType, OpenType with PostScript outlines, and Apple's TrueType.
_STARTS = (b"\0\1\0\0", b"OTTO", b"true")


class FontError(ValueError):
    """A font file that cannot be used; the message names it and says why."""


class FontFile(NamedTuple):
    """A cut of a family: a file and where in its design space.

    Attributes:
        path: a TrueType or OpenType file, static or variable.
        axes: axis tag -> value in the font's own units, clamped to its range; others keep their default.
        features: OpenType features to switch on besides kerning: `tnum`, `lnum`. Ligatures stay off.
    """

    path: Path
    axes: Mapping[str, float] = MappingProxyType({})
    features: tuple[str, ...] = ()


class _Advances(dict[int, int]):
    """The widths of glyphs in font units, read when they are first needed."""

    def __init__(self, font: Any) -> None:
        self.font = font

    def __missing__(self, glyph: int) -> int:
        advance: int = self.font.get_glyph_h_advance(glyph)
        self[glyph] = advance
        return advance


class _GlyphInk(dict[int, tuple[float, float]]):
    """How far glyphs reach above and below the baseline in font units, read when they are first needed."""

    def __init__(self, font: Any) -> None:
        self.font = font

    def __missing__(self, glyph: int) -> tuple[float, float]:
        extents = self.font.get_glyph_extents(glyph)
        ink = (extents.y_bearing, -extents.y_bearing - extents.height) if extents else (0.0, 0.0)
        self[glyph] = ink
        return ink


class RealTypeface:
    """A font that is open; see `pawprint.typography.metrics.Typeface`.

    Args:
        name: for messages and hashes, `text-bold`.
        file: the cut.
        small_caps: whether *file* switches small capitals on.
        weight: of a font with an axis for it that *file* does not set; that of the font if it is None.

    Raises:
        FontError: the file is missing or no font, or lacks an axis that *file* sets.
    """

    ascent: float
    descent: float
    cap_height: float
    x_height: float

    def __init__(self, name: str, file: FontFile, small_caps: bool = False, weight: float | None = None) -> None:
        import uharfbuzz as hb  # 20 ms: only when a font is really needed

        self.name = name
        self.small_caps = small_caps
        self.face: Any = _open(file)
        self.file = file = file if weight is None else _with_weight(file, self.face, weight)
        self.font: Any = hb.Font(self.face)
        if file.axes:
            self.font.set_variations(dict(file.axes))
        self.em: int = self.face.upem
        self._shape_buffer = hb.shape
        self._buffer = hb.Buffer()
        self._buffer.flags = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        self._features = {"kern": True, "liga": False, "clig": False, "dlig": False}
        self._features |= dict.fromkeys(file.features, True)
        if small_caps:  # other shapes of letters in heavy weights may have no small capitals
            self._features["rvrn"] = False
        nominal = self.font.get_nominal_glyph
        self._stand_ins = {ord(c): s for c, s in STAND_INS.items() if nominal(ord(c)) is None}
        self._words: dict[str, Shaped] = {}
        self._characters: dict[Shaped, tuple[str, ...]] = {}
        # One object for a glyph with its kerning, in however many words.
        self._glyphs: dict[tuple[int, float, float], tuple[int, float, float]] = {}
        self._in_scripts: dict[tuple[str, bool, str], Shaped] = {}
        self._clusters: dict[Shaped, tuple[GlyphCluster, ...]] = {}
        self._advances = _Advances(self.font)
        self._glyph_ink = _GlyphInk(self.font)
        self._ink: dict[Shaped, tuple[float, float]] = {}
        self.has_colours = not TABLES.isdisjoint(self.face.table_tags)
        self._inked = InkedGlyphs(self.font, partial(is_coloured, self.face, self.font) if self.has_colours else None)
        self._pictures: dict[str, Picture | None] = {}

        extents = self.font.get_font_extents("ltr")
        self.ascent = extents.ascender / self.em
        self.descent = -extents.descender / self.em
        self.cap_height = self._height("H", 0.7)
        self.x_height = self._height("x", 0.5)

    def _height(self, letter: str, otherwise: float) -> float:
        """Height of a letter as it is drawn; what fonts state is often that of another weight."""
        glyph = self.font.get_nominal_glyph(ord(letter))
        extents = self.font.get_glyph_extents(glyph) if glyph else None
        height: float = extents.y_bearing / self.em if extents else 0.0
        return height or otherwise

    @property
    def may_be_embedded(self) -> bool:
        """True if the font file allows it; one that says nothing does."""
        table = self.face.reference_table("OS/2").data
        if table is None or len(table) < _LICENCE + 2:
            return True
        (licence,) = struct.unpack_from(">H", table, _LICENCE)
        return bool(licence & 0x000F != _RESTRICTED)

    def shape(self, text: str, backwards: bool = False, language: str = "") -> Shaped:
        """See `Typeface.shape`. The text is brought to its composed form (NFC) first."""
        if backwards or language:
            return self._shape_script(text, backwards, language)
        word = self._words.get(text)
        if word is None:
            word = self._words[text] = self._shape(text)
        return word

    def has(self, feature: str, text: str) -> bool:
        """True if an OpenType feature changes the glyphs of *text*."""
        glyphs = [glyph for glyph, *_ in self._shape(text).glyphs]
        before, self._features = self._features, {**self._features, feature: True}
        changed = [glyph for glyph, *_ in self._shape(text).glyphs]
        self._features = before
        return changed != glyphs

    def picture(self, letter: str) -> Picture | None:
        """See `Typeface.picture`."""
        if letter not in self._pictures:
            self._pictures[letter] = letter_picture(self.face, self.font, self.shape(letter), letter)
        return self._pictures[letter]

    def outline(self, word: Shaped, tracking: float) -> Outline:
        """See `Typeface.outline`."""
        from pawprint.press._glyph_ink import word_outline  # most texts are drawn as text

        return word_outline(self.font, self.em, word, tracking)

    def characters(self, word: Shaped) -> Sequence[str]:
        """What each glyph of *word* stands for; empty for a glyph that continues the one before it."""
        return self._characters.get(word) or word.text

    def clusters(self, word: Shaped) -> "Sequence[GlyphCluster]":
        """The clusters of *word*, from left to right, of glyphs that do not stand for one character each."""
        return self._clusters.get(word, ())

    def _shape_script(self, text: str, backwards: bool, language: str) -> Shaped:
        key = (text, backwards, language)
        word = self._in_scripts.get(key)
        if word is None:
            from pawprint.press._script_shaping import FontUse, shape_script

            use = FontUse(self.font, self.em, self._advances, self.file.features, self._stand_ins, self._inked)
            word, meanings, clusters = shape_script(use, normalize("NFC", text), backwards, language)
            self._in_scripts[key] = word
            self._characters[word] = meanings
            if clusters:
                self._clusters[word] = clusters
        return word

    def ink(self, word: Shaped) -> tuple[float, float]:
        """See `Typeface.ink`."""
        ink = self._ink.get(word)
        if ink is None:
            sides = [self._glyph_ink[glyph[0]] for glyph in word.glyphs]
            rises = word.rises or [0.0] * len(sides)
            above = max([side[0] / self.em + rise for side, rise in zip(sides, rises, strict=True)], default=0.0)
            below = max([side[1] / self.em - rise for side, rise in zip(sides, rises, strict=True)], default=0.0)
            ink = self._ink[word] = above, below
        return ink

    def advance(self, glyph: int) -> float:
        """The width of a glyph in ems, as the font has it."""
        return self._advances[glyph] / self.em

    def _shape(self, text: str) -> Shaped:
        plain = text.isascii()
        text = text if plain else normalize("NFC", text)
        drawn = text if plain else text.translate(self._stand_ins)
        if drawn.endswith(SOFT_HYPHEN) and len(drawn) > 1:
            drawn = drawn[:-1] + "-"
        buffer = self._buffer
        buffer.clear_contents()
        buffer.add_str(drawn)
        buffer.guess_segment_properties()  # for the script; the rest of its guess depends on the machine
        buffer.direction = "ltr"
        buffer.language = "en"
        self._shape_buffer(self.font, buffer, self._features)

        em = self.em
        glyphs: list[tuple[int, float, float]] = []
        missing = ""
        width, advances, same = 0, self._advances, self._glyphs.setdefault
        infos, inked, blank = buffer.glyph_infos, self._inked, False
        ids = known_glyphs(self.face, infos)
        for glyph, info, position in zip(ids, infos, buffer.glyph_positions, strict=True):
            advance = advances[glyph]
            moved = position.x_advance if glyph == info.codepoint else advance
            if not glyph:
                missing += text[info.cluster]
            elif drawn is not text and text[info.cluster] in _THIN_SPACES and drawn[info.cluster] != text[info.cluster]:
                moved = round(THIN * em)
            blank = blank or not inked[glyph]
            width += moved
            offset = position.x_offset
            if offset and glyphs:  # an accent above a letter: step back, draw, step forward
                before = glyphs[-1]
                glyphs[-1] = (before[0], before[1], before[2] + offset / em)
                moved -= offset
            space = (glyph, advance / em, (moved - advance) / em)
            glyphs.append(same(space, space))
        if blank:
            missing += blank_characters(text, [(ids[index], info.cluster) for index, info in enumerate(infos)], inked)
        word = Shaped(text, width / em, tuple(glyphs), missing)
        if glyphs and len(glyphs) != len(text):  # none: invisible characters only
            starts = [info.cluster for info in infos]
            ends = [*starts[1:], len(text)]
            self._characters[word] = tuple(text[start:end] for start, end in zip(starts, ends, strict=True))
        return word


class FontBook:
    """Typefaces by family and cut; see `pawprint.typography.metrics.Metrics`.

    Args:
        families: family -> cut (`regular`, `bold`, `italic`, `bold-italic`) -> file. A family needs at least
            one cut; a cut that it lacks is drawn in the nearest one. Files are opened when first asked for.
        fallbacks: family -> the families for what it lacks, the first one first.
        packs: script -> cut -> file, of the font packs that are installed.
    """

    def __init__(
        self,
        families: Mapping[str, Mapping[str, FontFile]],
        fallbacks: Mapping[str, Sequence[str]] | None = None,
        packs: Callable[[str], Mapping[str, FontFile]] = lambda script: {},
    ) -> None:
        for family, cuts in families.items():
            if not cuts or not set(cuts) <= set(_CUTS):
                raise ValueError(f"family '{family}' needs at least one cut, of {', '.join(_CUTS)}")
        self._families = families
        self._names = _names_of(families)
        self._named = {name: cut for cut, name in self._names.items()}
        self._fallbacks = fallbacks or {}
        self._packs = packs
        self._pack_faces: dict[tuple[str, bool], RealTypeface | None] = {}
        self._faces: dict[tuple[str, bool, bool], RealTypeface] = {}
        self._open: dict[tuple[str, str], RealTypeface] = {}
        self._small_caps: dict[str, Typeface] = {}

    def typeface(self, family: str, bold: bool = False, italic: bool = False) -> RealTypeface:
        """See `Metrics.typeface`.

        Raises:
            KeyError: the family is unknown.
            FontError: its file is missing or no font.
        """
        face = self._faces.get((family, bold, italic))
        if face is None:
            cuts = self._families[family]
            wish = _CUTS[bold + 2 * italic]
            cut = next(cut for cut in _NEAREST[wish] if cut in cuts)
            face = self._open.get((family, cut))
            if face is None:
                name, weight = self._names[family, cut], _WEIGHTS["bold" in cut]
                face = self._open[family, cut] = RealTypeface(name, cuts[cut], weight=weight)
            self._faces[family, bold, italic] = face
        return face

    def fallbacks(self, family: str, bold: bool = False, italic: bool = False) -> Sequence[RealTypeface]:
        """See `Metrics.fallbacks`."""
        return [self.typeface(other, bold, italic) for other in self._fallbacks.get(family, ())]

    def in_small_caps(self, face: Typeface) -> Typeface:
        """See `Metrics.in_small_caps`."""
        found = self._small_caps.get(face.name)
        if found is None:
            found = face
            if isinstance(face, RealTypeface) and face.has("smcp", "abgo"):
                file = face.file._replace(features=(*face.file.features, "smcp"))
                found = RealTypeface(face.name + _SMALL_CAPS, file, small_caps=True)
            self._small_caps[face.name] = found
        return found

    def pack(self, character: str, bold: bool = False) -> RealTypeface | None:
        """See `Metrics.pack`."""
        return self._of_pack(pack_of(character), bold)

    def _of_pack(self, script: str, bold: bool) -> RealTypeface | None:
        key = script, bold
        if key not in self._pack_faces:
            cuts = self._packs(script) if script else {}
            cut = next((cut for cut in _NEAREST[_CUTS[bold]] if cut in cuts), None)
            name = f"{_PACK}{script}{'-bold' if bold else ''}"
            self._pack_faces[key] = RealTypeface(name, cuts[cut]) if cut else None
        return self._pack_faces[key]

    def named(self, name: str) -> Typeface:
        """See `Metrics.named`: `text-bold` is the bold cut of `text`."""
        if name.endswith(_SMALL_CAPS):
            return self.in_small_caps(self.named(name.removesuffix(_SMALL_CAPS)))
        if name.startswith(_PACK):
            script, _, cut = name.removeprefix(_PACK).partition("-")
            face = self._of_pack(script, cut == "bold")
            if face is None:
                raise KeyError(name)
            return face
        family, cut = self._named[name]
        return self.typeface(family, cut.startswith("bold"), cut.endswith("italic"))


def _with_weight(file: FontFile, face: Any, weight: float) -> FontFile:
    """*file* with *weight*, as far as the font has it, if the font has an axis for it that *file* does not set."""
    axis = next((axis for axis in face.axis_infos if axis.tag == "wght"), None)
    if axis is None or "wght" in file.axes:
        return file
    return file._replace(axes={**file.axes, "wght": min(max(weight, axis.min_value), axis.max_value)})


def _names_of(families: Mapping[str, Mapping[str, FontFile]]) -> dict[tuple[str, str], str]:
    """(family, cut) -> the name of the typeface, which no other one has: a family may be called `text-bold`, too."""
    names: dict[tuple[str, str], str] = {}
    for family, cuts in families.items():
        for cut in cuts:
            name = family if cut == "regular" else f"{family}-{cut}"
            while name in names.values():
                name += f"-{cut}"
            names[family, cut] = name
    return names


def _open(file: FontFile) -> Any:
    """The HarfBuzz face of a file that has outlines and the axes asked for."""
    import uharfbuzz as hb

    try:
        compressed = not _has_tables(file.path)
        blob = hb.Blob(unpacked_font(file.path)) if compressed else hb.Blob.from_file_path(str(file.path))
        face = hb.Face(blob)
    except (hb.HarfBuzzError, OSError) as error:
        raise FontError(f"font '{file.path}' cannot be read") from error
    except UnpackError as error:
        raise FontError(f"font '{file.path}' {error}") from error
    if not face.glyph_count:
        raise FontError(f"'{file.path}' is not a TrueType or OpenType font")
    try:
        tags, tables = [axis.tag for axis in face.axis_infos], face.table_tags
    except UnicodeDecodeError:
        raise FontError(f"font '{file.path}' is damaged: a table or axis has no proper name") from None
    usable = {"glyf", "CFF ", *TABLES}
    if tags:
        usable.add("CFF2")  # which PDF does not know, but pinning its axes makes CFF of it
    if not usable.intersection(tables):
        raise FontError(f"font '{file.path}' has no outlines that PDF knows")
    for tag in file.axes:
        if tag not in tags:
            raise FontError(f"font '{file.path}' has no axis '{tag}'; it has {', '.join(tags) or 'none'}")
    return face


def _has_tables(path: Path) -> bool:
    """True if a font file is not compressed; its tables are then in the file, from the first to the last byte.

    Raises:
        FontError: its list of tables is damaged, or the file breaks off before their end.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        start = 0
        if file.read(4) in (b"wOFF", b"wOF2"):
            return False
        file.seek(0)
        head = file.read(16)
        if head.startswith(b"ttcf"):  # several fonts in one file, of which the first is used
            start = int.from_bytes(head[12:16], "big")
        file.seek(start)
        head = file.read(12)
        if head[:4] not in _STARTS:
            raise FontError(f"'{path}' is not a TrueType or OpenType font")
        tables = file.read(16 * int.from_bytes(head[4:6], "big"))
    for at in range(0, len(tables), 16):
        offset, length = (int.from_bytes(tables[at + place : at + place + 4], "big") for place in (8, 12))
        if not tables[at : at + 4].isascii() or offset + length > size:
            raise FontError(f"font '{path}' is damaged: it breaks off, or its list of tables is wrong")
    return True
