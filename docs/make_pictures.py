"""Makes the pictures in `img/`: from the two games in `gallery/`, from the recipes in `cookbook/`, and for the README
from the bundled games.

    python docs/make_pictures.py            all of them
    python docs/make_pictures.py panel      those whose names contain the word

Run it after a change of the gallery, of a recipe or of how things are drawn, and look at what it made.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

import resvg_py
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from pawprint.boxes.net import panel_box
from pawprint.boxes.net_drawing import NetDrawer
from pawprint.build import pipeline
from pawprint.build.box_sheets import nets_of
from pawprint.build.calibration import calibration_file
from pawprint.build.image_options import ImageOptions
from pawprint.build.images import PieceImages, contact_sheet, picture_of
from pawprint.build.options import BuildOptions
from pawprint.core.affine import inverse
from pawprint.core.colour import Colour
from pawprint.core.geometry import Box
from pawprint.core.length import ZERO, mm
from pawprint.draw.lower import Lowering
from pawprint.export.export_options import ExportOptions
from pawprint.export.exporter import EXPORTERS, Exporter, export
from pawprint.export.overview_files import ThumbnailsExporter
from pawprint.export.piece_files import PngExporter
from pawprint.export.rasters import RasterRequest, rasters
from pawprint.export.scene.arrangements import Lying, Spot
from pawprint.export.scene.scene_files import SceneExporter
from pawprint.export.scene.table_scene import PIXEL, SceneLook, ScenePiece, View, scene_drawing
from pawprint.faces.kinds import KINDS
from pawprint.impose.imposition import Piece, one_up
from pawprint.press.png import render
from pawprint.press.sheet_pdf import write

HERE = Path(__file__).resolve().parent
PICTURES = HERE / "img"
#: The pieces on the front page: one of each game by itself, in the order of the table there ...
README = (
    ("food-chain", "fox", "en"),
    ("fooden", "gargastropod", "en"),
    ("lake-ecosystem", "nocturnal", "en"),
    ("pocket-cats", "twins-3a", "en"),
)
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
#: Pieces on pictures for campaigns.
FOODS = ("toad", "fox", "wolf", "boar", "snail")
FOODEN_SCENE = (
    *("full-moonfish", "hippopottedplant", "griffin-and-bear-it", "gargastropod", "sunflounder", "wellyworm"),
    *("meat-cube", "star", "plant-cube"),
)
CATS = ("mouse-6", "royal-claws-5", "roofs-5", "twins-3a")
LAKE = ("carnivore", "flight", "nocturnal", "speed", "food-chestnut")
#: The size of these pictures at most.
SCENE = 640, 400
#: Pages of rulebooks, counted from 0.
RULEBOOKS = (("food-chain", 1), ("pocket-cats", 5), ("lake-ecosystem", 6))
#: What is at fault in the picture of marks: in the catalog, right and wrong.
FAULTS = (
    ("    name: Toad\n", "    name: Toad ☃\n    art: frog\n"),
    (
        "Take a :leaf: when you play the **toad**.",
        "Take a :leave: when you play the **toad**. " + "It croaks all night. " * 14,
    ),
)
FELT, TABLE_SIZE = Colour(44, 70, 68), (1556, 441)
#: The recipes of the cookbook, in its order: the sides that the picture shows, and its dots per inch.
RECIPES: dict[str, tuple[int, tuple[str, ...]]] = {
    "trading-card": (96, ("emberfinch", "tidewyrm", "mosshorn")),
    "event-card": (96, ("first-frost", "spring-tide", "dry-spell")),
    "split-card": (96, ("sow-reap", "lend-borrow", "sow-reap/back")),
    "hex-tile": (96, ("shore", "hamlet", "isthmus", "shore/back")),
    "domino": (96, ("d-1-6", "d-2-5", "d-3-3", "d-0-4", "d-1-6/back")),
    "currency": (80, ("twenty", "hundred", "five/back")),
    "double-faced": (96, ("mill", "mill/back", "inn", "inn/back")),
    "tuck-label": (80, ("label", "plum")),
    "standee": (96, ("ada", "bruno", "cleo", "dov")),
    "reference-card": (96, ("turn", "turn/back")),
    "token-sheet": (96, ("wood", "stone", "grain", "fish", "coin", "water", "coin/back")),
    "tarot": (96, ("star", "sun", "lighthouse", "star/back")),
}
#: Pieces of all recipes in two rows, for the README.
COOKBOOK = (
    (
        *("trading-card/emberfinch", "tarot/star", "event-card/first-frost", "split-card/sow-reap"),
        *("double-faced/inn/back", "domino/d-2-5"),
    ),
    (
        *("currency/twenty", "hex-tile/hamlet", "standee/ada", "standee/cleo", "reference-card/turn"),
        *("token-sheet/fish", "tuck-label/cherry"),
    ),
)
#: Where a step to the right leads in the picture of a box, and a step away from the reader.
Axes = tuple[tuple[float, float], tuple[float, float]]
STANDING: Axes = ((0.95, 0.16), (0.55, -0.34))
LYING: Axes = ((0.9, 0.24), (0.52, -0.46))
#: The boxes of the bundled games in two rows.
BOXES = (("food-chain", "pocket-cats"), ("lake-ecosystem", "fooden"))
#: Pieces are drawn so many times as large as they are shown, since reducing smooths their edges.
FINE = 2
#: The desk under them, its shadows, and a colour that no piece has.
DESK, DESK_SHADE, OUTSIDE = (236, 233, 227), (120, 112, 100), (255, 0, 254)


def pictures() -> Iterator[tuple[str, Callable[[], bytes]]]:
    """(file name, what makes it) of every picture."""
    for kind in KINDS:
        yield f"element-{kind}.png", lambda kind=kind: piece("gallery", kind, 200)
    yield "garden-toad.png", lambda: piece("garden", "toad", 130)
    yield "extends.png", lambda: piece("gallery", "pair", 95)
    yield "effects.png", lambda: piece("gallery", "effects", 200)
    yield "bars.png", lambda: piece("gallery", "bars", 200)
    yield "figure-joints.png", lambda: piece("gallery", "joints", 200)
    yield "figure-beetles.png", lambda: contact("gallery", "beetles", 110)
    yield "proof.png", lambda: piece("garden", "toad", 130, bleed=3, proof=True)
    yield "draft-marks.png", lambda: marked(110)
    yield "sheet-hexagons.png", lambda: sheet(0, 60, game="hex-tile", component="tiles", paper="A5")
    yield "cover.png", lambda: sheet(0, 72, paper="A4", cover=True, crop=Box(20, 40, 555, 395))
    yield "second-side.png", lambda: second_side(110, across=1.3, down=0.4)
    yield "sheet-crop.png", lambda: sheet(0, 70, marks="crop", bleed=2)
    yield "sheet-grid.png", lambda: sheet(0, 70, marks="grid")
    yield "sheet-gutterfold.png", lambda: sheet(0, 70, duplex="gutterfold")
    yield "cut-silhouette.png", lambda: cut("silhouette", 42, "food-chain", "organisms")
    yield "cut-inkscape-silhouette.png", lambda: cut("inkscape-silhouette", 36, "food-chain", "organisms")
    yield "cut-cameo5.png", lambda: cut("cameo5", 36, "token-sheet", "goods")
    yield "cut-cricut.png", lambda: cut("cricut", 45, "food-chain", "organisms")
    yield "cut-summa.png", lambda: cut("summa", 45, "hex-tile", "tiles")
    yield "cut-box.png", lambda: cut("silhouette", 42, "food-chain")
    yield "cut-laser.png", lambda: cut("laser", 45, "standee", "heroes")
    yield "calibration-sheet.png", lambda: beside(*calibration_pages(56), colours=32)
    yield "calibration-reading.png", lambda: held_to_light(1.3, 0.7)
    yield "box-net.png", lambda: beside(box_net("food-chain", 64), colours=200)
    yield "boxes.png", lambda: boxes(56)
    yield "sheet-standees.png", lambda: sheet(0, 70, game="gallery", component="explorers", paper="A5")
    yield (
        "sheet-tiles.png",
        lambda: beside(*(sheet(n, 36, game="lake-ecosystem", component="lake", paper="A4") for n in range(3))),
    )
    yield (
        "low-ink.png",
        lambda: beside(
            piece("lake-ecosystem", "carnivore", 60), piece("lake-ecosystem", "carnivore", 60, low_ink=True),
            piece("fooden", "hippopottedplant", 60), piece("fooden", "hippopottedplant", 60, low_ink=True),
        ),
    )  # fmt: skip
    yield (
        "rulebooks.png",
        lambda: beside(*(page(game, number, 60) for game, number in RULEBOOKS), colours=48),
    )
    yield "service-tgc.png", lambda: service("tgc", "animals")
    yield "service-mpc.png", lambda: service("mpc", "poker")
    yield "service-drivethrucards.png", lambda: deck_pages("drivethrucards", "poker", 50)
    yield "front.jpg", table
    for game, name, language in README:
        yield (
            f"{name}-{language}.png",
            lambda game=game, name=name, language=language: piece(game, name, 100, language=language),
        )
    yield "picture-looks.png", looks
    yield "thumbnails.png", thumbnails
    yield (
        "scene-fan.jpg",
        lambda: scene("food-chain", ("toad", "fox", "wolf", "boar", "snail"), "kickstarter", title=True),
    )
    yield (
        "scene-spread.jpg",
        lambda: scene("fooden", FOODEN_SCENE, "gamefound-cover", arrangement="spread", ground="insect"),
    )
    yield (
        "scene-grid.jpg",
        lambda: scene("pocket-cats", CATS, "gamefound-thumbnail", arrangement="grid", ground="indigo"),
    )
    yield (
        "scene-stack.jpg",
        lambda: scene("lake-ecosystem", LAKE, "social", arrangement="stack", surface="wood", turn=-8),
    )
    for target, game in (
        ("vtt", "lake-ecosystem"),
        ("tts", "fooden"),
        ("pcio", "pocket-cats"),
        ("atlas", "food-chain"),
    ):
        yield f"virtual-table-{target}.jpg", lambda target=target, game=game: virtual_table(target, game)
    yield "play.jpg", play
    yield "sheet-food-chain.png", lambda: sheet(2, 45, game="food-chain", paper="A4", cover=True)
    yield "cookbook.png", lambda: cookbook(64)
    for name in RECIPES:
        yield f"cookbook-{name}.png", lambda name=name: recipe(name)


def service(target: str, deck: str) -> bytes:
    """The overview of a deck of the garden, as it is uploaded to a print service."""
    loaded = load("garden")
    files = dict(export(loaded, EXPORTERS[target](), ExportOptions()))
    return said(beside(files[f"en/{deck}-overview.png"], colours=64), loaded)


def deck_pages(target: str, deck: str, dpi: int) -> bytes:
    """The first pages of the PDF file of a deck of the garden, and those of another animal."""
    pdf = dict(export(load("garden"), EXPORTERS[target](), ExportOptions()))[f"en/{deck}.pdf"]
    return beside(*(render(pdf, number, dpi) for number in (0, 1, 8, 9)), colours=64)


def piece(
    game: str,
    name: str,
    dpi: int,
    *,
    bleed: float = 0,
    proof: bool = False,
    language: str = "en",
    low_ink: bool = False,
) -> bytes:
    """What `pawprint show GAME NAME` makes."""
    loaded = load(game)
    (record,) = loaded.library.games[game].find(name)
    look = ImageOptions(bleed=mm(bleed), proof=proof, low_ink=low_ink)
    png = picture_of(loaded.composer(look.bleed), loaded.library.games[game], record, language, look, dpi)
    return said(png, loaded)


def marked(dpi: int) -> bytes:
    """What `pawprint show garden toad` makes of a toad with four faults."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("catalog/garden", "layouts"):
            copytree(HERE / "gallery" / part, folder / part)
        cards = folder / "catalog/garden/cards.yaml"
        text = cards.read_text(encoding="utf-8")
        for right, wrong in FAULTS:
            assert right in text
            text = text.replace(right, wrong)
        cards.write_text(text, encoding="utf-8")
        bundled = pipeline.bundled("layouts")
        loaded = pipeline.load(folder / "catalog", [folder / "layouts", bundled], ["garden"])
        game = loaded.library.games["garden"]
        (record,) = game.find("toad")
        png = picture_of(loaded.composer(ImageOptions().bleed), game, record, "en", ImageOptions(), dpi)
        assert png is not None
        return png


