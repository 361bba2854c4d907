"""Drawing -> SVG: sharp at any size, and whole by itself: letters are outlines, images stand inside.

What many drawings share is written once and kept: words by typeface, symbols, gradients. A press gives each symbol and
gradient an id of its own, so that kept parts of any two drawings never mean different things by one id.
"""

import base64
from collections.abc import Iterable
from itertools import count, repeat
from typing import assert_never

from pawprint.core.affine import IDENTITY, Matrix
from pawprint.core.colour import Colour
from pawprint.core.picture import Path
from pawprint.core.raster import printable_image
from pawprint.graphics import ops
from pawprint.press._glyph_ink import Segment, glyph_outline
from pawprint.press.portable_stream import real
from pawprint.typography.metrics import Shaped, Typeface

_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{}" width="{}mm" height="{}mm" fill="none">'
_CAPS, _JOINS = ("butt", "round", "square"), ("miter", "round", "bevel")
_SEGMENTS: dict[str | float, str] = {
    "M": "M%.5g %.5g",
    "L": "L%.5g %.5g",
    "C": "C%.5g %.5g %.5g %.5g %.5g %.5g",
    "Z": "Z",
}
_KINDS = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg"}

#: The largest number of symbols and common parts that are remembered; a preview may run all day.
MAX_KEPT = 4000

#: What is drawn (or the id of a symbol), and the definitions by id that it refers to.
_Kept = tuple[str, dict[str, str]]


