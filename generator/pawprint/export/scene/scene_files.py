"""The target `scene`: chosen pieces on a table, in the sizes that the pages of campaigns ask for."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import NamedTuple

from pawprint.catalog.model import Component, Record
from pawprint.core.affine import Matrix, matrix_product
from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import ZERO, mm
from pawprint.core.numbers import whole_number
from pawprint.documents.figure_ops import palette_of
from pawprint.documents.typeset.style_reader import sheet_for
from pawprint.export._rasters import FORMS, MAX_PIXELS
from pawprint.export._soft_shadow import soft_shadow
from pawprint.export.export_source import ExportPiece, ExportSource
from pawprint.export.exporter import EXPORTERS, Exporter, OptionError, option
from pawprint.export.scene._arrangements import ARRANGEMENTS, SURFACES, Lying, Spot, Way, by_chance, ground_ops, mixed
from pawprint.graphics.ops import Drawing, DrawPath, Group, Layer, Op, Paint, UseDrawing, outline
from pawprint.graphics.passes.guides import cut_out
from pawprint.pieces.lower import Lowering
from pawprint.pieces.placed import PlacedText
from pawprint.press.fingerprint import Fingerprints
from pawprint.production.options import ImageOptions

# --- Pieces, an arrangement and a look -> one drawing: the pieces on a table, with their shadows ----------------------

# The table is seen from far above, straight down or tilted, so that parallel lines stay parallel and everything remains
# a vector drawing.


#: A pixel of the finished picture in points: 96 to the inch.
PIXEL = 0.75
#: The thickness of a piece in points, about a third of a millimetre.
_THICKNESS = 0.9
#: The largest number of pieces drawn for a pile.
_MAX_PILE = 90
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
    """The look of a scene.

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
    """The part of the picture that the pieces fill."""
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
    return min(spot.pile, _MAX_PILE) * _THICKNESS


def _piece_ops(piece: ScenePiece, spot: Spot, view: View, shade: Colour) -> Iterator[Op]:
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
        for card in range(min(spot.pile, _MAX_PILE)):
            x, y = (0.5 * part if spot.pile > 1 else 0.0 for part in by_chance(f"card {card}", 2))
            paint = Paint(_EDGES[card % 2], mixed(_EDGES[1], BLACK, 0.3), 0.1)
            shifted = matrix_product(place, (1.0, 0.0, 0.0, 1.0, x, y))
            yield Group((DrawPath(shape.around(trim), paint),), view.at(shifted, card * _THICKNESS))
    edge = (
        DrawPath(shape.around(trim, -0.2), Paint(None, WHITE, 0.4, stroke_opacity=0.28)),
        DrawPath(shape.around(trim), Paint(None, BLACK, 0.25, stroke_opacity=0.35)),
    )
    yield Group((UseDrawing(drawing), *edge), view.at(place, high if view.rise else 0.0))


# --- The title of a game -> operations that write it beside the pieces of a scene, in the font of its rulebook --------


#: The room around pieces and title, in parts of the shorter side.
_MARGIN = 0.07
#: A picture that is so many times as wide as high has its title at the left of the pieces, and else above them.
_BROAD = 2.2
#: What a title takes of the width or of the height.
_BESIDE, _ABOVE = 0.26, 0.17
#: The largest and the smallest size of a title, in parts of the height of its box.
_SIZES = (0.9, 0.05)
#: Above this luminance a table is light, so that its title is dark.
_LIGHT = 0.3


def scene_rooms(width: float, height: float, with_title: bool) -> tuple[Box, Box]:
    """The rooms for the pieces and for the title of a picture, in its units; the latter is empty without a title."""
    margin = _MARGIN * min(width, height)
    whole = Box(margin, margin, width - 2 * margin, height - 2 * margin)
    if not with_title:
        return whole, Box(0, 0, 0, 0)
    if width > _BROAD * height:
        beside = _BESIDE * whole.width
        title = Box(whole.x, whole.y, beside, whole.height)
        return Box(whole.x + beside + margin, whole.y, whole.width - beside - margin, whole.height), title
    above = _ABOVE * whole.height
    title = Box(whole.x, whole.y, whole.width, above)
    return Box(whole.x, whole.y + above + margin / 2, whole.width, whole.height - above - margin / 2), title


