"""Accents and tails count: letters that stand far out of the box of their text are a warning."""

import io
from pathlib import Path

import pytest
from PIL import Image

from helpers import GAME, Toy
from pawprint.core.length import mm
from pawprint.production import pipeline
from pawprint.production.images import picture_of
from pawprint.production.options import BuildOptions, ImageOptions

#: 5 mm high, 20 mm below the top.
FACE = """
    - {kind: text, text: "%s", at: [3 mm, 20 mm], size: [20 mm, 5 mm], style: {size: %d pt, valign: middle}}
"""
DPI = 600


def composed(folder: Path, text: str, size: int) -> tuple[list[str], float]:
    """The messages of the findings, and how many millimetres of ink are seen outside of the box at most."""
    toy = Toy(folder, FACE % (text, size), fonts=True)
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    game = workspace.library.games["toy"]
    (fox,) = game.find("fox")
    png = picture_of(workspace.composer(mm(0)), game, fox, "fr", ImageOptions(), DPI)
    assert png is not None
    grey = Image.open(io.BytesIO(png)).convert("L").point(lambda value: 255 * (value < 128))
    inner = grey.crop((20, 20, grey.width - 20, grey.height - 20))  # without the round corners
    box = inner.getbbox()
    assert box is not None
    top, bottom = ((edge + 20) / DPI * 25.4 for edge in (box[1], box[3]))
    return [finding.message for finding in workspace.findings], max(20 - top, bottom - 25)


@pytest.mark.parametrize(("text", "size"), [("Ågjp", 19), ("Éy", 20), ("pgj", 20)])
def test_warning_states_the_contrast_of_letters_on_the_print(tmp_path: Path, text: str, size: int) -> None:
    (message,), seen = composed(tmp_path, text, size)
    said = float(message.partition("the letters stand ")[2].split()[0])
    assert seen > 1
    assert said == pytest.approx(seen, abs=0.15)


@pytest.mark.parametrize(("text", "size"), [("HEN", 19), ("Ågjpq", 9), ("aeon", 19)])
def test_letters_that_stay_in_their_box_are_not_reported(tmp_path: Path, text: str, size: int) -> None:
    messages, seen = composed(tmp_path, text, size)
    assert messages == []
    assert seen < 1


def test_title_of_a_cover_is_not_reported(tmp_path: Path) -> None:
    game = GAME.replace("fr: Jouet", "fr: Épagneul à jouer")
    toy = Toy(tmp_path, FACE % ("HEN", 19), game=game, below=[pipeline.bundled("layouts")])
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), BuildOptions(kinds=("cards",)))
    assert len(prints) == 2
    assert findings == ()
