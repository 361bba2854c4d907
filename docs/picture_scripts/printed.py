"""Pictures of pieces and of pages as they are printed."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from PIL import Image, ImageChops, ImageOps

from pawprint.core.geometry import Box
from pawprint.core.length import mm
from pawprint.press.png import render
from pawprint.production import pipeline
from pawprint.production.calibration import calibration_file
from pawprint.production.images import contact_sheet, picture_of
from pawprint.production.options import BuildOptions, ImageOptions
from picture_scripts.games import DOCS, beside, faultless, load

#: What is at fault in the picture of marks: in the catalog, right and wrong.
FAULTS = (
    ("    name: Toad\n", "    name: Toad ☃\n    art: frog\n"),
    (
        "Take a :leaf: when you play the **toad**.",
        "Take a :leave: when you play the **toad**. " + "It croaks all night. " * 14,
    ),
)


def piece(
    game: str,
    name: str,
    dpi: int,
    *,
    bleed: float = 0,
    proof: bool = False,
    language: str = "en",
    low_ink: bool = False,
) -> bytes:
    """What `pawprint show GAME NAME` makes."""
    loaded = load(game)
    (record,) = loaded.library.games[game].find(name)
    look = ImageOptions(bleed=mm(bleed), proof=proof, low_ink=low_ink)
    png = picture_of(loaded.composer(look.bleed), loaded.library.games[game], record, language, look, dpi)
    return faultless(png, loaded)


def marked(dpi: int) -> bytes:
    """What `pawprint show garden toad` makes of a toad with four faults."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("catalog/garden", "layouts"):
            copytree(DOCS / "gallery" / part, folder / part)
        cards = folder / "catalog/garden/cards.yaml"
        text = cards.read_text(encoding="utf-8")
        for right, wrong in FAULTS:
            assert right in text
            text = text.replace(right, wrong)
        cards.write_text(text, encoding="utf-8")
        bundled = pipeline.bundled("layouts")
        loaded = pipeline.load(folder / "catalog", [folder / "layouts", bundled], ["garden"])
        game = loaded.library.games["garden"]
        (record,) = game.find("toad")
        png = picture_of(loaded.composer(ImageOptions().bleed), game, record, "en", ImageOptions(), dpi)
        assert png is not None
        return png


def contact(game: str, component: str, dpi: int) -> bytes:
    """What `pawprint show GAME --contact-sheet --component COMPONENT` makes."""
    loaded = load(game)
    made, look = loaded.library.games[game], ImageOptions()
    png = contact_sheet(loaded.composer(look.bleed), made, made.components[component], "en", look, dpi)
    return faultless(png, loaded)


def sheet(
    page: int,
    dpi: int,
    *,
    paper: str = "A5",
    bleed: float = 0,
    marks: str = "crop",
    duplex: str = "long-edge",
    cover: bool = False,
    crop: Box | None = None,
    game: str = "garden",
    component: str = "",
) -> bytes:
    """A page of what `pawprint build GAME` makes, or a part of it."""
    some = {"paper": paper, "bleed": bleed, "marks": marks, "duplex": duplex, "cover": cover}
    return render(sheets(game=game, component=component, **some), page, dpi, crop)


def sheets(
    *,
    paper: str = "A5",
    bleed: float = 0,
    marks: str = "crop",
    duplex: str = "long-edge",
    cover: bool = False,
    game: str = "garden",
    component: str = "",
) -> bytes:
    """The PDF file of a component, or that of two cards of the garden, or with a cover that of all."""
    loaded = load(game)
    cards = () if cover or component else ("toad", "heron")
    some = BuildOptions(components=(component,), languages=("en",)) if component else BuildOptions(cards=cards)
    choice = replace(some, paper=paper, duplex=duplex, marks=marks, bleed=mm(bleed), cover=cover)
    made = next(pipeline.build(loaded, choice), None)
    return faultless(made.data if made else None, loaded)


def second_side(dpi: int, across: float, down: float) -> bytes:
    """The foot of a cover held up to the light, its back shifted by so many millimetres."""
    foot = Box(36, 672, 524, 158)
    behind = Box(595.28 - foot.right, foot.y, foot.width, foot.height)
    front, back = (
        Image.open(BytesIO(sheet(page, dpi, paper="A4", cover=True, crop=crop))).convert("RGB")
        for page, crop in ((0, foot), (1, behind))
    )
    unit = dpi / 25.4
    through = ImageChops.offset(ImageOps.mirror(back), round(across * unit), round(down * unit))
    out = BytesIO()
    ImageChops.multiply(front, through.resize(front.size)).save(out, "PNG")
    return out.getvalue()


def box_net(game: str, dpi: int) -> bytes:
    """The sheet of a bundled game's box, without the white above and below it."""
    return render(box_sheets(game), 0, dpi, Box(10, 210, 575, 425))


def box_sheets(game: str) -> bytes:
    """The PDF file of a bundled game's box."""
    loaded = load(game)
    made = next(pipeline.build(loaded, BuildOptions(kinds=("boxes",), languages=("en",), cover=False)), None)
    return faultless(made.data if made else None, loaded)


def calibration_pages(dpi: int) -> tuple[bytes, bytes]:
    """Both sides of a calibration sheet."""
    pdf = calibration_sheet()
    return render(pdf, 0, dpi), render(pdf, 1, dpi)


def calibration_sheet() -> bytes:
    """The PDF file of `pawprint printer calibrate`."""
    made, findings = calibration_file([pipeline.bundled("layouts")], "A4", "long-edge", "en")
    if made is None:
        raise SystemExit("\n".join(finding.message for finding in findings))
    return made.data


def held_to_light(across: float, up: float) -> bytes:
    """The station in the middle of a calibration sheet whose back is so many millimetres off, as one reads it."""
    dots = 10  # to a millimetre
    front, back = (Image.open(BytesIO(one)).convert("RGB") for one in calibration_pages(round(25.4 * dots)))
    seen = ImageChops.offset(ImageOps.mirror(back), round(across * dots), -round(up * dots))
    x, y = front.width // 2, front.height // 2
    both = ImageChops.multiply(front, seen).crop((x - 21 * dots, y - 22 * dots, x + 23 * dots, y + 27 * dots))
    out = BytesIO()
    both.save(out, "PNG")
    return beside(out.getvalue(), colours=48)


def page(game: str, number: int, dpi: int) -> bytes:
    """A page of a bundled game's English rulebook."""
    loaded = load(game)
    made = next(pipeline.build(loaded, BuildOptions(kinds=("rulebook",), languages=("en",))), None)
    return faultless(render(made.data, number, dpi, None) if made else None, loaded)
