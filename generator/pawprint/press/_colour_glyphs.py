"""Glyphs in the colours of their font -> SVG, which becomes a picture.

HarfBuzz paints COLR glyphs by calling the methods of `_Painting`; those of CBDT and sbix are images. What PDF cannot
draw as vectors, such as a blend mode, becomes pixels as in any drawing.
"""

import base64
import math
from collections.abc import Callable, Sequence
from typing import Any
from unicodedata import category, name

from pawprint.core.affine import IDENTITY, Matrix, matrix_product
from pawprint.core.diagnostics import Findings
from pawprint.core.picture import Picture
from pawprint.graphics.svg.xml_tree import MAX_BYTES
from pawprint.press._glyph_ink import glyph_outline, has_outline
from pawprint.typography.metrics import Shaped
from pawprint.typography.scripts import is_emoji

#: Tables of colours that can be drawn. Those with documents in SVG are drawn by their outlines.
TABLES = frozenset({"COLR", "CBDT", "sbix"})
#: How long emoji are in mm at most where pixels of 600 dpi are sharp.
_LENGTH = 15.0
#: A sweep of colours is drawn in so many sectors.
_SECTORS = 90
_SPREADS = ("pad", "repeat", "reflect")
#: The first of the ways of composing that CSS calls blend modes.
_BLENDS = 13


def is_coloured(face: Any, font: Any, glyph: int) -> bool:
    """True if a glyph of a font with one of `TABLES` has colours; an image that is damaged has no size, and so none."""
    if face.glyph_has_color_paint(glyph) or face.get_glyph_color_layers(glyph):
        return True
    extents = font.get_glyph_extents(glyph) if len(font.get_glyph_color_png(glyph)) else None
    return extents is not None and bool(extents.width and extents.height)


def letter_picture(face: Any, font: Any, word: Shaped, letter: str) -> Picture | None:
    """A letter with its marks, shaped as *word*, in colours; None if it is set as text.

    Emoji and signs are drawn in colours. Letters are only if they have no outline, since a picture among letters is as
    high as an icon.
    """
    glyphs = [glyph for glyph, *_ in word.glyphs]
    if word.missing or not glyphs or not all(is_coloured(face, font, glyph) for glyph in glyphs):
        return None
    if not is_emoji(letter) and category(letter[0])[0] != "S" and all(has_outline(font, glyph) for glyph in glyphs):
        return None
    advances = [(glyph, (advance + kern) * face.upem) for glyph, advance, kern in word.glyphs]
    return coloured_picture(face, font, advances, name(letter[0], "sign").lower())


def coloured_picture(face: Any, font: Any, glyphs: Sequence[tuple[int, float]], title: str) -> Picture | None:
    """Glyphs side by side, each with its advance in font units, from the descender to the ascender of the font.

    None if they cannot be drawn.
    """
    from pawprint.graphics.svg.convert import read_svg

    extents = font.get_font_extents("ltr")
    scale = 100 / face.upem  # a drawing of a hundred units, whatever the font has
    width = scale * sum([advance for _, advance in glyphs])
    body, x = "", 0.0
    for number, (glyph, advance) in enumerate(glyphs):
        painted = _painted(face, font, glyph, number)
        body += f'<g transform="matrix({scale:.6g} 0 0 {-scale:.6g} {x:.6g} 0)">{painted}</g>'
        x += scale * advance
    top, height = -scale * extents.ascender, scale * (extents.ascender - extents.descender)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {top:.6g} {width:.6g} {height:.6g}">{body}</svg>'
    picture = read_svg(svg.encode(), title, Findings(), title, length=_LENGTH)
    return picture if picture and picture.items else None


def _painted(face: Any, font: Any, glyph: int, number: int) -> str:
    import uharfbuzz as hb

    if face.glyph_has_color_paint(glyph) or face.get_glyph_color_layers(glyph):
        painting = _Painting(font, face.upem, font.get_glyph_extents(glyph), f"g{number}-")
        functions = hb.PaintFuncs()
        for called in ("push_transform", "pop_transform", "push_clip_glyph", "push_clip_rectangle", "pop_clip", "color",
                     "linear_gradient", "radial_gradient", "sweep_gradient", "push_group", "pop_group"):  # fmt: skip
            getattr(functions, f"set_{called}_func")(_call(called))
        font.paint_glyph(glyph, functions, painting, 0, hb.Color(0, 0, 0, 255))
        return painting.svg
    data = base64.b64encode(bytes(font.get_glyph_color_png(glyph).data)).decode()
    box = font.get_glyph_extents(glyph)
    place = f'width="{box.width}" height="{-box.height}" transform="matrix(1 0 0 -1 {box.x_bearing} {box.y_bearing})"'
    return f'<image {place} preserveAspectRatio="none" href="data:image/png;base64,{data}"/>'


def _call(name: str) -> Callable[..., None]:
    """A function for HarfBuzz, which gives it a painting behind its arguments, and prints what it raises."""

    def call(*arguments: Any) -> None:
        painting: _Painting = arguments[-1]
        try:
            getattr(painting, name)(*arguments[:-1])
        except (ArithmeticError, IndexError, ValueError):  # of colours that are damaged
            painting.give_up()

    return call


