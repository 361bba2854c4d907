"""The inside of a box with a lid of its own -> two nets, tray and lid, each folded from card and glued at four corners.

Distances are those of the print-production reference, section 7, and of the exports reference, section 5.3.
"""

import math

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

#: What a lid is wider inside than its tray is outside.
_LID_ROOM = mm(0.5)
_WIDEST_TAB = mm(15)
#: The radius of a thumb notch.
_NOTCH = mm(10)
#: The least height of a wall that can be folded and glued.
LEAST_WALL = mm(8)


def two_piece_box(inside: Size, depth: Length, card: Length, cover: float, notches: bool) -> tuple[Net, Net]:
    """The nets of tray and lid.

    Args:
        inside: width and height of the inside of the tray; *depth* is that of its walls.
        card: thickness of the card that the box is folded from.
        cover: how much of the walls of the tray the lid covers, 0.4 to 1.
        notches: thumb notches in the two long walls of the lid.
    """
    deep = max(depth, LEAST_WALL)
    base = Size(inside.width + card, inside.height + card)
    lid = Size(inside.width + 2 * card + _LID_ROOM + card, inside.height + 2 * card + _LID_ROOM + card)
    wall = max(Length(round(deep.grains * cover)), LEAST_WALL)
    return _tray("tray", base, deep, False, False), _tray("lid", lid, wall, True, notches)


def _tray(name: str, base: Size, wall: Length, opens_down: bool, notches: bool) -> Net:
    """A base with four walls; on the ends of the longer ones are the tabs that are glued behind the shorter ones.

    Args:
        opens_down: the walls stand below the base, as those of a lid do.
    """
    middle = f"{name}-top" if opens_down else f"{name}-bottom"
    width, height = base
    across = width >= height  # the walls above and below are the longer ones
    walls = {
        "back": (rectangle_corners(ZERO, -wall, width, ZERO), 2),
        "front": (rectangle_corners(ZERO, height, width, height + wall), 0),
        "left": (rectangle_corners(-wall, ZERO, ZERO, height), 1),
        "right": (rectangle_corners(width, ZERO, width + wall, height), 3),
    }
    if notches:
        for side in ("back", "front") if across else ("left", "right"):
            walls[side] = (_notched(side, base, wall), walls[side][1])
    turned = 0 if opens_down else 2  # a wall that stands up has its top at the outside
    panels = [NetPanel(middle, rectangle_corners(ZERO, ZERO, width, height), 0)]
    panels += [
        NetPanel(f"{name}-{side}", corners, (quarters + turned) % 4) for side, (corners, quarters) in walls.items()
    ]
    folds = [
        NetFold(NetPoint(ZERO, ZERO), NetPoint(width, ZERO), (middle, f"{name}-back")),
        NetFold(NetPoint(ZERO, height), NetPoint(width, height), (middle, f"{name}-front")),
        NetFold(NetPoint(ZERO, ZERO), NetPoint(ZERO, height), (middle, f"{name}-left")),
        NetFold(NetPoint(width, ZERO), NetPoint(width, height), (middle, f"{name}-right")),
    ]
    seams, glue = [], []
    for right, below in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
        at = NetPoint(width if right > 0 else ZERO, height if below > 0 else ZERO)
        corner = _Corner(name, at, right, below, wall, across)
        panels.append(corner.tab())
        folds.append(corner.fold())
        seams.append(corner.seam())
        glue.append(GlueArea(corner.name, corner.tab().corners, corner.short))
    return Net(name, tuple(panels), tuple(folds), tuple(seams), tuple(glue)).moved()


def _notched(side: str, base: Size, wall: Length) -> Corners:
    """A wall with a half circle at its free edge."""
    width, height = base
    radius = min(_NOTCH, Length(wall.grains * 6 // 10))
    low = wall - radius
    if side in ("front", "back"):
        middle, sign, edge = width.half(), 1 if side == "front" else -1, height if side == "front" else ZERO
        points = (
            NetPoint(width, edge + sign * wall),
            NetPoint(middle + radius, edge + sign * wall),
            NetPoint(middle + radius, edge + sign * low, radius),
            NetPoint(middle - radius, edge + sign * low, radius),
            NetPoint(middle - radius, edge + sign * wall),
            NetPoint(ZERO, edge + sign * wall),
            NetPoint(ZERO, edge),
            NetPoint(width, edge),
        )
        return points if side == "front" else points[::-1]
    middle, sign, edge = height.half(), 1 if side == "right" else -1, width if side == "right" else ZERO
    points = (
        NetPoint(edge, ZERO),
        NetPoint(edge + sign * wall, ZERO),
        NetPoint(edge + sign * wall, middle - radius),
        NetPoint(edge + sign * low, middle - radius, radius),
        NetPoint(edge + sign * low, middle + radius, radius),
        NetPoint(edge + sign * wall, middle + radius),
        NetPoint(edge + sign * wall, height),
        NetPoint(edge, height),
    )
    return points if side == "right" else points[::-1]


class _Corner:
    """A corner of the base, where two walls meet.

    Args:
        net: its name. at: the corner. right, below: 1 or -1, where the walls are from there.
        across: True if the longer walls are above and below the base.
    """

    def __init__(self, net: str, at: NetPoint, right: int, below: int, wall: Length, across: bool) -> None:
        self.x, self.y, self.right, self.below, self.wall, self.across = at.x, at.y, right, below, wall, across
        beside, level = "right" if right > 0 else "left", "front" if below > 0 else "back"
        self.long, self.short = (f"{net}-{side}" for side in ((level, beside) if across else (beside, level)))
        self.name = f"{net}-{level}-tab-{beside}"
        self.tab_width = min(wall - mm(1), _WIDEST_TAB)
        self.taper = Length(round(self.tab_width.grains * math.tan(math.radians(10))))

    def _point(self, out: Length, down: Length) -> NetPoint:
        """The point *out* along the longer wall, beyond the corner, and *down* along its height."""
        if self.across:
            return NetPoint(self.x + self.right * out, self.y + self.below * down)
        return NetPoint(self.x + self.right * down, self.y + self.below * out)

    def tab(self) -> NetPanel:
        """The tab at the end of the longer wall, narrower at its free end."""
        corners = (
            self._point(ZERO, ZERO),
            self._point(self.tab_width, self.taper),
            self._point(self.tab_width, self.wall - self.taper),
            self._point(ZERO, self.wall),
        )
        clockwise = (self.right * self.below > 0) == self.across
        return NetPanel(self.name, corners if clockwise else corners[::-1])

    def fold(self) -> NetFold:
        """The fold of the tab."""
        return NetFold(self._point(ZERO, ZERO), self._point(ZERO, self.wall), (self.long, self.name))

    def seam(self) -> NetSeam:
        """The ends of the two walls, which meet."""
        other = NetPoint(self.x + self.right * self.wall, self.y)
        if not self.across:
            other = NetPoint(self.x, self.y + self.below * self.wall)
        return NetSeam(
            NetEdge(self.long, self._point(ZERO, ZERO), self._point(ZERO, self.wall)),
            NetEdge(self.short, NetPoint(self.x, self.y), other),
        )
