"""Elements of an SVG file -> items of a picture.

What is drawn here is flat wherever it can be: groups and transformations are worked into the coordinates. A `Cluster`
is left only where a clip or a mask asks for one, the opacity of several things at once, or a stroke or radial gradient
that grows differently in x and y.
"""

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

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
from pawprint.core.geometry import Box
from pawprint.core.image_reader import image_facts_of, printable_of
from pawprint.core.paths import RawPath, path_bounds, place_path, rectangle
from pawprint.core.picture import CURRENT, Bitmap, Cluster, ColourName, Gradient, Item, Shape
from pawprint.core.raster import data_uri, embedded_image
from pawprint.graphics.svg._areas import Budget, ClipPaths, Extents, own_matrix
from pawprint.graphics.svg._gradients import Placed, Ramp, Ramps, placed
from pawprint.graphics.svg._profile import DRAWN, GRADIENTS, INHERITED, INITIAL, USED
from pawprint.graphics.svg._svg_values import Faded, Fitting, Reference, Relative
from pawprint.graphics.svg.svg_report import SvgReport
from pawprint.graphics.svg.xml_elements import SvgDocument, SvgElement

if TYPE_CHECKING:
    from pawprint.graphics.svg._pixels import Pixels


# --- viewports --------------------------------------------------------------------------------------------------------

# Views in viewports: the matrix that fits a viewBox into the box of a nested svg, a symbol, an image or a pattern.


#: The values of `preserveAspectRatio`.
DEFAULT_FITTING: Fitting = (0.5, 0.5, False)

_Box = tuple[float, float, float, float]


def fitted(view: _Box, box: _Box, fitting: Fitting = DEFAULT_FITTING) -> Matrix:
    """From the units inside *view* to those around *box*; both are x, y, width, height > 0."""
    x, y, width, height = box
    across, down = width / view[2], height / view[3]
    if fitting is None:
        return (across, 0.0, 0.0, down, x - view[0] * across, y - view[1] * down)
    left, above, sliced = fitting
    scale = max(across, down) if sliced else min(across, down)
    x += (width - view[2] * scale) * left
    y += (height - view[3] * scale) * above
    return (scale, 0.0, 0.0, scale, x - view[0] * scale, y - view[1] * scale)


# --- `image` elements -> images ---------------------------------------------------------------------------------------


def embedded(node: SvgElement, matrix: Matrix, report: SvgReport) -> list[Item]:
    """The raster image that *node* has inside of it; nothing after a finding."""
    uri, v = str(node.link or ""), node.values
    if not uri.startswith("data:"):
        report.add(
            node.at, "the image is not inside of the file", "embed it, or let the layout place the image file", "href"
        )
        return []
    try:
        data = embedded_image(uri)
        facts = image_facts_of(data, "the image inside")
        data = printable_of(data, "the image inside")
    except ValueError as error:
        report.add(node.at, str(error), "embed it as PNG or JPEG", "href")
        return []
    for note in facts.notes:
        report.note(node.at, f"the image inside {note.message}", note.help, note.code)
    wide, high = facts.width, facts.height
    width, height = v.get("width"), v.get("height")
    width = v.get("width", wide if height is None else height * wide / high)
    height = height if height is not None else width * high / wide
    if not (width and height):
        return []
    box = (v.get("x", 0.0), v.get("y", 0.0), width, height)
    fitting = v.get("preserveAspectRatio", DEFAULT_FITTING)
    a, _, _, d, e, f = fitted((0.0, 0.0, wide, high), box, fitting)
    bitmap = Bitmap(e, f, wide * a, high * d, data_uri(data))
    clip = place_path(rectangle(*box, 0.0, 0.0), (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)) if fitting and fitting[2] else None
    return [Cluster((bitmap,), matrix, clip)]


# --- Masks and patterns of a drawing: where they are, and what they are made of ---------------------------------------