class _Level:
    """What is between a push and its pop.

    Attributes:
        clip: the path of a clip.
        matrix: of a transformation.
        parts: elements, and whether each has the outline of the clip already.
    """

    def __init__(self, clip: str = "", matrix: Matrix | None = None) -> None:
        self.clip, self.matrix = clip, matrix
        self.parts: list[tuple[str, bool]] = []

    @property
    def svg(self) -> str:
        return "".join([part for part, _ in self.parts])


class _Painting:
    """Elements of SVG; the names of its methods are those of HarfBuzz's functions for painting."""

    def __init__(self, font: Any, em: int, extents: Any, prefix: str) -> None:
        self._font, self._em, self._extents, self._prefix = font, em, extents, prefix
        self._levels = [_Level()]
        self._count = self._size = 0

    @property
    def svg(self) -> str:
        return self._levels[0].svg if self._size <= MAX_BYTES else ""

    def give_up(self) -> None:
        """Draw nothing."""
        self._size = MAX_BYTES + 1

    def _id(self) -> str:
        self._count += 1
        return f"{self._prefix}{self._count}"

    def _add(self, svg: str, clipped: _Level | None = None) -> None:
        """Add elements to the innermost level, or to the one whose outline they have."""
        self._size += len(svg)
        if self._size <= MAX_BYTES:
            (clipped or self._levels[-1]).parts.append((svg, clipped is not None))

    # --- levels ---

    def push_transform(self, xx: float, yx: float, xy: float, yy: float, dx: float, dy: float) -> None:
        self._levels.append(_Level(matrix=(xx, yx, xy, yy, dx, dy)))

    def pop_transform(self) -> None:
        level = self._levels.pop()
        if level.matrix == IDENTITY:
            self._levels[-1].parts += [(svg, False) for svg, _ in level.parts]
        elif level.parts:
            self._add(f"<g{_transform('transform', level.matrix)}>{level.svg}</g>")

    def push_clip_glyph(self, glyph: int) -> None:
        outline = glyph_outline(self._font, glyph)
        used = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}
        self._levels.append(
            _Level(
                clip="".join([kind + " ".join(map("{:g}".format, points[: used[kind]])) for kind, *points in outline])
            )
        )

    def push_clip_rectangle(self, xmin: float, ymin: float, xmax: float, ymax: float) -> None:
        self._levels.append(_Level())  # the box around the glyph, in which all of it is

    def pop_clip(self) -> None:
        level = self._levels.pop()
        if not level.clip or all(is_clipped for _, is_clipped in level.parts):
            self._levels[-1].parts += [(svg, False) for svg, _ in level.parts]
            return
        id = self._id()
        self._add(f'<clipPath id="{id}"><path d="{level.clip}"/></clipPath><g clip-path="url(#{id})">{level.svg}</g>')

    def push_group(self) -> None:
        self._levels.append(_Level())

    def pop_group(self, mode: int) -> None:
        source, level = self._levels.pop().svg, self._levels[-1]
        backdrop, mode = level.svg, int(mode)
        if mode == 0:
            level.parts.clear()
        elif mode == 1:
            level.parts[:] = [(source, False)]
        elif mode == 4:
            level.parts[:] = [(source + backdrop, False)]
        elif mode in (5, 6):
            seen, mask = (source, backdrop) if mode == 5 else (backdrop, source)
            level.parts[:] = [(self._masked(seen, mask), False)]
        elif mode == 9:
            self._add(self._masked(source, backdrop))
        elif mode >= _BLENDS:
            import uharfbuzz as hb

            blend = hb.PaintCompositeMode(mode).name.lower().removeprefix("hsl_").replace("_", "-")
            self._add(f'<g style="mix-blend-mode:{blend}">{source}</g>')
        elif mode != 2:
            self._add(source)

    def _masked(self, seen: str, mask: str) -> str:
        id = self._id()
        tag = f'<mask id="{id}" mask-type="alpha" maskUnits="userSpaceOnUse" {self._everywhere()}>'
        return f'{tag}{mask}</mask><g mask="url(#{id})">{seen}</g>'

    # --- paint ---

    def _fill(self, paint: str, definition: Callable[[Matrix], str] = lambda matrix: "") -> None:
        """Fill what is clipped.

        Args:
            definition: what *paint* refers to, under a matrix.
        """
        matrix = IDENTITY
        for level in reversed(self._levels):
            if level.clip:
                self._add(f'{definition(matrix)}<path d="{level.clip}" {paint}/>', level)
                return
            if level.matrix is None:
                break
            matrix = matrix_product(level.matrix, matrix)
        self._add(f"{definition(IDENTITY)}<rect {self._everywhere()} {paint}/>")

    def _everywhere(self) -> str:
        """The place of the glyph in the units of the innermost level; no larger than needed, since layers cost time."""
        box, em = self._extents, self._em
        if box is None or any(level.matrix not in (None, IDENTITY) for level in self._levels):
            return f'x="{-em}" y="{-em}" width="{3 * em}" height="{3 * em}"'
        x, y = box.x_bearing, box.y_bearing + box.height
        return f'x="{x}" y="{y}" width="{box.width}" height="{-box.height}"'

    def color(self, color: Any, is_foreground: bool) -> None:
        self._fill(_painted_with("fill", color, is_foreground))

    def linear_gradient(self, line: Any, x0: float, y0: float, x1: float, y1: float, x2: float, y2: float) -> None:
        # Lines of equal colour run from the first to the third point; SVG has them at right angles to its axis.
        across, down = x2 - x0, y2 - y0
        length = across * across + down * down
        part = ((x1 - x0) * across + (y1 - y0) * down) / length if length else 0.0
        x1, y1 = x1 - part * across, y1 - part * down
        stops, first, last = _stops(line)
        ends = [x0 + (x1 - x0) * first, y0 + (y1 - y0) * first, x0 + (x1 - x0) * last, y0 + (y1 - y0) * last]
        self._gradient("linearGradient", zip(("x1", "y1", "x2", "y2"), ends, strict=True), stops, line)

    def radial_gradient(self, line: Any, x0: float, y0: float, r0: float, x1: float, y1: float, r1: float) -> None:
        stops, first, last = _stops(line)
        start = [a + (b - a) * first for a, b in ((x0, x1), (y0, y1), (r0, r1))]
        end = [a + (b - a) * last for a, b in ((x0, x1), (y0, y1), (r0, r1))]
        numbers = [*start[:2], max(start[2], 0.0), *end[:2], max(end[2], 0.0)]
        names = ("fx", "fy", "fr", "cx", "cy", "r")
        self._gradient("radialGradient", zip(names, numbers, strict=True), stops, line)

    def _gradient(self, tag: str, numbers: Any, stops: str, line: Any) -> None:
        id = self._id()
        places = " ".join([f'{name}="{number:.6g}"' for name, number in numbers])
        spread = f'gradientUnits="userSpaceOnUse" spreadMethod="{_SPREADS[int(line.extend)]}"'
        self._fill(
            f'fill="url(#{id})"',
            lambda matrix: (
                f'<{tag} id="{id}" {spread} {places}{_transform("gradientTransform", matrix)}>{stops}</{tag}>'
            ),
        )

    def sweep_gradient(self, line: Any, x: float, y: float, start: float, end: float) -> None:
        stops = sorted([(stop.offset, stop.color) for stop in line.color_stops], key=lambda stop: stop[0])
        far, step = 2 * self._em, 2 * math.pi / _SECTORS
        sectors = []
        for number in range(_SECTORS):
            angle = number * step
            offset = _spread(((angle + step / 2) - start) / ((end - start) or 1.0), int(line.extend))
            corners = [(x + far * math.cos(at), y + far * math.sin(at)) for at in (angle, angle + 1.05 * step)]
            path = f"M{x:g} {y:g}" + "".join([f"L{a:.6g} {b:.6g}" for a, b in corners]) + "Z"
            sectors.append(f'<path d="{path}" {_between(stops, offset)}/>')
        self._add("".join(sectors))


