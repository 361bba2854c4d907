"""Draws what the files of virtual tables show, seen from above: only from these files, as the tables read them."""

import json
import zipfile
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw, ImageFont

WOOL, PAPER, FRAME, INK, PALE = (45, 90, 70), (239, 239, 239), (200, 200, 200), (90, 90, 90), (235, 240, 235)
#: The width of the pictures, and how many times as large they are drawn first.
WIDTH, DRAWN = 720, 2


def room(vtt: bytes) -> bytes:
    """The room of a `.vtt` file: 1600 by 1000 pixels."""
    with zipfile.ZipFile(BytesIO(vtt)) as archive:
        widgets: dict[str, Any] = json.loads(archive.read("0.json"))
        pictures = {
            f"/{name}": Image.open(BytesIO(archive.read(name))).convert("RGBA") for name in archive.namelist()[1:]
        }
    del widgets["_meta"]
    scale = WIDTH * DRAWN / 1600
    picture = Image.new("RGB", (WIDTH * DRAWN, round(1000 * scale)), PAPER)
    pen = ImageDraw.Draw(picture)

    def box(widget: Mapping[str, Any]) -> tuple[float, float, float, float]:
        x, y = widget.get("x", 0), widget.get("y", 0)
        parent = widget.get("parent")
        while parent:
            x, y = x + widgets[parent].get("x", 0), y + widgets[parent].get("y", 0)
            parent = widgets[parent].get("parent")
        return x * scale, y * scale, widget["width"] * scale, widget["height"] * scale

    def show(address: str, at: tuple[float, float, float, float], radius: float) -> None:
        _paste(picture, pictures[address], at, radius * scale)

    def level(widget: Mapping[str, Any]) -> tuple[bool, float, float]:
        return "parent" in widget, widget.get("layer", 0), widget.get("z", 0)

    for widget in sorted(widgets.values(), key=level):
        x, y, *_ = at = box({"width": 0, "height": 0} | widget)
        match widget.get("type"):
            case "holder":
                pen.rounded_rectangle((x, y, x + at[2], y + at[3]), 8 * scale, "white", FRAME)
            case "pile":
                cards = [one for one in widgets.values() if one.get("parent") == widget["id"]]
                top = max(cards, key=lambda one: one["z"])
                deck = widgets[top["deck"]]
                side = deck["cardTypes"][top["cardType"]]["face" if top.get("activeFace") else "back"]
                show(side, at, deck["faceTemplates"][0]["radius"])
                _round(pen, x + at[2], y, str(len(cards)), 15 * scale)
            case "label":
                _text(pen, x + at[2] / 2, y + at[3] / 2, widget["text"], 15 * scale, INK, at[2])
            case "button":
                pen.rounded_rectangle((x, y, x + at[2], y + at[3]), 6 * scale, (31, 93, 165))
                _text(pen, x + at[2] / 2, y + at[3] / 2, widget["text"], 12 * scale, (255, 255, 255), at[2])
            case None:
                sides = widget.get("faces") or [{"image": widget["image"]}]
                radius = float(widget["css"].split("border-radius: ")[1].split("px")[0])
                show(sides[widget.get("activeFace", -1)]["image"], at, radius)
    return _finished(picture)


def save(files: Mapping[str, bytes], name: str) -> bytes:
    """The objects of a save of Tabletop Simulator, on wool."""
    objects = json.loads(files[f"Saves/{name}.json"])["ObjectStates"]
    things = [_thing(one, files) for one in objects if one["Name"] != "HandTrigger"]
    left, top = min(x - w / 2 for x, _, w, *_ in things) - 0.6, min(y - h / 2 for _, y, _, h, *_ in things) - 1.0
    right, bottom = max(x + w / 2 for x, _, w, *_ in things) + 0.6, max(y + h / 2 for _, y, _, h, *_ in things) + 0.6
    scale = WIDTH * DRAWN / (right - left)
    picture = Image.new("RGB", (WIDTH * DRAWN, round((bottom - top) * scale)), WOOL)
    pen = ImageDraw.Draw(picture)
    for x, y, width, height, shown, radius, count, title in things:
        at = ((x - width / 2 - left) * scale, (y - height / 2 - top) * scale, width * scale, height * scale)
        _paste(picture, shown, at, radius * scale)
        if count > 1:
            _round(pen, at[0] + at[2], at[1], str(count), 8 * DRAWN)
            _text(pen, at[0] + at[2] / 2, at[1] - 14 * DRAWN, _short(title), 7 * DRAWN, PALE)
    return _finished(picture)


