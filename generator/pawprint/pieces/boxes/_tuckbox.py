"""The inside of a tuckbox -> its net: one strip around the deck, a lid that is tucked in, a bottom that is glued.

From left to right: glue tab, back, left side, front, right side. The lid is on the back, so that it opens towards the
reader. Distances are those of the print-production reference, section 7.1.
"""

import math
from typing import NamedTuple

from pawprint.core.geometry import Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.pieces.boxes.net import (
    Corners,
    GlueArea,
    Net,
    NetEdge,
    NetFold,
    NetPanel,
    NetPoint,
    NetSeam,
    rectangle_corners,
)

#: A box that is less deep has no room for its glue tab.
LEAST_DEPTH = mm(8)
#: The widest glue tab, and the widest thumb notch.
_WIDEST_TAB, _WIDEST_NOTCH = mm(15), mm(12.5)
#: How much narrower a flap is at each side than the panel that it is folded behind.
_DUST_ROOM, _FLAP_ROOM = mm(1), mm(0.5)
#: What holds the lid shut: cuts at both ends of the fold of its tongue.
_SLIT = mm(4)
_WINDOW_CORNER = mm(3)
#: What remains of the front at each side of a window.
WINDOW_FRAME = mm(6)


class TuckboxForm(NamedTuple):
    """The parts of a tuckbox besides its panels.

    Attributes:
        notch: a half circle at the top of the front, for a thumb.
        slits: at the lid, which hold it shut.
        window: an opening in the middle of the front.
    """

    notch: bool = True
    slits: bool = False
    window: Size | None = None


def tuckbox(name: str, inside: Size, depth: Length, form: TuckboxForm) -> Net:
    """The net of a tuckbox.

    Args:
        inside: width and height of front and back, from fold to fold.
        depth: the depth of the sides; at least `LEAST_DEPTH`.
    """
    return _Tuckbox(inside, max(depth, LEAST_DEPTH), form).net(name)


