"""The distribution of the numbers of records: near their median, rising or falling."""

import itertools
import math
from collections.abc import Iterator

from pawprint.check.check_kind import COMPONENTS, Check, Fault, Target, Word, check_kind, number, one_of, text
from pawprint.check.kinds.common_words import WHERE
from pawprint.check.scope import CheckScope

#: More records than this are not named one by one beside the status of a check.
_FEW = 12
#: The error of floating point.
EPSILON = 1e-9

_OF = Word("of", text, expression=True, missing=("does not say of what number", "give it of: a field or an expression"))
_BY = Word("by", expression=True, missing=("does not say along what it goes", "give it by: a field or an expression"))
_WITHIN, _LEAST, _MOST = (Word(name, number) for name in ("within", "least", "most"))
_GOES = Word("goes", one_of("up", "down"), missing=("does not say where it goes", "give it goes: up or goes: down"))


@check_kind(
    "balance",
    Target(COMPONENTS),
    _OF,
    WHERE,
    _WITHIN,
    _LEAST,
    _MOST,
    one_of=(("within", "least", "most"), ("has no limit", "give it within, least or most")),
)
def _balance(scope: CheckScope, check: Check) -> Iterator[Fault]:
    """`balance: clans`, `of: "cats|sum(attribute='value')"`, `within: 2` - no record is far from the median of all."""
    words = check.words
    from statistics import median  # a slow import

    numbers = [
        (record, number)
        for record in scope.select(check.target, check.words)
        if (number := scope.number(words["of"], record, "of")) is not None
    ]
    if not numbers:
        return
    middle = median(number for _, number in numbers)
    shown = [f"{record.id} {number:g}" for record, number in numbers] if len(numbers) <= _FEW else [
        f"{min(number for _, number in numbers):g} to {max(number for _, number in numbers):g}"
    ]  # fmt: skip
    scope.notes[check.id] = f"{', '.join(shown)}; median {middle:g}"
    within, least, most = words.get("within", math.inf), words.get("least", -math.inf), words.get("most", math.inf)
    for record, number in numbers:
        has = f"'{record.id}' has {number:g}, which is"
        if abs(number - middle) > within + EPSILON:
            yield f"{has} more than {within:g} away from the median {middle:g}", record.span("id")
        if "least" in words and number < least * middle - EPSILON:
            yield f"{has} less than {least:g} times the median {middle:g}", record.span("id")
        if "most" in words and number > most * middle + EPSILON:
            yield f"{has} more than {most:g} times the median {middle:g}", record.span("id")


@check_kind("curve", Target(COMPONENTS), _BY, _OF, WHERE, _GOES)
def _curve(scope: CheckScope, check: Check) -> Iterator[Fault]:
    """`curve: organisms`, `by: level`, `of: points`, `goes: down` - on average a number falls, or stays, from one
    group to the next."""
    from statistics import fmean  # a slow import

    by, of = check.words["by"][0], check.words["of"]
    groups: dict[float, list[float]] = {}
    for record in scope.select(check.target, check.words):
        place, number = scope.number(by, record, "by"), scope.number(of, record, "of")
        if place is not None and number is not None:
            groups.setdefault(place, []).append(number)
    means = [(place, fmean(numbers)) for place, numbers in sorted(groups.items())]
    scope.notes[check.id] = ", ".join(f"{place:g}: {mean:.3g}" for place, mean in means)
    down = check.words["goes"] == "down"
    for (place, mean), (beyond, following) in itertools.pairwise(means):
        if following > mean + EPSILON if down else following < mean - EPSILON:
            message = (
                f"the mean of {of} is {mean:.3g} where {by} is {place:g}, and {following:.3g} where it is {beyond:g}"
            )
            yield message, check.span
