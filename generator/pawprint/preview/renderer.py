"""(record, look) -> SVG and what was found on the way: one set of layouts, kept warm for as long as it holds.

Findings that belong to the layouts are told while the first piece is composed and never again. So a piece with findings
is composed twice: what comes back is its own, and the rest stands until the layouts are read anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pawprint.build.pipeline import DESIGN_BLEED, Workspace
from pawprint.catalog.model import Game, Library, Record
from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.length import ZERO
from pawprint.draw.lower import Lowering
from pawprint.draw.passes.guides import cut_out, with_bleed, with_guides
from pawprint.draw.passes.low_ink import LowInk
from pawprint.draw.passes.vision import SimulatedVision
from pawprint.faces.composer import Composer
from pawprint.faces.layouts import Layouts
from pawprint.faces.placed import Face
from pawprint.press.font_metrics import PressMetrics
from pawprint.press.svg_writer import SvgPress


class ViewOptions(NamedTuple):
    """How a piece is looked at.

    Attributes:
        side: `face` or `back`.
        sight: one of `pawprint.core.colour_vision.SIGHTS`; "" for all colours.
        guides: with bleed, and the outlines of trim, bleed and safe area.
    """

    language: str
    side: str = "face"
    edition: str = ""
    low_ink: bool = False
    sight: str = ""
    guides: bool = False


class Renderer:
    """Draws pieces with the layouts as they are now.

    Args:
        folders: of layouts, the most specific first.
        before: an easel with the same fonts, whose shaped words are taken over.
        drawings: whether its drawings are the same, too.
        images: whether its images are the same: pictures made of pixels, which drawings are not.
    """

    def __init__(
        self, folders: Sequence[Path], before: Renderer | None = None, drawings: bool = False, images: bool = False
    ) -> None:
        self.findings = Findings()
        self.layouts = Layouts(folders, self.findings)
        self.layouts.drawings.findings = Findings()  # its own, since drawings may outlive these layouts
        if before and drawings:
            self.layouts.drawings = before.layouts.drawings
            self.layouts.drawings.figures.clear()  # they have colours of the palettes
        fonts = before._metrics if before else Workspace(Library(Path(), {}), self.layouts, self.findings).metrics
        self._metrics: PressMetrics = fonts
        self._composer = Composer(self.layouts, self._metrics, self.findings, DESIGN_BLEED)
        if before:
            self._composer.setter = before._composer.setter
        self._lowering, self._thrift = Lowering(), LowInk()
        # A press knows the outlines of words, and images.
        self._press: SvgPress = before._press if before and images else SvgPress()
        self._sights: dict[str, SimulatedVision] = {}

    def forget_pieces(self) -> None:
        """Forget what is known of records; to be called when a game has been read anew."""
        self._composer.forget_pieces()

    def told(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the layouts and their drawings, as far as it has shown."""
        return (*self.findings, *self.layouts.drawings.findings)

    def draw(self, game: Game, record: Record, look: ViewOptions) -> tuple[bytes | None, tuple[Diagnostic, ...]]:
        """The SVG file of one side of a piece, None if there is nothing to draw; and what is wrong with the piece."""
        face, found = self._composed(game, record, look)
        if found:
            _, again = self._composed(game, record, look)
            own = {finding.order for finding in again}
            self.findings.extend(finding for finding in found if finding.order not in own)
            found = again
        return None if face is None else self._svg(face, look), found.sorted()

    def _composed(self, game: Game, record: Record, look: ViewOptions) -> tuple[Face | None, Findings]:
        composer, found = self._composer, Findings()
        composer.findings = found
        face = (composer.face if look.side == "face" else composer.back)(game, record, look.language)
        if found:
            composer.forget_pieces()  # those within it, too, are told of again
        return face, found

    def _svg(self, face: Face, look: ViewOptions) -> bytes:
        drawing = self._lowering.drawing(face)
        if look.low_ink:
            drawing = self._thrift.drawing(drawing)
        if look.sight:
            drawing = self._sights.setdefault(look.sight, SimulatedVision(look.sight)).drawing(drawing)
        if look.guides:
            return self._press.write(with_guides(drawing, face.safe))
        return self._press.write(cut_out(with_bleed(drawing, ZERO)))
