"""Expressions that hold for each record, for some or none of them, for pairs, or for the whole game."""

import itertools
import math
from collections.abc import Iterator, Mapping
from typing import Any

from pawprint.catalog.model import Record
from pawprint.check.check_kind import COMPONENTS, EITHER, Check, Fault, Problem, Target, Word, check_kind
from pawprint.check.kinds.common_words import AT_LEAST, AT_MOST, SPLIT, THAT, WHERE, all_of, listed
from pawprint.check.scope import CheckScope
from pawprint.core.source import Span
from pawprint.source.templates.expressions import Scope

_SOME, _NONE = Word("some", names=COMPONENTS), Word("none", names=COMPONENTS)


def _validate_each(target: tuple[str, ...], words: Mapping[str, Any]) -> Problem | None:
    if "some" in words and "none" in words:
        return "asks for some and for none", SPLIT
    if words.keys() & {"min", "max"} and "some" not in words:
        return "counts nothing", "min and max go with some: ..."
    return None


@check_kind("each", Target(EITHER, single=True), THAT, WHERE, _SOME, _NONE, AT_LEAST, AT_MOST, validate=_validate_each)
def _each(scope: CheckScope, check: Check) -> Iterator[Fault]:
    """`each: organisms.prey`, `that: "level >= prey.level"` - it holds for every record, or entry of its list; with
    `some` or `none`, together with one of the other records at least, or with none of them."""
    component, _, field = check.target[0].partition(".")
    for record in scope.select((component,), check.words):
        names = scope.names(record)
        if not field:
            yield from _holds(scope, check, record, names, f"'{record.id}'", record.span("id"))
            continue
        value = names.fields.get(field)
        items = value if isinstance(value, tuple) else () if value is None else (value,)
        for index, item in enumerate(items):
            subject = f"'{record.id}' with {field} '{item}'"
            yield from _holds(scope, check, record, names.extended({field: item}), subject, record.span(field, index))


def _holds(scope: CheckScope, check: Check, record: Record, names: Scope, subject: str, span: Span) -> Iterator[Fault]:
    """The faults of one record, or one entry of it, for `each`."""
    words = check.words
    that = all_of(words["that"])
    if "some" not in words and "none" not in words:
        untrue = scope.first_untrue(check.words, names, f"'{record.id}'")
        if untrue:
            yield f"{subject} does not satisfy {untrue}", span
        return
    word = "some" if "some" in words else "none"
    others = [other for name in words[word] for other in scope.game.pieces(name) if other is not record]
    least, most = words.get("min", 0 if "max" in words else 1), words.get("max", math.inf)
    enough = least if most == math.inf else most + 1
    met: list[Record] = []
    for other in others:
        pair = f"'{record.id}' and '{other.id}'"
        if not scope.first_untrue(check.words, names.extended({"other": scope.view(other)}), pair):
            if word == "none":
                yield f"{subject} and '{other.id}' satisfy {that}", span
            met.append(other)
            if word == "some" and len(met) >= enough:
                break
    if word == "none":
        return
    what = listed(words["some"])
    if len(met) < least:
        found = f"only {len(met)} of the {what}" if met else f"none of the {what}"
        wanted = f" (at least {least:g} are needed)" if least > 1 else ""
        yield f"for {subject} {found} satisfy {that}{wanted}", span
    elif len(met) > most:
        yield f"for {subject} more than {most:g} of the {what} satisfy {that}", span


@check_kind("some", Target(COMPONENTS), THAT, WHERE, AT_LEAST, AT_MOST)
def _some(scope: CheckScope, check: Check) -> Iterator[Fault]:
    """`some: dogs`, `that: "arrows|length == 1"` - there is one, or there are `min` to `max` of them."""
    met = [
        record
        for record in scope.select(check.target, check.words)
        if not scope.first_untrue(check.words, scope.names(record), f"'{record.id}'")
    ]
    least, most = check.words.get("min", 0 if "max" in check.words else 1), check.words.get("max", math.inf)
    found = f"{len(met) or 'none'} of the {listed(check.target)} satisfy {all_of(check.words['that'])}"
    if len(met) < least:
        yield f"{found}; at least {least:g} should", check.span
    if len(met) > most:
        yield f"{found}; at most {most:g} should", check.span


@check_kind("none", Target(COMPONENTS), THAT, WHERE)
def _none(scope: CheckScope, check: Check) -> Iterator[Fault]:
    """`none: dogs`, `that: "arrows|length > 4"` - there is none."""
    for record in scope.select(check.target, check.words):
        if not scope.first_untrue(check.words, scope.names(record), f"'{record.id}'"):
            yield f"'{record.id}' satisfies {all_of(check.words['that'])}", record.span("id")


@check_kind("pairs", Target(COMPONENTS, single=True), THAT, WHERE)
def _pairs(scope: CheckScope, check: Check) -> Iterator[Fault]:
    """`pairs: dogs`, `that: "arrows != other.arrows"` - it holds for every two records."""
    for first, second in itertools.combinations(scope.select(check.target, check.words), 2):
        names = scope.names(second).extended({"other": scope.view(first)})
        untrue = scope.first_untrue(check.words, names, f"'{second.id}' and '{first.id}'")
        if untrue:
            yield f"'{second.id}' and '{first.id}' do not satisfy {untrue}", second.span("id")


@check_kind("expect", Target())
def _expect(scope: CheckScope, check: Check) -> Iterator[Fault]:
    """`expect: "organisms|length == 12"` - an expression over all components, each a list of records."""
    names = Scope(scope.components | scope.common)
    for index, expression in enumerate(check.target):
        if not scope.value(expression, names, "the game", "expect", index):
            yield f"{expression} does not hold", check.span_of("expect", index)
