"""An element of a face and a distance -> the layout file with another `at`, or the reason why it cannot be moved."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Size
from pawprint.core.length import Length
from pawprint.core.source import Source
from pawprint.pieces.context import ElementPlace
from pawprint.preview._project_files import ProjectFiles
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode, read_yaml
from pawprint.source.yaml_patch import EntryOrigins, Patch, PatchOrder
from pawprint.source.yaml_spans import CannotEdit, WrittenSpans, nodes_in
from pawprint.source.yaml_writer import scalar_node

#: What comes before `at` in an element.
_BEFORE_AT = ["id", "kind", "when", "before", "over", "flow", "text", "art", "icon", "piece", "fill", "style", "colour"]
#: Decimals of the lengths that are written.
_DECIMALS = 3


class CannotMove(Exception):
    """An element cannot be moved; the message says why."""


class MovedElement(NamedTuple):
    """The real path of a layout file, its text as it was read, and as it would be."""

    path: Path
    before: Source
    after: Source


def at_place(place: ElementPlace) -> str:
    """Where and how its place is written, by which a later request finds out whether it is still the same."""
    written = place.element.node.get("at") or place.element.node
    return f"{written.source.where(written.start)} {written.source.line(written.span.line).strip()}"


def why_fixed(place: ElementPlace, files: ProjectFiles) -> str:
    """Why an element cannot be moved at all; empty if it can."""
    try:
        _writable(place, files)
        parts = _parts(place)
        _turned_back(place, 1.0, 1.0)
    except CannotMove as error:
        return str(error)
    computed = [why for part in parts if (why := _why_computed(part))]
    return computed[0] if len(computed) == len(parts) else ""


def moved(place: ElementPlace, across: float, down: float, trim: Size, files: ProjectFiles) -> MovedElement:
    """The layout file after a move by *across* and *down* millimetres on the face.

    Args:
        trim: of the face.

    Raises:
        CannotMove: see `why_fixed`; or it cannot be moved in this direction.
    """
    path, node = _writable(place, files)
    parts, distances = _parts(place), _turned_back(place, across, down)
    around = place.inside
    whole = (trim.width.mm, trim.height.mm)
    if around is not None:
        whole = (Length.of(around.box.width, "pt").mm, Length.of(around.box.height, "pt").mm)
    in_cell = around is not None and "over" in around.element.node.entries
    values = SequenceNode(Source("", ""), 0)
    for part, distance, length in zip(parts, distances, whole, strict=True):
        if abs(distance) < 0.5 * 10**-_DECIMALS:
            values.items.append(part)
        elif why := _why_computed(part):
            raise CannotMove(why)
        else:
            assert isinstance(part, ScalarNode)
            values.items.append(scalar_node(_moved_length(part.text, distance, 0.0 if in_cell else length)))
    return _written(path, node, values)


def _parts(place: ElementPlace) -> list[Node]:
    """The two values of `at`, as they are written; zeros where there is no `at`."""
    at = place.element.node.get("at")
    if at is None:
        return [scalar_node("0"), scalar_node("0")]
    if isinstance(at, MappingNode):
        raise CannotMove(_why_computed(at))
    if not isinstance(at, SequenceNode) or len(at.items) != 2:
        raise CannotMove("its place is not two lengths")
    return at.items


def _why_computed(part: Node) -> str:
    if isinstance(part, MappingNode):
        by = part.get("by")
        return f"its place depends on the field '{by.text}'" if isinstance(by, ScalarNode) else "its place varies"
    if not isinstance(part, ScalarNode) or "{{" in part.text or "{%" in part.text:
        return "its place is computed by an expression"
    return ""


def _turned_back(place: ElementPlace, across: float, down: float) -> tuple[float, float]:
    """A distance on the face as one within what the element is inside of."""
    a, b, c, d = place.matrix[:4]
    if any(min(abs(part), abs(abs(part) - 1.0)) > 1e-6 for part in (a, b, c, d)):
        raise CannotMove("it is inside something that is turned askew")
    return a * across + b * down, c * across + d * down


def _moved_length(text: str, distance: float, whole: float) -> str:
    """A length as it is written, *distance* millimetres further, inside something *whole* millimetres long."""
    text = text.strip()
    if text.endswith("%"):
        if not whole:
            raise CannotMove("its place is a percentage of a cell; write it in mm")
        return f"{round(float(text[:-1]) + distance / whole * 100, _DECIMALS):g}%"
    try:
        before = 0.0 if text == "0" else Length.parse(text).mm
    except ValueError:
        raise CannotMove(f"its place is '{text}'") from None
    length = round(before + distance, _DECIMALS)
    return f"{length:g}mm" if text.endswith("mm") and " " not in text else f"{length:g} mm"


def _writable(place: ElementPlace, files: ProjectFiles) -> tuple[Path, Node]:
    """The file in which the place of the element is written, and its `at`; or the element, which gets one."""
    around = place.inside
    if around is not None and around.element.arranges:
        raise CannotMove(f"the {around.element.what} arranges what is in it, so that its place is computed")
    node = place.element.node
    at = node.get("at")
    for written in (at, node):
        if written is not None and (path := files.find_layout(written.source.name)):
            return path, written
    help = f"add {{id: {place.element.id}, at: ...}} to a face that extends it" if place.element.id else "copy the face"
    raise CannotMove(f"{node.source.name} is not a layout of your project; {help}")


def _written(path: Path, node: Node, values: SequenceNode) -> MovedElement:
    """The text of the file with *values* in place of *node*, an `at`; or as the `at` of *node*, an element."""
    root = read_yaml(node.source, Findings())
    spans = WrittenSpans(node.source)
    for mapping in nodes_in([] if root is None else [root]):
        if not isinstance(mapping, MappingNode):
            continue
        at = mapping.get("at")
        here = (
            mapping.start == node.start if isinstance(node, MappingNode) else at is not None and at.start == node.start
        )
        try:
            if not here or (at is not None and spans.entry(mapping, "at") is None):
                continue
            patch = Patch(node.source)
            patch.change(mapping, {"at": values}, PatchOrder([*_BEFORE_AT, "at"]), EntryOrigins())
            text, _ = patch.result()
        except CannotEdit as error:
            raise CannotMove(str(error)) from None
        return MovedElement(path, node.source, Source(node.source.name, text))
    raise CannotMove("its place is written in an unusual way")
