"""Inputs of the fuzzer that other programs would write: pictures, workbooks, lists, logs."""

import io
import json
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from fuzz.project import ROOT, small_font
from pawprint.interchange.spreadsheets.xlsx_file import XlsxColumn, write_xlsx

_ROWS = [["id", "name (fr)", "name (en)", "level", "diet", "shy", "prey"],
         ["hare", "Lièvre", "Hare", "1", "plants", "yes", ""], ["fox", "Renard", "Fox", "2", "meat", "", "hare"],
         ["mole", "Taupe", "Mole", "3", "meat", "no", "hare, fox"]]  # fmt: skip


_PO = r"""msgid ""
msgstr ""
"Language: en\n"
"Content-Type: text/plain; charset=UTF-8\n"

#. card hare
#: den/cards.yaml:2
#, fuzzy
#| msgid "Lapin"
msgctxt "animals/hare/name"
msgid "Lièvre"
msgstr "Hare"

msgctxt "animals/fox/name"
msgid "Renard"
msgstr ""
"Fox "
"{{ level }}"

#~ msgid "x"
#~ msgstr "y"
"""


def _linked(*parts: str) -> bytes:
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">', *parts, "</svg>"]).encode()


#: Drawings whose elements refer to each other in every way.
REFERENCES = (
    _linked(
        '<clipPath id="a" clip-path="url(#b)"><rect width="5" height="5"/></clipPath>',
        '<clipPath id="b" clipPathUnits="objectBoundingBox"><use href="#c"/></clipPath>',
        '<path id="c" d="M0 0H1V1Z"/>',
        '<g clip-path="url(#a)"><circle r="4" clip-path="url(#b)"/><use href="#c"/></g>',
    ),
    _linked(
        '<mask id="a"><rect width="5" height="5" mask="url(#b)"/></mask>',
        '<mask id="b" mask="url(#c)" mask-type="alpha"><g><circle r="3" fill="#fff"/></g></mask>',
        '<mask id="c"><path d="M0 0H9V9Z" fill="#fff"/></mask>',
        '<rect width="9" height="9" mask="url(#a)"/>',
    ),
    _linked(
        '<pattern id="a" width="3" height="3" patternUnits="userSpaceOnUse" href="#b"/>',
        '<pattern id="b" width=".5" height=".5"><rect width="2" height="2" fill="url(#c)"/></pattern>',
        '<linearGradient id="c" href="#d"/>',
        '<radialGradient id="d"><stop stop-color="red"/><stop offset="1" stop-opacity=".5"/></radialGradient>',
        '<g fill="url(#a)" stroke="url(#b)"><path d="M1 1H8V8Z"/></g>',
    ),
    _linked(
        '<marker id="a" markerWidth="2" markerHeight="2"><path d="M0 0L1 1L2 2" marker-mid="url(#b)"/></marker>',
        '<marker id="b"><use href="#c"/></marker>',
        '<g id="c" filter="url(#d)"><circle r="1"/></g>',
        '<filter id="d"><feOffset dx="1"/><feImage href="#c"/></filter>',
        '<path d="M1 1L2 2L3 3" stroke="red" marker-mid="url(#a)" marker-end="url(#b)"/>',
    ),
    _linked(
        '<symbol id="a" viewBox="0 0 2 2"><use href="#b"/></symbol>',
        '<g id="b" opacity=".5"><use href="#c" x="1"/><use href="#c" style="mix-blend-mode:multiply"/></g>',
        '<rect id="c" width="1" height="1"/>',
        '<use href="#a" width="5" height="5"/>',
    ),
)


def packed_fonts() -> list[bytes]:
    """Fonts for the web, of both kinds."""
    return [data for data in small_font() if data[:4] in (b"wOFF", b"wOF2")]


