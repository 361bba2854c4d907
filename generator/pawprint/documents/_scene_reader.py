"""`scenes/NAME.yaml` -> Scene: what lies on a table, as its author describes it.

cell: [70 mm, 95 mm]
parts:
  - {pile: animals, spot: deck, label: {en: Deck}}
  - {row: [animals.snail, animals.toad], name: display}
  - {arrow: [deck, display]}
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from pawprint.catalog.model import DATA, Game, Translated
from pawprint.catalog.texts import ReadContext, translated
from pawprint.core.diagnostics import Findings
from pawprint.core.length import mm
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.documents.namespace import piece
from pawprint.source import scalars
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode
from pawprint.source.templates.sandbox import TemplateFault

T = TypeVar("T")

#: What a part may be; each part is one of them.
PARTS = ("piece", "pile", "row", "column", "grid", "hand", "area", "text", "arrow", "frame")
#: Where a part may be, beside another one.
BESIDE = ("right_of", "left_of", "below", "above", "on")
_AREAS = ("place", "water")
_ARROWS = ("moves", "eats", "refused", "lies", "one", "two")
_FRAMES = ("focus", "good", "bad", "one", "two")
#: Pieces in one scene.
_MOST = 400
_MM = mm(1).pt


class SceneEntry(NamedTuple):
    """One place of a row, grid or hand, and what lies there.

    Attributes:
        component, id: the piece; both empty for a place where nothing lies.
        named: whether the piece itself is named, and not only its component.
    """

    span: Span
    component: str = ""
    id: str = ""
    named: bool = False
    side: str = "face"
    turn: float = 0.0
    faded: bool = False
    name: str = ""
    spot: str = ""


class ScenePlacing(NamedTuple):
    """Where a part is put.

    Attributes:
        relation: one of `BESIDE`; `at` for a point of the table; empty for the right of the part before it.
        of: the part that it is beside or on.
        at: a point in millimetres.
        element: the element of the face of a piece that it lies on.
    """

    span: Span
    relation: str = ""
    of: str = ""
    at: tuple[float, float] | None = None
    element: str = ""


class ScenePart(NamedTuple):
    """One thing on the table, or between things.

    Attributes:
        kind: one of `PARTS`.
        entries: rows of places; one row for all but a grid and a column.
        names: of the parts that an arrow, a frame or an area is about.
        size: of an area, in millimetres.
        number: of cards in a pile.
        look: the kind of an area, arrow or frame.
    """

    kind: str
    span: Span
    placing: ScenePlacing
    entries: tuple[tuple[SceneEntry, ...], ...] = ()
    names: tuple[tuple[str, Span], ...] = ()
    size: tuple[float, float] | None = None
    number: int = 0
    gap: float | None = None
    name: str = ""
    spot: str = ""
    label: Translated | None = None
    title: Translated | None = None
    look: str = ""
    badge: bool = False


class Scene(NamedTuple):
    """A picture of a table.

    Attributes:
        numbered: whether the signs of spots are numbers; otherwise they are letters.
    """

    parts: tuple[ScenePart, ...]
    caption: Translated | None = None
    numbered: bool = False


def read_scene(node: Node, what: str, game: Game, findings: Findings) -> Scene | None:
    """The scene that *node* describes; None after a finding.

    Args:
        what: names it in messages: `scene 'setup'`.
    """
    apart = Findings()
    scene = _SceneReader(what, game, apart).read(node)
    findings.extend(apart)
    return None if apart.failed else scene


class _SceneReader:
    def __init__(self, what: str, game: Game, findings: Findings) -> None:
        self.what, self.game, self.findings = what, game, findings
        self.cell: tuple[float, float] | None = None
        self.pieces = 0

    def read(self, node: Node) -> Scene:
        fields = FieldReader(node, self.what, self.findings)
        cell = fields.node_of("cell")
        self.cell = self._lengths(cell, f"'cell' of {self.what}") if cell is not None else None
        signs = fields.choice("spots", ("letters", "numbers"))
        caption = fields.value("caption", self._text)
        parts = [self._part(part) for part in fields.items("parts", required=True)]
        fields.finish()
        return Scene(tuple(part for part in parts if part is not None), caption, signs == "numbers")

    def _part(self, node: Node) -> ScenePart | None:
        fields = FieldReader(node, f"a part of {self.what}", self.findings)
        kinds = [kind for kind in PARTS if kind in fields]
        if len(kinds) != 1:
            if fields.ok:
                said = f"a part of {self.what} is {' and '.join(kinds) or 'nothing that can be shown'}"
                help = f"write one of {', '.join(PARTS)}" if not kinds else "write one of them in each part"
                if not kinds and isinstance(node, MappingNode):
                    help = suggest(next(iter(node.entries), ""), PARTS, "write one of")
                self.findings.add("bad-figure", said, node.span, help)
            return None
        kind = kinds[0]
        fields.rename(f"the part '{kind}' of {self.what}")
        content = fields.node_of(kind)
        assert content is not None
        part = ScenePart(kind, content.span, self._placing(fields, kind, node.span))
        if kind in ("piece", "pile", "row", "column", "grid", "hand"):
            part = self._with_pieces(part, content, fields)
        elif kind == "area" and not _names_parts(content):
            part = part._replace(size=self._lengths(content, f"'area' of {self.what}"))
        elif kind != "text":
            part = part._replace(names=self._names(content, kind))
        else:
            part = part._replace(label=self._text(content, f"a text of {self.what}", self.findings))
        looks = {"area": _AREAS, "arrow": _ARROWS, "frame": _FRAMES}.get(kind)
        if looks is not None:
            part = part._replace(look=fields.choice("kind", looks) or looks[0])
        if kind == "area":
            part = part._replace(title=fields.value("title", self._text))
        if kind == "frame":
            part = part._replace(badge=fields.flag("badge"))
        if kind not in ("text", "arrow", "frame"):
            part = part._replace(label=fields.value("label", self._text))
        named = part._replace(name=fields.text("name") or "", spot=fields.text("spot") or "")
        fields.finish()
        return named

    def _with_pieces(self, part: ScenePart, content: Node, fields: FieldReader) -> ScenePart:
        kind = part.kind
        if kind in ("row", "column", "grid"):
            gap = fields.value("gap", scalars.length)
            part = part._replace(gap=None if gap is None else gap.pt / _MM)
            rows = [content] if kind != "grid" else self._listed(content, "a list of rows")
            lines = [tuple(self._entry(item) for item in self._listed(row, "a list of pieces")) for row in rows]
            entries = tuple(lines) if kind != "column" else tuple((entry,) for entry in lines[0])
            return part._replace(entries=tuple(line for line in entries if line))
        if kind == "hand" and isinstance(content, SequenceNode):
            return part._replace(entries=(tuple(self._entry(item) for item in content.items),))
        most = 30 if kind == "hand" else 9999
        count = fields.integer("count", 1, most) if kind != "piece" else 1
        entry = self._entry(content, side="" if kind == "piece" else "back")
        if kind == "piece":
            entry = self._looks(entry, fields)
        else:
            entry = entry._replace(side=fields.choice("side", ("face", "back")) or entry.side)
        if count is None and entry.component:
            records = self.game.pieces(entry.component) if not entry.named else ()
            count = sum(record.copies_in(self.game.edition) for record in records) or 1
        count = count or 1
        self._counted(count if kind == "hand" else 1, content.span)
        return part._replace(entries=((entry,) * (min(count, most) if kind == "hand" else 1),), number=count)

    def _counted(self, more: int, span: Span) -> None:
        if self.pieces <= _MOST < self.pieces + more:
            message = f"{self.what} has more than {_MOST} pieces"
            self.findings.add("bad-figure", message, span, "show fewer, or write pile: with a count")
        self.pieces += more

    def _listed(self, node: Node, wanted: str) -> list[Node]:
        if isinstance(node, SequenceNode):
            return node.items
        what = f"a part of {self.what}"
        scalars.wrong_type(node, what, wanted, self.findings, "write [a, b], or each on a line after - ")
        return []

    def _entry(self, node: Node, side: str = "") -> SceneEntry:
        """What lies at one place: `animals.toad`, `animals` for one face down, `~` for nothing, or a mapping."""
        self._counted(1, node.span)
        if isinstance(node, ScalarNode):
            if node.text in ("", "~", "null") and not node.quoted:
                return SceneEntry(node.span)
            return self._piece(node, side)
        fields = FieldReader(node, f"a place of {self.what}", self.findings)
        name = fields.node_of("piece")
        entry = SceneEntry(node.span) if not isinstance(name, ScalarNode) else self._piece(name, side)
        entry = self._looks(entry, fields)
        entry = entry._replace(name=fields.text("name") or "", spot=fields.text("spot") or "")
        fields.finish()
        return entry

    def _looks(self, entry: SceneEntry, fields: FieldReader) -> SceneEntry:
        side = fields.choice("side", ("face", "back")) or entry.side
        return entry._replace(side=side, turn=fields.number("turn", -360, 360) or 0.0, faded=fields.flag("faded"))

    def _piece(self, node: ScalarNode, side: str) -> SceneEntry:
        """A piece by its name, or any piece of a component, face down."""
        plain = node.text.replace("_", "-")
        if plain in self.game.components and self.game.components[plain].kind != DATA:
            first = next(iter(self.game.pieces(plain)), None)
            return SceneEntry(node.span, plain, first.id if first is not None else "", side=side or "back")
        try:
            record = piece(self.game, node.text)
        except TemplateFault as fault:
            help = fault.help
            if "." not in node.text:
                help = suggest(node.text, [*self.game.components, *_ids(self.game)], "components and pieces are")
            self.findings.add(fault.code, fault.message, node.span, help)
            return SceneEntry(node.span)
        if self.game.components[record.component].kind == DATA:
            message = f"'{node.text}' is data, which is not printed"
            self.findings.add("bad-figure", message, node.span, "name a piece of a component that is printed")
        return SceneEntry(node.span, record.component, record.id, True, side or "face")

    # --- places, names, texts -------------------------------------------------------------------------------

    def _placing(self, fields: FieldReader, kind: str, span: Span) -> ScenePlacing:
        if kind in ("arrow", "frame"):
            return ScenePlacing(span)
        written = [relation for relation in BESIDE if relation in fields]
        of = [fields.text(relation) for relation in written]
        at = fields.node_of("at")
        if len(written) > 1:
            message = f"a part of {self.what} is {' and '.join(written)} something"
            self.findings.add("bad-figure", message, fields.key_span(written[1]), "write one of them")
        relation, name = (written[0], of[0] or "") if written else ("", "")
        placing = ScenePlacing((fields.value_span(relation) if relation else None) or span, relation, name)
        if at is None:
            return placing
        if relation not in ("", "on"):
            message = f"a part of {self.what} is {relation} something, and at a point"
            self.findings.add("bad-figure", message, fields.key_span("at"), "write one of them")
            return placing
        placing = placing._replace(relation=relation or "at", span=at.span)
        if relation == "on" and isinstance(at, ScalarNode):
            return placing._replace(element=at.text)
        inner = 0.5 if relation == "on" else 1.0
        return placing._replace(at=self._point(at, inner))

    def _point(self, node: Node, first: float) -> tuple[float, float] | None:
        """A point in millimetres, or in cells, of which the first one begins at *first*."""
        items = node.items if isinstance(node, SequenceNode) else []
        numbers = [scalars.number(item, "", Findings(), -99, 99) for item in items]
        if len(numbers) == 2 and None not in numbers:
            if self.cell is None:
                message = f"a place of {self.what} is counted in cells, and the scene does not say how large they are"
                self.findings.add("bad-length", message, node.span, "write mm after each number, or add cell:")
                return None
            across, down = ((number or 0.0) - first for number in numbers)
            return across * self.cell[0], down * self.cell[1]
        return self._lengths(node, f"a place of {self.what}", least=-5000.0)

    def _lengths(self, node: Node, what: str, least: float = 0.1) -> tuple[float, float] | None:
        """Two lengths in millimetres; None after a finding."""
        if not isinstance(node, SequenceNode) or len(node.items) != 2:
            help = "write [30 mm, 40 mm]"
            self.findings.add("bad-length", f"{what} should be two lengths", node.span, help)
            return None
        found = [scalars.length(item, what, self.findings) for item in node.items]
        if found[0] is None or found[1] is None:
            return None
        if not all(least <= length.mm <= 5000 for length in (found[0], found[1])):
            self.findings.add("bad-length", f"{what} is out of range", node.span, "write up to 5000 mm")
            return None
        return found[0].pt / _MM, found[1].pt / _MM

    def _names(self, node: Node, kind: str) -> tuple[tuple[str, Span], ...]:
        items = node.items if isinstance(node, SequenceNode) else [node]
        names = tuple((item.text, item.span) for item in items if isinstance(item, ScalarNode) and item.text)
        if len(names) < len(items) or not names or (kind == "arrow" and len(names) != 2):
            wanted = "two names of parts: [deck, discard]" if kind == "arrow" else "names of parts: [deck, discard]"
            self.findings.add(
                "bad-figure", f"'{kind}' of {self.what} does not name parts", node.span, f"write {wanted}"
            )
        return names

    def _text(self, node: Node, what: str, findings: Findings) -> Translated | None:
        return translated(node, what, ReadContext(self.game.languages, findings, self.game.draft_languages))


def _ids(game: Game) -> list[str]:
    return [name for records in game.records.values() for name in records]


def _names_parts(node: Node) -> bool:
    """True if an area is that of parts, and not of lengths."""
    items = node.items if isinstance(node, SequenceNode) else [node]
    first = items[0] if items else None
    return isinstance(first, ScalarNode) and not first.text[:1].isdigit()


def node_of(value: object, span_of: Callable[[str], Span]) -> Node:
    """A value of an expression as the node that YAML would have for it.

    Args:
        span_of: a word -> its place in the document.
    """
    here = span_of("")
    if isinstance(value, dict):
        mapping = MappingNode(here.source, here.start)
        for key, item in value.items():
            mapping.entries[str(key)] = node_of(item, span_of)
            mapping.keys[str(key)] = _scalar(str(key), span_of)
        return mapping
    if isinstance(value, (list, tuple)):
        sequence = SequenceNode(here.source, here.start)
        sequence.items = [node_of(item, span_of) for item in value]
        return sequence
    if value is None or isinstance(value, bool):
        return _scalar({None: "", True: "true", False: "false"}[value], span_of)
    return _scalar(str(value), span_of)


def _scalar(text: str, span_of: Callable[[str], Span]) -> ScalarNode:
    span = span_of(text)
    return ScalarNode(span.source, span.start, span.end, text, False)
