"""The target `scene`: pieces on a table, whole and in every size."""

import io
from collections.abc import Iterable, Iterator
from typing import Any
from xml.etree import ElementTree

import pypdfium2
import pytest
from PIL import Image

from helpers import Toy
from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.geometry import Box, Size
from pawprint.core.length import mm
from pawprint.core.piece_outline import PieceOutline
from pawprint.export._soft_shadow import soft_shadow
from pawprint.export.export_source import ExportOptions
from pawprint.export.exporter import EXPORTERS, OptionError, export
from pawprint.export.scene._arrangements import ARRANGEMENTS, SURFACES, Lying, ground_ops
from pawprint.export.scene.scene_files import SIZES, corners_of, scene_rooms, scene_spots
from pawprint.graphics.ops import DrawBox, DrawPath, Group, Op, Shading
from pawprint.production import pipeline

FACE = "- {kind: panel, fill: '#80d8e0', bleeds: true}"
CARD, TILE = Size(mm(63), mm(88)), Size(mm(45), mm(45))


def scenes(toy: Toy, cards: tuple[str, ...] = (), jobs: int = 1, **options: Any) -> dict[str, bytes]:
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    chosen = ExportOptions(languages=("en",), cards=cards, jobs=jobs)
    files = dict(export(workspace, EXPORTERS["scene"](**options), chosen))
    assert not workspace.findings
    return files


def scene(toy: Toy, cards: tuple[str, ...] = (), **options: Any) -> Image.Image:
    (data,) = scenes(toy, cards, **{"size": ("200x120",), "surface": "plain", "ground": "#102030", **options}).values()
    return Image.open(io.BytesIO(data)).convert("RGB")


def share(picture: Image.Image, colour: tuple[int, int, int]) -> float:
    """How much of a picture has that colour."""
    pixels = list(zip(*[iter(picture.tobytes())] * 3, strict=True))
    return sum(all(abs(a - b) < 3 for a, b in zip(one, colour, strict=True)) for one in pixels) / len(pixels)


@pytest.mark.parametrize("arrangement", [*ARRANGEMENTS])
@pytest.mark.parametrize("size", [*SIZES.values(), (300, 900)])
@pytest.mark.parametrize("pieces", [[CARD], [CARD] * 5, [CARD, TILE, CARD, TILE, TILE], [TILE] * 12])
@pytest.mark.parametrize(("tilt", "turn"), [(0, 0), (40, -10)])
def test_all_of_every_piece_is_in_the_picture(
    arrangement: str, size: tuple[int, int], pieces: list[Size], tilt: int, turn: int
) -> None:
    lying = [Lying(one, 0, 40) for one in pieces]
    room, _ = scene_rooms(size[0] * 0.75, size[1] * 0.75, False)
    spots, view = scene_spots(lying, arrangement, room, tilt, turn)
    assert {spot.piece for spot in spots if not spot.hidden} == {*range(len(pieces))}
    points = [point for spot in spots for point in corners_of(spot, lying[spot.piece].size, view)]
    width, height = (side * 0.75 for side in size)
    assert all(0 < x < width and 0 < y < height for x, y in points)
    across, down = (max(values) - min(values) for values in zip(*points, strict=True))
    assert max(across / width, down / height) > 0.7  # and as large as there is room


def test_pieces_that_are_not_turned_do_not_overlap_in_a_grid() -> None:
    lying = [Lying(CARD)] * 7
    spots, _ = scene_spots(lying, "grid", Box(0, 0, 768, 432), 0, 0)
    places = [(spot.x, spot.y) for spot in spots]
    assert all(
        abs(x - other_x) > CARD.width.pt or abs(y - other_y) > CARD.height.pt
        for x, y in places
        for other_x, other_y in places
        if (x, y) != (other_x, other_y)
    )


def test_scene_has_each_requested_size(toy: Toy) -> None:
    files = scenes(toy, size=("gamefound-thumbnail", "300x100"), scale=2)
    assert {name: Image.open(io.BytesIO(data)).size for name, data in files.items()} == {
        "en/fan-gamefound-thumbnail.png": (1400, 1400),
        "en/fan-300x100.png": (600, 200),
    }


@pytest.mark.parametrize(("form", "kind"), [("png", "PNG"), ("jpg", "JPEG"), ("webp", "WEBP")])
def test_scene_has_the_requested_format(toy: Toy, form: str, kind: str) -> None:
    ((name, data),) = scenes(toy, size=("120x80",), form=form).items()
    assert (name, Image.open(io.BytesIO(data)).format) == (f"en/fan-120x80.{form}", kind)


def test_vector_scene_has_its_size_and_no_more_pictures_than_its_cloth(toy: Toy) -> None:
    (svg,) = scenes(toy, size=("400x200",), form="svg").values()
    root = ElementTree.fromstring(svg)
    assert root.get("viewBox") == "0 0 300 150"
    assert len(root.findall(".//{*}image")) == 1
    (pdf,) = scenes(toy, size=("400x200",), form="pdf").values()
    assert pypdfium2.PdfDocument(pdf)[0].get_size() == pytest.approx((300, 150), abs=0.01)


def test_only_chosen_pieces_are_shown(toy: Toy) -> None:
    face = (0x80, 0xD8, 0xE0)
    one, three = (share(scene(toy, cards, arrangement="grid"), face) for cards in (("hen",), ()))
    assert 0.1 < one < three < 0.9


