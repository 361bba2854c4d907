"""Definitions that depend on cards alone, worked out once for all cards."""

from collections.abc import Callable, Sequence
from typing import Any

from pawprint.rules.language.rule_types import RuleType


class AskedTable:
    """A definition that has no value for some cards: it is worked out where it is asked for."""

    def __init__(self, definition: Callable[..., Any], *cards: int, left: int) -> None:
        self.definition, self.cards, self.left = definition, cards, left

    def __getitem__(self, card: int) -> Any:
        if self.left == 1:
            return self.definition(*self.cards, card)
        return AskedTable(self.definition, *self.cards, card, left=self.left - 1)


def fill_card_tables(
    names: dict[str, Any], tables: Sequence[tuple[str, tuple[RuleType, ...]]], components: Sequence[str]
) -> None:
    """Add the tables to the *names* of a program, which has the function `t_TABLE` of each.

    Args:
        tables: the name of each, and the types of its cards.
        components: by kind.
    """
    for name, types in tables:
        names[name] = card_table(names[f"t_{name}"], types, components)


def card_table(definition: Callable[..., Any], types: Sequence[RuleType], components: Sequence[str]) -> Any:
    """A definition of one card, or of two, by kind."""
    first, *others = [[component in one.components for component in components] for one in types]
    try:
        if not others:
            return [_kept(definition(kind)) if fits else None for kind, fits in enumerate(first)]
        inner = [kind for kind, fits in enumerate(others[0]) if fits]
        rows: list[Any] = []
        for kind, fits in enumerate(first):
            row = [None] * len(components) if fits else None
            for other in inner if row is not None else ():
                row[other] = _kept(definition(kind, other))  # type: ignore[index]
            rows.append(row)
    except (LookupError, TypeError, ValueError):
        return AskedTable(definition, left=len(types))
    return rows


def _kept(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
