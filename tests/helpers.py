"""What tests of several stages share: an invented game, drawings as text, golden files, pages as pixels."""

import importlib.util
import io
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from textwrap import dedent, indent
from types import ModuleType
from typing import Any

import pypdfium2
from PIL import Image

from fixed_metrics import FixedMetrics
from pawprint.catalog.library import load_library
from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.geometry import Box
from pawprint.core.length import ZERO, Length
from pawprint.core.piece_outline import PieceOutline
from pawprint.graphics.ops import (
    DrawBox,
    DrawImage,
    Drawing,
    DrawPath,
    DrawText,
    Group,
    Marked,
    Op,
    Paint,
    Shading,
    UseDrawing,
    UseSymbol,
)
from pawprint.pieces.composer import Composer
from pawprint.pieces.layouts import Layouts
from pawprint.pieces.placed import Face, Placed, PlacedText
from pawprint.typography.metrics import Metrics
from pawprint.typography.textbox import TextBlock

GOLDEN = Path(__file__).parent / "golden"
MM = 72 / 25.4

#: The smallest layouts that a toy game needs. 72 pt by 144 pt keep the arithmetic of tests in the head.
STOCKS = """
    stocks:
      toy: {trim: 72 pt x 144 pt, safe: 6 pt, corner: 6 pt}
      disc: {trim: 72 pt x 72 pt, safe: 6 pt, outline: circle}
"""
PALETTES = """
    palettes:
      toy: {ink: '#101010', paper: '#ffffff', moss: '#406020', rust: '#a04020', sky: '#80c0f0'}
"""
#: Fonts of installed packages, for tests that need real ones.
FONTS = """
    fonts:
      text:
        package: fontpkg_source_sans_3
        regular: {file: 'SourceSans3[wght].ttf', axes: {wght: 400}}
        bold: {file: 'SourceSans3[wght].ttf', axes: {wght: 700}}
        italic: {file: 'SourceSans3-Italic[wght].ttf', axes: {wght: 400}}
      slab:
        package: fontpkg_bitter
        regular: {file: 'Bitter[wght].ttf', axes: {wght: 600}}
"""
SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V10H0Z" fill="currentColor"/></svg>'
)
TWO_INKS = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">'
    '<path d="M0 0H10V10H0Z" fill="var(--moss)"/><circle cx="15" cy="5" r="4" fill="var(--accent)"/></svg>'
)
GAME = """
    id: toy
    title: {fr: Jouet, en: Toy}
    version: "7"
    languages: [fr, en]
    credits: {fr: "De nous", en: "By us"}
    components:
      beasts:
        title: {fr: Bêtes, en: Beasts}
        file: cards.yaml
        stock: toy
        face: toy/beast
        fields:
          name: {type: text}
          level: {type: int, min: 0, max: 9}
          shy: {type: flag}
          signs: {type: list, of: icon}
          prey: {type: list, of: {ref: beasts}}
          art: {type: art}
"""
#: The game with backs, and their face.
WITH_BACK = GAME.replace("face: toy/beast", "face: toy/beast\n        back: toy/back")
BACK = {"toy/back": "palette: toy\nelements: [{kind: panel, fill: rust, bleeds: true}]\n"}
CARDS = """
    beasts:
      - {id: fox, copies: 3, name: {fr: Renard, en: Fox}, level: 4, shy: true, signs: [sun, moon], prey: [hen, mole]}
      - {id: hen, copies: 2, name: {fr: Poule, en: Hen}, level: 1, shy: false, signs: [], prey: [mole]}
      - {id: mole, name: {fr: Taupe, en: Mole}, level: 0, shy: false, signs: [moon], prey: []}
"""


