"""The kinds of elements that hold others: group, row, column, repeat, and a card within a card."""

from pawprint.core.geometry import Box
from pawprint.pieces._properties import AUTO, FILL, Extents, Property, read_extents
from pawprint.pieces.context import Out, PlacingContext
from pawprint.pieces.element_base import ELEMENT_KINDS, Element, ElementReader
from pawprint.pieces.fault_marks import put_cut_off
from pawprint.pieces.placed import Face, Placed, PlacedFace, Turned, cut_out
from pawprint.typography.languages import is_right_to_left

#: A card may show a card that shows a card; beyond that they show each other.
MAX_CARDS = 3
#: The share of the room left over that is before the parts of an element.
_BEFORE = {"start": 0.0, "center": 0.5, "end": 1.0}
#: In which direction the parts of an element follow each other: that of the language, or a certain one.
_DIRECTIONS = ("auto", "ltr", "rtl")


def _mirrors(direction: Property[str], scene: PlacingContext) -> bool:
    """True if what begins at the left elsewhere begins at the right."""
    word = direction.get(scene)
    return word == "rtl" or (word != "ltr" and is_right_to_left(scene.language))


def _mirrored(box: Box, within: Box) -> Box:
    """*box* as it stands when left and right of *within* change places."""
    return Box(within.x + within.right - box.right, box.y, box.width, box.height)


@ELEMENT_KINDS("group")
class GroupElement(Element):
    """Elements placed within one box, shown, turned or left out together."""

    def __init__(self, reader: ElementReader) -> None:
        super().__init__(reader)
        reader.require("elements")
        self.elements = reader.children()
        self.opacity = reader.number("opacity", 1.0, 0, 1)

    def draw(self, scene: PlacingContext, box: Box, out: Out) -> None:
        opacity = self.opacity.get(scene)
        if opacity is None or opacity >= 1.0:
            for element in self.elements:
                element.place(scene, box, out)
            return
        items: Out = []
        for element in self.elements:
            element.place(scene, box, items)
        out.append(Turned(tuple(items), (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), None, opacity))


