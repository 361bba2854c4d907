"""Operations as operators: what stands in the content streams of pages and forms.

The coordinate system is turned over once at the top of each page, so everything below counts y downwards as
drawings do; letters and images, which PDF draws upwards, are turned back where they stand.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import nan
from typing import assert_never, cast
from weakref import WeakKeyDictionary

from pawprint.base.colour import Colour
from pawprint.base.shapes import Box
from pawprint.compose.measure import Typeface
from pawprint.compose.picture import IDENTITY, Matrix, Path
from pawprint.draw.ops import (
    DrawBox,
    DrawImage,
    Drawing,
    DrawPath,
    DrawText,
    Group,
    Marked,
    Op,
    Paint,
    Shading,
    Symbol,
    UseSymbol,
)
from pawprint.impose.sheet import Placement, Side
from pawprint.press.embed import EmbeddedFont
from pawprint.press.fonts import RealTypeface

#: A quarter of a circle as one cubic curve: 4/3 (sqrt 2 - 1) of the radius from each end.
KAPPA = 0.5522847498
#: Segments of a path. They are written straight away, since few of their numbers ever come back.
_SEGMENTS: dict[str | float, str] = {
    "M": "%.6g %.6g m",
    "L": "%.6g %.6g l",
    "C": "%.6g %.6g %.6g %.6g %.6g %.6g c",
    "Z": "h",
}


class Numbers(dict[float, str]):
    """Numbers as PDF writes them: no exponent, no superfluous zeros. Each is formatted once per document.

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
        text = self[value] = "0" if text == "-0" else text
        return text


class Matrices(dict[Matrix, str]):
    """Transformations as operators."""

    def __init__(self, number: Numbers) -> None:
        super().__init__()
        self._number = number

    def __missing__(self, matrix: Matrix) -> str:
        text = self[matrix] = f"{' '.join(map(self._number.__getitem__, matrix))} cm"
        return text


class Inks(dict[Colour, str]):
    """Colours as operators, black and greys by one number so that printers keep them free of colour."""

    def __init__(self, grey: str, colour: str) -> None:
        super().__init__()
        self._grey, self._colour = grey, colour

    def __missing__(self, ink: Colour) -> str:
        parts = [f"{part / 255:.3f}".rstrip("0").rstrip(".") for part in ink]
        same = ink.red == ink.green == ink.blue
        text = self[ink] = f"{parts[0]} {self._grey}" if same else f"{' '.join(parts)} {self._colour}"
        return text


#: Content of symbols that is the same in every document: the files of a game in two languages share its drawings.
_written: "WeakKeyDictionary[Symbol, str]" = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Form:
    """Content that is stored once: a form XObject.

    Attributes:
        box: everything outside is cut off.
        flat: drawn as one flat picture before its opacity applies (a transparency group).
    """

    box: Box
    content: str
    flat: bool


class Resources:
    """What content refers to by name. One dictionary serves all pages and forms of a document, since a form
    that names something its own dictionary lacks is drawn without it, in silence.

    Args:
        uses: how often each thing is placed in the document, by id; what is placed once needs no form.
    """

    def __init__(self, uses: Mapping[int, int]) -> None:
        self.uses = uses
        self.points = Numbers("%.3f")  # a thousandth of a point is a third of a micrometre
        self.exact = Numbers("%.6g")  # for what is enlarged later, whatever its units
        self.matrices = Matrices(self.exact)
        self.fills = Inks("g", "rg")
        self.strokes = Inks("G", "RG")
        self.fonts: dict[Typeface, EmbeddedFont] = {}
        self.states: dict[tuple[float, float], str] = {}
        self.shadings: dict[Shading, str] = {}
        self.images: dict[str, str] = {}
        self.forms: dict[Form, str] = {}
        self.names: dict[object, str] = {}

    def font(self, typeface: Typeface) -> EmbeddedFont:
        """The font of the document that draws *typeface*."""
        font = self.fonts.get(typeface)
        if font is None:
            if not isinstance(typeface, RealTypeface):
                raise TypeError(f"typeface '{typeface.name}' has no font file to embed")
            font = self.fonts[typeface] = EmbeddedFont(f"F{len(self.fonts) + 1}", typeface)
        return font

    def state(self, fill: float, stroke: float) -> str:
        """The graphics state with these opacities."""
        return self.states.setdefault((fill, stroke), f"G{len(self.states) + 1}")

    def shading(self, shading: Shading) -> str:
        """The gradient *shading*."""
        return self.shadings.setdefault(shading, f"S{len(self.shadings) + 1}")

    def image(self, path: str) -> str:
        """The image file *path*."""
        return self.images.setdefault(path, f"I{len(self.images) + 1}")

    def add(self, form: Form) -> str:
        """The name of *form*; equal ones are one."""
        return self.forms.setdefault(form, f"X{len(self.forms) + 1}")

    def form(self, box: Box, ops: tuple[Op, ...], below: tuple[Op, ...] = (), fine: bool = False) -> str:
        """The form in which *ops* are drawn, above those *below*."""
        content = Content(self, box, fine)
        content.common(below)
        content.draw(ops)
        return self.add(Form(box, content.text(), False))


