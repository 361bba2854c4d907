"""Boxes of a game: their files, and what is printed where."""

import io
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from helpers import GAME, PALETTES, Toy, extracted
from pawprint.core.geometry import Size
from pawprint.core.length import ZERO, mm
from pawprint.pieces.boxes.net import Net
from pawprint.pieces.boxes.net_drawing import NetDrawer
from pawprint.press.manifest import Print
from pawprint.press.png import render
from pawprint.production import pipeline
from pawprint.production.box_sheets import nets_of
from pawprint.production.cache.store import Store
from pawprint.production.options import BuildOptions
from pawprint.sheets.nup import fit
from pawprint.sheets.plan import Duplex, SheetPlan

STOCKS = """
    stocks:
      toy: {trim: 60 mm x 90 mm, thickness: 0.5 mm}
"""
BOX = """
    boxes:
      box:
        kind: tuckbox
        title: {fr: Boîte, en: Box}
        texts: {motto: {fr: Jouez, en: Play}}
        panels: {front: toy/front, left: toy/left, bottom: toy/left}
"""
FACES = {
    "toy/front": "palette: toy\nelements:\n"
    "  - {kind: panel, fill: moss, bleeds: true}\n"
    "  - {kind: text, text: '{{ motto }} {{ pieces }} {{ contents[0].name }}', colour: paper,"
    " at: [5 mm, 40 mm], size: [50 mm, 9 mm]}",
    "toy/left": "palette: toy\nelements: [{kind: panel, fill: rust, bleeds: true}]",
    "box-cover": "elements: [{kind: text, text: '{{ box }} {{ sheets }} {{ kind }}', at: [9 mm, 9 mm]}]",
}
PAPERS = "papers: {A4: {size: 210 mm x 297 mm}, A3: {size: 297 mm x 420 mm}, Small: {size: 150 mm x 210 mm}}"
ONLY = BuildOptions(kinds=("boxes",), languages=("en",), cover=False)
MOSS, RUST, WHITE = (0x40, 0x60, 0x20), (0xA0, 0x40, 0x20), (255, 255, 255)
Maker = Callable[[str], pipeline.Workspace]


@pytest.fixture
def toy(tmp_path: Path) -> Maker:
    def make(boxes: str = BOX) -> pipeline.Workspace:
        toy = Toy(tmp_path, game=GAME + boxes, stocks=STOCKS, faces=FACES, fonts=True)
        toy.write("layouts/papers.yaml", PAPERS)
        toy.write("layouts/sleeves.yaml", "sleeves: {thick: {adds: 0.5 mm}}")
        return pipeline.load(toy.catalog, toy.layout_folders)

    return make


def box_prints(workspace: pipeline.Workspace, options: BuildOptions = ONLY) -> list[Print]:
    prints = [*pipeline.build(workspace, options)]
    assert [*workspace.findings] == []
    return prints


def net(workspace: pipeline.Workspace, options: BuildOptions = ONLY) -> Net:
    ((_, (found,)),) = nets_of(workspace.library.games["toy"], workspace.composer(ZERO), options)
    return found


def test_box_is_a_separate_file_beside_the_sheets(toy: Maker) -> None:
    box = toy(BOX)
    (one,) = box_prints(box)
    assert (one.path, one.kind, one.sheets, one.pages) == ("sheets/toy-box-en-a4.pdf", "boxes", 1, 1)
    everything = [made.path for made in pipeline.build(box, BuildOptions(cover=False))]
    assert {"sheets/toy-box-en-a4.pdf", "sheets/toy-box-fr-a4.pdf", "sheets/toy-cards-en-a4.pdf"} <= {*everything}


def test_panels_have_the_texts_and_counts_of_the_box_in_each_language(toy: Maker) -> None:
    (one,) = box_prints(toy(BOX))
    assert "Play 6 Beasts" in "".join(extracted(one.data))
    (french,) = box_prints(toy(BOX), BuildOptions(kinds=("boxes",), languages=("fr",), cover=False))
    assert "Jouez 6 Bêtes" in "".join(extracted(french.data))


def test_first_page_explains_how_to_build_the_box(toy: Maker) -> None:
    (one,) = box_prints(toy(BOX), BuildOptions(kinds=("boxes",), languages=("fr",)))
    with pikepdf.open(io.BytesIO(one.data)) as pdf:
        assert len(pdf.pages) == 2
    assert "Boîte 1 tuckbox" in "".join(extracted(one.data))


@pytest.mark.parametrize(
    "options", [BuildOptions(cards=("fox",)), BuildOptions(components=("beasts",)), BuildOptions(one_up=True)]
)
def test_build_of_some_pieces_includes_no_box(toy: Maker, options: BuildOptions) -> None:
    assert not [one for one in pipeline.build(toy(BOX), options) if one.kind == "boxes"]


def test_box_is_as_deep_as_its_pieces(toy: Maker) -> None:
    """Six cards of 0.5 mm would make 4 mm, which is less than can be folded; measured ones of 3 mm make 19 mm."""
    assert net(toy(BOX)).panel("left").extent.width == mm(8)
    assert net(toy(BOX), BuildOptions(card_thickness=mm(3))).panel("left").extent.width == mm(19)


def test_sleeves_enlarge_a_box_and_change_its_file(toy: Maker) -> None:
    plain, options = toy(BOX), BuildOptions(kinds=("boxes",), languages=("en",), sleeves="thick", cover=False)
    assert net(plain).panel("front").extent.width == mm(62.5)
    sleeved = net(plain, options).panel("front").extent
    assert (sleeved.width, sleeved.height) == (mm(65), mm(95))
    assert [one.name for one in box_prints(plain, options)] == ["toy-box-en-a4-thick-sleeves.pdf"]