def contact(game: str, component: str, dpi: int) -> bytes:
    """What `pawprint show GAME --contact-sheet --component COMPONENT` makes."""
    loaded = load(game)
    made, look = loaded.library.games[game], ImageOptions()
    png = contact_sheet(loaded.composer(look.bleed), made, made.components[component], "en", look, dpi)
    return said(png, loaded)


def sheet(
    page: int,
    dpi: int,
    *,
    paper: str = "A5",
    bleed: float = 0,
    marks: str = "crop",
    duplex: str = "long-edge",
    cover: bool = False,
    crop: Box | None = None,
    game: str = "garden",
    component: str = "",
) -> bytes:
    """A page of what `pawprint build GAME` makes, or a part of it."""
    loaded = load(game)
    cards = () if cover or component else ("toad", "heron")
    some = BuildOptions(components=(component,), languages=("en",)) if component else BuildOptions(cards=cards)
    choice = replace(some, paper=paper, duplex=duplex, marks=marks, bleed=mm(bleed), cover=cover)
    made = next(pipeline.build(loaded, choice), None)
    return said(render(made.data, page, dpi, crop) if made else None, loaded)


def second_side(dpi: int, across: float, down: float) -> bytes:
    """The foot of a cover held up to the light, its back shifted by so many millimetres."""
    foot = Box(36, 672, 524, 158)
    behind = Box(595.28 - foot.right, foot.y, foot.width, foot.height)
    front, back = (
        Image.open(BytesIO(sheet(page, dpi, paper="A4", cover=True, crop=crop))).convert("RGB")
        for page, crop in ((0, foot), (1, behind))
    )
    unit = dpi / 25.4
    through = ImageChops.offset(ImageOps.mirror(back), round(across * unit), round(down * unit))
    out = BytesIO()
    ImageChops.multiply(front, through.resize(front.size)).save(out, "PNG")
    return out.getvalue()


