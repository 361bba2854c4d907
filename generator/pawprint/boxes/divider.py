"""A divider: a sheet as large as the cards that it stands between, with a tab that is seen above them."""

from pawprint.boxes.net import Net, NetPanel, NetPoint, rectangle_corners
from pawprint.core.geometry import Size
from pawprint.core.length import ZERO, Length, mm

#: Height of the tab above the sheet, and the radius of the free corners.
TAB_HEIGHT = mm(10)
_CORNER = mm(2)


def divider(name: str, card: Size, number: int, count: int) -> Net:
    """The divider *number* (from 0) of *count*, whose tabs stand side by side.

    Args:
        card: the size of the sheet below the tab.
    """
    width, low = card.width, TAB_HEIGHT + card.height
    left, right = (Length(width.grains * step // count) for step in (number, number + 1))
    tab = (NetPoint(left, ZERO, _CORNER), NetPoint(right, ZERO, _CORNER))
    before = () if not number else (NetPoint(ZERO, TAB_HEIGHT, _CORNER), NetPoint(left, TAB_HEIGHT))
    after = () if number == count - 1 else (NetPoint(right, TAB_HEIGHT), NetPoint(width, TAB_HEIGHT, _CORNER))
    foot = tuple(point._replace(radius=_CORNER) for point in rectangle_corners(ZERO, ZERO, width, low)[2:])
    return Net(name, (NetPanel("divider", (*before, *tab, *after, *foot)),))
