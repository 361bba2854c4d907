"""Text styles as layouts write them -> `TextStyle`: by name, on the spot, or extending one another."""

from typing import TYPE_CHECKING, TypeVar

from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.faces.properties import Fixed, Property
from pawprint.typography.text_style import TextStyle
from pawprint.yamlio import scalars
from pawprint.yamlio.reader import MappingNode, Node

if TYPE_CHECKING:
    from pawprint.faces.element_base import ElementReader

T = TypeVar("T")

#: The words of a text style, wherever one is written.
STYLE_WORDS = (
    "font", "size", "min_size", "leading", "bold", "italic", "align", "valign", "case", "tracking", "balance",
    "hyphenate", "icon_scale", "paragraph",
)  # fmt: skip


def read_style(take: "ElementReader", node: Node | None) -> TextStyle:
    """The style that *node* names or spells out; the plain one where there is none, or after a finding."""
    if node is None:
        return TextStyle()
    if isinstance(node, MappingNode):
        return _to_style(take, _words_of(take, node, f"'style' of {take.what}", ()))
    name = scalars.text(node, f"'style' of {take.what}", take.findings)
    return _to_style(take, {} if name is None else _words_of_named(take, name, node.span, ()))


def _words_of_named(take: "ElementReader", name: str, span: Span, children: tuple[str, ...]) -> dict[str, Node]:
    node = _named(take, name)
    if node is None:
        if not take.layouts.is_faulty("styles", name):
            help = suggest(name, [*take.styles, *take.layouts.styles], "styles are")
            take.findings.add("unknown-style", f"there is no text style '{name}'", span, help)
        return {}
    if not isinstance(node, MappingNode):
        scalars.wrong_type(node, f"text style '{name}'", "a mapping", take.findings, "write {font: text, size: 8 pt}")
        return {}
    return _words_of(take, node, f"text style '{name}'", (*children, name))


def _named(take: "ElementReader", name: str) -> Node | None:
    return take.styles.get(name) or take.layouts.styles.get(name)


def _words_of(take: "ElementReader", node: MappingNode, what: str, children: tuple[str, ...]) -> dict[str, Node]:
    """The words of a style as written, those that it extends folded in."""
    words: dict[str, Node] = {}
    extended = node.get("extends")
    parent = None if extended is None else scalars.text(extended, f"'extends' of {what}", take.findings)
    if extended is not None and parent is not None:
        if parent in children:
            _report_circle(take, children[children.index(parent) :])
            return {}
        words.update(_words_of_named(take, parent, extended.span, children))
    for key, value in node.entries.items():
        if key in STYLE_WORDS:
            words[key] = value
        elif key != "extends":
            help = suggest(key, STYLE_WORDS, "fields are")
            take.findings.add("unknown-field", f"{what} has no field '{key}'", node.keys[key].span, help)
    return words


def _report_circle(take: "ElementReader", names: tuple[str, ...]) -> None:
    """Note that styles extend each other; always in the same words, whichever of them an element happens to name."""
    first = names.index(min(names))
    circle = [*names[first:], *names[:first], names[first]]
    node = _named(take, circle[0])
    at = node.entries["extends"].span if isinstance(node, MappingNode) else take.node.span
    message = f"text styles extend each other in a circle: {' -> '.join(circle)}"
    take.findings.add("extends-cycle", message, at, "remove one of these extends")


def _to_style(element: "ElementReader", words: dict[str, Node]) -> TextStyle:
    # Many elements may share a style: what is wrong with it is the style's, and said once.
    take, findings, layouts = element.inner(words, "a text style"), element.findings, element.layouts

    def fixed(key: str, prop: Property[T], default: T) -> T:
        if isinstance(prop, Fixed):
            return default if prop.value is None else prop.value
        message = f"'{key}' of a text style is the same for every piece"
        findings.add("wrong-type", message, words[key].span, "use two texts, each with when:")
        return default

    plain = TextStyle()
    family = fixed("font", take.name("font"), plain.family)
    if layouts.fonts and family not in layouts.fonts and not layouts.is_faulty("fonts", family):
        at = words["font"].span if "font" in words else element.node.span
        help = suggest(family, layouts.fonts, "families are")
        findings.add("unknown-font", f"there is no font family '{family}'", at, help)
    if family not in layouts.fonts:
        family = plain.family
    size = fixed("size", take.length("size"), 0.0) or plain.size
    smallest = min(fixed("min_size", take.length("min_size"), 0.0) or size, size)
    if not 2.0 <= smallest <= size <= 400.0:
        node = words.get("min_size" if 2.0 <= size <= 400.0 else "size", element.node)
        message = "a text size should be from 2 pt to 400 pt"
        findings.add("out-of-range", message, node.span, "write a size between them")
        size = smallest = plain.size
    return TextStyle(
        family=family,
        size=size,
        min_size=smallest,
        leading=fixed("leading", take.number("leading", plain.leading, 0.6, 4), plain.leading),
        bold=take.flag("bold"),
        italic=take.flag("italic"),
        align=take.word("align", ("left", "center", "right"), plain.align),
        valign=take.word("valign", ("top", "middle", "bottom"), plain.valign),
        case=take.word("case", ("none", "upper"), plain.case),
        tracking=fixed("tracking", take.number("tracking", 0.0, -0.2, 1), 0.0),
        balance=take.flag("balance"),
        hyphenate=take.flag("hyphenate"),
        icon_scale=fixed("icon_scale", take.number("icon_scale", plain.icon_scale, 0.3, 4), plain.icon_scale),
        paragraph=fixed("paragraph", take.number("paragraph", 0.0, 0, 4), 0.0),
    )
