"""The values of SVG attributes and CSS properties: text -> colours, lengths, fractions, references, choices.

A reader takes a value as written and raises `BadValue` where it is outside its grammar. Colours that are not written as
`#rrggbb` or as one of the basic names are read by tinycss2.
"""

import math
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from pawprint.core.colour import Colour
from pawprint.core.image_reader import MAX_RATIO
from pawprint.core.picture import CURRENT, ColourName
from pawprint.core.registry import did_you_mean
from pawprint.graphics.svg.grammar import BadValue, read_number, read_numbers, short

#: Reads a value as written.
#: Raises:
#:     BadValue: it is outside the grammar.
Reader = Callable[[str], Any]


class Reference(NamedTuple):
    """`url(#id)`: what the element with that id says; *otherwise* is the paint that follows, where there is one."""

    id: str
    otherwise: "ColourName | Faded | None" = None
    has_otherwise: bool = False


class Faded(NamedTuple):
    """A transparent colour."""

    colour: ColourName
    opacity: float


class Relative(NamedTuple):
    """A number, or that many hundredths of something known only later."""

    number: float
    percent: bool = False

    def of(self, whole: float) -> float:
        """The number, a percentage taken of *whole*."""
        return self.number * whole / 100 if self.percent else self.number


class Measures(NamedTuple):
    """What relative lengths of an element refer to, in user units."""

    width: float
    height: float
    font_size: float


class ElementLength(NamedTuple):
    """A length that depends on where it is written: on the `Measures` of its element.

    Attributes:
        unit: `%`, `em`, `ex` or `rem`.
        axis: what a percentage is a part of: `x` the width, `y` the height, `d` the diagonal, `f` the size of the font.
    """

    number: float
    unit: str
    axis: str

    def of(self, measures: Measures) -> float:
        """The length in user units."""
        if self.unit == "rem":
            return self.number * DEFAULT_FONT_SIZE
        if self.unit != "%":
            return self.number * measures.font_size * (0.5 if self.unit == "ex" else 1.0)
        width, height, size = measures
        diagonal = math.hypot(width, height) / math.sqrt(2)
        return self.number / 100 * {"x": width, "y": height, "f": size}.get(self.axis, diagonal)


#: Of CSS: `medium`.
DEFAULT_FONT_SIZE = 16.0

# --- colours ------------------------------------------------------------------------------------------------

#: The basic colours of CSS 2.1; they stay literal, since a palette knows only its own names.
BASIC_COLOURS = {
    "aqua": "#00ffff",
    "black": "#000000",
    "blue": "#0000ff",
    "fuchsia": "#ff00ff",
    "gray": "#808080",
    "green": "#008000",
    "lime": "#00ff00",
    "maroon": "#800000",
    "navy": "#000080",
    "olive": "#808000",
    "orange": "#ffa500",
    "purple": "#800080",
    "red": "#ff0000",
    "silver": "#c0c0c0",
    "teal": "#008080",
    "white": "#ffffff",
    "yellow": "#ffff00",
}
_COLOUR_HELP = "write var(--name) for one of the palette, currentColor, none, #rrggbb or a colour of CSS"
# Possessive quantifiers, as in `grammar`: each pattern gives up after one pass over a hostile value.
_VARIABLE = re.compile(r"var\(\s*+--([A-Za-z][A-Za-z0-9_-]*+)\s*+(?:,.*)?\)", re.DOTALL)
_URL = re.compile(r"""url\(\s*+(["']?+)#([^"'()\s]++)\1\s*+\)""")
_ICC = re.compile(r"\s++icc-color\(.*", re.DOTALL)
#: The longest colour that is given to the parser of CSS.
_LONGEST_COLOUR = 80


def read_colour(text: str) -> ColourName | Faded:
    """A plain colour.

    Raises:
        BadValue: anything else.
    """
    text = text.strip()
    match = _VARIABLE.fullmatch(text)
    if match:
        return match[1]
    lower = text.lower()
    if lower in BASIC_COLOURS:
        return BASIC_COLOURS[lower]
    if lower == "currentcolor":
        return CURRENT
    if lower == "none" or _URL.match(text):
        raise BadValue(
            f"{short(text)} cannot stand here",
            "write a plain colour, or url(#id) alone where a gradient may be",
        )
    if len(text) in (4, 7) and text.startswith("#"):
        try:
            return str(Colour.parse(text))
        except ValueError:
            raise BadValue(f"{short(text)} is not a colour", "write #rrggbb or #rgb") from None
    found = _css_colour(_ICC.sub("", lower))
    if found is not None:
        return found
    if text.startswith("#"):
        raise BadValue(f"{short(text)} is not a colour", "write #rrggbb or #rgb")
    if "(" in lower and not lower.startswith("var"):
        raise BadValue(f"{short(text)} is not a colour that is known here", "write it as #rrggbb")
    guess = did_you_mean(lower, BASIC_COLOURS) if len(lower) < 40 else None
    raise BadValue(f"{short(text)} is not a colour", guess or _COLOUR_HELP)