#: A pattern is drawn that often on one shape at most.
MAX_TILES = 2_000

_WHITE = "#ffffff"
_Numbers = tuple[float, float, float, float]


def mask_region(mask: SvgElement, box: Box | None) -> tuple[_Numbers | None, Matrix]:
    """Where *mask* is, on an element with this box, and the matrix of what is inside of it; None for no area."""
    boxed, content = mask.values.get("maskUnits", True), mask.values.get("maskContentUnits", False)
    if (boxed or content) and (box is None or not (box.width and box.height)):
        return None, IDENTITY
    whole = box or Box(0.0, 0.0, 0.0, 0.0)
    sides = {"x": -10.0, "y": -10.0, "width": 120.0, "height": 120.0}
    x, y, width, height = _sides(mask, mask.values, sides, whole, boxed)
    inner = (whole.width, 0.0, 0.0, whole.height, whole.x, whole.y) if content else IDENTITY
    return ((x, y, width, height) if width > 0 and height > 0 else None), inner


def _sides(
    node: SvgElement, values: Mapping[str, Any], defaults: Mapping[str, float], box: Box, boxed: bool
) -> _Numbers:
    result: list[float] = []
    view = node.measures
    for name, hundredths in defaults.items():
        side = values.get(name, Relative(hundredths, percent=True))
        across = name in ("x", "width")
        whole = 1.0 if boxed else (view.width if across else view.height)
        number = side.of(whole) if isinstance(side, Relative) else side
        if boxed:
            number *= box.width if across else box.height
            number += {"x": box.x, "y": box.y}.get(name, 0.0)
        result.append(number)
    return result[0], result[1], result[2], result[3]


def silhouette(items: Iterable[Item]) -> tuple[Item, ...]:
    """*items* as what clips: their fills in white, whatever their colour."""
    out: list[Item] = []
    for item in items:
        if isinstance(item, Cluster):
            out.append(item._replace(items=silhouette(item.items), opacity=1.0))
        elif isinstance(item, Shape):
            out.append(Shape(item.path, _WHITE, even_odd=item.even_odd))
    return tuple(out)


def whitened(items: Iterable[Item]) -> list[Item]:
    """*items* in white, as opaque as they are: what a mask shows that goes by opacity."""
    out: list[Item] = []
    for item in items:
        if isinstance(item, Cluster):
            out.append(item._replace(items=tuple(whitened(item.items))))
        elif isinstance(item, Shape):
            fill = None if item.fill is None else _WHITE
            out.append(item._replace(fill=fill, stroke=None if item.stroke is None else _WHITE))
        else:
            out.append(item)
    return out


class Pattern(NamedTuple):
    """A pattern with what it has from those that it refers to.

    Attributes:
        content: the element that has its contents.
    """

    node: SvgElement
    values: Mapping[str, Any]
    content: SvgElement


class Tile(NamedTuple):
    """One repetition: its box in the units of the pattern, and the matrix of what is inside."""

    box: _Numbers
    content: Matrix


def pattern_of(node: SvgElement, ids: Mapping[str, SvgElement]) -> Pattern:
    """The pattern that *node* is."""
    values: dict[str, Any] = {}
    content = node
    there: SvgElement | None = node
    while there is not None and there.tag == "pattern":
        values = {**there.values, **values}
        content = content if content.children else there
        there = ids.get(there.link or "")
    return Pattern(node, values, content)