def colour_fonts() -> list[bytes]:
    """Fonts with a cat in colours: in layers, painted in every way, and as an image."""
    from fontTools.ttLib.tables import otTables as ot

    from press.made_fonts import box, built
    from press.test_colour_glyphs import composed, filled, line, solid, with_images

    formats = ot.PaintFormat
    colours = line((0, 0), (0.5, 1), (1, 2))
    linear = {"Format": formats.PaintLinearGradient, "ColorLine": colours}
    linear |= {"x0": 0, "y0": 0, "x1": 400, "y1": 0, "x2": 0, "y2": 400}
    radial = {"Format": formats.PaintRadialGradient, "ColorLine": colours}
    radial |= {"x0": 200, "y0": 200, "r0": 0, "x1": 200, "y1": 200, "r1": 100}
    sweep = {"Format": formats.PaintSweepGradient, "ColorLine": colours, "centerX": 250, "centerY": 250}
    sweep |= {"startAngle": 0, "endAngle": 360}
    turned = {"Format": formats.PaintRotate, "Paint": filled(solid(0)), "angle": 30}
    layers = [*(filled(paint) for paint in (linear, radial, sweep)), turned, composed("src_in"), composed("screen")]
    painted = {"Format": formats.PaintColrLayers, "Layers": layers}
    characters, outlines = {"🐱": "cat", "a": "a", "1": "a"}, {"square": box(0, 0, 500, 500), "bar": box(0, 0, 9, 9)}
    with TemporaryDirectory() as folder:
        made = [with_images(Path(folder))]
        for paint in ([("square", 0), ("bar", 1)], painted):
            made.append(built(Path(folder), characters, outlines, {"cat": paint}, f"{len(made)}.ttf"))
        return [path.read_bytes() for path in made]


def pngs() -> list[bytes]:
    """Small PNG files of several colour types."""
    from PIL import Image

    made = []
    picture = Image.effect_noise((9, 7), 90)
    for mode in ("L", "RGB", "RGBA", "LA", "1", "P", "I;16"):
        image = picture.convert("RGB").quantize(8) if mode == "P" else picture.convert(mode)
        out = io.BytesIO()
        image.save(out, "PNG", **({"transparency": 3} if mode == "P" else {}))
        made.append(out.getvalue())
    return made


def jpegs() -> list[bytes]:
    """Small JPEG files: grey, in colours, in inks, progressive, with Exif."""
    from PIL import Image

    made = []
    picture = Image.effect_noise((24, 17), 90)
    exif = Image.Exif()
    exif[0x0112] = 6
    for mode, more in (("L", {}), ("RGB", {"progressive": True}), ("CMYK", {}), ("RGB", {"exif": exif})):
        out = io.BytesIO()
        picture.convert("RGB").convert(mode).save(out, "JPEG", **more)  # type: ignore[arg-type]
        made.append(out.getvalue())
    return made


def images() -> list[bytes]:
    """Small images of each format, with orientations, colour profiles and several pictures."""
    from PIL import Image, ImageCms

    from pawprint.press.file_metadata import COATED_PROFILE
    from sample_images import ADOBE, oriented, profile, quarters, saved

    image, icc, lab = quarters(12), profile("RGB", *ADOBE), ImageCms.createProfile("LAB")
    forms = ("PNG", "JPEG", "WEBP", "GIF", "TIFF", "AVIF", "BMP")
    made = [saved(image.convert("P") if form == "GIF" else image, form, icc_profile=icc) for form in forms]
    made += [oriented(turn, form) for turn, form in ((3, "JPEG"), (6, "PNG"), (7, "WEBP"), (8, "TIFF"), (5, "AVIF"))]
    frames = [Image.new("RGB", image.size, colour) for colour in ("red", "blue")]
    made += [saved(image, form, save_all=True, append_images=frames) for form in ("GIF", "WEBP", "AVIF", "PNG", "TIFF")]
    inks = image.convert("CMYK")
    made += [saved(inks, form, icc_profile=COATED_PROFILE.read_bytes()) for form in ("JPEG", "TIFF")]
    made += [saved(image.convert(mode), "TIFF", compression="tiff_lzw") for mode in ("L", "1", "CMYK", "RGBA")]
    return [*made, saved(image, "MPO", save_all=True, append_images=frames), saved(image.convert("LA"), "WEBP"),
            saved(ImageCms.profileToProfile(image, ImageCms.createProfile("sRGB"), lab, outputMode="LAB"), "TIFF"),
            saved(image.convert("L"), "JPEG", icc_profile=profile("GRAY", (), 1.8))]  # fmt: skip