class _Flow(Element):
    """Elements one after the other along an axis."""

    natural = AUTO
    arranges = True
    down = False

    def __init__(self, reader: ElementReader) -> None:
        super().__init__(reader)
        reader.require("elements")
        self.elements = reader.children()
        self.gap = reader.length("gap")
        self.padding = reader.length("padding")
        self.align = reader.word("align", ("start", "center", "end"), "start")
        self.across = reader.word("cross", ("start", "center", "end"), "start")
        self.direction = reader.word("direction", _DIRECTIONS, "auto")
        self.shrink = reader.number("shrink", 1.0, 0.3, 1)

    def draw(self, scene: PlacingContext, box: Box, out: Out) -> None:
        inner = box.inset(self.padding.get(scene) or 0.0)
        shown = self._shown(scene)
        if not shown:
            return
        least = self.shrink.get(scene) or 1.0
        gap = self.gap.get(scene) or 0.0
        whole = inner.height if self.down else inner.width
        scale = 1.0
        while True:
            scaled = scene.scaled(scale) if scale < 1.0 else scene
            lengths = self._lengths(scaled, shown, inner, gap)
            if sum(lengths) + gap * (len(shown) - 1) <= whole + 0.05 or scale <= least:
                break
            scale = max(scale - 0.025, least)
        used = sum(lengths) + gap * (len(shown) - 1)
        overset = used > whole + 0.5
        align = "start" if overset else self.align.get(scene) or "start"
        start = (whole - used) * _BEFORE[align]
        items: Out = [] if overset else out
        mirrors = _mirrors(self.direction, scene)
        for element, length in zip(shown, lengths, strict=True):
            place = self._place(scaled, element, inner, start, length)
            element.place_in(scaled, _mirrored(place, inner) if mirrors else place, items)
            start += length + gap
        if overset:
            self._put_overset(scaled, items, box, used - whole, scale, out)

    def _put_overset(self, scene: PlacingContext, items: Out, box: Box, over: float, scale: float, out: Out) -> None:
        """Report that the *items* do not fit *box*, and place them as far as they do."""
        note = f"{over / 72 * 25.4:.1f} mm too {'high' if self.down else 'wide'}"
        smallest = f", even at {scale:.0%}" if scale < 1 else ""
        message = f"{self.what}: its content is {note}{smallest}"
        scene.report("overset", message, self.span, "shorten a text, or give the box more room")
        put_cut_off(scene, items, box, note, out, right=not self.down)

    def _shown(self, scene: PlacingContext) -> list[Element]:
        return [element for element in self.elements if element.when is None or element.when.holds(scene)]

    def _natural_length(self, scene: PlacingContext, width: float) -> float:
        """Extent along the axis where nothing is left to be filled."""
        padding, gap = self.padding.get(scene) or 0.0, self.gap.get(scene) or 0.0
        shown = self._shown(scene)
        lengths = self._lengths(scene, shown, Box(0.0, 0.0, width - 2 * padding if self.down else 0.0, 0.0), gap)
        return sum(lengths) + gap * max(len(shown) - 1, 0) + 2 * padding

    def _lengths(self, scene: PlacingContext, shown: list[Element], inner: Box, gap: float) -> list[float]:
        """Length of each element along the axis; what is left is shared by those that fill."""
        lengths: list[float] = []
        filling: list[int] = []
        whole = inner.height if self.down else inner.width
        for index, element in enumerate(shown):
            extent = element.extent(scene)[1 if self.down else 0] if element.sized else element.natural
            if extent.word == "fill":
                filling.append(index)
                lengths.append(0.0)
            elif extent.word == "auto":
                if self.down:
                    lengths.append(element.wanted_height(scene, self._breadth(scene, element, inner)))
                else:
                    lengths.append(element.wanted_width(scene) or inner.height)
            else:
                lengths.append(extent.of(whole))
        if filling:
            left = max(whole - sum(lengths) - gap * (len(shown) - 1), 0.0)
            for index in filling:
                lengths[index] = left / len(filling)
        return lengths

    def _breadth(self, scene: PlacingContext, element: Element, inner: Box, length: float = 0.0) -> float:
        """Extent of *element* across the axis; *length* is its extent along it, where that is known already."""
        whole = inner.width if self.down else inner.height
        extent = element.extent(scene)[0 if self.down else 1]
        if not element.sized or extent.word == "fill":
            return whole
        if extent.word == "auto":
            wanted = element.wanted_width(scene) if self.down else element.wanted_height(scene, length)
            return min(wanted or whole, whole)
        return extent.of(whole)

    def _place(self, scene: PlacingContext, element: Element, inner: Box, start: float, length: float) -> Box:
        breadth = self._breadth(scene, element, inner, length)
        spare = (inner.width if self.down else inner.height) - breadth
        aside = spare * _BEFORE[self.across.get(scene) or "start"]
        if self.down:
            box = Box(inner.x + aside, inner.y + start, breadth, length)
        else:
            box = Box(inner.x + start, inner.y + aside, length, breadth)
        inset = element.inset.get(scene)
        return box.inset(inset) if inset else box


@ELEMENT_KINDS("row")
class RowElement(_Flow):
    """Elements from left to right."""

    def natural_width(self, scene: PlacingContext) -> float:
        return self._natural_length(scene, 0.0)

    def natural_height(self, scene: PlacingContext, width: float) -> float:
        padding = self.padding.get(scene) or 0.0
        inner = Box(0.0, 0.0, width - 2 * padding, 0.0)
        shown = self._shown(scene)
        heights = [0.0]
        for element, length in zip(shown, self._lengths(scene, shown, inner, self.gap.get(scene) or 0.0), strict=True):
            down = element.extent(scene)[1]
            heights.append(down.points if element.sized and not down.word else element.wanted_height(scene, length))
        return max(heights) + 2 * padding


