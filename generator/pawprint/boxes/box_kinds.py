"""The kinds of boxes, and of other nets, that a game may declare: what each is made of, and its own properties."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

from pawprint.boxes.box_room import BoxRoom
from pawprint.boxes.die_net import die_net
from pawprint.boxes.divider import divider
from pawprint.boxes.net import Net
from pawprint.boxes.tuckbox import WINDOW_FRAME, TuckboxForm, tuckbox
from pawprint.boxes.two_piece_box import two_piece_box
from pawprint.catalog.model import Translated
from pawprint.catalog.texts import ReadContext, translated
from pawprint.core.geometry import Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.core.registry import Registry
from pawprint.yamlio import scalars
from pawprint.yamlio.field_reader import FieldReader

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
        holds_pieces: whether its size follows from pieces.
    """

    panels: ClassVar[Mapping[str, str]]
    holds_pieces: ClassVar[bool] = True

    @abstractmethod
    def __init__(self, take: FieldReader, reading: ReadContext) -> None:
        """Read the own properties of the kind; findings go to those of *take*."""

    @abstractmethod
    def nets(self, room: BoxRoom) -> tuple[Net, ...]:
        """What is cut out and folded, for pieces that need that *room*."""

    def fault(self, room: BoxRoom) -> str:
        """What makes a box for *room* impossible with these properties; empty if nothing does."""
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

    def __init__(self, take: FieldReader, reading: ReadContext) -> None:
        notch, slits = take.flag("notch", True), take.flag("slits")
        window = take.value("window", scalars.size)
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

    def __init__(self, take: FieldReader, reading: ReadContext) -> None:
        card, cover = take.length("card"), take.number("cover", 0.4, 1)
        self._card = _NORMAL_CARD if card is None else card
        self._cover = 0.6 if cover is None else cover
        self._notches = take.flag("notch")
        if not ZERO <= self._card <= mm(3):
            message = f"{take.what}: its card is {self._card} thick"
            take.findings.add("out-of-range", message, take.value_span("card"), "write 0 mm to 3 mm, as in 0.4 mm")

    def nets(self, room: BoxRoom) -> tuple[Net, ...]:
        inside = Size(room.floor.width + _TRAY_ROOM, room.floor.height + _TRAY_ROOM)
        return two_piece_box(inside, room.depth, self._card, self._cover, self._notches)


@BOX_KINDS("dividers")
class DividersKind(BoxKind):
    """Cards with a tab, between the pieces of a box."""

    panels: ClassVar[Mapping[str, str]] = {"divider": ""}

    def __init__(self, take: FieldReader, reading: ReadContext) -> None:
        nodes = take.items("labels", required=True)
        texts = [translated(node, f"a label of {take.what}", reading) for node in nodes]
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

    def __init__(self, take: FieldReader, reading: ReadContext) -> None:
        edge = take.length("edge")
        self._edge: Length = mm(16) if edge is None else edge
        if not mm(8) <= self._edge <= mm(80):
            message = f"{take.what}: its edges are {self._edge} long"
            take.findings.add("out-of-range", message, take.value_span("edge"), "write 8 mm to 80 mm")

    def nets(self, room: BoxRoom) -> tuple[Net, ...]:
        return (die_net("die", self._edge),)
