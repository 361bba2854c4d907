"""Records of equal cost of which one is at least as good in everything, and better in something."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pawprint.catalog.model import Record
from pawprint.check.check_kind import COMPONENTS, Check, Fault, Target, Word, check_kind
from pawprint.check.kinds.common_words import WHERE, listed, name_of
from pawprint.check.scope import CheckScope, EvaluationError
from pawprint.source.templates.expressions import ExpressionError

_WORDS = (Word("same", expression=True), Word("more", expression=True), Word("less", expression=True))


class _Worth(NamedTuple):
    """What a record is worth.

    Attributes:
        merits: the value of each expression; of those under `less`, less is better.
    """

    record: Record
    merits: tuple[Any, ...]


@check_kind(
    "undominated",
    Target(COMPONENTS),
    *_WORDS,
    WHERE,
    one_of=(("more", "less"), ("does not say what is better", "give it more: or less: and a field or an expression")),
)
def _undominated(scope: CheckScope, check: Check) -> Iterator[Fault]:
    """`undominated: organisms`, `same: level`, `more: [points, prey]` - of two records of the same level, none has as
    much of everything, and more of something."""
    groups: dict[tuple[Any, ...], list[_Worth]] = {}
    for record in scope.chosen(check.target, check.words):
        cost = tuple(_plain(value) for value in _values(scope, check, record, "same"))
        merits = _values(scope, check, record, "more") + _values(scope, check, record, "less")
        groups.setdefault(cost, []).append(_Worth(record, merits))
    for group in groups.values():
        for one in group:
            for other in group:
                better = _better_in(scope, check, other, one) if one is not other else []
                if better:
                    message = f"'{one.record.id}' is no better than '{other.record.id}' in anything, and worse in"
                    yield f"{message} {listed(better)}", one.record.span("id")
                    break


def _values(scope: CheckScope, check: Check, record: Record, word: str) -> tuple[Any, ...]:
    names = scope.names(record)
    return tuple(
        scope.value(expression, names, f"'{record.id}'", word, index)
        for index, expression in enumerate(check.words.get(word, ()))
    )


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return tuple((key, _plain(inner)) for key, inner in sorted(value.items()))
    if isinstance(value, (list, tuple)):
        return tuple(_plain(item) for item in value)
    return name_of(value)


def _better_in(scope: CheckScope, check: Check, other: _Worth, one: _Worth) -> list[str]:
    """The expressions in which *other* is better than *one*; empty if it is worse in any."""
    more = check.words.get("more", ())
    expressions = [("more", index, text) for index, text in enumerate(more)]
    expressions += [("less", index, text) for index, text in enumerate(check.words.get("less", ()))]
    better = []
    for (word, index, text), theirs, mine in zip(expressions, other.merits, one.merits, strict=True):
        high, low = (theirs, mine) if word == "more" else (mine, theirs)
        try:
            if not _covers(high, low):
                return []
            if not _covers(low, high):
                better.append(text)
        except ExpressionError as error:
            raise EvaluationError(f"'{one.record.id}'", (word, index), error) from None
    return better


def _covers(high: Any, low: Any) -> bool:
    """Whether *high* is at least as much as *low*: as large a number, or a list with all its entries. Nothing is the
    least.

    Raises:
        ExpressionError: the values cannot be compared.
    """
    if low is None or high is None:
        return low is None
    if isinstance(high, Sequence) and isinstance(low, Sequence) and not isinstance(high, str):
        return not Counter(map(_plain, low)) - Counter(map(_plain, high))
    if isinstance(high, (int, float)) and isinstance(low, (int, float)):
        return high >= low
    raise ExpressionError("it is neither a number nor a list", "compare numbers and lists, or put it under same:")
