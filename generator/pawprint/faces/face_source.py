"""A face file over the face that it extends: elements are added, changed field by field, or removed."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.registry import known_spelling, suggest
from pawprint.core.source import Span
from pawprint.yamlio.extends import Extended
from pawprint.yamlio.reader import MappingNode, Node, ScalarNode


class FaceSource(NamedTuple):
    """A face file with its parents folded in, still as written.

    Attributes:
        palette, palette_span: name of the palette, and where it is written.
        styles: style name -> its mapping, as written.
        elements: element mappings in drawing order, bottom first.
    """

    name: str
    palette: str
    palette_span: Span
    styles: Mapping[str, Node]
    elements: tuple[MappingNode, ...]


class FaceFile(NamedTuple):
    """A face file: what it says itself, the face that it extends, and the elements of that face that it removes."""

    own: FaceSource
    extends: Extended | None
    removed: tuple[str, ...]
    removed_at: Span | None


def over_parent(file: FaceFile, parent: FaceSource | None, findings: Findings) -> FaceSource:
    """A face over the one that it extends."""
    own = file.own
    below = parent.elements if parent else ()
    _check_names(file, parent, below, findings)
    merged = _merged(below, own.elements, file.removed)
    if parent is None:
        return own._replace(elements=merged)
    return FaceSource(
        own.name,
        own.palette or parent.palette,
        own.palette_span if own.palette else parent.palette_span,
        {**parent.styles, **own.styles},
        merged,
    )


def _check_names(file: FaceFile, parent: FaceSource | None, below: Sequence[MappingNode], findings: Findings) -> None:
    """Note elements that `remove` and `before` name, and that are not there."""
    face, elements = file.own.name, file.own.elements
    known = {_id_of(element) for element in below} - {""}
    for identity in file.removed:
        if identity not in known:
            where = f"which '{parent.name}' does not have" if parent else "but it extends no other face"
            message = f"face '{face}' removes the element '{identity}', {where}"
            help = suggest(identity, known) if parent else "leave the element out instead"
            findings.add("unknown-element", message, file.removed_at, help)
    own: set[str] = set()
    for element in elements:
        identity = _id_of(element)
        if identity and identity in own:
            message = f"two elements of face '{face}' have the id '{identity}'"
            findings.add("duplicate-id", message, element.entries["id"].span, "give one of them another id")
        own.add(identity)
    known |= own - {""}
    for element in elements:
        before = element.get("before")
        if isinstance(before, ScalarNode) and before.text not in known:
            message = f"there is no element '{before.text}' to stand before"
            findings.add("unknown-element", message, before.span, suggest(before.text, known, "elements are"))


def _merged(
    parent: Sequence[MappingNode], own: Sequence[MappingNode], removed: Sequence[str]
) -> tuple[MappingNode, ...]:
    """The elements of a face over its parent's: the same id overrides field by field, in the parent's place; a new
    one goes on top, or below the element named by `before`."""
    result = [element for element in parent if _id_of(element) not in removed or _id_of(element) == ""]
    for element in own:
        identity = _id_of(element)
        index = next((i for i, other in enumerate(result) if identity and _id_of(other) == identity), None)
        if index is not None:
            result[index] = _overlaid(result[index], element)
            continue
        before = element.get("before")
        place = len(result)
        if isinstance(before, ScalarNode):
            place = next((i for i, other in enumerate(result) if _id_of(other) == before.text), place)
        result.insert(place, element)
    return tuple(result)


def _overlaid(below: MappingNode, above: MappingNode) -> MappingNode:
    merged = MappingNode(above.source, above.start)
    names = {name: known_spelling(name, below.entries) for name in above.entries}
    merged.entries = below.entries | {names[name]: node for name, node in above.entries.items()}
    merged.keys = below.keys | {names[name]: key for name, key in above.keys.items()}
    return merged


def _id_of(element: MappingNode) -> str:
    node = element.get("id")
    return node.text if isinstance(node, ScalarNode) else ""
