"""Words -> lines in a box: breaking, fitting, aligning. Overset text is a finding, never a silent cut.

All widths are measured in ems first, so that a text is shaped once and then tried at any size.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from pawprint.base.colour import Colour
from pawprint.base.shapes import Box
from pawprint.compose.markup import Run, parse
from pawprint.compose.measure import NO_BREAK_SPACES, Metrics, Shaped, Typeface
from pawprint.compose.picture import Picture
from pawprint.compose.typography import hyphenations, set_text

#: Sizes are tried in steps of a quarter point, fine enough that no reader sees the step.
SIZE_STEP = 0.25


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How text looks.

    Attributes:
        size, min_size: points; text is set at the largest size between them at which it fits.
        leading: distance of baselines as a multiple of the size.
        align: left, center, right. valign: top, middle, bottom (middle centres capitals, not boxes).
        tracking: extra space after each glyph, in ems.
        balance: lines of about equal length (for titles).
        hyphenate: whether words may be divided.
        icon_scale: height of inline icons in cap heights.
        paragraph: extra space between paragraphs, in ems.
    """

    family: str = "text"
    fallback: str = "text"
    size: float = 8.0
    min_size: float = 8.0
    leading: float = 1.25
    bold: bool = False
    italic: bool = False
    align: str = "left"
    valign: str = "top"
    case: str = "none"
    tracking: float = 0.0
    balance: bool = False
    hyphenate: bool = False
    icon_scale: float = 1.35
    paragraph: float = 0.0


class Fragment(NamedTuple):
    """Words of one typeface on a line; x from the left of the face, in points."""

    x: float
    typeface: Typeface
    words: tuple[Shaped, ...]
    gap: float


class InlineIcon(NamedTuple):
    """An icon between words: its box in points."""

    x: float
    y: float
    width: float
    height: float
    picture: Picture


