"""Text styles as layouts write them -> `TextStyle`: by name, on the spot, or extending one another."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pawprint.core.diagnostics import Findings
from pawprint.core.registry import known_spelling, suggest
from pawprint.core.source import Span
from pawprint.faces.element_base import ElementReader
from pawprint.faces.extents import points_of
from pawprint.faces.properties import Fixed, InvalidValue, Property
from pawprint.typography.text_style import TextStyle
from pawprint.yamlio import scalars
from pawprint.yamlio.extends import Extended, with_ancestors
from pawprint.yamlio.reader import MappingNode, Node
from pawprint.yamlio.value_schemas import LENGTH

if TYPE_CHECKING:
    from pawprint.faces.context import PlacingContext

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


def read_style(take: ElementReader) -> Property[TextStyle]:
    """The text style of an element: the name of one, or `{extends: NAME, size: 12 pt}`, or a lookup of these.

    Where there is none, or after a finding, it is the default.
    """
    take.describe_property("style", {"$ref": "#/$defs/style"})
    node = take.node_of("style")
    if node is None:
        return Fixed(TextStyle())
    return take.varying(node, lambda one: _written_style(take, one), f"'style' of {take.what}")


def _written_style(take: ElementReader, node: Node) -> Property[TextStyle]:
    if isinstance(node, MappingNode):
        what = f"'style' of {take.what}"
        return _to_style(take, _inherited(take, _extended(take, node, what)) | _own_words(take, node, what))
    name = scalars.text(node, f"'style' of {take.what}", take.findings)
    found = name is not None and _find(take, name, node.span) is not None
    return _to_style(take, _inherited(take, (name, node.span) if found and name is not None else None))


def _inherited(take: ElementReader, named: Extended | None) -> dict[str, Node]:
    """The words of the style that *named* names, over those of its ancestors."""
    if named is None:
        return {}

    def extended(name: str) -> Extended | None:
        return _extended(take, _named(take, name), f"text style '{name}'")

    words: dict[str, Node] = {}
    for name in reversed(with_ancestors(named[0], extended, "text styles", take.findings) or ()):
        node = _named(take, name)
        if isinstance(node, MappingNode):
            words |= _own_words(take, node, f"text style '{name}'")
    return words


def _named(take: ElementReader, name: str) -> Node | None:
    return take.styles.get(name) or take.layouts.styles.get(name)


def _find(take: ElementReader, name: str, span: Span) -> MappingNode | None:
    """The style *name*, which is used at *span*; None after a finding."""
    node = _named(take, name)
    if isinstance(node, MappingNode):
        return node
    if node is not None:
        scalars.wrong_type(node, f"text style '{name}'", "a mapping", take.findings, "write {font: text, size: 8 pt}")
    elif not take.layouts.is_faulty("styles", name):
        help = suggest(name, [*take.styles, *take.layouts.styles], "styles are")
        take.findings.add("unknown-style", f"there is no text style '{name}'", span, help)
    return None


def _extended(take: ElementReader, node: Node | None, what: str) -> Extended | None:
    """The style that another one extends; None after a finding, or if there is none."""
    written = node.get("extends") if isinstance(node, MappingNode) else None
    name = None if written is None else scalars.text(written, f"'extends' of {what}", take.findings)
    if written is None or name is None or _find(take, name, written.span) is None:
        return None
    return name, written.span


def _own_words(take: ElementReader, node: MappingNode, what: str) -> dict[str, Node]:
    """The words of a style as written."""
    words: dict[str, Node] = {}
    for written, value in node.entries.items():
        key = known_spelling(written, STYLE_WORDS)
        if key in STYLE_WORDS:
            words[key] = value
        elif key != "extends":
            help = suggest(key, STYLE_WORDS, "fields are")
            take.findings.add("unknown-field", f"{what} has no field '{key}'", node.keys[written].span, help)
    return words


def _to_style(element: ElementReader, nodes: dict[str, Node]) -> Property[TextStyle]:
    # Many elements may share a style: what is wrong with it is the style's, and said once.
    take, plain = element.inner(nodes, "a text style"), TextStyle()
    words: dict[str, Property[Any]] = {
        "family": _family(take, element.node.span),
        "size": _size(take, "size"),
        "min_size": _size(take, "min_size"),
        "step": _size(take, "step", 0.25),
        "leading": take.number("leading", plain.leading, 0.6, 4),
        "bold": take.flag("bold"),
        "italic": take.flag("italic"),
        "align": take.word("align", ("start", "left", "center", "right", "end", "justify"), plain.align),
        "valign": take.word("valign", ("top", "middle", "bottom"), plain.valign),
        "case": take.word("case", ("none", "upper", "small-caps"), plain.case),
        "tracking": take.number("tracking", 0.0, -0.2, 1),
        "balance": take.flag("balance"),
        "hyphenate": take.flag("hyphenate"),
        "icon_scale": take.number("icon_scale", plain.icon_scale, 0.3, 4),
        "paragraph": take.number("paragraph", 0.0, 0, 4),
    }
    fixed = {name: word.value for name, word in words.items() if isinstance(word, Fixed)}
    return Fixed(_style_of(fixed)) if len(fixed) == len(words) else _VaryingStyle(words)


def _style_of(values: Mapping[str, Any]) -> TextStyle:
    """The style of *values*, in which None, after a finding, is the default."""
    known = {name: value for name, value in values.items() if value is not None}
    size = known.get("size", TextStyle().size)
    return TextStyle(**{**known, "size": size, "min_size": min(known.get("min_size", size), size)})


def _family(take: ElementReader, span: Span) -> Property[str]:
    """The name of a font family; where a face has none of its own, the plain one, which may be missing, too."""
    layouts, findings, plain = take.layouts, take.findings, TextStyle().family

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

    take.describe_property("font", {"$ref": "#/$defs/font"}, template=True)
    font = take.read("font", parse, None, known)
    return font if "font" in take.node.entries else Fixed(checked(plain, span))


def _size(take: ElementReader, key: str, least: float = 2.0) -> Property[float]:
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

    take.describe_property(key, LENGTH, template=True)
    return take.read(key, parse, None, lambda text: checked(points_of(text.strip(), "write 8 pt")))
