"""What PDF cannot draw as vectors becomes an image, and a finding says so; all else stays sharp."""

import base64
import io

import pytest
from PIL import Image

from pawprint.core.diagnostics import Diagnostic, Findings, Severity
from pawprint.core.picture import Bitmap, Cluster, Item, Picture, Shape
from pawprint.core.raster import image_bytes
from pawprint.graphics.svg._pixels import LONGEST_SIDE
from pawprint.graphics.svg.convert import read_svg

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 50">'
BLUR = '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter>'


def read(body: str) -> tuple[Picture | None, tuple[Diagnostic, ...]]:
    findings = Findings()
    picture = read_svg(f"{SVG}\n{body}</svg>".encode(), "cat", findings, "cat.svg")
    return picture, findings.sorted()


def drawn(body: str) -> tuple[tuple[Item, ...], str]:
    """The items, and the message of the only finding."""
    picture, (found,) = read(body)
    assert picture
    assert (found.code, found.severity) == ("svg-as-pixels", Severity.WARNING)
    return picture.items, found.message


def pixel(bitmap: Item, x: float, y: float) -> tuple[int, ...]:
    """What is at a place of the drawing, in red, green, blue and opacity."""
    assert isinstance(bitmap, Bitmap)
    with Image.open(io.BytesIO(image_bytes(bitmap.path))) as image:
        at = (x - bitmap.x) / bitmap.width * image.width, (y - bitmap.y) / bitmap.height * image.height
        found = image.convert("RGBA").getpixel((int(at[0]), int(at[1])))
    assert isinstance(found, tuple)
    return found


def data(kind: str = "PNG") -> str:
    out = io.BytesIO()
    Image.new("RGB", (40, 20), "red").save(out, kind)
    return f"data:image/{kind.lower()};base64,{base64.b64encode(out.getvalue()).decode()}"


def test_only_the_element_with_a_filter_is_an_image() -> None:
    (blurred, sharp), message = drawn(
        f'{BLUR}<g fill="#00f" transform="translate(10 0)"><rect x="10" y="10" width="20" height="20"'
        ' filter="url(#f)"/><circle cx="60" cy="20" r="9"/></g>'
    )
    assert message == "rect has a filter, which is printed as an image of 600 dpi"
    assert isinstance(sharp, Shape)
    assert isinstance(blurred, Bitmap)
    assert (blurred.x, blurred.x + blurred.width) == pytest.approx((18, 42), abs=0.1), "its region, which is moved"
    assert pixel(blurred, 30, 20) == (0, 0, 255, 255), "the fill of the g around it"
    assert 60 < pixel(blurred, 20, 20)[3] < 200, "half of it at its edge"
    with Image.open(io.BytesIO(image_bytes(blurred.path))) as image:
        assert image.width / blurred.width == pytest.approx(LONGEST_SIDE / 100, rel=0.01)


def test_blended_shapes_become_a_single_image() -> None:
    (below, blended), message = drawn(
        '<circle r="5"/><g opacity=".5"><rect width="50" height="50" fill="#00f"/>'
        '<rect width="50" height="50" fill="#f00" style="mix-blend-mode:screen"/></g>'
    )
    assert message.startswith("g has a blend mode")
    assert isinstance(below, Shape)
    assert pixel(blended, 40, 40) == pytest.approx((255, 0, 255, 128), abs=1)


def test_marker_is_an_image_with_its_line() -> None:
    (line,), message = drawn(
        '<marker id="m" refX="2" refY="2" markerWidth="4" markerHeight="4"><circle cx="2" cy="2" r="2" fill="red"/>'
        '</marker><path d="M10 25H90" stroke="#000" stroke-width="2" marker-end="url(#m)"/>'
    )
    assert message.startswith("path has a marker")
    assert pixel(line, 92, 25) == (255, 0, 0, 255)


def test_marker_is_visible_on_an_invisible_line() -> None:
    (marker,), _ = drawn(
        '<marker id="m" markerWidth="4" markerHeight="4"><path fill="red" d="M0 0h4v4H0z"/></marker>'
        '<path fill="none" d="M10 25H90" marker-end="url(#m)"/>'
    )
    assert pixel(marker, 91, 26) == (255, 0, 0, 255)


def test_missing_filter_changes_nothing() -> None:
    picture, found = read('<rect width="9" height="9" filter="url(#none)"/>')
    assert picture
    assert not found
    assert isinstance(picture.items[0], Shape)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<filter id="f"><feImage href="/etc/passwd"/></filter>', "feImage leads out of the file"),
        ('<filter id="f"><feImage href="http://example.org/"/></filter>', "feImage leads out of the file"),
        ('<filter id="f"><feImage href="data:image/svg+xml;base64,AAAA"/></filter>', "feImage leads out of the file"),
        ('<filter id="f"><feGaussianBlur stdDeviation="9999"/></filter>', "feGaussianBlur has a number above 500"),
        ('<filter id="f">' + "<feOffset/>" * 201 + "</filter>", "the filters of the file have more than 200 parts"),
    ],
)
def test_filter_reads_nothing_from_outside_and_is_bounded(body: str, message: str) -> None:
    picture, found = read(f'{body}<rect width="9" height="9" filter="url(#f)"/>')
    assert picture is None
    assert [one.message for one in found] == [message]


