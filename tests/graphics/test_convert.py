"""What an SVG file of the profile becomes: plain paths with named colours."""

import gc
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphics.reading import cluster_of, items_of, picture_of, shape_of
from pawprint.core.affine import IDENTITY
from pawprint.core.picture import CURRENT, Gradient, Shape
from pawprint.graphics.svg.grammar import read_path
from pawprint.graphics.svg.xml_elements import SvgElement
from pawprint.graphics.svg.xml_tree import XmlElement

LINK = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'


def points(path: tuple[tuple[Any, ...], ...]) -> list[tuple[float, float]]:
    return [(s[i], s[i + 1]) for s in path for i in range(1, len(s), 2)]


def rounded(data: str) -> list[tuple[Any, ...]]:
    return [(kind, *(round(n, 3) for n in numbers)) for kind, *numbers in read_path(data)]


# --- transformations ----------------------------------------------------------------------------------------

sizes = st.integers(-40, 40)
functions = st.one_of(
    st.tuples(st.just("translate"), sizes, sizes),
    st.tuples(st.just("scale"), st.sampled_from([-2, -0.5, 0.5, 1.5]), st.sampled_from([-1, 0.5, 3])),
    st.tuples(st.just("rotate"), st.integers(-360, 360), sizes, sizes),
    st.tuples(st.just("skewX"), st.integers(-60, 60)),
    st.tuples(st.just("skewY"), st.integers(-60, 60)),
    st.tuples(st.just("matrix"), *[st.sampled_from([-1.5, -0.5, 0, 0.25, 1, 2])] * 4, sizes, sizes),
)


def applied(function: tuple[Any, ...], x: float, y: float) -> tuple[float, float]:
    """One transformation by the book, a point at a time."""
    name, *n = function
    match name:
        case "translate":
            return x + n[0], y + n[1]
        case "scale":
            return x * n[0], y * n[1]
        case "rotate":
            turn = complex(math.cos(math.radians(n[0])), math.sin(math.radians(n[0])))
            there = complex(x - n[1], y - n[2]) * turn + complex(n[1], n[2])
            return there.real, there.imag
        case "skewX":
            return x + y * math.tan(math.radians(n[0])), y
        case "skewY":
            return x, y + x * math.tan(math.radians(n[0]))
        case _:
            return n[0] * x + n[2] * y + n[4], n[1] * x + n[3] * y + n[5]


def through(chain: list[tuple[Any, ...]], x: float, y: float) -> tuple[float, float]:
    for function in reversed(chain):
        x, y = applied(function, x, y)
    return x, y


chains = st.lists(functions, min_size=1, max_size=4)


def worded(chain: list[tuple[Any, ...]]) -> list[str]:
    return [f"{name}({' '.join(map(str, numbers))})" for name, *numbers in chain]


def flat(chain: list[tuple[Any, ...]]) -> bool:
    (ax, ay), (bx, by), (cx, cy) = (through(chain, *corner) for corner in ((0, 0), (1, 0), (0, 1)))
    return abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) < 1e-9


@given(chains, st.lists(st.tuples(sizes, sizes), min_size=4, max_size=4), st.booleans())
def test_baking_a_transformation_is_transforming_the_points(
    chain: list[tuple[Any, ...]], corners: list[tuple[int, int]], nested: bool
) -> None:
    (a, b), (c, d), (e, f), (g, h) = corners
    path = f'<path d="M{a} {b}C{c} {d} {e} {f} {g} {h}L{a} {b}"'
    if nested:
        groups = "".join(f'<g transform="{word}">' for word in worded(chain))
        items = items_of(f"{groups}{path}/>{'</g>' * len(chain)}")
    else:
        items = items_of(f'{path} transform="{", ".join(worded(chain))}"/>')
    if not items:
        assert flat(chain)
        return
    (shape,) = items
    assert isinstance(shape, Shape)
    for here, corner in zip(points(shape.path), [*corners, corners[0]], strict=True):
        assert here == pytest.approx(through(chain, *corner), abs=0.00051)