class Content:
    """One content stream.

    Args:
        box: what can be seen of it, in its own units.
        fine: write all digits that count, for units that are enlarged later.
    """

    def __init__(self, resources: Resources, box: Box, fine: bool = False) -> None:
        self.box = box
        self._resources = resources
        self._parts: list[str] = []
        self._numbers = resources.exact if fine else resources.points
        self._forget()

    def text(self) -> str:
        """The operators so far."""
        return "\n".join(self._parts)

    def _forget(self) -> None:
        """Nothing is known of the graphics state, as at the start of a form."""
        self._typeface: Typeface | None = None
        self._size = self._tracking = nan  # equal to no number
        self._fill: Colour | None = None
        self._pen: tuple[object, ...] | None = None

    def side(self, side: Side) -> None:
        """A whole page: its placements, then its own marks above them."""
        self._parts.append(f"1 0 0 -1 0 {self._numbers[side.size.height.pt]} cm")
        for placement in side.placements:
            self._place(placement)
        self._forget()
        self.common(side.ops)

    def _place(self, placement: Placement) -> None:
        drawing, clip, number, resources = placement.drawing, placement.clip, self._numbers, self._resources
        self._parts.append(
            f"q {number[clip.x]} {number[clip.y]} {number[clip.width]} {number[clip.height]} re W n"
            f" {resources.matrices[placement.matrix]}"
        )
        if resources.uses.get(id(drawing), 0) > 1:
            name = resources.names.get(drawing)
            if name is None:
                name = resources.names[drawing] = resources.form(_art(drawing), drawing.ops, drawing.shared)
            self._parts.append(f"/{name} Do")
        else:
            self._forget()
            sheet, self.box = self.box, _art(drawing)
            self.common(drawing.shared)
            self.draw(drawing.ops)
            self.box = sheet
        self._parts.append("Q")

    def common(self, ops: tuple[Op, ...]) -> None:
        """Draw operations that other content may have too, as the same tuple object."""
        if ops and self._resources.uses.get(id(ops), 0) > 1:
            key = (id(ops), self.box)
            name = self._resources.names.get(key)
            if name is None:
                name = self._resources.names[key] = self._resources.form(self.box, ops)
            self._parts.append(f"/{name} Do")
        else:
            self.draw(ops)

    def draw(self, ops: Iterable[Op]) -> None:
        """Draw *ops* in their order."""
        texts: list[DrawText] = []
        for op in ops:
            if isinstance(op, DrawText):
                texts.append(op)
                continue
            if texts:
                self._write(texts)
                texts = []
            match op:
                case DrawBox():
                    self._paint(self._box_outline(op), op.paint)
                case DrawPath():
                    self._paint(self._outline(op.path), op.paint)
                case UseSymbol():
                    self._symbol(op)
                case DrawImage():
                    self._image(op)
                case Group():
                    self._group(op)
                case Marked():
                    self._marked(op)
                case _:
                    assert_never(op)
        if texts:
            self._write(texts)

    def _write(self, texts: list[DrawText]) -> None:
        """Texts that follow one another: one text object, in which only changes of state are written."""
        add, number, resources = self._parts.append, self._numbers, self._resources
        typeface, size, ink, tracking = self._typeface, self._size, self._fill, self._tracking
        font = resources.font(typeface or texts[0].typeface)
        written = font.__getitem__
        gap, space = nan, ""
        add("BT")
        for op in texts:
            if op.typeface is not typeface or op.size != size:
                typeface, size, gap = op.typeface, op.size, nan
                font = resources.font(typeface)
                written = font.__getitem__
                add(f"/{font.name} {number[size]} Tf")
            if op.ink is not ink and op.ink != ink:
                ink = op.ink
                add(resources.fills[ink])
            if op.tracking != tracking:
                tracking = op.tracking
                add(f"{number[tracking]} Tc")
            words = op.words
            if len(words) == 1:
                shown = written(words[0])
            else:
                if op.gap != gap:
                    gap = op.gap
                    space = font.space(gap / size)
                shown = space.join(map(written, words))
            if ")" in shown:
                add(f"1 0 0 -1 {number[op.x]} {number[op.y]} Tm[({shown})]TJ")
            else:
                add(f"1 0 0 -1 {number[op.x]} {number[op.y]} Tm({shown})Tj")
        add("ET")
        self._typeface, self._size, self._fill, self._tracking = typeface, size, ink, tracking

    def _box_outline(self, box: DrawBox) -> str:
        n = self._numbers
        x, y, width, height = box.x, box.y, box.width, box.height
        radius = min(box.radius, width / 2, height / 2)
        if radius <= 0:
            return f"{n[x]} {n[y]} {n[width]} {n[height]} re"
        # a corner's curve runs from radius to 0, its handles stand at *near*
        near = radius * (1 - KAPPA)
        left, right, top, bottom = n[x], n[x + width], n[y], n[y + height]
        x1, x2, x3, x4 = n[x + radius], n[x + near], n[x + width - radius], n[x + width - near]
        y1, y2, y3, y4 = n[y + radius], n[y + near], n[y + height - radius], n[y + height - near]
        return (
            f"{x1} {top} m {x3} {top} l {x4} {top} {right} {y2} {right} {y1} c"
            f" {right} {y3} l {right} {y4} {x4} {bottom} {x3} {bottom} c"
            f" {x1} {bottom} l {x2} {bottom} {left} {y4} {left} {y3} c"
            f" {left} {y1} l {left} {y2} {x2} {top} {x1} {top} c h"
        )

    def _outline(self, path: Path) -> str:
        text = " ".join([_SEGMENTS[segment[0]] % segment[1:] for segment in path])
        if "e" in text or "n" in text:  # an exponent, which PDF does not know; or no number at all
            number = self._resources.exact.__getitem__
            text = " ".join(
                f"{' '.join(map(number, cast(tuple[float, ...], points)))} {_SEGMENTS[kind][-1]}"
                for kind, *points in path
            )
        return text

    def _paint(self, outline: str, paint: Paint) -> None:
        """Fill and stroke *outline*; each on its own where one of them can be seen through."""
        fill, even_odd = paint.fill, "*" if paint.even_odd else ""
        if isinstance(fill, Shading) and _is_flat(fill):
            fill = fill.stops[-1][1]
        stroked = paint.stroke is not None and paint.width > 0 and paint.stroke_opacity > 0
        if isinstance(fill, Shading) or (fill is not None and paint.fill_opacity < 1):
            if isinstance(fill, Shading):
                body = f"{outline} W{even_odd} n /{self._resources.shading(fill)} sh"
            else:
                body = f"{self._resources.fills[fill]} {outline} f{even_odd}"
            if paint.fill_opacity < 1:
                body = f"/{self._resources.state(paint.fill_opacity, 1.0)} gs {body}"
            if paint.fill_opacity > 0:
                self._parts.append(f"q {body} Q")
            fill = None
        if fill is not None and fill != self._fill:
            self._fill = fill
            self._parts.append(self._resources.fills[fill])
        if not stroked:
            if fill is not None:
                self._parts.append(f"{outline} f{even_odd}")
        elif paint.stroke_opacity < 1:
            if fill is not None:
                self._parts.append(f"{outline} f{even_odd}")
            state = self._resources.state(1.0, paint.stroke_opacity)
            self._parts.append(f"q /{state} gs")
            self._take_pen(paint)
            self._parts.append(f"{outline} S Q")
            self._pen = None
        else:
            self._take_pen(paint)
            self._parts.append(f"{outline} S" if fill is None else f"{outline} B{even_odd}")

    def _take_pen(self, paint: Paint) -> None:
        """Set colour, width and ends of lines, unless they are."""
        pen = (paint.stroke, paint.width, paint.cap, paint.join, paint.dash)
        if pen == self._pen or paint.stroke is None:
            return
        self._pen = pen
        number = self._numbers
        dash = " ".join(number[length] for length in paint.dash) if sum(paint.dash) > 0 else ""
        self._parts.append(
            f"{self._resources.strokes[paint.stroke]} {number[paint.width]} w"
            f" {paint.cap} J {paint.join} j 4 M [{dash}] 0 d"  # 4 M: SVG's limit for the length of mitres
        )

    def _marked(self, op: Marked) -> None:
        """A part of a document's structure, which sheets do not have."""
        self.draw(op.ops)

    def _image(self, op: DrawImage) -> None:
        number = self._numbers
        self._parts.append(
            f"q {number[op.width]} 0 0 {number[-op.height]} {number[op.x]} {number[op.y + op.height]} cm"
            f" /{self._resources.image(op.path)} Do Q"
        )

    def _symbol(self, op: UseSymbol) -> None:
        symbol, resources = op.symbol, self._resources
        name = resources.names.get(symbol)
        if name is None:
            box = Box(symbol.x, symbol.y, symbol.width, symbol.height)
            text = _written.get(symbol)
            if text is None:
                content = Content(resources, box, fine=True)
                content.draw(symbol.ops)
                text = content.text()
                if "/" not in text:  # it names nothing of this document
                    _written[symbol] = text
            name = resources.names[symbol] = resources.add(Form(box, text, False))
        self._parts.append(f"q {resources.matrices[op.matrix]} /{name} Do Q")

    def _group(self, group: Group) -> None:
        if group.opacity <= 0:
            return
        if group.opacity < 1:
            # the form has the units of its surroundings, so that what can be seen of it is known
            inner = Content(self._resources, self.box, self._numbers is self._resources.exact)
            inner._turned(group)
            name = self._resources.add(Form(inner.box, inner.text(), True))
            self._parts.append(f"q /{self._resources.state(group.opacity, group.opacity)} gs /{name} Do Q")
        else:
            self._parts.append("q")
            self._turned(group)
            self._parts.append("Q")
            self._forget()

    def _turned(self, group: Group) -> None:
        """The contents of *group* under its matrix and clip."""
        inside = _seen_from_inside(self.box, group.matrix)
        if inside is None:
            return
        around, self.box = self.box, inside
        numbers = self._numbers
        if max(map(abs, group.matrix[:4])) > 2:
            self._numbers = self._resources.exact
        if group.matrix != IDENTITY:
            self._parts.append(self._resources.matrices[group.matrix])
        if group.clip is not None:
            self._parts.append(f"{self._outline(group.clip) or '0 0 0 0 re'} W n")
        self.draw(group.ops)
        self.box, self._numbers = around, numbers


def _art(drawing: Drawing) -> Box:
    """What can be seen of *drawing* at most: its trim and bleed."""
    trim, bleed = drawing.trim, drawing.bleed
    left, top = bleed.left.pt, bleed.top.pt
    width, height = left + trim.width.pt + bleed.right.pt, top + trim.height.pt + bleed.bottom.pt
    return Box(-left, -top, width, height)


def _is_flat(shading: Shading) -> bool:
    """Whether a gradient has no extent; SVG fills with its last colour then."""
    if shading.radius is None:
        return (shading.x1, shading.y1) == (shading.x2, shading.y2)
    return shading.radius <= 0


def _seen_from_inside(box: Box, matrix: Matrix) -> Box | None:
    """The rectangle around *box* in the units inside of *matrix*; None where these have no extent."""
    a, b, c, d, e, f = matrix
    area = a * d - b * c
    if not area:
        return None
    corners = [(x - e, y - f) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    xs = [(d * x - c * y) / area for x, y in corners]
    ys = [(a * y - b * x) / area for x, y in corners]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
