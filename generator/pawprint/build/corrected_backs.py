"""The backs of a printed file, corrected for a printer; what is on the front of a sheet is never moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, overload

from pawprint.draw.ops import Group
from pawprint.draw.structure_ops import DocumentInfo

if TYPE_CHECKING:
    from pawprint.core.affine import Matrix
    from pawprint.core.geometry import Size
    from pawprint.draw.structure_ops import Page
    from pawprint.impose.sheet import Side
    from pawprint.printers.printer_profile import PrinterProfile


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
        moved = (_moved(page, matrix) if at % 2 else page for at, page in enumerate(pages.pages))
        return replace(pages, pages=tuple(moved))
    return [side._replace(correction=matrix) if at % 2 else side for at, side in enumerate(pages)]


def _moved(page: Page, matrix: Matrix) -> Page:
    links = tuple(link._replace(box=link.box.mapped(matrix)) for link in page.links)
    return page._replace(ops=(Group(page.ops, matrix),), links=links)
