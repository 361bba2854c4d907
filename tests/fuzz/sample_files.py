"""Inputs of the fuzzer that other programs would write: pictures, workbooks, lists, logs."""

import io
import json
import zipfile

from fuzz.project import ROOT
from pawprint.spreadsheets.xlsx_file import XlsxColumn, write_xlsx

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

    from pawprint.press.icc_files import COATED_PROFILE
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
    from pawprint.build.snapshot import _FORMAT

    return [
        json.dumps({"format": _FORMAT, "game": "den", "version": "1", "decks": {"en": deck, "small/fr": deck}}).encode()
    ]


def logs() -> list[bytes]:
    """Games of Pocket Cats, one on each line of a log."""
    found = sorted((ROOT / "tests/golden/rules/pocket-cats").glob("*.json"))
    return [json.dumps(json.loads(path.read_bytes())).encode() for path in found[::4]]
