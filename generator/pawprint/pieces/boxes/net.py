"""A net: panels that are cut out as one piece, folded, and glued.

Its printed side is seen, x to the right, y downwards. Everything is whole grains, so that edges which meet are equally
long without a tolerance.
"""

import enum
import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from pawprint.core.geometry import Box, Size
from pawprint.core.length import ZERO, Length
from pawprint.core.picture import Path
from pawprint.core.piece_outline import PieceOutline
from pawprint.core.polygon import united


class NetPoint(NamedTuple):
    """A corner of an outline, rounded by *radius*; two neighbours with half of their distance make a half circle."""

    x: Length
    y: Length
    radius: Length = ZERO


#: A closed outline: its corners, clockwise as seen on the printed side.
Corners = tuple[NetPoint, ...]


class FoldKind(enum.Enum):
    """Which way a fold goes, seen from the printed side."""

    MOUNTAIN = "mountain"  # the printed side comes to lie outside
    VALLEY = "valley"  # the printed side comes to lie inside


class NetPanel(NamedTuple):
    """A flat part of a net.

    Attributes:
        name: unique in its net: `front`, `glue-tab`.
        quarters: how far its art is turned clockwise on the net, so that it is upright on the folded box.
        holes: outlines that are cut out of it.
    """

    name: str
    corners: Corners
    quarters: int = 0
    holes: tuple[Corners, ...] = ()

    @property
    def corner(self) -> NetPoint:
        """The top-left corner of the rectangle around it."""
        return NetPoint(min(point.x for point in self.corners), min(point.y for point in self.corners))

    @property
    def extent(self) -> Size:
        """The size of that rectangle, as it lies on the net."""
        x, y, _ = self.corner
        return Size(max(point.x for point in self.corners) - x, max(point.y for point in self.corners) - y)

    @property
    def size(self) -> Size:
        """The same, as its art is read."""
        return self.extent.turned() if self.quarters % 2 else self.extent


class NetFold(NamedTuple):
    """A straight fold between two panels.

    Attributes:
        panels: the one that stays, and the one that is folded.
        angle: by how many degrees.
    """

    start: NetPoint
    end: NetPoint
    panels: tuple[str, str]
    kind: FoldKind = FoldKind.MOUNTAIN
    angle: int = 90


class NetEdge(NamedTuple):
    """A part of the outline of a panel."""

    panel: str
    start: NetPoint
    end: NetPoint


class NetSeam(NamedTuple):
    """Two edges that lie on each other when the net is folded, start on start."""

    one: NetEdge
    other: NetEdge


class GlueArea(NamedTuple):
    """An area for glue on the printed side, without ink; *onto* is the panel that it holds."""

    panel: str
    corners: Corners
    onto: str


