"""What drawing programs and icon sets write is drawn as they mean it, or left out where it says nothing in print."""

from typing import Any

import pytest

from graphics.reading import cluster_of, items_of, picture_of, shape_of
from pawprint.core.diagnostics import Findings
from pawprint.core.picture import CURRENT, Cluster, Gradient, Item, Shape
from pawprint.graphics.svg.convert import read_svg


def box_of(shape: Item) -> tuple[float, float, float, float]:
    """The left, top, right and bottom of a shape's points."""
    assert isinstance(shape, Shape)
    numbers: list[Any] = [number for segment in shape.path for number in segment[1:]]
    return min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])


# --- what is left out ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        '<metadata><rdf:RDF xmlns:rdf="x"><g/></rdf:RDF></metadata>',
        '<sodipodi:namedview pagecolor="#fff"/><i:pgf xmlns:i="adobe">words</i:pgf>',
        '<animate attributeName="r"/><set attributeName="r"/><?xpacket begin?>',
        '<rect height="1"/><circle/><path/>',
        '<flowRoot xml:space="preserve"><flowPara>words</flowPara></flowRoot>',
        '<g display="none"><circle r="3"/></g><circle r="3" style="visibility:hidden"/>',
        '<circle r="3" clip-path="url(#none)"/><clipPath id="none"/>',
        '<symbol id="s"><circle r="3"/></symbol>',
    ],
)
def test_unprinted_element_is_left_out(body: str) -> None:
    assert items_of(body) == ()


@pytest.mark.parametrize(
    "attributes",
    [
        'class="icon icon-tabler" stroke-width="1"',
        'inkscape:label="cat" sodipodi:nodetypes="cc" x="3" version="1.1"',
        'style="-inkscape-stroke:none;marker:none;line-height:125%;font-variant-ligatures:normal;mix-blend-mode:normal"',
        'style="enable-background:accumulate;overflow:visible;display:inline;stroke-dashoffset:0;isolation:auto"',
        'shape-rendering="crispEdges" baseProfile="tiny" filter="none" mask="none" text-anchor="start"',
    ],
)
def test_attributes_without_effect_are_left_out(attributes: str) -> None:
    plain = shape_of('<path d="M0 0h9v9z"/>')
    assert plain == shape_of(f'<path d="M0 0h9v9z" {attributes}/>')


def test_elements_may_have_a_prefix() -> None:
    head = '<svg:svg xmlns:svg="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    findings = Findings()
    picture = read_svg(f'{head}<svg:circle r="3"/></svg:svg>'.encode(), "cat", findings, "cat.svg")
    assert picture
    assert len(picture.items) == 1


# --- style sheets and colours -------------------------------------------------------------------------------


def test_style_sheet_selects_by_class_id_and_place() -> None:
    body = """<style>.a { fill: #010203 } #b { fill: #020304 !important } g > path.c { fill: #030405; stroke: red }
        @media print { .d { fill: #040506 } } @media (width: 3px) { .e { fill: red } } .f:hover { fill: red }
        @import url(other.css); ::before { fill: red }</style>
        <path class="x a" d="M0 0h9"/><path id="b" style="fill:red" d="M0 0h9"/><g><path class="c" d="M0 0h9"/></g>
        <path class="d" d="M0 0h9"/><path class="e f" fill="#050607" d="M0 0h9"/>"""
    shapes = [item for item in items_of(body) if isinstance(item, Shape)]
    assert [shape.fill for shape in shapes] == ["#010203", "#020304", "#030405", "#040506", "#050607"]
    assert shapes[2].stroke == "#ff0000"


def test_style_sheet_wins_over_an_attribute_and_gives_way_to_a_style() -> None:
    body = '<style>path{fill:#010203;stroke:#020304}</style><path fill="red" style="stroke:#030405" d="M0 0h9"/>'
    shape = shape_of(body)
    assert (shape.fill, shape.stroke) == ("#010203", "#030405")


