"""Operations of a page that is read: its content with the marks of its structure, and with the spaces between lines.

Without these spaces, a search, a copy and a screen reader would join the last word of a line to the first of the next;
and they would take a divided word for two. An icon in the line is invisible words as wide as itself, because programs
that extract text ignore an `ActualText` around nothing but shapes.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from pawprint.core.affine import IDENTITY, Matrix, matrix_product
from pawprint.core.geometry import Box
from pawprint.draw.ops import DrawText, Group, Marked, Op, StructureElement
from pawprint.press.content_stream import ContentStream, ContentStreams
from pawprint.press.op_bounds import drawn_box, right_of
from pawprint.press.portable_stream import ResourceNames
from pawprint.typography.metrics import SOFT_HYPHEN, Shaped

#: Ends a text, so that a space is written behind its last word.
_END = Shaped("", 0.0, ())
#: Two texts on a line that are closer, in ems, are one word; and baselines that are closer are one line.
_TOUCHING, _LEVEL = 0.12, 0.1
#: The other half of a divided word is at most so many ems below the first; else it is in another column.
_NEXT_LINE = 3.0


class _PlacedWords(NamedTuple):
    """A text with the element it belongs to, what brings it onto the page, and its size there.

    Attributes:
        narrow: the factor that makes the words of an icon as wide as it is; the *matrix* has it, too.
    """

    text: DrawText
    element: StructureElement | None
    matrix: Matrix
    size: float
    narrow: float = 1.0

    def at(self, x: float) -> tuple[float, float]:
        """Where *x* of its baseline is on the page."""
        a, b, c, d, e, f = self.matrix
        y = self.text.y
        return a * x + c * y + e, b * x + d * y + f


class PageContent(ContentStream):
    """The content of a page on which everything is a part of the structure, or decoration.

    Attributes:
        elements: which element each piece of marked content belongs to, by its number.
        figures: what each `Figure` covers, in points from the top left.
    """

    def __init__(self, names: ResourceNames, contents: ContentStreams, box: Box) -> None:
        super().__init__(names, contents, box)
        self.elements: list[StructureElement] = []
        self.figures: dict[StructureElement, Box] = {}
        self._around: list[StructureElement | None] = []  # the marks that we are inside of
        self._is_open = False
        self._spaced: dict[int, DrawText] = {}  # texts with a space behind them, by id; held, so that no id comes again
        self._icons: dict[int, _PlacedWords] = {}  # the words of icons, by the id of what is marked

    def page(self, ops: tuple[Op, ...]) -> None:
        """The whole page."""
        self.lines.append(f"1 0 0 -1 0 {self._numbers[self.box.height]} cm")
        texts: list[_PlacedWords] = []
        icons: list[tuple[int, Marked, Matrix]] = []
        self._look_through(ops, None, IDENTITY, texts, icons)
        self._put_into_words(icons, texts)
        spaced = (text.text for text, after in zip_longest(texts, texts[1:]) if _apart(text, after))
        self._spaced = {id(op): op for op in spaced}
        self.draw(ops)

    def _look_through(
        self,
        ops: Iterable[Op],
        element: StructureElement | None,
        matrix: Matrix,
        texts: list[_PlacedWords],
        icons: list[tuple[int, Marked, Matrix]],
    ) -> None:
        """Add the texts among *ops* to *texts*, in the order of drawing, and figures to those that are known; and icons
        to *icons*, each with the number of texts before it."""
        a, b, c, d, _, _ = matrix
        scale = abs(a * d - b * c) ** 0.5
        for op in ops:
            match op:
                case DrawText():
                    if op.words:
                        texts.append(_PlacedWords(op, element, matrix, op.size * scale))
                case Marked():
                    if op.element is not None and op.element.role == "Figure":
                        self._cover(op.element, drawn_box(op.ops, matrix))
                    if _is_icon(op):
                        icons.append((len(texts), op, matrix))
                    else:
                        self._look_through(op.ops, op.element, matrix, texts, icons)
                case Group() if op.opacity >= 1:
                    self._look_through(op.ops, element, matrix_product(matrix, op.matrix), texts, icons)

    def _put_into_words(self, icons: list[tuple[int, Marked, Matrix]], texts: list[_PlacedWords]) -> None:
        """Add the words of *icons* to *texts*, in the typeface of the text before or, on another line, behind them."""
        for before, (at, icon, matrix) in enumerate(icons):
            box, number = drawn_box(icon.ops, IDENTITY), at + before
            beside = [text for text in texts[max(number - 1, 0) : number + 1] if text.matrix == matrix]
            if box is None or icon.element is None or not (texts[number - 1 : number] or beside):
                continue
            near = next((one for one in beside if _is_level(one.text, box)), (beside or texts[number - 1 :])[0])
            placed = _words_of_icon(icon.element, box, matrix, near)
            texts.insert(number, placed)
            self._icons[id(icon.ops)] = placed

    def _cover(self, figure: StructureElement, box: Box | None) -> None:
        """*figure* covers *box*, beside what it covers already."""
        if box is not None:
            known = self.figures.get(figure)
            self.figures[figure] = known.union(box) if known else box

    def draw(self, ops: Iterable[Op]) -> None:
        """See `ContentStream.draw`."""
        if self._is_open:
            super().draw(ops)
            return
        plain: list[Op] = []
        for op in _merged(ops):
            if _has_marks(op):
                self._write_marked(plain)
                plain = []
                super().draw((op,))
            else:
                plain.append(op)
        self._write_marked(plain)

    def _marked(self, op: Marked) -> None:
        self._around.append(op.element)
        words = self._icons.get(id(op.ops))
        if words is None or op.element is None:
            self.draw(op.ops)
        else:
            self._icon(op.ops, words, op.element.alt + " " * (id(words.text) in self._spaced))
        self._around.pop()

    def _icon(self, ops: tuple[Op, ...], words: _PlacedWords, said: str) -> None:
        """An icon that stands for *said*, and its words, which are not seen."""
        self._begin(said)
        self._is_open = True
        super().draw(ops)
        self.lines.append(f"3 Tr {self._numbers[100 * words.narrow]} Tz")
        super().draw((words.text,))
        self.lines.append("0 Tr 100 Tz")
        self._is_open = False
        self._end()

    def _write_marked(self, ops: list[Op]) -> None:
        """Operations without marks of their own, between those of the element that we are in."""
        if ops:
            self._begin()
            self._is_open = True
            super().draw(ops)
            self._is_open = False
            self._end()

    def _begin(self, said: str = "") -> None:
        """Begin a piece of marked content, which stands for the words *said* if there are any."""
        element = self._around[-1] if self._around else None
        if element is None:
            self.lines.append("/Artifact BMC")
            return
        role, words = element.role, ""
        if said:
            role, words = "Span", f"/ActualText<FEFF{said.encode('utf-16-be').hex().upper()}>"
        self.lines.append(f"/{role}<</MCID {len(self.elements)}{words}>>BDC")
        self.elements.append(element)

    def _end(self) -> None:
        if self.lines[-1].endswith("BDC"):  # nothing was written
            self.lines.pop()
            self.elements.pop()
        else:
            self.lines.append("EMC")

    def _write(self, texts: list[DrawText]) -> None:
        if not self._around or self._around[-1] is None:
            super()._write(texts)
            return
        spaces = self._spaced
        if not any(map(_is_divided, texts)):
            super()._write([_with_space(op) if id(op) in spaces else op for op in texts])
            return
        ready: list[DrawText] = []
        rest = deque([(op, id(op) in spaces) for op in texts])
        while rest:
            op, spaced = rest.popleft()
            if not _is_divided(op):
                ready.append(_with_space(op) if spaced else op)
                continue
            before, last = _parted(op, len(op.words) - 1)
            if before.words:
                ready.append(_with_space(before))
            if ready:
                super()._write(ready)
                ready = []
            halves, said = [last], last.words[0].text
            while rest and _is_divided(halves[-1]) and _is_below(halves[-1], rest[0][0]):
                below, spaced = rest.popleft()
                half, after = _parted(below, 1)
                if after.words:
                    rest.appendleft((after, spaced))
                halves.append(half)
                said = said.removesuffix(SOFT_HYPHEN) + half.words[0].text
                if (after.words or spaced) and not _is_divided(half):
                    said += " "
            self._end()
            self._begin(said)
            super()._write(halves)
            self._end()
            self._begin()
        if ready:
            super()._write(ready)


def _merged(ops: Iterable[Op]) -> Iterator[Op]:
    """The same, with what is marked as one element in one piece."""
    before: Marked | None = None
    for op in ops:
        marked = op if isinstance(op, Marked) and op.element is not None else None
        if marked and before and marked.element is before.element:
            before = Marked((*before.ops, *marked.ops), before.element)
            continue
        if before:
            yield before
        before = marked
        if not marked:
            yield op
    if before:
        yield before


def _is_icon(op: Marked) -> bool:
    """Whether *op* is a picture in the line, which stands for words."""
    element = op.element
    return element is not None and element.role == "Span" and bool(element.alt)


def _is_level(text: DrawText, icon: Box) -> bool:
    """Whether *icon* stands on the line of *text*."""
    middle = text.y - text.typeface.cap_height * text.size / 2
    return abs(icon.y + icon.height / 2 - middle) < text.size / 2


def _words_of_icon(element: StructureElement, box: Box, matrix: Matrix, near: _PlacedWords) -> _PlacedWords:
    """What an icon in *box* stands for, in the typeface of the text *near* it; a space if that has not all letters."""
    face, size = near.text.typeface, near.text.size
    blank = face.shape(" ")
    words = tuple([face.shape(word) for word in element.alt.split()])
    if any(word.missing for word in words):
        words = (blank,)
    y = near.text.y if _is_level(near.text, box) else box.y + box.height / 2 + face.cap_height * size / 2
    text = DrawText(box.x, y, face, size, near.text.ink, words, blank.width * size)
    narrow = box.width / ((right_of(text) - box.x) or 1.0)
    around = matrix_product(matrix, (narrow, 0.0, 0.0, 1.0, box.x * (1 - narrow), 0.0))
    return _PlacedWords(text, element, around, near.size, narrow)


def _is_divided(text: DrawText) -> bool:
    """Whether its last word goes on elsewhere."""
    return text.words[-1].text.endswith(SOFT_HYPHEN)


def _is_below(text: DrawText, other: DrawText) -> bool:
    """Whether *other* is a line that follows."""
    return text.size / 2 < other.y - text.y < text.size * _NEXT_LINE


def _parted(text: DrawText, place: int) -> tuple[DrawText, DrawText]:
    """The words of *text* up to *place*, and from there on; one may have none."""
    before = text._replace(words=text.words[:place])
    x = right_of(before) + text.gap + text.tracking if before.words else text.x
    return before, text._replace(x=x, words=text.words[place:])


def _with_space(text: DrawText) -> DrawText:
    """*text* with a space behind it."""
    gap = text.gap if len(text.words) > 1 else text.typeface.shape(" ").width * text.size
    return DrawText(text.x, text.y, text.typeface, text.size, text.ink, (*text.words, _END), gap, text.tracking)


def _has_marks(op: Op) -> bool:
    """Whether there are marks in *op* that count: those in a see-through group do not."""
    if isinstance(op, Group):
        return op.opacity >= 1 and any(map(_has_marks, op.ops))
    return isinstance(op, Marked)


def _apart(text: _PlacedWords, after: _PlacedWords | None) -> bool:
    """Whether there is a space between a text and the next one."""
    if text.element is None:
        return False
    if after is None:
        return True
    (x, y), (next_x, next_y) = text.at(right_of(text.text)), after.at(after.text.x)
    em = max(text.size, after.size)
    if abs(next_y - y) <= _LEVEL * em and x - em < next_x:
        return next_x - x > _TOUCHING * em
    return not text.text.words[-1].text.endswith(("-", SOFT_HYPHEN))
