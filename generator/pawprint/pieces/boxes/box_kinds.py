"""The kinds of boxes, and of other nets, that a game may declare: what each is made of, and its own properties."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

from pawprint.catalog.model import Translated
from pawprint.catalog.texts import ReadContext, translated
from pawprint.core.geometry import Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.core.registry import Registry
from pawprint.pieces.boxes._tuckbox import WINDOW_FRAME, TuckboxForm, tuckbox
from pawprint.pieces.boxes._two_piece_box import two_piece_box
from pawprint.pieces.boxes.box_room import BoxRoom
from pawprint.pieces.boxes.net import GlueArea, Net, NetEdge, NetFold, NetPanel, NetPoint, NetSeam, rectangle_corners
from pawprint.source import scalars
from pawprint.source.field_reader import FieldReader

# --- die net ----------------------------------------------------------------------------------------------------------

# A cube -> its net: a cross of six faces, with the seven tabs that close it. Opposite faces add up to seven.


_WIDEST_TAB = mm(8)


def die_net(name: str, edge: Length) -> Net:
    """The net of a cube with that *edge*: 3, 1, 4 and 6 in a row, 2 above the 1 and 5 below it."""
    one, two, three, four = ((edge * step) for step in (1, 2, 3, 4))
    squares = {"1": (one, one), "3": (ZERO, one), "4": (two, one), "6": (three, one), "2": (one, ZERO), "5": (one, two)}
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
    depth = min(whole * 2 // 5, _WIDEST_TAB.grains)
    x, y = (length.grains // whole for length in along)  # a step along the edge; to its left is outside
    outwards = y, -x

    def point(at: NetPoint, forward: int) -> NetPoint:
        return NetPoint(
            at.x + Length(forward * x * depth + outwards[0] * depth),
            at.y + Length(forward * y * depth + outwards[1] * depth),
        )

    return NetPanel(name, (start, point(start, 1), point(end, -1), end))


# --- A divider: a sheet as large as the cards that it stands between, with a tab that is seen above them --------------


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


# --- box kinds --------------------------------------------------------------------------------------------------------


#: What the inside of a box is wider and higher than what lies in it.
_TUCKBOX_ROOM, _TRAY_ROOM = mm(2.5), mm(2)
#: Usual thickness of the card that a box is folded from.
_NORMAL_CARD = mm(0.4)
#: What is declared for the four walls of a box, or for all small flaps, may have one name.
SIDES = ("front", "back", "left", "right")


class BoxKind(ABC):
    """A kind of box, with its own properties; read from the declaration of one box.

    Attributes:
        panels: those that may have art -> the name that they share with others, or nothing.
        holds_pieces: True if its size follows from pieces.
    """

    panels: ClassVar[Mapping[str, str]]
    holds_pieces: ClassVar[bool] = True

    @abstractmethod
    def __init__(self, reader: FieldReader, reading: ReadContext) -> None:
        """Read the own properties of the kind; findings go to those of *reader*."""

    @abstractmethod
    def nets(self, room: BoxRoom) -> tuple[Net, ...]:
        """The nets of the box for pieces that need *room*."""

    def fault(self, room: BoxRoom) -> str:
        """The reason why a box for *room* is impossible with these properties; empty if it is possible."""
        return ""

    def fields(self, number: int, language: str) -> dict[str, Any]:
        """Further fields for the texts of the net *number*, from 0."""
        return {}


BOX_KINDS: Registry[type[BoxKind]] = Registry("kind of box")
Kind = TypeVar("Kind", bound=BoxKind)


@BOX_KINDS("tuckbox")
class TuckboxKind(BoxKind):
    """A box of one strip, with a lid that is tucked in."""

    panels: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("front", "back", "lid", "tongue", "bottom"), ""),
        **dict.fromkeys(("left", "right"), "sides"),
        **{f"{where}-dust-flap-{side}": "dust-flaps" for where in ("top", "bottom") for side in ("left", "right")},
    }

    def __init__(self, reader: FieldReader, reading: ReadContext) -> None:
        notch, slits = reader.flag("notch", True), reader.flag("slits")
        window = reader.value("window", scalars.size)
        self._form = TuckboxForm(notch, slits, window)

    def fault(self, room: BoxRoom) -> str:
        window = self._form.window
        if window is None:
            return ""
        front = self._inside(room)
        left = min(front.width - window.width, front.height - window.height)
        if left >= 2 * WINDOW_FRAME:
            return ""
        return f"its front is {front}, so its window cannot be {window}: {WINDOW_FRAME} must remain at each side"

    def nets(self, room: BoxRoom) -> tuple[Net, ...]:
        return (tuckbox("box", self._inside(room), room.depth, self._form),)

    @staticmethod
    def _inside(room: BoxRoom) -> Size:
        return Size(room.floor.width + _TUCKBOX_ROOM, room.floor.height + _TUCKBOX_ROOM)


@BOX_KINDS("two-piece")
class TwoPieceKind(BoxKind):
    """A tray and a lid."""

    panels: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("lid-top", "tray-bottom"), ""),
        **{f"{part}-{side}": f"{part}-walls" for part in ("lid", "tray") for side in SIDES},
    }

    def __init__(self, reader: FieldReader, reading: ReadContext) -> None:
        card, cover = reader.length("card"), reader.number("cover", 0.4, 1)
        self._card = _NORMAL_CARD if card is None else card
        self._cover = 0.6 if cover is None else cover
        self._notches = reader.flag("notch")
        if not ZERO <= self._card <= mm(3):
            message = f"{reader.what}: its card is {self._card} thick"
            reader.findings.add("out-of-range", message, reader.value_span("card"), "write 0 mm to 3 mm, as in 0.4 mm")

    def nets(self, room: BoxRoom) -> tuple[Net, ...]:
        inside = Size(room.floor.width + _TRAY_ROOM, room.floor.height + _TRAY_ROOM)
        return two_piece_box(inside, room.depth, self._card, self._cover, self._notches)


@BOX_KINDS("dividers")
class DividersKind(BoxKind):
    """Cards with a tab, between the pieces of a box."""

    panels: ClassVar[Mapping[str, str]] = {"divider": ""}

    def __init__(self, reader: FieldReader, reading: ReadContext) -> None:
        nodes = reader.items("labels", required=True)
        texts = [translated(node, f"a label of {reader.what}", reading) for node in nodes]
        self._labels: tuple[Translated, ...] = tuple(text for text in texts if text is not None)

    def nets(self, room: BoxRoom) -> tuple[Net, ...]:
        count = len(self._labels)
        return tuple(divider(f"divider-{number + 1}", room.floor, number, count) for number in range(count))

    def fields(self, number: int, language: str) -> dict[str, Any]:
        return {"label": self._labels[number][language], "index": number + 1}


@BOX_KINDS("die")
class DieKind(BoxKind):
    """A cube whose faces have numbers like those of a die."""

    panels: ClassVar[Mapping[str, str]] = {str(number): "faces" for number in range(1, 7)}
    holds_pieces: ClassVar[bool] = False

    def __init__(self, reader: FieldReader, reading: ReadContext) -> None:
        edge = reader.length("edge")
        self._edge: Length = mm(16) if edge is None else edge
        if not mm(8) <= self._edge <= mm(80):
            message = f"{reader.what}: its edges are {self._edge} long"
            reader.findings.add("out-of-range", message, reader.value_span("edge"), "write 8 mm to 80 mm")

    def nets(self, room: BoxRoom) -> tuple[Net, ...]:
        return (die_net("die", self._edge),)
