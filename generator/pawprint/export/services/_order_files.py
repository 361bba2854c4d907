"""Decks -> `order.json` or `tgc.json`: which picture is which side of which piece, and how many are made of it."""

import json
import math
import textwrap
from collections.abc import Iterator, Mapping
from html import escape
from itertools import groupby
from typing import Any

from pawprint.catalog.model import Component
from pawprint.core.colour import WHITE, Colour, ProcessInks
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import Length, mm
from pawprint.core.piece_outline import RECTANGLE
from pawprint.export._offset_pages import COATED, OffsetPages, PageOptions, component_batch, pdfx_file, press_profile
from pawprint.export._preflight import Requirements
from pawprint.export._rasters import RasterRequest
from pawprint.export.export_source import ExportSource
from pawprint.export.services._deck import DeckPiece, DeckPlan, ServiceDeck
from pawprint.export.services._presets import BACKS_FIRST, Service
from pawprint.graphics.ops import DrawBox, Drawing, DrawPath, Group, Layer, Op, Paint, UseDrawing
from pawprint.pieces.lower import Lowering
from pawprint.pieces.placed import PlacedText
from pawprint.production.options import ImageOptions
from pawprint.sheets.sheet import Side
from pawprint.typography.text_style import TextStyle
from pawprint.typography.textbox import TextSetter