def _css_colour(text: str) -> ColourName | Faded | None:
    if len(text) > _LONGEST_COLOUR or text.startswith("var"):
        return None
    from tinycss2 import color4

    try:
        parsed = color4.parse_color(text)
        if parsed is None or isinstance(parsed, str):
            return None
        red, green, blue = (round(min(max(part or 0.0, 0.0), 1.0) * 255) for part in parsed.to("srgb").coordinates)
    except (NotImplementedError, ValueError, OverflowError):  # a colour space that cannot become sRGB, or no number
        return None
    colour, opacity = str(Colour(red, green, blue)), min(max(float(parsed.alpha or 0.0), 0.0), 1.0)
    return colour if opacity == 1 else Faded(colour, opacity)


def read_paint(text: str) -> ColourName | Faded | Reference | None:
    """What fills or strokes: a colour, `none`, or a reference with or without a colour behind it.

    Raises:
        BadValue: anything else.
    """
    text = text.strip()
    if text.lower() in ("none", "context-fill", "context-stroke"):
        return None
    match = _URL.match(text)
    if match is None:
        return read_colour(text)
    rest = text[match.end() :].strip()
    if not rest:
        return Reference(match[2])
    return Reference(match[2], None if rest.lower() == "none" else read_colour(rest), True)


def read_reference(text: str) -> Reference | None:
    """`none`, or `url(#id)`.

    Raises:
        BadValue: anything else.
    """
    if text.strip() == "none":
        return None
    match = _URL.fullmatch(text.strip())
    if not match:
        raise BadValue(f"{short(text)} is not a reference", "write url(#id) with the id of an element of this file")
    return Reference(match[2])


def read_link(text: str) -> str:
    """The id in `#id`.

    Raises:
        BadValue: a reference to another file.
    """
    text = text.strip()
    if not text.startswith("#") or len(text) < 2:
        raise BadValue(f"{short(text)} leads out of the file", "write #id with the id of one of its elements")
    return text[1:]


# --- lengths and numbers ------------------------------------------------------------------------------------

#: Units of CSS in user units, of which an inch has 96.
_UNITS = {"px": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "q": 96 / 101.6}
_RELATIVE_UNITS = ("%", "rem", "em", "ex")
_UNIT = re.compile(r"(?<=[0-9.])(?:[a-zA-Z]{1,3}+|%)\Z")


def read_length(text: str, axis: str = "d") -> float | ElementLength:
    """A length with or without a unit; *axis* as in `ElementLength`.

    Raises:
        BadValue: anything else.
    """
    text = text.strip()
    match = _UNIT.search(text[-6:])
    if not match:
        return read_number(text)
    unit, number = match[0].lower(), text[: len(text) - len(match[0])]
    if unit in _UNITS:
        return read_number(number) * _UNITS[unit]
    if unit in _RELATIVE_UNITS:
        return ElementLength(read_number(number), unit, axis)
    raise BadValue(f"{short(text)} has a unit that is unknown", "write px, mm, cm, in, pt, pc, em or %")


def length_along(axis: str) -> Reader:
    """Reads a length, a percentage of which is a part of *axis*."""
    return lambda text: read_length(text, axis)


def size_along(axis: str) -> Reader:
    """Reads a length of 0 or more."""

    def read(text: str) -> float | ElementLength:
        length = read_length(text, axis)
        if (length.number if isinstance(length, ElementLength) else length) < 0:
            raise BadValue(f"{short(text)} is negative", "write a number of 0 or more")
        return length

    return read


def radius_along(axis: str) -> Reader:
    """Reads the radius of a corner; `auto` (None) is as long as the other one."""
    read = size_along(axis)
    return lambda text: None if text.strip() == "auto" else read(text)


def read_fraction(text: str) -> float:
    """A number or a percentage, brought between 0 and 1.

    Raises:
        BadValue: anything else.
    """
    return min(max(_number_or_percentage(text).of(1.0), 0.0), 1.0)


def read_relative(text: str) -> Relative | ElementLength:
    """A coordinate of a gradient, a mask or a pattern: whether it is a part of a shape is known only later.

    Raises:
        BadValue: anything else.
    """
    if text.strip().endswith("%"):
        return _number_or_percentage(text)
    length = read_length(text)
    return length if isinstance(length, ElementLength) else Relative(length)


def _number_or_percentage(text: str) -> Relative:
    percent = text.strip().endswith("%")
    return Relative(read_number(text.strip()[:-1] if percent else text), percent)