def test_drawing_with_many_rasterised_elements_becomes_a_single_image() -> None:
    blurred = '<rect x="20" width="9" height="9" filter="url(#f)"/>'
    items, message = drawn(BLUR + blurred * 7 + '<circle cx="90" cy="40" r="8" fill="#0f0"/>')
    said = "more than 6 elements have filters, blend modes or markers"
    assert message == f"{said}, so that the whole drawing is printed as an image of 600 dpi"
    (image,) = items
    assert pixel(image, 90, 40) == (0, 255, 0, 255)
    assert pixel(image, 24, 5)[3] > 200
    assert image.x > 10
    picture, found = read(BLUR + blurred * 6)
    assert picture is not None
    assert len(picture.items) == 6
    assert len({one.span for one in found}) == 6


def test_slow_filters_are_drawn_with_fewer_dots() -> None:
    thick = '<filter id="f"><feMorphology operator="dilate" radius="4"/></filter>'
    (image,), message = drawn(f'{thick}<circle cx="50" cy="25" r="9" filter="url(#f)"/>')
    assert message == "circle has a filter, which is printed as an image of 300 dpi"
    assert isinstance(image, Bitmap)
    assert image.width == pytest.approx(21.6, abs=0.5), "its region, in which the disc is thicker"


def test_endless_filters_are_refused() -> None:
    thick = '<filter id="f"><feMorphology radius="400"/></filter>'
    picture, (found,) = read(f'{thick}<circle r="9" filter="url(#f)"/>')
    assert picture is None
    assert found.message == "drawing a filter of circle would take too long"


@pytest.mark.parametrize(
    "inside",
    [
        "".join(
            f'<mask id="m{i}">' + f'<rect width="9" height="9" mask="url(#m{i + 1})"/>' * 9 + "</mask>"
            for i in range(9)
        )
        + '<mask id="m9"/><rect width="9" height="9" mask="url(#m0)"/>',
        "".join(f'<g id="a{i}">' + f'<use href="#a{i + 1}"/>' * 9 + "</g>" for i in range(9))
        + '<g id="a9"><path d="M0 0h9v9"/></g>',
        '<rect width="9" height="9"/>' * 5000,
        '<filter id="f"><feMorphology radius="400"/></filter><rect width="9" height="9" filter="url(#f)"/>',
    ],
    ids=["masks", "uses", "shapes", "filter"],
)
def test_endless_markers_are_refused(inside: str) -> None:
    marker = f'<marker id="m" markerWidth="4" markerHeight="4">{inside}</marker>'
    picture, (found,) = read(f'{marker}<path stroke="red" d="M0 0{"h1" * 999}" marker-mid="url(#m)"/>')
    assert picture is None
    assert found.message == "drawing a marker of path would take too long"


# --- embedded images ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_embedded_image_preserves_its_proportions(kind: str) -> None:
    picture, found = read(f'<image x="10" y="10" width="30" height="30" xlink:href="{data(kind)}"/>')
    assert picture
    assert not found
    (cluster,) = picture.items
    assert isinstance(cluster, Cluster)
    (bitmap,) = cluster.items
    assert isinstance(bitmap, Bitmap)
    assert bitmap[:4] == (10, 17.5, 30, 15)
    assert pixel(bitmap, 20, 20)[:2] == pytest.approx((255, 0), abs=2)


def test_embedded_image_may_be_sliced_or_have_no_size() -> None:
    sliced, _ = read(f'<image width="20" height="20" preserveAspectRatio="xMidYMid slice" href="{data()}"/>')
    plain, _ = read(f'<image width="20" href="{data()}"/>')
    assert sliced
    assert plain
    (cut,), (whole,) = sliced.items, plain.items
    assert isinstance(cut, Cluster)
    assert isinstance(whole, Cluster)
    assert cut.items[0][:4] == (-10, 0, 40, 20)
    assert cut.clip is not None
    assert whole.items[0][:4] == (0, 0, 20, 10)


@pytest.mark.parametrize(
    ("href", "message"),
    [
        ("http://example.org/cat.png", "the image is not inside of the file"),
        ("file:///etc/passwd", "the image is not inside of the file"),
        ("cat.png", "the image is not inside of the file"),
        ("data:image/png,abc", "the image is not written in base64"),
        ("data:image/png;base64,!!", "the image is not base64"),
        (
            "data:image/png;base64,AAAA",
            "'the image inside' is no image; PNG, JPEG, WebP, GIF, TIFF, AVIF or BMP are read",
        ),
        (data()[:90], "'the image inside' is damaged"),
    ],
)
def test_image_that_cannot_be_printed_is_refused(href: str, message: str) -> None:
    picture, (found,) = read(f'<image width="20" height="20" href="{href}"/>')
    assert picture is None
    assert (found.code, found.message) == ("bad-svg", message)
