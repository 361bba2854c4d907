"""Emoji and signs of fonts with colours are pictures, as high as icons."""

import io
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables import otTables as ot
from fontTools.ttLib.tables.sbixGlyph import Glyph
from fontTools.ttLib.tables.sbixStrike import Strike
from PIL import Image

from pawprint.core.picture import CURRENT, Bitmap, Cluster, Gradient, Picture, Shape
from pawprint.press import _colour_glyphs as colour_glyphs
from pawprint.press.fonts import FontBook, FontFile, RealTypeface
from pawprint.typography.markup import parse
from pawprint.typography.shaping import RunShaper
from pawprint.typography.text_style import TextStyle
from press import sample
from press.made_fonts import box, built

CAT = "🐱"
SOLID, GLYPH = ot.PaintFormat.PaintSolid, ot.PaintFormat.PaintGlyph


def filled(paint: Any, glyph: str = "square") -> dict[str, Any]:
    return {"Format": GLYPH, "Glyph": glyph, "Paint": paint}


def solid(index: int, alpha: float = 1.0) -> dict[str, Any]:
    return {"Format": SOLID, "PaletteIndex": index, "Alpha": alpha}


def line(*stops: tuple[float, int]) -> dict[str, Any]:
    found = [{"StopOffset": at, "PaletteIndex": index, "Alpha": 1.0} for at, index in stops]
    return {"Extend": "pad", "ColorStop": found}


def coloured(folder: Path, paint: Any, **more: str) -> RealTypeface:
    """A font whose cat is painted so, and has no outline."""
    characters = {CAT: "cat", "a": "a", **more}
    outlines = {"square": box(0, 0, 500, 500), "bar": box(500, 0, 500, 200), "a": box(0, 0, 400, 400)}
    return RealTypeface("emoji", FontFile(built(folder, characters, outlines, {"cat": paint})))


def picture(folder: Path, paint: Any) -> Picture:
    found = coloured(folder, paint).picture(CAT)
    assert found is not None
    return found


def test_layers_with_a_single_colour_each_are_shapes(tmp_path: Path) -> None:
    found = picture(tmp_path, [("square", 0), ("bar", 1), ("bar", 0xFFFF)])
    assert (found.name, found.x, found.y, found.width, found.height) == ("cat face", 0, -80, 100, 100)
    square, bar, foreground = found.items
    assert isinstance(square, Shape)
    assert isinstance(bar, Shape)
    assert isinstance(foreground, Shape)
    assert (square.fill, square.fill_opacity) == ("#ff0000", 1)
    assert (bar.fill, bar.fill_opacity) == ("#00ff00", pytest.approx(0.5, abs=0.01))
    assert foreground.fill == CURRENT
    assert {point[1:] for point in square.path if point[0] != "Z"} == {(0, 0), (0, -50), (50, -50), (50, 0)}


def test_gradients_are_gradients(tmp_path: Path) -> None:
    linear = {"Format": ot.PaintFormat.PaintLinearGradient, "ColorLine": line((0.25, 0), (0.75, 2)),
              "x0": 0, "y0": 0, "x1": 400, "y1": 0, "x2": 0, "y2": 400}  # fmt: skip
    radial = {"Format": ot.PaintFormat.PaintRadialGradient, "ColorLine": line((0, 0), (1, 2)),
              "x0": 200, "y0": 200, "r0": 0, "x1": 200, "y1": 200, "r1": 100}  # fmt: skip
    layers = [filled(linear), filled(radial, "bar")]
    first, second = picture(tmp_path, {"Format": ot.PaintFormat.PaintColrLayers, "Layers": layers}).items
    assert isinstance(first, Shape)
    assert isinstance(second, Shape)
    assert isinstance(first.fill, Gradient)
    assert isinstance(second.fill, Gradient)
    assert (first.fill.x1, first.fill.x2, first.fill.stops) == (10, 30, ((0, "#ff0000"), (1, "#0000ff")))
    assert (second.fill.x1, second.fill.y1, second.fill.radius) == (20, -20, 10)


def test_sweep_is_drawn_in_sectors(tmp_path: Path) -> None:
    sweep = {"Format": ot.PaintFormat.PaintSweepGradient, "ColorLine": line((0, 0), (1, 2)), "centerX": 250,
             "centerY": 250, "startAngle": 0, "endAngle": 360}  # fmt: skip
    (cluster,) = picture(tmp_path, filled(sweep)).items
    assert isinstance(cluster, Cluster)
    assert cluster.clip
    first, *_, last = cluster.items
    assert isinstance(first, Shape)
    assert isinstance(last, Shape)
    assert (first.fill, last.fill) == ("#fe0001", "#0100fe")


def composed(mode: str) -> dict[str, Any]:
    return {"Format": ot.PaintFormat.PaintComposite, "CompositeMode": mode, "SourcePaint": filled(solid(0)),
            "BackdropPaint": filled(solid(2, 0.5), "bar")}  # fmt: skip


