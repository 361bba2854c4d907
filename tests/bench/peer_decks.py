"""Prints the deck as people do without a program for cards. `peers.py` starts it, once for each sample.

    python tests/bench/peer_decks.py fonts|html|weasyprint|chromium|reportlab FOLDER OUT

FOLDER is the Typst project of `deck.py`, with the cards, drawings and icons; OUT is the PDF file. Each way is what its
documentation shows first: every card is written out, in place of what could be shared.
"""

import ctypes
import html
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from deck import (
    BLEED,
    CAPITALS,
    COLUMNS,
    HEIGHT,
    ICON_SCALE,
    LEADING,
    PALETTE,
    PAPER_HEIGHT,
    PAPER_WIDTH,
    PLACES,
    ROWS,
    STATS,
    WIDTH,
    font_folders,
)

_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
CHROMIUM = next(filter(None, map(shutil.which, _BROWSERS)), None)
#: The name of a font in the documents -> its file among the variable ones, and its weight.
FONTS = {
    "Text": ("SourceSans3[wght].ttf", 400),
    "TextBold": ("SourceSans3[wght].ttf", 700),
    "Slab": ("Bitter[wght].ttf", 900),
}
LEFT = (PAPER_WIDTH - COLUMNS * (WIDTH + 2 * BLEED)) / 2 + BLEED
TOP = (PAPER_HEIGHT - ROWS * (HEIGHT + 2 * BLEED)) / 2 + BLEED
POINT = 72 / 25.4
Card = dict[str, Any]


def write_fonts(folder: Path) -> None:
    """Files of one weight each, since not every tool takes one of a variable font."""
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    files = {path.name: path for name in font_folders() for path in Path(name).iterdir()}
    for name, (file, weight) in FONTS.items():
        instantiateVariableFont(TTFont(files[file]), {"wght": weight}, inplace=True).save(folder / f"{name}.ttf")


