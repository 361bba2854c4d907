"""Cut files, read back by libraries that Pawprint does not write them with: svgelements, and ezdxf's own reader."""

import io
import math
import os
import subprocess
import sys
import zlib

import ezdxf
import pytest
import svgelements
from ezdxf import bbox
from ezdxf.document import Drawing as DxfDocument

from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.core.paths import ellipse, place_path
from pawprint.core.picture import Path
from pawprint.core.piece_outline import PieceOutline
from pawprint.core.polygon import closed_path, with_round_corners
from pawprint.press.cut_dxf import cut_dxf
from pawprint.press.cut_svg import USUAL_COLOURS, cut_svg
from pawprint.sheets.cut_sheet import CutSheet

MM = 72 / 25.4
A4 = Size(mm(210), mm(297))
CARD, DISC = Size(mm(63), mm(88)), Size(mm(20), mm(20))


def at(x: float, y: float, path: Path, degrees: float = 0.0) -> Path:
    """*path* turned, at millimetres from the corner of the sheet."""
    a, b = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return place_path(path, (a, b, -b, a, x * MM, y * MM))


def card(corner: float) -> Path:
    return PieceOutline(mm(corner)).around(CARD)


def round_polygon(sides: int, side: float, radius: float) -> Path:
    across = side / (2 * math.sin(math.pi / sides)) * MM
    angles = [math.tau * index / sides for index in range(sides)]
    polygon = tuple((across * math.cos(angle), across * math.sin(angle)) for angle in angles)
    return closed_path(with_round_corners(polygon, radius * MM) if radius else [polygon])


HOLE = PieceOutline(mm(5)).around(Size(mm(10), mm(10)))
SHEET = CutSheet(
    paper=A4,
    folds=((("M", 60.0, 60.0), ("L", 160.0, 60.0)),),
    inside=(at(30, 30, HOLE),),
    outlines=(at(20, 20, card(3)), at(120, 100, card(3), 30), at(30, 200, PieceOutline(mm(10)).around(DISC))),
    marks=(at(10, 10, PieceOutline().around(Size(mm(5), mm(5)))), (("M", 500.0, 30.0), ("L", 560.0, 30.0))),
)


def layers(svg: bytes) -> dict[str, list[svgelements.Path]]:
    """The paths of each layer, in millimetres."""
    document = svgelements.SVG.parse(io.BytesIO(svg), ppi=25.4)
    groups = [one for one in document if isinstance(one, svgelements.Group)]
    return {group.id: [path for path in group.select() if isinstance(path, svgelements.Path)] for group in groups}


def read(dxf: bytes) -> DxfDocument:
    document = ezdxf.read(io.StringIO(dxf.decode()))
    assert not document.audit().has_issues
    return document


def sheet_with(path: Path) -> CutSheet:
    return CutSheet(paper=A4, outlines=(path,))


def test_svg_has_the_size_of_the_paper_and_a_layer_for_each_kind_of_line() -> None:
    svg = cut_svg(SHEET, USUAL_COLOURS)
    assert b'width="210mm" height="297mm" viewBox="0 0 210 297"' in svg
    assert {name: len(paths) for name, paths in layers(svg).items()} == {"marks": 2, "fold": 1, "cut": 4}


def test_all_cuts_are_closed_and_have_the_box_of_their_trim() -> None:
    hole, upright, turned, disc = layers(cut_svg(SHEET, USUAL_COLOURS))["cut"]
    for path in (hole, upright, turned, disc):
        assert isinstance(path[-1], svgelements.Close)
    assert upright.bbox() == pytest.approx((20, 20, 83, 108), abs=0.002)
    assert disc.bbox() == pytest.approx((30, 200, 50, 220), abs=0.003)
    assert hole.bbox() == pytest.approx((30, 30, 40, 40), abs=0.002)


@pytest.mark.parametrize("radius", [0, 1, 3, 5])
def test_length_of_a_cut_matches_a_rounded_rectangle(radius: float) -> None:
    (path,) = layers(cut_svg(sheet_with(at(20, 20, card(radius), 15)), USUAL_COLOURS))["cut"]
    length = 2 * (63 + 88) - (8 - 2 * math.pi) * radius
    assert path.length(error=1e-6) == pytest.approx(length, abs=0.02)
    if radius == 3:
        assert length == pytest.approx(296.85, abs=0.005)


@pytest.mark.parametrize(("sides", "radius"), [(6, 0), (6, 2), (3, 2)])
def test_length_of_a_cut_matches_a_polygon_with_round_corners(sides: int, radius: float) -> None:
    (path,) = layers(cut_svg(sheet_with(at(100, 100, round_polygon(sides, 25, radius))), USUAL_COLOURS))["cut"]
    tangent = radius * math.tan(math.pi / sides)  # for a hexagon the radius over the root of three
    assert path.length(error=1e-6) == pytest.approx(sides * (25 - 2 * tangent) + math.tau * radius, abs=0.05)


