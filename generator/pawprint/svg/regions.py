"""Masks and patterns of a drawing: where they are, and what they are made of."""

import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pawprint.core.affine import IDENTITY, LIMIT, Matrix, inverse, is_singular, matrix_product
from pawprint.core.geometry import Box
from pawprint.core.picture import Cluster, Item, Shape
from pawprint.svg.svg_report import SvgReport
from pawprint.svg.svg_values import Relative
from pawprint.svg.viewports import DEFAULT_FITTING, fitted
from pawprint.svg.xml_elements import SvgElement

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
    found: list[float] = []
    view = node.measures
    for name, hundredths in defaults.items():
        side = values.get(name, Relative(hundredths, percent=True))
        across = name in ("x", "width")
        whole = 1.0 if boxed else (view.width if across else view.height)
        number = side.of(whole) if isinstance(side, Relative) else side
        if boxed:
            number *= box.width if across else box.height
            number += {"x": box.x, "y": box.y}.get(name, 0.0)
        found.append(number)
    return found[0], found[1], found[2], found[3]


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
