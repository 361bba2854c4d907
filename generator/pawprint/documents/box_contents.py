"""What is in the box, as one picture: some faces of each component, how many there are of it, and what it is called."""

from typing import NamedTuple

from pawprint.core.affine import Matrix
from pawprint.core.geometry import Box
from pawprint.core.length import mm
from pawprint.documents import figure_ops
from pawprint.documents.diagram_figures import SeenPiece
from pawprint.documents.helper_context import HelperContext
from pawprint.documents.word_forms import listed
from pawprint.faces.placed import Placed, cut_out
from pawprint.typeset.blocks import BlockArt

#: The width of the picture, the room between two groups, and the height of a label; points.
_WIDTH, _GAP, _LABEL = mm(108).pt, 11.0, 13.0
#: The usual scale of the pieces, and how high a row may be at that scale, in points.
SCALE, _HIGHEST = 0.36, 92.0
#: Faces of a component that are shown, and how far each lies from the one before, in widths.
_FACES, _STEP = 3, 0.3
_WORDS = 8.0


class _ShownComponent(NamedTuple):
    """The faces of a component that are shown, and its label: a number and a name."""

    seen: tuple[SeenPiece, ...]
    number: str
    name: str

    def width(self, scale: float) -> float:
        """Of the faces, at that scale; points."""
        return scale * self.seen[0].width * (1 + _STEP * (len(self.seen) - 1))

    def height(self, scale: float) -> float:
        """Of the faces, at that scale; points."""
        return scale * self.seen[0].height


def box_contents(context: HelperContext, components: list[str], scale: float = SCALE) -> BlockArt | None:
    """The picture, its pieces at most that large; None if there is nothing to show."""
    groups = [group for component in components if (group := _group(context, component)) is not None]
    rows = _rows(context, groups, scale)
    if not rows:
        return None
    items: list[Placed] = []
    y = 0.0
    for row in rows:
        widths = [max(group.width(scale), _label_width(context, group)) for group, scale in row]
        tall = max(group.height(scale) for group, scale in row)
        free = _WIDTH - sum(widths)
        gap = free / (len(row) + 1)
        x = gap
        for (group, scale), width in zip(row, widths, strict=True):
            items += _faces(context, group, scale, x + (width - group.width(scale)) / 2, y + tall - group.height(scale))
            items += _label(context, group, x - gap / 2, y + tall + 1.5, width + gap)
            x += width + gap
        y += tall + _LABEL + _GAP
    said = listed([f"{group.number} {group.name}" for group in groups], context.language)
    return BlockArt(_WIDTH, y - _GAP, tuple(items), said, context.here("components"))


def _group(context: HelperContext, component: str) -> _ShownComponent | None:
    views = [view for view in context.pieces(component) if view["copies"]]
    if not views:
        return None
    step = max(len(views) // _FACES, 1)
    chosen = views[::step][:_FACES]
    seen = [context.renderer.seen(component, view.record.id, "face") for view in chosen]
    shown = tuple(piece for piece in seen if piece is not None)
    count = sum(view["copies"] for view in views)
    return _ShownComponent(shown, str(count), context.title(component)) if shown else None


def _rows(
    context: HelperContext, groups: list[_ShownComponent], most: float
) -> list[list[tuple[_ShownComponent, float]]]:
    """Groups side by side, each with the scale of its faces: one for all, but for pieces that are too large for it."""
    rows: list[list[tuple[_ShownComponent, float]]] = []
    used = 0.0
    for group in groups:
        scale = min(most, _HIGHEST * most / SCALE / group.height(1.0), _WIDTH * 0.9 / group.width(1.0))
        width = max(group.width(scale), _label_width(context, group)) + _GAP
        if rows and used + width <= _WIDTH:
            rows[-1].append((group, scale))
            used += width
        else:
            rows.append([(group, scale)])
            used = width
    return rows


def _faces(context: HelperContext, group: _ShownComponent, scale: float, x: float, y: float) -> list[Placed]:
    """The faces, each over a part of the one before."""
    edge, width = context.renderer.inks.edge, 0.5 / scale
    made: list[Placed] = []
    for number, seen in enumerate(group.seen):
        own = scale * group.seen[0].width / seen.width
        matrix: Matrix = (own, 0.0, 0.0, own, x + number * _STEP * scale * group.seen[0].width, y)
        box = Box(0.0, 0.0, seen.width, seen.height)
        made.append(cut_out(seen.items, matrix, box, seen.outline, (edge, width)))
    return made


def _label_width(context: HelperContext, group: _ShownComponent) -> float:
    """What the label needs; points."""
    return _width(context, group.number, True) + _width(context, " " + group.name, False)


def _width(context: HelperContext, text: str, bold: bool) -> float:
    face = context.renderer.composer.setter.metrics.typeface("text", bold, False)
    return face.shape(text).width * _WORDS


def _label(context: HelperContext, group: _ShownComponent, x: float, y: float, room: float) -> list[Placed]:
    """The number in bold letters, and the name."""
    composer, ink, language = context.renderer.composer, context.renderer.inks.ink, context.language
    number = _width(context, group.number, True)
    left = x + (room - _label_width(context, group)) / 2
    bold = Box(left, y, number + 1.0, _LABEL)
    rest = Box(left + number + 0.27 * _WORDS, y, _width(context, group.name, False) + 2.0, _LABEL)
    return [
        *figure_ops.words(composer, group.number, bold, _WORDS, ink, language, "left", bold=True),
        *figure_ops.words(composer, group.name, rest, _WORDS, ink, language, "left"),
    ]
