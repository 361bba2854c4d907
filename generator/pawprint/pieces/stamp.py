"""The line on a card that tells its printings apart: its id, its language, and a short version of its content."""

import json
import math
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

from pawprint.catalog.model import Game, Record
from pawprint.catalog.plain_values import plain_fields
from pawprint.core.colour import BLACK, Colour
from pawprint.core.geometry import Box
from pawprint.pieces.placed import Face, Placed, PlacedText, Turned, panel
from pawprint.typography.text_style import TextStyle
from pawprint.typography.textbox import TextSetter

_SIZE = 4.5
_STYLE = TextStyle(size=_SIZE, min_size=_SIZE, align="center", valign="middle")
_HIGH = 6.8
_PAPER = Colour(255, 255, 255)
_DIGITS = 4


def content_version(game: Game, record: Record) -> str:
    """Four hexadecimal digits that change with what a record says, in any language, and with what it refers to; not
    with its copies, its place in the file or its layout. The same in all languages."""
    content: list[Any] = []
    for source in (record, *_referred(record.values.values())):
        content.append([source.id, *(plain_fields(source, language, game.edition) for language in game.languages)])
    return sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:_DIGITS]


def _referred(values: Iterable[Any]) -> Iterator[Record]:
    for value in values:
        if isinstance(value, Record):
            yield value
        elif isinstance(value, tuple | list):
            yield from _referred(value)
        elif value.__class__ is dict:
            yield from _referred(value.values())


def stamp(setter: TextSetter, game: Game, record: Record, language: str, face: Face) -> tuple[Placed, ...]:
    """The line at the edge of the safe area of *face*, on a ground that lets it be read upon any art: in the middle
    below if there are no words, else where there are none.

    What has no room falls away: first the id, then the language. Nothing is left on a piece that is too small for four
    digits.
    """
    version = content_version(game, record)
    width, height = face.trim.width.pt, face.trim.height.pt
    safe = Box(0.0, 0.0, width, height).inset(max(face.safe.left.pt, face.safe.bottom.pt))
    across, bottom = safe.width - 4, safe.bottom - _HIGH
    places = [("center", bottom), ("left", bottom), ("right", bottom), ("center", safe.y), ("right", safe.y)]
    if face.outline.is_disc(face.trim):  # the line moves up until it is within the circle
        across = safe.width / 2
        places = [("center", height / 2 + math.sqrt(0.75) * across - _HIGH)]
    elif face.outline.path:
        across = safe.width / 2
        places = [("center", _lowest(face, across))]
    texts = list(_texts(face.all_items))
    for words in (f"{record.id} · {language} · {version}", f"{language} · {version}", version):
        candidates = []
        for align, top in places:
            box = Box((width - across) / 2, top, across, _HIGH)
            style = _STYLE._replace(align=align)
            block = setter.set(words, style, box, BLACK, language, lambda _: None)
            if block.over_width or len(block.lines) != 1:
                continue
            ground = Box(block.box.x - 2, top, block.box.width + 4, _HIGH)
            candidates.append((any(_overlap(ground, text) for text in texts), ground, block))
        if candidates:  # the first place without words, or else the first one
            _, ground, block = min(candidates, key=lambda candidate: candidate[0])
            return panel(ground, _PAPER, None, 0.0, _HIGH / 2, opacity=0.85), PlacedText(block)
    return ()


def _lowest(face: Face, across: float) -> float:
    """The top of the lowest line of the width *across* in the middle of a face that is within its safe area; the middle
    of the face if there is none."""
    from pawprint.core.polygon import contains

    width, height = face.trim.width.pt, face.trim.height.pt
    left, right = (width - across) / 2, (width + across) / 2
    safe = face.outline.polygons(face.trim, -face.safe.left.pt)
    top = height - _HIGH
    while top > height / 2:
        corners = [(x, y) for x in (left, width / 2, right) for y in (top, top + _HIGH)]
        if any(all(contains(polygon, corner) for corner in corners) for polygon in safe):
            return top
        top -= 1
    return (height - _HIGH) / 2


def _texts(items: Iterable[Placed]) -> Iterator[Box]:
    """The boxes of the texts among *items*."""
    for item in items:
        if isinstance(item, PlacedText):
            yield item.block.box
        elif isinstance(item, Turned):
            yield from (box.mapped(item.matrix) for box in _texts(item.items))


def _overlap(first: Box, second: Box) -> bool:
    return first.x < second.right and second.x < first.right and first.y < second.bottom and second.y < first.bottom
