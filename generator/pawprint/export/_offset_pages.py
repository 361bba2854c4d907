"""Pieces -> their pages for a press: separated, measured, perhaps without transparency."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from pawprint.core.colour import ProcessInks
from pawprint.core.diagnostics import Findings, PieceId
from pawprint.core.length import Length
from pawprint.core.source import Span
from pawprint.export.export_source import ExportPiece, ExportSource
from pawprint.graphics import standee
from pawprint.graphics.ops import Drawing, Layer, Op, nothing
from pawprint.graphics.passes.separation import Separation, crease_line, cut_line
from pawprint.pieces.boxes.net_drawing import BLEED, NetDrawer
from pawprint.pieces.lower import Lowering
from pawprint.press.file_metadata import COATED_PROFILE
from pawprint.press.fingerprint import Fingerprints
from pawprint.press.flattened import flattened, knocked_out, spots_lost
from pawprint.press.pdfx import STANDARDS, PrintIntent
from pawprint.press.pdfx_check import pdfx_faults
from pawprint.press.print_profile import PrintProfile
from pawprint.press.separations import MEASURE, InkFigures, PlatePart, dots_near_black, ink_figures, separations
from pawprint.press.sheet_pdf import write
from pawprint.production.box_sheets import nets_of
from pawprint.production.options import BOXES, BuildOptions
from pawprint.sheets.imposition import Piece, one_up
from pawprint.sheets.sheet import Side

#: The printing condition of the bundled profile in the registry of the ICC.
COATED = "FOGRA39"


def press_profile(source: ExportSource, file: str, limit: float, standard: str) -> PrintProfile | None:
    """The printing condition of an ICC profile; None after a finding.

    Args:
        file: its path; empty for the bundled profile. limit: the largest sum of the four inks, 0 to 4.
    """
    path = Path(file) if file else COATED_PROFILE
    try:
        profile = PrintProfile(path.read_bytes(), limit)
        if standard == "x1a" and profile.version > 2:
            raise ValueError(f"it has version {profile.version}, and {STANDARDS['x1a'][0]} knows version 2 only")
    except OSError as error:
        message = error.strerror or "it cannot be read"
    except ValueError as error:
        message = str(error)
    else:
        return profile
    help = "ask the print shop for the ICC profile of its press, or leave --profile out"
    source.workspace.findings.add("bad-profile", f"the profile '{file}' cannot be used: {message}", None, help)
    return None


def pdfx_file(
    source: ExportSource,
    name: str,
    sides: Sequence[Side],
    profile: PrintProfile,
    spots: Mapping[str, ProcessInks],
    standard: str,
    condition: str = COATED,
) -> bytes:
    """A file of *sides*, each a page.

    Args:
        name: of the file, for its title.
        standard: one of `STANDARDS`.
        condition: the printing condition in the registry of the ICC; empty for that of a profile that is not in it.

    Raises:
        RuntimeError: it does not follow the standard, which is a fault of this program.
    """
    game, language = source.game, source.language
    data = write(
        sides,
        title=f"{game.full_title(language)} - {name} ({language})",
        language=language,
        author=", ".join(game.authors),
        intent=PrintIntent(profile, condition, standard, spots),
    )
    faults = pdfx_faults(data, standard)
    if faults:
        raise RuntimeError(f"{name} is not {STANDARDS[standard][0]}: {'; '.join(faults)}")
    return data


# --- PDF/X files, which say that they are PDF/X because they were checked ---------------------------------------------

# Pieces of a component, or nets of a box -> what is printed on a press: sides in their final shape, without guides.


class OffsetPiece(NamedTuple):
    """A piece to print.

    Attributes:
        name: its id, or that of a net.
        span: where it is declared. pieces: the record that it is, for findings.
    """

    name: str
    face: Drawing
    back: Drawing | None
    copies: int
    span: Span
    pieces: tuple[PieceId, ...] = ()


class OffsetBatch(NamedTuple):
    """Pieces that have files of their own.

    Attributes:
        name: of the files. shape: that of the file with their die lines.
    """

    name: str
    shape: str
    pieces: tuple[OffsetPiece, ...]


def component_batch(source: ExportSource, pieces: Sequence[ExportPiece], bleed: Length) -> OffsetBatch:
    """The pieces of one component; one that stands is a strip with both of its sides.

    Args:
        pieces: at least one.
    """
    component = pieces[0].component
    stock = source.composer(bleed).stock_of(component)
    made: list[OffsetPiece] = []
    for _, record, copies, face, back in pieces:
        if stock is not None and stock.stand:
            face, back = standee.strip(face, back or standee.reverse(face), stock.foot, marked=False), None
        identity = PieceId(source.game.id, component.name, record.id)
        made.append(OffsetPiece(record.id, face, back, copies, record.span(), (identity,)))
    return OffsetBatch(component.name, stock.name if stock else component.name, tuple(made))


def box_batches(source: ExportSource, sleeves: str) -> Iterator[OffsetBatch]:
    """The boxes of the game, if all of it is exported.

    Args:
        sleeves: which the cards in them have; empty for none.
    """
    game, options = source.game, source.options
    if game.node.get(BOXES) is None or options.components or options.cards:
        return
    composer = source.composer(BLEED)
    drawer = NetDrawer(composer, game, source.language, Lowering())
    for made in nets_of(game, composer, BuildOptions(sleeves=sleeves)):
        drawings = drawer.drawings(made.box, made.nets, cut_lines=False, marks=False)
        if drawings is not None:
            pieces = [
                OffsetPiece(net.name, replace(drawing, outline=net.outline), None, 1, made.box.span)
                for net, drawing in zip(made.nets, drawings, strict=True)
            ]
            yield OffsetBatch(made.file_name, made.file_name, tuple(pieces))


FACE, BACK = "face", "back"
_MM = 25.4 / 72
_NONE = InkFigures(0.0, 0.0, 0.0, 0.0, (0.0, 0.0, 0.0, 0.0))


class SidePage(NamedTuple):
    """A page.

    Attributes:
        piece: its name; empty for a page that is left blank. name: `face` or `back`.
    """

    side: Side
    piece: str
    name: str
    ink: InkFigures


class DieLines:
    """Where a piece is cut and folded.

    Args:
        ink: the spot ink of the lines that are cut.
    """

    def __init__(self, ink: str) -> None:
        self._ink = ink

    def ops(self, drawing: Drawing) -> tuple[Op, ...]:
        """The lines of a side, in points from the top-left corner of its trim."""
        outline = drawing.outline
        cuts = (outline.around(drawing.trim), *outline.inside)
        return (*(cut_line(path, self._ink) for path in cuts), *(crease_line(path) for path in outline.folds))

    def page(self, drawing: Drawing, separation: Separation, bleed: Length) -> Side:
        """A page with nothing else, as large as that of the side."""
        blank = replace(drawing, name="die line", art=Layer(self.ops(drawing)), common=nothing())
        return one_up(Piece(separation.drawing(blank)), bleed, marks=False)[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOptions:
    """How pages are made.

    Attributes:
        bleed: of each page, on all sides.
        limit: the largest sum of the four inks, 0 to 4; more is a finding, with *way* as a part of its help.
        opaque: there is to be no transparency.
        lines: are drawn on each page; None for none.
    """

    bleed: Length
    limit: float
    way: str
    opaque: bool
    lines: DieLines | None


class OffsetPages:
    """The pages of a batch; sides that look the same are separated and measured once.

    Attributes:
        faces, backs: a page for each copy of each piece; no backs if no piece has one.
        spots: the spot inks on them.
        shapes: a face for each size and outline.
        is_printable: False after a finding of too much ink: no file may have these pages.
    """

    def __init__(self, batch: OffsetBatch, profile: PrintProfile, how: PageOptions, findings: Findings) -> None:
        self._profile, self._how, self._findings = profile, how, findings
        self._separation = Separation(profile)
        self._looks = Fingerprints()
        self._separated: dict[str, Drawing] = {}
        sides = [
            (piece, self._in_inks(piece.face), None if piece.back is None else self._in_inks(piece.back))
            for piece in batch.pieces
        ]
        self.shapes = [*{(face.trim, face.outline): face for _, face, _ in reversed(sides)}.values()][::-1]
        has_backs = any(back is not None for _, _, back in sides)
        first = {
            drawing: (piece, name)
            for piece, face, back in reversed(sides)
            for name, drawing in ((BACK, back), (FACE, face))
            if drawing is not None
        }
        self.is_printable = True
        printed, inks = self._printed(first)
        self.faces: list[SidePage] = []
        self.backs: list[SidePage] = []
        for piece, face, back in sides:
            self.faces += [SidePage(printed[face], piece.name, FACE, inks[face])] * piece.copies
            if back is not None:
                self.backs += [SidePage(printed[back], piece.name, BACK, inks[back])] * piece.copies
            elif has_backs:
                self.backs += [SidePage(self.blank(face), "", BACK, _NONE)] * piece.copies
        self.spots = self._separation.spots

    def blank(self, like: Drawing) -> Side:
        """A page as large as that of a drawing, with nothing on it."""
        return self._page(replace(like, art=nothing(), common=nothing()))

    def _in_inks(self, drawing: Drawing) -> Drawing:
        look = self._looks.of(drawing)
        if look not in self._separated:
            self._separated[look] = self._separation.drawing(drawing)
        return self._separated[look]

    def _limited(self, drawings: Sequence[Drawing]) -> Iterator[tuple[Drawing, InkFigures]]:
        """Each of *drawings*, changed where black that overprints would be too much ink; and its ink before."""
        how = self._how
        for drawing, picture in zip(drawings, self._plates(drawings), strict=True):
            near = dots_near_black(picture, how.limit)
            yield knocked_out(drawing, near, how.bleed, MEASURE), ink_figures(picture, how.limit)

    def _plates(self, drawings: Sequence[Drawing]) -> Iterator[Any]:
        return separations([PlatePart(drawing) for drawing in drawings], self._profile, self._how.bleed)

    def _too_much(self, piece: OffsetPiece, name: str, ink: InkFigures) -> None:
        self.is_printable = False
        edge = self._how.bleed.pt
        x, y = (f"{(at - edge) * _MM:.1f} mm from the" for at in (ink.x, ink.y))
        self._findings.add(
            "ink-limit",
            f"the {name} of '{piece.name}' has {100 * ink.most:.0f} % of ink {x} left and {y} top, and"
            f" {100 * self._how.limit:.0f} % is the limit; {ink.area * _MM * _MM:.1f} mm² are above it",
            piece.span,
            f"declare less ink for its colours, or use a lighter picture{self._how.way}; its file is not written",
            pieces=piece.pieces,
        )

    def _printed(
        self, first: Mapping[Drawing, tuple[OffsetPiece, str]]
    ) -> tuple[dict[Drawing, Side], dict[Drawing, InkFigures]]:
        how = self._how
        limited = [*self._limited([*first])]
        art = [drawing for drawing, _ in limited]
        if how.opaque:
            self._note_lost_spots(first)
            art = flattened(art, self._profile, how.bleed)
        changed = [flat for flat, drawing in zip(art, first, strict=True) if flat is not drawing]
        again = dict(zip(changed, self._plates(changed), strict=True))
        figures: dict[Drawing, InkFigures] = {}
        for flat, (drawing, (piece, name)), (_, ink) in zip(art, first.items(), limited, strict=True):
            figures[drawing] = ink_figures(again[flat], how.limit) if flat in again else ink
            if figures[drawing].area:
                self._too_much(piece, name, figures[drawing])
        return {drawing: self._page(flat) for drawing, flat in zip(first, art, strict=True)}, figures

    def _note_lost_spots(self, first: Mapping[Drawing, tuple[OffsetPiece, str]]) -> None:
        for drawing, (piece, name) in first.items():
            lost = sorted(spots_lost(drawing, self._how.bleed))
            if lost:
                self._findings.add(
                    "spot-covered",
                    f"the {name} of '{piece.name}' has something that can be seen through above the spot ink"
                    f" '{lost[0]}', and PDF/X-1a has no transparency",
                    piece.span,
                    "make what is above the spot ink opaque, or export with --standard x4",
                    pieces=piece.pieces,
                )

    def _page(self, drawing: Drawing) -> Side:
        lines = self._how.lines
        if lines is not None:
            drawing = replace(drawing, art=Layer((*drawing.art.ops, *self._separation.ops(lines.ops(drawing)))))
        return one_up(Piece(drawing), self._how.bleed, marks=False)[0]
