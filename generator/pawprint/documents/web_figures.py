"""Records that name others -> a web: their faces in a ring, with an arrow from each to all that it names."""

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

from pawprint.catalog.model import Record
from pawprint.core.length import mm
from pawprint.documents.diagram_figures import MM
from pawprint.documents.helper_context import HelperContext, helper
from pawprint.documents.helpers import field_of, filtered, pictured
from pawprint.documents.markdown import Product
from pawprint.documents.namespace import component_of
from pawprint.rules.diagram import (
    DiagramCanvas,
    DiagramPiece,
    DiagramText,
    DiagramWords,
    PieceName,
    TableBox,
    curved_arrow,
    listed,
)
from pawprint.templates.sandbox import TemplateFault
from pawprint.typography.printed_words import printed_words

#: Of the figure and of each card in it, if nothing is said.
_WIDTH, _HEIGHT, _CARD = mm(105), mm(88), mm(16)
#: Parts in which half an ellipse is measured.
_STEPS = 360
#: Cards in one web.
_MOST = 40
#: The arrows of cards that follow each other in the ring have different colours.
_COLOURS = ("one", "two", "good", "moves", "lies", "eats")


@helper("web", "component")
def web(
    context: HelperContext,
    component: str,
    field: str,
    *,
    where: str = "",
    card: Any = "",
    keep: float = 1.0,
    width: Any = "",
    height: Any = "",
    caption: Any = "",
) -> Product:
    """The pieces of a component in a ring, with an arrow from each to all that its *field* names.

    The first are at the bottom, the last at the top.

    Args:
        card: the width of each card.
        keep: the share of its height that is shown, from the top.
    """
    name, here = component_of(context.game, component), context.here("web")
    records = [view.record for view in filtered(context, name, where)]
    if not isinstance(keep, (int, float)) or not 0.1 <= keep <= 1:
        raise TemplateFault("bad-template", f"keep is {keep}", "write a share of the height: 0.1 to 1", "keep")
    if len(records) > _MOST:
        raise TemplateFault("bad-figure", f"{len(records)} cards in one web", f"show at most {_MOST}", component)
    named = {record.id: _named(context, record, field) for record in records}
    room = context.length(width, _WIDTH), context.length(height, _HEIGHT, "height")
    scale = context.length(card, _CARD, "card") / MM / context.renderer.size(name)[0]
    space = context.renderer.space(room[0])
    canvas = DiagramCanvas(space)
    pieces = [DiagramPiece(name, record.id, 0.0, 0.0, keep=float(keep)) for record in records]
    if not pieces:
        return Product()
    _, _, wide, high = canvas.box(pieces[0])
    places = _ring(len(pieces), room[0] / MM / scale - wide, room[1] / MM / scale - high)
    boxes: dict[str, TableBox] = {}
    for piece, (x, y) in zip(pieces, places, strict=True):
        canvas.pieces.append(piece._replace(x=x, y=y))
        boxes[piece.id] = (x, y, wide, high)
    if _overlap([*boxes.values()]):
        help = "make the figure larger, or card= smaller"
        raise TemplateFault("bad-figure", "the cards of the web lie on each other", help, component)
    centre = room[0] / MM / scale / 2, room[1] / MM / scale / 2
    for number, (identity, others) in enumerate(named.items()):
        for other in others:
            if other in boxes and other != identity:
                kind = _COLOURS[number % len(_COLOURS)]
                canvas.arrows.append(curved_arrow(boxes[identity], boxes[other], centre, kind))
    canvas.alt_texts += _sentences(name, named)
    return pictured(context, (context.renderer.art([canvas.done()], *room, here, scale),), caption)


def _named(context: HelperContext, record: Record, field: str) -> list[str]:
    """The ids of the records that the field of a record names."""
    value = field_of(context.view(record), field)
    values = value if isinstance(value, (list, tuple)) else [value]
    records = [getattr(one, "record", None) for one in values if one is not None]
    if any(one is None for one in records):
        message = f"'{field}' of '{record.id}' does not name records"
        raise TemplateFault("bad-figure", message, "name a field that is a ref, a list of refs, or an inverse", field)
    return [one.id for one in records if one is not None]


def _ring(count: int, width: float, height: float) -> list[tuple[float, float]]:
    """Places on an ellipse in a box of that size at equal distances along it, from the bottom upwards, to the left and
    to the right in turns."""
    rows = -(-count // 2)
    # Half of the ellipse, from its lowest point to its highest, and how long it is up to each of its points.
    half = [(math.sin(step * math.pi / _STEPS), math.cos(step * math.pi / _STEPS)) for step in range(_STEPS + 1)]
    parts = [math.hypot((two[0] - one[0]) * width, (two[1] - one[1]) * height) for one, two in pairwise(half)]
    reached = [0.0, *accumulate(parts)]
    points = []
    for number in range(count):
        row, side = divmod(number, 2)
        across, down = half[min(bisect_left(reached, reached[-1] * (row + 0.5) / rows), _STEPS)]
        alone = number == count - 1 and side == 0  # at the top
        points.append((0.0, -1.0) if alone else (across if side else -across, down))
    broad, high = (max(abs(point[axis]) for point in points) or 1.0 for axis in (0, 1))
    return [(width / 2 * (1 + across / broad), height / 2 * (1 + down / high)) for across, down in points]


def _overlap(boxes: Sequence[TableBox]) -> bool:
    for number, (x, y, wide, high) in enumerate(boxes):
        for left, top, *_ in boxes[:number]:
            if abs(left - x) < wide and abs(top - y) < high:
                return True
    return False


def _sentences(component: str, named: Mapping[str, Sequence[str]]) -> list[DiagramText]:
    """`Toad: Snail, Beetle` for each that names others."""
    words = printed_words().words["scene named"]
    return [
        DiagramWords(words, (PieceName(component, one), listed([PieceName(component, other) for other in others])))
        for one, others in named.items()
        if others
    ]
