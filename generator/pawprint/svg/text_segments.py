"""A `text` element of a drawing -> its segments: characters of one look that stand one after the other.

Places are given for single characters: each one with a place of its own begins a chunk, whose `text-anchor` says how
it lies about its place.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pawprint.svg.xml_elements import SvgElement

_SPACES = re.compile(r"[ \t\r\n]")
_PLACES = ("x", "y", "dx", "dy", "rotate")


class Segment(NamedTuple):
    """Characters that are shaped together.

    Attributes:
        owner: the `text` or `tspan` that they are directly in, whose style they have.
        x, y: where they begin; None to go on from the characters before.
        dx, dy: how far they are moved away from there.
        turn: degrees by which they are turned.
    """

    text: str
    owner: SvgElement
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0


def text_chunks(node: SvgElement) -> list[list[Segment]]:
    """The segments of the text *node*, in lists that each begin at a place of their own."""
    signs = _signs(node)
    places = _places(node, signs)
    chunks: list[list[Segment]] = []
    for number, (sign, owner) in enumerate(signs):
        x, y, dx, dy, turn = (places[name][number] for name in _PLACES)
        segment = Segment(sign, owner, x, y, dx or 0.0, dy or 0.0, turn or 0.0)
        if not chunks or x is not None or y is not None:
            chunks.append([segment])
            continue
        last = chunks[-1][-1]
        if last.owner is owner and not (dx or dy or turn or last.turn):
            chunks[-1][-1] = last._replace(text=last.text + sign)
        else:
            chunks[-1].append(segment)
    return chunks


def _signs(node: SvgElement) -> list[tuple[str, SvgElement]]:
    """The characters of *node* with the elements that they are directly in; without spaces that do not count."""
    signs: list[tuple[str, SvgElement]] = []
    spaces = next((one.values["xml:space"] for one in node.ancestors if "xml:space" in one.values), "")
    for text, owner, kept in _texts(node, spaces == "preserve"):
        for sign in _SPACES.sub(" ", text):
            if kept:
                signs.append(("\u00a0" if sign == " " else sign, owner))
            elif sign != " " or (signs and signs[-1][0] != " "):
                signs.append((sign, owner))
    if signs and signs[-1][0] == " ":
        signs.pop()
    return signs


def _texts(node: SvgElement, kept: bool) -> Iterator[tuple[str, SvgElement, bool]]:
    """The texts in *node* with the elements that they are in, and whether all of their spaces count."""
    if node.style.get("display") == "none":
        return
    kept = {"preserve": True, "default": False}.get(node.values.get("xml:space", ""), kept)
    for part in node.content:
        if isinstance(part, str):
            yield part, node, kept
        else:
            yield from _texts(part, kept)


def _places(node: SvgElement, signs: list[tuple[str, SvgElement]]) -> dict[str, list[float | None]]:
    """What each of `_PLACES` is for every character: what the innermost element says that has a number for it."""
    inside: dict[SvgElement, list[int]] = {}
    for number, (_, owner) in enumerate(signs):
        around: SvgElement | None = owner
        while around is not None:
            inside.setdefault(around, []).append(number)
            around = None if around is node else around.parent
    places: dict[str, list[float | None]] = {name: [None] * len(signs) for name in _PLACES}
    for element in sorted(inside, key=lambda one: sum(1 for _ in one.ancestors), reverse=True):
        for name in _PLACES:
            numbers = element.values.get(name, ())
            own = places[name]
            if name == "rotate" and numbers:  # the last one counts for all that follow
                numbers = (*numbers, *numbers[-1:] * len(inside[element]))
            for at, number in zip(inside[element], numbers, strict=False):
                if own[at] is None:
                    own[at] = number
    return places
