"""Boards on several sheets and pieces that stand, measured on the printed pages: cut, laid upon each other, folded.

The pages that `--one-up` makes are what they are held against: a board that is joined looks like the one page.
"""

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageChops, ImageOps

from helpers import Toy, extracted
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import ZERO, mm
from pawprint.press.manifest import Print
from pawprint.press.png import PageImages
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions
from pawprint.sheets.nup import fit
from pawprint.sheets.plan import Duplex, SheetPlan
from pawprint.sheets.poster import PosterGrid, split

#: Ten pixels to the millimetre. The sizes below put every sheet, cut and seam between two pixels.
DPI, UNIT = 254, 10

GAME = """
    id: toy
    title: Toy
    languages: [en]
    components:
      maps: {kind: boards, file: cards.yaml, stock: STOCK, face: toy/map}
      sides: {kind: tiles, file: cards.yaml, stock: STOCK, face: toy/map, back: toy/map-back}
      pawns: {kind: tokens, file: cards.yaml, stock: pawn, face: toy/pawn}
      chiefs: {kind: cards, file: cards.yaml, stock: pawn, face: toy/pawn, back: toy/chief-back}
"""
CARDS = "maps: [{id: one}, {id: two}]\nsides: [{id: both}]\npawns: [{id: red, copies: 3}]\nchiefs: [{id: blue}]\n"
STOCKS = """
    stocks:
      strip: {trim: 301 mm x 190 mm}
      high: {trim: 190 mm x 301 mm}
      four: {trim: 250 mm x 350 mm}
      wide: {trim: 301 mm x 190 mm, overlap: 16 mm}
      pawn: {trim: 30 mm x 50 mm, safe: 1 mm, stand: fold, foot: 10 mm}
"""
PICTURE = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
      <path d="M0 0L100 100M100 0L0 100M0 30H100M0 70H100M30 0V100M70 0V100" stroke="var(--ink)" stroke-width="1"/>
      <circle cx="33" cy="40" r="12" fill="var(--rust)"/><circle cx="66" cy="60" r="12" fill="var(--moss)"/>
      <path d="M2 2H12V6H6V20H2Z" fill="var(--ink)"/>
    </svg>
"""
FACES = {
    "toy/map": """
        palette: toy
        elements:
          - {kind: panel, fill: sky, bleeds: true}
          - {kind: art, art: picture, fit: stretch, size: [100%, 100%]}
    """,
    "toy/map-back": """
        palette: toy
        elements:
          - {kind: panel, fill: moss, bleeds: true}
          - {kind: panel, fill: rust, at: [0, 0], size: [60%, 30%]}
          - {kind: art, art: picture, fit: stretch, size: [100%, 80%]}
    """,
    "toy/pawn": """
        palette: toy
        elements:
          - {kind: panel, fill: sky, bleeds: true}
          - {kind: art, art: picture, fit: stretch, at: [3 mm, 4 mm], size: [20 mm, 40 mm]}
    """,
    "toy/chief-back": "palette: toy\nelements: [{kind: panel, fill: rust, size: [40%, 20%], at: [10%, 10%]}]",
    "cover": """
        elements:
          - {kind: text, text: "{{ tiles }} {{ rows|length }} {{ sheets }} {{ duplex }}", at: [9 mm, 9 mm]}
    """,
}
PLAIN = BuildOptions(paper="A5", cover=False)


def built(folder: Path, stock: str, choice: BuildOptions) -> Print:
    toy = Toy(folder, game=GAME.replace("STOCK", stock), cards=CARDS, stocks=STOCKS, faces=FACES, fonts=True)
    toy.write("layouts/papers.yaml", "papers: {A5: {size: 148 mm x 210 mm}, A4: {size: 210 mm x 297 mm}}")
    toy.write("layouts/art/picture.svg", PICTURE)
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    prints = [*pipeline.build(workspace, choice)]
    assert [*workspace.findings] == []
    (made,) = prints
    return made


def pixels(pdf: bytes) -> list[Image.Image]:
    """The pages; PDFium's own way of drawing stretches them to whole pixels."""
    with PageImages(pdf) as pages:
        return [Image.open(BytesIO(pages.png(number, DPI))).convert("RGB") for number in range(len(pages))]


