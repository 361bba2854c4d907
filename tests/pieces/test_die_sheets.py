"""Sheets with places of their own: read from our files and from sprues of Squib, and filled on both sides."""

from pathlib import Path

import pytest
from shapely.affinity import affine_transform
from shapely.geometry import Polygon as Measured
from tests.helpers import Toy

from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Size
from pawprint.core.length import inch, mm
from pawprint.core.piece_outline import SheetPlace
from pawprint.core.polygon import Polygon
from pawprint.pieces.layouts import Layouts
from pawprint.pieces.stocks import Stock
from pawprint.sheets._nest import NestedSlots
from pawprint.sheets.plan import Duplex, Flip, SheetPlan
from pawprint.sheets.sheet import arrange

HEX = "{trim: 50 mm x 43.3 mm, safe: 2 mm, outline: hexagon, sheet: die}"
OWN = """
paper: A5
places:
  - {at: [10 mm, 10 mm]}
  - {at: [70 mm, 10 mm], turn: 90}
  - {at: [40 mm, 80 mm], turn: -15}
"""
SPRUE = """
---
sheet_width: 11in
sheet_height: 8.5in
card_width: 50 mm
card_height: 43.3mm
cards:
- x: 1in
  y: 1in
- x: 90mm
  y: 1in
  rotate: :turnaround
- x: 6in
  y: 3in
  rotate: 90deg
- x: 2in
  y: 6in
  rotate: 0.5235987756
crop_line:
  lines:
  - type: :vertical
    position: 0.35in
"""


def layouts(folder: Path, sheet: str, stock: str = HEX) -> tuple[Layouts, Findings]:
    toy = Toy(folder, stocks=f"stocks:\n      tile: {stock}")
    toy.write("layouts/papers.yaml", "papers: {A5: {size: 148 mm x 210 mm}}")
    toy.write("layouts/sheets/die.yaml", sheet)
    findings = Findings()
    return Layouts(toy.layout_folders, findings), findings


def read(folder: Path, sheet: str, stock: str = HEX) -> Stock:
    found, findings = layouts(folder, sheet, stock)
    assert [*findings] == []
    return found.stocks["tile"]


def test_place_is_the_corner_of_the_trim_before_it_is_turned_around_its_middle(tmp_path: Path) -> None:
    sheet = read(tmp_path, OWN).sheet
    assert sheet is not None
    assert (sheet.name, sheet.paper) == ("die", Size(mm(148), mm(210)))
    assert sheet.places == (
        SheetPlace(mm(35), mm(31.65)),
        SheetPlace(mm(95), mm(31.65), 90.0),
        SheetPlace(mm(65), mm(101.65), -15.0),
    )


def test_sprue_of_squib_is_read_with_its_turns(tmp_path: Path) -> None:
    sheet = read(tmp_path, SPRUE).sheet
    assert sheet is not None
    assert sheet.paper == Size(inch(11), inch(8.5))
    assert [place.turn for place in sheet.places] == pytest.approx([0, 180, 90, 30])
    assert sheet.places[0] == SheetPlace(inch(1) + mm(25), inch(1) + mm(21.65))


def test_sprue_may_give_the_middles_of_cards(tmp_path: Path) -> None:
    sheet = read(tmp_path, SPRUE.replace("cards:", "position_reference: :center\nrotate: :clockwise\ncards:", 1)).sheet
    assert sheet is not None
    assert sheet.places[0] == SheetPlace(inch(1), inch(1), 90.0)


def test_bleed_ends_before_the_middle_between_neighbours(tmp_path: Path) -> None:
    sheet = read(tmp_path, "paper: A5\nplaces: [{at: [5 mm, 5 mm]}, {at: [5 mm, 52.3 mm]}]").sheet
    assert sheet is not None
    assert 1.9 < sheet.bleed.mm < 2


def test_pieces_may_share_a_cut(tmp_path: Path) -> None:
    square = "{trim: 30 mm x 30 mm, safe: 2 mm, sheet: die}"
    sheet = read(tmp_path, "paper: 100x100mm\nplaces: [{at: [5 mm, 5 mm]}, {at: [35 mm, 5 mm]}]", square).sheet
    assert sheet is not None
    assert sheet.bleed == mm(0)


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.SHORT_EDGE])
@pytest.mark.parametrize("sheet", [OWN, SPRUE])
def test_backs_are_behind_faces_at_any_angle(tmp_path: Path, sheet: str, duplex: Duplex) -> None:
    arrow = "{trim: 50 mm x 43.3 mm, safe: 2 mm, sheet: die, outline: {points: [[0, 0], [100, 40], [30, 100]]}}"
    stock = read(tmp_path, sheet, arrow)
    assert stock.sheet is not None
    plan = SheetPlan(paper=stock.sheet.paper, duplex=duplex, die=stock.sheet)
    slots, flip = arrange(plan, stock.trim, stock.outline), plan.flip
    assert isinstance(slots, NestedSlots)
    assert flip is not None
    across = (-1, 0, 0, 1, plan.paper.width.pt, 0) if flip is Flip.TURN else (1, 0, 0, -1, 0, plan.paper.height.pt)
    for index in range(slots.slots):
        (face,), (back,) = (stock.outline_of(side).polygons(stock.trim) for side in ("face", "back"))
        there = laid(back, slots.back_matrix(index, flip))
        assert affine_transform(there, across).hausdorff_distance(laid(face, slots.face_matrix(index))) < 0.01


def laid(polygon: Polygon, matrix: tuple[float, ...]) -> Measured:
    a, b, c, d, e, f = matrix
    return affine_transform(Measured(polygon), (a, c, b, d, e, f))


def test_die_cannot_be_folded(tmp_path: Path) -> None:
    stock = read(tmp_path, OWN)
    assert stock.sheet is not None
    plan = SheetPlan(paper=stock.sheet.paper, duplex=Duplex.GUTTERFOLD, die=stock.sheet)
    assert arrange(plan, stock.trim, stock.outline) is None


def test_stock_whose_sheet_has_a_finding_is_faulty(tmp_path: Path) -> None:
    found, findings = layouts(tmp_path, OWN.replace("40 mm, 80", "40 mm, 20"))
    assert [finding.code for finding in findings] == ["bad-sheet"]
    assert "tile" not in found.stocks
    assert found.is_faulty("stocks", "tile")
