"""Reading the fields of a mapping one by one; a field that no reader asks for is unknown.

The readers of games and layouts describe themselves by what they take, so that the list of known fields,
which the suggestions need, is never written twice.
"""

from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import TypeVar

from pawprint.core.diagnostics import Findings
from pawprint.core.length import Length
from pawprint.core.registry import known_spelling, suggest
from pawprint.core.source import Span
from pawprint.source import scalars
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode
from pawprint.source.value_schemas import FieldNotes, Schema, schema_of

# --- `extends: NAME` -> the chain of ancestors, with a check for circles ----------------------------------------------


#: A longer chain of ancestors is a mistake.
MAX_ANCESTORS = 20

#: The name that an entry extends, and where that is written.
Extended = tuple[str, Span]


def with_ancestors(
    name: str, extended: Callable[[str], Extended | None], what: str, findings: Findings
) -> list[str] | None:
    """*name*, the entry that it extends, the one that this extends, and so on; None after a finding about a circle.

    A circle is reported in the same words, and so once, whichever of its entries is asked for.

    Args:
        extended: what an entry extends; None for nothing, also after a finding about an entry that does not exist.
        what: names the entries in messages: `text styles`.
    """
    chain = [name]
    spans: list[Span] = []
    while (parent := extended(chain[-1])) is not None:
        spans.append(parent[1])
        if parent[0] in chain:
            start = chain.index(parent[0])
            circle, spans = chain[start:], spans[start:]
            first = circle.index(min(circle))
            names = " -> ".join([*circle[first:], *circle[:first], circle[first]])
            message = f"{what} extend each other in a circle: {names}"
            findings.add("extends-cycle", message, spans[first - 1], "remove one of these extends")
            return None
        if len(chain) > MAX_ANCESTORS:
            message = f"'{name}' extends more than {MAX_ANCESTORS} {what}, one through another"
            findings.add("extends-cycle", message, spans[0], "extend fewer of them")
            return None
        chain.append(parent[0])
    return chain


# --- field reader -----------------------------------------------------------------------------------------------------


T = TypeVar("T")
#: (node, subject for messages, findings) -> value, or None after a finding.
Parser = Callable[[Node, str, Findings], T | None]


#: The most unknown fields of one mapping that are reported one by one.
MAX_UNKNOWN = 100


def report_unknown(
    mapping: MappingNode, what: str, known: Collection[str], findings: Findings, others: Collection[str] = ()
) -> None:
    """Report the fields of *mapping* that are neither *known* nor *others*, which are not suggested.

    Args:
        what: names the mapping in messages.
    """
    names = {*known, *others}
    unknown = [(name, key) for name, key in mapping.keys.items() if name not in names]
    for name, key in unknown[:MAX_UNKNOWN]:
        glued = name.partition(":")[0] in known
        help = "write a space after the colon" if glued else suggest(name, known, "fields are")
        findings.add("unknown-field", f"{what} has no field '{name}'", key.span, help)
    if len(unknown) > MAX_UNKNOWN:
        message = f"{what} has {len(unknown) - MAX_UNKNOWN:,} more fields that do not exist"
        findings.add("unknown-field", message, unknown[MAX_UNKNOWN][1].span, "correct the first ones")


