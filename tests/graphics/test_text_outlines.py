"""Texts in drawings become outlines of letters; each letter is half an em wide here, and its outline a box."""

from pathlib import Path

import pytest

from fixed_metrics import FixedMetrics
from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.picture import Bitmap, Cluster, Gradient, Item, Picture, Shape
from pawprint.graphics.svg._text_outlines import MAX_LETTERS
from pawprint.graphics.svg.convert import read_svg
from pawprint.graphics.svg.drawing_fonts import DrawingFonts
from pawprint.production import pipeline
from pawprint.typography.shaping import RunShaper

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 200 100">'
FILES = {
    "text": [Path("SourceSans3[wght].ttf")],
    "slab": [Path("Bitter-Bold.ttf")],
    "title": [Path("Mine.otf")],
}


def read(body: str, missing: str = "") -> tuple[Picture | None, tuple[Diagnostic, ...]]:
    findings = Findings()
    fonts = DrawingFonts(RunShaper(FixedMetrics(missing)), FILES)
    picture = read_svg(f"{SVG}\n{body}</svg>".encode(), "cat", findings, "cat.svg", fonts)
    return picture, findings.sorted()


def shapes(body: str) -> list[Shape]:
    """The shapes of a drawing without findings."""
    picture, found = read(body)
    assert found == ()
    assert picture is not None
    return [item for item in picture.items if isinstance(item, Shape)]


def letters(shape: Item) -> list[tuple[float, float]]:
    """Where the letters of a shape begin on the baseline; 'Z' ends each."""
    assert isinstance(shape, Shape)
    return [(segment[1], segment[2]) for segment in shape.path if segment[0] == "M"]  # type: ignore[misc]


def starts(body: str) -> list[tuple[float, float]]:
    return [place for shape in shapes(body) for place in letters(shape)]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ('<text x="10" y="20" font-size="10">ab c</text>', [(10, 20), (15, 20), (25, 20)]),
        ('<text x="10" y="20" font-size="10" text-anchor="middle">ab</text>', [(5, 20), (10, 20)]),
        ('<text x="10" y="20" font-size="10" text-anchor="end"> ab\n </text>', [(0, 20), (5, 20)]),
        ('<text x="0 20" y="5 6 7" font-size="10">abc</text>', [(0, 5), (20, 6), (25, 7)]),
        ('<text y="5" font-size="10" dx="1 2" dy="0 3">abc</text>', [(1, 5), (8, 8), (13, 8)]),
        ('<text y="5" font-size="10" letter-spacing="1">ab</text>', [(0, 5), (6, 5)]),
        ('<text y="5" font-size="10" word-spacing="3">a b</text>', [(0, 5), (13, 5)]),
        ('<text y="5" style="font:10px Mine; letter-spacing: .1em">ab</text>', [(0, 5), (6, 5)]),
        ('<text x="50%" y="50%" font-size="10">a</text>', [(100, 50)]),
        ('<text y="5" font-size="10" xml:space="preserve">a  b</text>', [(0, 5), (5, 5), (10, 5), (15, 5)]),
        ('<text y="5" font-size="10">a\n \t b</text>', [(0, 5), (10, 5)]),
        ('<text y="5" font-size="10" transform="translate(3 4)">a</text>', [(3, 9)]),
        ('<text y="5" font-size="10" dominant-baseline="middle">a</text>', [(0, 7.5)]),
        ('<text y="5" font-size="10" rotate="0 90">ab</text>', [(0, 5), (5, 5)]),
        ('<text y="5"><tspan font-size="10">a</tspan><tspan font-size="20">b</tspan></text>', [(0, 5), (5, 5)]),
        ('<text y="5" font-size="10">a<tspan dy="1em">b</tspan>c</text>', [(0, 5), (10, 15), (5, 15)]),
        ('<text y="5" font-size="10"><tspan x="1">a</tspan> <tspan x="2" dy="12">b</tspan></text>', [(1, 5), (2, 17)]),
        ('<text y="9" font-size="10">a<tspan baseline-shift="super">b</tspan></text>', [(0, 9), (5, 5.5)]),
        ('<text y="5" font-size="10">a<tspan display="none">b</tspan>c</text>', [(0, 5), (5, 5)]),
        ('<g font-size="10"><a href="#x"><text y="5">a</text></a></g>', [(0, 5)]),
    ],
)  # fmt: skip
def test_letters_are_placed_at_the_given_places(text: str, places: list[tuple[float, float]]) -> None:
    assert starts(text) == [pytest.approx(place, abs=0.002) for place in places]


def test_quotes_and_dashes_are_unchanged() -> None:
    seen: list[str] = []

    class Noting(FixedMetrics):
        def typeface(self, family: str, bold: bool = False, italic: bool = False):
            face = super().typeface(family, bold, italic)
            shape = face.shape
            face.shape = lambda text, *more: seen.append(text) or shape(text, *more)  # type: ignore[method-assign, func-returns-value, misc, assignment]
            return face

    fonts = DrawingFonts(RunShaper(Noting()), FILES)
    read_svg(f'{SVG}<text>"it\'s" -- 2...</text></svg>'.encode(), "cat", Findings(), "cat.svg", fonts)
    assert {'"it\'s"', "--", "2..."} <= {*seen}


def test_each_part_has_its_own_paint_and_letters_are_filled_non_zero() -> None:
    first, second = shapes(
        '<g fill-rule="evenodd"><text fill="red" stroke="#00f">a'
        '<tspan fill="var(--moss)" stroke="none" opacity=".5">b</tspan></text></g>'
    )
    assert (first.fill, first.stroke, first.even_odd) == ("#ff0000", "#0000ff", False)
    assert (second.fill, second.fill_opacity) == ("moss", 0.5)


