"""Colours of a document's style -> custom properties of a web page, each with a value for light and one for dark."""

import colorsys

from pawprint.core.colour import BLACK, WHITE, Colour

#: The ground of a page in the dark, and of pictures that are drawn for paper.
NIGHT = Colour(24, 26, 29)
#: WCAG 2.2's floor for small text; below it no words are set.
READABLE = 4.5
#: The contrast of plain words in the dark, which tires the eyes if it is higher.
_PLAIN = 12.0
#: A fill that white words are legible on is as good in the dark.
_STRONG = 3.0


class PageColours:
    """Gives each pair of colours, for light and for dark, a custom property."""

    def __init__(self) -> None:
        self._names: dict[tuple[Colour, Colour], str] = {}

    def ink(self, colour: Colour, fill: Colour | None = None) -> str:
        """The CSS value of words in *colour*: on the ground of the page, or on a *fill*."""
        ground = WHITE if fill is None else fill
        dark = NIGHT if fill is None else night_fill(fill)
        contrast = min(_PLAIN, colour.contrast(ground) * 0.75)  # what is black or almost black is almost white
        return self._value(readable(colour, ground, READABLE), readable(colour, dark, max(READABLE, contrast)))

    def fill(self, colour: Colour) -> str:
        """The CSS value of a ground, or of a line."""
        return self._value(colour, night_fill(colour))

    def line(self, colour: Colour) -> str:
        """The CSS value of a line that parts rows or boxes."""
        return self._value(colour, mixed(colour, NIGHT, 0.45))

    def bar(self, colour: Colour) -> str:
        """The CSS value of the bar of a box."""
        return self._value(colour, mixed(colour, NIGHT, 0.75))

    def _value(self, light: Colour, dark: Colour) -> str:
        return f"var(--{self._names.setdefault((light, dark), f'c{len(self._names)}')})"

    def rules(self) -> str:
        """The style rules that define the properties."""
        light = "".join(f"--{name}:{pair[0]};" for pair, name in self._names.items())
        dark = "".join(f"--{name}:{pair[1]};" for pair, name in self._names.items())
        return (
            f":root{{{light}--ground:{WHITE}}}\n"
            f"@media screen and (prefers-color-scheme:dark){{:root{{{dark}--ground:{NIGHT}}}}}"
        )


def night_fill(colour: Colour) -> Colour:
    """A ground as it is in the dark: strong colours stay, tints become dark tints of the same hue."""
    if colour.contrast(WHITE) >= _STRONG:
        return colour
    hue, light, saturation = colorsys.rgb_to_hls(*(part / 255 for part in colour))
    parts = colorsys.hls_to_rgb(hue, 0.15 + 0.14 * (1 - light), min(saturation, 0.32))
    return Colour(*(round(255 * part) for part in parts))


def readable(colour: Colour, ground: Colour, ratio: float) -> Colour:
    """*colour*, or the nearest one towards black or white that has a contrast of *ratio* with *ground*."""
    end = BLACK if ground.contrast(BLACK) > ground.contrast(WHITE) else WHITE
    for share in range(21):
        found = mixed(colour, end, 1 - share / 20)
        if found.contrast(ground) >= ratio:
            return found
    return end


def mixed(colour: Colour, other: Colour, share: float) -> Colour:
    """So much of *colour*, the rest of *other*."""
    return Colour(*(round(two + (one - two) * share) for one, two in zip(colour, other, strict=True)))