class SvgPress:
    """Writes drawings as SVG; one press for many drawings, since it remembers their parts.

    Args:
        prefix: of the ids that it gives, where several presses write parts of one file.
        current: the colour that is written as `currentColor`, that of the text around a drawing.
        shared: words, and drawings within another one, become definitions, so that each is written once however often
            it is shown.
    """

    def __init__(self, prefix: str = "", current: Colour | None = None, shared: bool = False) -> None:
        self._prefix, self._current, self._shared = prefix, current, shared
        self._within: dict[ops.Drawing, _Kept] = {}
        self._letters: dict[Typeface, _Letters] = {}
        self._symbols: dict[ops.Symbol, _Kept] = {}
        self._common: dict[ops.Layer, _Kept] = {}
        self._paints: dict[ops.Paint, str] = {}
        self._images: dict[str, str] = {}
        self._ids: dict[object, str] = {}
        self._count = count()

    def write(self, drawing: ops.Drawing) -> bytes:
        """*drawing* with its bleed. The same drawing makes the same bytes for as long as this press is used.

        Raises:
            OSError, ValueError: an image file cannot be read or printed.
        """
        trim, bleed = drawing.trim, drawing.bleed
        sides = bleed.left + trim.width + bleed.right, bleed.top + trim.height + bleed.bottom
        view = f"{0 - bleed.left.pt:g} {0 - bleed.top.pt:g} {sides[0].pt:.6g} {sides[1].pt:.6g}"
        parts, needed = [_HEAD.format(view, f"{sides[0].mm:g}", f"{sides[1].mm:g}")], dict[str, str]()
        common = self._common.get(drawing.common)
        if common is None:
            if len(self._common) >= MAX_KEPT:
                self._common.clear()
            common = self._common[drawing.common] = self._keep(drawing.common.ops)
        below, defined = common
        needed.update(defined)
        body = self._ops(drawing.art.ops, needed)
        if needed:
            parts.append(f"<defs>{''.join(needed.values())}</defs>")
        parts += [below, body, "</svg>"]
        return "".join(parts).encode()

    def part(self, operations: Iterable[ops.Op], needed: dict[str, str]) -> str:
        """The elements of *operations*, for a file that has the definitions in *needed*, to which theirs are added.

        Raises:
            OSError, ValueError: an image file cannot be read or printed.
        """
        return self._ops(operations, needed)

    def _keep(self, operations: Iterable[ops.Op]) -> _Kept:
        needed: dict[str, str] = {}
        return self._ops(operations, needed), needed

    def _ops(self, operations: Iterable[ops.Op], needed: dict[str, str]) -> str:
        """The elements of *operations*; what they refer to is added to *needed*."""
        parts: list[str] = []
        for op in operations:
            match op:
                case ops.DrawText():
                    parts.append(self._text(op, needed))
                case ops.DrawBox(x, y, width, height, paint, radius):
                    corner = f' rx="{min(radius, width / 2, height / 2):.5g}"' if radius else ""
                    place = f'x="{x:.6g}" y="{y:.6g}" width="{width:.6g}" height="{height:.6g}"{corner}'
                    parts.append(f"<rect {place}{self._paint(paint, needed)}/>")
                case ops.DrawPath(path, paint):
                    parts.append(f'<path d="{_outline(path)}"{self._paint(paint, needed)}/>')
                case ops.UseSymbol(symbol, matrix):
                    parts.append(f'<use href="#{self._symbol(symbol, needed)}"{_transform(matrix)}/>')
                case ops.DrawImage():
                    parts.append(self._image(op))
                case ops.Group():
                    parts.append(self._group(op, needed))
                case ops.Marked() | ops.LowInkRule():
                    parts.append(self._ops(op.ops, needed))
                case ops.UseDrawing(drawing):
                    parts.append(self._drawing(ops.with_operations(drawing), needed))
                case _:
                    assert_never(op)
        return "".join(parts)

    def _text(self, op: ops.DrawText, needed: dict[str, str]) -> str:
        letters = self._letters.get(op.typeface)
        if letters is None:
            letters = self._letters[op.typeface] = _Letters(op.typeface)
        tracking = op.tracking / op.size
        x, parts = op.x, []
        for word in op.words:
            outline = letters[word, tracking]
            if outline:
                scale = op.size / letters.em
                matrix = f"{scale:.5g} 0 0 {-scale:.5g} {x:.6g} {op.y:.6g}"
                if self._shared:
                    name = self._id((op.typeface, word, tracking))
                    needed[name] = f'<path id="{name}" d="{outline}"/>'
                    parts.append(f'<use href="#{name}" transform="matrix({matrix})"/>')
                else:
                    parts.append(f'<path transform="matrix({matrix})" d="{outline}"/>')
            x += (word.width + tracking * len(word.glyphs)) * op.size + op.gap + op.tracking
        return f'<g fill="{self._colour(op.ink)}">{"".join(parts)}</g>' if parts else ""

    def _drawing(self, drawing: ops.Drawing, needed: dict[str, str]) -> str:
        """A drawing within another one."""
        if not self._shared:
            return self._ops(drawing.ops, needed)
        kept = self._within.get(drawing)
        if kept is None:
            name = f"{self._prefix}w{next(self._count)}"
            inside, defined = self._keep(drawing.ops)
            defined[name] = f'<g id="{name}">{inside}</g>'
            if len(self._within) >= MAX_KEPT:
                self._within.clear()
            kept = self._within[drawing] = (f'<use href="#{name}"/>', defined)
        needed.update(kept[1])
        return kept[0]

    def _symbol(self, symbol: ops.Symbol, needed: dict[str, str]) -> str:
        kept = self._symbols.get(symbol)
        if kept is None:
            name = f"{self._prefix}s{next(self._count)}"
            inside, defined = self._keep(symbol.ops)
            x, y, width, height = symbol.x, symbol.y, symbol.width, symbol.height
            box = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
            view = f'viewBox="{x:g} {y:g} {width:g} {height:g}"'
            defined[name] = f'<svg id="{name}" {box} {view}>{inside}</svg>'
            if len(self._symbols) >= MAX_KEPT:
                self._symbols.clear()
            kept = self._symbols[symbol] = (name, defined)
        needed.update(kept[1])
        return kept[0]

    def _group(self, group: ops.Group, needed: dict[str, str]) -> str:
        if group.opacity <= 0:
            return ""
        seen = f' opacity="{group.opacity:.4g}"' if group.opacity < 1 else ""
        clip = ""
        if group.clip is not None:
            name = self._id(("clip", group.clip))
            needed[name] = f'<clipPath id="{name}"><path d="{_outline(group.clip)}"/></clipPath>'
            clip = f' clip-path="url(#{name})"'
        if group.mask:
            name = self._id(("mask", group.mask))
            inside, box = self._ops(group.mask, needed), 'x="-1e5" y="-1e5" width="2e5" height="2e5"'
            needed[name] = f'<mask id="{name}" maskUnits="userSpaceOnUse" {box}>{inside}</mask>'
            clip += f' mask="url(#{name})"'
        return f"<g{_transform(group.matrix)}{clip}{seen}>{self._ops(group.ops, needed)}</g>"

    def _image(self, op: ops.DrawImage) -> str:
        data = self._images.get(op.path)
        if data is None:
            content = printable_image(op.path)
            kind = next((kind for start, kind in _KINDS.items() if content.startswith(start)), "image/png")
            data = self._images[op.path] = f"data:{kind};base64,{base64.b64encode(content).decode()}"
        place = f'x="{op.x:.6g}" y="{op.y:.6g}" width="{op.width:.6g}" height="{op.height:.6g}"'
        return f'<image {place} preserveAspectRatio="none" href="{data}"/>'

    def _paint(self, paint: ops.Paint, needed: dict[str, str]) -> str:
        fill = paint.fill
        if isinstance(fill, ops.Shading) and not _is_flat(fill):
            name = self._id(fill)
            needed[name] = _gradient(name, fill)
            return f' fill="url(#{name})"{self._look(paint._replace(fill=None))}{_faint("fill", paint.fill_opacity)}'
        if isinstance(fill, ops.Shading):
            paint = paint._replace(fill=fill.stops[-1][1])
        return self._look(paint)

    def _look(self, paint: ops.Paint) -> str:
        """The attributes of a paint without gradient."""
        text = self._paints.get(paint)
        if text is None:
            text = ""
            if isinstance(paint.fill, Colour):
                text += f' fill="{self._colour(paint.fill)}"{_faint("fill", paint.fill_opacity)}'
            if paint.even_odd:
                text += ' fill-rule="evenodd"'
            if paint.stroke is not None and paint.width > 0:
                text += f' stroke="{self._colour(paint.stroke)}" stroke-width="{paint.width:.5g}"'
                text += _faint("stroke", paint.stroke_opacity)
                if paint.cap:
                    text += f' stroke-linecap="{_CAPS[paint.cap]}"'
                if paint.join:
                    text += f' stroke-linejoin="{_JOINS[paint.join]}"'
                elif paint.miter != 4:
                    text += f' stroke-miterlimit="{paint.miter:.5g}"'
                if sum(paint.dash) > 0:
                    text += f' stroke-dasharray="{" ".join(f"{length:.5g}" for length in paint.dash)}"'
                    text += f' stroke-dashoffset="{paint.phase:.5g}"' if paint.phase else ""
            self._paints[paint] = text
        return text

    def _id(self, thing: object) -> str:
        return self._ids.setdefault(thing, f"{self._prefix}d{len(self._ids)}")

    def _colour(self, colour: Colour) -> str:
        return "currentColor" if colour == self._current else str(colour)