def manifest(source: ExportSource, service: Service, plan: DeckPlan) -> bytes:
    """The manifest of all decks of a game in one language."""
    game, language = source.game, source.language
    content: dict[str, Any] = {"service": service.title, "game": game.id, "title": game.title[language]}
    if game.edition:
        content["edition"] = game.edition
    if source.options.part:
        content["only"] = source.options.part
    content |= {
        "language": language,
        "dpi": service.dpi,
        "decks": [_deck_manifest_deck(deck, language) for deck in plan.decks],
        "left_out": [component.name for component in plan.left_out],
    }
    return (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode()


def _deck_manifest_deck(deck: ServiceDeck, language: str) -> dict[str, Any]:
    product = deck.product
    content: dict[str, Any] = {
        "name": deck.name,
        "title": " / ".join(component.title[language] for component in deck.components),
        "identity": product.name,
    }
    if product.upload:
        content["type"] = product.upload
    content |= {"pixels": list(product.pixels), "quantity": deck.quantity}
    backs = dict.fromkeys(piece.back_file for piece in deck.pieces if piece.back is not None)
    common = next(iter(backs)) if len(backs) == 1 and all(piece.back is not None for piece in deck.pieces) else None
    if common:
        content["back"] = f"{deck.name}/{common}"
    content["pieces"] = [
        {
            "number": piece.number,
            "component": piece.component.name,
            "id": piece.record.id,
            "quantity": piece.copies,
            "face": f"{deck.name}/{piece.face_file}",
            **({"back": f"{deck.name}/{piece.back_file}"} if piece.back is not None and not common else {}),
        }
        for piece in deck.pieces
    ]
    return content


# --- A deck -> a PDF/X-1a file with a page for each side of each piece, in inks ---------------------------------------


def deck_pdf(source: ExportSource, service: Service, deck: ServiceDeck, profile_file: str) -> bytes:
    """The file; a piece without a back has an empty page for it. Empty after a finding: there is to be no file.

    Args:
        profile_file: the path of an ICC profile; empty for the bundled one.
    """
    limit = service.ink / 100
    profile = press_profile(source, profile_file, limit, "x1a")
    if profile is None:
        return b""
    how = PageOptions(bleed=service.bleed, limit=limit, way="", opaque=True, lines=None)
    names = {component.name for component in deck.components}
    pieces = [piece for piece in source.pieces(ImageOptions(bleed=service.bleed)) if piece.component.name in names]
    sides: list[Side] = []
    spots: dict[str, ProcessInks] = {}
    is_printable = True
    for _, group in groupby(pieces, key=lambda piece: piece.component.name):
        batch = component_batch(source, tuple(group), service.bleed)
        pages = OffsetPages(batch, profile, how, source.workspace.findings)
        is_printable &= pages.is_printable
        spots |= pages.spots
        backs = [page.side for page in pages.backs] or [pages.blank(pages.shapes[0])] * len(pages.faces)
        for back, face in zip(backs, pages.faces, strict=True):
            sides += [back, face.side] if service.pages == BACKS_FIRST else [face.side, back]
    if not is_printable:
        return b""
    return pdfx_file(source, deck.name, sides, profile, spots, "x1a", "" if profile_file else COATED)


# --- Decks -> README.txt: what is in the folders, and what a person does with it at the print service -----------------


_WIDTH = 100
_SAME = mm(0.1)


def instructions(source: ExportSource, service: Service, plan: DeckPlan) -> bytes:
    """The text, in English like all of the program."""
    title = f"{source.game.title[source.language]} ({source.language}) at {service.title}"
    lines = [title, "=" * len(title), ""]
    if service.site:
        lines += [service.site, ""]
    if service.about:
        lines += [*_wrapped(service.about), ""]
    lines += ["Files", "-----"]
    if source.options.part:
        chosen = ", ".join(name for names in source.options.part.values() for name in names)
        words = f"This order is a part of the game: {chosen}. Files that are not listed here are from earlier exports."
        lines += [*_wrapped(words), ""]
    for deck in plan.decks:
        lines += _deck(deck, source.language, service.form == "pdf")
    if plan.left_out:
        names = ", ".join(_title(component, source.language) for component in plan.left_out)
        lines += ["", *_wrapped(f"Not part of this order: {names}.")]
    if service.steps:
        lines += ["", "Steps", "-----"]
        for number, step in enumerate(service.steps, 1):
            lines += _wrapped(step, f"{number}. ")
    return ("\n".join(lines) + "\n").encode()


def _deck(deck: ServiceDeck, language: str, pdf: bool) -> Iterator[str]:
    faces = len({piece.face_file for piece in deck.pieces})
    backs = len({piece.back_file for piece in deck.pieces if piece.back is not None})
    where = f"{deck.name}.pdf: {deck.product.name}"
    if not pdf:
        where = f"{deck.name}/: {deck.product.name}, {deck.product.pixels} pixels"
    words = f"{where}; {_plural(deck.quantity, 'piece')} from "
    words += f"{_plural(faces, 'face')} and {_plural(backs, 'back')}"
    if len(deck.components) > 1:
        words += " (" + ", ".join(_title(component, language) for component in deck.components) + ")"
    yield from _wrapped(words + ".")
    for size in {str(piece.trim): None for piece in deck.pieces if _differs(piece)}:
        words = f"   The pieces are {size}, and the product is {deck.product.size}: the art keeps its size."
        yield from _wrapped(words)


def _differs(piece: DeckPiece) -> bool:
    trim = piece.fit.trim
    if trim is None:
        return False
    return any(abs(a.grains - b.grains) > _SAME.grains for a, b in zip(trim, piece.trim, strict=True))


def _title(component: Component, language: str) -> str:
    return component.title[language]


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _wrapped(text: str, first: str = "") -> list[str]:
    indent = " " * (len(first) or len(text) - len(text.lstrip()))
    return textwrap.wrap(text.strip(), _WIDTH, initial_indent=first or indent, subsequent_indent=indent)


# --- A deck -> `order.xml`, which the MPC Autofill desktop tool reads: slots from 0, and a picture for each -----------


#: The back of pieces without one; the service prints both sides of all cards.
BLANK = "backs/blank.png"


def order_xml(deck: ServiceDeck, cardstock: str) -> bytes:
    """The order for a deck; paths are relative to its folder.

    Args:
        cardstock: in the words of the tool: `(S30) Standard Smooth`.
    """
    fronts: dict[str, list[int]] = {}
    backs: dict[str, list[int]] = {}
    slot = 0
    for piece in deck.pieces:
        slots = list(range(slot, slot + piece.copies))
        slot += piece.copies
        fronts.setdefault(piece.face_file, []).extend(slots)
        backs.setdefault(piece.back_file if piece.back is not None else BLANK, []).extend(slots)
    common = max(backs, key=lambda name: len(backs[name]))
    del backs[common]
    lines = [
        "<order>",
        f"  <details><quantity>{slot}</quantity><stock>{escape(cardstock)}</stock><foil>false</foil></details>",
        "  <fronts>",
        *_cards(fronts),
        "  </fronts>",
        *(["  <backs>", *_cards(backs), "  </backs>"] if backs else ["  <backs/>"]),
        f"  <cardback>./{escape(common)}</cardback>",
        "</order>",
    ]
    return ("\n".join(lines) + "\n").encode()


def has_blank_backs(deck: ServiceDeck) -> bool:
    """True if pieces of the deck have no back."""
    return any(piece.back is None for piece in deck.pieces)


def _cards(files: Mapping[str, list[int]]) -> list[str]:
    cards = []
    for file, slots in files.items():
        name = escape(file.rpartition("/")[2])
        numbers = ",".join(str(slot) for slot in slots)
        query = escape(name.rpartition(".")[0])
        cards.append(
            f"    <card><id>./{escape(file)}</id><sourceType>Local File</sourceType><slots>{numbers}</slots>"
            f"<name>{name}</name><query>{query}</query></card>"
        )
    return cards


# --- A deck -> one picture of all that is uploaded, with the lines of bleed, cut and safe zone ------------------------


#: Between the pictures, and below each for its name; points.
_GAP, _NAME = 8.0, 11.0
_GREY = Colour(90, 90, 90)
_STYLE = TextStyle(size=7, min_size=3, align="center", valign="middle")
_ASPECT = 1.5
#: The longest side in pixels, and dots per inch where all of it fits.
_MAX_PIXELS, _DPI = 3_600, 110
#: The largest number of pictures on the page; the others look like them.
MAX_PICTURES = 400
_BLEED = Paint(None, Colour(0, 158, 224), 0.6, (3.0, 2.0))
_CUT = Paint(None, Colour(230, 0, 126), 0.6)
_SAFE = Paint(None, Colour(0, 150, 64), 0.6, (1.5, 1.5))
#: Below each line, so that it shows on art of any colour.
_HALO = Paint(None, WHITE, 1.4, stroke_opacity=0.55)


def overview(deck: ServiceDeck, needs: Requirements, setter: TextSetter, language: str) -> RasterRequest:
    """The request for the picture: each face, then the backs, each back once."""
    shown: dict[str, Drawing] = {}
    for wanted in ("face", "back"):
        for piece in deck.pieces:
            for side, drawing, file in piece.sides:
                if side == wanted:
                    shown.setdefault(file, drawing)
    names = list(shown)[:MAX_PICTURES]
    canvas = deck.product.canvas
    across, down = canvas.width.pt + _GAP, canvas.height.pt + _GAP + _NAME
    columns = min(len(names), max(1, round(math.sqrt(len(names) * _ASPECT * down / across))))
    ops: list[Op] = []
    texts: list[PlacedText] = []
    lines = _lines(needs)
    for index, name in enumerate(names):
        x, y = _GAP + index % columns * across, _GAP + index // columns * down
        ops.append(Group((UseDrawing(shown[name]), *lines), (1.0, 0.0, 0.0, 1.0, x, y)))
        below = Box(x, y + canvas.height.pt, canvas.width.pt, _NAME)
        label = name.rpartition("/")[2].rpartition(".")[0]
        texts.append(PlacedText(setter.set(label, _STYLE, below, _GREY, language, lambda _: None)))
    rows = -(-len(names) // columns)
    size = Size(Length.of(columns * across + _GAP, "pt"), Length.of(rows * down + _GAP, "pt"))
    art = Layer((*ops, *Lowering().ops(tuple(texts))))
    dpi = min(_DPI, int(_MAX_PIXELS / max(size.width.pt, size.height.pt) * 72))
    drawing = Drawing(f"{deck.name} {language}", size, Insets(), art, RECTANGLE)
    return RasterRequest.at_resolution(drawing, max(10, dpi))


def _lines(needs: Requirements) -> tuple[Op, ...]:
    """The edge of the picture (cyan, dashed), the cut (magenta) and the safe zone (green, dotted)."""
    x, y = needs.corner
    around = needs.outline.around
    return (
        DrawBox(0.0, 0.0, needs.canvas.width.pt, needs.canvas.height.pt, _BLEED),
        Group(
            tuple(
                DrawPath(line, paint)
                for line, own in ((around(needs.trim), _CUT), (around(needs.trim, -needs.safe.pt), _SAFE))
                for paint in (_HALO, own)
            ),
            (1.0, 0.0, 0.0, 1.0, x, y),
        ),
    )
