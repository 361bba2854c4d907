"""`tune:` of a component: the fields that `pawprint play --fix` may change, and the values that it may try."""

import re
from collections.abc import Mapping

from pawprint.catalog.editions import MAX_COPIES
from pawprint.catalog.field_types import IntField
from pawprint.catalog.fields import Field
from pawprint.catalog.texts import ReadContext
from pawprint.core.registry import suggest
from pawprint.yamlio.field_reader import FieldReader
from pawprint.yamlio.reader import MappingNode, Node, ScalarNode, SequenceNode

_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})")
_MOST_VALUES = 1000
_RANGE_SCHEMA = {"type": "string", "pattern": f"^{_RANGE.pattern}$"}
_LIST_SCHEMA = {"type": "array", "minItems": 1, "items": {"type": ["string", "number", "boolean"]}}
_SCHEMA = {"type": "object", "additionalProperties": {"anyOf": [_RANGE_SCHEMA, _LIST_SCHEMA]}}


def read_tune(reader: FieldReader, fields: Mapping[str, Field], reading: ReadContext) -> dict[str, tuple[str, ...]]:
    """Field -> the values that it may get, as they are written; `copies` and dotted names such as `score.per`, too."""
    reader.describe("tune", _SCHEMA)
    node = reader.node_of("tune")
    findings = reading.findings
    tune: dict[str, tuple[str, ...]] = {}
    if not isinstance(node, MappingNode):
        if node is not None:
            message = f"'tune' of {reader.what} should be a mapping, not {node.what}"
            findings.add("wrong-type", message, node.span, "write it as field: 1..5, line by line")
        return tune
    for name, value in node.entries.items():
        what, at = f"'{name}' in 'tune' of {reader.what}", node.keys[name].span
        field = _field_called(name, fields)
        if field is None:
            help = suggest(name, [*fields, "copies"], "fields are")
            findings.add("unknown-field", f"{what} is no field", at, help)
        elif field.cell not in ("number", "flag") and not field.possible_values({}):
            help = "name fields that are numbers, choices or flags"
            findings.add("bad-declaration", f"{what} has no values to choose from", at, help)
        else:
            tune[name] = _values(value, field, what, reading)
    return tune


def _field_called(name: str, fields: Mapping[str, Field]) -> Field | None:
    field: Field | None = None
    for step in name.split("."):
        field = IntField("copies", least=0, most=MAX_COPIES) if name == "copies" else fields.get(step)
        if field is None:
            return None
        fields = field.inner
    return field


def _values(node: Node, field: Field, what: str, reading: ReadContext) -> tuple[str, ...]:
    text = node.text if isinstance(node, ScalarNode) and field.cell == "number" else ""
    if match := _RANGE.fullmatch(text):
        least, most = map(int, match.groups())
        wrong = field.why_not(str(least), {}) or field.why_not(str(most), {})
        if not 0 <= most - least < _MOST_VALUES:
            wrong = "write the smaller number first" if least > most else f"it has more than {_MOST_VALUES:,} values"
        if wrong:
            reading.findings.add("bad-declaration", f"{what} cannot be {text}", node.span, wrong)
        return () if wrong else tuple(map(str, range(least, most + 1)))
    if not isinstance(node, SequenceNode) or not node.items:
        help = "write the least and the most, as in 1..5, or a list of values, as in [1, 2, 5]"
        reading.findings.add("wrong-type", f"{what} should be a range or a list, not {node.what}", node.span, help)
        return ()
    read = [(item, field.read(item, reading)) for item in node.items]
    return tuple(dict.fromkeys(item.text for item, value in read if isinstance(item, ScalarNode) and value is not None))
