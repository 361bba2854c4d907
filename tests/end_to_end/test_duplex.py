"""Backs lie behind their faces: measured on the printed pages, which are flipped or folded as paper is.

Each face and each back has an L in the top-left corner of its trim, in a colour of its own: the long arm runs down
the left edge, the short one along the top. Held against the light, a card shows the L of its back mirrored, in its
top-right corner; any shift, swap or turn by half shows.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageOps

from helpers import MM, Toy, rasters
from pawprint.core.colour import Colour
from pawprint.core.geometry import Box
from pawprint.core.length import mm
from pawprint.press.png import PageImages
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions

#: Millimetres: how far off a back may be, the arms of the L, and their breadth.
TOLERANCE = 0.1
LONG, SHORT, BROAD = 20.0, 10.0, 3.0

#: Pages are searched at a low resolution; marks are measured at one with fifty pixels to the millimetre.
COARSE, FINE = 50.8, 1270

GAME = """
    id: toy
    title: Toy
    languages: [en]
    components:
      mixed: {{file: cards.yaml, stock: {stock}, face: toy/mark, back: toy/mark-back}}
      common: {{file: cards.yaml, stock: {stock}, face: toy/mark, back: toy/common-back}}
      open: {{file: cards.yaml, stock: {stock}, face: toy/mark}}
"""
STOCKS = """
    stocks:
      card: {trim: 63.5 mm x 88.9 mm, corner: 3 mm}
      flat: {trim: 88 mm x 50 mm, corner: 3 mm}
      large: {trim: 88.9 mm x 139.7 mm, corner: 3 mm}
"""
PAPERS = """
    papers:
      A4: {size: 210 mm x 297 mm, margin: 5 mm}
      Letter: {size: 8.5 in x 11 in, margin: 5 mm}
"""
MARK = f"""
  - {{kind: panel, fill: {{by: id, COLOURS}}, size: [{BROAD} mm, {LONG} mm]}}
  - {{kind: panel, fill: {{by: id, COLOURS}}, size: [{SHORT} mm, {BROAD} mm]}}
"""
PIECES = range(11)
MIXED, COMMON, OPEN = PIECES[:6], PIECES[6:10], PIECES[10:]
COMMON_BACK = (0, 255, 0)


def face_colour(piece: int) -> tuple[int, int, int]:
    """Faces have no green at all, so that a mark and its soft edge are told from paper by green alone."""
    return (255 - 20 * piece, 0, 20 * piece)


def back_colour(piece: int) -> tuple[int, int, int] | None:
    """Backs have no red at all; None for a piece without a back."""
    if piece in OPEN:
        return None
    return (0, 20 * piece, 255 - 20 * piece) if piece in MIXED else COMMON_BACK


def written(colour: tuple[int, int, int]) -> str:
    return f"'{Colour(*colour)}'"


def cases(of: Callable[[int], tuple[int, int, int] | None]) -> str:
    return ", ".join(f"p{piece}: {written(colour)}" for piece in PIECES if (colour := of(piece)))


def printed(folder: Path, paper: str, duplex: str, bleed: float, stock: str = "card") -> bytes:
    """Eleven pieces: six with backs of their own, four with a common one, and one without."""
    palette = "palette: toy\nelements:"
    toy = Toy(
        folder,
        game=GAME.format(stock=stock),
        cards="\n".join(
            f"{name}: [{', '.join(f'{{id: p{piece}}}' for piece in pieces)}]"
            for name, pieces in (("mixed", MIXED), ("common", COMMON), ("open", OPEN))
        ),
        stocks=STOCKS,
        faces={
            "toy/mark": palette + MARK.replace("COLOURS", cases(face_colour)),
            "toy/mark-back": palette + MARK.replace("COLOURS", cases(back_colour)),
            "toy/common-back": palette + MARK.replace("{by: id, COLOURS}", written(COMMON_BACK)),
        },
        fonts=True,
    )
    toy.write("layouts/papers.yaml", PAPERS)
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    marks = "none" if stock == "large" else "crop"  # ticks upon these would make some Ls longer
    options = BuildOptions(paper=paper, duplex=duplex, bleed=mm(bleed), marks=marks, cover=False)
    (made,) = pipeline.build(workspace, options)
    assert [*workspace.findings] == []
    return made.data


@dataclass(frozen=True)
class Mark:
    """An L as it lies on a page: its corner in mm from the page's top-left, and where its arms point."""

    corner: tuple[float, float]
    down: tuple[int, int]
    right: tuple[int, int]


