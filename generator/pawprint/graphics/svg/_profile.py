"""The SVG profile: which elements a drawing may have, which attributes each of them has, and how a value is read.

It is a declaration; `xml_elements` holds files to it and `painter` draws what is left. What says nothing about a
printed drawing is left out without a word: metadata, animations, what drawing programs note for themselves, properties
of text outside of text. What is refused would be printed wrongly, or would read other files; `attribute_help` and
`element_help` say what to do.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from pawprint.core.paths import RawPath, ellipse, polyline, rectangle
from pawprint.core.registry import did_you_mean
from pawprint.graphics.svg._svg_values import (
    DEFAULT_FONT_SIZE,
    Reader,
    choice,
    length_along,
    lengths_along,
    radius_along,
    read_colour,
    read_dashes,
    read_decoration,
    read_fitting,
    read_font_size,
    read_fraction,
    read_length,
    read_link,
    read_paint,
    read_points,
    read_reference,
    read_relative,
    read_shift,
    read_spacing,
    read_view,
    read_weight,
    read_word,
    size_along,
)
from pawprint.graphics.svg.grammar import read_number, read_numbers, read_path, read_transform

_RULE = choice(nonzero=False, evenodd=True)

#: Properties that an element has from the one around it.
INHERITED: Mapping[str, Reader] = {
    "fill": read_paint,
    "fill-rule": _RULE,
    "fill-opacity": read_fraction,
    "stroke": read_paint,
    "stroke-width": size_along("d"),
    "stroke-linecap": choice(butt=0, round=1, square=2),
    # the last two are of SVG 2, and drawn as a miter where they are not known
    "stroke-linejoin": choice(miter=0, round=1, bevel=2, miter_clip=0, arcs=0),
    "stroke-dasharray": read_dashes,
    "stroke-dashoffset": read_length,
    "stroke-miterlimit": read_number,
    "stroke-opacity": read_fraction,
    "clip-rule": _RULE,
    "color": read_colour,
    "visibility": choice(visible=True, hidden=False, collapse=False),
    "paint-order": lambda text: text.split()[:1] == ["stroke"],
    "font-family": str.strip,
    "font-size": read_font_size,
    "font-weight": read_weight,
    "font-style": lambda text: text.strip() in ("italic", "oblique"),
    "text-anchor": choice(start=0.0, middle=0.5, end=1.0),
    "letter-spacing": read_spacing,
    "word-spacing": read_spacing,
    "text-decoration": read_decoration,
    "dominant-baseline": read_word,
    "writing-mode": lambda text: text.strip().startswith(("tb", "vertical", "sideways")),
}
#: What they are where nothing says so.
INITIAL: Mapping[str, Any] = {
    "fill": "#000000",
    "fill-rule": False,
    "fill-opacity": 1.0,
    "stroke": None,
    "stroke-width": 1.0,
    "stroke-linecap": 0,
    "stroke-linejoin": 0,
    "stroke-dasharray": (),
    "stroke-dashoffset": 0.0,
    "stroke-miterlimit": 4.0,
    "stroke-opacity": 1.0,
    "clip-rule": False,
    "color": None,
    "visibility": True,
    "paint-order": False,
    "font-family": "",
    "font-size": DEFAULT_FONT_SIZE,
    "font-weight": False,
    "font-style": False,
    "text-anchor": 0.0,
    "letter-spacing": 0.0,
    "word-spacing": 0.0,
    "text-decoration": (),
    "dominant-baseline": "auto",
    "writing-mode": False,
}
MARKERS = ("marker-start", "marker-mid", "marker-end")
#: How long a drawing is in mm, unless it is known: as long as a poker card is wide.
POKER_CARD = 63.0
#: The properties that may make an element an image, see `pawprint.graphics.svg._pixels`.
AS_PIXELS = frozenset({*MARKERS, "filter", "mix-blend-mode"})

#: Presentation: allowed on all that draws, as attributes and in `style`. Those that are not inherited come last.
PRESENTATION: Mapping[str, Reader] = {
    **INHERITED,
    "opacity": read_fraction,
    "clip-path": read_reference,
    "mask": read_reference,
    "filter": read_reference,
    "mix-blend-mode": read_word,
    "isolation": read_word,
    "display": read_word,
    "alignment-baseline": read_word,
    "baseline-shift": read_shift,
    "overflow": read_word,
    "vector-effect": read_word,
    "marker-start": read_reference,
    "marker-mid": read_reference,
    "marker-end": read_reference,
}

_STOP: Mapping[str, Reader] = {"stop-color": read_colour, "stop-opacity": read_fraction, "color": read_colour}
_LINK: Mapping[str, Reader] = {"href": read_link, "xlink:href": read_link}
_UNITS = choice(userSpaceOnUse=False, objectBoundingBox=True)
_GRADIENT: Mapping[str, Reader] = {
    "gradientUnits": _UNITS,
    "gradientTransform": read_transform,
    "spreadMethod": choice(pad="pad", reflect="reflect", repeat="repeat"),
    "color": read_colour,
    **_LINK,
}

#: Attributes and properties that change nothing in print, or nothing without what they refer to.
_INERT = frozenset(
    """
    about all aspect-ratio attributeName backface-visibility background background-color
    baseProfile block-progression buffered-rendering class clip color-adjust color-interpolation
    color-interpolation-filters color-profile color-rendering content contentScriptType contentStyleType cursor
    datatype direction dur enable-background externalResourcesRequired filterRes flood-color
    flood-opacity focusable font font-feature-settings font-kerning font-size-adjust font-stretch font-synthesis
    font-variant font-variant-alternates font-variant-caps font-variant-east-asian font-variant-ligatures
    font-variant-numeric font-variant-position font-variation-settings glyph-orientation-horizontal
    glyph-orientation-vertical hreflang id image-rendering inline-size kerning lang lighting-color line-height
    line-increment margin marker nodetypes orient padding pointer-events position preserveAspectRatio property
    rel requiredFeatures role shape-inside shape-margin shape-padding shape-rendering slope solid-color
    solid-opacity src tabindex target text-align text-align-last text-decoration-color
    text-decoration-line text-decoration-style text-indent text-orientation text-overflow text-rendering
    text-shadow text-transform title transition type typeof unicode-bidi version viewport-fill white-space
    whitespace width will-change word-break word-wrap x xmlns y zoomAndPan z-index
    """.split()  # noqa: SIM905 (a hundred words read better as words)
)
_VENDOR = re.compile(r"-[a-z]+-|--|data-|aria-|font-|text-|marker-|stroke-(?:cmyk|align)|flood-|filter-|animation")


def says_nothing(name: str) -> bool:
    """True if the attribute or property *name* says nothing about the drawing, and may be anywhere."""
    return name in _INERT or ":" in name or _VENDOR.match(name) is not None


_ATTRIBUTE_HELP = {
    "clipPathUnits": "write userSpaceOnUse or objectBoundingBox",
    "transform-origin": "write the point into the transformation: rotate(45 50 50)",
    "textLength": "remove it: letters keep the distances of their font",
}


def attribute_help(name: str, known: Mapping[str, Reader]) -> str | None:
    """What to do about an attribute or property *name* where only *known* ones are read; None where it may be left
    out without a word."""
    if name in _ATTRIBUTE_HELP:
        return _ATTRIBUTE_HELP[name]
    if name.startswith("on"):
        return "remove it: a drawing does nothing"
    # A word that is nearly one of the known ones is most likely meant as that.
    return None if says_nothing(name) or name in _EVERY_NAME else did_you_mean(name[:40], known)


# --- elements -----------------------------------------------------------------------------------------------

_SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
_GRADIENTS = ("linearGradient", "radialGradient")
_GROUPS = ("g", "a", "switch", "svg", "use", "text", "image")
_ANYTHING = frozenset(
    {*_GROUPS, "defs", "symbol", "clipPath", "mask", "pattern", "marker", "filter", "style", *_SHAPES, *_GRADIENTS}
)

#: Elements that may be clipped with, drawn where they are, drawn by `use`, painted with.
CLIPS, DRAWN, PAINTS = frozenset({"clipPath"}), frozenset({*_GROUPS, *_SHAPES}), frozenset({*_GRADIENTS, "pattern"})
GRADIENTS, USED = frozenset(_GRADIENTS), frozenset({*_GROUPS, *_SHAPES, "symbol"})
#: Elements that say something about the drawing, or how it moves on a screen: they may be anywhere, and are left out.
SILENT = frozenset(
    """
    title desc metadata view cursor font font-face color-profile flowRoot hatch solidColor animate animateColor
    animateTransform animateMotion set discard mpath
    """.split()  # noqa: SIM905 (a hundred words read better as words)
)


class Kind(NamedTuple):
    """What the profile says about one element.

    Attributes:
        attributes: how each is read; `id`, `style` and what says nothing come on top.
        needs: attributes without which it would draw nothing; `href` is also found as `xlink:href`.
        children: elements allowed inside, `SILENT` ones apart; None for an element whose inside is not read.
        styled: which of its attributes may also be written in `style`.
        outline: its path in user units, from the values read; None for what is no shape.
    """

    attributes: Mapping[str, Reader]
    needs: tuple[str, ...] = ()
    children: frozenset[str] | None = frozenset()
    styled: Mapping[str, Reader] = MappingProxyType({})
    outline: Callable[[Mapping[str, Any]], RawPath] | None = None


#: Conditions of being drawn at all, for which `switch` looks.
_CONDITIONS: Mapping[str, Reader] = {"requiredExtensions": str.strip, "systemLanguage": str.strip}


def _drawn(own: Mapping[str, Reader], **more: Any) -> Kind:
    attributes = {**own, "transform": read_transform, "xml:space": str.strip, **_CONDITIONS, **PRESENTATION}
    return Kind(attributes=attributes, styled=PRESENTATION, **more)


def _rect(v: Mapping[str, Any]) -> RawPath:
    # A radius that is not given is as long as the other one.
    rx, ry = v.get("rx"), v.get("ry")
    rx, ry = (ry if rx is None else rx) or 0.0, (rx if ry is None else ry) or 0.0
    return rectangle(v.get("x", 0.0), v.get("y", 0.0), v.get("width", 0.0), v.get("height", 0.0), rx, ry)


def _circle(v: Mapping[str, Any]) -> RawPath:
    r = v.get("r", 0.0)
    return ellipse(v.get("cx", 0.0), v.get("cy", 0.0), v.get("rx", r), v.get("ry", r))


def _line(v: Mapping[str, Any]) -> RawPath:
    return polyline([v.get(name, 0.0) for name in ("x1", "y1", "x2", "y2")], closed=False)


_X, _Y = length_along("x"), length_along("y")
_XY: Mapping[str, Reader] = {"x": _X, "y": _Y}
_TEXT_PLACES: Mapping[str, Reader] = {
    **{name: lengths_along(name[-1]) for name in ("x", "y", "dx", "dy")},
    "rotate": lambda text: tuple(read_numbers(text)),
}
_SIZE: Mapping[str, Reader] = {"width": size_along("x"), "height": size_along("y")}
_CENTRE: Mapping[str, Reader] = {"cx": _X, "cy": _Y}
_ENDS = ("x1", "y1", "x2", "y2")
_VIEW: Mapping[str, Reader] = {"viewBox": read_view, "preserveAspectRatio": read_fitting}
_BOX: Mapping[str, Reader] = dict.fromkeys(("x", "y", "width", "height"), read_relative)

#: The profile.
ELEMENTS: Mapping[str, Kind] = {
    "svg": _drawn({**_VIEW, **_XY, **_SIZE}, children=_ANYTHING),
    "g": _drawn({}, children=_ANYTHING),
    "a": _drawn({}, children=_ANYTHING),
    "switch": _drawn({}, children=_ANYTHING | {"foreignObject"}),
    "foreignObject": Kind(attributes={}, children=None),
    "defs": _drawn({}, children=_ANYTHING),
    "symbol": _drawn({**_VIEW, **_XY, **_SIZE}, children=_ANYTHING),
    "style": Kind(attributes={}, children=None),
    "use": _drawn({**_XY, **_SIZE, **_LINK}, needs=("href",)),
    "image": _drawn(
        {**_XY, **_SIZE, "preserveAspectRatio": read_fitting, "href": str.strip, "xlink:href": str.strip},
        needs=("href",),
    ),
    "text": _drawn(_TEXT_PLACES, children=frozenset({"tspan", "a"})),
    "tspan": _drawn(_TEXT_PLACES, children=frozenset({"tspan", "a"})),
    "path": _drawn({"d": read_path}, outline=lambda v: v.get("d", [])),
    "rect": _drawn({**_XY, **_SIZE, "rx": radius_along("x"), "ry": radius_along("y")}, outline=_rect),
    "circle": _drawn({**_CENTRE, "r": size_along("d")}, outline=_circle),
    "ellipse": _drawn({**_CENTRE, "rx": size_along("x"), "ry": size_along("y")}, outline=_circle),
    "line": _drawn({"x1": _X, "y1": _Y, "x2": _X, "y2": _Y}, outline=_line),
    "polyline": _drawn({"points": read_points}, outline=lambda v: polyline(v.get("points", []), closed=False)),
    "polygon": _drawn({"points": read_points}, outline=lambda v: polyline(v.get("points", []), closed=True)),
    "clipPath": _drawn({"clipPathUnits": _UNITS}, needs=("id",), children=frozenset({"use", "text", *_SHAPES})),
    "mask": _drawn(
        {"maskUnits": _UNITS, "maskContentUnits": _UNITS, "mask-type": read_word, **_BOX},
        needs=("id",),
        children=_ANYTHING,
    ),
    "pattern": _drawn(
        {
            "patternUnits": _UNITS,
            "patternContentUnits": _UNITS,
            "patternTransform": read_transform,
            **_VIEW,
            **_BOX,
            **_LINK,
        },
        needs=("id",),
        children=_ANYTHING,
    ),
    "marker": _drawn(
        {
            "markerUnits": choice(strokeWidth=True, userSpaceOnUse=False),
            "markerWidth": size_along("x"),
            "markerHeight": size_along("y"),
            "refX": _X,
            "refY": _Y,
            "orient": str.strip,
            **_VIEW,
        },
        needs=("id",),
        children=_ANYTHING,
    ),
    "filter": Kind(attributes={}, needs=("id",), children=None),
    "linearGradient": Kind(
        attributes={**dict.fromkeys(_ENDS, read_relative), **_GRADIENT},
        needs=("id",),
        children=frozenset({"stop"}),
        styled={"color": read_colour},
    ),
    "radialGradient": Kind(
        attributes={**dict.fromkeys(("cx", "cy", "r", "fx", "fy", "fr"), read_relative), **_GRADIENT},
        needs=("id",),
        children=frozenset({"stop"}),
        styled={"color": read_colour},
    ),
    "stop": Kind(attributes={"offset": read_fraction, **_STOP}, styled=_STOP),
}
#: What some element has, and says nothing on all others.
_EVERY_NAME = frozenset(name for kind in ELEMENTS.values() for name in kind.attributes)

_ELEMENT_HELP = {
    "textPath": "convert the text to paths in your drawing program",
    "meshgradient": "use a linear or radial gradient",
    "foreignObject": "draw it as paths",
    "script": "remove it: a drawing does nothing",
}


def element_help(name: str) -> str:
    """What to do about an element *name* that is not in `ELEMENTS`."""
    if name in _ELEMENT_HELP:
        return _ELEMENT_HELP[name]
    return did_you_mean(name[:40], ELEMENTS) or f"there are {', '.join(ELEMENTS)}"