class Line(NamedTuple):
    """One line: baseline in points from the top of the face."""

    y: float
    fragments: tuple[Fragment, ...]


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Text that has found its place.

    Attributes:
        size: the size at which it fits, in points.
        box: what the lines really cover.
        over_width, over_height: points by which it does not fit; 0 when it does.
        missing: characters that no typeface has.
    """

    lines: tuple[Line, ...]
    icons: tuple[InlineIcon, ...]
    size: float
    ink: Colour
    tracking: float
    box: Box
    over_width: float = 0.0
    over_height: float = 0.0
    missing: str = ""


class _Atom(NamedTuple):
    """Part of a chunk: a shaped word, or an icon."""

    width: float  # em
    typeface: Typeface | None
    shaped: Shaped | None
    picture: Picture | None


class _Chunk(NamedTuple):
    """What stands between two places where a line may break. *space* is the width in ems of the gap before it;
    -1 begins a new paragraph."""

    width: float
    space: float
    atoms: tuple[_Atom, ...]


class _Unit(NamedTuple):
    """A shaped text, ready to be broken at any size."""

    chunks: tuple[_Chunk, ...]
    missing: str
    regular: Typeface


class TextSetter:
    """Sets texts with one set of fonts; remembers what it has shaped.

    Args:
        metrics: the fonts.
    """

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self._units: dict[tuple[str, str, TextStyle], _Unit] = {}

    def set(
        self,
        text: str,
        style: TextStyle,
        box: Box,
        ink: Colour,
        language: str,
        icon: Callable[[str], Picture | None],
        scale: float = 1.0,
    ) -> TextBlock:
        """Set *text* into *box*.

        Args:
            icon: finds the picture of an inline icon; None (after its own finding) leaves it out.
            scale: factor on both sizes of the style, for columns that shrink as a whole.
        """
        unit = self._unit(text, style, language, icon)
        size, smallest = style.size * scale, style.min_size * scale
        lines, height, over = _break(unit, style, box.width, size, language)
        if (over > 0 or height > box.height + 0.01) and smallest < size:
            low, high = 0, int((size - smallest) / SIZE_STEP + 1e-6)
            best = None
            while low <= high:
                middle = (low + high) // 2
                tried = size - middle * SIZE_STEP
                result = _break(unit, style, box.width, tried, language)
                if result[2] <= 0 and result[1] <= box.height + 0.01:
                    best, high = (tried, result), middle - 1
                else:
                    low = middle + 1
            if best is not None:
                size, (lines, height, over) = best
            else:
                size = smallest
                lines, height, over = _break(unit, style, box.width, size, language)
        if style.balance and len(lines) > 1:
            lines = _balanced(unit, style, box.width, size, language, lines)
        return _placed(unit, lines, style, box, size, ink, max(over, 0.0), max(height - box.height, 0.0))

    def height(
        self,
        text: str,
        style: TextStyle,
        width: float,
        language: str,
        icon: Callable[[str], Picture | None],
        scale: float,
    ) -> float:
        """Height in points of *text* in a column *width* points wide, at the style's size."""
        unit = self._unit(text, style, language, icon)
        return _break(unit, style, width, style.size * scale, language)[1]

    def width(
        self, text: str, style: TextStyle, language: str, icon: Callable[[str], Picture | None], scale: float
    ) -> float:
        """Width in points of *text* on one line, at the style's size."""
        unit = self._unit(text, style, language, icon)
        total = longest = 0.0
        for chunk in unit.chunks:
            if chunk.space < 0:
                total = 0.0
            total += max(chunk.space, 0.0) + chunk.width
            longest = max(longest, total)
        return longest * style.size * scale

    def _unit(self, text: str, style: TextStyle, language: str, icon: Callable[[str], Picture | None]) -> _Unit:
        key = (text, language, style)
        unit = self._units.get(key)
        if unit is None:
            unit = self._units[key] = self._shape(text, style, language, icon)
        return unit

    def _shape(self, text: str, style: TextStyle, language: str, icon: Callable[[str], Picture | None]) -> _Unit:
        runs, _ = parse(text)
        metrics = self.metrics
        regular = metrics.typeface(style.family, style.bold, style.italic)
        missing: list[str] = []
        chunks: list[_Chunk] = []
        atoms: list[_Atom] = []
        space = -1.0
        tracking = style.tracking

        def close(gap_before_next: float) -> None:
            nonlocal atoms, space
            if atoms:
                chunks.append(_Chunk(sum([atom.width for atom in atoms]), space, tuple(atoms)))
                atoms = []
                space = gap_before_next
            elif space >= 0:
                space = gap_before_next

        for run in runs:
            if run.kind == "break":
                close(-1.0)
                space = -1.0
                continue
            if run.kind == "icon":
                picture = icon(run.text)
                if picture is not None:
                    height = style.icon_scale * regular.cap_height
                    atoms.append(_Atom(height * picture.width / picture.height, None, None, picture))
                continue
            words = set_text(run.text, language)
            if style.case == "upper":
                words = words.upper()
            bold, italic = style.bold or run.bold, style.italic or run.italic
            face = (
                regular
                if (bold, italic) == (style.bold, style.italic)
                else metrics.typeface(style.family, bold, italic)
            )
            gap = face.shape(" ").width + tracking
            parts = words.split(" ")
            for index, part in enumerate(parts):
                if index:
                    close(gap)
                if part:
                    self._append(atoms, part, face, bold, italic, style, missing)
        close(0.0)
        return _Unit(tuple(chunks), "".join(dict.fromkeys(missing)), regular)

    def _append(
        self,
        atoms: list[_Atom],
        part: str,
        face: Typeface,
        bold: bool,
        italic: bool,
        style: TextStyle,
        missing: list[str],
    ) -> None:
        shaped = face.shape(part)
        if shaped.missing:
            other = self.metrics.typeface(style.fallback, bold, italic)
            fallback = other.shape(part)
            if not fallback.missing:
                face, shaped = other, fallback
            else:
                missing.extend(letter for letter in shaped.missing if letter in fallback.missing)
        atoms.append(_Atom(shaped.width + style.tracking * len(shaped.glyphs), face, shaped, None))


_Lines = list[list[_Chunk]]


def _break(unit: _Unit, style: TextStyle, width: float, size: float, language: str) -> tuple[_Lines, float, float]:
    """(lines, height in points, points by which the longest line is too wide), first fit."""
    room = width / size + 1e-6
    lines: _Lines = []
    line: list[_Chunk] = []
    used = 0.0
    over = 0.0
    paragraphs = 0
    divided = 0
    for chunk in unit.chunks:
        space = chunk.space
        if space < 0:
            if lines or line:
                paragraphs += 1
            line = []
            lines.append(line)
            used = 0.0
            space = 0.0
            divided = 0
        elif not line:
            space = 0.0
        need = chunk.width
        if used + space + need > room:
            if style.hyphenate and divided < 2 and (room - used > 0.25 * room or need > room):
                halves = _divide(chunk, room - used - space, language)
                if halves:
                    line.append(halves[0])
                    chunk = halves[1]
                    need = chunk.width
                    divided += 1
                else:
                    divided = 0
            if line:
                line = []
                lines.append(line)
                used = space = 0.0
            if need > room:
                over = max(over, need - room)
        line.append(chunk)
        used += space + need
    face = unit.regular
    count = len(lines)
    height = size * (face.cap_height + face.descent + max(count - 1, 0) * style.leading + paragraphs * style.paragraph)
    return lines, height if count else 0.0, over * size