def box_net(game: str, dpi: int) -> bytes:
    """The sheet of a bundled game's box, without the white above and below it."""
    loaded = load(game)
    made = next(pipeline.build(loaded, BuildOptions(kinds=("boxes",), languages=("en",), cover=False)), None)
    return said(render(made.data, 0, dpi, Box(10, 210, 575, 425)) if made else None, loaded)


def boxes(dpi: int) -> bytes:
    """The boxes of the bundled games, folded, on the desk."""
    folded = {game: folded_box(game, dpi * FINE) for game, *_ in README}
    return on_desk([[folded[game] for game in row] for row in BOXES], dpi)


def folded_box(game: str, dpi: int) -> Image.Image:
    """A box seen from the front and from above, to its right side: a tuckbox stands, a box with a lid lies."""
    loaded = load(game)
    made = loaded.library.games[game]
    composer = loaded.composer(mm(3))
    ((box, nets),) = nets_of(made, composer, BuildOptions())
    drawings = NetDrawer(composer, made, "en", Lowering()).drawings(box, nets, False)
    panels: dict[str, Image.Image] = {}
    for net, drawing in zip(nets, drawings or (), strict=True):
        page = one_up(Piece(drawing), mm(0), marks=False)
        image = Image.open(BytesIO(render(write(page, title=game, language="en"), 0, dpi))).convert("RGBA")
        for panel in net.panels:
            area = panel_box(panel).inset(0.8)  # without the lines of the folds
            corners = [round(edge / 72 * dpi) for edge in (area.x, area.y, area.right, area.bottom)]
            upright = image.crop((corners[0], corners[1], corners[2], corners[3]))
            panels[panel.name] = upright.rotate(90 * panel.quarters, expand=True)
    said(b"", loaded)
    if "front" in panels:
        return solid(panels["front"], panels["right"], panels["lid"], STANDING)
    tray = solid(panels["tray-front"], panels["tray-right"], None, LYING)
    lid = solid(panels["lid-front"], panels["lid-right"], panels["lid-top"], LYING)
    whole = Image.new("RGBA", (lid.width, lid.height + panels["tray-front"].height - panels["lid-front"].height))
    whole.alpha_composite(tray, ((lid.width - tray.width) // 2, whole.height - tray.height))
    whole.alpha_composite(lid, (0, 0))
    return whole


def solid(front: Image.Image, side: Image.Image, top: Image.Image | None, axes: Axes) -> Image.Image:
    """Three faces of a box in parallel projection.

    Args:
        axes: where a step to the right leads, and a step away.
    """
    (rx, ry), (ax, ay) = axes
    deep = top.height if top else side.width
    width, away = front.width * rx + deep * ax, -deep * ay
    canvas = Image.new("RGBA", (round(width) + 2, round(front.height + front.width * ry + away) + 2))
    faces = [(front, (0.0, away), (rx, ry), (0.0, 1.0), 0.96)]
    faces.append((side, (front.width * rx, away + front.width * ry), (ax, ay), (0.0, 1.0), 0.78))
    if top:
        faces.append((top, (deep * ax, away + deep * ay), (rx, ry), (-ax, -ay), 1.0))
    for image, (x, y), (a, b), (c, d), light in faces:
        shown = ImageChops.multiply(image, Image.new("RGBA", image.size, (*[round(255 * light)] * 3, 255)))
        a, b, c, d, e, f = inverse((a, b, c, d, x, y))
        placed = shown.transform(canvas.size, Image.Transform.AFFINE, (a, c, e, b, d, f), Image.Resampling.BICUBIC)
        canvas.alpha_composite(placed)
    return canvas


def cut(machine: str, dpi: int, game: str, component: str = "") -> bytes:
    """The first sheet of *component*, or of the box, that `pawprint export cut GAME --machine MACHINE` makes, with its
    cut file laid over it."""
    loaded = load(game)
    exporter = EXPORTERS["cut"](machine=machine)  # type: ignore[call-arg]
    options = ExportOptions(components=(component,) if component else (), languages=("en",))
    made = export(loaded, exporter, options)
    files = {name: data for name, data in made if component or "-box-" in name}
    said(b"", loaded)
    sheets = next(data for name, data in files.items() if name.endswith(".pdf"))
    lines = next(data for name, data in files.items() if name.endswith(".svg")).decode()
    image = Image.open(BytesIO(render(sheets, 0, dpi))).convert("RGBA")
    thick = lines.replace('stroke-width="0.1"', 'stroke-width="0.7"')
    over = Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=thick, dpi=dpi)))).convert("RGBA")
    image.alpha_composite(over.resize(image.size))
    out = BytesIO()
    image.convert("RGB").save(out, "PNG")
    return beside(out.getvalue(), colours=200)


