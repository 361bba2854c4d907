"""Pictures in one colour, which take the colour that the layout gives.

Icons that are drawn in black, or in white on a black square, always do; other pictures where the layout asks for it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from pawprint.core.picture import CURRENT, Bitmap, Cluster, ColourName, Gradient, Item, Picture, Shape

_BLACK, _WHITE = "#000000", "#ffffff"


def as_icon(picture: Picture) -> Picture:
    """*picture* in the current colour if it is all black, or all white on a black square, which is left out."""
    items = picture.items
    colour = _BLACK
    if len(items) > 1 and _is_backing(items[0], picture):
        items, colour = items[1:], _WHITE
    return _in_current_colour(picture, items) if {*_colours(items)} == {colour} else picture


@lru_cache(maxsize=4096)
def tinted(picture: Picture) -> Picture | None:
    """*picture* in the current colour; None if it has several colours, or a gradient or image."""
    colours = {*_colours(picture.items)}
    if len(colours) > 1 or None in colours:
        return None
    return _in_current_colour(picture, picture.items) if colours - {CURRENT} else picture


def _in_current_colour(picture: Picture, items: Iterable[Item]) -> Picture:
    return replace(picture, items=tuple(_tinted(items)), colours=(CURRENT,))


def _is_backing(item: Item, picture: Picture) -> bool:
    """Whether *item* is a black rectangle over all of *picture*."""
    if not isinstance(item, Shape) or item.fill != _BLACK or item.stroke is not None or item.fill_opacity < 1:
        return False
    if any(segment[0] == "C" for segment in item.path):
        return False
    corners = {segment[1:] for segment in item.path if len(segment) == 3}
    right, bottom = picture.x + picture.width, picture.y + picture.height
    return corners == {(x, y) for x in (picture.x, right) for y in (picture.y, bottom)}


def _colours(items: Iterable[Item]) -> Iterator[ColourName | None]:
    """The colours of *items*; None for what has more than one."""
    for item in items:
        if isinstance(item, Cluster):
            yield from _colours(item.items)
        elif isinstance(item, Bitmap) or isinstance(item.fill, Gradient):
            yield None
        else:
            yield from (colour for colour in (item.fill, item.stroke) if isinstance(colour, str))


def _tinted(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Cluster):
            yield item._replace(items=tuple(_tinted(item.items)))
        elif isinstance(item, Shape):
            fill, stroke = (None if colour is None else CURRENT for colour in (item.fill, item.stroke))
            yield item._replace(fill=fill, stroke=stroke)
