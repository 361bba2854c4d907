"""Sheets of pieces that are not rectangles, measured by a geometry library that Pawprint does not use."""

import math
from itertools import combinations, pairwise
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import STRtree
from shapely.affinity import affine_transform
from shapely.geometry import Polygon as Measured
from shapely.geometry import box as measured_box

from pawprint.core.affine import Matrix
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.core.paths import place_path
from pawprint.core.piece_outline import RECTANGLE, PieceOutline
from pawprint.core.polygon import Polygon, closed_path, crosses_itself, grown, regular, stretched, with_round_corners
from pawprint.graphics.ops import Drawing, Layer
from pawprint.graphics.svg.grammar import read_path
from pawprint.sheets._nest import NestedSlots
from pawprint.sheets._sheet_marks import sheet_marks
from pawprint.sheets.imposition import Piece, impose
from pawprint.sheets.nup import SlotGrid
from pawprint.sheets.plan import Duplex, Flip, Marks, SheetPlan
from pawprint.sheets.sheet import arrange
from strategies import examples

A4, LETTER = Size(mm(210), mm(297)), Size(mm(215.9), mm(279.4))
MM = 72 / 25.4
ROOT_3 = math.sqrt(3)
#: Pieces may overlap by a strip of 0.01 mm along a side.
HAIR = 0.01 * MM

ARROW = ((0, 0.25), (0.55, 0.25), (0.55, 0), (1, 0.5), (0.55, 1), (0.55, 0.75), (0, 0.75))
SHIELD = "M0 0 Q50 14 100 0 V60 C100 92 70 108 50 120 C30 108 0 92 0 60 Z"
HOOK = ((0, 0), (1, 0), (1, 1), (0.3, 1), (0.3, 0.6), (0.7, 0.6), (0.7, 0.3), (0, 0.3))


def shaped(points: Polygon, trim: Size, corner: float = 0.0) -> PieceOutline:
    polygon = tuple((x * trim.width.pt, y * trim.height.pt) for x, y in points)
    return PieceOutline(path=closed_path(with_round_corners(polygon, corner * MM) if corner else [polygon]))


def drawn(text: str, across: float, down: float, trim: Size) -> PieceOutline:
    matrix = (trim.width.pt / across, 0.0, 0.0, trim.height.pt / down, 0.0, 0.0)
    return PieceOutline(path=place_path(read_path(text), matrix))


def size(width: float, height: float) -> Size:
    return Size(mm(width), mm(height))


FLAT, POINTED, TALL = size(50, 25 * ROOT_3), size(25 * ROOT_3, 50), size(40, 48)
SHAPES = {
    "flat hexagon": (FLAT, shaped(regular(6, 30), FLAT)),
    "pointed hexagon": (POINTED, shaped(regular(6), POINTED)),
    "round hexagon": (POINTED, shaped(regular(6), POINTED, 3)),
    "triangle": (size(40, 20 * ROOT_3), shaped(regular(3), size(40, 20 * ROOT_3))),
    "pentagon": (size(30, 28.53), shaped(regular(5), size(30, 28.53))),
    "arrow": (size(40, 30), shaped(ARROW, size(40, 30))),
    "hook": (size(36, 40), shaped(HOOK, size(36, 40))),
    "shield": (TALL, drawn(SHIELD, 100, 120, TALL)),
}


@st.composite
def any_shape(draw: st.DrawFn) -> tuple[Size, PieceOutline]:
    """A shape of the list, or a star with any corners."""
    if draw(st.booleans()):
        return SHAPES[draw(st.sampled_from([*SHAPES]))]
    count = draw(st.integers(3, 9))
    radii = draw(st.lists(st.floats(0.25, 1), min_size=count, max_size=count))
    angles = [2 * math.pi * index / count for index in range(count)]
    points = [(r * math.cos(a), r * math.sin(a)) for r, a in zip(radii, angles, strict=True)]
    assume(max(x for x, _ in points) - min(x for x, _ in points) > 0.4)
    assume(max(y for _, y in points) - min(y for _, y in points) > 0.4)
    trim = size(draw(st.integers(22, 90)), draw(st.integers(22, 90)))
    outline = shaped(stretched(points), trim)
    (polygon,) = outline.polygons(trim)
    assume(not crosses_itself(polygon) and len(grown(polygon, -2 * MM)) == 1)
    return trim, outline


