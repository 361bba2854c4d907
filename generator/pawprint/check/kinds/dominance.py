"""Records of equal cost of which one is at least as good in everything, and better in something."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pawprint.catalog.model import Record
from pawprint.check.check_kind import COMPONENTS, Check, Fault, Target, Word, check_kind
from pawprint.check.kinds.common_words import WHERE, listed, name_of
from pawprint.check.scope import CheckScope, EvaluationError
from pawprint.source.templates.expressions import ExpressionError

_WORDS = (Word("same", expression=True), Word("more", expression=True), Word("less", expression=True))


class _Candidate(NamedTuple):
    """A record with the values that are compared.

    Attributes:
        merits: the value of each expression; smaller is better for expressions under `less`.
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
    groups: dict[tuple[Any, ...], list[_Candidate]] = {}
    for record in scope.select(check.target, check.words):
        cost = tuple(_hashable(value) for value in _values(scope, check, record, "same"))
        merits = _values(scope, check, record, "more") + _values(scope, check, record, "less")
        groups.setdefault(cost, []).append(_Candidate(record, merits))
    expressions = [
        (word, index, text) for word in ("more", "less") for index, text in enumerate(check.words.get(word, ()))
    ]
    for group in groups.values():
        for candidate in group:
            for rival in group:
                better = _advantages(rival, candidate, expressions) if candidate is not rival else []
                if better:
                    message = f"'{candidate.record.id}' is no better than '{rival.record.id}' in anything, and worse in"
                    yield f"{message} {listed(better)}", candidate.record.span("id")
                    break


def _values(scope: CheckScope, check: Check, record: Record, word: str) -> tuple[Any, ...]:
    names = scope.names(record)
    return tuple(
        scope.value(expression, names, f"'{record.id}'", word, index)
        for index, expression in enumerate(check.words.get(word, ()))
    )


def _hashable(value: Any) -> Any:
    if isinstance(value, Mapping):
        return tuple((key, _hashable(inner)) for key, inner in sorted(value.items()))
    if isinstance(value, (list, tuple)):
        return tuple(_hashable(item) for item in value)
    return name_of(value)


def _advantages(rival: _Candidate, candidate: _Candidate, expressions: Iterable[tuple[str, int, str]]) -> list[str]:
    """The expressions in which *rival* is better than *candidate*; empty if it is worse in any.

    Args:
        expressions: (`more` or `less`, index in the list there, text), in the order of the merits.
    """
    better = []
    for (word, index, text), rival_value, value in zip(expressions, rival.merits, candidate.merits, strict=True):
        larger, smaller = (rival_value, value) if word == "more" else (value, rival_value)
        try:
            if not _at_least(larger, smaller):
                return []
            if not _at_least(smaller, larger):
                better.append(text)
        except ExpressionError as error:
            raise EvaluationError(f"'{candidate.record.id}'", (word, index), error) from None
    return better


def _at_least(value: Any, bound: Any) -> bool:
    """True if *value* is at least *bound*: as large a number, or a list with all its entries. None is less than
    everything.

    Raises:
        ExpressionError: the values cannot be compared.
    """
    if bound is None or value is None:
        return bound is None
    if isinstance(value, Sequence) and isinstance(bound, Sequence) and not isinstance(value, str):
        return not Counter(map(_hashable, bound)) - Counter(map(_hashable, value))
    if isinstance(value, (int, float)) and isinstance(bound, (int, float)):
        return value >= bound
    raise ExpressionError("it is neither a number nor a list", "compare numbers and lists, or put it under same:")