@pytest.mark.parametrize(
    ("paint", "colour", "opacity"),
    [
        ("rgb(1, 2, 3)", "#010203", 1.0),
        ("rgb(100% 0% 0% / 50%)", "#ff0000", 0.5),
        ("hsl(120, 50%, 50%)", "#40bf40", 1.0),
        ("rebeccapurple", "#663399", 1.0),
        ("#12345680", "#123456", 128 / 255),
        ("#000 icc-color(x, 1)", "#000000", 1.0),
    ],
)
def test_all_colours_of_css_are_read(paint: str, colour: str, opacity: float) -> None:
    shape = shape_of(f'<circle r="9" fill="{paint}"/>')
    assert (shape.fill, round(shape.fill_opacity, 6)) == (colour, round(opacity, 6))


def test_current_colour_is_from_the_file_or_the_layout() -> None:
    body = '<g color="#010203"><circle r="1" fill="currentColor"/></g><circle r="1" stroke="currentColor"/>'
    inside, outside = items_of(body)
    assert isinstance(inside, Shape)
    assert isinstance(outside, Shape)
    assert (inside.fill, outside.stroke) == ("#010203", CURRENT)


def test_reference_that_leads_nowhere_has_another_colour() -> None:
    assert shape_of('<circle r="9" fill="url(#x) #010203"/>').fill == "#010203"
    assert items_of('<circle r="9" fill="url(#x) none"/>') == ()


# --- lengths ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "units"),
    [
        ("3px", 3),
        ("3pt", 4),
        ("1in", 96),
        ("25.4mm", 96),
        ("2.54cm", 96),
        ("1pc", 16),
        ("2em", 32),
        ("2rem", 32),
        ("50%", 50),
        ("1.5e1", 15),
    ],
)
def test_lengths_have_units(width: str, units: float) -> None:
    assert box_of(shape_of(f'<rect width="{width}" height="50%"/>'))[2:] == (pytest.approx(units, abs=0.001), 25)


def test_em_is_the_size_of_the_font_and_a_percentage_a_part_of_the_view() -> None:
    shape = shape_of('<g font-size="5"><circle r="10%" stroke="red" stroke-width="2em" font-size="200%"/></g>')
    assert shape.width == 20
    assert box_of(shape)[2] == pytest.approx(7.906, abs=0.001)  # of the diagonal by the root of 2


def test_view_may_be_measured_in_millimetres() -> None:
    picture = picture_of("", '<svg width="25.4mm" height="1in">')
    assert (picture.width, picture.height) == pytest.approx((96, 96))


# --- structure ----------------------------------------------------------------------------------------------


def test_symbol_is_fitted_into_the_size_of_its_use() -> None:
    body = '<symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol>'
    cluster = cluster_of(f'{body}<use href="#s" x="5" y="6" width="40" height="20"/>')
    assert box_of(cluster.items[0]) == (15, 6, 35, 26)
    assert cluster.clip is not None
    assert box_of(Shape(cluster.clip)) == (5, 6, 45, 26)


def test_nested_svg_has_its_own_viewport() -> None:
    cluster = cluster_of('<svg x="50%" width="10" height="20" viewBox="0 0 1 1"><rect width="100%" height="1"/></svg>')
    assert box_of(cluster.items[0]) == (50, 5, 60, 15)
    sliced = '<svg width="10" height="20" viewBox="0 0 1 1" preserveAspectRatio="xMinYMin slice">'
    assert box_of(cluster_of(f'{sliced}<rect width="1" height="1"/></svg>').items[0]) == (0, 0, 20, 20)
    stretched = '<svg width="10" height="20" viewBox="0 0 1 1" preserveAspectRatio="none" overflow="visible">'
    assert box_of(shape_of(f'{stretched}<rect width="1" height="1"/></svg>')) == (0, 0, 10, 20)


def test_switch_draws_the_first_that_can_be_drawn() -> None:
    body = """<switch><foreignObject requiredExtensions="adobe"><p/></foreignObject>
        <g requiredExtensions="adobe"><circle r="1"/></g><g systemLanguage="fr"><circle r="2"/></g>
        <a href="http://example.org"><circle r="3"/></a><circle r="4"/></switch>"""
    assert box_of(shape_of(body))[2] == 3


