"""The games that pictures show, and what all ways to make pictures share."""

from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image

from pawprint.core.length import Length, mm
from pawprint.graphics.ops import Drawing
from pawprint.production import pipeline
from pawprint.production.images import PieceImages
from pawprint.production.options import ImageOptions

DOCS = Path(__file__).resolve().parents[1]


@cache
def load(game: str) -> pipeline.Workspace:
    """A game of the gallery or of the cookbook, with its layouts over the bundled ones; or a bundled game."""
    bundled = pipeline.bundled("layouts")
    for folder in (DOCS / "gallery", DOCS / "cookbook" / game):
        if (folder / "catalog" / game).is_dir():
            return pipeline.load(folder / "catalog", [folder / "layouts", bundled], [game])
    return pipeline.load(pipeline.bundled("catalog"), [bundled], [game])


def faultless(png: bytes | None, loaded: pipeline.Workspace) -> bytes:
    """The picture; the script ends with the findings if there are any."""
    if png is None or len(loaded.findings):
        raise SystemExit("\n".join(f"{finding.span}: {finding.message}" for finding in loaded.findings.sorted()))
    return png


def beside(*pages: bytes, colours: int = 0) -> bytes:
    """Pictures of one size in a row; with so many different *colours* at most, if there is a number."""
    images = [Image.open(BytesIO(page)).convert("RGB") for page in pages]
    width, height = images[0].size
    row = Image.new("RGB", (len(images) * (width + 6) + 6, height + 12), (150, 150, 150))
    for index, image in enumerate(images):
        row.paste(image, (6 + index * (width + 6), 6))
    out = BytesIO()
    (row.quantize(colours, dither=Image.Dither.NONE) if colours else row).save(out, "PNG")
    return out.getvalue()


def drawing_of(
    game: str, name: str, language: str = "en", side: str = "", *, bleed: Length | None = None
) -> tuple[PieceImages, Drawing | None]:
    """A side of a piece, and what makes pictures of it."""
    loaded = load(game)
    made = loaded.library.games[game]
    language = language if language in made.languages else made.languages[0]
    images = PieceImages(loaded.composer(mm(0) if bleed is None else bleed), made, language, ImageOptions())
    (record,) = made.find(name)
    return images, images.drawing(record, side)