@dataclass(frozen=True)
class Net:
    """A net, the top-left corner of the rectangle around it at the origin.

    Attributes:
        panels: the first one stays where it is when the others are folded.
        folds: those nearer to the first panel come before the others.
        slits: straight cuts within the net.
    """

    name: str
    panels: tuple[NetPanel, ...]
    folds: tuple[NetFold, ...] = ()
    seams: tuple[NetSeam, ...] = ()
    glue: tuple[GlueArea, ...] = ()
    slits: tuple[tuple[NetPoint, NetPoint], ...] = field(default=())

    def panel(self, name: str) -> NetPanel:
        """The panel *name*.

        Raises:
            KeyError: there is none.
        """
        return {panel.name: panel for panel in self.panels}[name]

    @property
    def size(self) -> Size:
        """The size of the rectangle around the net."""
        points = [point for panel in self.panels for point in panel.corners]
        return Size(max(point.x for point in points), max(point.y for point in points))

    @cached_property
    def cut(self) -> tuple[Corners, ...]:
        """The cuts: holes first, then the outer outline."""
        radii = {(point.x.grains, point.y.grains): point.radius for panel in self.panels for point in panel.corners}
        whole = united([(x.grains, y.grains) for x, y, _ in panel.corners] for panel in self.panels)
        outlines = [
            tuple(NetPoint(Length(x), Length(y), radii.get((x, y), ZERO)) for x, y in polygon) for polygon in whole
        ]
        return (*(hole for panel in self.panels for hole in panel.holes), *outlines)

    @property
    def cut_paths(self) -> tuple[Path, ...]:
        """All cuts in points: holes and slits first, then the outer outline."""
        *holes, outline = map(outline_path, self.cut)
        return (*holes, *(straight(start, end) for start, end in self.slits), outline)

    @property
    def outline(self) -> PieceOutline:
        """The outline by which a machine cuts and folds the net, in points."""
        *inside, outer = self.cut_paths
        return PieceOutline(
            path=outer, inside=tuple(inside), folds=tuple(straight(fold.start, fold.end) for fold in self.folds)
        )

    def moved(self) -> "Net":
        """The same net with the rectangle around it at the origin."""
        points = [point for panel in self.panels for point in panel.corners]
        x, y = min(point.x for point in points), min(point.y for point in points)
        if not x and not y:
            return self

        def at(point: NetPoint) -> NetPoint:
            return NetPoint(point.x - x, point.y - y, point.radius)

        def all_at(corners: Iterable[NetPoint]) -> Corners:
            return tuple(map(at, corners))

        def edge(edge: NetEdge) -> NetEdge:
            return NetEdge(edge.panel, at(edge.start), at(edge.end))

        return Net(
            self.name,
            tuple(
                panel._replace(corners=all_at(panel.corners), holes=tuple(map(all_at, panel.holes)))
                for panel in self.panels
            ),
            tuple(fold._replace(start=at(fold.start), end=at(fold.end)) for fold in self.folds),
            tuple(NetSeam(edge(seam.one), edge(seam.other)) for seam in self.seams),
            tuple(area._replace(corners=all_at(area.corners)) for area in self.glue),
            tuple((at(start), at(end)) for start, end in self.slits),
        )


def rectangle_corners(left: Length, top: Length, right: Length, bottom: Length) -> Corners:
    """A rectangle with sharp corners."""
    return (NetPoint(left, top), NetPoint(right, top), NetPoint(right, bottom), NetPoint(left, bottom))


def panel_box(panel: NetPanel) -> Box:
    """The rectangle around a panel, in points."""
    (x, y, _), extent = panel.corner, panel.extent
    return Box(x.pt, y.pt, extent.width.pt, extent.height.pt)


def straight(start: NetPoint, end: NetPoint) -> Path:
    """A line as a path, in points."""
    return (("M", start.x.pt, start.y.pt), ("L", end.x.pt, end.y.pt))


def outline_path(corners: Corners) -> Path:
    """A closed outline as a path, in points; rounded corners are curves."""
    path: list[Any] = []
    count = len(corners)
    for index, corner in enumerate(corners):
        here = corner.x.pt, corner.y.pt
        if not corner.radius:
            path.append(("L", *here))
            continue
        before, after = corners[index - 1], corners[(index + 1) % count]
        path += _round(here, (before.x.pt, before.y.pt), (after.x.pt, after.y.pt), corner.radius.pt)
    path[0] = ("M", *path[0][1:])
    return (*_without_standstill(path), ("Z",))


def _round(
    here: tuple[float, float], before: tuple[float, float], after: tuple[float, float], radius: float
) -> list[tuple[Any, ...]]:
    """A line to where the arc around a corner begins, and the arc."""
    backward, forward = _direction(here, before), _direction(here, after)
    inner = math.acos(max(-1.0, min(1.0, backward[0] * forward[0] + backward[1] * forward[1])))
    tangent = radius / math.tan(inner / 2)
    pull = tangent - 4 / 3 * math.tan((math.pi - inner) / 4) * radius
    start, end = _along(here, backward, tangent), _along(here, forward, tangent)
    return [("L", *start), ("C", *_along(here, backward, pull), *_along(here, forward, pull), *end)]


def _direction(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    length = math.dist(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _along(start: tuple[float, float], direction: tuple[float, float], by: float) -> tuple[float, float]:
    return start[0] + direction[0] * by, start[1] + direction[1] * by


def _without_standstill(path: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """*path* without lines that lead nowhere, as there are between two arcs of a half circle."""
    moving = path[:1]
    for segment in path[1:]:
        if segment[0] != "L" or math.dist(segment[1:], moving[-1][-2:]) > 1e-6:
            moving.append(segment)
    return moving