@dataclass(frozen=True)
class Page:
    """A printed page, or what one sees of it from behind.

    Attributes:
        width, height: in mm.
        coarse: the whole page, flipped as *flip* says: not at all, sideways, or head over foot.
    """

    pdf: PageImages
    number: int
    width: float
    height: float
    coarse: Image.Image
    flip: str = ""

    def flipped(self, how: str) -> "Page":
        """The other side of the page, as if it were of glass."""
        assert not self.flip
        turn = ImageOps.mirror if how == "sideways" else ImageOps.flip
        return Page(self.pdf, self.number, self.width, self.height, turn(self.coarse), how)

    def box_of(self, colour: tuple[int, int, int]) -> tuple[float, float, float, float] | None:
        """Roughly where a colour is, in mm."""
        difference = ImageChops.difference(self.coarse, Image.new("RGB", self.coarse.size, colour)).convert("L")
        box = difference.point(lambda value: 255 * (value < 3)).getbbox()
        unit = self.width / self.coarse.width
        return None if box is None else tuple(edge * unit for edge in box)  # type: ignore[return-value]

    def look(self, left: float, top: float, width: float, height: float) -> Image.Image:
        """A part of the page, in mm from its top-left corner, at the high resolution."""
        x = self.width - left - width if self.flip == "sideways" else left
        y = self.height - top - height if self.flip == "head over foot" else top
        png = self.pdf.png(self.number, FINE, Box(x * MM, y * MM, width * MM, height * MM))
        image = Image.open(io.BytesIO(png)).convert("RGB")
        if self.flip:
            image = ImageOps.mirror(image) if self.flip == "sideways" else ImageOps.flip(image)
        return image

    def mark_in(self, box: tuple[float, float, float, float], channel: int) -> tuple["Mark", tuple[int, ...]] | None:
        """The L in and around *box*, and its colour; *channel* is the one that only paper has."""
        x0, y0 = box[0] - 1, box[1] - 1
        seen = self.look(x0, y0, box[2] - box[0] + 2, box[3] - box[1] + 2)
        ink = seen.getchannel(channel).point(lambda value: 255 * (value < 128))
        found = ink.getbbox()
        if found is None:
            return None
        left, top, right, bottom = found
        unit = 25.4 / FINE
        near = round(BROAD / unit / 2)  # inside an arm that ends here
        places = {(x, y): (right - near if x else left + near, bottom - near if y else top + near)
                  for x in (0, 1) for y in (0, 1)}  # fmt: skip
        (empty,) = [corner for corner, place in places.items() if not ink.getpixel(place)]
        x, y = 1 - empty[0], 1 - empty[1]
        corner = (x0 + (right if x else left) * unit, y0 + (bottom if y else top) * unit)
        along, across = (1 - 2 * x, 0), (0, 1 - 2 * y)
        wide, high = (right - left) * unit, (bottom - top) * unit
        assert sorted((wide, high)) == pytest.approx([SHORT, LONG], abs=0.05), "it is as large as it should be"
        mark = Mark(corner, across, along) if high > wide else Mark(corner, along, across)
        return mark, seen.getpixel(places[x, y])  # type: ignore[return-value]


def pages_of(pdf: bytes, size: tuple[float, float]) -> list[Page]:
    opened = PageImages(pdf)
    return [Page(opened, number, *size, coarse) for number, coarse in enumerate(rasters(pdf, COARSE))]


def faces_on(page: Page) -> dict[int, Mark]:
    """The pieces on a page by the colours of their faces."""
    marks = {}
    for piece in PIECES:
        box = page.box_of(face_colour(piece))
        if box is not None:
            found = page.mark_in(box, channel=1)
            assert found is not None
            marks[piece], colour = found
            assert colour == face_colour(piece)
    return marks


def check_backs(faces: dict[int, Mark], behind: Page, trim: tuple[float, float]) -> None:
    """Each back in *behind*, which is flipped so that it lies behind the page of *faces*, is where it should be."""
    for piece, face in faces.items():
        (x, y), (dx, dy), (rx, ry) = face.corner, face.down, face.right
        # the mark's corner on the back: at the other end of the top edge
        wanted = (x + rx * trim[0], y + ry * trim[0])
        far = (wanted[0] - rx * SHORT + dx * LONG, wanted[1] - ry * SHORT + dy * LONG)
        box = (min(wanted[0], far[0]), min(wanted[1], far[1]), max(wanted[0], far[0]), max(wanted[1], far[1]))
        found = behind.mark_in(box, channel=0)
        if back_colour(piece) is None:
            assert found is None, f"nothing is printed behind p{piece}, which has no back"
            continue
        assert found is not None, f"there is a mark behind p{piece}"
        mark, colour = found
        assert mark.corner == pytest.approx(wanted, abs=TOLERANCE), f"the back of p{piece} is off"
        assert mark.down == face.down, f"the top of p{piece}'s back is behind the top of its face"
        assert mark.right == (-rx, -ry)
        assert colour == back_colour(piece), f"it is the back of p{piece} and of no other"


