"""Real fonts and images, measured: what composing asks of the press."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from pawprint.core.files import package_folder
from pawprint.core.image_reader import ImageFacts
from pawprint.core.raster import image_facts
from pawprint.press.fonts import FontBook, FontFile
from pawprint.typography.metrics import SUBSTITUTE
from pawprint.typography.scripts import PACKS


class PressMetrics(FontBook):
    """See `pawprint.typography.metrics.Metrics`."""

    def __init__(
        self, families: Mapping[str, Mapping[str, FontFile]], fallbacks: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        super().__init__({**families, SUBSTITUTE: _substitute()}, fallbacks, installed_pack)

    def image_facts(self, path: Path) -> ImageFacts:
        """See `Metrics.image_facts`."""
        return image_facts(str(path))


def _substitute() -> dict[str, FontFile]:
    """The cuts of Source Sans 3, which is always installed."""
    folder = package_folder("fontpkg_source_sans_3")
    assert folder is not None, "it is a dependency"
    upright, italic = (folder / "files" / f"SourceSans3{name}[wght].ttf" for name in ("", "-Italic"))
    files = {"regular": (upright, 400), "bold": (upright, 700), "italic": (italic, 400), "bold-italic": (italic, 700)}
    return {cut: FontFile(path, {"wght": weight}) for cut, (path, weight) in files.items()}


def installed_pack(script: str) -> dict[str, FontFile]:
    """The cuts of the font pack for *script* that are installed."""
    cuts: dict[str, FontFile] = {}
    pack = PACKS.get(script)
    for cut, (package, file, axes) in pack.cuts.items() if pack else ():
        folder = package_folder(package)
        if folder is not None and (folder / file).is_file():
            cuts[cut] = FontFile(folder / file, axes, ("lnum",))
    return cuts
