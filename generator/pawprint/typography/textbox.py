"""Words -> lines in a box: breaking, fitting, aligning. Overset text is a finding, never a silent cut.

All widths are measured in ems first, so that a text is shaped once and then tried at any size.
"""

from collections.abc import Callable
from copy import copy
from functools import cache
from typing import NamedTuple

from pawprint.core.colour import Colour
from pawprint.core.geometry import Box
from pawprint.core.picture import Picture
from pawprint.typography.markup import parse
from pawprint.typography.metrics import Metrics, Shaped, Typeface
from pawprint.typography.shaping import NEW_LINE, Item, RunShaper, ShapedText
from pawprint.typography.text_style import PLAIN, RunStyle, TextStyle, resolve_align
from pawprint.typography.words import Chunk, break_points, chunk_of, division_points

#: A text of so few letters (a number, a level) comes back on many pieces in the same place, and is set once.
_SHORT = 6

#: How far accents and tails may stand out of their box, which is measured by capitals: 1 mm, in points.
INK_AIR = 72 / 25.4
#: Text may be higher than its box by as many points; nobody can see or cut that.
_HAIR = 0.01


class Fragment(NamedTuple):
    """Words of one typeface and style on a line; x from the left of the face, in points."""

    x: float
    typeface: Typeface
    words: tuple[Shaped, ...]
    gap: float
    style: RunStyle = PLAIN


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


class TextBlock(NamedTuple):
    """Text that has found its place.

    Attributes:
        size: the size at which it fits, in points.
        box: the area that the lines really cover.
        over_width, over_height: points by which it does not fit; 0 when it does.
        unset: characters that cannot be set: no typeface has them.
        ink_outside: points by which letters, such as accents and tails, stand out of their box above or below; 0 for
            less than a millimetre, because boxes are measured by capitals.
    """

    lines: tuple[Line, ...]
    icons: tuple[InlineIcon, ...]
    size: float
    ink: Colour
    tracking: float
    box: Box
    over_width: float = 0.0
    over_height: float = 0.0
    unset: str = ""
    ink_outside: float = 0.0


def _ink_outside(lines: list[Line], size: float, box: Box) -> float:
    """The points by which the letters of *lines* stand out of *box* above or below; 0 within `INK_AIR`."""
    outside = 0.0
    # Where there is room for all letters of a font, none need be looked at.
    room = lines[0].y - box.y
    for part in lines[0].fragments:
        if part.typeface.ascent * size - room > INK_AIR:
            outside = max(outside, max([part.typeface.ink(word)[0] for word in part.words]) * size - room)
    room = box.y + box.height - lines[-1].y
    for part in lines[-1].fragments:
        if part.typeface.descent * size - room > INK_AIR:
            outside = max(outside, max([part.typeface.ink(word)[1] for word in part.words]) * size - room)
    return outside if outside > INK_AIR else 0.0


#: Finds the picture of an inline icon; None, after its own finding, leaves it out.
Icons = Callable[[str], Picture | None]
#: The icons of a text, in their order.
_Pictures = tuple[Picture | None, ...]


