"""(record, view options) -> SVG and findings.

A layout reports its own findings once, while the first piece is composed with it. So a piece with findings is composed
twice: the findings that come back belong to the piece, and the others belong to the layouts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pawprint.catalog.model import Game, Library, Record
from pawprint.core.colour import SIMULATIONS
from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.length import DESIGN_BLEED, ZERO
from pawprint.core.source import Source
from pawprint.graphics.passes.presentation import Presenter
from pawprint.pieces.assets import Assets
from pawprint.pieces.composer import Composer
from pawprint.pieces.context import ElementPlace
from pawprint.pieces.layouts import Layouts
from pawprint.pieces.lower import Lowering
from pawprint.pieces.placed import Face
from pawprint.pieces.shared_layouts import with_shared
from pawprint.press.font_metrics import PressMetrics
from pawprint.press.svg_writer import SvgPress
from pawprint.preview._changed_pieces import key_of
from pawprint.production.options import ImageOptions
from pawprint.production.pipeline import Workspace


class ViewOptions(NamedTuple):
    """Which text of a piece to show, and how."""

    language: str
    edition: str = ""
    image: ImageOptions = ImageOptions()


def requested_view(query: Mapping[str, str]) -> ViewOptions:
    """The view that the words of an address ask for."""
    guides = "guides" in query
    image = ImageOptions(
        side="back" if query.get("side") == "back" else "face",
        bleed=DESIGN_BLEED if guides else ZERO,
        proof=guides,
        low_ink=query.get("ink") == "low",
        sight=query["sight"] if query.get("sight") in SIMULATIONS else "",
    )
    return ViewOptions(query.get("lang", ""), query.get("edition", ""), image)


class PieceDrawing(NamedTuple):
    """One side of a piece.

    Attributes:
        svg: the file; None if there is nothing to draw.
        findings: of the piece.
        reads: `component/id` of the records that it shows; None if that is not known.
    """

    svg: bytes | None
    findings: tuple[Diagnostic, ...]
    reads: frozenset[str] | None


class Renderer:
    """Draws pieces with the layouts as they are now.

    Args:
        folders: the layout folders, the most specific first.
        before: the previous renderer, if the fonts have not changed; its shaped words are reused.
        drawings: whether the drawings (SVG) of *before* are still valid.
        images: whether the raster images of *before* are still valid.
        texts: of face files that are not saved, by their real paths; the rest is as *before* has it.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        before: Renderer | None = None,
        drawings: bool = False,
        images: bool = False,
        texts: Mapping[Path, Source] = {},
    ) -> None:
        self.findings = Findings()
        if before and drawings:
            files = before.layouts.drawings
            files.forget_figures()
        else:
            files = Assets(
                with_shared(folders, Findings()), Findings()
            )  # with findings of its own, because it may outlive these layouts
        if before and texts:
            self.layouts: Layouts = before.layouts.with_texts(texts, self.findings)
        else:
            self.layouts = Layouts(folders, self.findings, files)
        fonts = before._metrics if before else Workspace(Library(Path(), {}), self.layouts, self.findings).metrics
        self._metrics: PressMetrics = fonts
        earlier = before._composer if before else None
        self._composer: Composer = Composer(self.layouts, self._metrics, self.findings, DESIGN_BLEED, before=earlier)
        self._lowering, self._presenter = Lowering(), Presenter()
        # The press caches outlines of words, and images.
        self._press: SvgPress = before._press if before and images else SvgPress()

    def forget_pieces(self) -> None:
        """Drop cached records; call this after a game was read again."""
        self._composer.forget_pieces()

    def layout_findings(self) -> tuple[Diagnostic, ...]:
        """The findings of the layouts and drawings that were used so far."""
        return (*self.findings, *self.layouts.drawings.findings)

    def draw(self, game: Game, record: Record, view: ViewOptions) -> PieceDrawing:
        """Draw one side of a piece."""
        face, found = self._composed(game, record, view)
        if found:
            _, again = self._composed(game, record, view)
            own = {finding.order for finding in again}
            self.findings.extend(finding for finding in found if finding.order not in own)
            found = again
        reads = None if face is None or face.reads is None else frozenset(map(key_of, face.reads))
        return PieceDrawing(None if face is None else self._svg(face, view), found.sorted(), reads)

    def placements(self, game: Game, record: Record, view: ViewOptions) -> list[ElementPlace]:
        """Where the elements of one side of a piece are, each before those inside it; none if it cannot be drawn."""
        noted: list[ElementPlace] = []
        self._composer.with_findings(Findings()).place_again(game, record, view.language, view.image.side, noted)
        return noted

    def _composed(self, game: Game, record: Record, view: ViewOptions) -> tuple[Face | None, Findings]:
        found = Findings()
        face = self._composer.with_findings(found).side(game, record, view.language, view.image.side)
        if found:
            self._composer.forget_pieces()  # so that pieces within it report their findings again
        return face, found

    def _svg(self, face: Face, view: ViewOptions) -> bytes:
        drawing = self._lowering.drawing(face)
        return self._press.write(self._presenter.drawing(drawing, view.image.presentation, face.safe))
