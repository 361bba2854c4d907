"""Faults that a print would suffer from, each in the small game of `bad_catalogs/base`, and what is found of it.

The game is exported for the print service `press`, whose product `card` has the size of its cards; no text and no icon
may come closer than 4 mm to the cut.
"""

import io
import struct
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from pawprint.core.files import package_folder

PRESS = "layouts/services/press.yaml"
CARD = "{kind: cards, trim: 40 mm x 60 mm, safe: 4 mm}"
SERVICE = f"title: Press\nproducts:\n  card: {CARD}\n"
FACE, BACK, STOCKS, GAME, CARDS = (
    "layouts/faces/animal.yaml",
    "layouts/faces/back.yaml",
    "layouts/stocks.yaml",
    "den/game.yaml",
    "den/cards.yaml",
)
HEAD = "palette: den\nelements:\n"
GROUND = "  - {kind: panel, fill: paper, bleeds: true}\n"
_BASE = Path(__file__).parents[1] / "bad_catalogs" / "base"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 46 66">%s</svg>'


class Fault(NamedTuple):
    """A fault.

    Attributes:
        files: path -> content, laid over the game.
        code: of the only finding.
        file, line: where it is: in that file, on the line with these words.
        says: words of its message, or of its help.
    """

    files: dict[str, str | bytes]
    code: str
    file: str
    line: str
    says: str


def on_face(element: str, code: str, says: str, line: str = "", **files: str | bytes) -> Fault:
    """A face whose only element besides its ground is at fault; *files* are images and drawings."""
    over: dict[str, str | bytes] = {name.replace("__", "/").replace("_dot_", "."): data for name, data in files.items()}
    return Fault({FACE: f"{HEAD}{GROUND}  - {element}\n", **over}, code, FACE, line or element[:40], says)


def on_back(element: str, code: str, says: str) -> Fault:
    """The same for the back."""
    return Fault(
        {BACK: f"{HEAD}  - {{kind: panel, fill: moss, bleeds: true}}\n  - {element}\n"}, code, BACK, element[:40], says
    )


def press(product: str = CARD, more: str = "") -> dict[str, str | bytes]:
    """Another product, or more properties of the service."""
    return {PRESS: f"title: Press\n{more}products:\n  card: {product}\n"}


def edited(path: str, old: str, new: str) -> str:
    """A file of the game with other words."""
    text = (_BASE / path).read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new)


def picture(width: int, height: int, mode: str = "RGB", form: str = "PNG") -> bytes:
    """An image in one colour."""
    out = io.BytesIO()
    image = Image.new(mode, (width, height), (90, 120, 60, 0)[: len(mode)])
    image.save(out, form)
    return out.getvalue()