def read_dashes(text: str) -> tuple[float | ElementLength, ...]:
    """The lengths of dashes and gaps; empty for a solid line.

    Raises:
        BadValue: anything else, or a negative length.
    """
    if text.strip() == "none":
        return ()
    numbers: list[float | ElementLength]
    if re.search("[a-df-zA-DF-Z%]", text):
        words = text.replace(",", " ").split()
        numbers = [read_length(word) for word in words[:1000]]
    else:
        numbers = [*read_numbers(text)]
    plain = [number.number if isinstance(number, ElementLength) else number for number in numbers]
    if any(number < 0 for number in plain):
        raise BadValue(f"{short(text)} has a negative number")
    # As SVG wants it: an odd list is said twice, and one without any length means a solid line.
    return tuple(numbers if len(numbers) % 2 == 0 else numbers * 2) if any(plain) else ()


def read_points(text: str) -> list[float]:
    """The points of a polygon.

    Raises:
        BadValue: anything else.
    """
    numbers = read_numbers(text)
    if len(numbers) % 2:
        raise BadValue(f"{len(numbers)} numbers do not make points", "write x and y for each point")
    return numbers


def choice(**choices: Any) -> Reader:
    """Reads one of some words; an underscore in a name is a hyphen in the file."""
    words = {name.replace("_", "-"): value for name, value in choices.items()}

    def read(text: str) -> Any:
        if text.strip() not in words:
            raise BadValue(f"{short(text)} is not a choice", f"write {' or '.join(words)}")
        return words[text.strip()]

    return read


def read_word(text: str) -> str:
    """The value as it is written, in lower case."""
    return text.strip().lower()


#: In units of the drawing; in a smaller view, points of the drawing lie kilometres apart on paper.
_SMALLEST_VIEW = 0.001


def is_drawable(width: float, height: float) -> bool:
    """True if a drawing may have these sides, > 0."""
    return min(width, height) >= _SMALLEST_VIEW and max(width, height) <= MAX_RATIO * min(width, height)


def read_view(text: str) -> tuple[float, float, float, float]:
    """A viewBox: x, y, width and height, the last two > 0.

    Raises:
        BadValue: anything else.
    """
    numbers = read_numbers(text)
    if len(numbers) != 4:
        raise BadValue(f"{short(text)} has {len(numbers)} numbers", "write x y width height: 0 0 100 100")
    x, y, width, height = numbers
    if width <= 0 or height <= 0:
        raise BadValue(f"{short(text)} has no area", "width and height must be greater than 0")
    if not is_drawable(width, height):
        help = f"use sides of at least {_SMALLEST_VIEW}, one at most {MAX_RATIO} times the other"
        raise BadValue(f"{short(text)} is no size of a drawing", help)
    return x, y, width, height


#: How a view is fitted into a viewport: the shares of the free space to the left and above, and whether it is sliced;
#: None stretches it.
Fitting = tuple[float, float, bool] | None


def read_fitting(text: str) -> Fitting:
    """The value of preserveAspectRatio.

    Raises:
        BadValue: anything else.
    """
    words = text.replace("defer", "").split()
    if words[:1] == ["none"]:
        return None
    match = re.fullmatch(r"x(Min|Mid|Max)Y(Min|Mid|Max)", words[0] if words else "xMidYMid")
    if not match or words[1:] not in ([], ["meet"], ["slice"]):
        raise BadValue(f"{short(text)} is not a choice", "write xMidYMid meet, or none")
    shares = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    return shares[match[1]], shares[match[2]], words[1:] == ["slice"]


def read_font_size(text: str) -> float | ElementLength:
    """The size of a font, in user units.

    Raises:
        BadValue: anything else.
    """
    sizes = ("xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large")
    word = text.strip()
    if word in sizes:
        return DEFAULT_FONT_SIZE * 1.2 ** (sizes.index(word) - 3)
    if word in ("smaller", "larger"):
        return ElementLength(1 / 1.2 if word == "smaller" else 1.2, "em", "f")
    return read_length(word, "f")


def read_weight(text: str) -> bool:
    """True if a font is bold.

    Raises:
        BadValue: anything else.
    """
    word = text.strip()
    if word in ("normal", "bold", "bolder", "lighter"):
        return word.startswith("bold")
    return read_number(word) >= 600


def read_spacing(text: str) -> float | ElementLength:
    """The space added after each letter.

    Raises:
        BadValue: anything else.
    """
    return 0.0 if text.strip() == "normal" else read_length(text, "f")


def lengths_along(axis: str) -> Reader:
    """Reads a list of coordinates, of which texts may have several."""
    return lambda text: tuple(read_length(word, axis) for word in text.replace(",", " ").split())


def read_shift(text: str) -> str | float | ElementLength:
    """How far letters stand above the line.

    Raises:
        BadValue: anything else.
    """
    word = text.strip()
    return word if word in ("sub", "super", "baseline") else read_length(word, "f")


def read_decoration(text: str) -> tuple[str, ...]:
    """The lines beside a text."""
    return tuple(line for line in ("underline", "line-through", "overline") if line in text.lower().split())