def test_holes_come_before_outlines() -> None:
    first = layers(cut_svg(SHEET, USUAL_COLOURS))["cut"][0]
    assert first.bbox() == pytest.approx((30, 30, 40, 40), abs=0.002)
    cuts = read(cut_dxf(SHEET, USUAL_COLOURS)).modelspace().query('LWPOLYLINE[layer=="CUT"]')
    assert bbox.extents([cuts[0]]).extmin.x == pytest.approx(30, abs=0.002)


def test_lines_have_the_colours_of_the_machine() -> None:
    colours = USUAL_COLOURS._replace(inside=USUAL_COLOURS.fold)
    hole, *outlines = layers(cut_svg(SHEET, colours))["cut"]
    assert str(hole.stroke) == "#0000ff"
    assert {str(path.stroke) for path in outlines} == {"#ff0000"}
    entities = read(cut_dxf(SHEET, colours)).modelspace().query('LWPOLYLINE[layer=="CUT"]')
    assert [entity.rgb for entity in entities][:2] == [(0, 0, 255), (255, 0, 0)]


def test_dxf_is_in_millimetres_and_clean() -> None:
    document = read(cut_dxf(SHEET, USUAL_COLOURS))
    assert (document.dxfversion, document.units) == ("AC1024", 4)
    names = {"MARKS": 2, "FOLD": 1, "CUT": 4}
    assert {name: len(document.modelspace().query(f'*[layer=="{name}"]')) for name in names} == names
    assert all(entity.closed for entity in document.modelspace().query('LWPOLYLINE[layer=="CUT"]'))
    assert {name: document.layers.get(name).color for name in names} == {"MARKS": 7, "FOLD": 5, "CUT": 1}


@pytest.mark.parametrize(
    ("path", "low", "high"),
    [
        (at(20, 20, card(3)), (20, 189), (83, 277)),
        (at(30, 200, PieceOutline(mm(10)).around(DISC)), (30, 77), (50, 97)),
        (at(100, 100, tuple(ellipse(0, 0, 20 * MM, 10 * MM))), (80, 187), (120, 207)),
    ],
)
def test_extents_of_a_dxf_match_the_piece_seen_from_below(
    path: Path, low: tuple[float, float], high: tuple[float, float]
) -> None:
    extents = bbox.extents(read(cut_dxf(sheet_with(path), USUAL_COLOURS)).modelspace())
    assert (extents.extmin.x, extents.extmin.y) == pytest.approx(low, abs=0.011)
    assert (extents.extmax.x, extents.extmax.y) == pytest.approx(high, abs=0.011)


def test_round_corner_is_a_single_bulge() -> None:
    (cut,) = read(cut_dxf(sheet_with(at(20, 20, card(3))), USUAL_COLOURS)).modelspace()
    points = cut.get_points("xyb")
    assert len(points) == 8
    bulges = [bulge for *_, bulge in points if bulge]
    assert bulges == [pytest.approx(-0.41421, abs=2e-3)] * 4  # clockwise


def test_svg_and_dxf_have_the_same_lines() -> None:
    svg = layers(cut_svg(SHEET, USUAL_COLOURS))["cut"]
    dxf = read(cut_dxf(SHEET, USUAL_COLOURS)).modelspace().query('LWPOLYLINE[layer=="CUT"]')
    for path, line in zip(svg, dxf, strict=True):
        left, top, right, bottom = path.bbox()
        extents = bbox.extents([line])
        assert (left, 297 - bottom) == pytest.approx((extents.extmin.x, extents.extmin.y), abs=0.002)
        assert (right, 297 - top) == pytest.approx((extents.extmax.x, extents.extmax.y), abs=0.002)


def test_same_sheet_is_the_same_bytes() -> None:
    assert cut_dxf(SHEET, USUAL_COLOURS) == cut_dxf(SHEET, USUAL_COLOURS)
    assert len(cut_dxf(SHEET, USUAL_COLOURS)) < 25_000


def test_bytes_do_not_depend_on_the_order_of_sets() -> None:
    program = (
        "from pawprint.core.geometry import Size; from pawprint.core.length import mm;"
        "from pawprint.sheets.cut_sheet import CutSheet; from pawprint.press.cut_svg import USUAL_COLOURS;"
        "from pawprint.press.cut_dxf import cut_dxf; import zlib;"
        "print(zlib.crc32(cut_dxf(CutSheet(paper=Size(mm(210), mm(297))), USUAL_COLOURS)))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    sums = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=environment | {"PYTHONHASHSEED": str(seed)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in range(3)
    }
    here = zlib.crc32(cut_dxf(CutSheet(paper=A4), USUAL_COLOURS))
    assert sums == {f"{here}{os.linesep}".encode()}


def test_sheet_without_lines_can_be_read() -> None:
    empty = CutSheet(paper=A4)
    assert layers(cut_svg(empty, USUAL_COLOURS)).keys() <= {"marks", "fold", "cut"}
    assert len(read(cut_dxf(empty, USUAL_COLOURS)).modelspace()) == 0
