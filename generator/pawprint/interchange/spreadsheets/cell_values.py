"""A value of the catalog <-> the text of its cell."""

import re

from pawprint.catalog.columns import SpreadsheetColumn
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source, Span
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode, read_yaml
from pawprint.source.yaml_writer import flow_text, scalar_node

#: The cell of an empty text; an empty cell means that the record does not have the field.
EMPTY_TEXT = '""'
#: True and false in spreadsheets of several languages.
_TRUE_WORDS = {"true", "vrai", "wahr", "verdadero", "vero", "verdadeiro"}
_FALSE_WORDS = {"false", "faux", "falsch", "falso"}
_DECIMAL = re.compile(r"-?[0-9]+,([0-9]{1,2}|[0-9]{4,})")
#: Entries that would be split or changed in a list without brackets.
_NEEDS_BRACKETS = re.compile(r"[,;\n\"'\[\]{}#]|^\s|\s$|^$")


def value_of(record: MappingNode, column: SpreadsheetColumn) -> Node | None:
    """The node of a column in a record; None if the record does not have it."""
    node: Node | None = record
    for number, name in enumerate(column.path):
        if column.each and number == len(column.path) - 1 and isinstance(node, ScalarNode):
            return node  # one value for all languages or editions
        node = node.get(name) if isinstance(node, MappingNode) else None
    return node


def cell_text(record: MappingNode, column: SpreadsheetColumn) -> str:
    """The text of a record's cell."""
    node = value_of(record, column)
    if node is None:
        return ""
    if isinstance(node, ScalarNode):
        if column.kind == "tree":
            return flow_text(node, False) if node.text[:1] in ("[", "{", '"', "") else node.text
        return node.text or EMPTY_TEXT
    if isinstance(node, SequenceNode) and column.kind == "list" and node.items:
        texts = [item.text if isinstance(item, ScalarNode) else "[" for item in node.items]
        if not any(_NEEDS_BRACKETS.search(text) for text in texts):
            return ", ".join(texts)
    if isinstance(node, SequenceNode) and any(isinstance(item, MappingNode) for item in node.items):
        return "[" + ",\n ".join(flow_text(item) for item in node.items) + "]"
    return flow_text(node)


def parse_cell(text: str, column: SpreadsheetColumn, span: Span, findings: Findings) -> Node | None:
    """The value of a cell; None if the cell is empty, or after a finding.

    Args:
        span: of the cell.
    """
    if column.kind == "text":
        return None if text == "" else scalar_node("" if text == EMPTY_TEXT else text, True)
    text = text.strip()
    if not text:
        return None
    if column.kind == "list" and text[0] != "[":
        parts = [part.strip() for part in re.split(r"[,;\n]", text)]
        result = SequenceNode(Source("", ""), 0)
        result.items = [_scalar_node(part, column.of) for part in parts if part]
        return result
    if column.kind == "list" or (column.kind == "tree" and text[0] in "[{\"'"):
        return _yaml_node(text, span, findings)
    return scalar_node("", True) if text == EMPTY_TEXT else _scalar_node(text, column.kind)


def _scalar_node(text: str, kind: str) -> ScalarNode:
    return scalar_node(normalised(text, kind), kind not in ("flag", "number"))


def normalised(text: str, kind: str) -> str:
    """A number or truth value in the notation of the catalog; any other *text* unchanged."""
    if kind == "flag":
        lower = text.lower()
        return "true" if lower in _TRUE_WORDS else "false" if lower in _FALSE_WORDS else text
    if kind == "number" and _DECIMAL.fullmatch(text):
        return text.replace(",", ".")  # as most of Europe writes it
    return text


def _yaml_node(text: str, span: Span, findings: Findings) -> Node | None:
    """A value in YAML notation; a finding in it is reported at the cell."""
    inner = Findings()
    node = read_yaml(Source(span.source.name, text), inner)
    for finding in inner.sorted()[:1]:
        findings.add(finding.code, finding.message, span, "write it in brackets as in the YAML file: [a, b], {a: b}")
        return None
    return node