class _Letters(dict[tuple[Shaped, float], str]):
    """A typeface's words, with so many ems after each glyph, as path data: in font units and upwards, from the start
    of the baseline."""

    def __init__(self, typeface: Typeface) -> None:
        super().__init__()
        face = real(typeface)
        self.em, self._font = face.em, face.font
        self._glyphs: dict[int, tuple[Segment, ...]] = {}

    def __missing__(self, key: tuple[Shaped, float]) -> str:
        word, tracking = key
        x, parts = word.start * self.em, list[str]()
        for (glyph, advance, kern), rise in zip(word.glyphs, word.rises or repeat(0.0), strict=False):
            up = rise * self.em
            for kind, *points in self._outline(glyph):
                if kind == "Z":
                    parts.append("Z")
                    continue
                used = points[: {"M": 2, "L": 2, "Q": 4, "C": 6}[kind]]
                placed = [f"{value + x if index % 2 == 0 else value + up:g}" for index, value in enumerate(used)]
                parts.append(kind + " ".join(placed))
            x = round(x + (advance + kern + tracking) * self.em, 2)
        outline = self[key] = "".join(parts)
        return outline

    def _outline(self, glyph: int) -> tuple[Segment, ...]:
        if glyph not in self._glyphs:
            self._glyphs[glyph] = glyph_outline(self._font, glyph)
        return self._glyphs[glyph]


def _outline(path: Path) -> str:
    return "".join([_SEGMENTS[segment[0]] % segment[1:] for segment in path])


def _transform(matrix: Matrix) -> str:
    return "" if matrix == IDENTITY else f' transform="matrix({" ".join([f"{value:.6g}" for value in matrix])})"'


def _faint(what: str, opacity: float) -> str:
    return f' {what}-opacity="{opacity:.4g}"' if opacity < 1 else ""


def _gradient(name: str, shading: ops.Shading) -> str:
    stops = "".join(f'<stop offset="{offset:.4g}" stop-color="{colour}"/>' for offset, colour in shading.stops)
    if shading.radius is None:
        place = f'x1="{shading.x1:.6g}" y1="{shading.y1:.6g}" x2="{shading.x2:.6g}" y2="{shading.y2:.6g}"'
        kind = "linearGradient"
    else:
        place = f'cx="{shading.x1:.6g}" cy="{shading.y1:.6g}" r="{shading.radius:.6g}"'
        if shading.focus is not None:
            place += ' fx="{:.6g}" fy="{:.6g}" fr="{:.6g}"'.format(*shading.focus)
        kind = "radialGradient"
    return f'<{kind} id="{name}" gradientUnits="userSpaceOnUse" {place}>{stops}</{kind}>'


def _is_flat(shading: ops.Shading) -> bool:
    """True if a gradient has no extent; its last colour fills then."""
    if shading.radius is None:
        return (shading.x1, shading.y1) == (shading.x2, shading.y2)
    return shading.radius <= 0
