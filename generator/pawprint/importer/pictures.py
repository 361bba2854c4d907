"""Names of pictures in a list of cards -> files of the game's folder."""

from pathlib import Path, PurePosixPath
from statistics import median

from pawprint.importer.card_list import RASTER, VECTOR, CardList, GuessedColumn
from pawprint.importer.slugs import field_name, slug, unique
from pawprint.press.font_metrics import PressMetrics

#: Usual folders of pictures, beside the list.
_FOLDERS = (".", "images", "image", "img", "art", "pictures", "pics", "illustrations", "assets")
#: A window is about so many times as wide as high; pictures of about these proportions may be cut to it.
_LEAST, _MOST = 1.0, 2.6
_MAX_PICTURE_BYTES = 40_000_000


class Pictures:
    """Finds and copies the pictures of a deck.

    Args:
        folder: the folder of the list; files outside it are not used.
        game: the id of the game.

    Attributes:
        files: those that were found, by their path in the game's folder.
        fit: how they fill their window: `cover` or `contain`.
        notes: what was not found, a line each.
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
            name = self._take(path, shapes) if path else ""
            if name:
                taken[text] = name
        missing = [text for text, path in found.items() if path is None]
        wrong = [text for text, path in found.items() if path is not None and text not in taken]
        for names, why in (
            (wrong, "cannot be printed; save as PNG, JPEG or SVG"),
            (missing, "not found; put them beside the list"),
        ):
            if names:
                shown = ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")
                self.notes.append(f"{len(names)} of {len(found)} pictures {why}: {shown}")
        if not taken:
            column.role = "hidden"
            return
        names = [taken.get(text, "") for text in column.texts]
        column.values = [{"": name} for name in names]
        if len({name.endswith(RASTER) for name in taken.values()}) > 1:  # images and drawings are elements of two kinds
            column.values = [{"": name if name.endswith(RASTER) else ""} for name in names]
            name = field_name(f"{column.header} drawing", "drawing", [one.name for one in deck.columns])
            drawings = [{"": "" if one.endswith(RASTER) else one} for one in names]
            drawn = GuessedColumn(f"{column.header} (drawings)", drawings, name, "drawing", "plain")
            deck.columns.insert(deck.columns.index(column) + 1, drawn)
        if not shapes or not _LEAST <= median(shapes) <= _MOST:
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
        """The name under which a layout finds a picture; empty if it cannot be used."""
        suffix = path.suffix.lower()
        if suffix not in (*VECTOR, *RASTER) or path.stat().st_size > _MAX_PICTURE_BYTES:
            return ""
        drawn = suffix in VECTOR
        if not drawn:
            try:
                width, height = PressMetrics({}).image_size(path)
            except ValueError:
                return ""
            shapes.append(width / height)
        kind = "art" if drawn else "images"
        names = [PurePosixPath(name).stem for name in self.files]
        name = unique(slug(path.stem, "picture"), names)
        self.files[f"layouts/{kind}/{self._game}/{name}{suffix}"] = path.read_bytes()
        return name if drawn else name + suffix
