"""Words -> lines: shaped once, then broken where a whole paragraph looks best.

Widths are in ems until lines are made, so that a text is shaped once for any size. Of all ways to break a paragraph
the one with the least sum of faults is taken (as Knuth and Plass do it): ragged lines, divided words, a last line
that is next to nothing.
"""

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from pawprint.core.geometry import Box
from pawprint.core.picture import Picture
from pawprint.core.source import Span
from pawprint.typeset.blocks import Words
from pawprint.typeset.document_style import Look
from pawprint.typeset.strips import IconPiece, Mark, SetLine, TextPiece
from pawprint.typography.languages import NO_BREAK, hyphenations, set_parts
from pawprint.typography.metrics import SOFT_HYPHEN, Metrics, Shaped, Typeface
from pawprint.typography.words import Words as KnownWords

#: What typography sees of an icon and a new line.
_STAND_INS = {"icon": "\ufffc", "break": "\n"}

#: A word that may be divided: not the article before it, nor the signs behind.
_DIVISIBLE = re.compile(r"[^\W\d_]{6,50}+(?=\W{0,3}\Z)")
#: A line may end after these within a word, and nothing is added.
_OWN_BREAK = re.compile(r"(?<=[^\W\d_])[-\u2013/](?=[^\W\d_])|(?<=.)\u200b")

#: Faults of a line, in ems of missing text, squared: a divided word, two in a row, a last line of a few letters.
_HYPHEN, _LADDER, _STUB = 20.0, 60.0, 40.0
#: A line that ends at a sign within a word.
_OWN = 5.0
#: A line ought not to be shorter than this by its share; otherwise words are divided.
_RAGGED = 0.2
#: Of justified text: how much of a gap may be added (before words are divided) or taken away.
_STRETCH, _SHRINK = 0.7, 0.2

_NEW_LINE = -1.0
#: Between words; not where no line may break.
_SPACE = re.compile("[ \n]")


class TextPart(NamedTuple):
    """Letters of one typeface, or an icon; width in ems. *run* is the place of the run that it comes from."""

    width: float
    face: Typeface | None
    word: Shaped | None
    picture: Picture | None
    run: int


class Token(NamedTuple):
    """What stands between two places where a line may break; *space* in ems before it, `_NEW_LINE` for a new line.

    Attributes:
        parts: each with the space before it.
    """

    space: float
    width: float
    parts: tuple[tuple[float, TextPart], ...]


class Stretch:
    """What stands between two new lines of a text. Where it may be broken is found out once, for all its sizes.

    Attributes:
        width: in ems, if it is not broken.
    """

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.width = sum([token.space + token.width for token in tokens[1:]]) + tokens[0].width
        self.breaks: dict[bool, list[_Break]] = {}  # without and with words that are divided


class ParagraphText:
    """A text that is shaped, for any size."""

    def __init__(self, stretches: list[Stretch]) -> None:
        self.stretches = stretches

    @cached_property
    def natural(self) -> tuple[float, float]:
        """(the widest word, the widest line if none need be broken), in ems."""
        line = word = longest = 0.0
        for stretch in self.stretches:
            line = 0.0
            for space, width, _ in stretch.tokens:
                line = width if space < 0 else line + space + width
                word = max(word, width)
            longest = max(longest, line)
        return word, longest


class Ready(NamedTuple):
    """A shaped text, ready to be broken at any width; *marks* are those of its runs."""

    text: ParagraphText
    face: Typeface
    look: Look
    marks: Sequence[Mark]

    def natural(self, size: float) -> tuple[float, float]:
        """(the widest word, the widest line if none need be broken), in points at *size*."""
        word, line = self.text.natural
        return word * size, line * size

    def sized(self, look: Look) -> "Ready":
        """The same in the same style, as large as *look*."""
        return Ready(self.text, self.face, look, self.marks)


class SetText(NamedTuple):
    """Lines; *over* is by how many points the longest one is too wide."""

    lines: tuple[SetLine, ...]
    over: float


