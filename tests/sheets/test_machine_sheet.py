"""Sheets for machines that cut: marks, what stays white around them, and the lines to cut; measured by shapely."""

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from shapely import STRtree, unary_union
from shapely.affinity import affine_transform
from shapely.geometry import LineString
from shapely.geometry import Polygon as Measured
from shapely.geometry import box as measured_box
from shapely.geometry.base import BaseGeometry

from pawprint.core.diagnostics import Findings
from pawprint.core.files import bundled
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.core.picture import Path as Outline
from pawprint.core.piece_outline import RECTANGLE, DieSheet, PieceOutline, SheetPlace
from pawprint.core.polygon import closed_path, flattened, regular
from pawprint.export.cut_files import CuttingMachine, find_machine
from pawprint.graphics.ops import Drawing, DrawPath, Group, Layer
from pawprint.pieces.layouts import Layouts
from pawprint.pieces.stocks import Stock
from pawprint.sheets._nest import NestedSlots
from pawprint.sheets._sheet_marks import SlugStrip, slug_strip
from pawprint.sheets.cut_sheet import CutSheet, cut_sheet
from pawprint.sheets.imposition import Piece, impose
from pawprint.sheets.machine_sheet import MachineSheet, MarkShape, RegistrationMarks
from pawprint.sheets.plan import Duplex, Flip, SheetPlan
from pawprint.sheets.sheet import Side, arrange
from strategies import every_other, examples

MM = 72 / 25.4
A4, LETTER = Size(mm(210), mm(297)), Size(mm(215.9), mm(279.4))
LAYOUTS = Layouts([bundled("layouts")], Findings())
MACHINES = {
    path.stem: machine
    for path in sorted((bundled("layouts") / "machines").glob("*.yaml"))
    if (machine := find_machine([bundled("layouts")], path.stem, Findings())) is not None
}
SHAPES = {
    "hexagon": (Size(mm(50), mm(43.3)), closed_path([tuple((x * 50 * MM, y * 43.3 * MM) for x, y in regular(6, 30))])),
    "triangle": (Size(mm(40), mm(34.6)), closed_path([tuple((x * 40 * MM, y * 34.6 * MM) for x, y in regular(3))])),
}
STOCKS = {
    **LAYOUTS.stocks,
    **{name: Stock(name, trim, ZERO, PieceOutline(path=path)) for name, (trim, path) in SHAPES.items()},
}
CARD = Size(mm(63.5), mm(88.9))
ANGLE, NONE, SQUARE = MarkShape.ANGLE, MarkShape.NONE, MarkShape.SQUARE


def sheet_for(machine: CuttingMachine, skipped: frozenset[int] = frozenset()) -> MachineSheet:
    return MachineSheet(
        marks=machine.marks,
        margin=machine.margin,
        area=machine.area,
        gap=machine.gap,
        reads_back=machine.reads_back,
        skipped=skipped,
    )


def plan_for(machine: CuttingMachine, paper: Size = A4, bleed: Length | None = None, **others: object) -> SheetPlan:
    own = machine.bleed if bleed is None else bleed
    return SheetPlan(paper=paper, bleed=own, machine=sheet_for(machine), **others)  # type: ignore[arg-type]


def drawing(trim: Size, outline: PieceOutline = RECTANGLE) -> Drawing:
    return Drawing("piece", trim, Insets.even(mm(1)), Layer(), outline)


def sides(plan: SheetPlan, trim: Size, outline: PieceOutline, copies: int, backs: bool = False) -> tuple[Side, ...]:
    face = drawing(trim, outline)
    back = drawing(trim, outline.mirrored(trim)) if backs else None
    return impose([Piece(face, back, copies)], plan, lambda *_: ())


def shape(path: Outline) -> BaseGeometry:
    """A path in millimetres, a polygon if it is closed."""
    (points,) = flattened(path)
    scaled = [(x / MM, y / MM) for x, y in points]
    return Measured(scaled) if path[-1] == ("Z",) else LineString(scaled)


def ink(marks: RegistrationMarks, paper: Size) -> BaseGeometry:
    """What the marks cover, in millimetres."""
    return unary_union([shape(path).buffer(marks.line.mm / 2, cap_style="square") for path in marks.paths(paper)])


