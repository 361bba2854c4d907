"""Raster pictures: drawn once, by any number of processes, and stored."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from helpers import CARDS, Toy
from pawprint.core.colour import Colour
from pawprint.core.length import mm
from pawprint.export import _rasters as rasters
from pawprint.export._rasters import RasterRequest
from pawprint.export.export_source import ExportOptions, ExportSource
from pawprint.production import pipeline
from pawprint.production.cache.store import Store

FACE = "- {kind: text, text: '{{ name }}', at: [6 pt, 6 pt], size: [60 pt, 20 pt], style: {size: 9 pt}}"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many pictures each file that was drawn had."""
    counts: list[int] = []
    draw = rasters.draw_pages

    def counting(pdf: bytes, looks: tuple[rasters._Look, ...]) -> list[bytes]:
        counts.append(len(looks))
        return draw(pdf, looks)

    monkeypatch.setattr(rasters, "draw_pages", counting)
    return counts


def source(toy: Toy, jobs: int = 1, store: Store | None = None, language: str = "en") -> ExportSource:
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    game = workspace.library.games["toy"]
    return ExportSource(workspace, workspace.composer, game, language, ExportOptions(jobs=jobs, store=store))


def requests(source: ExportSource, sizes: tuple[int, ...] = (30,), form: str = "png") -> Iterator[RasterRequest]:
    for size in sizes:
        for piece in source.pieces():
            for _, drawing in piece.sides:
                yield RasterRequest(drawing, size, 2 * size, form=form)


def pictures(toy: Toy, sizes: tuple[int, ...] = (30,), **options: object) -> list[bytes]:
    made = source(toy, **options)  # type: ignore[arg-type]
    return list(made.rasters(requests(made, sizes)))


def test_any_number_of_processes_draws_the_same_bytes_in_the_same_order(toy: Toy) -> None:
    sizes = tuple(range(20, 31))  # 33 faces and 11 backs: four files
    alone = pictures(toy, sizes)
    assert pictures(toy, sizes, jobs=3) == alone
    assert [Image.open(io.BytesIO(one)).width for one in alone] == [size for size in sizes for _ in range(6)]


@pytest.mark.parametrize("form", ["png", "jpeg", "webp"])
def test_picture_does_not_depend_on_others_in_its_batch(toy: Toy, form: str) -> None:
    made = source(toy)
    together = list(requests(made, form=form))
    apart = [picture for one in together for picture in source(toy).rasters([one])]
    assert list(made.rasters(together)) == apart


def test_equal_pictures_are_drawn_once(toy: Toy, drawn: list[int]) -> None:
    fox, back, hen, *others = pictures(toy)
    assert drawn == [4]  # three faces and one back
    assert back == others[0] == others[2] != fox != hen


def test_unchanged_piece_is_not_drawn_again(toy: Toy, drawn: list[int], tmp_path: Path) -> None:
    store = Store(tmp_path / "store", "1")
    first = pictures(toy, store=store)
    assert pictures(toy, store=store) == first
    assert drawn == [4]
    toy.write("catalog/toy/cards.yaml", CARDS.replace("en: Hen", "en: Chick"))
    changed = pictures(toy, store=store)
    assert drawn == [4, 1]
    assert [one for one, before in zip(changed, first, strict=True) if one != before] == [changed[2]]
    assert changed == pictures(toy)


@pytest.mark.parametrize(
    "change",
    [{"width": 31}, {"bleed": mm(1)}, {"form": "webp"}, {"form": "jpeg", "quality": 50}, {"ground": Colour(1, 2, 3)}],
)
def test_different_look_is_a_different_picture(
    toy: Toy, drawn: list[int], tmp_path: Path, change: dict[str, object]
) -> None:
    store = Store(tmp_path / "store", "1")
    made = source(toy, store=store)
    request = next(requests(made))
    list(made.rasters([request]))
    list(made.rasters([request._replace(**change)]))  # type: ignore[arg-type]
    assert drawn == [1, 1]


def test_different_fonts_draw_different_pictures(toy: Toy, drawn: list[int], tmp_path: Path) -> None:
    store = Store(tmp_path / "store", "1")
    request = next(requests(source(toy)))
    font = tmp_path / "some.ttf"
    for content in (b"one", b"two", b"two"):
        font.write_bytes(content)
        list(rasters.rasters([request], "en", [font], store=store))
    assert drawn == [1, 1]


def test_requests_are_read_on_demand(toy: Toy) -> None:
    read = 0

    def counted() -> Iterator[RasterRequest]:
        nonlocal read
        for request in requests(made, tuple(range(20, 70))):
            read += 1
            yield request

    made = source(toy)
    results = made.rasters(counted())
    next(results)
    assert 0 < read < 60 < 300
    assert 1 + sum(1 for _ in results) == read == 300


def test_ground_shows_in_empty_areas(toy: Toy) -> None:
    made = source(toy)
    request = next(requests(made))
    for look, corner in (
        ({"ground": Colour(9, 99, 199)}, (9, 99, 199, 255)),
        ({"transparent": True, "ground": Colour(9, 99, 199)}, (255, 255, 255, 0)),
        ({"form": "jpeg", "transparent": True, "ground": Colour(0, 0, 0)}, (0, 0, 0, 255)),
    ):
        (picture,) = made.rasters([request._replace(**look)])  # type: ignore[arg-type]
        assert Image.open(io.BytesIO(picture)).convert("RGBA").getpixel((0, 0)) == corner