def calibration_pages(dpi: int) -> tuple[bytes, bytes]:
    """Both sides of a calibration sheet."""
    made, findings = calibration_file([pipeline.bundled("layouts")], "A4", "long-edge", "en")
    if made is None:
        raise SystemExit("\n".join(finding.message for finding in findings))
    return render(made.data, 0, dpi), render(made.data, 1, dpi)


def held_to_light(across: float, up: float) -> bytes:
    """The station in the middle of a calibration sheet whose back is so many millimetres off, as one reads it."""
    dots = 10  # to a millimetre
    front, back = (Image.open(BytesIO(one)).convert("RGB") for one in calibration_pages(round(25.4 * dots)))
    seen = ImageChops.offset(ImageOps.mirror(back), round(across * dots), -round(up * dots))
    x, y = front.width // 2, front.height // 2
    both = ImageChops.multiply(front, seen).crop((x - 21 * dots, y - 22 * dots, x + 23 * dots, y + 27 * dots))
    out = BytesIO()
    both.save(out, "PNG")
    return beside(out.getvalue(), colours=48)


def page(game: str, number: int, dpi: int) -> bytes:
    """A page of a bundled game's English rulebook."""
    loaded = load(game)
    made = next(pipeline.build(loaded, BuildOptions(kinds=("rulebook",), languages=("en",))), None)
    return said(render(made.data, number, dpi, None) if made else None, loaded)


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
    (png,) = rasters([RasterRequest(drawing, *TABLE_SIZE)], "en", ExportOptions(), ())
    out = BytesIO()
    Image.open(BytesIO(png)).convert("RGB").save(out, "JPEG", quality=82, optimize=True)
    return out.getvalue()


