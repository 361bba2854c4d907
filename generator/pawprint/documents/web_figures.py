"""Records that name others -> a web: their faces in two rows, and between them lines from each to all that it names.

All lines to one card run together, as a trunk of its own colour at a height of its own.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pawprint.catalog.model import Record
from pawprint.core.length import mm
from pawprint.documents._helper_context import HelperContext, helper
from pawprint.documents._markdown import Product
from pawprint.documents.diagram_figures import MM
from pawprint.documents.helpers import field_of, filtered, pictured
from pawprint.documents.namespace import component_of
from pawprint.play.diagram import (
    DiagramCanvas,
    DiagramPiece,
    DiagramText,
    DiagramTrunk,
    DiagramWords,
    PieceName,
    TableBox,
    listed,
)
from pawprint.source.templates.sandbox import TemplateFault
from pawprint.typography.languages import printed_words

#: Of the figure and of each card in it, if nothing is said.
_WIDTH, _HEIGHT, _CARD = mm(105), mm(88), mm(16)
#: Trunks are so far apart at least; millimetres.
_NARROW = 1.2
#: Cards in one web.
_MOST = 40
#: (card, trunk) -> x at which they meet.
Ports = Mapping[tuple[str, str], float]


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
    """The pieces of a component in two rows, with lines from each to all that its *field* names.

    The beginnings of chains are at the left, their ends at the right.

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
    boxes = _places(_ranked(named), wide, high, (room[0] / MM / scale, room[1] / MM / scale))
    canvas.pieces += [piece._replace(x=boxes[piece.id][0], y=boxes[piece.id][1]) for piece in pieces]
    _connect(canvas, boxes, named, (high, room[1] / MM / scale - high), _NARROW / scale, component)
    canvas.alt_texts += _sentences(name, named)
    return pictured(context, (context.renderer.art([canvas.done()], *room, here, scale),), caption)


def _connect(
    canvas: DiagramCanvas,
    boxes: Mapping[str, TableBox],
    named: Mapping[str, Sequence[str]],
    between: tuple[float, float],
    narrow: float,
    component: str,
) -> None:
    """A trunk to each card that others name, between the two rows."""
    ends = {one: [other for other in boxes if other != one and one in named[other]] for one in boxes}
    ends = {one: others for one, others in ends.items() if others}
    ports = _ports(boxes, ends)
    order = _lanes(boxes, ends, ports)
    step = (between[1] - between[0]) / (len(order) + 1)
    if _overlap([*boxes.values()]) or (order and step < narrow):
        help = "make the figure larger, or card= smaller"
        raise TemplateFault("bad-figure", "the cards of the web lie on each other", help, component)

    def at(card: str, trunk: str) -> tuple[float, float]:
        return ports[card, trunk], between[1] if boxes[card][1] else between[0]

    for number, trunk in enumerate(order):
        starts = tuple([at(other, trunk) for other in ends[trunk]])
        canvas.trunks.append(DiagramTrunk(*at(trunk, trunk), between[0] + step * (number + 1), starts, number))


def _named(context: HelperContext, record: Record, field: str) -> list[str]:
    """The ids of the records that the field of a record names."""
    value = field_of(context.view(record), field)
    values = value if isinstance(value, (list, tuple)) else [value]
    records = [getattr(one, "record", None) for one in values if one is not None]
    if any(one is None for one in records):
        message = f"'{field}' of '{record.id}' does not name records"
        raise TemplateFault("bad-figure", message, "name a field that is a ref, a list of refs, or an inverse", field)
    return [one.id for one in records if one is not None]


def _ranked(named: Mapping[str, Sequence[str]]) -> list[str]:
    """The ids, by the length of the longest chain below each."""
    lengths: dict[str, int] = {}

    def length(identity: str, above: tuple[str, ...]) -> int:
        if identity not in lengths:
            below = [one for one in named[identity] if one in named and one not in above and one != identity]
            lengths[identity] = 1 + max([length(one, (*above, identity)) for one in below], default=-1)
        return lengths[identity]

    return sorted(named, key=lambda one: length(one, ()))


def _places(ids: Sequence[str], wide: float, high: float, room: tuple[float, float]) -> dict[str, TableBox]:
    """The boxes of cards in two rows, one above the other, from the left to the right."""
    step = (room[0] - wide) / max(-(-len(ids) // 2) - 1, 1)
    low = room[1] - high
    return {one: (number // 2 * step, 0.0 if number % 2 else low, wide, high) for number, one in enumerate(ids)}


def _ports(boxes: Mapping[str, TableBox], ends: Mapping[str, Sequence[str]]) -> dict[tuple[str, str], float]:
    """(card, trunk) -> x at which the trunk meets the card; the two cards of a column share none."""

    def middle(trunk: str) -> float:
        return sum(boxes[one][0] for one in (trunk, *ends[trunk])) / (1 + len(ends[trunk]))

    columns: dict[float, list[tuple[str, str]]] = {}
    for trunk, others in ends.items():
        for one in (trunk, *others):
            columns.setdefault(boxes[one][0], []).append((one, trunk))
    found: dict[tuple[str, str], float] = {}
    for left, ports in columns.items():
        ports.sort(key=lambda port: middle(port[1]))
        for number, port in enumerate(ports):
            found[port] = left + boxes[port[0]][2] * (number + 0.5) / len(ports)
    return found


def _lanes(boxes: Mapping[str, TableBox], ends: Mapping[str, Sequence[str]], ports: Ports) -> list[str]:
    """The trunks from the top to the bottom, in the order in which few lines cross."""
    stubs = {
        trunk: [(ports[one, trunk], boxes[one][1] == 0.0) for one in (trunk, *others)] for trunk, others in ends.items()
    }
    reach = {trunk: (min(found)[0], max(found)[0]) for trunk, found in stubs.items()}

    def crossings(over: str, under: str) -> int:
        (left, right), (start, end) = reach[over], reach[under]
        return sum(above and left < x < right for x, above in stubs[under]) + sum(
            not above and start < x < end for x, above in stubs[over]
        )

    order = sorted(ends, key=lambda trunk: sum(not above for _, above in stubs[trunk]) / len(stubs[trunk]))
    for _ in order:  # by then each has found its place
        for at in range(len(order) - 1):
            one, two = order[at : at + 2]
            if crossings(two, one) < crossings(one, two):
                order[at : at + 2] = two, one
    return order


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
