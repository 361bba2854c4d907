"""Where each element of a face is, noted while the face is placed once more for those who ask about it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from pawprint.core.affine import IDENTITY, Matrix, matrix_product
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Box
from pawprint.core.source import Span
from pawprint.pieces.placed import Placed, covered_box
from pawprint.source.reader import MappingNode
from pawprint.source.templates.expressions import Scope


class NotedElement(Protocol):
    """An element, as far as its places are concerned; see `Element`."""

    what: str
    id: str
    span: Span
    node: MappingNode
    arranges: bool


@dataclass(slots=True, eq=False, repr=False)
class ElementPlace:
    """An element in one of its places; in a repeat, it has several.

    Attributes:
        box: in points, before the element is turned itself, within what it is inside of.
        matrix: maps that to the face.
        turn: turns the element itself.
        scope: the fields that its templates may name; `item` inside a repeat.
        inside: that of the element around it.
        findings: what is at fault with it, and not with an element inside it.
        items: what has been placed.
    """

    element: NotedElement
    box: Box
    matrix: Matrix
    turn: Matrix
    scope: Scope
    inside: "ElementPlace | None"
    findings: Findings = field(default_factory=Findings)
    items: tuple[Placed, ...] = ()

    @property
    def depth(self) -> int:
        """How many elements it is inside of."""
        return 0 if self.inside is None else self.inside.depth + 1

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The corners of its box on the face, one after the other around it."""
        a, b, c, d, e, f = matrix_product(self.matrix, self.turn)
        box = self.box
        around = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
        return tuple((a * x + c * y + e, b * x + d * y + f) for x, y in around)

    @property
    def covered(self) -> Box | None:
        """What it really covers of its box on the face, before it is turned itself: a text may be shorter than its box,
        a row may have few entries. None if it shows nothing."""
        items: Iterable[Placed] = self.items
        if self.turn is not IDENTITY:
            items = [inner for item in self.items for inner in getattr(item, "items", ())]
        covered = covered_box(items)
        return None if covered is None else covered.mapped(self.matrix)


def covered_by_id(placements: Iterable[ElementPlace]) -> dict[str, Box]:
    """What the elements with an id cover; those with the same id (in a repeat) cover it together."""
    boxes: dict[str, Box] = {}
    for one in placements:
        if one.element.id:
            known, here = boxes.get(one.element.id), one.covered or one.box.mapped(one.matrix)
            boxes[one.element.id] = known.union(here) if known else here
    return boxes
