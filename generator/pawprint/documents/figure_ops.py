"""Arrows, frames, badges, numbered discs and words of figures; all in points.

Each line has a light halo, so that it stands out from whatever picture lies below.
"""

import math
from collections.abc import Mapping, Sequence

from pawprint.core.colour import Colour
from pawprint.core.geometry import Box
from pawprint.core.picture import Path
from pawprint.pieces.composer import Composer
from pawprint.pieces.placed import Placed, PlacedText, panel, path_shape
from pawprint.typography.text_style import TextStyle

#: Colours of figures where the palette has none of the name `figure-...`.
_COLOURS = {
    "ink": "#22262b",
    "paper": "#ffffff",
    "good": "#1f7a4d",
    "bad": "#b3261e",
    "focus": "#d97706",
    "one": "#1f5fa8",
    "two": "#a8431f",
}
#: Widths of a line and of its halo, of an arrow's head, and the radius of a badge; points.
LINE, HALO, HEAD, BADGE = 1.5, 1.1, 6.0, 4.0
#: The width of a trunk, and the radius of a dot on it.
_TRUNK, _DOT = 1.3, 1.9
#: Colours of trunks, which every kind of colour vision tells apart, and the dashes of those beyond the last colour.
TRUNKS = ("#1c1c1c", "#e00000", "#3900e6", "#2e9c82", "#ad52cc")
_DASHES: tuple[tuple[float, ...], ...] = ((), (5.0, 2.0), (1.5, 1.8))


class FigureInks:
    """The colours of figures, from a game's palette where it has them."""

    def __init__(self, palette: Mapping[str, Colour]) -> None:
        def of(name: str) -> Colour:
            return palette.get(f"figure-{name}") or Colour.parse(_COLOURS[name])

        self.ink = palette.get("figure-ink") or palette.get("ink") or of("ink")
        self.paper = of("paper")
        self.good, self.bad, self.focus = of("good"), of("bad"), of("focus")
        self.one, self.two = of("one"), of("two")
        self.tint = palette.get("figure-region") or mixed(self.ink, self.paper, 0.07)
        self.water = palette.get("figure-water") or Colour.parse("#cfe6ec")
        self.edge = mixed(self.ink, self.paper, 0.45)

    def of_trunk(self, number: int) -> tuple[Colour, tuple[float, ...]]:
        """The colour and the dashes of a trunk: the next five are dashed, and the five after them dotted."""
        again, colour = divmod(number, len(TRUNKS))
        return Colour.parse(TRUNKS[colour]), _DASHES[again % len(_DASHES)]

    def named(self, name: str) -> Colour:
        """The colour of a kind of frame."""
        return {"good": self.good, "bad": self.bad, "one": self.one, "two": self.two}.get(name, self.focus)

    def of_arrow(self, name: str) -> Colour:
        """The colour of a kind of arrow."""
        inks = {"lies": self.ink, "moves": self.focus, "one": self.one, "two": self.two, "good": self.good}
        return inks.get(name, self.bad)


def mixed(ink: Colour, paper: Colour, share: float) -> Colour:
    """So much of *ink* on *paper*."""
    return Colour(*(round(under + (over - under) * share) for over, under in zip(ink, paper, strict=True)))


def palette_of(composer: Composer, faces: list[str]) -> Mapping[str, Colour]:
    """The palette of the first of these faces that has one, else the plain one; findings are those of the faces."""
    for name in faces:
        source = composer.layouts.face(name, None)
        if source is not None and source.palette in composer.layouts.palettes:
            return composer.layouts.palettes[source.palette]
    return composer.layouts.palettes.get("pawprint", {})


def line(path: Path, colour: Colour, width: float, halo: Colour | None, dash: tuple[float, ...] = ()) -> list[Placed]:
    """An open path, with its halo below."""
    under = [] if halo is None else [path_shape(path, None, halo, width + 2 * HALO)]
    return [*under, path_shape(path, None, colour, width, dash)]