class Toy:
    """A game and layouts in a folder, to be changed at will before they are read.

    Args:
        folder: an empty one.
        face: the elements of `toy/beast` as YAML; a face file of its own under *faces* wins.
        faces: name -> a face file.
        game, cards: other YAML texts than the usual ones.
        below: further layout folders, under the toy's own.
        fonts: whether the toy has fonts; without, only `FixedMetrics` will do.
    """

    def __init__(
        self,
        folder: Path,
        face: str = "",
        *,
        faces: Mapping[str, str] | None = None,
        game: str = GAME,
        cards: str = CARDS,
        stocks: str = STOCKS,
        below: Iterable[Path] = (),
        fonts: bool = False,
    ) -> None:
        self.folder = folder
        self.catalog, self.own = folder / "catalog", folder / "layouts"
        self.layout_folders = [self.own, *below]
        self.write("catalog/toy/game.yaml", game)
        self.write("catalog/toy/cards.yaml", cards)
        self.write("layouts/stocks.yaml", stocks)
        self.write("layouts/palettes.yaml", PALETTES)
        if fonts:
            self.write("layouts/fonts.yaml", FONTS)
        for icon in ("sun", "moon"):
            self.write(f"layouts/icons/{icon}.svg", SQUARE)
        for art in ("fox", "hen", "mole"):
            self.write(f"layouts/art/toy/{art}.svg", TWO_INKS)
        elements = indent(dedent(face).strip() or "[]", "  ")
        self.write("layouts/faces/toy/beast.yaml", f"palette: toy\nelements:\n{elements}\n")
        for name, text in (faces or {}).items():
            self.write(f"layouts/faces/{name}.yaml", text)

    def write(self, path: str, text: str) -> Path:
        """Write *text*, its common indent taken off, to *path* below the folder."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
        return file

    def table(self, metrics: Metrics | None = None, bleed: Length = ZERO, draft: bool = False) -> "Table":
        """Read it all, ready to compose."""
        return Table(self, metrics or FixedMetrics(), bleed, draft)


class Table:
    """A toy as it is read, with a composer."""

    def __init__(self, toy: Toy, metrics: Metrics, bleed: Length, draft: bool) -> None:
        self.findings = Findings()
        library = load_library(toy.catalog, self.findings)
        self.game: Game = library.games["toy"]
        self.layouts = Layouts(toy.layout_folders, self.findings)
        self.composer = Composer(self.layouts, metrics, self.findings, bleed, draft)

    def face(self, identity: str = "fox", language: str = "fr") -> Face:
        """The face of a piece."""
        (record,) = self.game.find(identity)
        face = self.composer.face(self.game, record, language)
        assert face is not None, [*self.findings]
        return face

    def back(self, identity: str = "fox", language: str = "fr") -> Face:
        """The back of a piece."""
        (record,) = self.game.find(identity)
        face = self.composer.back(self.game, record, language)
        assert face is not None, [*self.findings]
        return face

    @property
    def codes(self) -> list[str]:
        """Codes of the findings so far."""
        return [finding.code for finding in self.findings.sorted()]

    def the_finding(self, code: str) -> Diagnostic:
        """The only finding there is, which has this code."""
        (finding,) = self.findings
        assert finding.code == code, finding
        return finding


def items(face: Face) -> tuple[Placed, ...]:
    """All placed items of a face, bottom first."""
    return face.all_items


def blocks(face: Face) -> list[TextBlock]:
    """The texts of a face."""
    return [item.block for item in items(face) if isinstance(item, PlacedText)]


def words(block: TextBlock) -> list[str]:
    """The lines of a text, its words joined by spaces."""
    return [" ".join(word.text for part in line.fragments for word in part.words) for line in block.lines]


def rounded(box: Box) -> tuple[float, ...]:
    """A box as numbers with two decimals."""
    return tuple(round(number, 2) + 0.0 for number in (box.x, box.y, box.width, box.height))


# --- golden files -------------------------------------------------------------------------------------------


def golden(name: str, actual: str) -> None:
    """*actual* is what the golden file says; with PAWPRINT_UPDATE_GOLDEN=1 the file is written instead.

    Read each file that changes: what is stable can be wrong.
    """
    path = GOLDEN / name
    if os.environ.get("PAWPRINT_UPDATE_GOLDEN") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(actual, encoding="utf-8", newline="\n")
    assert path.exists(), f"there is no {name} yet: run with PAWPRINT_UPDATE_GOLDEN=1, then read what it says"
    assert actual == path.read_text(encoding="utf-8")


def drawing_as_text(drawing: Drawing) -> str:
    """A drawing as a page of text: one line for each operation, lengths in mm."""
    lines = [
        f"{drawing.name}: {drawing.trim}, {_outline(drawing.outline)}, bleed {drawing.bleed.top}",
        *(["below, shared:", *ops_as_text(drawing.common.ops, 1)] if drawing.common.ops else []),
        *(["above:", *ops_as_text(drawing.art.ops, 1)] if drawing.art.ops else []),
    ]
    return "\n".join(lines) + "\n"


def ops_as_text(ops: Iterable[Op], depth: int = 0) -> list[str]:
    """One line for each operation; lengths in mm, except inside symbols, which have units of their own."""
    lines: list[str] = []
    for op in ops:
        match op:
            case DrawBox():
                corner = f" radius={_mm(op.radius)}" if op.radius else ""
                lines.append(f"box {_mm(op.x, op.y, op.width, op.height)}{corner}{_paint(op.paint)}")
            case DrawPath():
                lines.append(f"path {_path(op.path, MM)}{_paint(op.paint)}")
            case DrawText():
                tracked = f" tracking={_mm(op.tracking)}" if op.tracking else ""
                shown = "|".join(word.text for word in op.words).replace("\u00a0", "⍽").replace("\u202f", "⍽")
                place = f"{_mm(op.x, op.y)} {op.typeface.name} {op.size:g}pt {op.ink}"
                lines.append(f"text {place} gap={_mm(op.gap)}{tracked} {shown}")
            case DrawImage():
                lines.append(f"image {_mm(op.x, op.y, op.width, op.height)} {Path(op.path).name}")
            case UseSymbol():
                symbol = op.symbol
                view = f"{symbol.x:g} {symbol.y:g} {symbol.width:g} {symbol.height:g}"
                lines.append(f"symbol {symbol.name} [{view}] {_matrix(op.matrix)}")
                lines += [f"  {line}" for line in _symbol(symbol.ops)]
            case UseDrawing():
                lines += ops_as_text(op.drawing.ops)
            case Marked():
                role = op.element.role if op.element else "decoration"
                lines += [f"marked {role}", *ops_as_text(op.ops, 1)]
            case Group():
                clip = f" clip {_path(op.clip, MM)}" if op.clip is not None else ""
                seen = f" opacity={op.opacity:g}" if op.opacity != 1 else ""
                lines += [f"group {_matrix(op.matrix)}{clip}{seen}", *ops_as_text(op.ops, 1)]
    return ["  " * depth + line for line in lines]


def _symbol(ops: Iterable[Op]) -> list[str]:
    lines = []
    for op in ops:
        assert isinstance(op, DrawPath | Group), op
        if isinstance(op, Group):
            lines += [f"group {op.matrix} opacity={op.opacity:g}", *(f"  {line}" for line in _symbol(op.ops))]
        else:
            lines.append(f"path {_path(op.path, 1)}{_paint(op.paint, 1)}")
    return lines


def _number(value: float) -> str:
    return f"{value:.3f}".replace("-0.000", "0.000")


def _outline(outline: PieceOutline) -> str:
    return f"outline {_path(outline.path, MM)}" if outline.path else f"corner {_mm(outline.corner.pt)}"


def _mm(*points: float) -> str:
    return " ".join(_number(point / MM) for point in points)


def _path(path: Iterable[tuple[Any, ...]], unit: float) -> str:
    return " ".join([" ".join([kind, *(_number(part / unit) for part in parts)]) for kind, *parts in path])


def _matrix(matrix: tuple[float, ...]) -> str:
    a, b, c, d, e, f = matrix
    return f"({_number(a)} {_number(b)} {_number(c)} {_number(d)} {_mm(e, f)})"


def _paint(paint: Paint, unit: float = MM) -> str:
    text = ""
    fill = paint.fill
    if isinstance(fill, Shading):
        ends = [fill.x1, fill.y1] + ([fill.x2, fill.y2] if fill.radius is None else [fill.radius])
        stops = " ".join(f"{offset:g}:{colour}" for offset, colour in fill.stops)
        text += f" fill=({' '.join(_number(end / unit) for end in ends)} {stops})"
    elif fill is not None:
        text += f" fill={fill}"
    if paint.fill_opacity != 1 and fill is not None:
        text += f"@{paint.fill_opacity:g}"
    if paint.stroke is not None:
        text += f" stroke={paint.stroke} {_number(paint.width / unit)}"
        if paint.stroke_opacity != 1:
            text += f"@{paint.stroke_opacity:g}"
        if paint.dash:
            text += f" dash={'/'.join(_number(length / unit) for length in paint.dash)}"
    return text + (" even-odd" if paint.even_odd else "")


# --- pages as pixels ----------------------------------------------------------------------------------------


def rasters(pdf: bytes, dpi: float) -> list[Image.Image]:
    """The pages of a file, drawn by PDFium."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in document]
    finally:
        document.close()


def extracted(pdf: bytes) -> list[str]:
    """The text of each page, as PDFium finds it."""
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


def picture_script() -> ModuleType:
    """`docs/make_pictures.py` as a module."""
    path = Path(__file__).parents[1] / "docs" / "make_pictures.py"
    spec = importlib.util.spec_from_file_location("make_pictures", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def paths_in(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The keys and indexes that lead to each part of plain data, outer parts first."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield (*path, key)
        yield from paths_in(value, (*path, key))