def zone_of(box: Box) -> BaseGeometry:
    return measured_box(*(part / MM for part in (box.x, box.y, box.right, box.bottom)))


def placed(strip: SlugStrip) -> BaseGeometry:
    """Where the slug is, in millimetres."""
    a, b, c, d, e, f = strip.matrix
    return affine_transform(measured_box(0, 0, strip.width.mm, strip.height.mm), [a, c, b, d, e / MM, f / MM])


def art(plan: SheetPlan, stock: Stock) -> list[BaseGeometry]:
    """The pieces of a full sheet with their bleed; none where none fits."""
    grid = arrange(plan, stock.cut, stock.outline)
    if grid is None:
        return []
    assert isinstance(grid, NestedSlots)
    (outer,) = stock.outline.polygons(stock.cut, plan.bleed.pt)
    found = []
    for index in range(grid.slots):
        a, b, c, d, e, f = grid.face_matrix(index)
        found.append(affine_transform(Measured(outer), [a / MM, c / MM, b / MM, d / MM, e / MM, f / MM]))
    return found


# --- marks --------------------------------------------------------------------------------------------------


def test_marks_are_where_the_program_of_the_machine_looks() -> None:
    marks = MACHINES["silhouette"].marks
    assert marks is not None
    square, right, low = (shape(path) for path in marks.paths(A4))
    assert square.bounds == pytest.approx((10, 10, 15, 15))
    assert right.bounds == pytest.approx((195.5, 10, 200, 14.5))  # and half a line more, with its cap
    assert low.bounds == pytest.approx((10, 282.5, 14.5, 287))
    apart = marks.apart(A4)
    assert (apart.width.mm, apart.height.mm) == (190, 277)


def test_ink_of_an_arm_is_as_long_as_the_arm() -> None:
    marks = MACHINES["inkscape-silhouette"].marks
    assert marks is not None
    (_, right, _) = [shape(path).buffer(marks.line.mm / 2, cap_style="square") for path in marks.paths(A4)]
    left, top, end, bottom = right.bounds
    assert (end - left, bottom - top) == pytest.approx((20.15, 20.15))  # half of a line lies outside of the inset


def test_only_faces_have_marks_and_backs_are_behind_them() -> None:
    plan = plan_for(MACHINES["silhouette"])
    face, back = sides(plan, CARD, PieceOutline(mm(3)), 3, backs=True)
    assert [type(op) for op in face.ops] == [Group]
    assert back.ops == ()
    middles = [
        {
            (round(a * w + c * h + e, 2), round(b * w + d * h + f, 2))
            for _, (a, b, c, d, e, f), _ in side.placements
            for w, h in [(CARD.width.pt / 2, CARD.height.pt / 2)]
        }
        for side in (face, back)
    ]
    assert {(round(A4.width.pt - x, 2), y) for x, y in middles[0]} == middles[1]


def test_machine_that_reads_the_back_finds_its_marks_there() -> None:
    machine = MachineSheet(marks=MACHINES["silhouette"].marks, margin=mm(10), reads_back=True)
    face, back = sides(SheetPlan(paper=A4, machine=machine), CARD, RECTANGLE, 3, backs=True)
    assert face.ops == ()
    assert [type(op) for op in back.ops] == [Group]
    (only,) = sides(SheetPlan(paper=A4, machine=machine, duplex=Duplex.OFF), CARD, RECTANGLE, 3)
    assert [type(op) for op in only.ops] == [Group]


def test_marks_without_a_line_are_filled_only() -> None:
    marks = MACHINES["summa"].marks
    assert marks is not None
    ops = marks.ops(A4)
    assert all(isinstance(op, DrawPath) and op.paint.stroke is None and op.paint.fill for op in ops)
    assert [shape(path).bounds for path in marks.paths(A4)] == [
        pytest.approx(corner) for corner in ((7, 7, 9, 9), (201, 7, 203, 9), (201, 288, 203, 290), (7, 288, 9, 290))
    ]


