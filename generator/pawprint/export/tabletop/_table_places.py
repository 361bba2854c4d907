"""Things on a table -> their places: piles in the first rows, boards and open pieces below, tokens in the last ones."""

from collections.abc import Sequence
from itertools import pairwise

from pawprint.export.tabletop._virtual_table import BOARDS, CENTRE, TOKENS, Place, TableObject

#: Between things side by side, above each row, where titles stand, and below it, where buttons are; in millimetres.
_GAP, _ABOVE, _BELOW = 12.0, 32.0, 24.0
#: A small thing takes as much room as its title.
TITLE_WIDTH = 40.0
#: Width by height of the part of a table that all players usually see.
_ASPECT = 2.0

_Row = list[tuple[int, TableObject]]


def placed(objects: Sequence[TableObject], aspect: float = _ASPECT) -> tuple[list[Place], float, float]:
    """The place of each of *objects*, none of which covers another, and width and height of the part that they use.

    The rows are as long as makes things largest on a table of that shape.

    Args:
        aspect: width by height of the table.
    """
    if not objects:
        return [], 0.0, 0.0
    longest = sum(_across(one) + _GAP for one in objects)
    widest = max(_across(one) for one in objects)
    steps = 40
    arrangements = [
        _rows(objects, widest + (longest - widest) * step * step / steps / steps) for step in range(steps + 1)
    ]
    rows = min(arrangements, key=lambda each: max(_width(each) / aspect, _height(each)))
    width, height = _width(rows), _height(rows)
    places = [CENTRE] * len(objects)
    top = -height / 2
    for row in rows:
        tall = max(one.height for _, one in row)
        left = -_length(row) / 2
        for index, one in row:
            places[index] = Place(left + _across(one) / 2, top + _ABOVE + tall / 2)
            left += _across(one) + _GAP
        top += _ABOVE + tall + _BELOW
    return places, width, height


def _across(one: TableObject) -> float:
    return max(one.width, TITLE_WIDTH)


def _section(one: TableObject) -> int:
    if one.kind == TOKENS:
        return 2
    return 1 if one.kind == BOARDS or one.count == 1 else 0


def _rows(objects: Sequence[TableObject], most: float) -> list[_Row]:
    """*objects* in rows of at most *most* millimetres, section by section."""
    rows: list[_Row] = []
    for section in range(3):
        row: _Row = []
        for index, one in enumerate(objects):
            if _section(one) != section:
                continue
            if row and _length([*row, (index, one)]) > most:
                rows.append(row)
                row = []
            row.append((index, one))
        if row:
            rows.append(row)
    return _joined(rows, most)


def _joined(rows: list[_Row], most: float) -> list[_Row]:
    """*rows* without those that have room at the end of the one before."""
    joined = rows[:1]
    for _, row in pairwise(rows):
        if _length([*joined[-1], *row]) <= most:
            joined[-1] = [*joined[-1], *row]
        else:
            joined.append(row)
    return joined


def _length(row: _Row) -> float:
    return sum(_across(one) for _, one in row) + _GAP * (len(row) - 1)


def _width(rows: list[_Row]) -> float:
    return max(_length(row) for row in rows)


def _height(rows: list[_Row]) -> float:
    return sum(_ABOVE + max(one.height for _, one in row) + _BELOW for row in rows)
