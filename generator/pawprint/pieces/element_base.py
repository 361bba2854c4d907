"""The base of all kinds of elements: place and size, conditions, rotation, and how properties are read.

A kind is a class in the registry `ELEMENT_KINDS`: its `__init__` takes its properties from an `ElementReader`, its
`draw` puts placed items into a list. `kinds.py` lists the modules.
"""

import math
from collections.abc import Mapping
from functools import partial
from typing import TypeVar

from pawprint.core import plugins
from pawprint.core.affine import IDENTITY, Matrix
from pawprint.core.colour import Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Box
from pawprint.core.registry import Registry, known_spelling, suggest
from pawprint.graphics.ops import LOW_INK_RULES
from pawprint.pieces._properties import (
    AUTO,
    FILL,
    Condition,
    Dimension,
    Extents,
    Fixed,
    HasProperties,
    InvalidValue,
    Property,
    PropertyReader,
    points_of,
    read_extents,
)
from pawprint.pieces.context import Out, PlacingContext
from pawprint.pieces.layouts import Layouts
from pawprint.pieces.placed import LowInkItems, Turned
from pawprint.source import scalars
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode
from pawprint.source.value_schemas import LENGTH, TEXT, takes

T = TypeVar("T")

ELEMENT_KINDS: "Registry[type[Element]]" = Registry("element", "pawprint.elements")

#: An element nested deeper than this is a mistake.
MAX_DEPTH = 12


