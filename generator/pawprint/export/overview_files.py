"""The targets `contact` and `thumbnails`: all pieces at a glance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pawprint.build.contact_sheet import ContactLook, contact_sheets
from pawprint.build.image_options import ImageOptions
from pawprint.export.exporter import EXPORTERS, Exporter, OptionError, option
from pawprint.export.picture_forms import FORMS, MOST_PIXELS, RASTERS, picture_files
from pawprint.export.piece_files import JpgExporter, PngExporter, WebpExporter

if TYPE_CHECKING:
    from pawprint.catalog.model import Record
    from pawprint.draw.ops import Drawing
    from pawprint.export.export_source import ExportSource

#: Resolution of a contact sheet without any other size, in dots per inch.
_DPI = 100


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
    side: str = option("face", "SIDE", "Which side: face or back.", choices=("face", "back"))

    def __post_init__(self) -> None:
        if self.dpi and self.width:
            raise OptionError("--dpi", "a width in pixels already gives the size; leave one of them out")

    def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
        """See `Exporter.files`."""
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
            yield from zip(names, picture_files(source, self.form, sheets, pixels), strict=True)

    def _pixels(self, sheet: Drawing) -> tuple[int, int]:
        """Width and height of a sheet in pixels; fewer than asked for if it would be huge."""
        across, down = sheet.trim.width.pt, sheet.trim.height.pt
        scale = self.width / across if self.width else (self.dpi or _DPI) / 72
        scale = min(scale, (MOST_PIXELS / (across * down)) ** 0.5)
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
        """See `Exporter.files`."""
        return self._pictures().files(source)

    def _pictures(self) -> Exporter:
        """The target that makes them."""
        kinds: dict[str, type[PngExporter | JpgExporter | WebpExporter]] = {
            "png": PngExporter,
            "jpg": JpgExporter,
            "webp": WebpExporter,
        }
        return kinds[self.form](side="face", width=self.size, height=self.size, shadow=self.shadow, name=self.name)
