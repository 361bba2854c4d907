"""Layout, component -> findings about cases and conditions for values that a field of the component cannot have.

Without this check, a typing error in `by:` or `when:` would go unnoticed: the case would never apply.
"""

from collections.abc import Iterable, Iterator

from pawprint.catalog.fields import field_at
from pawprint.catalog.model import Component, Game
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.faces.properties import Condition, HasProperties, Lookup

#: A comparison: path of the field, the values, the property that compares, and its place.
_Comparison = tuple[tuple[str, ...], Iterable[str], str, Span]


def check_values(elements: Iterable[HasProperties], game: Game, component: Component, findings: Findings) -> None:
    """Report values that the layout compares fields of *component* with, but that these fields cannot have."""
    for path, values, what, span in _comparisons(tuple(elements)):
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


def _comparisons(value: object) -> Iterator[_Comparison]:
    if isinstance(value, Lookup):
        yield value.path, value.cases, value.what, value.span
        for case in value.cases.values():
            yield from _comparisons(case)
    elif isinstance(value, Condition):
        for path, wanted in value.tests:
            yield path, sorted(wanted or ()), f"'when' of {value.what}", value.span
        yield from _comparisons(value.opposite)
    elif isinstance(value, HasProperties):
        for part in vars(value).values():
            yield from _comparisons(part)
    elif isinstance(value, tuple):
        for part in value:
            yield from _comparisons(part)