def test_stroke_grows_with_a_uniform_transformation() -> None:
    shape = shape_of(
        '<g transform="rotate(30) scale(-2 2)"><path d="M0 0h9" fill="none" stroke="red" stroke-width="1.5"'
        ' stroke-dasharray="1 2 3"/></g>'
    )
    assert (shape.width, shape.dash) == (3.0, (2.0, 4.0, 6.0) * 2)


def test_unevenly_scaled_stroke_preserves_its_matrix() -> None:
    cluster = cluster_of('<path d="M1 1h9" stroke="red" transform="translate(5 6) scale(8 2)"/>')
    assert cluster.matrix == (2.0, 0, 0, 0.5, 5.0, 6.0)
    (shape,) = cluster.items
    assert isinstance(shape, Shape)
    assert shape.width == 4.0
    assert shape.path == (("M", 4.0, 4.0), ("L", 40.0, 4.0))


# --- elements -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ('<rect x="1" y="2" width="3" height="4"/>', "M1 2H4V6H1Z"),
        ('<rect x="1" width="8" height="6" rx="2"/>',
         "M3 0H7a2 2 0 0 1 2 2V4a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V2a2 2 0 0 1 2-2Z"),
        ('<rect width="8" height="6" ry="9"/>',
         "M4 0H4a4 3 0 0 1 4 3V3a4 3 0 0 1-4 3H4a4 3 0 0 1-4-3V3a4 3 0 0 1 4-3Z"),
        ('<rect width="4" height="4" rx="2" ry="0"/>', "M0 0H4V4H0Z"),
        ('<circle cx="5" cy="6" r="2"/>', "M7 6A2 2 0 0 1 5 8A2 2 0 0 1 3 6A2 2 0 0 1 5 4A2 2 0 0 1 7 6Z"),
        ('<ellipse rx="3" ry="2"/>', "M3 0A3 2 0 0 1 0 2A3 2 0 0 1 -3 0A3 2 0 0 1 0 -2A3 2 0 0 1 3 0Z"),
        ('<line x1="1" y2="3" stroke="red"/>', "M1 0L0 3"),
        ('<polyline points="1,2 3,4"/>', "M1 2L3 4"),
        ('<polygon points="1 2 3 4-5-6"/>', "M1 2L3 4L-5-6Z"),
        ('<path d="M.00049 0h1.0006"/>', "M0 0H1.001"),
    ],
)  # fmt: skip
def test_every_shape_is_a_path(body: str, path: str) -> None:
    assert rounded(path) == [*shape_of(body).path]


@pytest.mark.parametrize(
    "body",
    [
        "",
        '<title>Cat</title><desc><b xmlns="x">any</b> words</desc>',
        '<rect width="0" height="9"/><circle r="0"/><path d=""/><polyline points=""/>',
        '<rect width="9" height="9" fill="none"/><g opacity="0"><circle r="4"/></g>',
        '<path d="M0 0h9" stroke="red" stroke-width="0" fill="none"/>',
        '<defs><circle id="c" r="4"/><clipPath id="k"><use href="#c"/></clipPath></defs>',
        '<circle r="5" transform="scale(0)"/>',
        '<line x1="9" fill="red"/>',
    ],
)
def test_invisible_shape_is_left_out(body: str) -> None:
    assert items_of(body) == ()


