"""Parts: drawings with joints, and how they are laid upon each other."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.core.diagnostics import Findings
from pawprint.core.picture import Cluster, Gradient, Shape
from pawprint.pieces._figure_geometry import Bend, FigurePart, Joint, PlacedPart, Recipe, assemble, joined, read_part

POST = """
  <path d="M40 92L44 20L56 20L60 92Z" fill="var(--skin)" stroke="var(--ink)" stroke-width="2"/>
  <line id="root" x1="50" y1="92" x2="50" y2="20"/>
"""


def part(inside: str = POST) -> FigurePart:
    """A part of the given elements."""
    findings = Findings()
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{inside}</svg>'
    found = read_part(svg.encode(), "post", findings, "post.svg")
    assert found is not None, [*findings]
    return found


def faults(inside: str) -> list[str]:
    """What is wrong with a part of these elements."""
    findings = Findings()
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{inside}</svg>'
    assert read_part(svg.encode(), "post", findings, "post.svg") is None
    return [finding.message for finding in findings]


# --- reading ------------------------------------------------------------------------------------------------


def test_arrows_are_read_and_not_drawn() -> None:
    found = part(POST + '<line id="at-top" x1="50" y1="20" x2="50" y2="10"/>')
    assert found.root == Joint(50, 92, 50, 20)
    assert found.arrows("top") == (Joint(50, 20, 50, 10),)
    assert found.arrows("root") == (found.root,)
    assert len(found.picture.items) == 1
    assert found.silhouette is None


def test_numbered_arrows_come_in_the_order_of_their_numbers() -> None:
    lines = [f'<line id="at-leg.{n}" x1="{n}" y1="0" x2="{n}" y2="9"/>' for n in (2, 10, 1)]
    found = part(POST + "".join(lines) + f'<line id="at-leg.{"9" * 5000}" x1="3" y1="0" x2="3" y2="9"/>')
    assert [arrow.x for arrow in found.arrows("leg")] == [1, 2, 10]
    assert [arrow.x for arrow in found.arrows("leg.2")] == [2]
    for name in ("leg.0", "leg.4", "leg.x", "leg.²", f"leg.{'9' * 5000}", "wing", "wing.1"):
        assert found.arrows(name) == ()


def test_arrows_and_silhouette_follow_their_groups() -> None:
    found = part(
        '<g transform="translate(10 0) scale(2)"><path id="silhouette" d="M0 0L5 0L5 5Z" fill="none"/>'
        '<line id="root" x1="1" y1="2" x2="1" y2="0"/></g>'
    )
    assert found.root == Joint(12, 4, 12, 0)
    assert found.silhouette == (("M", 10, 0), ("L", 20, 0), ("L", 20, 10), ("Z",))


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ('<path d="M0 0H9V9Z"/>', "the part has no root"),
        ('<path id="root" d="M0 0H9V9Z"/>', "'root' is a path, not a line"),
        ('<line id="root" x1="1" y1="1" x2="1" y2="1"/>', "the arrow 'root' has no length"),
        (POST + '<circle id="at-eye" cx="1" cy="1" r="3"/>', "'at-eye' is a circle, not a line"),
        (POST + '<g id="silhouette"/>', "the silhouette is no shape"),
    ],
)
def test_faulty_part_is_reported(inside: str, message: str) -> None:
    assert faults(inside) == [message]


# --- joining ------------------------------------------------------------------------------------------------

coordinates = st.floats(-100, 100)
arrows = st.builds(Joint, coordinates, coordinates, coordinates, coordinates).filter(lambda arrow: arrow.length > 1)


@given(arrows, arrows, st.floats(0.1, 5), st.floats(-180, 180), st.floats(0.2, 3), st.booleans())
def test_root_is_laid_upon_its_arrow(
    root: Joint, on: Joint, scale: float, turn: float, stretch: float, mirror: bool
) -> None:
    laid = root.under(joined(root, on, scale, turn, stretch, mirror))
    assert math.dist(laid[:2], on[:2]) < 1e-6 * (1 + root.length)
    assert laid.length == pytest.approx(on.length * scale)
    angle = math.atan2(laid.to_y - laid.y, laid.to_x - laid.x) - math.atan2(on.to_y - on.y, on.to_x - on.x)
    assert math.cos(angle - math.radians(turn)) == pytest.approx(1)


@given(arrows, arrows, st.floats(0.2, 3), st.booleans())
def test_part_is_stretched_and_mirrored_across_its_arrow(root: Joint, on: Joint, stretch: float, mirror: bool) -> None:
    a, b, c, d, _, _ = joined(root, on, stretch=stretch, mirror=mirror)
    enlarged = (on.length / root.length) ** 2
    assert a * d - b * c == pytest.approx(enlarged * stretch * (-1 if mirror else 1))


# --- assembling ---------------------------------------------------------------------------------------------

STANDING = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def assembled(*pieces: PlacedPart, line: float = 1.0, bend: Bend | None = None):
    """The picture of these pieces."""
    return assemble(Recipe("totem", pieces, line, bend))


def test_colours_are_from_the_piece_and_strokes_preserve_their_width() -> None:
    twice = (2.0, 0.0, 0.0, 2.0, 0.0, 0.0)
    picture = assembled(PlacedPart(part(), twice, (("skin", "#102030"),)), line=1.5)
    (shape,) = picture.items
    assert isinstance(shape, Shape)
    assert (shape.fill, shape.stroke, shape.width) == ("#102030", "ink", 3.0)
    assert shape.path[0] == ("M", 80, 184)
    assert picture.colours == ("ink",)


def test_box_of_the_picture_contains_the_whole_drawing() -> None:
    picture = assembled(PlacedPart(part(), (1.0, 0.0, 0.0, 1.0, 200.0, 0.0)))
    assert picture.x < 240
    assert picture.x + picture.width > 260
    assert assembled().width == 1.0


def test_piece_is_clipped_to_the_silhouette_of_another() -> None:
    body = part(POST + '<path id="silhouette" d="M0 0L9 0L9 9Z" fill="none"/>')
    moved = (1.0, 0.0, 0.0, 1.0, 5.0, 0.0)
    (item,) = assembled(PlacedPart(part(), STANDING, clip=(body, moved), opacity=0.5)).items
    assert isinstance(item, Cluster)
    assert item.clip == (("M", 5, 0), ("L", 14, 0), ("L", 14, 9), ("Z",))
    assert item.opacity == 0.5


def test_clips_and_gradients_of_a_part_move_with_it() -> None:
    found = part(
        '<clipPath id="c"><path d="M0 0H4V4Z"/></clipPath>'
        '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="10" y2="0">'
        '<stop offset="0" stop-color="var(--skin)"/><stop offset="1" stop-color="var(--ink)"/></linearGradient>'
        '<path d="M0 0H9V9Z" fill="url(#g)" clip-path="url(#c)"/><line id="root" x1="0" y1="9" x2="0" y2="0"/>'
    )
    (item,) = assembled(PlacedPart(found, (2.0, 0.0, 0.0, 2.0, 1.0, 0.0), (("skin", "#ff0000"),))).items
    assert isinstance(item, Cluster)
    assert item.clip is not None
    assert item.clip[0] == ("M", 1, 0)
    (shape,) = item.items
    assert isinstance(shape, Shape)
    assert isinstance(shape.fill, Gradient)
    assert shape.fill == Gradient(1, 0, 21, 0, ((0.0, "#ff0000"), (1.0, "ink")))


@given(st.tuples(*[st.floats(-4, 4)] * 6), st.tuples(*[st.floats(-1.5, 1.5)] * 4))
def test_bend_moves_every_point_of_a_turned_part(
    six: tuple[float, float, float, float, float, float], turn: tuple[float, float, float, float]
) -> None:
    a, b, c, d = turn
    line = part(
        '<path d="M50 50L100 90C10 20 30 60 70 80" stroke="var(--ink)"/><line id="root" x1="0" y1="9" x2="0" y2="0"/>'
    )
    (shape,) = assembled(PlacedPart(line, (a, b, c, d, 7.0, 9.0)), bend=Bend(45, 55, 40, six)).items
    assert isinstance(shape, Shape)
    moved = [number for segment in shape.path for number in segment[1:]]
    p1, p2, p3, q1, q2, q3 = six
    wanted = []
    for x, y in ((50, 50), (100, 90), (10, 20), (30, 60), (70, 80)):
        placed_x, placed_y = a * x + c * y + 7, b * x + d * y + 9
        u, v = (placed_x - 45) / 40, (placed_y - 55) / 40
        wanted += [placed_x + p1 * v + p2 * v * v + p3 * u * v, placed_y + q1 * u + q2 * u * u + q3 * u * v]
    assert moved == pytest.approx(wanted, abs=0.006)


def test_bend_moves_points_at_its_reach() -> None:
    bend = Bend(50, 50, 50, (1.0, 2.0, 0.0, 0.5, 0.0, 0.0))
    line = part('<path d="M50 50L100 100" stroke="var(--ink)"/><line id="root" x1="0" y1="9" x2="0" y2="0"/>')
    (shape,) = assembled(PlacedPart(line, STANDING), bend=bend).items
    assert isinstance(shape, Shape)
    assert shape.path == (("M", 50, 50), ("L", 103, 100.5))