def title_ops(source: ExportSource, box: Box, ground: Colour) -> tuple[Op, ...]:
    """The title of the game with a shadow, as large as there is room in *box*."""
    composer, game, language = source.composer(ZERO), source.game, source.language
    sheet = sheet_for("rulebook", game, composer.layouts, float("inf"), Findings(), None)
    largest, least = (part * box.height for part in _SIZES)
    style = sheet.texts.get("title", sheet.base).text._replace(
        size=largest, min_size=least, leading=1.02, align="center", valign="middle", balance=True
    )

    def written(ink: Colour) -> tuple[Op, ...]:
        block = composer.setter.set(game.title[language], style, box, ink, language, lambda _: None)
        return Lowering().ops((PlacedText(block),))

    is_dark = ground.luminance < _LIGHT
    ink, shade = (mixed(WHITE, ground, 0.04), BLACK) if is_dark else (mixed(BLACK, ground, 0.1), WHITE)
    step, below = box.height * 0.012, written(mixed(shade, ground, 0.15))
    shadow = tuple(
        Group((Group(below, (1.0, 0.0, 0.0, 1.0, step * 0.7 * far, step * far)),), opacity=0.22)
        for far in (2.4, 1.6, 1.0)
    )
    return (*shadow, *written(ink))


#: Width and height in pixels of the pictures that services ask for; see `docs/pictures.md`.
SIZES = {
    "kickstarter": (1024, 576),
    "gamefound-cover": (1743, 498),
    "gamefound-thumbnail": (700, 700),
    "social": (1200, 630),
    "boardgamegeek": (1900, 1068),
}
_OWN_SIZE = re.compile(r"(\d{2,5})x(\d{2,5})\Z")
#: The number of pieces of a scene if none are chosen.
_DEFAULT_PIECES = 5
#: The largest number of pieces of a scene.
_MAX_PIECES = 60
#: The largest tilt of the table, in degrees.
_MAX_TILT = 60
#: The default tilt of each arrangement, in degrees; 0 for the others.
_TILTED = {"stack": 40}
#: A wooden table.
_WOOD = Colour(124, 88, 60)


@EXPORTERS("scene")
@dataclass(frozen=True, kw_only=True)
class SceneExporter(Exporter):
    """Write a picture of chosen pieces on a table, for the page of a campaign.

    Name the pieces with --card, in their order. Without, some pieces of the largest component are shown.

    Examples:

      pawprint export scene food-chain --card toad --card fox --card wolf

      pawprint export scene pocket-cats --arrangement stack --surface wood --size kickstarter,gamefound-cover

      pawprint export scene fooden --size 3000x2000 --form svg --ground "#43227a"
    """

    arrangement: str = option(
        "fan", "NAME", "Arrangement of the pieces: fan, spread, grid or stack.", choices=(*ARRANGEMENTS,)
    )
    size: tuple[str, ...] = option(
        ("kickstarter",), "SIZES", f"Sizes, separated by commas: {', '.join(SIZES)}, or pixels as 1920x1080."
    )
    scale: int = option(1, "N", "Multiplies the pixels, for sharp screens.", least=1, most=4)
    form: str = option("png", "FORM", "Form of the files: png, jpg, webp, svg or pdf.", choices=FORMS)
    surface: str = option("felt", "NAME", "The table: felt, wood or plain.", choices=SURFACES)
    ground: str = option("", "COLOUR", "Colour of the table, as in the palette or as #2e4a3a. Default: a dark one.")
    tilt: str = option("", "DEGREES", "How far the table is tilted away, 0 to 60. Default: 40 for a stack, else 0.")
    turn: int = option(0, "DEGREES", "How far the table is turned.", least=-45, most=45)
    title: bool = option(False, "", "Show the title of the game, too.")
    side: str = option("face", "SIDE", "Side that is up: face or back.", choices=("face", "back"))

    def __post_init__(self) -> None:
        for name in self.size:
            _size(name)
        tilt = whole_number(self.tilt or "0")
        if tilt is None or tilt > _MAX_TILT:
            raise OptionError("--tilt", f"'{self.tilt}' is no whole number from 0 to {_MAX_TILT}")

    def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
        chosen = list(source.pieces(ImageOptions(), _chosen(source)))
        if not chosen:
            return
        pieces = _scene_pieces(source, chosen, self.side)
        ground = self._ground(source, chosen[0].component)
        names: list[str] = []
        drawings: list[Drawing] = []
        sizes = dict.fromkeys(self.size)
        for name in sizes:
            tilt = int(self.tilt or _TILTED.get(self.arrangement, 0))
            look = SceneLook(*_size(name), self.arrangement, self.surface, ground, tilt, self.turn)
            room, title = scene_rooms(look.width * PIXEL, look.height * PIXEL, self.title)
            above = title_ops(source, title, ground) if self.title else ()
            drawings.append(table_scene(f"{source.game.id} {self.arrangement}", pieces, look, room, above))
            names.append(f"{source.language}/{self.arrangement}-{name}.{self.form}")
        pixels = [(width * self.scale, height * self.scale) for width, height in map(_size, sizes)]
        yield from zip(names, source.picture_files(self.form, drawings, pixels), strict=True)

    def _ground(self, source: ExportSource, component: Component) -> Colour:
        palette = palette_of(source.composer(ZERO), [*component.faces])
        if self.ground.startswith("#") or self.ground in palette:
            try:
                return palette.get(self.ground) or Colour.parse(self.ground)
            except ValueError as error:
                raise OptionError("--ground", str(error)) from None
        if self.ground:
            raise OptionError("--ground", f"the palette has no colour '{self.ground}'; it has {', '.join(palette)}")
        return _WOOD if self.surface == "wood" else _dark_colour(palette)