def tiling_of(stock: tuple[float, float], choice: BuildOptions, overlap: float = 10) -> PosterGrid:
    paper = Size(mm(148), mm(210))
    tiling = split(SheetPlan(paper=paper, bleed=choice.bleed or ZERO, overlap=mm(overlap)), Size(*map(mm, stock)))
    assert tiling is not None
    return tiling


def joined(pages: list[Image.Image], tiling: PosterGrid) -> Image.Image:
    """The board: each sheet, upright, cut along its marks and laid where it belongs, one after the other."""
    board = Image.new("RGB", (px(tiling.trim.width.mm), px(tiling.trim.height.mm)), "magenta")
    for page, tile in zip(pages, tiling.tiles(), strict=True):
        corner, size = tiling.corner(tile), tiling.cell(tile)
        art = page.crop(
            (px(corner.x.mm), px(corner.y.mm), px((corner.x + size.width).mm), px((corner.y + size.height).mm))
        )
        if tiling.turned:
            art = art.transpose(Image.Transpose.ROTATE_90)
        across, down = tile.across, tile.down
        kept = art.crop((
            px((across.low - across.start).mm), px((down.low - down.start).mm),
            px((across.high - across.start).mm), px((down.high - down.start).mm),
        ))  # fmt: skip
        board.paste(kept, (px(across.low.mm), px(down.low.mm)))
    return board


def px(millimetres: float) -> int:
    exact = millimetres * UNIT
    assert exact == pytest.approx(round(exact), abs=1e-3), "between two pixels"
    return round(exact)


def trimmed(page: Image.Image, bleed: float) -> Image.Image:
    edge = px(bleed)
    return page.crop((edge, edge, page.width - edge, page.height - edge))


def difference(one: Image.Image, two: Image.Image) -> int:
    """The largest difference of any pixel."""
    assert one.size == two.size
    return max(high for _, high in ImageChops.difference(one, two).getextrema())


def alike(one: Image.Image, two: Image.Image) -> bool:
    """Whether two pictures are the same but for soft edges, which come out a little different when they are turned."""
    assert one.size == two.size
    spots = ImageChops.difference(one, two).convert("L").point(lambda value: 255 * (value > 40))
    return spots.histogram()[255] < one.width * one.height / 1000


BOARDS = {"strip": (301, 190), "high": (190, 301), "four": (250, 350)}


@pytest.mark.parametrize(
    ("stock", "bleed", "marks"),
    [("strip", 0, "crop"), ("high", 0, "crop"), ("four", 0, "none"), ("four", 5, "crop"), ("strip", 1.5, "none")],
)
def test_sheets_that_are_joined_are_the_board(tmp_path: Path, stock: str, bleed: float, marks: str) -> None:
    choice = replace(PLAIN, components=("maps",), cards=("one",), bleed=mm(bleed), marks=marks)
    tiling = tiling_of(BOARDS[stock], choice)
    made = built(tmp_path / "sheets", stock, choice)
    (page,) = pixels(built(tmp_path / "page", stock, replace(choice, one_up=True, marks="none")).data)
    whole = trimmed(page, bleed)
    sheets = pixels(made.data)
    assert len(sheets) == made.sheets == tiling.sheets
    board = joined(sheets, tiling)
    assert difference(board, whole) <= 3
    # a fault would be seen: sheets out of order, and one that lies a tenth of a millimetre off
    assert difference(joined([sheets[1], sheets[0], *sheets[2:]], tiling), whole) > 100
    assert difference(ImageChops.offset(board, 1, 0), whole) > 100


