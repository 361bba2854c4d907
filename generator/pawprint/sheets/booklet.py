"""Pages -> sheets that are folded along their middle and stapled there: which page stands where.

A signature is a pile of sheets that are folded together; four pages go to each sheet. Everything about order is
arithmetic on numbers of pages; drawings come last.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pawprint.core.affine import Matrix
from pawprint.core.geometry import Box, Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.graphics.ops import AnyDrawing, DrawPath, Op
from pawprint.sheets._marks import CROP_INK, crosses, mark_length, offset
from pawprint.sheets.plan import Flip
from pawprint.sheets.sheet import Placement, Side

#: As many sheets of common paper can still be folded together and stapled.
THICKEST = 16


class Spread(NamedTuple):
    """The two pages on one side of a sheet, by their numbers from 0; None is blank."""

    left: int | None
    right: int | None


class FoldedSheet(NamedTuple):
    """A sheet before it is folded: what is on its outside and on its inside, each as one sees it upright.

    Attributes:
        depth: the number of sheets of its signature around it.
    """

    outside: Spread
    inside: Spread
    depth: int


def sheets_of(pages: int, thickest: int = THICKEST) -> Iterator[FoldedSheet]:
    """The sheets of a booklet, signature by signature and each from the outside to the inside.

    Blank pages come last. Where one signature would be too thick, there are several of about the same thickness.

    Args:
        pages: >= 0. thickest: sheets of one signature, >= 1.
    """
    sheets = -(-pages // 4)
    signatures = -(-sheets // thickest)
    first = 0
    for number in range(signatures):
        thick = sheets // signatures + (number < sheets % signatures)
        yield from (_sheet(first, thick, depth, pages) for depth in range(thick))
        first += 4 * thick


def _sheet(first: int, thick: int, depth: int, pages: int) -> FoldedSheet:
    """The sheet at *depth* of a signature of *thick* sheets that begins with page *first*."""

    def page(number: int) -> int | None:
        return first + number if first + number < pages else None

    low, high = 2 * depth, 4 * thick - 1 - 2 * depth
    return FoldedSheet(Spread(page(high), page(low)), Spread(page(low + 1), page(high - 1)), depth)


def sheet_size(paper: Size) -> Size:
    """*paper* as it is printed: landscape, so that the fold stands upright."""
    return paper if paper.width >= paper.height else paper.turned()


def scale_on(paper: Size, page: Size) -> float:
    """The scale at which two pages fit side by side; 1 if they fit at full size."""
    sheet = sheet_size(paper)
    return min(sheet.width.pt / (2 * page.width.pt), sheet.height.pt / page.height.pt, 1.0)


def booklet(
    pages: Sequence[AnyDrawing],
    paper: Size,
    flip: Flip,
    *,
    creep: Length = ZERO,
    thickest: int = THICKEST,
    label: Callable[[int, str], str] = lambda number, side: "",
) -> list[Side]:
    """The sides of the sheets, each back behind its front.

    Pages touch the fold, and stand in the middle of the sheet's height. Their bleed is kept where the sheet is larger
    than two pages, but for that at the fold.

    Args:
        pages: pages of the same size, in reading order.
        flip: how the printed sheet, which lies landscape, is flipped: backs stand on their heads where it tumbles.
        creep: how far a sheet is pushed out by each sheet around it; its pages are moved to the fold by as much.
        label: bookmark text for (number of the sheet from 1, `front` or `back`).

    Raises:
        ValueError: pages of several sizes, or none.
    """
    sizes = {page.trim for page in pages}
    if len(sizes) != 1:
        raise ValueError("a booklet needs pages of one size")
    (page,) = sizes
    sheet = sheet_size(paper)
    marks = _marks(sheet, page, scale_on(paper, page), any(drawing.bleed.top for drawing in pages))
    sides: list[Side] = []
    for number, leaf in enumerate(sheets_of(len(pages), thickest), 1):
        inwards = (leaf.depth * creep).pt
        for spread, side in ((leaf.outside, "front"), (leaf.inside, "back")):
            turned = side == "back" and flip is Flip.TUMBLE
            placements = [
                _place(pages[at], sheet, page, scale_on(paper, page), is_left, inwards, turned)
                for at, is_left in ((spread.left, True), (spread.right, False))
                if at is not None
            ]
            sides.append(Side(sheet, tuple(placements), marks, label(number, side)))
    return sides


def _marks(sheet: Size, page: Size, scale: float, bleeds: bool) -> tuple[Op, ...]:
    """Crop marks at the corners of a spread that bleeds, where the sheet has room for them."""
    x, y = (sheet.width - page.width - page.width).half(), (sheet.height - page.height).half()
    away = offset(mm(3))
    long = mark_length(min(x, y) - away)
    if not bleeds or not long or scale < 1:
        return ()
    across = (x - away - long, x - away), (sheet.width - x + away, sheet.width - x + away + long)
    down = (y - away - long, y - away), (sheet.height - y + away, sheet.height - y + away + long)
    return (DrawPath(crosses((x, sheet.width - x), (y, sheet.height - y), across, down), CROP_INK),)


def _place(
    drawing: AnyDrawing, sheet: Size, page: Size, scale: float, is_left: bool, inwards: float, turned: bool
) -> Placement:
    """A page on its half of the sheet; what *inwards* pushes over the fold is cut off."""
    fold, width, height = sheet.width.pt / 2, page.width.pt * scale, page.height.pt * scale
    top = (sheet.height.pt - height) / 2
    left = fold - width + inwards if is_left else fold - inwards
    clip = Box(left, top, fold - left, height) if is_left else Box(fold, top, width - inwards, height)
    above, beside = min(drawing.bleed.top.pt * scale, top), min(drawing.bleed.left.pt * scale, fold - width)
    clip = Box(clip.x - beside * is_left, clip.y - above, clip.width + beside, clip.height + 2 * above)
    matrix: Matrix = (scale, 0.0, 0.0, scale, left, top)
    if turned:
        across, down = sheet.width.pt, sheet.height.pt
        matrix = (-scale, 0.0, 0.0, -scale, across - left, down - top)
        clip = Box(across - clip.right, down - clip.bottom, clip.width, clip.height)
    return Placement(drawing, matrix, clip)
