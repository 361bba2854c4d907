"""The kinds of elements that draw letters and shapes: text, panel, line, polygon, ruler."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

from pawprint.core.colour import BLACK, Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Box
from pawprint.core.length import Length
from pawprint.core.picture import CURRENT, Path, Picture
from pawprint.core.registry import known_spelling, suggest
from pawprint.core.source import Span
from pawprint.graphics.ops import Shading
from pawprint.pieces._properties import (
    AUTO,
    Dimension,
    Fixed,
    InvalidValue,
    Property,
    Templated,
    points_of,
    read_extents,
)
from pawprint.pieces.context import Out, PlacingContext
from pawprint.pieces.element_base import ELEMENT_KINDS, Element, ElementReader, tints_of
from pawprint.pieces.fault_marks import MISSING_ICON, put_cut_off
from pawprint.pieces.picture_elements import in_one_colour
from pawprint.pieces.placed import PlacedText, TextEffects, panel, path_shape
from pawprint.source import scalars
from pawprint.source.field_reader import Extended, with_ancestors
from pawprint.source.reader import MappingNode, Node, SequenceNode
from pawprint.source.value_schemas import LENGTH, takes
from pawprint.typography.markup import markup_faults
from pawprint.typography.text_style import TextStyle
from pawprint.typography.textbox import TextBlock

# --- Text styles as layouts write them -> `TextStyle`: by name, on the spot, or extending one another -----------------


#: The words of a text style, wherever one is written.
STYLE_WORDS = (
    "font", "size", "min_size", "step", "leading", "bold", "italic", "align", "valign", "case", "tracking", "balance",
    "hyphenate", "icon_scale", "paragraph",
)  # fmt: skip


class _VaryingStyle(Property[TextStyle]):
    """A style of which some words depend on the piece; each combination of them is one `TextStyle`."""

    def __init__(self, words: Mapping[str, Property[Any]]) -> None:
        self._words = words
        self.constant = all(word.constant for word in words.values())
        self._known: dict[tuple[Any, ...], TextStyle] = {}

    def get(self, scene: "PlacingContext") -> TextStyle:
        values = tuple([word.get(scene) for word in self._words.values()])
        style = self._known.get(values)
        if style is None:
            style = self._known[values] = _style_of(dict(zip(self._words, values, strict=True)))
        return style

    @property
    def parts(self) -> Iterable[Property[Any]]:
        return self._words.values()


def read_style(reader: ElementReader) -> Property[TextStyle]:
    """The text style of an element: the name of one, or `{extends: NAME, size: 12 pt}`, or a lookup of these.

    Where there is none, or after a finding, it is the default.
    """
    reader.describe_property("style", {"$ref": "#/$defs/style"})
    node = reader.node_of("style")
    if node is None:
        return Fixed(TextStyle())
    return reader.varying(node, lambda item: _written_style(reader, item), f"'style' of {reader.what}")


def _written_style(reader: ElementReader, node: Node) -> Property[TextStyle]:
    if isinstance(node, MappingNode):
        what = f"'style' of {reader.what}"
        return _to_style(reader, _inherited(reader, _extended(reader, node, what)) | _own_words(reader, node, what))
    name = scalars.text(node, f"'style' of {reader.what}", reader.findings)
    found = name is not None and _find(reader, name, node.span) is not None
    return _to_style(reader, _inherited(reader, (name, node.span) if found and name is not None else None))


def _inherited(reader: ElementReader, named: Extended | None) -> dict[str, Node]:
    """The words of the style that *named* names, over those of its ancestors."""
    if named is None:
        return {}

    def extended(name: str) -> Extended | None:
        return _extended(reader, _named(reader, name), f"text style '{name}'")

    words: dict[str, Node] = {}
    for name in reversed(with_ancestors(named[0], extended, "text styles", reader.findings) or ()):
        node = _named(reader, name)
        if isinstance(node, MappingNode):
            words |= _own_words(reader, node, f"text style '{name}'")
    return words


def _named(reader: ElementReader, name: str) -> Node | None:
    return reader.styles.get(name) or reader.layouts.styles.get(name)


def _find(reader: ElementReader, name: str, span: Span) -> MappingNode | None:
    """The style *name*, which is used at *span*; None after a finding."""
    node = _named(reader, name)
    if isinstance(node, MappingNode):
        return node
    if node is not None:
        scalars.wrong_type(node, f"text style '{name}'", "a mapping", reader.findings, "write {font: text, size: 8 pt}")
    elif not reader.layouts.is_faulty("styles", name):
        help = suggest(name, [*reader.styles, *reader.layouts.styles], "styles are")
        reader.findings.add("unknown-style", f"there is no text style '{name}'", span, help)
    return None


def _extended(reader: ElementReader, node: Node | None, what: str) -> Extended | None:
    """The style that another one extends; None after a finding, or if there is none."""
    written = node.get("extends") if isinstance(node, MappingNode) else None
    name = None if written is None else scalars.text(written, f"'extends' of {what}", reader.findings)
    if written is None or name is None or _find(reader, name, written.span) is None:
        return None
    return name, written.span


def _own_words(reader: ElementReader, node: MappingNode, what: str) -> dict[str, Node]:
    """The words of a style as written."""
    words: dict[str, Node] = {}
    for written, value in node.entries.items():
        key = known_spelling(written, STYLE_WORDS)
        if key in STYLE_WORDS:
            words[key] = value
        elif key != "extends":
            help = suggest(key, STYLE_WORDS, "fields are")
            reader.findings.add("unknown-field", f"{what} has no field '{key}'", node.keys[written].span, help)
    return words


def _to_style(element: ElementReader, nodes: dict[str, Node]) -> Property[TextStyle]:
    # Many elements may share a style: what is wrong with it is the style's, and said once.
    reader, plain = element.inner(nodes, "a text style"), TextStyle()
    words: dict[str, Property[Any]] = {
        "family": _family(reader, element.node.span),
        "size": _size(reader, "size"),
        "min_size": _size(reader, "min_size"),
        "step": _size(reader, "step", 0.25),
        "leading": reader.number("leading", plain.leading, 0.6, 4),
        "bold": reader.flag("bold"),
        "italic": reader.flag("italic"),
        "align": reader.word("align", ("start", "left", "center", "right", "end", "justify"), plain.align),
        "valign": reader.word("valign", ("top", "middle", "bottom"), plain.valign),
        "case": reader.word("case", ("none", "upper", "small-caps"), plain.case),
        "tracking": reader.number("tracking", 0.0, -0.2, 1),
        "balance": reader.flag("balance"),
        "hyphenate": reader.flag("hyphenate"),
        "icon_scale": reader.number("icon_scale", plain.icon_scale, 0.3, 4),
        "paragraph": reader.number("paragraph", 0.0, 0, 4),
    }
    fixed = {name: word.value for name, word in words.items() if isinstance(word, Fixed)}
    return Fixed(_style_of(fixed)) if len(fixed) == len(words) else _VaryingStyle(words)


def _style_of(values: Mapping[str, Any]) -> TextStyle:
    """The style of *values*, in which None, after a finding, is the default."""
    known = {name: value for name, value in values.items() if value is not None}
    size = known.get("size", TextStyle().size)
    return TextStyle(**{**known, "size": size, "min_size": min(known.get("min_size", size), size)})


def _family(reader: ElementReader, span: Span) -> Property[str]:
    """The name of a font family; where a face has none of its own, the plain one, which may be missing, too."""
    layouts, findings, plain = reader.layouts, reader.findings, TextStyle().family

    def known(name: str) -> str:
        if layouts.fonts and name not in layouts.fonts and not layouts.is_faulty("fonts", name):
            help = suggest(name, layouts.fonts, "families are")
            raise InvalidValue("unknown-font", f"there is no font family '{name}'", help)
        return name if name in layouts.fonts else plain

    def checked(name: str | None, at: Span) -> str | None:
        try:
            return None if name is None else known(name)
        except InvalidValue as error:
            findings.add(error.code, str(error), at, error.help)
            return None

    def parse(node: Node, what: str, findings: Findings) -> str | None:
        return checked(scalars.text(node, "'font' of a text style", findings), node.span)

    reader.describe_property("font", {"$ref": "#/$defs/font"}, template=True)
    font = reader.read("font", parse, None, known)
    return font if "font" in reader.node.entries else Fixed(checked(plain, span))


def _size(reader: ElementReader, key: str, least: float = 2.0) -> Property[float]:
    """A text size in points, or the difference of two; none where it is not written."""

    def checked(points: float) -> float:
        if not least <= points <= 400.0:
            message = f"'{key}' of a text style should be from {least:g} pt to 400 pt"
            raise InvalidValue("out-of-range", message, "write a size between them")
        return points

    def parse(node: Node, what: str, findings: Findings) -> float | None:
        length = scalars.length(node, "a length of a text style", findings)
        try:
            return None if length is None else checked(length.pt)
        except InvalidValue as error:
            findings.add(error.code, str(error), node.span, error.help)
            return None

    reader.describe_property(key, LENGTH, template=True)
    return reader.read(key, parse, None, lambda text: checked(points_of(text.strip(), "write 8 pt")))


# --- basic elements ---------------------------------------------------------------------------------------------------


#: WCAG 2.2 floors: small text, and text from 14 pt bold or 18 pt on.
SMALL_CONTRAST, LARGE_CONTRAST = 4.5, 3.0


_PLAIN = TextStyle()


@ELEMENT_KINDS("text")
class TextElement(Element):
    """Rich text, wrapped into its box and fitted between `size` and `min_size`."""

    natural = AUTO
    reads_ground = True
    essential = True

    def __init__(self, reader: ElementReader) -> None:
        super().__init__(reader)
        reader.require("text")
        self.text = reader.text("text")
        self.colour = reader.colour("colour", reader.palette.get("ink", BLACK))
        self.icon_colour = reader.colour("icon_colour")
        self.style = read_style(reader)
        self.colours = reader.colours()
        self.tints_icons = reader.flag("tint")
        self.stroke = reader.colour("stroke")
        self.stroke_width = reader.length("stroke_width", 0.5)
        self.shadow = reader.colour("shadow")
        self.shadow_offset = read_extents(reader, "shadow_offset", Dimension(points=0.8))
        self._has_effects = not (self.stroke.is_never and self.shadow.is_never)
        self.checked_ground = reader.flag("check_contrast", True)
        # A finding about a text that is a field's value points at the field.
        self.field = self.text.field if isinstance(self.text, Templated) else None
        # The ground, ink and least size that were last found to read well; most pieces have the same again.
        self._seen: tuple[Colour | None, Colour | None, float] = (None, None, 0.0)

    def draw(self, scene: PlacingContext, box: Box, out: Out) -> None:
        text = self._rich(scene)
        if not text:
            return
        ink = self.colour.get(scene) or BLACK
        style = self.style.get(scene) or _PLAIN
        # A page that Pawprint adds has nothing that large letters could run over.
        inside = not scene.otherwise
        block = scene.setter.set(
            text, style, box, ink, scene.language, lambda name: self._icon(scene, name), scene.scale, inside
        )
        overset = bool(block.over_height or block.over_width)
        if block.unset:
            scene.report_unset(text, block.unset, style.family, self.span, self.field)
        if style.case == "small-caps":
            self._small_caps(scene, block)
        for fault in markup_faults(text, scene.game.icons):
            scene.report(fault.code, f"{self.what}: {fault.message}", self.span, fault.help, self.field)
        covered, safe = scene.on_face(block.box), scene.safe
        if not overset and (
            covered.x < safe.x - 0.3
            or covered.y < safe.y - 0.3
            or covered.right > safe.right + 0.3
            or covered.bottom > safe.bottom + 0.3
        ):
            over = max(safe.x - covered.x, safe.y - covered.y, covered.right - safe.right, covered.bottom - safe.bottom)
            self._unsafe(scene, over)
        elif not overset and scene.safe_shape:
            from pawprint.core.polygon import overhang

            over = overhang((covered.x, covered.y, covered.right, covered.bottom), scene.safe_shape)
            if over > 0.3:
                self._unsafe(scene, over)
        effects = self._effects(scene) if self._has_effects else None
        # A line around the letters sets them off.
        if self.checked_ground.get(scene) and (effects is None or effects.stroke is None):
            self._contrast(scene, block.box, ink, block.size, style.bold)
        tints: tuple[tuple[str, Colour], ...] = ()
        if block.icons:
            own = {CURRENT: self.icon_colour.get(scene) or ink, **tints_of(self.colours, scene)}
            tints = tuple(sorted(own.items()))
        placed = PlacedText(block, tints, effects=effects)
        if "]{" in text:
            placed = placed._replace(inks=self._inks(scene, placed))
        if overset:
            self._put_overset(scene, text, placed, box, out)
            return
        out.append(placed)
        if block.ink_outside and inside:
            message = f"{self.what}: the letters stand {_at_least(block.ink_outside)} mm out of their box"
            scene.report("ink-outside-box", message, self.span, "give the box more height, or the text a smaller size")

    def _rich(self, scene: PlacingContext) -> str | None:
        """The text, with icons for the codes of its game."""
        text = self.text.get(scene)
        codes = scene.game.icons
        return codes.marked(text) if codes.has_codes and text else text

    def _effects(self, scene: PlacingContext) -> TextEffects | None:
        stroke, shadow = self.stroke.get(scene), self.shadow.get(scene)
        if stroke is None and shadow is None:
            return None
        across, down = self.shadow_offset.get(scene) or (Dimension(), Dimension())
        return TextEffects(stroke, self.stroke_width.get(scene) or 0.0, shadow, across.points, down.points)

    def _inks(self, scene: PlacingContext, placed: PlacedText) -> tuple[tuple[str, Colour], ...]:
        """The colours of the words that have their own, by name."""
        named = [part.style.colour for line in placed.block.lines for part in line.fragments if part.style.colour]
        own, inks = tints_of(self.colours, scene), dict[str, Colour]()
        for name in dict.fromkeys(named):
            colour = own.get(name) or scene.palette.get(name)
            if colour is None:
                colour = self._written_colour(scene, name)
            if colour is not None:
                inks[name] = colour
                if self.checked_ground.get(scene) and (placed.effects is None or placed.effects.stroke is None):
                    self._contrast(scene, placed.block.box, colour, placed.block.size, False)
        return tuple(inks.items())

    def _written_colour(self, scene: PlacingContext, name: str) -> Colour | None:
        """The colour `#rrggbb`; None after a finding."""
        try:
            if name.startswith("#"):
                return Colour.parse(name)
            message, help = f"there is no colour '{name}' in the palette", suggest(name, scene.palette, "colours are")
        except ValueError as error:
            message, help = str(error), "write six hexadecimal digits: #1e2923"
        scene.report("bad-colour", f"{self.what}: {message}", self.span, help, self.field)
        return None

    def natural_width(self, scene: PlacingContext) -> float:
        find = scene.silent()
        text, style = self._rich(find), self.style.get(find) or _PLAIN
        if not text:
            return 0.0
        return scene.setter.width(text, style, scene.language, lambda name: self._icon(find, name), scene.scale)

    def natural_height(self, scene: PlacingContext, width: float) -> float:
        find = scene.silent()
        text, style = self._rich(find), self.style.get(find) or _PLAIN
        if not text:
            return 0.0
        return scene.setter.height(text, style, width, scene.language, lambda name: self._icon(find, name), scene.scale)

    def _icon(self, scene: PlacingContext, name: str) -> Picture | None:
        picture = scene.layouts.drawings.picture("icons", name, scene.game, scene.setter.shaper)
        if picture is None and not scene.layouts.drawings.has("icons", name, scene.game):
            coded = scene.game.icons.span_of(name)
            scene.report(
                "missing-icon",
                f"there is no icon '{name}'",
                coded or self.span,
                suggest(name, scene.layouts.drawings.names("icons", scene.game), "icons are"),
                None if coded else self.field,
            )
        if picture is not None and self.tints_icons.get(scene):
            return in_one_colour(scene, picture, self.what, self.span)
        return MISSING_ICON if picture is None else picture

    def _put_overset(self, scene: PlacingContext, text: str, placed: PlacedText, box: Box, out: Out) -> None:
        """Report that *text* does not fit, and place its beginning, marked where it is cut off."""
        block = placed.block
        down, across, size = block.over_height, block.over_width, block.size
        amounts = []
        if down:
            amounts.append(f"{_at_least(down)} mm too high")
        if across:
            amounts.append(f"{_at_least(across)} mm too wide")
        find = scene.silent()
        style = self.style.get(scene) or _PLAIN
        style = style._replace(valign="top", align="left" if across else style.align)
        shown = scene.setter.set(
            text, style, box, block.ink, scene.language, lambda name: self._icon(find, name), scene.scale
        )
        lost = sum(len(part.words) for line in shown.lines if line.y > box.bottom for part in line.fragments)
        note = " and ".join(amounts) + (f", {lost} more word{'s' * (lost > 1)}" if lost else "")
        put_cut_off(scene, [placed._replace(block=shown)], box, note, out, right=not down, air=size / 3)
        if block.unset:
            return  # its words are not as wide as they are going to be
        excerpt = text if len(text) <= 30 else text[:29] + "…"
        scene.report(
            "overset",
            f"{self.what}: the text '{excerpt}' does not fit, even at {size:g} pt: it is {' and '.join(amounts)}",
            self.span,
            "shorten the text, or give its box more room or a smaller min_size",
            self.field,
        )

    def _small_caps(self, scene: PlacingContext, block: TextBlock) -> None:
        """Report that a font has no small capitals for letters of *block*."""
        parts = [part for line in block.lines for part in line.fragments if not part.typeface.small_caps]
        lacking = {part.typeface.name for part in parts if any(word.text.upper() != word.text for word in part.words)}
        for name in sorted(lacking):
            message = f"{self.what}: the font '{name}' has no small capitals; its letters are printed as typed"
            scene.report("no-small-caps", message, self.span, "choose another font, or case: upper")

    def _unsafe(self, scene: PlacingContext, over: float) -> None:
        scene.report(
            "outside-safe-area",
            f"{self.what}: the text comes {Length.of(over, 'pt').mm:.1f} mm into the safe area's margin",
            self.span,
            "move it inwards, so that a cut that is off does not touch it",
        )

    def _contrast(self, scene: PlacingContext, covered: Box, ink: Colour, size: float, bold: bool) -> None:
        ground = scene.ground_under(covered)
        if ground is None or (ground is self._seen[0] and ink is self._seen[1] and size >= self._seen[2]):
            return
        ratio = ink.contrast(ground)
        large = size >= 18 or (size >= 14 and bold)
        if ratio < (LARGE_CONTRAST if large else SMALL_CONTRAST):
            scene.report(
                "low-contrast",
                f"{self.what}: {ink} on {ground} has a contrast of {ratio:.1f}; "
                f"{LARGE_CONTRAST if large else SMALL_CONTRAST:g} is the least at {size:g} pt",
                self.span,
                "take a darker or lighter colour",
            )
        else:
            self._seen = (ground, ink, size)


@ELEMENT_KINDS("panel")
class PanelElement(Element):
    """A rectangle: filled, bordered, with rounded corners, or shaded from one colour to another."""

    def __init__(self, reader: ElementReader) -> None:
        super().__init__(reader)
        self.fill = reader.colour("fill")
        self.to = reader.colour("to")
        self.angle = reader.number("angle", 90.0)
        self.stroke = reader.colour("stroke")
        self.stroke_width = reader.length("stroke_width", 0.5)
        self.radius = reader.length("radius")
        self.round = reader.flag("round")
        self.opacity = reader.number("opacity", 1.0, 0, 1)
        self.dash = reader.length("dash")

    def draw(self, scene: PlacingContext, box: Box, out: Out) -> None:
        fill = self.fill.get(scene)
        end = self.to.get(scene)
        shaded = _blend(fill, end, self.angle.get(scene) or 0.0, box) if fill and end else None
        radius = min(box.width, box.height) / 2 if self.round.get(scene) else self.radius.get(scene) or 0.0
        opacity = self.opacity.get(scene)
        stroke, width, dash = self.stroke.get(scene), self.stroke_width.get(scene) or 0.0, self.dash.get(scene)
        dashes, seen = (dash, dash) if dash else (), 1.0 if opacity is None else opacity
        out.append(panel(box, shaded or fill, stroke, width, min(radius, box.width / 2, box.height / 2), dashes, seen))
        if fill is not None:
            scene.cover(box, fill if opacity == 1.0 and not shaded else None)


def _blend(start: Colour, end: Colour, degrees: float, box: Box) -> Shading:
    """From one colour to another across *box*: from left to right at 0 degrees, from top to bottom at 90."""
    angle = math.radians(degrees)
    x, y = round(math.cos(angle), 9), round(math.sin(angle), 9)  # the same on every machine
    reach = (abs(x) * box.width + abs(y) * box.height) / 2
    middle_x, middle_y = box.x + box.width / 2, box.y + box.height / 2
    stops = ((0.0, start), (1.0, end))
    return Shading(middle_x - x * reach, middle_y - y * reach, middle_x + x * reach, middle_y + y * reach, stops)


@ELEMENT_KINDS("line")
class LineElement(Element):
    """A straight line from one corner of its box to the opposite one; a box without height gives a level line."""

    def __init__(self, reader: ElementReader) -> None:
        super().__init__(reader)
        self.colour = reader.colour("colour", reader.palette.get("ink", BLACK))
        self.width = reader.length("width", 0.5)
        self.dash = reader.length("dash")
        self.rising = reader.flag("rising")

    def draw(self, scene: PlacingContext, box: Box, out: Out) -> None:
        start, end = (box.bottom, box.y) if self.rising.get(scene) else (box.y, box.bottom)
        width, dash = self.width.get(scene) or 0.0, self.dash.get(scene)
        path: Path = (("M", box.x, start), ("L", box.right, end))
        out.append(path_shape(path, None, self.colour.get(scene), width, (dash, dash) if dash else ()))


@ELEMENT_KINDS("polygon")
class PolygonElement(Element):
    """A polygon: `points` in percent of its box, or `sides` for a regular one, or a star with `depth`."""

    def __init__(self, reader: ElementReader) -> None:
        super().__init__(reader)
        self.fill = reader.colour("fill")
        self.stroke = reader.colour("stroke")
        self.stroke_width = reader.length("stroke_width", 0.5)
        self.opacity = reader.number("opacity", 1.0, 0, 1)
        self.sides = reader.number("sides", 6, 3, 60)
        self.depth = reader.number("depth", 0.0, 0, 0.95)
        self.points = reader.read("points", _points)

    def draw(self, scene: PlacingContext, box: Box, out: Out) -> None:
        points = self.points.get(scene) or self._regular(scene)
        corners = [(box.x + x * box.width, box.y + y * box.height) for x, y in points]
        path: Path = (("M", *corners[0]), *(("L", x, y) for x, y in corners[1:]), ("Z",))
        fill, opacity = self.fill.get(scene), self.opacity.get(scene)
        seen = 1.0 if opacity is None else opacity
        out.append(path_shape(path, fill, self.stroke.get(scene), self.stroke_width.get(scene) or 0.0, opacity=seen))
        if fill is not None:
            scene.cover(box, fill if opacity == 1.0 else None)

    def _regular(self, scene: PlacingContext) -> tuple[tuple[float, float], ...]:
        sides, depth = int(self.sides.get(scene) or 6), self.depth.get(scene) or 0.0
        steps = sides * 2 if depth else sides
        points = []
        for step in range(steps):
            angle = 2 * math.pi * step / steps - math.pi / 2
            radius = 0.5 * (1 - depth if depth and step % 2 else 1.0)
            points.append((round(0.5 + radius * math.cos(angle), 9), round(0.5 + radius * math.sin(angle), 9)))
        return tuple(points)


@ELEMENT_KINDS("ruler")
class RulerElement(Element):
    """A millimetre ruler as long as its box is wide: proof that a sheet was printed at 100%."""

    def __init__(self, reader: ElementReader) -> None:
        super().__init__(reader)
        self.colour = reader.colour("colour", reader.palette.get("ink", BLACK))
        self.style = read_style(reader)

    def draw(self, scene: PlacingContext, box: Box, out: Out) -> None:
        ink = self.colour.get(scene) or BLACK
        style = self.style.get(scene) or _PLAIN
        step = Length.of(1, "mm").pt
        marks: list[tuple[str | float, ...]] = []
        for tick in range(int(box.width / step + 0.01) + 1):
            x = box.x + tick * step
            length = box.height * (0.5 if tick % 10 == 0 else 0.36 if tick % 5 == 0 else 0.22)
            marks += [("M", x, box.y), ("L", x, box.y + length)]
            if tick % 10 == 0:
                label = Box(x - 12, box.y + box.height * 0.5, 24, box.height * 0.5)
                words = f"{tick} mm" if tick and (tick + 10) * step > box.width + 0.01 else str(tick)
                out.append(PlacedText(scene.setter.set(words, style, label, ink, scene.language, lambda _: None)))
        marks += [("M", box.x, box.y), ("L", box.x + int(box.width / step + 0.01) * step, box.y)]
        out.append(path_shape(tuple(marks), None, ink, 0.5))


@takes({"type": "array", "minItems": 3, "items": {"type": "array", "items": {"type": "number"}}})
def _points(node: Node, what: str, findings: Findings) -> tuple[tuple[float, float], ...]:
    points: list[tuple[float, float]] = []
    for item in node.items if isinstance(node, SequenceNode) else [node]:
        pair = item.items if isinstance(item, SequenceNode) else []
        if len(pair) != 2:
            message = f"{what} takes pairs of percentages"
            findings.add("wrong-type", message, item.span, "write [[0, 0], [100, 0], [50, 100]]")
            return ()
        numbers = [scalars.number(n, what, findings) for n in pair]
        if numbers[0] is not None and numbers[1] is not None:
            points.append((numbers[0] / 100, numbers[1] / 100))
    if len(points) < 3:
        message = f"{what} takes three corners or more"
        findings.add("wrong-type", message, node.span, "write [[0, 0], [100, 0], [50, 100]]")
        return ()
    return tuple(points)


def _at_least(points: float) -> str:
    """Points in tenths of a millimetre, rounded up: what is too much by a hair is not too much by nothing."""
    return f"{math.ceil(Length.of(points, 'pt').mm * 10 - 1e-6) / 10:.1f}"
