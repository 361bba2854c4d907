"""An SVG file's bytes -> its elements with all values read; or findings, each at its place in the file.

Expat does the XML. Document types are refused as soon as they begin, and with them every entity.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat

from pawprint.core.affine import IDENTITY, Matrix
from pawprint.core.diagnostics import Findings
from pawprint.core.paths import RawPath
from pawprint.core.registry import suggest
from pawprint.core.source import Source, Span
from pawprint.svg.grammar import BadValue, short
from pawprint.svg.profile import (
    CLIPS,
    DRAWN,
    ELEMENTS,
    PAINTS,
    PRESENTATION,
    WORDS,
    Kind,
    Reader,
    Reference,
    attribute_help,
    element_help,
    read_size,
    tolerated,
)

#: Limits far above any real drawing: ours have at most 40 kB, 500 elements and a depth of 8.
MAX_BYTES = 512_000
MAX_NODES = 5_000
MAX_DEPTH = 40
#: Most findings of one file; further ones are dropped.
MAX_FINDINGS = 50

_NAMESPACE = "http://www.w3.org/2000/svg"
_TAG = re.compile(r"<([^\s/>]*)")
_ATTRIBUTE = re.compile(r"""\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")


class Refused(Exception):
    """The file cannot be read any further; why has been reported."""


@dataclass(slots=True, eq=False, repr=False)
class SvgElement:
    """One element, its values already read.

    Attributes:
        at: byte where it begins in the file's text; for `SvgReport`.
        values: its attributes, presentation apart; those that could not be read are missing.
        style: its own presentation properties, inherited ones not included.
        outline: its path in its own user units; empty for what is no shape, or has no extent.
    """

    tag: str
    at: int
    parent: "SvgElement | None" = None
    id: str = ""
    values: dict[str, Any] = field(default_factory=dict)
    style: dict[str, Any] = field(default_factory=dict)
    outline: RawPath = field(default_factory=list)
    children: "list[SvgElement]" = field(default_factory=list)

    @property
    def matrix(self) -> Matrix:
        """Its own transformation."""
        matrix: Matrix = self.values.get("transform", IDENTITY)
        return matrix

    @property
    def link(self) -> str | None:
        """The id that its href names."""
        return self.values.get("href", self.values.get("xlink:href"))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SvgDocument:
    """A file's elements: the outermost one, those that have an id, and the viewBox (x, y, width, height)."""

    root: SvgElement
    ids: Mapping[str, SvgElement]
    view: tuple[float, float, float, float]


class SvgReport:
    """The findings of one drawing: knows where in the text an attribute of an element stands.

    Args:
        findings: takes them.
        name: how messages call the file.
    """

    def __init__(self, findings: Findings, name: str) -> None:
        self._findings = findings
        self._source = Source(name, "")
        self._raw = b""
        self._seen: set[tuple[int, str]] = set()

    @property
    def failed(self) -> bool:
        """Whether there are any."""
        return bool(self._seen)

    def open(self, text: str, raw: bytes) -> None:
        """From now on places are meant in *text*; *raw* is the same in UTF-8."""
        self._source, self._raw = Source(self._source.name, text), raw

    def add(
        self,
        at: int,
        message: str,
        help: str = "",
        attribute: str = "",
        start: int = 0,
        end: int | None = None,
        *,
        by_name: bool = False,
    ) -> None:
        """Note what is wrong with the element or other markup at byte *at*.

        Args:
            attribute: the attribute meant; or a property, which may be written in `style`.
            start, end: the characters meant of its value; all of them by default.
            by_name: whether its name is meant instead.

        Raises:
            Refused: there are enough of them.
        """
        if (at, message) in self._seen:  # once per place, however often `use` comes along
            return
        self._seen.add((at, message))
        self._findings.add("bad-svg", message, self._span(at, attribute, start, end, by_name), help)
        if len(self._seen) >= MAX_FINDINGS:
            more = f"these are the first {MAX_FINDINGS} faults of the drawing; there may be more"
            self._findings.add("bad-svg", more, self._span(at), "correct these first")
            raise Refused

    def refuse(self, at: int, message: str, help: str = "") -> Refused:
        """Note what makes reading on pointless; the caller raises what it gets."""
        self.add(at, message, help)
        return Refused()

    def line(self, at: int) -> int:
        """The line of byte *at*, from 1."""
        return self._source.place(self._offset(at))[0]

    def _offset(self, at: int) -> int:
        return len(self._raw[: max(at, 0)].decode("utf-8", "replace"))

    def _span(
        self,
        at: int,
        attribute: str = "",
        start: int = 0,
        end: int | None = None,
        by_name: bool = False,
    ) -> Span:
        text, offset = self._source.text, self._offset(at)
        tag = _TAG.match(text, offset)
        if not tag:
            return Span(self._source, offset, min(offset + 1, len(text)))
        place = tag.span(1)
        position = tag.end()
        while attribute and (found := _ATTRIBUTE.match(text, position)):
            position = found.end()
            begin, stop = found.span(2 if found[2] is not None else 3)
            if found[1] == attribute and by_name:
                return Span(self._source, *found.span(1))
            if found[1] == attribute:
                # An entity, or a line end of two characters, makes the text longer than its value.
                exact = "&" not in text[begin:stop] and "\r" not in text[begin:stop]
                if exact and end is not None:
                    return Span(self._source, begin + start, begin + min(end, stop - begin))
                return Span(self._source, begin + start if exact else begin, stop)
            if found[1] == "style":
                property = re.compile(rf"(?<![\w-]){re.escape(attribute)}(?=\s*:)").search(text, begin, stop)
                place = property.span() if property else place
        return Span(self._source, *place)


