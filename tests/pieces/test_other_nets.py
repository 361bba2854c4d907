"""Dice and dividers."""

import pytest

from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.core.polygon import crosses_itself, flattened, signed_area
from pawprint.pieces.boxes.box_kinds import TAB_HEIGHT, die_net, divider
from pawprint.pieces.boxes.net import outline_path

from .folded_net import folded
from .test_nets import assert_edges_belong_to_panels, assert_seams_close


@pytest.mark.parametrize("edge", [8, 16, 25.4])
def test_folded_die_is_a_closed_cube(edge: float) -> None:
    net = die_net("die", mm(edge))
    assert_edges_belong_to_panels(net)
    assert_seams_close(net)
    places = folded(net)
    faces = [panel for panel in net.panels if panel.name in "123456"]
    points = {tuple(round(part, 6) for part in places[face.name](point)) for face in faces for point in face.corners}
    assert len(points) == 8
    for axis in range(3):
        values = sorted({point[axis] for point in points})
        assert values[-1] - values[0] == pytest.approx(edge)
        assert len(values) == 2


def test_opposite_faces_of_a_die_add_up_to_seven() -> None:
    net = die_net("die", mm(20))
    places = folded(net)
    middles = {}
    for name in "123456":
        corners = [places[name](point) for point in net.panel(name).corners]
        middles[int(name)] = [sum(corner[axis] for corner in corners) / 4 for axis in range(3)]
    for number, middle in middles.items():
        other = middles[7 - number]
        assert sum(abs(a - b) for a, b in zip(middle, other, strict=True)) == pytest.approx(20)


def test_cut_of_a_die_is_a_single_outline() -> None:
    (outline,) = die_net("die", mm(16)).cut
    (polygon,) = flattened(outline_path(outline))
    assert not crosses_itself(polygon)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_tabs_of_dividers_are_side_by_side(count: int) -> None:
    card = Size(mm(63.5), mm(88.9))
    spans = []
    for number in range(count):
        net = divider("divider", card, number, count)
        assert net.size == Size(card.width, card.height + TAB_HEIGHT)
        (polygon,) = flattened(outline_path(net.cut[0]))
        assert signed_area(polygon) > 0
        assert not crosses_itself(polygon)
        top = [point.x for point in net.panels[0].corners if not point.y]
        spans.append((min(top), max(top)))
    assert [start for start, _ in spans[1:]] == [stop for _, stop in spans[:-1]]
    assert (spans[0][0], spans[-1][1]) == (mm(0), card.width)
