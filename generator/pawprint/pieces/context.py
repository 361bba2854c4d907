"""The context in which an element is placed: the piece, its language, colours and fonts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pawprint.catalog.model import Game, Record, RecordView
from pawprint.core.affine import IDENTITY, Matrix, matrix_product
from pawprint.core.colour import Colour
from pawprint.core.diagnostics import Findings, PieceId, Severity
from pawprint.core.geometry import Box
from pawprint.core.polygon import Polygon
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.pieces.layouts import Layouts
from pawprint.pieces.placed import AnyFace, Placed, covered_box
from pawprint.source.reader import MappingNode
from pawprint.source.templates.expressions import ExpressionError, Scope
from pawprint.typography.textbox import TextSetter

#: What a draft may lack: drawings that are still to be made.
_TO_BE_DRAWN = frozenset({"missing-art", "missing-icon"})


class OtherPieces(Protocol):
    """The pieces that a piece or page may show; whoever shows one depends on what is read of it."""

    def face_within(self, record: Record, side: str, scene: "PlacingContext") -> "AnyFace | None":
        """The face or back of a piece, for showing it in *scene*."""

    def fields_within(self, record: Record, scene: "PlacingContext") -> dict[str, Any]:
        """The names that a drawing of a piece in *scene* may use."""


@dataclass(slots=True, eq=False, repr=False)
class PlacingContext:
    """One piece in one language, being composed.

    Attributes:
        scope: the fields that templates may name; `item` inside a repeat.
        trim, bleed_box, safe: of the piece, in points from the top-left of its trim.
        scale: factor on text sizes, for columns that shrink as a whole.
        draft: a missing picture is a warning.
        depth: the nesting depth of cards inside cards.
        others: the other pieces of the game, for showing them within this one; None where nothing is placed.
        matrix: maps what is being placed to the face; not the identity inside of something turned.
        placements: takes the place of every element, if the caller asks for it.
        inside: that of the element that is being placed, if they are noted.
        safe_shape: the polygons of the safe area of a piece that is no rectangle or disc; *safe* is around them.
        otherwise: the language of texts of the layout that lack this one; empty except on pages that
            Pawprint adds, and in a language into which the game is being translated.
        grounds: boxes on the face and what colour they have, the topmost last; None for a mixture.
        marks: takes what is drawn above everything else where something is at fault.
        makers: takes which element placed an item, if the caller asks for it.
    """

    game: Game
    record: Record | None
    language: str
    layouts: Layouts
    setter: TextSetter
    findings: Findings
    scope: Scope
    palette: Mapping[str, Colour]
    trim: Box
    bleed_box: Box
    safe: Box
    draft: bool = False
    scale: float = 1.0
    depth: int = 0
    grounds: list[tuple[Box, Colour | None]] = field(default_factory=list)
    others: "OtherPieces | None" = None
    matrix: Matrix = IDENTITY
    placements: "list[ElementPlace] | None" = None
    otherwise: str = ""
    safe_shape: tuple[Polygon, ...] = ()
    marks: list[Placed] = field(default_factory=list)
    makers: "Makers | None" = None
    inside: "ElementPlace | None" = None

    def report(self, code: str, message: str, span: Span | None, help: str = "", about: str | None = None) -> None:
        """A finding about this piece. Where the layout is at fault, *span* points into it, and the message names the
        piece that shows it first; where a field of the piece is at fault (*about*), the place is the field's."""
        item = self.scope.fields.get("item")
        shown = [self.record, item.record if isinstance(item, RecordView) else None]
        if any(record and (record.component, record.id) in self.game.invalid for record in shown):
            return  # it may only follow from what has been found in that record
        fault = message
        severity = Severity.WARNING if self.draft and code in _TO_BE_DRAWN else None
        pieces: tuple[PieceId, ...] = ()
        if self.record is not None:
            pieces = (PieceId(self.game.id, self.record.component, self.record.id),)
            if about is not None:
                span = self.record.span(*about.split("."), self.language)
            message = f"{self.record.id} ({self.language}): {message}"
        self.findings.add(code, message, span, help, severity=severity, fault=fault, pieces=pieces)

    def report_unset(self, text: str, unset: str, family: str, span: Span, about: str | None) -> None:
        """Findings about the characters *unset* of *text*; one for all pieces of a component that lack a script."""
        from pawprint.typography.characters import faults, letters_of, missing_glyphs

        for fault in faults(letters_of(text, unset)):
            if self.record is None:
                self.report(fault.code, fault.message, span, fault.help, about)
                continue
            at = span if about is None else self.record.span(*about.split("."), self.language)
            piece = PieceId(self.game.id, self.record.component, self.record.id)
            self.findings.extend([missing_glyphs(fault, family, text, self.language, piece, at)])

    def with_item(self, item: Any, index: int) -> "PlacingContext":
        """The same scene with `item` and `index` (from 1) among its fields."""
        fields = {**self.scope.fields, "item": item, "index": index}
        return self._copy(Scope(fields), self.scale)

    def showing(self, view: RecordView) -> "PlacingContext":
        """The same scene for what is drawn from the fields of another record."""
        scene = self._copy(Scope(self.game.common_fields(self.language) | view.fields()), self.scale)
        scene.record = view.record
        return scene

    def showing_piece(self, record: Record) -> "PlacingContext":
        """The same scene for what is drawn from the fields of another piece, which nothing here refers to."""
        scene = self._copy(Scope(self.others.fields_within(record, self) if self.others else {}), self.scale)
        scene.record = record
        return scene

    def entries(self, path: tuple[str, ...] | None, key: str, what: str, span: Span) -> tuple[Any, ...]:
        """The entries of the list field at *path*, which the property *key* names; one for a value that is no list, and
        none after a finding, or without a value."""
        try:
            value = self.scope.look_up(path) if path else None
        except ExpressionError as error:
            self.report("bad-template", f"'{key}' of {what}: {error}", span, error.help)
            return ()
        return value if isinstance(value, tuple) else () if value in (None, "") else (value,)

    def find_piece(self, name: str, what: str, span: Span) -> Record | None:
        """The piece *name* of the game, an id or `component/id`; None after a finding about it, or about the element
        *what*, which names it."""
        matches = list(self.game.find(name))
        if len(matches) == 1:
            return None if (matches[0].component, matches[0].id) in self.game.invalid else matches[0]
        problem = "there is no piece" if not matches else "several components have a piece"
        known = [record.id for record in self.game.all_records]
        help = "name it as component/id" if matches else suggest(name, known, "pieces are")
        self.report("unknown-piece", f"{what}: {problem} '{name}'", span, help)
        return None

    def scaled(self, scale: float) -> "PlacingContext":
        """The same scene with texts *scale* times as large."""
        return self._copy(self.scope, self.scale * scale)

    def turned(self, matrix: Matrix) -> "PlacingContext":
        """The same scene for what is placed under *matrix*."""
        scene = self._copy(self.scope, self.scale)
        scene.matrix = matrix_product(self.matrix, matrix)
        return scene

    def silent(self) -> "PlacingContext":
        """The same scene, its findings and marks going nowhere; for measuring before placing."""
        scene = self._copy(self.scope, self.scale)
        scene.findings, scene.marks, scene.makers, scene.placements = Findings(), [], None, None
        return scene

    def _copy(self, scope: Scope, scale: float) -> "PlacingContext":
        return PlacingContext(
            self.game, self.record, self.language, self.layouts, self.setter, self.findings, scope, self.palette,
            self.trim, self.bleed_box, self.safe, self.draft, scale, self.depth, self.grounds, self.others,
            self.matrix, self.placements, self.otherwise, self.safe_shape, self.marks, self.makers, self.inside,
        )  # fmt: skip

    def on_face(self, box: Box) -> Box:
        """The rectangle on the face around what is placed in *box*."""
        return box.mapped(self.matrix)

    def noted(self, element: "NamedElement", box: Box, turn: Matrix) -> "PlacingContext":
        """The same scene for what is inside of *element*, which is placed in *box*; findings belong to its place."""
        scene = self._copy(self.scope, self.scale)
        scene.inside = ElementPlace(element, box, self.matrix, turn, self.scope, self.inside)
        scene.findings = scene.inside.findings
        if self.placements is not None:
            self.placements.append(scene.inside)
        return scene

    def remember(self, element: "NamedElement", items: Sequence[Placed]) -> None:
        """Note that *element* has placed *items*, except those that an element inside it has placed."""
        if self.makers is not None:
            for item in items:
                self.makers.setdefault(id(item), (item, element))

    def cover(self, box: Box, colour: Colour | None) -> None:
        """Note that *box* is now of this *colour*; None for a mixture. What is turned askew counts as one."""
        askew = all(abs(part) > 1e-6 for part in self.matrix[:2])
        self.grounds.append((self.on_face(box), None if askew else colour))

    def ground_under(self, box: Box) -> Colour | None:
        """The colour of the topmost panel under the middle of *box*; None where something else is."""
        box = self.on_face(box)
        x, y = box.x + box.width / 2, box.y + box.height / 2
        for panel, colour in reversed(self.grounds):
            if panel.x <= x <= panel.right and panel.y <= y <= panel.bottom:
                return colour
        return None


