"""Pieces and folded boxes on a desk."""

from io import BytesIO

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from pawprint.core.affine import inverse
from pawprint.core.length import mm
from pawprint.pieces.boxes.net import panel_box
from pawprint.pieces.boxes.net_drawing import NetDrawer
from pawprint.pieces.lower import Lowering
from pawprint.press.png import render
from pawprint.press.sheet_pdf import write
from pawprint.production.box_sheets import nets_of
from pawprint.production.options import BuildOptions
from pawprint.sheets.imposition import Piece, one_up
from picture_scripts.games import drawing_of, faultless, load

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


def boxes(dpi: int) -> bytes:
    """The boxes of the bundled games, folded, on the desk."""
    folded = {game: folded_box(game, dpi * FINE) for row in BOXES for game in row}
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
    faultless(b"", loaded)
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
    name, _, which = side.partition("/")
    images, drawing = drawing_of(game, name, side=which or "face")
    return cut_out(faultless(images.png(drawing, dpi) if drawing else None, load(game)))


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