def test_group_inside_of_another_is_masked(tmp_path: Path) -> None:
    (cluster,) = picture(tmp_path, composed("src_in")).items
    assert isinstance(cluster, Cluster)
    assert cluster.mask
    assert [item.fill for item in cluster.items if isinstance(item, Shape)] == ["#ff0000"]


@pytest.mark.parametrize(
    ("mode", "fills"),
    [("src_over", ["#0000ff", "#ff0000"]), ("dest_over", ["#ff0000", "#0000ff"]), ("src", ["#ff0000"]),
     ("dest", ["#0000ff"])],
)  # fmt: skip
def test_groups_are_stacked(tmp_path: Path, mode: str, fills: list[str]) -> None:
    assert [item.fill for item in picture(tmp_path, composed(mode)).items if isinstance(item, Shape)] == fills


def test_blend_mode_is_drawn_in_pixels(tmp_path: Path) -> None:
    assert any(isinstance(item, Bitmap) for item in picture(tmp_path, composed("multiply")).items)


def with_images(folder: Path, most: int | None = None) -> Path:
    """A font with an image of the cat, and no outlines of it.

    Args:
        most: the bytes of the image that are there; all by default.
    """
    out = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(out, "PNG")
    path = built(folder, {CAT: "cat", "a": "a"}, {"a": box(0, 0, 400, 400)})
    with TTFont(path) as font:
        strike = Strike(ppem=8, resolution=72)
        strike.glyphs["cat"] = Glyph(glyphName="cat", graphicType="png ", imageData=out.getvalue()[:most])
        font["sbix"] = newTable("sbix")
        font["sbix"].strikes[8] = strike
        font.save(path)
    return path


def test_image_of_a_glyph_is_an_image(tmp_path: Path) -> None:
    found = RealTypeface("emoji", FontFile(with_images(tmp_path))).picture(CAT)
    assert found is not None
    (cluster,) = found.items
    assert isinstance(cluster, Cluster)
    assert isinstance(cluster.items[0], Bitmap)


def test_image_without_a_size_is_not_a_glyph(tmp_path: Path) -> None:
    face = RealTypeface("emoji", FontFile(with_images(tmp_path, most=12)))
    assert face.shape(CAT).missing == CAT
    assert face.picture(CAT) is None
    shaper = RunShaper(FontBook({"text": {"regular": face.file}}))
    assert shaper.shape(parse(CAT)[0], TextStyle(family="text", fallback="text"), "en", ()).unset == CAT


def test_emoji_has_the_height_of_an_icon_among_words(tmp_path: Path) -> None:
    emoji = coloured(tmp_path, [("square", 0)])
    families = {"text": {"regular": FontFile(sample.SOURCE_SANS)}, "emoji": {"regular": emoji.file}}
    shaper = RunShaper(FontBook(families, {"text": ("emoji",)}))
    style = TextStyle(family="text", icon_scale=2.0)
    shaped = shaper.shape(parse(f"x{CAT}{CAT}y")[0], style, "en", ())
    (_, chunk, _), *_ = shaped.items
    assert shaped.unset == ""
    assert [part.picture.name if part.picture else part.word and part.word.text for part in chunk.parts] == [
        "x", "cat face", "cat face", "y"
    ]  # fmt: skip
    assert chunk.parts[1].width == pytest.approx(2.0 * shaped.regular.cap_height)
    (_, hebrew, _), *_ = shaper.shape(parse(f"א{CAT}")[0], style, "he", ()).items
    assert [part.picture.name for part in hebrew.parts if part.picture and not part.unset] == ["cat face"]


def test_letter_with_an_outline_stays_text(tmp_path: Path) -> None:
    outlines = {"a": box(0, 0, 400, 400)}
    face = RealTypeface("a", FontFile(built(tmp_path, {"a": "a"}, outlines, {"a": [("a", 0)]})))
    assert face.picture("a") is None
    assert face.shape("a").missing == ""


def test_gradient_without_colours_draws_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    radial = {"Format": ot.PaintFormat.PaintRadialGradient, "ColorLine": line(),
              "x0": 0, "y0": 0, "r0": 0, "x1": 0, "y1": 0, "r1": 100}  # fmt: skip
    assert coloured(tmp_path, filled(radial)).picture(CAT) is None
    assert capfd.readouterr().err == ""


def test_emoji_whose_colours_are_too_much_cannot_be_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(colour_glyphs, "MAX_BYTES", 10)
    file = coloured(tmp_path, [("square", 0)]).file
    shaped = RunShaper(FontBook({"text": {"regular": file}})).shape(
        parse(CAT)[0], TextStyle(family="text", fallback="text"), "en", ()
    )
    assert shaped.unset == CAT