def test_backs_are_shown_on_request_and_on_the_deck_of_a_stack(toy: Toy) -> None:
    rust, face = (0xA0, 0x40, 0x20), (0x80, 0xD8, 0xE0)
    assert share(scene(toy), rust) == 0
    assert share(scene(toy, side="back"), rust) > 0.2
    stacked = scene(toy, arrangement="stack")
    assert share(stacked, rust) > 0.02
    assert share(stacked, face) > 0.05


@pytest.mark.parametrize(("size", "beside"), [("600x600", False), ("1200x300", True)])
def test_title_has_its_own_space(toy: Toy, size: str, beside: bool) -> None:
    (pdf,) = scenes(toy, size=(size,), form="pdf", title=True).values()
    page = pypdfium2.PdfDocument(pdf)[0]
    text = page.get_textpage()
    assert {*text.get_text_range().split()} == {"Toy"}  # several times, for its shadow
    width, height = page.get_size()
    boxes = [text.get_charbox(index) for index in range(text.count_chars()) if text.get_text_range(index, 1).strip()]
    assert all(0 < left < right < width and 0 < bottom < top < height for left, bottom, right, top in boxes)
    room, _ = scene_rooms(width, height, True)
    if beside:
        assert max(right for _, _, right, _ in boxes) < room.x
    else:
        assert height - min(bottom for _, bottom, _, _ in boxes) < room.y


def test_title_is_light_on_a_dark_table_and_dark_on_a_light_table(toy: Toy) -> None:
    for ground, extreme in (("#101828", max), ("#f0e8d8", min)):
        look = {"size": ("300x300",), "surface": "plain", "ground": ground}
        (plain,), (titled,) = (scenes(toy, title=title, **look).values() for title in (False, True))
        top = [Image.open(io.BytesIO(one)).convert("L").crop((20, 20, 280, 60)) for one in (plain, titled)]
        found = [extreme(one.getextrema()) for one in top]  # type: ignore[operator]
        assert abs(found[0] - found[1]) > 60
        assert extreme(found) == found[1]


def test_ground_is_a_colour_of_the_palette_or_any(toy: Toy) -> None:
    for ground, darkest_first in (("moss", [2, 0, 1]), ("#0080ff", [0, 1, 2])):
        corner = scene(toy, ground=ground, size=("1200x200",)).getpixel((600, 5))
        assert sorted(range(3), key=lambda part: corner[part]) == darkest_first  # type: ignore[index]


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"size": ("postcard",)}, "--size"),
        ({"size": ("99999x99999",)}, "--size"),
        ({"tilt": "steep"}, "--tilt"),
        ({"tilt": "61"}, "--tilt"),
        ({"tilt": "²"}, "--tilt"),
        ({"tilt": "9" * 5000}, "--tilt"),
        ({"ground": "mauve"}, "--ground"),
        ({"ground": "#12"}, "--ground"),
    ],
)
def test_values_that_an_option_of_a_scene_cannot_have_are_refused(
    toy: Toy, options: dict[str, Any], option: str
) -> None:
    with pytest.raises(OptionError) as refused:
        scenes(toy, **options)
    assert refused.value.option == option


def opacities(ops: tuple[Op, ...]) -> Iterator[float]:
    for op in ops:
        if isinstance(op, Group):
            yield from opacities(op.ops) if op.opacity == 1 else [op.opacity]
        elif isinstance(op, DrawBox):
            yield op.paint.fill_opacity


@pytest.mark.parametrize("shifts", [((0.0, 0.0),), ((0.0, 0.0), (3.0, 4.0))])
def test_outlines_of_a_shadow_add_up_to_its_darkness(shifts: tuple[tuple[float, float], ...]) -> None:
    clear = 1.0
    for opacity in opacities(soft_shadow(PieceOutline(mm(3)), CARD, 5.0, 0.4, Colour(0, 0, 0), shifts)):
        assert opacity > 0
        clear *= 1 - opacity
    assert 1 - clear == pytest.approx(0.4, abs=0.01)


# --- the table ------------------------------------------------------------------------------------------------


def lights(ops: Iterable[Op]) -> Iterator[Shading]:
    """The gradients by which light and shade come and go."""
    for op in ops:
        if isinstance(op, Group):
            for inner in op.mask or ():
                assert isinstance(inner, DrawBox)
                assert isinstance(inner.paint.fill, Shading)
                yield inner.paint.fill
            yield from lights(op.ops)


@pytest.mark.parametrize("surface", SURFACES)
def test_light_falls_from_the_middle_to_the_edges(surface: str) -> None:
    rising, falling = lights(ground_ops(surface, Colour(90, 60, 40), 300, 200, 0.75))
    for light, end in ((rising, 1), (falling, -1)):
        offsets, greys = zip(*light.stops, strict=True)
        assert [*offsets] == sorted({*offsets})
        assert (offsets[0], offsets[-1]) == (0, 1)
        assert [*greys] == sorted(greys)[::end]
        assert {greys[0], greys[-1]} == {BLACK, WHITE}


def test_grain_of_wood_runs_from_edge_to_edge_on_its_board() -> None:
    boards = [op for op in ground_ops("wood", Colour(90, 60, 40), 300, 200, 0.75) if isinstance(op, Group) and op.clip]
    assert len(boards) == 5
    for number, board in enumerate(boards):
        for line in board.ops:
            assert isinstance(line, DrawPath)
            (_, left, start), *curves = line.path
            assert (left, curves[-1][-2]) == (0, pytest.approx(300))
            heights = [start, *(curve[-1] for curve in curves)]
            assert all(number * 40 - 2 < height < number * 40 + 42 for height in heights)
            for before, (_, _, first, _, second, _, after) in zip(heights, curves, strict=False):
                assert (first, second) == (before, after), "it is level where two curves meet"
