"""Pictures of files in documents: drawings in the colours of the game, images, and what is said of those one misses."""

from pathlib import Path

import pytest

from documents.test_manuscripts import Desk
from pawprint.core.colour import Colour
from pawprint.documents.content import FigureBlock
from pawprint.graphics.ops import DrawImage
from pawprint.pieces.placed import PlacedPicture

DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="#abc"/></svg>'


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path)
    desk.toy.write("catalog/toy/art/cover.svg", DRAWING)
    desk.toy.write("catalog/toy/images/photo.png", "any bytes")
    return desk


def test_drawing_fits_its_space(desk: Desk) -> None:
    said = desk.blocks('{{ picture("art/cover.svg", width="40 mm", alt="A roof", caption="By night") }}')
    assert said == "figure numbered here: By night\n  [A roof, 40 x 20 mm]\n"
    assert "20 x 10 mm" in desk.blocks('{{ picture("art/cover.svg", height="10 mm", decorative=true) }}')


def test_drawing_has_the_colours_of_the_palette(desk: Desk) -> None:
    desk.toy.write("layouts/art/toy/moon.svg", DRAWING.replace('fill="#abc"', 'fill="var(--moss)"'))
    draft = desk.make('# T\n\n{{ picture("art/moon.svg", alt="A moon") }}')
    assert draft is not None, desk.found
    figure = draft.blocks[1]
    assert isinstance(figure, FigureBlock)
    (item,) = figure.art[0].items
    assert isinstance(item, PlacedPicture)
    assert dict(item.colours) == {"moss": Colour(64, 96, 32)}


def test_image_preserves_its_proportions(desk: Desk) -> None:
    draft = desk.make('# T\n\n{{ picture("images/photo.png", width="30 mm", alt="A photo") }}')
    assert draft is not None, desk.found
    figure = draft.blocks[1]
    assert isinstance(figure, FigureBlock)
    (item,) = figure.art[0].items
    assert isinstance(item, DrawImage)
    assert item.path.endswith("photo.png")
    assert item.box.width == pytest.approx(item.box.height)


@pytest.mark.parametrize(
    ("call", "finding"),
    [
        ('"art/cover.svg"', "missing-alt: the picture 'art/cover.svg' has no alternative text; write alt="),
        ('"art/covre.svg", alt="A"', "missing-art: there is no picture 'art/covre.svg'; did you mean 'art/cover.svg'?"),
        (
            '"images/no.png", alt="A"',
            "missing-art: there is no picture 'images/no.png'; did you mean 'images/photo.png'",
        ),
        ('"cover.svg", alt="A"', "missing-art: 'cover.svg' is no picture; write art/NAME.svg"),
        ('"art/../cover.svg", alt="A"', "path-outside: 'art/../cover.svg' leads out of its folder"),
        ('"art/cover.svg", alt="A", width="-3 mm"', "bad-length: a width of -3 mm"),
    ],
)
def test_faulty_picture_is_reported(desk: Desk, call: str, finding: str) -> None:
    (fault,) = desk.faults(f"# T\n\n{{{{ picture({call}) }}}}")
    assert fault.partition(" ")[2].startswith(finding)


def test_drawing_in_a_colour_that_the_game_lacks_is_refused(desk: Desk) -> None:
    desk.toy.write("catalog/toy/art/odd.svg", DRAWING.replace('fill="#abc"', 'fill="var(--plum)"'))
    (fault,) = desk.faults('# T\n\n{{ picture("art/odd.svg", alt="A") }}')
    assert "bad-colour: 'art/odd.svg' uses the colour 'plum', which is not in the palette" in fault
