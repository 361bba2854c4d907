"""How many records there are, and sums of their numbers."""

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pawprint.check.check_kind import COMPONENTS, FIELD_OF_OVER, Check, Fault, Target, Word, check_kind, text
from pawprint.check.kinds.common_words import (
    LIMIT_NAMES,
    LIMITS,
    NO_LIMIT,
    WHERE,
    entries_of,
    fault_of_limit,
    faults_of_limits,
    listed,
)
from pawprint.check.scope import CheckScope
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Span
from pawprint.source import scalars
from pawprint.source.reader import MappingNode, Node

#: An expression with at least this many characters is not repeated in a message.
_LONG = 30

_OVER = Word("over", missing=("does not say which components it adds up", "give it over: [...]"))
_BY = Word("by", expression=True, missing=("does not say what it sorts by", "give it by: a field, or two"))
_OF = Word("of", text, expression=True)


class Cells(NamedTuple):
    """Numbers for the groups of a tally: by the values that make a group, each with its place."""

    numbers: dict[tuple[str, ...], tuple[float, Span]]


def _limit(node: Node, subject: str, findings: Findings, words: Mapping[str, Any]) -> Any:
    depth = len(words.get("by", ()))
    if not depth or not isinstance(node, MappingNode):
        return scalars.number(node, subject, findings)
    numbers: dict[tuple[str, ...], tuple[float, Span]] = {}
    _cells(node, (), depth, subject, numbers, findings)
    return Cells(numbers)


def _cells(
    node: Node,
    group: tuple[str, ...],
    depth: int,
    what: str,
    numbers: dict[tuple[str, ...], tuple[float, Span]],
    findings: Findings,
) -> None:
    """Fill *numbers* from a mapping of values, *depth* levels deep, to numbers."""
    if len(group) == depth:
        number = scalars.number(node, f"{what}.{'.'.join(group)}", findings)
        if number is not None:
            numbers[group] = number, node.span
    elif isinstance(node, MappingNode):
        for name, item in node.entries.items():
            _cells(item, (*group, name), depth, what, numbers, findings)
    else:
        help = "write one mapping in the other, in the order of by:"
        scalars.wrong_type(node, f"{what}.{'.'.join(group)}", "a mapping", findings, help)


@check_kind("count", Target(COMPONENTS), WHERE, *LIMITS, one_of=NO_LIMIT)
def _count(scope: CheckScope, check: Check) -> Iterator[Fault]:
    """`count: organisms` - how many records there are."""
    number = len(scope.select(check.target, check.words))
    yield from faults_of_limits(number, f"there are {number} {listed(check.target)}", check)


@check_kind("sum", Target(FIELD_OF_OVER, single=True), _OVER, WHERE, *LIMITS, one_of=NO_LIMIT)
def _sum(scope: CheckScope, check: Check) -> Iterator[Fault]:
    """`sum: copies`, `over: [organisms]` - a number added up over records."""
    field = check.target[0]
    total = _total(scope.field(record, field) for record in scope.select(check.words["over"], check.words))
    yield from faults_of_limits(total, f"the sum of {field} over {listed(check.words['over'])} is {total:.15g}", check)


@check_kind(
    "tally", Target(COMPONENTS), _BY, _OF, WHERE, *(Word(name, _limit) for name in LIMIT_NAMES), one_of=NO_LIMIT
)
def _tally(scope: CheckScope, check: Check) -> Iterator[Fault]:
    """`tally: creatures`, `by: [type, diet]`, `equals: {plant: {sun: 26}}` - how many of each sort there are."""
    by, of = check.words["by"], check.words.get("of")
    groups: dict[tuple[str, ...], list[float]] = {}
    for record in scope.select(check.target, check.words):
        number = 1.0 if of is None else scope.number(of, record, "of") or 0.0
        names = scope.names(record)
        sorts = [scope.value(expression, names, f"'{record.id}'", "by", index) for index, expression in enumerate(by)]
        for group in itertools.product(*[["none"] if sort is None else entries_of(sort) for sort in sorts]):
            groups.setdefault(group, []).append(number)
    for word in ("equals", "min", "max"):
        wanted = check.words.get(word)
        if isinstance(wanted, Cells):
            cells = wanted.numbers
        else:
            cells = {} if wanted is None else dict.fromkeys(groups, (wanted, check.span))
        for group, (limit, span) in cells.items():
            total = _total(groups.get(group, ()))
            yield from fault_of_limit(word, total, limit, _sort(check, group, total), span)
        if word == "equals" and isinstance(wanted, Cells):
            for group in [group for group in groups if group not in cells]:
                total = _total(groups[group])
                span = check.node.entries["equals"].span
                yield from fault_of_limit(word, total, 0.0, _sort(check, group, total), span)


def _sort(check: Check, group: tuple[str, ...], total: float) -> str:
    sorts = zip(check.words["by"], group, strict=True)
    what = f"{listed(check.target)} with {listed(f'{by} {value}' if len(by) < _LONG else value for by, value in sorts)}"
    if "of" in check.words:
        return f"the sum of {check.words['of']} over {what} is {total:.15g}"
    return f"there are {total:.15g} {what}"


def _total(values: Iterable[Any]) -> float:
    # Ten decimals: more than anyone writes, and fewer than 0.1 + 0.2 gets wrong.
    return round(math.fsum(value for value in values if isinstance(value, (int, float))), 10)
