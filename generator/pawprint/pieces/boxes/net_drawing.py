"""A net and the faces of its panels -> its drawing: art, folds, glue, and cuts within the outline."""

from collections.abc import Sequence
from typing import Any

from pawprint.catalog.model import Game
from pawprint.core.colour import WHITE, Colour
from pawprint.core.geometry import Box, Insets
from pawprint.core.length import ZERO, Length, mm
from pawprint.core.piece_outline import SheetPlace
from pawprint.core.polygon import Polygon, closed_path, flattened, grown, without
from pawprint.graphics.ops import Drawing, DrawPath, Group, Layer, Op, Paint, UseDrawing
from pawprint.graphics.passes.guides import CUT_PAINT
from pawprint.pieces.boxes.box_reader import BoxDeclaration, PanelFace, box_fields
from pawprint.pieces.boxes.net import GlueArea, Net, NetFold, NetPanel, outline_path, panel_box, straight
from pawprint.pieces.composer import Composer
from pawprint.pieces.lower import Lowering
from pawprint.pieces.placed import PlacedText
from pawprint.typography.languages import printed_word
from pawprint.typography.text_style import TextStyle

#: How far art goes beyond a cut, and beyond a fold onto a panel without art.
BLEED, SPILL = mm(3), mm(1)
#: What text keeps away from cuts and folds.
_SAFE = mm(2)
#: White with grey dashes shows on every ink; so fine that it hardly shows at the edge of a box.
_FOLD = (Paint(stroke=WHITE, width=0.3), Paint(stroke=Colour(110, 110, 110), width=0.3, dash=(2.5, 2.0)))
#: Where glue goes is marked with so little ink that it does not matter.
_GLUE_INK = Colour(150, 150, 150)
_GLUE_LINE = Paint(None, _GLUE_INK, 0.25, (0.5, 1.5))
_GLUE_STYLE = TextStyle(size=7, min_size=4, align="center", valign="middle")
_GLUE_INSET = mm(1.5).pt


class NetDrawer:
    """Draws the nets of the boxes of one game in one language; findings go to those of *composer*."""

    def __init__(self, composer: Composer, game: Game, language: str, lowering: Lowering) -> None:
        self._composer, self._game, self._language, self._lowering = composer, game, language, lowering

    def drawings(
        self, box: BoxDeclaration, nets: Sequence[Net], cut_lines: bool, marks: bool = True
    ) -> list[Drawing] | None:
        """The drawings of the *nets* of a box; None after a finding. See `drawing`."""
        fields = box_fields(self._game, box, self._language)
        drawings = [
            self.drawing(box, net, fields | box.kind.fields(number, self._language), cut_lines, marks)
            for number, net in enumerate(nets)
        ]
        complete = [drawing for drawing in drawings if drawing is not None]
        return complete if len(complete) == len(drawings) else None

    def drawing(
        self, box: BoxDeclaration, net: Net, fields: dict[str, Any], cut_lines: bool, marks: bool = True
    ) -> Drawing | None:
        """The drawing of *net*, which is as large as the rectangle around it; None if a face cannot be composed, after
        a finding.

        Args:
            fields: for the texts of its faces.
            cut_lines: draw lines along all cuts. marks: show where it is folded and glued.
        """
        faces = {panel.name: face for panel in net.panels if (face := box.face_of(panel.name)) is not None}
        arts = [(panel, self._art(panel, faces[panel.name], fields)) for panel in net.panels if panel.name in faces]
        ops: list[Op] = []
        for panel, art in arts:
            if art is None:
                return None
            ops.append(Group((art,), clip=closed_path(_seen(net, panel, faces, box.sliver))))
        folds = net.folds if marks else ()
        ops += [DrawPath(straight(fold.start, fold.end), paint) for fold in folds for paint in _FOLD]
        for area in net.glue if marks else ():
            ops += self._glue(area)
        if cut_lines:
            ops += [DrawPath(path, CUT_PAINT) for path in net.cut_paths]
        name = f"{box.name} {net.name} {self._language}"
        return Drawing(name, net.size, Insets.even(BLEED), Layer(tuple(ops)))

    def _art(self, panel: NetPanel, face: PanelFace, fields: dict[str, Any]) -> Op | None:
        """The art of a panel, with its bleed, in its place on the net."""
        size = panel.size.turned() if face.quarters % 2 else panel.size
        composed = self._composer.page(
            self._game, face.face, size, self._language, {**fields, "panel": panel.name}, BLEED, _SAFE, face.span
        )
        if composed is None:
            return None
        corner, extent = panel.corner, panel.extent
        middle = corner.x + extent.width.half(), corner.y + extent.height.half()
        matrix = SheetPlace(*middle, 90.0 * (panel.quarters + face.quarters)).matrix(size)
        return Group((UseDrawing(self._lowering.drawing(composed)),), matrix)

    def _glue(self, area: GlueArea) -> list[Op]:
        """A dotted line within the area, and the word."""
        polygon = flattened(outline_path(area.corners))[0]
        inner = grown(polygon, -_GLUE_INSET)
        around = Box.of_points([number for point in polygon for number in point])
        if not inner or around is None:
            return []
        upright = around.height > around.width
        width, height = (around.height, around.width) if upright else (around.width, around.height)
        style = _GLUE_STYLE
        text = self._composer.setter.set(
            printed_word("glue", self._language), style, Box(0.0, 0.0, width, height), _GLUE_INK, self._language,
            lambda _: None,
        )  # fmt: skip
        matrix = (0.0, -1.0, 1.0, 0.0, around.x, around.bottom) if upright else (1.0, 0.0, 0.0, 1.0, around.x, around.y)
        words = Group(self._lowering.ops((PlacedText(text),)), matrix)
        return [DrawPath(closed_path(inner), _GLUE_LINE), words]


def _seen(net: Net, panel: NetPanel, faces: dict[str, PanelFace], sliver: Length) -> list[Polygon]:
    """Where the art of *panel* is seen: beyond its cuts by the bleed, not on other panels with art, only a little on
    those without, and not on the white line along a fold to another face."""
    removed: list[Polygon] = []
    for other in net.panels:
        if other.name == panel.name:
            continue
        shape = _polygon(other)
        removed += (shape,) if other.name in faces else grown(shape, -SPILL.pt)
    for fold in net.folds:
        first, second = (faces.get(name) for name in fold.panels)
        if panel.name in fold.panels and sliver > ZERO and first and second and first.face != second.face:
            removed.append(_strip(fold, sliver.pt / 2))
    for hole in panel.holes:
        removed += grown(flattened(outline_path(hole))[0], -BLEED.pt)
    whole = panel_box(panel).inset(-BLEED.pt)  # beyond a notch, too
    corners = ((whole.x, whole.y), (whole.right, whole.y), (whole.right, whole.bottom), (whole.x, whole.bottom))
    return without([corners], removed)


def _polygon(panel: NetPanel) -> Polygon:
    return flattened(outline_path(panel.corners))[0]


def _strip(fold: NetFold, aside: float) -> Polygon:
    """A straight fold, widened by *aside* points to both sides."""
    x0, y0, x1, y1 = fold.start.x.pt, fold.start.y.pt, fold.end.x.pt, fold.end.y.pt
    across, down = (0.0, aside) if y0 == y1 else (aside, 0.0)
    return ((x0 - across, y0 - down), (x1 + across, y1 - down), (x1 + across, y1 + down), (x0 - across, y0 + down))
