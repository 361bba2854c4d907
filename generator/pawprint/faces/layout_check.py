"""Words of a layout that can never come true: a case or condition for a value that the component's field cannot have.

A mistyped word in `by:` or `when:` would otherwise be silent: the element would simply never look that way.
"""

from collections.abc import Iterable, Iterator

from pawprint.catalog.fields import field_at
from pawprint.catalog.model import Component, Game
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.faces.properties import Condition, HasProperties, Lookup

#: What is asked: the field's path, the values it is compared with, who asks, and where.
_Question = tuple[tuple[str, ...], Iterable[str], str, Span]


def vet(elements: Iterable[HasProperties], game: Game, component: Component, findings: Findings) -> None:
    """Note values that fields of *component* are compared with and cannot have."""
    for path, values, what, span in _questions(tuple(elements)):
        field = field_at(component.fields, path)
        possible = None if field is None else field.possible_values(game.records)
        if path == ("edition",) and field is None:
            possible = game.editions or None
        if possible is None:
            continue
        for value in values:
            if value not in possible and value not in ("", "else"):
                findings.add(
                    "unknown-choice",
                    f"{what} compares '{'.'.join(path)}' with '{value}', which it can never be",
                    span,
                    suggest(value, possible, "it can be"),
                )


def _questions(value: object) -> Iterator[_Question]:
    if isinstance(value, Lookup):
        yield value.path, value.cases, value.what, value.span
        for case in value.cases.values():
            yield from _questions(case)
    elif isinstance(value, Condition):
        for path, wanted in value.tests:
            yield path, sorted(wanted or ()), f"'when' of {value.what}", value.span
        yield from _questions(value.opposite)
    elif isinstance(value, HasProperties):
        for part in vars(value).values():
            yield from _questions(part)
    elif isinstance(value, tuple):
        for part in value:
            yield from _questions(part)
