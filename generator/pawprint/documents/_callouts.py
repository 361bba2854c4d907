"""A real face with numbered callouts: what each part of a card means, numbers outside, thin lines leading in."""

from collections.abc import Mapping

from pawprint.catalog.model import Record
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Box
from pawprint.core.picture import Path
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.documents import figure_ops
from pawprint.documents.content import BlockArt
from pawprint.documents.diagram_figures import MM, DiagramRenderer, SeenPiece
from pawprint.pieces.placed import Placed, cut_out, panel

#: The radius of a numbered disc, how far it stands from the card, and the least distance of two; points.
DISC, AWAY, APART = 5.5, 13.0, 13.5

#: The distance of the end of a line from its target, so that its dot covers nothing; points of the card.
_BESIDE = 2.0

#: What covers more of a card than this is its ground.
_GROUND = 0.45
#: What a callout points at: the id of an element of the face, or a place on it in millimetres.
Target = str | tuple[float, float]
#: A point on the card, and its text.
_Place = tuple[float, float, str]


def anatomy(
    renderer: DiagramRenderer,
    record: Record,
    name: str,
    callouts: Mapping[Target, str],
    width: float,
    span: Span,
    findings: Findings,
    side: str = "face",
    first: int = 1,
) -> tuple[BlockArt, tuple[str, ...]] | None:
    """The face of *record* with a number for each part that is explained, and the texts in the order of the numbers.

    Numbers run from the top down, on both sides of the card; no two lines cross.

    Args:
        name: of the piece, for those who cannot see it.
        callouts: target -> text.
        width: of the card itself, in points.
        span: where the document asks for it.
        side: `face` or `back`.
        first: the lowest number.

    Returns:
        None after a finding: a card that cannot be drawn, a target that is not on it, or a place in millimetres where
        there is an element with an id, which the callout would not follow.
    """
    seen = renderer.seen(record.component, record.id, side)
    if seen is None:
        return None
    scale = width / seen.width
    boxes = renderer.composer.boxes(renderer.game, record, renderer.language, side)
    left: list[_Place] = []
    right: list[_Place] = []
    for target, text in callouts.items():
        box = boxes.get(target) if isinstance(target, str) else Box(target[0] * MM, target[1] * MM, 0.0, 0.0)
        if box is None or not _inside(box, seen.width, seen.height):
            what = f"'{target}'" if isinstance(target, str) else f"{target[0]:g} mm, {target[1]:g} mm"
            message = f"there is no {what} on the {side} of '{record.id}'"
            findings.add("bad-figure", message, span, suggest(str(target), boxes, "it has"))
            continue
        below = "" if isinstance(target, str) else _element_at(box, boxes, seen.width * seen.height)
        if below:
            message = f"the callout at {target[0]} mm, {target[1]} mm would not follow the element '{below}' there"
            findings.add("bad-figure", message, span, f'write "{below}" in place of the numbers')
            continue
        box = _on_card(box, seen.width, seen.height)
        # To the side that is nearer; an element across the whole card goes to the side with more room.
        middle = box.x + box.width / 2
        to_left = len(left) <= len(right) if abs(middle / seen.width - 0.5) < 0.08 else middle < seen.width / 2
        x, y = _pointed_at(box, to_left, seen.width, seen.height)
        (left if to_left else right).append((x * scale, y * scale, text))
    if len(left) + len(right) < len(callouts):
        return None
    return _drawn(renderer, name, seen, scale, (left, right), span, first)


def _element_at(point: Box, boxes: Mapping[str, Box], area: float) -> str:
    """The smallest element at a point that is no ground of the card; "" if there is none."""
    found = {
        name: box.width * box.height
        for name, box in boxes.items()
        if box.x <= point.x <= box.right and box.y <= point.y <= box.bottom and box.width * box.height < _GROUND * area
    }
    return min(found, key=found.__getitem__, default="")


def _pointed_at(box: Box, to_left: bool, width: float, height: float) -> tuple[float, float]:
    """The end of a callout on a card: small things are touched at their edge, pictures are pointed into."""
    inner = box.width * 0.15 if box.width > 0.5 * width and box.height > 0.2 * height else 0.0
    x = box.x + inner - _BESIDE * (not inner) if to_left else box.right - inner + _BESIDE * (not inner)
    return x, box.y + box.height / 2


def _inside(box: Box, width: float, height: float) -> bool:
    return box.right >= 0 and box.bottom >= 0 and box.x <= width and box.y <= height


def _on_card(box: Box, width: float, height: float) -> Box:
    left, top = max(box.x, 0.0), max(box.y, 0.0)
    return Box(left, top, min(box.right, width) - left, min(box.bottom, height) - top)


