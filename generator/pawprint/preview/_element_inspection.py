"""One side of a piece -> its elements as JSON: where they are, what is at fault, and the lines that define them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from pawprint.catalog.model import DATA, Game, Record, RecordView
from pawprint.core.affine import IDENTITY
from pawprint.core.length import Length
from pawprint.core.source import Span
from pawprint.pieces.context import ElementPlace
from pawprint.preview._element_moves import at_place, why_fixed
from pawprint.preview._project_files import ProjectFiles
from pawprint.preview._renderer import Renderer, ViewOptions
from pawprint.preview.session import Session
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode
from pawprint.source.templates.comparisons import condition_facts, template_fields
from pawprint.source.templates.expressions import Expression, ExpressionError, Template

#: Properties that name no field, or whose elements have places of their own.
_NO_FIELDS = ("id", "kind", "before", "about", "elements")
_Path = tuple[str, ...]


def elements_data(
    session: Session, name: str, component: str, identity: str, view: ViewOptions, files: ProjectFiles
) -> dict[str, Any]:
    """The elements of the piece `component/identity`, each before those inside it.

    Args:
        files: those of the project, in which elements can be moved.

    Raises:
        LookupError: there is no such game, piece or language.
    """
    with session.lock:
        game, record = shown_piece(session, name, component, identity, view)
        return {"elements": shown_elements(session.renderer, game, record, view, files)}


def shown_piece(session: Session, name: str, component: str, identity: str, view: ViewOptions) -> tuple[Game, Record]:
    """The game of *view*, and the piece; raises as `elements_data` does."""
    game = session.games[name]
    if game is None or view.language not in game.languages or game.components[component].kind == DATA:
        raise LookupError(name)
    record = game.records[component][identity]
    return (game.in_edition(view.edition) if view.edition in game.editions else game), record


def shown_elements(
    renderer: Renderer, game: Game, record: Record, view: ViewOptions, files: ProjectFiles
) -> list[dict[str, Any]]:
    """The elements of one side of *record* as *renderer* places them."""
    placements = renderer.placements(game, record, view)
    numbers = {id(placement): number for number, placement in enumerate(placements)}
    return [
        {
            "inside": -1 if placement.inside is None else numbers[id(placement.inside)],
            **_where(placement),
            **_written(placement, record, view.language),
            "at": at_place(placement),
            "fixed": why_fixed(placement, files),
        }
        for placement in placements
    ]


def _where(place: ElementPlace) -> dict[str, Any]:
    upright = place.box.mapped(place.matrix)
    index = place.scope.fields.get("index")
    return {
        "id": place.element.id,
        "kind": getattr(place.element.node.get("kind"), "text", ""),
        "entry": index if isinstance(index, int) and "item" in place.scope.fields else 0,
        "x": _mm(upright.x),
        "y": _mm(upright.y),
        "width": _mm(place.box.width),
        "height": _mm(place.box.height),
        "turned": place.turn is not IDENTITY or place.matrix != IDENTITY,
        "corners": [(_mm(x), _mm(y)) for x, y in place.corners],
        "covers": None if (covered := place.covered) is None else [_mm(part) for part in covered],
        "findings": [
            {"severity": finding.severity.value, "code": finding.code, "message": finding.fault or finding.message}
            for finding in place.findings.sorted()
        ],
    }


def _mm(points: float) -> float:
    return round(Length.of(points, "pt").mm, 4)


# -- the lines behind an element -------------------------------------------------------------------


def _written(place: ElementPlace, record: Record, language: str) -> dict[str, Any]:
    return {
        "places": [*_layout_places(place.element.node)],
        "fields": [
            {"property": name, "field": ".".join(path), "place": place_of(span)}
            for name, path in field_uses(place.element.node)
            if (span := _value_span(place, record, path, language)) is not None
        ],
    }


def place_of(span: Span) -> str:
    """`file:line`."""
    return f"{span.source.name}:{span.line}"


def _layout_places(node: MappingNode) -> Iterator[dict[str, Any]]:
    """The places of the element's properties: that of its own face first, then those of faces that this one extends."""
    keys: dict[str, list[ScalarNode]] = {node.source.name: []}
    for key in node.keys.values():
        keys.setdefault(key.source.name, []).append(key)
    for some in keys.values():
        if some:
            first = min(some, key=lambda key: key.start)
            yield {"place": place_of(first.span), "properties": [key.text for key in some]}


def field_uses(node: MappingNode) -> list[tuple[str, _Path]]:
    """The properties of an element that depend on fields, each with one of these fields."""
    uses: list[tuple[str, _Path]] = []
    for name, value in node.entries.items():
        if name not in _NO_FIELDS:
            paths = [*(_condition_paths(value) if name == "when" else _paths(value))]
            if name == "over" and isinstance(value, ScalarNode):
                paths = [tuple(value.text.split("."))]
            uses += [(name, path) for path in dict.fromkeys(paths)]
    return uses


def _paths(node: Node) -> Iterator[_Path]:
    """The fields that the value of a property is looked up by, or that its templates name."""
    if isinstance(node, ScalarNode):
        if "{{" in node.text or "{%" in node.text:
            with suppress(ExpressionError):  # composing has reported it
                yield from template_fields(Template(node.text))
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _paths(item)
    else:
        for name, item in node.entries.items():
            if name == "by" and isinstance(item, ScalarNode):
                yield tuple(item.text.split("."))
            else:
                yield from _paths(item)


def _condition_paths(node: Node) -> Iterator[_Path]:
    if isinstance(node, ScalarNode):
        with suppress(ExpressionError):  # composing has reported it
            yield from condition_facts(Expression(node.text)).fields
    elif isinstance(node, MappingNode):
        for name, item in node.entries.items():
            if name == "not":
                yield from _condition_paths(item)
            else:
                yield tuple(name.split("."))


def _value_span(place: ElementPlace, record: Record, path: _Path, language: str) -> Span | None:
    """Where the value of the field at *path* is written; None if it is not in a record."""
    if path[0] == "item":
        item = place.scope.fields.get("item")
        if isinstance(item, RecordView):
            return _span_from(item.record, path[1:], language)
        around = place.inside
        while around is not None and "over" not in around.element.node.entries:
            around = around.inside
        over = None if around is None else around.element.node.get("over")
        index = place.scope.fields.get("index")
        if around is None or not isinstance(over, ScalarNode) or not isinstance(index, int):
            return None
        first = tuple(over.text.split("."))
        if first[0] == "item":
            return _value_span(around, record, first, language)
        return _span_from(record, (*first, index - 1, *path[1:]), language)
    return _span_from(record, path, language) if path[0] in (*record.values, "id", "copies") else None


def _span_from(record: Record, path: Sequence[str | int], language: str) -> Span:
    """Where the value at *path* is written, perhaps in a record that *record* refers to."""
    value: Any = record.values
    trail: list[str | int] = []
    for step in path:
        trail.append(step)
        try:
            value = value[step]
        except (LookupError, TypeError):
            break
        if isinstance(value, Record):
            record, value, trail = value, value.values, []
    return record.span(*trail, language) if not isinstance(value, Mapping) or trail else record.span()
