"""Small sheets for the tests of the press, made of real fonts. Run as a program, it prints their hash."""

import sys
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import mm
from pawprint.graphics.ops import (
    DrawBox,
    DrawImage,
    Drawing,
    DrawPath,
    DrawText,
    Group,
    Layer,
    Op,
    Paint,
    Shading,
    Symbol,
    UseSymbol,
)
from pawprint.press.fonts import FontBook, FontFile, RealTypeface
from pawprint.press.sheet_pdf import write
from pawprint.sheets.sheet import Placement, Side

RED, GREEN, BLUE = Colour(220, 20, 20), Colour(20, 150, 40), Colour(20, 40, 220)
A6 = Size(mm(105), mm(148))
CARD = Size(mm(40), mm(60))
MM = 72 / 25.4


def font_path(package: str, name: str) -> Path:
    """A font file of an installed package."""
    return Path(str(files(f"fontpkg_{package}").joinpath("files", name)))


SOURCE_SANS = font_path("source_sans_3", "SourceSans3[wght].ttf")
SOURCE_SANS_ITALIC = font_path("source_sans_3", "SourceSans3-Italic[wght].ttf")
BALOO = font_path("baloo_2", "Baloo2[wght].ttf")
BITTER = font_path("bitter", "Bitter[wght].ttf")
STATIC = font_path("ibm_plex_sans_arabic", "IBMPlexSansArabic-Regular.ttf")  # has no axes and no thin spaces


def book() -> FontBook:
    """Three families; `title` and `serif` have one cut."""
    return FontBook(
        {
            "text": {
                "regular": FontFile(SOURCE_SANS, {"wght": 400}),
                "bold": FontFile(SOURCE_SANS, {"wght": 700}),
                "italic": FontFile(SOURCE_SANS_ITALIC, {"wght": 400}),
            },
            "title": {"bold": FontFile(BALOO, {"wght": 800})},
            "serif": {"regular": FontFile(BITTER, {"wght": 400})},
        }
    )


def text(
    face: RealTypeface,
    words: str,
    x: float,
    y: float,
    size: float = 10,
    ink: Colour = BLACK,
) -> DrawText:
    """A line of words with the font's own space between them."""
    shaped = tuple(face.shape(word) for word in words.split(" "))
    return DrawText(x, y, face, size, ink, shaped, face.shape(" ").width * size)


def box(x: float, y: float, width: float, height: float, ink: Colour = BLACK, **paint: object) -> DrawBox:
    """A filled rectangle."""
    return DrawBox(x, y, width, height, Paint(fill=ink, **paint))  # type: ignore[arg-type]


def drawing(*ops: Op, name: str = "card", common: Layer | None = None, bleed: float = 3) -> Drawing:
    """A card of 40 x 60 mm with these operations."""
    return Drawing(name, CARD, Insets.even(mm(bleed)), Layer(ops), common=common or Layer())


def placed(card: Drawing, x: float, y: float, bleed: float = 0) -> Placement:
    """*card* upright with its top-left corner at (x, y) in mm; *bleed* mm around the trim can be seen."""
    clip = Box(x * MM, y * MM, card.trim.width.pt, card.trim.height.pt).inset(-bleed * MM)
    return Placement(card, (1, 0, 0, 1, x * MM, y * MM), clip)


def page(*ops: Op, size: Size = A6) -> bytes:
    """A file with one page that holds *ops*, in points of the page."""
    return write([Side(size, (), ops)], title="Test", language="en")


def sides(fonts: FontBook, image: Path | None = None) -> tuple[Side, ...]:
    """Two sheets and a piece with boxes, in which everything that exists stands at least once."""
    regular, bold, title = fonts.typeface("text"), fonts.typeface("text", bold=True), fonts.typeface("title")
    paw = Symbol(
        "paw",
        0,
        0,
        24,
        24,
        (
            DrawPath((("M", 12, 2), ("C", 22, 2, 22, 22, 12, 22), ("L", 2, 12), ("Z",)), Paint(fill=RED)),
            Group((box(2, 2, 20, 20, BLUE),), opacity=0.25),
        ),
    )
    sunset = Shading(0, 0, 0, 100, ((0.1, RED), (0.5, WHITE), (0.5, BLUE), (1, GREEN)))
    glow = Shading(60, 100, 60, 100, ((0, WHITE), (1, GREEN)), radius=20)
    common = Layer(
        (
            DrawBox(-10, -10, 140, 200, Paint(fill=sunset)),
            DrawBox(5, 5, 100, 150, Paint(WHITE, BLACK, 0.5, (2, 1), 1, 1), radius=6),
        )
    )
    corner = (("M", 0, -9), ("L", 30, -9), ("L", 30, 3))
    faces = [
        drawing(
            text(title, f"Nº {number} Écureuil", 10, 20, 14),
            text(regular, "« Où es-tu ? » dit-il (à l’œuf)", 10, 40),
            text(bold, "AVATAR 1\u202f000 fois\u2011ci", 10, 55, 8, RED),
            DrawBox(40, 80, 40, 40, Paint(fill=glow, fill_opacity=0.5)),
            DrawBox(20, 80, 20, 20, Paint(fill=RED, stroke=BLACK, width=2, stroke_opacity=0.5)),
            UseSymbol(paw, (1, 0, 0, 1, 10, 60 + number)),
            Group((text(regular, "turned", 0, 0),), (0, 1, -1, 0, 100, 60), corner),
            *((DrawImage(60, 120, 20, 10, str(image)),) if image else ()),
            name=f"card {number}",
            common=common,
        )
        for number in (1, 2)
    ]
    back = drawing(box(-9, -9, 140, 200, GREEN), UseSymbol(paw, (2, 0, 0, 2, 30, 60)), name="back")
    mark = DrawPath((("M", 5, 20), ("L", 15, 20)), Paint(stroke=BLACK, width=0.25))
    trim = Box(3 * MM, 3 * MM, CARD.width.pt, CARD.height.pt)
    fronts = tuple(placed(face, 10 + 43 * at, 20) for at, face in enumerate(faces))
    backs = tuple(placed(back, 10 + 43 * at, 20, bleed=1.5) for at in (0, 1))
    piece = placed(faces[0], 3, 3, bleed=3)
    return (
        Side(A6, fronts, (mark,), "Fronts – recto"),
        Side(A6, backs, (mark,)),
        Side(Size(mm(46), mm(66)), (piece,), (), "Piece", trim, trim.inset(-3 * MM)),
    )


if __name__ == "__main__":
    image = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    print(sha256(write(sides(book(), image), title="Épreuve", language="fr")).hexdigest())
