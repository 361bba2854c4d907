"""The targets `png`, `webp`, `jpg`, `svg` and `pdf`: files of each piece, and a manifest that lists them."""

import json
from abc import abstractmethod
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from pawprint.catalog.model import Record
from pawprint.core.affine import Matrix
from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.core.piece_outline import RECTANGLE
from pawprint.export._file_names import NamePattern, PieceNames
from pawprint.export._rasters import FORMS, MAX_PIXELS, RASTERS, RasterRequest
from pawprint.export._soft_shadow import soft_shadow
from pawprint.export.export_source import ExportPiece, ExportSource
from pawprint.export.exporter import EXPORTERS, Exporter, OptionError, option
from pawprint.graphics.ops import Drawing, Group, Layer, Op, UseDrawing, outline
from pawprint.press.images import QUALITY
from pawprint.press.sheet_pdf import write
from pawprint.press.svg_writer import SvgPress
from pawprint.production.images import ContactLook, contact_sheets
from pawprint.production.options import ImageOptions
from pawprint.sheets.imposition import Piece, one_up

# --- Drawing of a piece -> a drawing of a picture with the piece in its middle, and perhaps its shadow ----------------


#: The room around a piece for its shadow, in parts of its shorter side.
_ROOM = 0.09


def size_with_room(drawing: Drawing, bleed: Length, shadow: bool) -> tuple[float, float]:
    """Width and height in points of a piece with its bleed and the room for its shadow."""
    room = 2 * (_room(drawing) if shadow else 0.0) + 2 * bleed.pt
    return drawing.trim.width.pt + room, drawing.trim.height.pt + room


def framed(drawing: Drawing, bleed: Length, shadow: bool, aspect: float) -> Drawing:
    """A picture without bleed, just large enough for the piece.

    Args:
        drawing: with *bleed* or cut out.
        aspect: width by height of the picture.
    """
    across, down = size_with_room(drawing, bleed, shadow)
    width, height = max(across, down * aspect), max(down, across / aspect)
    trim = drawing.trim
    middle: Matrix = (1.0, 0.0, 0.0, 1.0, (width - trim.width.pt) / 2, (height - trim.height.pt) / 2)
    ops: list[Op] = [Group((UseDrawing(drawing),), clip=outline(drawing.box))]
    if shadow:
        blur = _room(drawing) / 3
        ops[:0] = [
            *soft_shadow(drawing.outline, trim, blur, 0.30, BLACK, ((0.0, blur * 0.7),)),
            *soft_shadow(drawing.outline, trim, blur / 4, 0.32, BLACK, ((0.0, blur * 0.2),)),
        ]
    size = Size(_length(width), _length(height))
    return Drawing(drawing.name, size, Insets(), Layer((Group(tuple(ops), middle),)))


def _room(drawing: Drawing) -> float:
    return _ROOM * min(drawing.trim.width.pt, drawing.trim.height.pt)


def _length(points: float) -> Length:
    return mm(points * 25.4 / 72)


CLEAR = "transparent"
#: Dots per inch unless the options say otherwise.
_DPI = 300
_SIDES = ("both", "face", "back")

