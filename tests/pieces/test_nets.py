"""Nets: what is cut and folded, and that it makes the box that was asked for."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.core.geometry import Size
from pawprint.core.length import Length, mm
from pawprint.core.polygon import contains, crosses_itself, flattened, signed_area
from pawprint.pieces.boxes._tuckbox import TuckboxForm, tuckbox
from pawprint.pieces.boxes._two_piece_box import two_piece_box
from pawprint.pieces.boxes.net import Net, outline_path

from .folded_net import folded

lengths = st.integers(20 * 360_000, 160 * 360_000).map(Length)
depths = st.integers(8 * 360_000, 80 * 360_000).map(Length)
forms = st.builds(TuckboxForm, st.booleans(), st.booleans(), st.none())
NEAR = 1e-6


def tuck(width: float = 66, height: float = 91.4, depth: float = 17.1, form: TuckboxForm | None = None) -> Net:
    return tuckbox("box", Size(mm(width), mm(height)), mm(depth), form or TuckboxForm())


def assert_seams_close(net: Net) -> None:
    """Edges that meet are equally long, and in the same place when the net is folded."""
    places = folded(net)
    assert net.seams
    for one, other in net.seams:
        lengths = [math.dist(*((p.x.grains, p.y.grains) for p in (edge.start, edge.end))) for edge in (one, other)]
        assert lengths[0] == lengths[1], (one, other)
        for a, b in ((one.start, other.start), (one.end, other.end)):
            assert math.dist(places[one.panel](a), places[other.panel](b)) < NEAR, (one.panel, other.panel)


def assert_edges_belong_to_panels(net: Net) -> None:
    """Each fold and seam lies on the outline of both of its panels."""
    for panel, start, end in [
        *((name, fold.start, fold.end) for fold in net.folds for name in fold.panels),
        *((edge.panel, edge.start, edge.end) for seam in net.seams for edge in seam),
    ]:
        corners = net.panel(panel).corners
        sides = [*zip(corners, corners[1:] + corners[:1], strict=True)]
        for point in (start, end):
            assert any(_on(point, *side) for side in sides), (panel, point)


def _on(point: tuple[Length, Length, Length], start: tuple[Length, ...], end: tuple[Length, ...]) -> bool:
    x, y = point[0].grains, point[1].grains
    (x0, y0), (x1, y1) = (start[0].grains, start[1].grains), (end[0].grains, end[1].grains)
    turn = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
    return not turn and min(x0, x1) <= x <= max(x0, x1) and min(y0, y1) <= y <= max(y0, y1)


@given(lengths, lengths, depths, forms)
def test_folded_tuckbox_closes_at_every_seam(width: Length, height: Length, depth: Length, form: TuckboxForm) -> None:
    net = tuckbox("box", Size(width, height), depth, form)
    assert_edges_belong_to_panels(net)
    assert_seams_close(net)


@given(lengths, lengths, depths, st.integers(0, 360_000).map(Length), st.floats(0.4, 1), st.booleans())
def test_folded_tray_and_its_lid_close_at_every_seam(
    width: Length, height: Length, depth: Length, card: Length, cover: float, notches: bool
) -> None:
    for net in two_piece_box(Size(width, height), depth, card, cover, notches):
        assert_edges_belong_to_panels(net)
        assert_seams_close(net)


@given(lengths, lengths, depths, forms)
def test_net_is_a_single_outline_that_does_not_cross_itself(
    width: Length, height: Length, depth: Length, form: TuckboxForm
) -> None:
    net = tuckbox("box", Size(width, height), depth, form)
    assert len(net.cut) == 1
    (polygon,) = flattened(outline_path(net.cut[-1]))
    assert signed_area(polygon) > 0
    assert not crosses_itself(polygon)
    for panel in net.panels:
        x = sum(point.x.pt for point in panel.corners) / len(panel.corners)
        y = sum(point.y.pt for point in panel.corners) / len(panel.corners)
        assert contains(polygon, (x, y)) or panel.name == "front"


@given(lengths, lengths, depths)
def test_folded_tuckbox_fits_its_deck(width: Length, height: Length, depth: Length) -> None:
    places = folded(tuckbox("box", Size(width, height), depth, TuckboxForm()))
    net = tuckbox("box", Size(width, height), depth, TuckboxForm())
    corners = [places[name](point) for name in ("front", "back") for point in net.panel(name).corners]
    spans = sorted(max(one[axis] for one in corners) - min(one[axis] for one in corners) for axis in range(3))
    assert spans == pytest.approx(sorted((width.mm, height.mm, depth.mm)))


def test_picture_is_outside_of_the_folded_box() -> None:
    """The printed side of the front looks towards negative z; everything else is behind it."""
    net = tuck()
    places = folded(net)
    for panel in net.panels:
        assert all(places[panel.name](point)[2] > -NEAR for point in panel.corners), panel.name


def test_no_two_panels_of_a_net_overlap() -> None:
    for net in (tuck(), *two_piece_box(Size(mm(127), mm(89)), mm(42), mm(0.4), 0.6, True)):
        whole = sum(abs(signed_area(tuple((p.x.mm, p.y.mm) for p in panel.corners))) for panel in net.panels)
        cut = abs(signed_area(tuple((p.x.mm, p.y.mm) for p in net.cut[-1])))
        assert whole == pytest.approx(cut)


def test_box_for_54_poker_cards_has_the_published_size() -> None:
    """Print-production reference, 7.1: d = 18.8, flat 188 x 140 with a tab as wide as the box is deep."""
    size = tuck(66.0, 91.4, 18.8).size
    assert (round(size.width.mm, 1), round(size.height.mm, 1)) == (184.6, 139.6)


def test_window_is_cut_before_the_outline() -> None:
    net = tuck(form=TuckboxForm(window=Size(mm(40), mm(50))))
    hole, outline = (flattened(outline_path(corners))[0] for corners in net.cut)
    assert abs(signed_area(hole)) < abs(signed_area(outline))
    xs = [x for x, _ in hole]
    assert max(xs) - min(xs) == pytest.approx(mm(40).pt)


def test_thumb_notch_is_a_half_circle() -> None:
    with_notch, without = tuck(), tuck(form=TuckboxForm(notch=False))
    radius = mm(17.1 / 1.5 / 2).pt
    areas = [abs(signed_area(flattened(outline_path(net.cut[-1]))[0])) for net in (with_notch, without)]
    assert areas[1] - areas[0] == pytest.approx(math.pi * radius**2 / 2, rel=0.01)


def test_slits_are_at_the_fold_of_the_tongue() -> None:
    net = tuck(form=TuckboxForm(slits=True))
    fold = next(fold for fold in net.folds if fold.panels == ("lid", "tongue"))
    assert [slit[0].y for slit in net.slits] == [fold.start.y] * 2
    assert [(slit[1].x - slit[0].x).mm for slit in net.slits] == [4, 4]
    assert {net.slits[0][0].x, net.slits[1][1].x} == {fold.start.x, fold.end.x}


def test_glue_is_on_panels_behind_others() -> None:
    assert {area.panel: area.onto for area in tuck().glue} == {"glue-tab": "right", "bottom-flap": "bottom"}


def test_lid_is_wider_than_its_tray() -> None:
    tray, lid = two_piece_box(Size(mm(127), mm(89)), mm(40), mm(0.4), 0.5, False)
    outside = tray.panel("tray-bottom").extent.width.mm + 0.4
    inside = lid.panel("lid-top").extent.width.mm - 0.4
    assert inside - outside == pytest.approx(0.5)
    assert lid.panel("lid-front").extent.height.mm == 20


def test_walls_are_upright_on_the_folded_box() -> None:
    """The art of a wall of a lid has its top at the base, that of a tray its bottom."""
    tray, lid = two_piece_box(Size(mm(127), mm(89)), mm(40), mm(0.4), 0.5, False)
    assert {side: lid.panel(f"lid-{side}").quarters for side in ("front", "back", "left", "right")} == {
        "front": 0, "back": 2, "left": 1, "right": 3,
    }  # fmt: skip
    assert {side: tray.panel(f"tray-{side}").quarters for side in ("front", "back", "left", "right")} == {
        "front": 2, "back": 0, "left": 3, "right": 1,
    }  # fmt: skip
