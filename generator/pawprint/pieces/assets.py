"""The folders of drawings -> pictures, parts of figures, figure files, images; each read when first asked for.

A game's own folder comes first, then the folder of that game in each layouts folder, then what all games share.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.files import FileTooLarge, is_file, read_bounded
from pawprint.core.image_reader import SUFFIXES
from pawprint.core.picture import CURRENT, Bitmap, Cluster, ColourName, Gradient, Item, Picture, Shape
from pawprint.core.raster import image_facts
from pawprint.core.source import Source, Span
from pawprint.graphics.svg.convert import read_svg
from pawprint.graphics.svg.drawing_fonts import DrawingFonts
from pawprint.graphics.svg.xml_tree import MAX_BYTES
from pawprint.source import reader, scalars
from pawprint.source.reader import MappingNode
from pawprint.typography.shaping import RunShaper

if TYPE_CHECKING:
    from pawprint.pieces._figure_geometry import FigurePart, Recipe


# --- Pictures in one colour, which take the colour that the layout gives ----------------------------------------------

# Icons that are drawn in black, or in white on a black square, always do; other pictures where the layout asks for it.


_BLACK, _WHITE = "#000000", "#ffffff"


def as_icon(picture: Picture) -> Picture:
    """*picture* in the current colour if it is all black, or all white on a black square, which is left out."""
    items = picture.items
    colour = _BLACK
    if len(items) > 1 and _is_backing(items[0], picture):
        items, colour = items[1:], _WHITE
    return _in_current_colour(picture, items) if {*_colours(items)} == {colour} else picture


@lru_cache(maxsize=4096)
def tinted(picture: Picture) -> Picture | None:
    """*picture* in the current colour; None if it has several colours, or a gradient or image."""
    colours = {*_colours(picture.items)}
    if len(colours) > 1 or None in colours:
        return None
    return _in_current_colour(picture, picture.items) if colours - {CURRENT} else picture


def _in_current_colour(picture: Picture, items: Iterable[Item]) -> Picture:
    return replace(picture, items=tuple(_tinted(items)), colours=(CURRENT,))


def _is_backing(item: Item, picture: Picture) -> bool:
    """True if *item* is a black rectangle over all of *picture*."""
    if not isinstance(item, Shape) or item.fill != _BLACK or item.stroke is not None or item.fill_opacity < 1:
        return False
    if any(segment[0] == "C" for segment in item.path):
        return False
    corners = {segment[1:] for segment in item.path if len(segment) == 3}
    right, bottom = picture.x + picture.width, picture.y + picture.height
    return corners == {(x, y) for x in (picture.x, right) for y in (picture.y, bottom)}


def _colours(items: Iterable[Item]) -> Iterator[ColourName | None]:
    """The colours of *items*; None for what has more than one."""
    for item in items:
        if isinstance(item, Cluster):
            yield from _colours(item.items)
        elif isinstance(item, Bitmap) or isinstance(item.fill, Gradient):
            yield None
        else:
            yield from (colour for colour in (item.fill, item.stroke) if isinstance(colour, str))


def _tinted(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Cluster):
            yield item._replace(items=tuple(_tinted(item.items)))
        elif isinstance(item, Shape):
            fill, stroke = (None if colour is None else CURRENT for colour in (item.fill, item.stroke))
            yield item._replace(fill=fill, stroke=stroke)


# --- assets -----------------------------------------------------------------------------------------------------------


class Assets:
    """Everything that is drawn in files.

    Args:
        folders: layout folders, the most specific first.
        findings: takes what is wrong in files as they are read.
    """

    def __init__(self, folders: Sequence[Path], findings: Findings) -> None:
        self.folders = tuple(folders)
        self.findings = findings
        #: The files of each font family, by which drawings name them.
        self.font_files: Mapping[str, Sequence[Path]] = {}
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
        from pawprint.pieces._figure_geometry import assemble  # few decks have figures

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
        """The drawing or image *name* of `art` or `icons`, the texts of a drawing set by *shaper*.

        Returns None, without a finding, where there is no such file; with findings, where it is no good.
        """
        path, root = self._find(folder, name, game)
        if path is None:
            return None
        if path not in self._pictures:
            if path.suffix.lower() == ".svg":
                data = self._read(path, root)
                shown = reader.display_path(path)
                picture = None if data is None else read_svg(data, name, self.findings, shown, self._fonts(shaper))
                self._pictures[path] = as_icon(picture) if picture is not None and folder == "icons" else picture
            else:
                self._pictures[path] = self._image_picture(path, root, name)
        return self._pictures[path]

    def _image_picture(self, path: Path, root: Path | None, name: str) -> Picture | None:
        """An image as a picture, which keeps its colours; None after a finding."""
        if not reader.is_inside(path, root, self.findings):
            return None
        at = Span(Source(reader.display_path(path), ""), 0, 0)
        try:
            facts = image_facts(str(path))
        except ValueError as error:
            self.findings.add("bad-image", f"picture '{name}': {error}", at, "save it as PNG or JPEG")
            return None
        for note in facts.notes:
            self.findings.add(note.code, f"picture '{name}': '{path.name}' {note.message}", at, note.help)
        size = float(facts.width), float(facts.height)
        return Picture(name, 0.0, 0.0, *size, (Bitmap(0.0, 0.0, *size, str(path.resolve())),), ())

    def _fonts(self, shaper: RunShaper | None) -> DrawingFonts | None:
        return None if shaper is None else DrawingFonts(shaper, self.font_files)

    def part(self, name: str, game: Game, shaper: RunShaper | None = None) -> "FigurePart | None":
        """The drawing *name* in `parts`, with its joints; None as for `picture`."""
        path, root = self._find("parts", name, game)
        if path is None:
            return None
        if path not in self._parts:
            from pawprint.pieces._figure_geometry import read_part

            data = self._read(path, root)
            shown = reader.display_path(path)
            self._parts[path] = (
                None if data is None else read_part(data, name, self.findings, shown, self._fonts(shaper))
            )
        return self._parts[path]

    def figure(self, name: str, game: Game) -> MappingNode | None:
        """The figure file *name*, as written; None as for `picture`."""
        path, root = self._find("figures", name, game)
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
        """The raster image *name* of `images` or `art`, with or without its suffix; None as for `picture`."""
        path, root = self._find("images", name, game)
        if path is None:
            return None
        if path not in self._images:
            self._images[path] = reader.is_inside(path, root, self.findings)
        return path if self._images[path] else None

    def has(self, folder: str, name: str, game: Game) -> bool:
        """True if there is such a file for `art`, `icons`, `images`, `parts` or `figures`, good or bad."""
        return self._find(folder, name, game)[0] is not None

    def names(self, folder: str, game: Game) -> list[str]:
        """Names of what *game* may use from `art`, `icons`, `images` (with suffixes), `parts` or `figures`."""
        # Parts are kept in folders by what they are; elsewhere folders inside are other games'.
        pattern = "**/*" if folder == "parts" else "*"
        found: set[str] = set()
        for place, suffixes in _PLACES[folder]:
            for root, _ in self._roots(place, game):
                files = (path.relative_to(root) for path in root.glob(pattern) if path.suffix.lower() in suffixes)
                found.update((path if folder == "images" else path.with_suffix("")).as_posix() for path in files)
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
        """The folders to search for files, each with the folder that links must not lead out of."""
        shared = [(place, f) for f in self.folders for place in (f / folder / game.id, f / folder)]
        return [(game.folder / folder, game.root), *shared]

    def _find(self, folder: str, name: str, game: Game) -> tuple[Path | None, Path | None]:
        """The file that comes first, if there is one, and the folder that links must not lead out of."""
        key = (folder, name, game.id)
        if key not in self._found:
            self._found[key] = next(self._candidates(folder, name, game), (None, None))
        return self._found[key]

    def _candidates(self, folder: str, name: str, game: Game) -> Iterator[tuple[Path, Path | None]]:
        """The files that *name* may be, the one that is meant first, as `_find` has them."""
        if scalars.escapes_folder(name):
            return
        for place, suffixes in _PLACES[folder]:
            exact = PurePath(name).suffix.lower() in suffixes and place in _WITH_IMAGES
            files = [name] if exact else [name + form for suffix in suffixes for form in (suffix, suffix.upper())]
            for file in files:
                yield from ((path / file, root) for path, root in self._roots(place, game) if is_file(path / file))


#: Folders where raster images may be.
_WITH_IMAGES = ("images", "art", "icons")


#: What elements look for -> the folders that have it, with the suffixes of its files, in order.
_PLACES: dict[str, list[tuple[str, Sequence[str]]]] = {
    "art": [("art", (".svg",)), ("art", SUFFIXES), ("images", SUFFIXES)],
    "images": [("images", SUFFIXES), ("art", SUFFIXES)],
    "icons": [("icons", (".svg",)), ("icons", SUFFIXES)],
    "parts": [("parts", (".svg",))],
    "figures": [("figures", (".yaml",))],
}
