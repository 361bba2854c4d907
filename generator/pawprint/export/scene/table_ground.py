"""Colour and material of a table -> the operations that draw it, with light in its middle."""

from __future__ import annotations

import random
from functools import lru_cache

from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.picture import Path
from pawprint.core.raster import data_uri
from pawprint.draw.ops import DrawBox, DrawImage, DrawPath, Group, Op, Paint, Shading, Symbol, UseSymbol
from pawprint.press.image_forms import PagePixels, encoded

SURFACES = ("felt", "wood", "plain")
#: The side of the picture of felt in pixels, and how much light and dark its fibres are.
_TILE, _FIBRE = 256, 13
#: Boards of a wooden table from top to bottom, and lines of the grain of each.
_BOARDS, _GRAIN = 5, 44


def mixed(one: Colour, two: Colour, part: float) -> Colour:
    """*one* with a *part* of *two*, 0 to 1."""
    return Colour(*[round(a + (b - a) * part) for a, b in zip(one, two, strict=True)])


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
    """Boards with their grain."""
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
