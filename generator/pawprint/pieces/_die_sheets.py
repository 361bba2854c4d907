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
_MAX_PLACES = 400
#: Pieces may touch, and lie over each other by as much as a printed line is wide; points.
_TOUCHING = 0.2
#: Art bleeds as far as its neighbours allow, and never farther than this.
_MAX_BLEED = mm(5)
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
    before, reader = findings.count, FieldReader(node, f"sheet '{name}'", findings)
    if "sheet_width" in reader:
        size, places = _sprue(reader, trim)
    else:
        size, places = _own(reader, trim, paper_of)
    if not places and findings.count == before:
        key = "cards" if "cards" in reader else "places"
        findings.add("bad-sheet", f"{reader.what} has no places", reader.value_span(key), "write one place or more")
    if size is None or not places:
        return None
    bleed = _room(reader, size, places, trim, outline)
    return None if bleed is None else DieSheet(name, size, tuple(place for place, _ in places), bleed)


#: A place, and where it is written.
_Places = list[tuple[SheetPlace, Span]]


def _own(reader: FieldReader, trim: Size, paper_of: FindSize) -> tuple[Size | None, _Places]:
    """`paper` and `places`, whose `at` is the top-left corner of the trim before it is turned around its middle."""
    paper = reader.node_of("paper", required=True)
    places: _Places = []
    before = reader.findings.count
    for item in reader.items("places", required=True):
        inner = FieldReader(item, f"a place of {reader.what}", reader.findings)
        corner = inner.items("at", required=True)
        turn = inner.number("turn", -360, 360)
        inner.finish()
        if len(corner) != 2:
            if corner:
                message = f"'at' of a place of {reader.what} takes two lengths"
                reader.findings.add("wrong-type", message, inner.value_span("at"), "write [20 mm, 15 mm]")
            continue
        x, y = (scalars.length(part, f"'at' of a place of {reader.what}", reader.findings) for part in corner)
        if x is not None and y is not None:
            places.append((_place(x, y, turn or 0.0, trim), item.span))
    reader.allow("about")
    reader.finish()
    size = None if paper is None else paper_of(paper)
    return size, places if reader.findings.count == before else []


def _sprue(reader: FieldReader, trim: Size) -> tuple[Size | None, _Places]:
    """A sprue of Squib: cards by `x` and `y`, on a sheet of that width and height. Its crop lines are left out, because
    Pawprint draws lines along the cuts itself."""
    before = reader.findings.count
    width, height = reader.length("sheet_width", True), reader.length("sheet_height", True)
    card_width, card_height = reader.length("card_width", True), reader.length("card_height", True)
    reference = (reader.text("position_reference") or "topleft").lstrip(":")
    usual = _angle(reader, "rotate")
    places: _Places = []
    for item in reader.items("cards", required=True):
        inner = FieldReader(item, f"a card of {reader.what}", reader.findings)
        x, y = inner.length("x", True), inner.length("y", True)
        turn = _angle(inner, "rotate")
        inner.allow("flip_vertical", "flip_horizontal")
        inner.finish()
        if x is not None and y is not None:
            turn = usual if turn is None else turn
            centred = SheetPlace(x, y, turn or 0.0)
            places.append((centred if reference == "center" else _place(x, y, turn or 0.0, trim), item.span))
    reader.allow("crop_line")
    reader.finish()
    if reader.findings.count > before or width is None or height is None or card_width is None or card_height is None:
        return None, []
    if max(abs((card_width - trim.width).mm), abs((card_height - trim.height).mm)) > 0.1:
        message = f"{reader.what} is for cards of {Size(card_width, card_height)}, and its stock is {trim}"
        reader.findings.add("bad-sheet", message, reader.value_span("card_width"), "write the same size in both files")
        return None, []
    return Size(width, height), places


def _angle(reader: FieldReader, key: str) -> float | None:
    """Degrees clockwise: a word of Squib, `90deg`, or a number of radians."""
    node = reader.node_of(key)
    text = None if node is None else scalars.text(node, f"'{key}' of {reader.what}", reader.findings)
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
        message = f"'{text}' is no angle of {reader.what}"
        reader.findings.add("wrong-type", message, reader.value_span(key), "write 90deg, or a number of radians")
        return None
    return number if match[2] == "deg" else round(math.degrees(number), 6)


def _place(x: Length, y: Length, turn: float, trim: Size) -> SheetPlace:
    return SheetPlace(x + trim.width.half(), y + trim.height.half(), turn)


def _room(reader: FieldReader, paper: Size, places: _Places, trim: Size, outline: PieceOutline) -> Length | None:
    """The largest bleed of the pieces; None, after a finding, if they overlap or lie outside of the paper."""
    if len(places) > _MAX_PLACES:
        message = f"{reader.what} has {len(places)} places; the most is {_MAX_PLACES}"
        reader.findings.add("out-of-range", message, reader.span, "make two sheets of it")
        return None
    (polygon,) = outline.polygons(trim)
    shapes = [_on_sheet(polygon, place, trim) for place, _ in places]
    inner = Box(0.0, 0.0, paper.width.pt, paper.height.pt).inset(-_TOUCHING)
    boxes: list[Box] = []
    for number, (shape, (_, span)) in enumerate(zip(shapes, places, strict=True), 1):
        if not all(inner.contains(x, y) for x, y in shape):
            message = f"place {number} of {reader.what} is not wholly on its paper ({paper})"
            reader.findings.add("bad-sheet", message, span, "move it, or make the paper larger")
            return None
        box = Box.of_points([part for point in shape for part in point])
        assert box is not None
        boxes.append(box)
    least = 2 * _MAX_BLEED.pt
    for first, second in combinations(range(len(shapes)), 2):
        if boxes[first].inset(-least).intersection(boxes[second]) is None:
            continue
        apart = distance(shapes[first], shapes[second])
        if not apart and _overlap(shapes[first], shapes[second]):
            message = f"places {first + 1} and {second + 1} of {reader.what} overlap"
            reader.findings.add("bad-sheet", message, places[second][1], "move one of them")
            return None
        least = min(least, apart)
    return max(pt(least * 0.49), ZERO) if least < 2 * _MAX_BLEED.pt else _MAX_BLEED


def _overlap(first: Polygon, second: Polygon) -> bool:
    """True if two shapes share more than their edges."""
    return any(not distance(part, other) for part in grown(first, -_TOUCHING) for other in grown(second, -_TOUCHING))


def _on_sheet(polygon: Polygon, place: SheetPlace, trim: Size) -> Polygon:
    a, b, c, d, e, f = place.matrix(trim)
    return tuple((a * x + c * y + e, b * x + d * y + f) for x, y in polygon)