class Shaper:
    """Shapes and breaks the texts of a document.

    Args:
        icon: finds an icon for a text that stands at a span; None (after its own finding) leaves it out.
        unset: called with the characters of a text that cannot be set, and where it stands.
    """

    def __init__(
        self,
        metrics: Metrics,
        language: str,
        icon: Callable[[str, Span], Picture | None],
        unset: Callable[[str, Span], None],
    ) -> None:
        self.metrics = metrics
        self.language = language
        self._icon = icon
        self._unset = unset
        self._texts: dict[object, ParagraphText] = {}
        self._known: dict[tuple[str, str, float, bool, bool], KnownWords] = {}
        self._splits: dict[tuple[Typeface, str, bool], list[tuple[Shaped, Shaped, bool]]] = {}

    def shape(self, words: Words, look: Look, marks: Sequence[Mark], span: Span) -> Ready:
        """The runs of *words*, each with its mark, in the style *look*."""
        face = self.metrics.typeface(look.font, look.bold, look.italic)
        # All of the style that makes words wide; its size does not.
        key = (words, look.font, look.fallback, look.bold, look.italic, look.case, look.tracking, look.icon_scale)
        text = self._texts.get(key)
        if text is None:
            tokens, faulty = self._tokens(words, look, face, span)
            starts = [at for at, token in enumerate(tokens) if token.space < 0]
            text = ParagraphText([Stretch(tokens[at:end]) for at, end in pairwise([*starts, len(tokens)])])
            if not faulty:  # a fault is reported for each place
                self._texts[key] = text
        return Ready(text, face, look, marks)

    def _tokens(self, words: Words, look: Look, regular: Typeface, span: Span) -> tuple[list[Token], bool]:
        """(what stands between breaks, whether a character cannot be set or an icon is missing)."""
        tokens: list[Token] = []
        glued: list[TextPart] = []
        space = _NEW_LINE
        faulty = False
        unset = ""
        texts = set_parts([_STAND_INS.get(run.kind, run.text) for run in words], self.language) if words else []
        for index, (run, text) in enumerate(zip(words, texts, strict=True)):
            if run.kind == "text":
                if text.endswith(" ") and index + 1 < len(words) and words[index + 1].kind == "icon":
                    before = text[:-1] or (texts[index - 1] if index else "")
                    if before[-1:].isdigit():  # a number stays with the icon that it counts
                        text = text[:-1] + NO_BREAK
                known = self._words_of(look, look.bold or run.bold, look.italic or run.italic)
                gap = known.gap
                for number, word in enumerate(_SPACE.split(text.upper() if look.case == "upper" else text)):
                    if number:
                        if glued:
                            tokens.append(_token(space, glued))
                            glued, space = [], gap
                        elif space >= 0:
                            space = gap
                    if word:
                        chunk = known[word]
                        unset += chunk.unset
                        glued.append(TextPart(chunk.width, chunk.face, chunk.word, None, index))
            elif run.kind == "icon":
                picture = self._icon(run.text, span)
                if picture is None:
                    faulty = True
                else:
                    width = look.icon_scale * regular.cap_height * picture.width / picture.height
                    glued.append(TextPart(width, None, None, picture, index))
            else:
                if glued:
                    tokens.append(_token(space, glued))
                    glued = []
                space = _NEW_LINE
        if glued:
            tokens.append(_token(space, glued))
        if unset:
            self._unset("".join(dict.fromkeys(unset)), span)
        return tokens, faulty or bool(unset)

    def _words_of(self, look: Look, bold: bool, italic: bool) -> KnownWords:
        key = (look.font, look.fallback, look.tracking, bold, italic)
        known = self._known.get(key)
        if known is None:
            face = self.metrics.typeface(look.font, bold, italic)
            fallback = self.metrics.typeface(look.fallback, bold, italic)
            known = self._known[key] = KnownWords(face, fallback, look.tracking)
        return known

    def lines(self, shaped: Ready, room: float, first: tuple[int, float] = (0, 0.0)) -> SetText:
        """Break *shaped* into lines *room* points wide.

        Args:
            first: so many lines at the beginning have another room.
        """
        look = shaped.look
        size = look.size
        wide = room / size + look.tracking + 1e-6
        early = first[1] / size + look.tracking + 1e-6
        lines: list[SetLine] = []
        over = 0.0
        for stretch in shaped.text.stretches:
            narrow = max(first[0] - len(lines), 0)
            for number, (parts, gaps, last) in enumerate(self._broken(stretch, look, narrow, early, wide)):
                mine = first[1] if number < narrow else room
                line = _line(parts, gaps, last, shaped, mine)
                over = max(over, line.width - mine)
                lines.append(line)
        return SetText(tuple(lines), over if over > 0.01 else 0.0)

    def _broken(
        self, stretch: Stretch, look: Look, narrow: int, early: float, wide: float
    ) -> list[tuple[list[tuple[float, TextPart]], int, bool]]:
        """Lines as (parts with the space before each, number of gaps, whether it is the last)."""
        tokens = stretch.tokens
        if stretch.width <= (early if narrow else wide):
            return [(_parts_of(tokens, 0, len(tokens)), len(tokens) - 1, True)]
        breaks = self._breaks(stretch, False)
        chain, fault = _best(breaks, look, narrow, early, wide)
        if fault and (look.hyphenate or fault > 1):
            divided = self._breaks(stretch, True)
            if len(divided) > len(breaks):
                breaks = divided
                chain, _ = _best(breaks, look, narrow, early, wide)
        result = []
        before: _Break | None = None
        for position, index in enumerate(chain):
            here = breaks[index]
            first, head = (before.token, before.rest) if before else (0, None)
            parts = _parts_of(tokens, first + (1 if before and head is None else 0), here.token + 1)
            if head is not None:
                parts[0] = (0.0, head)
            if here.cut is not None:
                again = before is not None and head is not None and before.token == here.token
                parts[-1] = (parts[-1][0], _between(before, here) if again and before else here.cut)
            gaps = sum(1 for space, _ in parts[1:] if space > 0)
            result.append((parts, gaps, position == len(chain) - 1))
            before = here
        return result

    def _breaks(self, stretch: Stretch, divide: bool) -> list["_Break"]:
        """All places where a line may end, in their order; the last one is the end of the text."""
        breaks = stretch.breaks.get(divide)
        if breaks is None:
            breaks = stretch.breaks[divide] = self._found_breaks(stretch.tokens, divide)
        return breaks

    def _found_breaks(self, tokens: list[Token], divide: bool) -> list["_Break"]:
        breaks: list[_Break] = []
        at = 0.0
        for index, (space, width, parts) in enumerate(tokens):
            if index:
                at += space
            part = parts[0][1]
            if len(parts) == 1 and part.word is not None and part.face is not None:
                for left, right, own in self._split(part.face, part.word.text, divide):
                    cut = TextPart(left.width, part.face, left, None, part.run)
                    rest = TextPart(right.width, part.face, right, None, part.run)
                    fault = _OWN if own else _HYPHEN
                    breaks.append(_Break(at + left.width, at + width - right.width, fault, not own, index, cut, rest))
            at += width
            following = tokens[index + 1].space if index + 1 < len(tokens) else 0.0
            breaks.append(_Break(at, at + following, 0.0, False, index, None, None))
        return breaks

    def _split(self, face: Typeface, text: str, divide: bool) -> list[tuple[Shaped, Shaped, bool]]:
        """The ways to divide a word: both parts, and whether at a sign of its own."""
        key = (face, text, divide)
        splits = self._splits.get(key)
        if splits is None:
            places = [(match.end(), "") for match in _OWN_BREAK.finditer(text)] if len(text) > 4 else []
            core = _DIVISIBLE.search(text) if divide else None
            if core is not None:
                places += [(core.start() + place, SOFT_HYPHEN) for place in hyphenations(core[0], self.language)]
            splits = [
                (face.shape(text[:place] + hyphen), face.shape(text[place:]), not hyphen)
                for place, hyphen in sorted(places)
            ]
            self._splits[key] = splits
        return splits


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
    token: int
    cut: TextPart | None
    rest: TextPart | None


