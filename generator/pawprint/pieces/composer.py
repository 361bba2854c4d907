"""(record, layout, language) -> Face: the elements of a layout, placed for one piece."""

from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from copy import copy
from typing import Any, NamedTuple

from pawprint.catalog.model import NO_BACK, Component, Game, Record, RecordView
from pawprint.core.colour import BLACK, Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import ZERO, Length
from pawprint.core.piece_outline import RECTANGLE
from pawprint.core.polygon import Polygon
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.pieces import kinds  # noqa: F401  (registers them)
from pawprint.pieces._layout_check import check_icon_codes, check_values
from pawprint.pieces._properties import Property, PropertyReader
from pawprint.pieces.context import ElementPlace, Makers, PlacingContext
from pawprint.pieces.element_base import Element, read_element
from pawprint.pieces.fault_marks import put_note
from pawprint.pieces.layouts import Layouts
from pawprint.pieces.placed import AnyFace, Face, PieceFaces, Placed, SharedItems
from pawprint.pieces.placements import covered_by_id
from pawprint.pieces.stocks import Stock
from pawprint.source import scalars
from pawprint.source.reader import MappingNode, Node
from pawprint.source.templates.expressions import Scope
from pawprint.typography.metrics import SUBSTITUTE, Metrics, Typeface
from pawprint.typography.textbox import TextSetter

# --- Fonts that cannot be used are findings, and texts in them are set in another font --------------------------------


class CheckedMetrics:
    """Metrics that report unusable fonts as findings, and have a substitute for them.

    Attributes:
        complete: True if all requested fonts are usable.
    """

    def __init__(self, metrics: Metrics, layouts: Layouts, findings: Findings) -> None:
        self._metrics = metrics
        self._layouts = layouts
        self._findings = findings
        self.complete = True
        self.image_facts, self.named, self.pack = metrics.image_facts, metrics.named, metrics.pack
        self.in_small_caps = metrics.in_small_caps

    def typeface(self, family: str, bold: bool = False, italic: bool = False) -> Typeface:
        """See `Metrics.typeface`."""
        try:
            return self._metrics.typeface(family, bold, italic)
        except KeyError:
            if not self._layouts.is_faulty("fonts", family):
                self._findings.add("unknown-font", f"there is no font family '{family}'", None, "add it to fonts.yaml")
        except ValueError as error:
            cuts = self._layouts.fonts[family].values()
            cut = next((cut for cut in cuts if str(cut.path) in str(error)), next(iter(cuts)))
            self._findings.add("missing-font", str(error), cut.span, "put a TrueType or OpenType font there")
        self.complete = False
        return self._metrics.typeface(SUBSTITUTE, bold, italic)

    def fallbacks(self, family: str, bold: bool = False, italic: bool = False) -> Sequence[Typeface]:
        """See `Metrics.fallbacks`."""
        return [self.typeface(other, bold, italic) for other in self._layouts.fallbacks.get(family, ())]


# --- composer ---------------------------------------------------------------------------------------------------------


#: Placed items, and the grounds that they are for texts above them.
_Set = tuple[tuple[Placed, ...], tuple[tuple[Box, Colour | None], ...]]


class _Ready(NamedTuple):
    """A layout at one size in one language: what all its pieces have in common is placed already.

    Attributes:
        shared: the constant elements at the bottom; *grounds* are what they are for texts above them.
        steps: the rest, bottom first: elements to be placed for each piece, and constant ones, placed.
        marks: of faults of the constant elements; they lie above everything else.
    """

    trim: Box
    bleed: Box
    safe: Box
    safe_shape: tuple[Polygon, ...]
    shared: SharedItems
    grounds: tuple[tuple[Box, Colour | None], ...]
    steps: tuple[Element | _Set, ...]
    marks: tuple[Placed, ...]


class _Layout:
    """A face file, read: elements split into the constant ones at the bottom and the rest."""

    def __init__(self, palette: dict[str, Colour], parts: tuple[Element, ...]) -> None:
        self.palette = palette
        constant = 0
        while constant < len(parts) and parts[constant].constant:
            constant += 1
        self.fixed, self.varying = parts[:constant], parts[constant:]
        self.ready: dict[tuple[str, str, Stock, Length], _Ready] = {}


