"""Real fonts and images, measured: what composing asks of the press."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from pawprint.core.files import package_folder
from pawprint.press.fonts import FontBook, FontFile
from pawprint.typography.scripts import PACKS

#: More pixels than this serve no card; 40 megapixels cover A3 at 450 dpi.
MAX_PIXELS = 40_000_000


class PressMetrics(FontBook):
    """See `pawprint.typography.metrics.Metrics`."""

    def __init__(
        self, families: Mapping[str, Mapping[str, FontFile]], fallbacks: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        super().__init__(families, fallbacks, installed_pack)
        self._sizes: dict[Path, tuple[int, int] | ValueError] = {}

    def image_size(self, path: Path) -> tuple[int, int]:
        """See `Metrics.image_size`; an image that breaks off in the middle is refused as well."""
        if path not in self._sizes:
            try:
                self._sizes[path] = _size_of(path)
            except ValueError as error:
                self._sizes[path] = error
        size = self._sizes[path]
        if isinstance(size, ValueError):
            raise size
        return size


def installed_pack(script: str) -> dict[str, FontFile]:
    """The cuts of the font pack for *script* that are installed."""
    cuts: dict[str, FontFile] = {}
    pack = PACKS.get(script)
    for cut, (package, file, axes) in pack.cuts.items() if pack else ():
        folder = package_folder(package)
        if folder is not None and (folder / file).is_file():
            cuts[cut] = FontFile(folder / file, axes, ("lnum",))
    return cuts


def _size_of(path: Path) -> tuple[int, int]:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path, formats=("PNG", "JPEG")) as image:
            width, height = image.size
            if width * height > MAX_PIXELS:
                raise ValueError(_too_large(path, f"{width} x {height}"))
            image.load()
    except Image.DecompressionBombError:
        raise ValueError(_too_large(path, "hundreds of millions of")) from None
    except UnidentifiedImageError:
        raise ValueError(f"'{path.name}' is neither a PNG nor a JPEG image") from None
    except (OSError, SyntaxError):  # what Pillow says of files that break off, or whose parts contradict each other
        raise ValueError(f"'{path.name}' is damaged") from None
    return width, height


def _too_large(path: Path, count: str) -> str:
    return f"'{path.name}' has {count} pixels; {MAX_PIXELS / 1e6:.0f} million are the limit"