def exported(game: str, exporter: Exporter, cards: tuple[str, ...]) -> list[Image.Image]:
    """The pictures that `pawprint export` makes of English cards, in their order."""
    loaded = load(game)
    files = dict(export(loaded, exporter, ExportOptions(cards=cards, languages=("en",))))
    said(b"", loaded)
    return [Image.open(BytesIO(data)).convert("RGBA") for name, data in files.items() if not name.endswith(".json")]


def scene(game: str, cards: tuple[str, ...], size: str, **look: Any) -> bytes:
    """What `pawprint export scene GAME --card ...` makes, reduced."""
    (image,) = exported(game, SceneExporter(size=(size,), **look), cards)
    small = image.convert("RGB")
    small.thumbnail(SCENE)
    out = BytesIO()
    small.save(out, "JPEG", quality=80, optimize=True)
    return out.getvalue()


def play() -> bytes:
    """The view Play of the preview."""
    import play_picture as shown  # beside this file

    return shown.play_page()


def virtual_table(target: str, game: str) -> bytes:
    """What the files for a virtual table show; both kinds of rooms have the same places."""
    import virtual_table_pictures as shown  # beside this file

    workspace = load(game)
    exporter = EXPORTERS["vtt" if target == "pcio" else target](dpi=150)  # type: ignore[call-arg]
    files = dict(export(workspace, exporter, ExportOptions(languages=("en",))))
    if target == "tts":
        return shown.save(files, f"{game}-en")
    if target == "atlas":
        return shown.sheet(files[f"{game}-en/organisms-faces.jpg"])
    (room,) = files.values()
    return shown.room(room)


