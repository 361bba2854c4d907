"""Pieces -> files for other programs: each target of `pawprint export` is an exporter in a registry.

To add a target, write a class with the methods of `Exporter` and register it under the name of the target.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from pawprint.build.image_options import ImageOptions
from pawprint.build.images import PieceImages
from pawprint.build.options import BuildOptions
from pawprint.build.pipeline import check_options
from pawprint.core.registry import Registry

if TYPE_CHECKING:
    from pawprint.build.pipeline import Workspace
    from pawprint.catalog.model import Component, Game, Record
    from pawprint.draw.ops import Drawing
    from pawprint.faces.composer import Composer

FACE, BACK = "face", "back"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportOptions:
    """What is exported.

    Attributes:
        components, languages: only these; all if empty.
        edition: the first one of the game if empty.
        dpi: dots per inch of raster pictures.
        image: how pieces are shown; its side is ignored.
    """

    components: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    edition: str = ""
    dpi: int = 300
    image: ImageOptions = field(default_factory=ImageOptions)


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
    """What an exporter works with: the pieces of a game in one language and edition, and their pictures."""

    def __init__(self, composer: Composer, game: Game, language: str, options: ExportOptions) -> None:
        self.game = game
        self.language = language
        self.options = options
        self.images = PieceImages(composer, game, language, options.image)

    def pieces(self) -> Iterator[ExportPiece]:
        """The pieces in the order of the catalog, with marks where something is at fault."""
        for component in self.game.components.values():
            if not component.faces or (self.options.components and component.name not in self.options.components):
                continue
            for record in self.game.pieces(component.name):
                copies = record.copies_in(self.game.edition)
                face = self.images.drawing(record, FACE) if copies else None
                if face is not None:
                    yield ExportPiece(component, record, copies, face, self.images.drawing(record, BACK))


class Exporter(ABC):
    """A target of `pawprint export`."""

    #: One line for the help of the command.
    help: ClassVar[str]

    @abstractmethod
    def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
        """Path, relative to the output folder with slashes, and content of each file."""


EXPORTERS: Registry[type[Exporter]] = Registry("export target")


def export(workspace: Workspace, target: str, options: ExportOptions) -> Iterator[tuple[str, bytes]]:
    """The files of all games in *workspace*: path, relative to the output folder with slashes, and content.

    Args:
        target: a name in `EXPORTERS`.
    """
    exporter = EXPORTERS[target]()
    check_options(
        workspace,
        BuildOptions(components=options.components, languages=options.languages, edition=options.edition),
    )
    composer = workspace.composer(options.image.bleed)
    for loaded in workspace.library.games.values():
        for game in loaded.each_edition(options.edition)[:1]:
            for language in game.languages:
                if not options.languages or language in options.languages:
                    yield from exporter.files(ExportSource(composer, game, language, options))


class _Pictures(Exporter):
    """A file for each side of each piece: `LANGUAGE/COMPONENT/face/ID.SUFFIX`."""

    suffix: ClassVar[str]

    @abstractmethod
    def picture(self, source: ExportSource, drawing: Drawing) -> bytes:
        """The content of one file."""

    def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
        """See `Exporter.files`."""
        for piece in source.pieces():
            for side, drawing in piece.sides:
                path = f"{source.language}/{piece.component.name}/{side}/{piece.record.id}.{self.suffix}"
                yield path, self.picture(source, drawing)


@EXPORTERS("png")
class PngExporter(_Pictures):
    """Raster pictures, drawn from the same PDF as for printing."""

    help = "a PNG picture of each face and back"
    suffix = "png"

    def picture(self, source: ExportSource, drawing: Drawing) -> bytes:
        """See `_Pictures.picture`."""
        return source.images.png(drawing, source.options.dpi)


@EXPORTERS("svg")
class SvgExporter(_Pictures):
    """Vector pictures whose texts are outlines."""

    help = "an SVG picture of each face and back"
    suffix = "svg"

    def picture(self, source: ExportSource, drawing: Drawing) -> bytes:
        """See `_Pictures.picture`."""
        return source.images.svg(drawing)
