"""The targets `contact` and `thumbnails`: all pieces at a glance."""

import io
from typing import Any

import pypdfium2
import pytest
from PIL import Image

from helpers import Toy
from pawprint.export.export_source import ExportOptions
from pawprint.export.exporter import EXPORTERS, OptionError, export
from pawprint.production import pipeline

FACE = "- {kind: panel, fill: '#80d8e0', bleeds: true}"
FACED, RUST = (0x80, 0xD8, 0xE0), (0xA0, 0x40, 0x20)


def exported(toy: Toy, target: str, **options: Any) -> dict[str, bytes]:
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    files = dict(export(workspace, EXPORTERS[target](**options), ExportOptions(languages=("en",))))
    assert not workspace.findings
    return files


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGBA")


def pieces_in(picture: Image.Image, colour: tuple[int, int, int]) -> int:
    """How many areas of that colour a row of pixels through the upper pieces has."""
    row = [picture.getpixel((x, 20)) == (*colour, 255) for x in range(picture.width)]
    return sum(now and not before for before, now in zip([False, *row], row, strict=False))


def test_contact_sheet_has_every_piece_of_a_component(toy: Toy) -> None:
    ((name, data),) = exported(toy, "contact", dpi=72).items()
    assert name == "en/beasts.png"
    assert pieces_in(opened(data), FACED) == 3


def test_backs_have_their_own_contact_sheet(toy: Toy) -> None:
    ((name, data),) = exported(toy, "contact", side="back", width=300).items()
    assert name == "en/beasts-back.png"
    assert opened(data).width == 300
    assert pieces_in(opened(data), RUST) == 3


def test_columns_and_rows_make_several_sheets(toy: Toy) -> None:
    files = exported(toy, "contact", columns=1, rows=2, names=False, dpi=72)
    assert [*files] == ["en/beasts-1.png", "en/beasts-2.png"]
    assert [opened(data).size for data in files.values()] == [(84, 2 * 150 + 6), (84, 156)]


def test_contact_sheet_may_be_a_vector_drawing(toy: Toy) -> None:
    (pdf,) = exported(toy, "contact", form="pdf").values()
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range()
    assert text.split() == ["fox", "hen", "mole"]
    (svg,) = exported(toy, "contact", form="svg").values()
    assert svg.startswith(b"<svg ")


@pytest.mark.parametrize("form", ["png", "webp"])
def test_thumbnails_are_squares_with_the_piece_in_the_middle(toy: Toy, form: str) -> None:
    files = exported(toy, "thumbnails", size=100, form=form)
    assert [*files] == [*(f"en/beasts/{name}.{form}" for name in ("fox", "hen", "mole")), "manifest-en.json"]
    picture = opened(files[f"en/beasts/fox.{form}"])
    assert picture.size == (100, 100)
    assert picture.getchannel("A").getbbox() == (25, 0, 75, 100)


def test_thumbnails_refuse_a_pattern_that_cannot_be_read() -> None:
    with pytest.raises(OptionError):
        EXPORTERS["thumbnails"](name="{nme}")