#: The entry of a file in the manifest.
Entry = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class _PieceFiles(Exporter):
    suffix: ClassVar[str]

    bleed: Length = option(ZERO, "LENGTH", "Show the bleed, 0 to 5mm.", most=5)
    name: str = option(
        "{language}/{component}/{side}/{id}",
        "PATTERN",
        "Names of the files, of {game}, {edition}, {language}, {component}, {id}, {name}, {side}, {number} and {copy}.",
    )
    copies: bool = option(False, "", "A file for each copy of a piece, rather than one for all.")

    def __post_init__(self) -> None:
        try:
            NamePattern(self.name)
        except ValueError as error:
            raise OptionError("--name", str(error)) from None

    def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
        listed: list[Entry] = []
        for entry, data in self.contents(source):
            yield entry["file"], data
            listed.append(entry)
        if not listed:
            return
        head: Entry = {"game": source.game.id, "edition": source.game.edition, "language": source.language}
        head["only"] = source.options.part
        manifest = {**{word: value for word, value in head.items() if value}, "files": listed}
        yield f"manifest-{source.language}.json", (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode()

    @abstractmethod
    def contents(self, source: ExportSource) -> Iterator[tuple[Entry, bytes]]:
        """The entry in the manifest and the content of each file."""


@dataclass(frozen=True, kw_only=True)
class _SideFiles(_PieceFiles):
    side: str = option("both", "SIDE", "Sides: both, face or back.", choices=_SIDES)
    square: bool = option(False, "", "Fill the whole rectangle, without the round corners or the outline of the piece.")
    shadow: bool = option(False, "", "Show the piece with a shadow.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.shadow and self.bleed:
            raise OptionError("--shadow", "a picture with bleed cannot have a shadow; leave one of them out")

    def _shown(self, source: ExportSource) -> Iterator[tuple[ExportPiece, str, Drawing]]:
        for piece in source.pieces(ImageOptions(bleed=self.bleed, square=self.square)):
            for side, drawing in piece.sides:
                if self.side in ("both", side):
                    yield piece, side, replace(drawing, outline=RECTANGLE) if self.square else drawing

    def _names(self, source: ExportSource) -> PieceNames:
        apart = ("id", "side") if self.side == "both" else ("id",)
        return PieceNames(source, self.name, apart, self.suffix, self.copies)


@dataclass(frozen=True, kw_only=True)
class _RasterFiles(_SideFiles):
    form: ClassVar[str]

    dpi: int | None = option(
        None, "N", "Dots per inch: 300, if there is neither a width nor a height.", least=20, most=1200
    )
    width: int | None = option(
        None, "N", "Width in pixels; with a height, the piece is in the middle.", least=1, most=20_000
    )
    height: int | None = option(None, "N", "Height in pixels.", least=1, most=20_000)
    background: str = option(CLEAR, "COLOUR", "Colour around the piece: transparent, or as #ffffff.")

    def __post_init__(self) -> None:
        super().__post_init__()
        _colour(self.background)
        if self.dpi and (self.width or self.height):
            raise OptionError("--dpi", "a width or height in pixels already gives the size; leave one of them out")
        if self.width and self.height and self.width * self.height > MAX_PIXELS:
            message = f"{self.width} x {self.height} pixels are more than {MAX_PIXELS // 1_000_000} million"
            raise OptionError("--height", message)

    def contents(self, source: ExportSource) -> Iterator[tuple[Entry, bytes]]:
        names = self._names(source)
        waiting: deque[list[Entry]] = deque()

        def requests() -> Iterator[RasterRequest]:
            for piece, side, drawing in self._shown(source):
                request = self._request(drawing)
                waiting.append(names.entries(piece, side, width=request.width, height=request.height))
                yield request

        for data in source.rasters(requests()):
            for entry in waiting.popleft():
                yield entry, data

    def _request(self, drawing: Drawing) -> RasterRequest:
        across, down = size_with_room(drawing, self.bleed, self.shadow)
        width, height = self.width, self.height
        if not width and not height:
            dpi = self.dpi or _DPI
            width, height = round(across * dpi / 72), round(down * dpi / 72)
        width = max(1, width or round((height or 0) * across / down))
        height = max(1, height or round(width * down / across))
        colour = _colour(self.background)
        bleed, shaped = self.bleed, not (self.bleed or drawing.outline.is_sharp_rectangle)
        if self.shadow or (self.width and self.height):
            drawing, bleed, shaped = framed(drawing, bleed, self.shadow, width / height), ZERO, True
        return RasterRequest(drawing, width, height, bleed, self.form, colour is None and shaped, colour or WHITE)


@EXPORTERS("png")
@dataclass(frozen=True, kw_only=True)
class PngExporter(_RasterFiles):
    """Write a PNG picture of each face and back.

    Without bleed, the pictures have the shape of the piece and are transparent around it.

    Examples:

      pawprint export png food-chain

      pawprint export png fooden --lang en --component cards --width 400 --out pictures

      pawprint export png pocket-cats --square --name "{number:03}-{side}"
    """

    suffix = form = "png"


@dataclass(frozen=True, kw_only=True)
class _LossyFiles(_RasterFiles):
    quality: int = option(QUALITY, "N", "Quality: lower values make smaller files.", least=1, most=100)

    def _request(self, drawing: Drawing) -> RasterRequest:
        return super()._request(drawing)._replace(quality=self.quality)


@EXPORTERS("webp")
@dataclass(frozen=True, kw_only=True)
class WebpExporter(_LossyFiles):
    """Write a WebP picture of each face and back, half as large as PNG.

    Without bleed, the pictures have the shape of the piece and are transparent around it.

    Examples:

      pawprint export webp food-chain --height 800
    """

    suffix = form = "webp"


@EXPORTERS("jpg")
@dataclass(frozen=True, kw_only=True)
class JpgExporter(_LossyFiles):
    """Write a JPEG picture of each face and back.

    Without bleed, the pictures have the shape of the piece, on white or another colour.

    Examples:

      pawprint export jpg food-chain --background "#20242b"
    """

    suffix = "jpg"
    form = "jpeg"

    background: str = option("#ffffff", "COLOUR", "Colour around the piece, as #ffffff.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.background == CLEAR:
            raise OptionError("--background", "a JPEG picture cannot be transparent; name a colour, or use png or webp")


@EXPORTERS("svg")
@dataclass(frozen=True, kw_only=True)
class SvgExporter(_SideFiles):
    """Write an SVG picture of each face and back, with texts as outlines.

    Examples:

      pawprint export svg food-chain
    """

    suffix = "svg"

    def contents(self, source: ExportSource) -> Iterator[tuple[Entry, bytes]]:
        names = self._names(source)
        for piece, side, drawing in self._shown(source):
            if self.shadow:
                across, down = size_with_room(drawing, self.bleed, True)
                drawing = framed(drawing, self.bleed, True, across / down)
            data = SvgPress().write(drawing)
            for entry in names.entries(piece, side):
                yield entry, data


@EXPORTERS("pdf")
@dataclass(frozen=True, kw_only=True)
class PdfExporter(_PieceFiles):
    """Write a PDF file of each piece: a page with its face and one with its back.

    Texts are text, and graphics are vector graphics. Each page has a trim box and a bleed box.

    Examples:

      pawprint export pdf food-chain --bleed 3mm
    """

    suffix = "pdf"

    name: str = option(
        "{language}/{component}/{id}",
        "PATTERN",
        "Names of the files, of {game}, {edition}, {language}, {component}, {id}, {name}, {number} and {copy}.",
    )
    marks: bool = option(False, "", "Crop marks around the piece.")

    def contents(self, source: ExportSource) -> Iterator[tuple[Entry, bytes]]:
        names = PieceNames(source, self.name, ("id",), self.suffix, self.copies)
        for piece in source.pieces(ImageOptions(bleed=self.bleed)):
            sides = one_up(Piece(piece.face, piece.back), self.bleed, self.marks)
            title = f"{source.game.id} {piece.component.name}/{piece.record.id}"
            data = write(sides, title=title, language=source.language)
            for entry in names.entries(piece, "", pages=len(sides)):
                yield entry, data


def _colour(text: str) -> Colour | None:
    """The colour *text*; None for a transparent one.

    Raises:
        OptionError: it is none.
    """
    if text == CLEAR:
        return None
    try:
        return Colour.parse(text)
    except ValueError as error:
        raise OptionError("--background", str(error)) from None


# --- The targets `contact` and `thumbnails`: all pieces at a glance ---------------------------------------------------


#: Resolution of a contact sheet without any other size, in dots per inch.
_OVERVIEW_FILES_DPI = 100


@EXPORTERS("contact")
@dataclass(frozen=True, kw_only=True)
class ContactExporter(Exporter):
    """Write contact sheets: all pieces of a component in one picture, each with its id.

    The id of a piece with an error is red.

    Examples:

      pawprint export contact food-chain

      pawprint export contact fooden --component creatures --columns 6 --rows 4 --form pdf
    """

    form: str = option("png", "FORM", "Form of the files: png, jpg, webp, svg or pdf.", choices=FORMS)
    columns: int = option(0, "N", "Pieces side by side; 0 for a sheet that is broader than high.", least=0, most=200)
    rows: int = option(0, "N", "Rows of one sheet; 0 for all pieces on one sheet.", least=0, most=200)
    dpi: int | None = option(None, "N", "Dots per inch: 100, if there is no width.", least=20, most=1200)
    width: int | None = option(None, "N", "Width of a sheet in pixels.", least=1, most=20_000)
    names: bool = option(True, "", "Ids below the pieces.")
    side: str = option("face", "SIDE", "Side: face or back.", choices=("face", "back"))

    def __post_init__(self) -> None:
        if self.dpi and self.width:
            raise OptionError("--dpi", "a width in pixels already gives the size; leave one of them out")

    def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
        shown: dict[str, list[tuple[Record, Drawing]]] = {}
        for piece in source.pieces(ImageOptions()):
            for side, drawing in piece.sides:
                if side == self.side:
                    shown.setdefault(piece.component.name, []).append((piece.record, drawing))
        look = ContactLook(self.columns, self.rows, self.names)
        for component, drawn in shown.items():
            sheets = list(
                contact_sheets(source.composer(ImageOptions().bleed), source.game, drawn, source.language, look)
            )
            stem = f"{source.language}/{component}{'-back' if self.side == 'back' else ''}"
            numbers = [f"-{number}" for number in range(1, len(sheets) + 1)] if len(sheets) > 1 else [""]
            names = [f"{stem}{number}.{self.form}" for number in numbers]
            pixels = [self._pixels(sheet) for sheet in sheets]
            yield from zip(names, source.picture_files(self.form, sheets, pixels), strict=True)

    def _pixels(self, sheet: Drawing) -> tuple[int, int]:
        """Width and height of a sheet in pixels; fewer than asked for if it would be huge."""
        across, down = sheet.trim.width.pt, sheet.trim.height.pt
        scale = self.width / across if self.width else (self.dpi or _OVERVIEW_FILES_DPI) / 72
        scale = min(scale, (MAX_PIXELS / (across * down)) ** 0.5)
        return max(1, round(across * scale)), max(1, round(down * scale))


@EXPORTERS("thumbnails")
@dataclass(frozen=True, kw_only=True)
class ThumbnailsExporter(Exporter):
    """Write a small picture of each face, all of one size, with the piece in the middle of a transparent square.

    Examples:

      pawprint export thumbnails food-chain

      pawprint export thumbnails fooden --size 128 --form webp --shadow
    """

    size: int = option(256, "N", "Width and height in pixels.", least=16, most=1024)
    form: str = option("png", "FORM", "Form of the files: png, jpg or webp.", choices=(*RASTERS,))
    shadow: bool = option(False, "", "Show the piece with a shadow.")
    name: str = option("{language}/{component}/{id}", "PATTERN", "Names of the files, as for pawprint export png.")

    def __post_init__(self) -> None:
        self._pictures()

    def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
        return self._pictures().files(source)

    def _pictures(self) -> Exporter:
        kinds: dict[str, type[PngExporter | JpgExporter | WebpExporter]] = {
            "png": PngExporter,
            "jpg": JpgExporter,
            "webp": WebpExporter,
        }
        return kinds[self.form](side="face", width=self.size, height=self.size, shadow=self.shadow, name=self.name)