def test_view_is_the_viewbox_else_width_and_height() -> None:
    def view(attributes: str) -> tuple[float, ...]:
        p = picture_of("", f"<svg {attributes}>")
        return p.x, p.y, p.width, p.height

    assert view('viewBox="-5,-5 10 20" width="100%" height="3cm"') == (-5, -5, 10, 20)
    assert view('width="10" height="20.5px"') == (0, 0, 10, 20.5)
    assert (
        (p := picture_of("", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" version="1.1">')).name,
        p.items,
        p.colours,
    ) == ("test/cat", (), ())


def test_paint_is_inherited_through_groups_and_use() -> None:
    shapes = items_of(
        """<defs><g id="s" stroke-linecap="round"><rect width="1" height="1"/>
            <rect width="1" height="1" fill="var(--own)"/></g></defs>
        <g fill="var(--outer)" stroke="black" stroke-width="2" stroke-linejoin="bevel">
            <use href="#s" x="10" y="20"/>
            <g style="fill:none; stroke: var(--inner) ;stroke-linecap:square"><use xlink:href="#s"/></g>
        </g>""",
        LINK,
    )
    assert all(isinstance(shape, Shape) for shape in shapes)
    assert [(shape.fill, shape.stroke) for shape in shapes if isinstance(shape, Shape)] == [
        ("outer", "#000000"),
        ("own", "#000000"),
        (None, "inner"),
        ("own", "inner"),
    ]
    first, _, third, _ = shapes
    assert isinstance(first, Shape)
    assert isinstance(third, Shape)
    assert (first.width, first.cap, first.join) == (2.0, 1, 2)
    assert third.cap == 1  # the g inside is nearer
    assert first.path[0] == ("M", 10.0, 20.0)


@pytest.mark.parametrize(
    ("paint", "colour"),
    [
        ("var(--leaf-2)", "leaf-2"),
        ("var( --Leaf , rgb(1, 2, 3) )", "Leaf"),
        ("var(--leaf, #abc)", "leaf"),
        ("currentColor", CURRENT),
        ("currentcolor", CURRENT),
        ("#AbC", "#aabbcc"),
        (" #A0b1C2 ", "#a0b1c2"),
        ("Orange", "#ffa500"),
        ("gray", "#808080"),
    ],
)
def test_colours_stay_names_or_become_literal(paint: str, colour: str) -> None:
    picture = picture_of(f'<circle r="9" fill="{paint}"/>')
    assert isinstance(picture.items[0], Shape)
    assert colour == picture.items[0].fill
    assert (() if colour.startswith("#") else (colour,)) == picture.colours


def test_all_names_of_a_picture_are_listed_once_and_sorted() -> None:
    picture = picture_of(
        """<linearGradient id="l"><stop stop-color="var(--z)"/><stop offset="1" stop-color="#123"/></linearGradient>
        <circle r="9" fill="url(#l)"/><g opacity=".5"><circle r="9" fill="var(--b)" stroke="currentColor"/></g>
        <circle r="9" fill="var(--a)" stroke="var(--b)"/>"""
    )
    assert picture.colours == ("a", "b", "currentColor", "z")


def test_style_wins_over_attributes_and_the_rest_is_read() -> None:
    shape = shape_of(
        '<path d="M0 0h9" style="fill:#123;stroke-width:2px;stroke-dasharray:none;" fill="red" stroke="var(--x)"'
        ' stroke-dasharray="4" stroke-miterlimit="4" fill-rule="evenodd" fill-opacity=".5" stroke-opacity="0.25"/>'
    )
    assert Shape(shape.path, "#112233", "x", 2.0, True, 0, 0, (), 0.5, 0.25) == shape


def test_odd_dash_list_is_repeated() -> None:
    assert shape_of('<path d="M0 0h9" stroke="red" stroke-dasharray="3,1 2"/>').dash == (3.0, 1.0, 2.0) * 2


# --- opacity and clips --------------------------------------------------------------------------------------


def test_opacity_of_a_single_paint_is_its_own() -> None:
    assert shape_of('<circle r="9" fill-opacity=".5" opacity=".4"/>').fill_opacity == 0.2
    assert shape_of('<g opacity=".4"><g><path d="M0 0h9" fill="none" stroke="red"/></g></g>').stroke_opacity == 0.4
    assert cluster_of('<circle r="9" stroke="red" opacity=".4"/>').opacity == 0.4
    assert cluster_of('<g opacity=".4"><circle r="9"/><circle r="3"/></g>').opacity == 0.4
    assert cluster_of('<g opacity=".4"><circle r="9" stroke="red" opacity=".5"/></g>').opacity == 0.2


def test_opacity_is_not_inherited() -> None:
    cluster = cluster_of('<g opacity=".4"><g><circle r="9"/></g><circle r="3"/></g>')
    assert all(isinstance(item, Shape) and item.fill_opacity == 1 for item in cluster.items)


def test_clip_moves_with_its_content() -> None:
    cluster = cluster_of(
        """<clipPath id="k" transform="translate(1 0)"><rect width="4" height="4" transform="scale(.5)"/></clipPath>
        <g transform="scale(10)"><use href="#c" x="1" clip-path="url(#k)"/></g><defs><circle id="c" r="3"/></defs>"""
    )
    assert [*rounded("M20 0H40V20H20Z")] == [*(cluster.clip or ())]
    assert (cluster.matrix, cluster.opacity, len(cluster.items)) == (IDENTITY, 1.0, 1)


def test_clip_may_use_a_shape() -> None:
    cluster = cluster_of(
        """<clipPath id="k"><use href="#r" x="5" y="6" transform="scale(2)"/></clipPath>
        <defs><rect id="r" width="1" height="1" transform="translate(1 0)"/></defs>
        <circle r="9" clip-path="url(#k)"/>"""
    )
    assert [*rounded("M12 12H14V14H12Z")] == [*(cluster.clip or ())]


def area(path: tuple[tuple[Any, ...], ...]) -> list[float]:
    """Signed area of each straight subpath."""
    areas = []
    subpaths = " ".join(f"{s[0]}{' '.join(map(str, s[1:]))}" for s in path).split("M")[1:]
    for text in subpaths:
        corners = points(tuple(read_path("M" + text)))
        areas.append(
            sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True)) / 2
        )
    return areas


