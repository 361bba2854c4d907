"""A cube -> its net: a cross of six faces, with the seven tabs that close it. Opposite faces add up to seven."""

from pawprint.boxes.net import GlueArea, Net, NetEdge, NetFold, NetPanel, NetPoint, NetSeam, rectangle_corners
from pawprint.core.length import ZERO, Length, mm

_WIDEST_TAB = mm(8)


def die_net(name: str, edge: Length) -> Net:
    """The net of a cube with that *edge*: 3, 1, 4 and 6 in a row, 2 above the 1 and 5 below it."""
    one, two, three, four = ((edge * step) for step in (1, 2, 3, 4))
    squares = {
        "1": (one, one),
        "3": (ZERO, one),
        "4": (two, one),
        "6": (three, one),
        "2": (one, ZERO),
        "5": (one, two),
    }
    panels = [NetPanel(face, rectangle_corners(x, y, x + edge, y + edge)) for face, (x, y) in squares.items()]
    p = NetPoint
    folds = [
        NetFold(p(one, one), p(one, two), ("1", "3")),
        NetFold(p(two, one), p(two, two), ("1", "4")),
        NetFold(p(one, one), p(two, one), ("1", "2")),
        NetFold(p(one, two), p(two, two), ("1", "5")),
        NetFold(p(three, one), p(three, two), ("4", "6")),
    ]
    # (face with the tab, its edge clockwise, face that it is glued to, that face's edge in the same direction)
    closing = (
        ("2", p(one, one), p(one, ZERO), "3", p(one, one), p(ZERO, one)),
        ("2", p(one, ZERO), p(two, ZERO), "6", p(four, one), p(three, one)),
        ("2", p(two, ZERO), p(two, one), "4", p(three, one), p(two, one)),
        ("5", p(two, two), p(two, three), "4", p(two, two), p(three, two)),
        ("5", p(two, three), p(one, three), "6", p(three, two), p(four, two)),
        ("5", p(one, three), p(one, two), "3", p(ZERO, two), p(one, two)),
        ("6", p(four, one), p(four, two), "3", p(ZERO, one), p(ZERO, two)),
    )
    seams, glue = [], []
    for face, start, end, onto, other_start, other_end in closing:
        tab = _tab(f"tab-{face}-{onto}", start, end)
        panels.append(tab)
        folds.append(NetFold(start, end, (face, tab.name)))
        seams.append(NetSeam(NetEdge(face, start, end), NetEdge(onto, other_start, other_end)))
        glue.append(GlueArea(tab.name, tab.corners, onto))
    return Net(name, tuple(panels), tuple(folds), tuple(seams), tuple(glue)).moved()


def _tab(name: str, start: NetPoint, end: NetPoint) -> NetPanel:
    """A tab beyond an edge that runs clockwise, its ends drawn in by 45 degrees."""
    along = end.x - start.x, end.y - start.y
    whole = max(abs(along[0].grains), abs(along[1].grains))
    wide = min(whole * 2 // 5, _WIDEST_TAB.grains)
    x, y = (length.grains // whole for length in along)  # a step along the edge; to its left is outside
    outwards = y, -x

    def point(at: NetPoint, forward: int) -> NetPoint:
        return NetPoint(
            at.x + Length(forward * x * wide + outwards[0] * wide),
            at.y + Length(forward * y * wide + outwards[1] * wide),
        )

    return NetPanel(name, (start, point(start, 1), point(end, -1), end))
