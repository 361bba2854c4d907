"""A record -> its texts as they are typed, expressions included, each with its place in the file."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pawprint.catalog.fields import Field
from pawprint.catalog.model import Record
from pawprint.core.source import Span
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode


class TypedText(NamedTuple):
    """A text of a record.

    Attributes:
        path: the field, with dots: `power.text`; entries of lists have no number.
        language: empty if the text is typed once for all.
    """

    path: str
    language: str
    text: str
    span: Span


def typed_texts(record: Record, fields: Mapping[str, Field]) -> Iterator[TypedText]:
    """The texts of *record* that may differ between languages, in the order of the declaration."""
    for name, field in fields.items():
        yield from _texts(field, record.node.entries.get(name), name)


def _texts(field: Field, node: Node | None, path: str) -> Iterator[TypedText]:
    if field.by_language:
        if isinstance(node, MappingNode):
            for language, text in node.entries.items():
                if isinstance(text, ScalarNode):
                    yield TypedText(path, language, text.text, text.span)
        elif isinstance(node, ScalarNode):
            yield TypedText(path, "", node.text, node.span)
    elif field.entry is not None and isinstance(node, SequenceNode):
        for item in node.items:
            yield from _texts(field.entry, item, path)
    elif field.inner and isinstance(node, MappingNode):
        for name, inner in field.inner.items():
            yield from _texts(inner, node.entries.get(name), f"{path}.{name}")
