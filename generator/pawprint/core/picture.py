"""A vector drawing whose colours are still names: what an SVG file becomes, whatever its palette.

Coordinates are the file's own user units, x to the right and y downwards; curves are cubic and absolute.
"""

from dataclasses import dataclass
from typing import NamedTuple, Union

from pawprint.core.affine import IDENTITY, Matrix

#: ("M", x, y) | ("L", x, y) | ("C", x1, y1, x2, y2, x, y) | ("Z",)
Segment = tuple[str | float, ...]
Path = tuple[Segment, ...]

#: A palette name; `CURRENT` stands for the tint that the layout gives an icon.
ColourName = str
CURRENT: ColourName = "currentColor"


class Gradient(NamedTuple):
    """A linear (x1 y1 x2 y2) or radial (cx cy r, as x1 y1 0 0 with *radius*) gradient in user units.

    Attributes:
        stops: (offset 0..1, colour), offsets rising, at least two.
        radius: None for a linear gradient.
        focus: the circle (x, y, r) where a radial gradient begins; None for its centre.
    """

    x1: float
    y1: float
    x2: float
    y2: float
    stops: tuple[tuple[float, ColourName], ...]
    radius: float | None = None
    focus: tuple[float, float, float] | None = None


class Shape(NamedTuple):
    """One path with its paint.

    Attributes:
        fill: palette name, gradient or None.
        stroke: palette name or None; *width* is in user units.
        even_odd: fill rule; non-zero otherwise.
        cap, join: 0 butt/miter, 1 round, 2 square/bevel, as PDF and SVG number them.
        fill_opacity, stroke_opacity: 0..1.
        phase: how far into the dashes a line begins.
        miter: the limit of a corner's length, as a multiple of the stroke width.
    """

    path: Path
    fill: ColourName | Gradient | None = None
    stroke: ColourName | None = None
    width: float = 1.0
    even_odd: bool = False
    cap: int = 0
    join: int = 0
    dash: tuple[float, ...] = ()
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    phase: float = 0.0
    miter: float = 4.0


class Bitmap(NamedTuple):
    """A raster image, scaled to the box.

    Attributes:
        path: an absolute file name or a `data:` URI, already checked to be usable; see `pawprint.core.raster`.
    """

    x: float
    y: float
    width: float
    height: float
    path: str


class Cluster(NamedTuple):
    """Items under one transformation, clip, mask and opacity.

    Attributes:
        clip: paths in the cluster's own units; drawn is what lies inside any of them (None: no clip).
        opacity: the opacity of the cluster as one flat picture, 0..1.
        mask: in the cluster's own units; the lighter it is in a place, the more can be seen there of the items, and
            nothing where it has nothing (empty: no mask).
    """

    items: tuple["Item", ...]
    matrix: Matrix = IDENTITY
    clip: Path | None = None
    opacity: float = 1.0
    mask: tuple["Item", ...] = ()


Item = Union[Shape, Bitmap, Cluster]


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A parsed drawing; compared by identity, since each file is parsed once.

    Attributes:
        name: how messages call it.
        x, y, width, height: the viewBox.
        colours: every palette name used, sorted; may include `CURRENT`.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    items: tuple[Item, ...]
    colours: tuple[ColourName, ...]
