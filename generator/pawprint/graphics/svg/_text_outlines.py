"""The texts of a drawing -> outlines of their letters, set in fonts of the layouts."""

import math
import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Any, NamedTuple
from weakref import ref

from pawprint.core.affine import Matrix, matrix_product
from pawprint.core.paths import RawPath, rectangle, transformed
from pawprint.graphics.svg._profile import INITIAL
from pawprint.graphics.svg.drawing_fonts import DrawingFonts
from pawprint.graphics.svg.svg_report import SvgReport
from pawprint.graphics.svg.xml_elements import SvgDocument, SvgElement
from pawprint.typography.characters import faults, letters_of
from pawprint.typography.markup import Run
from pawprint.typography.metrics import Typeface
from pawprint.typography.shaping import simple_items
from pawprint.typography.text_style import TextStyle

# --- A `text` element of a drawing -> its segments: characters of one look that stand one after the other -------------

# Places are given for single characters: each one with a place of its own begins a chunk, whose `text-anchor` says how
# it lies about its place.


_SPACES = re.compile(r"[ \t\r\n]")
_PLACES = ("x", "y", "dx", "dy", "rotate")


class Segment(NamedTuple):
    """Characters that are shaped together.

    Attributes:
        owner: the `text` or `tspan` that they are directly in, whose style they have.
        x, y: where they begin; None to go on from the characters before.
        dx, dy: how far they are moved away from there.
        turn: degrees by which they are turned.
    """

    text: str
    owner: SvgElement
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0


def text_chunks(node: SvgElement) -> list[list[Segment]]:
    """The segments of the text *node*, in lists that each begin at a place of their own."""
    signs = _signs(node)
    places = _places(node, signs)
    chunks: list[list[Segment]] = []
    for number, (sign, owner) in enumerate(signs):
        x, y, dx, dy, turn = (places[name][number] for name in _PLACES)
        segment = Segment(sign, owner, x, y, dx or 0.0, dy or 0.0, turn or 0.0)
        if not chunks or x is not None or y is not None:
            chunks.append([segment])
            continue
        last = chunks[-1][-1]
        if last.owner is owner and not (dx or dy or turn or last.turn):
            chunks[-1][-1] = last._replace(text=last.text + sign)
        else:
            chunks[-1].append(segment)
    return chunks


def _signs(node: SvgElement) -> list[tuple[str, SvgElement]]:
    """The characters of *node* with the elements that they are directly in; without spaces that do not count."""
    signs: list[tuple[str, SvgElement]] = []
    spaces = next((ancestor.values["xml:space"] for ancestor in node.ancestors if "xml:space" in ancestor.values), "")
    for text, owner, kept in _texts(node, spaces == "preserve"):
        for sign in _SPACES.sub(" ", text):
            if kept:
                signs.append(("\u00a0" if sign == " " else sign, owner))
            elif sign != " " or (signs and signs[-1][0] != " "):
                signs.append((sign, owner))
    if signs and signs[-1][0] == " ":
        signs.pop()
    return signs


def _texts(node: SvgElement, kept: bool) -> Iterator[tuple[str, SvgElement, bool]]:
    """The texts in *node* with the elements that they are in, and whether all of their spaces count."""
    if node.style.get("display") == "none":
        return
    kept = {"preserve": True, "default": False}.get(node.values.get("xml:space", ""), kept)
    for part in node.content:
        if isinstance(part, str):
            yield part, node, kept
        else:
            yield from _texts(part, kept)


def _places(node: SvgElement, signs: list[tuple[str, SvgElement]]) -> dict[str, list[float | None]]:
    """What each of `_PLACES` is for every character: what the innermost element says that has a number for it."""
    inside: dict[SvgElement, list[int]] = {}
    for number, (_, owner) in enumerate(signs):
        around: SvgElement | None = owner
        while around is not None:
            inside.setdefault(around, []).append(number)
            around = None if around is node else around.parent
    places: dict[str, list[float | None]] = {name: [None] * len(signs) for name in _PLACES}
    for element in sorted(inside, key=lambda element: sum(1 for _ in element.ancestors), reverse=True):
        for name in _PLACES:
            numbers = element.values.get(name, ())
            own = places[name]
            if name == "rotate" and numbers:  # the last one counts for all that follow
                numbers = (*numbers, *numbers[-1:] * len(inside[element]))
            for at, number in zip(inside[element], numbers, strict=False):
                if own[at] is None:
                    own[at] = number
    return places


