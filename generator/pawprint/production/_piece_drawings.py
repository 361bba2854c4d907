"""Records -> pieces as sheets take them: the drawings of both sides, with their fingerprints.

This has two steps. The first finds fingerprints, and composes only what is not stored, so that a file that was made
before is recognised. The second returns drawings for a file that must be written.
"""

from dataclasses import replace
from typing import NamedTuple

from pawprint.catalog.model import Component, Game, Record
from pawprint.core.length import ZERO, Length
from pawprint.graphics.ops import AnyDrawing, Drawing, Layer, StoredDrawing, with_operations
from pawprint.graphics.passes.presentation import Presentation
from pawprint.graphics.standee import reverse
from pawprint.pieces.lower import stored_drawing
from pawprint.pieces.placed import Face, StoredFace
from pawprint.pieces.stamp import stamp
from pawprint.pieces.stocks import Stock
from pawprint.production.options import BuildOptions
from pawprint.production.run import PrintedFaces
from pawprint.sheets.imposition import Piece

# --- With how much bleed pieces are printed: as the build says, or else their stock, or else their game ---------------


def bleed_of(options: BuildOptions, game: Game, stock: Stock) -> Length:
    """The bleed of pieces of *stock*."""
    for bleed in (options.bleed, stock.bleed, game.bleed):
        if bleed is not None:
            return bleed
    return ZERO


FACE, BACK = "face", "back"


class PieceSide(NamedTuple):
    """One side of a piece.

    Attributes:
        record: whose face or back it is; backs that are equal are that of the first record.
        drawing: as its sheet takes it, except that operations may be missing that are not stored.
        fingerprint: of the usual print; empty with less ink.
    """

    record: Record
    side: str
    drawing: AnyDrawing
    fingerprint: str


class PieceDrawings(NamedTuple):
    """A piece as it is printed; *back* is None for a piece without one."""

    face: PieceSide
    back: PieceSide | None

    @property
    def fingerprints(self) -> tuple[str, str]:
        """Those of face and back; the same for all ways of printing, empty for no back."""
        return self.face.fingerprint, self.back.fingerprint if self.back else ""


def presentation(options: BuildOptions, stock: Stock, side: str, bleed: Length = ZERO) -> Presentation:
    """How a side of a piece of *stock* is printed: one that is no rectangle, or that a machine cuts out, is clipped; to
    be cut by hand, its face has a cut line."""
    by_machine = options.machine is not None
    shaped = (stock.shaped or by_machine) and not options.one_up
    limit = stock.sheet.bleed if stock.sheet and shaped else bleed
    return Presentation(
        low_ink=options.low_ink,
        bleed=min(bleed, limit),
        cut_out=shaped,
        cut_rectangles=shaped and (by_machine or stock.sheet is not None),
        cut_line=shaped and not by_machine and options.cut_lines and options.marks != "none" and side == FACE,
        guides=options.proof,
    )


class PrintedPieces:
    """The pieces of one game in one language, printed with *options*.

    Attributes:
        usual: whether drawings are those of the usual print, of which fingerprints are taken.
    """

    def __init__(self, faces: PrintedFaces, options: BuildOptions) -> None:
        self._faces = faces
        self._options = options
        lines = options.cut_lines and options.marks != "none"
        stocks, components = faces.composer.layouts.stocks, faces.game.components.values()
        bleeds = any(self.bleed(stocks[component.stock]) for component in components if component.stock in stocks)
        self.usual = lines and not (bleeds or options.proof or options.one_up or options.machine)
        self._lowering, self._presenter = faces.shared.lowering, faces.shared.presenter
        self._common_backs: dict[tuple[str, str], PieceSide | None] = {}
        self._with_operations: dict[StoredDrawing, Drawing] = {}
        self._ways: dict[tuple[str, str], tuple[Presentation, Presentation]] = {}

    def bleed(self, stock: Stock) -> Length:
        return bleed_of(self._options, self._faces.game, stock)

    def drawings(self, component: Component, record: Record, stock: Stock) -> PieceDrawings | None:
        """Both sides of a record; None if there is no face, of which there is a finding, and faults are not marked."""
        face, back = self._side(record, stock, FACE), self._back(component, record, stock)
        return None if face is None else PieceDrawings(face, back)

    def piece(self, drawings: PieceDrawings, stock: Stock, copies: int, name: str) -> Piece | None:
        """The piece for a file that is written; None after a finding. Behind a piece that stands, and has no back, is
        its face."""
        face = self._drawing(drawings.face, stock)
        back = self._drawing(drawings.back, stock) if drawings.back else None
        if face is None or (drawings.back and back is None):
            return None
        if stock.stand and back is None:
            back = reverse(with_operations(face))
        return Piece(face, back, copies, name)

    def _back(self, component: Component, record: Record, stock: Stock) -> PieceSide | None:
        """The back of a record; one and the same for all records of a component, if it is common."""
        if not component.backs:
            return None
        if not self._faces.composer.back_is_common(component):
            return self._side(record, stock, BACK)
        key = component.backs[0], component.stock
        if key not in self._common_backs:
            self._common_backs[key] = self._side(record, stock, BACK)
        return self._common_backs[key]

    def _side(self, record: Record, stock: Stock, side: str) -> PieceSide | None:
        how, usual = self._presentations(stock, side)
        may_be_stored = how.keeps_keys and not (self._options.stamp and side == FACE)
        face = self._faces.find(record, side) if may_be_stored else self._faces.composed(record, side)
        if isinstance(face, StoredFace):
            stored = stored_drawing(face)
            fingerprint = self._faces.fingerprint(self._presenter.stored(stored, usual))
            if fingerprint:
                return PieceSide(record, side, self._presenter.stored(stored, how), fingerprint)
            face = self._faces.composed(record, side)
        if face is None and self._options.marks_faults:
            faces = self._faces
            face = faces.composer.placeholder(faces.game, record, faces.language, side)
        if face is None:
            return None
        whole = self._lowering.drawing(face)
        drawing = self._presenter.drawing(whole, how, face.safe)
        fingerprint = ""
        if not how.low_ink:
            plain = drawing if self.usual else self._presenter.drawing(whole, usual, face.safe)
            fingerprint = self._faces.fingerprint(plain)
        if self._options.stamp and side == FACE:  # after the fingerprint, which it does not change
            drawing = self._stamped(drawing, record, face)
        return PieceSide(record, side, drawing, fingerprint)

    def _presentations(self, stock: Stock, side: str) -> tuple[Presentation, Presentation]:
        key = stock.name, side
        if key not in self._ways:
            how = presentation(self._options, stock, side, self.bleed(stock))
            self._ways[key] = how, presentation(BuildOptions(), stock, side)
        return self._ways[key]

    def _stamped(self, drawing: Drawing, record: Record, face: Face) -> Drawing:
        faces = self._faces
        line = stamp(faces.composer.setter, faces.game, record, faces.language, face)
        return replace(drawing, art=Layer((*drawing.art.ops, *self._lowering.ops(line))))

    def _drawing(self, side: PieceSide, stock: Stock) -> AnyDrawing | None:
        """The drawing of a side, with operations if the piece is to stand, or if its streams are not stored."""
        drawing = side.drawing
        if isinstance(drawing, Drawing) or (not stock.stand and self._faces.streams.has(drawing)):
            return drawing
        if drawing not in self._with_operations:
            face = self._faces.composed(side.record, side.side)
            if face is None:
                return None
            how = self._presentations(stock, side.side)[0]
            self._with_operations[drawing] = self._presenter.drawing(self._lowering.drawing(face), how, face.safe)
        return self._with_operations[drawing]