# --- what stays white ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("machine", "stock"), every_other(MACHINES, STOCKS))
def test_no_art_is_nearer_to_a_mark_than_its_free_area(machine: str, stock: str) -> None:
    found, made_of = MACHINES[machine], STOCKS[stock]
    paper = LETTER if (len(machine) + len(stock)) % 3 == 0 else A4
    pieces = art(plan_for(found, paper), made_of)
    assert pieces or made_of.cut.width > mm(150), f"no {stock} fits {paper}"
    inner = measured_box(0, 0, paper.width.mm, paper.height.mm).buffer(0.01 - found.margin.mm, join_style="mitre")
    assert all(inner.contains(piece) for piece in pieces)
    if found.marks is not None:
        inked = ink(found.marks, paper)
        assert all(piece.distance(inked) >= found.marks.free.mm - 0.01 for piece in pieces)
        corners = [
            [part / MM for part in (zone.x, zone.y, zone.right, zone.bottom)] for zone in found.marks.zones(paper)
        ]
        white = unary_union([measured_box(*corner) for corner in corners])
        assert all(white.intersection(piece).area < 0.01 for piece in pieces)
    apart = max(found.gap.mm - 2 * found.bleed.mm, 0) - 0.02
    tree = STRtree(pieces)
    for index, piece in enumerate(pieces):
        near = (pieces[other] for other in tree.query(piece.buffer(max(apart, 0))) if other != index)
        assert all(piece.distance(other) >= apart and piece.intersection(other).area < 0.02 for other in near)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("paper", [A4, LETTER, Size(mm(148), mm(210))], ids=str)
def test_slug_is_printable_and_outside_of_corners_and_pieces(machine: str, paper: Size) -> None:
    found = MACHINES[machine]
    plan = plan_for(found, paper)
    grid = arrange(plan, CARD, PieceOutline(mm(3)))
    assert grid is not None
    strip = slug_strip(plan, grid)
    assert strip is not None
    place = placed(strip)
    assert measured_box(5, 5, paper.width.mm - 5, paper.height.mm - 5).buffer(0.01).contains(place)
    assert strip.width >= mm(90)
    if found.marks:
        assert place.distance(ink(found.marks, paper)) >= found.marks.free.mm - 0.01
    stock = Stock("card", CARD, ZERO, PieceOutline(mm(3)))
    assert all(place.distance(piece) >= 0.5 - 0.01 for piece in art(plan, stock))


#: Marks whose corners cover each other.
LARGE = RegistrationMarks(
    corners=(NONE, NONE, NONE, ANGLE), inset=mm(29), arm=mm(60), square=mm(0), line=mm(0), free=mm(60)
)
lengths = st.integers(0, 60).map(mm)
machines = st.builds(
    MachineSheet,
    marks=st.none()
    | st.builds(
        RegistrationMarks,
        corners=st.tuples(*(st.sampled_from(MarkShape) for _ in range(4))),
        inset=lengths,
        arm=lengths,
        square=lengths,
        line=st.integers(0, 3).map(mm),
        free=lengths,
    ),
    margin=lengths,
    area=st.none() | st.builds(Size, st.integers(1, 400).map(mm), st.integers(1, 400).map(mm)),
    gap=st.integers(0, 20).map(mm),
    skipped=st.frozensets(st.integers(0, 9), max_size=3),
)


@example(MachineSheet(marks=LARGE, margin=mm(0)), "token-25", mm(0))
@example(MachineSheet(marks=None, margin=mm(0), gap=mm(0)), "triangle", mm(2))
@examples(20)
@given(machines, st.sampled_from(["poker", "hexagon", "triangle", "token-25"]), st.integers(0, 5).map(mm))
def test_pieces_are_clear_of_the_marks_of_any_machine(machine: MachineSheet, stock: str, bleed: Length) -> None:
    plan, made_of = SheetPlan(paper=A4, bleed=bleed, machine=machine), STOCKS[stock]
    pieces = art(plan, made_of)
    margin = max(machine.margin.mm, 5)
    for piece in pieces:
        left, top, right, bottom = piece.bounds
        assert min(left, top, 210 - right, 297 - bottom) >= margin - 0.01
        assert all(piece.intersection(zone_of(z)).area < 0.01 for z in machine.zones(A4))
    grid = arrange(plan, made_of.cut, made_of.outline)
    strip = slug_strip(plan, grid) if grid else None
    if strip is not None:
        assert strip.width > ZERO
        place = placed(strip)
        assert all(place.intersection(zone_of(z)).area < 0.01 for z in machine.zones(A4))
        assert all(place.distance(piece) > 0.4 for piece in pieces)
    if pieces and machine.area:
        left, top, right, bottom = unary_union(pieces).bounds
        for one, most in zip(
            sorted((right - left, bottom - top)), sorted(side.mm for side in machine.area), strict=True
        ):
            assert one <= most + 0.01
    for one, other in combinations(pieces[:12], 2):
        assert one.intersection(other).area < 0.05
        assert one.distance(other) >= machine.gap.mm - 2 * bleed.mm - 0.02


