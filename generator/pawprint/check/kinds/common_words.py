"""Words that several kinds of checks share, and how messages list names and values."""

from collections.abc import Iterable, Iterator
from typing import Any

from pawprint.catalog.model import Record
from pawprint.check.check_kind import Check, Fault, Problem, Word, number, text
from pawprint.core.source import Span

WHERE = Word("where", text, expression=True)
LIMIT_NAMES = ("equals", "min", "max")
LIMITS = tuple(Word(name, number) for name in LIMIT_NAMES)
NO_LIMIT: tuple[tuple[str, ...], Problem] = (LIMIT_NAMES, ("has no limit", "give it equals, min or max"))
AT_LEAST, AT_MOST = Word("min", number), Word("max", number)
THAT = Word("that", expression=True, missing=("does not say what holds", "give it that: ..."))
SPLIT: str = "write one check for each; they may share the id"


def faults_of_limits(value: float, sentence: str, check: Check) -> Iterator[Fault]:
    """The limits of *check* that *value* breaks; the sentence states the value."""
    for word in LIMIT_NAMES:
        if word in check.words:
            yield from fault_of_limit(word, value, check.words[word], sentence, check.span)


def fault_of_limit(word: str, value: float, limit: float, sentence: str, span: Span) -> Iterator[Fault]:
    """A fault if *value*, which the sentence says, is beyond *limit*."""
    is_kept = {"equals": value == limit, "min": value >= limit, "max": value <= limit}[word]
    if not is_kept:
        wanted = {"equals": "", "min": "at least ", "max": "at most "}[word]
        yield f"{sentence}; it should be {wanted}{limit:.15g}", span


def entries_of(value: Any) -> list[str]:
    """The entries of a list, or a single value, as they are written in a check; none for None."""
    if isinstance(value, (tuple, list)):
        return [name_of(item) for item in value]
    return [] if value is None else [name_of(value)]


def name_of(value: Any) -> str:
    """*value* as it is written in a check."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.15g}"
    return value.id if isinstance(value, Record) else str(value)


def all_of(expressions: tuple[str, ...]) -> str:
    """Expressions as messages quote them."""
    return expressions[0] if len(expressions) == 1 else f"all of {'; '.join(expressions)}"


def listed(names: Iterable[str]) -> str:
    """`a, b and c`."""
    names = list(names)
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