def _best(breaks: list[_Break], look: Look, narrow: int, early: float, wide: float) -> tuple[list[int], int]:
    """(the breaks to take, how badly: 0 well, 1 with a line that is too short, 2 with one that is too long)."""
    count = len(breaks)
    infinite = 1e18
    sums = [infinite] * (count + 1)  # the last stands for the beginning of the text
    previous = [-2] * (count + 1)
    lines = [0] * (count + 1)
    sums[-1] = 0.0
    low = -1  # the first break after which a line may still begin
    justify = look.align == "justify"
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
            if final and not look.balance:
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


def _between(before: _Break, here: _Break) -> TextPart:
    """What stands between two breaks in one word."""
    left, cut = before.cut, here.cut
    if left is None or cut is None or left.word is None or cut.word is None or cut.face is None:
        raise ValueError("both breaks divide a word")
    word = cut.face.shape(cut.word.text[len(left.word.text.rstrip(SOFT_HYPHEN)) :])
    return TextPart(word.width, cut.face, word, None, cut.run)


def _token(space: float, parts: list[TextPart]) -> Token:
    """*parts* that no line break comes between."""
    if len(parts) == 1:
        return Token(space, parts[0].width, ((space, parts[0]),))
    spaces = (space, *[0.0] * (len(parts) - 1))
    return Token(space, sum([part.width for part in parts]), tuple(zip(spaces, parts, strict=True)))