@ELEMENT_KINDS("column")
class ColumnElement(_Flow):
    """Elements from top to bottom."""

    down = True

    def natural_width(self, scene: PlacingContext) -> float:
        widths = [0.0]
        for element in self._shown(scene):
            across = element.extent(scene)[0]
            widths.append(across.points if element.sized and not across.word else element.wanted_width(scene))
        return max(widths) + 2 * (self.padding.get(scene) or 0.0)

    def natural_height(self, scene: PlacingContext, width: float) -> float:
        return self._natural_length(scene, width)


@ELEMENT_KINDS("repeat")
class RepeatElement(Element):
    """The same elements once for each entry of a list field; the entry is `item`, its number `index`.

    `flow` says how the copies lie: row, column, grid (as many as fit in a row), or stack (all in the same box, for
    copies that turn or move by themselves).
    """

    natural = AUTO

    def __init__(self, reader: ElementReader) -> None:
        super().__init__(reader)
        self.path = reader.path("over")
        self.flow = reader.word("flow", ("row", "column", "grid", "stack"), "row")
        self.gap = reader.length("gap")
        self.cell = read_extents(reader, "cell", FILL)
        self.most = reader.number("most", 0, 0, 1000)
        self.align = reader.word("align", ("start", "center", "end"), "start")
        self.direction = reader.word("direction", _DIRECTIONS, "auto")
        reader.require("elements")
        self.elements = reader.children()

    @property
    def constant(self) -> bool:
        return False

    def _items(self, scene: PlacingContext) -> tuple[object, ...]:
        items = scene.entries(self.path.get(scene), "over", self.what, self.span)
        most = int(self.most.get(scene) or 0)
        return items[:most] if most else items

    def draw(self, scene: PlacingContext, box: Box, out: Out) -> None:
        items = self._items(scene)
        if not items:
            return
        gap, flow = self.gap.get(scene) or 0.0, self.flow.get(scene)
        count = len(items)
        if flow == "stack":
            boxes = [box] * count
        elif flow == "grid":
            boxes = self._grid(scene, box, count, gap)
        else:
            boxes = self._line(scene, box, items, gap)
        if flow != "stack" and _mirrors(self.direction, scene):
            boxes = [_mirrored(place, box) for place in boxes]
        width = max(place.right for place in boxes) - min(place.x for place in boxes)
        height = max(place.bottom for place in boxes) - min(place.y for place in boxes)
        over = max(width - box.width, height - box.height)
        path = self.path.get(scene) or ()
        if over > 0.5:
            scene.report(
                "overset",
                f"{self.what}: {count} entries need {over / 72 * 25.4:.1f} mm more room",
                self.span,
                "make the cells smaller, or the box larger",
                ".".join(path) if path[:1] != ("item",) else None,
            )
        placed: Out = [] if over > 0.5 else out
        for index, (item, place) in enumerate(zip(items, boxes, strict=True), 1):
            inner = scene.with_item(item, index)
            for element in self.elements:
                element.place(inner, place, placed)
        if over > 0.5:
            note = f"{over / 72 * 25.4:.1f} mm more room needed"
            put_cut_off(scene, placed, box, note, out, right=width - box.width > height - box.height)

    def _line(self, scene: PlacingContext, box: Box, items: tuple[object, ...], gap: float) -> list[Box]:
        down = self.flow.get(scene) == "column"
        whole, count = (box.height if down else box.width), len(items)
        cell = self._cell(scene)
        extent = cell[1 if down else 0]
        if extent.word == "auto":
            lengths = self._natural_heights(scene, items, box.width) if down else [box.height] * count
        elif extent.word == "fill":
            lengths = [(whole - gap * (count - 1)) / count] * count
        else:
            lengths = [extent.of(whole)] * count
        across = cell[0 if down else 1]
        breadth = (box.width if down else box.height) if across.word else across.of(box.width if down else box.height)
        used = sum(lengths) + gap * (count - 1)
        start = (whole - used) * _BEFORE[self.align.get(scene) or "start"]
        boxes = []
        for length in lengths:
            boxes.append(
                Box(box.x, box.y + start, breadth, length) if down else Box(box.x + start, box.y, length, breadth)
            )
            start += length + gap
        return boxes

    def _cell(self, scene: PlacingContext) -> Extents:
        return self.cell.get(scene) or (FILL, FILL)

    def _grid(self, scene: PlacingContext, box: Box, count: int, gap: float) -> list[Box]:
        across, down = self._cell(scene)
        width = across.of(box.width) if not across.word else box.width
        height = down.of(box.height) if not down.word else width
        step = width + gap
        columns = max(int((box.width + gap + 0.01) // step), 1) if step > 0 else count
        rows = -(-count // columns)
        align = self.align.get(scene) or "start"
        boxes = []
        for index in range(count):
            row, column = divmod(index, columns)
            here = columns if row < rows - 1 else count - columns * (rows - 1)
            used = here * width + (here - 1) * gap
            start = (box.width - used) * _BEFORE[align]
            boxes.append(Box(box.x + start + column * (width + gap), box.y + row * (height + gap), width, height))
        return boxes

    def _natural_heights(self, scene: PlacingContext, items: tuple[object, ...], width: float) -> list[float]:
        heights = []
        for index, item in enumerate(items, 1):
            inner = scene.with_item(item, index)
            shown = [e for e in self.elements if e.when is None or e.when.holds(inner)]
            heights.append(max((element.reach(inner, width) for element in shown), default=0.0))
        return heights

    def natural_height(self, scene: PlacingContext, width: float) -> float:
        items = self._items(scene)
        if not items:
            return 0.0
        gap, flow = self.gap.get(scene) or 0.0, self.flow.get(scene)
        count = len(items)
        across, down = self._cell(scene)
        if flow == "grid":
            return self._grid(scene, Box(0.0, 0.0, width, 0.0), count, gap)[-1].bottom
        if not down.word:
            return down.points * count + gap * (count - 1) if flow == "column" else down.points
        if flow == "column":
            return sum(self._natural_heights(scene, items, width)) + gap * (count - 1)
        fill = width if flow == "stack" else (width - gap * (count - 1)) / count
        return max(self._natural_heights(scene, items, fill if across.word else across.of(width)))


@ELEMENT_KINDS("card")
class CardElement(Element):
    """Another piece of the game, face or back, scaled into the box."""

    def __init__(self, reader: ElementReader) -> None:
        super().__init__(reader)
        reader.require("piece")
        self.piece = reader.name("piece")
        self.side = reader.word("side", ("face", "back"), "face")

    @property
    def constant(self) -> bool:
        return False

    def draw(self, scene: PlacingContext, box: Box, out: Out) -> None:
        name = self.piece.get(scene)
        if not name:
            return
        if scene.depth >= MAX_CARDS:
            message = f"{self.what}: cards show each other in a circle"
            scene.report("bad-template", message, self.span, "show another card, or leave this out with when:")
            return
        record = scene.find_piece(name, self.what, self.span)
        if record is None:
            return
        side = self.side.get(scene) or "face"
        face = scene.others.face_within(record, side, scene) if scene.others else None
        if face is None:
            return
        width, height = face.trim.width.pt, face.trim.height.pt
        scale = min(box.width / width, box.height / height)
        x = box.x + (box.width - width * scale) / 2
        y = box.y + (box.height - height * scale) / 2
        # A page shows whole faces, which it may share with sheets; a piece is drawn anew with all that is on it.
        items: tuple[Placed, ...] = (PlacedFace(face),)
        if scene.record is not None and isinstance(face, Face):
            items = face.all_items
        whole = Box(0.0, 0.0, width, height)
        out.append(cut_out(items, (scale, 0.0, 0.0, scale, x, y), whole, face.outline))
        scene.cover(box, None)
