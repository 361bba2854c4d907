"""The elements of an SVG file with all values read; or findings, each at its place in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import ref

from pawprint.core.affine import IDENTITY, Matrix
from pawprint.core.paths import RawPath
from pawprint.core.registry import suggest
from pawprint.graphics.svg._profile import (
    CLIPS,
    ELEMENTS,
    GRADIENTS,
    INHERITED,
    INITIAL,
    PAINTS,
    PRESENTATION,
    USED,
    Kind,
    attribute_help,
    element_help,
)
from pawprint.graphics.svg._svg_values import DEFAULT_FONT_SIZE, ElementLength, Measures, Reader, Reference, is_drawable
from pawprint.graphics.svg.grammar import BadValue, short
from pawprint.graphics.svg.svg_report import SvgReport
from pawprint.graphics.svg.xml_tree import XmlElement, XmlTree, read_tree

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


# --- The style sheets of a drawing -> the declarations that each element has from them --------------------------------

# Selectors are matched by cssselect2, rules are read by tinycss2; both are imported only for a drawing that has rules.
# Rules for other media than print, imports and fonts are left out.


#: Declarations of one element by property: the value, and whether it is important.
Declarations = Mapping[str, tuple[str, bool]]
#: Comparing each selector with each element costs that much at most.
MAX_COMPARISONS = 2_000_000

_MEDIA = re.compile(r"\b(all|print|screen)\b")
_FONT = re.compile(r"((?:[a-z0-9-]++\s++)*?)([\d.]+(?:[a-z]+|%)|(?:xx?-)?(?:small|large)|medium)(?:\s*/\s*\S+)?\s+(.+)")
_Rule = tuple[Any, tuple[tuple[str, str, bool], ...]]


def declarations(text: str) -> Iterator[tuple[str, str, bool, int]]:
    """The declarations of a `style` attribute: name, value, whether it is important, and where the value begins."""
    begin = 0
    for declaration in text.split(";"):
        name, colon, value = declaration.partition(":")
        word = name.strip()
        if word:
            plain = value.rstrip()
            important = plain.lower().endswith("!important")
            yield word, plain[: -len("!important")] if important else value, important, begin + len(name) + len(colon)
        begin += len(declaration) + 1


def font_parts(text: str) -> dict[str, str]:
    """The properties that the property `font` stands for; none if it is a word such as `menu`."""
    match = _FONT.fullmatch(text.strip())
    if match is None:
        return {}
    parts = {"font-size": match[2], "font-family": match[3]}
    for word in match[1].split():
        if word in ("italic", "oblique"):
            parts["font-style"] = word
        elif word.isdigit() or word.startswith("bold"):
            parts["font-weight"] = word
    return parts


def sheet_styles(tree: XmlTree, report: SvgReport) -> Mapping[XmlElement, Declarations]:
    """What the style sheets of *tree* say of its elements; those that no rule selects are missing.

    Raises:
        Refused: there are too many rules for so many elements.
    """
    if not any(sheet.text.strip() for sheet in tree.sheets):
        return {}
    import cssselect2

    matcher = cssselect2.Matcher()
    count = 0
    for sheet in tree.sheets:
        if not _MEDIA.search(sheet.attributes.get("media", "all")):
            continue
        for prelude, found in _rules(sheet.text):
            try:
                selectors = cssselect2.compile_selector_list(prelude)
            except cssselect2.SelectorError:
                continue  # CSS leaves out rules that it does not understand
            for selector in selectors:
                if selector.pseudo_element is None:
                    count += 1
                    matcher.add_selector(selector, found)
    if not count:
        return {}
    written: dict[Element, XmlElement] = {}
    top = _as_element_tree(tree.root, written)
    if count * len(written) > MAX_COMPARISONS:
        message = f"the style sheet has {count} selectors for {len(written)} elements"
        raise report.refuse(tree.sheets[0].at, message, "write the properties on the elements")
    styles: dict[XmlElement, Declarations] = {}
    for element in cssselect2.ElementWrapper.from_xml_root(top).iter_subtree():
        own: dict[str, tuple[str, bool]] = {}
        for *_, found in matcher.match(element):  # in the order in which they win
            for name, value, important in found:
                if important or not own.get(name, ("", False))[1]:
                    own[name] = (value, important)
        if own:
            styles[written[element.etree_element]] = own
    return styles


def _rules(text: str) -> Iterator[_Rule]:
    """The rules of a style sheet: the selectors, and the declarations."""
    import tinycss2

    for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
        if rule.type == "at-rule" and rule.lower_at_keyword == "media" and rule.content is not None:
            if _MEDIA.search(tinycss2.serialize(rule.prelude)):
                yield from _rules(tinycss2.serialize(rule.content))
        elif rule.type == "qualified-rule":
            found = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
            yield (
                rule.prelude,
                tuple(
                    (part.lower_name, tinycss2.serialize(part.value).strip(), part.important)
                    for part in found
                    if part.type == "declaration"
                ),
            )


def _as_element_tree(node: XmlElement, written: dict[Element, XmlElement]) -> Element:
    from xml.etree.ElementTree import Element

    element = Element(node.tag, node.attributes)
    written[element] = node
    element.extend(_as_element_tree(child, written) for child in node.children)
    return element


# --- xml elements -----------------------------------------------------------------------------------------------------


_MARKERS = ("marker-start", "marker-mid", "marker-end")


_NO_MEASURES = Measures(1.0, 1.0, DEFAULT_FONT_SIZE)


@dataclass(slots=True, weakref_slot=True, eq=False, repr=False)
class SvgElement:
    """One element, its values already read.

    Attributes:
        at: byte where it begins in the file's text; for `SvgReport`.
        around: a weak reference to the element that it lies in, which holds it: a circle would keep all of a drawing in
            memory. None for the outermost one.
        values: its attributes, presentation apart; those that could not be read are missing.
        style: its own presentation properties, inherited ones not included.
        outline: its path in its own user units; empty for what is no shape, or has no extent.
        children: the elements inside that are read; `content` has the text between them as well.
        measures: what its relative lengths refer to.
        written: its declared presentation as text, by property.
    """

    tag: str
    at: int
    around: ref[SvgElement] | None = None
    id: str = ""
    values: dict[str, Any] = field(default_factory=dict)
    style: dict[str, Any] = field(default_factory=dict)
    outline: RawPath = field(default_factory=list)
    content: list[str | SvgElement] = field(default_factory=list)
    measures: Measures = _NO_MEASURES
    written: dict[str, str] = field(default_factory=dict)

    @property
    def parent(self) -> SvgElement | None:
        """The element that it lies in; None for the outermost one."""
        return None if self.around is None else self.around()

    @property
    def children(self) -> list[SvgElement]:
        """The elements inside."""
        return [part for part in self.content if not isinstance(part, str)]

    @property
    def matrix(self) -> Matrix:
        """Its own transformation."""
        matrix: Matrix = self.values.get("transform", IDENTITY)
        return matrix

    @property
    def link(self) -> str | None:
        """The id that its href names."""
        return self.values.get("href", self.values.get("xlink:href"))

    @property
    def ancestors(self) -> Iterator[SvgElement]:
        """The elements that it lies in, the nearest first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SvgDocument:
    """A file's elements.

    Attributes:
        ids: those that have an id, by it; the first one of several.
        view: the viewBox: x, y, width, height.
        raw: the text in UTF-8.
        xml: the outermost element as it is written.
        texts: the `text` elements.
    """

    root: SvgElement
    ids: Mapping[str, SvgElement]
    view: tuple[float, float, float, float]
    raw: bytes
    xml: XmlElement
    texts: tuple[SvgElement, ...]