# --- text outlines ----------------------------------------------------------------------------------------------------


#: The most letters in all texts of a file.
MAX_LETTERS = 10_000
#: Lines beside a text: how far below the baseline the middle is, and how thick they are; in ems.
_LINES = {"underline": 0.12, "line-through": -0.26, "overline": -0.85}
_LINE_WIDTH = 0.06
#: How far letters above and below the line stand from it, in ems.
_SHIFTS = {"sub": -0.2, "super": 0.35, "baseline": 0.0}

_FONT_HELP = "add the font to fonts.yaml, name one of the layouts in the drawing, or convert the text to paths there"


class _Set(NamedTuple):
    """A segment as it is set: from the origin on, in ems, y downwards."""

    path: RawPath
    width: float


def outline_texts(document: SvgDocument, report: SvgReport, fonts: DrawingFonts | None) -> None:
    """Put outlines into the `text` elements of *document*, in place of their letters.

    Raises:
        Refused: there are too many letters.
    """
    texts = [node for node in document.texts if not _is_hidden(node)]
    letters = sum(len(segment.text) for node in texts for chunk in text_chunks(node) for segment in chunk)
    if letters > MAX_LETTERS:
        raise report.refuse(texts[0].at, f"the texts have more than {MAX_LETTERS} letters", "shorten them")
    for node in texts:
        if fonts is None:
            report.add(node.at, "there are no fonts for the text", "convert the text to paths in your drawing program")
        else:
            _TextOutliner(node, fonts, report).outline()


def _is_hidden(node: SvgElement) -> bool:
    return any(around.style.get("display") == "none" for around in (node, *node.ancestors))