class TextSetter:
    """Sets texts with one set of fonts; remembers what it has shaped.

    Args:
        metrics: the fonts.
    """

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.shaper = RunShaper(metrics)
        self._shaped: dict[tuple[str, str, TextStyle, _Pictures], ShapedText] = {}
        self._blocks: dict[tuple[str, Box, Colour, str, float, TextStyle, bool], TextBlock] = {}

    def with_metrics(self, metrics: Metrics) -> "TextSetter":
        """This setter with everything that it has shaped, for *metrics* with the same fonts."""
        other = copy(self)
        other.metrics, other.shaper = metrics, self.shaper.with_metrics(metrics)
        return other

    def set(
        self,
        text: str,
        style: TextStyle,
        box: Box,
        ink: Colour,
        language: str,
        icon: Icons,
        scale: float = 1.0,
        inside: bool = True,
    ) -> TextBlock:
        """Set *text* into *box*.

        Args:
            icon: finds the picture of an inline icon; None (after its own finding) leaves it out.
            scale: factor on both sizes of the style, for columns that shrink as a whole.
            inside: sizes at which accents or tails stand out of *box* do not fit, unless all do.
        """
        if len(text) > _SHORT or ":" in text:
            return self._set(text, style, box, ink, language, icon, scale, inside)
        key = (text, box, ink, language, scale, style, inside)
        block = self._blocks.get(key)
        if block is None:
            block = self._blocks[key] = self._set(text, style, box, ink, language, icon, scale, inside)
        return block

    def _set(
        self, text: str, style: TextStyle, box: Box, ink: Colour, language: str, icon: Icons, scale: float, inside: bool
    ) -> TextBlock:
        shaped = self._shape(text, style, language, icon)
        size, smallest = style.size * scale, style.min_size * scale
        high_enough = box.height + _HAIR
        lines_at = cache(lambda tried: _break(shaped, style, box.width, tried, language))

        def fits(tried: float) -> bool:
            return lines_at(tried)[2] <= 0 and lines_at(tried)[1] <= high_enough

        def place(tried: float) -> TextBlock:
            lines, height, over = lines_at(tried)
            if style.balance and len(lines) > 1:
                lines = _balanced(shaped, style, box.width, tried, language, lines)
            too_high = height - box.height if height > high_enough else 0.0
            return _placed(shaped, lines, style, box, tried, ink, over, too_high)

        def holds_ink(tried: float) -> bool:
            return fits(tried) and not place(tried).ink_outside

        block = place(_largest(size, smallest, style.step, fits))
        if inside and block.ink_outside and block.size > smallest:
            smaller = place(_largest(size, smallest, style.step, holds_ink))
            block = block if smaller.ink_outside else smaller
        return block

    def height(self, text: str, style: TextStyle, width: float, language: str, icon: Icons, scale: float) -> float:
        """Height in points of *text* in a column *width* points wide, at the style's size."""
        shaped = self._shape(text, style, language, icon)
        return _break(shaped, style, width, style.size * scale, language)[1]

    def width(self, text: str, style: TextStyle, language: str, icon: Icons, scale: float) -> float:
        """Width in points of *text* on one line, at the style's size."""
        shaped = self._shape(text, style, language, icon)
        total = longest = 0.0
        for space, chunk, _ in shaped.items:
            total = chunk.width if space < 0 else total + space + chunk.width
            longest = max(longest, total)
        return (longest - style.tracking) * style.size * scale if longest else 0.0

    def _shape(self, text: str, style: TextStyle, language: str, icon: Icons) -> ShapedText:
        pictures: _Pictures = ()
        if ":" in text:  # looked up each time, since a missing icon is reported for each piece
            pictures = tuple([icon(run.text) for run in parse(text)[0] if run.kind == "icon"])
        key = (text, language, style, pictures)
        shaped = self._shaped.get(key)
        if shaped is None:
            shaped = self._shaped[key] = self.shaper.shape(parse(text)[0], style, language, pictures)
        return shaped


def _largest(size: float, smallest: float, step: float, holds: Callable[[float], bool]) -> float:
    """The largest of the sizes from *size* to *smallest*, in steps, for which *holds*; *smallest* if there is none."""
    if smallest >= size or holds(size):
        return size
    low, high, best = 1, int((size - smallest) / step + 1e-6), smallest
    while low <= high:
        middle = (low + high) // 2
        tried = size - middle * step
        if holds(tried):
            best, high = tried, middle - 1
        else:
            low = middle + 1
    return best


#: The items of a line and their width in ems.
_Lines = list[tuple[list[Item], float]]