def test_visibility_is_inherited_and_can_be_undone() -> None:
    body = '<g visibility="hidden"><circle r="1"/><circle r="2" visibility="visible"/></g>'
    assert box_of(shape_of(body))[2] == 2


def test_first_of_two_elements_with_the_same_id_is_used() -> None:
    assert box_of(shape_of('<defs><circle id="c" r="1"/><circle id="c" r="2"/></defs><use href="#c"/>'))[2] == 1


# --- strokes ------------------------------------------------------------------------------------------------


def test_stroke_may_be_below_its_fill() -> None:
    below, above = items_of('<circle r="9" stroke="red" fill="blue" paint-order="stroke"/>')
    assert isinstance(below, Shape)
    assert isinstance(above, Shape)
    assert (below.stroke, below.fill, above.stroke, above.fill) == ("#ff0000", None, None, "#0000ff")


def test_dashes_may_begin_further_in_and_mitres_have_a_limit() -> None:
    attributes = 'stroke="red" fill="none" stroke-dasharray="3 1" stroke-dashoffset="2" stroke-miterlimit="10"'
    shape = shape_of(f'<path d="M0 0h9" transform="scale(2)" {attributes}/>')
    assert (shape.phase, shape.miter) == (4.0, 10.0)
    assert (shape_of('<path d="M0 0h9" stroke="red" stroke-dashoffset="2"/>').phase) == 0


# --- gradients, masks, patterns -----------------------------------------------------------------------------

FADING = '<linearGradient id="l"><stop stop-color="red"/><stop offset="1" stop-opacity=".5"/></linearGradient>'


def test_gradient_that_fades_out_has_a_mask_in_greys() -> None:
    cluster = cluster_of(f'{FADING}<rect width="10" height="10" fill="url(#l)"/>')
    (shape,), (veil,) = cluster.items, cluster.mask
    assert isinstance(shape, Shape)
    assert isinstance(veil, Shape)
    assert shape.fill == Gradient(0, 0, 10, 0, ((0.0, "#ff0000"), (1.0, "#000000")))
    assert veil.fill == Gradient(0, 0, 10, 0, ((0.0, "#ffffff"), (1.0, "#808080")))


def test_gradient_that_is_as_faint_everywhere_needs_no_mask() -> None:
    body = '<linearGradient id="l" gradientUnits="userSpaceOnUse"><stop stop-color="rgba(1,2,3,.5)"/>'
    shape = shape_of(f'{body}<stop offset="1" stop-opacity=".5"/></linearGradient><circle r="9" fill="url(#l)"/>')
    assert isinstance(shape.fill, Gradient)
    assert shape.fill_opacity == 0.5


def test_stroke_with_a_gradient_is_a_mask_for_it() -> None:
    gradient = '<linearGradient id="l"><stop stop-color="red"/><stop offset="1"/></linearGradient>'
    cluster = cluster_of(f'{gradient}<rect width="10" height="10" fill="none" stroke="url(#l)" stroke-width="2"/>')
    (shape,), (line,) = cluster.items, cluster.mask
    assert isinstance(shape, Shape)
    assert isinstance(line, Shape)
    assert shape.fill == Gradient(0, 0, 10, 0, ((0.0, "#ff0000"), (1.0, "#000000")))
    assert (line.fill, line.stroke, line.width) == (None, "#ffffff", 2.0)


def test_radial_gradient_has_a_focus() -> None:
    body = '<radialGradient id="l" fx=".25" fr="10%"><stop stop-color="red"/><stop offset="1"/></radialGradient>'
    fill = shape_of(f'{body}<rect width="8" height="8" fill="url(#l)"/>').fill
    assert isinstance(fill, Gradient)
    assert (fill.x1, fill.y1, fill.radius, fill.focus) == (4, 4, 4, (2, 4, 0.8))


