"""Scene -> Diagram: the parts of a scene on a table, and sentences that describe them."""

import math
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from pawprint.catalog.model import Translated
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.documents._scene_reader import Scene, SceneEntry, ScenePart, ScenePlacing
from pawprint.documents.diagram_figures import LARGEST, MM, DiagramRenderer, words_size
from pawprint.play.diagram import (
    FAR,
    LINE,
    NEAR,
    Diagram,
    DiagramCanvas,
    DiagramFrame,
    DiagramLabel,
    DiagramPiece,
    DiagramRegion,
    DiagramSpot,
    DiagramText,
    DiagramWords,
    PieceName,
    TableBox,
    arrow_between,
    listed,
)
from pawprint.typography.languages import printed_words

#: How far the cards of a pile are shifted, and how many are shown at most; millimetres.
_SHIFT, _PILE = 1.2, 4
#: The point around which a hand is fanned, in heights of a card below its middle; degrees between cards, and in all.
_HELD, _TURN, _FAN = 2.1, 9.0, 50.0
#: Room around the parts that an area encloses; millimetres.
_AROUND = 4.0


def scene_diagram(
    scene: Scene,
    what: str,
    renderer: DiagramRenderer,
    findings: Findings,
    room: tuple[float, float] | None = None,
    largest: float = LARGEST,
) -> Diagram | None:
    """The diagram of *scene*; None after a finding.

    Args:
        what: names the scene in messages.
        room: width and height of the figure in points, which the height of lines of text depends on.
        largest: the largest scale of the figure.
    """
    apart = Findings()
    diagram = _SceneTable(scene, what, renderer, apart, LINE).diagram()
    findings.extend(apart)
    if apart.failed:
        return None
    if room is not None:
        scale = min(room[0] / max(diagram.width * MM, 1.0), room[1] / max(diagram.height * MM, 1.0), largest)
        line = 1.35 * words_size(scale) / scale / MM
        if line > LINE:
            diagram = _SceneTable(scene, what, renderer, Findings(), line).diagram()
    return diagram


#: The places within a part, with the pieces there.
_Inner = list[tuple[SceneEntry, TableBox, DiagramPiece | None]]


class _Put(NamedTuple):
    """A part, or a place within one, that has found its place.

    Attributes:
        low: height of the label below it.
    """

    box: TableBox
    name: DiagramText
    piece: DiagramPiece | None = None
    low: float = 0.0