def looks() -> bytes:
    """One card in the looks that pictures can have, on the squares that stand for nothing."""
    ways: tuple[dict[str, Any], ...] = (
        {}, {"square": True}, {"bleed": mm(3)}, {"shadow": True}, {"width": 190, "height": 190, "background": "#20242b"}
    )  # fmt: skip
    images = [exported("food-chain", PngExporter(side="face", **{"dpi": 66} | way), ("fox",))[0] for way in ways]
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


def recipe(name: str) -> bytes:
    """Sides of a recipe's pieces in a row on the desk."""
    dpi, sides = RECIPES[name]
    return on_desk([[side_of(name, side, dpi * FINE) for side in sides]], dpi)


def cookbook(dpi: int) -> bytes:
    """Pieces of all recipes on the desk."""
    rows = [[side_of(*word.split("/", 1), dpi * FINE) for word in row] for row in COOKBOOK]
    return on_desk(rows, dpi)


def side_of(game: str, side: str, dpi: int) -> Image.Image:
    """A side of a recipe's piece, cut out: `fox` is the face of the piece fox, `fox/back` its back."""
    loaded = load(game)
    said(b"", loaded)
    made = loaded.library.games[game]
    images = PieceImages(loaded.composer(mm(0)), made, made.languages[0], ImageOptions())
    piece_id, _, which = side.partition("/")
    (record,) = made.find(piece_id)
    drawing = images.drawing(record, which or "face")
    return cut_out(said(images.png(drawing, dpi) if drawing else None, loaded))