class ElementReader(PropertyReader):
    """The properties of one element, read one by one; a field that is never read is reported as unknown.

    Args:
        node: the element as written.
        layouts: for the styles that all faces share.
        palette: colour names of the face.
        styles: styles of the face, as written.
    """

    def __init__(
        self,
        node: MappingNode,
        what: str,
        findings: Findings,
        layouts: Layouts,
        palette: Mapping[str, Colour],
        styles: Mapping[str, Node],
        depth: int = 0,
    ) -> None:
        super().__init__(node, what, findings)
        self.layouts = layouts
        self.palette = palette
        self.styles = styles
        self.depth = depth
        #: How many findings were noted while elements inside this one were read.
        self.noted_inside = 0

    def colour(self, key: str, default: Colour | None = None) -> Property[Colour]:
        """A name of the palette, `'#rrggbb'`, or `none`."""
        return self.read(key, self._parse_colour, default, self._to_colour)

    @takes({"$ref": "#/$defs/colour"})
    def _parse_colour(self, node: Node, what: str, findings: Findings) -> Colour | None:
        name = scalars.text(node, f"a colour of {self.what}", findings, scalars.UNQUOTED)
        try:
            return None if name is None else self._to_colour(name)
        except InvalidValue as error:
            findings.add(error.code, f"{self.what}: {error}", node.span, error.help)
            return None

    def _to_colour(self, name: str) -> Colour | None:
        if name == "none":
            return None
        name = known_spelling(name, self.palette)
        if name in self.palette:
            return self.palette[name]
        if not name.startswith("#"):
            help = suggest(name, self.palette, "colours are")
            raise InvalidValue("bad-colour", f"there is no colour '{name}' in the palette", help)
        try:
            return Colour.parse(name)
        except ValueError as error:
            raise InvalidValue("bad-colour", str(error), "write six hexadecimal digits: '#1e2923'") from None

    def name(self, key: str, default: str | None = None) -> Property[str]:
        """A text that may be a template: a picture's name, say."""
        return self.read(key, scalars.text, default, str)

    def text(self, key: str) -> Property[str]:
        """A text that may be a template, and may differ by language."""
        return self.read(key, scalars.text, None, str, by_language=True)

    def length(self, key: str, default: float = 0.0) -> Property[float]:
        """A length, in points."""
        return self.read(key, self._parse_points, default, lambda text: points_of(text.strip(), "write 3 mm or 8 pt"))

    @takes(LENGTH)
    def _parse_points(self, node: Node, what: str, findings: Findings) -> float | None:
        length = scalars.length(node, f"a length of {self.what}", findings)
        return None if length is None else length.pt

    def number(
        self, key: str, default: float | None, least: float | None = None, most: float | None = None
    ) -> Property[float]:
        """A number."""

        def convert(text: str) -> float:
            try:
                value = float(text)
            except ValueError:
                value = math.nan
            low, high = -1e6 if least is None else least, 1e6 if most is None else most
            if not low <= value <= high:
                raise InvalidValue(
                    "out-of-range", f"'{text}' is not a number from {low:g} to {high:g}", "correct the template"
                )
            return value

        return self.read(key, partial(scalars.number, least=least, most=most), default, convert)

    def word(self, key: str, choices: tuple[str, ...], default: str) -> Property[str]:
        """One of some words."""

        def convert(text: str) -> str:
            text = known_spelling(text, choices)
            if text not in choices:
                raise InvalidValue("unknown-choice", f"'{text}' is not a choice", suggest(text, choices, "choices are"))
            return text

        return self.read(key, partial(scalars.choice, choices=choices), default, convert)

    def flag(self, key: str, default: bool = False) -> Property[bool]:
        """true or false."""

        def convert(text: str) -> bool:
            if text.lower() not in ("true", "false"):
                raise InvalidValue("wrong-type", f"'{text}' is neither true nor false", "correct the template")
            return text.lower() == "true"

        return self.read(key, scalars.flag, default, convert)

    def path(self, key: str, required: bool = True) -> Property[tuple[str, ...]]:
        """A dotted field name."""
        if required:
            self.require(key)

        return self.read(key, _path)

    def children(self, key: str = "elements") -> tuple["Element", ...]:
        """The elements inside this one."""
        self.describe(key, {"type": "array", "items": {"$ref": "#/$defs/element"}})
        node = self.node_of(key)
        if node is None:
            return ()
        if not isinstance(node, SequenceNode):
            scalars.wrong_type(node, f"'{key}' of {self.what}", "a list", self.findings, "write each element after - ")
            return ()
        before = self.findings.count
        children = [
            read_element(item, self.findings, self.layouts, self.palette, self.styles, self.depth + 1)
            for item in node.items
        ]
        self.noted_inside += self.findings.count - before
        return tuple(child for child in children if child is not None)

    def require(self, *keys: str) -> None:
        """Report those of *keys* that are missing."""
        for key in keys:
            self.describe(key, {}, required=True)
            if key not in self:
                help = f"add {key}: ..."
                self.findings.add("missing-field", f"{self.what} has no '{key}'", self.node.span, help)

    def colours(self) -> tuple[tuple[str, Property[Colour]], ...]:
        """`colours: {accent: moss}`: colours that a picture's names stand for, over the palette's."""
        self.describe("colours", {"type": "object"})
        node = self.node_of("colours")
        if node is None:
            return ()
        if not isinstance(node, MappingNode):
            help = "write {name in the picture: colour of the palette}"
            scalars.wrong_type(node, f"'colours' of {self.what}", "a mapping", self.findings, help)
            return ()
        inner = ElementReader(node, self.what, self.findings, self.layouts, self.palette, self.styles)
        return tuple((name, inner.colour(name)) for name in node.entries)

    def condition(self) -> Condition | None:
        """`when:`; None where there is none."""
        self.describe("when", {"type": ["string", "boolean", "object"]})
        node = self.node_of("when")
        return None if node is None else Condition(node, self.what, self.findings)

    def inner(self, words: Mapping[str, Node], what: str) -> "ElementReader":
        """A reader of other *words*, with the same layouts and colours."""
        first = next(iter(words.values()), self.node)
        holder = MappingNode(self.node.source, first.start)
        holder.entries = dict(words)
        return ElementReader(holder, what, self.findings, self.layouts, self.palette, self.styles)

    def of(self, node: MappingNode, what: str) -> "ElementReader":
        """A reader of another mapping, with the same layouts and colours."""
        return ElementReader(node, what, self.findings, self.layouts, self.palette, self.styles)