@pytest.mark.parametrize(("duplex", "turn"), [("long-edge", ImageOps.mirror), ("short-edge", ImageOps.flip)])
@pytest.mark.parametrize("stock", ["strip", "high", "four"])
def test_backs_of_joined_sheets_are_the_back(tmp_path: Path, duplex: str, turn, stock: str) -> None:
    choice = replace(PLAIN, components=("sides",), duplex=duplex)
    tiling = tiling_of(BOARDS[stock], choice)
    made = built(tmp_path / "sheets", stock, choice)
    face, back = pixels(built(tmp_path / "page", stock, replace(choice, one_up=True, marks="none")).data)
    pages = pixels(made.data)
    assert (len(pages), made.sheets, made.pieces) == (2 * tiling.sheets, tiling.sheets, 1)
    assert difference(joined(pages[::2], tiling), face) <= 3
    through = joined([turn(page) for page in pages[1::2]], tiling)  # as if the paper were of glass
    assert alike(ImageOps.mirror(through), back)
    assert not alike(ImageChops.offset(ImageOps.mirror(through), 2, 0), back), (
        "two tenths of a millimetre would be seen"
    )


def test_instead_of_a_fold_face_and_back_are_two_boards(tmp_path: Path) -> None:
    choice = replace(PLAIN, components=("sides",), duplex="gutterfold")
    tiling = tiling_of(BOARDS["four"], choice)
    made = built(tmp_path / "sheets", "four", choice)
    face, back = pixels(built(tmp_path / "page", "four", replace(choice, one_up=True, marks="none")).data)
    pages = pixels(made.data)
    assert (made.pages, made.sheets, made.duplex) == (8, 8, "gutterfold")
    assert alike(joined(pages[:4], tiling), face)
    assert alike(joined(pages[4:], tiling), back)


def test_stock_may_set_the_overlap_of_sheets(tmp_path: Path) -> None:
    choice = replace(PLAIN, components=("maps",), cards=("one",), duplex="off")
    tiling = tiling_of((301, 190), choice, overlap=16)
    made = built(tmp_path / "sheets", "wide", choice)
    (page,) = pixels(built(tmp_path / "page", "wide", replace(choice, one_up=True, marks="none")).data)
    assert tiling.columns[0].stop - tiling.columns[1].start == mm(16)
    assert difference(joined(pixels(made.data), tiling), page) <= 3


# What is said of them


def test_each_board_has_its_own_sheets_with_its_name_on_them(tmp_path: Path) -> None:
    made = built(tmp_path, "four", replace(PLAIN, components=("maps",)))
    assert (made.pages, made.sheets, made.pieces, made.duplex) == (8, 8, 2, "off")
    texts = extracted(made.data)
    places = ("A1, row 1 of 2, column 1 of 2", "B1, row 1 of 2, column 2 of 2", "A2, row 2 of 2", "B2, row 2 of 2")
    for text, (name, place) in zip(texts, [(n, p) for n in ("one", "two") for p in places], strict=True):
        assert f"{name} {place}" in " ".join(text.split())
    assert "Glue B1 here, left edge at the arrows" in texts[0]
    assert "Glue A2 here, upper edge at the arrows" in texts[0]
    assert not any("Glue" in text for text in (texts[3], texts[7])), "nothing lies upon the last one"


@pytest.mark.parametrize(
    ("choice", "words", "pages", "sheets"),
    [
        (BuildOptions(components=("maps",)), "4 2 8 off", 9, 8),
        (BuildOptions(components=("sides",)), "4 2 4 long-edge", 10, 4),
        (BuildOptions(components=("sides",), duplex="gutterfold"), "4 2 8 apart", 9, 8),
        (BuildOptions(components=("sides",), duplex="off"), "4 2 4 off", 5, 4),
        (BuildOptions(components=("pawns",)), "0 0 1 strip", 2, 1),
    ],
)
def test_cover_counts_pages_and_sheets(
    tmp_path: Path, choice: BuildOptions, words: str, pages: int, sheets: int
) -> None:
    made = built(tmp_path, "four", replace(choice, paper="A5"))
    assert extracted(made.data)[0].split()[: len(words.split())] == words.split()
    assert (made.pages, made.sheets) == (pages, sheets)


