"""Pictures of what `pawprint export` makes."""

from io import BytesIO
from typing import Any

import resvg_py
from PIL import Image, ImageDraw

from pawprint.core.colour import Colour
from pawprint.core.length import ZERO, mm
from pawprint.export._rasters import RasterRequest, rasters
from pawprint.export.export_source import ExportOptions
from pawprint.export.exporter import EXPORTERS, Exporter, export
from pawprint.export.piece_files import PngExporter, ThumbnailsExporter
from pawprint.export.scene._arrangements import Lying, Spot
from pawprint.export.scene.scene_files import PIXEL, SceneExporter, SceneLook, ScenePiece, View, scene_drawing
from pawprint.press.png import render
from pawprint.production.images import PieceImages
from pawprint.production.options import ImageOptions
from picture_scripts import table_files
from picture_scripts.games import beside, faultless, load

#: ... and several together on a table, the lowest first: middle in parts of a card's height, degrees clockwise.
TABLE = (
    ("lake-ecosystem", "flight", 0.47, 0.67, -8),
    ("food-chain", "wolf", 1.13, 0.62, 3),
    ("fooden", "full-moonfish", 1.79, 0.66, -4),
    ("lake-ecosystem", "carnivore", 2.45, 0.62, 5),
    ("fooden", "hippopottedplant", 3.11, 0.66, -3),
    ("food-chain", "toad", 3.77, 0.63, 4),
    ("fooden", "griffin-and-bear-it", 4.45, 0.67, 9),
    ("pocket-cats", "mouse-6", 1.43, 1.07, 9),
    ("pocket-cats", "royal-claws-5", 2.78, 1.05, -7),
    ("pocket-cats", "roofs-5", 4.07, 1.08, 8),
)
FELT, TABLE_SIZE = Colour(44, 70, 68), (1556, 441)
#: The size of these pictures at most.
SCENE = 640, 400


def service(target: str, deck: str) -> bytes:
    """The overview of a deck of the garden, as it is uploaded to a print service."""
    loaded = load("garden")
    files = dict(export(loaded, EXPORTERS[target](), ExportOptions()))
    return faultless(beside(files[f"en/{deck}-overview.png"], colours=64), loaded)


def deck_pages(target: str, deck: str, dpi: int) -> bytes:
    """The first pages of the PDF file of a deck of the garden, and those of another animal."""
    pdf = dict(export(load("garden"), EXPORTERS[target](), ExportOptions()))[f"en/{deck}.pdf"]
    return beside(*(render(pdf, number, dpi) for number in (0, 1, 8, 9)), colours=64)


def cut(machine: str, dpi: int, game: str, component: str = "") -> bytes:
    """The first sheet of *component*, or of the box, that `pawprint export cut GAME --machine MACHINE` makes, with its
    cut file laid over it."""
    loaded = load(game)
    exporter = EXPORTERS["cut"](machine=machine)  # type: ignore[call-arg]
    options = ExportOptions(components=(component,) if component else (), languages=("en",))
    made = export(loaded, exporter, options)
    files = {name: data for name, data in made if component or "-box-" in name}
    faultless(b"", loaded)
    sheets = next(data for name, data in files.items() if name.endswith(".pdf"))
    lines = next(data for name, data in files.items() if name.endswith(".svg")).decode()
    image = Image.open(BytesIO(render(sheets, 0, dpi))).convert("RGBA")
    thick = lines.replace('stroke-width="0.1"', 'stroke-width="0.7"')
    over = Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=thick, dpi=dpi)))).convert("RGBA")
    image.alpha_composite(over.resize(image.size))
    out = BytesIO()
    image.convert("RGB").save(out, "PNG")
    return beside(out.getvalue(), colours=200)


