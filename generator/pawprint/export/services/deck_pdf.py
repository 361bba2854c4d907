"""A deck -> a PDF/X-1a file with a page for each side of each piece, in inks."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from pawprint.build.image_options import ImageOptions
from pawprint.core.inks import ProcessInks
from pawprint.export.offset_pages import OffsetPages, PageOptions
from pawprint.export.offset_pieces import component_batch
from pawprint.export.pdfx_file import COATED, pdfx_file, press_profile
from pawprint.export.services.presets import BACKS_FIRST

if TYPE_CHECKING:
    from pawprint.export.export_source import ExportSource
    from pawprint.export.services.deck import ServiceDeck
    from pawprint.export.services.presets import Service
    from pawprint.impose.sheet import Side


def deck_pdf(source: ExportSource, service: Service, deck: ServiceDeck, profile_file: str) -> bytes:
    """The file; a piece without a back has an empty page for it. Empty after a finding: there is to be no file.

    Args:
        profile_file: the path of an ICC profile; empty for the bundled one.
    """
    limit = service.ink / 100
    profile = press_profile(source, profile_file, limit, "x1a")
    if profile is None:
        return b""
    how = PageOptions(bleed=service.bleed, limit=limit, way="", opaque=True, lines=None)
    names = {component.name for component in deck.components}
    pieces = [one for one in source.pieces(ImageOptions(bleed=service.bleed)) if one.component.name in names]
    sides: list[Side] = []
    spots: dict[str, ProcessInks] = {}
    is_printable = True
    for _, group in groupby(pieces, key=lambda piece: piece.component.name):
        batch = component_batch(source, tuple(group), service.bleed)
        pages = OffsetPages(batch, profile, how, source.workspace.findings)
        is_printable &= pages.is_printable
        spots |= pages.spots
        backs = [page.side for page in pages.backs] or [pages.blank(pages.shapes[0])] * len(pages.faces)
        for back, face in zip(backs, pages.faces, strict=True):
            sides += [back, face.side] if service.pages == BACKS_FIRST else [face.side, back]
    if not is_printable:
        return b""
    return pdfx_file(source, deck.name, sides, profile, spots, "x1a", "" if profile_file else COATED)
