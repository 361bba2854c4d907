"""Pieces as PNG pictures: one alone, all of a component together, with little ink, and for other eyes."""

import io
from pathlib import Path

import pytest
from PIL import Image

from helpers import BACK, CARDS, MM, WITH_BACK, Toy
from pawprint.core.length import mm
from pawprint.production import pipeline
from pawprint.production.images import contact_sheet, picture_of
from pawprint.production.options import ImageOptions

FACE = """
    - {kind: panel, fill: moss, bleeds: true}
    - {kind: art, art: "{{ art }}", at: [10 pt, 40 pt], size: [52 pt, 60 pt], colours: {accent: rust}}
    - {kind: text, text: "{{ name }}", at: [6 pt, 6 pt], colour: paper, size: [60 pt, 20 pt], style: {size: 9 pt}}
"""
MOSS, RUST, WHITE = (64, 96, 32), (160, 64, 32), (255, 255, 255)


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    return Toy(tmp_path, FACE, game=WITH_BACK, faces=BACK, fonts=True)


def load(toy: Toy) -> pipeline.Workspace:
    return pipeline.load(toy.catalog, toy.layout_folders)


def picture(toy: Toy, identity: str, language: str, dpi: int, **how: object) -> Image.Image:
    """What `picture_of` makes."""
    workspace, look = load(toy), ImageOptions(**how)  # type: ignore[arg-type]
    game = workspace.library.games["toy"]
    (record,) = game.find(identity)
    png = picture_of(workspace.composer(look.bleed), game, record, language, look, dpi)
    assert png is not None
    return Image.open(io.BytesIO(png)).convert("RGB")


def sheet(toy: Toy, dpi: int, **how: object) -> Image.Image:
    """What `contact_sheet` makes."""
    workspace, look = load(toy), ImageOptions(**how)  # type: ignore[arg-type]
    game = workspace.library.games["toy"]
    png = contact_sheet(workspace.composer(look.bleed), game, game.components["beasts"], "en", look, dpi)
    assert png is not None
    return Image.open(io.BytesIO(png)).convert("RGB")


def test_picture_of_a_piece_is_as_large_as_its_trim(toy: Toy) -> None:
    seen = picture(toy, "fox", "fr", 144)
    assert seen.size == (144, 288)
    assert seen.getpixel((72, 280)) == MOSS
    assert seen.getpixel((1, 1)) == WHITE, "corners are cut"


def test_picture_with_bleed_and_the_back(toy: Toy) -> None:
    seen = picture(toy, "hen", "en", 72, side="back", bleed=mm(9 / MM))
    assert seen.size == (90, 162)
    assert seen.getpixel((1, 1)) == seen.getpixel((88, 160)) == RUST


def reds(picture: Image.Image) -> int:
    """How many pixels have the red of marks."""
    colours = picture.getcolors(1 << 24) or []
    return sum(count for count, (r, g, b) in colours if abs(r - 200) + abs(g - 16) + abs(b - 46) < 60)  # type: ignore[misc]


LONG = CARDS.replace("fr: Poule", "fr: 'Poule qui est sur un mur et qui picore du pain dur'")


def test_piece_that_does_not_fit_has_a_picture_with_red_marks(toy: Toy) -> None:
    toy.write("catalog/toy/cards.yaml", LONG)
    assert reds(picture(toy, "hen", "fr", 144)) > 100
    assert reds(picture(toy, "hen", "en", 144)) == 0


def test_missing_picture_is_a_grey_box_on_the_piece(toy: Toy) -> None:
    (toy.own / "art" / "toy" / "fox.svg").unlink()
    seen = picture(toy, "fox", "fr", 144)
    assert seen.getpixel((40, 130)) == (240, 240, 240)
    assert reds(seen) == 0


def test_piece_with_wrong_data_is_shown_by_its_name(toy: Toy) -> None:
    toy.write("catalog/toy/cards.yaml", CARDS.replace("level: 4", "level: high"))
    seen = picture(toy, "fox", "fr", 144)
    assert seen.size == (144, 288)
    assert reds(seen) > 500


def test_bad_piece_hides_no_other_on_a_contact_sheet(toy: Toy) -> None:
    good = sheet(toy, 72)
    toy.write("catalog/toy/cards.yaml", CARDS.replace("level: 1", "level: low"))
    seen = sheet(toy, 72)
    assert seen.size == good.size
    for card, same in enumerate((True, False, True)):
        area = (6 + card * 78, 0, 78 + card * 78, 160)
        assert (seen.crop(area) == good.crop(area)) is same
    ids = [seen.crop((6 + card * 78, 150, 78 + card * 78, 160)).getcolors(1000) or [] for card in range(3)]
    assert [any(red - green > 60 for _, (red, green, _) in name) for name in ids] == [False, True, False]  # type: ignore[misc]


def test_proof_shows_the_trim(toy: Toy) -> None:
    seen = picture(toy, "fox", "fr", 288, bleed=mm(9 / MM), proof=True)
    red, green, blue = seen.getpixel((36, 324))  # type: ignore[misc]
    assert (red > 200, green < 60, 90 < blue < 160) == (True, True, True), "magenta, half a point broad"


def test_with_little_ink_grounds_are_white(toy: Toy) -> None:
    full, spared = (picture(toy, "fox", "fr", 144, low_ink=low) for low in (False, True))
    assert full.getpixel((72, 280)) == MOSS
    assert spared.getpixel((72, 280)) == WHITE

    def ink(picture: Image.Image) -> float:
        grey = picture.convert("L").histogram()
        return sum((255 - value) * count for value, count in enumerate(grey))

    assert 0 < ink(spared) < ink(full) / 5


def test_grey_eyes_see_no_colour(toy: Toy) -> None:
    red, green, blue = picture(toy, "fox", "fr", 144, sight="grey").getpixel((72, 280))  # type: ignore[misc]
    assert red == green == blue


def test_contact_sheet_shows_every_piece_with_its_name(toy: Toy) -> None:
    seen = sheet(toy, 72)
    # Three cards of 72 x 144 in a row, 6 points around each, 9 below each for its id.
    assert seen.size == (3 * 78 + 6, 144 + 9 + 12)
    for card in range(3):
        assert seen.getpixel((6 + card * 78 + 36, 6 + 135)) == MOSS
        name = seen.crop((6 + card * 78, 150, 78 + card * 78, 159)).convert("L")
        assert name.getextrema()[0] < 180, "its id is written below"


def test_contact_sheet_of_many_pieces_is_landscape(toy: Toy) -> None:
    many = "".join(f"  - {{id: f{number}, name: Fox, level: 1, shy: true, art: fox}}\n" for number in range(40))
    toy.write("catalog/toy/cards.yaml", "beasts:\n" + many)
    seen = sheet(toy, 36)
    assert 1 < seen.width / seen.height < 2.2


def test_contact_sheet_never_becomes_huge(toy: Toy) -> None:
    assert max(sheet(toy, 30_000).size) <= 8_000


def test_backs_have_contact_sheets(toy: Toy) -> None:
    assert sheet(toy, 72, side="back").getpixel((40, 80)) == RUST
    assert CARDS.count("id:") == 3