def test_line_below_a_text_is_as_long_as_the_text() -> None:
    (shape,) = shapes('<text y="5" font-size="10" text-decoration="underline">ab</text>')
    across = [segment[1] for segment in shape.path if len(segment) == 3]
    assert (min(across), max(across)) == (0, 10)  # type: ignore[type-var]
    assert len(letters(shape)) == 3


@pytest.mark.parametrize(("line", "y"), [("underline", 6.2), ("line-through", 2.4), ("overline", -3.5)])
def test_line_is_below_within_or_above_the_text(line: str, y: float) -> None:
    with_line, without = (
        shapes(f'<text y="5" font-size="10" text-decoration="{kind}">ab</text>')[0] for kind in (line, "none")
    )
    heights = {segment[-1] for segment in with_line.path[len(without.path) :] if len(segment) == 3}
    assert sum(heights) / len(heights) == pytest.approx(y, abs=0.4)  # type: ignore[arg-type]


def test_letters_have_gradients_clip_and_are_used() -> None:
    fade = '<linearGradient id="g"><stop stop-color="red"/><stop offset="1"/></linearGradient>'
    (shape,) = shapes(f'{fade}<text y="9" fill="url(#g)">ab</text>')
    assert isinstance(shape.fill, Gradient)
    picture, found = read(
        '<clipPath id="c"><text y="9">ab</text></clipPath><rect width="9" height="9" clip-path="url(#c)"/>'
    )
    assert found == ()
    assert picture is not None
    (clipped,) = picture.items
    assert isinstance(clipped, Cluster)
    assert len(letters(clipped.mask[0])) == 2
    assert starts('<defs><text id="t" font-size="10">a</text></defs><use href="#t" x="7"/>') == [(7, 0)]


@pytest.mark.parametrize("around", ["<text y='50' {}>", "<g {}><text y='50'>"])
def test_filter_on_a_text_blurs_its_letters(around: str) -> None:
    begin = around.format('filter="url(#f)" fill="#f00" font-size="40"')
    end = "</g>" if begin.startswith("<g") else ""
    body = f'<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>{begin}a<tspan dy="10">b</tspan></text>{end}'
    picture, (found,) = read(body)
    assert found.code == "svg-as-pixels"
    assert picture is not None
    (image,) = picture.items
    assert isinstance(image, Bitmap)
    assert 30 < image.width < 60
    assert 20 < image.height < 60


@pytest.mark.parametrize(
    ("names", "family", "wanted"),
    [
        ("Source Sans 3", "text", ""),
        ("'source sans 3', Arial", "text", ""),
        ("Bitter", "slab", ""),
        ("title", "title", ""),
        ("Georgia, serif", "slab", "Georgia"),
        ("Arial, Helvetica, sans-serif", "text", "Arial"),
        ("Georgia, Mine", "title", "Georgia"),
        ("sans-serif", "text", ""),
        ("", "text", ""),
        ("Comic Sans MS", "text", "Comic Sans MS"),
    ],
)
def test_font_is_found_by_the_name_of_its_family_or_file(names: str, family: str, wanted: str) -> None:
    fonts = DrawingFonts(RunShaper(FixedMetrics()), FILES)
    assert fonts.family(names) == (family, wanted)


def test_missing_font_is_a_warning_that_names_its_replacement() -> None:
    picture, (found,) = read('<text y="9"\n font-family="Arial">a</text>')
    assert picture is not None
    assert (found.code, found.is_error) == ("svg-font", False)
    assert found.message == "there is no font 'Arial'; the text is set in 'text'"
    assert found.span is not None
    assert found.span.line == 2


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("<text>aé</text>", "no font has the character 'é' (U+00E9)"),
        ('<text writing-mode="tb">a</text>', "vertical text cannot be set"),
        ('<text textLength="9">a</text>', "text has no attribute 'textLength'"),
        ("<text><textPath href='#p'>a</textPath></text>", "the element 'textPath' cannot be printed"),
        (f"<text>{'a' * (MAX_LETTERS + 1)}</text>", f"the texts have more than {MAX_LETTERS} letters"),
    ],
)
def test_unsettable_text_is_a_fault_with_help(body: str, message: str) -> None:
    picture, (found,) = read(body, missing="é")
    assert picture is None
    assert (found.code, found.message) == ("bad-svg", message)
    assert found.help


def test_text_without_fonts_is_a_fault() -> None:
    findings = Findings()
    assert read_svg(f"{SVG}<text>a</text></svg>".encode(), "cat", findings, "cat.svg") is None
    assert [found.message for found in findings] == ["there are no fonts for the text"]


def test_text_that_is_not_shown_needs_no_font() -> None:
    assert starts('<g display="none"><text font-family="Arial">a</text></g>') == []


def test_letters_of_several_scripts_are_in_visual_order() -> None:
    findings = Findings()
    space = pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], ["none"])
    fonts = DrawingFonts(RunShaper(space.metrics), space.layouts.drawings.font_files)
    widths = []
    for text in ("abc", "abc אבג", "אבג"):
        body = f'{SVG}<text y="50" font-family="text">{text}</text></svg>'
        picture = read_svg(body.encode(), "cat", findings, "cat.svg", fonts)
        assert picture is not None
        numbers = [segment[-2] for item in picture.items for segment in item.path if len(segment) > 1]  # type: ignore[union-attr]
        widths.append(max(numbers))  # type: ignore[type-var]
    assert widths[0] + widths[2] < widths[1]  # type: ignore[operator]
    assert not [*findings]