def test_gradient_may_repeat_or_be_reflected() -> None:
    ends = 'gradientUnits="userSpaceOnUse" x1="0" x2="5"'
    for spread, middle in (("repeat", ("#0000ff", "#ff0000")), ("reflect", ("#0000ff", "#0000ff"))):
        stops = '<stop stop-color="red"/><stop offset="1" stop-color="blue"/>'
        body = f'<linearGradient id="l" {ends} spreadMethod="{spread}">{stops}</linearGradient>'
        fill = shape_of(f'{body}<rect width="10" height="4" fill="url(#l)"/>').fill
        assert isinstance(fill, Gradient)
        assert (fill.x1, fill.x2) == (0, 10)
        assert tuple(colour for offset, colour in fill.stops if offset == 0.5)[1:3] == middle


def test_step_at_the_end_of_a_gradient_extends_beyond_it() -> None:
    stops = '<stop stop-color="red"/><stop stop-color="blue"/><stop offset="1" stop-color="green"/>'
    body = f'<linearGradient id="l" gradientUnits="userSpaceOnUse" x1="10" x2="20">{stops}</linearGradient>'
    fill = shape_of(f'{body}<rect width="30" height="4" fill="url(#l)"/>').fill
    assert isinstance(fill, Gradient)
    assert fill.x1 < 10
    assert [colour for offset, colour in fill.stops if offset < 0.01] == ["#ff0000", "#ff0000", "#0000ff"]


def test_mask_is_drawn_within_its_region() -> None:
    body = '<mask id="m"><circle r="3" fill="white"/></mask><rect width="10" height="20" mask="url(#m)"/>'
    cluster = cluster_of(body)
    (limits,) = cluster.mask
    assert isinstance(limits, Cluster)
    assert limits.clip is not None
    assert box_of(Shape(limits.clip)) == (-1, -2, 11, 22)
    assert len(limits.items) == 1


def test_mask_may_use_opacity() -> None:
    body = '<mask id="m" style="mask-type:alpha" mask-type="alpha"><circle r="3" opacity=".5"/></mask>'
    (limits,) = cluster_of(f'{body}<rect width="10" height="20" mask="url(#m)"/>').mask
    assert isinstance(limits, Cluster)
    (shape,) = limits.items
    assert isinstance(shape, Shape)
    assert (shape.fill, shape.fill_opacity) == ("#ffffff", 0.5)


def test_clip_may_be_measured_by_its_shape_and_be_clipped_itself() -> None:
    units = 'clipPathUnits="objectBoundingBox"'
    cluster = cluster_of(
        f'<clipPath id="k" {units} clip-path="url(#j)"><rect width=".5" height="1"/></clipPath>'
        '<clipPath id="j"><circle r="3"/></clipPath><rect x="10" width="10" height="20" clip-path="url(#k)"/>'
    )
    (inner,) = cluster.items
    assert isinstance(inner, Cluster)
    assert inner.clip is not None
    assert box_of(Shape(inner.clip)) == (10, 0, 15, 20)


def test_clip_of_groups_is_a_mask() -> None:
    body = '<clipPath id="k"><use href="#g"/></clipPath><g id="g" fill="red"><circle r="3"/><circle r="1"/></g>'
    cluster = items_of(f'{body}<rect width="9" height="9" clip-path="url(#k)"/>')[-1]
    assert isinstance(cluster, Cluster)
    assert [shape.fill for shape in cluster.mask if isinstance(shape, Shape)] == ["#ffffff", "#ffffff"]


def test_pattern_is_repeated_over_its_shape() -> None:
    body = """<pattern id="p" href="#q" width="5" height="5" patternTransform="translate(1 0)"/>
        <pattern id="q" patternUnits="userSpaceOnUse"><rect width="2" height="3"/></pattern>"""
    cluster = cluster_of(f'{body}<rect width="10" height="5" fill="url(#p)"/>')
    tiles = [tile.items[0] for tile in cluster.items if isinstance(tile, Cluster)]
    assert [box_of(tile)[0] for tile in tiles] == [-4, 1, 6]
    assert cluster.clip is not None
    assert box_of(Shape(cluster.clip)) == (0, 0, 10, 5)