class _SceneTable:
    """Puts the parts of a scene on a table, one after the other."""

    def __init__(self, scene: Scene, what: str, renderer: DiagramRenderer, findings: Findings, line: float) -> None:
        self.scene, self.what = scene, what
        self.renderer, self.game, self.findings = renderer, renderer.game, findings
        space = renderer.space(1e6)
        self.canvas = DiagramCanvas(space, line)
        self.size = space.size
        self.line = line
        #: Names of parts, and of pieces, -> where they are; None for a piece that is there several times.
        self.put: dict[str, _Put | None] = {}
        #: Names that the author has given.
        self.called: set[str] = set()
        self.before: TableBox | None = None
        self.signs = scene_signs(scene)

    def diagram(self) -> Diagram:
        """All of it."""
        for part in self.scene.parts:
            if part.kind == "arrow":
                self._arrow(part)
            elif part.kind == "frame":
                self._frame(part)
            elif part.kind == "area" and part.names:
                self._surround(part)
            else:
                self._place(part)
        order = list(self.signs)
        self.canvas.spots.sort(key=lambda spot: order.index(spot.name))
        return self.canvas.done()._replace(numbered=self.scene.numbered)

    # --- parts that lie on the table ------------------------------------------------------------------------

    def _place(self, part: ScenePart) -> None:
        local = DiagramCanvas(self.canvas.space, self.line)
        inner: _Inner = []
        width, height = self._build(part, local, inner)
        below = self.line + 1 if part.label and part.kind != "text" else 0.0
        x, y = self._corner(part.placing, width, height + below)
        flat = Diagram(width, height, tuple(local.pieces), tuple(local.regions), (), (), tuple(local.labels))
        self.canvas.add(flat, x, y)
        what = self._said(part)
        box = (x, y, width, height)
        for entry, (left, top, across, down), piece in inner:
            there = (x + left, y + top, across, down)
            moved = None if piece is None else piece._replace(x=piece.x + x, y=piece.y + y)
            put = _Put(there, self._entry_name(entry), moved)
            if entry.named:
                for known in (entry.id, f"{entry.component}.{entry.id}"):
                    self.put[known] = None if known in self.put else put
            if entry.name or entry.spot:
                self._name(entry.name or entry.spot, put, entry.span)
            if entry.spot:
                self.canvas.spots.append(DiagramSpot(there[0], there[1], entry.spot))
        alone = inner[0][2] if part.kind == "piece" and inner else None
        if alone is not None:
            alone = alone._replace(x=alone.x + x, y=alone.y + y)
        called = self._contents(part) if part.label is None else _free(part.label)
        put = _Put(box, called, alone, below)
        self._finish(part, put, what)
        self.before = (x, y, width, height)

    def _finish(self, part: ScenePart, put: _Put, what: DiagramText) -> None:
        """Name, sign, label and description of a part that has its place."""
        x, y, width, height = put.box
        for name in dict.fromkeys(spot for spot in (part.name, part.spot) if spot):
            self._name(name, put, part.span)
        if part.spot:  # below the title of an area
            self.canvas.spots.append(DiagramSpot(x, y + (self.line / 3 if part.title else 0.0), part.spot))
        if part.label is not None and part.kind != "text":
            self.canvas.labels.append(DiagramLabel(x + width / 2, y + height + 1, _free(part.label), "center"))
        if what != "":
            self.canvas.alt_texts.append(what)

    def _build(self, part: ScenePart, local: DiagramCanvas, inner: _Inner) -> tuple[float, float]:
        """The pieces of a part from (0, 0) on; its width and height."""
        if part.kind == "text":
            assert part.label is not None
            local.labels.append(DiagramLabel(0.0, 0.0, _free(part.label)))
            longest = max(map(len, part.label.values()), default=0)
            return 0.42 * self.line * longest, self.line
        if part.kind == "area":
            width, height = part.size or (10.0, 10.0)
            title: DiagramText = "" if part.title is None else _free(part.title)
            local.regions.append(DiagramRegion(0.0, 0.0, width, height, title, part.look))
            return width, height
        if part.kind == "hand":
            return self._hand(part.entries[0], local, inner)
        if part.kind == "pile":
            entry = part.entries[0][0]
            width, height = self.size(entry.component)
            shown = min(part.number, _PILE)
            for step in range(shown):
                shift = step * _SHIFT
                local.pieces.append(
                    DiagramPiece(entry.component, entry.id, shift, (shown - 1) * _SHIFT - shift, entry.side)
                )
            over = (shown - 1) * _SHIFT
            return width + over, height + over
        return self._rows(part, local, inner)

    def _rows(self, part: ScenePart, local: DiagramCanvas, inner: _Inner) -> tuple[float, float]:
        """Rows of pieces, each in the middle of its cell; columns are as wide as their widest piece."""
        gap = NEAR if part.gap is None else part.gap
        sizes = [[self._entry_size(entry, part) for entry in row] for row in part.entries]
        columns = max(map(len, sizes), default=0)
        wide = [max([row[place][0] for row in sizes if place < len(row)]) for place in range(columns)]
        high = [max([size[1] for size in row]) for row in sizes]
        y = 0.0
        for row, line in enumerate(part.entries):
            x = 0.0
            for place, entry in enumerate(line):
                across, down = sizes[row][place]
                left, top = x + (wide[place] - across) / 2, y + (high[row] - down) / 2
                piece = self._piece(entry, left, top)
                if piece is not None:
                    local.pieces.append(piece)
                inner.append((entry, (left, top, across, down), piece))
                x += wide[place] + gap
            y += high[row] + gap
        return sum(wide) + gap * (columns - 1), sum(high) + gap * (len(high) - 1)

    def _hand(self, entries: Sequence[SceneEntry], local: DiagramCanvas, inner: _Inner) -> tuple[float, float]:
        step = min(_TURN, _FAN / max(len(entries) - 1, 1))
        pieces = []
        for place, entry in enumerate(entries):
            if not entry.component:
                continue
            width, height = self.size(entry.component)
            turn = (place - (len(entries) - 1) / 2) * step
            away = _HELD * height
            middle = away * math.sin(math.radians(turn)), -away * math.cos(math.radians(turn))
            pieces.append(
                (entry, DiagramPiece(
                    entry.component, entry.id, middle[0] - width / 2, middle[1] - height / 2, entry.side,
                    turn + entry.turn, entry.faded,
                ))
            )  # fmt: skip
        boxes = [local.box(piece) for _, piece in pieces]
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        for entry, piece in pieces:
            moved = piece._replace(x=piece.x - left, y=piece.y - top)
            local.pieces.append(moved)
            inner.append((entry, local.box(moved), moved))
        right, low = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
        return right - left, low - top

    def _piece(self, entry: SceneEntry, left: float, top: float) -> DiagramPiece | None:
        """The piece whose visible part begins at (left, top)."""
        if not entry.component:
            return None
        piece = DiagramPiece(entry.component, entry.id, 0.0, 0.0, entry.side, entry.turn, entry.faded)
        box = self.canvas.box(piece)
        return piece._replace(x=left - box[0], y=top - box[1])

    def _entry_size(self, entry: SceneEntry, part: ScenePart) -> tuple[float, float]:
        if entry.component:
            return self.canvas.box(DiagramPiece(entry.component, entry.id, 0.0, 0.0, turn=entry.turn))[2:]
        others = [item for row in part.entries for item in row if item.component]
        return self.size(others[0].component) if others else (20.0, 20.0)

    # --- where parts are ------------------------------------------------------------------------------------

    def _corner(self, placing: ScenePlacing, width: float, height: float) -> tuple[float, float]:
        """The top left corner of a part of that size."""
        if placing.relation == "at":
            return placing.at or (0.0, 0.0)
        if placing.relation == "":
            if self.before is None:
                return 0.0, 0.0
            x, y, wide, _ = self.before
            return x + wide + FAR, y
        there = self._find(placing.of, placing.span)
        if there is None:
            return 0.0, 0.0
        x, y, wide, high = there.box
        if placing.relation == "on":
            middle_x, middle_y = self._point_on(there, placing)
            return middle_x - width / 2, middle_y - height / 2
        return {
            "right_of": (x + wide + FAR, y),
            "left_of": (x - FAR - width, y),
            "below": (x, y + high + there.low + FAR),
            "above": (x, y - FAR - height),
        }[placing.relation]

    def _point_on(self, there: _Put, placing: ScenePlacing) -> tuple[float, float]:
        """The point of a part that another one lies on."""
        x, y, width, height = there.box
        if placing.at is not None:
            return x + placing.at[0], y + placing.at[1]
        if not placing.element:
            return x + width / 2, y + height / 2
        piece = there.piece
        boxes = {}
        if piece is not None and not piece.turn:
            record = self.game.records[piece.component][piece.id]
            boxes = self.renderer.composer.boxes(self.game, record, self.renderer.language, piece.side)
        box = boxes.get(placing.element)
        if box is None:
            message = f"'{placing.of}' of {self.what} has no element '{placing.element}'"
            help = (
                suggest(placing.element, boxes, "it has")
                if boxes
                else "its face has no element with an id, or it is turned"
            )
            self.findings.add("bad-figure", message, placing.span, help)
            return x, y
        return x + (box.x + box.width / 2) / MM, y + (box.y + box.height / 2) / MM

    def _name(self, name: str, put: _Put, span: Span) -> None:
        if name in self.called and name not in self.signs:
            message = f"two parts of {self.what} are called '{name}'"
            self.findings.add("bad-figure", message, span, "give one of them another name")
        self.called.add(name)
        self.put[name] = put

    def _find(self, name: str, span: Span) -> _Put | None:
        """The part of that name; None after a finding."""
        if name in self.put and self.put[name] is None:
            message = f"'{name}' is in {self.what} several times"
            self.findings.add("bad-figure", message, span, "write {piece: ..., name: ...} for one, and name that")
        elif name not in self.put:
            message = f"{self.what} has no part '{name}' before this one"
            self.findings.add("bad-figure", message, span, suggest(name, self.put, "parts are"))
        return self.put.get(name)

    # --- between parts --------------------------------------------------------------------------------------

    def _arrow(self, part: ScenePart) -> None:
        start, end = (self._find(name, span) for name, span in part.names)
        if start is None or end is None:
            return
        arrow = arrow_between(start.box, end.box, part.look)
        self.canvas.arrows.append(arrow)
        word = "scene refused arrow" if part.look == "refused" else "scene arrow"
        if part.spot:
            middle = (arrow.x1 + arrow.x2) / 2, (arrow.y1 + arrow.y2) / 2
            self.canvas.spots.append(DiagramSpot(*middle, part.spot))
        self.canvas.alt_texts.append(self._signed(part.spot, _words(word, start.name, end.name)))

    def _frame(self, part: ScenePart) -> None:
        for name, span in part.names:
            there = self._find(name, span)
            if there is None:
                continue
            self.canvas.frames.append(DiagramFrame(*there.box, part.look, part.badge))
            word = (
                {"good": "scene good", "bad": "scene bad"}.get(part.look, "scene frame")
                if part.badge
                else "scene frame"
            )
            self.canvas.alt_texts.append(_words(word, there.name))

    def _surround(self, part: ScenePart) -> None:
        found = [self._find(name, span) for name, span in part.names]
        boxes = [neighbour.box for neighbour in found if neighbour is not None]
        if not boxes:
            return
        left, top = min(box[0] for box in boxes) - _AROUND, min(box[1] for box in boxes) - _AROUND
        right = max(box[0] + box[2] for box in boxes) + _AROUND
        low = max(box[1] + box[3] for box in boxes) + _AROUND
        title: DiagramText = "" if part.title is None else _free(part.title)
        self.canvas.regions.append(DiagramRegion(left, top, right - left, low - top, title, part.look))
        names = [neighbour.name for neighbour in found if neighbour is not None]
        what = _words("scene named", title, listed(names)) if title else ""
        put = _Put((left, top, right - left, low - top), title or listed(names))
        self._finish(part, put, self._signed(part.spot, what) if what != "" else "")
        self.before = put.box

    # --- words ----------------------------------------------------------------------------------------------

    def _said(self, part: ScenePart) -> DiagramText:
        if part.kind == "text":
            assert part.label is not None
            return _free(part.label)
        label = part.label or part.title
        what = self._contents(part)
        if label is None:
            return self._signed(part.spot, what) if what != "" else ""
        head = _words("scene signed", self.signs[part.spot], _free(label)) if part.spot else _free(label)
        return head if part.kind == "area" else _words("scene named", head, what)

    def _signed(self, spot: str, what: DiagramText) -> DiagramText:
        return _words("scene named", self.signs[spot], what) if spot else what

    def _contents(self, part: ScenePart) -> DiagramText:
        if part.kind == "area":
            return "" if part.title is None else _free(part.title)
        if part.kind == "text":
            return ""
        if part.kind == "pile":
            return _words("scene times", part.number, self._entry_name(part.entries[0][0]))
        rows = [self._listed(row) for row in part.entries]
        if len(rows) == 1 or part.kind == "column":
            return rows[0] if len(rows) == 1 else listed(rows)
        return DiagramWords(
            {"en": "; ".join(f"{{{number}}}" for number in range(len(rows)))},
            tuple(_words("scene row", number, row) for number, row in enumerate(rows, 1)),
        )

    def _listed(self, entries: Sequence[SceneEntry]) -> DiagramText:
        """The names of pieces, equal neighbours counted."""
        groups = [(name, len([*same])) for name, same in groupby(map(self._signed_entry, entries))]
        said = [name if count == 1 else _words("scene times", count, name) for name, count in groups]
        return said[0] if len(said) == 1 else listed(said)

    def _signed_entry(self, entry: SceneEntry) -> DiagramText:
        return self._signed(entry.spot, self._entry_name(entry))

    def _entry_name(self, entry: SceneEntry) -> DiagramText:
        """A piece by its name, or by its component where that is all that is known."""
        if not entry.component:
            return _words("scene empty")
        if not entry.named:
            title = self.game.components[entry.component].title
            name: DiagramText = _free(title)
        else:
            name = PieceName(entry.component, entry.id)
        return _words("scene face down", name) if entry.side == "back" else name


def _spots_of(part: ScenePart) -> list[str]:
    inner = [entry.spot for row in part.entries for entry in row]
    return [name for name in dict.fromkeys([*inner, part.spot]) if name]


def scene_signs(scene: Scene) -> Mapping[str, str]:
    """The spots of a scene -> their letters or numbers."""
    names = [name for part in scene.parts for name in _spots_of(part)]
    spots = tuple(DiagramSpot(0.0, 0.0, name) for name in names)
    return Diagram(0.0, 0.0, (), spots=spots, numbered=scene.numbered).signs


def _free(text: Translated) -> DiagramWords:
    """A text of the author, in which braces mean nothing."""
    return DiagramWords({code: label.replace("{", "{{").replace("}", "}}") for code, label in text.items()})


def _words(name: str, *parts: DiagramText) -> DiagramWords:
    return DiagramWords(printed_words().words[name], parts)