def arrow(
    x1: float, y1: float, x2: float, y2: float, colour: Colour, halo: Colour, width: float = LINE, dashed: bool = False
) -> list[Placed]:
    """A straight arrow whose tip is at (x2, y2)."""
    length = math.hypot(x2 - x1, y2 - y1)
    if length < 1.0:
        return []
    along, down = (x2 - x1) / length, (y2 - y1) / length
    head = min(HEAD * (0.6 + 0.4 * width / LINE), length * 0.75)
    neck_x, neck_y = x2 - along * head, y2 - down * head
    half = head * 0.48
    tip: Path = (
        ("M", x2, y2),
        ("L", neck_x - down * half, neck_y + along * half),
        ("L", neck_x + down * half, neck_y - along * half),
        ("Z",),
    )
    end = neck_x + along, neck_y + down
    shaft: Path = (("M", x1, y1), ("L", *end))
    return [
        path_shape(shaft, None, halo, width + 2 * HALO),
        path_shape(tip, halo, halo, 2 * HALO),
        path_shape(shaft, None, colour, width, (3.0, 2.0) if dashed else ()),
        path_shape(tip, colour, None, 0.0),
    ]


def trunk(
    tip: tuple[float, float],
    lane: float,
    starts: Sequence[tuple[float, float]],
    colour: Colour,
    dash: tuple[float, ...],
    halo: Colour,
) -> list[Placed]:
    """Lines that run together at the height *lane* and end with one tip; dots where they meet, not where they cross."""
    x, y = tip
    back = math.copysign(HEAD, lane - y)
    reach = [x, *[start for start, _ in starts]]
    shaft: Path = (("M", x, y + back * 0.9), ("L", x, lane), ("M", min(reach), lane), ("L", max(reach), lane))
    for left, top in starts:
        shaft = (*shaft, ("M", left, top), ("L", left, lane))
    head: Path = (("M", x, y), ("L", x - HEAD * 0.45, y + back), ("L", x + HEAD * 0.45, y + back), ("Z",))
    inner = [left for left in reach if min(reach) < left < max(reach)]
    dots = [panel(Box(left - _DOT, lane - _DOT, 2 * _DOT, 2 * _DOT), colour, None, 0.0, _DOT) for left in inner]
    return [
        path_shape(shaft, None, halo, _TRUNK + 2 * HALO),
        path_shape(shaft, None, colour, _TRUNK, dash),
        path_shape(head, colour, halo, 0.5),
        *dots,
    ]


def frame(box: Box, colour: Colour, halo: Colour) -> list[Placed]:
    """A frame around *box*."""
    outer = box.inset(-LINE / 2)
    return [panel(outer, None, halo, LINE + 1.4 * HALO, 3.0), panel(outer, None, colour, LINE, 3.0)]


def badge(x: float, y: float, good: bool, inks: FigureInks) -> list[Placed]:
    """A disc with a tick or a cross."""
    colour = inks.good if good else inks.bad
    disc = panel(Box(x - BADGE, y - BADGE, 2 * BADGE, 2 * BADGE), colour, inks.paper, 1.0, BADGE)
    size = BADGE * 0.45
    if good:
        tick: Path = (("M", x - size, y), ("L", x - size * 0.25, y + size * 0.8), ("L", x + size, y - size * 0.8))
        return [disc, path_shape(tick, None, inks.paper, 1.3)]
    first_stroke: Path = (("M", x - size, y - size), ("L", x + size, y + size))
    two: Path = (("M", x - size, y + size), ("L", x + size, y - size))
    return [disc, path_shape(first_stroke, None, inks.paper, 1.3), path_shape(two, None, inks.paper, 1.3)]


def words(
    composer: Composer, text: str, box: Box, size: float, colour: Colour, language: str, align: str, bold: bool = False
) -> list[Placed]:
    """Words on one line, smaller where they would not fit."""
    style = TextStyle(size=size, min_size=size * 0.6, bold=bold, align=align, valign="middle")
    block = composer.setter.set(text, style, box, colour, language, lambda _: None)
    return [PlacedText(block)]


def disc(
    composer: Composer, text: str, x: float, y: float, radius: float, inks: FigureInks, language: str
) -> list[Placed]:
    """A number in a disc."""
    box = Box(x - radius, y - radius, 2 * radius, 2 * radius)
    return [
        panel(box, inks.ink, inks.paper, 0.8, radius),
        *words(composer, text, box, radius * 1.25, inks.paper, language, "center", bold=True),
    ]
