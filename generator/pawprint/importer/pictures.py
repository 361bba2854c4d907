"""Names of pictures in a list of cards -> files of the game's folder."""

from pathlib import Path, PurePosixPath
from statistics import median

from pawprint.core.file_reading import read_bounded
from pawprint.core.image_reader import MAX_BYTES, READ
from pawprint.core.raster import image_facts
from pawprint.importer.card_list import RASTER, VECTOR, CardList
from pawprint.importer.slugs import slug, unique

#: Usual folders of pictures, beside the list.
_FOLDERS = (".", "images", "image", "img", "art", "pictures", "pics", "illustrations", "assets")
#: A window is about so many times as wide as high; pictures of about these proportions may be cut to it.
_LEAST, _MOST = 1.0, 2.6


class Pictures:
    """Finds and copies the pictures of a deck.

    Args:
        folder: the folder of the list; files outside it are not used.
        game: the id of the game.

    Attributes:
        files: those that were found, by their path in the game's folder.
        fit: how they fill their window: `cover` or `contain`.
        notes: what was not found or is not usable, a line each.
    """

    def __init__(self, folder: Path, game: str) -> None:
        self._folder = folder.resolve()
        self._game = game
        self.files: dict[str, bytes] = {}
        self.fit = "cover"
        self.notes: list[str] = []

    def collect(self, deck: CardList) -> None:
        """Copy the pictures, and set the names by which layouts find them; a card with a missing picture has none."""
        column = deck.column("image")
        if column is None:
            return
        found = {text: self._find(text) for text in dict.fromkeys(column.filled)}
        taken: dict[str, str] = {}
        shapes: list[float] = []
        for text, path in found.items():
            try:
                if path is not None:
                    taken[text] = self._take(path, shapes)
            except ValueError as error:
                self.notes.append(f"picture {text} is left out: {error}")
        missing = [text for text, path in found.items() if path is None]
        if missing:
            shown = ", ".join(missing[:3]) + (", ..." if len(missing) > 3 else "")
            self.notes.append(f"{len(missing)} of {len(found)} pictures not found; put them beside the list: {shown}")
        if not taken:
            column.role = "hidden"
            return
        images = {name.endswith(RASTER) for name in taken.values()}
        if len(images) > 1:  # art elements show both, by their names without suffixes
            taken = {text: PurePosixPath(name).stem for text, name in taken.items()}
        column.values = [{"": taken.get(text, "")} for text in column.texts]
        if len(images) > 1 or not shapes or not _LEAST <= median(shapes) <= _MOST:
            self.fit = "contain"

    def _find(self, text: str) -> Path | None:
        """The file that a cell means; nothing outside of the folder."""
        wanted = PurePosixPath(text)
        for path in (self._folder / text, *(self._folder / name / wanted.name for name in _FOLDERS)):
            try:
                real = path.resolve()
                if real.is_file() and real.is_relative_to(self._folder):
                    return real
            except (OSError, ValueError, RuntimeError):  # a name that no file can have
                continue
        return None

    def _take(self, path: Path, shapes: list[float]) -> str:
        """The name under which a layout finds a picture.

        Raises:
            ValueError: it cannot be used; the message says why.
        """
        suffix = path.suffix.lower()
        if suffix not in (*VECTOR, *RASTER):
            raise ValueError(f"'{path.name}' is no drawing (SVG), and no image ({READ})")
        drawn = suffix in VECTOR
        if not drawn:
            facts = image_facts(str(path))
            shapes.append(facts.width / facts.height)
        try:
            data = read_bounded(path, MAX_BYTES)
        except OSError as error:
            raise ValueError(f"'{path.name}': {error.strerror}") from None
        kind = "art" if drawn else "images"
        name = unique(slug(path.stem, "picture"), [PurePosixPath(name).stem for name in self.files])
        self.files[f"layouts/{kind}/{self._game}/{name}{suffix}"] = data
        return name if drawn else name + suffix
