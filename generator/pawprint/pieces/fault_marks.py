"""The marks of faults on a face: text cut off at its box, a missing picture.

Sheets with errors are not printed, so these marks appear only in pictures, proofs and drafts. Red marks lie above
everything else on the face.
"""

from pawprint.core.affine import IDENTITY
from pawprint.core.colour import WHITE, Colour
from pawprint.core.geometry import Box
from pawprint.core.picture import CURRENT, Picture, Shape
from pawprint.graphics.ops import outline
from pawprint.pieces.context import Out, PlacingContext
from pawprint.pieces.placed import Placed, PlacedText, Turned, panel, path_shape
from pawprint.typography.text_style import TextStyle

RED = Colour(200, 16, 46)
#: Widths of the frame around a box, of its white rim, and of the side where something is cut off; points.
_EDGE, _RIM, _CUT = 0.6, 1.8, 1.6
#: How far the frame is from the box.
_AWAY = 1.0
_TAG = TextStyle(size=5.5, min_size=3.0, bold=True, align="center", valign="middle")
#: Its height is a multiple of its size; points are left and right of its text.
_TAG_HEIGHT, _TAG_PADDING = 1.55, 2.2

_GREY, _PALE, _LINES = Colour(110, 110, 110), Colour(240, 240, 240), Colour(205, 205, 205)
_LABEL = TextStyle(size=8, min_size=2, align="center", valign="middle")
_NOTE = TextStyle(size=10, min_size=4, align="center", valign="middle", balance=True)

#: Replaces an inline icon that is missing: a question mark in a box.
MISSING_ICON = Picture(
    "missing",
    *(0, 0, 10, 10),
    (
        Shape((("M", 1, 1), ("L", 9, 1), ("L", 9, 9), ("L", 1, 9), ("Z",)), stroke=CURRENT, width=0.7, dash=(1.2, 0.8)),
        Shape(
            (
                *(("M", 3.6, 4), ("C", 3.6, 2.2, 6.4, 2.2, 6.4, 4), ("C", 6.4, 5.2, 5, 5, 5, 6.2)),
                *(("M", 5, 7.4), ("L", 5, 7.5)),
            ),
            stroke=CURRENT,
            width=0.9,
            cap=1,
        ),
    ),
    (CURRENT,),
)


def put_cut_off(
    scene: PlacingContext, items: Out, box: Box, note: str, out: Out, *, right: bool = False, air: float = 0.0
) -> None:
    """Place *items* as far as they lie in *box*, and mark where they are cut off.

    Args:
        said: how much is missing.
        right: they are cut off on the right; below otherwise.
        air: how far ink may stand out at the other sides, as accents do above the capitals; points.
    """
    seen = Box(box.x - air / 4, box.y - air, box.width + air / 4, box.height + air)
    out.append(Turned(tuple(items), IDENTITY, outline(seen)))
    frame = box.inset(-_AWAY)
    corner = (("M", frame.right, frame.y), ("L", frame.right, frame.bottom))
    floor = (("M", frame.x, frame.bottom), ("L", frame.right, frame.bottom))
    _mark(
        scene,
        panel(frame, None, WHITE, _RIM, 0.0),
        panel(frame, None, RED, _EDGE, 0.0),
        path_shape(corner if right else floor, None, RED, _CUT),
        *_tag(scene, frame, note),
    )


def _mark(scene: PlacingContext, *items: Placed) -> None:
    scene.marks += items if scene.matrix == IDENTITY else (Turned(items, scene.matrix),)


def _tag(scene: PlacingContext, box: Box, note: str) -> tuple[Placed, ...]:
    """A red label on the lower edge of *box*, within the trim of a piece."""
    room = scene.trim.width - 2.0
    wanted = scene.setter.width(note, _TAG, scene.language, lambda _: None, 1.0) + 2 * _TAG_PADDING
    width, height = min(wanted, room), _TAG.size * _TAG_HEIGHT
    x, y = box.right - width - _RIM, box.bottom - height / 2
    if scene.matrix == IDENTITY:
        x = max(min(x, scene.trim.right - width - 1.0), scene.trim.x + 1.0)
        y = max(min(y, scene.trim.bottom - height - 1.0), scene.trim.y + 1.0)
    place = Box(x, y, width, height)
    inner = Box(x + _TAG_PADDING / 2, y, width - _TAG_PADDING, height)
    words = scene.setter.set(note, _TAG, inner, WHITE, scene.language, lambda _: None)
    return panel(place, RED, WHITE, 0.4, 1.2), PlacedText(words)


def put_placeholder(scene: PlacingContext, box: Box, name: str, out: Out) -> None:
    """A crossed box with the *name* of a picture that is missing."""
    half = 0.25
    frame = Box(box.x + half, box.y + half, box.width - 2 * half, box.height - 2 * half)
    out.append(panel(frame, _PALE, _GREY, 0.5, 0.0, (2.0, 1.5)))
    cross = (
        *(("M", frame.x, frame.y), ("L", frame.right, frame.bottom)),
        *(("M", frame.right, frame.y), ("L", frame.x, frame.bottom)),
    )
    out.append(path_shape(cross, None, _LINES, 0.4))
    label = scene.setter.set(name, _LABEL, frame.inset(min(1.0, box.width / 10)), _GREY, scene.language, lambda _: None)
    out.append(panel(label.box.inset(-1.0), _PALE, None, 0.0, 1.0))
    out.append(PlacedText(label))
    scene.cover(box, None)


def put_note(scene: PlacingContext, note: str, out: Out) -> None:
    """In place of a whole face that cannot be composed: what is the matter with it, in a red frame."""
    out.append(panel(scene.bleed_box, WHITE, None, 0.0, 0.0))
    frame = scene.safe.inset(min(scene.safe.width, scene.safe.height) / 20)
    out.append(panel(frame, None, RED, 1.0, 3.0))
    words = scene.setter.set(note, _NOTE, frame.inset(frame.width / 12), RED, scene.language, lambda _: None)
    out.append(PlacedText(words))