class Composer:
    """Composes the faces and backs of games.

    Args:
        layouts: the layouts of the pieces.
        metrics: the fonts.
        findings: receives the faults of layouts, and of pieces in them.
        bleed: how far art goes beyond the trim.
        draft: missing pictures are only warnings.
        before: an earlier composer with the same fonts; the words that it has shaped are used again.
    """

    def __init__(
        self,
        layouts: Layouts,
        metrics: Metrics,
        findings: Findings,
        bleed: Length = ZERO,
        draft: bool = False,
        before: "Composer | None" = None,
    ) -> None:
        self.layouts = layouts
        self.metrics = metrics
        self.findings = findings
        self.bleed = bleed
        self.draft = draft
        self._checked = CheckedMetrics(metrics, layouts, findings)
        # Words of a font that is not usable are shaped again, because the finding belongs to this composer, too.
        reused = before.setter.with_metrics(self._checked) if before and before._checked.complete else None
        self.setter: TextSetter = reused or TextSetter(self._checked)
        self._lookups = 0
        self._read: dict[str, _Layout | None] = {}
        self._fields: dict[tuple[Record, str, str], dict[str, Any]] = {}
        # By all sides of a piece together, since in all languages it may show the same figure.
        self._reads: dict[tuple[Record, str], set[Record]] = {}
        self._chosen: dict[tuple[str, str, str], Property[str]] = {}
        self._vetted: set[tuple[str, str, str]] = set()
        self._shown: dict[tuple[Record, str, str, str, int], Face | None] = {}
        self._pieces: PieceFaces | None = None
        # Of the pieces that the page shows which is being composed.
        self._reads_of_page: list[Set[Record] | None] = []
        self._noted: list[list[frozenset[Record] | None]] = []

    def with_findings(self, findings: Findings) -> "Composer":
        """This composer with its caches, except that faults of pieces go to *findings*; those of fonts do not."""
        other = copy(self)
        other.findings = findings
        return other

    def showing(self, pieces: PieceFaces) -> "Composer":
        """This composer with its caches, except that pages show the faces of *pieces*, which may be stored ones."""
        other = copy(self)
        other._pieces = pieces
        return other

    def stock_of(self, component: Component) -> Stock | None:
        """The stock of a component; None after a finding."""
        stock = self.layouts.stocks.get(component.stock)
        if stock is None and component.stock and not self.layouts.is_faulty("stocks", component.stock):
            self.findings.add(
                "unknown-stock",
                f"there is no stock '{component.stock}'",
                component.span("stock"),
                suggest(component.stock, self.layouts.stocks, "stocks are"),
            )
        return stock

    def face(self, game: Game, record: Record, language: str) -> Face | None:
        """The face of *record*; None after a finding that leaves nothing to draw."""
        return self.side(game, record, language, "face")

    def back(self, game: Game, record: Record, language: str) -> Face | None:
        """The back of *record*; None when its component has none, or after a finding."""
        return self.side(game, record, language, "back")

    def side(self, game: Game, record: Record, language: str, side: str) -> Face | None:
        """The `face` or `back` of *record*."""
        component = game.components[record.component]
        if side == "back" and not component.backs:
            return None
        return self._compose(game, component, record, language, side)

    def forget_pieces(self) -> None:
        """Forget everything about records, for example because new ones replace them."""
        self._fields.clear()
        self._reads.clear()
        self._shown.clear()
        self.layouts.drawings.forget_figures()

    def back_is_common(self, component: Component) -> bool:
        """True if all records of *component* have the same back, or none."""
        if not component.backs:
            return True
        if isinstance(component.node.get("back"), MappingNode):
            return False
        layout = self._layout(component.backs[0], component.span("back"))
        return layout is not None and not layout.varying

    def boxes(self, game: Game, record: Record, language: str, side: str = "face") -> dict[str, Box]:
        """Where the elements of a side are that have an id; points. Empty after a finding. Those that their condition
        leaves out are not there; nor is what a card within the card shows."""
        noted: list[ElementPlace] = []
        self.place_again(game, record, language, side, noted)
        return covered_by_id(noted)

    def place_again(
        self, game: Game, record: Record, language: str, side: str,
        placements: list[ElementPlace] | None = None, makers: Makers | None = None,
    ) -> list[Placed]:  # fmt: skip
        """The items on a side, bottom first; empty after a finding, which composing reports."""
        component = game.components[record.component]
        stock, name = self.stock_of(component), self.layout_name(game, record, language, side)
        layout = self._layout(name, component.span(side)) if name else None
        items: list[Placed] = []
        if stock is None or layout is None or (component.name, record.id) in game.invalid:
            return items
        trim = Box(0.0, 0.0, stock.trim.width.pt, stock.trim.height.pt)
        scope = Scope(self._fields_of(game, record, language))
        scene = PlacingContext(
            game, record, language, self.layouts, self.setter, Findings(), scope, layout.palette,
            trim, trim.inset(-self.bleed.pt), trim.inset(stock.safe.pt), self.draft, others=self,
            placements=placements, makers=makers,
        )  # fmt: skip
        for element in (*layout.fixed, *layout.varying):
            element.place(scene, trim, items)
        return items

    def placeholder(self, game: Game, record: Record, language: str, side: str) -> Face | None:
        """A face or back that names *record*, in place of one that cannot be composed; None if its size is unknown, or
        if it has no such side."""
        stock = self.stock_of(game.components[record.component])
        if stock is None or self.layout_name(game, record, language, side) == "":
            return None
        trim = Box(0.0, 0.0, stock.trim.width.pt, stock.trim.height.pt)
        scene = PlacingContext(
            game, record, language, self.layouts, self.setter, Findings(), Scope({}), {},
            trim, trim.inset(-self.bleed.pt), trim.inset(stock.safe.pt),
        )  # fmt: skip
        items: list[Placed] = []
        put_note(scene, f"**{record.id}**  \nhas errors and cannot be drawn", items)
        name, safe = side_name(record, language, side), Insets.even(stock.safe)
        items += scene.marks
        return Face(name, stock.trim, Insets.even(self.bleed), safe, stock.outline, SharedItems(), tuple(items))

    def layout_name(self, game: Game, record: Record, language: str, side: str) -> str | None:
        """The name of the face file that draws the `face` or `back` of *record*; empty if it has no such side, None
        after a finding."""
        component = game.components[record.component]
        if not isinstance(component.node.get(side), MappingNode):
            return next(iter(component.sides(side)), "")
        key = (game.id, component.name, side)
        if key not in self._chosen:
            self._chosen[key] = self._read_choice(game, component, side)
        nowhere = Box(0.0, 0.0, 0.0, 0.0)
        scene = PlacingContext(
            game, record, language, self.layouts, self.setter, self.findings,
            Scope(self._fields_of(game, record, language)), {}, nowhere, nowhere, nowhere,
        )  # fmt: skip
        return self._chosen[key].get(scene)

    def _read_choice(self, game: Game, component: Component, side: str) -> Property[str]:
        """The rule that chooses the face or back of the records of *component*."""
        reader = PropertyReader(component.node, f"component '{component.name}'", self.findings)

        def parse(node: Node, what: str, findings: Findings) -> str | None:
            name = scalars.text(node, what, Findings())
            if (side, name) == ("back", NO_BACK):
                return ""
            known = name is not None and name in component.sides(side)
            return name if known and self._layout(str(name), node.span) is not None else None

        choice = reader.read(side, parse)
        check_values((choice,), game, component, self.findings)
        return choice

    def page(
        self,
        game: Game,
        name: str,
        size: Size,
        language: str,
        fields: dict[str, object],
        bleed: Length = ZERO,
        safe: Length = ZERO,
        asked_at: Span | None = None,
    ) -> Face | None:
        """What belongs to no record, such as the cover or a panel of a box: the face file *name* at that size, with
        *fields* for its texts."""
        layout = self._layout(name, asked_at)
        if layout is None:
            return None
        stock = Stock(name, size, safe)
        self._reads_of_page = []
        placed = self._place(game, None, layout, stock, language, Scope(fields), bleed, 0)
        known = [reads for reads in self._reads_of_page if reads is not None]
        reads = frozenset().union(*known) if len(known) == len(self._reads_of_page) else None
        for noted in self._noted:
            noted.append(reads)
        return Face(name, size, Insets.even(bleed), Insets.even(safe), RECTANGLE, *placed, reads)

    @contextmanager
    def noting_reads(self) -> Iterator[list[frozenset[Record] | None]]:
        """Note of each page that is composed meanwhile which records it shows; None if it cannot be told."""
        noted: list[frozenset[Record] | None] = []
        self._noted.append(noted)
        try:
            yield noted
        finally:
            self._noted.pop()

    def _compose(
        self, game: Game, component: Component, record: Record, language: str, side: str, depth: int = 0
    ) -> Face | None:
        stock = self.stock_of(component)
        name = self.layout_name(game, record, language, side)
        layout = self._layout(name, component.span(side)) if name else None
        if stock is None or layout is None or name is None:
            return None
        if (component.name, record.id) in game.invalid and (side == "face" or layout.varying):
            return None
        if (name, component.name, game.id) not in self._vetted:
            self._vetted.add((name, component.name, game.id))
            check_values((*layout.fixed, *layout.varying), game, component, self.findings)
            check_icon_codes(game, self.layouts.drawings, self.findings, self.draft)
        if side == "back" and stock.outline.path:
            stock = stock._replace(outline=stock.outline_of(side))
        fields = self._fields_of(game, record, language)
        before = self._lookups
        shared, items = self._place(game, record, layout, stock, language, Scope(fields), self.bleed, depth)
        reads = frozenset(self._reads[record, game.edition]) if self._lookups == before else None
        bleed, safe = Insets.even(self.bleed), Insets.even(stock.safe)
        return Face(side_name(record, language, side), stock.trim, bleed, safe, stock.outline, shared, items, reads)

    def _fields_of(self, game: Game, record: Record, language: str) -> dict[str, Any]:
        """The names that templates may use for *record*."""
        key = (record, language, game.edition)
        if key not in self._fields:
            view = RecordView(record, language, game.edition, self._reads.setdefault((record, game.edition), set()))
            self._fields[key] = game.common_fields(language) | view.fields()
        return self._fields[key]

    def _place(
        self,
        game: Game,
        record: Record | None,
        layout: _Layout,
        stock: Stock,
        language: str,
        scope: Scope,
        bleed: Length,
        depth: int,
    ) -> tuple[SharedItems, tuple[Placed, ...]]:
        otherwise = "en" if record is None else game.languages[0] if language in game.draft_languages else ""
        key = (game.id, language, stock, bleed)  # the game, since the same name may be another picture there
        ready = layout.ready.get(key)
        safe_shape = () if ready is None else ready.safe_shape

        def scene_with(record: Record | None, trim: Box, bleed_box: Box, safe: Box) -> PlacingContext:
            return PlacingContext(
                game, record, language, self.layouts, self.setter, self.findings, scope, layout.palette,
                trim, bleed_box, safe, self.draft, 1.0, depth, others=self, otherwise=otherwise, safe_shape=safe_shape,
            )  # fmt: skip

        if ready is None:
            trim = Box(0.0, 0.0, stock.trim.width.pt, stock.trim.height.pt)
            if stock.outline.path:
                safe_shape = tuple(stock.outline.polygons(stock.trim, -stock.safe.pt))
            boxes = trim, trim.inset(-bleed.pt), trim.inset(stock.safe.pt)
            # Findings of what is common are the layout's; the piece that happens to come first is not to blame.
            ready = self._prepared(layout, scene_with(None, *boxes))
            layout.ready[key] = ready
        scene = scene_with(record, ready.trim, ready.bleed, ready.safe)
        scene.grounds.extend(ready.grounds)
        items: list[Placed] = []
        for step in ready.steps:
            if isinstance(step, Element):
                step.place(scene, ready.trim, items)
            else:
                items += step[0]
                scene.grounds += step[1]
        return ready.shared, (*items, *ready.marks, *scene.marks)

    def _prepared(self, layout: _Layout, scene: PlacingContext) -> _Ready:
        def placed(parts: Iterable[Element]) -> _Set:
            items: list[Placed] = []
            before = len(scene.grounds)
            for part in parts:
                part.place(scene, scene.trim, items)
            return tuple(items), tuple(scene.grounds[before:])

        shared, grounds = placed(layout.fixed)
        steps = tuple(
            element if element.reads_ground or not element.constant else placed([element]) for element in layout.varying
        )
        return _Ready(
            scene.trim,
            scene.bleed_box,
            scene.safe,
            scene.safe_shape,
            SharedItems(shared),
            grounds,
            steps,
            tuple(scene.marks),
        )

    def face_within(self, record: Record, side: str, scene: PlacingContext) -> AnyFace | None:
        """See `OtherPieces`. Composed once at each depth: pieces that show each other in a circle would take ages."""
        component = scene.game.components[record.component]
        if not component.sides(side):
            return None
        if self._pieces is not None and scene.record is None:
            self._reads_of_page.append(None)
            return self._pieces.side(record, side)
        self._lookups += 1
        depth = scene.depth + 1
        key = (record, side, scene.language, scene.game.edition, depth)
        if key not in self._shown:
            self._shown[key] = self._compose(scene.game, component, record, scene.language, side, depth)
        face = self._shown[key]
        self._reads_of_page.append(face.reads if face else None)
        return face

    def fields_within(self, record: Record, scene: PlacingContext) -> dict[str, Any]:
        """See `OtherPieces`."""
        self._lookups += 1
        fields = self._fields_of(scene.game, record, scene.language)
        self._reads_of_page.append(self._reads[record, scene.game.edition])
        return fields

    def _layout(self, name: str, asked_at: Span | None) -> _Layout | None:
        if name not in self._read:
            self._read[name] = self._read_layout(name, asked_at)
        return self._read[name]

    def _read_layout(self, name: str, asked_at: Span | None) -> _Layout | None:
        source = self.layouts.face(name, asked_at)
        if source is None:
            return None
        palette = self.layouts.palettes.get(source.palette, {} if not source.palette else None)
        if palette is None and not self.layouts.is_faulty("palettes", source.palette):
            self.findings.add(
                "unknown-palette",
                f"face '{name}': there is no palette '{source.palette}'",
                source.palette_span,
                suggest(source.palette, self.layouts.palettes, "palettes are"),
            )
        if palette is None or self.layouts.is_faulty("palettes", source.palette):
            return _Layout({}, ())  # without its colours, whatever a face shows would only follow from that
        palette = {"ink": BLACK, **palette}  # the colour of texts that name none
        parts = tuple(self._elements(source.elements, palette, source.styles))
        for part in parts:
            part.low_ink_of_face = source.low_ink
        return _Layout(palette, parts)

    def _elements(self, nodes: tuple[object, ...], palette: dict[str, Colour], styles: object) -> Iterator[Element]:
        for node in nodes:
            element = read_element(node, self.findings, self.layouts, palette, styles)  # type: ignore[arg-type]
            if element is not None:
                yield element


class ComposedFaces:
    """The faces of one game in one language, each composed once; see `PieceFaces`."""

    def __init__(self, composer: Composer, game: Game, language: str) -> None:
        self._composer, self._game, self._language = composer, game, language
        self._faces: dict[tuple[Record, str], Face | None] = {}

    def side(self, record: Record, side: str) -> Face | None:
        """See `PieceFaces.side`."""
        key = record, side
        if key not in self._faces:
            self._faces[key] = self._composer.side(self._game, record, self._language, side)
        return self._faces[key]


def side_name(record: Record, language: str, side: str) -> str:
    """The name of a face or back: `toad fr`, `toad fr back`."""
    return f"{record.id} {language}" + ("" if side == "face" else f" {side}")
