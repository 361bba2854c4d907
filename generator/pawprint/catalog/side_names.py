"""`face:` and `back:` of a component -> the names of the faces that its records may have.

Which of them a record has is decided where faces are composed: `{by: type, unit: game/unit, else: game/card}` is a
lookup like those of layouts.
"""

from collections.abc import Iterator

from pawprint.source import scalars
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import MappingNode, Node

#: Of a back: there is none.
NO_BACK = "none"


def read_sides(field_reader: FieldReader, key: str, required: bool = False) -> tuple[str, ...]:
    """The names under *key*, `face` or `back`: one, or all that a lookup has; none after a finding."""
    node = field_reader.node_of(key, required)
    if node is None:
        return ()
    return tuple(dict.fromkeys(_names(node, key, f"'{key}' of {field_reader.what}", field_reader)))


def _names(node: Node, key: str, what: str, field_reader: FieldReader) -> Iterator[str]:
    if isinstance(node, MappingNode) and "by" in node.entries:
        for case, item in node.entries.items():
            if case != "by":
                yield from _names(item, key, what, field_reader)
        return
    if isinstance(node, MappingNode):
        help = "write {by: FIELD, VALUE: FACE, else: FACE}"
        scalars.wrong_type(node, what, "a face, or a lookup of faces", field_reader.findings, help)
        return
    name = scalars.text(node, what, field_reader.findings)
    if name and (key, name) != ("back", NO_BACK):
        yield name
