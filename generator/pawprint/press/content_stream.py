"""Operations as operators: what stands in the content streams of pages and forms.

The coordinate system is turned over once at the top of each page, so everything below counts y downwards as
drawings do; letters and images, which PDF draws upwards, are turned back where they stand.
"""

import re
from collections.abc import Iterable, Mapping, MutableMapping
from math import nan
from typing import Any, assert_never, cast
from weakref import WeakKeyDictionary

from pawprint.core.affine import IDENTITY, Matrix
from pawprint.core.colour import Colour, SeparatedColour
from pawprint.core.geometry import Box
from pawprint.core.paths import KAPPA
from pawprint.core.picture import Path
from pawprint.graphics import ops
from pawprint.press.portable_stream import (
    EXACT,
    FILLS,
    MATRICES,
    NOTHING,
    POINTS,
    RISE,
    STROKES,
    Form,
    Placeholders,
    PortableStream,
    ResourceNames,
    form_of,
)
from pawprint.sheets.sheet import Placement, Side
from pawprint.typography.metrics import Typeface

#: An empty string after a shift, or before one; PDFium forgets the shift.
_EMPTY = re.compile(r"(?<=\d)\(\)(?=\])|(?<=\[)\(\)(?=-?\d)")
_RISE = re.compile(f"{RISE[0]}([^{RISE[1]}]*){RISE[1]}")


class ContentStreams:
    """Layers and symbols as they were written, so that they are written once for all pages and files.

    Args:
        stored: streams of layers that have a key, by that key and what can be seen of them; receives new ones.
        before: content streams of other files, whose symbols are used again.
    """

    def __init__(
        self, stored: MutableMapping[str, PortableStream] | None = None, before: "ContentStreams | None" = None
    ) -> None:
        self._stored: MutableMapping[str, PortableStream] = {} if stored is None else stored
        self._symbols: WeakKeyDictionary[ops.Symbol, Form] = before._symbols if before else WeakKeyDictionary()
        self._layers: WeakKeyDictionary[ops.Layer, dict[Box, PortableStream]] = WeakKeyDictionary()
        self._forms: WeakKeyDictionary[ops.AnyLayer, dict[Box, Form | None]] = WeakKeyDictionary()
        self._drawings: WeakKeyDictionary[ops.AnyDrawing, dict[bool, Form]] = WeakKeyDictionary()
        self._marks: dict[tuple[ops.Op, ...], Form] = {}

    def has(self, drawing: ops.StoredDrawing) -> bool:
        """True if everything that is written of *drawing* is stored."""
        return all(_key(layer, drawing.box) in self._stored for layer in (drawing.art, drawing.common))

    def of(self, layer: ops.AnyLayer, box: Box) -> PortableStream:
        """What *layer* draws where only *box* can be seen of it.

        Raises:
            KeyError: *layer* is a stored one, and its stream is not there; see `has`.
        """
        if not layer.key and isinstance(layer, ops.Layer):
            written = self._layers.get(layer, {}).get(box)
            if written is None:
                written = self._layers.setdefault(layer, {})[box] = self._write(layer.ops, box)
            return written
        key = _key(layer, box)
        if isinstance(layer, ops.StoredLayer):
            return self._stored[key]
        written = self._stored.get(key)
        if written is None:
            written = self._stored[key] = self._write(layer.ops, box)
        return written

    def symbol(self, symbol: ops.Symbol) -> Form:
        """The form of *symbol*."""
        form = self._symbols.get(symbol)
        if form is None:
            box = Box(symbol.x, symbol.y, symbol.width, symbol.height)
            form = self._symbols[symbol] = form_of(box, self._write(symbol.ops, box, fine=True))
        return form

    def drawing(self, drawing: ops.AnyDrawing, apart: bool = True) -> Form:
        """The form of *drawing*; its common layer is a form within it, if that is to stand *apart*."""
        forms = self._drawings.setdefault(drawing, {})
        if apart not in forms:
            box, names = drawing.box, Placeholders()
            below = self.form(drawing.common, box) if apart else None
            lines = [f"/{names.form(below)} Do"] if below else []
            for layer in (drawing.art,) if apart else (drawing.common, drawing.art):
                lines += filter(None, [names.include(self.of(layer, box))])
            forms[apart] = form_of(box, names.written(lines))
        return forms[apart]

    def form(self, layer: ops.AnyLayer, box: Box) -> Form | None:
        """The form of *layer*; None if it is empty."""
        forms = self._forms.setdefault(layer, {})
        if box not in forms:
            written = self.of(layer, box)
            forms[box] = None if written == NOTHING else form_of(box, written)
        return forms[box]

    def marks(self, operations: tuple[ops.Op, ...], box: Box) -> Form:
        """The form of *operations* that several pages have."""
        form = self._marks.get(operations)
        if form is None:
            form = self._marks[operations] = form_of(box, self._write(operations, box))
        return form

    def _write(self, operations: tuple[ops.Op, ...], box: Box, fine: bool = False) -> PortableStream:
        names = Placeholders()
        content = ContentStream(names, self, box, fine)
        content.draw(operations)
        return names.written(content.lines)