def tile_places(pattern: Pattern, box: Box, report: SvgReport) -> list[tuple[Matrix, Tile]]:
    """Where *pattern* is drawn to cover *box*; each with the matrix from its units to those of the shape."""
    v = pattern.values
    units: Matrix = v.get("patternTransform", IDENTITY)
    boxed = v.get("patternUnits", True)
    x, y, width, height = _sides(pattern.node, v, dict.fromkeys(("x", "y", "width", "height"), 0.0), box, boxed)
    if width <= 0 or height <= 0 or is_singular(units):
        return []
    # What is inside begins in the corner of the tile, whatever its units.
    content: Matrix = (1.0, 0.0, 0.0, 1.0, x, y)
    if "viewBox" in v:
        content = fitted(v["viewBox"], (x, y, width, height), v.get("preserveAspectRatio", DEFAULT_FITTING))
    elif v.get("patternContentUnits", False):
        content = (box.width, 0.0, 0.0, box.height, x, y)
    seen = box.mapped(inverse(units))
    left, right = (seen.x - x) / width, (seen.right - x) / width
    top, bottom = (seen.y - y) / height, (seen.bottom - y) / height
    countable = max(map(abs, (left, right, top, bottom))) < LIMIT
    columns = range(math.floor(left), math.ceil(right)) if countable else range(MAX_TILES + 1)
    rows = range(math.floor(top), math.ceil(bottom)) if countable else range(1)
    if len(columns) * len(rows) > MAX_TILES:
        report.add(
            pattern.node.at, f"the pattern '{pattern.node.id}' is repeated more than {MAX_TILES} times", "enlarge it"
        )
        return []
    tile = Tile((x, y, width, height), content)
    return [
        (matrix_product(units, (1.0, 0.0, 0.0, 1.0, column * width, row * height)), tile)
        for row in rows
        for column in columns
    ]


# --- painter ----------------------------------------------------------------------------------------------------------


#: Presentation properties by name; only the inherited ones are to be looked up here.
Style = Mapping[str, Any]


