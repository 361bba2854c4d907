"""`layouts/sheets/NAME.yaml` -> a sheet with places of its own: a die, a sheet of labels, or a sprue of Squib."""

import math
import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Box, Size
from pawprint.core.length import ZERO, Length, mm, pt
from pawprint.core.piece_outline import DieSheet, PieceOutline, SheetPlace
from pawprint.core.polygon import Polygon, distance, grown
from pawprint.core.source import Span
from pawprint.source import scalars
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import Node, read_yaml_file

#: More places than any die has are a mistake.
_MOST_PLACES = 400
#: Pieces may touch, and lie over each other by as much as a printed line is wide; points.
_TOUCHING = 0.2
#: Art bleeds as far as its neighbours allow, and never farther than this.
_MOST_BLEED = mm(5)
#: Squib's words for turns, in degrees clockwise.
_TURNS = {"clockwise": 90.0, "counterclockwise": 270.0, "turnaround": 180.0}
_ANGLE = re.compile(r"(-?[0-9.]+) ?(deg|rad)?\Z")

#: The name of a paper, or a size -> the size of the paper; None after a finding.
FindSize = Callable[[Node], Size | None]


def read_die_sheet(
    folder: Path, name: str, trim: Size, outline: PieceOutline, paper_of: FindSize, findings: Findings
) -> DieSheet | None:
    """The sheet in *folder* for pieces of that *trim* and *outline*; None after a finding."""
    node = read_yaml_file(folder / "sheets" / f"{name}.yaml", findings, folder)
    if node is None:
        return None
    before, take = findings.count, FieldReader(node, f"sheet '{name}'", findings)
    if "sheet_width" in take:
        size, places = _sprue(take, trim)
    else:
        size, places = _own(take, trim, paper_of)
    if not places and findings.count == before:
        key = "cards" if "cards" in take else "places"
        findings.add("bad-sheet", f"{take.what} has no places", take.value_span(key), "write one place or more")
    if size is None or not places:
        return None
    bleed = _room(take, size, places, trim, outline)
    return None if bleed is None else DieSheet(name, size, tuple(place for place, _ in places), bleed)


#: A place, and where it is written.
_Places = list[tuple[SheetPlace, Span]]


def _own(take: FieldReader, trim: Size, paper_of: FindSize) -> tuple[Size | None, _Places]:
    """`paper` and `places`, whose `at` is the top-left corner of the trim before it is turned around its middle."""
    paper = take.node_of("paper", required=True)
    places: _Places = []
    before = take.findings.count
    for item in take.items("places", required=True):
        inner = FieldReader(item, f"a place of {take.what}", take.findings)
        corner = inner.items("at", required=True)
        turn = inner.number("turn", -360, 360)
        inner.finish()
        if len(corner) != 2:
            if corner:
                message = f"'at' of a place of {take.what} takes two lengths"
                take.findings.add("wrong-type", message, inner.value_span("at"), "write [20 mm, 15 mm]")
            continue
        x, y = (scalars.length(part, f"'at' of a place of {take.what}", take.findings) for part in corner)
        if x is not None and y is not None:
            places.append((_place(x, y, turn or 0.0, trim), item.span))
    take.allow("about")
    take.finish()
    size = None if paper is None else paper_of(paper)
    return size, places if take.findings.count == before else []


