"""A fill or a line -> the same with less ink: how dark it is, how large, and what it lies on decide.

`low_ink` finds what a shape lies on, and draws what is made here.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from pawprint.core.affine import Matrix, determinant
from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.geometry import Box
from pawprint.draw.ops import DrawPath, Group, Op, Paint, Shading
from pawprint.draw.passes.backdrops import EVERYWHERE, Backdrop, Grounds, MeasuredPath, ground_below

_MM2 = (72 / 25.4) ** 2
#: A fill larger than this, in square points, turns white: a badge of 11 mm stays, the ribbon of a name does not.
LARGE = 100 * _MM2
#: A fill smaller than this, in square points, is a highlight or a nick, which an outline would fill.
SMALL = 1.5 * _MM2
#: Width in points of an outline that replaces a fill.
OUTLINE = 0.7
#: Width in points of the band of its colour that a large fill of a picture keeps, and its greatest share of the shorter
#: side, so that words on a ribbon stay on white.
BAND, BAND_SHARE = 1.5 * 72 / 25.4, 1 / 8
#: A picture whose shorter side is at most this, in points, is an icon: all its large fills keep the band. In other
#: pictures only what has an outline does: a creature, and not the hill behind it.
ICON = 30 * 72 / 25.4
#: A fill with an outline in a picture that is larger than this, in square points, is a body: so that creatures of all
#: sizes, and those behind them, look alike.
BODY_SIZE = 40 * _MM2
#: How much of its ink a body of a middle colour keeps besides, and what else is large in a picture, such as a night.
#: What is pale keeps more, so that it has a colour still, and what is dark less.
BODY, SCENE = 0.3, 0.13
#: What has more than this of a colour, in square points, fills most of a card, such as the beast of a back: it is as a
#: scene, and has no band.
GIANT = 900 * _MM2
#: Least contrast with white of text, and of lines and outlines: WCAG 2.2, 1.4.3 and 1.4.11.
WORDS, LINES = 4.5, 3.0
#: Least contrast with white of a line that had hardly any with its ground, such as the ruled lines of a notebook.
FAINT = 1.3
#: Least contrast with white of a small fill that stays.
SPOTS = 1.8
#: From this contrast with white, a colour is nearly black: stripes of a bee stay, whatever their number.
NEARLY_BLACK = 9.0
#: Nearly black marks that are smaller than this together, in square points, are such stripes.
STRIPES = 500 * _MM2
#: Less contrast than this with its ground has a shadow or a far tree, which is no louder when that is white.
HARDLY_SEEN = 1.8
#: Below this contrast, a colour is hardly visible on white.
PALE = 1.35

#: Colour of the outline of what is pale on a pale ground.
GREY = Colour(110, 110, 110)


class Illustration(NamedTuple):
    """What a drawing of its own, such as an icon or a creature, is as a whole.

    Attributes:
        side: the shorter side, in points.
        amounts: how many square points each colour fills, as it is seen on white; without small fills, and without what
            is nearly black.
    """

    side: float
    amounts: Mapping[Colour, float]

    @property
    def is_icon(self) -> bool:
        """Whether it is small enough to be one."""
        return self.side <= ICON


class DrawnShape(NamedTuple):
    """A shape that is filled or stroked, and how.

    Attributes:
        place: its box on the page.
        size: how many square points of it are filled.
        shape: what it covers under *matrix*; None for all of its box.
        picture: what it is a part of; None for what is of no picture.
        edged: it has an outline that shows on white, perhaps drawn after it.
    """

    paint: Paint
    place: Box
    size: float
    shape: MeasuredPath | None
    matrix: Matrix
    picture: Illustration | None
    edged: bool

    @property
    def fill(self) -> Colour:
        """Of a gradient, the middle; white for none."""
        return mean(self.paint.fill) if self.paint.fill is not None else WHITE

    @property
    def in_scene(self) -> bool:
        """Whether it is a part of a picture that is no icon."""
        return self.picture is not None and not self.picture.is_icon

    @property
    def in_icon(self) -> bool:
        """Whether it is a part of an icon."""
        return self.picture is not None and self.picture.is_icon

    @property
    def amount(self) -> float:
        """How many square points its picture has of its colour, itself included; its size if that is small."""
        if self.picture is None or self.paint.fill is None or self.size <= SMALL:
            return self.size
        return max(self.size, self.picture.amounts.get(seen(self.paint), 0.0))

    @property
    def is_large(self) -> bool:
        """Whether its fill loses most of its ink: all fills of one colour in a picture do, or none does."""
        body = self.edged and self.picture is not None and not is_dark(self.paint)
        return self.amount > (BODY_SIZE if body else LARGE)

    @property
    def scale(self) -> float:
        """How many points a unit of its lines is long."""
        return abs(determinant(self.matrix)) ** 0.5 or 1.0

    def ground(self, dark: bool, inverted: bool = False) -> Backdrop:
        """What it is to those that lie on it."""
        scenery = self.in_scene and not self.edged and self.is_large
        return Backdrop(self.place, dark, self.fill, inverted, self.shape, self.matrix, scenery)


def spared(mark: DrawnShape, grounds: Grounds) -> Paint:
    """How *mark* is painted with less ink; what it now is as a ground is added to *grounds*."""
    paint, large = mark.paint, mark.is_large
    if mark.in_scene and mark.size > SMALL and is_dark(paint) and (kept := _dark_in_scene(mark, grounds)) is not None:
        return kept
    if not mark.in_icon and not large and _shows_on_white(paint):
        if paint.fill is not None and paint.fill_opacity > 0.5 and mark.size > SMALL:
            grounds.append(mark.ground(is_dark(paint)))
        return paint
    below = ground_below(mark.place, grounds)
    if (
        mark.in_icon
        and below is not None
        and not large
        and (inverse := _inverted(paint, below, mark.edged)) is not None
    ):
        if paint.fill is not None and mark.size > SMALL:
            dark = is_dark(inverse)
            grounds.append(mark.ground(dark, inverted=dark))
        return inverse
    paint = paint._replace(stroke=_line(paint.stroke, below))
    return paint if paint.fill is None else _filled(mark._replace(paint=paint), below, grounds)


def _dark_in_scene(mark: DrawnShape, grounds: Grounds) -> Paint | None:
    """What is dark in a picture: the stripes of a bee stay, and a shadow in the night does not become loud.

    None for what is as everywhere else.
    """
    below = ground_below(mark.place, grounds)
    if below is None:
        return None
    dark_now = below.dark or not _was_dark(below)
    if mark.size < STRIPES and mark.fill.contrast(WHITE) >= NEARLY_BLACK and dark_now:
        grounds.append(mark.ground(dark=True))
        return mark.paint
    if mark.is_large or below.dark:
        return None
    if below.scenery and _was_dark(below) and not mark.edged:  # a pebble in the soil
        grounds.append(mark.ground(dark=False))
        return _whitened(mark, below, _tint(mark.fill, SCENE))
    own = below.box is not EVERYWHERE
    if (own or not mark.edged) and mark.fill.contrast(below.colour) < HARDLY_SEEN:
        grounds.append(mark.ground(dark=False))
        return mark.paint._replace(fill=_tint(mark.fill, SCENE))
    return None


def _line(stroke: Colour | None, below: Backdrop | None) -> Colour | None:
    """The colour of a line: one that shows on what is white now, but what was hardly seen is no louder."""
    if stroke is None or (below is not None and below.dark):
        return stroke
    contrast = LINES if below is None else stroke.contrast(below.colour)
    if below is not None and stroke.contrast(WHITE) < PALE <= below.colour.contrast(WHITE):
        stroke = below.colour  # light on a colour becomes that colour
    return darker(stroke, min(LINES, max(contrast, FAINT)))


def _filled(mark: DrawnShape, below: Backdrop | None, grounds: Grounds) -> Paint:
    """How a fill is painted that does not show on white, or is large."""
    paint, fill, large = mark.paint, mark.fill, mark.is_large
    dark, dark_below = is_dark(paint), below is not None and below.dark
    if paint.fill_opacity <= 0.5 and paint.stroke is None and (large or fill.contrast(WHITE) < PALE):
        return _faded(paint, seen(paint), mark.scale)
    if not large and (dark or dark_below or fill.contrast(WHITE) >= PALE):
        if mark.size > SMALL:
            grounds.append(mark.ground(dark))
        if dark_below or not isinstance(paint.fill, Colour) or fill.contrast(WHITE) >= SPOTS:
            return paint
        return paint._replace(fill=darker(paint.fill, SPOTS))
    if mark.size <= SMALL:
        return paint
    grounds.append(mark.ground(dark=False))
    return _whitened(mark, below, _left(mark, below))


def _faded(paint: Paint, colour: Colour, scale: float) -> Paint:
    """*paint* of a shade or a shine: an outline in the *colour* that it has on white, if it can be seen there."""
    bare = paint._replace(fill=WHITE, fill_opacity=0.0)
    if colour.contrast(WHITE) < FAINT:
        return bare
    return bare._replace(stroke=colour, width=OUTLINE / (scale or 1.0), join=1, stroke_opacity=1.0)


def _left(mark: DrawnShape, below: Backdrop | None) -> Colour:
    """What is left of a fill that loses most of its ink: white, or in a picture a tint."""
    fill = mark.fill
    if mark.picture is None or not mark.is_large:
        return WHITE
    shining = below is not None and _was_dark(below)  # such as the moon
    if not mark.edged and (mark.in_icon or (fill.contrast(WHITE) < PALE and not shining)):
        return WHITE
    if not mark.edged and mark.size > GIANT and (below is None or fill.contrast(WHITE) < SPOTS):
        return WHITE  # the ground of the whole card, or its land
    share = BODY if (mark.edged and mark.amount <= GIANT) or fill.contrast(WHITE) < PALE else SCENE
    return _tint(fill, min(1.0, share * (0.5 / (_ink(fill) or 1.0)) ** 0.5))


def _whitened(mark: DrawnShape, below: Backdrop | None, left: Colour) -> Paint:
    """A fill of which *left* is left; without a line it gets one of its colour, or of what it lies on."""
    paint, fill = mark.paint, mark.fill
    paint = paint._replace(fill=left, fill_opacity=1.0 if paint.fill_opacity > 0.5 else 0.0)
    coloured = fill.contrast(WHITE) >= PALE
    same = mark.picture is None and below is not None and below.colour == fill  # a panel of its ground hides something
    if paint.stroke is not None or same or (mark.is_large and not coloured and not (below and _was_dark(below))):
        return paint
    if not coloured and below is not None:
        fill = below.colour
    outline = darker(fill, LINES) if fill.contrast(WHITE) >= PALE else GREY
    return paint._replace(stroke=outline, width=OUTLINE / mark.scale, join=1, stroke_opacity=1.0)


def band(op: DrawPath, mark: DrawnShape, painted: Paint) -> Iterator[Op]:
    """The band of its colour that a large fill of a picture keeps within its edge, and its outline again, on top."""
    fill, shape = op.paint.fill, mark.shape
    if mark.picture is None or shape is None or not mark.is_large or not (op.paint.stroke or mark.in_icon):
        return
    pale = op.paint.fill_opacity <= 0.5 or mark.fill.contrast(WHITE) < PALE
    if fill is None or painted.fill == fill or pale or mark.amount > GIANT:
        return
    width = min(BAND / mark.scale, BAND_SHARE * min(shape.box.width, shape.box.height))
    line = Paint(None, mark.fill, 2 * width, join=1)  # half of it is cut off
    yield Group((DrawPath(op.path, line),), clip=op.path)
    yield DrawPath(op.path, painted._replace(fill=None))


@lru_cache(4096)
def darker(colour: Colour, contrast: float) -> Colour:
    """*colour*, or as much darker as it takes to have *contrast* (1 to 21) with white; its hue stays."""
    if colour.contrast(WHITE) >= contrast:
        return colour
    low, high = 0.0, 1.0  # shares of the colour's light
    for _ in range(12):
        share = (low + high) / 2
        if _dimmed(colour, share).contrast(WHITE) >= contrast:
            low = share
        else:
            high = share
    return _dimmed(colour, low)


def _dimmed(colour: Colour, share: float) -> Colour:
    return Colour(int(colour.red * share), int(colour.green * share), int(colour.blue * share))


def _ink(colour: Colour) -> float:
    """How much of the paper *colour* darkens: 0 for white, 1 for black."""
    return 1.0 - sum(colour[:3]) / (3 * 255)


def _tint(colour: Colour, share: float) -> Colour:
    """A *share* of *colour* on white."""
    return Colour(*(round(255 - (255 - part) * share) for part in colour[:3]))


def _inverted(paint: Paint, below: Backdrop, edged: bool) -> Paint | None:
    """What is light on a dark ground of an icon that has turned white: as dark as that, and what is dark on it, white.

    None if nothing of *paint* changes so.
    """
    if not below.inverted and (edged or below.dark or not _was_dark(below)):
        return None  # with an outline, what is light can still be seen
    fill = turned(mean(paint.fill), below) if paint.fill is not None else None
    stroke = turned(paint.stroke, below) if paint.stroke is not None else None
    made = paint._replace(fill=fill or paint.fill, stroke=stroke or paint.stroke)
    return made if made != paint else None


def turned(colour: Colour, below: Backdrop) -> Colour | None:
    """What a colour of a shape turns into; None if it stays."""
    contrast = colour.contrast(WHITE)
    if below.inverted:
        return WHITE if contrast >= LINES else None
    return below.colour if contrast < PALE else None


def is_dark(paint: Paint) -> bool:
    """Whether light words can be read on the fill, which is there."""
    return paint.fill is not None and mean(paint.fill).contrast(WHITE) >= LINES and paint.fill_opacity > 0.5


def is_outlined(paint: Paint) -> bool:
    """Whether a shape shows on white whatever its fill."""
    return paint.stroke is not None and paint.width > 0 and paint.stroke.contrast(WHITE) >= LINES


def _shows_on_white(paint: Paint) -> bool:
    """Whether line and fill stay as they are, whatever they lie on."""
    line = paint.stroke is None or paint.stroke.contrast(WHITE) >= LINES
    return line and (paint.fill is None or mean(paint.fill).contrast(WHITE) >= SPOTS)


def seen(paint: Paint) -> Colour:
    """The colour of a fill, which is there, on white: of a shade, a tint."""
    return _tint(mean(paint.fill or WHITE), paint.fill_opacity)


def mean(fill: Colour | Shading) -> Colour:
    """A gradient's middle."""
    if isinstance(fill, Colour):
        return fill
    colours = [colour for _, colour in fill.stops] or [BLACK]
    red, green, blue = (sum(parts) // len(colours) for parts in zip(*colours, strict=True))
    return Colour(red, green, blue)


def _was_dark(ground: Backdrop) -> bool:
    """Whether light words could be read on it before it turned white."""
    return ground.colour.contrast(WHITE) >= LINES
