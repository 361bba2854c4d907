"""YAML text -> nodes that know their place. Strict, bounded, and the only user of PyYAML.

Scalars stay text: what `no`, `1:30` or `010` mean depends on the field that they are the value of, never on YAML.
The C parser's event stream is read without recursion, so hostile nesting costs nothing.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Union

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)
from yaml.reader import Reader

from pawprint.core.diagnostics import Findings
from pawprint.core.files import FileTooLarge, read_bounded
from pawprint.core.links import outside
from pawprint.core.registry import did_you_mean
from pawprint.core.source import Source, Span

# --- An error of the YAML parser -> its place, and how to correct it --------------------------------------------------


#: Quoted texts, and comments, which begin after white space or a bracket.
_QUOTED_OR_COMMENT = re.compile(r""""(?:\\.|[^"\\])*"|'(?:''|[^'])*'|(?<![^\s\[{,])#[^\n]*""", re.S)
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3,4}){1,2}(?![0-9a-zA-Z])")
_PAIRS = {"[": "]", "{": "}"}
_UNCLOSED = "what opens here is not closed"
_COLON = "a text that contains ': ' needs quotes around it"


class SyntaxFault(NamedTuple):
    """The place of the mistake, and a help; *problem*, if not empty, replaces the message of the parser."""

    offset: int
    help: str
    problem: str = ""


class SyntaxState(NamedTuple):
    """The parser's state at an error.

    Attributes:
        offset: where it could not go on.
        context: what it was doing, in its words.
        before: where that began, if it says so.
        opening: where the innermost bracket that is open begins, if there is one.
        last: start and end of the last value that was complete; equal if there was none.
    """

    text: str
    offset: int
    context: str
    before: int | None
    opening: int | None
    last: tuple[int, int]


def syntax_fault(state: SyntaxState) -> SyntaxFault:
    """The mistake behind an error, as far as it can be known."""
    text, offset, before = state.text, state.offset, state.before
    ahead, sign = text[text.rfind("\n", 0, offset) + 1 : offset], text[offset : offset + 1]
    if re.match(r"[ \-]*\t", ahead + sign):
        return SyntaxFault(offset, "indent with spaces; YAML does not allow tabs")
    if "flow" in state.context and state.opening is not None:
        return _in_brackets(text, state.opening, offset)
    if not text[offset:].strip():
        opening = next((place for place in (before, state.opening) if place is not None), len(text))
        if text[opening : opening + 1] in ("[", "{", '"', "'"):
            return SyntaxFault(opening, _UNCLOSED)
    if "quoted" in state.context and "\\" in text[offset - 1 : offset + 1]:
        return SyntaxFault(offset, "write \\\\ for a backslash, or put the text in single quotes")
    begin = offset if before is None or "scanning" not in state.context or "key" in state.context else before
    if text[begin : begin + 1] in tuple("@`*&>|%?,") and not re.search(r"[\]}]\s*$", ahead):
        return SyntaxFault(begin, f"a text that begins with '{text[begin]}' needs quotes around it")
    if before is not None and "simple key" in state.context:
        return SyntaxFault(before, "write a colon and a value after this word, or a dash and a space before it")
    return _after_quotes(text, offset, *state.last) or _in_lines(text, offset, ahead, state.context)


def _in_brackets(text: str, opening: int, offset: int) -> SyntaxFault:
    """The mistake in a list or mapping in brackets, which opens at *opening*."""
    for token in _QUOTED_OR_COMMENT.finditer(text, opening, offset):
        colour = _COLOUR.match(token[0])
        if colour or (token[0][0] == "#" and re.search(r"[\]}]", token[0])):
            help = f"put quotes around the colour: '{colour[0]}'" if colour else "put the text with # in quotes"
            return SyntaxFault(token.start(), help, "# and the rest of the line are a comment")
    sign, inside = text[offset : offset + 1], text[opening + 1 : offset].rstrip()
    if sign in ("]", "}"):
        return SyntaxFault(
            offset, f"the '{text[opening]}' that is open here must be closed with '{_PAIRS[text[opening]]}'"
        )
    below = text.count("\n", opening, offset) > 0
    if not text[offset:].strip() or (below and _indent(text, offset) <= _indent(text, opening)):
        return SyntaxFault(opening, _UNCLOSED)
    if sign == ",":
        return SyntaxFault(offset, "write a value between the commas, or remove one of them")
    if sign == ":":
        behind_value = re.search(r"[^\s:,\[{]\s+(\S+)$", inside)
        if not behind_value:
            return SyntaxFault(offset, _COLON)
        return SyntaxFault(offset, f"a comma is missing before '{behind_value[1]}', or quotes around a text with ': '")
    torn = re.search(r"[^\s:,\[{][^:,\[{]*$", inside)
    if sign in ("[", "{") and torn and text[offset - 1] not in " \n":
        help = f'put the text in quotes, all of it: "{torn[0]}{sign}..."'
        return SyntaxFault(offset - len(torn[0]), help, f"a text without quotes ends at '{sign}'")
    word = re.match(r"""["'\w-]*""", text[offset:])
    named = f" before {word[0]}" if word and word[0] else ""
    more = ", or the quotes do not enclose the whole text" if inside.endswith(('"', "'")) else ""
    return SyntaxFault(offset, f"a comma is missing{named}{more}")