def test_several_clips_are_united_in_any_direction() -> None:
    """One runs clockwise, one anticlockwise with a hole: for a non-zero fill all must run the same way."""
    clip = cluster_of(
        """<clipPath id="k"><rect width="4" height="4"/><path d="M0 0V9H9V0zM2 2H3V3H2z"/></clipPath>
        <circle r="9" clip-path="url(#k)"/>"""
    ).clip
    assert area(clip or ()) == [16, 81, -1]


def test_even_odd_clip_preserves_its_holes() -> None:
    clip = cluster_of(
        """<g clip-rule="evenodd"><clipPath id="k"><path d="M0 0H9V9H0zM1 1H8V8H1zM2 2V7H7V2z"/></clipPath></g>
        <circle r="9" clip-path="url(#k)"/>"""
    ).clip
    assert area(clip or ()) == [81, -49, 25]


# --- gradients ----------------------------------------------------------------------------------------------

STOPS = '<stop stop-color="var(--a)"/><stop offset="50%" stop-color="red" stop-opacity="1"/>'


def gradient_of(body: str) -> Gradient:
    fill = shape_of(body).fill
    assert isinstance(fill, Gradient)
    return fill


def test_linear_gradient_spans_the_bounds_of_its_shape() -> None:
    expected = Gradient(10, 20, 50, 20, ((0.0, "a"), (0.5, "#ff0000")))
    assert expected == gradient_of(
        f'<linearGradient id="l">{STOPS}</linearGradient><rect x="10" y="20" width="40" height="8" fill="url(#l)"/>'
    )


def test_bounds_follow_the_curve_instead_of_its_handles() -> None:
    fill = gradient_of(
        f'<linearGradient id="l" x2="0" y2="1">{STOPS}</linearGradient><path d="M0 0C0 40 9 40 9 0" fill="url(#l)"/>'
    )
    assert (fill.x1, fill.y1, fill.x2, fill.y2) == (0, 0, 0, 30)


def test_skewed_gradient_preserves_its_lines_of_equal_colour() -> None:
    """x runs 0..10 in the shape's units; after skewX(45) points of equal colour lie on x - y = const."""
    fill = gradient_of(
        f'<linearGradient id="l" gradientUnits="userSpaceOnUse" x2="10">{STOPS}</linearGradient>'
        '<rect width="10" height="10" fill="url(#l)" transform="skewX(45)"/>'
    )
    assert (fill.x1, fill.y1, fill.x2, fill.y2) == (0, 0, 5, -5)