def _sprue(take: FieldReader, trim: Size) -> tuple[Size | None, _Places]:
    """A sprue of Squib: cards by `x` and `y`, on a sheet of that width and height. Its crop lines are left out, because
    Pawprint draws lines along the cuts itself."""
    before = take.findings.count
    width, height = take.length("sheet_width", True), take.length("sheet_height", True)
    wide, high = take.length("card_width", True), take.length("card_height", True)
    reference = (take.text("position_reference") or "topleft").lstrip(":")
    usual = _angle(take, "rotate")
    places: _Places = []
    for item in take.items("cards", required=True):
        inner = FieldReader(item, f"a card of {take.what}", take.findings)
        x, y = inner.length("x", True), inner.length("y", True)
        turn = _angle(inner, "rotate")
        inner.allow("flip_vertical", "flip_horizontal")
        inner.finish()
        if x is not None and y is not None:
            turn = usual if turn is None else turn
            centred = SheetPlace(x, y, turn or 0.0)
            places.append((centred if reference == "center" else _place(x, y, turn or 0.0, trim), item.span))
    take.allow("crop_line")
    take.finish()
    if take.findings.count > before or width is None or height is None or wide is None or high is None:
        return None, []
    if max(abs((wide - trim.width).mm), abs((high - trim.height).mm)) > 0.1:
        message = f"{take.what} is for cards of {Size(wide, high)}, and its stock is {trim}"
        take.findings.add("bad-sheet", message, take.value_span("card_width"), "write the same size in both files")
        return None, []
    return Size(width, height), places


def _angle(take: FieldReader, key: str) -> float | None:
    """Degrees clockwise: a word of Squib, `90deg`, or a number of radians."""
    node = take.node_of(key)
    text = None if node is None else scalars.text(node, f"'{key}' of {take.what}", take.findings)
    if text is None:
        return None
    match = _ANGLE.match(text)
    if text.lstrip(":") in _TURNS:
        return _TURNS[text.lstrip(":")]
    try:
        number = float(match[1]) if match else math.nan
    except ValueError:
        number = math.nan
    if math.isnan(number) or match is None:
        message = f"'{text}' is no angle of {take.what}"
        take.findings.add("wrong-type", message, take.value_span(key), "write 90deg, or a number of radians")
        return None
    return number if match[2] == "deg" else round(math.degrees(number), 6)


def _place(x: Length, y: Length, turn: float, trim: Size) -> SheetPlace:
    return SheetPlace(x + trim.width.half(), y + trim.height.half(), turn)


def _room(take: FieldReader, paper: Size, places: _Places, trim: Size, outline: PieceOutline) -> Length | None:
    """How far pieces may bleed; None if they overlap or lie outside of the paper, of which there is a finding."""
    if len(places) > _MOST_PLACES:
        message = f"{take.what} has {len(places)} places; the most is {_MOST_PLACES}"
        take.findings.add("out-of-range", message, take.span, "make two sheets of it")
        return None
    (polygon,) = outline.polygons(trim)
    shapes = [_on_sheet(polygon, place, trim) for place, _ in places]
    inner = Box(0.0, 0.0, paper.width.pt, paper.height.pt).inset(-_TOUCHING)
    boxes: list[Box] = []
    for number, (shape, (_, span)) in enumerate(zip(shapes, places, strict=True), 1):
        if not all(inner.contains(x, y) for x, y in shape):
            message = f"place {number} of {take.what} is not wholly on its paper ({paper})"
            take.findings.add("bad-sheet", message, span, "move it, or make the paper larger")
            return None
        box = Box.of_points([part for point in shape for part in point])
        assert box is not None
        boxes.append(box)
    least = 2 * _MOST_BLEED.pt
    for one, two in combinations(range(len(shapes)), 2):
        if boxes[one].inset(-least).intersection(boxes[two]) is None:
            continue
        apart = distance(shapes[one], shapes[two])
        if not apart and _overlap(shapes[one], shapes[two]):
            message = f"places {one + 1} and {two + 1} of {take.what} overlap"
            take.findings.add("bad-sheet", message, places[two][1], "move one of them")
            return None
        least = min(least, apart)
    return max(pt(least * 0.49), ZERO) if least < 2 * _MOST_BLEED.pt else _MOST_BLEED


def _overlap(one: Polygon, two: Polygon) -> bool:
    """Whether two shapes share more than their edges."""
    return any(not distance(part, other) for part in grown(one, -_TOUCHING) for other in grown(two, -_TOUCHING))


def _on_sheet(polygon: Polygon, place: SheetPlace, trim: Size) -> Polygon:
    a, b, c, d, e, f = place.matrix(trim)
    return tuple((a * x + c * y + e, b * x + d * y + f) for x, y in polygon)
