"""What tells printings of a card apart on the table: its id, its language, and a short version of its content."""

import json
import math
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

from pawprint.base.colour import BLACK, Colour
from pawprint.base.shapes import Box
from pawprint.catalog.model import Game, Record
from pawprint.catalog.readable import readable
from pawprint.compose.placed import Face, Panel, Placed, PlacedText
from pawprint.compose.text import TextSetter, TextStyle

_SIZE = 4.5
_STYLE = TextStyle(size=_SIZE, min_size=_SIZE, align="center", valign="middle")
_HIGH = 6.8
_PAPER = Colour(255, 255, 255)
_DIGITS = 4


def content_version(game: Game, record: Record) -> str:
    """Four hexadecimal digits that change with what a record says, in any language, and with what it refers to; not
    with its copies, its place in the file or its layout. The same in all languages."""
    said: list[Any] = []
    for one in (record, *_referred(record.values.values())):
        said.append([one.id, *(readable(one, language, game.edition) for language in game.languages)])
    return sha256(json.dumps(said, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:_DIGITS]


def _referred(values: Iterable[Any]) -> Iterator[Record]:
    for value in values:
        if isinstance(value, Record):
            yield value
        elif isinstance(value, tuple | list):
            yield from _referred(value)
        elif value.__class__ is dict:
            yield from _referred(value.values())


def stamp(setter: TextSetter, game: Game, record: Record, language: str, face: Face) -> tuple[Placed, ...]:
    """The line at the lower edge of the safe area of *face*, on a ground that lets it be read upon any art.

    What has no room falls away: first the id, then the language. Nothing is left on a piece that is too small for four
    digits.
    """
    version = content_version(game, record)
    width, height = face.trim.width.pt, face.trim.height.pt
    left, right = face.safe.left.pt, face.safe.right.pt
    top = height - face.safe.bottom.pt - _HIGH
    across = width - left - right
    if face.corner * 2 >= min(width, height) - 0.01:  # a disc: the line moves up until it is within the circle
        radius = (width - left - right) / 2
        top = height / 2 + math.sqrt(0.75) * radius - _HIGH
        across = radius
    for words in (f"{record.id} · {language} · {version}", f"{language} · {version}", version):
        box = Box((width - across) / 2, top, across, _HIGH)
        block = setter.set(words, _STYLE, box, BLACK, language, lambda _: None)
        if not block.over_width and len(block.lines) == 1:
            covered = block.box
            ground = Box(covered.x - 2, top, covered.width + 4, _HIGH)
            return Panel(ground, _PAPER, None, 0.0, _HIGH / 2, opacity=0.85), PlacedText(block)
    return ()