@given(chains)
def test_linear_gradient_moves_with_its_shape(chain: list[tuple[Any, ...]]) -> None:
    """Any point has the same place between the ends of the gradient before and after a transformation."""
    ends = 'gradientUnits="userSpaceOnUse" x1="10" y1="20" x2="200" y2="300"'
    body = f'<linearGradient id="l" {ends}>{STOPS}</linearGradient>'
    items = items_of(f'{body}<g transform="{" ".join(worded(chain))}"><circle r="9" fill="url(#l)"/></g>')
    if not items:
        assert flat(chain)
        return
    (shape,) = items
    assert isinstance(shape, Shape)
    fill = shape.fill
    assert isinstance(fill, Gradient)

    def along(x: float, y: float, x1: float, y1: float, x2: float, y2: float) -> float:
        return ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)

    length = math.dist((fill.x1, fill.y1), (fill.x2, fill.y2))
    for corner in ((0, 0), (100, 0), (-40, 70)):
        there = through(chain, *corner)
        far = 1 + math.dist(there, (fill.x1, fill.y1))
        moved = along(*there, fill.x1, fill.y1, fill.x2, fill.y2)
        assert moved == pytest.approx(along(*corner, 10, 20, 200, 300), abs=0.004 * far / length**2 + 0.004 / length)


def test_gradients_inherit_from_each_other_and_their_offsets_rise() -> None:
    fill = gradient_of(
        f"""<linearGradient id="b" href="#a" x1="3" gradientTransform="translate(1 1)"/>
        <linearGradient id="a" gradientUnits="userSpaceOnUse" x2="9" y2="100%">
            {STOPS}<stop offset=".2"/></linearGradient>
        <circle r="9" fill="url('#b')"/>"""
    )
    assert Gradient(4, 1, 10, 51, ((0.0, "a"), (0.5, "#ff0000"), (0.5, "#000000"))) == fill


def test_radial_gradient_stays_round_or_gets_a_matrix() -> None:
    body = f'<radialGradient id="r">{STOPS}</radialGradient><rect width="WIDTH" height="8" fill="url(#r)"/>'
    fill = gradient_of(body.replace("WIDTH", "8"))
    assert (fill.x1, fill.y1, fill.x2, fill.y2, fill.radius) == (4, 4, 0, 0, 4)
    cluster = cluster_of(body.replace("WIDTH", "32"))
    (shape,) = cluster.items
    assert cluster.matrix == (2.0, 0, 0, 0.5, 0, 0)
    assert isinstance(shape, Shape)
    assert isinstance(shape.fill, Gradient)
    assert (shape.fill.x1, shape.fill.y1, shape.fill.radius) == (8, 8, 8)
    assert [*rounded("M0 0H16V16H0Z")] == [*shape.path]


def test_gradient_without_extent_is_its_last_colour() -> None:
    for attributes in ('x1="1"', 'x2="0" y1="1" y2="1"', 'gradientTransform="scale(0)"'):
        body = f'<linearGradient id="l" {attributes}>{STOPS}</linearGradient><circle r="9" fill="url(#l)"/>'
        assert shape_of(body).fill == "#ff0000"
    one = '<radialGradient id="l"><stop stop-color="var(--a)"/></radialGradient><circle r="9" fill="url(#l)"/>'
    assert shape_of(one).fill == "a"
    assert items_of(f'<linearGradient id="l">{STOPS}</linearGradient><path d="M0 0h9" fill="url(#l)"/>') == ()


def test_elements_of_a_file_do_not_outlive_reading_it() -> None:
    """The program runs without garbage collection, so that elements in a circle would stay in memory."""

    def elements() -> int:
        return sum(isinstance(one, (SvgElement, XmlElement)) for one in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before = elements()
        assert picture_of(LINK + '<g id="a"><path d="M1 1h3v3z"/><g><circle r="2"/></g></g></svg>').items
        assert elements() == before
    finally:
        gc.enable()