def read_document(data: bytes, report: SvgReport) -> SvgDocument:
    """All elements of a file; what is outside the profile is reported and left out.

    Raises:
        Refused: there is nothing to go on with: too large, not UTF-8, not XML, not svg, too many faults.
    """
    if len(data) > MAX_BYTES:
        raise report.refuse(
            0,
            f"the drawing has {len(data) / 1000:.0f} kB, more than {MAX_BYTES // 1000}",
            "simplify its paths",
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8-sig", "replace")
        report.open(good + "\N{REPLACEMENT CHARACTER}", good.encode())
        raise report.refuse(
            len(good.encode()),
            f"not UTF-8: byte 0x{data[error.start]:02X} cannot be read",
            "save the file as UTF-8",
        ) from None
    raw = text.encode()
    report.open(text, raw)
    return _SvgReader(raw, report).read()


class _SvgReader:
    def __init__(self, raw: bytes, report: SvgReport) -> None:
        self._raw = raw
        self._report = report
        self._root: SvgElement | None = None
        self._ids: dict[str, SvgElement] = {}
        self._nodes: list[SvgElement] = []
        self._open: list[tuple[str, int, SvgElement | None]] = []  # None: inside something that is left out
        self._count = 0
        self._view = (0.0, 0.0, 1.0, 1.0)
        # The encoding is given, since the text has been decoded: what the file declares no longer matters.
        self._parser = parser = expat.ParserCreate("utf-8")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._words
        parser.StartDoctypeDeclHandler = self._doctype
        parser.EntityDeclHandler = self._doctype
        parser.ProcessingInstructionHandler = self._instruction

    def read(self) -> SvgDocument:
        try:
            self._parser.Parse(self._raw, True)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code) or "a mistake"
            raise self._report.refuse(
                self._parser.ErrorByteIndex, f"not XML: {reason}", self._syntax_help(reason)
            ) from None
        root = self._root
        if root is None:  # expat refuses a file without elements, and _start any other outermost one
            raise self._report.refuse(0, "there is no svg in the file", "save it again from your drawing program")
        self._check_references()
        return SvgDocument(root, self._ids, self._view)

    def _syntax_help(self, reason: str) -> str:
        if reason == expat.errors.XML_ERROR_UNDEFINED_ENTITY:
            return "write the character itself"
        unfinished = (expat.errors.XML_ERROR_TAG_MISMATCH, expat.errors.XML_ERROR_NO_ELEMENTS)
        if not self._open or reason not in unfinished:
            return "save it again as SVG from your drawing program"
        tag, at, _ = self._open[-1]
        return f"the element {short(tag)} of line {self._report.line(at)} is still open here"

    # --- what expat calls ---

    def _doctype(self, *_: object) -> None:
        # expat calls when it has read the name, or all of it
        raise self._report.refuse(
            self._raw.rfind(b"<!DOCTYPE", 0, self._parser.CurrentByteIndex + 1),
            "a document type (<!DOCTYPE …>) is not allowed, nor are the entities in it",
            "delete it, up to the > that ends it",
        )

    def _instruction(self, target: str, _: str) -> None:
        self._report.add(
            self._parser.CurrentByteIndex,
            f"the processing instruction {short(target)} is not allowed",
            "delete it",
        )

    def _words(self, text: str) -> None:
        if self._open and text.strip():
            node = self._open[-1][2]
            if node is not None:
                self._report.add(
                    node.at,
                    f"there is text inside {node.tag}; it would not be drawn",
                    "convert the text to paths",
                )

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        at = self._parser.CurrentByteIndex
        self._count += 1
        if self._count > MAX_NODES:
            raise self._report.refuse(at, f"there are more than {MAX_NODES} elements", "simplify the drawing")
        if len(self._open) >= MAX_DEPTH:
            raise self._report.refuse(at, f"elements lie more than {MAX_DEPTH} deep", "remove needless g")
        node = self._node(tag, at, attributes) if not self._open or self._open[-1][2] else None
        self._open.append((tag, at, node))

    def _end(self, _: str) -> None:
        self._open.pop()

    # --- elements ---

    def _node(self, tag: str, at: int, attributes: dict[str, str]) -> SvgElement | None:
        parent = self._open[-1][2] if self._open else None
        if parent is None:
            self._check_root(tag, at, attributes)
        elif tag in WORDS:
            return None
        else:
            allowed = ELEMENTS[parent.tag].children
            if tag not in allowed:
                if tag in ELEMENTS and tag != "svg":
                    self._report.add(at, f"{tag} cannot stand inside {parent.tag}", _inside(allowed))
                else:
                    self._report.add(at, f"the profile has no element {short(tag)}", element_help(tag))
                return None
        node = SvgElement(tag, at, parent)
        kind = ELEMENTS[tag]
        for name, text in attributes.items():
            if name != "style":
                self._attribute(node, kind, name, text)
        if "style" in attributes:  # last: a declaration wins over an attribute, wherever it stands
            self._declarations(node, kind, attributes["style"])
        for name in kind.needs:
            if name not in attributes and f"xlink:{name}" not in attributes:
                self._report.add(at, f"{tag} has no {name}", "give it one, or remove the element")
        if kind.outline:
            node.outline = kind.outline(node.values)
        if parent is None:
            self._root = node
            self._view = node.values.get("viewBox", self._view)
        else:
            parent.children.append(node)
        self._nodes.append(node)
        return node

    def _check_root(self, tag: str, at: int, attributes: dict[str, str]) -> None:
        if tag != "svg":
            help = "write elements without prefix" if tag.endswith(":svg") else "a drawing begins with <svg"
            raise self._report.refuse(at, f"the outermost element is {short(tag)}, not svg", help)
        namespace = attributes.get("xmlns", _NAMESPACE)
        if namespace != _NAMESPACE:
            message, help = f"{short(namespace)} is not the name of SVG", f'write xmlns="{_NAMESPACE}"'
            self._report.add(at, message, help, "xmlns")
        if "viewBox" not in attributes:
            try:
                width, height = (read_size(attributes.get(side, "0")) for side in ("width", "height"))
            except BadValue:
                width = height = 0.0
            if not (width and height):
                self._report.add(at, "svg has no viewBox", 'write viewBox="0 0 100 100", or what it is')
            self._view = (0.0, 0.0, width, height)

    def _attribute(self, node: SvgElement, kind: Kind, name: str, text: str) -> None:
        if name == "id":
            if text in self._ids:
                line = self._report.line(self._ids[text].at)
                self._report.add(
                    node.at, f"the id {short(text)} is already used in line {line}", "give each its own", "id"
                )
            node.id = text
            self._ids.setdefault(text, node)
        elif name in kind.attributes:
            self._value(node, name, kind.attributes[name], text, name, 0)
        elif not tolerated(name):
            message = f"{node.tag} has no attribute {short(name)}"
            self._report.add(node.at, message, attribute_help(name, kind.attributes), name, by_name=True)

    def _declarations(self, node: SvgElement, kind: Kind, text: str) -> None:
        begin = 0
        for declaration in text.split(";"):
            name, colon, value = declaration.partition(":")
            word = name.strip()
            if word in kind.styled and colon:
                self._value(node, word, kind.styled[word], value, "style", begin + len(name) + 1)
            elif word:
                message = f"{node.tag} has no property {short(word)}"
                help = attribute_help(word, kind.styled) if colon else "write name:value; name:value"
                start = begin + len(name) - len(name.lstrip())
                self._report.add(node.at, message, help, "style", start, start + len(word))
            begin += len(declaration) + 1

    def _value(self, node: SvgElement, name: str, reader: Reader, text: str, attribute: str, start: int) -> None:
        try:
            value = reader(text)
        except BadValue as bad:
            end = start + (len(text) if bad.end is None else bad.end)
            self._report.add(
                node.at, f"{name} of {node.tag}: {bad.message}", bad.help, attribute, start + bad.start, end
            )
        else:
            (node.style if name in PRESENTATION else node.values)[name] = value

    # --- when all elements are known ---

    def _check_references(self) -> None:
        for node in self._nodes:
            fill = node.style.get("fill")
            if isinstance(fill, Reference):
                self._check_reference(node, "fill", fill.id, PAINTS, "a gradient")
            clip = node.style.get("clip-path")
            if clip is not None:
                self._check_reference(node, "clip-path", clip.id, CLIPS, "a clipPath")
            if node.link is not None:
                wanted, what = (DRAWN, "something to draw") if node.tag == "use" else (PAINTS, "a gradient")
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
        there = self._ids.get(id)
        if there is not None and there.tag in wanted:
            return
        message = f"{short(id)} is a {there.tag}, not {what}" if there else f"nothing has the id {short(id)}"
        # A file may hold thousands of ids as long as books: look for similar ones among a sane number.
        known = [name for name, other in self._ids.items() if other.tag in wanted and len(name) <= 40][:200]
        self._report.add(node.at, f"{attribute} of {node.tag}: {message}", suggest(id[:40], known), attribute)


def _inside(allowed: frozenset[str]) -> str:
    return f"there may be {', '.join(sorted(allowed))}" if allowed else "there may be title and desc"