plans = st.builds(
    lambda paper, duplex, bleed, margin: SheetPlan(
        paper=paper, duplex=duplex, bleed=mm(bleed), margin=Insets.even(mm(margin))
    ),
    st.sampled_from([A4, A4.turned(), LETTER]),
    st.sampled_from([*Duplex]),
    st.sampled_from([0.0, 1.5, 3.0, 5.0]),
    st.sampled_from([0.0, 5.0, 9.0]),
)


def on_sheet(polygon: Polygon, matrix: Matrix) -> Measured:
    a, b, c, d, e, f = matrix
    return affine_transform(Measured(polygon), (a, c, b, d, e, f))


def cuts(slots: NestedSlots, outline: PieceOutline, beyond: float = 0.0) -> list[Measured]:
    (polygon,) = outline.polygons(slots.trim, beyond)
    return [on_sheet(polygon, slots.face_matrix(index)) for index in range(slots.slots)]


def nested(plan: SheetPlan, trim: Size, outline: PieceOutline) -> NestedSlots:
    slots = arrange(plan, trim, outline)
    assert isinstance(slots, NestedSlots)
    return slots


def pairs(shapes: list[Measured]) -> list[tuple[int, int]]:
    """Shapes whose boxes are close to each other."""
    tree = STRtree(shapes)
    return [(int(one), int(two)) for one, two in tree.query([shape.buffer(1) for shape in shapes]).T if one < two]


class NestedSheet(NamedTuple):
    """A shape, a plan, and the places of the one on the sheets of the other."""

    trim: Size
    outline: PieceOutline
    plan: SheetPlan
    slots: NestedSlots


@st.composite
def nested_sheets(draw: st.DrawFn) -> NestedSheet:
    (trim, outline), plan = draw(any_shape()), draw(plans)
    slots = arrange(plan, trim, outline)
    assume(slots is not None)
    assert isinstance(slots, NestedSlots)
    return NestedSheet(trim, outline, plan, slots)


@given(nested_sheets())
@examples(12)
def test_pieces_never_overlap_and_no_bleed_reaches_a_neighbour(sheet: NestedSheet) -> None:
    _, outline, plan, slots = sheet
    trims, bleeds = cuts(slots, outline), cuts(slots, outline, plan.bleed.pt)
    for one, two in pairs(bleeds):
        assert trims[one].intersection(trims[two].buffer(-HAIR)).area < 1e-6
        assert bleeds[one].intersection(trims[two].buffer(-HAIR)).area < 1e-6
        assert bleeds[two].intersection(trims[one].buffer(-HAIR)).area < 1e-6
        assert trims[one].distance(trims[two]) > 2 * plan.bleed.pt - 0.05 or plan.bleed.pt == 0


@given(nested_sheets())
@examples(12)
def test_all_pieces_are_in_the_printable_area_and_on_their_side_of_the_fold(sheet: NestedSheet) -> None:
    _, outline, plan, slots = sheet
    inset = plan.inset
    left, top, right, bottom = inset.width.pt, inset.height.pt, plan.paper.width.pt, plan.paper.height.pt
    right, bottom = right - left, bottom - top
    if slots.fold is Flip.TURN:
        right = plan.paper.width.pt / 2 - plan.fold_distance.pt
    elif slots.fold is Flip.TUMBLE:
        bottom = plan.paper.height.pt / 2 - plan.fold_distance.pt
    printable = measured_box(left, top, right, bottom).buffer(HAIR)
    assert all(printable.covers(cut) for cut in cuts(slots, outline))


@given(nested_sheets())
@examples(12)
def test_backs_are_behind_their_faces(sheet: NestedSheet) -> None:
    trim, outline, plan, slots = sheet
    flip = slots.fold or plan.flip
    if flip is None:
        return
    (polygon,) = outline.mirrored(trim).polygons(trim)
    width, height = plan.paper.width.pt, plan.paper.height.pt
    through = (-1.0, 0.0, 0.0, 1.0, width, 0.0) if flip is Flip.TURN else (1.0, 0.0, 0.0, -1.0, 0.0, height)
    a, b, c, d, e, f = through
    for index, cut in enumerate(cuts(slots, outline)):
        back = affine_transform(on_sheet(polygon, slots.back_matrix(index, flip)), (a, c, b, d, e, f))
        assert back.hausdorff_distance(cut) < 0.1 * MM