class _Tuckbox:
    """The places of the folds; y is 0 at the top of the body."""

    def __init__(self, inside: Size, depth: Length, form: TuckboxForm) -> None:
        self.width, self.height = inside
        self.depth, self.form = depth, form
        self.tab = min(depth - mm(1), _WIDEST_TAB)
        self.back = self.tab
        self.left = self.back + self.width
        self.front = self.left + depth
        self.right = self.front + self.width
        self.end = self.right + depth
        self.tongue = mm(5) + Length(depth.grains * 3 // 10)

    def net(self, name: str) -> Net:
        zero, height, deep = ZERO, self.height, self.depth
        panels = (
            NetPanel("front", self._front(), 0, self._window()),
            NetPanel("left", rectangle_corners(self.left, zero, self.front, height)),
            NetPanel("right", rectangle_corners(self.right, zero, self.end, height)),
            NetPanel("back", rectangle_corners(self.back, zero, self.left, height)),
            NetPanel("glue-tab", self._glue_tab()),
            NetPanel("lid", rectangle_corners(self.back, -deep, self.left, zero), 2),
            NetPanel("tongue", self._tongue(), 2),
            NetPanel("bottom", self._bottom_flap(self.front, self.right)),
            NetPanel("bottom-flap", self._bottom_flap(self.back, self.left)),
            *(
                NetPanel(f"{where}-dust-flap-{side}", self._dust_flap(*ends, where == "top"))
                for side, ends in (("left", (self.left, self.front)), ("right", (self.right, self.end)))
                for where in ("top", "bottom")
            ),
        )
        slits = self._slits() if self.form.slits else ()
        return Net(name, panels, self._folds(), self._seams(), self._glue(panels), slits).moved()

    # -- outlines ----------------------------------------------------------------------------------------------

    def _front(self) -> Corners:
        left, right, bottom = self.front, self.right, self.height
        if not self.form.notch:
            return rectangle_corners(left, ZERO, right, bottom)
        radius = min(Length(self.depth.grains * 2 // 3), _WIDEST_NOTCH).half()
        middle = left + self.width.half()
        notch = (
            NetPoint(middle - radius, ZERO),
            NetPoint(middle - radius, radius, radius),
            NetPoint(middle + radius, radius, radius),
            NetPoint(middle + radius, ZERO),
        )
        return (NetPoint(left, ZERO), *notch, NetPoint(right, ZERO), NetPoint(right, bottom), NetPoint(left, bottom))

    def _window(self) -> tuple[Corners, ...]:
        window = self.form.window
        if window is None:
            return ()
        x = self.front + (self.width - window.width).half()
        y = (self.height - window.height).half()
        corner = min(_WINDOW_CORNER, min(window).half())
        hole = rectangle_corners(x, y, x + window.width, y + window.height)
        return (tuple(point._replace(radius=corner) for point in hole),)

    def _glue_tab(self) -> Corners:
        aside = Length(round(self.tab.grains * math.tan(math.radians(15))))
        return (
            NetPoint(ZERO, aside),
            NetPoint(self.tab, ZERO),
            NetPoint(self.tab, self.height),
            NetPoint(ZERO, self.height - aside),
        )

    def _tongue(self) -> Corners:
        left, right, bottom = self.back + _FLAP_ROOM, self.left - _FLAP_ROOM, -self.depth
        radius = min(Length(self.depth.grains * 3 // 10), self.tongue - mm(1), self.width.half() - mm(1))
        top = bottom - self.tongue
        return (
            NetPoint(left, top, radius),
            NetPoint(right, top, radius),
            NetPoint(right, bottom),
            NetPoint(left, bottom),
        )

    def _dust_flap(self, start: Length, stop: Length, top: bool) -> Corners:
        left, right = start + _DUST_ROOM, stop - _DUST_ROOM
        long = Length(self.depth.grains * 6 // 10)
        radius = min(Length(self.depth.grains * 3 // 10), (right - left).half() - mm(0.5))
        if top:
            return (
                NetPoint(left, -long, radius),
                NetPoint(right, -long, radius),
                NetPoint(right, ZERO),
                NetPoint(left, ZERO),
            )
        low = self.height + long
        return (
            NetPoint(left, self.height),
            NetPoint(right, self.height),
            NetPoint(right, low, radius),
            NetPoint(left, low, radius),
        )

    def _bottom_flap(self, start: Length, stop: Length) -> Corners:
        return rectangle_corners(start + _FLAP_ROOM, self.height, stop - _FLAP_ROOM, self.height + self.depth)

    # -- how it is put together --------------------------------------------------------------------------------

    def _folds(self) -> tuple[NetFold, ...]:
        zero, height, deep = ZERO, self.height, self.depth

        def upright(x: Length, stays: str, folded: str) -> NetFold:
            return NetFold(NetPoint(x, zero), NetPoint(x, height), (stays, folded))

        def level(y: Length, start: Length, stop: Length, stays: str, folded: str) -> NetFold:
            return NetFold(NetPoint(start, y), NetPoint(stop, y), (stays, folded))

        dust, flap = _DUST_ROOM, _FLAP_ROOM
        sides = (("left", self.left, self.front), ("right", self.right, self.end))
        return (
            upright(self.front, "front", "left"),
            upright(self.right, "front", "right"),
            upright(self.left, "left", "back"),
            upright(self.back, "back", "glue-tab"),
            level(zero, self.back, self.left, "back", "lid"),
            level(-deep, self.back + flap, self.left - flap, "lid", "tongue"),
            level(height, self.front + flap, self.right - flap, "front", "bottom"),
            level(height, self.back + flap, self.left - flap, "back", "bottom-flap"),
            *(
                level(y, start + dust, stop - dust, side, f"{where}-dust-flap-{side}")
                for side, start, stop in sides
                for where, y in (("top", zero), ("bottom", height))
            ),
        )

    def _seams(self) -> tuple[NetSeam, ...]:
        """What meets: the strip's two ends, the lid and the front, the lid and the sides."""
        zero, height, deep = ZERO, self.height, self.depth

        def edge(panel: str, x0: Length, y0: Length, x1: Length, y1: Length) -> NetEdge:
            return NetEdge(panel, NetPoint(x0, y0), NetPoint(x1, y1))

        back, left, front, right, end = self.back, self.left, self.front, self.right, self.end
        room = _FLAP_ROOM
        return (
            NetSeam(edge("back", back, zero, back, height), edge("right", end, zero, end, height)),
            NetSeam(edge("lid", back, -deep, left, -deep), edge("front", right, zero, front, zero)),
            NetSeam(edge("lid", left, zero, left, -deep), edge("left", left, zero, front, zero)),
            NetSeam(edge("lid", back, zero, back, -deep), edge("right", end, zero, right, zero)),
            NetSeam(
                edge("bottom", front + room, height + deep, right - room, height + deep),
                edge("back", left - room, height, back + room, height),
            ),
        )

    def _glue(self, panels: tuple[NetPanel, ...]) -> tuple[GlueArea, ...]:
        by_name = {panel.name: panel.corners for panel in panels}
        return (
            GlueArea("glue-tab", by_name["glue-tab"], "right"),
            GlueArea("bottom-flap", by_name["bottom-flap"], "bottom"),
        )

    def _slits(self) -> tuple[tuple[NetPoint, NetPoint], ...]:
        y, long = -self.depth, min(_SLIT, Length(self.width.grains // 6))
        left, right = self.back + _FLAP_ROOM, self.left - _FLAP_ROOM
        return ((NetPoint(left, y), NetPoint(left + long, y)), (NetPoint(right - long, y), NetPoint(right, y)))
