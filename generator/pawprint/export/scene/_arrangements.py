"""Sizes of pieces -> where they lie on a table, so that they fill a picture of some proportion.

A table is measured in points, y towards the person who looks at it. Each arrangement yields several ways, and the one
that shows the pieces largest is taken.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from math import ceil, cos, radians, sin
from typing import NamedTuple

from pawprint.core.affine import Matrix
from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.geometry import Size
from pawprint.core.picture import Path
from pawprint.core.raster import data_uri
from pawprint.graphics.ops import DrawBox, DrawImage, DrawPath, Group, Op, Paint, Shading, Symbol, UseSymbol
from pawprint.press.images import PagePixels, encoded

# --- Colour and material of a table -> the operations that draw it, with light in its middle --------------------------


SURFACES = ("felt", "wood", "plain")
#: The side of the picture of felt in pixels, and how much light and dark its fibres are.
_TILE, _FIBRE = 256, 13
#: Boards of a wooden table from top to bottom, and lines of the grain of each.
_BOARDS, _GRAIN = 5, 44


def mixed(first: Colour, second: Colour, part: float) -> Colour:
    """*one* with a *part* of *two*, 0 to 1."""
    return Colour(*[round(a + (b - a) * part) for a, b in zip(first, second, strict=True)])


def ground_ops(surface: str, colour: Colour, width: float, height: float, pixel: float) -> tuple[Op, ...]:
    """A table of that size in points.

    Args:
        surface: one of `SURFACES`.
        pixel: of the finished picture, in points.
    """
    whole = DrawBox(0, 0, width, height, Paint(colour))
    if surface == "wood":
        return (whole, *_boards(colour, width, height), _light(width, height, 0.5, 0.16))
    cloth = _cloth(width, height, pixel) if surface == "felt" else ()
    return (whole, _light(width, height, 0.5, 0.17), *cloth)


def _light(width: float, height: float, dark: float, bright: float) -> Op:
    """A lamp above the middle: its light there, and less of it at the edges."""
    x, y, reach = width * 0.46, height * 0.4, (width**2 + height**2) ** 0.5 * 0.6
    falling = tuple((at, _grey(1 - (1 - at) ** 2 * (1 + 2 * at))) for at in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0))
    rising = tuple((at, _grey((1 - at) ** 2 * (1 + 2 * at))) for at in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0))

    def seen(colour: Colour, opacity: float, stops: tuple[tuple[float, Colour], ...], far: float) -> Op:
        mask = DrawBox(0, 0, width, height, Paint(Shading(x, y, 0.0, 0.0, stops, far)))
        return Group((DrawBox(0, 0, width, height, Paint(colour)),), opacity=opacity, mask=(mask,))

    return Group((seen(BLACK, dark, falling, reach), seen(WHITE, bright, rising, reach * 0.8)))


def _grey(light: float) -> Colour:
    part = round(255 * max(0.0, min(light, 1.0)))
    return Colour(part, part, part)


def _cloth(width: float, height: float, pixel: float) -> tuple[Op, ...]:
    """Fibres, a few pixels long."""
    symbol = _felt()
    side = _TILE * pixel
    return tuple(
        UseSymbol(symbol, (pixel, 0.0, 0.0, pixel, column * side, row * side))
        for row in range(int(height / side) + 1)
        for column in range(int(width / side) + 1)
    )


@lru_cache(maxsize=1)
def _felt() -> Symbol:
    chance = random.Random(7)
    size = _TILE * _TILE
    noise = [chance.gauss(0, 1) for _ in range(size)]
    data = bytearray()
    for at in range(size):
        row = at - at % _TILE
        near = sum(noise[row + (at + step) % _TILE] for step in (0, 1, 2)) + noise[(at + _TILE) % size] * 1.4
        strength = near * _FIBRE / 2.2
        light = 255 if strength > 0 else 0
        data += bytes((light, light, light, min(255, round(abs(strength) * 0.55))))
    png = encoded(PagePixels(bytes(data), 4 * _TILE, _TILE, _TILE, True, 72), "png")
    return Symbol("felt", 0, 0, _TILE, _TILE, (DrawImage(0, 0, _TILE, _TILE, data_uri(png)),))


def _boards(colour: Colour, width: float, height: float) -> list[Op]:
    chance = random.Random(3)
    ops: list[Op] = []
    tall = height / _BOARDS
    for board in range(_BOARDS):
        top = board * tall
        tone = mixed(colour, chance.choice((BLACK, WHITE)), chance.uniform(0.01, 0.07))
        ops.append(DrawBox(0, top, width, tall, Paint(tone)))
        grain: list[Op] = []
        for _ in range(_GRAIN):
            y, dark = top + chance.random() * tall, chance.random() < 0.75
            paint = Paint(
                None, BLACK if dark else WHITE, tall * chance.uniform(0.003, 0.016),
                stroke_opacity=chance.uniform(0.03, 0.13 if dark else 0.07),
            )  # fmt: skip
            grain.append(DrawPath(_wave(chance, y, width, tall), paint))
        ops.append(Group(tuple(grain), clip=_frame(0, top, width, tall)))
        ops.append(DrawBox(0, top, width, tall * 0.012, Paint(BLACK, fill_opacity=0.5)))
        ops.append(DrawBox(0, top + tall * 0.012, width, tall * 0.012, Paint(WHITE, fill_opacity=0.12)))
    return ops


def _wave(chance: random.Random, y: float, width: float, tall: float) -> Path:
    """A line from edge to edge that bends a little."""
    steps = 6
    points = [y + tall * chance.uniform(-0.035, 0.035) for _ in range(steps + 1)]
    path: list[tuple[str | float, ...]] = [("M", 0.0, points[0])]
    for step in range(steps):
        x, onward = width * step / steps, width / steps
        path.append(
            ("C", x + onward * 0.4, points[step], x + onward * 0.6, points[step + 1], x + onward, points[step + 1])
        )
    return tuple(path)


def _frame(x: float, y: float, width: float, height: float) -> Path:
    return (("M", x, y), ("L", x + width, y), ("L", x + width, y + height), ("L", x, y + height), ("Z",))


#: The space between pieces that lie side by side.
_GAP = 13.0
#: The greatest angle between the outer pieces of a fan, in degrees.
_WIDEST = 76.0
#: In a fan: how much of each piece is beside the next one, in parts of its width; and the distance from the middle of a
#: piece to the point about which it is turned, in parts of its height.
_STRIPS, _RADII = (0.34, 0.4, 0.46, 0.52, 0.6, 0.7, 0.84), (1.3, 1.6, 2.0, 2.6, 3.4, 4.8)
#: In rows: the steps of pieces that overlap, in parts of their width, and of rows, in parts of their height.
_OVERLAPS, _ROWS = (0.7, 0.82, 0.94), (0.86, 0.98)
#: A piece is small if it is lower than so many parts of the highest one.
_SMALL = 0.6
#: Degrees between steps of a turn, over the length of an arc.
_DEGREES = 57.29578


class Lying(NamedTuple):
    """What lies on the table, apart from where.

    Attributes:
        size: of the piece.
        deck: pieces with the same back, by the number of the first one of them; -1 without a back.
        cards: how many pieces the deck has.
    """

    size: Size
    deck: int = -1
    cards: int = 1


class Spot(NamedTuple):
    """Where a piece lies.

    Attributes:
        piece: its number.
        x, y: of its middle.
        angle: degrees clockwise.
        pile: how many pieces lie in a pile, of which this is the highest.
        hidden: the back is seen.
    """

    piece: int
    x: float
    y: float
    angle: float = 0.0
    pile: int = 1
    hidden: bool = False

    def matrix(self, size: Size) -> Matrix:
        """From the points of a piece of that *size* to those of the table."""
        a, b = cos(radians(self.angle)), sin(radians(self.angle))
        middle_x, middle_y = size.width.pt / 2, size.height.pt / 2
        return (a, b, -b, a, self.x - a * middle_x + b * middle_y, self.y - b * middle_x - a * middle_y)


class Way(NamedTuple):
    """One way to arrange pieces.

    Attributes:
        spots: the lowest first.
        seen: how much of each piece is seen, 0 to 1.
    """

    spots: tuple[Spot, ...]
    seen: float = 1.0


Arrangement = Callable[[Sequence[Lying]], Iterator[Way]]


def fan(pieces: Sequence[Lying]) -> Iterator[Way]:
    """Pieces as in a hand: turned about one point below them, each above the one at its left."""
    width, height = _largest(pieces)
    for strip in _STRIPS:
        for times in _RADII:
            radius = times * height
            step = min(strip * width / radius * _DEGREES, _WIDEST / max(len(pieces) - 1, 1))
            turns = [step * (index - (len(pieces) - 1) / 2) for index in range(len(pieces))]
            spots = tuple(
                Spot(index, radius * sin(radians(turn)), -radius * cos(radians(turn)), turn)
                for index, turn in enumerate(turns)
            )
            # a fan is the more of one the more its pieces are turned
            yield Way(spots, step / _DEGREES * radius / width * min(1.0, (2 * abs(turns[0]) + 6) / 46))


def spread(pieces: Sequence[Lying]) -> Iterator[Way]:
    """Pieces put down in rows by hand: they overlap, and no two are quite parallel; small ones lie in front."""
    order = sorted(range(len(pieces)), key=lambda index: -pieces[index].size.height.pt)
    least = _SMALL * pieces[order[0]].size.height.pt
    large = [index for index in order if pieces[index].size.height.pt >= least]
    small = sorted(index for index in order if pieces[index].size.height.pt < least)
    for count in range(1, min(len(large), 4) + 1):
        length = ceil(len(large) / count)
        rows = [sorted(large[start : start + length]) for start in range(0, len(large), length)]
        for overlap in _OVERLAPS:
            for down in _ROWS if len(rows) > 1 else _ROWS[:1]:
                spots: list[Spot] = []
                y = tall = 0.0
                for row in rows:
                    y += tall * down
                    tall = max(pieces[index].size.height.pt for index in row)
                    spots += _row(row, pieces, y + tall / 2, overlap)
                spots += _row(small, pieces, y + tall, 1.3)
                yield Way(tuple(spots), overlap * (down if len(rows) > 1 else 1.0))


def grid(pieces: Sequence[Lying]) -> Iterator[Way]:
    """Pieces in rows and columns, side by side; a short last row is in the middle."""
    width, height = _largest(pieces)
    for columns in range(1, len(pieces) + 1):
        spots: list[Spot] = []
        for start in range(0, len(pieces), columns):
            row = range(start, min(start + columns, len(pieces)))
            for index in row:
                x = (index - start - (len(row) - 1) / 2) * (width + _GAP)
                spots.append(Spot(index, x, start // columns * (height + _GAP)))
        yield Way(tuple(spots))


def stack(pieces: Sequence[Lying]) -> Iterator[Way]:
    """The decks of the pieces behind, face down, and the pieces themselves in front of them."""
    decks = [index for index, piece in enumerate(pieces) if piece.deck == index]
    width, height = _largest(pieces)
    for way in spread(pieces):
        top = min(spot.y - pieces[spot.piece].size.height.pt / 2 for spot in way.spots)
        left, right = min(spot.x for spot in way.spots), max(spot.x for spot in way.spots)
        for sideways in (0.0, 1.0):
            piles: list[Spot] = []
            for place, index in enumerate(decks):
                size, angle = pieces[index].size, 5 * by_chance(f"deck {index}", 1)[0]
                if sideways:
                    x, y = left - (place + 1) * (width + 2 * _GAP), top + height / 2
                else:
                    x = left + (place + 0.5) * (right - left + width) / max(len(decks), 1) - width / 2
                    y = top - size.height.pt / 2 - _GAP
                piles.append(Spot(index, x, y, angle, pieces[index].cards, hidden=True))
            yield Way((*piles, *way.spots), way.seen)


def _row(row: Sequence[int], pieces: Sequence[Lying], y: float, overlap: float) -> list[Spot]:
    """Pieces from left to right around the middle, each above the one before; there may be none."""
    if not row:
        return []
    spots: list[Spot] = []
    x = 0.0
    for place, index in enumerate(row):
        width = pieces[index].size.width.pt
        if place:
            x += overlap * (width + pieces[row[place - 1]].size.width.pt) / 2
        turn, across, down = by_chance(f"{place} {index} {len(pieces)}", 3)
        side = -1 if place % 2 else 1
        spots.append(Spot(index, x + 5 * across, y + 8 * down, side * (2.0 + 3.5 * abs(turn))))
    middle = (spots[0].x + spots[-1].x) / 2
    return [spot._replace(x=spot.x - middle) for spot in spots]


def by_chance(seed: str, count: int) -> list[float]:
    """Numbers from -1 to 1, always the same ones for a *seed*; at most 32."""
    return [byte / 127.5 - 1 for byte in sha256(seed.encode()).digest()[:count]]


def _largest(pieces: Sequence[Lying]) -> tuple[float, float]:
    return max(piece.size.width.pt for piece in pieces), max(piece.size.height.pt for piece in pieces)


ARRANGEMENTS: dict[str, Arrangement] = {"fan": fan, "spread": spread, "grid": grid, "stack": stack}
