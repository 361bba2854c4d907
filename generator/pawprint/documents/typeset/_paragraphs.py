"""Words -> lines: shaped once, then broken where a whole paragraph looks best.

Widths are in ems until lines are made, so that a text is shaped once for any size. Of all ways to break a paragraph
the one with the least sum of faults is taken (as Knuth and Plass do it): ragged lines, divided words, a last line
that is next to nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from pawprint.core.colour import Colour
from pawprint.core.geometry import Box
from pawprint.core.picture import Picture
from pawprint.core.source import Span
from pawprint.documents.content import Words
from pawprint.documents.typeset._strips import Fragment, PageNumber, PaintItem
from pawprint.documents.typeset.structure import Mark
from pawprint.graphics.ops import DrawText, Op, StructureElement, Symbol, UseSymbol
from pawprint.graphics.traverse import Link
from pawprint.typography.characters import letters_of
from pawprint.typography.languages import NO_BREAK
from pawprint.typography.metrics import SOFT_HYPHEN, Metrics, Shaped, Typeface
from pawprint.typography.shaping import Item, RunShaper, ShapedText, simple_items
from pawprint.typography.text_style import TextStyle, resolve_align
from pawprint.typography.words import Chunk, break_points, chunk_of, division_points

#: Faults of a line, in ems of missing text, squared: a divided word, two in a row, a last line of a few letters.
_HYPHEN, _LADDER, _STUB = 20.0, 60.0, 40.0
#: A line that ends at a sign within a word.
_OWN = 5.0
#: A line ought not to be shorter than this by its share; otherwise words are divided.
_RAGGED = 0.2
#: How far the area of a link reaches above the baseline, in ascents.
_LINK_TOP = 0.9
#: Of justified text: how much of a gap may be added (before words are divided) or taken away.
_STRETCH, _SHRINK = 0.7, 0.2


class LogicalLine:
    """The text between two new lines. Its breaks are found once, for all sizes.

    Attributes:
        width: in ems, if it is not broken.
    """

    def __init__(self, items: list[Item]) -> None:
        self.items = items
        self.width = sum([space + chunk.width for space, chunk, _ in items[1:]]) + items[0][1].width
        self.breaks: dict[bool, list[_Break]] = {}  # without and with words that are divided


class ParagraphText:
    """A text that is shaped, for any size."""

    def __init__(self, shaped: ShapedText) -> None:
        items = shaped.items
        starts = [at for at, item in enumerate(items) if item[0] < 0]
        self.lines = [LogicalLine(items[at:end]) for at, end in pairwise([*starts, len(items)])]
        self.unset = shaped.unset
        self.start, self.scripts = shaped.start, shaped.scripts

    @cached_property
    def natural(self) -> tuple[float, float]:
        """(the widest word, the widest line if none need be broken), in ems."""
        word = longest = 0.0
        for logical in self.lines:
            line = 0.0
            for space, chunk, _ in logical.items:
                line = chunk.width if space < 0 else line + space + chunk.width
                word = max(word, chunk.width)
            longest = max(longest, line)
        return word, longest


class ShapedWords(NamedTuple):
    """A shaped text, ready to be broken at any width; *marks* are those of its runs."""

    text: ParagraphText
    face: Typeface
    style: TextStyle
    marks: Sequence[Mark]

    def natural(self, size: float) -> tuple[float, float]:
        """(the widest word, the widest line if none need be broken), in points at *size*."""
        word, line = self.text.natural
        return word * size, line * size

    def sized(self, style: TextStyle) -> "ShapedWords":
        """The same in the same style, as large as *style*."""
        return ShapedWords(self.text, self.face, style, self.marks)


#: The drawing of an icon in a line whose words have that colour.
IconSymbol = Callable[[Picture, Colour], Symbol]


class Line(NamedTuple):
    """A line of text, its y at the baseline, in a column that begins at x = 0; *width* in points."""

    fragment: Fragment
    width: float


class BrokenText(NamedTuple):
    """Lines; *over*: how many points the longest line is too wide."""

    lines: tuple[Line, ...]
    over: float


@dataclass(eq=False)
class ParagraphSetter:
    """Shapes and breaks the texts of a document.

    Attributes:
        icon: finds an icon for a text at a span; None (after its own finding) leaves it out.
        unset: called with the characters of a text that cannot be set, as often as it has them, the family of the font,
            and the place of the text.
        symbol: draws an icon.
    """

    metrics: Metrics
    language: str
    icon: Callable[[str, Span], Picture | None]
    unset: Callable[[Sequence[str], str, Span], None]
    symbol: IconSymbol
    _texts: dict[object, ParagraphText] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._shaper = RunShaper(self.metrics)

    def shape(self, words: Words, style: TextStyle, marks: Sequence[Mark], span: Span) -> ShapedWords:
        """The runs of *words*, each with its mark, in the style *style*."""
        face = self.metrics.typeface(style.family, style.bold, style.italic)
        pictures = tuple([self.icon(run.text, span) for run in words if run.kind == "icon"])
        # All of the style that makes words wide; its size does not.
        shape = (style.family, style.fallback, style.bold, style.italic, style.case, style.tracking, style.icon_scale)
        key = (words, pictures, shape)
        text = self._texts.get(key)
        if text is None:
            shaped = self._shaper.shape(_with_counts_tied(words), style, self.language, pictures)
            text = self._texts[key] = ParagraphText(shaped)
        if text.unset:
            written = " ".join([run.text for run in words if run.kind == "text"])
            self.unset(letters_of(written, text.unset), style.family, span)
        return ShapedWords(text, face, style, marks)

    def lines(self, shaped: ShapedWords, room: float, first: tuple[int, float] = (0, 0.0)) -> BrokenText:
        """Break *shaped* into lines *room* points wide.

        Args:
            first: a number of lines at the beginning, and their width.
        """
        style = shaped.style
        size = style.size
        width = room / size + style.tracking + 1e-6
        early = first[1] / size + style.tracking + 1e-6
        lines: list[Line] = []
        over = 0.0
        for logical in shaped.text.lines:
            narrow = max(first[0] - len(lines), 0)
            for number, (parts, gaps, last) in enumerate(self._broken(logical, style, narrow, early, width)):
                mine = first[1] if number < narrow else room
                line = _line(parts, gaps, last, shaped, mine, self.symbol)
                over = max(over, line.width - mine)
                lines.append(line)
        return BrokenText(tuple(lines), over if over > 0.01 else 0.0)

    def _broken(
        self, logical: LogicalLine, style: TextStyle, narrow: int, early: float, width: float
    ) -> list[tuple[list[Item], int, bool]]:
        """Lines as (parts with the space before each, number of gaps, whether it is the last)."""
        items = logical.items
        if logical.width <= (early if narrow else width):
            return [(_parts_of(items, 0, len(items)), len(items) - 1, True)]
        breaks = self._breaks(logical, False, style.tracking)
        chain, fault = _best(breaks, style, narrow, early, width)
        if fault and (style.hyphenate or fault > 1):
            divided = self._breaks(logical, True, style.tracking)
            if len(divided) > len(breaks):
                breaks = divided
                chain, _ = _best(breaks, style, narrow, early, width)
        result = []
        before: _Break | None = None
        for position, index in enumerate(chain):
            here = breaks[index]
            first, head = (before.item, before.rest) if before else (0, None)
            parts = _parts_of(items, first + (1 if before and head is None else 0), here.item + 1)
            if head is not None:
                parts[0] = (0.0, head, parts[0][2])
            if here.cut is not None:
                again = before is not None and head is not None and before.item == here.item
                whole = _between(before, here, style.tracking) if again and before else here.cut
                parts[-1] = (parts[-1][0], whole, parts[-1][2])
            gaps = sum(1 for space, _, _ in parts[1:] if space > 0)
            result.append((parts, gaps, position == len(chain) - 1))
            before = here
        return result

    def _breaks(self, logical: LogicalLine, divide: bool, tracking: float) -> list["_Break"]:
        """All places where a line may end, in their order; the last one is the end of the text."""
        breaks = logical.breaks.get(divide)
        if breaks is None:
            breaks = logical.breaks[divide] = self._found_breaks(logical.items, divide, tracking)
        return breaks

    def _found_breaks(self, items: list[Item], divide: bool, tracking: float) -> list["_Break"]:
        breaks: list[_Break] = []
        at = 0.0
        for index, (space, chunk, _) in enumerate(items):
            if index:
                at += space
            if chunk.word is not None and chunk.face is not None:
                text = chunk.word.text
                places = [(place, "") for place in break_points(text)]
                if divide:
                    places += [(place, SOFT_HYPHEN) for place in division_points(text, self.language)]
                for place, hyphen in sorted(places):
                    left = chunk_of(chunk.face, text[:place] + hyphen, tracking)
                    right = chunk_of(chunk.face, text[place:], tracking)
                    fault = _HYPHEN if hyphen else _OWN
                    start = at + chunk.width - right.width
                    breaks.append(_Break(at + left.width, start, fault, bool(hyphen), index, left, right))
            at += chunk.width
            following = items[index + 1][0] if index + 1 < len(items) else 0.0
            breaks.append(_Break(at, at + following, 0.0, False, index, None, None))
        return breaks


class _Break(NamedTuple):
    """A place where a line may end.

    Attributes:
        end: of the line, in ems from the beginning of the text. start: of the next line.
        cut, rest: the parts of a word that is divided.
    """

    end: float
    start: float
    fault: float
    divided: bool
    item: int
    cut: Chunk | None
    rest: Chunk | None


def _best(breaks: list[_Break], style: TextStyle, narrow: int, early: float, wide: float) -> tuple[list[int], int]:
    """(the breaks to take, how badly: 0 well, 1 with a line that is too short, 2 with one that is too long)."""
    count = len(breaks)
    infinite = 1e18
    sums = [infinite] * (count + 1)  # the last stands for the beginning of the text
    previous = [-2] * (count + 1)
    lines = [0] * (count + 1)
    sums[-1] = 0.0
    low = -1  # the first break after which a line may still begin
    justify = style.align == "justify"
    starts = [here.start for here in breaks] + [0.0]
    for index, (end, _, fault, divided, *_) in enumerate(breaks):
        final = index == count - 1
        best, best_from = infinite, -2
        for origin in range(low, index):
            if sums[origin] >= infinite:
                continue
            number = lines[origin]
            room = early if number < narrow else wide
            width = end - starts[origin]
            if width > room:
                if origin == low and number >= narrow and width > wide * 1.06:
                    low += 1
                if not justify or width > room * 1.02:
                    continue
            short = room - width
            if final and not style.balance:
                ragged = _STUB if width < min(0.12 * room, 4.0) and origin >= 0 else 0.0
            else:
                ragged = short * short
            bad = sums[origin] + ragged + fault + 1.0
            if divided and origin >= 0 and breaks[origin].divided:
                bad += _LADDER
            if bad < best:
                best, best_from = bad, origin
        if best_from == -2 and (final or all(sums[k] >= infinite for k in range(max(low, -1), index + 1))):
            # Not even one word fits: it stands alone, too wide.
            best_from = next(k for k in range(index - 1, -2, -1) if sums[k] < infinite)
            best = sums[best_from] + 1e6
        if best_from != -2:
            sums[index], previous[index], lines[index] = best, best_from, lines[best_from] + 1
    chain: list[int] = []
    at = count - 1
    while at >= 0:
        chain.append(at)
        at = previous[at]
    chain.reverse()
    faults = 2 if sums[count - 1] >= 1e6 else 0
    if not faults:
        start = 0.0
        for number, index in enumerate(chain[:-1]):
            room = early if number < narrow else wide
            if room - (breaks[index].end - start) > _RAGGED * room:
                faults = 1
            start = breaks[index].start
    return chain, faults


def _between(before: _Break, here: _Break, tracking: float) -> Chunk:
    """The part of a word between two breaks."""
    left, cut = before.cut, here.cut
    if left is None or cut is None or left.word is None or cut.word is None or cut.face is None:
        raise ValueError("both breaks divide a word")
    return chunk_of(cut.face, cut.word.text[len(left.word.text.rstrip(SOFT_HYPHEN)) :], tracking)


def _parts_of(items: list[Item], first: int, last: int) -> list[Item]:
    """The words and icons of some items; no space before the first one."""
    parts = simple_items(items[first:last])
    if parts:
        parts[0] = (0.0, *parts[0][1:])
    return parts


def _with_counts_tied(words: Words) -> Words:
    """*words* with a no-break space between a number and the icon that it counts."""
    tied = list(words)
    for index, (run, following) in enumerate(pairwise(words)):
        if run.kind == "text" and following.kind == "icon" and run.text.endswith(" "):
            before = run.text[:-1]
            if not before and index and words[index - 1].kind == "text":
                before = words[index - 1].text
            if before[-1:].isdigit():
                tied[index] = run._replace(text=run.text[:-1] + NO_BREAK)
    return tuple(tied)


def _line(parts: list[Item], gaps: int, last: bool, shaped: ShapedWords, room: float, symbol: IconSymbol) -> Line:
    text, _, style, marks = shaped
    if text.scripts:
        from pawprint.typography.script_text import in_visual_order

        parts = in_visual_order(parts)
    size, tracking = style.size, style.tracking * style.size
    width = sum([space + part.width for space, part, _ in parts]) * size - tracking
    more = 0.0
    if style.align == "justify" and gaps and (not last or width > room):
        more = (room - width) / gaps
        width = room
    align = resolve_align("start" if style.align == "justify" else style.align, text.start)
    x = room - width if align == "right" else (room - width) / 2 if align == "center" else 0.0
    line = _LineItems(shaped, symbol)
    at = 0.0
    words: list[Shaped] = []  # of one typeface and mark, with even gaps
    words_face: Typeface | None = None
    words_run = -1
    begun = end = 0.0
    gap = -1.0

    def flush() -> None:
        if words and words_face is not None:
            text = DrawText(begun, 0.0, words_face, size, marks[words_run].ink, tuple(words), max(gap - tracking, 0.0))
            line.add(text._replace(tracking=tracking), marks[words_run], begun, end)

    for space, part, run in parts:
        before = space * size + (more if space > 0 else 0.0)
        at += before
        if part.word is None:
            flush()
            words, gap = [], -1.0
            if part.picture is not None:
                line.add_icon(part.picture, marks[run], at, at + part.width * size)
        else:
            same = words and part.face is words_face and (run == words_run or marks[run] == marks[words_run])
            if same and space > 0 and (gap < 0 or abs(gap - before) < 1e-6):
                gap = before
            else:
                flush()
                words, gap, words_face, words_run, begun = [], -1.0, part.face, run, at
            words.append(part.word)
        at += part.width * size
        end = at - tracking
    flush()
    return Line(Fragment(x, 0.0, tuple(line.items), tuple(line.links()), line.ascent), width)


class _LineItems:
    """The operations of one line, and the areas of its links."""

    def __init__(self, shaped: ShapedWords, symbol: IconSymbol) -> None:
        self._face, self._style, self._symbol = shaped.face, shaped.style, symbol
        self.ascent = shaped.face.ascent * shaped.style.size
        self.items: list[PaintItem] = []
        self._links: dict[StructureElement, tuple[float, float, Mark]] = {}

    def add(self, op: Op, mark: Mark, left: float, right: float) -> None:
        page = PageNumber(mark.link.removeprefix("#"), mark.page) if mark.page else None
        self.items.append(PaintItem(op, mark.element, page))
        if mark.link and mark.element is not None:
            known = self._links.get(mark.element)
            self._links[mark.element] = (known[0] if known else left, right, mark)

    def add_icon(self, picture: Picture, mark: Mark, left: float, right: float) -> None:
        capitals = self._face.cap_height * self._style.size
        height = self._style.icon_scale * capitals
        scale = height / picture.height
        top = -capitals / 2 - height / 2
        matrix = (scale, 0.0, 0.0, scale, left - picture.x * scale, top - picture.y * scale)
        self.add(UseSymbol(self._symbol(picture, mark.ink), matrix), mark, left, right)

    def links(self) -> Iterator[Link]:
        top = self.ascent * _LINK_TOP
        height = top + self._face.descent * self._style.size
        for element, (left, right, mark) in self._links.items():
            yield Link(Box(left, -top, right - left, height), mark.link, mark.words, element)