class Element(HasProperties):
    """An element of a face.

    Attributes:
        at, size: place and size within what contains it.
        constant: it looks the same on every piece (in one language).
        node, span: as it is written, with what it has from the faces that its own extends, and where.
    """

    #: Extent along the axis of a row or column, where `size` does not say.
    natural = FILL
    #: Whether people or machines read it, so that nothing of it may be cut off.
    essential = False
    #: The rule of its face for low ink, which its own replaces.
    low_ink_of_face = ""
    #: Whether it decides where the elements inside it are, so that their own place does not count.
    arranges = False

    def __init__(self, reader: ElementReader) -> None:
        self.what = reader.what
        self.node, self.span = reader.node, reader.node.span
        self.at = read_extents(reader, "at", Dimension())
        self.size = read_extents(reader, "size", FILL)
        self.sized = "size" in reader.node.entries
        self.inset = reader.length("inset")
        self.turn = reader.number("turn", 0.0)
        self.bleeds = reader.flag("bleeds")
        self.low_ink = reader.word("low_ink", LOW_INK_RULES, "")
        self.when = reader.condition()
        identity = reader.node_of("id")
        self.id = identity.text if isinstance(identity, ScalarNode) else ""
        reader.allow("kind", "before", "about")
        # Most elements stand in the same place on every piece; the last answer is kept for those.
        fixed = isinstance(self.size, Fixed) and AUTO not in (self.size.value or ())
        self._settled = fixed and self.inset.constant and self.at.constant
        self._parent: Box | None = None
        self._box = Box(0.0, 0.0, 0.0, 0.0)

    @property
    def constant(self) -> bool:
        """True if nothing about it depends on the piece."""
        return self.when is None and all(_constant(value) for value in vars(self).values())

    @property
    def reads_ground(self) -> bool:
        """True if it (or an element inside it) looks at what lies below, as text does to check its contrast."""
        return any(element.reads_ground for element in getattr(self, "elements", ()))

    def box_in(self, parent: Box, scene: PlacingContext) -> Box:
        """Its box inside *parent*."""
        if parent is self._parent:
            return self._box
        box = self._box_in(parent, scene)
        if self._settled:
            self._parent, self._box = parent, box
        return box

    def extent(self, scene: PlacingContext) -> Extents:
        """Its size for the piece of *scene*."""
        return self.size.get(scene) or (FILL, FILL)

    def origin(self, scene: PlacingContext) -> Extents:
        """The place of its top-left corner for the piece of *scene*."""
        return self.at.get(scene) or (Dimension(), Dimension())

    def _box_in(self, parent: Box, scene: PlacingContext) -> Box:
        left, top = self.origin(scene)
        x, y = left.of(parent.width), top.of(parent.height)
        across, down = self.extent(scene)
        width = parent.width - x if across.word else across.of(parent.width)
        height = parent.height - y if down.word else down.of(parent.height)
        if across.word == "auto":
            width = self.wanted_width(scene) or width
        if down.word == "auto":
            height = self.wanted_height(scene, width) or height
        box = Box(parent.x + x, parent.y + y, width, height)
        inset = self.inset.get(scene)
        return box.inset(inset) if inset else box

    def place(self, scene: PlacingContext, parent: Box, out: Out) -> None:
        """Draw itself inside *parent*, if its condition holds."""
        if self.when is not None and not self.when.holds(scene):
            return
        self.place_in(scene, self.box_in(parent, scene), out)

    def place_in(self, scene: PlacingContext, box: Box, out: Out) -> None:
        """Draw itself into *box*, turned if asked; its condition is known to hold."""
        if self.bleeds.get(scene):
            box = _to_bleed(box, scene)
        turn = self.turn.get(scene)
        matrix = _turned_about_middle(box, turn) if turn else IDENTITY
        if scene.placements is not None:
            scene = scene.noted(self, box, matrix)
        before = len(out)
        try:
            if matrix is IDENTITY:
                self.draw(scene, box, out)
            else:
                items: Out = []
                self.draw(scene.turned(matrix), box, items)
                out.append(Turned(tuple(items), matrix))
        except Exception as error:
            plugins.note_fault(error, self.what, self.span, scene.report)
        rule = self.low_ink.get(scene) or self.low_ink_of_face
        if rule:
            out[before:] = [LowInkItems(tuple(out[before:]), rule)]
        if scene.makers is not None:
            scene.remember(self, out[before:])
        if scene.inside is not None:
            scene.inside.items = tuple(out[before:])

    def draw(self, scene: PlacingContext, box: Box, out: Out) -> None:
        """Put placed items into *out*."""
        raise NotImplementedError

    def wanted_width(self, scene: PlacingContext) -> float:
        """The size of its content and the inset around it; 0 without content."""
        natural = self.natural_width(scene)
        return natural + 2 * (self.inset.get(scene) or 0.0) if natural else 0.0

    def wanted_height(self, scene: PlacingContext, width: float) -> float:
        """The height of its content and the inset around it, at a width of *width* points; 0 without content."""
        inset = self.inset.get(scene) or 0.0
        natural = self.natural_height(scene, width - 2 * inset)
        return natural + 2 * inset if natural else 0.0

    def reach(self, scene: PlacingContext, width: float) -> float:
        """The lower end of the element in a parent *width* points wide, as far as its content or size decides."""
        left, top = self.origin(scene)
        across, down = self.extent(scene)
        own = width - left.of(width) if across.word else across.of(width)
        return top.points + (self.wanted_height(scene, own) if down.word else down.points)

    def natural_width(self, scene: PlacingContext) -> float:
        """Width in points that its content asks for; 0 where it has none of its own."""
        return 0.0

    def natural_height(self, scene: PlacingContext, width: float) -> float:
        """Height in points that its content asks for at *width*; 0 where it has none of its own."""
        return 0.0


