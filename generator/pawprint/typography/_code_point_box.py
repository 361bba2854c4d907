"""The box with a code point that is drawn in place of a character that no font has."""

from functools import lru_cache

from pawprint.core.picture import Path, Picture, Shape

#: The strokes of a hexadecimal digit, each as its corners; two units wide and four high, y downwards.
_DIGITS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "0": (((0, 0), (2, 0), (2, 4), (0, 4), (0, 0)),),
    "1": (((0.3, 0.7), (1, 0), (1, 4)), ((0.2, 4), (1.8, 4))),
    "2": (((0, 0), (2, 0), (2, 2), (0, 2), (0, 4), (2, 4)),),
    "3": (((0, 0), (2, 0), (2, 4), (0, 4)), ((0.5, 2), (2, 2))),
    "4": (((0, 0), (0, 2), (2, 2)), ((2, 0), (2, 4))),
    "5": (((2, 0), (0, 0), (0, 2), (2, 2), (2, 4), (0, 4)),),
    "6": (((2, 0), (0, 0), (0, 4), (2, 4), (2, 2), (0, 2)),),
    "7": (((0, 0), (2, 0), (0.8, 4)),),
    "8": (((0, 0), (2, 0), (2, 4), (0, 4), (0, 0)), ((0, 2), (2, 2))),
    "9": (((2, 2), (0, 2), (0, 0), (2, 0), (2, 4), (0, 4)),),
    "A": (((0, 4), (0, 1), (0.8, 0), (1.2, 0), (2, 1), (2, 4)), ((0, 2.4), (2, 2.4))),
    "B": (
        ((0, 0), (0, 4), (1.5, 4), (2, 3.4), (2, 2.6), (1.5, 2), (0, 2)),
        ((0, 0), (1.4, 0), (1.8, 0.5), (1.8, 1.5), (1.4, 2)),
    ),
    "C": (((2, 0.6), (1.5, 0), (0.5, 0), (0, 0.6), (0, 3.4), (0.5, 4), (1.5, 4), (2, 3.4)),),
    "D": (((0, 0), (1.2, 0), (2, 0.9), (2, 3.1), (1.2, 4), (0, 4), (0, 0)),),
    "E": (((2, 0), (0, 0), (0, 4), (2, 4)), ((0, 2), (1.6, 2))),
    "F": (((2, 0), (0, 0), (0, 4)), ((0, 2), (1.6, 2))),
}
#: The red of all marks on faulty pieces, and the paper behind it, so that it can be read on any ground.
_RED, _PAPER = "#c8102e", "#ffffff"
#: Distance of the digits from the box and from each other.
_MARGIN, _GAP = 1.5, 1.3


@lru_cache(maxsize=1024)
def code_point_box(character: str) -> Picture:
    """A box with the code point of *character* in two rows of hexadecimal digits, as browsers draw it."""
    code = f"{ord(character):04X}"
    code = code.zfill(len(code) + len(code) % 2)
    columns = len(code) // 2
    width, height = 2 * _MARGIN + 2 * columns + _GAP * (columns - 1), 2 * _MARGIN + 8 + _GAP
    edge = 0.4
    frame: Path = (
        *(("M", edge, edge), ("L", width - edge, edge)),
        *(("L", width - edge, height - edge), ("L", edge, height - edge), ("Z",)),
    )
    strokes: list[tuple[str | float, ...]] = []
    for index, digit in enumerate(code):
        row, column = divmod(index, columns)
        left, top = _MARGIN + column * (2 + _GAP), _MARGIN + row * (4 + _GAP)
        for corners in _DIGITS[digit]:
            strokes += [("M" if not at else "L", left + x, top + y) for at, (x, y) in enumerate(corners)]
    shapes = (Shape(frame, _PAPER, _RED, 0.5), Shape(tuple(strokes), None, _RED, 0.7, cap=1, join=1))
    return Picture(f"U+{ord(character):04X}", 0.0, 0.0, width, height, shapes, ())