def _after_quotes(text: str, offset: int, start: int, end: int) -> SyntaxFault | None:
    """The mistake if something follows a value that is complete, on its line."""
    quote = text[start : start + 1]
    if start == end or text[end:offset].strip(" ") or quote not in ("'", '"', "[", "{"):
        return None
    if quote in _PAIRS:
        if text[offset] in _PAIRS.values():
            return SyntaxFault(offset, "remove this bracket: none is open here")
        return SyntaxFault(start, f"a text that begins with '{quote}' needs quotes around it")
    if "\n" in text[start:end]:
        line = text.count("\n", 0, end) + 1
        return SyntaxFault(start, f"this quote is not closed before line {line}, where another one opens")
    inside = "'' for an apostrophe" if quote == "'" else '\\" for a quotation mark'
    return SyntaxFault(offset, f"put all of the text in the quotes, and write {inside} inside them")


def _in_lines(text: str, offset: int, ahead: str, context: str) -> SyntaxFault:
    """The mistake in a list or mapping whose lines are indented; *ahead* is on the line before *offset*."""
    sign = text[offset : offset + 1]
    if sign == ":":
        if re.search(r":\s", ahead):
            return SyntaxFault(offset, _COLON)
        above = text[: offset - len(ahead)].rstrip()
        begin = above.rfind("\n") + 1
        joined = re.match(r"[ -]*(?:-(?=\w)|[\w-]+:(?=[^\s:]))", above[begin:])
        if joined:
            return SyntaxFault(begin + joined.end() - 1, f"write a space after this '{joined[0][-1]}'")
        return SyntaxFault(offset, "indent this line less: the line above has a value already, or needs quotes")
    if sign == "-":
        if ahead.strip():
            return SyntaxFault(offset, "begin a list on a new line, below its name")
        return SyntaxFault(offset, "put this dash below the other dashes of its list, or indent it below a name")
    if text[: offset - len(ahead)].rstrip().endswith("\n..."):
        return SyntaxFault(offset, "remove the line ... above, which ends the document")
    if not ahead.strip() and "block" in context:
        return SyntaxFault(offset, "begin this line in the same column as the lines above that belong with it")
    return SyntaxFault(offset, "look at this line and the one above: indentation, quotes and brackets must pair up")


def _indent(text: str, offset: int) -> int:
    line = text[text.rfind("\n", 0, offset) + 1 :]
    return len(line) - len(line.lstrip(" "))


# --- reader -----------------------------------------------------------------------------------------------------------


try:
    from yaml.cyaml import CParser as _Parser  # type: ignore[attr-defined]
except ImportError:  # a PyYAML without its C part: the same events, ten times slower
    from yaml.loader import Loader as _Parser  # type: ignore[assignment]

#: Limits far above any real catalog (1 000 cards are about 0.4 MB and 25 000 nodes).
MAX_BYTES = 8_000_000
MAX_SCALAR = 50_000
MAX_DEPTH = 40
MAX_NODES = 1_000_000


class ScalarNode:
    """A text as written, and whether quotes (or a block) say that it is meant as text."""

    __slots__ = ("end", "quoted", "source", "start", "text")
    weight = 1
    what = "a text"

    def __init__(self, source: Source, start: int, end: int, text: str, quoted: bool) -> None:
        self.source, self.start, self.end = source, start, end
        self.text, self.quoted = text, quoted

    @property
    def span(self) -> Span:
        """The place of the node in its source."""
        return Span(self.source, self.start, self.end)

    @property
    def empty(self) -> bool:
        """True if the value is empty (`name:` and then a new line)."""
        return not self.text and not self.quoted