class _TextOutliner:
    def __init__(self, node: SvgElement, fonts: DrawingFonts, report: SvgReport) -> None:
        self._node, self._fonts, self._report = node, fonts, report
        self._paths: dict[SvgElement, RawPath] = {}
        self._cells: RawPath = []  # the boxes of lines, which filters and masks of the text are measured by

    def outline(self) -> None:
        """Replace the content of the text by a path for each part that has a style of its own."""
        if style_of(self._node, "writing-mode"):
            self._report.add(
                self._node.at, "vertical text cannot be set", "convert it to paths in your drawing program"
            )
        x = y = 0.0
        for chunk in text_chunks(self._node):
            x = x if chunk[0].x is None else chunk[0].x
            y = y if chunk[0].y is None else chunk[0].y
            set_parts = [(segment, _size(segment.owner), self._set(segment)) for segment in _trimmed(chunk)]
            whole = sum(segment.dx + part.width * size for segment, size, part in set_parts)
            x -= whole * style_of(chunk[0].owner, "text-anchor")
            for segment, size, part in set_parts:
                x, y = x + segment.dx, y + segment.dy
                self._put(segment, size, part, x, y)
                x += part.width * size
        cells = SvgElement("path", self._node.at, ref(self._node), outline=self._cells)
        cells.style = {"fill": None, "stroke": None}
        cells.written = dict.fromkeys(("fill", "stroke"), "none")
        parts = [self._element(owner, path) for owner, path in self._paths.items() if path]
        self._node.content = [cells, *parts] if parts else []

    def _put(self, segment: Segment, size: float, part: _Set, x: float, y: float) -> None:
        turned = math.radians(segment.turn)
        across, down = size * math.cos(turned), size * math.sin(turned)
        lowered: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, self._lowering(segment.owner))
        matrix = matrix_product((across, down, -down, across, x, y), lowered)
        self._paths.setdefault(segment.owner, []).extend(transformed(part.path, matrix))
        face = self._face(segment.owner)
        cell = rectangle(0.0, -face.ascent, part.width, face.ascent + face.descent, 0.0, 0.0)
        self._cells += transformed(cell, matrix)

    def _lowering(self, owner: SvgElement) -> float:
        """How far the baseline of the letters is below the place of the text, in ems."""
        face = self._face(owner)
        name = owner.style.get("alignment-baseline", style_of(owner, "dominant-baseline"))
        down = {
            "middle": face.x_height / 2,
            "central": (face.ascent - face.descent) / 2,
            "hanging": 0.8 * face.ascent,
            "mathematical": 0.5 * face.ascent,
            **dict.fromkeys(("text-before-edge", "before-edge", "text-top", "top"), face.ascent),
            **dict.fromkeys(("text-after-edge", "after-edge", "ideographic", "text-bottom", "bottom"), -face.descent),
        }.get(str(name), 0.0)
        shifted = 0.0
        for ancestor in [owner, *_between(owner, self._node)]:
            shift = ancestor.style.get("baseline-shift", 0.0)
            around = ancestor.parent if ancestor.parent is not None else ancestor
            shifted += _SHIFTS[shift] * _size(around) if isinstance(shift, str) else shift
        return down - shifted / (_size(owner) or 1.0)

    def _element(self, owner: SvgElement, path: RawPath) -> SvgElement:
        """*path* as an element with the style of *owner*."""
        style, written = dict[str, Any](), dict[str, str]()
        for around in [*reversed(_between(owner, self._node)), owner] if owner is not self._node else []:
            style.update(around.style)
            written.update(around.written)
        style["fill-rule"], written["fill-rule"] = False, "nonzero"
        made = SvgElement("path", owner.at, ref(self._node), style=style, outline=path, measures=owner.measures)
        made.written = written
        return made

    # --- letters ---

    def _style(self, owner: SvgElement) -> TextStyle:
        found = self._fonts.family(str(style_of(owner, "font-family")))
        if found.wanted:
            message = f"there is no font '{found.wanted[:60]}'; the text is set in '{found.name}'"
            self._report.note(owner.at, message, _FONT_HELP, "svg-font")
        size = _size(owner)
        return TextStyle(
            family=found.name,
            bold=style_of(owner, "font-weight"),
            italic=style_of(owner, "font-style"),
            tracking=style_of(owner, "letter-spacing") / size if size else 0.0,
        )

    def _face(self, owner: SvgElement) -> Typeface:
        style = self._style(owner)
        return self._fonts.shaper.metrics.typeface(style.family, style.bold, style.italic)

    def _set(self, segment: Segment) -> _Set:
        owner, style = segment.owner, self._style(segment.owner)
        words = segment.text.strip(" ")
        spacing = style_of(owner, "word-spacing") / (_size(owner) or 1.0)
        gap = self._face(owner).shape(" ").width + style.tracking + spacing
        x = gap * (len(segment.text) - len(segment.text.lstrip(" ")))
        path: RawPath = []
        if words:
            shaped = self._fonts.shaper.shape([Run("text", words)], style, "", ())
            items = shaped.items
            if shaped.scripts:
                from pawprint.typography.script_text import in_visual_order

                items = in_visual_order(items)
            for fault in faults(letters_of(words, shaped.unset)):
                self._report.add(owner.at, fault.message, fault.help)
            for number, (space, part, _) in enumerate(simple_items(items)):
                x += 0.0 if number == 0 else space + spacing * (space > 0)
                if part.word is not None and part.face is not None:
                    letters = part.face.outline(part.word, style.tracking)
                    path += transformed(list(letters), (1.0, 0.0, 0.0, 1.0, x, 0.0))
                elif part.picture is not None and not part.unset:
                    message = f"the {part.picture.name} in the colours of its font cannot be a part of a drawing"
                    self._report.add(owner.at, message, "convert the text to paths in your drawing program")
                x += part.width
            x += gap * (len(segment.text) - len(segment.text.rstrip(" ")))
        for line in style_of(owner, "text-decoration"):
            path += rectangle(0.0, _LINES[line] - _LINE_WIDTH / 2, x, _LINE_WIDTH, 0.0, 0.0)
        return _Set(path, x)


def _between(owner: SvgElement, text: SvgElement) -> list[SvgElement]:
    """The elements that *owner* lies in, up to the *text*, which is left out; the nearest first."""
    return [*takewhile(lambda around: around is not text, owner.ancestors)]


def _size(owner: SvgElement) -> float:
    return owner.measures.font_size


def _trimmed(chunk: list[Segment]) -> list[Segment]:
    """*chunk* without spaces at its ends."""
    first = chunk[0]._replace(text=chunk[0].text.lstrip(" "))
    chunk = [first, *chunk[1:]]
    return [*chunk[:-1], chunk[-1]._replace(text=chunk[-1].text.rstrip(" "))]


def style_of(node: SvgElement, name: str) -> Any:
    """The inherited property *name* of *node*."""
    return next((element.style[name] for element in (node, *node.ancestors) if name in element.style), INITIAL[name])
