"""A hand-made document for the tests of the press: two pages with a part of every sort."""

from dataclasses import replace
from pathlib import Path

from pawprint.core.colour import WHITE
from pawprint.core.geometry import Box, Size
from pawprint.core.length import mm
from pawprint.graphics.ops import (
    DrawImage,
    DrawPath,
    DrawText,
    Group,
    Marked,
    Op,
    Paint,
    Shading,
    StructureElement,
    Symbol,
    UseSymbol,
)
from pawprint.graphics.traverse import Bookmark, DocumentInfo, Link, Page
from pawprint.press.fonts import FontBook
from pawprint.typography.metrics import SOFT_HYPHEN
from press.sample import BLUE, GREEN, RED, box, text

A5 = Size(mm(148), mm(210))
PAW = Symbol(
    "paw", 0, 0, 24, 24,
    (
        DrawPath((("M", 12, 2), ("C", 22, 2, 22, 22, 12, 22), ("L", 2, 12), ("Z",)), Paint(fill=RED)),
        Group((box(2, 2, 20, 20, BLUE),), opacity=0.25),
    ),
)  # fmt: skip


class Leaflet:
    """The document, and its parts by name."""

    def __init__(self, fonts: FontBook, image: Path | None = None) -> None:
        regular, bold = fonts.typeface("text"), fonts.typeface("text", bold=True)
        self.contents = StructureElement("Link")
        self.link = StructureElement("Link")
        self.paragraph = StructureElement("P", (self.link,))
        self.icon = StructureElement("Span", alt="plant")
        self.item = StructureElement("LBody", (self.icon,))
        self.label = StructureElement("Lbl")
        self.foreign = StructureElement("P", language="en")
        self.heads = [StructureElement("TH", scope="Column") for _ in range(2)]
        self.across = StructureElement("TH", scope="Row", across=2)
        self.cells = [StructureElement("TD"), StructureElement("TD")]
        self.figure = StructureElement("Figure", alt="Une patte (griffée)")
        self.caption = StructureElement("Caption")
        self.title, self.section, self.under = StructureElement("H1"), StructureElement("H2"), StructureElement("H3")
        self.structure = StructureElement(
            "Document",
            (
                self.title,
                StructureElement(
                    "TOC", (StructureElement("TOCI", (StructureElement("Reference", (self.contents,)),)),)
                ),
                self.section,
                self.paragraph,
                StructureElement("L", (StructureElement("LI", (self.label, self.item)),), numbering="Decimal"),
                self.under,
                self.foreign,
                StructureElement(
                    "Table",
                    (
                        StructureElement("TR", tuple(self.heads)),
                        StructureElement("TR", (self.across,)),
                        StructureElement("TR", tuple(self.cells)),
                    ),
                ),
                StructureElement("Sect", (self.figure, self.caption)),
            ),
        )
        page_number = (text(regular, "2", 200, 570), text(regular, "Règles", 20, 570))
        first: tuple[Op, ...] = (
            box(0, 0, A5.width.pt, 40, GREEN),
            Marked((text(bold, "Épreuve", 20, 30, 18, WHITE),), self.title),
            Marked((text(regular, "Le but", 20, 60), text(regular, "2", 200, 60)), self.contents),
            Marked((text(bold, "Le but", 20, 90, 14),), self.section),
            Marked(
                (
                    text(regular, "« Où es-tu ? » dit l’écu" + SOFT_HYPHEN, 20, 110),
                    text(regular, "reuil au cœur d’arc-", 20, 122),
                    text(regular, "en-ciel, voir la", 20, 134),
                ),
                self.paragraph,
            ),
            Marked((text(bold, "règle des", 86, 134), text(bold, "chaînes", 20, 146)), self.link),
            Marked((text(regular, ", qui dit tout.", 20 + bold.shape("chaînes").width * 10, 146),), self.paragraph),
            Marked((text(regular, "1.", 20, 170),), self.label),
            Marked(
                (
                    text(regular, "Payez 2", 34, 170),
                    Marked((UseSymbol(PAW, (0.4, 0, 0, 0.4, 70, 161)),), self.icon),
                    text(regular, "et jouez.", 84, 170),
                ),
                self.item,
            ),
        )
        sunset = Shading(0, 0, 0, 100, ((0, RED), (1, GREEN)))
        picture: tuple[Op, ...] = (
            Group(
                (
                    DrawPath((("M", 0, 0), ("L", 60, 0), ("L", 60, 80), ("Z",)), Paint(fill=sunset, fill_opacity=0.5)),
                    UseSymbol(PAW, (1, 0, 0, 1, 10, 10)),
                    text(bold, "Renard rusé", 4, 70, 8),
                    *((DrawImage(30, 30, 20, 20, str(image)),) if image else ()),
                ),
                (1, 0, 0, 1, 40, 200),
                (("M", 0, 0), ("L", 100, 0), ("L", 100, 90), ("L", 0, 90), ("Z",)),
            ),
        )
        second: tuple[Op, ...] = (
            # a caption that is drawn before its figure is still read after it
            Marked((text(regular, "Figure 1. Une patte.", 40, 310, 8),), self.caption),
            Marked((text(bold, "Chaînes", 20, 40, 12),), self.under),
            Marked((text(regular, "To be or not.", 20, 56),), self.foreign),
            Group(
                (
                    Marked((text(bold, "Nom", 0, 10),), self.heads[0]),
                    Marked((text(bold, "Points", 80, 10),), self.heads[1]),
                    Marked((text(bold, "Plantes", 0, 24),), self.across),
                    Marked((text(regular, "Trèfle", 0, 38),), self.cells[0]),
                    box(0, 26, 200, 0.5),
                    Marked((text(regular, "3", 80, 38),), self.cells[1]),
                ),
                (1, 0, 0, 1, 20, 80),
            ),
            Marked(picture, self.figure),
            Marked(page_number, None),
        )
        links = (
            Link(Box(20, 50, 190, 12), "#goal", "Le but", self.contents),
            Link(Box(86, 125, 50, 12), "#chains", "règle des chaînes", self.link),
            Link(Box(20, 137, 40, 12), "#chains", "règle des chaînes", self.link),
        )
        self.document = DocumentInfo(
            title="Épreuve & Cie",
            language="fr",
            pages=(Page(A5, first, links), Page(A5, second, (), "2")),
            structure=self.structure,
            bookmarks=(
                Bookmark("Épreuve", 1, 0, 10),
                Bookmark("Le but", 2, 0, 80),
                Bookmark("Chaînes", 3, 1, 30),
                Bookmark("Fin", 2, 1, 300),
            ),
            anchors={"goal": (0, 80.0), "chains": (1, 30.0)},
        )

    def without(self, *pages: Page) -> DocumentInfo:
        """The document with other pages."""
        return replace(self.document, pages=pages)


def texts(ops: tuple[Op, ...]) -> list[DrawText]:
    """The texts of a page that stand in no group."""
    return [op for one in ops for op in (one.ops if isinstance(one, Marked) else (one,)) if isinstance(op, DrawText)]