class Painter:
    """Draws elements into items.

    Args:
        pixels: draws what PDF cannot draw as vectors; None if there is nothing of the kind.
    """

    def __init__(self, document: SvgDocument, report: SvgReport, pixels: "Pixels | None" = None) -> None:
        self._ids = document.ids
        self._root = document.root
        self._report = report
        self._budget = Budget(report)
        self._extents = Extents(document.ids)
        self._clips = ClipPaths(document.ids, self._extents, report, self._budget)
        self._ramps = Ramps(document.ids, document.view)
        self._pixels = pixels

    def draw(self, node: SvgElement, outer: Matrix, inherited: Style) -> list[Item]:
        """The items that *node* and all below it make.

        Args:
            outer: from the units around the element to those of the picture.
            inherited: style of the element around it.

        Raises:
            Refused: `use` makes too much of the drawing.
        """
        self._budget.enter(node)
        if node.style.get("display") == "none" or not _is_chosen(node):
            return []
        try:
            matrix = matrix_product(outer, own_matrix(node))
            if is_singular(matrix):
                return []
            style = {**inherited, **node.style} if node.style else inherited
            why = self._pixels.reason(node) if self._pixels else ""
            if self._pixels and why:
                with self._pixels.only_counting():
                    seen = self._inside(node, matrix, style)
                # markers are seen on a line that has no stroke itself
                return self._pixels.image(node, outer, why) if seen or node.outline else []
            items = self._inside(node, matrix, style)
            return self._with_effects(items, node, matrix) if node.style else items
        except CoordinateOverflow:
            self._report.add(node.at, f"{node.tag} reaches beyond 1 000 000 units", "check its transform")
            return []

    def _inside(self, node: SvgElement, matrix: Matrix, style: Style) -> list[Item]:
        if node.tag == "image":
            return embedded(node, matrix, self._report) if style["visibility"] else []
        if node.outline:
            return self.shape(node, node.outline, matrix, style)
        if node.tag == "use":
            target = self._ids.get(node.link or "")
            if target is None or target.tag not in USED:
                return []
            if target.tag in ("symbol", "svg"):
                return self._used_viewport(node, target, matrix, style)
            return self.draw(target, matrix, style)
        if node.tag == "svg" and node is not self._root:
            return self._viewport(node, node, matrix, style)
        if node.tag == "switch":
            chosen = next((child for child in node.children if child.tag in DRAWN and _is_chosen(child)), None)
            return [] if chosen is None else self.draw(chosen, matrix, style)
        return self._children(node, matrix, style)

    def _children(self, node: SvgElement, matrix: Matrix, style: Style) -> list[Item]:
        items: list[Item] = []
        for child in node.children:
            if child.tag in DRAWN:
                items += self.draw(child, matrix, style)
        return items

    # --- viewports ---

    def _used_viewport(self, use: SvgElement, node: SvgElement, matrix: Matrix, style: Style) -> list[Item]:
        """A symbol or an svg that *use* shows, in the size that it gives."""
        self._budget.enter(node)
        matrix = matrix_product(matrix, node.matrix)
        if is_singular(matrix) or node.style.get("display") == "none":
            return []
        items = self._viewport(node, use, matrix, {**style, **node.style})
        return self._with_effects(items, node, matrix) if node.style else items

    def _viewport(self, node: SvgElement, sized: SvgElement, matrix: Matrix, style: Style) -> list[Item]:
        """What is inside of *node*, in the box that *sized* has (or else *node* itself)."""
        v = node.values
        width, height = (
            sized.values.get(side, v.get(side, whole))
            for side, whole in (("width", sized.measures.width), ("height", sized.measures.height))
        )
        x, y = v.get("x", 0.0), v.get("y", 0.0)
        if not (width and height):
            return []
        inner = matrix_product(matrix, (1.0, 0.0, 0.0, 1.0, x, y))
        if "viewBox" in v:
            fitting = v.get("preserveAspectRatio", DEFAULT_FITTING)
            inner = matrix_product(matrix, fitted(v["viewBox"], (x, y, width, height), fitting))
        if is_singular(inner):
            return []
        items = self._children(node, inner, style)
        if not items or node.style.get("overflow") in ("visible", "auto"):
            return items
        return [Cluster(tuple(items), clip=place_path(rectangle(x, y, width, height, 0.0, 0.0), matrix))]

    # --- clips, masks and opacity ---

    def _with_effects(self, items: list[Item], node: SvgElement, matrix: Matrix) -> list[Item]:
        """*items* under the clip, mask and opacity that *node* itself has."""
        opacity: float = node.style.get("opacity", 1.0)
        if not items or opacity == 0:
            return []
        clipped = self._clipped(items, node, node, matrix)
        if clipped is not items:
            items, opacity = self._masked(clipped, node, matrix), opacity
            if opacity < 1 and len(items) == 1 and isinstance(items[0], Cluster):
                return [items[0]._replace(opacity=rounded(items[0].opacity * opacity))]
        else:
            items = self._masked(items, node, matrix)
        if opacity < 1 and len(items) == 1:
            only = items[0]
            if isinstance(only, Cluster):
                items, opacity = [only._replace(opacity=rounded(only.opacity * opacity))], 1.0
            elif isinstance(only, Bitmap):
                pass
            elif only.stroke is None:
                items, opacity = [only._replace(fill_opacity=rounded(only.fill_opacity * opacity))], 1.0
            elif only.fill is None:
                items, opacity = [only._replace(stroke_opacity=rounded(only.stroke_opacity * opacity))], 1.0
        return items if opacity == 1 else [Cluster(tuple(items), opacity=opacity)]

    def _clipped(self, items: list[Item], node: SvgElement, of: SvgElement, matrix: Matrix) -> list[Item]:
        """*items* inside of what the clip path of *node* leaves visible of the element *of*."""
        clip = self._clips.named_by(node)
        if clip is None or not items:
            return items
        units = self._clips.units(clip, of, matrix)
        if units is None or is_singular(units):
            return []
        area = self._clips.area(clip, units)
        if area == ():
            return []
        if area is not None:
            items = [Cluster(tuple(items), clip=area)]
        else:
            drawn = [item for child in clip.children for item in self.draw(child, units, INITIAL)]

            items = [Cluster(tuple(items), mask=silhouette(drawn))]
        return self._clipped(items, clip, of, matrix)

    def _masked(self, items: list[Item], node: SvgElement, matrix: Matrix) -> list[Item]:
        reference = node.style.get("mask")
        mask = self._ids.get(reference.id) if reference else None
        if mask is None or mask.tag != "mask" or not items:
            return items

        region, content = mask_region(mask, self._extents.of(node))
        if region is None:
            return []
        self._budget.enter(mask)
        drawn = self._children(mask, matrix_product(matrix, content), _style_of(mask))
        drawn = self._with_effects(drawn, mask, matrix)
        if mask.values.get("mask-type") == "alpha":
            drawn = whitened(drawn)
        limits = place_path(rectangle(*region, 0.0, 0.0), matrix)
        return [Cluster(tuple(items), mask=(Cluster(tuple(drawn), clip=limits),))]

    # --- shapes ---

    def shape(self, node: SvgElement, path: RawPath, matrix: Matrix, style: Style) -> list[Item]:
        """*path* filled and stroked."""
        if not style["visibility"]:
            return []
        width: float = style["stroke-width"]
        stroked = style["stroke"] is not None and width > 0 and style["stroke-opacity"] > 0
        dash: tuple[float, ...] = style["stroke-dasharray"] if stroked else ()
        self._budget.spend(node, len(path) + len(dash))
        around = None
        if stroked and not is_similarity(matrix) and node.style.get("vector-effect") != "non-scaling-stroke":
            around = without_scale(matrix)
            matrix = matrix_product(inverse(around), matrix)
        fill: Placed | SvgElement = Placed(None)
        stroke: Placed | SvgElement = Placed(None)
        over: list[Item] = []
        if style["fill"] is not None and style["fill-opacity"] and node.tag != "line":
            fill = self._placed(node, style["fill"], style, path, 0.0, matrix)
        if stroked:
            spread = width * max(1.0, style["stroke-miterlimit"]) / 2
            stroke = self._placed(node, style["stroke"], style, path, spread, matrix)
            if isinstance(stroke, SvgElement) or stroke.veil or isinstance(stroke.fill, Gradient):
                line = self._line(node, path, "#ffffff", 1.0, matrix, style)
                reach = path_bounds(path).inset(-spread)
                under = self._filled(node, rectangle(*reach, 0.0, 0.0), stroke, matrix, False, style["stroke-opacity"])
                over, stroke = [Cluster(tuple(under), mask=(line,))] if under else [], Placed(None)
        even_odd: bool = style["fill-rule"]
        if isinstance(stroke, Placed) and stroke.fill is not None:
            seen = style["stroke-opacity"] * stroke.opacity
            line = self._line(node, path, str(stroke.fill), seen, matrix, style)
            if isinstance(fill, Placed) and fill.is_plain and not style["paint-order"]:
                behind = style["fill-opacity"] * fill.opacity
                line = line._replace(fill=fill.fill, even_odd=even_odd, fill_opacity=behind)
                fill = Placed(None)
            over = [line]
        items = self._filled(node, path, fill, matrix, even_odd, style["fill-opacity"])
        items = [*over, *items] if style["paint-order"] else [*items, *over]
        return [Cluster(tuple(items), around)] if around and items else items

    def _line(
        self, node: SvgElement, path: RawPath, colour: ColourName, opacity: float, matrix: Matrix, style: Style
    ) -> Shape:
        """The stroke of *path* in one colour."""
        scale = math.sqrt(abs(determinant(matrix)))
        if node.style.get("vector-effect") == "non-scaling-stroke":
            scale = 1.0
        dash = tuple(rounded(length * scale) for length in style["stroke-dasharray"])
        dashed = any(dash)
        return Shape(
            place_path(path, matrix),
            None,
            colour,
            rounded(style["stroke-width"] * scale),
            False,
            style["stroke-linecap"],
            style["stroke-linejoin"],
            dash if dashed else (),
            1.0,
            opacity,
            rounded(style["stroke-dashoffset"] * scale) if dashed else 0.0,
            max(1.0, style["stroke-miterlimit"]),
        )

    def _filled(
        self,
        node: SvgElement,
        path: RawPath,
        paint: Placed | SvgElement,
        matrix: Matrix,
        even_odd: bool,
        opacity: float,
    ) -> list[Item]:
        """*path* filled with a colour, a gradient or a pattern."""
        if isinstance(paint, SvgElement):
            return self._tiles(node, paint, path, matrix, even_odd, opacity)
        if paint.fill is None:
            return []
        unscaled = paint.unscaled
        inner = place_path(path, matrix if unscaled is None else matrix_product(inverse(unscaled), matrix))
        shape = Shape(inner, paint.fill, even_odd=even_odd, fill_opacity=opacity * paint.opacity)
        if paint.veil is not None:
            box = Box.of_points([number for segment in inner for number in segment[1:]])  # type: ignore[misc]
            assert box is not None, "what is filled has points"
            veil = Shape(place_path(rectangle(*box.inset(-1.0), 0.0, 0.0), _SAME), paint.veil)
            cluster = Cluster((shape,), mask=(veil,))
            return [cluster if unscaled is None else cluster._replace(matrix=unscaled)]
        return [shape] if unscaled is None else [Cluster((shape,), unscaled)]

    def _placed(
        self, node: SvgElement, paint: Any, style: Style, path: RawPath, spread: float, matrix: Matrix
    ) -> Placed | SvgElement:
        """What a property means: a colour, a gradient on *path* that reaches *spread* beyond it, or a pattern."""
        if isinstance(paint, Reference):
            target = self._ids.get(paint.id)
            if target is not None and target.tag == "pattern":
                return target
            ramp = self._ramps.ramp(target) if target is not None and target.tag in GRADIENTS else paint.otherwise
            if isinstance(ramp, Ramp):
                self._budget.spend(node, len(ramp.stops))
                bounds = path_bounds(path)
                return placed(ramp, bounds, bounds.inset(-spread), matrix)
            paint = ramp
        opacity = 1.0
        if paint == CURRENT and style["color"] is not None:
            paint = style["color"]
        if isinstance(paint, Faded):
            paint, opacity = paint
        return Placed(paint, opacity)

    def _tiles(
        self, node: SvgElement, paint: SvgElement, path: RawPath, matrix: Matrix, even_odd: bool, opacity: float
    ) -> list[Item]:
        """*path* filled with a pattern."""

        pattern = pattern_of(paint, self._ids)
        bounds = path_bounds(path)
        places = tile_places(pattern, bounds, self._report)
        items: list[Item] = []
        style = _style_of(pattern.content)
        for units, tile in places:
            inner = matrix_product(matrix, units)
            if not is_singular(inner):
                drawn = self._children(pattern.content, matrix_product(inner, tile.content), style)
                limits = place_path(rectangle(*tile.box, 0.0, 0.0), inner)
                items += [Cluster(tuple(drawn), clip=limits)] if drawn else []
        area = place_path(self._clips.union(node, path, even_odd) if even_odd else path, matrix)
        return [Cluster(tuple(items), clip=area, opacity=opacity)] if items else []


_SAME: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def _style_of(node: SvgElement) -> Style:
    """The style of *node* where it is in the file."""
    style = dict(INITIAL)
    for part in reversed((node, *node.ancestors)):
        style.update((name, value) for name, value in part.style.items() if name in INHERITED)
    return style


def _is_chosen(node: SvgElement) -> bool:
    """True if the conditions of *node* hold: it needs no extension, and is not for another language than English."""
    if node.values.get("requiredExtensions"):
        return False
    languages = node.values.get("systemLanguage")
    return languages is None or any(word.strip().lower().startswith("en") for word in languages.split(","))