def test_board_is_stored_once(tmp_path: Path) -> None:
    made = built(tmp_path, "four", replace(PLAIN, components=("maps",), cards=("one",)))
    with pikepdf.open(BytesIO(made.data)) as pdf:
        used = [set(names_in(page)) for page in pdf.pages]
        assert set.intersection(*used), "all sheets show one form"
        assert [str(item.title).split(" · ")[1] for item in pdf.open_outline().root] == [
            "one A1",
            "one B1",
            "one A2",
            "one B2",
        ]


def names_in(page: pikepdf.Page) -> Iterator[str]:
    for operands, operator in pikepdf.parse_content_stream(page):
        if str(operator) == "Do":
            yield str(operands[0])


def test_piece_that_fits_is_not_split(tmp_path: Path) -> None:
    made = built(tmp_path, "strip", replace(PLAIN, components=("maps",), paper="320x210mm", cards=("one",)))
    assert (made.pages, made.sheets, made.duplex) == (1, 1, "off")


# Pieces that stand


def strips(made: Print, count: int) -> list[Image.Image]:
    """The strips on the only page, upright and without bleed."""
    grid = fit(
        SheetPlan(paper=Size(mm(148), mm(210)), margin=Insets.even(mm(5)), duplex=Duplex.OFF),
        Size(mm(30), mm(120)),
        count,
    )
    assert grid is not None
    (page,) = pixels(made.data)
    found = []
    for slot in range(count):
        x, y = grid.slot(slot)
        cut = page.crop((px(x.mm), px(y.mm), px((x + grid.cell.width).mm), px((y + grid.cell.height).mm)))
        found.append(cut.transpose(Image.Transpose.ROTATE_90) if grid.turned else cut)
    return found


@pytest.mark.parametrize("duplex", ["long-edge", "gutterfold", "off"])
@pytest.mark.parametrize(("component", "copies"), [("pawns", 3), ("chiefs", 1)])
def test_strip_has_the_face_below_and_the_back_above_on_its_head(
    tmp_path: Path, component: str, copies: int, duplex: str
) -> None:
    choice = replace(PLAIN, components=(component,), duplex=duplex)
    made = built(tmp_path / "sheets", "four", choice)
    assert (made.pages, made.sheets, made.duplex, made.pieces) == (1, 1, "off", copies)
    face, back = pixels(built(tmp_path / "page", "four", replace(choice, one_up=True, marks="none")).data)
    if component == "pawns":
        assert alike(ImageOps.mirror(face), back), "without a back it is the mirror image"
    for strip in strips(made, copies):
        assert strip.size == (300, 1200)
        inner = (0, 3, 300, 497)  # the dashes of the folds apart
        assert alike(strip.crop((0, 600, 300, 1100)).crop(inner), face.crop(inner))
        above = strip.crop((0, 100, 300, 600)).transpose(Image.Transpose.ROTATE_180)
        assert alike(above.crop(inner), back.crop(inner))
        for foot in (strip.crop((0, 0, 300, 85)), strip.crop((0, 1115, 300, 1200))):
            assert foot.getextrema() == ((255, 255),) * 3, "a foot is white"


def test_folds_are_dashed_from_edge_to_edge(tmp_path: Path) -> None:
    (strip,) = strips(built(tmp_path, "four", replace(PLAIN, components=("chiefs",), marks="none")), 1)
    grey = strip.convert("L")
    for y in (100, 600, 1100):
        # darker than a millimetre away, where no line of the picture is near
        dashes = [
            grey.crop((x, y - 2, x + 1, y + 2)).getextrema()[0] < grey.getpixel((x, y + 9)) - 20 for x in range(300)
        ]
        assert sum(before != after for before, after in pairwise(dashes)) > 15
        assert any(dashes[:15])
        assert any(dashes[-25:])
