"""Layout, component -> findings about cases and conditions for values that a field of the component cannot have, and
about icons for codes in texts.

Without this check, a typing error in `by:` or `when:` would go unnoticed: the case would never apply.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from pawprint.catalog.fields import field_at
from pawprint.catalog.model import Component, Game
from pawprint.core.diagnostics import Findings, Severity
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.pieces._properties import Condition, HasProperties, Lookup, Property, case_of
from pawprint.pieces.assets import Assets
from pawprint.source.templates.comparisons import can_be_true, condition_facts

#: A value that was meant as a comparison: `{cost: ">3"}`.
_COMPARISON = re.compile(r"\s*([<>]=?|[=!]=)\s*(.+)")

#: Fields that every record has, and those of the entries of a list.
_OWN_FIELDS = ("id", "copies", "component", "item", "index")


def check_values(
    elements: Iterable[HasProperties | Property[Any]], game: Game, component: Component, findings: Findings
) -> None:
    """Report values that the layout compares fields of *component* with, but that these fields cannot have, and
    conditions that are never true."""
    checker = _ValueChecker(game, component, findings)
    for part in _questions(tuple(elements)):
        if isinstance(part, Lookup):
            checker.compared(part.path, part.cases, part.what, part.span)
        elif part.expression is not None:
            checker.expression(part)
        else:
            for path, wanted in part.tests:
                checker.compared(path, sorted(wanted or ()), f"'when' of {part.what}", part.span)


def check_icon_codes(game: Game, drawings: Assets, findings: Findings, draft: bool) -> None:
    """Report icons of the game's table of codes that there are not; only warnings for a *draft*."""
    for icon, span in game.icons.icons.items():
        if not drawings.has("icons", icon, game):
            help = suggest(icon, drawings.names("icons", game), "icons are")
            severity = Severity.WARNING if draft else None
            findings.add("missing-icon", f"there is no icon '{icon}'", span, help, severity=severity)


class _ValueChecker:
    def __init__(self, game: Game, component: Component, findings: Findings) -> None:
        self._game, self._component, self._findings = game, component, findings

    def compared(self, path: tuple[str, ...], values: Iterable[str], what: str, span: Span) -> bool:
        """Report those of *values* that the field at *path* cannot have; whether there are none."""
        good = True
        for value in values:
            help = "" if value in ("", "else") else self._why_not(path, value)
            if help:
                message = f"{what} compares '{'.'.join(path)}' with '{value}', which it can never be"
                self._findings.add("unknown-choice", message, span, help)
                good = False
        return good

    def _why_not(self, path: tuple[str, ...], value: str) -> str:
        field = field_at(self._component.fields, path)
        possible = field.possible_values(self._game.records) if field is not None else None
        comparison = _COMPARISON.fullmatch(value)
        if comparison and value not in (possible or ()):
            return f"write an expression: when: {'.'.join(path)} {comparison[1]} {comparison[2]}"
        if field is not None:
            return field.why_not(value, self._game.records)
        if path == ("edition",) and self._game.editions and value not in self._game.editions:
            return suggest(value, self._game.editions, "it can be")
        return ""

    def expression(self, condition: Condition) -> None:
        """Report what is impossible in the expression of a condition."""
        expression, what = condition.expression, f"'when' of {condition.what}"
        assert expression is not None
        facts = condition_facts(expression)
        good = True
        for name in dict.fromkeys(path[0] for path in facts.fields):
            if name not in self._names:
                help = self._quoted(name) or suggest(name, self._component.fields, "fields are")
                self._findings.add("bad-template", f"{what}: there is no field '{name}'", condition.span, help)
                good = False
        for path, constant in facts.equals:
            good = self.compared(path, [case_of(constant)], what, condition.span) and good
        if good and not can_be_true(expression, facts, self._test_values):
            message = f"{what} is never true: {expression.text}"
            help = "look at the values that its fields can have, or leave the element out"
            self._findings.add("impossible-condition", message, condition.span, help)

    @property
    def _names(self) -> Collection[str]:
        return {*self._component.fields, *_OWN_FIELDS, *self._game.common_fields(self._game.languages[0])}

    def _quoted(self, name: str) -> str:
        """The help for a name that is a value of some field; empty if it is none."""
        values = (field.possible_values(self._game.records) or () for field in self._component.fields.values())
        return f"a value stands in quotes: '{name}'" if any(name in possible for possible in values) else ""

    def _test_values(self, path: tuple[str, ...], constants: Collection[Any]) -> Collection[Any] | None:
        field = field_at(self._component.fields, path)
        if field is None or any(self._is_list(path[:end]) for end in range(1, len(path) + 1)):
            return None  # a list may have several values at once
        return field.test_values(constants, self._game.records)

    def _is_list(self, path: tuple[str, ...]) -> bool:
        outer = field_at(self._component.fields, path[:-1])
        field = (self._component.fields if outer is None else outer.inner).get(path[-1])
        return field is not None and field.entry is not None


def _questions(value: object) -> Iterator[Lookup[Any] | Condition]:
    """The lookups and conditions of a layout, at any depth."""
    if isinstance(value, Property):
        if isinstance(value, Lookup):
            yield value
        for part in value.parts:
            yield from _questions(part)
    elif isinstance(value, Condition):
        yield value
        yield from _questions(value.opposite)
    elif isinstance(value, HasProperties):
        for part in vars(value).values():
            yield from _questions(part)
    elif isinstance(value, tuple):
        for part in value:
            yield from _questions(part)
