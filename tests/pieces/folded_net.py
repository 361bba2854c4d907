"""Folds a net in space, by nothing but its panels and folds; it knows no box."""

import math
from typing import NamedTuple

from pawprint.pieces.boxes.net import FoldKind, Net, NetPoint

Vector = tuple[float, float, float]


class _Placing(NamedTuple):
    """A point of the net -> space: the images of its origin, of a step to the right, and of a step down."""

    origin: Vector
    right: Vector
    down: Vector

    def __call__(self, point: NetPoint) -> Vector:
        x, y = point.x.mm, point.y.mm
        return tuple(o + x * r + y * d for o, r, d in zip(self.origin, self.right, self.down, strict=True))  # type: ignore[return-value]


def folded(net: Net) -> dict[str, _Placing]:
    """Where each panel is in space, in millimetres; the first one lies where it is printed.

    Raises:
        AssertionError: the folds do not reach each panel once.
    """
    places = {net.panels[0].name: _Placing((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))}
    todo = list(net.folds)
    while todo:
        ready = [fold for fold in todo if fold.panels[0] in places]
        assert ready, f"no fold leads to {[fold.panels for fold in todo]}"
        for fold in ready:
            stays, moves = fold.panels
            assert moves not in places, f"{moves} is folded twice"
            place = places[stays]
            start, end = place(fold.start), place(fold.end)
            centre = _middle_of(net, moves)
            side = place(centre)
            sign = 1.0 if fold.kind is FoldKind.MOUNTAIN else -1.0
            turn = math.radians(fold.angle)
            # The printed side looks towards -z (x to the right, y downwards, so z leads into the paper).
            normal = _cross(place.right, place.down)
            axis = _unit(_minus(end, start))
            outwards = _minus(side, start)
            if _dot(_cross(axis, outwards), normal) < 0:
                axis = _times(axis, -1.0)
            places[moves] = _Placing(
                _turned(place.origin, start, axis, sign * turn),
                _turned(place.right, (0.0, 0.0, 0.0), axis, sign * turn),
                _turned(place.down, (0.0, 0.0, 0.0), axis, sign * turn),
            )
            todo.remove(fold)
    assert set(places) == {panel.name for panel in net.panels}
    return places


def _middle_of(net: Net, name: str) -> NetPoint:
    corners = net.panel(name).corners
    count = len(corners)
    grains = [sum(point.x.grains for point in corners) // count, sum(point.y.grains for point in corners) // count]
    kind = type(corners[0].x)
    return NetPoint(kind(grains[0]), kind(grains[1]))


def _minus(one: Vector, other: Vector) -> Vector:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _times(one: Vector, by: float) -> Vector:
    return one[0] * by, one[1] * by, one[2] * by


def _dot(one: Vector, other: Vector) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _cross(one: Vector, other: Vector) -> Vector:
    (a, b, c), (d, e, f) = one, other
    return b * f - c * e, c * d - a * f, a * e - b * d


def _unit(one: Vector) -> Vector:
    return _times(one, 1 / math.sqrt(_dot(one, one)))


def _turned(point: Vector, around: Vector, axis: Vector, angle: float) -> Vector:
    """Rodrigues' formula."""
    v = _minus(point, around)
    c, s = math.cos(angle), math.sin(angle)
    cross, dot = _cross(axis, v), _dot(axis, v)
    turned = tuple(a * c + b * s + k * dot * (1 - c) for a, b, k in zip(v, cross, axis, strict=True))
    return around[0] + turned[0], around[1] + turned[1], around[2] + turned[2]
