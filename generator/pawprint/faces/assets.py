"""The folders of drawings -> pictures, parts of figures, figure files, images; each read when first asked for.

A game's own folder comes first, then the folder of that game in each layouts folder, then what all games share.
"""

from collections.abc import Callable, Mapping
from collections.abc import Sequence as SequenceType
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.file_reading import FileTooLarge, is_file, read_bounded
from pawprint.core.picture import Picture
from pawprint.core.source import Source, Span
from pawprint.faces.icon_pictures import as_icon, raster_icon
from pawprint.svg.convert import read_svg
from pawprint.svg.drawing_fonts import DrawingFonts
from pawprint.svg.xml_tree import MAX_BYTES
from pawprint.typography.shaping import RunShaper
from pawprint.yamlio import reader, scalars
from pawprint.yamlio.reader import MappingNode

if TYPE_CHECKING:
    from pawprint.faces.figure_geometry import Recipe
    from pawprint.faces.figure_parts import FigurePart


class Assets:
    """Everything that is drawn in files.

    Args:
        folders: layout folders, the most specific first.
        findings: takes what is wrong in files as they are read.
    """

    def __init__(self, folders: SequenceType[Path], findings: Findings) -> None:
        self.folders = tuple(folders)
        self.findings = findings
        #: The files of each font family, by which drawings name them.
        self.font_files: Mapping[str, SequenceType[Path]] = {}
        self._pictures: dict[Path, Picture | None] = {}
        self._parts: dict[Path, FigurePart | None] = {}
        self._figures: dict[Path, MappingNode | None] = {}
        #: Whether an image may be read.
        self._images: dict[Path, bool] = {}
        self._found: dict[tuple[str, str, str], tuple[Path | None, Path | None]] = {}
        #: Figure files that have been read with a palette.
        self.figure_rules: dict[tuple[MappingNode, object], Any] = {}
        #: Figures by all that decides what they are.
        self.figures: dict[tuple[Any, ...], Picture] = {}

    @cached_property
    def assembled(self) -> "Callable[[Recipe], Picture]":
        """Makes a figure's picture. Equal recipes make one picture, which a press then stores once."""
        from pawprint.faces.figure_geometry import assemble  # few decks have figures

        return lru_cache(maxsize=4096)(assemble)

    def forget_figures(self) -> None:
        """Drop the figures that are drawn, because their pieces, or a palette whose colours they contain, have changed.

        What they are assembled from may be the same as before, so that is kept.
        """
        self.figures.clear()

    def release(self) -> None:
        """Drop the drawings of a game that is done, since another one has others; not that a file is no good."""
        self.figures.clear()
        self.figure_rules.clear()
        self.__dict__.pop("assembled", None)
        self._pictures = {path: None for path, picture in self._pictures.items() if picture is None}
        self._parts = {path: None for path, part in self._parts.items() if part is None}

    def picture(self, folder: str, name: str, game: Game, shaper: RunShaper | None = None) -> Picture | None:
        """The drawing *name* in `art` or `icons`, its texts set by *shaper*.

        Returns None, without a finding, where there is no such file; with findings, where it is no good.
        """
        path, root = self._find(folder, f"{name}.svg", game)
        if path is None and folder == "icons":
            return self._raster_icon(name, game)
        if path is None:
            return None
        if path not in self._pictures:
            data = self._read(path, root)
            shown = reader.display_path(path)
            picture = None if data is None else read_svg(data, name, self.findings, shown, self._fonts(shaper))
            self._pictures[path] = as_icon(picture) if picture is not None and folder == "icons" else picture
        return self._pictures[path]

    def _raster_icon(self, name: str, game: Game) -> Picture | None:
        """The icon *name* where it is a PNG, which keeps its colours; None as for `picture`."""
        path, root = self._find("icons", f"{name}.png", game)
        if path is not None and path not in self._pictures:
            self._pictures[path] = None
            if reader.is_inside(path, root, self.findings):
                try:
                    self._pictures[path] = raster_icon(path, name)
                except ValueError as error:
                    at = Span(Source(reader.display_path(path), ""), 0, 0)
                    self.findings.add("bad-image", f"icon '{name}': {error}", at, "save it as PNG")
        return None if path is None else self._pictures[path]

    def _fonts(self, shaper: RunShaper | None) -> DrawingFonts | None:
        return None if shaper is None else DrawingFonts(shaper, self.font_files)

    def part(self, name: str, game: Game, shaper: RunShaper | None = None) -> "FigurePart | None":
        """The drawing *name* in `parts`, with its joints; None as for `picture`."""
        path, root = self._find("parts", f"{name}.svg", game)
        if path is None:
            return None
        if path not in self._parts:
            from pawprint.faces.figure_parts import read_part

            data = self._read(path, root)
            shown = reader.display_path(path)
            self._parts[path] = (
                None if data is None else read_part(data, name, self.findings, shown, self._fonts(shaper))
            )
        return self._parts[path]

    def figure(self, name: str, game: Game) -> MappingNode | None:
        """The figure file *name*, as written; None as for `picture`."""
        path, root = self._find("figures", f"{name}.yaml", game)
        if path is None:
            return None
        if path not in self._figures:
            node = reader.read_yaml_file(path, self.findings, root)
            if node is not None and not isinstance(node, MappingNode):
                help = "write size:, seed: and parts:"
                scalars.wrong_type(node, f"figure '{name}'", "a mapping", self.findings, help)
            self._figures[path] = node if isinstance(node, MappingNode) else None
        return self._figures[path]

    def image(self, name: str, game: Game) -> Path | None:
        """The raster image `images/NAME` (with its ending); None as for `picture`."""
        path, root = self._find("images", name, game)
        if path is None:
            return None
        if path not in self._images:
            self._images[path] = reader.is_inside(path, root, self.findings)
        return path if self._images[path] else None

    def has(self, folder: str, name: str, game: Game) -> bool:
        """Whether a file of that name exists in `art`, `icons`, `images`, `parts` or `figures`, good or bad."""
        files = [name + _ending(folder), *([f"{name}.png"] if folder == "icons" else [])]
        return any(self._find(folder, file, game)[0] is not None for file in files)

    def names(self, folder: str, game: Game) -> list[str]:
        """Names of what *game* may use from `art`, `icons`, `parts` or `figures`."""
        # Parts are kept in folders by what they are; elsewhere folders inside are other games'.
        pattern = ("**/*" if folder == "parts" else "*") + _ending(folder)
        found: set[str] = set()
        for root, _ in self._roots(folder, game):
            found.update(path.relative_to(root).with_suffix("").as_posix() for path in root.glob(pattern))
        return sorted(found)

    def _read(self, path: Path, root: Path | None) -> bytes | None:
        """The content of a drawing; None after a finding."""
        if not reader.is_inside(path, root, self.findings):
            return None
        shown = reader.display_path(path)
        at = Span(Source(shown, ""), 0, 0)
        try:
            return read_bounded(path, MAX_BYTES)
        except FileTooLarge:
            self.findings.add("bad-svg", f"{shown} is larger than {MAX_BYTES // 1_000_000} MB", at, "simplify it")
        except OSError as error:
            message = f"{shown} cannot be read: {error.strerror}"
            self.findings.add("file-unreadable", message, at, "it should be a file that you may read")
        return None

    def _roots(self, folder: str, game: Game) -> list[tuple[Path, Path | None]]:
        """Where files are looked for, each with the folder that links must not lead out of."""
        shared = [(place, f) for f in self.folders for place in (f / folder / game.id, f / folder)]
        return [(game.folder / folder, game.root), *shared]

    def _find(self, folder: str, file: str, game: Game) -> tuple[Path | None, Path | None]:
        """The file that comes first, if there is one, and the folder that links must not lead out of."""
        key = (folder, file, game.id)
        if key not in self._found:
            roots = [] if scalars.escapes_folder(file) else self._roots(folder, game)
            paths = ((place / file, root) for place, root in roots)
            self._found[key] = next((found for found in paths if is_file(found[0])), (None, None))
        return self._found[key]


def _ending(folder: str) -> str:
    return {"figures": ".yaml", "images": ""}.get(folder, ".svg")