def on_desk(rows: list[list[Image.Image]], dpi: int) -> bytes:
    """Pieces in rows, each with its shadow; they are `FINE` times as large as in the picture."""
    gap = dpi * FINE // 6
    widths = [sum(image.width + gap for image in row) + gap for row in rows]
    heights = [max(image.height for image in row) + gap for row in rows]
    canvas = Image.new("RGB", (max(widths), sum(heights) + gap), DESK)
    top = gap
    for row, width, height in zip(rows, widths, heights, strict=True):
        spread = (canvas.width - width) // (len(row) + 1)
        x = gap + spread
        for image in row:
            y = top + (height - gap - image.height) // 2
            shade = Image.new("L", canvas.size, 0)
            shade.paste(image.getchannel("A").point(lambda part: part * 0.6), (x + FINE, y + 2 * FINE))
            canvas.paste(DESK_SHADE, (0, 0), shade.filter(ImageFilter.GaussianBlur(dpi / 30)))
            canvas.paste(image, (x, y), image)
            x += image.width + gap + spread
        top += height
    out = BytesIO()
    canvas.reduce(FINE).save(out, "PNG")
    return out.getvalue()


def cut_out(png: bytes) -> Image.Image:
    """A picture of a piece with nothing outside its outline: what is white from the corners on is transparent."""
    shown = Image.open(BytesIO(png)).convert("RGBA")
    image = Image.new("RGBA", shown.size, "white")
    image.alpha_composite(shown)
    image = image.convert("RGB")
    around = Image.new("RGB", (image.width + 2, image.height + 2), "white")
    around.paste(image, (1, 1))
    ImageDraw.floodfill(around, (0, 0), OUTSIDE, thresh=12)
    apart = ImageChops.difference(around, Image.new("RGB", around.size, OUTSIDE)).convert("L")
    mask = apart.point(lambda difference: 255 if difference else 0).crop((1, 1, image.width + 1, image.height + 1))
    image.putalpha(mask)
    return image


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


def load(game: str) -> pipeline.Workspace:
    """A game of the gallery or of the cookbook, with its layouts over the bundled ones; or a bundled game."""
    bundled = pipeline.bundled("layouts")
    for folder in (HERE / "gallery", HERE / "cookbook" / game):
        if (folder / "catalog" / game).is_dir():
            return pipeline.load(folder / "catalog", [folder / "layouts", bundled], [game])
    return pipeline.load(pipeline.bundled("catalog"), [bundled], [game])


def said(png: bytes | None, loaded: pipeline.Workspace) -> bytes:
    """The picture, or an end with what was found."""
    if png is None or len(loaded.findings):
        raise SystemExit("\n".join(f"{finding.span}: {finding.message}" for finding in loaded.findings.sorted()))
    return png


def packed(png: bytes) -> bytes:
    """The picture in fewer bytes, with 256 colours."""
    out = BytesIO()
    Image.open(BytesIO(png)).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def main(words: list[str]) -> None:
    """Make the pictures whose names contain one of *words*; all if there is none."""
    PICTURES.mkdir(exist_ok=True)
    for name, make in pictures():
        if not words or any(word in name for word in words):
            data = make() if name.endswith(".jpg") else packed(make())
            (PICTURES / name).write_bytes(data)
            sys.stdout.write(f"{name}  {len(data) / 1000:.1f} kB\n")


if __name__ == "__main__":
    main(sys.argv[1:])
