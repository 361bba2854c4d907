"""The SVG profile: which elements a drawing may have, which attributes each of them, and how a value reads.

It is a declaration; `svgxml` holds files to it and `svg` draws what is left. What is absent is absent because
a press could not print it as sharp vector shapes, or because it would read other files.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, NamedTuple

from pawprint.core.colour import Colour
from pawprint.core.paths import RawPath, ellipse, polyline, rectangle
from pawprint.core.picture import CURRENT, ColourName
from pawprint.core.registry import did_you_mean
from pawprint.svg.grammar import BadValue, read_number, read_numbers, read_path, read_transform, short

#: Reads a value as written.
#: Raises:
#:     BadValue: it is outside the profile.
Reader = Callable[[str], Any]


class Reference(NamedTuple):
    """`url(#id)`: paint or clip as the element with that id says."""

    id: str


class Relative(NamedTuple):
    """A number, or that many hundredths of something known only later."""

    number: float
    percent: bool = False

    def of(self, whole: float) -> float:
        """The number, a percentage taken of *whole*."""
        return self.number * whole / 100 if self.percent else self.number


# --- values -------------------------------------------------------------------------------------------------

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
_COLOUR_HELP = "write var(--name) for one of the palette, currentColor, none, #rrggbb or a basic name"
# Possessive quantifiers, as in `svgpath`: each pattern gives up after one pass over a hostile value.
_VARIABLE = re.compile(r"var\(\s*+--([A-Za-z][A-Za-z0-9_-]*+)\s*+(?:,.*)?\)", re.DOTALL)
_URL = re.compile(r"""url\(\s*+(["']?+)#([^"'()\s]++)\1\s*+\)""")


def _solid(text: str) -> ColourName:
    text = text.strip()
    match = _VARIABLE.fullmatch(text)
    if match:
        return match[1]
    lower = text.lower()
    if lower in BASIC_COLOURS:
        return BASIC_COLOURS[lower]
    if lower == "currentcolor":
        return CURRENT
    if text.startswith("#"):
        try:
            return str(Colour.parse(text))
        except ValueError:
            raise BadValue(f"{short(text)} is not a colour", "write #rrggbb or #rgb") from None
    if lower == "none" or _URL.match(text):
        raise BadValue(
            f"{short(text)} cannot stand here",
            "write a plain colour, or url(#id) alone where a gradient may be",
        )
    if lower == "transparent":
        raise BadValue("'transparent' is not a colour of the profile", "write none")
    if "(" in lower and not lower.startswith("var"):
        raise BadValue(f"{short(text)} is not a colour of the profile", "write it as #rrggbb")
    guess = did_you_mean(lower, BASIC_COLOURS) if len(lower) < 40 else None
    raise BadValue(f"{short(text)} is not a colour", guess or _COLOUR_HELP)


def _fill(text: str) -> ColourName | Reference | None:
    match = _URL.fullmatch(text.strip())
    if match:
        return Reference(match[2])
    return None if text.strip().lower() == "none" else _solid(text)


def _stroke(text: str) -> ColourName | None:
    if _URL.match(text.strip()):
        raise BadValue("a stroke cannot have a gradient", "use a plain colour, or turn it into a path")
    return None if text.strip().lower() == "none" else _solid(text)


def _clip(text: str) -> Reference | None:
    if text.strip() == "none":
        return None
    match = _URL.fullmatch(text.strip())
    if not match:
        raise BadValue(f"{short(text)} is not a reference", "write url(#id) with the id of a clipPath")
    return Reference(match[2])


def _href(text: str) -> str:
    text = text.strip()
    if not text.startswith("#") or len(text) < 2:
        raise BadValue(f"{short(text)} leads out of the file", "write #id with the id of one of its elements")
    return text[1:]


def _length(text: str) -> float:
    return read_number(text.strip().removesuffix("px"))  # a px is a user unit, by definition


def read_size(text: str) -> float:
    """A length of 0 or more.

    Raises:
        BadValue: anything else.
    """
    number = _length(text)
    if number < 0:
        raise BadValue(f"{short(text)} is negative", "write a number of 0 or more")
    return number


def _fraction(text: str) -> float:
    number = -1.0 if text.strip().endswith("%") else read_number(text)
    if not 0 <= number <= 1:
        raise BadValue(f"{short(text)} is not between 0 and 1", "write a number such as 0.5")
    return number


def _opaque(text: str) -> None:
    if _fraction(text) != 1:
        raise BadValue(
            "a gradient cannot fade out: it must be 1",
            "fade to the colour behind, or use opacity on the whole shape",
        )


def _relative(text: str) -> Relative:
    percent = text.strip().endswith("%")
    return Relative(read_number(text.strip()[:-1]) if percent else _length(text), percent)


def _offset(text: str) -> float:
    number = _relative(text).of(1.0)
    if not 0 <= number <= 1:
        raise BadValue(f"{short(text)} is not between 0 and 1", "write a number such as 0.5, or 50%")
    return number


def _dashes(text: str) -> tuple[float, ...]:
    if text.strip() == "none":
        return ()
    numbers = read_numbers(text.replace("px", "  "))
    if any(number < 0 for number in numbers):
        raise BadValue(f"{short(text)} has a negative number")
    # As SVG wants it: an odd list is said twice, and one without any length means a solid line.
    return tuple(numbers if len(numbers) % 2 == 0 else numbers * 2) if any(numbers) else ()


def _points(text: str) -> list[float]:
    numbers = read_numbers(text)
    if len(numbers) % 2:
        raise BadValue(f"{len(numbers)} numbers do not make points", "write x and y for each point")
    return numbers


def _choice(**choices: Any) -> Reader:
    def read(text: str) -> Any:
        if text.strip() not in choices:
            raise BadValue(f"{short(text)} is not a choice", f"write {' or '.join(choices)}")
        return choices[text.strip()]

    return read


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
    return x, y, width, height


# --- attributes ---------------------------------------------------------------------------------------------

#: Presentation: allowed on all that draws, as attributes and in `style`. All but the last two are inherited.
PRESENTATION: Mapping[str, Reader] = {
    "fill": _fill,
    "fill-rule": _choice(nonzero=False, evenodd=True),
    "fill-opacity": _fraction,
    "stroke": _stroke,
    "stroke-width": read_size,
    "stroke-linecap": _choice(butt=0, round=1, square=2),
    "stroke-linejoin": _choice(miter=0, round=1, bevel=2),
    "stroke-dasharray": _dashes,
    "stroke-miterlimit": read_number,  # read, to be sure that it is one, and not used
    "stroke-opacity": _fraction,
    "clip-rule": _choice(nonzero=False, evenodd=True),
    "opacity": _fraction,
    "clip-path": _clip,
}

_STOP: Mapping[str, Reader] = {"stop-color": _solid, "stop-opacity": _opaque}
_LINK: Mapping[str, Reader] = {"href": _href, "xlink:href": _href}
_UNITS = _choice(userSpaceOnUse=False, objectBoundingBox=True)
_GRADIENT: Mapping[str, Reader] = {
    "gradientUnits": _UNITS,
    "gradientTransform": read_transform,
    "spreadMethod": _choice(pad=None),
    **_LINK,
}


def tolerated(name: str) -> bool:
    """Whether an attribute says nothing about the drawing, and may stand anywhere."""
    return name in ("xmlns", "version", "xml:space", "xml:lang", "role") or name.startswith(
        ("xmlns:", "data-", "aria-")
    )


_ATTRIBUTE_HELP = {
    "class": 'write the properties themselves, as fill="…" or style="fill:…"',
    "filter": "drawings are printed as sharp shapes: use plain or gradient fills",
    "mask": "cut with clip-path, or fade with a gradient between two colours",
    "color": "remove it: currentColor is the tint that the layout gives",
    "display": "remove the attribute, or the element if it is hidden",
    "visibility": "remove the attribute, or the element if it is hidden",
    "stroke-dashoffset": "remove it, and let the path begin where the dashes shall",
    "preserveAspectRatio": "remove it: drawings always keep their proportions",
    "marker": "draw the marker as a path of its own",
    "font": "convert the text to paths",
    "fx": "remove it: the focus of a radial gradient is its centre",
    "fy": "remove it: the focus of a radial gradient is its centre",
    "fr": "remove it: a radial gradient begins in its centre",
    "clipPathUnits": "remove it, and write the clip in user units",
    "vector-effect": "remove it: strokes grow with the drawing",
    "paint-order": "remove it: strokes lie on fills",
    "mix-blend-mode": "remove it: colours are printed as they are",
    "transform": "put it on a g inside",
    "pathLength": "remove it, and write the dashes in user units",
}


def attribute_help(name: str, known: Mapping[str, Reader]) -> str:
    """What to do about an attribute or property *name* where only *known* ones are allowed."""
    if name.startswith("on"):
        return "remove it: a drawing does nothing"
    if ":" in name:
        return "remove it, or save the file as plain SVG"
    family = name.partition("-")[0]  # font-size, marker-end
    help = _ATTRIBUTE_HELP.get(name if name in _ATTRIBUTE_HELP else family)
    return help or did_you_mean(name[:40], known) or "remove it"


# --- elements -----------------------------------------------------------------------------------------------

_SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
_GRADIENTS = ("linearGradient", "radialGradient")
_ANYTHING = frozenset({"g", "use", "defs", "clipPath", *_SHAPES, *_GRADIENTS})

#: Elements that may be clipped with, drawn by `use`, painted with.
CLIPS, DRAWN, PAINTS = frozenset({"clipPath"}), frozenset({"g", "use", *_SHAPES}), frozenset(_GRADIENTS)
#: Elements that say something about the drawing to its reader; they may stand anywhere, and are skipped.
WORDS = frozenset({"title", "desc"})


class Kind(NamedTuple):
    """What the profile says about one element.

    Attributes:
        attributes: how each is read; `id`, `style` and what is `tolerated` come on top.
        needs: attributes without which it would draw nothing; `href` is also found as `xlink:href`.
        children: elements allowed inside, `WORDS` apart.
        styled: which of its attributes may also be written in `style`.
        outline: its path in user units, from the values read; None for what is no shape.
    """

    attributes: Mapping[str, Reader]
    needs: tuple[str, ...] = ()
    children: frozenset[str] = frozenset()
    styled: Mapping[str, Reader] = field(default_factory=dict)
    outline: Callable[[Mapping[str, Any]], RawPath] | None = None


def _drawn(own: Mapping[str, Reader], **more: Any) -> Kind:
    return Kind(attributes={**own, "transform": read_transform, **PRESENTATION}, styled=PRESENTATION, **more)


def _rect(v: Mapping[str, Any]) -> RawPath:
    # A radius that is not given is as long as the other one.
    rx, ry = v.get("rx", v.get("ry", 0.0)), v.get("ry", v.get("rx", 0.0))
    return rectangle(v.get("x", 0.0), v.get("y", 0.0), v.get("width", 0.0), v.get("height", 0.0), rx, ry)


def _circle(v: Mapping[str, Any]) -> RawPath:
    r = v.get("r", 0.0)
    return ellipse(v.get("cx", 0.0), v.get("cy", 0.0), v.get("rx", r), v.get("ry", r))


def _line(v: Mapping[str, Any]) -> RawPath:
    return polyline([v.get(name, 0.0) for name in ("x1", "y1", "x2", "y2")], closed=False)


_XY: Mapping[str, Reader] = {"x": _length, "y": _length}
_CENTRE: Mapping[str, Reader] = {"cx": _length, "cy": _length}
_ENDS = ("x1", "y1", "x2", "y2")

#: The profile.
ELEMENTS: Mapping[str, Kind] = {
    "svg": Kind(
        # x and y mean nothing on the outermost element, width and height nothing beside a viewBox
        attributes={
            "viewBox": read_view,
            **dict.fromkeys(("x", "y", "width", "height"), str),
            **PRESENTATION,
        },
        children=_ANYTHING,
        styled=PRESENTATION,
    ),
    "g": _drawn({}, children=_ANYTHING),
    "defs": Kind(attributes={}, children=_ANYTHING),
    "use": _drawn({**_XY, **_LINK}, needs=("href",)),
    "path": _drawn({"d": read_path}, needs=("d",), outline=lambda v: v.get("d", [])),
    "rect": _drawn(
        {**_XY, **dict.fromkeys(("width", "height", "rx", "ry"), read_size)},
        needs=("width", "height"),
        outline=_rect,
    ),
    "circle": _drawn({**_CENTRE, "r": read_size}, needs=("r",), outline=_circle),
    "ellipse": _drawn({**_CENTRE, "rx": read_size, "ry": read_size}, needs=("rx", "ry"), outline=_circle),
    "line": _drawn(dict.fromkeys(_ENDS, _length), outline=_line),
    "polyline": _drawn(
        {"points": _points}, needs=("points",), outline=lambda v: polyline(v.get("points", []), closed=False)
    ),
    "polygon": _drawn(
        {"points": _points}, needs=("points",), outline=lambda v: polyline(v.get("points", []), closed=True)
    ),
    "clipPath": Kind(
        attributes={
            "transform": read_transform,
            "clipPathUnits": _choice(userSpaceOnUse=None),
            "clip-rule": PRESENTATION["clip-rule"],
        },
        needs=("id",),
        children=frozenset({"use", *_SHAPES}),
    ),
    "linearGradient": Kind(
        attributes={**dict.fromkeys(_ENDS, _relative), **_GRADIENT},
        needs=("id",),
        children=frozenset({"stop"}),
    ),
    "radialGradient": Kind(
        attributes={**dict.fromkeys(("cx", "cy", "r"), _relative), **_GRADIENT},
        needs=("id",),
        children=frozenset({"stop"}),
    ),
    "stop": Kind(attributes={"offset": _offset, **_STOP}, styled=_STOP),
}

_STILL = "remove it: paper does not move"
_ELEMENT_HELP = {
    "svg": "use a g with transform instead of an svg inside the svg",
    "text": "convert the text to paths in your drawing program",
    "tspan": "convert the text to paths in your drawing program",
    "image": "redraw it as paths, or let the layout place the image file itself",
    "style": 'write the properties on the elements, as fill="…" or style="fill:…"',
    "filter": "drawings are printed as sharp shapes: use plain or gradient fills",
    "mask": "cut with a clipPath, or fade with a gradient between two colours",
    "marker": "draw the marker as a path of its own",
    "pattern": "repeat the shape with use",
    "meshgradient": "use a linear or radial gradient",
    "foreignObject": "draw it as paths",
    "script": "remove it: a drawing does nothing",
    "animate": _STILL,
    "animateTransform": _STILL,
    "animateMotion": _STILL,
    "set": _STILL,
    "symbol": "make it a g inside defs, and use that",
    "a": "make it a g",
    "switch": "make it a g with what is to be seen",
    "metadata": "remove it, or save the file as plain SVG",
}


def element_help(name: str) -> str:
    """What to do about an element *name* that is not in `ELEMENTS`, or an inner `svg`."""
    if name in _ELEMENT_HELP:
        return _ELEMENT_HELP[name]
    if ":" in name:
        return "remove it, or save the file as plain SVG"
    return did_you_mean(name[:40], ELEMENTS) or f"there are {', '.join(ELEMENTS)}"
