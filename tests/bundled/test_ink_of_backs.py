"""How much ink the backs take: too much of it makes the paper of home printers wavy, and shines through."""

import io

import pytest
from PIL import Image, ImageOps, ImageStat

from pawprint.core.length import mm
from pawprint.production import pipeline
from pawprint.production.images import picture_of
from pawprint.production.options import ImageOptions

#: Mean cyan, magenta and yellow of a page, in percent; and how much of an A4 page such pieces fill.
MOST = 140
FILLED = {"poker": 9 * 63.5 * 88.9 / (210 * 297), "square-50": 20 * 50 * 50 / (210 * 297)}


@pytest.mark.parametrize(
    ("name", "component", "stock"),
    [
        ("food-chain", "organisms", "poker"),
        ("pocket-cats", "clans", "poker"),
        ("pocket-cats", "cats", "square-50"),
    ],
)
def test_page_of_backs_does_not_soak_the_paper(name: str, component: str, stock: str) -> None:
    workspace = pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], [name])
    game = workspace.library.games[name]
    options = ImageOptions(side="back", square=True)
    content = picture_of(workspace.composer(mm(0)), game, next(iter(game.pieces(component))), "fr", options, 60)
    assert content
    inks = ImageOps.invert(Image.open(io.BytesIO(content)).convert("RGB"))
    assert sum(ImageStat.Stat(inks).mean) / 255 * 100 * FILLED[stock] <= MOST