def _divide(chunk: _Chunk, room: float, language: str) -> tuple[_Chunk, _Chunk] | None:
    if len(chunk.atoms) != 1:
        return None
    shaped, face = chunk.atoms[0].shaped, chunk.atoms[0].typeface
    if shaped is None or face is None:
        return None
    word = shaped.text
    core = word.rstrip(".,;:!?…)»”’" + NO_BREAK_SPACES)
    if len(core) < 6 or not core.isalpha():
        return None
    for position in reversed(hyphenations(core, language)):
        left = face.shape(word[:position] + "-")
        if left.width <= room:
            right = face.shape(word[position:])
            return (
                _Chunk(left.width, chunk.space, (_Atom(left.width, face, left, None),)),
                _Chunk(right.width, 0.0, (_Atom(right.width, face, right, None),)),
            )
    return None


def _balanced(unit: _Unit, style: TextStyle, width: float, size: float, language: str, lines: _Lines) -> _Lines:
    """The same number of lines, set to the narrowest measure that still gives it."""
    low, high = width * 0.4, width
    for _ in range(7):
        middle = (low + high) / 2
        tried, _, over = _break(unit, style, middle, size, language)
        if len(tried) <= len(lines) and over <= 0:
            lines, high = tried, middle
        else:
            low = middle
    return lines


def _placed(
    unit: _Unit,
    lines: _Lines,
    style: TextStyle,
    box: Box,
    size: float,
    ink: Colour,
    over_width: float,
    over_height: float,
) -> TextBlock:
    face = unit.regular
    cap, leading = face.cap_height * size, style.leading * size
    starts = [bool(line) and line[0].space < 0 for line in lines]
    extra = style.paragraph * size
    block = cap + leading * max(len(lines) - 1, 0) + extra * max(sum(starts) - 1, 0)
    if style.valign == "middle":
        y = box.y + (box.height - block) / 2 + cap
    elif style.valign == "bottom":
        y = box.bottom - face.descent * size - block + cap
    else:
        y = box.y + cap
    placed: list[Line] = []
    icons: list[InlineIcon] = []
    left, right = box.right, box.x
    top = y - cap
    icon_height = style.icon_scale * cap
    for number, line in enumerate(lines):
        if number:
            y += leading + (extra if starts[number] else 0.0)
        total = sum([chunk.width for chunk in line]) + sum([max(chunk.space, 0.0) for chunk in line[1:]])
        total = (total - style.tracking) * size if style.tracking else total * size
        x = box.x
        if style.align == "right":
            x = box.right - total
        elif style.align == "center":
            x = box.x + (box.width - total) / 2
        left, right = min(left, x), max(right, x + total)
        fragments: list[Fragment] = []
        words: list[Shaped] = []
        current: Typeface | None = None
        start = x
        gap = -1.0
        for index, chunk in enumerate(line):
            space = max(chunk.space, 0.0) * size if index else 0.0
            x += space
            for position, atom in enumerate(chunk.atoms):
                shaped = atom.shaped
                if shaped is None:
                    picture = atom.picture
                    assert picture is not None
                    if words and current is not None:
                        fragments.append(Fragment(start, current, tuple(words), max(gap, 0.0)))
                        words, current = [], None
                    icons.append(InlineIcon(x, y - cap / 2 - icon_height / 2, atom.width * size, icon_height, picture))
                else:
                    # A word joins the fragment only if the same typeface goes on after one ordinary space.
                    joins = (
                        atom.typeface is current and position == 0 and index and (gap < 0 or abs(gap - space) < 1e-6)
                    )
                    if joins:
                        gap = space
                        words.append(shaped)
                    else:
                        if words and current is not None:
                            fragments.append(Fragment(start, current, tuple(words), max(gap, 0.0)))
                        words, current, start, gap = [shaped], atom.typeface, x, -1.0
                x += atom.width * size
        if words and current is not None:
            fragments.append(Fragment(start, current, tuple(words), max(gap, 0.0)))
        placed.append(Line(y, tuple(fragments)))
    bottom = y + face.descent * size
    covered = Box(left, top, max(right - left, 0.0), bottom - top) if lines else Box(box.x, box.y, 0.0, 0.0)
    return TextBlock(
        tuple(placed),
        tuple(icons),
        size,
        ink,
        style.tracking * size,
        covered,
        over_width,
        over_height,
        unit.missing,
    )


def has_unclosed_mark(text: str) -> str:
    """What is wrong with the marks of a rich text, or an empty text."""
    return parse(text)[1]


def plain(text: str) -> str:
    """A rich text without its marks; icons become their names. For bookmarks and slugs."""
    runs: tuple[Run, ...] = parse(text)[0]
    return "".join(run.text if run.kind == "text" else f"[{run.text}]" if run.kind == "icon" else " " for run in runs)
