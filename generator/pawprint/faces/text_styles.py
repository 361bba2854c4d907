"""Text styles as layouts write them -> `TextStyle`: by name, on the spot, or extending one another."""

from typing import TypeVar

from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.faces.element_base import ElementReader
from pawprint.faces.properties import Fixed, Property
from pawprint.typography.text_style import TextStyle
from pawprint.yamlio import scalars
from pawprint.yamlio.extends import Extended, with_ancestors
from pawprint.yamlio.reader import MappingNode, Node

T = TypeVar("T")

#: The words of a text style, wherever one is written.
STYLE_WORDS = (
    "font", "size", "min_size", "leading", "bold", "italic", "align", "valign", "case", "tracking", "balance",
    "hyphenate", "icon_scale", "paragraph",
)  # fmt: skip


def read_style(take: ElementReader) -> TextStyle:
    """The text style of an element: the name of one, or `{extends: NAME, size: 12 pt}`.

    Where there is none, or after a finding, it is the default.
    """
    node = take.node_of("style")
    if node is None:
        return TextStyle()
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
    for key, value in node.entries.items():
        if key in STYLE_WORDS:
            words[key] = value
        elif key != "extends":
            help = suggest(key, STYLE_WORDS, "fields are")
            take.findings.add("unknown-field", f"{what} has no field '{key}'", node.keys[key].span, help)
    return words


def _to_style(element: ElementReader, words: dict[str, Node]) -> TextStyle:
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