def test_box_that_does_not_fit_names_a_paper_that_is_large_enough(toy: Maker) -> None:
    workspace = toy(BOX)
    assert not [*pipeline.build(workspace, BuildOptions(kinds=("boxes",), paper="Small", card_thickness=mm(5)))]
    (finding,) = workspace.findings
    assert finding.code == "does-not-fit"
    assert finding.help == "print on A4, or take another kind of box"


def test_every_face_that_a_box_does_not_find_is_a_finding(toy: Maker) -> None:
    workspace = toy(BOX.replace("front: toy/front, left: toy/left", "front: toy/fromt, sides: toy/lefft"))
    pipeline.check(workspace)
    assert [(finding.code, finding.help) for finding in workspace.findings.sorted()] == [
        ("unknown-face", "did you mean 'toy/front'?"),
        ("unknown-face", "did you mean 'toy/left'?"),
    ]


@pytest.mark.parametrize(("cards", "code"), [("beasts: [", "yaml-syntax"), ("beasts: []", "bad-box")])
def test_box_with_unreadable_pieces_adds_no_fault(tmp_path: Path, cards: str, code: str) -> None:
    toy = Toy(tmp_path, game=GAME + BOX, cards=cards, stocks=STOCKS, faces=FACES, fonts=True)
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    pipeline.check(workspace)
    assert [finding.code for finding in workspace.findings] == [code]


def test_unchanged_box_is_not_rebuilt(toy: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path / "cache", "test")
    first, again = ([*pipeline.build(toy(BOX), ONLY, store=store)] for _ in range(2))
    assert first == again
    with monkeypatch.context() as patch:
        patch.setattr(NetDrawer, "drawings", lambda *_: pytest.fail("it is drawn again"))
        assert [*pipeline.build(toy(BOX), ONLY, store=store)] == first
    changed = BOX.replace("en: Play", "en: Hide")
    (third,) = pipeline.build(toy(changed), ONLY, store=store)
    assert "Hide" in "".join(extracted(third.data))


# --- where ink is -------------------------------------------------------------------------------------------


class Page:
    """The page of a net, of which one asks for the colour at places of the net."""

    def __init__(self, workspace: pipeline.Workspace, options: BuildOptions) -> None:
        (one,) = box_prints(workspace, options)
        self.net = net(workspace, options)
        self._image = Image.open(io.BytesIO(render(one.data, 0, 600))).convert("RGB")
        grid = fit(SheetPlan(paper=Size(mm(210), mm(297)), bleed=mm(3), duplex=Duplex.OFF), self.net.size, 1)
        assert grid is not None
        assert not grid.turned
        self._left, self._top = grid.origin.x.mm, grid.origin.y.mm

    def at(self, x: float, y: float) -> tuple[int, int, int]:
        """The colour at a place of the net, in millimetres."""
        place = ((self._left + x) * 600 / 25.4, (self._top + y) * 600 / 25.4)
        colour: tuple[int, int, int] = self._image.getpixel((round(place[0]), round(place[1])))  # type: ignore[assignment]
        return colour


@pytest.fixture
def page(toy: Maker) -> Page:
    return Page(toy(BOX), BuildOptions(kinds=("boxes",), languages=("en",), cover=False, marks="none"))


def test_art_extends_3_mm_beyond_cuts_and_1_mm_beyond_folds(page: Page) -> None:
    corner, extent = page.net.panel("front").corner, page.net.panel("front").extent
    x, y = corner.x.mm, corner.y.mm
    middle, right = y + extent.height.mm / 2, x + extent.width.mm
    assert page.at(x + 10, y - 2.7) == MOSS
    assert page.at(x + 10, y - 3.3) == WHITE
    assert page.at(right + 0.7, middle + 0.6) == MOSS
    assert page.at(right + 1.3, middle + 0.6) == WHITE


def test_white_line_is_along_the_fold_between_two_faces(page: Page) -> None:
    corner, extent = page.net.panel("front").corner, page.net.panel("front").extent
    x, middle = corner.x.mm, corner.y.mm + extent.height.mm / 2
    row = [page.at(x + step / 100, middle + away / 4) for step in (-25, 25) for away in range(8)]
    assert {*row} == {MOSS, RUST}
    assert any(page.at(x, middle + away / 4) not in (MOSS, RUST) for away in range(8))


def test_glue_areas_have_no_ink_except_their_mark(page: Page) -> None:
    for area in page.net.glue:
        panel = page.net.panel(area.panel)
        (left, top, _), extent = panel.corner, panel.extent
        steps = [(across / 12, down / 12) for across in range(3, 10) for down in range(3, 10)]
        seen = [page.at(left.mm + extent.width.mm * a, top.mm + extent.height.mm * d) for a, d in steps]
        assert sum(colour == WHITE for colour in seen) >= len(seen) - 4, area.panel


def test_cut_has_no_line_without_marks(toy: Maker, page: Page) -> None:
    drawn = Page(toy(BOX), ONLY)
    y = drawn.net.panel("back").corner.y.mm + 20
    edge = drawn.net.size.width.mm
    row = [edge - 0.2 + step / 50 for step in range(20)]
    assert any(drawn.at(x, y) != WHITE for x in row)
    assert all(page.at(x, y) == WHITE for x in row)


def test_all_colours_of_the_toy_are_its_palette() -> None:
    """The colours above are those of the palette that the toy has."""
    for colour in (MOSS, RUST):
        assert "#{:02x}{:02x}{:02x}".format(*colour) in PALETTES