def _parts_of(tokens: list[Token], first: int, last: int) -> list[tuple[float, TextPart]]:
    """The parts of some tokens, each with the space before it."""
    parts = [part for token in tokens[first:last] for part in token.parts]
    if parts:
        parts[0] = (0.0, parts[0][1])
    return parts


def _line(parts: list[tuple[float, TextPart]], gaps: int, last: bool, shaped: Ready, room: float) -> SetLine:
    _, face, look, marks = shaped
    size, tracking = look.size, look.tracking * look.size
    width = sum([space + part.width for space, part in parts]) * size - tracking
    more = 0.0
    if look.align == "justify" and gaps and (not last or width > room):
        more = (room - width) / gaps
        width = room
    x = room - width if look.align == "right" else (room - width) / 2 if look.align == "center" else 0.0
    pieces: list[TextPiece | IconPiece] = []
    at = 0.0
    words: list[Shaped] = []  # of one typeface and mark, with even gaps
    words_face: Typeface | None = None
    words_run = -1
    begun = end = 0.0
    gap = -1.0

    def flush() -> None:
        if words and words_face is not None:
            wide = max(gap - tracking, 0.0)
            pieces.append(TextPiece(begun, end - begun, words_face, tuple(words), wide, marks[words_run]))

    for space, part in parts:
        part_width, part_face, word, picture, run = part
        before = space * size + (more if space > 0 else 0.0)
        at += before
        if word is None:
            flush()
            words, gap = [], -1.0
            if picture is not None:
                high = look.icon_scale * face.cap_height * size
                box = Box(at, -face.cap_height * size / 2 - high / 2, part_width * size, high)
                pieces.append(IconPiece(box, picture, marks[run]))
        else:
            same = words and part_face is words_face and (run == words_run or marks[run] == marks[words_run])
            if same and space > 0 and (gap < 0 or abs(gap - before) < 1e-6):
                gap = before
            else:
                flush()
                words, gap, words_face, words_run, begun = [], -1.0, part_face, run, at
            words.append(word)
        at += part_width * size
        end = at - tracking
    flush()
    return SetLine(x, width, tuple(pieces), size, tracking, face.ascent * size, face.descent * size)
