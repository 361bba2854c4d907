"""Pages or sides of sheets -> a printed file: its name, its bytes, and what the manifest says of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from pawprint.catalog.model import Game
from pawprint.core.affine import Matrix
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Size
from pawprint.core.length import ZERO, Length
from pawprint.graphics.ops import Group
from pawprint.graphics.traverse import DocumentInfo, Page
from pawprint.press.content_stream import ContentStreams
from pawprint.press.manifest import Print
from pawprint.press.sheet_pdf import write
from pawprint.production.options import SHEETS_FOLDER, BuildOptions
from pawprint.sheets.sheet import Side

if TYPE_CHECKING:
    from pawprint.sheets.printers.printer_profile import PrinterProfile

# --- The backs of a printed file, corrected for a printer; what is on the front of a sheet is never moved -------------


@overload
def corrected_backs(pages: Sequence[Side], duplex: str, printer: PrinterProfile) -> Sequence[Side] | None: ...
@overload
def corrected_backs(
    pages: Sequence[Side] | DocumentInfo, duplex: str, printer: PrinterProfile
) -> Sequence[Side] | DocumentInfo | None: ...


def corrected_backs(
    pages: Sequence[Side] | DocumentInfo, duplex: str, printer: PrinterProfile
) -> Sequence[Side] | DocumentInfo | None:
    """*pages* with every second one, which is a back, corrected for *printer*; None if it has nothing to correct there.

    Args:
        duplex: as `BuildOptions.duplex`.
    """
    sheets = pages.pages if isinstance(pages, DocumentInfo) else pages
    size: Size = sheets[0].size
    known = printer.calibration(size, duplex)
    if known is None:
        return None
    matrix = known.misregistration.correction(known.axis, size)
    if isinstance(pages, DocumentInfo):
        moved = (_moved(page, matrix) if index % 2 else page for index, page in enumerate(pages.pages))
        return replace(pages, pages=tuple(moved))
    return [side._replace(correction=matrix) if index % 2 else side for index, side in enumerate(pages)]


def _moved(page: Page, matrix: Matrix) -> Page:
    links = tuple(link._replace(box=link.box.mapped(matrix)) for link in page.links)
    return page._replace(ops=(Group(page.ops, matrix),), links=links)


class FileContents(NamedTuple):
    """What a printed file contains.

    Attributes:
        kind: as the manifest lists it.
        name: which pieces or which document; `cards`, `rulebook`.
        variants: words at the end of the file name for everything that makes another file of the same contents, such
            as `low-ink`.
        paper: name of the paper; empty for pages of single pieces.
        bleed: of the pieces.
        pages: sides of sheets, or a document to be read on its pages.
        title: of the PDF.
        duplex: how the sheets are printed; empty where that makes no difference.
        print_setting: the duplex setting that print dialogs start with; None leaves it to them.
        pieces: number of pieces to cut out.
        folder: in the output of the game.
        components, faces, values, covered, whole: see `Print`.
    """

    kind: str
    name: str
    paper: str
    pages: Sequence[Side] | DocumentInfo
    title: str
    variants: tuple[str, ...] = ()
    bleed: Length = ZERO
    sheets: int = 0
    duplex: str = ""
    print_setting: str | None = None
    pieces: int = 0
    components: Mapping[str, tuple[int, int]] = MappingProxyType({})
    faces: Mapping[str, tuple[str, str, int]] = MappingProxyType({})
    values: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
    covered: tuple[str, ...] = ()
    whole: bool = False
    folder: str = SHEETS_FOLDER


def document_name(game: Game, language: str, name: str) -> str:
    """`GAME[-EDITION]-NAME-LANGUAGE`, with which the names of all files begin."""
    return "-".join(filter(None, (game.id, game.other_edition, name, language)))


def file_name(game: Game, language: str, contents: FileContents) -> str:
    """`GAME[-EDITION]-NAME-LANGUAGE-PAPER[-VARIANT...].pdf`.

    A file of chosen pieces, of another edition, with another bleed, other marks or another duplex, with less ink, with
    stamps or for one printer never replaces the usual one.
    """
    paper = contents.paper.lower() or "one-up"
    return "-".join([document_name(game, language, contents.name), paper, *contents.variants]) + ".pdf"


def _layout_words(contents: FileContents, options: BuildOptions) -> Iterator[str]:
    """How the pieces of a file lie on its sheets, where that is not as usual."""
    usual = type(options)()
    if not contents.pieces:
        return
    if options.bleed is not None and not options.machine:
        yield f"bleed-{options.bleed.mm:g}mm"
    if options.marks != usual.marks:
        yield f"marks-{options.marks}"
    if options.duplex != usual.duplex and contents.duplex:
        yield {"off": "one-sided"}.get(options.duplex, options.duplex)


def _for_printer(contents: FileContents, options: BuildOptions) -> tuple[FileContents, str]:
    """*contents* with backs that are corrected for the printer of the build, and its name; empty if none are."""
    if options.printer is None or not (contents.sheets and contents.duplex):
        return contents, ""

    name = options.printer.name
    backs = corrected_backs(contents.pages, contents.duplex, options.printer)
    if backs is None:
        return contents, ""
    return contents._replace(pages=backs, variants=(*contents.variants, f"for-{name}")), name


def printed_file(
    game: Game,
    language: str,
    options: BuildOptions,
    contents: FileContents,
    findings: Findings,
    streams: ContentStreams | None = None,
) -> Print | None:
    """Write *contents* in *language*.

    None if there is an error among *findings*, because then something is missing, unless *options* has faults marked.

    Args:
        findings: those of the build.
        streams: content streams that were written for other files; receives those of this one.
    """
    if findings.failed and not options.marks_faults:
        return None
    contents = contents._replace(variants=(*_layout_words(contents, options), *contents.variants))
    contents, printer = _for_printer(contents, options)
    author, subject, title = ", ".join(game.authors), f"{game.id} {game.version}", contents.title
    pages, setting = contents.pages, contents.print_setting
    if isinstance(pages, Sequence):
        count, size = len(pages), pages[0].size
        data = write(
            pages, title=title, language=language, author=author, subject=subject, duplex=setting, contents=streams
        )
    else:
        from pawprint.press.tagged_pdf import write_document

        count, size = len(pages.pages), pages.pages[0].size
        duplex = setting if contents.sheets else None
        data = write_document(pages, author=author, subject=subject, duplex=duplex, contents=streams)
    return Print(
        game=game.id,
        version=game.version,
        language=language,
        kind=contents.kind,
        name=file_name(game, language, contents),
        data=data,
        paper=contents.paper,
        duplex=contents.duplex,
        bleed_mm=contents.bleed.mm,
        pages=count,
        sheets=contents.sheets,
        pieces=contents.pieces,
        whole=contents.whole,
        known=tuple(game.components),
        components=dict(contents.components),  # files come from other processes, too
        faces=dict(contents.faces),
        edition=game.other_edition,
        values=dict(contents.values),
        covered=contents.covered,
        folder=contents.folder,
        of=contents.name,
        printer=printer,
        page=(size.width.mm, size.height.mm),
    )