class SequenceNode:
    """A list of nodes."""

    __slots__ = ("end", "items", "source", "start", "weight")
    what = "a list"

    def __init__(self, source: Source, start: int) -> None:
        self.source, self.start, self.end = source, start, start
        self.items: list[Node] = []
        self.weight = 1

    @property
    def span(self) -> Span:
        """The first character of the list, since a list may go on for pages."""
        return Span(self.source, self.start, self.start + 1)


class MappingNode:
    """Keys and nodes, in the order written."""

    __slots__ = ("end", "entries", "keys", "source", "start", "weight")
    what = "a mapping"

    def __init__(self, source: Source, start: int) -> None:
        self.source, self.start, self.end = source, start, start
        self.entries: dict[str, Node] = {}
        self.keys: dict[str, ScalarNode] = {}
        self.weight = 1

    @property
    def span(self) -> Span:
        """The place of its first key."""
        first = next(iter(self.keys.values()), None)
        return first.span if first else Span(self.source, self.start, self.start + 1)

    def get(self, key: str) -> "Node | None":
        """The node under *key*, or None."""
        return self.entries.get(key)

    def key_span(self, key: str) -> Span:
        """The place of *key* itself."""
        return self.keys[key].span


Node = Union[ScalarNode, SequenceNode, MappingNode]


def read_yaml_file(path: Path, findings: Findings, root: Path | None = None) -> Node | None:
    """Read one YAML file.

    Args:
        path: the file.
        findings: takes the faults; after one, the result may be None.
        root: the folder that links must not lead out of; None for a file that a user names.

    Returns:
        The root node, or None when the file is missing, outside, unreadable, empty or no YAML.
    """
    source = load_source(path, findings, root)
    return read_yaml(source, findings) if source else None


def load_source(path: Path, findings: Findings, root: Path | None = None) -> Source | None:
    """The text of a file as a source, or None with a finding: missing, outside of *root*, too large, not UTF-8."""
    if not is_inside(path, root, findings):
        return None
    name = display_path(path)
    try:
        data = read_bounded(path, MAX_BYTES)
    except FileTooLarge as error:
        at = Span(Source(name, ""), 0, 0)
        message = f"{name} has {error.size / 1e6:.1f} MB; catalogs and layouts may have {MAX_BYTES / 1e6:.0f}"
        findings.add("file-too-large", message, at, "split the file: a component may name several")
        return None
    except FileNotFoundError:
        findings.add("file-missing", f"there is no file {name}", Span(Source(name, ""), 0, 0), "look at its name")
        return None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        why = getattr(error, "strerror", None) or error
        at = Span(Source(name, ""), 0, 0)
        findings.add("file-unreadable", f"{name} cannot be read: {why}", at, "it should be a file that you may read")
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8-sig", "replace")
        source = Source(name, good + "\N{REPLACEMENT CHARACTER}")
        findings.add(
            "file-unreadable",
            f"{name} is not UTF-8: byte 0x{data[error.start]:02X} cannot be read",
            Span(source, len(good), len(good) + 1),
            "save the file as UTF-8 in your editor",
        )
        return None
    return Source(name, text)


def is_inside(path: Path, root: Path | None, findings: Findings) -> bool:
    """True if no link takes *path* out of the folder *root*; a finding if one does."""
    real = None if root is None else outside(path, root)
    if root is None or real is None:
        return True
    name = display_path(path)
    help = f"put the file itself there; a link may lead to what is in {display_path(root)}, and no further"
    findings.add("path-outside", f"{name} leads out of its folder, to {real}", Span(Source(name, ""), 0, 0), help)
    return False