def tables() -> list[bytes]:
    """CSV files of the records of the project."""
    return ["\n".join(mark.join(row) for row in _ROWS).encode() for mark in (",", ";", "\t")]


def workbooks_xlsx() -> list[bytes]:
    """A workbook of the records of the project."""
    return [write_xlsx([("animals", [XlsxColumn(head, "text") for head in _ROWS[0]], _ROWS[1:])])]


def workbooks_ods() -> list[bytes]:
    """A spreadsheet of LibreOffice of the records of the project."""
    rows = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>' for cell in row
        )
        + '<table:table-cell table:number-columns-repeated="1000"/></table:table-row>'
        for row in _ROWS
    )
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text", "style")
    )
    content = (
        f'<?xml version="1.0"?><office:document-content {spaces}><office:body><office:spreadsheet>'
        f'<table:table table:name="animals">{rows}<table:table-row table:number-rows-repeated="1000000">'
        "<table:table-cell/></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
    return [out.getvalue()]


def lists(suffix: str) -> list[bytes]:
    """Lists of cards from other programs."""
    cards = [
        {"name": "Fox", "cost": 2, "text": "Draw {1}.\nThen wait.", "tags": ["red", "quick"], "count": 3},
        {"name": "Owl", "cost": 10, "text": "Flies [b]at night[/b].", "tags": [], "count": 1},
        {"name": "Hare", "cost": 1, "text": "", "image": "hare.png", "count": 2},
    ]
    if suffix == ".json":
        deck = {"title": "Beasts", "cards": cards}
        return [json.dumps(data).encode() for data in (cards, deck, {"decks": [deck, deck], "version": 1})]
    if suffix == ".yaml":
        return [
            json.dumps(cards).encode(),
            b"cards:\n- {name: Fox, cost: 2}\n- name: Owl\n  cost: 3\n  text: |\n    a\n    b\n",
        ]
    if suffix == ".xml":
        fox = '<card name="Fox" cost="1"><text>Draw.</text><tag>a</tag><tag>b</tag></card>'
        text = f'<cards>{fox}<card name="Owl"/></cards>'
        return [text.encode(), f'<?xml version="1.0" encoding="UTF-8"?>\n<db version="4"><sets/>{text}</db>'.encode()]
    return [
        b'name;cost;text;count\nFox;2;Draw.;3\nOwl;10;"a\nb";1\n',
        *tables(),
        b"Title\tRarity\nFox\tcommon\nOwl\trare\n",
    ]


def po_files() -> list[bytes]:
    """A translation, as programs of translators write it."""
    return [_PO.encode()]


def printed_states() -> list[bytes]:
    """What is remembered of printed games."""
    piece = {"face": "00ff", "back": "11", "copies": 3, "values": {"name": "Hare", "level": 1}}
    document = {"digest": "aa", "version": "1", "options": {"paper": "A4"}}
    deck = {"pieces": {"animals/hare": piece}, "components": {"animals": True}, "documents": {"rulebook": document}}
    from pawprint.production.snapshot import _FORMAT

    return [
        json.dumps({"format": _FORMAT, "game": "den", "version": "1", "decks": {"en": deck, "small/fr": deck}}).encode()
    ]


def logs() -> list[bytes]:
    """Games of Pocket Cats, one on each line of a log."""
    found = sorted((ROOT / "tests/golden/rules/pocket-cats").glob("*.json"))
    return [json.dumps(json.loads(path.read_bytes())).encode() for path in found[::4]]
