"""An SVG file of the declared profile -> `Picture`: plain paths whose colours are still names.

Behind this door, `svgprofile` says what the profile is, `svgxml` reads a file's elements, `svgpath` their
path data, and `svgoutline` does the geometry. What is drawn here is flat wherever it can be: groups and
transformations are worked into the coordinates. A `Cluster` is left only where a clip asks for one, the
opacity of several things at once, or a stroke or radial gradient that grows differently in x and y.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pawprint.core.affine import (
    IDENTITY,
    LIMIT,
    CoordinateOverflow,
    Matrix,
    determinant,
    inverse,
    is_similarity,
    is_singular,
    matrix_product,
    rounded,
    without_scale,
)
from pawprint.core.diagnostics import Findings
from pawprint.core.paths import RawPath, path_bounds, place_path, transformed, wound_for_union
from pawprint.core.picture import Cluster, ColourName, Gradient, Item, Path, Picture, Shape
from pawprint.svg.grammar import MAX_SEGMENTS
from pawprint.svg.profile import DRAWN, PAINTS, Reference, Relative
from pawprint.svg.xml_elements import MAX_DEPTH, MAX_NODES, Refused, SvgDocument, SvgElement, SvgReport, read_document

#: What fills a shape, and the matrix under which alone it is a `Gradient` (None: under none).
_Paint = tuple[ColourName | Gradient | None, Matrix | None]
#: Presentation properties by name; only the inherited ones in `_INITIAL` are to be looked up here.
Style = Mapping[str, Any]

_INITIAL: Style = {
    "fill": "#000000",
    "fill-rule": False,
    "fill-opacity": 1.0,
    "stroke": None,
    "stroke-width": 1.0,
    "stroke-linecap": 0,
    "stroke-linejoin": 0,
    "stroke-dasharray": (),
    "stroke-opacity": 1.0,
}


def read_svg(data: bytes, name: str, findings: Findings, display_name: str) -> Picture | None:
    """Read one drawing.

    Args:
        data: the file's content.
        name: what the picture is called: `burrow/red-fox`.
        findings: takes what is wrong, all of it where possible; every finding is a `bad-svg`.
        display_name: how messages call the file; as a rule a path relative to the current folder.

    Returns:
        The picture, its coordinates rounded to 3 decimals; None when anything is wrong with the file.
    """
    report = SvgReport(findings, display_name)
    try:
        return draw_document(read_document(data, report), report, name)
    except Refused:
        return None


def draw_document(document: SvgDocument, report: SvgReport, name: str) -> Picture | None:
    """The picture of a document that has been read; None when anything is wrong, which has been reported.

    Raises:
        Refused: there is too much of the drawing.
    """
    items = _Painter(document, report).draw(document.root, IDENTITY, _INITIAL)
    if report.failed:
        return None
    colours = sorted(colour for colour in set(_colours(items)) if not colour.startswith("#"))
    return Picture(name, *document.view, tuple(items), tuple(colours))


class _Ramp(NamedTuple):
    """A gradient before it meets a shape.

    Attributes:
        numbers: x1 y1 x2 y2, or cx cy r; in user units, or in fractions of the shape's bounds if *boxed*.
    """

    numbers: tuple[float, ...]
    stops: tuple[tuple[float, ColourName], ...]
    boxed: bool
    matrix: Matrix


class _Painter:
    """Draws elements into items, and keeps count of what `use` makes of them."""

    def __init__(self, document: SvgDocument, report: SvgReport) -> None:
        self._ids = document.ids
        self._view = document.view
        self._report = report
        self._nodes = 0
        self._segments = 0
        self._clips: dict[SvgElement, RawPath] = {}
        self._ramps: dict[SvgElement, _Ramp | ColourName | None] = {}

    def draw(
        self, node: SvgElement, outer: Matrix, inherited: Style, depth: int = 1, used: tuple[SvgElement, ...] = ()
    ) -> list[Item]:
        """The items that *node* and all below it make.

        Args:
            outer: from the units around the element to those of the picture.
            inherited: style of the element around it.
            depth: how many elements it lies in, itself included, `use` followed.
            used: the elements whose use has led here; a `use` of one of them again would never end.

        Raises:
            Refused: `use` makes too much of the drawing.
        """
        self._count_node(node, depth)
        try:
            matrix = matrix_product(outer, node.matrix)
            if node.tag == "use":
                x, y = node.values.get("x", 0.0), node.values.get("y", 0.0)
                matrix = matrix_product(matrix, (1.0, 0.0, 0.0, 1.0, x, y))
            if is_singular(matrix):
                return []
            style = {**inherited, **node.style} if node.style else inherited
            items: list[Item] = []
            if node.tag == "use":
                target = self._target(node, used)
                if target is not None:
                    items = self.draw(target, matrix, style, depth + 1, (*used, target))
            elif node.outline:
                items = self._shape(node, matrix, style)
            elif node.children:
                for child in node.children:
                    if child.tag in DRAWN:
                        items += self.draw(child, matrix, style, depth + 1, used)
            return self._with_opacity_and_clip(items, node, matrix) if node.style else items
        except CoordinateOverflow:
            self._report.add(node.at, f"{node.tag} reaches beyond 1 000 000 units", "check its transform")
            return []

    def _count_node(self, node: SvgElement, depth: int) -> None:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise self._report.refuse(
                node.at, f"with all that is used there are more than {MAX_NODES} elements", "use fewer things"
            )
        if depth > MAX_DEPTH:
            raise self._report.refuse(
                node.at,
                f"with all that is used elements are nested more than {MAX_DEPTH} deep",
                "use fewer things",
            )

    def _spend(self, node: SvgElement, count: int) -> None:
        self._segments += count
        if self._segments > MAX_SEGMENTS:
            raise self._report.refuse(
                node.at, f"the drawing has more than {MAX_SEGMENTS} path segments", "simplify its paths"
            )

    def _target(self, node: SvgElement, used: Sequence[SvgElement]) -> SvgElement | None:
        """What a `use` means; None if it is unknown (that has been reported) or would contain itself."""
        target = self._ids.get(node.link or "")
        if target is None or target.tag not in DRAWN:
            return None
        if target in used:
            message = f"use of '{target.id}' inside '{target.id}' would never end"
            self._report.add(node.at, message, "remove it", "href")
            return None
        return target

    def _with_opacity_and_clip(self, items: list[Item], node: SvgElement, matrix: Matrix) -> list[Item]:
        """*items* under the opacity and clip that *node* itself has."""
        opacity: float = node.style.get("opacity", 1.0)
        clip = self._clip(node, matrix)
        if not items or opacity == 0:
            return []
        if opacity < 1 and len(items) == 1:
            only = items[0]
            if isinstance(only, Cluster):
                items, opacity = [only._replace(opacity=rounded(only.opacity * opacity))], 1.0
            elif only.stroke is None:
                items, opacity = [only._replace(fill_opacity=rounded(only.fill_opacity * opacity))], 1.0
            elif only.fill is None:
                items, opacity = [only._replace(stroke_opacity=rounded(only.stroke_opacity * opacity))], 1.0
        if clip is None and opacity == 1:
            return items
        return [Cluster(tuple(items), clip=clip, opacity=opacity)]

    # --- shapes ---

    def _shape(self, node: SvgElement, matrix: Matrix, style: Style) -> list[Item]:
        path = node.outline
        width: float = style["stroke-width"]
        stroke: ColourName | None = style["stroke"] if width and style["stroke-opacity"] else None
        dash: tuple[float, ...] = style["stroke-dasharray"] if stroke else ()
        self._spend(node, len(path) + len(dash))
        around = None
        if stroke and not is_similarity(matrix):
            around = without_scale(matrix)
            matrix = matrix_product(inverse(around), matrix)
        fill: ColourName | Gradient | None = None
        unscaled = None
        if style["fill"] is not None and style["fill-opacity"] and node.tag != "line":
            fill, unscaled = self._fill(node, style["fill"], matrix)
        even_odd: bool = style["fill-rule"]
        fill_opacity: float = style["fill-opacity"]
        items: list[Item] = []
        if unscaled is not None:
            inner = place_path(path, matrix_product(inverse(unscaled), matrix))
            items.append(Cluster((Shape(inner, fill, even_odd=even_odd, fill_opacity=fill_opacity),), unscaled))
            fill = None
        if stroke:
            scale = math.sqrt(abs(determinant(matrix)))
            dash = tuple(rounded(length * scale) for length in dash)
            items.append(
                Shape(
                    place_path(path, matrix),
                    fill,
                    stroke,
                    rounded(width * scale),
                    even_odd if fill else False,
                    style["stroke-linecap"],
                    style["stroke-linejoin"],
                    dash if any(dash) else (),
                    fill_opacity if fill else 1.0,
                    style["stroke-opacity"],
                )
            )
        elif fill:
            items.append(Shape(place_path(path, matrix), fill, even_odd=even_odd, fill_opacity=fill_opacity))
        return [Cluster(tuple(items), around)] if around else items

    def _fill(self, node: SvgElement, paint: ColourName | Reference, matrix: Matrix) -> _Paint:
        ramp: _Ramp | ColourName | None
        ramp = self._ramp(self._ids.get(paint.id)) if isinstance(paint, Reference) else paint
        if isinstance(ramp, _Ramp):
            self._spend(node, len(ramp.stops))
            return _gradient(ramp, node.outline, matrix)
        return ramp, None

    # --- gradients ---

    def _ramp(self, node: SvgElement | None) -> _Ramp | ColourName | None:
        """A gradient, or the plain colour that it comes down to; None if it is unknown or faulty."""
        if node is None or node.tag not in PAINTS:
            return None
        if node not in self._ramps:
            self._ramps[node] = self._read_ramp(node)
        return self._ramps[node]

    def _read_ramp(self, node: SvgElement) -> _Ramp | ColourName | None:
        values: dict[str, Any] = {}
        children: list[SvgElement] = []
        seen: list[SvgElement] = []
        there: SvgElement | None = node
        while there is not None and there.tag in PAINTS:
            if there in seen or len(seen) >= MAX_DEPTH:
                message = f"the hrefs from gradient '{node.id}' lead in a circle"
                self._report.add(node.at, message, "remove one", "href")
                return None
            seen.append(there)
            values = {**there.values, **values}
            children = children or there.children
            there = self._ids.get(there.link or "")
        stops: list[tuple[float, ColourName]] = []
        for child in children:
            offset: float = max(child.values.get("offset", 0.0), stops[-1][0] if stops else 0.0)
            stops.append((rounded(offset), child.values.get("stop-color", "#000000")))
        if not stops:
            self._report.add(node.at, f"gradient '{node.id}' has no stops", "give it two, or a plain colour")
            return None
        boxed: bool = values.get("gradientUnits", True)
        width, height = (1.0, 1.0) if boxed else self._view[2:]
        diagonal = math.hypot(width, height) / math.sqrt(2)
        if node.tag == "linearGradient":
            # name: (percentage that it is unless given, whole of which it is one)
            sides = {"x1": (0.0, width), "y1": (0.0, height), "x2": (100.0, width), "y2": (0.0, height)}
        else:
            sides = {"cx": (50.0, width), "cy": (50.0, height), "r": (50.0, diagonal)}
        numbers = tuple(
            values.get(name, Relative(hundredths, percent=True)).of(whole)  # or as long as it is unless given
            for name, (hundredths, whole) in sides.items()
        )
        extent = numbers[2] if len(numbers) == 3 else math.dist(numbers[:2], numbers[2:])
        if extent < 1e-6 or len(stops) == 1:  # SVG: then the last colour is everywhere
            return stops[-1][1]
        return _Ramp(numbers, tuple(stops), boxed, values.get("gradientTransform", IDENTITY))

    # --- clips ---

    def _clip(self, node: SvgElement, matrix: Matrix) -> Path | None:
        reference: Reference | None = node.style.get("clip-path")
        clip = self._ids.get(reference.id) if reference else None
        if clip is None or clip.tag != "clipPath":
            return None
        if clip not in self._clips:
            self._clips[clip] = self._read_clip(clip)
        path = self._clips[clip]
        self._spend(node, len(path))
        return place_path(path, matrix)

    def _read_clip(self, clip: SvgElement) -> RawPath:
        """The area of a clipPath as one path in the units of what it clips."""
        parts: list[tuple[RawPath, bool]] = []  # and whether it is even-odd
        for child in clip.children:
            self._count_node(child, 1)
            matrix = matrix_product(clip.matrix, child.matrix)
            shape, rule = child, child.style.get("clip-rule", _clip_rule(clip))
            if child.tag == "use":
                target = self._target(child, ())
                if target is None:
                    continue
                if not target.outline:
                    message = f"a clipPath cannot use '{target.id}', a {target.tag}"
                    self._report.add(child.at, message, "use a shape")
                    continue
                x, y = child.values.get("x", 0.0), child.values.get("y", 0.0)
                matrix = matrix_product(matrix_product(matrix, (1.0, 0.0, 0.0, 1.0, x, y)), target.matrix)
                shape, rule = target, target.style.get("clip-rule", rule)
            for part in (child, shape):
                if part.style.get("clip-path"):
                    self._report.add(
                        part.at, "what clips cannot be clipped itself", "draw the area as a path", "clip-path"
                    )
            self._spend(child, len(shape.outline))
            if shape.outline and not is_singular(matrix):
                parts.append((transformed(shape.outline, matrix), rule))
        if not parts and not self._report.failed:  # else it may be empty for want of what is faulty
            self._report.add(clip.at, f"nothing is inside clipPath '{clip.id}'", "draw the area to be seen")
        if len(parts) == 1 and not parts[0][1]:
            return parts[0][0]
        out: RawPath = []
        for path, even_odd in parts:
            if even_odd:  # comparing all subpaths with each other costs that much
                self._spend(clip, len(path) * sum(segment[0] == "M" for segment in path))
            out += wound_for_union(path, even_odd)
        return out


def _clip_rule(node: SvgElement | None) -> bool:
    """The clip rule that *node* has or inherits from the elements around it."""
    while node is not None:
        if "clip-rule" in node.style:
            rule: bool = node.style["clip-rule"]
            return rule
        node = node.parent
    return False


def _gradient(ramp: _Ramp, outline: RawPath, matrix: Matrix) -> _Paint:
    """*ramp* on a shape that *matrix* takes to the picture."""
    if ramp.boxed:
        x, y, width, height = path_bounds(outline)
        if not (width and height):  # SVG: bounds without area have no units to measure in
            return None, None
        matrix = matrix_product(matrix, (width, 0.0, 0.0, height, x, y))
    matrix = matrix_product(matrix, ramp.matrix)
    if is_singular(matrix):
        return ramp.stops[-1][1], None
    a, b, c, d, e, f = matrix
    by = determinant(matrix)
    if len(ramp.numbers) == 4:
        # Lines of equal colour stay at right angles to the axis only if the axis goes the way of a normal:
        # by the inverse transpose. A skewed gradient is thus an exact one, not one between moved points.
        x1, y1, x2, y2 = ramp.numbers
        square = (x2 - x1) ** 2 + (y2 - y1) ** 2
        u, v = (x2 - x1) / square, (y2 - y1) / square
        u, v = (d * u - b * v) / by, (a * v - c * u) / by
        square = u * u + v * v
        x, y = a * x1 + c * y1 + e, b * x1 + d * y1 + f
        x1, y1, x2, y2 = _within(x, y, x + u / square, y + v / square)
        somewhere = (x1, y1) != (x2, y2)
        return (Gradient(x1, y1, x2, y2, ramp.stops) if somewhere else ramp.stops[-1][1]), None
    cx, cy, r = ramp.numbers
    unscaled = None
    if not is_similarity(matrix):
        unscaled = without_scale(matrix)
        a, b, c, d, e, f = matrix_product(inverse(unscaled), matrix)
        by = a * d - b * c
    x, y, radius = _within(a * cx + c * cy + e, b * cx + d * cy + f, r * math.sqrt(abs(by)))
    return (Gradient(x, y, 0.0, 0.0, ramp.stops, radius) if radius else ramp.stops[-1][1]), unscaled


def _within(*numbers: float) -> tuple[float, ...]:
    if max(numbers) >= LIMIT or min(numbers) <= -LIMIT:
        raise CoordinateOverflow
    return tuple(rounded(number) for number in numbers)


def _colours(items: Iterable[Item]) -> Iterator[ColourName]:
    for item in items:
        if isinstance(item, Cluster):
            yield from _colours(item.items)
            continue
        if item.stroke is not None:
            yield item.stroke
        if isinstance(item.fill, Gradient):
            yield from (colour for _, colour in item.fill.stops)
        elif item.fill is not None:
            yield item.fill
