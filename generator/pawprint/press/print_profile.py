"""An ICC profile of a printing condition -> the inks of colours and of raster images.

LittleCMS converts from sRGB, relative to the white of the paper and with black-point compensation, so that white is
paper and the darkest colour is as dark as the inks allow.
"""

from functools import lru_cache
from io import BytesIO
from typing import Any

from PIL import Image, ImageCms, ImageFilter

from pawprint.core.colour import Colour, ProcessInks
from pawprint.press.file_metadata import SRGB_PROFILE

#: The number of points of a grid through all colours, on each axis.
_GRID = 33
#: Converted colours stay this far below a limit: the bytes of four inks are rounded, and mixed again in a picture.
_ROUNDING = 0.02


class PrintProfile:
    """A printing condition.

    Args:
        data: the profile.
        limit: the largest sum of the four inks, 0 to 4; the conversion takes cyan, magenta and yellow out in equal
            parts where there is more, and stays a hair below.

    Attributes:
        name: its own description.
        version: of the profile's format, 2 or 4.
        most: the largest sum that the profile itself gives.

    Raises:
        ValueError: the data is no profile of a printer with cyan, magenta, yellow and black; the message says what.
    """

    def __init__(self, data: bytes, limit: float = 4.0) -> None:
        self.data = data
        self.limit = limit - _ROUNDING
        self.version = data[8] if len(data) > 8 else 0
        try:
            profile = ImageCms.ImageCmsProfile(BytesIO(data))
            core: Any = profile.profile
            kind, space = core.device_class.strip(), core.xcolor_space.strip()
            if (kind, space) != ("prtr", "CMYK"):
                raise ValueError(f"it is a profile of class '{kind}' for {space}, and not of a printer for CMYK")
            self.name = ImageCms.getProfileDescription(profile).strip() or "a profile without a name"
            source = ImageCms.ImageCmsProfile(BytesIO(SRGB_PROFILE.read_bytes()))
            intent, flags = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
            self._to_inks = ImageCms.buildTransform(source, profile, "RGB", "CMYK", intent, flags)
            seen = ImageCms.buildTransform(profile, ImageCms.createProfile("LAB"), "CMYK", "LAB", intent)
        except (ImageCms.PyCMSError, OSError) as error:
            raise ValueError("it is no ICC profile that can convert sRGB to CMYK") from error
        ramp = Image.new("CMYK", (256, 1))
        ramp.putdata([(0, 0, 0, black) for black in range(256)])
        lights: Any = ImageCms.applyTransform(ramp, seen)
        self._blacks = _inverse([light for light, _, _ in lights.get_flattened_data()])
        self._limited: ImageFilter.Color3DLUT | None = None
        grid = self._grid()
        self.most = max(map(sum, grid)) / 255
        if self.most > self.limit:
            table = [part / 255 for inks in grid for part in self._less(inks)]
            self._limited = ImageFilter.Color3DLUT(_GRID, table, channels=4, target_mode="CMYK", _copy_table=False)
        self.inks = lru_cache(maxsize=None)(self._inks)

    def _grid(self) -> list[tuple[int, ...]]:
        """The inks of all colours of the grid, red first."""
        axis = [round(255 * at / (_GRID - 1)) for at in range(_GRID)]
        image = Image.new("RGB", (_GRID * _GRID, _GRID))
        image.putdata([(red, green, blue) for blue in axis for green in axis for red in axis])
        converted: Any = ImageCms.applyTransform(image, self._to_inks)
        return list(converted.get_flattened_data())

    def _less(self, inks: tuple[int, ...]) -> tuple[float, ...]:
        """*inks* within the limit."""
        total, black = sum(inks), inks[3]
        if total <= self.limit * 255:
            return inks
        share = max(self.limit * 255 - black, 0) / (total - black)
        return (*(part * share for part in inks[:3]), min(black, self.limit * 255))

    def _inks(self, colour: Colour) -> ProcessInks:
        pixel: Any = ImageCms.applyTransform(Image.new("RGB", (1, 1), tuple(colour)), self._to_inks)
        return ProcessInks(*(part / 255 for part in self._less(pixel.getpixel((0, 0)))))

    def black_for(self, lightness: float) -> float:
        """The share of black ink, 0 to 1, for a grey of that L*, from 0 (solid black) to 100 (paper)."""
        return self._blacks[round(min(max(lightness, 0.0), 100.0) * 2.55)] / 255

    def image(self, image: Image.Image) -> Image.Image:
        """*image* (RGB, grey or CMYK, without transparency) in inks: CMYK, or grey for black ink alone."""
        match image.mode:
            case "CMYK":
                return image
            case "L":
                # the grey value that PDF has for a share of black ink
                return image.point([255 - self._blacks[round(_lightness(value) * 2.55)] for value in range(256)])
            case _ if self._limited is not None:
                return image.convert("RGB").filter(self._limited)
            case _:
                converted = ImageCms.applyTransform(image.convert("RGB"), self._to_inks)
                assert converted is not None, "only a conversion in place gives nothing"
                return converted


def _inverse(lights: list[int]) -> list[int]:
    """For each L* (0 to 255, between the lightest and the darkest of *lights*) the share of ink (0 to 255) nearest."""
    lightest, darkest = lights[0], lights[-1]
    wanted = [darkest + (lightest - darkest) * step / 255 for step in range(256)]
    return [min(range(256), key=lambda black: (abs(lights[black] - light), -black)) for light in wanted]


def _lightness(value: int) -> float:
    """L* of a grey of sRGB."""
    luminance = Colour(value, value, value).luminance
    return 116 * luminance ** (1 / 3) - 16 if luminance > 216 / 24389 else luminance * 24389 / 27