def _thing(one: Mapping[str, Any], files: Mapping[str, bytes]) -> tuple[Any, ...]:
    """Middle, size, picture, radius of the corners, number of pieces and title of an object; units of the game."""
    place, pieces = one["Transform"], one.get("ContainedObjects", [one])
    first, up = pieces[0], pieces[0]["Transform"]["rotZ"] == 0
    if first["Name"] == "CardCustom":
        key, cell = divmod(first["CardID"], 100)
        sheet = first["CustomDeck"][str(key)]
        faces = _image(files, sheet["FaceURL"])
        width, height = faces.width // sheet["NumWidth"], faces.height // sheet["NumHeight"]
        column, row = cell % sheet["NumWidth"], cell // sheet["NumWidth"]
        shown = faces if up else _image(files, sheet["BackURL"])
        if up or sheet["UniqueBack"]:
            shown = shown.crop((column * width, row * height, (column + 1) * width, (row + 1) * height))
        tall, radius = 80 / 25.4, 0.12
    else:
        image = first["CustomImage"]
        shown = _image(files, image["ImageURL" if up or not image["ImageSecondaryURL"] else "ImageSecondaryURL"])
        tall, radius = 2.0, 0.08 if image.get("CustomTile", {}).get("Type") == 3 else 0.0
    high = tall * first["Transform"]["scaleZ"]
    wide = high * shown.width / shown.height
    return place["posX"], -place["posZ"], wide, high, shown, radius, len(pieces), one["Nickname"]


def _image(files: Mapping[str, bytes], name: str) -> Image.Image:
    return Image.open(BytesIO(files[f"Mods/Images/{name}"])).convert("RGBA")


def sheet(picture: bytes) -> bytes:
    """A sheet of pictures, half as wide as the others."""
    with Image.open(BytesIO(picture)) as whole:
        wide = whole.convert("RGB")
    size = WIDTH * DRAWN // 2, round(wide.height * WIDTH * DRAWN / 2 / wide.width)
    return _finished(wide.resize(size, Image.Resampling.LANCZOS))


def _paste(on: Image.Image, shown: Image.Image, at: tuple[float, ...], radius: float) -> None:
    size = max(1, round(at[2])), max(1, round(at[3]))
    small = shown.resize(size, Image.Resampling.LANCZOS)
    mask = Image.new("L", size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), radius, 255)
    mask.paste(0, (0, 0), Image.eval(small.getchannel("A"), lambda alpha: 255 - alpha))
    on.paste(small, (round(at[0]), round(at[1])), mask)


def _round(pen: ImageDraw.ImageDraw, x: float, y: float, text: str, radius: float) -> None:
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), (225, 225, 225))
    _text(pen, x, y, text, radius, INK)


def _text(
    pen: ImageDraw.ImageDraw, x: float, y: float, text: str, size: float, ink: tuple[int, int, int], width: float = 1e6
) -> None:
    """Words around a point, in two lines if they are wider than *width*."""
    font = ImageFont.load_default(size)
    words = text.split()
    if len(words) > 1 and pen.textlength(text, font) > width:
        text = min(
            ("\n".join((" ".join(words[:at]), " ".join(words[at:]))) for at in range(1, len(words))),
            key=lambda lines: max(map(len, lines.split("\n"))),
        )
    pen.text((x, y), text, ink, font, anchor="mm", align="center", spacing=size / 6)


def _short(title: str) -> str:
    return title if len(title) < 15 else f"{title[:12].strip()}..."


def _finished(picture: Image.Image) -> bytes:
    small = picture.resize((picture.width // DRAWN, picture.height // DRAWN), Image.Resampling.LANCZOS)
    out = BytesIO()
    small.save(out, "JPEG", quality=84, optimize=True)
    return out.getvalue()