def read_document(data: bytes, report: SvgReport) -> SvgDocument:
    """All elements of a file; what is outside the profile is reported and left out.

    Raises:
        Refused: there is nothing to go on with: too large, not UTF-8, not XML, not svg, too many faults.
    """
    tree = read_tree(data, report)
    reader = _ElementReader(report, sheet_styles(tree, report))
    root = reader.read(tree.root)
    return SvgDocument(root, reader.ids, reader.view, tree.raw, tree.root, reader.texts)


class _ElementReader:
    def __init__(self, report: SvgReport, sheets: Mapping[XmlElement, Declarations]) -> None:
        self.ids: dict[str, SvgElement] = {}
        self.view = (0.0, 0.0, 1.0, 1.0)
        self._report = report
        self._sheets = sheets
        self._nodes: list[SvgElement] = []

    def read(self, root: XmlElement) -> SvgElement:
        self._read_view(root)
        node = self._element(root, None, Measures(*self.view[2:], DEFAULT_FONT_SIZE))
        self._check_references()
        return node

    def _read_view(self, root: XmlElement) -> None:
        """The viewBox, or width and height without one."""
        reader = ELEMENTS["svg"].attributes
        if "viewBox" in root.attributes:
            with suppress(BadValue):  # reported with the other attributes
                self.view = reader["viewBox"](root.attributes["viewBox"])
            return
        sides: list[float] = []
        for side in ("width", "height"):
            try:
                length = reader[side](root.attributes.get(side, "0"))
            except BadValue:
                length = 0.0
            sides.append(0.0 if isinstance(length, ElementLength) else length)
        if not all(sides) or not is_drawable(*sides):
            self._report.add(root.at, "svg has no viewBox", 'write viewBox="0 0 100 100", or what it is')
            return
        self.view = (0.0, 0.0, sides[0], sides[1])

    @property
    def texts(self) -> tuple[SvgElement, ...]:
        return tuple(node for node in self._nodes if node.tag == "text")

    # --- elements ---

    def _element(self, written: XmlElement, parent: SvgElement | None, measures: Measures) -> SvgElement:
        tag, at, attributes = written.tag, written.at, written.attributes
        node, kind = SvgElement(tag, at, None if parent is None else ref(parent)), ELEMENTS[tag]
        declared = self._declared(written, kind)
        node.measures = measures
        if "font-size" in declared:
            self._value(node, "font-size", INHERITED["font-size"], *declared.pop("font-size"))
            node.measures = measures = measures._replace(font_size=node.style.get("font-size", measures.font_size))
        for name, text in attributes.items():
            if name == "id":
                node.id = text
                self.ids.setdefault(text, node)
            elif name in kind.attributes and name not in PRESENTATION:
                self._value(node, name, kind.attributes[name], text, name, 0)
            elif name not in PRESENTATION and name not in ("style", "class"):
                self._unknown(node, name, kind.attributes, name, 0)
        for name, (text, attribute, start) in declared.items():
            reader = kind.attributes.get(name)
            if reader is not None:
                self._value(node, name, reader, text, attribute, start)
                node.written[name] = text
        if "style" in attributes:
            for name, _, _, start in declarations(attributes["style"]):
                if name not in PRESENTATION and name not in kind.styled:
                    self._unknown(node, name, kind.styled, "style", start)
        for name in kind.needs:
            if name not in attributes and f"xlink:{name}" not in attributes and name not in declared:
                self._report.add(at, f"{tag} has no {name}", "give it one, or remove the element")
        if kind.outline:
            node.outline = kind.outline(node.values)
        self._nodes.append(node)
        if kind.children is not None:
            self._read_inside(written, node, kind.children, self._inner_measures(node, measures))
        return node

    def _declared(self, written: XmlElement, kind: Kind) -> dict[str, tuple[str, str, int]]:
        """What is declared for an element by property: the value, the attribute it is in, and where.

        An attribute gives way to a style sheet, that to the `style` attribute, and all to what is important.
        """
        found: dict[str, tuple[str, str, int]] = {}
        for name, text in written.attributes.items():
            if name in PRESENTATION or name in kind.styled:
                found[name] = (text, name, 0)
        important: dict[str, bool] = {}
        for name, (text, first) in self._sheets.get(written, {}).items():
            found[name], important[name] = (text, "", 0), first
        for name, text, first, start in declarations(written.attributes.get("style", "")):
            if first or not important.get(name):
                found[name], important[name] = (text, "style", start), first
        if "font" in found:
            for name, part in font_parts(found["font"][0]).items():
                found.setdefault(name, (part, *found["font"][1:]))
        if "marker" in found and found["marker"][0].strip() != "none":
            for name in _MARKERS:
                found.setdefault(name, found["marker"])
        return found

    def _inner_measures(self, node: SvgElement, measures: Measures) -> Measures:
        """What lengths of the elements inside of *node* refer to."""
        if node.tag not in ("svg", "symbol", "marker", "pattern") or node.parent is None:
            return measures
        view = node.values.get("viewBox")
        if view is not None:
            return measures._replace(width=view[2], height=view[3])
        width, height = node.values.get("width", measures.width), node.values.get("height", measures.height)
        if node.tag != "svg":
            return measures
        return measures._replace(width=width, height=height)

    def _read_inside(self, written: XmlElement, node: SvgElement, allowed: frozenset[str], measures: Measures) -> None:
        worded = node.tag in ("text", "tspan", "a")
        for part in written.content:
            if isinstance(part, str):
                if worded:
                    node.content.append(part)
                elif part.strip():
                    self._report.add(
                        node.at, f"there is text inside {node.tag}; it would not be drawn", "put it into a text element"
                    )
            elif part.tag in ("style", "foreignObject") and part.tag in allowed:
                continue
            elif part.tag in allowed:
                node.content.append(self._element(part, node, measures))
            elif part.tag in ELEMENTS and part.tag != "foreignObject":
                self._report.add(part.at, f"{part.tag} cannot be inside {node.tag}", _inside(allowed))
            else:
                self._report.add(part.at, f"the element {short(part.tag)} cannot be printed", element_help(part.tag))

    def _unknown(self, node: SvgElement, name: str, known: Mapping[str, Reader], attribute: str, start: int) -> None:
        help = attribute_help(name, known)
        if help is None:
            return
        if attribute == "style":
            begin = start - len(name) - 1
            self._report.add(node.at, f"{node.tag} has no property {short(name)}", help, "style", begin, start - 1)
        else:
            self._report.add(node.at, f"{node.tag} has no attribute {short(name)}", help, name, by_name=True)

    def _value(self, node: SvgElement, name: str, reader: Reader, text: str, attribute: str, start: int) -> None:
        target = node.style if name in PRESENTATION else node.values
        word = text.strip()
        if word in ("inherit", "unset", "initial", "revert") and name in PRESENTATION:
            if word != "inherit" and word != "unset" and name in INITIAL:
                target[name] = INITIAL[name]
            return
        try:
            value = reader(text)
        except BadValue as bad:
            end = start + (len(text) if bad.end is None else bad.end)
            self._report.add(
                node.at, f"{name} of {node.tag}: {bad.message}", bad.help, attribute, start + bad.start, end
            )
            return
        if isinstance(value, ElementLength):
            value = value.of(node.measures)
        elif isinstance(value, tuple) and any(isinstance(part, ElementLength) for part in value):
            value = tuple(part.of(node.measures) if isinstance(part, ElementLength) else part for part in value)
        target[name] = value

    # --- when all elements are known ---

    def _check_references(self) -> None:
        for node in self._nodes:
            for name in ("fill", "stroke"):
                paint = node.style.get(name)
                if isinstance(paint, Reference) and not paint.has_otherwise:
                    self._check_reference(node, name, paint.id, PAINTS, "a gradient or a pattern")
            clip = node.style.get("clip-path")
            if clip is not None:
                self._check_reference(node, "clip-path", clip.id, CLIPS, "a clipPath")
            mask = node.style.get("mask")
            if mask is not None:
                self._check_reference(node, "mask", mask.id, frozenset({"mask"}), "a mask")
            if node.link is not None and node.tag != "image":
                wanted, what = (USED, "something to draw") if node.tag == "use" else (GRADIENTS, "a gradient")
                if node.tag == "pattern":
                    wanted, what = frozenset({"pattern"}), "a pattern"
                attribute = "href" if "href" in node.values else "xlink:href"
                self._check_reference(node, attribute, node.link, wanted, what)

    def _check_reference(
        self,
        node: SvgElement,
        attribute: str,
        id: str,
        wanted: frozenset[str],
        what: str,
    ) -> None:
        there = self.ids.get(id)
        if there is not None and there.tag in wanted:
            return
        message = f"{short(id)} is a {there.tag}, not {what}" if there else f"nothing has the id {short(id)}"
        # A file may hold thousands of ids as long as books: look for similar ones among a sane number.
        known = [name for name, other in self.ids.items() if other.tag in wanted and len(name) <= 40][:200]
        self._report.add(node.at, f"{attribute} of {node.tag}: {message}", suggest(id[:40], known), attribute)


def _inside(allowed: frozenset[str]) -> str:
    return f"there may be {', '.join(sorted(allowed))}" if allowed else "there may be title and desc"
