"""What is in the box, as one picture: some faces of each component, how many there are of it, and what it is called."""

from collections.abc import Iterable
from itertools import combinations, pairwise
from typing import NamedTuple

from pawprint.core.affine import Matrix
from pawprint.core.geometry import Box
from pawprint.core.length import mm
from pawprint.documents import figure_ops
from pawprint.documents._helper_context import HelperContext
from pawprint.documents._word_forms import listed
from pawprint.documents.content import BlockArt
from pawprint.documents.diagram_figures import SeenPiece
from pawprint.pieces.placed import Placed, cut_out

#: The width of the picture, the least room between two groups, and the height of a label; points.
_WIDTH, _GAP, _LABEL = mm(112).pt, 9.0, 24.0
#: The room below a row; points.
_BELOW = 11.0
#: The usual scale of the pieces, and how high a row may be at that scale, in points.
SCALE, _HIGHEST = 0.36, 92.0
#: How high cubes and tokens are, if they are not lower themselves: at the scale of the cards they would be specks.
_LOWEST = mm(7).pt
#: Faces of a component that are shown, and how far each lies from the one before, in widths: cards overlap, and what is
#: small lies side by side.
_FACES, _STEP, _APART = 3, 0.3, 1.15
#: The size of a number, and of the name below it.
_NUMBER, _WORDS = 10.0, 8.0


class _ShownComponent(NamedTuple):
    """The faces of a component that are shown, their scale, and its label: a number and a name."""

    seen: tuple[SeenPiece, ...]
    scale: float
    step: float
    number: str
    name: str

    @property
    def width(self) -> float:
        """Of the faces; points."""
        return self.scale * self.seen[0].width * (1 + self.step * (len(self.seen) - 1))

    @property
    def height(self) -> float:
        """Of the faces; points."""
        return self.scale * self.seen[0].height


def box_contents(context: HelperContext, components: list[str], scale: float = SCALE) -> BlockArt | None:
    """The picture, its pieces at most that large; None if there is nothing to show."""
    groups = [group for component in components if (group := _group(context, component, scale)) is not None]
    if not groups:
        return None
    items: list[Placed] = []
    y = 0.0
    for row in _rows(context, groups):
        widths = [_wide(context, group) for group in row]
        tall = max(group.height for group in row)
        gap = (_WIDTH - sum(widths)) / (len(row) + 1)
        x = gap
        for group, width in zip(row, widths, strict=True):
            items += _faces(context, group, x + (width - group.width) / 2, y + tall - group.height)
            items += _label(context, group, x - gap / 2, y + tall + 1.5, width + gap)
            x += width + gap
        y += tall + _LABEL + _BELOW
    said = listed([f"{group.number} {group.name}" for group in groups], context.language)
    return BlockArt(_WIDTH, y - _BELOW, tuple(items), said, context.here("components"))


def _group(context: HelperContext, component: str, most: float) -> _ShownComponent | None:
    views = [view for view in context.pieces(component) if view["copies"]]
    if not views:
        return None
    step = max(len(views) // _FACES, 1)
    chosen = views[::step][:_FACES]
    seen = [context.renderer.seen(component, view.record.id, "face") for view in chosen]
    shown = tuple(piece for piece in seen if piece is not None)
    if not shown:
        return None
    height = shown[0].height
    least = min(_LOWEST / height, 1.0)
    apart = _APART if least > most else _STEP
    whole = shown[0].width * (1 + apart * (len(shown) - 1))
    scale = min(max(most, least), _HIGHEST * most / SCALE / height, _WIDTH * 0.9 / whole)
    count = sum(view["copies"] for view in views)
    return _ShownComponent(shown, scale, apart, str(count), context.title(component))


def _rows(context: HelperContext, groups: list[_ShownComponent]) -> list[list[_ShownComponent]]:
    """Groups side by side in as few rows as they need, and none of these much fuller than the others."""
    rows, used = 1, 0.0
    for group in groups:
        width = _wide(context, group) + _GAP
        rows, used = (rows, used + width) if used + width <= _WIDTH + _GAP else (rows + 1, width)

    def fullest(cuts: Iterable[int]) -> tuple[float, int]:
        parts = [groups[a:b] for a, b in pairwise(cuts)]
        return max(sum(_wide(context, group) + _GAP for group in part) for part in parts), max(map(len, parts))

    every = [(0, *cuts, len(groups)) for cuts in combinations(range(1, len(groups)), rows - 1)]
    return [groups[a:b] for a, b in pairwise(min(every, key=fullest))]


def _wide(context: HelperContext, group: _ShownComponent) -> float:
    """What the faces or the label need; points."""
    return max(group.width, _label_width(context, group))


def _faces(context: HelperContext, group: _ShownComponent, x: float, y: float) -> list[Placed]:
    """The faces, each over a part of the one before or beside it."""
    edge, width = context.renderer.inks.edge, 0.5 / group.scale
    made: list[Placed] = []
    for number, seen in enumerate(group.seen):
        own = group.scale * group.seen[0].width / seen.width
        matrix: Matrix = (own, 0.0, 0.0, own, x + number * group.step * group.scale * group.seen[0].width, y)
        box = Box(0.0, 0.0, seen.width, seen.height)
        made.append(cut_out(seen.items, matrix, box, seen.outline, (edge, width)))
    return made


def _label_width(context: HelperContext, group: _ShownComponent) -> float:
    """What the label needs; points."""
    return max(_width(context, group.number, _NUMBER, True), _width(context, group.name, _WORDS, False))


def _width(context: HelperContext, text: str, size: float, bold: bool) -> float:
    return context.renderer.composer.setter.metrics.typeface("text", bold, False).shape(text).width * size


def _label(context: HelperContext, group: _ShownComponent, x: float, y: float, room: float) -> list[Placed]:
    """The number in bold letters, and the name below."""
    composer, ink, language = context.renderer.composer, context.renderer.inks.ink, context.language
    number, name = Box(x, y, room, 1.2 * _NUMBER), Box(x, y + 1.15 * _NUMBER, room, 1.3 * _WORDS)
    return [
        *figure_ops.words(composer, group.number, number, _NUMBER, ink, language, "center", bold=True),
        *figure_ops.words(composer, group.name, name, _WORDS, ink, language, "center"),
    ]
