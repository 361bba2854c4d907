"""SVG files are whole, sound and always the same; that they look as they print is seen in `preview/test_alike.py`."""

import re
from xml.etree import ElementTree

import pytest

from pawprint.core.colour import Colour
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import mm
from pawprint.graphics.ops import (
    DrawBox,
    Drawing,
    DrawPath,
    DrawText,
    Group,
    Layer,
    Op,
    Paint,
    Shading,
    Symbol,
    UseDrawing,
    UseSymbol,
)
from pawprint.press.fonts import FontBook
from pawprint.press.svg_writer import SvgPress
from press import sample

RED, BLUE = Colour(200, 30, 30), Colour(30, 30, 200)
SQUARE = (("M", 0.0, 0.0), ("L", 9.0, 0.0), ("L", 9.0, 9.0), ("Z",))


def drawing(*ops: Op, shared: tuple[Op, ...] = ()) -> Drawing:
    return Drawing("toad", Size(mm(20), mm(30)), Insets.even(mm(3)), Layer(ops), common=Layer(shared))


def parts(drawn: Drawing, tag: str) -> list[dict[str, str]]:
    root = ElementTree.fromstring(SvgPress().write(drawn))
    return [element.attrib for element in root.iter(f"{{http://www.w3.org/2000/svg}}{tag}")]


@pytest.fixture(scope="module")
def drawings(book: FontBook) -> list[Drawing]:
    """All that the sample sheets show."""
    return [placement.drawing for side in sample.sides(book) for placement in side.placements]


def test_file_contains_all_that_it_names(drawings: list[Drawing]) -> None:
    press = SvgPress()
    named = 0
    for one in drawings:
        text = press.write(one).decode()
        ids = re.findall(r' id="([^"]+)"', text)
        assert len(ids) == len(set(ids))
        links = re.findall(r'(?:href="|url\()#([^")]+)', text)
        named += len(links)
        assert set(links) <= set(ids)
        outside = re.findall(r'href="(?!#|data:image/)|https?://(?!www\.w3\.org/2000/svg")', text)
        assert outside == []
        ElementTree.fromstring(text)
    assert named > 3


def test_press_writes_a_drawing_the_same_way_again(drawings: list[Drawing]) -> None:
    press = SvgPress()
    first = [press.write(one) for one in drawings]
    assert [press.write(one) for one in drawings] == first


def test_size_is_trim_and_bleed() -> None:
    root = ElementTree.fromstring(SvgPress().write(drawing()))
    assert (root.get("width"), root.get("height")) == ("26mm", "36mm")
    assert [float(number) for number in str(root.get("viewBox")).split()] == pytest.approx(
        [-8.50394, -8.50394, 73.7008, 102.047], abs=1e-3
    )


def test_shared_art_is_below() -> None:
    below, above = DrawBox(0, 0, 9, 9, Paint(RED)), DrawBox(1, 1, 9, 9, Paint(BLUE))
    assert [one["fill"] for one in parts(drawing(above, shared=(below,)), "rect")] == [str(RED), str(BLUE)]


def test_gradients_preserve_their_ends_and_a_flat_gradient_is_its_last_colour() -> None:
    stops = ((0.0, RED), (1.0, BLUE))
    line = DrawBox(0, 0, 9, 9, Paint(Shading(1, 2, 3, 4, stops), fill_opacity=0.5))
    ring = DrawBox(0, 0, 9, 9, Paint(Shading(5, 6, 0, 0, stops, 7)))
    flat = DrawBox(0, 0, 9, 9, Paint(Shading(5, 6, 5, 6, stops)))
    drawn = drawing(line, ring, flat)
    (linear,) = parts(drawn, "linearGradient")
    assert [linear[name] for name in ("x1", "y1", "x2", "y2")] == ["1", "2", "3", "4"]
    (radial,) = parts(drawn, "radialGradient")
    assert [radial[name] for name in ("cx", "cy", "r")] == ["5", "6", "7"]
    boxes = parts(drawn, "rect")
    assert boxes[0]["fill-opacity"] == "0.5"
    assert boxes[2]["fill"] == str(BLUE)


def test_group_is_turned_cut_and_faint_as_a_whole() -> None:
    inside = DrawPath(SQUARE, Paint(None, RED, 2.0, (3.0, 1.0), 1, 2, True))
    drawn = drawing(Group((inside,), (0.0, 1.0, -1.0, 0.0, 5.0, 6.0), SQUARE, 0.25), Group((inside,), opacity=0.0))
    (group,) = parts(drawn, "g")
    assert group["transform"] == "matrix(0 1 -1 0 5 6)"
    assert group["opacity"] == "0.25"
    (clip,) = parts(drawn, "clipPath")
    assert group["clip-path"] == f"url(#{clip['id']})"
    path = parts(drawn, "path")[-1]
    assert (path["stroke-linecap"], path["stroke-linejoin"], path["fill-rule"]) == ("round", "bevel", "evenodd")
    assert path["stroke-dasharray"] == "3 1"


def test_symbol_is_written_once_and_cut_to_its_box() -> None:
    symbol = Symbol("leaf", 1, 2, 30, 40, (DrawPath(SQUARE, Paint(RED)),))
    uses = [UseSymbol(symbol, (1.0, 0.0, 0.0, 1.0, float(x), 0.0)) for x in range(3)]
    drawn = drawing(*uses)
    assert len(parts(drawn, "path")) == 1
    (box,) = parts(drawn, "svg")[1:]
    assert box["viewBox"] == "1 2 30 40"
    assert [use["href"] for use in parts(drawn, "use")] == [f"#{box['id']}"] * 3


def test_letters_are_outlines_at_the_places_of_words(book: FontBook) -> None:
    face = book.typeface("text")
    hi, all_ = face.shape("Hi"), face.shape("all")
    drawn = drawing(DrawText(10.0, 20.0, face, 8.0, RED, (hi, all_), 2.0))
    first, second = (path["transform"] for path in parts(drawn, "path"))
    scale = f"matrix({8 / face.em:.5g} 0 0 {-8 / face.em:.5g} "
    assert first == f"{scale}10 20)"
    assert second == f"{scale}{10 + hi.width * 8 + 2:.6g} 20)"
    assert parts(drawn, "path")[0]["d"].count("M") >= 3  # H, the i and its dot


def test_repeated_art_is_defined_once_if_drawings_share_a_file(book: FontBook) -> None:
    face = book.typeface("text")
    inner = drawing(DrawText(0.0, 9.0, face, 9.0, RED, (face.shape("toad"), face.shape("toad")), 2.0))
    press, defined = SvgPress("p", shared=True), dict[str, str]()
    parts = [press.part([UseDrawing(inner)], defined), press.part([UseDrawing(inner), UseDrawing(inner)], defined)]
    (shown,) = set(re.findall(r'href="#([^"]+)"', "".join(parts)))
    assert [part.count(f'<use href="#{shown}"/>') for part in parts] == [1, 2]
    assert all(name.startswith("p") for name in defined)
    (word,) = [name for name in defined if name != shown]
    assert defined[shown].count(f'<use href="#{word}"') == 2
    assert defined[word].startswith(f'<path id="{word}" d="M')


def test_colour_may_be_that_of_the_text_around() -> None:
    press = SvgPress(current=RED)
    paints = [Paint(RED), Paint(None, RED, 1.0), Paint(BLUE)]
    written = press.part([DrawPath(SQUARE, paint) for paint in paints], {})
    assert re.findall(r'(?:fill|stroke)="([^"]+)"', written) == ["currentColor", "currentColor", str(BLUE)]
