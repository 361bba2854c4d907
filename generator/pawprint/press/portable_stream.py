"""Content streams that can stand in any file: what they refer to is named when they get there.

A layer, or a symbol, is written once, whatever files and pages it comes to stand on. Where its operators name a font, a
form or the like, there is a gap, and the n-th gap says which of the *needs* is named there.
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol
from weakref import WeakKeyDictionary, ref

from pawprint.core.affine import Matrix
from pawprint.core.colour import Colour, ProcessInks, SeparatedColour
from pawprint.core.geometry import Box
from pawprint.graphics.ops import Shading
from pawprint.press._pdf_file import compressed
from pawprint.press.fonts import RealTypeface
from pawprint.typography.metrics import Shaped, Typeface

if TYPE_CHECKING:
    from pawprint.press._script_shaping import GlyphCluster


# --- Numbers, matrices and colours -> how content streams write them, each formatted once -----------------------------


#: The size at which a table is emptied: figures share most of their coordinates, other drawings do not.
_MAX_ENTRIES = 50_000


class Numbers(dict[float, str]):
    """Numbers as PDF writes them: no exponent, no superfluous zeros. Each is formatted once.

    Args:
        form: a `%` format.
    """

    def __init__(self, form: str) -> None:
        super().__init__()
        self._form = form

    def __missing__(self, value: float) -> str:
        if not -1e6 < value < 1e6:
            raise ValueError(f"{value} is no place on paper")
        text = self._form % value
        if "e" in text:
            text = f"{value:.6f}"
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        if len(self) > _MAX_ENTRIES:
            self.clear()
        text = self[value] = "0" if text == "-0" else text
        return text


class Matrices(dict[Matrix, str]):
    """Transformations as operators."""

    def __init__(self, number: Numbers) -> None:
        super().__init__()
        self._number = number

    def __missing__(self, matrix: Matrix) -> str:
        if len(self) > _MAX_ENTRIES:
            self.clear()
        text = self[matrix] = f"{' '.join(map(self._number.__getitem__, matrix))} cm"
        return text


class InkTable(dict[Colour, str]):
    """Colours as operators, black and greys by one number so that printers keep them free of colour.

    Args:
        grey, colour: the operators for one number and for three.
        inks: that for four process inks. spot: those that choose the colour space of a spot ink, and its share.
        knock_out, overprint: what stands before inks that remove what is below them, or keep it; graphics states that
            each file with inks has.
    """

    def __init__(
        self, grey: str, colour: str, inks: str, spot: tuple[str, str], knock_out: str = "", overprint: str = ""
    ) -> None:
        super().__init__()
        self._grey, self._colour, self._inks, self._spot = grey, colour, inks, spot
        self._before = knock_out, overprint

    def __missing__(self, ink: Colour) -> str:
        if isinstance(ink, SeparatedColour):
            text = self[ink] = self._before[ink.overprint] + self._separated(ink)
            return text
        parts = [f"{part / 255:.3f}".rstrip("0").rstrip(".") for part in ink]
        same = ink.red == ink.green == ink.blue
        text = self[ink] = f"{parts[0]} {self._grey}" if same else f"{' '.join(parts)} {self._colour}"
        return text

    def _separated(self, ink: SeparatedColour) -> str:
        if ink.spot:
            return f"/{spot_space(ink.spot)} {self._spot[0]} 1 {self._spot[1]}"
        return f"{ink_shares(ink.inks)} {self._inks}"


def ink_shares(inks: ProcessInks) -> str:
    """*inks* as four numbers."""
    return " ".join([f"{part:.3f}".rstrip("0").rstrip(".") for part in inks])


def spot_space(spot: str) -> str:
    """The resource name of the colour space of a spot ink, in every file."""
    return f"Spot{spot.encode().hex()}"


#: How numbers, transformations and colours are written; the same in all files.
POINTS = Numbers("%.3f")  # a thousandth of a point is a third of a micrometre
EXACT = Numbers("%.6g")  # for what is enlarged later, whatever its units
MATRICES = Matrices(EXACT)
FILLS = InkTable("g", "rg", "k", ("cs", "scn"), "/KnockOut gs ", "/Overprint gs ")
STROKES = InkTable("G", "RG", "K", ("CS", "SCN"), "", "/OverprintStroke gs ")


# --- portable stream --------------------------------------------------------------------------------------------------


#: While it is written, a need is named by a letter that no content has, since that consists of bytes.
_FIRST = 0xF0000
_LETTER = re.compile("([\U000f0000-\U000ffffd])")

#: Between these two is a rise in ems, where words are written; in content it is in points.
RISE = "\ue000\ue001"

#: A glyph that is drawn: its id, its advance in ems, and the characters that it stands for.
Glyph = tuple[int, float, str]


class GlyphEncoder:
    """A font with the words that are drawn. Equal if the glyphs and their meanings are: content does not tell a hyphen
    from a no-break hyphen that is drawn as one.

    Args:
        more: glyphs of words that are drawn as well, but not known here.
    """

    __slots__ = ("more", "typeface", "words")

    def __init__(self, typeface: RealTypeface, words: Iterable[Shaped] = (), more: Iterable[Glyph] = ()) -> None:
        self.typeface = typeface
        self.words, self.more = frozenset(words), frozenset(more)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GlyphEncoder) or self.typeface is not other.typeface:
            return False
        return (self.words == other.words and self.more == other.more) or self.glyphs == other.glyphs

    def __hash__(self) -> int:
        return hash(self.typeface)

    @property
    def glyphs(self) -> set[Glyph]:
        """All of them."""
        known = _speller(self.typeface).glyphs
        return set(self.more).union(*[known[word] for word in self.words])


class GraphicsState(NamedTuple):
    """A graphics state with these opacities."""

    fill: float
    stroke: float


class ImageUse(NamedTuple):
    """A raster image, by the path of its file."""

    path: str


class SoftMask(NamedTuple):
    """A graphics state under whose mask the lighter parts of a form leave more to be seen."""

    form: "Form"


class Packed(NamedTuple):
    """Content that names nothing, compressed as it stands in files."""

    data: bytes


class Form:
    """Content that is stored once: a form XObject.

    Args:
        box: everything outside is cut off.
        flat: drawn as one flat picture before its opacity applies (a transparency group).
    """

    __slots__ = ("_hash", "box", "content", "flat")

    def __init__(self, box: Box, content: "PortableStream | Packed", flat: bool) -> None:
        self.box, self.content, self.flat = box, content, flat
        # Computed once, because content is long and forms are looked up at each use.
        self._hash = hash((box, content, flat))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Form):
            return NotImplemented
        return (self.box, self.content, self.flat) == (other.box, other.content, other.flat)

    def __hash__(self) -> int:
        return self._hash


Need = GlyphEncoder | GraphicsState | SoftMask | Shading | ImageUse | Form


class PortableStream(NamedTuple):
    """A content stream.

    Attributes:
        parts: operators; between two of them a name is missing.
        gaps: for each of these places, which of the needs it is; one fewer than the parts.
        needs: in the order in which they are first named.
    """

    parts: tuple[str, ...]
    gaps: tuple[int, ...] = ()
    needs: tuple[Need, ...] = ()

    def with_names(self, names: list[str]) -> str:
        """The content, each need called by its name."""
        text = [self.parts[0]]
        for gap, part in zip(self.gaps, self.parts[1:], strict=True):
            text += names[gap], part
        return "".join(text)


#: What an empty layer is.
NOTHING = PortableStream(("",))


def form_of(box: Box, written: PortableStream, flat: bool = False) -> Form:
    """The form with this content, which is compressed here where it is the same in all files."""
    if written.needs:
        return Form(box, written, flat)
    return Form(box, Packed(compressed(written.parts[0].encode("latin-1"))), flat)


class _Codes(dict[int, str]):
    """How glyphs are written: glyph -> the inside of its string."""

    def __missing__(self, glyph: int) -> str:
        code = self[glyph] = _code(glyph)
        return code


class _Speller(dict[Shaped, str]):
    """How the words of a typeface are written, in whatever file: word -> the inside of its string.

    Between two glyphs that kerning moves, the string is closed, the shift written and the string opened again:
    `ab)30(c`.

    Attributes:
        glyphs: of the words that were looked up.
    """

    def __init__(self, typeface: RealTypeface) -> None:
        super().__init__()
        self._typeface = ref(typeface)  # which is not kept open by how its words are written
        self.glyphs: dict[Shaped, tuple[Glyph, ...]] = {}
        self._same: dict[Glyph, Glyph] = {}  # one object for a glyph, in however many words
        self._codes = _Codes()
        blank = typeface.shape(" ")
        self.blank = None if blank.missing else blank
        self._width = 0.0 if blank.missing else sum(advance for _, advance, _ in blank.glyphs)
        self._code = "" if blank.missing else self[blank]

    def __missing__(self, word: Shaped) -> str:
        typeface = self._typeface()
        assert typeface is not None, "whoever looks up words has it"
        codes = self._codes
        parts = [f"{codes[glyph]}){thousandths(-kern)}(" if kern else codes[glyph] for glyph, _, kern in word.glyphs]
        meanings = zip(word.glyphs, typeface.characters(word), strict=True)
        same = self._same.setdefault
        drawn = [(glyph, advance, meaning) for (glyph, advance, _), meaning in meanings]
        self.glyphs[word] = tuple([same(glyph, glyph) for glyph in drawn])
        clusters = typeface.clusters(word)
        if clusters or word.rises or word.start:
            parts = _with_rises_and_clusters(word, parts, clusters)
        text = self[word] = "".join(parts)
        return text

    def space(self, width: float) -> str:
        """See `EncodedText.space`."""
        extra = self._width - width
        if abs(extra) < 0.00005:
            return self._code
        return f"{self._code}){thousandths(extra)}("


def _with_rises_and_clusters(word: Shaped, parts: list[str], clusters: "Iterable[GlyphCluster]") -> list[str]:
    """*parts*, one for each glyph of *word*, with operators between them: for glyphs that stand above the baseline, and
    for glyphs that stand for some characters together."""
    starts = {cluster.start: cluster.text for cluster in clusters}
    ends = {cluster.end for cluster in clusters}
    text = [f"){thousandths(-word.start)}("] if word.start else []
    rise = 0.0
    for index, part in enumerate(parts):
        if index in starts:
            actual = starts[index].encode("utf-16-be").hex().upper()
            text.append(f")]TJ/Span<</ActualText<FEFF{actual}>>>BDC[(")
        if word.rises and word.rises[index] != rise:
            rise = word.rises[index]
            text.append(f")]TJ {RISE[0]}{rise:.5f}{RISE[1]} Ts[(")
        text.append(part)
        if index + 1 in ends:
            text.append(")]TJ EMC[(")
    if rise:
        text.append(")]TJ 0 Ts[(")
    return text


_spellers: "WeakKeyDictionary[RealTypeface, _Speller]" = WeakKeyDictionary()


def _speller(typeface: RealTypeface) -> _Speller:
    found = _spellers.get(typeface)
    if found is None:
        found = _spellers[typeface] = _Speller(typeface)
    return found


class EncodedText:
    """A font as content uses it.

    Attributes:
        name: by which content refers to it.
        written: word -> the inside of its string.
        words: those that are drawn; whoever draws one adds it.
        more: glyphs of words that are drawn as well, but not known here.
    """

    def __init__(self, name: str, typeface: RealTypeface) -> None:
        self.name = name
        self.typeface = typeface
        self.written = _speller(typeface)
        self.words: set[Shaped] = set() if self.written.blank is None else {self.written.blank}
        self.more: set[Glyph] = set()

    @property
    def glyphs(self) -> set[Glyph]:
        """All that are drawn, and a space."""
        known = self.written.glyphs
        return self.more.union(*[known[word] for word in self.words])

    def take(self, letters: GlyphEncoder) -> None:
        """Draw these letters, too."""
        self.words |= letters.words
        self.more |= letters.more

    def space(self, width: float) -> str:
        """What joins two words *width* ems apart."""
        return self.written.space(width)


class ResourceNames(Protocol):
    """Resource names used in a content stream."""

    def font(self, typeface: Typeface) -> EncodedText:
        """The font that draws *typeface*.

        Raises:
            TypeError: it has no font file (one made for tests).
        """
        ...

    def state(self, fill: float, stroke: float) -> str:
        """The graphics state with these opacities."""
        ...

    def soft_mask(self, form: Form) -> str:
        """The graphics state with *form* as a mask."""
        ...

    def shading(self, shading: Shading) -> str:
        """The gradient *shading*."""
        ...

    def image(self, path: str) -> str:
        """The image file *path*."""
        ...

    def form(self, form: Form) -> str:
        """The form; equal ones are one."""
        ...

    def include(self, written: PortableStream) -> str:
        """The operators of *written*, by these names."""
        ...


class Placeholders:
    """Names of content that may stand in any file."""

    def __init__(self) -> None:
        self._fonts: dict[Typeface, EncodedText] = {}
        self._places: dict[GraphicsState | SoftMask | Shading | ImageUse | Form | Typeface, str] = {}

    def _letter(self, need: GraphicsState | SoftMask | Shading | ImageUse | Form | Typeface) -> str:
        letter = self._places.get(need)
        if letter is None:
            letter = self._places[need] = chr(_FIRST + len(self._places))
        return letter

    def font(self, typeface: Typeface) -> EncodedText:
        """See `ResourceNames`."""
        font = self._fonts.get(typeface)
        if font is None:
            font = self._fonts[typeface] = EncodedText(self._letter(typeface), real(typeface))
        return font

    def state(self, fill: float, stroke: float) -> str:
        """See `ResourceNames`."""
        return self._letter(GraphicsState(fill, stroke))

    def soft_mask(self, form: Form) -> str:
        """See `ResourceNames`."""
        return self._letter(SoftMask(form))

    def shading(self, shading: Shading) -> str:
        """See `ResourceNames`."""
        return self._letter(shading)

    def image(self, path: str) -> str:
        """See `ResourceNames`."""
        return self._letter(ImageUse(path))

    def form(self, form: Form) -> str:
        """See `ResourceNames`."""
        return self._letter(form)

    def include(self, written: PortableStream) -> str:
        """See `ResourceNames`."""
        names = []
        for need in written.needs:
            if isinstance(need, GlyphEncoder):
                font = self.font(need.typeface)
                font.take(need)
                names.append(font.name)
            else:
                names.append(self._letter(need))
        return written.with_names(names)

    def written(self, lines: Iterable[str]) -> PortableStream:
        """What *lines*, with these names in them, are without."""
        parts = _LETTER.split("\n".join(lines))
        gaps = tuple([ord(letter) - _FIRST for letter in parts[1::2]])
        needs: list[Need] = []
        for need in self._places:
            if isinstance(need, GraphicsState | SoftMask | Shading | ImageUse | Form):
                needs.append(need)
            else:
                font = self._fonts[need]
                needs.append(GlyphEncoder(font.typeface, font.words, font.more))
        return PortableStream(tuple(parts[::2]), gaps, tuple(needs))


def real(typeface: Typeface) -> RealTypeface:
    """*typeface* as one that can be embedded.

    Raises:
        TypeError: it has no font file.
    """
    if not isinstance(typeface, RealTypeface):
        raise TypeError(f"typeface '{typeface.name}' has no font file to embed")
    return typeface


def _code(glyph: int) -> str:
    """The two bytes of a glyph id, as they stand in a literal string (ISO 32000-1, 7.3.4.2)."""
    text = chr(glyph >> 8) + chr(glyph & 255)
    return re.sub(r"[()\\]", r"\\\g<0>", text).replace("\r", "\\r")


def thousandths(ems: float) -> str:
    """*ems* in glyph units, 1000 to the em, with at most one decimal."""
    text = f"{1000 * ems:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