def _key(layer: ops.AnyLayer, box: Box) -> str:
    return f"{layer.key} {tuple(box)}"


class ContentStream:
    """One content stream.

    Args:
        names: what it calls the things that it refers to.
        contents: of what it shows that has been written.
        box: what can be seen of it, in its own units.
        fine: write all digits that count, for units that are enlarged later.

    Attributes:
        lines: the operators so far.
    """

    def __init__(self, names: ResourceNames, contents: ContentStreams, box: Box, fine: bool = False) -> None:
        self.box = box
        self.lines: list[str] = []
        self._names = names
        self._contents = contents
        self._numbers = EXACT if fine else POINTS
        self._forget()

    def text(self) -> str:
        """The operators so far."""
        return "\n".join(self.lines)

    def _forget(self) -> None:
        """Nothing is known of the graphics state, as at the start of a form."""
        self._typeface: Typeface | None = None
        self._size = self._tracking = nan  # equal to no number
        self._fill: Colour | None = None
        self._pen: tuple[object, ...] | None = None

    def side(self, side: Side, uses: Mapping[object, int]) -> None:
        """A whole page: its placements, then its own marks above them.

        Args:
            uses: see `identity_of`; how often each drawing, layer and group of marks is placed in the document. What is
                placed once needs no form.
        """
        self.lines.append(f"1 0 0 -1 0 {self._numbers[side.size.height.pt]} cm")
        if side.correction != IDENTITY:
            self.lines.append(MATRICES[side.correction])
        for placement in side.placements:
            self._place(placement, uses)
        self._forget()
        if side.ops and uses.get(side.ops, 0) > 1:
            self.lines.append(f"/{self._names.form(self._contents.marks(side.ops, self.box))} Do")
        else:
            self.draw(side.ops)

    def _place(self, placement: Placement, uses: Mapping[object, int]) -> None:
        drawing, clip, number, contents = placement.drawing, placement.clip, self._numbers, self._contents
        self.lines.append(
            f"q {number[clip.x]} {number[clip.y]} {number[clip.width]} {number[clip.height]} re W n"
            f" {MATRICES[placement.matrix]}"
        )
        apart = uses.get(identity_of(drawing.common), 0) > 1
        if uses.get(drawing, 0) > 1:
            self.lines.append(f"/{self._names.form(contents.drawing(drawing, apart))} Do")
        else:
            below = contents.form(drawing.common, drawing.box) if apart else None
            if below:
                self.lines.append(f"/{self._names.form(below)} Do")
            for layer in (drawing.art,) if apart else (drawing.common, drawing.art):
                self._layer(layer, drawing.box)
        self.lines.append("Q")

    def _layer(self, layer: ops.AnyLayer, box: Box) -> None:
        """Write *layer* in place; one with a key as it is stored."""
        if layer.key or isinstance(layer, ops.StoredLayer):
            self.lines += filter(None, [self._names.include(self._contents.of(layer, box))])
            return
        self._forget()
        around, self.box = self.box, box
        self.draw(layer.ops)
        self.box = around

    def draw(self, operations: Iterable[ops.Op]) -> None:
        """Draw *operations* in their order."""
        texts: list[ops.DrawText] = []
        for op in operations:
            if isinstance(op, ops.DrawText):
                texts.append(op)
                continue
            if texts:
                self._write(texts)
                texts = []
            match op:
                case ops.DrawBox():
                    self._paint(self._box_outline(op), op.paint)
                case ops.DrawPath():
                    self._paint(self._outline(op.path), op.paint)
                case ops.UseSymbol():
                    self._symbol(op)
                case ops.DrawImage():
                    self._image(op)
                case ops.Group():
                    self._group(op)
                case ops.Marked():
                    self._marked(op)
                case ops.LowInkRule():
                    self.draw(op.ops)
                case ops.UseDrawing():
                    self.lines.append(f"/{self._names.form(self._contents.drawing(op.drawing))} Do")
                case _:
                    assert_never(op)
        if texts:
            self._write(texts)

    def _write(self, texts: list[ops.DrawText]) -> None:
        """Texts that follow one another: one text object, in which only changes of state are written."""
        add, number, names = self.lines.append, self._numbers, self._names
        typeface, size, ink, tracking = self._typeface, self._size, self._fill, self._tracking
        font = names.font(typeface or texts[0].typeface)
        written, draws = font.written.__getitem__, font.words.update
        gap, space = nan, ""
        add("BT")
        for op in texts:
            if op.typeface is not typeface or op.size != size:
                typeface, size, gap = op.typeface, op.size, nan
                font = names.font(typeface)
                written, draws = font.written.__getitem__, font.words.update
                add(f"/{font.name} {number[size]} Tf")
            if op.ink is not ink and op.ink != ink:
                ink = op.ink
                add(FILLS[ink])
            if op.tracking != tracking:
                tracking = op.tracking
                add(f"{number[tracking]} Tc")
            words = op.words
            draws(words)
            if len(words) == 1:
                shown = written(words[0])
            else:
                if op.gap != gap:
                    gap = op.gap
                    space = font.space(gap / size)
                shown = space.join(map(written, words))
            if ")" in shown:
                if "]TJ" in shown:
                    shown = _RISE.sub(lambda match: number[float(match[1]) * size], shown)  # noqa: B023
                    add(f"1 0 0 -1 {number[op.x]} {number[op.y]} Tm{_EMPTY.sub('', f'[({shown})]TJ')}")
                    continue
                add(f"1 0 0 -1 {number[op.x]} {number[op.y]} Tm[({shown})]TJ")
            else:
                add(f"1 0 0 -1 {number[op.x]} {number[op.y]} Tm({shown})Tj")
        add("ET")
        self._typeface, self._size, self._fill, self._tracking = typeface, size, ink, tracking

    def _box_outline(self, box: ops.DrawBox) -> str:
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
        number = EXACT
        out: list[str] = []
        for segment in cast(tuple[Any, ...], path):
            if len(segment) == 7:
                _, x1, y1, x2, y2, x, y = segment
                out.append(f"{number[x1]} {number[y1]} {number[x2]} {number[y2]} {number[x]} {number[y]} c")
            elif len(segment) == 3:
                kind, x, y = segment
                out.append(f"{number[x]} {number[y]} {'m' if kind == 'M' else 'l'}")
            else:
                out.append("h")
        return " ".join(out)

    def _paint(self, outline: str, paint: ops.Paint) -> None:
        """Fill and stroke *outline*; each on its own if one of them is transparent."""
        fill, even_odd = paint.fill, "*" if paint.even_odd else ""
        if isinstance(fill, ops.Shading) and _is_flat(fill):
            fill = fill.stops[-1][1]
        stroked = paint.stroke is not None and paint.width > 0 and paint.stroke_opacity > 0
        if isinstance(fill, ops.Shading) or (fill is not None and paint.fill_opacity < 1):
            if isinstance(fill, ops.Shading):
                body = f"{outline} W{even_odd} n /{self._names.shading(fill)} sh"
            else:
                body = f"{FILLS[fill]} {outline} f{even_odd}"
            if paint.fill_opacity < 1:
                body = f"/{self._names.state(paint.fill_opacity, 1.0)} gs {body}"
            if paint.fill_opacity > 0:
                self.lines.append(f"q {body} Q")
            fill = None
        if fill is not None and fill != self._fill:
            self._fill = fill
            self.lines.append(FILLS[fill])
        if not stroked:
            if fill is not None:
                self.lines.append(f"{outline} f{even_odd}")
        elif paint.stroke_opacity < 1 or (isinstance(paint.stroke, SeparatedColour) and paint.stroke.overprint):
            if fill is not None:
                self.lines.append(f"{outline} f{even_odd}")
            see_through = paint.stroke_opacity < 1
            self.lines.append(f"q /{self._names.state(1.0, paint.stroke_opacity)} gs" if see_through else "q")
            self._take_pen(paint)
            self.lines.append(f"{outline} S Q")
            self._pen = None
        else:
            self._take_pen(paint)
            self.lines.append(f"{outline} S" if fill is None else f"{outline} B{even_odd}")

    def _take_pen(self, paint: ops.Paint) -> None:
        """Set colour, width and ends of lines, unless they are."""
        pen = (paint.stroke, *paint[2:6], *paint[9:])
        if pen == self._pen or paint.stroke is None:
            return
        self._pen = pen
        number = self._numbers
        dash = " ".join(number[length] for length in paint.dash) if sum(paint.dash) > 0 else ""
        self.lines.append(
            f"{STROKES[paint.stroke]} {number[paint.width]} w"
            f" {paint.cap} J {paint.join} j {number[paint.miter]} M [{dash}] {number[paint.phase]} d"
        )

    def _marked(self, op: ops.Marked) -> None:
        """A part of a document's structure, which sheets do not have."""
        self.draw(op.ops)

    def _image(self, op: ops.DrawImage) -> None:
        number = self._numbers
        self.lines.append(
            f"q {number[op.width]} 0 0 {number[-op.height]} {number[op.x]} {number[op.y + op.height]} cm"
            f" /{self._names.image(op.path)} Do Q"
        )

    def _symbol(self, op: ops.UseSymbol) -> None:
        form = self._contents.symbol(op.symbol)
        self.lines.append(f"q {MATRICES[op.matrix]} /{self._names.form(form)} Do Q")

    def _group(self, group: ops.Group) -> None:
        if group.opacity <= 0:
            return
        if group.opacity < 1 or group.mask:
            name, states = self._names.form(self._flat(group)), ""
            if group.opacity < 1:
                states += f"/{self._names.state(group.opacity, group.opacity)} gs "
            if group.mask:
                states += f"/{self._names.soft_mask(self._flat(ops.Group(group.mask, group.matrix)))} gs "
            self.lines.append(f"q {states}/{name} Do Q")
        else:
            self.lines.append("q")
            self._turned(group)
            self.lines.append("Q")
            self._forget()

    def _flat(self, group: ops.Group) -> Form:
        """The contents of *group* as one flat picture, without its opacity and mask.

        The form has the units of its surroundings, so that what can be seen of it is known.
        """
        names = Placeholders()
        inner = ContentStream(names, self._contents, self.box, self._numbers is EXACT)
        inner._turned(group)
        return form_of(inner.box, names.written(inner.lines), flat=True)

    def _turned(self, group: ops.Group) -> None:
        """The contents of *group* under its matrix and clip."""
        inside = _seen_from_inside(self.box, group.matrix)
        if inside is None:
            return
        around, self.box = self.box, inside
        numbers = self._numbers
        if max(map(abs, group.matrix[:4])) > 2:
            self._numbers = EXACT
        if group.matrix != IDENTITY:
            self.lines.append(MATRICES[group.matrix])
        if group.clip is not None:
            self.lines.append(f"{self._outline(group.clip) or '0 0 0 0 re'} W n")
        self.draw(group.ops)
        self.box, self._numbers = around, numbers


def identity_of(layer: ops.AnyLayer) -> object:
    """What makes a layer the same as another one: its key, or the object itself."""
    return layer.key or layer


def _is_flat(shading: ops.Shading) -> bool:
    """True if a gradient has no extent; SVG fills with its last colour then."""
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