def _transform(attribute: str, matrix: Matrix | None) -> str:
    if matrix is None or matrix == IDENTITY:
        return ""
    return f' {attribute}="matrix({" ".join([f"{number:.8g}" for number in matrix])})"'


def _stops(line: Any) -> tuple[str, float, float]:
    """The stops of a gradient from 0 to 1, and where these two are on its line."""
    stops = sorted(line.color_stops, key=lambda stop: stop.offset)
    first, last = stops[0].offset, stops[-1].offset
    length = (last - first) or 1.0
    written = [
        f'<stop offset="{(stop.offset - first) / length:.6g}" {_painted_with("stop", stop.color, stop.is_foreground)}/>'
        for stop in stops
    ]
    return "".join(written), first, last


def _painted_with(what: str, color: Any, is_foreground: bool) -> str:
    name = "currentColor" if is_foreground else f"#{color.red:02x}{color.green:02x}{color.blue:02x}"
    seen = f' {what}-opacity="{color.alpha / 255:.4g}"' if color.alpha < 255 else ""
    return f'{what}{"-color" if what == "stop" else ""}="{name}"{seen}'


def _spread(offset: float, extend: int) -> float:
    if extend == 1:
        return offset % 1
    return 1 - abs(1 - offset % 2) if extend == 2 else offset


def _between(stops: Sequence[tuple[float, Any]], offset: float) -> str:
    """The colour at *offset* between two stops."""
    after = next((number for number, (place, _) in enumerate(stops) if place >= offset), len(stops) - 1)
    (low, start), (high, end) = stops[max(after - 1, 0)], stops[after]
    part = min(max((offset - low) / ((high - low) or 1.0), 0.0), 1.0)
    names = ("red", "green", "blue", "alpha")
    red, green, blue, alpha = (round(getattr(start, n) + (getattr(end, n) - getattr(start, n)) * part) for n in names)
    return f'fill="#{red:02x}{green:02x}{blue:02x}" fill-opacity="{alpha / 255:.4g}"'
