"""Diagram -> BlockArt: a part of the table drawn with the real faces of its pieces, and described in words."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pawprint.catalog.model import DATA, Game, Record
from pawprint.core.affine import IDENTITY, Matrix
from pawprint.core.geometry import Box
from pawprint.core.length import pt
from pawprint.core.piece_outline import RECTANGLE, PieceOutline
from pawprint.core.source import Span
from pawprint.documents import figure_ops
from pawprint.documents.content import BlockArt
from pawprint.documents.diagram_speech import DiagramSpeech
from pawprint.pieces.composer import ComposedFaces, Composer
from pawprint.pieces.placed import PieceFaces, Placed, PlacedFace, Turned, cut_out, panel
from pawprint.play.diagram import Diagram, DiagramPiece, DiagramSpace, DiagramText, DiagramWords, PieceName
from pawprint.typography.languages import printed_word

#: Points of a millimetre.
MM = 72 / 25.4
#: Pieces are drawn no larger than this, and as small as that without complaint.
LARGEST, USUAL = 0.42, 0.34
#: Between two diagrams; points. There an arrow leads from one to the other.
_GAP = 26.0
#: How much of a piece that does not matter any more is seen.
_FADED = 0.42
#: The radius of the sign of a spot, and how far its middle is from the corner that it belongs to; sizes of words.
_SIGN, _SIGN_IN = 0.75, 0.32
#: Words in figures, at the usual scale; points.
_WORDS, _SMALLEST = 8.0, 5.5


class SeenPiece(NamedTuple):
    """A face as figures use it: points at full size, the same objects for every figure."""

    items: tuple[Placed, ...]
    width: float
    height: float
    outline: PieceOutline = RECTANGLE


class DiagramRenderer:
    """Draws diagrams of one game in one language; faces are composed once.

    Args:
        composer: measures and sets texts; receives findings.
        faces: the faces of the pieces; composed by *composer* if None.
    """

    def __init__(self, composer: Composer, game: Game, language: str, faces: PieceFaces | None = None) -> None:
        self.composer, self.game, self.language = composer, game, language
        self._faces: PieceFaces = faces or ComposedFaces(composer, game, language)
        names = [name for component in game.components.values() for name in component.faces]
        self.palette = figure_ops.palette_of(composer, names)
        self.inks = figure_ops.FigureInks(self.palette)
        self._speech = DiagramSpeech(game, language)
        self._seen: dict[tuple[str, str, str], SeenPiece | None] = {}

    def space(self, width: float) -> DiagramSpace:
        """What diagrams for a figure of that width in points are made for."""
        return DiagramSpace(self.size, width / MM / USUAL, self.game)

    def size(self, component: str) -> tuple[float, float]:
        """Width and height of the pieces of *component*; millimetres. Those of a playing card if it has none."""
        declared = self.game.components.get(component)
        stock = self.composer.stock_of(declared) if declared is not None and declared.kind != DATA else None
        if stock is None:
            return 63.5, 88.9
        return stock.trim.width.pt / MM, stock.trim.height.pt / MM

    def seen(self, component: str, identity: str, side: str) -> SeenPiece | None:
        """The face or back of a piece; None if there is none."""
        key = (component, identity, side)
        if key not in self._seen:
            record = self.game.records.get(component, {}).get(identity)
            self._seen[key] = None if record is None else self._compose(record, side)
        return self._seen[key]

    def _compose(self, record: Record, side: str) -> SeenPiece | None:
        face = self._faces.side(record, side)
        if face is None:
            return None
        return SeenPiece((PlacedFace(face),), face.trim.width.pt, face.trim.height.pt, face.outline)

    # --- drawing --------------------------------------------------------------------------------------------

    def art(
        self, diagrams: Sequence[Diagram], width: float, height: float, span: Span, largest: float = LARGEST
    ) -> BlockArt:
        """A picture of one diagram, or of several with arrows from one to the next.

        Args:
            width, height: what the picture may take at most, points.
            span: where the document asks for it.
            largest: the largest scale.
        """
        gaps = _GAP * (len(diagrams) - 1)
        across = sum(figure.width for figure in diagrams) * MM, max(figure.height for figure in diagrams) * MM
        down = max(figure.width for figure in diagrams) * MM, sum(figure.height for figure in diagrams) * MM
        beside = min((width - gaps) / max(across[0], 1.0), height / max(across[1], 1.0), largest)
        below = min(width / max(down[0], 1.0), (height - gaps) / max(down[1], 1.0), largest)
        items: list[Placed] = []
        if beside >= below * 0.9:
            scale, x = beside, 0.0
            high = across[1] * scale
            for number, diagram in enumerate(diagrams):
                if number:
                    items += self._then(x + 4, high / 2, x + _GAP - 4, high / 2)
                    x += _GAP
                items += self._draw(diagram, scale, x, (high - diagram.height * MM * scale) / 2)
                x += diagram.width * MM * scale
            size = x, high
        else:
            scale, y = below, 0.0
            wide = down[0] * scale
            for number, diagram in enumerate(diagrams):
                if number:
                    items += self._then(wide / 2, y + 4, wide / 2, y + _GAP - 4)
                    y += _GAP
                items += self._draw(diagram, scale, (wide - diagram.width * MM * scale) / 2, y)
                y += diagram.height * MM * scale
            size = wide, y
        # Frames and arrows reach a little beyond what they belong to.
        edge = figure_ops.BADGE
        moved = Turned(tuple(items), (1.0, 0.0, 0.0, 1.0, edge, edge))
        shows = tuple(dict.fromkeys(key for diagram in diagrams for key in _shown(diagram)))
        return BlockArt(size[0] + 2 * edge, size[1] + 2 * edge, (moved,), self.alt(diagrams), span, shows)

    def _then(self, x1: float, y1: float, x2: float, y2: float) -> list[Placed]:
        return figure_ops.arrow(x1, y1, x2, y2, self.inks.ink, self.inks.paper, 2.4)

    def _draw(self, diagram: Diagram, scale: float, x: float, y: float) -> list[Placed]:
        inks, unit = self.inks, MM * scale
        items: list[Placed] = []

        def box_of(left: float, top: float, wide: float, high: float) -> Box:
            return Box(x + left * unit, y + top * unit, wide * unit, high * unit)

        size = words_size(scale)
        for region in diagram.regions:
            box = box_of(region.x, region.y, region.width, region.height)
            fill = inks.water if region.kind == "water" else inks.tint
            items.append(panel(box, fill, None, 0.0, 4.0))
            if region.title:
                above = Box(box.x + 1, box.y - 1.35 * size, max(box.width, 60.0), 1.3 * size)
                items += self._words(region.title, above, size, "left", True)
        for piece in diagram.pieces:
            items.append(self._piece(piece, scale, x + piece.x * unit, y + piece.y * unit))
        for frame in diagram.frames:
            box = box_of(frame.x, frame.y, frame.width, frame.height)
            items += figure_ops.frame(box, inks.named(frame.kind), inks.paper)
        for arrow in diagram.arrows:
            ends = x + arrow.x1 * unit, y + arrow.y1 * unit, x + arrow.x2 * unit, y + arrow.y2 * unit
            colour = inks.of_arrow(arrow.kind)
            width = 1.0 if arrow.kind == "lies" else 2.0
            items += figure_ops.arrow(*ends, colour, inks.paper, width, arrow.kind == "refused")
            if arrow.kind == "refused":
                items += figure_ops.badge((ends[0] + ends[2]) / 2, (ends[1] + ends[3]) / 2, False, inks)
        for trunk in diagram.trunks:
            starts = [(x + left * unit, y + top * unit) for left, top in trunk.starts]
            tip = x + trunk.x * unit, y + trunk.y * unit
            items += figure_ops.trunk(tip, y + trunk.lane * unit, starts, *inks.of_trunk(trunk.number), inks.paper)
        for frame in diagram.frames:
            if frame.badge:
                box = box_of(frame.x, frame.y, frame.width, frame.height)
                items += figure_ops.badge(box.right - 1, box.y + 1, frame.kind != "bad", inks)
        signs = diagram.signs
        for spot in diagram.spots:
            middle = x + spot.x * unit + _SIGN_IN * size, y + spot.y * unit + _SIGN_IN * size
            items += figure_ops.disc(
                self.composer, spot.says or signs[spot.name], *middle, _SIGN * size, inks, self.language
            )
        for label in diagram.labels:
            room = 200.0
            left = x + label.x * unit - {"left": 0.0, "center": room / 2, "right": room}[label.align]
            box = Box(left, y + label.y * unit, room, 1.3 * size)
            items += self._words(label.says, box, size, label.align, label.strong)
        return items

    def _piece(self, piece: DiagramPiece, scale: float, x: float, y: float) -> Placed:
        seen = self.seen(piece.component, piece.id, piece.side)
        if seen is None:
            seen = self._slip(piece)
        shown = Box(0.0, 0.0, seen.width, seen.height * piece.keep)
        matrix = turned(scale, piece.turn, x, y, shown.width, shown.height)
        opacity = _FADED if piece.faded else 1.0
        return cut_out(seen.items, matrix, shown, seen.outline, (self.inks.edge, 0.7 / scale), opacity)

    def _slip(self, piece: DiagramPiece) -> SeenPiece:
        """A card that the catalog does not have: its name on a plain ground."""
        width, height = (length * MM for length in self.size(piece.component))
        box = Box(6.0, height * 0.2, width - 12.0, height * 0.3)
        text = self.say(PieceName(piece.component, piece.id)) if piece.side == "face" else "?"
        items = figure_ops.words(
            self.composer, text, box, width * 0.16, self.inks.ink, self.language, "center", bold=True
        )
        ground = panel(Box(0.0, 0.0, width, height), self.inks.tint, None, 0.0, 0.0)
        return SeenPiece((ground, *items), width, height, PieceOutline(pt(min(8.0, width / 8))))

    def _words(self, says: DiagramText, box: Box, size: float, align: str, bold: bool) -> list[Placed]:
        text = self.say(says)
        text = text[:1].upper() + text[1:]
        return figure_ops.words(self.composer, text, box, size, self.inks.ink, self.language, align, bold)

    # --- words ----------------------------------------------------------------------------------------------

    def alt(self, diagrams: Sequence[Diagram]) -> str:
        """What the diagrams show, in sentences."""
        known: set[str] = set()
        sentences: list[str] = []
        for number, diagram in enumerate(diagrams):
            fresh = [
                sentence
                for sentence in dict.fromkeys(map(self.say, diagram.alt_texts))
                if sentence and sentence not in known
            ]
            known.update(fresh)
            then = f"{printed_word('then', self.language).capitalize()}: " if number and fresh else ""
            sentences += [
                f"{then if not at else ''}{sentence[:1].upper()}{sentence[1:]}." for at, sentence in enumerate(fresh)
            ]
        return " ".join(sentences)

    def say(self, part: DiagramText) -> str:
        """*part* in the language of the figure."""
        return self._speech.say(part)


def words_size(scale: float) -> float:
    """The size of words in a figure of that scale; points."""
    return max(_SMALLEST, min(_WORDS, _WORDS * scale / USUAL))


def _shown(diagram: Diagram) -> Iterator[tuple[str, str]]:
    """Component and id of the pieces that can be recognised in *diagram*, or are named in it."""
    for piece in diagram.pieces:
        if piece.side == "face":
            yield piece.component, piece.id
    for text in (*(label.says for label in diagram.labels), *(region.title for region in diagram.regions)):
        yield from _named(text)


def _named(text: DiagramText) -> Iterator[tuple[str, str]]:
    if isinstance(text, PieceName):
        yield text.component, text.id
    elif isinstance(text, DiagramWords):
        for part in text.parts:
            yield from _named(part)


def turned(scale: float, degrees: float, x: float, y: float, width: float, height: float) -> Matrix:
    """The matrix of something *width* by *height* that is scaled, and turned clockwise about its middle."""
    if not degrees:
        return (scale, 0.0, 0.0, scale, x, y) if scale != 1.0 or x or y else IDENTITY
    angle = math.radians(degrees)
    cos, sin = round(math.cos(angle), 9) * scale, round(math.sin(angle), 9) * scale
    middle_x, middle_y = x + width * scale / 2, y + height * scale / 2
    return (
        cos, sin, -sin, cos,
        middle_x - cos * width / 2 + sin * height / 2,
        middle_y - sin * width / 2 - cos * height / 2,
    )  # fmt: skip
