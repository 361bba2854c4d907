"""An SVG file's bytes -> its elements as they are written, without what belongs to other namespaces.

Expat does the XML. A document type may declare short words of text; any other entity is refused.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from pawprint.graphics.svg._profile import SILENT
from pawprint.graphics.svg.grammar import short
from pawprint.graphics.svg.svg_report import SvgReport

#: Limits above any real drawing of a card; the largest drawing of the bundled games has 40 kB and 500 elements.
MAX_BYTES = 4_000_000
MAX_NODES = 20_000
MAX_DEPTH = 60
#: Entities stand for namespaces and short words; more of them, or longer ones, are an attack.
MAX_ENTITIES, MAX_ENTITY = 100, 300

_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"


@dataclass(slots=True, eq=False, repr=False)
class XmlElement:
    """One element of the SVG namespace.

    Attributes:
        tag: without prefix.
        at: byte where it begins in the file's text; for `SvgReport`.
        attributes: those without namespace, `xlink:` ones under that prefix, and `xml:space`.
        content: the text and the elements inside, in their order.
    """

    tag: str
    at: int
    attributes: dict[str, str]
    content: "list[str | XmlElement]" = field(default_factory=list)

    @property
    def children(self) -> "Iterator[XmlElement]":
        """The elements inside."""
        return (part for part in self.content if not isinstance(part, str))

    @property
    def text(self) -> str:
        """The text directly inside."""
        return "".join(part for part in self.content if isinstance(part, str))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class XmlTree:
    """A file's elements.

    Attributes:
        raw: its text in UTF-8.
        sheets: its `style` elements, in their order.
    """

    root: XmlElement
    raw: bytes
    sheets: tuple[XmlElement, ...]


def read_tree(data: bytes, report: SvgReport) -> XmlTree:
    """The elements of a file.

    Raises:
        Refused: too large, not UTF-8, not XML, no svg, or a document type with entities that are not short words.
    """
    if len(data) > MAX_BYTES:
        raise report.refuse(
            0,
            f"the drawing has {len(data) / 1000:.0f} kB, more than {MAX_BYTES // 1000}",
            "simplify its paths, or save it as PNG and place it as an image",
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
    return _TreeReader(raw, report).read()


class _TreeReader:
    def __init__(self, raw: bytes, report: SvgReport) -> None:
        self._raw = raw
        self._report = report
        self._root: XmlElement | None = None
        self._sheets: list[XmlElement] = []
        self._open: list[tuple[str, int, XmlElement | None]] = []  # None: inside something that is left out
        self._count = self._entities = 0
        self._spaces: list[dict[str, str]] = [{}]
        # The encoding is given, since the text has been decoded: what the file declares no longer matters.
        self._parser = parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._words
        parser.EntityDeclHandler = self._entity
        parser.ProcessingInstructionHandler = self._instruction

    def read(self) -> XmlTree:
        try:
            self._parser.Parse(self._raw, True)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code) or "a mistake"
            raise self._report.refuse(
                self._parser.ErrorByteIndex, f"not XML: {reason}", self._syntax_help(reason)
            ) from None
        finally:
            del self._parser  # which has methods of this reader
        if self._root is None:  # expat refuses a file without elements, and _start any other outermost one
            raise self._report.refuse(0, "there is no svg in the file", "save it again from your drawing program")
        return XmlTree(self._root, self._raw, tuple(self._sheets))

    def _syntax_help(self, reason: str) -> str:
        if reason == expat.errors.XML_ERROR_UNDEFINED_ENTITY:
            return "write the character itself"
        unfinished = (expat.errors.XML_ERROR_TAG_MISMATCH, expat.errors.XML_ERROR_NO_ELEMENTS)
        if not self._open or reason not in unfinished:
            return "save it again as SVG from your drawing program"
        tag, at, _ = self._open[-1]
        return f"the element {short(tag)} of line {self._report.line(at)} is still open here"

    # --- what expat calls ---

    def _entity(self, name: str, parameter: bool, value: str | None, *_: object) -> None:
        self._entities += 1
        plain = value is not None and not parameter and len(value) <= MAX_ENTITY and not {*value} & {*"&%<"}
        if plain and self._entities <= MAX_ENTITIES:
            return
        at = self._raw.rfind(b"<!DOCTYPE", 0, self._parser.CurrentByteIndex + 1)
        raise self._report.refuse(
            at,
            f"the document type declares the entity {short(name)}, which is more than a short word",
            "delete the document type (<!DOCTYPE …>), up to the > that ends it",
        )

    def _instruction(self, target: str, _: str) -> None:
        if target == "xml-stylesheet":
            self._report.add(
                self._parser.CurrentByteIndex,
                "a style sheet outside of the file is not read",
                "copy its rules into a style element",
            )

    def _words(self, text: str) -> None:
        if self._open:
            node = self._open[-1][2]
            if node is not None:
                node.content.append(text)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        at = self._parser.CurrentByteIndex
        self._count += 1
        if self._count > MAX_NODES:
            raise self._report.refuse(at, f"there are more than {MAX_NODES} elements", "simplify the drawing")
        if len(self._open) >= MAX_DEPTH:
            raise self._report.refuse(at, f"elements are nested more than {MAX_DEPTH} deep", "remove needless groups")
        spaces = self._spaces[-1]
        declared = {name[6:]: uri for name, uri in attributes.items() if name.startswith("xmlns:")}
        if "xmlns" in attributes:
            declared[""] = attributes["xmlns"]
        self._spaces.append({**spaces, **declared} if declared else spaces)
        parent = self._open[-1][2] if self._open else None
        node = None if self._open and parent is None else self._node(tag, at, attributes, parent)
        self._open.append((tag, at, node))

    def _end(self, _: str) -> None:
        self._open.pop()
        self._spaces.pop()

    # --- elements ---

    def _node(self, tag: str, at: int, attributes: dict[str, str], parent: XmlElement | None) -> XmlElement | None:
        prefix, _, local = tag.rpartition(":")
        space = self._spaces[-1].get(prefix, "" if prefix else _SVG)
        if parent is None:
            self._check_root(local, at, attributes, space)
        elif space != _SVG or local in SILENT:
            return None
        node = XmlElement(local, at, self._known(attributes))
        if parent is None:
            self._root = node
        else:
            parent.content.append(node)
        if local == "style":
            self._sheets.append(node)
        return node

    def _known(self, attributes: dict[str, str]) -> dict[str, str]:
        if not any(":" in name for name in attributes):
            return attributes
        spaces, known = self._spaces[-1], dict[str, str]()
        for name, text in attributes.items():
            prefix, _, local = name.rpartition(":")
            if not prefix or name == "xml:space":
                known[name] = text
            elif spaces.get(prefix, "") == _XLINK or (prefix == "xlink" and prefix not in spaces):
                known[f"xlink:{local}"] = text
        return known

    def _check_root(self, tag: str, at: int, attributes: dict[str, str], space: str) -> None:
        if tag != "svg":
            raise self._report.refuse(
                at, f"the outermost element is {short(tag)}, not svg", "a drawing begins with <svg"
            )
        if space != _SVG:
            raise self._report.refuse(at, f"{short(space)} is not the name of SVG", f'write xmlns="{_SVG}"')
