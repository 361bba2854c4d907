"""Separated drawings -> their process plates as one CMYK picture each, and how much ink is where.

PDFium cannot draw inks, but it draws lights: red, green and blue are the plates of cyan, magenta and yellow, and a
second picture is that of black. Normal blending mixes each light for itself, so see-through parts come out as on a
press.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from typing import Any, NamedTuple, assert_never

from PIL import Image, ImageChops, ImageFilter, ImageMath, ImageStat

from pawprint.core.colour import WHITE, Colour, SeparatedColour
from pawprint.core.geometry import Box
from pawprint.core.length import Length
from pawprint.core.raster import data_uri
from pawprint.graphics.ops import DrawBox, DrawImage, Drawing, DrawPath, DrawText, Group, Op, Paint, Shading, Symbol
from pawprint.graphics.traverse import DrawOp, map_drawing
from pawprint.press.images import inks_of, open_image
from pawprint.press.png import PageImages
from pawprint.press.print_profile import PrintProfile
from pawprint.press.sheet_pdf import write
from pawprint.sheets.imposition import Piece, one_up
from pawprint.sheets.sheet import Side

#: Dots per inch at which ink is measured: a dot is 0.17 mm wide.
MEASURE = 150
#: The share of a dot, 0 to 255, from which it has a stroke of black.
_SOME_BLACK = 25
#: The plates that are drawn at once; each alone where that is not exact.
_TOGETHER, _ALONE = ((0, 1, 2), (3,)), ((0,), (1,), (2,), (3,))
#: An image and the numbers of plates -> the path of an image with their inks as lights.
PlateImages = Callable[[str, tuple[int, ...]], str]
_NOTHING = Group(())


class Plate:
    """Makes the drawings of one plate or three; symbols that they share stay shared. Spot inks remove what is below
    them, unless they overprint, as on a press.

    Args:
        numbers: one or three of 0 to 3: cyan, magenta, yellow, black.

    Attributes:
        exact: False once an ink was to be overprinted on some of three plates only, which one colour cannot say.
    """

    def __init__(self, numbers: tuple[int, ...], images: PlateImages) -> None:
        self.numbers = numbers
        self.exact = True
        self._images = images
        self._symbols: dict[Symbol, Symbol] = {}

    def drawing(self, drawing: Drawing) -> Drawing:
        """What the plate prints of *drawing*."""
        return map_drawing(drawing, self._op, self._symbols)

    def _op(self, op: DrawOp) -> Op:
        match op:
            case DrawText():
                light = self._light(op.ink)
                return _NOTHING if light is None else op._replace(ink=light)
            case DrawBox() | DrawPath():
                paint = self._paint(op.paint)
                return _NOTHING if paint is None else op._replace(paint=paint)
            case DrawImage():
                return op._replace(path=self._images(op.path, self.numbers))
            case _:
                assert_never(op)

    def _paint(self, paint: Paint) -> Paint | None:
        fill: Colour | Shading | None = paint.fill
        if isinstance(fill, Colour):
            fill = self._light(fill)
        elif fill is not None:
            fill = fill._replace(stops=tuple([(at, self._light(colour) or WHITE) for at, colour in fill.stops]))
        stroke = None if paint.stroke is None else self._light(paint.stroke)
        return None if fill is None and stroke is None else paint._replace(fill=fill, stroke=stroke)

    def _light(self, colour: Colour) -> Colour | None:
        """None where *colour* leaves the plates as they are."""
        if not isinstance(colour, SeparatedColour):
            raise TypeError(f"{colour} is not separated")
        shares = [0.0 if colour.spot else colour.inks[number] for number in self.numbers]
        if colour.overprint:
            if not any(shares):
                return None
            self.exact = self.exact and all(shares)
        lights = [255 - round(255 * share) for share in shares]
        return Colour(*lights) if len(lights) == 3 else Colour(*lights * 3)


class PlatePart(NamedTuple):
    """What to show of a separated drawing.

    Attributes:
        box: in points from the top-left corner of the bleed; None for all of it.
    """

    drawing: Drawing
    box: Box | None = None


class InkFigures(NamedTuple):
    """How much ink a picture has.

    Attributes:
        most: the largest sum of the four inks, 0 to 4.
        x, y: the first dot where that is, or which is above the limit, in points from the top-left of the picture.
        area: how much of it is above the limit, in square points.
        shares: the mean of cyan, magenta, yellow and black, each 0 to 1.
    """

    most: float
    x: float
    y: float
    area: float
    shares: tuple[float, ...]


def separations(
    parts: Sequence[PlatePart], profile: PrintProfile, bleed: Length, dpi: int = MEASURE
) -> Iterator[Image.Image]:
    """The plates of each part, as one picture with four channels.

    Args:
        bleed: how much of the art beyond the trim is shown.
    """
    if not parts:
        return
    images = _PlateImages(profile)
    plates = [Plate(numbers, images.path) for numbers in _TOGETHER]
    pages = _pages(parts, plates, bleed)
    if not all(plate.exact for plate in plates):
        plates = [Plate(numbers, images.path) for numbers in _ALONE]
        pages = _pages(parts, plates, bleed)
    with PageImages(write(pages, title="Plates", language="en")) as drawn:
        for index, part in enumerate(parts):
            inks: list[Image.Image] = []
            for at, plate in enumerate(plates):
                lights = _lights(drawn, index * len(plates) + at, dpi, part.box).split()
                inks += [ImageChops.invert(light) for light in lights[: len(plate.numbers)]]
            yield Image.merge("CMYK", inks)


def _pages(parts: Sequence[PlatePart], plates: Sequence[Plate], bleed: Length) -> list[Side]:
    return [one_up(Piece(plate.drawing(part.drawing)), bleed, marks=False)[0] for part in parts for plate in plates]


def _lights(images: PageImages, page: int, dpi: int, box: Box | None) -> Image.Image:
    drawn = images.pixels(page, dpi, box)
    return Image.frombuffer("RGB", (drawn.width, drawn.height), drawn.data, "raw", "RGB", drawn.stride, 1)


class _PlateImages:
    """The inks of images as lights."""

    def __init__(self, profile: PrintProfile) -> None:
        self._profile = profile
        self._separated = lru_cache(maxsize=16)(self._read)
        self.path = lru_cache(maxsize=None)(self._path)

    def _read(self, path: str) -> tuple[Image.Image, Image.Image | None]:
        with open_image(path, inks=True) as image:
            image.load()  # which otherwise happens when the file is closed
            return inks_of(image, self._profile)

    def _path(self, path: str, numbers: tuple[int, ...]) -> str:
        pixels, alpha = self._separated(path)
        if pixels.mode == "L":
            lights = [pixels if number == 3 else Image.new("L", pixels.size, 255) for number in numbers]
        else:
            lights = [ImageChops.invert(pixels.getchannel(number)) for number in numbers]
        mode = "RGB" if len(lights) == 3 else "L"
        out = BytesIO()
        Image.merge(f"{mode}A" if alpha else mode, [*lights, *((alpha,) if alpha else ())]).save(
            out, "PNG", compress_level=1
        )
        return data_uri(out.getvalue())


def ink_figures(plates: Image.Image, limit: float, dpi: int = MEASURE) -> InkFigures:
    """How much ink is in a picture of `separations`.

    Args:
        limit: a sum of the four inks, 0 to 4.
    """
    total = _total(plates)
    most = total.getextrema()[1]
    above = most > _allowed(limit)
    dots = _dots(total, _allowed(limit) + 1 if above else most)
    _, y, _, _ = dots.getbbox()
    x, _, _, _ = dots.crop((0, y, dots.width, y + 1)).getbbox()
    unit = 72 / dpi
    area = ImageStat.Stat(dots).sum[0] / 255 * unit * unit if above else 0.0
    shares = tuple(mean / 255 for mean in ImageStat.Stat(plates).mean)
    return InkFigures(most / 255, (x + 0.5) * unit, (y + 0.5) * unit, area, shares)


def dots_near_black(plates: Image.Image, limit: float) -> Image.Image:
    """White where solid black over the other inks is more than *limit*, near black in a picture of `separations`.

    Strokes are often narrower than its dots, so what has a little black may be solid, and so may the dots around it.
    """
    cyan, magenta, yellow, black = plates.split()
    channels: dict[str, Any] = {"c": cyan, "m": magenta, "y": yellow}
    colours: Any = ImageMath.lambda_eval(lambda args: args["c"] + args["m"] + args["y"], **channels)
    masks = _dots(colours, _allowed(limit) - 254), black.point(lambda share: 255 * (share > _SOME_BLACK))
    return ImageChops.darker(*(mask.filter(ImageFilter.MaxFilter(3)) for mask in masks))


def _total(plates: Image.Image) -> Any:
    channels: dict[str, Any] = dict(zip("cmyk", plates.split(), strict=True))
    return ImageMath.lambda_eval(lambda args: args["c"] + args["m"] + args["y"] + args["k"], **channels)


def _allowed(limit: float) -> int:
    return round(limit * 255) + 2  # four inks are rounded to bytes, each by a half at most


def _dots(total: Any, least: int) -> Any:
    return ImageMath.lambda_eval(lambda args: args["convert"]((args["total"] >= least) * 255, "L"), total=total)