def _drawn(
    renderer: DiagramRenderer,
    name: str,
    seen: SeenPiece,
    scale: float,
    places: tuple[list[_Place], list[_Place]],
    span: Span,
    first: int,
) -> tuple[BlockArt, tuple[str, ...]]:
    inks, width, height = renderer.inks, seen.width * scale, seen.height * scale
    left, right = (sorted(side, key=lambda place: (place[1], place[0])) for side in places)
    heights = [_spread([y for _, y, _ in side], height) for side in (left, right)]
    margin = AWAY + DISC
    _untangle(left, heights[0], -margin)
    _untangle(right, heights[1], width + margin)
    over = max(
        [0.0, *(DISC + 1 - ys[0] for ys in heights if ys), *(ys[-1] + DISC + 1 - height for ys in heights if ys)]
    )
    origin_x, origin_y = (margin + DISC if left else 2.0), over + 1.0
    whole = Box(0.0, 0.0, seen.width, seen.height)
    items: list[Placed] = [
        cut_out(seen.items, (scale, 0.0, 0.0, scale, origin_x, origin_y), whole, seen.outline, (inks.edge, 0.8 / scale))
    ]
    texts: list[str] = []
    discs: list[Placed] = []
    sides = ((left, heights[0], -margin), (right, heights[1], width + margin))
    rows = [(there, outer, place) for side, ys, outer in sides for place, there in zip(side, ys, strict=True)]
    for there, outer, (x, y, text) in _from_the_top(rows):
        texts.append(text)
        disc_x, disc_y = origin_x + outer, origin_y + there
        start = disc_x + DISC if outer < 0 else disc_x - DISC
        path: Path = (("M", start, disc_y), ("L", origin_x + x, origin_y + y))
        items += figure_ops.line(path, inks.ink, 0.7, inks.paper)
        dot = Box(origin_x + x - 1.5, origin_y + y - 1.5, 3.0, 3.0)
        items.append(panel(dot, inks.ink, inks.paper, 0.6, 1.5))
        number = str(first + len(texts) - 1)
        discs += figure_ops.disc(renderer.composer, number, disc_x, disc_y, DISC, inks, renderer.language)
    across = origin_x + width + (margin + DISC if right else 2.0)
    numbers = "; ".join(f"{number}: {text}" for number, text in enumerate(texts, first))
    art = BlockArt(across + 1.0, height + 2 * over + 2.0, (*items, *discs), f"{name}. {numbers}", span)
    return art, tuple(texts)


def _from_the_top(rows: list[tuple[float, float, _Place]]) -> list[tuple[float, float, _Place]]:
    """Callouts as (y, x, what they point at) from the top down; of two at about one height, the left one first."""
    rows = sorted(rows, key=lambda row: row[:2])
    for index in range(len(rows) - 1):
        if rows[index + 1][0] - rows[index][0] < APART / 2 and rows[index + 1][1] < rows[index][1]:
            rows[index], rows[index + 1] = rows[index + 1], rows[index]
    return rows


def _untangle(places: list[tuple[float, float, str]], ys: list[float], x: float) -> None:
    """Let neighbours whose lines from x would cross change places, until none do."""
    for _ in places:
        for number in range(len(places) - 1):
            (x1, y1, _), (x2, y2, _) = places[number], places[number + 1]
            # At the x of the one that is nearer, the upper line must still be the upper one.
            near = x1 if abs(x1 - x) < abs(x2 - x) else x2
            above = ys[number] + (y1 - ys[number]) * (near - x) / (x1 - x or 1.0)
            below = ys[number + 1] + (y2 - ys[number + 1]) * (near - x) / (x2 - x or 1.0)
            if above > below:
                places[number], places[number + 1] = places[number + 1], places[number]


def _spread(wanted: list[float], height: float) -> list[float]:
    """Places for discs as near as possible to those *wanted* (rising), `APART` from each other."""
    # Neighbours that are too close become one block around the middle of what they want.
    blocks: list[tuple[float, int]] = []
    for y in wanted:
        blocks.append((y, 1))
        while len(blocks) > 1 and _overlap(blocks[-2], blocks[-1]):
            (first, ones), (two, twos) = blocks[-2:]
            blocks[-2:] = [((first * ones + two * twos) / (ones + twos), ones + twos)]
    places = [middle + (number - (count - 1) / 2) * APART for middle, count in blocks for number in range(count)]
    if not places or (len(places) - 1) * APART > height:
        return places
    for number, place in enumerate(places):  # not above the card, and not below it
        places[number] = max(place, number * APART + DISC)
    for number in reversed(range(len(places))):
        places[number] = min(places[number], height - DISC - (len(places) - 1 - number) * APART)
    return places


def _overlap(first: tuple[float, int], two: tuple[float, int]) -> bool:
    return two[0] - first[0] < (first[1] + two[1]) / 2 * APART