def table() -> bytes:
    """The pieces of `TABLE`."""
    unit, width = 88.9 / 25.4 * 72, TABLE_SIZE[0]
    pieces: list[ScenePiece] = []
    spots: list[Spot] = []
    for game, name, x, y, turn in TABLE:
        loaded = load(game)
        (record,) = loaded.library.games[game].find(name)
        drawing = PieceImages(loaded.composer(ZERO), loaded.library.games[game], "en", ImageOptions()).drawing(record)
        assert drawing is not None
        spots.append(Spot(len(pieces), x * unit, y * unit, turn))
        pieces.append(ScenePiece(drawing, None, Lying(drawing.trim)))
    scale = width * PIXEL / (4.94 * unit)
    view = View((scale, 0.0, 0.0, scale, 0.0, 0.0), 0.0)
    drawing = scene_drawing("table", pieces, spots, view, SceneLook(*TABLE_SIZE, "spread", "felt", FELT))
    (png,) = rasters([RasterRequest(drawing, *TABLE_SIZE)], "en", ())
    out = BytesIO()
    Image.open(BytesIO(png)).convert("RGB").save(out, "JPEG", quality=82, optimize=True)
    return out.getvalue()


def exported(game: str, exporter: Exporter, cards: tuple[str, ...]) -> list[Image.Image]:
    """The pictures that `pawprint export` makes of English cards, in their order."""
    loaded = load(game)
    files = dict(export(loaded, exporter, ExportOptions(cards=cards, languages=("en",))))
    faultless(b"", loaded)
    return [Image.open(BytesIO(data)).convert("RGBA") for name, data in files.items() if not name.endswith(".json")]


def scene(game: str, cards: tuple[str, ...], size: str, **look: Any) -> bytes:
    """What `pawprint export scene GAME --card ...` makes, reduced."""
    (image,) = exported(game, SceneExporter(size=(size,), **look), cards)
    small = image.convert("RGB")
    small.thumbnail(SCENE)
    out = BytesIO()
    small.save(out, "JPEG", quality=80, optimize=True)
    return out.getvalue()


def virtual_table(target: str, game: str) -> bytes:
    """What the files for a virtual table show; both kinds of rooms have the same places."""
    workspace = load(game)
    exporter = EXPORTERS["vtt" if target == "pcio" else target](dpi=150)  # type: ignore[call-arg]
    files = dict(export(workspace, exporter, ExportOptions(languages=("en",))))
    if target == "tts":
        return table_files.save(files, f"{game}-en")
    if target == "atlas":
        return table_files.sheet(files[f"{game}-en/organisms-faces.jpg"])
    (room,) = files.values()
    return table_files.room(room)


def looks() -> bytes:
    """One card in the looks that pictures can have, on the squares that stand for nothing."""
    ways: tuple[dict[str, Any], ...] = (
        {}, {"square": True}, {"bleed": mm(3)}, {"shadow": True}, {"width": 190, "height": 190, "background": "#20242b"}
    )  # fmt: skip
    sized = [way if "width" in way else way | {"dpi": 66} for way in ways]
    images = [exported("food-chain", PngExporter(side="face", **way), ("fox",))[0] for way in sized]
    gap = 12
    row = Image.new("RGB", (sum(image.width + gap for image in images) + gap, 280), "white")
    for x in range(0, row.width, 8):
        for y in range(x % 16, row.height, 16):
            ImageDraw.Draw(row).rectangle((x, y, x + 7, y + 7), (226, 226, 226))
    x = gap
    for image in images:
        row.paste(image, (x, (row.height - image.height) // 2), image)
        x += image.width + gap
    out = BytesIO()
    row.save(out, "PNG")
    return out.getvalue()


def thumbnails() -> bytes:
    """What `pawprint export thumbnails` makes of some pieces, side by side."""
    pieces = (("lake-ecosystem", "carnivore"), ("pocket-cats", "twins-3a"), ("food-chain", "toad"), ("fooden", "star"))
    images = [exported(game, ThumbnailsExporter(size=96, shadow=True), (card,))[0] for game, card in pieces]
    row = Image.new("RGB", (len(images) * 108 + 12, 120), "white")
    for place, image in enumerate(images):
        row.paste(image, (12 + place * 108, 12), image)
    out = BytesIO()
    row.save(out, "PNG")
    return out.getvalue()