def read_cards(folder: Path) -> list[Card]:
    """The cards, as often as they are printed."""
    cards: list[Card] = yaml.load((folder / "cards.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    return [card for card in cards for _ in range(card["copies"])]


def slots(count: int, mirrored: bool) -> Iterator[tuple[float, float]]:
    """Left and top of so many cards on a page, in millimetres."""
    for slot in range(count):
        row, column = divmod(slot, COLUMNS)
        column = COLUMNS - 1 - column if mirrored else column
        yield LEFT + column * (WIDTH + 2 * BLEED), TOP + row * (HEIGHT + 2 * BLEED)


def pages(cards: list[Card]) -> Iterator[tuple[list[Card], bool]]:
    """The cards of each page, and whether it has their backs."""
    for start in range(0, len(cards), COLUMNS * ROWS):
        sheet = cards[start : start + COLUMNS * ROWS]
        yield sheet, False
        yield sheet, True


def marks() -> Iterator[tuple[float, float, float, float]]:
    """Crop marks of a page: from, to."""
    right, bottom = PAPER_WIDTH - LEFT, PAPER_HEIGHT - TOP
    for column in range(COLUMNS):
        for x in (LEFT + column * (WIDTH + 2 * BLEED) + edge for edge in (0, WIDTH)):
            yield x, 5, x, TOP - 3
            yield x, bottom + 3, x, PAPER_HEIGHT - 5
    for row in range(ROWS):
        for y in (TOP + row * (HEIGHT + 2 * BLEED) + edge for edge in (0, HEIGHT)):
            yield 0, y, LEFT - 3, y
            yield right + 3, y, PAPER_WIDTH, y


# --- HTML, for Chromium and WeasyPrint --------------------------------------------------------------------------------


def write_html(folder: Path) -> Path:
    """The deck as a web page."""
    fonts = "".join(f"@font-face{{font-family:{name};src:url({name}.ttf)}}" for name in FONTS)
    boxes = "".join(
        f".{name}{{left:{x}mm;top:{y}mm;width:{width}mm;height:{height}mm}}"
        for name, (x, y, width, height) in PLACES.items()
    )
    ground = f"left:-{BLEED}mm;top:-{BLEED}mm;width:{WIDTH + 2 * BLEED}mm;height:{HEIGHT + 2 * BLEED}mm"
    style = (
        f"{fonts}@page{{size:{PAPER_WIDTH}mm {PAPER_HEIGHT}mm;margin:0}}"
        f"body{{margin:0;font-family:Text;color:{PALETTE['ink']}}}"
        f".page{{position:relative;width:{PAPER_WIDTH}mm;height:{PAPER_HEIGHT}mm;break-after:page;overflow:hidden}}"
        f".card,.card *,.mark{{position:absolute;box-sizing:border-box}}"
        f".ground{{{ground}}}{boxes}.rules *{{position:static}}"
        f".frame{{border:.75pt solid {PALETTE['ink']};border-radius:3mm;background:{PALETTE['paper']}}}"
        f".back .frame{{border:1.5pt solid {PALETTE['sun']};background:none}}"
        ".title{font:13pt Slab;line-height:1}.subtitle{font-size:7.5pt;line-height:1}"
        f".box{{background:{PALETTE['cream']};border-radius:1.5mm}}.rules{{font-size:7.25pt;line-height:{LEADING}}}"
        f".rules img{{height:{ICON_SCALE * CAPITALS}em;vertical-align:-.1em}}"
        f"b,.number{{font-family:TextBold;font-weight:normal}}"
        ".number{font-size:12pt;line-height:5mm}.footer{font-size:5pt;line-height:1;text-align:right}"
        ".mark{background:black;min-width:.25pt;min-height:.25pt}"
    )
    body = "".join(_page(cards, backs) for cards, backs in pages(read_cards(folder)))
    path = folder / "deck.html"
    path.write_text(f"<!doctype html><meta charset=utf-8><style>{style}</style>{body}", encoding="utf-8")
    return path


def _page(cards: list[Card], backs: bool) -> str:
    kind = "card back" if backs else "card"
    pieces = [
        f'<div class="{kind}" style="left:{x:.3f}mm;top:{y:.3f}mm">{BACK if backs else _face(card)}</div>'
        for card, (x, y) in zip(cards, slots(len(cards), backs), strict=True)
    ]
    lines = [
        f'<i class=mark style="left:{x1:.3f}mm;top:{y1:.3f}mm;width:{x2 - x1:.3f}mm;height:{y2 - y1:.3f}mm"></i>'
        for x1, y1, x2, y2 in marks()
    ]
    return f"<section class=page>{''.join(pieces)}{''.join(lines)}</section>"


BACK = (
    f'<div class=ground style="background:{PALETTE["night"]}"></div><div class=frame></div>'
    "<img class=emblem src=art/emblem.svg alt=''>"
)


def _face(card: Card) -> str:
    stats = "".join(
        f"<img class=stat{n} src=icons/{icon}.svg alt=''><div class='number number{n}'>{card[name]}</div>"
        for n, (name, icon) in enumerate(STATS.items())
    )
    rules = "".join(
        html.escape(part) if isinstance(part, str) else f"<b>{part['bold']}</b>" if "bold" in part
        else f"<img src=icons/{part['icon']}.svg alt=''>"
        for part in card["rules"]
    )  # fmt: skip
    return (
        f'<div class=ground style="background:{PALETTE[card["suit"]]}"></div><div class=frame></div>'
        f"<div class=title>{card['name']}</div><div class=subtitle>{card['subtitle']}</div>"
        f"<img class=art src=art/{card['art']}.svg alt=''>{stats}<div class=box></div><div class=rules>{rules}</div>"
        f"<div class=footer>{card['id']}</div>"
    )


def with_weasyprint(folder: Path, out: Path) -> None:
    """Print the page with WeasyPrint."""
    from weasyprint import HTML

    HTML(str(write_html(folder))).write_pdf(str(out))


def with_chromium(folder: Path, out: Path) -> None:
    """Print the page with Chromium, and wait for all of its processes, so that their time counts."""
    assert CHROMIUM is not None
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(36, 1)  # PR_SET_CHILD_SUBREAPER: processes of processes become children of this one
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    words = ["--headless=new", "--disable-gpu", "--no-first-run", *root, f"--user-data-dir={out.parent / 'profile'}"]
    page = write_html(folder).as_uri()
    subprocess.run([CHROMIUM, *words, "--no-pdf-header-footer", f"--print-to-pdf={out}", page], check=True)
    while True:
        try:
            os.wait()
        except ChildProcessError:
            return


# --- ReportLab --------------------------------------------------------------------------------------------------------


def with_reportlab(folder: Path, out: Path) -> None:
    """Draw each card on a canvas, with Paragraph for rules and svglib for drawings. Rules have no icons in them."""
    from reportlab.lib.colors import HexColor
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    for name in FONTS:
        pdfmetrics.registerFont(TTFont(name, str(folder / f"{name}.ttf")))
    pdfmetrics.registerFontFamily("Text", normal="Text", bold="TextBold", italic="Text", boldItalic="TextBold")
    style = ParagraphStyle(
        "rules", fontName="Text", fontSize=7.25, leading=7.25 * LEADING, textColor=HexColor(PALETTE["ink"])
    )
    canvas = Canvas(str(out), (PAPER_WIDTH * POINT, PAPER_HEIGHT * POINT))
    for cards, backs in pages(read_cards(folder)):
        for card, (x, y) in zip(cards, slots(len(cards), backs), strict=True):
            canvas.saveState()
            canvas.translate(x * POINT, (PAPER_HEIGHT - y) * POINT)
            canvas.setFillColor(HexColor(PALETTE["night" if backs else card["suit"]]))
            canvas.rect(
                -BLEED * POINT,
                -(HEIGHT + BLEED) * POINT,
                (WIDTH + 2 * BLEED) * POINT,
                (HEIGHT + 2 * BLEED) * POINT,
                0,
                1,
            )
            draw_back(canvas, folder) if backs else draw_face(canvas, folder, card, style)
            canvas.restoreState()
        canvas.setLineWidth(0.25)
        for x1, y1, x2, y2 in marks():
            canvas.line(x1 * POINT, (PAPER_HEIGHT - y1) * POINT, x2 * POINT, (PAPER_HEIGHT - y2) * POINT)
        canvas.showPage()
    canvas.save()


def draw_face(canvas: Any, folder: Path, card: Card, style: Any) -> None:
    """A face, from its corner above on the left."""
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import Paragraph

    canvas.setLineWidth(0.75)
    rounded(canvas, "frame", 3, "paper", "ink")
    canvas.setFillColor(HexColor(PALETTE["ink"]))
    words(canvas, "title", "Slab", 13, card["name"])
    words(canvas, "subtitle", "Text", 7.5, card["subtitle"])
    picture(canvas, folder / f"art/{card['art']}.svg", "art")
    for number, (name, icon) in enumerate(STATS.items()):
        picture(canvas, folder / f"icons/{icon}.svg", f"stat{number}")
        words(canvas, f"number{number}", "TextBold", 12, str(card[name]))
    rounded(canvas, "box", 1.5, "cream", "")
    x, y, width, height = (length * POINT for length in PLACES["rules"])
    parts = [
        part if isinstance(part, str) else f"<b>{part['bold']}</b>" if "bold" in part else "" for part in card["rules"]
    ]
    rules = Paragraph("".join(parts), style)
    _, used = rules.wrap(width, height)
    rules.drawOn(canvas, x, -y - used)
    canvas.setFillColor(HexColor(PALETTE["ink"]))
    x, y, width, height = (length * POINT for length in PLACES["footer"])
    canvas.setFont("Text", 5)
    canvas.drawRightString(x + width, -y - 5 * CAPITALS, card["id"])


def draw_back(canvas: Any, folder: Path) -> None:
    """A back."""
    canvas.setLineWidth(1.5)
    rounded(canvas, "frame", 3, "", "sun")
    picture(canvas, folder / "art/emblem.svg", "emblem")


def rounded(canvas: Any, place: str, radius: float, fill: str, stroke: str) -> None:
    """A panel."""
    from reportlab.lib.colors import HexColor

    x, y, width, height = (length * POINT for length in PLACES[place])
    if fill:
        canvas.setFillColor(HexColor(PALETTE[fill]))
    if stroke:
        canvas.setStrokeColor(HexColor(PALETTE[stroke]))
    canvas.roundRect(x, -y - height, width, height, radius * POINT, int(bool(stroke)), int(bool(fill)))


def words(canvas: Any, place: str, font: str, size: float, text: str) -> None:
    """One line."""
    x, y, *_ = PLACES[place]
    canvas.setFont(font, size)
    canvas.drawString(x * POINT, -y * POINT - size * CAPITALS, text)


def picture(canvas: Any, path: Path, place: str) -> None:
    """A drawing, as wide and high as its place."""
    from reportlab.graphics import renderPDF
    from svglib.svglib import svg2rlg

    drawing = svg2rlg(str(path))
    x, y, width, height = (length * POINT for length in PLACES[place])
    canvas.saveState()
    canvas.translate(x, -y - height)
    canvas.scale(width / drawing.width, height / drawing.height)
    renderPDF.draw(drawing, canvas, 0, 0)
    canvas.restoreState()


def main(way: str, folder: Path, out: Path) -> None:
    """Print the deck in one way."""
    ways = {"weasyprint": with_weasyprint, "chromium": with_chromium, "reportlab": with_reportlab}
    if way == "fonts":
        write_fonts(folder)
    elif way == "html":
        write_html(folder)
    else:
        ways[way](folder, out)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
