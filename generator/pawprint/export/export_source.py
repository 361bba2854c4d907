"""What an exporter works with: the pieces of a game in one language and edition, and their raster pictures."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pawprint.catalog.model import Component, Game, Record
from pawprint.core.length import ZERO, Length
from pawprint.export._rasters import RASTERS, RasterRequest, rasters
from pawprint.graphics.ops import Drawing
from pawprint.pieces.composer import Composer
from pawprint.press.sheet_pdf import write
from pawprint.press.svg_writer import SvgPress
from pawprint.production.cache.print_cache import font_files
from pawprint.production.cache.store import Store
from pawprint.production.images import PieceImages
from pawprint.production.options import ImageOptions
from pawprint.production.pipeline import Workspace
from pawprint.sheets.imposition import Piece, one_up

FACE, BACK = "face", "back"
_AT_TRIM = ImageOptions()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportOptions:
    """What is exported, and how; these options are common to all targets.

    Attributes:
        components, languages: only these; all if empty.
        cards: only these pieces, by id or as component/id; all if empty.
        edition: the first one of the game if empty.
        jobs: how many processes draw raster pictures.
        store: the pictures of earlier exports; None if none are kept.
    """

    components: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    edition: str = ""
    jobs: int = 1
    store: Store | None = None

    def includes(self, component: str, id: str) -> bool:
        return (not self.components or component in self.components) and (
            not self.cards or id in self.cards or f"{component}/{id}" in self.cards
        )

    @property
    def part(self) -> dict[str, list[str]]:
        """The components and the pieces that were chosen, for a list of files; empty for the whole game."""
        chosen = {"components": self.components, "cards": self.cards}
        return {word: [*names] for word, names in chosen.items() if names}


class ExportPiece(NamedTuple):
    """A piece to export, with the drawings of its sides.

    Attributes:
        copies: of it in the edition.
        back: None for a piece without a back.
    """

    component: Component
    record: Record
    copies: int
    face: Drawing
    back: Drawing | None

    @property
    def sides(self) -> Iterator[tuple[str, Drawing]]:
        """`face` or `back`, and its drawing."""
        yield FACE, self.face
        if self.back is not None:
            yield BACK, self.back


class ExportSource:
    """The pieces of one game in one language and edition.

    Attributes:
        workspace: the catalog and layouts; its findings get those of the exporter.
        composer: gives the composer for a bleed, the same one for all languages.
        game: in the edition that is exported.
        options: those that all targets have.
        note: takes what the user should know of the files, and what is no fault.
    """

    def __init__(
        self,
        workspace: Workspace,
        composer: Callable[[Length], Composer],
        game: Game,
        language: str,
        options: ExportOptions,
        note: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.workspace = workspace
        self.composer = composer
        self.game = game
        self.language = language
        self.options = options
        self.note = note

    @property
    def components(self) -> Iterator[Component]:
        """The components that are exported, in the order of the catalog; not those without a layout."""
        for component in self.game.components.values():
            if component.faces and (not self.options.components or component.name in self.options.components):
                yield component

    @property
    def records(self) -> Iterator[tuple[Component, Record]]:
        """The records of the pieces that are exported, in the order of the catalog."""
        for component in self.components:
            for record in self.game.pieces(component.name):
                if record.copies_in(self.game.edition) and self.options.includes(component.name, record.id):
                    yield component, record

    def pieces(
        self, how: ImageOptions = _AT_TRIM, records: Iterable[tuple[Component, Record]] | None = None
    ) -> Iterator[ExportPiece]:
        """The pieces in the order of the catalog, with marks where something is at fault.

        Args:
            how: they are drawn; its side is ignored.
            records: only those of these, and in their order.
        """
        images = PieceImages(self.composer(how.bleed), self.game, self.language, how)
        for component, record in self.records if records is None else records:
            face = images.drawing(record, FACE)
            if face is not None:
                copies = record.copies_in(self.game.edition)
                yield ExportPiece(component, record, copies, face, images.drawing(record, BACK))

    def rasters(self, requests: Iterable[RasterRequest]) -> Iterator[bytes]:
        return rasters(
            requests, self.language, font_files(self.workspace.layouts), self.options.jobs, self.options.store
        )

    def picture_files(
        self, form: str, drawings: Sequence[Drawing], pixels: Sequence[tuple[int, int]]
    ) -> Iterator[bytes]:
        """The files of *drawings*, which have no bleed.

        Args:
            form: one of `FORMS`, raster or vector.
            pixels: width and height of each raster picture.
        """
        if form in RASTERS:
            yield from self.rasters(
                RasterRequest(drawing, width, height, form=RASTERS[form])
                for drawing, (width, height) in zip(drawings, pixels, strict=True)
            )
        elif form == "svg":
            yield from (SvgPress(shared=True).write(drawing) for drawing in drawings)
        else:
            for drawing in drawings:
                yield write(one_up(Piece(drawing), ZERO, marks=False), title=drawing.name, language=self.language)