@takes(TEXT)
def _path(node: Node, what: str, findings: Findings) -> tuple[str, ...] | None:
    text = scalars.text(node, what, findings)
    return None if text is None else tuple(text.split("."))


def _constant(value: object) -> bool:
    if isinstance(value, (Property, Element)):
        return value.constant
    return all(_constant(part) for part in value) if isinstance(value, tuple) else True


def tints_of(colours: tuple[tuple[str, Property[Colour]], ...], scene: PlacingContext) -> dict[str, Colour]:
    """The colours that `ElementReader.colours` has read, for the piece of *scene*."""
    return {name: colour for name, prop in colours if (colour := prop.get(scene)) is not None}


ELEMENT_KINDS.accept(Element)


def _turned_about_middle(box: Box, turn: float) -> Matrix:
    """The matrix that rotates *box* clockwise by *turn* degrees about its middle."""
    angle = math.radians(turn)
    cos, sin = round(math.cos(angle), 9), round(math.sin(angle), 9)
    x, y = box.x + box.width / 2, box.y + box.height / 2
    return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)


def _to_bleed(box: Box, scene: PlacingContext) -> Box:
    """*box* with every side that lies on the trim moved out to the bleed."""
    trim, bleed, near = scene.trim, scene.bleed_box, 0.05
    left = bleed.x if abs(box.x - trim.x) < near else box.x
    top = bleed.y if abs(box.y - trim.y) < near else box.y
    right = bleed.right if abs(box.right - trim.right) < near else box.right
    bottom = bleed.bottom if abs(box.bottom - trim.bottom) < near else box.bottom
    return Box(left, top, right - left, bottom - top)


def read_element(
    node: Node,
    findings: Findings,
    layouts: Layouts,
    palette: Mapping[str, Colour],
    styles: Mapping[str, Node],
    depth: int = 0,
) -> Element | None:
    """An element from its mapping; None after a finding."""
    if not isinstance(node, MappingNode):
        scalars.wrong_type(node, "an element", "a mapping", findings, "write {kind: panel, ...}")
        return None
    kind_node = node.get("kind")
    if kind_node is None:
        findings.add("missing-field", "an element has no 'kind'", node.span, f"kinds are {', '.join(ELEMENT_KINDS)}")
        return None
    kind = scalars.text(kind_node, "'kind' of an element", findings)
    make = ELEMENT_KINDS.find(kind) if kind else None
    if make is None:
        if kind:
            findings.add(
                "unknown-element",
                f"there is no element kind '{kind}'",
                kind_node.span,
                ELEMENT_KINDS.help_for(kind, "kinds are"),
            )
        return None
    if depth > MAX_DEPTH:
        findings.add("yaml-too-deep", f"elements are nested more than {MAX_DEPTH} deep", node.span, "use fewer groups")
        return None
    identity = node.get("id")
    name = f" '{identity.text}'" if isinstance(identity, ScalarNode) else ""
    before = findings.count
    reader = ElementReader(node, f"{kind}{name}", findings, layouts, palette, styles, depth)
    try:
        element = make(reader)
    except Exception as error:
        plugins.note_fault(error, reader.what, node.span, findings.add)
        return None
    reader.finish()
    # An element with a finding is left out: what it would show may be wrong because of that.
    return element if findings.count - before == reader.noted_inside else None