@pytest.mark.parametrize(("paper", "count"), [(A4, 8), (LETTER, 8)], ids=str)
def test_eight_poker_cards_fit_between_the_marks_of_a_silhouette(paper: Size, count: int) -> None:
    grid = arrange(plan_for(MACHINES["silhouette"], paper), CARD, PieceOutline(mm(3)))
    assert grid is not None
    assert grid.slots == count


def test_art_for_design_space_stays_within_its_limit_either_way_around() -> None:
    plan = plan_for(MACHINES["cricut"])
    pieces = unary_union(art(plan, STOCKS["poker"]))
    left, top, right, bottom = pieces.bounds
    assert sorted((right - left, bottom - top)) <= [171.45, 234.95]
    assert max(right - left, bottom - top) <= 234.95
    assert len(art(plan, STOCKS["poker"])) == 4
    wide = Stock("wide", Size(mm(230), mm(80)), ZERO)
    assert len(art(plan_for(MACHINES["cricut"], LETTER.turned()), wide)) == 2


def test_skipped_places_stay_empty_on_every_sheet() -> None:
    usual = arrange(plan_for(MACHINES["silhouette"]), CARD, RECTANGLE)
    machine = sheet_for(MACHINES["silhouette"], frozenset({0, 7}))
    fewer = arrange(SheetPlan(paper=A4, bleed=mm(0.625), machine=machine), CARD, RECTANGLE)
    assert isinstance(usual, NestedSlots)
    assert isinstance(fewer, NestedSlots)
    assert fewer.places == usual.places[1:7]


def test_pieces_larger_than_the_free_area_have_no_places() -> None:
    plan = plan_for(MACHINES["silhouette"])
    assert arrange(plan, Size(mm(186), mm(270)), RECTANGLE) is None
    assert arrange(plan_for(MACHINES["silhouette"], duplex=Duplex.GUTTERFOLD), CARD, RECTANGLE) is None


def test_die_clear_of_the_marks_preserves_its_places() -> None:
    trim = Size(mm(30), mm(20))
    clear = DieSheet("labels", A4, (SheetPlace(mm(60), mm(60), 20.0), SheetPlace(mm(120), mm(90), -75.0)), mm(2))
    plan = plan_for(MACHINES["silhouette"], die=clear)
    grid = arrange(plan, trim)
    assert isinstance(grid, NestedSlots)
    assert grid.places == clear.places


def test_die_with_a_place_in_a_corner_with_a_mark_is_arranged_in_a_new_way() -> None:
    trim = Size(mm(30), mm(20))
    die = DieSheet("labels", A4, (SheetPlace(mm(25), mm(20)), SheetPlace(mm(120), mm(90))), mm(2))
    plan = plan_for(MACHINES["silhouette"], die=die)
    grid = arrange(plan, trim)
    assert isinstance(grid, NestedSlots)
    assert grid.slots > 20
    assert all(piece.distance(measured_box(0, 0, 17, 17)) > 0 for piece in art(plan, Stock("label", trim, ZERO)))


# --- lines --------------------------------------------------------------------------------------------------


def lines(outline: PieceOutline, trim: Size = CARD, copies: int = 3, **options: object) -> CutSheet:
    (side,) = sides(
        SheetPlan(paper=A4, machine=sheet_for(MACHINES["silhouette"]), duplex=Duplex.OFF), trim, outline, copies
    )
    return cut_sheet(side, **options)  # type: ignore[arg-type]


def test_cut_is_the_outline_of_its_piece() -> None:
    for path in lines(PieceOutline(mm(3))).outlines:
        left, top, right, bottom = shape(path).bounds
        assert sorted((right - left, bottom - top)) == pytest.approx([63.5, 88.9], abs=0.002)


