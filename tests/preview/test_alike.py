"""A picture in the browser looks as the piece prints: SVG in Chromium against the PDF in PDFium, pixel by pixel."""

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from pawprint.core.length import mm
from pawprint.preview._renderer import ViewOptions
from pawprint.preview.session import Session
from pawprint.production.images import picture_of
from pawprint.production.options import ImageOptions
from pawprint.production.pipeline import bundled, load
from preview.browser import CHROMIUM, Browser

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")

DPI = 192  # two pixels to the CSS pixel, whose inch has 96


def painted(browser: Browser, svg: bytes, folder: Path) -> Image.Image:
    """The file as the browser paints it."""
    (folder / "piece.svg").write_bytes(svg)
    browser.size(420, 460, 2)
    browser.open((folder / "piece.svg").as_uri())
    browser.wait("document.documentElement.tagName === 'svg' && document.readyState === 'complete'")
    browser.picture(folder / "piece.png")
    return Image.open(folder / "piece.png").convert("RGB")


@pytest.mark.parametrize("game", sorted(path.parent.name for path in bundled("catalog").glob("*/game.yaml")))
@pytest.mark.parametrize("low_ink", [False, True], ids=["", "low-ink"])
def test_first_piece_of_each_game(browser: Browser, tmp_path: Path, game: str, low_ink: bool) -> None:
    session = Session(bundled("catalog"), [bundled("layouts")], [game])
    loaded = session.games[game]
    assert loaded is not None
    language = loaded.languages[0]
    record = next(record for record in loaded.all_records if loaded.components[record.component].faces)
    options = ImageOptions(bleed=mm(3), proof=True, low_ink=low_ink)
    view = ViewOptions(language, loaded.edition, options)
    shown, _ = session.picture(game, f"{record.component}/{record.id}", view)
    assert shown is not None

    workspace = load(bundled("catalog"), [bundled("layouts")], [game])
    again = workspace.library.games[game]
    (same,) = [one for one in again.all_records if (one.component, one.id) == (record.component, record.id)]
    png = picture_of(workspace.composer(mm(3)), again, same, language, options, DPI)
    assert png is not None
    printed = Image.open(io.BytesIO(png)).convert("RGB")
    seen = painted(browser, shown.svg, tmp_path).crop((0, 0, *printed.size))
    # Two programs smooth edges in two ways, half a pixel apart: what counts is the mean of some pixels.
    coarse = [one.resize((printed.width // 8, printed.height // 8), Image.Resampling.BOX) for one in (seen, printed)]
    difference = ImageChops.difference(*coarse)
    assert max(ImageStat.Stat(difference).mean) < 3
    assert max(high for _, high in difference.getextrema()) < 50