@pytest.mark.parametrize("shape", ["flat hexagon", "pointed hexagon"])
def test_hexagons_without_bleed_are_staggered_and_share_their_cuts(shape: str) -> None:
    trim, outline = SHAPES[shape]
    slots = nested(SheetPlan(paper=A4), trim, outline)
    shapes = cuts(slots, outline)
    shared = [
        shapes[one].buffer(HAIR).intersection(shapes[two]).area > 0.5 * 25 * MM * HAIR for one, two in pairs(shapes)
    ]
    assert slots.slots == 30
    assert sum(shared) > 60, "inner hexagons share all six sides"
    assert len({place.y for place in slots.places}) > 7
    assert {place.turn % 180 for place in slots.places} <= {0.0, 90.0}


def test_triangles_interlock_point_up_and_point_down() -> None:
    trim, outline = SHAPES["triangle"]
    slots = nested(SheetPlan(paper=A4), trim, outline)
    turns = [place.turn for place in slots.places]
    assert slots.slots == 72
    assert all(abs(one - two) == 180 for one, two in pairwise(turns[:8])), "in a row, they take turns"


def test_shape_that_cannot_interlock_uses_as_many_places_as_its_rectangle() -> None:
    trim = size(63, 88)
    bumpy = ((0, 0), (0.5, 0.02), (1, 0), (0.98, 0.5), (1, 1), (0.5, 0.98), (0, 1), (0.02, 0.5))
    grid = arrange(SheetPlan(paper=A4), trim)
    assert isinstance(grid, SlotGrid)
    assert nested(SheetPlan(paper=A4), trim, shaped(bumpy, trim)).slots >= grid.slots


def test_rectangles_and_discs_stay_in_a_grid() -> None:
    trim = size(30, 30)
    assert isinstance(arrange(SheetPlan(paper=A4), trim, RECTANGLE), SlotGrid)
    assert isinstance(arrange(SheetPlan(paper=A4), trim, PieceOutline(mm(15))), SlotGrid)


def test_piece_larger_than_the_printable_area_does_not_fit() -> None:
    trim = size(300, 260)
    assert arrange(SheetPlan(paper=A4), trim, shaped(regular(6, 30), trim)) is None


def test_piece_that_fits_only_without_its_bleed_is_still_printed() -> None:
    trim = size(198, 198 * ROOT_3 / 2)
    plan = SheetPlan(paper=A4, bleed=mm(3))
    assert nested(plan, trim, shaped(regular(6, 30), trim)).slots == 1


def pieces(shape: str, count: int, bleed: Length = ZERO) -> list[Piece]:
    trim, outline = SHAPES[shape]
    face = Drawing("face", trim, Insets.even(bleed), Layer(), outline)
    back = Drawing("back", trim, Insets.even(bleed), Layer(), outline.mirrored(trim))
    return [Piece(face, back, count)]


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.SHORT_EDGE])
def test_short_last_sheet_has_its_backs_behind_its_faces(duplex: Duplex) -> None:
    plan = SheetPlan(paper=A4, duplex=duplex)
    trim, outline = SHAPES["triangle"]
    slots, flip = nested(plan, trim, outline), plan.flip
    assert flip is not None
    _, _, face, back = impose(pieces("triangle", 75), plan, lambda *_: ())
    assert [placement.matrix for placement in face.placements] == [slots.face_matrix(slot) for slot in range(3)]
    assert {placement.matrix for placement in back.placements} == {slots.back_matrix(slot, flip) for slot in range(3)}


def test_clip_of_a_place_contains_the_piece_with_its_bleed() -> None:
    plan = SheetPlan(paper=A4, bleed=mm(3))
    trim, outline = SHAPES["triangle"]
    slots = nested(plan, trim, outline)
    face, _ = impose(pieces("triangle", 5, mm(3)), plan, lambda *_: ())
    for placement, bled in zip(face.placements, cuts(slots, outline, plan.bleed.pt), strict=False):
        clip = placement.clip
        assert measured_box(clip.x, clip.y, clip.right, clip.bottom).covers(bled)


def test_nested_sheets_have_no_straight_marks_but_the_fold() -> None:
    trim, outline = SHAPES["flat hexagon"]
    for marks in Marks:
        plan = SheetPlan(paper=A4, marks=marks)
        assert sheet_marks(plan, nested(plan, trim, outline)) == ()
    folded = SheetPlan(paper=A4, duplex=Duplex.GUTTERFOLD)
    assert sheet_marks(folded, nested(folded, trim, outline))


def test_independent_measure_sees_an_overlap() -> None:
    trim, outline = SHAPES["flat hexagon"]
    shapes = cuts(nested(SheetPlan(paper=A4), trim, outline), outline, 1.0)
    assert max(one.intersection(two).area for one, two in combinations(shapes, 2)) > 10
