"""The target `offset`: PDF/X files for a print shop, one side of a piece to a page, in inks."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from pawprint.core.colour import ProcessInks
from pawprint.core.length import Length, mm
from pawprint.export._offset_pages import (
    COATED,
    DieLines,
    OffsetBatch,
    OffsetPages,
    PageOptions,
    SidePage,
    box_batches,
    component_batch,
    pdfx_file,
    press_profile,
)
from pawprint.export._preflight import check_pages
from pawprint.export.export_source import ExportSource
from pawprint.export.exporter import EXPORTERS, Exporter, option
from pawprint.graphics.passes.separation import CUT, Separation
from pawprint.interchange.spreadsheets.csv_file import write_csv
from pawprint.press.pdfx import STANDARDS
from pawprint.press.print_profile import PrintProfile
from pawprint.production.options import ImageOptions
from pawprint.sheets.sheet import Side

_COLUMNS = ("file", "page", "piece", "side", "most %", "x mm", "y mm", "cyan %", "magenta %", "yellow %", "black %")
_MM = 25.4 / 72


@EXPORTERS("offset")
@dataclass(frozen=True, kw_only=True)
class OffsetExporter(Exporter):
    """Write PDF/X files for a print shop, in CMYK and spot inks.

    Each page is one side of a piece with its bleed. A die line is in a file of its own for each stock, and ink.csv says
    how much ink each page has.

    Examples:

      pawprint export offset fooden --lang en

      pawprint export offset fooden --standard x1a --fronts-and-backs separate --ink 280
    """

    faults: ClassVar[str] = "the errors are in the pages; files with too much ink are not written"

    standard: str = option("x4", "NAME", "x4 for PDF/X-4, x1a for PDF/X-1a:2003.", choices=tuple(STANDARDS))
    profile: str = option("", "FILE", "ICC profile of the press. Default: offset on coated paper (FOGRA39).")
    ink: int = option(300, "PERCENT", "Largest sum of the four inks.", least=200, most=400)
    bleed: Length = option(mm(3), "LENGTH", "Art beyond the cut, 0 to 10mm.", most=10)
    fronts_and_backs: str = option(
        "alternating", "WAY", "alternating or separate: in one file or two.", choices=("alternating", "separate")
    )
    shared_back_once: bool = option(False, "", "One page for a back that all pieces of a component have.")
    die_line: str = option(
        "apart",
        "WAY",
        "apart, page or none: in its own file, on every page, or not at all.",
        choices=("apart", "page", "none"),
    )
    die_ink: str = option(CUT, "NAME", "Spot ink of the die line.")
    sleeves: str = option("", "NAME", "Make boxes for cards in these sleeves.")

    def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
        profile = press_profile(source, self.profile, self.ink / 100, self.standard)
        if profile is None:
            return
        check_pages(source, "offset", self.bleed)
        lines = DieLines(self.die_ink.strip() or CUT)
        rows: list[tuple[str, ...]] = []
        how = PageOptions(
            bleed=self.bleed,
            limit=self.ink / 100,
            way=", or ask the print shop for its limit and write it after --ink",
            opaque=self.standard == "x1a",
            lines=lines if self.die_line == "page" else None,
        )
        for batch in self._batches(source):
            pages = OffsetPages(batch, profile, how, source.workspace.findings)
            if not pages.is_printable:
                continue
            for name, sides in self._arranged(batch.name, pages):
                path = f"{source.language}/{name}.pdf"
                yield path, self._file(source, name, [page.side for page in sides], profile, pages.spots)
                rows += _rows(path, sides, self.bleed)
            if self.die_line == "apart":
                separation = Separation(profile)
                dies = [lines.page(shape, separation, self.bleed) for shape in pages.shapes]
                path = f"{source.language}/die-lines/{batch.shape}.pdf"
                yield path, self._file(source, f"{batch.shape} die line", dies, profile, separation.spots)
        if rows:
            yield f"{source.language}/ink.csv", write_csv([_COLUMNS, *rows])

    def _batches(self, source: ExportSource) -> Iterator[OffsetBatch]:
        """What is printed: each component, then each box."""
        pieces = source.pieces(ImageOptions(bleed=self.bleed))
        for _, group in groupby(pieces, key=lambda piece: piece.component.name):
            yield component_batch(source, tuple(group), self.bleed)
        yield from box_batches(source, self.sleeves)

    def _arranged(self, name: str, pages: OffsetPages) -> Iterator[tuple[str, list[SidePage]]]:
        """The names of the files of a batch called *name*, and what is in them."""
        faces, backs = pages.faces, pages.backs
        once = self.shared_back_once and len({page.side for page in backs}) == 1
        if not backs:
            yield name, faces
        elif self.fronts_and_backs == "separate":
            yield f"{name}-fronts", faces
            yield f"{name}-backs", backs[:1] if once else backs
        elif once:
            yield name, [*faces, backs[0]]
        else:
            yield name, [page for both in zip(faces, backs, strict=True) for page in both]

    def _file(
        self, source: ExportSource, name: str, sides: list[Side], profile: PrintProfile, spots: dict[str, ProcessInks]
    ) -> bytes:
        return pdfx_file(source, name, sides, profile, spots, self.standard, "" if self.profile else COATED)


def _rows(path: str, pages: list[SidePage], bleed: Length) -> Iterator[tuple[str, ...]]:
    """The ink of each page, for a spreadsheet; places from the top-left corner of the trim."""
    for number, page in enumerate(pages, 1):
        ink = page.ink
        place = (f"{(at - bleed.pt) * _MM:.1f}" for at in (ink.x, ink.y))
        shares = (f"{100 * share:.1f}" for share in ink.shares)
        yield path, str(number), page.piece, page.name, f"{100 * ink.most:.0f}", *place, *shares