def _break(
    shaped: ShapedText, style: TextStyle, width: float, size: float, language: str
) -> tuple[_Lines, float, float]:
    """(lines, height in points, points by which the longest line is too wide), first fit."""
    room = width / size + style.tracking + 1e-6  # there is none behind the last letter of a line
    lines: _Lines = []
    line: list[Item] = []
    used = over = 0.0
    paragraphs = -1
    divided = 0
    scripts = shaped.scripts
    if scripts:
        from pawprint.typography.script_text import edge_blanks
    for item in shaped.items:
        space, chunk, run = item
        need = chunk.width
        if space < 0:
            if line:
                lines.append((line, used))
            line, used, space = [], 0.0, 0.0
            paragraphs += 1
            divided = 0
        while used + space + need > room:
            if scripts and used + space + need - edge_blanks(chunk)[1] <= room:
                break
            # Two hyphens may follow each other; more only where a word is wider than the box.
            divides = style.hyphenate and (need > room or (divided < 2 and room - used > 0.25 * room))
            halves = _longest_cut(chunk, room - used - space, style.tracking)
            if halves is None and divides:
                halves = _longest_cut(chunk, room - used - space, style.tracking, language)
                divided += 1
            if halves is not None:
                line.append((item[0], halves[0], run))
                used += space + halves[0].width
                chunk = halves[1]
                item, need = (0.0, chunk, run), chunk.width
            elif line:
                divided = 0
            else:
                over = max(over, need - room)
                break
            lines.append((line, used))
            line, used, space = [], 0.0, 0.0
        line.append(item)
        used += space + need
        if scripts and len(line) == 1:
            used -= edge_blanks(chunk)[0]
    if line:
        lines.append((line, used))
    if not lines:
        return lines, 0.0, 0.0
    face = shaped.regular
    extra = (len(lines) - 1) * style.leading + paragraphs * style.paragraph
    # What is centred is the capitals; tails may hang below as accents stand above.
    tails = 0.0 if style.valign == "middle" else face.descent
    return lines, size * (face.cap_height + tails + extra), over * size


def _longest_cut(chunk: Chunk, room: float, tracking: float, language: str = "") -> tuple[Chunk, Chunk] | None:
    """The two parts of a word of which the first is the longest that fits into *room* ems.

    It is cut after a sign; with a *language* given, between two syllables, where it gets a hyphen.
    """
    if chunk.word is None or chunk.face is None or chunk.level:
        return None
    text = chunk.word.text
    places, hyphen = (division_points(text, language), "-") if language else (break_points(text), "")
    for place in reversed(places):
        left = chunk_of(chunk.face, text[:place] + hyphen, tracking)
        if left.width <= room:
            return left, chunk_of(chunk.face, text[place:], tracking)
    return None


def _balanced(shaped: ShapedText, style: TextStyle, width: float, size: float, language: str, lines: _Lines) -> _Lines:
    """The same number of lines, set to the narrowest measure that still gives it."""
    low, high = width * 0.4, width
    for _ in range(7):
        middle = (low + high) / 2
        tried, _, over = _break(shaped, style, middle, size, language)
        if len(tried) <= len(lines) and over <= 0:
            lines, high = tried, middle
        else:
            low = middle
    return lines