class MappingReader:
    """A mapping being read, field by field.

    Args:
        node: the mapping; anything else is a finding, and every field is then absent.
        what: names it in messages: `stock 'poker'`.
    """

    def __init__(self, node: Node | None, what: str, findings: Findings) -> None:
        self.what = what
        self.findings = findings
        self.node = node
        self._asked: list[str] = []
        if node is not None and not isinstance(node, MappingNode):
            scalars.wrong_type(node, what, "a mapping", findings, "write it as name: value, line by line")
            self._mapping: MappingNode | None = MappingNode(node.source, node.start)
            self.ok = False
        else:
            self._mapping = node if isinstance(node, MappingNode) else None
            self.ok = node is not None
        self._notes = findings if isinstance(findings, FieldNotes) and self._mapping is not None else None
        if self._notes is not None:
            self._notes.begin(self.mapping, what)

    def rename(self, what: str) -> None:
        """Name the mapping in the messages that follow, because its id is now known."""
        self.what = what
        if self._notes is not None:
            self._notes.begin(self.mapping, what)

    @property
    def mapping(self) -> MappingNode:
        """The mapping that is read; an empty one where something else is written."""
        assert self._mapping is not None
        return self._mapping

    @property
    def span(self) -> Span | None:
        """The start of the mapping."""
        return self.node.span if self.node is not None else None

    def __contains__(self, key: str) -> bool:
        return self._mapping is not None and known_spelling(key, self._mapping.entries) in self._mapping.entries

    def names(self) -> Iterator[str]:
        """The names of the fields that are written."""
        yield from self._mapping.entries if self._mapping else ()

    def key_span(self, key: str) -> Span | None:
        """The span of *key*, or the start of the mapping if it has no such key."""
        key = known_spelling(key, self._mapping.keys) if self._mapping else key
        return self._mapping.key_span(key) if self._mapping and key in self._mapping.keys else self.span

    def value_span(self, key: str) -> Span | None:
        """The span of the value of *key*, or the start of the mapping if it has no such key."""
        node = self._mapping.get(known_spelling(key, self._mapping.entries)) if self._mapping else None
        return node.span if node is not None else self.span

    def node_of(self, key: str, required: bool = False) -> Node | None:
        """The node under *key*; a missing one is a finding when *required*."""
        self._asked.append(key)
        if self._notes is not None:
            self._notes.note(self.mapping, key, {}, required)
        written = known_spelling(key, self._mapping.entries) if self._mapping else key
        if written != key:
            self._asked.append(written)
        node = self._mapping.get(written) if self._mapping else None
        if node is None and required and self.ok:
            self.findings.add("missing-field", f"{self.what} has no '{key}'", self.span, f"add a line {key}: ...")
        return node

    def allow(self, *keys: str) -> None:
        """Fields that may be there and are read elsewhere."""
        self._asked.extend(keys)
        for key in keys if self._notes is not None else ():
            self.describe(key, {})

    def describe(self, key: str, schema: Schema, required: bool = False) -> None:
        """Note for editors what *key* takes, where the method that reads it cannot know."""
        if self._notes is not None:
            self._notes.note(self.mapping, key, schema, required)

    def value(self, key: str, parse: Parser[T], required: bool = False) -> T | None:
        """The value that *parse* reads from the node under *key*; None if it is absent or has a finding."""
        if self._notes is not None:
            self.describe(key, schema_of(parse))
        node = self.node_of(key, required)
        return None if node is None else parse(node, self._field(key), self.findings)

    def finish(self) -> None:
        """Report every field that was never asked for."""
        if self._mapping is None:
            return
        report_unknown(self._mapping, self.what, self._asked, self.findings)

    def _field(self, key: str) -> str:
        return f"'{key}' of {self.what}"


class FieldReader(MappingReader):
    """A mapping being read, with methods for the types of values that many places take."""

    def text(self, key: str, required: bool = False) -> str | None:
        """A text."""
        return self.value(key, scalars.text, required)

    def integer(self, key: str, least: int | None = None, most: int | None = None) -> int | None:
        """A whole number."""
        return self.value(key, partial(scalars.integer, least=least, most=most))

    def number(self, key: str, least: float | None = None, most: float | None = None) -> float | None:
        """A number."""
        return self.value(key, partial(scalars.number, least=least, most=most))

    def flag(self, key: str, default: bool = False) -> bool:
        """true or false."""
        value = self.value(key, scalars.flag)
        return default if value is None else value

    def choice(self, key: str, choices: Collection[str], required: bool = False) -> str | None:
        """One of *choices*."""
        return self.value(key, partial(scalars.choice, choices=choices), required)

    def length(self, key: str, required: bool = False) -> Length | None:
        """A length."""
        return self.value(key, scalars.length, required)

    def texts(self, key: str, required: bool = False) -> tuple[str, ...]:
        """A list of texts, or one text alone."""
        return self.value(key, scalars.texts, required) or ()

    def items(self, key: str, required: bool = False) -> list[Node]:
        """The nodes of a list; empty if absent."""
        self.describe(key, {"type": "array"})
        node = self.node_of(key, required)
        if node is None:
            return []
        if not isinstance(node, SequenceNode):
            scalars.wrong_type(
                node, self._field(key), "a list", self.findings, "write [a, b], or each on a line after - "
            )
            return []
        return node.items

    def entries(self, key: str | None = None, required: bool = False) -> Iterator[tuple[str, ScalarNode, Node]]:
        """(name, key, node) of each entry of the mapping under *key*, or of this mapping itself if None."""
        if key is None:
            node: Node | None = self._mapping
            self._asked.extend(self._mapping.entries if self._mapping else ())
        else:
            self.describe(key, {"type": "object"})
            node = self.node_of(key, required)
        if node is None:
            return
        if self._notes is not None:
            self._notes.note_free(node)
        if not isinstance(node, MappingNode):
            help = "write it as name: value, line by line"
            scalars.wrong_type(node, self._field(key or ""), "a mapping", self.findings, help)
            return
        for name, value in node.entries.items():
            yield name, node.keys[name], value

    def nested(self, key: str, what: str | None = None, required: bool = False) -> "FieldReader":
        """The mapping under *key*, to be read in turn."""
        self.describe(key, {"type": "object"})
        return FieldReader(self.node_of(key, required), what or self._field(key), self.findings)
