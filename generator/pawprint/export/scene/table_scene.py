"""Pieces, an arrangement and a look -> one drawing: the pieces on a table, with their shadows.

The table is seen from far above, straight down or tilted, so that parallel lines stay parallel and everything remains a
vector drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, radians, sin
from typing import NamedTuple

from pawprint.core.affine import Matrix, matrix_product
from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import mm
from pawprint.draw.ops import Drawing, DrawPath, Group, Layer, Op, Paint, UseDrawing
from pawprint.draw.outlines import outline
from pawprint.export.scene.arrangements import ARRANGEMENTS, Lying, Spot, Way, by_chance
from pawprint.export.scene.table_ground import ground_ops, mixed
from pawprint.export.soft_shadow import soft_shadow

#: A pixel of the finished picture in points: 96 to the inch.
PIXEL = 0.75
#: The thickness of a piece in points, about a third of a millimetre; and pieces of a pile that are drawn at most.
_THICK, _MOST = 0.9, 90
#: A millimetre in points.
_MM = 72 / 25.4
#: Where shadows fall to: across and down, for each point of height.
_FALL = (0.55, 0.8)
#: The edges of paper, one card and the next.
_EDGES = (Colour(250, 246, 236), Colour(226, 217, 200))


class ScenePiece(NamedTuple):
    """A piece of a scene.

    Attributes:
        face, back: cut out; None without a back.
        lying: its size and its deck.
    """

    face: Drawing
    back: Drawing | None
    lying: Lying


class SceneLook(NamedTuple):
    """What a scene looks like.

    Attributes:
        width, height: in pixels.
        arrangement: one of `ARRANGEMENTS`.
        surface, ground: material and colour of the table.
        tilt: how far the table is tilted away, in degrees: 0 is seen from straight above.
        turn: how far the table is turned, in degrees clockwise.
    """

    width: int
    height: int
    arrangement: str
    surface: str
    ground: Colour
    tilt: int = 0
    turn: int = 0


class View(NamedTuple):
    """From the table to the picture: a point at height z is that much higher in the picture.

    Attributes:
        matrix: of points on the table.
        rise: points of the picture for a point of height.
    """

    matrix: Matrix
    rise: float

    def at(self, inner: Matrix, height: float = 0.0) -> Matrix:
        """The matrix of what lies at *inner* on the table, so high above it."""
        a, b, c, d, e, f = matrix_product(self.matrix, inner)
        return (a, b, c, d, e, f - height * self.rise)


def table_scene(
    name: str, pieces: Sequence[ScenePiece], look: SceneLook, room: Box, above: tuple[Op, ...] = ()
) -> Drawing:
    """The picture as a drawing of its size, 96 pixels to the inch; there is at least one piece.

    Args:
        room: for the pieces, in points.
        above: operations that are drawn above all pieces.
    """
    spots, view = scene_spots([piece.lying for piece in pieces], look.arrangement, room, look.tilt, look.turn)
    return scene_drawing(name, pieces, spots, view, look, above)


def scene_drawing(
    name: str,
    pieces: Sequence[ScenePiece],
    spots: Sequence[Spot],
    view: View,
    look: SceneLook,
    above: tuple[Op, ...] = (),
) -> Drawing:
    """The picture of pieces that lie in *spots*, however *look* arranges them."""
    width, height = look.width * PIXEL, look.height * PIXEL
    shade = mixed(look.ground, BLACK, 0.82)
    ops = [*ground_ops(look.surface, look.ground, width, height, PIXEL)]
    for spot in spots:
        ops += _piece_ops(pieces[spot.piece], spot, view, shade)
    size = Size(mm(width / _MM), mm(height / _MM))
    frame = outline(Box(0, 0, width, height))
    return Drawing(name, size, Insets(), Layer((Group((*ops, *above), clip=frame),)))


def scene_spots(
    lying: Sequence[Lying], arrangement: str, room: Box, tilt: int, turn: int
) -> tuple[tuple[Spot, ...], View]:
    """Where pieces lie on the table, and how the table is seen, so that they fill the *room* of the picture."""
    turned = _turned(tilt, turn)

    def scale_of(box: Box) -> float:
        return min(room.width / box.width, room.height / box.height)

    def merit(way: Way) -> float:
        return float(scale_of(_bounds(way.spots, lying, turned)) * way.seen**0.75)

    spots = max(ARRANGEMENTS[arrangement](lying), key=merit).spots
    box = _bounds(spots, lying, turned)
    scale = scale_of(box)
    x = room.x + room.width / 2 - scale * (box.x + box.width / 2)
    y = room.y + room.height / 2 - scale * (box.y + box.height / 2)
    return spots, View(matrix_product((scale, 0.0, 0.0, scale, x, y), turned.matrix), scale * turned.rise)


def _turned(tilt: int, turn: int) -> View:
    a, b, flat = cos(radians(turn)), sin(radians(turn)), cos(radians(tilt))
    return View((a, b * flat, -b, a * flat, 0.0, 0.0), sin(radians(tilt)))


def _bounds(spots: Sequence[Spot], lying: Sequence[Lying], view: View) -> Box:
    """What of the picture the pieces take."""
    points = [point for spot in spots for point in corners_of(spot, lying[spot.piece].size, view)]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return Box(left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top)


def corners_of(spot: Spot, size: Size, view: View) -> Iterator[tuple[float, float]]:
    """The corners of a piece and of the foot of its pile in the picture."""
    width, height = size.width.pt, size.height.pt
    for high in {0.0, _high(spot)}:
        a, b, c, d, e, f = view.at(spot.matrix(size), high)
        for x, y in ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height)):
            yield a * x + c * y + e, b * x + d * y + f


def _high(spot: Spot) -> float:
    return min(spot.pile, _MOST) * _THICK


def _piece_ops(piece: ScenePiece, spot: Spot, view: View, shade: Colour) -> Iterator[Op]:
    """A piece or a pile with its shadow."""
    drawing = piece.back if spot.hidden and piece.back is not None else piece.face
    trim, shape = drawing.trim, drawing.outline
    place, high = spot.matrix(trim), _high(spot)
    turned_back = (place[0], place[2], place[1], place[3])  # shadows fall in the same direction for every angle

    def fallen(height: float) -> tuple[float, float]:
        x, y = _FALL[0] * height, _FALL[1] * height
        return turned_back[0] * x + turned_back[2] * y, turned_back[1] * x + turned_back[3] * y

    steps = max(1, min(8, round(high / 4)))
    wide = tuple(fallen(1.7 * _MM + high * step / steps) for step in range(steps + (steps > 1)))
    yield Group(soft_shadow(shape, trim, 2.6 * _MM + high * 0.06, 0.42, shade, wide), view.at(place))
    yield Group(soft_shadow(shape, trim, 0.6 * _MM, 0.5, shade, (fallen(0.4 * _MM),)), view.at(place))
    if view.rise:
        for card in range(min(spot.pile, _MOST)):
            x, y = (0.5 * part if spot.pile > 1 else 0.0 for part in by_chance(f"card {card}", 2))
            paint = Paint(_EDGES[card % 2], mixed(_EDGES[1], BLACK, 0.3), 0.1)
            shifted = matrix_product(place, (1.0, 0.0, 0.0, 1.0, x, y))
            yield Group((DrawPath(shape.around(trim), paint),), view.at(shifted, card * _THICK))
    edge = (
        DrawPath(shape.around(trim, -0.2), Paint(None, WHITE, 0.4, stroke_opacity=0.28)),
        DrawPath(shape.around(trim), Paint(None, BLACK, 0.25, stroke_opacity=0.35)),
    )
    yield Group((UseDrawing(drawing), *edge), view.at(place, high if view.rise else 0.0))