@pytest.mark.parametrize("outline", [RECTANGLE, PieceOutline(mm(3)), PieceOutline(path=SHAPES["hexagon"][1])])
def test_kerf_is_outside_of_pieces_and_inside_of_holes(outline: PieceOutline) -> None:
    hole = (("M", 60.0, 60.0), ("L", 90.0, 60.0), ("L", 90.0, 90.0), ("L", 60.0, 90.0), ("Z",))
    slit = (("M", 40.0, 40.0), ("L", 40.0, 80.0))
    holed = PieceOutline(outline.corner, outline.path, (hole, slit))
    trim = SHAPES["hexagon"][0] if outline.path else CARD
    usual, grown = lines(holed, trim), lines(holed, trim, kerf=mm(0.4))
    for one, other in zip(usual.outlines, grown.outlines, strict=True):
        assert shape(one).hausdorff_distance(shape(other)) == pytest.approx(0.2, abs=0.09)
        assert shape(one).buffer(0.19).within(shape(other).buffer(0.02))
    (small,) = {round(shape(path).area, 2) for path in grown.inside}
    assert small == pytest.approx((30 / MM - 0.4) ** 2, abs=0.02)
    assert len(grown.slits) == 3
    assert grown.slits == usual.slits


def test_offset_moves_cuts_but_no_marks() -> None:
    marks = MACHINES["silhouette"].marks
    assert marks is not None
    paths = marks.paths(A4)
    usual = lines(RECTANGLE, marks=paths)
    moved = lines(RECTANGLE, marks=paths, shift=(mm(0.3), mm(-0.2)))
    assert moved.marks == usual.marks
    for one, other in zip(usual.outlines, moved.outlines, strict=True):
        (x, y, *_), (x1, y1, *_) = shape(one).bounds, shape(other).bounds
        assert (x1 - x, y1 - y) == pytest.approx((0.3, -0.2), abs=0.001)


@pytest.mark.parametrize("flip", [Flip.TURN, Flip.TUMBLE])
def test_lines_of_a_back_are_behind_those_of_the_face(flip: Flip) -> None:
    outline = PieceOutline(path=SHAPES["triangle"][1])
    usual, behind = lines(outline, SHAPES["triangle"][0]), lines(outline, SHAPES["triangle"][0], over=flip)
    for one, other in zip(usual.outlines, behind.outlines, strict=True):
        matrix = [-1, 0, 0, 1, 210, 0] if flip is Flip.TURN else [1, 0, 0, -1, 0, 297]
        assert affine_transform(shape(one), matrix).symmetric_difference(shape(other)).area < 0.05


def test_pieces_in_holes_of_others_are_cut_first() -> None:
    plan = SheetPlan(paper=A4, machine=sheet_for(MACHINES["silhouette"]), duplex=Duplex.OFF)
    (side,) = sides(plan, CARD, RECTANGLE, 1)
    ring = side.placements[0]
    inner = ring._replace(drawing=drawing(Size(mm(20), mm(20)), PieceOutline(mm(10))))
    a, b, c, d, e, f = ring.matrix
    inner = inner._replace(matrix=(a, b, c, d, e + 20 * (a + c), f + 20 * (b + d)))
    first, second = cut_sheet(side._replace(placements=(ring, inner))).outlines
    assert shape(first).within(shape(second))


def test_folds_of_a_standee_cross_its_strip() -> None:
    from pawprint.graphics.standee import strip

    face = drawing(Size(mm(30), mm(50)))
    plan = SheetPlan(paper=A4, machine=sheet_for(MACHINES["silhouette"]), duplex=Duplex.OFF)
    (side,) = impose([Piece(strip(face, face, mm(12)), None, 2)], plan, lambda *_: ())
    found = cut_sheet(side)
    assert len(found.outlines) == 2
    assert len(found.folds) == 6
    for fold in found.folds:
        assert shape(fold).length == pytest.approx(30, abs=0.002)
        assert any(shape(outline).buffer(0.01).contains(shape(fold)) for outline in found.outlines)


def test_bundled_machines_are_read_without_a_finding() -> None:
    files = sorted(path.stem for path in (Path(bundled("layouts")) / "machines").glob("*.yaml"))
    assert sorted(MACHINES) == files