class NamedElement(Protocol):
    """An element, for messages about it and for those who ask where it is; see `Element`."""

    what: str
    id: str
    span: Span
    node: MappingNode
    essential: bool
    arranges: bool


@dataclass(slots=True, eq=False, repr=False)
class ElementPlace:
    """An element in one of its places; in a repeat, it has several.

    Attributes:
        box: in points, before the element is turned itself, within what it is inside of.
        matrix: maps that to the face.
        turn: turns the element itself.
        scope: the fields that its templates may name; `item` inside a repeat.
        inside: that of the element around it.
        findings: its own faults, without those of elements inside it.
        items: the placed items, bottom first.
    """

    element: NamedElement
    box: Box
    matrix: Matrix
    turn: Matrix
    scope: Scope
    inside: "ElementPlace | None"
    findings: Findings = field(default_factory=Findings)
    items: tuple[Placed, ...] = ()

    @property
    def depth(self) -> int:
        """The number of elements around it."""
        return 0 if self.inside is None else self.inside.depth + 1

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The corners of its box on the face, one after the other around it."""
        a, b, c, d, e, f = matrix_product(self.matrix, self.turn)
        box = self.box
        around = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
        return tuple((a * x + c * y + e, b * x + d * y + f) for x, y in around)

    @property
    def covered(self) -> Box | None:
        """What it really covers of its box on the face, before it is turned itself: a text may be shorter than its box,
        a row may have few entries. None if it shows nothing."""
        items: Iterable[Placed] = self.items
        if self.turn is not IDENTITY:
            items = [inner for item in self.items for inner in getattr(item, "items", ())]
        covered = covered_box(items)
        return None if covered is None else covered.mapped(self.matrix)


#: What placing an element adds to.
Out = list[Placed]

#: Identity of a placed item -> the item, so that the identity stays its own, and the innermost element that placed it.
Makers = dict[int, tuple[Placed, NamedElement]]