def restricted_font() -> bytes:
    """A font whose licence forbids to embed it."""
    folder = package_folder("fontpkg_source_sans_3")
    assert folder is not None
    data = bytearray(next(folder.rglob("SourceSans3?wght?.ttf")).read_bytes())
    for index in range(struct.unpack_from(">H", data, 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * index)
        if tag == b"OS/2":
            struct.pack_into(">H", data, offset + 8, 2)
    return bytes(data)


def drawing(shapes: str) -> str:
    """A drawing as large as a card with its bleed."""
    return SVG % shapes


_DISC = {STOCKS: "stocks:\n  small: {trim: 40 mm x 40 mm, safe: 3 mm, outline: circle}\n"}
_ROUND = press("{kind: cards, outline: circle, trim: 40 mm x 40 mm, safe: 4 mm}")
_WHOLE = "at: [-3 mm, -3 mm], size: [46 mm, 66 mm]"
_TURNED = "  - kind: group\n    turn: 90\n    elements:\n      - "
_ROTATED = f"{HEAD}{GROUND}{_TURNED}{{kind: image, image: map.png, at: [5 mm, 20 mm], size: [30 mm, 20 mm]}}\n"
_FONTS = "fonts:\n  text:\n    regular: {file: ours.ttf, axes: {wght: 400}}\n"
_INNER = "  - {kind: icon, icon: paw, at: [2 mm, 20 mm], size: [6 mm, 6 mm]}\n"

FAULTS: dict[str, Fault] = {
    "text close to the left": on_face(
        "{kind: text, text: '{{ name }}', at: [3.1 mm, 20 mm], size: [30 mm, 6 mm]}",
        "outside-safe-area",
        "hare (en): text: it comes 0.9 mm closer to the cut than the 4 mm that card of Press keeps free",
    ),
    "text close to the bottom": on_face(
        "{kind: text, text: '{{ name }}', at: [5 mm, 51 mm], size: [30 mm, 5.9 mm], style: {valign: bottom}}",
        "outside-safe-area",
        "closer to the cut than the 4 mm",
    ),
    "an icon close to the right": on_face(
        "{kind: icon, icon: paw, at: [32 mm, 20 mm], size: [6 mm, 6 mm]}",
        "outside-safe-area",
        "icon: it comes 0.8 mm closer",
    ),
    "a QR code close to the top": on_face(
        "{kind: qr, text: 'https://example.org', at: [10 mm, 3 mm], size: [20 mm, 20 mm]}",
        "outside-safe-area",
        "qr: it comes",
    ),
    "an icon in a group that is turned": Fault(
        {FACE: f"{HEAD}{GROUND}  - kind: group\n    turn: 180\n    elements:\n    {_INNER}"},
        "outside-safe-area",
        FACE,
        "kind: icon",
        "icon: it comes 0.8 mm closer",
    ),
    "an icon on the back": on_back(
        "{kind: icon, icon: paw, at: [2 mm, 20 mm], size: [6 mm, 6 mm]}",
        "outside-safe-area",
        "hare (en, back): icon",
    ),
    "an icon close to the rim of a disc": Fault(
        {
            **_DISC,
            **_ROUND,
            FACE: f"{HEAD}{GROUND}  - {{kind: icon, icon: paw, at: [6 mm, 6 mm], size: [6 mm, 6 mm]}}\n",
        },
        "outside-safe-area",
        FACE,
        "kind: icon",
        "closer to the cut",
    ),
    "a panel that ends at the cut": on_face(
        "{kind: panel, fill: moss}",
        "bleed-missing",
        "its art reaches the cut and ends there (left, top, right and bottom); card of Press wants 3.0 mm",
    ),
    "a panel that ends at the left": on_face(
        "{kind: panel, fill: moss, at: [0, -3 mm], size: [43 mm, 66 mm]}",
        "bleed-missing",
        "ends there (left)",
    ),
    "a panel that ends at the top": on_face(
        "{kind: panel, fill: moss, at: [-3 mm, 0], size: [46 mm, 63 mm]}",
        "bleed-missing",
        "ends there (top)",
    ),
    "a panel that ends shortly beyond the right": on_face(
        "{kind: panel, fill: moss, at: [-3 mm, -3 mm], size: [44 mm, 66 mm]}",
        "bleed-missing",
        "ends 1.0 mm behind it (right)",
    ),
    "a panel that ends at the bottom": on_face(
        "{kind: panel, fill: moss, at: [-3 mm, -3 mm], size: [46 mm, 63 mm]}",
        "bleed-missing",
        "ends there (bottom)",
    ),
    "an image that ends at the cut": on_face(
        "{kind: image, image: map.png, at: [5 mm, 20 mm], size: [35 mm, 20 mm]}",
        "bleed-missing",
        "image: its art reaches",
        den__images__map_dot_png=picture(420, 240),
    ),
    "a drawing that ends at the cut": on_face(
        f"{{kind: art, art: wood, {_WHOLE}}}",
        "bleed-missing",
        "art: its art reaches the cut and ends there (left)",
        den__art__wood_dot_svg=drawing('<path d="M3 20H40V30H3Z" fill="#203040"/>'),
    ),
    "a drawing that ends beyond the cut, without a ground": Fault(
        {
            FACE: f"{HEAD}  - {{kind: art, art: wood, {_WHOLE}}}\n",
            "den/art/wood.svg": drawing('<path d="M0 0H46V64H0Z" fill="#203040"/>'),
        },
        "bleed-missing",
        FACE,
        "kind: art",
        "ends 1.0 mm behind it (bottom)",
    ),
    "a polygon on the back that ends at the cut": Fault(
        {BACK: f"{HEAD}  - {{kind: polygon, fill: moss, points: [[0, 0], [100, 0], [100, 100], [0, 100]]}}\n"},
        "bleed-missing",
        BACK,
        "kind: polygon",
        "hare (en, back): polygon",
    ),
    "a disc whose ground is a disc": Fault(
        {**_DISC, **_ROUND, FACE: f"{HEAD}  - {{kind: panel, round: true, fill: moss}}\n"},
        "bleed-missing",
        FACE,
        "kind: panel",
        "card of Press wants 3.0 mm",
    ),
    "an image with few pixels": on_face(
        "{kind: image, image: map.png, at: [5 mm, 20 mm], size: [30 mm, 20 mm]}",
        "low-resolution",
        "the image 'map.png' has 152 pixels to the inch at this size, and card of Press wants 250",
        den__images__map_dot_png=picture(180, 120),
    ),
    "an image with few pixels, turned": Fault(
        {FACE: _ROTATED, "den/images/map.png": picture(180, 120)},
        "low-resolution",
        FACE,
        "kind: image",
        "296 x 197 pixels",
    ),
    "an image with few pixels inside of a drawing": on_face(
        "{kind: art, art: wood, at: [5 mm, 20 mm], size: [30 mm, 43 mm]}",
        "low-resolution",
        "an image inside of a drawing has",
        den__art__wood_dot_svg="",
    ),
    "an image in printing inks": on_face(
        "{kind: image, image: map.jpg, at: [5 mm, 20 mm], size: [30 mm, 20 mm]}",
        "image-colours",
        "'map.jpg' is in printing inks",
        den__images__map_dot_jpg=picture(360, 240, "CMYK", "JPEG"),
    ),
    "a small text": on_face(
        "{kind: text, text: '{{ name }}', style: {size: 4 pt}, at: [5 mm, 20 mm], size: [30 mm, 6 mm]}",
        "too-fine",
        "text of 4.0 pt is smaller than the 5 pt that card of Press prints legibly",
    ),
    "a small text in a card within the card": Fault(
        {
            FACE: f"{HEAD}{GROUND}  - {{kind: card, piece: fox, side: back, at: [9 mm, 9 mm], size: [20 mm, 30 mm]}}\n",
            BACK: f"{HEAD}  - {{kind: panel, fill: moss, bleeds: true}}\n  - {{kind: text, text: Den, colour: paper, "
            "style: {size: 8 pt}, at: [5 mm, 20 mm], size: [30 mm, 6 mm]}\n",
        },
        "too-fine",
        FACE,
        "kind: card",
        "text of 4.0 pt",
    ),
    "a thin line": on_face(
        "{kind: line, width: 0.1 pt, at: [5 mm, 20 mm], size: [30 mm, 0]}",
        "too-fine",
        "a line of 0.10 pt is thinner than the 0.25 pt",
    ),
    "a thin edge": on_face(
        "{kind: panel, fill: paper, stroke: ink, stroke_width: 0.2 pt, at: [5 mm, 20 mm], size: [30 mm, 9 mm]}",
        "too-fine",
        "a line of 0.20 pt",
    ),
    "a line in a drawing that is made small": on_face(
        "{kind: art, art: wood, at: [10 mm, 20 mm], size: [9.2 mm, 13.2 mm]}",
        "too-fine",
        "a line of 0.11 pt",
        den__art__wood_dot_svg=drawing('<path d="M3 20H40" fill="none" stroke="#203040" stroke-width="0.2"/>'),
    ),
    "a font that may not be embedded": Fault(
        {"layouts/fonts.yaml": _FONTS, "layouts/ours.ttf": restricted_font(), **press(more="form: pdf\n")},
        "font-restricted",
        FACE,
        "kind: text",
        "says that it may not be embedded",
    ),
    "a size that the service does not make": Fault(
        {STOCKS: edited(STOCKS, "40 mm", "41 mm")},
        "no-product",
        GAME,
        "stock: small",
        "the nearest is card (40 mm x 60 mm): take a stock of that size, or write products: {press: NAME}",
    ),
    "a product of another size": Fault(
        {
            STOCKS: edited(STOCKS, "40 mm", "42 mm"),
            GAME: edited(GAME, "stock: small", "stock: small\n    products: {press: card}"),
        },
        "no-product",
        GAME,
        "products:",
        "component 'animals' is 42 mm x 60 mm, and card of Press is 40 mm x 60 mm",
    ),
    "a product of another shape": Fault(
        {
            STOCKS: edited(STOCKS, "40 mm x 60 mm", "40 mm x 40 mm"),
            **_ROUND,
            GAME: edited(GAME, "stock: small", "stock: small\n    products: {press: card}"),
        },
        "no-product",
        GAME,
        "products:",
        "card of Press is 40 mm x 40 mm, a circle",
    ),
    "a product that there is not": Fault(
        {GAME: edited(GAME, "stock: small", "stock: small\n    products: {press: cart}")},
        "unknown-product",
        GAME,
        "products:",
        "did you mean 'card'?",
    ),
    "a product that cannot be": Fault(
        press("{trim: 40 mm x 60 mm, pixels: [400, 700]}"),
        "bad-product",
        PRESS,
        "card:",
        "is smaller than its trim",
    ),
    "a back that one piece lacks": Fault(
        {GAME: edited(GAME, "back: back", "back: {by: diet, plants: back, meat: none}")},
        "backs-differ",
        GAME,
        "back:",
        "1 of 2 pieces of component 'animals' have a back, and 'fox' has none",
    ),
    "backs for a product with one side": Fault(
        press("{kind: cards, trim: 40 mm x 60 mm, sides: 1}"),
        "backs-differ",
        GAME,
        "back: back",
        "printed on one side only",
    ),
    "names in another order": Fault(
        press(more="names: '{id}-{side}'\n"),
        "names-out-of-order",
        PRESS,
        "title: Press",
        "the faces of 'animals' sort in another order than the deck has, from faces/hare-face.png on",
    ),
    "names that cannot be": Fault(
        press(more="names: '{kind}-{side}'\n"),
        "bad-product",
        PRESS,
        "names:",
        "'{kind}' is unknown",
    ),
}


def _with_image_inside() -> str:
    import base64

    data = base64.b64encode(picture(200, 200)).decode()
    return drawing(f'<image x="3" y="3" width="40" height="40" href="data:image/png;base64,{data}"/>')


FAULTS["an image with few pixels inside of a drawing"].files["den/art/wood.svg"] = _with_image_inside()