SIZES = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4), "297x210mm": (297.0, 210.0)}
TRIMS = {"card": (63.5, 88.9), "flat": (88.0, 50.0), "large": (88.9, 139.7)}
DUPLEX = ("long-edge", "short-edge", "gutterfold")
SHEETS = [
    *[(paper, duplex, bleed, "card") for paper in ("A4", "Letter") for duplex in DUPLEX for bleed in (0, 3)],
    ("297x210mm", "long-edge", 0, "card"),
    ("297x210mm", "short-edge", 3, "card"),
    ("297x210mm", "gutterfold", 3, "card"),
    ("A4", "long-edge", 3, "flat"),
    ("A4", "short-edge", 0, "large"),
    ("A4", "gutterfold", 0, "flat"),
    ("Letter", "long-edge", 0, "large"),
]


@pytest.mark.parametrize(("paper", "duplex", "bleed", "stock"), SHEETS)
def test_backs_are_aligned_with_their_faces(tmp_path: Path, paper: str, duplex: str, bleed: float, stock: str) -> None:
    size = width, height = SIZES[paper]
    pages = pages_of(printed(tmp_path, paper, duplex, bleed, stock), size)
    seen: list[int] = []
    counts: list[int] = []
    if duplex == "gutterfold":
        for page in pages:
            faces = faces_on(page)
            # backs are beside the faces or below them; the fold is the middle of the page
            spots = [box for piece in faces if (colour := back_colour(piece)) and (box := page.box_of(colour))]
            beside = all(box[0] > width / 2 for box in spots)
            assert beside or all(box[1] > height / 2 for box in spots)
            check_backs(faces, page.flipped("sideways" if beside else "head over foot"), TRIMS[stock])
            seen += faces
            counts.append(len(faces))
    else:
        portrait = height >= width
        how = "sideways" if (duplex == "long-edge") == portrait else "head over foot"
        for page, back in zip(pages[::2], pages[1::2], strict=True):
            faces = faces_on(page)
            check_backs(faces, back.flipped(how), TRIMS[stock])
            seen += faces
            counts.append(len(faces))
    assert sorted(seen) == [*PIECES], "every piece is printed once"
    assert len(counts) > 1
    assert counts[-1] < counts[0], "the last sheet is short"


@pytest.mark.parametrize(("paper", "stock", "turned"), [("A4", "flat", True), ("A4", "card", False)])
def test_turned_grids_are_covered(tmp_path: Path, paper: str, stock: str, turned: bool) -> None:
    """Else the sheets above would prove less than they say."""
    (page, *_) = pages_of(printed(tmp_path, paper, "long-edge", 0, stock), SIZES[paper])
    assert ({mark.down for mark in faces_on(page).values()} != {(0, 1)}) is turned


def test_fault_would_be_seen(tmp_path: Path) -> None:
    face, back, *_ = pages_of(printed(tmp_path, "A4", "long-edge", 0), SIZES["A4"])
    faces = faces_on(face)
    check_backs(faces, back.flipped("sideways"), TRIMS["card"])
    shifted = {
        piece: Mark((mark.corner[0] + 0.15, mark.corner[1]), mark.down, mark.right) for piece, mark in faces.items()
    }
    with pytest.raises(AssertionError, match="is off"):
        check_backs(shifted, back.flipped("sideways"), TRIMS["card"])
    swapped = {0: faces[1], 1: faces[0]}
    with pytest.raises(AssertionError, match="of no other"):
        check_backs(swapped, back.flipped("sideways"), TRIMS["card"])
    with pytest.raises(AssertionError):
        check_backs(faces, back.flipped("head over foot"), TRIMS["card"])


def test_faces_only(tmp_path: Path) -> None:
    pages = pages_of(printed(tmp_path, "A4", "off", 0), SIZES["A4"])
    assert [len(faces_on(page)) for page in pages] == [9, 2]
    assert all(page.box_of(COMMON_BACK) is None for page in pages)