def _size(name: str) -> tuple[int, int]:
    """Width and height in pixels.

    Raises:
        OptionError: *name* is no size.
    """
    if name in SIZES:
        return SIZES[name]
    match = _OWN_SIZE.match(name)
    if not match or not 0 < int(match[1]) * int(match[2]) <= MAX_PIXELS:
        raise OptionError("--size", f"'{name}' is none of {', '.join(SIZES)}, and no size such as 1920x1080")
    return int(match[1]), int(match[2])


def _chosen(source: ExportSource) -> list[tuple[Component, Record]]:
    """The pieces of the scene: those that are named, in their order; else some of the component with the most."""
    records = list(source.records)
    if source.options.cards:
        order = {name: place for place, name in reversed([*enumerate(source.options.cards)])}

        def place(shown: tuple[Component, Record]) -> int:
            component, record = shown
            return min(order.get(record.id, len(order)), order.get(f"{component.name}/{record.id}", len(order)))

        return sorted(records, key=place)[:_MAX_PIECES]
    by_component: dict[str, list[tuple[Component, Record]]] = {}
    for component, record in records:
        by_component.setdefault(component.name, []).append((component, record))
    most = max(by_component.values(), key=len, default=[])
    count = min(_DEFAULT_PIECES, len(most))
    return [most[len(most) * place // count] for place in range(count)]


def _scene_pieces(source: ExportSource, chosen: list[ExportPiece], side: str) -> list[ScenePiece]:
    """The pieces, cut out, with their decks: those with the same back are one."""
    prints = Fingerprints()
    backs = [None if piece.back is None else prints.of(piece.back) for piece in chosen]
    counts: dict[str, dict[str, int]] = {}  # back -> copies in all components with it
    for piece, back in zip(chosen, backs, strict=True):
        if back is not None:
            edition = source.game.edition
            counts.setdefault(back, {})[piece.component.name] = sum(
                record.copies_in(edition) for record in source.game.pieces(piece.component.name)
            )
    pieces: list[ScenePiece] = []
    for piece, back in zip(chosen, backs, strict=True):
        lying = Lying(piece.face.trim)
        if back is not None:
            lying = Lying(piece.face.trim, backs.index(back), sum(counts[back].values()))
        behind = None if piece.back is None else cut_out(piece.back)
        up = behind if side == "back" and behind is not None else cut_out(piece.face)
        pieces.append(ScenePiece(up, behind, lying))
    return pieces


def _dark_colour(palette: Mapping[str, Colour]) -> Colour:
    """The colour of a palette that a table may have: dark, so that pieces stand out, and as colourful as can be."""
    dark = [colour for colour in palette.values() if 0.008 <= colour.luminance <= 0.09]
    if not dark:
        return mixed(palette.get("ink", BLACK), Colour(70, 80, 90), 0.5)
    return max(dark, key=lambda colour: (max(colour) - min(colour), colour))