def _placed(
    shaped: ShapedText,
    lines: _Lines,
    style: TextStyle,
    box: Box,
    size: float,
    ink: Colour,
    over_width: float,
    over_height: float,
) -> TextBlock:
    if not lines:
        nothing = Box(box.x, box.y, 0.0, 0.0)
        return TextBlock((), (), size, ink, style.tracking * size, nothing, over_width, over_height, shaped.unset)
    face = shaped.regular
    cap, leading, extra = face.cap_height * size, style.leading * size, style.paragraph * size
    paragraphs = sum(items[0][0] < 0 for items, _ in lines) - 1 if extra else 0
    block = cap + leading * (len(lines) - 1) + extra * paragraphs
    if style.valign == "middle":
        y = box.y + (box.height - block) / 2 + cap
    elif style.valign == "bottom":
        y = box.bottom - face.descent * size - block + cap
    else:
        y = box.y + cap
    placed: list[Line] = []
    icons: list[InlineIcon] = []
    top, left, right = y - cap, box.right, box.x
    tracking, single = style.tracking * size, shaped.single
    align = resolve_align("start" if style.align == "justify" else style.align, shaped.start)
    indent = 0.0  # how far a line begins to the left of its place, where its first sign is empty
    for number, (items, ems) in enumerate(lines):
        if number:
            y += leading + (extra if items[0][0] < 0 else 0.0)
        if shaped.scripts:
            from pawprint.typography.script_text import edge_blanks, in_visual_order

            items = in_visual_order(items)
            indent, end = edge_blanks(items[0][1])[0], edge_blanks(items[-1][1])[1]
            ems = sum([space + chunk.width for space, chunk, _ in items[1:]]) + items[0][1].width - indent - end
        total = ems * size - tracking
        if style.align == "justify" and number + 1 < len(lines) and lines[number + 1][0][0][0] >= 0:
            items = _stretched(items, (box.width - total) / size)
            total = box.width
        x = box.x
        if align == "right":
            x = box.right - total
        elif align == "center":
            x = box.x + (box.width - total) / 2
        left, right = min(left, x), max(right, x + total)
        x -= indent * size
        if single is not None:
            words = tuple([chunk.word for _, chunk, _ in items])
            fragments: tuple[Fragment, ...] = (Fragment(x, single, words, max(items[-1][0] * size - tracking, 0.0)),)  # type: ignore[arg-type]
        else:
            fragments = _fragments(items, x, y, size, cap * style.icon_scale, cap, tracking, icons, shaped.styles)
        placed.append(Line(y, fragments))
    covered = Box(left, top, max(right - left, 0.0), y + face.descent * size - top)
    outside = _ink_outside(placed, size, box)
    return TextBlock(
        tuple(placed), tuple(icons), size, ink, tracking, covered, over_width, over_height, shaped.unset, outside
    )


def _stretched(items: list[Item], room: float) -> list[Item]:
    """The items of a line with *room* ems shared out among the spaces between them; as they are without any."""
    spaces = sum(space > 0 for space, *_ in items[1:])
    if not spaces or room <= 0:
        return items
    more = room / spaces
    return [items[0], *((space + more if space > 0 else space, chunk, run) for space, chunk, run in items[1:])]


def _fragments(
    items: list[Item],
    x: float,
    y: float,
    size: float,
    icon_height: float,
    cap: float,
    tracking: float,
    icons: list[InlineIcon],
    styles: tuple[RunStyle, ...],
) -> tuple[Fragment, ...]:
    """The words of a line from *x* on, joined as long as typeface, gap and style stay the same; icons go to *icons*."""
    face, gap = items[0][1].face, items[-1][0] if len(items) > 1 else NEW_LINE
    if face is not None and not styles:
        same: list[Shaped] = []
        for space, chunk, _ in items:
            if chunk.face is not face or (same and (space != gap or not space)):
                break
            same.append(chunk.word)  # type: ignore[arg-type]  # a chunk with a face has a word
        else:
            return (Fragment(x, face, tuple(same), max(gap * size - tracking, 0.0)),)
    fragments: list[Fragment] = []
    words: list[Shaped] = []
    current: Typeface | None = None
    start, gap, style = x, -1.0, PLAIN

    def flush() -> None:
        nonlocal words, gap
        if words and current is not None:
            fragments.append(Fragment(start, current, tuple(words), max(gap * size - tracking, 0.0), style))
        words, gap = [], -1.0

    own = PLAIN
    for number, (space, chunk, run) in enumerate(items):
        if number:
            x += space * size
        if words and chunk.face is current and not styles and space and (gap == space or gap == -1.0):
            gap = space
            words.append(chunk.word)  # type: ignore[arg-type]
            x += chunk.width * size
            continue
        for position, part in enumerate(chunk.parts or (chunk,)):
            if styles:
                own = styles[chunk.runs[position] if chunk.runs else run]
            if part.picture is not None:
                flush()
                icons.append(InlineIcon(x, y - cap / 2 - icon_height / 2, part.width * size, icon_height, part.picture))
            elif part.word is not None:
                # A word joins the fragment if the same typeface goes on after the same gap.
                if words and part.face is current and position == 0 and gap in (-1.0, space) and space and own == style:
                    gap = space
                else:
                    flush()
                    start, current, style = x, part.face, own
                words.append(part.word)
            x += part.width * size
    flush()
    return tuple(fragments)