def display_path(path: Path) -> str:
    """*path* as a person would type it: relative to the current folder where it lies below it."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


def read_yaml(source: Source, findings: Findings, tags: bool = False) -> Node | None:
    """Read the one YAML document of *source*; see `read_yaml_file`.

    Args:
        tags: True if nodes may have tags, which say nothing here; otherwise a tag is a fault.
    """
    builder = _Builder(source, findings, tags)
    try:
        root = builder.build()
    except _Stop:
        return None
    except yaml.MarkedYAMLError as error:
        fault = syntax_fault(builder.state(error))
        problem = fault.problem or error.problem or "this is not YAML"
        where = Span(source, fault.offset, fault.offset + 1)
        findings.add("yaml-syntax", f"not YAML: {problem}".replace("\t", "\\t"), where, fault.help)
        return None
    except yaml.YAMLError as error:  # a character that YAML forbids anywhere; libyaml counts bytes up to it
        forbidden = Reader.NON_PRINTABLE.search(source.text)
        offset = forbidden.start() if forbidden else 0
        findings.add(
            "yaml-syntax",
            f"not YAML: {getattr(error, 'reason', error)}",
            Span(source, offset, offset + 1),
            "remove the control character",
        )
        return None
    if root is None or (isinstance(root, ScalarNode) and root.empty):
        findings.add("empty-file", f"{source.name} is empty", Span(source, 0, 0), "fill it, or do without it")
        return None
    return root


class _Stop(Exception):
    """Reading cannot go on; the finding is already noted."""


class _Builder:
    """Events -> nodes, with an explicit stack instead of recursion."""

    def __init__(self, source: Source, findings: Findings, tags: bool) -> None:
        self.source = source
        self.findings = findings
        self.tags = tags
        self.anchors: dict[str, Node] = {}
        #: Lists and mappings with an anchor that are still being read -> the name of the anchor.
        self.open_anchors: dict[Node, str] = {}
        #: Values of << that are still being read -> the mapping to merge them into, and its key.
        self.open_merges: dict[Node, tuple[MappingNode, ScalarNode]] = {}
        #: A mapping -> the names that it has from a merge alone.
        self.merged: dict[Node, set[str]] = {}
        self.stack: list[SequenceNode | MappingNode] = []
        #: For each open mapping, the key that waits for its value.
        self.pending: list[ScalarNode | None] = []
        self.root: Node | None = None
        self.documents = 0
        self.nodes = 0

    def state(self, error: yaml.MarkedYAMLError) -> SyntaxState:
        """The state of the parser at *error*."""
        text, mark, before = self.source.text, error.problem_mark or error.context_mark, error.context_mark
        offset = min(mark.index, len(text)) if mark else 0
        opening = next((node.start for node in reversed(self.stack) if text[node.start] in "[{"), None)
        last: Node | None = self.root
        if self.stack:
            parent = self.stack[-1]
            values = parent.items if isinstance(parent, SequenceNode) else [*parent.entries.values()]
            last = next(reversed(values), None)
        ends = (last.start, last.end) if last else (0, 0)
        return SyntaxState(text, offset, error.context or "", before.index if before else None, opening, ends)

    def stop(self, code: str, message: str, event: Any, help: str = "") -> None:
        span = Span(self.source, event.start_mark.index, max(event.end_mark.index, event.start_mark.index + 1))
        self.findings.add(code, message, span, help)
        raise _Stop

    def build(self) -> Node | None:
        """The root of the document; None for an empty text."""
        source, stack = self.source, self.stack
        next_event: Callable[[], Any] = _Parser(source.text).get_event
        attach = self._attach
        node: Node
        while True:  # the hot loop of reading: one call per node
            event = next_event()
            kind = event.__class__
            if kind is ScalarEvent:
                text = event.value
                if len(text) > MAX_SCALAR:
                    self._stop_at_long_text(event)
                # With the C parser a plain scalar has style '', with the Python one None.
                node = ScalarNode(source, event.start_mark.index, event.end_mark.index, text, bool(event.style))
                if event.tag is not None or event.anchor is not None:
                    self._extras(event, node)
            elif kind is MappingStartEvent:
                node = MappingNode(source, event.start_mark.index)
            elif kind is SequenceStartEvent:
                node = SequenceNode(source, event.start_mark.index)
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                self._close(event)
                continue
            elif kind is AliasEvent:
                node = self._alias(event)
                if stack:
                    stack[-1].weight += node.weight
                attach(node, event, kind)
                continue
            elif kind is StreamEndEvent:
                return self.root
            else:
                if kind is DocumentStartEvent:
                    self._begin_document(event)
                continue
            self.nodes += 1
            if self.nodes > MAX_NODES:
                self.stop("file-too-large", f"more than {MAX_NODES:,} values in one file", event, "split the file")
            attach(node, event, kind)
            if kind is not ScalarEvent:
                self._open(node, event)

    def _attach(self, node: Node, event: Any, kind: type[Any]) -> None:
        """Put *node* into the innermost open node: as an entry, a key, or the value of the last key."""
        stack = self.stack
        if not stack:
            self.root = node
            return
        parent = stack[-1]
        if parent.__class__ is SequenceNode:
            parent.items.append(node)
            if kind is ScalarEvent:
                parent.weight += 1
            return
        pending = self.pending
        key = pending[-1]
        if key is None:
            if node.__class__ is not ScalarNode:
                help = "a text that begins with {{, { or [ needs quotes around it"
                self.stop("yaml-feature", f"a key must be plain text, not {node.what}", event, help)
            pending[-1] = node  # type: ignore[assignment]
            return
        pending[-1] = None
        parent.weight += 1
        mapping: MappingNode = parent  # type: ignore[assignment]
        name = key.text
        if name == "<<" and not key.quoted:
            if kind is MappingStartEvent or kind is SequenceStartEvent:  # its content follows
                self.open_merges[node] = mapping, key
            else:
                self._merge(mapping, key, node)
            return
        if name in mapping.keys:
            merged = self.merged.get(mapping, set())
            if name not in merged:
                help = f"the first is on line {mapping.keys[name].span.line}"
                self.findings.add("duplicate-key", f"'{name}' is given twice", key.span, help)
                return
            merged.remove(name)
        mapping.entries[name] = node
        mapping.keys[name] = key

    def _open(self, node: Node, event: Any) -> None:
        """A mapping or sequence begins."""
        if event.tag is not None or event.anchor is not None:
            self._extras(event, node)
        self.stack.append(node)  # type: ignore[arg-type]
        if len(self.stack) > MAX_DEPTH:
            self.stop("yaml-too-deep", f"nested more than {MAX_DEPTH} levels deep", event, "close what was opened")
        if node.__class__ is MappingNode:
            self.pending.append(None)

    def _close(self, event: Any) -> None:
        """The innermost mapping or sequence ends."""
        closed = self.stack.pop()
        closed.end = event.end_mark.index
        if closed.__class__ is MappingNode:
            self.pending.pop()
        name = self.open_anchors.pop(closed, None)
        if name:
            self.anchors[name] = closed
        merge = self.open_merges.pop(closed, None)
        if merge:
            self._merge(*merge, closed)
        if self.stack:
            self.stack[-1].weight += closed.weight

    def _begin_document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            self.stop(
                "yaml-feature",
                "a second document begins here; a file holds one",
                event,
                "remove the line ---, or move what follows it into a separate file",
            )

    def _stop_at_long_text(self, event: Any) -> None:
        message = f"a text of {len(event.value):,} characters; {MAX_SCALAR:,} is the limit"
        self.stop("file-too-large", message, event, "shorten it: no card has room for so much")

    def _merge(self, mapping: MappingNode, key: ScalarNode, value: Node) -> None:
        merged = self.merged.setdefault(mapping, set())
        parts = value.items if isinstance(value, SequenceNode) else [value]
        for part in parts:
            if not isinstance(part, MappingNode):
                self.findings.add(
                    "yaml-feature", f"<< takes a mapping, not {part.what}", key.span, "write <<: *name-of-a-mapping"
                )
                continue
            self.nodes += len(part.entries)
            for name, node in part.entries.items():
                if name not in mapping.entries:
                    mapping.entries[name] = node
                    mapping.keys[name] = part.keys[name]
                    merged.add(name)

    def _extras(self, event: Any, node: Node) -> None:
        if event.tag is not None and event.tag != "!" and not self.tags:
            self.stop(
                "yaml-feature",
                f"the tag {event.tag} is not used in catalogs",
                event,
                "remove it, or put the text in quotes",
            )
        if event.anchor is not None:
            if isinstance(node, ScalarNode):
                self.anchors[event.anchor] = node
            else:
                self.open_anchors[node] = event.anchor

    def _alias(self, event: Any) -> Node:
        node = self.anchors.get(event.anchor)
        if event.anchor in self.open_anchors.values():
            self.stop("yaml-alias", f"the alias *{event.anchor} contains itself", event, "write the value out")
        if node is None:
            self.stop(
                "yaml-alias",
                f"there is no anchor &{event.anchor} above this alias",
                event,
                did_you_mean(event.anchor, [*self.anchors]) or "put a text that begins with * in quotes",
            )
        assert node is not None
        self.nodes += node.weight
        if self.nodes > MAX_NODES:
            self.stop("yaml-alias", "aliases expand to too many values", event, "write the values out")
        return node
